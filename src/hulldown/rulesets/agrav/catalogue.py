"""The ruleset's files as typed data, and what they can get wrong."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, WithJsonSchema

from hulldown.catalogue import (
    CatalogueError,
    Entry,
    OptionValue,
    RuleId,
    Text,
    ValidationIssue,
    load,
    parse,
    quote,
    unknown_name,
    validate,
)
from hulldown.rulesets.agrav.design import (
    EXCUSED,
    INFANTRY,
    Design,
    Squad,
    Units,
    Vehicle,
    excuses,
    health,
    illegal,
    max_in_flight,
    total_cost,
)
from hulldown.rulesets.agrav.events import Illegal
from hulldown.rulesets.agrav.occasions import HOUSE
from hulldown.rulesets.agrav.state import BARRICADES, COLUMNS, FLYING, ROWS, SECTIONS, UNITS, ZONES, Options
from hulldown.rulesets.api.files import RosterUnit, UnitInfo
from hulldown.rulesets.common import scenarios
from hulldown.rulesets.common.building import Paint, Word, thawed
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units

NEEDED = ("cockpit", "sensors", "generator", "capacitor", "ammo", "turret", "high_act", "partial", "full")
WORDS = {
    Illegal.OVER_BUDGET: "costs more than its budget class has",
    Illegal.COCKPIT_MISSING: "needs exactly one cockpit",
    Illegal.SENSORS_RANGE: "has more sensor points than there may be",
    Illegal.DRIVE_RANGE: "needs exactly one drive, with a mobility that its chassis may have",
    Illegal.SHIELD_COUNT: "may have one shield",
    Illegal.SHIELD_NEEDS_GENERATOR: "has a shield and no generator",
    Illegal.POWER_RANGE: "has too large a generator or capacitor, or a capacitor and no generator",
    Illegal.PLATE_RANGE: "has plate that its chassis and class do not allow, or between the steps",
    Illegal.WEAPON_COUNT: "needs one to five weapons",
    Illegal.MOUNT_NOT_ALLOWED: "carries a weapon where it cannot",
    Illegal.TURRET_LOAD: "may have one turret, with one or two weapons in it",
    Illegal.AMMO_MISSING: "needs one to three ammo points for every weapon that uses loads",
    Illegal.AMMO_NOT_USED: "has ammo for a weapon that uses none",
    Illegal.POWER_MISSING: "cannot store the energy for one volley of every weapon",
    Illegal.STABILISER_DUPLICATE: "has two stabilisers on one weapon",
    Illegal.TRANSFER_NEEDS_SHIELD: "has a shield transfer system and no shield",
    Illegal.SMOKE_COUNT: "has too many smoke dischargers",
}


def unit_problems(file: Units, o: Options, packed: bool = False) -> Iterator[ValidationIssue]:
    """Tables that are incomplete, names that lead nowhere, designs that are illegal or miscounted.

    `packed` are those of packs: they may break the rules that a design can be excused from, and `sums` says
    where they miscount.
    """
    problems = [*table_problems(file), *squad_problems(file)]
    yield from problems
    for name, vehicle in file.vehicles.items():
        wrong = list(name_problems(vehicle, file))
        excused = EXCUSED if packed else excuses(vehicle)
        yield from scenarios.within(
            ("vehicles", name), wrong or ([] if problems else broken(vehicle, file, excused))
        )
        if not (wrong or problems or packed):
            yield from count_problems(name, vehicle, file, o)


def table_problems(file: Units) -> Iterator[ValidationIssue]:
    """A chassis, class or part that designs count on and the file lacks (tables 3.2 to 3.4)."""
    for table, needed in (
        ("chassis", ("tank", "walker", "agrav")),
        ("budgets", ("light", "medium", "heavy")),
        ("parts", (*NEEDED, "smoke", "transfer")),
    ):
        for name in needed:
            if name not in getattr(file, table):
                yield ValidationIssue((table,), f"lacks {name}")
    for name, chassis in file.chassis.items():
        if chassis.mobility[0] > chassis.mobility[1]:
            yield ValidationIssue(("chassis", name, "mobility"), "must be the least and the most")


def squad_problems(file: Units) -> Iterator[ValidationIssue]:
    """Squads whose weapons do not exist or whose name is a vehicle's (table 3.7)."""
    for name, squad in file.squads.items():
        if name in file.vehicles:
            yield ValidationIssue(("squads", name), f"{quote(name)} is the name of a vehicle")
        for number, weapon in enumerate(squad.weapons):
            yield from scenarios.unlisted(
                ("squads", name, "weapons", number), "weapon", [weapon], file.weapons
            )


def name_problems(design: Design, units: Units) -> Iterator[ValidationIssue]:
    """Weapons and shields of a design that cannot be bought (section 3.5)."""
    for name in design.shield:
        yield from scenarios.unlisted(("shield",), "shield", [name], units.shields)
    on_sale = [name for name, weapon in units.weapons.items() if weapon.cost is not None]
    for number, fitting in enumerate(design.weapons):
        yield from scenarios.unlisted(("weapons", number, "weapon"), "weapon", [fitting.weapon], on_sale)


def design_problems(design: Design, units: Units) -> Iterator[ValidationIssue]:
    """What cannot be bought, else the first rule of AG-5.6 that a design breaks."""
    wrong = list(name_problems(design, units))
    yield from wrong or broken(design, units, excuses(design))


def broken(design: Design, units: Units, excused: Container[Illegal]) -> Iterator[ValidationIssue]:
    """The first rule of AG-5.6 that a design breaks and is not excused for."""
    reason = illegal(design, units, excused)
    if reason != Illegal.LEGAL:
        yield ValidationIssue((), WORDS[reason], reason.rule)


def build_problems(file: Units, o: Options) -> Iterator[ValidationIssue]:
    """Vehicles that break AG-5.6 or do not come to what they say, whatever packs change of their parts."""
    for name, vehicle in file.vehicles.items():
        yield from scenarios.within(("vehicles", name), broken(vehicle, file, excuses(vehicle)))
        yield from count_problems(name, vehicle, file, o)


def count_problems(name: str, vehicle: Vehicle, file: Units, o: Options) -> Iterator[ValidationIssue]:
    """Points and health that are not those of the parts."""
    for field, correct in (("spent", total_cost(vehicle, file)), ("health", health(vehicle, file, o))):
        if getattr(vehicle, field) != correct:
            yield ValidationIssue(("vehicles", name, field), f"should be {correct}", "AG-5.1", correct)


# ---------------------------------------------------------------- scenarios
# `scenarios/*.toml` (section 6): the map as a picture, what stands on it, who fights and what scores; and
# what such a file can get wrong beyond its types.


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


class Scenario(scenarios.BySides, Entry):
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
    sides: Annotated[tuple[scenarios.Side, ...], Field(min_length=2, max_length=2)]
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


def scenario_problems(file: Scenario, units: Units, options: scenarios.Known) -> Iterator[ValidationIssue]:
    """Everything that keeps a scenario, its map included, from being played."""
    yield from scenarios.option_problems(file.options, options)
    yield from scenarios.named_side_problems(file, "first", "attacker")
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


def roster_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Names that are not A1, A2 ... and B1, B2 ... in this order, or too many of them."""
    yield from scenarios.numbering_problems(file, "unit", "units")
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
        yield from scenarios.within((*place, "design"), design_problems(force.design, units))


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
            yield ValidationIssue(("barricades", number), "must be between two tiles of the map", "AG-3.7")
        if barricade in file.barricades[:number]:
            yield ValidationIssue(("barricades", number), "lies there already")


def on_map(file: Scenario, column: int, row: int) -> bool:
    """Whether the picture has such a tile."""
    return 0 <= column < file.columns and 0 <= row < len(file.picture)


def walkable(file: Scenario, column: int, row: int) -> bool:
    """Whether units can stand on a tile (AG-2.3)."""
    return file.sign(column, row) in ("clear", "debris", "open gate")


# ---------------------------------------------------------------- shelf
# The shelf of AGrav, and how what stands on it is listed.


def unit_list(units: Units) -> Iterator[UnitInfo]:
    """The sample vehicles and the infantry (sections 3.6 and 3.7)."""
    yield from listed_units(units.vehicles, units.kind_name, lambda vehicle: total_cost(vehicle, units))
    yield from listed_units(units.squads, lambda squad: INFANTRY, lambda squad: squad.value)


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """Who takes part, side by side."""
    for side in range(2):
        for name, force in file.side(side).items():
            build = {}
            if force.design:
                printed = f"{units.chassis[force.design.chassis].name} of its own design"
                build = force.design.model_dump(mode="json", exclude_unset=True)
            else:
                vehicle = units.vehicles.get(force.unit)
                printed = vehicle_text(vehicle, units) if vehicle else units.squads[force.unit].name
            yield RosterUnit(name, side, kinds(file, force, units), printed, force.unit, build)


def vehicle_text(vehicle: Vehicle, units: Units) -> str:
    """What a vehicle is called, and what it is: "Kestrel (medium AGrav, hovers)"."""
    size, _, chassis = units.kind_name(vehicle).partition(" ")
    kind = f"{size.lower()} {chassis}"
    return f"{vehicle.name} ({kind}, hovers)" if chassis == "AGrav" else f"{vehicle.name} ({kind})"


def kinds(file: Scenario, force: Force, units: Units) -> tuple[str, ...]:
    """What may stand for a unit: its class on any chassis, or infantry (AG-6.10); in free play all."""
    if file.free:
        return (*(f"{budget}_{chassis}" for budget in units.budgets for chassis in units.chassis), INFANTRY)
    design = force.design or units.vehicles.get(force.unit)
    return tuple(f"{design.budget}_{chassis}" for chassis in units.chassis) if design else (INFANTRY,)


def another_map(file: Scenario) -> Iterator[ValidationIssue]:
    """A picture of its own beside the map of another scenario."""
    if file.picture:
        yield ValidationIssue(("ground",), "is another map than the picture")


def sums(shelf: Shelf) -> list[ValidationIssue]:
    """Vehicles that are not what their parts come to, those of packs in force too."""
    return list(build_problems(shelf.units(), shelf.options_under({})))


class Shelf(RulesetFiles[Units, Scenario, Options]):
    """The files of AGrav; vehicles of packs may do what those that come with the game may not."""

    def unit_file_problems(self, file: Units) -> Iterator[ValidationIssue]:
        """Also what is wrong with vehicles and their parts."""
        yield from unit_problems(file, self.options_under({}), packed=bool(self.layers))
        yield from super().unit_file_problems(file)


SHELF = Shelf(
    Path(__file__).parent,
    Units,
    Scenario,
    Options,
    scenario_problems=scenario_problems,
    unit_list=unit_list,
    roster=roster,
    turns=lambda file: file.rounds,
    period="round",
    points=lambda file: file.total if file.free else 0,
    ground=Scenario.on,
    no_ground=another_map,
    house=HOUSE,
)


# ---------------------------------------------------------------- blueprint
# Designs of players as they are saved and filed: a design (AG-5.1), a name, paint.


ONE = ("mobility", "shield", "turret", "stabiliser")  # lists in which a legal design has one entry at most
BESIDE = ("name", "paint")  # what a build has beside its design


class Blueprint(Design):
    """A design with what its player gave it. It need not be legal."""

    name: Word = ""
    paint: Paint = Paint()


def read(given: Mapping[str, Any] | str | Path, units: Units) -> Blueprint:
    """A build from a file, its text, plain data, or the name of a sample vehicle under `build` or `unit`.

    CatalogueError names what is not understood or cannot be bought.
    """

    def purchasable(design: Design) -> Iterator[ValidationIssue]:
        return name_problems(design, units)  # whether it is legal is asked later

    if isinstance(given, Path):
        return load(given, Blueprint, purchasable)
    if isinstance(given, str):
        return parse(given, Blueprint, purchasable, "build")
    named = sample_named(given, units)
    return sample_build(named, units) if named else validate(given, Blueprint, purchasable, "build")


def sample_named(given: Mapping[str, Any], units: Units) -> str:
    """The vehicle or squad that plain data means by name; empty for a design of its own."""
    name = given.get("build", given.get("unit", ""))
    if "build" not in given and "unit" not in given:
        return ""
    known = units.kinds()
    if name not in known:
        raise CatalogueError([f"build: {unknown_name('unit', str(name), known)}"])
    return str(name)


def sample_build(name: str, units: Units) -> Blueprint:
    """A sample vehicle as a build; one that only a pack excuses says so."""
    if name not in units.vehicles:
        raise CatalogueError([f"build: {units.squads[name].name} are infantry, which is not built by points"])
    vehicle = units.vehicles[name]
    design = {key: getattr(vehicle, key) for key in Design.model_fields}
    design["by_the_rules"] = illegal(vehicle, units) == Illegal.LEGAL
    return Blueprint(name=vehicle.name, **design)


def squad_of(given: Mapping[str, Any] | Path, units: Units) -> Squad | None:
    """The squad that is meant by name; None for anything that is built."""
    if isinstance(given, Path):
        return None
    return units.squads.get(sample_named(given, units))


def plain(build: Blueprint) -> dict[str, Any]:
    """A build as plain data, complete, in the order in which a file is read."""
    data: dict[str, Any] = thawed(build.model_dump(), ONE)
    if build.by_the_rules:
        del data["by_the_rules"]
    return {"name": data.pop("name")} | data


def kind_of(design: Design) -> str:
    """The kind of unit that a design is: class and chassis."""
    return f"{design.budget}_{design.chassis}"
