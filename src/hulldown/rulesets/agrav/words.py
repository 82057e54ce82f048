"""The words of the game: names, refusals, and orders as text and back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav import state
from hulldown.rulesets.agrav.accuracy import is_indirect, mode_allowed
from hulldown.rulesets.agrav.catalogue import SHELF, Shelf
from hulldown.rulesets.agrav.events import Why
from hulldown.rulesets.agrav.state import BARE, BARRICADE, NOBODY, Chassis, Mode, Part, State, Verb, Way
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common import grammar
from hulldown.rulesets.common.grammar import Actors, FormPart, Grammar, NameLookup, Words, clipped, line
from hulldown.rulesets.common.names import finding, numbered, plural, spelled
from hulldown.rulesets.common.ruleset_files import once

HALF, TWICE = 50, 2  # percent; times

FACES = spelled(state.Face)
MODE_WORDS: dict[int, tuple[str, tuple[str, ...]]] = {
    # what is said of a shot, and by which rules; "direct" only where a weapon has another mode
    Mode.DIRECT: ("", ()),
    Mode.LOW: ("low-angle", ("AG-17.15",)),
    Mode.LOW_INDIRECT: ("low-angle and indirect", ("AG-17.4", "AG-17.5")),
    Mode.HIGH: ("high-angle", ("AG-17.10",)),
    Mode.HIGH_INDIRECT: ("high-angle and indirect", ("AG-17.4", "AG-17.10")),
    Mode.TOP: ("as a top attack", ("AG-18.5",)),
    Mode.TOP_INDIRECT: ("as an indirect top attack", ("AG-17.4", "AG-18.6")),
}
SHIELDS = spelled(state.Shield)
STEPS: dict[int, tuple[str, str]] = {  # how a chassis moves, and by which rule
    Chassis.TANK: ("drives", "AG-7.1"),
    Chassis.WALKER: ("walks", "AG-7.3"),
    Chassis.AGRAV: ("slides", "AG-7.6"),
    Chassis.INFANTRY: ("moves", "AG-21.3"),
}
PARTS = spelled(
    Part,
    COCKPIT="cockpit and sensors",
    SHIELD="shield generator",
    AMMO="ammo bin",
    SMOKE="smoke discharger",
    TRANSFER="shield transfer system",
)
HARMS: dict[int, tuple[str, str]] = {  # first and second crit, with numbers in force (table 3.10)
    Part.COCKPIT: ("-{o.cockpit_penalty}% on every to-hit roll, no sensors", "and with it the vehicle"),
    Part.DRIVE: ("{drive} mobility", "neither steps nor turns"),
    Part.SHIELD: ("{shield} the default maximum", "no shield any more"),
    Part.GENERATOR: ("{generator} output", "no output, no regeneration"),
    Part.CAPACITOR: ("{capacitor} the extra storage", "no extra storage"),
    Part.AMMO: ("{ammo} the loads left", "no loads left"),
    Part.WEAPON: ("-{o.weapon_penalty}% with it", "cannot fire"),
    Part.TURRET: ("-{o.turret_penalty}% with its weapons", "jammed, its weapons are hull mounts"),
    Part.STABILISER: ("full becomes partial, partial none", "its weapon is unstabilised"),
    Part.SMOKE: ("{smoke} the uses left", "no uses left"),
    Part.TRANSFER: ("{transfer} of what is sent is lost", "cannot transfer"),
}


def harm_text(o: state.Options, part: int, crits: int) -> str:
    """What the first or second crit on a part does (table 3.10)."""
    return fill_shares(o, HARMS[part][crits - 1])


def fill_shares(o: state.Options, text: str) -> str:
    """A text of what crits do, with the shares in force (table 3.10)."""
    return text.format(
        o=o,
        drive=share_text(o.damaged_drive),
        shield=share_text(o.damaged_shield, " of"),
        generator=share_text(o.damaged_generator),
        capacitor=share_text(o.damaged_capacitor, " of"),
        ammo=share_text(o.damaged_ammo, " of"),
        loads=share_text(o.damaged_ammo),
        smoke=share_text(o.damaged_smoke, " of"),
        transfer=share_text(o.damaged_transfer_loss),
    )


def share_text(percent: int, of: str = "") -> str:
    """A share in words: "half the loads", "30% of the loads"; `of` goes behind a percentage."""
    return "half" if percent == HALF else f"{percent}%{of}"


def multiplier_text(times: int) -> str:
    """How often damage counts: "doubled", "x 3"."""
    return "doubled" if times == TWICE else f"x {times}"


def refusal(o: state.Options, code: int) -> Refusal:
    """A reason against an order in words, with the numbers in force (section 9)."""
    plain = Why.refusal(code)
    reach = {"transfer": plural(o.transfer_range, "tile"), "smoke": plural(o.smoke_range, "tile")}
    return replace(plain, text=plain.text.format(**reach))


def printed_refusal(code: int) -> Refusal:
    """The same as it is printed."""
    return refusal(SHELF.options_under({}), code)


def times_text(times: int) -> str:
    """How many times: "twice", "3 times"."""
    return "twice" if times == TWICE else f"{times} times"


def decimal(number: Fraction | int) -> str:
    """An exact number with two decimals at most, as the worked examples write it: "11.85", "108"."""
    hundredths = (200 * number + 1) // 2
    whole, rest = divmod(int(hundredths), 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


# ---------------------------------------------------------------- naming
# Names: units by their side's letter and a number (A1, B2), tiles like F7, sections S1, barricades K1.


CHASSIS = spelled(Chassis, AGRAV="AGrav", INFANTRY="squad")
WAYS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
MODES = {
    Mode.DIRECT: "direct",
    Mode.LOW: "low-angle",
    Mode.LOW_INDIRECT: "indirect low-angle",
    Mode.HIGH: "high-angle",
    Mode.HIGH_INDIRECT: "indirect high-angle",
    Mode.TOP: "top attack",
    Mode.TOP_INDIRECT: "indirect top attack",
}
ANCHORS = ("northwest", "north", "northeast", "west", "centre", "east", "southwest", "south", "southeast")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"  # of columns; row numbers count from 1 in the north


def unit_id(s: State, u: int) -> str:
    """The name a unit is ordered by: "A1", in the order of its side."""
    side = s.units[u].side
    return f"{'AB'[side]}{1 + sum(s.units[v].side == side for v in range(u))}"


def unit_ids(s: State) -> list[str]:
    """The names of all units by number."""
    return numbered("AB"[unit.side] for unit in s.units[: s.count])


find_unit = finding(unit_ids)


def unit_name(shelf: Shelf, s: State, u: int) -> str:
    """What the catalogue calls a unit ("Bastion"); a design of a player's own by its chassis ("Tank")."""
    unit = s.units[u]
    units = shelf.units()
    if unit.kind == NOBODY:
        name = CHASSIS[Chassis(unit.chassis)]
        return name[0].upper() + name[1:]
    key = units.kinds()[unit.kind]
    return (units.vehicles.get(key) or units.squads[key]).name


def kind_name(shelf: Shelf, s: State, u: int) -> str:
    """What sort of unit it is, within a sentence: "medium walker", "squad"."""
    unit = s.units[u]
    budgets = shelf.units().budgets.values()
    size = [f"{b.name.lower()} " for b in budgets if b.points == unit.budget]
    return "".join(size if unit.chassis != Chassis.INFANTRY else []) + CHASSIS[Chassis(unit.chassis)]


def present(s: State, side: int) -> list[int]:
    """The units of a side that are on the map."""
    return [
        u for u in range(s.count) if s.units[u].side == side and s.units[u].standing == state.Standing.PRESENT
    ]


def enemies(s: State, side: int) -> list[int]:
    """The units on the map that a side may know of: with fog those in its sight (AG-24.1)."""
    there = present(s, 1 - side)
    return [u for u in there if not s.options.fog_of_war or s.known[side] >> u & 1]


def lurking(s: State, side: int) -> bool:
    """Whether enemies are in play that a side does not see (AG-16.4, AG-24.1)."""
    in_play = (state.Standing.PRESENT, state.Standing.UNSEEN)
    theirs = [u for u in range(s.count) if s.units[u].side != side and s.units[u].standing in in_play]
    return any(not s.known[side] >> u & 1 for u in theirs)


# ---------------------------------------------------------------- tiles, sections, barricades


def tile_name(tile: int) -> str:
    """A tile by column letter and row number: "A1" is the northwest corner."""
    return f"{LETTERS[state.column_of(tile)]}{state.row_of(tile) + 1}"


def find_tile(s: State, name: str) -> int:
    """The tile of a name. ValueError if the map has none."""
    letter, number = name[:1].upper(), name[1:]
    if letter and letter in LETTERS[: s.columns] and number.isdecimal() and 1 <= int(number) <= s.rows:
        return state.tile_at(LETTERS.index(letter), int(number) - 1)
    last = tile_name(state.tile_at(s.columns - 1, s.rows - 1))
    raise ValueError(f"{name!r} is no tile of this map: tiles are named A1 to {last}")


def section_id(i: int) -> str:
    """The name a structure section is ordered by: "S1"."""
    return f"S{i + 1}"


def barricade_id(b: int) -> str:
    """The name a barricade section is ordered by: "K1"."""
    return f"K{b + 1}"


def place_id(place: int) -> str:
    """A section, a barricade section or a bare tile as an order names it."""
    if place >= BARE:
        return f"tile {tile_name(place - BARE)}"
    return barricade_id(place - BARRICADE) if place >= BARRICADE else section_id(place)


def find_place(s: State, name: str) -> int:
    """A section or barricade section as orders keep it. ValueError lists those there are."""
    known = {section_id(i): i for i in range(s.sections)}
    known |= {barricade_id(b): BARRICADE + b for b in range(s.barricades)}
    if name.upper() not in known:
        there = f"there are {', '.join(known)}" if known else "the map has no structures"
        raise ValueError(f"there is no section {name.upper()!r}: {there}")
    return known[name.upper()]


def section_words(section: state.Section) -> str:
    """What a structure section is: "high weak structure", "ruin" (AG-3.15)."""
    marks = [feature.name.lower() for feature in state.Feature if section.features & feature]
    if section.height == state.Height.GONE:
        return "debris"
    if section.ruin:
        return " ".join([*marks, "ruin"])
    return " ".join([state.Height(section.height).name.lower(), *marks, "structure"])


def place_kind(place: int) -> str:
    """A place by what it is and its name: "structure S3", "barricade K1"."""
    kind = "barricade" if place >= BARRICADE else "structure"
    return place_id(place) if place >= BARE else f"{kind} {place_id(place)}"


def place_name(s: State, place: int) -> str:
    """A place within a sentence: "S3, a low structure"."""
    if place >= BARE:
        return f"the wall on {tile_name(place - BARE)}"
    if place >= BARRICADE:
        return f"barricade {barricade_id(place - BARRICADE)}"
    return f"{section_id(place)}, {section_words(s.section[place])}"


# ---------------------------------------------------------------- weapons


def weapon_name(shelf: Shelf, s: State, u: int, w: int) -> str:
    """What the catalogue calls a weapon, with its number where a unit has two of a kind."""
    kind = int(s.units[u].weapon[w].kind)
    same = [i for i in range(s.units[u].weapons) if s.units[u].weapon[i].kind == kind]
    return list(shelf.units().weapons.values())[kind].name + (
        f" {1 + same.index(w)}" if len(same) > 1 else ""
    )


def weapon_ids(shelf: Shelf, s: State, u: int) -> list[str]:
    """The weapons of a unit as orders name them: "laser"; of two "laser1", "laser2", or "gun75-1"."""
    keys = list(shelf.units().weapons)
    mine = [keys[s.units[u].weapon[w].kind] for w in range(s.units[u].weapons)]
    return [
        key if mine.count(key) == 1 else f"{key}{'-' if key[-1].isdigit() else ''}{1 + mine[:w].count(key)}"
        for w, key in enumerate(mine)
    ]


def points(tenths: int) -> str:
    """Tenths of a point as they are written: "84.3", "90" (AG-1.3)."""
    whole, rest = divmod(abs(tenths), state.POINT)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{rest}' if rest else ''}"


def modes_of(family: int) -> list[Mode]:
    """The ways in which a weapon of a family can be fired (AG-17.2, AG-18)."""
    return [mode for mode in Mode if mode_allowed(state.Family(family), mode, 0)]


def way_name(way: int) -> str:
    """A direction in words."""
    return WAYS[Way(way)]


# ---------------------------------------------------------------- text
# Orders as text and back: "A1 step NE", "A1 fire rocket B1 high" (AG-6.6).


TURNS = {"left": -1, "right": 1, "about": 2}
ANGLES = {"direct": Mode.DIRECT, "low": Mode.LOW, "high": Mode.HIGH, "top": Mode.TOP}
INDIRECT = "indirect"
UNITS = NameLookup(find_unit, unit_id)
TILES = NameLookup(find_tile, lambda s, tile: tile_name(tile))
MOST = 9999  # that an amount can be said to be


def write_weapon(shelf: Shelf, s: State, a: Action) -> str:
    return weapon_ids(shelf, s, a.actor)[a.choice]


def read_weapon(shelf: Shelf, s: State, a: Action, words: Words) -> None:
    known = {weapon: number for number, weapon in enumerate(weapon_ids(shelf, s, a.actor))}
    a.choice = grammar.one_of(known, words.pop(0), f"weapon of {UNITS.name(s, a.actor)}")


def angles_of(s: State, a: Action) -> list[str]:
    """The words of the modes of an order's weapon, each once; with only one it need not be said."""
    modes = modes_of(int(s.units[a.actor].weapon[a.choice].family))
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
        a.place = find_place(s, word)
    else:
        a.target = UNITS.find(s, word)


def write_target(s: State, a: Action) -> str:
    return UNITS.name(s, a.target) if a.target != NOBODY else place_id(a.place)


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
    return " ".join(tile_name(tile) for tile in (a.place, a.target, a.choice) if tile != NOBODY)


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
TARGET = FormPart[State]("target", "B1", write_target, read_target, (1, 2))
MODE = FormPart[State]("mode", "high indirect", write_mode, read_mode, (0, 1, 2))
RAMMED = FormPart[State]("the target", "B1", write_target, read_target)
MOBILITY = FormPart[State]("for a walker the mobility to spend", "3", write_mobility, read_mobility, (0, 1))
BARRED = FormPart[State](
    "the barricade", "K1", lambda s, a: place_id(a.place), read_barricade, (1, 2), suits=is_place
)
BLOWN = FormPart[State]("the structure or barricade section", "S2", write_target, read_target, (1, 2))
SCREEN = FormPart[State]("one to three tiles", "F7 G7", write_screen, read_screen, (1, 2, 3))
FACING = FormPart[State]("facing", "N", write_facing, read_facing, (0, 1))


@once
def orders_as_text(shelf: Shelf) -> Grammar[State]:
    """The lines of all orders; weapons are named as on the shelf."""
    weapon = FormPart[State]("weapon", "rocket", partial(write_weapon, shelf), partial(read_weapon, shelf))
    return Grammar[State](
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
                Verb.SHOOT: line("fire", weapon, TARGET, MODE),
                Verb.REACT: line("react", weapon, grammar.or_word("off", CONE)),
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


def action_text(shelf: Shelf, s: State, a: Action, blank: bool = False) -> str:
    """The stable text of an order in a position; with {} for its number if that is left `blank`."""
    return orders_as_text(shelf).write(s, a, blank)


def parse_action(shelf: Shelf, s: State, seat: int, text: str) -> Action:
    """The order of a text. ValueError says in a sentence what is not understood."""
    return orders_as_text(shelf).parse(s, seat, text)
