"""One hit from end to end, on vehicles (AG-9.1) and on squads (AG-21)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import effective, multiplier, reach, warm, wear_away
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis, Ground, Part, Shield, Standing
from hulldown.rulesets.agrav.crits import WRECKED, crits_of
from hulldown.rulesets.agrav.events import armour_met, model_hit, unit_destroyed
from hulldown.rulesets.agrav.fractions import rounded
from hulldown.rulesets.agrav.internals import cap_of, lose_health, pierce, splinters
from hulldown.rulesets.agrav.shields import strike
from hulldown.rulesets.agrav.sight import look
from hulldown.rulesets.agrav.state import Options, State, Unit
from hulldown.rulesets.agrav.stun import check_stun
from hulldown.rulesets.agrav.variants import ShotHeatTiming

PER_MODEL = 25 * POINT  # damage of an area shot for each model that it hits (AG-21.1)

# ---------------------------------------------------------------- vehicles


@rule
def hit_vehicle(
    s: State,
    target: int,
    pen20: int,
    dmg10: int,
    heat10: int,
    energy: int,
    he: int,
    face: int,
    ram: int,
    d: Dice,
    e: Log,
) -> None:
    """Steps 2 to 11 of a shot that hit a vehicle (AG-9.1), or of a ram (AG-19.14).

    pen20 is the penetration times 20, dmg10 and heat10 are tenths of a point. With ram = 1 what an emptied
    shield does not stop goes on, its penetration half of what is left (AG-19.3, AG-19.15).
    """
    u = s.units[target]
    if u.standing != Standing.PRESENT:
        return
    if u.shield.state == Shield.ACTIVE:
        dmg10 = strike(s, target, pen20, dmg10, heat10, ram, e)
        pen20 = dmg10
    if dmg10 > 0:
        hit_armour(s, target, pen20, dmg10, heat10, energy, he, multiplier(u.chassis, face), face, ram, d, e)
    if u.health <= 0 or crits_of(u, Part.COCKPIT) >= WRECKED:  # after all crit rolls (AG-12.14)
        destroy(s, target, e)
    check_stun(s, target, e)


@rule
def hit_armour(
    s: State,
    i: int,
    pen20: int,
    dmg10: int,
    heat10: int,
    energy: int,
    he: int,
    tenths: int,
    face: int,
    ram: int,
    d: Dice,
    log: Log,
) -> None:
    """Steps 3 to 9: heat, thickness, durability, internals, health (AG-9.1); the heat last by AG-9.2."""
    o, u = s.options, s.units[i]
    before = o.shot_heat_timing == ShotHeatTiming.BEFORE_SHOT
    if before:
        warm(s, i, heat10, log)
    thick, p = effective(o, u, tenths), reach(u, pen20)
    cap = cap_of(o, u, thick, tenths)
    armour_met(log, i, face, int(u.durability), int(u.durability_full), int(u.heat), thick)
    wear_away(s, i, dmg10, p, thick, log)
    amount = pierce(s, i, dmg10, p, thick, cap, int(splinters(o, energy, ram)), he, log)
    if not before:
        warm(s, i, heat10, log)
    if amount > 0:
        lose_health(s, i, amount, d, log)


@rule
def destroy(s: State, u: int, e: Log) -> None:
    """A destroyed vehicle leaves debris on its tile, a squad nothing (AG-9.3, AG-12.13)."""
    unit = s.units[u]
    if unit.standing != Standing.PRESENT:
        return
    tile = int(unit.tile)
    unit.standing, unit.left = Standing.DESTROYED, 0
    for w in range(unit.weapons):
        unit.weapon[w].cone = NOBODY
    s.occupant[tile] = NOBODY
    if unit.chassis != Chassis.INFANTRY and s.ground[tile] == Ground.CLEAR:
        s.ground[tile] = Ground.DEBRIS
    unit_destroyed(e, u, tile)
    look(s, u)


# ---------------------------------------------------------------- squads


@rule
def living(u: Unit) -> int:
    """Models of a squad that are alive."""
    alive = 0
    for m in range(u.models):
        alive += 1 if u.model[m] > 0 else 0
    return alive


@rule
def models_hit(dmg10: int, area: int, alive: int) -> int:
    """One, or for an area shot a model for every 25 damage, rounded up (AG-21.1, AG-21.2)."""
    return min(-(-dmg10 // PER_MODEL), alive) if area != 0 else min(1, alive)


@rule
def weakest(u: Unit, spared: int) -> int:
    """The living model with the least health left, ties by index, among the bits of `spared` (AG-21.5)."""
    found = NOBODY
    for m in range(u.models):
        if (spared >> m) & 1 == 1 and u.model[m] > 0 and (found < 0 or u.model[m] < u.model[found]):
            found = m
    return found


@rule
def model_loss(o: Options, thickness: int, pen20: int, dmg10: int) -> int:
    """D x (P - thickness) / P, rounded: no heat, spalling or HE for models (AG-21.5)."""
    through = pen20 - 20 * thickness
    return rounded(o, dmg10 * through, pen20) if through > 0 else 0


@rule
def hit_squad(s: State, target: int, pen20: int, dmg10: int, area: int, d: Dice, e: Log) -> None:
    """A hit on a squad; those hit are the models with the least health (AG-21.2, AG-21.5, AG-15.8)."""
    u = s.units[target]
    if u.standing != Standing.PRESENT:
        return
    loss = model_loss(s.options, int(u.thickness), pen20, dmg10)
    spared = (1 << int(u.models)) - 1
    for _ in range(models_hit(dmg10, area, living(u))):
        m = weakest(u, spared)
        spared &= ~(1 << m)
        hurt_model(s, target, m, loss, e)
    if living(u) == 0:
        destroy(s, target, e)
    check_stun(s, target, e)


@rule
def hurt_model(s: State, target: int, m: int, loss: int, e: Log) -> None:
    """Health of one model; at 0 it is dead (AG-21.5)."""
    u = s.units[target]
    removed = min(loss, int(u.model[m]))
    u.model[m] -= removed
    u.health -= removed
    u.lost_health += removed
    model_hit(e, target, m, loss, removed, int(u.model[m]), int(u.health))
