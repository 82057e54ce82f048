"""`scenarios/*.toml` (section 6): what stands there, what can be wrong in it; the shelf of all files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from hulldown.catalogue import Entry, OptionValue, RuleId, Text, ValidationIssue, unknown_name
from hulldown.rulesets.api.files import RosterUnit
from hulldown.rulesets.close_assault.catalogue.units import profile_problems, unit_problems
from hulldown.rulesets.close_assault.codes import AREAS, DETACHMENTS, MODELS, OBJECTIVES, Kind
from hulldown.rulesets.close_assault.sheet import KINDS, Inches, UnitProfile, Units
from hulldown.rulesets.close_assault.state import Options
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units, unit_named
from hulldown.rulesets.common.scenarios import (
    BySides,
    Known,
    Task,
    alike_problems,
    box_problems,
    filled_in,
    numbering_problems,
    option_problems,
)

Point = Annotated[tuple[Inches, ...], Field(min_length=2, max_length=2)]
Box = Annotated[tuple[Inches, ...], Field(min_length=4, max_length=4)]
EdgeName = Literal["north", "east", "south", "west"]
Points = Annotated[int, Field(ge=0, le=100)]
Facing = Annotated[int, Field(ge=0, lt=360)]
MOST_MODELS = 6  # of one detachment (CA-1.8)


class Terrain(Entry):
    """A rectangle of terrain (2.4): [x0, y0, x1, y1]."""

    ground: Literal["rough", "wood", "block"]
    box: Box


class Side(Entry):
    """A side; the first one listed is seat 0. `letter` begins the names of its detachments."""

    name: Text
    letter: Annotated[str, Field(pattern="^[A-Z]$")]
    role: str = ""
    task: Task = ""
    edge: EdgeName
    zone: Box


class Reward(Entry):
    """Points for a side at the end of the battle (CA-18.3, section 6).

    `breakthrough`: at least `models` of its vehicles stand wholly beyond a line, seen from its own edge.
    `arrival`: its detachment `unit` has a model with its centre on that line or beyond it.
    """

    what: Literal["breakthrough", "arrival"]
    side: Text
    points: Points
    beyond: Inches
    models: Annotated[int, Field(ge=1, le=48)] = 1
    unit: str = ""


class Force(Entry):
    """A detachment: a unit of `units.toml`, or a player's own `profile`, and where its models stand.

    `points` is what destroying it is worth: 2 for vehicles and 1 for others if nothing is said (section 6).
    """

    unit: str = ""
    profile: UnitProfile | None = None
    facing: Facing | None = None
    points: Points | None = None
    models: Annotated[tuple[Point, ...], Field(min_length=1, max_length=MOST_MODELS)]

    def sheet(self, units: Units) -> UnitProfile:
        """What its models are. CatalogueError if there is no such unit."""
        return self.profile or unit_named(units, self.unit)


class Scenario(BySides, Entry):
    """A scenario as it is printed. The detachments of a side are its letter and a number from 1.

    `ground` takes everything that is not said here from another scenario. `free`: the players place their
    detachments themselves (CA-2.13); then only the numbers of models count. Objectives score from the end
    of round `scoring` on.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: str = ""
    ground: str = ""
    free: bool = False
    size: Point = (48, 36)
    rounds: Annotated[int, Field(ge=1, le=20)] = 5
    scoring: Annotated[int, Field(ge=1, le=20)] = 2
    objectives: Annotated[tuple[Point, ...], Field(max_length=OBJECTIVES)] = ()
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=AREAS)] = ()
    ends: Annotated[tuple[Reward, ...], Field(max_length=1)] = ()
    options: dict[str, OptionValue] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    units: dict[str, Force] = Field(default_factory=dict)


# ---------------------------------------------------------------- what a file can get wrong


VEHICLES = (Kind.VEHICLE, Kind.SHV)


def scenario_problems(file: Scenario, units: Units, options: Known) -> Iterator[ValidationIssue]:
    """Everything that keeps a scenario from being played, but where its models stand."""
    yield from option_problems(file.options, options)
    if len(file.sides) < 2:
        yield ValidationIssue(("sides",), "must be two")
        return
    yield from side_problems(file)
    yield from roster_problems(file)
    yield from table_problems(file)
    yield from reward_problems(file)
    for name, force in file.units.items():
        yield from force_problems(name, force, units)
        if not file.free:
            yield from facing_problems(name, force, units)


def side_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Sides that share a name or a letter, zones off the table (section 6)."""
    yield from alike_problems(file.sides, "letter")
    for number, side in enumerate(file.sides):
        yield from box_problems(("sides", number, "zone"), side.zone, file.size, "CA-2.1")


def roster_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Names that are not a side's letter and a number from 1, sides without anybody, too many."""
    yield from numbering_problems(file, "detachment", "they")
    if len(file.units) > DETACHMENTS:
        yield ValidationIssue(("units",), f"may be at most {DETACHMENTS}")
    if sum(len(force.models) for force in file.units.values()) > MODELS:
        yield ValidationIssue(("units",), f"have more than {MODELS} models")


# ---------------------------------------------------------------- the table


def table_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """A table without extent, terrain and objectives off it, scoring that never begins."""
    if min(file.size) < 6 or max(file.size) > 120:
        yield ValidationIssue(("size",), "must be from 6 to 120 inches", "CA-2.1")
    for number, terrain in enumerate(file.terrain):
        yield from box_problems(("terrain", number, "box"), terrain.box, file.size, "CA-2.1")
    for number, (x, y) in enumerate(file.objectives):
        if x > file.size[0] or y > file.size[1]:
            yield ValidationIssue(("objectives", number), "is off the table", "CA-2.1")
    if file.objectives and file.scoring > file.rounds:
        yield ValidationIssue(("scoring",), f"the last round is {file.rounds}", "CA-18.2")


def reward_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Rewards for a side or a detachment that does not exist, lines off the table (CA-18.3)."""
    names = [side.name for side in file.sides]
    for number, reward in enumerate(file.ends):
        if reward.side not in names:
            yield ValidationIssue(("ends", number, "side"), unknown_name("side", reward.side, names))
            continue
        edge = file.sides[file.seat_of(reward.side)].edge
        far = file.size[0] if edge in ("east", "west") else file.size[1]
        if reward.beyond > far:
            yield ValidationIssue(
                ("ends", number, "beyond"), f"is off the table, which ends at {far}", "CA-2.1"
            )
        if reward.what == "arrival" and reward.unit not in file.side(file.seat_of(reward.side)):
            own = file.side(file.seat_of(reward.side))
            yield ValidationIssue(("ends", number, "unit"), unknown_name("unit", reward.unit, own))


# ---------------------------------------------------------------- detachments


def force_problems(name: str, force: Force, units: Units) -> Iterator[ValidationIssue]:
    """A detachment of no unit or of two, or of a profile without a card."""
    place = ("units", name)
    if bool(force.unit) == (force.profile is not None):
        what = "names a unit and has a profile" if force.unit else "is missing"
        yield ValidationIssue((*place, "unit"), what)
    elif force.unit and not units.key_of(force.unit):
        yield ValidationIssue((*place, "unit"), unknown_name("unit", force.unit, units.units))
    if force.profile:
        for problem in profile_problems(force.profile):
            yield problem._replace(place=(*place, "profile", *problem.place))


def facing_problems(name: str, force: Force, units: Units) -> Iterator[ValidationIssue]:
    """Vehicles that stand on the table without a facing (CA-2.2)."""
    profile = force.profile or units.units.get(units.key_of(force.unit))
    if profile is not None and KINDS.get(profile.type) in VEHICLES and force.facing is None:
        yield ValidationIssue(
            ("units", name, "facing"), "is missing: a vehicle has one, in degrees", "CA-2.2"
        )


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """The detachments that take part, side by side, and the types that may stand for them (CA-1.8)."""
    for seat in range(2):
        for name, force in file.side(seat).items():
            sheet, count = force.sheet(units), len(force.models)
            printed = f"{count} x {sheet.name}" if count > 1 else sheet.name
            yield RosterUnit(name, seat, (sheet.type,), printed, force.unit)


SHELF = RulesetFiles(
    Path(__file__).parent.parent,
    Units,
    Scenario,
    Options,
    unit_problems=unit_problems,
    scenario_problems=scenario_problems,
    unit_list=lambda file: listed_units(file.units, lambda unit: unit.type, lambda unit: 0),
    roster=roster,
    ground=filled_in,
    turns=lambda file: file.rounds,
    period="round",
)
