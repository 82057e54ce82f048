"""A design or a squad as the record that is played with, fresh as at the start (AG-6.2)."""

from __future__ import annotations

from hulldown.rulesets.agrav.codes import (
    CENTRE,
    DISCHARGES,
    NOBODY,
    POINT,
    STORED,
    Chassis,
    Family,
    Mount,
    Shield,
    Stabiliser,
    Standing,
    Turret,
    Way,
)
from hulldown.rulesets.agrav.design import bands, health, spent
from hulldown.rulesets.agrav.sheet import Design, Fitting, Squad, Units
from hulldown.rulesets.agrav.state import Options, Unit, Weapon

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
    u.value, u.budget = spent(design, units), units.budgets[design.budget].points
    u.mobility = design.mobility[0]
    counts = bool(o.armour_counts_as_part), bool(o.cockpit_counts_as_part)
    u.health = u.health_full = health(design, units, *counts) * POINT
    u.thickness = design.plate.thickness
    u.durability = u.durability_full = design.plate.durability * POINT
    u.output, u.capacity = design.generator, design.capacitor
    u.energy = design.generator + STORED * design.capacitor
    u.sensors = design.sensors
    u.turret = TURRETS[next(iter(design.turret), "")]
    u.smoke, u.transfer = DISCHARGES * design.smoke, int(design.transfer)
    write_shield(u, design, units)
    write_parts(u, design, units)
    for weapon, fitting in zip(u.weapon, design.weapons, strict=False):
        write_fitting(weapon, fitting, units)
    u.weapons = len(design.weapons)


def write_shield(u: Unit, design: Design, units: Units) -> None:
    """A shield begins active and full (AG-6.2)."""
    for name in design.shield:
        kind = units.shields[name]
        u.shield.state, u.shield.nominal = Shield.ACTIVE, kind.thickness
        u.shield.full = u.shield.maximum = u.shield.charge = kind.charge * POINT


def write_parts(u: Unit, design: Design, units: Units) -> None:
    """The crit table (AG-12.10)."""
    table = bands(design, units)
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
