"""Overshoot, ram attempts and collisions (CH-8)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.chart import Row, mover, range_success, row_of
from hulldown.rulesets.chase.codes import NOBODY, Band, Collision, Facing, Mobility, Order
from hulldown.rulesets.chase.damage import crash_location, harm, severity_of, speed
from hulldown.rulesets.chase.driving import counted_total, driving_dm, effect_of, succeeds, sum_of, throw
from hulldown.rulesets.chase.events import (
    armor_worn,
    collided,
    crash_located,
    crashed,
    ram_attempted,
    state_changed,
)
from hulldown.rulesets.chase.state import Options, Pair, State, Tank
from hulldown.rulesets.chase.variants import CollisionArmor, CollisionFacingArmor, FailureFavors, RamTest


@rule
def closes(p: Pair) -> bool:
    """Whether this turn's shift closed to Adjacent or past it (CH-8.3)."""
    return bool(p.shift < 0 and p.raw <= Band.ADJACENT)


@rule
def eligible(o: Options, p: Pair, side: int) -> bool:
    """Whether the orders and the shift let a side's tank ram (CH-8.3, CH-8.4)."""
    order = p.order[side]
    if not closes(p) or order == Order.FLEE or order == Order.HULL_DOWN:
        return False
    row = row_of(p)
    if row == Row.CR_CR:
        return bool(order == p.order[1 - side] or p.winner == side)
    if row == Row.M_M or mover(p) != side:
        return False
    if row == Row.M_HD or o.failure_favors == FailureFavors.CHANGER:
        return True
    return range_success(o, p, side)


@rule
def may_ram(o: Options, p: Pair, tank: Tank, other: Tank, side: int) -> bool:
    """CH-8.4, CH-14.7: an immobilised tank never rams; one collision a turn for each tank."""
    if tank.now.mobility == Mobility.IMMOBILISED or tank.collided != 0 or other.collided != 0:
        return False
    return eligible(o, p, side)


@rule
def after_ram(o: Options, raw: int, rammed: int) -> int:
    """The range after step 7 (CH-8.1, CH-8.7)."""
    if rammed != 0:
        return Band.ADJACENT
    return o.overshoot_range if raw == Band.PASSING else raw


@rule
def collision_type(rammer: int, target: int) -> int:
    """The type by the facings that meet (CH-8.8, CH-8.9)."""
    if rammer == Facing.REAR or target == Facing.REAR:
        return Collision.SIDESWIPE
    if rammer == Facing.FRONT and target == Facing.FRONT:
        return Collision.HEAD_ON
    if rammer == Facing.FRONT or target == Facing.FRONT:
        return Collision.T_BONE
    return Collision.SIDESWIPE


@rule
def drive_effect(o: Options, effect: int) -> int:
    """The factor of a sideswipe (CH-8.16)."""
    return max(o.sideswipe_effect_floor, effect)


@rule
def weigh(damage: int, quarters: int) -> int:
    """Damage of a T-Bone or a Head-On by its factor in quarters, rounded down (CH-8.11, CH-8.12)."""
    return quarters * damage // 4


@rule
def attacker_damage(
    o: Options, kind: int, fast: int, plate: int, target_fast: int, target_plate: int, dice: int
) -> int:
    """Raw damage to the rammer (CH-8.11, CH-8.12, CH-8.13). `fast` are Top Speeds, `plate` facing Armor.

    `dice` are those of a sideswipe.
    """
    if kind == Collision.SIDESWIPE:
        return max(0, dice - o.sideswipe_rammer_less)
    if kind == Collision.T_BONE:
        return weigh(min(fast, target_plate), o.t_bone_factor)
    limit = plate if o.collision_facing_armor == CollisionFacingArmor.OWN else target_plate
    return weigh(fast + min(target_fast, limit), o.head_on_factor)


@rule
def defender_damage(
    o: Options, kind: int, fast: int, plate: int, target_fast: int, target_plate: int, dice: int, effect: int
) -> int:
    """Raw damage to the target (CH-8.11 to CH-8.14). `dice` and `effect` are those of a sideswipe."""
    if kind == Collision.SIDESWIPE:
        return dice * drive_effect(o, effect)
    limit = target_plate if o.collision_facing_armor == CollisionFacingArmor.OWN else plate
    if kind == Collision.HEAD_ON:
        return weigh(min(fast, limit) + target_fast, o.head_on_factor)
    return weigh(min(fast, limit), o.t_bone_factor)


@rule
def crash_penetration(o: Options, damage: int, plate: int) -> int:
    """Damage left after the damaged tank's own facing Armor (CH-8.15)."""
    return max(0, damage if o.collision_armor == CollisionArmor.NONE else damage - plate)


@rule
def attempt(s: State, p: Pair, side: int, d: Dice, e: Log) -> bool:
    """A ram attempt (CH-8.6); its Effect is left in the pair. Whether it succeeds."""
    t, enemy = p.tank[side], p.tank[1 - side]
    if s.options.ram_test == RamTest.SAME:
        ram_attempted(e, t, enemy, 0, 0, 0, counted_total(s.options, s.tanks[t]))
        return bool(p.success[side] != 0)
    first = roll(d, 6)
    second = roll(d, 6)
    dm = driving_dm(s.options, s.tanks[t], e.why)
    score = s.options.ram_score
    p.effect[side] = effect_of(first + second + dm, score)
    ram_attempted(e, t, enemy, first, second, dm, first + second + dm)
    return succeeds(first + second + dm, score)


@rule
def collide(s: State, p: Pair, side: int, d: Dice, e: Log) -> None:
    """A successful ram: both results are found, then applied at once (CH-8.17). Dice as in CH-1.7."""
    t, enemy = p.tank[side], p.tank[1 - side]
    rammer, target = s.tanks[t], s.tanks[enemy]
    mine, theirs = p.facing[side], p.facing[1 - side]
    kind = collision_type(mine, theirs)
    effect = p.effect[side]
    collided(e, t, enemy, kind, mine, theirs, effect)
    attack = defence = 0
    if kind == Collision.SIDESWIPE:
        attack = throw(d, s.options.sideswipe_rammer_dice)
        defence = throw(d, s.options.sideswipe_target_dice)
    fast = speed(s.options, rammer.profile.top_speed, rammer.now.mobility)
    slow = speed(s.options, target.profile.top_speed, target.now.mobility)
    plate, other = rammer.profile.armor[mine], target.profile.armor[theirs]
    hurt = attacker_damage(s.options, kind, fast, plate, slow, other, sum_of(attack))
    done = defender_damage(s.options, kind, fast, plate, slow, other, sum_of(defence), effect)
    rammer.collided, target.collided = 1, 1
    crash(s, enemy, t, hurt, plate, attack, d, e)
    crash(s, t, enemy, done, other, defence, d, e)
    apply_crash(s, t, mine, e)
    apply_crash(s, enemy, theirs, e)


@rule
def crash(s: State, by: int, t: int, damage: int, plate: int, faces: int, d: Dice, e: Log) -> None:
    """What a collision does to one tank: severity, and the location if there is any (CH-8.15)."""
    tank = s.tanks[t]
    tank.severity = severity_of(s.options, crash_penetration(s.options, damage, plate))
    tank.struck = NOBODY
    crashed(e, by, t, damage, plate, tank.severity, faces)
    if tank.severity > 0:
        face = roll(d, 6)
        tank.struck = crash_location(s.options, face)
        crash_located(e, t, face, tank.struck)


@rule
def apply_crash(s: State, t: int, facing: int, e: Log) -> None:
    """Change the damage state, and by an option the Armor (CH-8.19), by what was found."""
    tank = s.tanks[t]
    if tank.severity > 0:
        harm(s.options, tank.now, tank.struck, tank.severity)
        tell_state(s, t, e)
        wear(s, t, facing, e)
    tank.struck, tank.severity = NOBODY, 0


@rule
def wear(s: State, t: int, facing: int, e: Log) -> None:
    """A collision that does damage wears the Armor of the facing that met it, not below 0 (CH-8.19)."""
    tank = s.tanks[t]
    if s.options.armor_wear != 0 and tank.profile.armor[facing] > 0:
        worn = min(tank.profile.armor[facing], s.options.armor_wear_points)
        tank.profile.armor[facing] -= worn
        tank.worn[facing] += worn
        armor_worn(e, t, facing, tank.profile.armor[facing])


@rule
def tell_state(s: State, t: int, e: Log) -> None:
    """A tank's new damage state, for the log (CH-16.3)."""
    now = s.tanks[t].now
    full = s.tanks[t].profile.hull
    state_changed(e, t, now.hull, now.mobility, now.gun, full)
