"""Where every position begins, of a scenario, a question or a test: options, a map, units on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import CatalogueError, unknown_name, validate
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav.catalogue.scenarios import Built, Edge, Scenario, tiles_of
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.catalogue.units import design_problems
from hulldown.rulesets.agrav.codes import (
    CENTRE,
    COLUMNS,
    NOBODY,
    POINT,
    ROWS,
    STORED,
    TILES,
    Chassis,
    Family,
    Feature,
    Ground,
    Height,
    Mount,
    Phase,
    Shield,
    Stabiliser,
    Standing,
    Turret,
    Way,
)
from hulldown.rulesets.agrav.design import bands, health, total_cost
from hulldown.rulesets.agrav.movement import free_turns, mobility_now
from hulldown.rulesets.agrav.sheet import Design, Fitting, Squad, Units
from hulldown.rulesets.agrav.state import Options, Section, State, Unit, Weapon, tile_at
from hulldown.rulesets.agrav.structures import PERCENT, ruin_durability
from hulldown.rulesets.agrav.variants import Gates
from hulldown.rulesets.common.scenarios import Choices

GROUND = {"debris": Ground.DEBRIS, "wall": Ground.WALL, "gate": Ground.GATE}


# ---------------------------------------------------------------- an empty map


def blank_state(chosen: Choices | None = None, columns: int = COLUMNS, rows: int = ROWS) -> State:
    """A map of clear ground under these options with nobody on it, in the first side's turn of round 1."""
    s = blank(State)
    SHELF.set_options(s.options, chosen or {})
    s.columns, s.rows = columns, rows
    for lists in ("built", "smoker", "south", "east", "occupant"):
        setattr(s, lists, [NOBODY] * TILES)
    s.winner, s.attacker, s.chooser = RUNNING, NOBODY, NOBODY
    s.phase, s.round, s.rounds = Phase.TURN, 1, 8
    s.last_seen = [NOBODY] * len(s.last_seen)
    for unit in s.units:
        clear_unit(unit)
    for barricade in s.barricade:
        barricade.tile = NOBODY
    return s


# ---------------------------------------------------------------- the map


def lay_map(s: State, file: Scenario) -> None:
    """All that lies on the map of a scenario: ground, sections, barricades, smoke, zones."""
    s.columns, s.rows, s.rounds = file.columns, len(file.picture), file.rounds
    for row in range(s.rows):
        for column in range(s.columns):
            sign = file.sign(column, row)
            if isinstance(sign, str):
                s.ground[tile_at(column, row)] = ground_of(s.options, sign)
    for number, (name, box) in enumerate(file.sections.items(), 1):
        sign = file.sign(box[0], box[1])
        assert isinstance(sign, Built)
        section = build_section(s, [tile_at(*tile) for tile in tiles_of(box)], sign, number)
        if name == file.objective:
            section.features |= Feature.OBJECTIVE
    for barricade in file.barricades:
        lay_barricade(s, barricade)
    for smoke in file.smoke:
        tile = tile_at(*smoke.tile)
        s.smoke[tile], s.smoker[tile] = smoke.turns, s.first  # AG-3.11
    lay_zones(s, file)


def ground_of(o: Options, sign: str) -> Ground:
    """What lies on a tile of a map; by the option every gate stands open and is clear ground (AG-3.9)."""
    if sign == "gate" and o.gates == Gates.OPEN:
        return Ground.CLEAR
    return GROUND.get(sign, Ground.CLEAR)


def build_section(s: State, tiles: list[int], sign: Built, number: int = 0) -> Section:
    """A structure section on its tiles (AG-20.1, AG-20.8); returns it, for damage to be written."""
    i = s.sections
    s.sections += 1
    for tile in tiles:
        s.built[tile] = i
    section = s.section[i]
    section.name = number or s.sections
    ruin = sign.height == "ruin"
    section.height = Height.HIGH if sign.height == "high" else Height.LOW
    full = full_durability(s.options, sign)
    section.full = section.durability = ruin_durability(s.options, full) if ruin else full
    section.ruin = int(ruin)
    if not ruin:  # AG-20.13
        section.features = sum(Feature[word.upper()].value for word in sign.features)
    return section


def full_durability(o: Options, sign: Built) -> int:
    """Durability in tenths of a structure, of a ruin that of the high one it was (AG-20.1, AG-20.8)."""
    sound = POINT * (o.low_durability if sign.height == "low" else o.high_durability)
    return sound * o.weak_share // PERCENT if "weak" in sign.features else sound


def lay_barricade(s: State, where: Edge) -> int:
    """A fresh barricade section on an edge (AG-3.6); returns its number."""
    b, tile = s.barricades, tile_at(where.column, where.row)
    s.barricades += 1
    barricade = s.barricade[b]
    barricade.tile, barricade.south, barricade.durability = (
        tile,
        int(where.south),
        POINT * s.options.barricade_durability,
    )
    (s.south if where.south else s.east)[tile] = b
    return int(b)


def lay_zones(s: State, file: Scenario) -> None:
    """What scores at the end of which rounds (section 6)."""
    names = list(file.sections)
    for zone, record in zip(file.zones, s.zone, strict=False):
        record.tile = tile_at(*zone.tile) if zone.tile else NOBODY
        record.section = names.index(zone.section) if zone.section else NOBODY
        record.reach, record.points, record.felling = zone.reach, zone.points, zone.felling
        record.rounds = sum(1 << number for number in zone.rounds)
    s.zones = len(file.zones)


# ---------------------------------------------------------------- a unit


def field_unit(
    s: State,
    side: int,
    what: str | Mapping[str, Any] | Design = "bastion",
    tile: int = NOBODY,
    facing: int = Way.N,
) -> Unit:
    """Put a fresh unit of `units.toml` or a design on the map (AG-6.2); returns it, for damage to be written.

    Its turn has begun. CatalogueError names what does not exist or is illegal.
    """
    index = s.count
    s.count += 1
    u = s.units[index]
    write_kind(u, what, s.options)
    u.side = side
    place_unit(s, index, tile, facing)
    u.left, u.free_turn = mobility_now(s.options, u), free_turns(s.options, u)
    return u


def write_kind(u: Unit, what: str | Mapping[str, Any] | Design, o: Options) -> None:
    """What a unit is. CatalogueError as for `field_unit`."""
    units = SHELF.units()
    if not isinstance(what, str):
        if not isinstance(what, Design):
            what = validate(what, Design, lambda design: design_problems(design, units), "design")
        write_design(u, what, units, o)
    elif what in units.vehicles:
        write_design(u, units.vehicles[what], units, o)
    elif what in units.squads:
        write_squad(u, units.squads[what], units)
    else:
        raise CatalogueError([unknown_name("unit", what, units.kinds())])
    if isinstance(what, str):
        u.kind = units.kinds().index(what)


def place_unit(s: State, index: int, tile: int, facing: int) -> None:
    """Stand a unit on a tile, or leave it off the map."""
    u = s.units[index]
    u.tile = u.began = u.came = tile
    u.facing = facing
    if tile != NOBODY:
        s.occupant[tile] = index


# ---------------------------------------------------------------- fielding
# A design or a squad as the record that is played with, fresh as at the start (AG-6.2).


STABILISERS = {"": Stabiliser.NONE, "partial": Stabiliser.PARTIAL, "full": Stabiliser.FULL}
TURRETS = {"": Turret.NONE, "turret": Turret.PLAIN, "high_act": Turret.HIGH_ACT}


def clear_unit(u: Unit) -> None:
    """Nobody in a place of the roster."""
    u.standing, u.side, u.kind = Standing.ABSENT, NOBODY, NOBODY
    u.tile = u.began = u.came = NOBODY
    u.anchor, u.facing = CENTRE, Way.N
    u.shield.state = Shield.ABSENT
    for weapon in u.weapon:
        weapon.kind, weapon.cone, weapon.loads = NOBODY, NOBODY, NOBODY
    for part in u.part:
        part.weapon = NOBODY


# ---------------------------------------------------------------- vehicles


def write_design(u: Unit, design: Design, units: Units, o: Options) -> None:
    """A vehicle with everything full (AG-6.2)."""
    u.standing = Standing.PRESENT
    u.chassis = Chassis[design.chassis.upper()]
    u.value, u.budget = total_cost(design, units), units.budgets[design.budget].points
    u.mobility = design.mobility[0]
    u.health = u.health_full = health(design, units, o) * POINT
    u.thickness = design.plate.thickness
    u.durability = u.durability_full = design.plate.durability * POINT
    u.output, u.capacity = design.generator, design.capacitor
    u.energy = design.generator + STORED * design.capacitor
    u.sensors = design.sensors
    u.turret = TURRETS[next(iter(design.turret), "")]
    u.smoke, u.transfer = o.discharger_uses * design.smoke, int(design.transfer)
    write_shield(u, design, units)
    write_parts(u, design, units, o)
    for weapon, fitting in zip(u.weapon, design.weapons, strict=False):
        write_fitting(weapon, fitting, units)
    u.weapons = len(design.weapons)


def write_shield(u: Unit, design: Design, units: Units) -> None:
    """A shield begins active and full (AG-6.2)."""
    for name in design.shield:
        kind = units.shields[name]
        u.shield.state, u.shield.nominal = Shield.ACTIVE, kind.thickness
        u.shield.full = u.shield.maximum = u.shield.charge = kind.charge * POINT


def write_parts(u: Unit, design: Design, units: Units, o: Options) -> None:
    """The crit table (AG-12.10)."""
    table = bands(design, units, o)
    for struck, banded in zip(u.part, table, strict=False):
        struck.part, struck.weapon, struck.last = banded.bought.part, banded.bought.weapon, banded.last
    u.parts = len(table)


def write_fitting(weapon: Weapon, fitting: Fitting, units: Units) -> None:
    """A weapon of a vehicle with its ammo bin (AG-5.9) and stabiliser (AG-8.6)."""
    write_weapon(weapon, fitting.weapon, units)
    weapon.mount = Mount[fitting.mount.upper()]
    weapon.stabiliser = STABILISERS[next(iter(fitting.stabiliser), "")]
    if weapon.loads != NOBODY:
        weapon.loads *= fitting.ammo


# ---------------------------------------------------------------- squads


def write_squad(u: Unit, squad: Squad, units: Units) -> None:
    """A squad with all its models (section 3.7)."""
    u.standing, u.chassis = Standing.PRESENT, Chassis.INFANTRY
    u.value, u.mobility, u.sensors, u.thickness = squad.value, squad.mobility, squad.sensors, squad.thickness
    u.models, u.model_full = squad.models, squad.health * POINT
    u.health = u.health_full = squad.models * squad.health * POINT
    for number in range(squad.models):
        u.model[number] = u.model_full
    for weapon, name in zip(u.weapon, squad.weapons, strict=False):
        write_weapon(weapon, name, units)
        weapon.mount = Mount.HAND
    u.weapons = len(squad.weapons)


# ---------------------------------------------------------------- weapons


def write_weapon(weapon: Weapon, name: str, units: Units) -> None:
    """A weapon with the loads of one point of ammo (table 3.5)."""
    kind = units.weapons[name]
    weapon.kind, weapon.family = list(units.weapons).index(name), Family[kind.family.upper()]
    weapon.penetration, weapon.damage, weapon.thermal = kind.penetration, kind.damage, kind.thermal
    weapon.energy, weapon.he, weapon.area = int(kind.energy), int(kind.he), int(kind.area)
    weapon.shots, weapon.per_model = kind.shots, int(kind.per_model)
    weapon.power, weapon.reload = kind.power, kind.reload
    weapon.loads = NOBODY if kind.loads is None else kind.loads
