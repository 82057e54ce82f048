"""`scenarios/*.toml` (section 6): the map as a picture, what stands on it, who fights and what scores;
and what such a file can get wrong beyond its types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, WithJsonSchema

from hulldown.catalogue import Entry, OptionValue, RuleId, Text, ValidationIssue, quote, unknown_name
from hulldown.rulesets.agrav.catalogue.units import design_problems
from hulldown.rulesets.agrav.codes import BARRICADES, COLUMNS, FLYING, ROWS, SECTIONS, UNITS, ZONES
from hulldown.rulesets.agrav.design import max_in_flight
from hulldown.rulesets.agrav.sheet import Design, Units
from hulldown.rulesets.common.scenarios import BySides, Known, Task, numbering_problems, option_problems

Facing = Literal["N", "E", "S", "W"]
Mission = Literal["points", "demolition"]
FEATURES = ("weak", "reinforced", "hardened", "volatile")
GROUNDS = ("clear", "debris", "wall", "gate", "open gate")
EDGE = re.compile(r"([0-9]{1,2}),([0-9]{1,2}) ([SE])")
Coordinate = Annotated[int, Field(ge=0, lt=COLUMNS)]
Tile = Annotated[tuple[Coordinate, ...], Field(min_length=2, max_length=2)]
Box = Annotated[tuple[Coordinate, ...], Field(min_length=4, max_length=4)]
RoundNumber = Annotated[int, Field(ge=1, le=24)]
Points = Annotated[int, Field(ge=0, le=1000)]


class Built(NamedTuple):
    """What a sign of the picture means where it is a structure: its height, or a ruin, and its features."""

    height: str
    features: tuple[str, ...]


class Edge(NamedTuple):
    """Where a barricade section lies: the tile, and whether it is the edge S of it or E (AG-3.7)."""

    column: int
    row: int
    south: bool


def meaning(text: Any) -> str | Built:
    """What a sign of the picture means: a ground, or such as `high weak`. ValueError if nothing."""
    if isinstance(text, Built) or text in GROUNDS:
        return text  # type: ignore[no-any-return]
    words = text.split() if isinstance(text, str) else []
    heights = [word for word in words if word in ("high", "low", "ruin")]
    features = [word for word in words if word in FEATURES]
    plain = set(features) <= {"weak"} or heights != ["ruin"]
    if len(heights) == 1 and len(heights) + len(set(features)) == len(words) and plain:
        return Built(heights[0], tuple(features))
    raise ValueError(f"{quote(text)} is none of {', '.join(GROUNDS)}, high, low or ruin with its features")


def edge(text: Any) -> Edge:
    """The edge that a text such as `9,5 S` names. ValueError if it names none."""
    if isinstance(text, Edge):
        return text
    match = EDGE.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise ValueError(f'must be a tile and S or E, such as "9,5 S", not {quote(text)}')
    return Edge(int(match[1]), int(match[2]), match[3] == "S")


SHOWN = WithJsonSchema({"type": "string"})
Meaning = Annotated[Any, AfterValidator(meaning), SHOWN]
Barrier = Annotated[Any, AfterValidator(edge), SHOWN]


class Side(Entry):
    """A side; the first one listed is side A."""

    name: Text
    role: str = ""
    task: Task = ""


class Smoke(Entry):
    """Smoke on a tile from the start (AG-3.11)."""

    tile: Tile
    turns: Annotated[int, Field(ge=1, le=3)]


class Zone(Entry):
    """A place that scores `points` for the only side with a unit within `reach` of it, at the end of rounds.

    It is a tile, or a section while that stands; the side in whose turn it falls loses `felling`.
    """

    tile: Tile | None = None
    section: str = ""
    reach: Annotated[int, Field(ge=0, le=COLUMNS)]
    points: Points
    rounds: Annotated[tuple[RoundNumber, ...], Field(min_length=1)]
    felling: Points = 0


class Force(Entry):
    """A unit at the start: one of `units.toml`, or a vehicle of a player's own `design`.

    In free play it has no tile; squads have no facing (AG-2.2).
    """

    unit: str = ""
    design: Design | None = None
    tile: Tile | None = None
    facing: Facing | None = None


class Scenario(BySides, Entry):
    """A scenario as it is printed. `units` are A1, A2 ... for side A and B1, B2 ... for side B.

    `picture` has a string per row from the north, `legend` says what its signs mean, and `sections` gives
    each structure its rectangle [west, north, east, south], in section order. `ground` takes all that lies
    on the map, its round limit and its scoring from another scenario. `free`: units are placed by the
    players, of at most `total` points a side (AG-6.9). In the mission `demolition` the `attacker` must bring
    down the section `objective`.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: Text
    mission: Mission = "points"
    attacker: str = ""
    objective: str = ""
    first: str = ""
    free: bool = False
    total: Points = 0
    ground: str = ""
    rounds: Annotated[int, Field(ge=1, le=24)] = 8
    picture: Annotated[tuple[str, ...], Field(max_length=ROWS)] = ()
    legend: dict[str, Meaning] = Field(default_factory=dict)
    sections: dict[str, Box] = Field(default_factory=dict)
    barricades: tuple[Barrier, ...] = ()
    smoke: tuple[Smoke, ...] = ()
    zones: Annotated[tuple[Zone, ...], Field(max_length=ZONES)] = ()
    options: dict[str, OptionValue] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(min_length=2, max_length=2)]
    units: Annotated[dict[str, Force], Field(min_length=2)]

    @property
    def columns(self) -> int:
        """How wide the map is."""
        return len(self.picture[0]) if self.picture else 0

    def sign(self, column: int, row: int) -> str | Built:
        """What the picture shows on a tile; clear ground where nothing is said."""
        return self.legend.get(self.picture[row][column], "clear")  # type: ignore[no-any-return]

    def on(self, other: Scenario) -> Scenario:
        """The scenario on the map of another, with its round limit and scoring (AG-6.9)."""
        names = ("rounds", "picture", "legend", "sections", "barricades", "smoke", "zones")
        return self.model_copy(update={name: getattr(other, name) for name in names})


def tiles_of(box: tuple[int, ...]) -> list[tuple[int, int]]:
    """The tiles of a rectangle with inclusive corners, row by row."""
    west, north, east, south = box
    return [(x, y) for y in range(north, south + 1) for x in range(west, east + 1)]


# ---------------------------------------------------------------- what a file can get wrong


def scenario_problems(file: Scenario, units: Units, options: Known) -> Iterator[ValidationIssue]:
    """Everything that keeps a scenario, its map included, from being played."""
    yield from option_problems(file.options, options)
    yield from side_problems(file)
    yield from roster_problems(file)
    drawn = list(map_problems(file))
    yield from drawn
    yield from zone_problems(file)
    yield from mission_problems(file)
    for name, force in file.units.items():
        yield from kind_problems(name, force, units)
        if not drawn:
            yield from place_problems(name, force, file, units)
    if not drawn:
        yield from crowding_problems(file)
    for problem in barrage_problems(file.units, units):
        yield ValidationIssue(("units",), problem, "AG-17.17")


def side_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Sides that a key names and nobody has."""
    names = [side.name for side in file.sides]
    for key in ("first", "attacker"):
        if getattr(file, key) and getattr(file, key) not in names:
            yield ValidationIssue((key,), unknown_name("side", getattr(file, key), names))


def roster_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Names that are not A1, A2 ... and B1, B2 ... in this order, or too many of them."""
    yield from numbering_problems(file, "unit", "units")
    if len(file.units) > UNITS:
        yield ValidationIssue(("units",), f"may be at most {UNITS}")


# ---------------------------------------------------------------- what is fought for


def zone_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Zones that are neither a tile nor a section, or both; rounds after the last (AG-23.2)."""
    for number, zone in enumerate(file.zones):
        place = ("zones", number)
        if (zone.tile is None) == (not zone.section):
            yield ValidationIssue(place, "is a tile or a section, one of the two")
        if zone.section and zone.section not in file.sections:
            yield ValidationIssue((*place, "section"), unknown_name("section", zone.section, file.sections))
        if zone.tile and not on_map(file, *zone.tile):
            yield ValidationIssue((*place, "tile"), "is off the map")
        if max(zone.rounds) > file.rounds:
            yield ValidationIssue((*place, "rounds"), f"the last round is {file.rounds}")


def mission_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """An attack without an attacker or an objective, or either of them in another scenario."""
    for key in ("attacker", "objective"):
        if bool(getattr(file, key)) != (file.mission == "demolition"):
            wanted = "is missing" if file.mission == "demolition" else "means nothing in this mission"
            yield ValidationIssue((key,), wanted)
    if file.objective and file.objective not in file.sections:
        yield ValidationIssue(("objective",), unknown_name("section", file.objective, file.sections))
    if file.free and not file.total:
        yield ValidationIssue(("total",), "is missing: the points that each side builds to", "AG-6.1")


# ---------------------------------------------------------------- forces


def kind_problems(name: str, force: Force, units: Units) -> Iterator[ValidationIssue]:
    """A unit that does not exist, none at all or two at once, a design that is illegal (AG-5.6)."""
    place = ("units", name)
    if bool(force.unit) == (force.design is not None):
        what = "names a unit and describes a design" if force.unit else "is missing"
        yield ValidationIssue((*place, "unit"), what)
    elif force.unit and force.unit not in units.kinds():
        yield ValidationIssue((*place, "unit"), unknown_name("unit", force.unit, units.kinds()))
    if force.design:
        for problem in design_problems(force.design, units):
            yield problem._replace(place=(*place, "design", *problem.place))


def barrage_problems(forces: Mapping[str, Force], units: Units) -> Iterator[str]:
    """Forces that could have more rounds in flight at once than are kept (AG-17.17)."""
    most = sum(max_in_flight(weapons_of(force, units), units) for force in forces.values())
    if most > FLYING:
        yield f"can have {most} rounds in flight at once, more than {FLYING}"


def weapons_of(force: Force, units: Units) -> list[str]:
    """The weapons of a unit that exist; none of one that does not."""
    design = force.design or units.vehicles.get(force.unit)
    squad = units.squads.get(force.unit)
    names = [weapon.weapon for weapon in design.weapons] if design else list(squad.weapons if squad else ())
    return [name for name in names if name in units.weapons]


def place_problems(name: str, force: Force, file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """A unit off the map, on what it cannot enter, or without a facing that it needs (AG-2.2, AG-2.3)."""
    place = ("units", name)
    if file.free:
        if force.tile or force.facing:
            yield ValidationIssue(place, "is placed by its player: leave tile and facing out", "AG-6.9")
        return
    if force.tile is None:
        yield ValidationIssue((*place, "tile"), "is missing")
    elif not on_map(file, *force.tile):
        yield ValidationIssue((*place, "tile"), "is off the map", "AG-2.3")
    elif not walkable(file, *force.tile):
        yield ValidationIssue((*place, "tile"), "structures, ruins and walls cannot be entered", "AG-2.3")
    squad = force.unit in units.squads
    if squad == (force.facing is not None):
        what = "infantry has no facing" if squad else "is missing"
        yield ValidationIssue((*place, "facing"), what, "AG-2.2")


def crowding_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Two units on one tile (AG-2.3)."""
    taken: dict[tuple[int, ...], str] = {}
    for name, force in file.units.items():
        if force.tile is not None:
            other = taken.setdefault(force.tile, name)
            if other != name:
                yield ValidationIssue(("units", name, "tile"), f"{other} stands there", "AG-2.3")


# ---------------------------------------------------------------- the map


def map_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Everything wrong with the map; what lies on it is looked at only if the picture can be read."""
    drawn = list(picture_problems(file))
    yield from drawn
    if drawn:
        return
    yield from section_problems(file)
    yield from uncovered_problems(file)
    yield from barricade_problems(file)
    for number, smoke in enumerate(file.smoke):
        if not on_map(file, *smoke.tile) or not walkable(file, *smoke.tile):
            yield ValidationIssue(("smoke", number, "tile"), "smoke needs an open tile on the map", "AG-3.11")


def picture_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """No picture, rows of different lengths, signs that the legend does not explain."""
    if not file.picture or not file.columns:
        yield ValidationIssue(("picture",), "is missing")
        return
    if file.columns > COLUMNS:
        yield ValidationIssue(("picture", 0), f"a row has at most {COLUMNS} tiles")
    for row, line in enumerate(file.picture):
        if len(line) != file.columns:
            yield ValidationIssue(("picture", row), f"should have {file.columns} tiles, not {len(line)}")
        for sign in sorted(set(line) - set(file.legend) - {"."}):
            yield ValidationIssue(("picture", row), f"the legend does not say what {quote(sign)} means")


def section_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Sections off the map, of several kinds of structure, or on top of each other (AG-20.1)."""
    if len(file.sections) > SECTIONS:
        yield ValidationIssue(("sections",), f"may be at most {SECTIONS}")
    taken: dict[tuple[int, int], str] = {}
    for name, box in file.sections.items():
        tiles = tiles_of(box)
        place = ("sections", name)
        if not tiles or not all(on_map(file, *tile) for tile in tiles):
            yield ValidationIssue(place, "must be [west, north, east, south] on the map")
            continue
        kinds = {file.sign(*tile) for tile in tiles}
        if len(kinds) > 1 or not isinstance(next(iter(kinds)), Built):
            yield ValidationIssue(place, "must be one kind of structure in the picture", "AG-20.1")
        for tile in tiles:
            other = taken.setdefault(tile, name)
            if other != name:
                yield ValidationIssue(place, f"lies on {other}")
                break


def uncovered_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Structures in the picture that belong to no section."""
    covered = {tile for box in file.sections.values() for tile in tiles_of(box)}
    for row in range(len(file.picture)):
        for column in range(file.columns):
            if isinstance(file.sign(column, row), Built) and (column, row) not in covered:
                yield ValidationIssue(("picture", row), f"the structure at {column},{row} is in no section")


def barricade_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Barricades that are not between two tiles of the map, or lie there twice (AG-3.7)."""
    if len(file.barricades) > BARRICADES:
        yield ValidationIssue(("barricades",), f"may be at most {BARRICADES}")
    for number, barricade in enumerate(file.barricades):
        beyond = (
            (barricade.column, barricade.row + 1)
            if barricade.south
            else (barricade.column + 1, barricade.row)
        )
        if not on_map(file, barricade.column, barricade.row) or not on_map(file, *beyond):
            yield ValidationIssue(("barricades", number), "must lie between two tiles of the map", "AG-3.7")
        if barricade in file.barricades[:number]:
            yield ValidationIssue(("barricades", number), "lies there already")


def on_map(file: Scenario, column: int, row: int) -> bool:
    """Whether the picture has such a tile."""
    return 0 <= column < file.columns and 0 <= row < len(file.picture)


def walkable(file: Scenario, column: int, row: int) -> bool:
    """Whether units can stand on a tile (AG-2.3)."""
    return file.sign(column, row) in ("clear", "debris", "open gate")
