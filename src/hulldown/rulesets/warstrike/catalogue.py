"""The ruleset's files as typed data, and what they can get wrong."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, StringConstraints, WithJsonSchema

from hulldown.catalogue import (
    Entry,
    OptionValue,
    Place,
    RuleId,
    Text,
    ValidationIssue,
    load,
    parse,
    quote,
    unknown_name,
    validate,
)
from hulldown.catalogue.load import MaybeVisible, pairs
from hulldown.kernel.plane import CORNERS
from hulldown.rulesets.api.files import RosterUnit
from hulldown.rulesets.common import scenarios
from hulldown.rulesets.common.building import Paint
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units, once, unit_named
from hulldown.rulesets.warstrike import state
from hulldown.rulesets.warstrike.occasions import HOUSE

MOST_WEAPONS = 256  # to choose from; a battle has room for fewer (WS-1.16)
FARTHEST = 100  # inches; farther than any table is wide
NUMBER = WithJsonSchema({"type": "number", "minimum": 0, "maximum": FARTHEST})
Inches = Annotated[Any, PlainValidator(scenarios.inches_up_to(FARTHEST)), NUMBER]  # WS-1.1
Title = Annotated[str, Field(min_length=1, max_length=60)]
Points = Annotated[int, Field(ge=0, le=12)]  # a characteristic
Value = Annotated[int, Field(ge=0, le=1000)]  # victory points
Score = Annotated[int, Field(ge=1, le=6)]  # of a die
COMMANDER = "commander"


class WeaponEntry(Entry):
    """A weapon: its range in inches, its shots in one full-fire action, and how hard it hits."""

    name: Title
    range: Inches
    rof: Annotated[int, Field(ge=1, le=12)]
    ap: Points
    fp: Points
    traits: tuple[Literal["one-handed", "heavy"], ...] = ()


class Weapons(Entry):
    """`weapons.toml`."""

    weapons: Annotated[dict[str, WeaponEntry], Field(min_length=1, max_length=MOST_WEAPONS)]


class Models(Entry):
    """Models of a unit that are alike: what they are called, how many, their bases and weapons."""

    name: Title
    count: Annotated[int, Field(ge=1, le=state.MODELS)] = 1
    radius: Inches = 0.5
    officer: bool = False
    weapons: Annotated[tuple[str, ...], Field(min_length=1, max_length=state.CARRIED)]


class UnitSheet(Entry):
    """What a unit is: the characteristics of all its models (2.2), and the models in order."""

    name: Title
    type: Literal["infantry", "vehicle"]
    mv: Inches = Field(description="Inches of a normal move.")
    aw: Inches = Field(description="Inches at which it notices who is hidden; its short range.")
    bs: Points = Field(description="Against Ev: the better, the lower the score to hit.")
    ev: Points = Field(description="Against BS: how hard it is to hit.")
    ar: Points = Field(description="Against AP: saves hits.")
    to: Points = Field(description="Against FP: what is not saved must still kill.")
    ld: Annotated[int, Field(ge=1, le=8)] = Field(description="Dice of a check.")
    nv: Score = Field(description="The score to roll at or under.")
    wd: Annotated[int, Field(ge=1, le=12)] = Field(description="Kill results that each model absorbs.")
    vp: Value = Field(description="What its destruction scores for the enemy.")
    models: Annotated[tuple[Models, ...], Field(min_length=1, max_length=state.MODELS)]

    def each(self) -> list[Models]:
        """What every single model is, in the order in which they are numbered."""
        return [group for group in self.models for _ in range(group.count)]

    def arms(self) -> Counter[str]:
        """How many of its models carry each weapon, in the order in which they come (2.3)."""
        return Counter(weapon for group in self.each() for weapon in group.weapons)

    @property
    def kind(self) -> str:
        """What it counts as where it stands for another: its type, a commander's by itself (WS-4.12)."""
        return COMMANDER if any(group.officer for group in self.models) else self.type


class UnitEntry(UnitSheet):
    """A unit: its characteristics, what it is for, and the rule behind it."""

    text: Text
    source: RuleId


class Units(Entry):
    """`units.toml`."""

    units: Annotated[dict[str, UnitEntry], Field(min_length=1)]

    def key_of(self, name: str) -> str:
        """The key of a unit by its key or its name; empty if there is none."""
        named = {unit.name.casefold(): key for key, unit in self.units.items()}
        return name.lower() if name.lower() in self.units else named.get(name.casefold(), "")


# ---------------------------------------------------------------- what a file can get wrong


def name_problems(file: Units) -> Iterator[ValidationIssue]:
    """Names that two units have."""
    for key, unit in file.units.items():
        other = file.key_of(unit.name)
        if other != key:
            words = f"{quote(unit.name)} is the name of {other} already"
            yield ValidationIssue(("units", key, "name"), words)


def model_problems(weapons: Collection[str], unit: UnitSheet) -> Iterator[ValidationIssue]:
    """Models without a base, weapons that are none of these, vehicles of several models."""
    size = len(unit.each())
    if size > state.MODELS:
        yield ValidationIssue(("models",), f"may be at most {state.MODELS}")
    if unit.type == "vehicle" and size != 1:
        yield ValidationIssue(("models",), f"of a vehicle must be one, not {size}", "WS-15.1")
    for number, group in enumerate(unit.models):
        if not 0.1 <= group.radius <= 6:
            yield ValidationIssue(("models", number, "radius"), "must be 0.1 to 6 inches", "WS-1.3")
        for weapon in group.weapons:
            if weapon not in weapons:
                words = unknown_name("weapon", weapon, weapons)
                yield ValidationIssue(("models", number, "weapons"), words)


# ---------------------------------------------------------------- scenarios
# `scenarios/*.toml` (section 5): the table, who stands where, what scores; what a file can get wrong.


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
    task: scenarios.Task = ""
    edge: EdgeName
    zone: Box


class Objective(Entry):
    """An objective marker (WS-14.4): whose it is, if anybody's, and what it scores at the end (WS-14.7)."""

    at: Point
    side: str = ""
    vp: Value = 0


class Force(Entry):
    """A unit of `units.toml` and where its leader stands, the others in formation round him (WS-4.9)."""

    unit: str
    leader: Point


class Scenario(scenarios.BySides, Entry):
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
    objectives: Annotated[tuple[Objective, ...], Field(max_length=state.OBJECTIVES)] = ()
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=state.PIECES)] = ()
    options: dict[str, OptionValue] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    units: dict[str, Force] = Field(default_factory=dict)

    def seat_of(self, side: str) -> int:
        """0 or 1 for the name of a side, -1 for none."""
        return next((seat for seat, candidate in enumerate(self.sides) if candidate.name == side), -1)


# ---------------------------------------------------------------- what a file can get wrong


def scenario_problems(file: Scenario, units: Units, options: scenarios.Known) -> Iterator[ValidationIssue]:
    """Everything that keeps a scenario from being played, but where its models stand."""
    yield from scenarios.option_problems(file.options, options)
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
    yield from scenarios.alike_problems(file.sides, "letter", "edge")
    for number, side in enumerate(file.sides):
        yield from scenarios.box_problems(("sides", number, "zone"), side.zone, file.size, "WS-1.1")
    for key, rule in (("attacker", "WS-4.7"), ("holder", "WS-14.7")):
        yield from side_name_problems(file, (key,), getattr(file, key), rule)


def side_name_problems(file: Scenario, place: Place, name: str, rule: str) -> Iterator[ValidationIssue]:
    """The name of a side that is none."""
    if name and file.seat_of(name) < 0:
        yield ValidationIssue(place, unknown_name("side", name, [side.name for side in file.sides]), rule)


def roster_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Names that are not a side's letter and a number from 1, sides without anybody, too many, no units."""
    yield from scenarios.numbering_problems(file, "unit", "they")
    for name, force in file.units.items():
        if not units.key_of(force.unit):
            yield ValidationIssue(
                ("units", name, "unit"), unknown_name("unit", force.unit, units.units), "WS-2.1"
            )
    yield from crowd_problems(file, units)
    yield from point_problems(file, units)


def crowd_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """More units or models than the game keeps."""
    if len(file.units) > state.UNITS:
        yield ValidationIssue(("units",), f"may be at most {state.UNITS}", "WS-1.16")
    keys = [units.key_of(force.unit) for force in file.units.values()]
    if len({*keys}) > state.PROFILES:
        yield ValidationIssue(("units",), f"are of more than {state.PROFILES} kinds", "WS-1.16")
    if sum(len(units.units[key].each()) for key in keys if key) > state.MODELS:
        yield ValidationIssue(("units",), f"have more than {state.MODELS} models", "WS-1.16")


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
    if min(file.size) < 12 or width > state.COLUMNS - 1 or height > state.ROWS - 1:
        words = f"must be from 12 x 12 to {state.COLUMNS - 1} x {state.ROWS - 1} inches"
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


# ---------------------------------------------------------------- shelf
# The shelf of WarStrike, and how what stands on it is listed.


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """The units that take part, side by side, and the kind of unit that may stand for each (WS-4.12)."""
    for seat in range(2):
        for name, force in file.side(seat).items():
            unit = unit_named(units, force.unit)
            yield RosterUnit(name, seat, (unit.kind,), unit.name, units.key_of(force.unit))


class Shelf(RulesetFiles[Units, Scenario, state.Options]):
    """The files of WarStrike, whose units carry weapons of the same shelf."""

    @once
    def weapons(self) -> dict[str, WeaponEntry]:
        """The weapons that come with the game (2.3), and what packs change of them and add to them."""
        return self.load_file("weapons.toml", Weapons).weapons

    def unit_file_problems(self, file: Units) -> Iterator[ValidationIssue]:
        """Also what is wrong with models and their weapons."""
        for key, unit in file.units.items():
            yield from scenarios.within(("units", key), model_problems(self.weapons(), unit))
        yield from super().unit_file_problems(file)


SHELF = Shelf(
    Path(__file__).parent,
    Units,
    Scenario,
    state.Options,
    unit_problems=name_problems,
    scenario_problems=scenario_problems,
    unit_list=lambda file: listed_units(file.units, lambda unit: unit.type, lambda unit: unit.vp),
    roster=roster,
    ground=scenarios.filled_in,
    turns=lambda file: file.turns,
    points=lambda file: file.points,
    kinds={"weapons": Weapons},
    layered=("weapons",),
    house=HOUSE,
)


# ---------------------------------------------------------------- recalling
# Units of players' own by the positions in which they fight.
#
# A position holds numbers, and no names. What a unit is called, and each of its models, is kept beside it
# from when it is fielded, and found by those numbers: a profile has the place of its unit in `units.toml`, or
# the mark of a unit of a player's own, which two of them hardly ever share, and then only with equal numbers.


MARKS = 32_767  # as many as a field of the profile has room for, below NOBODY
MOST = 4096  # units that are kept; those that were asked for least recently are forgotten

_OWN: dict[tuple[int, ...], UnitSheet] = {}
_GUARD = threading.Lock()


def number_of_sheet(shelf: Shelf, sheet: UnitSheet) -> int:
    """The place of a unit in `units.toml`; of a player's own its mark, below NOBODY."""
    listed = list(shelf.units().units.values())
    if sheet in listed:
        return listed.index(sheet)
    drawn = hashlib.sha256("\n".join(marks_of(sheet)).encode()).digest()
    return state.NOBODY - 1 - int.from_bytes(drawn[:4], "big") % MARKS


def marks_of(sheet: UnitSheet) -> Iterator[str]:
    """What a mark is made of: all that its profile does not hold. Saves keep marks: this stays as it is."""
    yield sheet.name
    for group in sheet.models:
        yield f"{group.name} {group.count} {group.radius:g} {int(group.officer)} {','.join(group.weapons)}"


def remember(profile: state.Profile, sheet: UnitSheet) -> None:
    """Keep a unit of a player's own with the profile that was written of it."""
    with _GUARD:
        _OWN.pop(numbers_of(profile), None)
        _OWN[numbers_of(profile)] = sheet
        if len(_OWN) > MOST:
            del _OWN[next(iter(_OWN))]


def sheet_of(shelf: Shelf, s: state.State, k: int) -> UnitSheet | None:
    """What a unit is; None for one of a player's own that was fielded too long ago."""
    profile = s.profile[s.unit[k].profile]
    if profile.name > state.NOBODY:
        return list(shelf.units().units.values())[profile.name]
    with _GUARD:
        sheet = _OWN.pop(numbers_of(profile), None)
        if sheet is not None:
            _OWN[numbers_of(profile)] = sheet
        return sheet


def weapon_key(shelf: Shelf, s: state.State, number: int) -> str:
    """The key of a weapon of a battle in `weapons.toml`; empty where nothing is known of it.

    Where there are more weapons than a battle has room for it has only those that are carried.
    """
    known = list(shelf.weapons())
    return known[number] if len(known) <= state.WEAPONS else key_carried(shelf, s, number)


def key_carried(shelf: Shelf, s: state.State, number: int) -> str:
    """The key of a weapon by the unit of the first model that carries it."""
    for m in range(s.models):
        carried = list(map(int, s.model[m].weapon))
        if number in carried:
            k = int(s.model[m].unit)
            sheet = sheet_of(shelf, s, k)
            return sheet.each()[m - int(s.unit[k].first)].weapons[carried.index(number)] if sheet else ""
    return ""


def numbers_of(profile: state.Profile) -> tuple[int, ...]:
    """Everything that a profile holds."""
    return tuple(int(number) for number in vars(profile).values())


# ---------------------------------------------------------------- blueprint
# Units of players as they are kept and filed (WS-4.13): what a unit of `units.toml` says, and its paint.
#
# What no unit may have can be written down, and the verdict names it; so a build can be worked on.


NAMELESS, ANYBODY = "Unit", "model"  # what a unit and its models are called without a name
RULE = "WS-2.1"  # what a unit is

# On one line, and without the marks by which the log knows units.
Called = Annotated[str, StringConstraints(max_length=60, pattern=r"^[^\x00-\x1f\x7f{}]*$"), MaybeVisible]


class Team(Models):
    """Models of a build that are alike; name and weapons may still be missing, or too many."""

    name: Called = ""
    weapons: Annotated[tuple[str, ...], Field(max_length=state.WEAPONS)] = ()


class Blueprint(UnitSheet):
    """A unit with what its player gave it. `commander`: its leader is the task force commander (WS-2.8)."""

    name: Called = ""
    commander: bool = False
    models: Annotated[tuple[Team, ...], Field(max_length=state.MODELS)]
    paint: Paint = Paint()


def read(shelf: Shelf, given: Mapping[str, Any] | str | Path) -> Blueprint:
    """A build from a file, its text, plain data, or the name of a unit under `build` or `unit`.

    CatalogueError names what is not understood; what no unit may have is left to the verdict.
    """
    if isinstance(given, Path):
        return settled(load(given, Blueprint, rule=RULE), None)
    if isinstance(given, str):
        return settled(parse(given, Blueprint, None, "build", RULE), None)
    named = given.get("build", given.get("unit"))
    if named is not None:
        return printed(shelf, str(named))
    return settled(validate(given, Blueprint, None, "build", rule=RULE), given.get("commander"))


def settled(build: Blueprint, stated: bool | None) -> Blueprint:
    """A build whose leader is the officer where it is a commander's, and nobody where `stated` denies that.

    Where nothing is stated, the officers that it names decide.
    """
    officers = any(team.officer for team in build.models)
    commander = build.commander or (officers and stated is None)
    if commander and not officers:
        first = build.models[:1]
        models = (*(team.model_copy(update={"officer": True}) for team in first), *build.models[1:])
    elif officers and not commander:
        models = tuple(team.model_copy(update={"officer": False}) for team in build.models)
    else:
        models = build.models
    return build.model_copy(update={"commander": commander, "models": models})


def printed(shelf: Shelf, name: str) -> Blueprint:
    """A unit that comes with the game as a build. CatalogueError says which there are."""
    unit = unit_named(shelf.units(), name)
    given = {key: getattr(unit, key) for key in UnitSheet.model_fields if key != "models"}
    teams = tuple(Team(**dict(group)) for group in unit.models)
    return Blueprint(**given, models=teams, commander=any(team.officer for team in teams))


def sheet_of_build(build: Blueprint) -> UnitSheet:
    """The unit that is fielded for a build without faults."""
    groups = tuple(
        Models(**{**dict(team), "name": team.name.strip() or ANYBODY, "weapons": team.weapons})
        for team in build.models
    )
    given = {key: getattr(build, key) for key in UnitSheet.model_fields}
    return UnitSheet(**{**given, "name": build.name.strip() or NAMELESS, "models": groups})


# ---------------------------------------------------------------- writing


def plain(build: Blueprint) -> dict[str, Any]:
    """A build as plain data, complete, its models last."""
    data: dict[str, Any] = build.model_dump(mode="json")
    models, paint = data.pop("models"), data.pop("paint")
    return data | {"paint": paint, "models": models}


def as_file(build: Blueprint) -> str:
    """A build as a file, with a table for each kind of model."""
    data = plain(build)
    models = data.pop("models")
    for key, usual in (("paint", Paint().model_dump()), ("commander", False)):
        if data[key] == usual:
            del data[key]
    written = [*pairs(data)]
    usual = {"count": 1, "radius": 0.5, "officer": False}
    for team in models:
        kept = {key: value for key, value in team.items() if value != usual.get(key)}
        written += ["", "[[models]]", *pairs(kept)]
    return "".join(f"{line}\n" for line in written)
