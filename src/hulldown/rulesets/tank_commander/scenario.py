"""Setting a battle up (TC-4.12, TC-13): scenario, options and builds become the starting position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hulldown.catalogue import CatalogueError, Problem, unknown, validate
from hulldown.kernel.dice import new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.hexes import CELLS, DIRECTIONS, cell_at, cell_of
from hulldown.kernel.records import blank
from hulldown.rulesets.tank_commander import catalogue
from hulldown.rulesets.tank_commander.armory import build_refusal
from hulldown.rulesets.tank_commander.build import armor_speed
from hulldown.rulesets.tank_commander.catalogue import Force, Loadout, Scenario
from hulldown.rulesets.tank_commander.catalogue.units import build_problems, unknown_build
from hulldown.rulesets.tank_commander.codes import (
    CREW,
    NOBODY,
    Ground,
    Health,
    Kind,
    Mission,
    Phase,
    Role,
    Shell,
    Upgrade,
)
from hulldown.rulesets.tank_commander.naming import name_units
from hulldown.rulesets.tank_commander.state import BUILDINGS, UNITS, WAYPOINTS, ZONE, Options, State, Unit
from hulldown.rulesets.tank_commander.turn import begin
from hulldown.rulesets.tank_commander.variants import Deployment

Choices = Mapping[str, str | int | bool]
Forces = Mapping[str, Mapping[str, Any]]


# ---------------------------------------------------------------- options


def set_options(into: Options, chosen: Choices) -> None:
    """Write options, the default where nothing is chosen. CatalogueError names a wrong one."""
    known = catalogue.load_options()
    for name in chosen:
        if name not in known:
            raise CatalogueError([unknown("option", name, known)])
    for name, option in known.items():
        try:
            setattr(into, name, option.code(chosen.get(name, option.default)))
        except ValueError as error:
            raise CatalogueError([f"option {name}: {error} ({option.rule})"]) from None


# ---------------------------------------------------------------- units


def own_loadout(name: str, given: Mapping[str, Any], printed: Loadout) -> tuple[Loadout, str]:
    """What a player fields in place of a printed unit: a sample build by name, or armor and upgrades.

    Without armor it has the armor of its profile.
    """
    units = catalogue.load_units()
    if "build" in given:
        build = str(given["build"])
        if build not in units.builds:
            raise CatalogueError([f"{name}: {unknown_build(build, units)}"])
        return units.builds[build], build
    profile = units.units.get(str(given.get("unit"))) or units.units[printed.unit]
    plain = {"unit": printed.unit, "armor": profile.armor.model_dump()}
    made = validate({**plain, **given}, Loadout, known_names, f"unit {name}")
    return made, ""


def known_names(loadout: Loadout) -> Iterator[Problem]:
    """Names in a build that do not exist."""
    return build_problems((), loadout, catalogue.load_units())


def replace_unit(name: str, given: Mapping[str, Any], printed: Loadout, o: Options) -> tuple[Loadout, str]:
    """The player's own build, refused unless it is the same kind of unit and legal (TC-13.2, TC-2.24)."""
    loadout, build = own_loadout(name, given, printed)
    if loadout.unit != printed.unit:
        what = f"{loadout.unit} cannot stand for {printed.unit}, only another {printed.unit} can"
        raise CatalogueError([f"{name}: {what} (TC-13.2)"])
    if refusal := build_refusal(loadout, o):
        raise CatalogueError([f"{name}: {refusal}"])
    return loadout, build


def buy(t: Unit, loadout: Loadout, o: Options) -> None:
    """Upgrades as bought; those whose option is off are struck from every force, unrefunded (TC-15.9 i)."""
    for name, count in loadout.counts.items():
        t.upgrade[Upgrade[name.upper()]] = count
    if not o.adv_air_support:
        t.upgrade[Upgrade.AIR_SUPPORT] = 0
    if not o.adv_at_mines:
        t.upgrade[Upgrade.MINE] = 0


def kind_of(loadout: Loadout) -> Kind:
    """Whose rules a unit follows."""
    return Kind[catalogue.load_units().units[loadout.unit].kind.upper()]


def ai_range(profile: catalogue.Unit) -> int:
    """Hexes the anti-infantry weapon of a unit kind reaches, 0 without one (table 2.4)."""
    weapons = catalogue.load_units().weapons
    ranges = [weapons[name].range for name in profile.weapons if name.endswith("_ai")]
    return max(ranges, default=weapons["tank_ai"].range)


def muster(t: Unit, seat: int, loadout: Loadout, build: str, o: Options) -> None:
    """A fresh unit: profile, build, whole crew, AT in the gun (TC-2.1, TC-5.10)."""
    units = catalogue.load_units()
    profile = units.units[loadout.unit]
    t.kind, t.side = kind_of(loadout), seat
    t.profile = list(units.units).index(loadout.unit)
    t.build = list(units.builds).index(build) if build else NOBODY
    t.armor = list(loadout.armor.values)
    front, side, rear = (a - b for a, b in zip(loadout.armor.values, profile.armor.values, strict=True))
    t.accuracy, t.allowance = profile.accuracy or 0, profile.actions
    heavy = o.heavy_light_armor if t.kind == Kind.TANK else 0
    t.speed = profile.movement_cap + armor_speed(front, side, rear, heavy)
    t.ai_range = ai_range(profile)
    t.points = t.full = profile.hull_points
    buy(t, loadout, o)
    t.turret = t.hull = NOBODY
    t.treated = t.stand_in = t.ability = NOBODY
    t.crew = [Health.OK if t.kind == Kind.TANK else Health.ABSENT for _ in range(CREW)]
    if t.kind == Kind.TANK:
        t.loaded = Shell.AT
        if not t.upgrade[Upgrade.LIEUTENANT]:
            t.crew[Role.LIEUTENANT] = Health.ABSENT


def station(s: State, u: int, hex_name: str, facing: str | None) -> None:
    """Put a unit on the printed hex, hull and turret facing as printed."""
    t = s.units[u]
    t.cell = cell_of(hex_name)
    s.occupant[t.cell] = u
    if facing:
        t.hull = DIRECTIONS.index(facing)
        t.turret = t.hull if t.kind == Kind.TANK else NOBODY


class Entry(NamedTuple):
    """A unit or static of a scenario: where the file lists it, seat, loadout, build, hex and facing."""

    place: tuple[str, str]
    seat: int
    loadout: Loadout
    build: str
    hex: str
    facing: str | None


def roster(file: Scenario) -> list[Entry]:
    """Every unit and static in roster order."""
    units = catalogue.load_units()
    rows = []
    for name, force in file.units.items():
        seat, loadout = file.seat_of(force.side), force.loadout(units)
        rows.append(Entry(("units", name), seat, loadout, force.build, force.hex, force.facing))
    for name, static in file.statics.items():
        plain = Force(side="", unit=static.unit, hex=static.hex).loadout(units)
        rows.append(Entry(("statics", name), file.seat_of(static.side), plain, "", static.hex, static.facing))
    return rows


def place_units(s: State, file: Scenario, forces: Forces) -> None:
    """Field every unit; with `zones` the players place them later (TC-4.12)."""
    rows = roster(file)
    s.count = len(rows)
    for u, ((_, name), seat, loadout, build, hex_name, facing) in enumerate(rows):
        if name in forces:
            loadout, build = replace_unit(name, forces[name], loadout, s.options)
        muster(s.units[u], seat, loadout, build, s.options)
        station(s, u, hex_name, facing)
        movable = s.units[u].kind not in (Kind.TARGET, Kind.GUN)
        if s.options.deployment == Deployment.ZONES and movable and len(file.sides) == 2:
            s.occupant[s.units[u].cell] = NOBODY
            s.units[u].cell = NOBODY


# ---------------------------------------------------------------- the board


def lay_board(s: State, file: Scenario) -> None:
    """Terrain and mines; hills and mines that an option leaves out are open ground (TC-9.13, TC-15.9 i)."""
    s.columns, s.rows = file.board.columns, file.board.rows
    s.occupant = [NOBODY] * CELLS
    for column in range(s.columns):
        for row in range(s.rows):
            s.ground[cell_at(column, row)] = Ground.OPEN
    for name, kind in file.ground().items():
        ground = Ground[kind.upper()]
        if ground == Ground.HILL and not s.options.adv_hills:
            ground = Ground.OPEN
        s.ground[cell_of(name)] = ground
        if ground == Ground.BUILDING:
            s.building[s.buildings] = cell_of(name)
            s.buildings += 1
    for name in file.mined() if s.options.adv_mines else ():
        s.mine[cell_of(name)] = 1


def lay_course(s: State, file: Scenario) -> None:
    """Waypoints, medals and deployment zones."""
    s.waypoints = len(file.waypoints)
    for i, name in enumerate(file.waypoints):
        s.waypoint[i] = cell_of(name)
    if file.medals:
        s.medal_by = [file.medals.gold, file.medals.silver, file.medals.bronze]
    for seat in range(len(file.sides)):
        hexes = file.zone_hexes(seat)
        s.zone_size[seat] = len(hexes)
        for i, name in enumerate(hexes):
            s.zone[seat * ZONE + i] = cell_of(name)


def too_much(file: Scenario) -> Iterator[Problem]:
    """What a scenario has more of than a battle can hold."""
    zones = max(len(file.zone_hexes(seat)) for seat in range(len(file.sides)))
    buildings = sum(kind == "building" for kind in file.ground().values())
    sizes = [
        ("units", "units", len(file.units) + len(file.statics), UNITS),
        ("terrain", "buildings", buildings, BUILDINGS),
        ("waypoints", "waypoints", len(file.waypoints), WAYPOINTS),
        ("sides", "hexes in a zone", zones, ZONE),
    ]
    for place, what, n, most in sizes:
        if n > most:
            yield Problem((place,), f"{n} {what}; a battle can hold {most}")


def not_played(file: Scenario) -> Iterator[Problem]:
    """Units whose chapters are not played yet."""
    units = catalogue.load_units().units
    for row in roster(file):
        if not units[row.loadout.unit].is_played:
            place = (*row.place, "build" if row.build else "unit")
            yield Problem(place, f"units of kind {row.loadout.unit!r} are not played yet")


# ---------------------------------------------------------------- all of it


def check_build(file: Scenario, loadout: Loadout) -> str:
    """Why a scenario's build is refused under the scenario's own options, or nothing."""
    o = blank(Options)
    set_options(o, file.options)
    return build_refusal(loadout, o, file.budget)


def choices(file: Scenario, chosen: Choices) -> dict[str, str | int | bool]:
    """The options of a battle: the scenario's, then the players'."""
    return {"turn_limit": file.turn_limit, **file.options, **chosen}


def misfits(file: Scenario) -> Iterator[Problem]:
    """What keeps a scenario without other mistakes from being played."""
    rows = roster(file)
    yield from too_much(file)
    yield from not_played(file)
    yield from name_units([row.place for row in rows], [(row.seat, kind_of(row.loadout)) for row in rows])


def read(which: str | Path) -> Scenario:
    """A scenario fit to be played. CatalogueError says what is wrong with it."""
    return catalogue.load_scenario(which, check_build, misfits)


def set_up(which: str | Path, chosen: Choices | None = None, forces: Forces | None = None) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used."""
    file = read(which)
    s = blank(State)
    set_options(s.options, choices(file, chosen or {}))
    for name in forces or {}:
        if name not in file.units:
            raise CatalogueError([unknown("unit", name, file.units)])
    s.mission = Mission[file.mission.upper()]
    s.seats = len(file.sides)
    rounds = catalogue.load_units().rounds
    s.strength = [0, rounds["AT"].strength, rounds["HE"].strength]
    lay_board(s, file)
    place_units(s, file, forces or {})
    lay_course(s, file)
    s.active, s.winner, s.phase = NOBODY, -1, Phase.ROLL_OFF
    if s.seats == 1:
        begin(s, new_dice(0), blank(Log))
    return s
