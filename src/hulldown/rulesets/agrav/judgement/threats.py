"""What each side can shoot at: the harm that its weapons promise to enemies in sight."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import SEEING, own_movement, shaken
from hulldown.rulesets.agrav.aiming import bears
from hulldown.rulesets.agrav.armor import FINE, effective, multiplier
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis, Face, Family, Shield, Standing
from hulldown.rulesets.agrav.geometry import between_x, between_y, struck_face
from hulldown.rulesets.agrav.internals import WRECKED
from hulldown.rulesets.agrav.shields import dealt_over
from hulldown.rulesets.agrav.shooting import volley
from hulldown.rulesets.agrav.state import Options, State, Unit, Weapon
from hulldown.rulesets.agrav.victory import crippled

PERCENT = 100
FINE20 = 20  # a penetration as hits take it
READY = 20  # percent more for a weapon that may still fire in this turn, by how it has moved
BOUNTY = 15  # victory points for a squad with its charge
SOON = 25  # percent of what a shield takes that counts behind it too: it will not last
FALLING = 85  # percent of what a round in flight will do if it hits
WATCH = 16  # thousandths of 10 value points for a weapon set to reaction fire


@rule
def against_squad(o: Options, g: Weapon, target: Unit) -> int:
    """Harm of one hit on a squad (AG-21.1, AG-21.5)."""
    p, thick = g.penetration, target.thickness
    if p <= thick:
        return 0
    loss = min(POINT * g.damage * (p - thick) // p, target.model_full)
    models = -(-g.damage // o.area_damage) if g.area != 0 else 1
    return HEALTH * min(loss * models, target.health) // max(1, target.health_full)


@rule
def against_plate(o: Options, g: Weapon, target: Unit, tenths: int, damage10: int) -> int:
    """Harm of damage that meets the armour of a vehicle (AG-10, AG-12)."""
    p, full = g.penetration, max(1, target.durability_full)
    thick = effective(o, target, tenths) // (FINE * full)
    most = o.durability_cap * thick
    worn = damage10 if p < most else o.durability_cap * damage10
    lost = PLATE * min(worn * min(p, most) // max(1, most), target.durability) // full
    if p > thick:
        inside = damage10 * (p - thick) // p
        if g.energy == 0:
            again = inside * (o.he_damage - 1)
            inside += again if g.he != 0 else POINT * min(p - thick, o.spall_cap * thick)
        lost += HEALTH * inside // max(1, target.health_full)
    return lost


@rule
def heat_of(g: Weapon) -> int:
    """Thermal damage in tenths: what energy weapons do to shields besides (AG-13.8)."""
    return POINT * g.thermal if g.energy != 0 else 0


@rule
def blow(o: Options, g: Weapon, target: Unit, face: int) -> int:
    """Harm of one hit, the shield first (AG-9.1, AG-13), in thousandths."""
    if target.chassis == Chassis.INFANTRY:
        return against_squad(o, g, target)
    damage10, lost = POINT * g.damage, 0
    if target.shield.state == Shield.ACTIVE:
        dealt = dealt_over(o, target.shield, FINE20 * g.penetration, damage10, heat_of(g)) // PERCENT
        taken = min(dealt, target.shield.charge)
        lost = CHARGE * taken // max(1, target.shield.full)
        damage10 = damage10 * (dealt - taken * (PERCENT - SOON) // PERCENT) // max(1, dealt)
    if damage10 > 0:
        lost += against_plate(o, g, target, multiplier(target.chassis, face), damage10)
    return min(lost, LOST)


@rule
def prize(u: Unit) -> int:
    """What a unit is worth to those who shoot at it: a squad also for its demolition charge."""
    bounty = 0
    for w in range(u.weapons if u.chassis == Chassis.INFANTRY else 0):
        bounty = BOUNTY if u.weapon[w].family == Family.CHARGE and u.weapon[w].loads != 0 else bounty
    return u.value + bounty


@rule
def usable(u: Unit, w: int) -> bool:
    """Whether a weapon will fire next time: whole, with a load and the energy."""
    gun = u.weapon[w]
    if gun.crits >= WRECKED or gun.loads == 0 or gun.waiting > 2 or gun.family == Family.CHARGE:
        return False
    return bool(u.energy + u.output >= gun.power)


@rule
def promise(s: State, u: int, w: int) -> int:
    """The best that one weapon can do to an enemy in sight: harm x value x accuracy in percent."""
    unit, best = s.units[u], 0
    direct = SEEING[unit.weapon[w].family] & 3 != 0
    for v in range(s.count):
        if (unit.sees >> v) & 1 == 1 and s.units[v].standing == Standing.PRESENT:
            enemy = s.units[v]
            if not bears(s, u, w, enemy.tile):
                continue
            dx, dy = between_x(enemy.tile, unit.tile), between_y(enemy.tile, unit.tile)
            face = struck_face(enemy.facing, dx, dy) if direct else Face.TOP
            best = max(best, blow(s.options, unit.weapon[w], enemy, face) * prize(enemy))
    return best * volley(s, u, w) * max(0, s.options.base_accuracy - shaken(s.options, unit.stun))


@rule
def threats(s: State, side: int) -> int:
    """What a side's weapons promise, in thousandths of value."""
    total = 0
    for u in range(s.count):
        unit = s.units[u]
        if unit.side == side and unit.standing == Standing.PRESENT:
            for w in range(unit.weapons):
                if usable(unit, w):
                    total += weapon_threat(s, u, w)
    return total // PERCENT


@rule
def steady(s: State, u: int, w: int) -> int:
    """Percent of its accuracy that a weapon keeps as its unit has moved (AG-8.6)."""
    unit = s.units[u]
    lost = own_movement(s.options, unit.tiles, unit.turned, unit.weapon[w].stabiliser)
    return PERCENT * max(0, s.options.base_accuracy - lost) // s.options.base_accuracy


@rule
def weapon_threat(s: State, u: int, w: int) -> int:
    """One weapon: what it promises, more while it may still fire; and that it is on watch."""
    unit = s.units[u]
    expected = promise(s, u, w) if unit.sees != 0 else 0
    gun = unit.weapon[w]
    if expected != 0 and unit.side == s.side and gun.fired == 0 and gun.waiting == 0:
        expected += expected * READY // PERCENT * steady(s, u, w) // PERCENT
    if gun.cone != NOBODY:
        expected += WATCH * min(gun.damage, PERCENT) // POINT * steady(s, u, w)
    return expected


@rule
def incoming(s: State) -> int:
    """The lead of side 0 in rounds on their way to units, which fall from above (AG-17.12)."""
    lead = 0
    for i in range(s.flying):
        r = s.flight[i]
        if r.target != NOBODY and s.units[r.target].standing == Standing.PRESENT:
            enemy = s.units[r.target]
            gun = s.units[r.shooter].weapon[r.weapon]
            expected = FALLING * blow(s.options, gun, enemy, Face.TOP) * prize(enemy) // PERCENT
            lead += expected if r.side == 0 else -expected
    return lead


# ---------------------------------------------------------------- worth
# What has been done to units, in thousandths of their value: 1,000 is a unit destroyed.


LOST = 1_000  # what AG-23.2 counts
HEALTH, PLATE, CHARGE, STUN = 620, 130, 170, 30  # of a whole unit
OFF = 400  # all the charge of a shield switched off: it stops nothing, and switching it on costs some of it
MOST = 950  # of a unit that is still in play


@rule
def victory_score(o: Options, u: Unit) -> int:
    """What counts for victory now (AG-23.2)."""
    if u.standing == Standing.DESTROYED:
        return LOST
    return LOST * o.crippled_value // PERCENT if crippled(o, u) else 0


@rule
def harm(o: Options, u: Unit) -> int:
    """What a unit has suffered: health, plates, shield, stun."""
    if u.standing == Standing.DESTROYED:
        return LOST
    lost = HEALTH * (u.health_full - u.health) // max(1, u.health_full)
    if u.durability_full > 0:
        lost += PLATE * (u.durability_full - u.durability) // u.durability_full
    if u.shield.full > 0:
        lost += CHARGE * (u.shield.full - u.shield.charge) // u.shield.full
        lost += OFF * u.shield.charge // u.shield.full if u.shield.state == Shield.INACTIVE else 0
    lost += STUN * u.stun + (100 if crippled(o, u) else 0)
    return min(MOST, lost)
