"""Gunnery: who can fire, the chance to hit, what a hit does (CH-10, CH-9)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log, Terms, explain
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import NO_DM, NOBODY, Facing, Gun, Location, Mount, Order
from hulldown.rulesets.chase.damage import severity_of, shot_location
from hulldown.rulesets.chase.driving import effect_of, succeeds, sum_of, throw
from hulldown.rulesets.chase.events import could_not_fire, damage_rolled, fired, severity_found, shot_hit
from hulldown.rulesets.chase.reasons import Sum, Why
from hulldown.rulesets.chase.state import Options, Pair, Profile, State


@rule
def no_fire(gun: int, profile: Profile, band: int, facing: int) -> int:
    """Why a tank cannot fire, 0 if it can (CH-10.2, CH-10.3)."""
    if gun == Gun.KNOCKED_OUT:
        return Why.GUN_OUT
    if profile.range_dm[band] == NO_DM:
        return Why.NO_RANGE_DM
    if profile.mount == Mount.FIXED and facing != Facing.FRONT:
        return Why.FIXED_GUN
    return Why.ALLOWED


@rule
def own_order_dm(o: Options, order: int) -> int:
    """DM of the own order on a shot (section 2.7, CH-10.6)."""
    if o.order_fire_dms == 0:
        return 0
    if order == Order.HULL_DOWN:
        return o.hull_down_shot_dm
    if order == Order.MANEUVER:
        return o.maneuver_shot_dm
    return o.pursue_shot_dm if order == Order.PURSUE else o.flee_shot_dm


@rule
def target_order_dm(o: Options, order: int) -> int:
    """DM of the target's order on a shot at it (section 2.7, CH-10.6)."""
    if o.order_fire_dms == 0:
        return 0
    if order == Order.HULL_DOWN:
        return o.hull_down_target_dm
    if order == Order.MANEUVER:
        return o.maneuver_target_dm
    return o.pursue_target_dm if order == Order.PURSUE else o.flee_target_dm


@rule
def to_hit_dm(
    o: Options, firer: Profile, gun: int, band: int, own_order: int, target_order: int, terms: Terms
) -> int:
    """CH-10.5, CH-10.6: Gunner + range + vehicle + both orders + gun damage."""
    dm = explain(terms, Sum.GUNNER, firer.gunner) + explain(terms, Sum.RANGE, firer.range_dm[band])
    dm += explain(terms, Sum.VEHICLE, o.vehicle_dm)
    dm += explain(terms, Sum.OWN_ORDER, own_order_dm(o, own_order))
    dm += explain(terms, Sum.TARGET_ORDER, target_order_dm(o, target_order))
    return dm + explain(terms, Sum.GUN, -o.gun_damage_penalty if gun == Gun.DAMAGED else 0)


@rule
def remaining_armor(firer: Profile, target: Profile, facing: int) -> int:
    """Armor of the facing minus AP, not below 0 (CH-10.9)."""
    return max(0, target.armor[facing] - firer.ap)


@rule
def penetration(o: Options, firer: Profile, armor: int, dice: int, effect: int) -> int:
    """Damage dice + bonus + Effect against armor; Effect 6 or more leaves at least 1 (CH-10.8, CH-10.9)."""
    left = dice + firer.bonus + effect - armor
    return max(left, o.strong_hit_damage if effect >= o.strong_hit_effect else 0)


@rule
def negated(down: int, location: int) -> bool:
    """A hull-down tank ignores every hit outside the turret (CH-9.1)."""
    return bool(down != 0 and location != Location.TURRET)


@rule
def shoot(s: State, p: Pair, side: int, d: Dice, e: Log) -> None:
    """The shot of a side's tank in a pair; what it does is kept with the firer until it is applied.

    Order of dice CH-1.7, CH-10.7. Dice that a result makes irrelevant are not rolled.
    """
    t, enemy = p.tank[side], p.tank[1 - side]
    firer, target, band = s.tanks[t], s.tanks[enemy], p.range
    firer.struck, firer.severity = NOBODY, 0
    why = no_fire(firer.now.gun, firer.profile, band, p.facing[side])
    if why != 0:
        could_not_fire(e, t, enemy, why, band, p.facing[side])
        return
    first = roll(d, 6)
    second = roll(d, 6)
    orders = (p.order[side], p.order[1 - side])
    dm = to_hit_dm(s.options, firer.profile, firer.now.gun, band, orders[0], orders[1], e.why)
    total = first + second + dm
    fired(e, t, enemy, band, first, second, dm, total)
    score = s.options.gunnery_score
    if succeeds(total, score):
        strike(s, p, side, effect_of(total, score), target.down, d, e)


@rule
def strike(s: State, p: Pair, side: int, effect: int, down: int, d: Dice, e: Log) -> None:
    """A hit: location, hull down, damage dice, armor, severity (CH-10.7)."""
    t, enemy = p.tank[side], p.tank[1 - side]
    firer = s.tanks[t]
    first = roll(d, 6)
    second = roll(d, 6)
    location = shot_location(s.options, first + second)
    lost = negated(down, location)
    facing = p.facing[1 - side]
    shot_hit(e, t, enemy, facing, first, second, location, 1 if lost else 0)
    if lost:
        return  # CH-9.3
    faces = throw(d, firer.profile.dice)
    armor = remaining_armor(firer.profile, s.tanks[enemy].profile, facing)
    through = penetration(s.options, firer.profile, armor, sum_of(faces), effect)
    firer.struck, firer.severity = location, severity_of(s.options, through)
    damage_rolled(e, t, enemy, through, faces, firer.profile.bonus, effect, armor)
    severity_found(e, t, enemy, firer.severity, location)
