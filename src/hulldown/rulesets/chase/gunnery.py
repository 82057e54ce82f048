"""Damage, ramming and gunnery (CH-8 to CH-11)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, explain
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.driving import (
    Row,
    counted_total,
    driving_dm,
    effect_of,
    mover,
    range_success,
    row_of,
    succeeds,
    sum_of,
    throw,
)
from hulldown.rulesets.chase.events import (
    Sum,
    Why,
    armor_worn,
    collided,
    could_not_fire,
    crash_located,
    crashed,
    damage_rolled,
    fired,
    ram_attempted,
    severity_found,
    shot_hit,
    state_changed,
)
from hulldown.rulesets.chase.state import (
    NO_DM,
    NOBODY,
    Band,
    Collision,
    CollisionArmor,
    CollisionFacingArmor,
    Damage,
    Facing,
    FailureFavors,
    Gun,
    Location,
    Mobility,
    Mount,
    Options,
    Order,
    Pair,
    Profile,
    RamTest,
    State,
    Tank,
)


@rule
def severity_of(o: Options, penetration: int) -> int:
    """Section 2.4, CH-11.1, CH-11.2: the worst degree that a penetration reaches."""
    if penetration >= o.severity_4_from:
        return 4
    if penetration >= o.severity_3_from:
        return 3
    if penetration >= o.severity_2_from:
        return 2
    return 1 if penetration >= o.severity_1_from else 0


@rule
def shot_location(o: Options, total: int) -> int:
    """Where a shot strikes, by 2d6 (section 2.5)."""
    if total <= 4:
        return o.location_on_2 if total <= 2 else o.location_on_3 if total == 3 else o.location_on_4
    if total <= 6:
        return o.location_on_5 if total == 5 else o.location_on_6
    if total <= 8:
        return o.location_on_7 if total == 7 else o.location_on_8
    if total <= 10:
        return o.location_on_9 if total == 9 else o.location_on_10
    return o.location_on_11 if total == 11 else o.location_on_12


@rule
def crash_location(o: Options, face: int) -> int:
    """Where a collision strikes, by d6 (section 2.6)."""
    return Location.HULL if face <= o.crash_hull_faces else Location.DRIVE


@rule
def harm(o: Options, now: Damage, location: int, severity: int) -> None:
    """Change a damage state: Hull CH-11.3, Drive CH-11.4, Turret CH-11.5."""
    if severity <= 0:
        return
    loss = severity
    if location == Location.DRIVE and now.mobility != Mobility.IMMOBILISED:
        now.mobility = min(Mobility.IMMOBILISED.value, now.mobility + o.drive_steps)
        loss = max(0, severity - o.drive_absorbs)
    elif location == Location.TURRET and now.gun != Gun.KNOCKED_OUT:
        now.gun = min(Gun.KNOCKED_OUT.value, now.gun + o.turret_steps)
        loss = max(0, severity - o.turret_absorbs)
    now.hull -= loss


@rule
def destroyed(now: Damage) -> bool:
    """CH-11.7."""
    return bool(now.hull <= 0)


@rule
def speed(o: Options, top: int, mobility: int) -> int:
    """Top Speed of a tank with this drive damage (CH-11.6): a quarter less, rounded down; then 0."""
    if mobility == Mobility.IMMOBILISED:
        return 0
    return o.damaged_speed * top // 4 if mobility == Mobility.DAMAGED else top


# ---------------------------------------------------------------- ramming
# Overshoot, ram attempts and collisions (CH-8).


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


# ---------------------------------------------------------------- gunnery
# Gunnery: who can fire, the chance to hit, what a hit does (CH-10, CH-9).


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
