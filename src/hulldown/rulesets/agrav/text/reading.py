"""Orders read: whatever is not understood is said in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hulldown.kernel.actions import Action, make
from hulldown.rulesets.agrav.codes import BARE, BARRICADE, NOBODY, Chassis, Verb, Way
from hulldown.rulesets.agrav.naming import (
    ANCHORS,
    find_place,
    find_tile,
    find_unit,
    listed,
    unit_ids,
    weapon_ids,
)
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.text.words import ANGLES, INDIRECT, SEATLESS, TURNS, angles_of

Reader = Callable[[State, int, int, list[str]], Action]


def parse_action(s: State, seat: int, text: str) -> Action:
    """The order of a text. ValueError says what is not understood."""
    words = text.split()
    plain = " ".join(words).lower()
    for (verb, choice), said in SEATLESS.items():
        if plain == said:
            return make(seat, verb, choice=choice)
    if len(words) < 2:
        raise ValueError(f'{text!r} is no order: say for example "A1 step N"')
    u = find_unit(s, words[0])
    verb_word = words[1].lower()
    if verb_word not in READERS:
        raise ValueError(f"{verb_word!r} is not something a unit can do: there are {listed(list(READERS))}")
    return READERS[verb_word](s, seat, u, words[2:])


# ---------------------------------------------------------------- words


def exactly(words: list[str], what: str, least: int, most: int) -> None:
    """ValueError unless so many words follow the verb."""
    if not least <= len(words) <= most:
        raise ValueError(f"say {what}")


def one_of(word: str, known: Iterable[str], what: str) -> str:
    """A word among those known, case aside."""
    spelled = {k.lower(): k for k in known}
    if word.lower() not in spelled:
        raise ValueError(f"{word!r} is no {what}: there are {listed(list(spelled.values()))}")
    return spelled[word.lower()]


def way_of(word: str) -> Way:
    """A direction."""
    return Way[one_of(word, Way.__members__, "direction")]


def number(word: str, what: str) -> int:
    """A whole number of a few digits."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 4):
        raise ValueError(f"{word!r} is no {what}: say a whole number")
    return int(word)


def weapon_of(s: State, u: int, word: str) -> int:
    """A weapon of a unit. ValueError lists those it has."""
    known = weapon_ids(s, u)
    return known.index(one_of(word, known, f"weapon of {unit_ids(s)[u]}"))


def mode_of(family: int, words: list[str]) -> int:
    """The mode of a shot; the only angle of a weapon need not be said."""
    said = [one_of(word, (*ANGLES, INDIRECT), "firing mode") for word in words]
    angles = [word for word in said if word != INDIRECT] or angles_of(family)
    if not angles_of(family):
        raise ValueError('demolition charges are not fired: say for example "charge S2"')
    if len(angles) != 1 or said.count(INDIRECT) > 1:
        raise ValueError(f"say one of {listed(angles_of(family))} after the target")
    return ANGLES[angles[0]] + (INDIRECT in said)


def target_of(s: State, words: list[str]) -> tuple[int, int, list[str]]:
    """Unit or place that is aimed at, and the words after it. A bare tile is "tile F7"."""
    word = words[0].upper()
    if word == "TILE" and len(words) > 1:
        return NOBODY, BARE + find_tile(s, words[1]), words[2:]
    if word[0] in "SK":
        return NOBODY, find_place(s, word), words[1:]
    return find_unit(s, word), NOBODY, words[1:]


# ---------------------------------------------------------------- orders


def read_step(s: State, seat: int, u: int, words: list[str]) -> Action:
    """step DIRECTION"""
    exactly(words, 'the direction, for example "step NE"', 1, 1)
    return make(seat, Verb.STEP, u, choice=way_of(words[0]))


def read_turn(s: State, seat: int, u: int, words: list[str]) -> Action:
    """turn left|right|about"""
    exactly(words, '"turn left", "turn right" or "turn about"', 1, 1)
    return make(seat, Verb.TURN, u, choice=TURNS[one_of(words[0], TURNS, "way to turn")])


def read_anchor(s: State, seat: int, u: int, words: list[str]) -> Action:
    """anchor 0 to 8, row by row from the northwest (AG-2.9)"""
    exactly(words, '"anchor" and a number from 0 to 8', 1, 1)
    anchor = number(words[0], "place in a tile")
    if anchor >= len(ANCHORS):
        raise ValueError(f"{anchor} is no place in a tile: they are 0 to 8, row by row from the northwest")
    return make(seat, Verb.REPOSITION, u, choice=anchor)


def read_shot(s: State, seat: int, u: int, words: list[str]) -> Action:
    """fire WEAPON TARGET MODE"""
    exactly(words, 'weapon, target and mode, for example "fire rocket B1 high indirect"', 2, 5)
    w = weapon_of(s, u, words[0])
    target, place, rest = target_of(s, words[1:])
    mode = mode_of(int(s.units[u].weapon[w].family), rest)
    return make(seat, Verb.SHOOT, u, target=target, place=place, facing=mode, choice=w)


def read_reaction(s: State, seat: int, u: int, words: list[str]) -> Action:
    """react WEAPON DIRECTION|off"""
    exactly(words, 'weapon and direction, for example "react laser NE" or "react laser off"', 2, 2)
    way = NOBODY if words[1].lower() == "off" else way_of(words[1])
    return make(seat, Verb.REACT, u, facing=way, choice=weapon_of(s, u, words[0]))


def read_ram(s: State, seat: int, u: int, words: list[str]) -> Action:
    """ram UNIT, ram UNIT MOBILITY, ram BARRICADE; without a number a walker spends all that is left"""
    exactly(words, 'the target, for example "ram B1", and for a walker the mobility to spend', 1, 2)
    target, place, rest = target_of(s, words)
    if place != NOBODY:
        if rest or not BARRICADE <= place < BARE:
            raise ValueError(f"{words[0]!r} is no barricade: only barricades and units are rammed")
        return make(seat, Verb.RAM_BARRICADE, u, place=place)
    if rest and s.units[u].chassis != Chassis.WALKER:
        raise ValueError(f"only walkers choose the mobility of a ram: say ram {words[0].upper()}")
    spent = number(rest[0], "amount of mobility") if rest else int(s.units[u].left)
    return make(seat, Verb.RAM, u, target=target, choice=spent)


def read_shield(s: State, seat: int, u: int, words: list[str]) -> Action:
    """shield"""
    exactly(words, '"shield" and nothing after it: it switches on or off', 0, 0)
    return make(seat, Verb.SHIELD, u)


def read_transfer(s: State, seat: int, u: int, words: list[str]) -> Action:
    """transfer UNIT POINTS"""
    exactly(words, 'to whom and how much, for example "transfer A2 40"', 2, 2)
    return make(
        seat, Verb.TRANSFER, u, target=find_unit(s, words[0]), choice=number(words[1], "amount of charge")
    )


def read_smoke(s: State, seat: int, u: int, words: list[str]) -> Action:
    """smoke TILE, up to three of them; in which order they are said means nothing"""
    exactly(words, 'one to three tiles, for example "smoke F7 G7"', 1, 3)
    tiles = sorted(find_tile(s, word) for word in words) + [NOBODY, NOBODY]
    return make(seat, Verb.SMOKE, u, place=tiles[0], target=tiles[1], choice=tiles[2])


def read_charge(s: State, seat: int, u: int, words: list[str]) -> Action:
    """charge SECTION, charge BARRICADE; anything else is refused by the rule (AG-21.6)"""
    exactly(words, 'the structure or barricade section, for example "charge S2"', 1, 2)
    target, place, rest = target_of(s, words)
    if rest:
        raise ValueError(f"{rest[0]!r} is too much: say charge {words[0].upper()}")
    return make(seat, Verb.CHARGE, u, target=target, place=place)


def read_placing(s: State, seat: int, u: int, words: list[str]) -> Action:
    """place TILE DIRECTION; a squad has no facing (AG-2.2)"""
    squad = s.units[u].chassis == Chassis.INFANTRY
    exactly(words, 'tile and facing, for example "place F12 N"', 1 if squad else 2, 2)
    facing = way_of(words[1]) if len(words) == 2 else Way.N
    return make(seat, Verb.DEPLOY, u, place=find_tile(s, words[0]), facing=facing)


READERS: dict[str, Reader] = {
    "step": read_step,
    "turn": read_turn,
    "anchor": read_anchor,
    "fire": read_shot,
    "react": read_reaction,
    "ram": read_ram,
    "shield": read_shield,
    "transfer": read_transfer,
    "smoke": read_smoke,
    "charge": read_charge,
    "place": read_placing,
}
