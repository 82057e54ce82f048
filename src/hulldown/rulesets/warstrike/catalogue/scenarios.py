"""`scenarios/*.toml` (section 5): the table, who stands where, what scores; what a file can get wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from hulldown.catalogue import Entry, OptionValue, Place, RuleId, Text, ValidationIssue, unknown_name
from hulldown.kernel.shapes import CORNERS
from hulldown.rulesets.common.scenarios import (
    BySides,
    Known,
    Task,
    alike_problems,
    box_problems,
    numbering_problems,
    option_problems,
)
from hulldown.rulesets.warstrike.catalogue.units import Inches, Units
from hulldown.rulesets.warstrike.catalogue.units import Value as Points
from hulldown.rulesets.warstrike.codes import COLUMNS, MODELS, OBJECTIVES, PIECES, PROFILES, ROWS, UNITS

Point = Annotated[tuple[Inches, ...], Field(min_length=2, max_length=2)]
Box = Annotated[tuple[Inches, ...], Field(min_length=4, max_length=4)]
EdgeName = Literal["south", "north", "west", "east"]
GroundName = Literal["wood", "ruin", "bog", "hill", "dangerous", "linear", "block", "water"]


class Terrain(Entry):
    """A piece of terrain (WS-3.1): the corners of a polygon, of `linear` the points of a broken line."""

    ground: GroundName
    points: Annotated[tuple[Point, ...], Field(min_length=2, max_length=CORNERS)]


class Side(Entry):
    """A side; the first one listed is seat 0. `letter` begins the names of its units."""

    name: Text
    letter: Annotated[str, Field(pattern="^[A-Z]$")]
    role: str = ""
    task: Task = ""
    edge: EdgeName
    zone: Box


class Objective(Entry):
    """An objective marker (WS-14.4): whose it is, if anybody's, and what it scores at the end (WS-14.7)."""

    at: Point
    side: str = ""
    vp: Points = 0


class Force(Entry):
    """A unit of `units.toml` and where its leader stands, the others in formation round him (WS-4.9)."""

    unit: str
    leader: Point


class Scenario(BySides, Entry):
    """A scenario as it is printed. The units of a side are its letter and a number from 1.

    `ground` takes everything that is not said here from another scenario. `free`: the players place their
    units themselves (WS-4.2); with `points` any units worth so many VP a side (WS-4.14). `attacker` is rolled
    for where none is named (WS-4.3); `morale` says whether task forces check theirs (WS-14.1), `sudden`
    whether an enemy objective held wins at once (WS-14.4). `holder` scores the objectives that nobody else
    controls at the end.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: str = ""
    ground: str = ""
    free: bool = False
    points: Annotated[int, Field(ge=0, le=10_000)] = 0
    size: Point = (48, 36)
    turns: Annotated[int, Field(ge=1, le=20)] = 6
    attacker: str = ""
    morale: bool = True
    sudden: bool = False
    holder: str = ""
    objectives: Annotated[tuple[Objective, ...], Field(max_length=OBJECTIVES)] = ()
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=PIECES)] = ()
    options: dict[str, OptionValue] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    units: dict[str, Force] = Field(default_factory=dict)

    def seat_of(self, side: str) -> int:
        """0 or 1 for the name of a side, -1 for none."""
        return next((seat for seat, candidate in enumerate(self.sides) if candidate.name == side), -1)


# ---------------------------------------------------------------- what a file can get wrong


def scenario_problems(file: Scenario, units: Units, options: Known) -> Iterator[ValidationIssue]:
    """Everything that keeps a scenario from being played, but where its models stand."""
    yield from option_problems(file.options, options)
    if len(file.sides) < 2:
        yield ValidationIssue(("sides",), "must be two")
        return
    yield from side_problems(file)
    yield from roster_problems(file, units)
    yield from table_problems(file)
    yield from objective_problems(file)


# ---------------------------------------------------------------- sides and units


def side_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Sides that share a name, a letter or an edge, zones off the table, an attacker who is no side."""
    yield from alike_problems(file.sides, "letter", "edge")
    for number, side in enumerate(file.sides):
        yield from box_problems(("sides", number, "zone"), side.zone, file.size, "WS-1.1")
    for key, rule in (("attacker", "WS-4.7"), ("holder", "WS-14.7")):
        yield from side_name_problems(file, (key,), getattr(file, key), rule)


def side_name_problems(file: Scenario, place: Place, name: str, rule: str) -> Iterator[ValidationIssue]:
    """The name of a side that is none."""
    if name and file.seat_of(name) < 0:
        yield ValidationIssue(place, unknown_name("side", name, [side.name for side in file.sides]), rule)


def roster_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Names that are not a side's letter and a number from 1, sides without anybody, too many, no units."""
    yield from numbering_problems(file, "unit", "they")
    for name, force in file.units.items():
        if not units.key_of(force.unit):
            yield ValidationIssue(
                ("units", name, "unit"), unknown_name("unit", force.unit, units.units), "WS-2.1"
            )
    yield from crowd_problems(file, units)
    yield from point_problems(file, units)


def crowd_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """More units or models than the game keeps."""
    if len(file.units) > UNITS:
        yield ValidationIssue(("units",), f"may be at most {UNITS}", "WS-1.16")
    keys = [units.key_of(force.unit) for force in file.units.values()]
    if len({*keys}) > PROFILES:
        yield ValidationIssue(("units",), f"are of more than {PROFILES} kinds", "WS-1.16")
    if sum(len(units.units[key].each()) for key in keys if key) > MODELS:
        yield ValidationIssue(("units",), f"have more than {MODELS} models", "WS-1.16")


def point_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Points where nothing is placed freely, or fewer than a side's proposed units are worth (WS-4.14)."""
    if file.points and not file.free:
        yield ValidationIssue(("points",), "mean nothing where the set-up is not free", "WS-4.14")
    for seat in range(len(file.sides)) if file.points else ():
        keys = [units.key_of(force.unit) for force in file.side(seat).values()]
        worth = sum(units.units[key].vp for key in keys if key)
        if worth > file.points:
            words = f"are fewer than the {worth} VP of {file.sides[seat].name}'s units"
            yield ValidationIssue(("points",), words, "WS-4.14")


# ---------------------------------------------------------------- the table


def table_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """A table too small or too large, terrain off it or without an area."""
    width, height = file.size
    if min(file.size) < 12 or width > COLUMNS - 1 or height > ROWS - 1:
        words = f"must be from 12 x 12 to {COLUMNS - 1} x {ROWS - 1} inches"
        yield ValidationIssue(("size",), words, "WS-1.16")
    for number, terrain in enumerate(file.terrain):
        if any(x > width or y > height for x, y in terrain.points):
            yield ValidationIssue(("terrain", number, "points"), "reach beyond the table", "WS-1.1")
        if terrain.ground != "linear" and len(terrain.points) < 3:
            yield ValidationIssue(
                ("terrain", number, "points"), "of a polygon must be three or more", "WS-3.1"
            )


def objective_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Objectives off the table, or of a side that is none."""
    for number, objective in enumerate(file.objectives):
        place = ("objectives", number)
        if objective.at[0] > file.size[0] or objective.at[1] > file.size[1]:
            yield ValidationIssue((*place, "at"), "is off the table", "WS-1.1")
        yield from side_name_problems(file, (*place, "side"), objective.side, "WS-14.4")
