"""Orders read: whatever is not understood is said in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hulldown.kernel.actions import Action, make
from hulldown.kernel.hexes import DIRECTIONS, cell_of
from hulldown.rulesets.tank_commander.codes import NOBODY, Verb
from hulldown.rulesets.tank_commander.naming import find_unit, unit_id
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.text.words import (
    ABILITIES,
    BARE,
    PLACED,
    ROLES,
    ROUNDS,
    SEATLESS,
    any_way,
)

Reader = Callable[[State, int, int, list[str]], Action]


def parse_action(s: State, seat: int, text: str) -> Action:
    """The order of a text. ValueError says what is not understood."""
    words = text.split()
    plain = " ".join(words).lower()
    for verb, said in SEATLESS.items():
        if plain == said:
            return make(seat, verb)
    if len(words) < 2:
        raise ValueError(f'{text!r} is no order: say for example "A1 move"')
    u = find_unit(s, words[0])
    return parse_verb(s, seat, u, [words[1].lower(), *words[2:]])


def parse_verb(s: State, seat: int, u: int, words: list[str]) -> Action:
    """The order of a unit, a word and what follows it."""
    said = words[0]
    if said in BARE_VERBS:
        exactly(words, 0)
        return make(seat, BARE_VERBS[said], u)
    if said in PLACED_VERBS:
        exactly(words, 1)
        return make(seat, PLACED_VERBS[said], u, place=cell_of(words[1].upper()))
    if said not in READERS:
        known = ", ".join([*BARE_VERBS, *READERS, *PLACED_VERBS])
        raise ValueError(f"{said!r} is not something a unit can do: there are {known}")
    return READERS[said](s, seat, u, words)


def exactly(words: list[str], count: int) -> None:
    """ValueError unless so many words follow the first."""
    if len(words) - 1 != count:
        more = f"{count} more word{'' if count == 1 else 's'}, not {len(words) - 1}"
        raise ValueError(f"{words[0]!r} takes {more if count else 'nothing after it'}")


def one_of(word: str, known: Sequence[str], what: str) -> int:
    """The position of a word among those known, case aside."""
    lowered = [k.lower() for k in known]
    if word.lower() not in lowered:
        raise ValueError(f"{word!r} is no {what}: there are {', '.join(known)}")
    return lowered.index(word.lower())


def turned(facing: int, way: str) -> int:
    """A facing turned 60 degrees left or right."""
    return (facing + (5, 1)[one_of(way, ("left", "right"), "way to turn")]) % 6


def direction(s: State, u: int, words: list[str], count: int) -> int:
    """The direction after so many other words, -1 for a unit that only goes forward (TC-5.3, TC-10.7)."""
    if not any_way(s, u):
        if len(words) == count + 2:
            raise ValueError(f"{unit_id(s, u)} only moves straight ahead: turn it first")
        exactly(words, count)
        return NOBODY
    if len(words) != count + 2:
        example = " ".join([unit_id(s, u), *words[: count + 1], "NE"])
        raise ValueError(f'{unit_id(s, u)} moves in any direction: name one, for example "{example}"')
    return one_of(words[count + 1], DIRECTIONS, "direction")


# ---------------------------------------------------------------- one order each


def read_move(s: State, seat: int, u: int, words: list[str]) -> Action:
    """move, or move DIRECTION"""
    return make(seat, Verb.MOVE, u, facing=direction(s, u, words, 0))


def read_straight(s: State, seat: int, u: int, words: list[str]) -> Action:
    """straight 1|2|3, or straight 1|2|3 DIRECTION"""
    if len(words) < 2:
        raise ValueError("'straight' takes a number of hexes: 1, 2 or 3")
    hexes = 1 + one_of(words[1], ("1", "2", "3"), "number of hexes")
    return make(seat, Verb.STRAIGHT, u, facing=direction(s, u, words, 1), choice=hexes)


def read_turn(s: State, seat: int, u: int, words: list[str]) -> Action:
    """turn left|right with|stay"""
    exactly(words, 2)
    along = 1 - one_of(words[2], ("with", "stay"), "way for the turret")
    return make(seat, Verb.TURN, u, facing=turned(s.units[u].hull, words[1]), choice=along)


def read_turret(s: State, seat: int, u: int, words: list[str]) -> Action:
    """turret left|right"""
    exactly(words, 1)
    return make(seat, Verb.TURRET, u, facing=turned(s.units[u].turret, words[1]))


def read_shot(s: State, seat: int, u: int, words: list[str]) -> Action:
    """fire UNIT, fire building HEX, and the same for the anti-infantry weapon (ai)"""
    verb = Verb.FIRE if words[0] == "fire" else Verb.FIRE_AI
    if len(words) == 3 and words[1].lower() == "building":
        return make(seat, verb, u, place=cell_of(words[2].upper()))
    exactly(words, 1)
    return make(seat, verb, u, target=find_unit(s, words[1]))


def read_missile(s: State, seat: int, u: int, words: list[str]) -> Action:
    """missile UNIT ROUND"""
    exactly(words, 2)
    shell = 1 + one_of(words[2], ROUNDS, "round")
    return make(seat, Verb.MISSILE, u, target=find_unit(s, words[1]), choice=shell)


def read_mount(s: State, seat: int, u: int, words: list[str]) -> Action:
    """mount UNIT"""
    exactly(words, 1)
    return make(seat, Verb.MOUNT, u, target=find_unit(s, words[1]))


def read_flare(s: State, seat: int, u: int, words: list[str]) -> Action:
    """flare, or flare HEX"""
    if len(words) == 1:
        return make(seat, Verb.FLARE, u)
    exactly(words, 1)
    return make(seat, Verb.FLARE, u, place=cell_of(words[1].upper()))


def read_deployment(s: State, seat: int, u: int, words: list[str]) -> Action:
    """deploy HEX DIRECTION; a unit without a facing names none"""
    exactly(words, 1 if len(words) == 2 else 2)
    facing = one_of(words[2], DIRECTIONS, "direction") if len(words) == 3 else NOBODY
    return make(seat, Verb.DEPLOY, u, place=cell_of(words[1].upper()), facing=facing)


def read_preparation(s: State, seat: int, u: int, words: list[str]) -> Action:
    """prepare DIRECTION ROUND"""
    exactly(words, 2)
    facing = one_of(words[1], DIRECTIONS, "direction")
    return make(seat, Verb.PREPARE, u, facing=facing, choice=1 + one_of(words[2], ROUNDS, "round"))


def read_load(s: State, seat: int, u: int, words: list[str]) -> Action:
    """load AT|HE"""
    exactly(words, 1)
    return make(seat, Verb.LOAD, u, choice=1 + one_of(words[1], ROUNDS, "round"))


def read_ability(s: State, seat: int, u: int, words: list[str]) -> Action:
    """ability commander, ability driver double ..."""
    said = " ".join(words[1:])
    return make(seat, Verb.ABILITY, u, choice=one_of(said, list(ABILITIES.values()), "ability"))


def read_lieutenant(s: State, seat: int, u: int, words: list[str]) -> Action:
    """lieutenant ROLE"""
    exactly(words, 1)
    return make(seat, Verb.LIEUTENANT, u, choice=one_of(words[1], ROLES, "role"))


BARE_VERBS = {word: verb for verb, word in BARE.items()}
PLACED_VERBS = {word: verb for verb, word in PLACED.items()}
READERS: dict[str, Reader] = {
    "move": read_move,
    "straight": read_straight,
    "turn": read_turn,
    "turret": read_turret,
    "fire": read_shot,
    "ai": read_shot,
    "missile": read_missile,
    "load": read_load,
    "flare": read_flare,
    "mount": read_mount,
    "deploy": read_deployment,
    "prepare": read_preparation,
    "ability": read_ability,
    "lieutenant": read_lieutenant,
}
