"""One hit from end to end, on vehicles (AG-9.1) and on squads (AG-21), and the stun it leaves (AG-15)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.armor import (
    effective,
    multiplier,
    ram_penetration20,
    reach,
    round_tenths,
    turn_back,
    turn_to,
    warm,
    wear_away,
)
from hulldown.rulesets.agrav.codes import NOBODY, POINT, Chassis, Ground, Part, Shield, Standing
from hulldown.rulesets.agrav.events import armour_met, model_hit, stun_eased, stunned, unit_destroyed
from hulldown.rulesets.agrav.internals import WRECKED, cap_of, crits_of, lose_health, pierce, splinters
from hulldown.rulesets.agrav.shields import strike
from hulldown.rulesets.agrav.sight import look
from hulldown.rulesets.agrav.state import Options, State, Unit
from hulldown.rulesets.agrav.variants import ShotHeatTiming, StunWindow

PERCENT = 100

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
        pen20 = ram_penetration20(s.options, dmg10)
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
    whole = turn_to(o, u, face)
    if before:
        warm(s, i, heat10, log)
    thick, p = effective(o, u, tenths), reach(u, pen20)
    cap = cap_of(o, u, thick, tenths)
    armour_met(log, i, face, u.durability, u.durability_full, u.heat, thick)
    wear_away(s, i, dmg10, p, thick, log)
    amount = pierce(s, i, dmg10, p, thick, cap, splinters(o, energy, ram), he, log)
    if not before:
        warm(s, i, heat10, log)
    turn_back(o, u, face, whole)
    if amount > 0:
        lose_health(s, i, amount, d, log)


@rule
def destroy(s: State, u: int, e: Log) -> None:
    """A destroyed vehicle leaves debris on its tile, a squad nothing (AG-9.3, AG-12.13)."""
    unit = s.units[u]
    if unit.standing != Standing.PRESENT:
        return
    tile = unit.tile
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
def models_hit(o: Options, dmg10: int, area: int, alive: int) -> int:
    """One, or for an area shot a model for every 25 damage, rounded up (AG-21.1, AG-21.2)."""
    return min(-(-dmg10 // (POINT * o.area_damage)), alive) if area != 0 else min(1, alive)


@rule
def weakest(u: Unit, spared: int) -> int:
    """The living model with the least health left, ties by index, among the bits of `spared` (AG-21.5)."""
    result = NOBODY
    for m in range(u.models):
        if (spared >> m) & 1 == 1 and u.model[m] > 0 and (result < 0 or u.model[m] < u.model[result]):
            result = m
    return result


@rule
def model_loss(o: Options, thickness: int, pen20: int, dmg10: int) -> int:
    """D x (P - thickness) / P, rounded: no heat, spalling or HE for models (AG-21.5)."""
    through = pen20 - 20 * thickness
    return round_tenths(o, dmg10 * through, pen20) if through > 0 else 0


@rule
def hit_squad(s: State, target: int, pen20: int, dmg10: int, area: int, d: Dice, e: Log) -> None:
    """A hit on a squad; those hit are the models with the least health (AG-21.2, AG-21.5, AG-15.8)."""
    u = s.units[target]
    if u.standing != Standing.PRESENT:
        return
    loss = model_loss(s.options, u.thickness, pen20, dmg10)
    spared = (1 << u.models) - 1
    for _ in range(models_hit(s.options, dmg10, area, living(u))):
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
    removed = min(loss, u.model[m])
    u.model[m] -= removed
    u.health -= removed
    u.lost_health += removed
    model_hit(e, target, m, loss, removed, u.model[m], u.health)


# ---------------------------------------------------------------- stun
# Stun: what a unit took in one turn, and how long it shakes (AG-15).


SHAKEN = 2  # the counter of a unit just stunned (AG-15.6)


@rule
def total_over(o: Options, health: int, durability: int, charge: int) -> int:
    """The total damage, over 100: shields count half, armour by the option (AG-15.1, AG-15.4)."""
    whole = health + durability * o.stun_armour_weight
    return PERCENT * whole + o.stun_shield_share * charge


@rule
def enough(o: Options, total: int, full: int) -> bool:
    """At least a quarter of the maximum health (AG-15.1, AG-15.4); total: the damage over 100."""
    return total >= o.stun_share * full


@rule
def open_window(s: State) -> None:
    """Step 1 of the start of a turn (AG-6.4): damage to all units is counted anew, by option each round."""
    if s.options.stun_window == StunWindow.ROUND and s.side != s.first:
        return
    for i in range(s.count):
        u = s.units[i]
        u.lost_health, u.lost_durability, u.lost_charge = 0, 0, 0
        u.stunned = 0


@rule
def stun(s: State, i: int, ram: int, log: Log) -> None:
    """Set the counter (AG-15.2): in its own turn half its mobility goes at once (AG-15.3, AG-15.6)."""
    u = s.units[i]
    if u.side == s.side and u.stun != SHAKEN:
        u.left = u.left * s.options.stun_mobility // PERCENT
    u.stun = SHAKEN
    health, durability, charge = u.lost_health, u.lost_durability, u.lost_charge
    stunned(log, i, ram, health, durability, charge, u.health_full)


@rule
def check_stun(s: State, i: int, log: Log) -> None:
    """Step 11 of a hit, on squads too: the sum stuns once, when it is enough (AG-15.5, AG-15.8)."""
    u = s.units[i]
    if u.standing != Standing.PRESENT or u.stunned != 0:
        return
    total = total_over(s.options, u.lost_health, u.lost_durability, u.lost_charge)
    if enough(s.options, total, u.health_full):
        u.stunned = 1
        stun(s, i, 0, log)


@rule
def stun_by_ram(s: State, i: int, log: Log) -> None:
    """The target of a ram is stunned whatever damage it takes, and whatever stunned it before (AG-19.1)."""
    if s.units[i].standing == Standing.PRESENT:
        stun(s, i, 1, log)


@rule
def stun_step(s: State, i: int, log: Log) -> None:
    """The counter drops at the end of the unit's own turn (AG-15.6)."""
    u = s.units[i]
    if u.stun > 0:
        u.stun -= 1
        stun_eased(log, i, u.stun)
