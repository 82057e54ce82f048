"""Where every position begins: the table, who takes part, and the scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from hulldown.catalogue import CatalogueError, Entry, ScenarioSource, ValidationIssue, unknown_name, validate
from hulldown.kernel.actions import Log
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import new_dice
from hulldown.kernel.hexes import CELLS, DIRECTIONS, cell_at, cell_of, step
from hulldown.kernel.jit import rule
from hulldown.kernel.records import blank, record
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.common.scenarios import Choices, unlisted
from hulldown.rulesets.tank_commander import catalogue
from hulldown.rulesets.tank_commander.catalogue import Loadout, Scenario, Units
from hulldown.rulesets.tank_commander.catalogue import Unit as Profile
from hulldown.rulesets.tank_commander.crew import aboard, capacity
from hulldown.rulesets.tank_commander.events import Illegal
from hulldown.rulesets.tank_commander.missions import SHELF, Shelf, refused_builds
from hulldown.rulesets.tank_commander.state import (
    CREW,
    NOBODY,
    OBJECTIVES,
    STRIKES,
    UNITS,
    UPGRADES,
    WAYPOINTS,
    ZONE,
    Deployment,
    Drive,
    Face,
    Ground,
    Health,
    Kind,
    Mission,
    Options,
    Phase,
    Rank,
    Role,
    Shell,
    State,
    Unit,
    Upgrade,
)
from hulldown.rulesets.tank_commander.table import list_buildings, on_board
from hulldown.rulesets.tank_commander.turn import begin
from hulldown.rulesets.tank_commander.words import name_units

FACES = 3
SQUAD_ARMOR = 3  # of table 2.1; `infantry_armor` says what it is
APC_CAP = 3  # of table 2.1; `apc_move_cap` says what it is


@record
class Offer:
    """What may be bought for a kind of unit (tables 2.2 and 2.3, options applied)."""

    base: Annotated[list[int], FACES]  # armor of the profile, front, side, rear
    armor_limit: int  # points on one facing
    armor_cost: int
    cost: Annotated[list[int], UPGRADES]
    limit: Annotated[list[int], UPGRADES]  # 0: not available
    budget: int
    barred: int  # 1: the unit itself may not be fielded


@record
class Bought:
    """A build: finished armor values and how many of each upgrade (TC-2.6)."""

    armor: Annotated[list[int], FACES]
    upgrade: Annotated[list[int], UPGRADES]


@rule
def build_cost(o: Offer, b: Bought) -> int:
    """Points spent: armor by the point, upgrades by the piece (TC-2.5, TC-2.7 to TC-2.17)."""
    total = 0
    for face in range(FACES):
        total += o.armor_cost * (b.armor[face] - o.base[face])
    for i in range(UPGRADES):
        total += o.cost[i] * b.upgrade[i]
    return total


@rule
def why_not_armored(o: Offer, b: Bought) -> int:
    """Armor: not under the profile, at most so much on a facing, side <= front, rear <= side (TC-2.5)."""
    for face in range(FACES):
        if b.armor[face] < o.base[face]:
            return Illegal.BELOW_BASE
    for face in range(FACES):
        if b.armor[face] - o.base[face] > o.armor_limit:
            return Illegal.OVER_FACING_LIMIT
    if b.armor[Face.SIDE] > b.armor[Face.FRONT]:
        return Illegal.SIDE_EXCEEDS_FRONT
    if b.armor[Face.REAR] > b.armor[Face.SIDE]:
        return Illegal.REAR_EXCEEDS_SIDE
    return Illegal.LEGAL


@rule
def why_not_built(o: Offer, b: Bought) -> int:
    """The first reason against a build, in the order of TC-2.24, or LEGAL."""
    if o.barred != 0:
        return Illegal.NOT_FIELDED
    reason = why_not_armored(o, b)
    if reason != Illegal.LEGAL:
        return reason
    for i in range(UPGRADES):
        if b.upgrade[i] > 0 and o.limit[i] == 0:
            return Illegal.NOT_AVAILABLE
    for i in range(UPGRADES):
        if b.upgrade[i] > o.limit[i]:
            return Illegal.OVER_ITEM_LIMIT
    return Illegal.OVER_BUDGET if build_cost(o, b) > o.budget else Illegal.LEGAL


@rule
def barred(drive: int, o: Options) -> bool:
    """Hover tanks and walkers are fielded only with `exotic_units` (TC-14.11)."""
    return o.exotic_units == 0 and (drive == Drive.HOVER or drive == Drive.LEGS)


@rule
def budget_of(base: int, painted: int, named: int, o: Options) -> int:
    """Upgrade points: more for a painted tank, more for names unless refused (TC-2.20 to TC-2.22)."""
    looks = o.paint_points if painted != 0 else 0
    return base + looks + (o.names_points if named != 0 and o.epic_veto == 0 else 0)


@rule
def armor_speed(extra_front: int, extra_side: int, extra_rear: int, o: Options) -> int:
    """`heavy_light_armor`: all points on a facing slow the tank, none at all speed it up (TC-2.23)."""
    if o.heavy_light_armor == 0:
        return 0
    heavy = o.heavy_armor_points
    if extra_front >= heavy or extra_side >= heavy or extra_rear >= heavy:
        return -o.heavy_armor_slows
    return o.light_armor_speeds if extra_front + extra_side + extra_rear == 0 else 0


@rule
def edition_armor(kind: int, armor: int, o: Options) -> int:
    """Armor of a profile; that of infantry is 3 by the table, 2 by the text (TC-10.3)."""
    return armor + o.infantry_armor - SQUAD_ARMOR if kind == Kind.SQUAD else armor


@rule
def edition_speed(kind: int, cap: int, o: Options) -> int:
    """Movement cap of a profile; that of an APC is 3, in the later edition 4 (TC-11.4)."""
    return cap + o.apc_move_cap - APC_CAP if kind == Kind.APC else cap


# ---------------------------------------------------------------- groundwork
# Where every position begins, of a mission, a question or a situation: options and an open board.


def open_board(columns: int, rows: int, chosen: Choices, shelf: Shelf = SHELF) -> State:
    """A board of open ground for two sides under these options, with nobody and nothing on it."""
    s = blank(State)
    shelf.set_options(s.options, chosen)
    s.strength = [0, s.options.at_strength, s.options.he_strength]
    s.seats, s.winner = 2, RUNNING
    s.active = s.attacker = s.prize = s.prize_cell = NOBODY
    s.columns, s.rows = columns, rows
    s.occupant = [NOBODY] * CELLS
    for column in range(columns):
        for row in range(rows):
            s.ground[cell_at(column, row)] = Ground.OPEN
    return s


def lay(s: State, grounds: Mapping[int, str]) -> None:
    """Terrain by cell; hills that an option leaves out are open ground (TC-9.13)."""
    for cell, name in grounds.items():
        left_out = name == "hill" and not s.options.adv_hills
        s.ground[cell] = Ground.OPEN if left_out else Ground[name.upper()]
    list_buildings(s)


# ---------------------------------------------------------------- armory
# Builds from the catalogue put to the rule that judges them (TC-2.24); what `units.toml` must satisfy.


WORDS = {
    Illegal.NOT_FIELDED: "a unit that is fielded only with exotic_units",
    Illegal.BELOW_BASE: "armor below the profile",
    Illegal.OVER_FACING_LIMIT: "too many points on one facing",
    Illegal.SIDE_EXCEEDS_FRONT: "side armor above front armor",
    Illegal.REAR_EXCEEDS_SIDE: "rear armor above side armor",
    Illegal.NOT_AVAILABLE: "an upgrade this unit cannot have",
    Illegal.OVER_ITEM_LIMIT: "more of an upgrade than allowed",
    Illegal.OVER_BUDGET: "more points than the budget",
}


EXCUSED = (  # of a build that is not by the rules
    Illegal.BELOW_BASE,
    Illegal.OVER_FACING_LIMIT,
    Illegal.SIDE_EXCEEDS_FRONT,
    Illegal.REAR_EXCEEDS_SIDE,
    Illegal.OVER_BUDGET,
)
PLENTY = 1_000_000  # a limit that nothing reaches


def budget(loadout: Loadout, o: Options, units: Units) -> int:
    """Upgrade points of a unit kind, with the bonuses of a battle tank (TC-2.4, TC-2.22, TC-11.5)."""
    unit = units.units[loadout.unit]
    if unit.kind != "tank":
        return unit.upgrade_points
    paint, names = bonuses_of(loadout)
    return budget_of(unit.upgrade_points, int(o.painted or paint), int(o.named or names), o)


def fill_values(text: str, o: Options) -> str:
    """A text of `units.toml` with the values in force in place of their names, such as {engine_bonus}."""
    for name in SHELF.values():
        text = text.replace(f"{{{name}}}", str(getattr(o, name)))
    return text


def bonuses_of(loadout: Loadout) -> tuple[bool, bool]:
    """Whether a build earns the point for paint and the one for names by itself (TC-2.22)."""
    lieutenant = loadout.counts["lieutenant"] > 0
    return catalogue.is_painted(loadout.paint), catalogue.is_named(loadout.name, loadout.crew, lieutenant)


def is_barred(units: Units, kind: str, o: Options) -> bool:
    """Whether units of a kind may not be fielded under these options (TC-14.11)."""
    return barred(Drive[units.units[kind].drive.upper()], o)


def offer_for(units: Units, loadout: Loadout, o: Options, points: int | None = None) -> Offer:
    """What may be bought for this kind of unit under these options."""
    lines = units.sold_to(loadout.unit)
    offer = blank(Offer)
    offer.base = list(units.units[loadout.unit].armor.values)
    if "armor" in lines:
        offer.armor_limit, offer.armor_cost = lines["armor"].limit, lines["armor"].cost
    for upgrade in Upgrade:
        name = upgrade.name.lower()
        if line := lines.get(name) or units.upgrades.get("tank", {}).get(name):
            on = name in lines and (not line.option or getattr(o, line.option))
            offer.cost[upgrade], offer.limit[upgrade] = line.cost, line.limit if on else 0
    offer.barred = int(is_barred(units, loadout.unit, o))
    offer.budget = budget(loadout, o, units) if points is None else points
    return offer


def bought(loadout: Loadout) -> Bought:
    """A loadout as the rule takes it."""
    build = blank(Bought)
    build.armor = list(loadout.armor.values)
    build.upgrade = [loadout.counts[upgrade.name.lower()] for upgrade in Upgrade]
    return build


def judge_build(units: Units, loadout: Loadout, o: Options, points: int | None = None) -> tuple[Illegal, int]:
    """The first reason against a build (LEGAL: none) and what it costs."""
    offer, build = offer_for(units, loadout, o, points), bought(loadout)
    return Illegal.of(why_not_built(offer, build)), build_cost(offer, build)


def is_excused(shelf: Shelf, loadout: Loadout) -> bool:
    """Whether a build need not be by the rules: it says so, or a pack changes what builds are made of."""
    return not loadout.by_the_rules or (isinstance(loadout, catalogue.Build) and bool(shelf.layers))


def is_unruly(shelf: Shelf, loadout: Loadout, o: Options) -> bool:
    """Whether a build is fielded that the rule would refuse without an excuse."""
    return is_excused(shelf, loadout) and judge_build(shelf.units(), loadout, o)[0] in EXCUSED


def build_refusal(shelf: Shelf, loadout: Loadout, o: Options, points: int | None = None) -> str:
    """Why a build is refused, in words with the rule, or nothing."""
    offer, build = offer_for(shelf.units(), loadout, o, points), bought(loadout)
    reason = Illegal.of(why_not_built(offer, build))
    if reason in EXCUSED and is_excused(shelf, loadout):
        build.armor, offer.budget = list(offer.base), PLENTY
        reason = Illegal.of(why_not_built(offer, build))
    if reason == Illegal.LEGAL:
        return ""
    spent = f": {build_cost(offer, build)} of {offer.budget}" if reason == Illegal.OVER_BUDGET else ""
    return f"{WORDS[reason]}{spent} ({reason.rule})"


# ---------------------------------------------------------------- the file of units


BOUGHT = ("armor", *(upgrade.name.lower() for upgrade in Upgrade))  # what a rule knows to sell


def file_problems(path: Path) -> list[str] | None:
    """What is wrong with a copy of `units.toml`; None for a scenario, which is set up instead."""
    return SHELF.problems_of(path, inspect=problems) if path.name.lower() == "units.toml" else None


def data_problems(shelf: Shelf) -> list[str]:
    """What is wrong with the files that come with the game."""
    return shelf.data_problems(problems)


def problems(file: Units) -> Iterator[ValidationIssue]:
    """What a unit file gets wrong beyond its names; builds are put to the rule when all names are right."""
    issues = [*upgrade_problems(file)]
    yield from issues
    if not issues and not any(catalogue.unit_problems(file)):
        yield from printed_build_problems(file)


def sums(shelf: Shelf) -> list[ValidationIssue]:
    """Builds that break TC-2.24 or do not come to their points, those of packs in force too."""
    return list(printed_build_problems(shelf.units()))


def upgrade_problems(file: Units) -> Iterator[ValidationIssue]:
    """Upgrades that no rule knows, or that hang on an option that does not exist."""
    options = SHELF.options()
    for kind, lines in file.upgrades.items():
        for name, line in lines.items():
            place = ("upgrades", kind, name)
            yield from unlisted(place, "upgrade", [name], BOUGHT)
            if line.option and line.option not in options:
                yield ValidationIssue((*place, "option"), unknown_name("option", line.option, options))


def printed_build_problems(file: Units) -> Iterator[ValidationIssue]:
    """Builds that break TC-2.24 even with every upgrade on sale, and costs that are not the sum."""
    on_sale = {line.option for lines in file.upgrades.values() for line in lines.values() if line.option}
    o = SHELF.options_under(dict.fromkeys({*on_sale, "exotic_units"}, True))
    for name, build in file.builds.items():
        why, cost = judge_build(file, build, o)
        if why != Illegal.LEGAL and (build.by_the_rules or why not in EXCUSED):
            yield ValidationIssue(("builds", name), f"{WORDS[why]}; it costs {cost}", why.rule)
        if cost != build.points:
            yield ValidationIssue(
                ("builds", name, "points"), f"it costs {cost}, not {build.points}", "TC-2.4", cost
            )


# ---------------------------------------------------------------- forces: what a player fields
# Who is fielded (TC-4.12, TC-13.2): printed units, and the builds that players put in their place.


Word = Literal["none", "veteran", "ace"]
NOVICE: Word = "none"
OWN = ("build", "ranks", "points")  # what a player's force holds beside a loadout


class Campaigner(Entry):
    """What a force of a campaign brings along: ranks by role, and the points its tank has earned."""

    ranks: Annotated[tuple[Word, ...], Field(min_length=CREW, max_length=CREW)] = (NOVICE,) * CREW
    points: Annotated[int, Field(ge=0, le=1000)] | None = None


NOVICES = Campaigner()


class Fielded(NamedTuple):
    """A unit of the roster as it takes the field: loadout, sample build or none, what it brings along."""

    loadout: Loadout
    build: str
    campaigner: Campaigner = NOVICES


def name_problems(units: Units, loadout: Loadout) -> Iterator[ValidationIssue]:
    """Names in a build that do not exist."""
    return catalogue.build_problems((), loadout, units)


def replace_unit(
    shelf: Shelf, name: str, given: Mapping[str, Any], printed: Fielded, o: Options, points: int | None
) -> Fielded:
    """The player's own build, refused unless legal and one that may stand for the printed (TC-13.2, TC-2.24).

    Hover tanks and walkers are battle tanks too, where they are fielded at all (TC-15.11 l).
    """
    loadout, build = own_loadout(shelf, name, given, printed)
    kind = kind_of(shelf.units(), loadout)
    if kind != kind_of(shelf.units(), printed.loadout):
        what = (
            f"{loadout.unit} cannot stand for {printed.loadout.unit}, only another {printed.loadout.unit} can"
        )
        raise CatalogueError([f"{name}: {what} (TC-13.2)"])
    campaigner = campaigner_of(name, given, o)
    if campaigner.points is not None:
        points = campaigner.points
    if refusal := build_refusal(shelf, loadout, o, points if kind == Kind.TANK else None):
        raise CatalogueError([f"{name}: {refusal}"])
    return Fielded(loadout, build, campaigner)


def own_loadout(shelf: Shelf, name: str, given: Mapping[str, Any], printed: Fielded) -> tuple[Loadout, str]:
    """What a player fields in place of a printed unit: a sample build by name, or armor and upgrades.

    Without armor it has the armor of its profile; a force that says nothing of a build keeps the printed one.
    """
    units = shelf.units()
    own = {key: value for key, value in given.items() if key not in OWN}
    if isinstance(own.get("crew"), list | tuple):
        own["crew"] = dict(zip((role.name.lower() for role in Role), own["crew"], strict=False))
    start, build = printed.loadout, printed.build
    if "build" in given:
        build = str(given["build"])
        if build not in units.builds:
            raise CatalogueError([f"{name}: {catalogue.unknown_build(build, units)}"])
        start = units.builds[build]
    elif own.keys() & {"unit", "armor", "upgrades"}:
        profile = units.units.get(str(own.get("unit"))) or units.units[start.unit]
        start, build = Loadout(unit=start.unit, armor=profile.armor), ""
    data = start.model_dump(include=set(Loadout.model_fields))
    data["by_the_rules"] = not is_excused(shelf, start)
    loadout = validate({**data, **own}, Loadout, partial(name_problems, units), f"unit {name}")
    return loadout, build


def campaigner_of(name: str, given: Mapping[str, Any], o: Options) -> Campaigner:
    """Ranks and points of a force; refused outside a campaign (TC-14.6)."""
    brought = {key: given[key] for key in ("ranks", "points") if key in given}
    if not brought:
        return NOVICES
    if not o.campaign:
        raise CatalogueError([f"{name}: {' and '.join(brought)} only count in a campaign (TC-14.6)"])
    campaigner = validate(brought, Campaigner, None, f"unit {name}")
    most = max(o.most_points, o.start_points, o.new_tank_points)
    if campaigner.points is not None and campaigner.points > most:
        raise CatalogueError(
            [f"{name}: points: a tank holds at most {most}, not {campaigner.points} (TC-14.10)"]
        )
    return campaigner


# ---------------------------------------------------------------- a fresh unit


def kind_of(units: Units, loadout: Loadout) -> Kind:
    """Whose rules a unit follows."""
    return Kind[units.units[loadout.unit].kind.upper()]


def ai_range(units: Units, profile: Profile) -> int:
    """Hexes the anti-infantry weapon of a unit kind reaches, 0 without one (table 2.4)."""
    weapons = units.weapons
    ranges = [weapons[name].range for name in profile.weapons if name.endswith("_ai")]
    return max(ranges, default=weapons["tank_ai"].range)


def buy(t: Unit, loadout: Loadout, o: Options) -> None:
    """Upgrades as bought; those whose option is off are struck from every force, unrefunded (TC-15.9 i)."""
    for name, count in loadout.counts.items():
        t.upgrade[Upgrade[name.upper()]] = count
    if not o.adv_air_support:
        t.upgrade[Upgrade.AIR_SUPPORT] = 0
    if not o.adv_at_mines:
        t.upgrade[Upgrade.MINE] = 0


def muster(units: Units, t: Unit, seat: int, loadout: Loadout, build: str, o: Options) -> None:
    """A fresh unit: profile, build, whole crew, AT in the gun (TC-2.1, TC-5.10)."""
    profile = units.units[loadout.unit]
    t.kind, t.side = kind_of(units, loadout), seat
    t.drive = Drive[profile.drive.upper()]
    t.profile = list(units.units).index(loadout.unit)
    t.build = list(units.builds).index(build) if build else NOBODY
    t.armor = [edition_armor(t.kind, value, o) for value in loadout.armor.values]
    front, side, rear = (a - b for a, b in zip(loadout.armor.values, profile.armor.values, strict=True))
    t.accuracy, t.allowance = profile.accuracy or 0, profile.actions
    t.speed = edition_speed(t.kind, profile.movement_cap, o)
    if t.kind == Kind.TANK:
        t.speed = max(0, t.speed + armor_speed(front, side, rear, o))
    t.ai_range = ai_range(units, profile)
    t.points = t.full = profile.hull_points
    buy(t, loadout, o)
    t.turret = t.hull = NOBODY
    t.treated = t.stand_in = t.ability = t.carrier = NOBODY
    t.crew = [Health.OK if t.kind == Kind.TANK else Health.ABSENT for _ in range(CREW)]
    if t.kind == Kind.TANK:
        t.loaded = Shell.AT
        if not t.upgrade[Upgrade.LIEUTENANT]:
            t.crew[Role.LIEUTENANT] = Health.ABSENT


# ---------------------------------------------------------------- the roster


class Place(NamedTuple):
    """A unit or static of a scenario: where the file lists it, seat, what it is, hex or carrier, facing."""

    place: tuple[str, str]
    seat: int
    fielded: Fielded
    hex: str
    carried_by: str
    facing: str | None


def roster(units: Units, file: Scenario) -> list[Place]:
    """Every unit and static in roster order."""
    rows = []
    for name, force in file.units.items():
        fielded = Fielded(force.loadout(units), force.build)
        seat = file.seat_of(force.side)
        rows.append(Place(("units", name), seat, fielded, force.hex, force.carried_by, force.facing))
    for name, static in file.statics.items():
        fielded = Fielded(catalogue.Force(side="", unit=static.unit, hex=static.hex).loadout(units), "")
        seat = file.seat_of(static.side)
        rows.append(Place(("statics", name), seat, fielded, static.hex, "", static.facing))
    return rows


def field_units(shelf: Shelf, s: State, file: Scenario, forces: Forces) -> None:
    """Muster every unit and put it where it is printed, the carried ones last."""
    units = shelf.units()
    rows = roster(units, file)
    names = [name for _, name in (row.place for row in rows)]
    s.count = len(rows)
    for u, row in enumerate(rows):
        fielded = row.fielded
        if names[u] in forces:
            fielded = replace_unit(shelf, names[u], forces[names[u]], fielded, s.options, file.budget)
        if is_barred(units, fielded.loadout.unit, s.options):
            rule = Illegal.NOT_FIELDED.rule
            raise CatalogueError([f"{names[u]}: {WORDS[Illegal.NOT_FIELDED]} ({rule})"])
        muster(units, s.units[u], row.seat, fielded.loadout, fielded.build, s.options)
        s.units[u].rank = [Rank[rank.upper()] for rank in fielded.campaigner.ranks]
        if row.hex:
            station(s, u, cell_of(row.hex), row.facing)
    for u, row in enumerate(rows):
        if row.carried_by:
            embark(s, u, names.index(row.carried_by))


def station(s: State, u: int, cell: int, facing: str | None) -> None:
    """Put a unit on a hex, hull and turret facing as printed."""
    t = s.units[u]
    t.cell = cell
    s.occupant[cell] = u
    if facing:
        t.hull = DIRECTIONS.index(facing)
        t.turret = t.hull if t.kind == Kind.TANK else NOBODY


def embark(s: State, u: int, carrier: int) -> None:
    """A squad starts on or in its carrier (TC-10.19); without room there, on foot beside it (TC-15.10 g)."""
    t = s.units[u]
    t.cell = NOBODY
    if aboard(s, carrier) < capacity(s, carrier):
        t.carrier = carrier
        return
    around = [step(int(s.units[carrier].cell), direction) for direction in range(6)]
    beside = [there for there in around if on_board(s, there) and s.ground[there] != Ground.BUILDING]
    cell = next((there for there in beside if s.occupant[there] == NOBODY), NOBODY)
    if cell == NOBODY:
        raise CatalogueError(["a carrier has no room, nor is there any beside it (TC-10.22)"])
    station(s, u, cell, None)


# ---------------------------------------------------------------- scenario
# Setting a battle up (TC-4.12, TC-13): scenario, options and builds become the starting position.


def lay_course(s: State, file: Scenario) -> None:
    """Waypoints and medals of a training."""
    s.waypoints = len(file.waypoints)
    for i, name in enumerate(file.waypoints):
        s.waypoint[i] = cell_of(name)
    if file.medals:
        s.medal_by = [file.medals.gold, file.medals.silver, file.medals.bronze]


def mark_zones(s: State, file: Scenario) -> None:
    """Deployment zones; with `zones` the players place their units later (TC-4.12)."""
    for seat in range(len(file.sides)):
        hexes = file.zone_hexes(seat)
        s.zone_size[seat] = len(hexes)
        for i, name in enumerate(hexes):
            s.zone[seat * ZONE + i] = cell_of(name)
    if s.options.deployment == Deployment.ZONES and len(file.sides) == 2:
        for t in s.units[: s.count]:
            if t.cell >= 0 and t.kind not in (Kind.TARGET, Kind.GUN):
                s.occupant[t.cell] = NOBODY
                t.cell = NOBODY


def set_mission(s: State, file: Scenario) -> None:
    """What the sides fight for: objectives, the attacker, the prize, free air strikes (TC-13)."""
    s.mission = Mission[file.mission.upper()]
    hexes = file.objective_hexes()
    s.objectives = len(hexes)
    for i, name in enumerate(hexes):
        s.objective[i] = cell_of(name)
        s.holder[i] = file.seat_of(file.holder) if file.holder else NOBODY
    s.attacker = file.seat_of(file.attacker) if file.attacker else NOBODY
    s.prize = list(file.units).index(file.prize) if file.prize else NOBODY
    s.prize_cell = cell_of(file.prize_hex) if file.prize_hex else NOBODY
    s.free_strikes = [*(side.free_strikes for side in file.sides), 0][:2]


# ---------------------------------------------------------------- what keeps a scenario from being played


def too_much(units: Units, file: Scenario) -> Iterator[ValidationIssue]:
    """What a scenario has more of than a battle can hold."""
    zones = max(len(file.zone_hexes(seat)) for seat in range(len(file.sides)))
    tanks = sum(kind_of(units, row.fielded.loadout) == Kind.TANK for row in roster(units, file))
    sizes = [
        ("units", "units", len(file.units) + len(file.statics), UNITS),
        ("waypoints", "waypoints", len(file.waypoints), WAYPOINTS),
        ("objectives", "objectives", len(file.objective_hexes()), OBJECTIVES),
        ("sides", "hexes in a zone", zones, ZONE),
        ("sides", "air strikes", tanks + sum(side.free_strikes for side in file.sides), STRIKES),
    ]
    for place, what, n, most in sizes:
        if n > most:
            yield ValidationIssue((place,), f"{n} {what}; a battle can hold {most}")


def misnamed_units(units: Units, rows: list[Place]) -> Iterator[ValidationIssue]:
    """Units whose names do not follow from their sides and kinds."""
    kinds = [(row.seat, kind_of(units, row.fielded.loadout)) for row in rows]
    yield from name_units([row.place for row in rows], kinds)


def misfits(units: Units, file: Scenario) -> Iterator[ValidationIssue]:
    """What keeps a scenario without other mistakes from being played, alone or under an overlay."""
    issues = [*too_much(units, file), *misnamed_units(units, roster(units, file))]
    yield from issues
    for number, overlay in enumerate(file.when):
        overlaid = file.overlaid([overlay])
        for problem in [*too_much(units, overlaid), *misnamed_units(units, roster(units, overlaid))]:
            if problem not in issues:
                place = (
                    ("when", number, *problem.place)
                    if problem.place[-1] in overlay.units
                    else ("when", number)
                )
                yield problem._replace(place=place)


@dataclass(frozen=True)
class Fit:
    """What keeps a scenario from being played under chosen options; equal ones share what is kept."""

    shelf: Shelf
    chosen: tuple[tuple[str, str | int | bool], ...] = ()

    def __call__(self, file: Scenario, issues: Sequence[ValidationIssue]) -> Iterator[ValidationIssue]:
        """Builds that the rule refuses, and the misfits of a scenario that is without mistakes so far."""
        units = self.shelf.units()
        refused = [*refused_builds(file, units, self.check_build)]
        yield from refused
        if not (issues or refused):
            yield from misfits(units, file)

    def check_build(self, file: Scenario, loadout: Loadout) -> str:
        """Why a scenario's build is refused under the options in force, or nothing."""
        is_tank = kind_of(self.shelf.units(), loadout) == Kind.TANK
        o = SHELF.options_under({**file.options, **dict(self.chosen)})
        return build_refusal(self.shelf, loadout, o, file.budget if is_tank else None)


def fitting(shelf: Shelf, scenario: ScenarioSource, chosen: Choices) -> Scenario:
    """A scenario whose builds are by the rules under its own options or, else, under those chosen as well.

    A pack may switch on what a unit needs (TC-14.11); an upgrade that is switched off is left out.
    """
    try:
        return shelf.scenario(scenario, Fit(shelf))
    except CatalogueError:
        if not chosen:
            raise
    return shelf.scenario(scenario, Fit(shelf, tuple(sorted(chosen.items()))))


# ---------------------------------------------------------------- all of it


def choices(file: Scenario, chosen: Choices) -> dict[str, str | int | bool]:
    """The options of a battle: the rulebook's, then the scenario's, then the players'."""
    known = SHELF.options()
    defaults = {name: option.default for name, option in known.items()}
    return {**defaults, "turn_limit": file.turn_limit, **file.options, **chosen}


def set_up(
    shelf: Shelf, scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None
) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used."""
    printed = fitting(shelf, scenario, options or {})
    chosen = choices(printed, options or {})
    file = printed.under(chosen)
    s = open_board(file.board.columns, file.board.rows, chosen, shelf)
    for name in forces or {}:
        if name not in file.units:
            raise CatalogueError([unknown_name("unit", name, file.units)])
    s.seats = len(file.sides)
    lay(s, {cell_of(name): kind for name, kind in file.ground().items()})
    for name in file.mined() if s.options.adv_mines else ():  # TC-9.13, TC-15.9 i
        s.mine[cell_of(name)] = 1
    field_units(shelf, s, file, forces or {})
    mark_zones(s, file)
    lay_course(s, file)
    set_mission(s, file)
    s.phase = Phase.ROLL_OFF
    if s.seats == 1:
        begin(s, new_dice(0), blank(Log))
    return s
