"""Who is fielded (TC-4.12, TC-13.2): printed units, and the builds that players put in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from hulldown.catalogue import CatalogueError, Entry, ValidationIssue, validate
from hulldown.kernel.hexes import DIRECTIONS, cell_of, step
from hulldown.rulesets.tank_commander.armory import WORDS, build_refusal, is_barred, is_excused
from hulldown.rulesets.tank_commander.build import armor_speed, edition_armor, edition_speed
from hulldown.rulesets.tank_commander.carrying import aboard, capacity
from hulldown.rulesets.tank_commander.catalogue.scenarios import Force, Scenario
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Loadout, build_problems, unknown_build
from hulldown.rulesets.tank_commander.catalogue.units import Unit as Profile
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Drive,
    Ground,
    Health,
    Kind,
    Rank,
    Role,
    Shell,
    Upgrade,
)
from hulldown.rulesets.tank_commander.reasons import Illegal
from hulldown.rulesets.tank_commander.state import Options, State, Unit
from hulldown.rulesets.tank_commander.terrain import on_board

Forces = Mapping[str, Mapping[str, Any]]
Word = Literal["none", "veteran", "ace"]
NOVICE: Word = "none"
OWN = ("build", "ranks", "points")  # what a player's force holds beside a loadout


# ---------------------------------------------------------------- what a player fields


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


def name_problems(loadout: Loadout) -> Iterator[ValidationIssue]:
    """Names in a build that do not exist."""
    return build_problems((), loadout, SHELF.units())


def replace_unit(
    name: str, given: Mapping[str, Any], printed: Fielded, o: Options, points: int | None
) -> Fielded:
    """The player's own build, refused unless legal and one that may stand for the printed (TC-13.2, TC-2.24).

    Hover tanks and walkers are battle tanks too, where they are fielded at all (TC-15.11 l).
    """
    loadout, build = own_loadout(name, given, printed)
    if kind_of(loadout) != kind_of(printed.loadout):
        what = (
            f"{loadout.unit} cannot stand for {printed.loadout.unit}, only another {printed.loadout.unit} can"
        )
        raise CatalogueError([f"{name}: {what} (TC-13.2)"])
    campaigner = campaigner_of(name, given, o)
    if campaigner.points is not None:
        points = campaigner.points
    if refusal := build_refusal(loadout, o, points if kind_of(loadout) == Kind.TANK else None):
        raise CatalogueError([f"{name}: {refusal}"])
    return Fielded(loadout, build, campaigner)


def own_loadout(name: str, given: Mapping[str, Any], printed: Fielded) -> tuple[Loadout, str]:
    """What a player fields in place of a printed unit: a sample build by name, or armor and upgrades.

    Without armor it has the armor of its profile; a force that says nothing of a build keeps the printed one.
    """
    units = SHELF.units()
    own = {key: value for key, value in given.items() if key not in OWN}
    if isinstance(own.get("crew"), list | tuple):
        own["crew"] = dict(zip((role.name.lower() for role in Role), own["crew"], strict=False))
    start, build = printed.loadout, printed.build
    if "build" in given:
        build = str(given["build"])
        if build not in units.builds:
            raise CatalogueError([f"{name}: {unknown_build(build, units)}"])
        start = units.builds[build]
    elif own.keys() & {"unit", "armor", "upgrades"}:
        profile = units.units.get(str(own.get("unit"))) or units.units[start.unit]
        start, build = Loadout(unit=start.unit, armor=profile.armor), ""
    loadout = validate({**plain(start), **own}, Loadout, name_problems, f"unit {name}")
    return loadout, build


def plain(loadout: Loadout) -> dict[str, Any]:
    """A loadout as plain data."""
    data = loadout.model_dump(include=set(Loadout.model_fields))
    return {**data, "by_the_rules": not is_excused(loadout)}


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


def kind_of(loadout: Loadout) -> Kind:
    """Whose rules a unit follows."""
    return Kind[SHELF.units().units[loadout.unit].kind.upper()]


def ai_range(profile: Profile) -> int:
    """Hexes the anti-infantry weapon of a unit kind reaches, 0 without one (table 2.4)."""
    weapons = SHELF.units().weapons
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


def muster(t: Unit, seat: int, loadout: Loadout, build: str, o: Options) -> None:
    """A fresh unit: profile, build, whole crew, AT in the gun (TC-2.1, TC-5.10)."""
    units = SHELF.units()
    profile = units.units[loadout.unit]
    t.kind, t.side = kind_of(loadout), seat
    t.drive = Drive[profile.drive.upper()]
    t.profile = list(units.units).index(loadout.unit)
    t.build = list(units.builds).index(build) if build else NOBODY
    t.armor = [edition_armor(t.kind, value, o) for value in loadout.armor.values]
    front, side, rear = (a - b for a, b in zip(loadout.armor.values, profile.armor.values, strict=True))
    t.accuracy, t.allowance = profile.accuracy or 0, profile.actions
    t.speed = edition_speed(t.kind, profile.movement_cap, o)
    if t.kind == Kind.TANK:
        t.speed = max(0, t.speed + armor_speed(front, side, rear, o))
    t.ai_range = ai_range(profile)
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


def roster(file: Scenario) -> list[Place]:
    """Every unit and static in roster order."""
    units = SHELF.units()
    rows = []
    for name, force in file.units.items():
        fielded = Fielded(force.loadout(units), force.build)
        seat = file.seat_of(force.side)
        rows.append(Place(("units", name), seat, fielded, force.hex, force.carried_by, force.facing))
    for name, static in file.statics.items():
        fielded = Fielded(Force(side="", unit=static.unit, hex=static.hex).loadout(units), "")
        seat = file.seat_of(static.side)
        rows.append(Place(("statics", name), seat, fielded, static.hex, "", static.facing))
    return rows


def field_units(s: State, file: Scenario, forces: Forces) -> None:
    """Muster every unit and put it where it is printed, the carried ones last."""
    rows = roster(file)
    names = [name for _, name in (row.place for row in rows)]
    s.count = len(rows)
    for u, row in enumerate(rows):
        fielded = row.fielded
        if names[u] in forces:
            fielded = replace_unit(names[u], forces[names[u]], fielded, s.options, file.budget)
        if is_barred(fielded.loadout.unit, s.options):
            rule = Illegal.NOT_FIELDED.rule
            raise CatalogueError([f"{names[u]}: {WORDS[Illegal.NOT_FIELDED]} ({rule})"])
        muster(s.units[u], row.seat, fielded.loadout, fielded.build, s.options)
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
