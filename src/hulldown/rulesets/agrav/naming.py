"""Names: units by their side's letter and a number (A1, B2), tiles like F7, sections S1, barricades K1."""

from __future__ import annotations

from hulldown.rulesets.agrav.accuracy import mode_allowed
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.codes import (
    BARE,
    BARRICADE,
    NOBODY,
    POINT,
    Chassis,
    Family,
    Feature,
    Height,
    Mode,
    Standing,
    Way,
)
from hulldown.rulesets.agrav.sheet import WeaponKind
from hulldown.rulesets.agrav.state import Section, State, column_of, row_of, tile_at
from hulldown.rulesets.common.names import finding, numbered

CHASSIS = {Chassis.TANK: "tank", Chassis.WALKER: "walker", Chassis.AGRAV: "AGrav", Chassis.INFANTRY: "squad"}
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

# ---------------------------------------------------------------- units


def unit_id(s: State, u: int) -> str:
    """The name a unit is ordered by: "A1", in the order of its side."""
    side = s.units[u].side
    return f"{'AB'[side]}{1 + sum(s.units[v].side == side for v in range(u))}"


def unit_ids(s: State) -> list[str]:
    """The names of all units by number."""
    return numbered("AB"[unit.side] for unit in s.units[: s.count])


find_unit = finding(unit_ids)


def unit_name(s: State, u: int) -> str:
    """What the catalogue calls a unit ("Bastion"); a design of a player's own by its chassis ("Tank")."""
    unit = s.units[u]
    units = SHELF.units()
    if unit.kind == NOBODY:
        name = CHASSIS[Chassis(unit.chassis)]
        return name[0].upper() + name[1:]
    key = units.kinds()[unit.kind]
    return (units.vehicles.get(key) or units.squads[key]).name


def kind_name(s: State, u: int) -> str:
    """What sort of unit it is, within a sentence: "medium walker", "squad"."""
    unit = s.units[u]
    budgets = SHELF.units().budgets.values()
    size = [f"{b.name.lower()} " for b in budgets if b.points == unit.budget]
    return "".join(size if unit.chassis != Chassis.INFANTRY else []) + CHASSIS[Chassis(unit.chassis)]


def present(s: State, side: int) -> list[int]:
    """The units of a side that are on the map."""
    return [u for u in range(s.count) if s.units[u].side == side and s.units[u].standing == Standing.PRESENT]


def enemies(s: State, side: int) -> list[int]:
    """The units on the map that a side may know of: with fog those in its sight (AG-24.1)."""
    there = present(s, 1 - side)
    return [u for u in there if not s.options.fog_of_war or s.known[side] >> u & 1]


def lurking(s: State, side: int) -> bool:
    """Whether enemies are in play that a side does not see (AG-16.4, AG-24.1)."""
    in_play = (Standing.PRESENT, Standing.UNSEEN)
    theirs = [u for u in range(s.count) if s.units[u].side != side and s.units[u].standing in in_play]
    return any(not s.known[side] >> u & 1 for u in theirs)


# ---------------------------------------------------------------- tiles, sections, barricades


def tile_name(tile: int) -> str:
    """A tile by column letter and row number: "A1" is the northwest corner."""
    return f"{LETTERS[column_of(tile)]}{row_of(tile) + 1}"


def find_tile(s: State, name: str) -> int:
    """The tile of a name. ValueError if the map has none."""
    letter, number = name[:1].upper(), name[1:]
    if letter and letter in LETTERS[: s.columns] and number.isdecimal() and 1 <= int(number) <= s.rows:
        return tile_at(LETTERS.index(letter), int(number) - 1)
    last = tile_name(tile_at(s.columns - 1, s.rows - 1))
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


def section_words(section: Section) -> str:
    """What a structure section is: "high weak structure", "ruin" (AG-3.15)."""
    marks = [feature.name.lower() for feature in Feature if section.features & feature]
    if section.height == Height.GONE:
        return "debris"
    if section.ruin:
        return " ".join([*marks, "ruin"])
    return " ".join([Height(section.height).name.lower(), *marks, "structure"])


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


def weapon_kind(kind: int) -> WeaponKind:
    """The catalogue's entry of a weapon."""
    return list(SHELF.units().weapons.values())[kind]


def weapon_name(s: State, u: int, w: int) -> str:
    """What the catalogue calls a weapon, with its number where a unit has two of a kind."""
    kind = int(s.units[u].weapon[w].kind)
    same = [i for i in range(s.units[u].weapons) if s.units[u].weapon[i].kind == kind]
    return weapon_kind(kind).name + (f" {1 + same.index(w)}" if len(same) > 1 else "")


def weapon_ids(s: State, u: int) -> list[str]:
    """The weapons of a unit as orders name them: "laser"; of two "laser1", "laser2", or "gun75-1"."""
    keys = list(SHELF.units().weapons)
    mine = [keys[s.units[u].weapon[w].kind] for w in range(s.units[u].weapons)]
    return [
        key if mine.count(key) == 1 else f"{key}{'-' if key[-1].isdigit() else ''}{1 + mine[:w].count(key)}"
        for w, key in enumerate(mine)
    ]


def points(tenths: int) -> str:
    """Tenths of a point as they are written: "84.3", "90" (AG-1.3)."""
    whole, rest = divmod(abs(tenths), POINT)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{rest}' if rest else ''}"


def modes_of(family: int) -> list[Mode]:
    """The ways in which a weapon of a family can be fired (AG-17.2, AG-18)."""
    return [mode for mode in Mode if mode_allowed(Family(family), mode, 0)]


def way_name(way: int) -> str:
    """A direction in words."""
    return WAYS[Way(way)]
