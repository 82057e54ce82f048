"""Damage, ramming and gunnery (CH-8 to CH-11)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, explain, ignore_terms
from hulldown.kernel.dice import Dice, merge_faces, merge_sums, roll, roll_sum
from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.driving import (
    Row,
    counted_total,
    effect_of,
    mover,
    ram_dm,
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
from hulldown.rulesets.chase.occasions import (
    MOST_DICE,
    MOST_SPEED,
    WORST,
    Occasion,
    amend,
    digits_of,
    leave_out,
    merge_pool,
    no_pair,
    pair_in_mind,
    pool_dice,
    pool_of,
    throw_dice,
    throw_test,
    throws_pools,
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
    side_of,
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
def hull_loss(o: Options, now: Damage, location: int, severity: int) -> int:
    """The hull points that a hit takes: Hull CH-11.3, Drive CH-11.4, Turret CH-11.5."""
    if location == Location.DRIVE and now.mobility != Mobility.IMMOBILISED:
        return max(0, severity - o.drive_absorbs)
    if location == Location.TURRET and now.gun != Gun.KNOCKED_OUT:
        return max(0, severity - o.turret_absorbs)
    return severity


@rule
def lose(o: Options, now: Damage, location: int, loss: int) -> None:
    """Change a damage state by the step of a location (CH-11.4, CH-11.5) and so many hull points."""
    if location == Location.DRIVE and now.mobility != Mobility.IMMOBILISED:
        now.mobility = min(Mobility.IMMOBILISED.value, now.mobility + o.drive_steps)
    elif location == Location.TURRET and now.gun != Gun.KNOCKED_OUT:
        now.gun = min(Gun.KNOCKED_OUT.value, now.gun + o.turret_steps)
    now.hull -= loss


@rule
def harm(o: Options, now: Damage, location: int, severity: int) -> None:
    """Change a damage state by a hit, as the printed rules have it."""
    if severity > 0:
        lose(o, now, location, hull_loss(o, now, location, severity))


@rule
def hurt(s: State, p: Pair, t: int, location: int, severity: int, terms: Terms) -> None:
    """Change the damage state of a tank of a pair by a hit, house rules counted. They know nothing of its
    enemy, for all hits of a moment count at once (CH-8.17, CH-10.4).
    """
    if severity <= 0:
        return
    now = s.tanks[t].now
    loss = hull_loss(s.options, now, location, severity)
    loss = max(0, amend(s, Occasion.HULL_LOSS, t, NOBODY, p, loss, terms))
    lose(s.options, now, location, loss)


@rule
def severity_in(s: State, p: Pair, t: int, penetration: int, terms: Terms) -> int:
    """The severity of a hit on a tank of a pair, house rules counted (CH-11.1)."""
    enemy = p.tank[1 - side_of(t)]
    severity = severity_of(s.options, penetration)
    return max(0, min(WORST, amend(s, Occasion.SEVERITY, t, enemy, p, severity, terms)))


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


@rule
def speed_in(s: State, t: int, enemy: int, p: Pair, terms: Terms) -> int:
    """The Top Speed of a tank in a collision (CH-11.6), house rules counted."""
    top = speed(s.options, s.tanks[t].profile.top_speed, s.tanks[t].now.mobility)
    return max(0, min(MOST_SPEED, amend(s, Occasion.SPEED, t, enemy, p, top, terms)))


@rule
def own_number(s: State, occasion: int, t: int, number: int) -> int:
    """A number of a tank alone, for its card: house rules count as far as they ask for no enemy."""
    p = pair_in_mind()
    no_pair(p)
    return amend(s, occasion, t, NOBODY, p, number, s.mute)


@rule
def number_against(s: State, occasion: int, t: int, number: int) -> int:
    """The same of any enemy of a tank."""
    p = pair_in_mind()
    no_pair(p)
    return amend(s, occasion, NOBODY, t, p, number, s.mute)


@rule
def own_speed(s: State, t: int) -> int:
    """The same of a tank alone, for its card."""
    top = speed(s.options, s.tanks[t].profile.top_speed, s.tanks[t].now.mobility)
    return max(0, min(MOST_SPEED, own_number(s, Occasion.SPEED, t, top)))


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
    score = s.options.ram_score
    dm = ram_dm(s, p, side, e.why)
    faces = throw_test(s, Occasion.RAM, t, enemy, p, score - dm, d, e)
    first, second = faces // 10, faces % 10
    p.effect[side] = effect_of(first + second + dm, score)
    ram_attempted(e, t, enemy, first, second, dm, first + second + dm)
    return succeeds(first + second + dm, score)


@rule
def crash_dice(s: State, p: Pair, t: int, rams: bool, terms: Terms) -> int:
    """The dice of a sideswipe against a tank of a pair (CH-8.13), house rules counted."""
    dice = s.options.sideswipe_rammer_dice if rams else s.options.sideswipe_target_dice
    dice = amend(s, Occasion.CRASH_DICE, t, p.tank[1 - side_of(t)], p, dice, terms)
    return max(0, min(MOST_DICE, dice))


@rule
def crash_damage(s: State, p: Pair, t: int, rams: bool, dice: int, terms: Terms) -> int:
    """The damage of a collision to a tank of a pair (CH-8.11 to CH-8.14), house rules counted."""
    side, enemy = side_of(t), p.tank[1 - side_of(t)]
    own, other = p.facing[side], p.facing[1 - side]
    kind = collision_type(own, other)
    plate, met = s.tanks[t].profile.armor[own], s.tanks[enemy].profile.armor[other]
    rammer, target = (t, enemy) if rams else (enemy, t)
    fast = 0 if kind == Collision.SIDESWIPE else speed_in(s, rammer, target, p, terms)
    slow = speed_in(s, target, rammer, p, terms) if kind == Collision.HEAD_ON else 0
    if rams:
        damage = attacker_damage(s.options, kind, fast, plate, slow, met, dice)
    else:
        damage = defender_damage(s.options, kind, fast, met, slow, plate, dice, p.effect[1 - side])
    return max(0, amend(s, Occasion.CRASH_DAMAGE, t, enemy, p, damage, terms))


@rule
def crash_armor(s: State, p: Pair, t: int, terms: Terms) -> int:
    """The Armor that a collision with a tank of a pair meets (CH-8.15), house rules counted."""
    side = side_of(t)
    plate = s.tanks[t].profile.armor[p.facing[side]]
    return max(0, amend(s, Occasion.CRASH_ARMOR, t, p.tank[1 - side], p, plate, terms))


@rule
def crash_severity(s: State, p: Pair, t: int, rams: bool, dice: int) -> int:
    """How bad a collision is for a tank of a pair with such dice, house rules about severity aside."""
    damage = crash_damage(s, p, t, rams, dice, s.mute)
    return severity_of(s.options, crash_penetration(s.options, damage, crash_armor(s, p, t, s.mute)))


@rule
def throw_crash(s: State, p: Pair, t: int, rams: bool, d: Dice, e: Log) -> int:
    """The dice of a sideswipe against a tank of a pair, as digits; none in other collisions."""
    side, enemy = side_of(t), p.tank[1 - side_of(t)]
    if collision_type(p.facing[side], p.facing[1 - side]) != Collision.SIDESWIPE:
        return 0
    dice = crash_dice(s, p, t, rams, s.mute)
    if not throws_pools(s, d):
        return throw_dice(s, Occasion.CRASH_DICE, t, enemy, p, dice, d, e)
    pool = pool_of()
    total = pool_dice(s, Occasion.CRASH_DICE, t, enemy, p, dice, d, pool)
    bad = crash_severity(s, p, t, rams, total)
    while total < 6 * dice and pool.dice > 0 and crash_severity(s, p, t, rams, total + 1) == bad:
        total += 1
    return digits_of(merge_pool(d, pool, total), dice)


@rule
def collide(s: State, p: Pair, side: int, d: Dice, e: Log) -> None:
    """A successful ram: both results are found, then applied at once (CH-8.17). Dice as in CH-1.7."""
    t, enemy = p.tank[side], p.tank[1 - side]
    mine, theirs = p.facing[side], p.facing[1 - side]
    collided(e, t, enemy, collision_type(mine, theirs), mine, theirs, p.effect[side])
    attack = throw_crash(s, p, t, True, d, e)
    defence = throw_crash(s, p, enemy, False, d, e)
    crash(s, p, t, True, attack, d, e)
    crash(s, p, enemy, False, defence, d, e)
    s.tanks[t].collided, s.tanks[enemy].collided = 1, 1
    apply_crash(s, p, t, e)
    apply_crash(s, p, enemy, e)


@rule
def crash(s: State, p: Pair, t: int, rams: bool, faces: int, d: Dice, e: Log) -> None:
    """What a collision does to one tank: severity, and the location if there is any (CH-8.15)."""
    tank, by = s.tanks[t], p.tank[1 - side_of(t)]
    if faces > 0:
        crash_dice(s, p, t, rams, e.why)  # for the log: what house rules gave
    damage = crash_damage(s, p, t, rams, sum_of(faces), e.why)
    plate = crash_armor(s, p, t, e.why)
    tank.severity = severity_in(s, p, t, crash_penetration(s.options, damage, plate), e.why)
    tank.struck = NOBODY
    crashed(e, by, t, damage, plate, tank.severity, faces)
    if tank.severity > 0:
        face = roll(d, 6)
        if throws_pools(s, d):
            hull = s.options.crash_hull_faces
            face = merge_faces(d, face, hull if face <= hull else 6)
        tank.struck = crash_location(s.options, face)
        crash_located(e, t, face, tank.struck)


@rule
def apply_crash(s: State, p: Pair, t: int, e: Log) -> None:
    """Change the damage state, and by an option the Armor (CH-8.19), by what was found."""
    tank = s.tanks[t]
    if tank.severity > 0:
        hurt(s, p, t, tank.struck, tank.severity, e.why)
        tell_state(s, t, e)
        wear(s, t, p.facing[side_of(t)], e)
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
    """Damage dice + bonus + Effect against armor, as the printed rules have it."""
    return penetration_by(o, firer.bonus, armor, dice, effect)


@rule
def penetration_by(o: Options, bonus: int, armor: int, dice: int, effect: int) -> int:
    """The same with a bonus; Effect 6 or more leaves at least 1 (CH-10.8, CH-10.9)."""
    left = dice + bonus + effect - armor
    return max(left, o.strong_hit_damage if effect >= o.strong_hit_effect else 0)


@rule
def shot_dm(s: State, p: Pair, side: int, terms: Terms) -> int:
    """The DM of a side's shot in a pair, house rules counted (CH-10.5, CH-10.6)."""
    t, enemy = p.tank[side], p.tank[1 - side]
    firer = s.tanks[t]
    leave_out(s, Occasion.TO_HIT, t, enemy, p, terms)
    own, other = p.order[side], p.order[1 - side]
    dm = to_hit_dm(s.options, firer.profile, firer.now.gun, p.range, own, other, terms)
    return amend(s, Occasion.TO_HIT, t, enemy, p, dm, terms)


@rule
def own_order_term(s: State, t: int, order: int, terms: Terms) -> int:
    """What an order of a tank adds to its shots, unless a house rule ignores it."""
    p = pair_in_mind()
    no_pair(p)
    p.order[side_of(t)] = order
    leave_out(s, Occasion.TO_HIT, t, NOBODY, p, terms)
    dm = explain(terms, Sum.OWN_ORDER, own_order_dm(s.options, order))
    ignore_terms(terms, 0)
    return dm


@rule
def target_order_term(s: State, t: int, order: int, terms: Terms) -> int:
    """What an order of a tank adds to shots at it, unless a house rule ignores it."""
    p = pair_in_mind()
    no_pair(p)
    p.order[side_of(t)] = order
    leave_out(s, Occasion.TO_HIT, NOBODY, t, p, terms)
    dm = explain(terms, Sum.TARGET_ORDER, target_order_dm(s.options, order))
    ignore_terms(terms, 0)
    return dm


@rule
def shot_dice(s: State, p: Pair, side: int, terms: Terms) -> int:
    """The damage dice of a side's hit (CH-10.8), house rules counted."""
    t = p.tank[side]
    dice = amend(s, Occasion.DAMAGE_DICE, t, p.tank[1 - side], p, s.tanks[t].profile.dice, terms)
    return max(0, min(MOST_DICE, dice))


@rule
def shot_bonus(s: State, p: Pair, side: int, terms: Terms) -> int:
    """The damage bonus of a side's hit (CH-10.8), house rules counted."""
    t = p.tank[side]
    return amend(s, Occasion.DAMAGE_BONUS, t, p.tank[1 - side], p, s.tanks[t].profile.bonus, terms)


@rule
def shot_ap(s: State, p: Pair, side: int, terms: Terms) -> int:
    """The AP of a side's hit (CH-10.9), house rules counted."""
    t = p.tank[side]
    return max(0, amend(s, Occasion.PIERCING, t, p.tank[1 - side], p, s.tanks[t].profile.ap, terms))


@rule
def armor_against(s: State, p: Pair, side: int, facing: int, terms: Terms) -> int:
    """The Armor of a facing that a side's hit meets, less its AP, house rules counted (CH-10.9)."""
    enemy = p.tank[1 - side]
    armor = s.tanks[enemy].profile.armor[facing]
    armor = max(0, amend(s, Occasion.ARMOR, enemy, p.tank[side], p, armor, terms))
    return max(0, armor - shot_ap(s, p, side, terms))


@rule
def location_in(s: State, p: Pair, side: int, total: int, terms: Terms) -> int:
    """Where a side's hit strikes (section 2.5), house rules counted."""
    total = amend(s, Occasion.LOCATION, p.tank[side], p.tank[1 - side], p, total, terms)
    return shot_location(s.options, max(2, min(12, total)))


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
    score = s.options.gunnery_score
    dm = shot_dm(s, p, side, e.why)
    faces = throw_test(s, Occasion.TO_HIT, t, enemy, p, score - dm, d, e)
    first, second = faces // 10, faces % 10
    total = first + second + dm
    fired(e, t, enemy, band, first, second, dm, total)
    if succeeds(total, score):
        strike(s, p, side, effect_of(total, score), target.down, d, e)


@rule
def throw_location(s: State, p: Pair, side: int, d: Dice) -> int:
    """The two dice of the location of a hit (CH-10.7), as digits."""
    if not throws_pools(s, d):
        return throw(d, 2)
    total = roll_sum(d, 6, 2)
    struck = location_in(s, p, side, total, s.mute)
    while total < 12 and location_in(s, p, side, total + 1, s.mute) == struck:
        total += 1
    return digits_of(merge_sums(d, 6, 2, total), 2)


@rule
def throw_damage(s: State, p: Pair, side: int, bonus: int, armor: int, effect: int, d: Dice, e: Log) -> int:
    """The damage dice of a side's hit (CH-10.8), as digits."""
    t, enemy = p.tank[side], p.tank[1 - side]
    dice = shot_dice(s, p, side, e.why)
    if not throws_pools(s, d):
        return throw_dice(s, Occasion.DAMAGE_DICE, t, enemy, p, dice, d, e)
    pool = pool_of()
    total = pool_dice(s, Occasion.DAMAGE_DICE, t, enemy, p, dice, d, pool)
    bad = severity_of(s.options, penetration_by(s.options, bonus, armor, total, effect))
    while total < 6 * dice and pool.dice > 0:
        if severity_of(s.options, penetration_by(s.options, bonus, armor, total + 1, effect)) != bad:
            break
        total += 1
    return digits_of(merge_pool(d, pool, total), dice)


@rule
def strike(s: State, p: Pair, side: int, effect: int, down: int, d: Dice, e: Log) -> None:
    """A hit: location, hull down, damage dice, armor, severity (CH-10.7)."""
    t, enemy = p.tank[side], p.tank[1 - side]
    firer = s.tanks[t]
    faces = throw_location(s, p, side, d)
    location = location_in(s, p, side, faces // 10 + faces % 10, e.why)
    lost = negated(down, location)
    facing = p.facing[1 - side]
    shot_hit(e, t, enemy, facing, faces // 10, faces % 10, location, 1 if lost else 0)
    if lost:
        return  # CH-9.3
    armor = armor_against(s, p, side, facing, e.why)
    bonus = shot_bonus(s, p, side, e.why)
    dice = throw_damage(s, p, side, bonus, armor, effect, d, e)
    left = penetration_by(s.options, bonus, armor, sum_of(dice), effect)
    damage_rolled(e, t, enemy, left, dice, bonus, effect, armor)
    firer.struck, firer.severity = location, severity_in(s, p, enemy, left, e.why)
    severity_found(e, t, enemy, firer.severity, location)
