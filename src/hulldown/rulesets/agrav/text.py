"""Orders as text and back: "A1 step NE", "A1 fire rocket B1 high" (AG-6.6)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav import naming
from hulldown.rulesets.agrav.accuracy import is_indirect
from hulldown.rulesets.agrav.codes import BARE, BARRICADE, NOBODY, Chassis, Mode, Verb, Way
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.common import grammar
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, clipped, line

TURNS = {"left": -1, "right": 1, "about": 2}
ANGLES = {"direct": Mode.DIRECT, "low": Mode.LOW, "high": Mode.HIGH, "top": Mode.TOP}
INDIRECT = "indirect"
UNITS = NameLookup(naming.find_unit, naming.unit_id)
TILES = NameLookup(naming.find_tile, lambda s, tile: naming.tile_name(tile))
MOST = 9999  # that an amount can be said to be

# ---------------------------------------------------------------- weapons and modes


def write_weapon(s: State, a: Action) -> str:
    return naming.weapon_ids(s, a.actor)[a.choice]


def read_weapon(s: State, a: Action, words: Words) -> None:
    known = {weapon: number for number, weapon in enumerate(naming.weapon_ids(s, a.actor))}
    a.choice = grammar.one_of(known, words.pop(0), f"weapon of {UNITS.name(s, a.actor)}")


def angles_of(s: State, a: Action) -> list[str]:
    """The words of the modes of an order's weapon, each once; with only one it need not be said."""
    modes = naming.modes_of(int(s.units[a.actor].weapon[a.choice].family))
    return list(dict.fromkeys(angle_of(mode) for mode in modes))


def angle_of(mode: int) -> str:
    """The word of a mode, indirect or not: "high"."""
    return grammar.word_of(ANGLES, mode - 1 if is_indirect(mode) else mode)


def write_mode(s: State, a: Action) -> str:
    angle = angle_of(a.facing)
    words = [] if angles_of(s, a) == [angle] else [angle]
    return " ".join([*words, *([INDIRECT] if is_indirect(a.facing) else [])])


def read_mode(s: State, a: Action, words: Words) -> None:
    """One angle at most, indirect or not (AG-17.2, AG-18)."""
    for word in words:
        grammar.one_of({**ANGLES, INDIRECT: 1}, word, "firing mode")
    modes = [word.lower() for word in words]
    words.clear()
    possible = angles_of(s, a)
    if not possible:
        raise ValueError('demolition charges are not fired: say for example "charge S2"')
    angles = [word for word in modes if word != INDIRECT] or possible
    if len(angles) != 1 or modes.count(INDIRECT) > 1:
        raise ValueError(f"say one of {', '.join(possible)} after the target")
    a.facing = ANGLES[angles[0]] + (INDIRECT in modes)


# ---------------------------------------------------------------- targets, tiles, amounts


def is_place(word: str) -> bool:
    """Whether a target is a section, a barricade or a tile, not a unit."""
    return word.upper()[:1] in ("S", "K") or word.upper() == "TILE"


def read_target(s: State, a: Action, words: Words) -> None:
    """A unit, section or barricade; a bare tile is "tile F7"."""
    word = clipped(words.pop(0)).upper()
    if word == "TILE" and words:
        a.place = BARE + TILES.find(s, clipped(words.pop(0)))
    elif word[0] in "SK":
        a.place = naming.find_place(s, word)
    else:
        a.target = UNITS.find(s, word)


def write_target(s: State, a: Action) -> str:
    return UNITS.name(s, a.target) if a.target != NOBODY else naming.place_id(a.place)


def write_blown(s: State, a: Action) -> str:
    return naming.place_id(a.place) if a.place != NOBODY else write_target(s, a)


def read_barricade(s: State, a: Action, words: Words) -> None:
    word = clipped(words[0])
    read_target(s, a, words)
    if not BARRICADE <= a.place < BARE:
        raise ValueError(f"{word!r} is no barricade: only barricades and units are rammed")


def write_mobility(s: State, a: Action) -> str:
    return str(a.choice) if s.units[a.actor].chassis == Chassis.WALKER else ""


def read_mobility(s: State, a: Action, words: Words) -> None:
    """What a walker spends; without a number all that is left (AG-19.8)."""
    if words and s.units[a.actor].chassis != Chassis.WALKER:
        raise ValueError(f"only walkers choose the mobility of a ram: say ram {UNITS.name(s, a.target)}")
    left = int(s.units[a.actor].left)
    a.choice = grammar.whole(words.pop(0), "amount of mobility", MOST) if words else left


def write_screen(s: State, a: Action) -> str:
    return " ".join(naming.tile_name(tile) for tile in (a.place, a.target, a.choice) if tile != NOBODY)


def read_screen(s: State, a: Action, words: Words) -> None:
    """In which order they are said means nothing."""
    tiles = sorted(TILES.find(s, clipped(word)) for word in words)
    a.place, a.target, a.choice = (*tiles, NOBODY, NOBODY)[:3]
    words.clear()


def write_facing(s: State, a: Action) -> str:
    """Squads have no facing (AG-2.2)."""
    faceless = s.units[a.actor].chassis == Chassis.INFANTRY or a.facing == NOBODY
    return "" if faceless else Way(a.facing).name


def read_facing(s: State, a: Action, words: Words) -> None:
    if not words and s.units[a.actor].chassis != Chassis.INFANTRY:
        raise ValueError('say tile and facing, for example "place F12 N"')
    a.facing = grammar.one_of(Way.__members__, words.pop(0), "direction") if words else Way.N


# ---------------------------------------------------------------- the orders

DIRECTION = grammar.word("choice", Way.__members__, "direction", "NE")
CONE = grammar.word("facing", Way.__members__, "direction", "NE", "direction")
TURN = grammar.word("choice", TURNS, "way to turn", "left", "left, right or about")
ROWS = "a number from 0 to 8, row by row from the northwest"  # AG-2.9
ANCHOR = grammar.number("choice", "place in a tile", 8, "4", ROWS)
CHARGE = grammar.number("choice", "amount of charge", MOST, "40", "how much")
UNIT = UNITS.part("target", "to whom", "A2")
TILE = TILES.part("place", "tile", "F12")
WEAPON: FormPart[State] = FormPart("weapon", "rocket", write_weapon, read_weapon)
TARGET: FormPart[State] = FormPart("target", "B1", write_target, read_target, (1, 2))
MODE: FormPart[State] = FormPart("mode", "high indirect", write_mode, read_mode, (0, 1, 2))
RAMMED: FormPart[State] = FormPart("the target", "B1", write_target, read_target)
MOBILITY: FormPart[State] = FormPart(
    "for a walker the mobility to spend", "3", write_mobility, read_mobility, (0, 1)
)
BARRED: FormPart[State] = FormPart(
    "the barricade", "K1", lambda s, a: naming.place_id(a.place), read_barricade, (1, 2), suits=is_place
)
BLOWN: FormPart[State] = FormPart(
    "the structure or barricade section", "S2", write_blown, read_target, (1, 2)
)
SCREEN: FormPart[State] = FormPart("one to three tiles", "F7 G7", write_screen, read_screen, (1, 2, 3))
FACING: FormPart[State] = FormPart("facing", "N", write_facing, read_facing, (0, 1))

GRAMMAR = Grammar[State](
    "A1 step N",
    {
        Verb.END: line("end"),
        Verb.CONCEDE: line("concede"),
        Verb.ROLL: line("roll off"),
        Verb.FIRST: (line("first", choice=1), line("second", choice=0)),
    },
    Actors(
        "unit",
        UNITS,
        {
            Verb.STEP: line("step", DIRECTION),
            Verb.TURN: line("turn", TURN),
            Verb.REPOSITION: line("anchor", ANCHOR),
            Verb.SHOOT: line("fire", WEAPON, TARGET, MODE),
            Verb.REACT: line("react", WEAPON, grammar.or_word("off", CONE)),
            Verb.RAM_BARRICADE: line("ram", BARRED),
            Verb.RAM: line("ram", RAMMED, MOBILITY),
            Verb.SHIELD: line("shield"),
            Verb.TRANSFER: line("transfer", UNIT, CHARGE),
            Verb.SMOKE: line("smoke", SCREEN),
            Verb.CHARGE: line("charge", BLOWN),
            Verb.DEPLOY: line("place", TILE, FACING),
        },
    ),
)
action_text, parse_action = GRAMMAR.write, GRAMMAR.parse
