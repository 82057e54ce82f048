"""Shots, what flies until it strikes, reaction fire (AG-8, AG-16 to AG-18)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice, roll_under
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.accuracy import (
    COCKPIT,
    TURRET,
    WEAPON,
    aim_of,
    clamp,
    fixed,
    gone,
    impact_accuracy,
    is_high,
    is_indirect,
    is_top,
    mode_allowed,
    reaction_mode,
    spotter_for,
    target_in_sight,
    why_no_line,
    why_no_target,
)
from hulldown.rulesets.agrav.armor import WRECKED, crits_of
from hulldown.rulesets.agrav.damage import hit_barricade, hit_section, hit_squad, hit_vehicle
from hulldown.rulesets.agrav.events import (
    Why,
    blow_changed,
    corner_fired,
    landed,
    launched,
    reaction_fired,
    reaction_set,
    rolled_to_hit,
    round_lost,
    shot_fired,
)
from hulldown.rulesets.agrav.occasions import (
    MOST_DAMAGE,
    MOST_HEAT,
    MOST_PENETRATION,
    MOST_SHOTS,
    HouseOccasion,
    amend_shot,
    drop_terms,
    leave_out,
    own_tiles,
    present,
    reroll_percent,
    within,
)
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    D100,
    FLYING,
    NOBODY,
    PEN20,
    POINT,
    Chassis,
    Face,
    Family,
    MissileLosCheck,
    MissilePenalties,
    Mode,
    Mount,
    Occasion,
    Part,
    ReactionTargetSpeed,
    ReactionTrigger,
    Round,
    Standing,
    State,
    StunRolls,
    Turret,
    Way,
)
from hulldown.rulesets.agrav.table import between_x, between_y, distance, in_cone, in_sight, struck_face

# ---------------------------------------------------------------- may the weapon fire


@rule
def why_not_ready(s: State, u: int, w: int) -> int:
    """The weapon's half: destroyed, fired, reloading, without load or energy (AG-8.12, AG-5.8, AG-5.9)."""
    gun = s.units[u].weapon[w]
    if gun.crits >= WRECKED:
        return Why.WEAPON_DESTROYED
    if gun.fired != 0:
        return Why.WEAPON_FIRED
    if gun.waiting > 0:
        return Why.RELOADING
    if gun.loads == 0:
        return Why.NO_AMMO
    return Why.NO_POWER if s.units[u].energy < gun.power else Why.ALLOWED


@rule
def holds_fire(s: State, side: int) -> bool:
    """The first side may not shoot in its own turn of round 1 (AG-6.8 `first_side_hold_fire`)."""
    return bool(s.options.first_side_hold_fire != 0 and s.round == 1 and side == s.first and side == s.side)


@rule
def has_line(s: State, u: int, w: int) -> bool:
    """Whether a unit has such a weapon, and one that is fired: charges are placed (AG-21.6, AG-21.9)."""
    unit = s.units[u]
    return bool(0 <= w < unit.weapons and unit.weapon[w].family != Family.CHARGE)


@rule
def why_not_shoot(s: State, u: int, w: int, mode: int, target: int, place: int) -> int:
    """The first reason against a shot (AG-8.12, AG-8.13): weapon, target, mode, line (AG-8.16)."""
    if s.units[u].side != s.side or s.units[u].standing != Standing.PRESENT:
        return Why.NOT_YOUR_TURN
    if not has_line(s, u, w):
        return Why.NO_SUCH_ACTION
    reason = why_not_ready(s, u, w)
    if reason != Why.ALLOWED:
        return reason
    if holds_fire(s, s.units[u].side):
        return Why.HOLD_FIRE
    reason = why_no_target(s, u, target, place)
    if reason != Why.ALLOWED:
        return reason
    if not mode_allowed(s.units[u].weapon[w].family, mode, 0):
        return Why.MODE_NOT_ALLOWED
    return why_no_line(s, u, w, mode, target, place)


# ---------------------------------------------------------------- its accuracy


@rule
def parts_hurt(s: State, u: int, w: int) -> int:
    """Damaged parts that spoil the aim, as bits (AG-8.11); a jammed turret has no weapons in it any more."""
    unit, gun = s.units[u], s.units[u].weapon[w]
    bits = COCKPIT if crits_of(unit, Part.COCKPIT) > 0 else 0
    if gun.crits > 0:
        bits |= WEAPON
    if gun.mount == Mount.TURRET and crits_of(unit, Part.TURRET) > 0:
        bits |= TURRET
    return bits


@rule
def target_tiles(s: State, target: int, occasion: int) -> int:
    """Tiles the target moved in its last turn, by the option in this one (AG-1.7, AG-16.12)."""
    if target == NOBODY:
        return 0
    option = s.options.reaction_target_speed
    if occasion == Occasion.REACTION and option == ReactionTargetSpeed.CURRENT_TURN:
        return s.units[target].tiles
    return s.units[target].last_tiles


@rule
def accuracy(
    s: State, u: int, w: int, mode: int, target: int, place: int, occasion: int, spotter: int, terms: Terms
) -> int:
    """The percentage of a shot at the table, with every modifier (AG-8.11)."""
    unit, to_hit = s.units[u], HouseOccasion.TO_HIT
    leave_out(s, to_hit, u, w, mode, target, place, terms)
    total = aim_of(
        s.options,
        own_tiles(s, u),
        unit.turned,
        unit.weapon[w].stabiliser,
        target_tiles(s, target, occasion),
        mode,
        0 if spotter == NOBODY else s.units[spotter].sensors,
        occasion,
        unit.stun,
        parts_hurt(s, u, w),
        terms,
    )
    return clamp(s.options, amend_shot(s, to_hit, u, w, mode, target, place, total, terms), terms)


@rule
def hit_percent(s: State, u: int, w: int, mode: int, target: int, place: int, terms: Terms) -> int:
    """The accuracy that an order to shoot, which must be allowed, would have (AG-8.11)."""
    spotter = spotter_for(s, u, w, mode, target, place) if is_indirect(mode) else NOBODY
    return accuracy(s, u, w, mode, target, place, Occasion.ORDER, spotter, terms)


# ---------------------------------------------------------------- the volley


@rule
def volley(s: State, u: int, w: int) -> int:
    """Shots of one volley: of some weapon lines one for each living model (table 3.5, AG-21.4)."""
    unit = s.units[u]
    if unit.weapon[w].per_model == 0:
        return unit.weapon[w].shots
    living = 0
    for i in range(unit.models):
        living += 1 if unit.model[i] > 0 else 0
    return living * unit.weapon[w].shots


@rule
def shots_of(s: State, u: int, w: int, mode: int, target: int, place: int, terms: Terms) -> int:
    """Shots of a volley at something, with what house rules add."""
    printed = volley(s, u, w)
    shots = amend_shot(s, HouseOccasion.SHOTS, u, w, mode, target, place, printed, terms)
    return within(printed, 0, MOST_SHOTS, shots)


@rule
def spend(s: State, u: int, w: int) -> None:
    """A volley costs a load and energy, ends a setting, and starts the reload (AG-5.8, AG-5.9, AG-8.12)."""
    gun = s.units[u].weapon[w]
    s.units[u].energy -= gun.power
    if gun.loads > 0:
        gun.loads -= 1
    gun.fired, gun.cone = 1, NOBODY
    if gun.reload > 0:
        gun.waiting = gun.reload + 1


@rule
def roll_to_hit(
    s: State,
    u: int,
    w: int,
    mode: int,
    target: int,
    place: int,
    percent: int,
    shot: int,
    d: Dice,
    e: Log,
) -> bool:
    """The to-hit roll of one shot, re-rolled once at a structure (AG-1.1, AG-20.2).

    A house rule may have the first roll thrown again; the re-roll at a structure stands.
    """
    face = abs(succeeds(d, percent))
    face = reroll_percent(s, HouseOccasion.TO_HIT, u, w, mode, target, place, face, percent, d, e)
    die = face if face <= percent else -face
    rolled_to_hit(e, u, target, place, abs(die), 1 if die > 0 else 0, 0, shot)
    if die < 0 and rerolls(s, target, place):
        die = succeeds(d, percent)
        rolled_to_hit(e, u, target, place, abs(die), 1 if die > 0 else 0, 1, shot)
    return die > 0


@rule
def resolve(s: State, u: int, w: int, mode: int, target: int, place: int, d: Dice, e: Log) -> None:
    """A shot that hit: on its way if it is high, else it strikes at once (AG-17.10, AG-17.15, AG-9.1)."""
    if is_high(mode):
        launch(s, u, w, mode, target, place, e)
        return
    gun = s.units[u].weapon[w]
    face = face_towards(s, target, s.units[u].tile)
    p, damage, thermal = gun.penetration, gun.damage, gun.thermal
    energy, he, area = gun.energy, gun.he, gun.area
    blow(s, u, w, mode, target, place, face, p, damage, thermal, energy, he, area, d, e)


@rule
def shoot(
    s: State, u: int, w: int, mode: int, target: int, place: int, occasion: int, d: Dice, e: Log
) -> None:
    """One volley: each shot rolled and resolved in full before the next; what is left when the target is gone
    is lost (AG-8.12).
    """
    spotter = spotter_for(s, u, w, mode, target, place) if is_indirect(mode) else NOBODY
    percent = accuracy(s, u, w, mode, target, place, occasion, spotter, e.why)
    shots = shots_of(s, u, w, mode, target, place, e.why)
    shot_fired(e, u, target, place, w, mode, percent, spotter)
    spend(s, u, w)
    for shot in range(shots):
        if gone(s, target, place):
            return
        if roll_to_hit(s, u, w, mode, target, place, percent, shot + 1, d, e):
            resolve(s, u, w, mode, target, place, d, e)


# ---------------------------------------------------------------- flying
# Shots that hit, and rounds in flight: AG-17.10 to AG-17.13, AG-18.5.


@rule
def launch(s: State, u: int, w: int, mode: int, target: int, place: int, e: Log) -> None:
    """A shot that succeeds is only on its way (AG-17.10). It carries its numbers, for the shooter may be gone
    when it lands (AG-17.13).
    """
    guided = 1 if mode == Mode.TOP else 0
    if s.flying >= FLYING:  # no forces that could fire so many are fielded (AG-17.17)
        round_lost(e, u, target, place, w, 0)
        return
    gun, shell = s.units[u].weapon[w], s.flight[s.flying]
    shell.side, shell.shooter, shell.weapon = s.units[u].side, u, w
    shell.target, shell.place = target, place
    shell.top, shell.guided = 1 if is_top(mode) else 0, guided
    shell.penetration, shell.damage, shell.thermal = gun.penetration, gun.damage, gun.thermal
    shell.energy, shell.he, shell.area = gun.energy, gun.he, gun.area
    s.flying += 1
    launched(e, u, target, place, w, shell.top, guided)


@rule
def launcher_sees(s: State, shell: Round) -> bool:
    """Whether the launching unit lives and has its target in sight (AG-18.5)."""
    u = shell.shooter
    if s.units[u].standing != Standing.PRESENT:
        return False
    return target_in_sight(s, u, shell.target, shell.place)


@rule
def watch_rounds(s: State, mover: int) -> None:
    """With `missile_los_check` continuous a missile is lost to its launcher after any step of the target that
    hides it (AG-18.5).
    """
    if s.options.missile_los_check != MissileLosCheck.CONTINUOUS:
        return
    for i in range(s.flying):
        shell = s.flight[i]
        if shell.guided != 0 and shell.target == mover and not launcher_sees(s, shell):
            shell.guided = 0


@rule
def second_accuracy(s: State, shell: Round, terms: Terms) -> int:
    """The chance of the second roll (AG-17.11, AG-18.5); a structure has moved 0 (AG-17.13)."""
    tiles = 0 if shell.target == NOBODY else s.units[shell.target].last_tiles
    kept = 1 if shell.guided != 0 and launcher_sees(s, shell) else 0
    u, w, target, place = launcher(s, shell), shell.weapon, shell.target, shell.place
    leave_out(s, HouseOccasion.SECOND_ROLL, u, w, NOBODY, target, place, terms)
    number = impact_accuracy(s.options, tiles, kept, launcher_shakes(s, shell, kept), terms)
    return amend_impact(s, u, w, target, place, number, terms)


@rule
def amend_impact(s: State, u: int, w: int, target: int, place: int, number: int, terms: Terms) -> int:
    """The chance of a second roll with what house rules make of it."""
    amended = amend_shot(s, HouseOccasion.SECOND_ROLL, u, w, NOBODY, target, place, number, terms)
    return number if amended == number else clamp(s.options, amended, terms)


@rule
def launcher(s: State, shell: Round) -> int:
    """The unit that fired a round, while it is in play; the round does not need it (AG-17.13)."""
    return shell.shooter if present(s, shell.shooter) else NOBODY


@rule
def launcher_shakes(s: State, shell: Round, kept: int) -> int:
    """The launcher's stun as it counts for the second roll: not at all but by the option (AG-15.7), nor for
    a guided missile from whose 100% nothing is taken off (AG-18.5). A launcher that is gone shakes nobody.
    """
    o, unit = s.options, s.units[shell.shooter]
    if o.stun_rolls == StunRolls.TO_HIT or unit.standing != Standing.PRESENT:
        return 0
    return 0 if kept != 0 and o.missile_penalties == MissilePenalties.NONE else unit.stun


@rule
def land(s: State, shell: Round, d: Dice, e: Log) -> None:
    """The second roll of one round, re-rolled against structures, and what it hits (AG-17.13, AG-20.11)."""
    u, target, place = shell.shooter, shell.target, shell.place
    if gone(s, target, place):
        round_lost(e, u, target, place, shell.weapon, 1)
        return
    percent = second_accuracy(s, shell, e.why)
    by, w = launcher(s, shell), shell.weapon
    first = abs(succeeds(d, percent))
    first = reroll_percent(s, HouseOccasion.SECOND_ROLL, by, w, NOBODY, target, place, first, percent, d, e)
    second = succeeds(d, percent) if first > percent and rerolls(s, target, place) else 0
    hit = first <= percent or second > 0
    fired = shell.weapon + 1
    landed(e, u, target, place, percent, abs(first), abs(second), fired if hit else -fired)
    if hit:
        p, damage, thermal = shell.penetration, shell.damage, shell.thermal
        energy, he, area = shell.energy, shell.he, shell.area
        blow(s, by, w, NOBODY, target, place, Face.TOP, p, damage, thermal, energy, he, area, d, e)


@rule
def keep_round(to: Round, source: Round) -> None:
    """Copy a round in flight."""
    to.side, to.shooter, to.weapon = source.side, source.shooter, source.weapon
    to.target, to.place, to.top, to.guided = source.target, source.place, source.top, source.guided
    to.penetration, to.damage, to.thermal = source.penetration, source.damage, source.thermal
    to.energy, to.he, to.area = source.energy, source.he, source.area


@rule
def land_rounds(s: State, side: int, d: Dice, e: Log) -> None:
    """A side's rounds land in the order in which they were fired (AG-6.4, AG-17.13)."""
    kept = 0
    for i in range(s.flying):
        if s.flight[i].side == side:
            land(s, s.flight[i], d, e)
        else:
            if kept != i:
                keep_round(s.flight[kept], s.flight[i])
            kept += 1
    for i in range(kept, s.flying):
        wipe(s.flight[i])
    s.flying = kept


@rule
def wipe(shell: Round) -> None:
    """Nothing is left of a round that has landed: equal positions are equal in every field."""
    shell.side, shell.shooter, shell.weapon, shell.target, shell.place = 0, 0, 0, 0, 0
    shell.top, shell.guided, shell.penetration, shell.damage = 0, 0, 0, 0
    shell.thermal, shell.energy, shell.he, shell.area = 0, 0, 0, 0


# ---------------------------------------------------------------- striking
# A shot that hits, on whatever it was aimed at: the way to AG-9.1, AG-20.10 and AG-21.5.


@rule
def rerolls(s: State, target: int, place: int) -> bool:
    """A miss against a structure is re-rolled once; barricades by an option (AG-20.2, AG-20.11)."""
    if target != NOBODY:
        return False
    again = s.options.structure_rerolls != 0
    return again and (place < BARRICADE or s.options.barricade_is_structure != 0)


@rule
def succeeds(d: Dice, percent: int) -> int:
    """The roll if it is equal to or below the accuracy, else its negative (AG-1.1)."""
    die = roll_under(d, D100, percent)
    return die if die <= percent else -die


@rule
def face_towards(s: State, target: int, source: int) -> int:
    """The side of a unit that a shot from a tile strikes; none of a place (AG-2.7)."""
    if target == NOBODY:
        return Face.FRONT
    unit = s.units[target]
    tile = unit.tile
    return struck_face(unit.facing, between_x(tile, source), between_y(tile, source))


@rule
def blow(
    s: State,
    u: int,
    w: int,
    mode: int,
    target: int,
    place: int,
    face: int,
    penetration: int,
    damage: int,
    thermal: int,
    energy: int,
    he: int,
    area: int,
    d: Dice,
    e: Log,
) -> None:
    """One shot of a weapon hits, with what house rules make of its penetration, damage and heat."""
    p = amend_shot(s, HouseOccasion.PENETRATION, u, w, mode, target, place, penetration, e.why)
    p = within(penetration, 0, MOST_PENETRATION, p)
    does = amend_shot(s, HouseOccasion.DAMAGE, u, w, mode, target, place, damage, e.why)
    does = within(damage, 0, MOST_DAMAGE, does)
    heat = thermal
    if energy != 0:
        heat = amend_shot(s, HouseOccasion.HEAT, u, w, mode, target, place, thermal, e.why)
        heat = within(thermal, 0, MOST_HEAT, heat)
    if p != penetration or does != damage or heat != thermal:
        blow_changed(e, u, target, place, p, does, heat)
    else:
        drop_terms(e)
    strike(s, target, place, face, p, does, heat, energy, he, area, d, e)


@rule
def strike(
    s: State,
    target: int,
    place: int,
    face: int,
    penetration: int,
    damage: int,
    thermal: int,
    energy: int,
    he: int,
    area: int,
    d: Dice,
    e: Log,
) -> None:
    """One shot hits. From above it meets the top: no facing multiplier (AG-17.12), and it is a high-angle
    attack to structures (AG-18.7, AG-20.9).
    """
    dmg10, heat10 = POINT * damage, POINT * thermal
    if target == NOBODY:
        if place >= BARRICADE:
            hit_barricade(s, place - BARRICADE, dmg10, e)
        else:
            hit_section(s, place, dmg10, heat10, energy, 1 if face == Face.TOP else 0, e)
    elif s.units[target].chassis == Chassis.INFANTRY:
        hit_squad(s, target, PEN20 * penetration, dmg10, area, d, e)
    else:
        hit_vehicle(s, target, PEN20 * penetration, dmg10, heat10, energy, he, face, 0, d, e)


# ---------------------------------------------------------------- reaction: setting it
# AG-16: reaction fire in the enemy's turn, corner fire in one's own.


@rule
def why_not_react(s: State, u: int, w: int, way: int) -> int:
    """A working, loaded, unfired weapon or line that reacts; way -1 cancels (AG-16.5, AG-16.7, AG-21.7)."""
    if s.units[u].side != s.side or s.units[u].standing != Standing.PRESENT:
        return Why.NOT_YOUR_TURN
    if w < 0 or w >= s.units[u].weapons or way > Way.NW or way < NOBODY:
        return Why.NO_SUCH_ACTION
    gun = s.units[u].weapon[w]
    if way == NOBODY:
        return Why.ALLOWED if gun.cone != NOBODY else Why.REACTION_NOT_ALLOWED
    if reaction_mode(gun.family) == NOBODY or not loaded(s, u, w):
        return Why.REACTION_NOT_ALLOWED
    if fixed(s, u, w) and way != s.units[u].facing:  # AG-16.2
        return Why.REACTION_NOT_ALLOWED
    return Why.ALLOWED


@rule
def loaded(s: State, u: int, w: int) -> bool:
    """Working, loaded and unfired; the energy may come until it fires (AG-16.7, AG-16.9)."""
    reason = why_not_ready(s, u, w)
    return reason == Why.ALLOWED or reason == Why.NO_POWER


@rule
def in_turret(s: State, u: int, w: int) -> bool:
    """Whether a weapon is in a turret that turns (AG-16.3, table 3.10)."""
    return bool(s.units[u].weapon[w].mount == Mount.TURRET and not fixed(s, u, w))


@rule
def set_reaction(s: State, u: int, w: int, way: int, e: Log) -> None:
    """Set, change or cancel; a turret's other weapons that are set turn with it (AG-16.3, AG-16.13)."""
    unit = s.units[u]
    unit.weapon[w].cone = way
    along = 0
    if way != NOBODY and in_turret(s, u, w):
        for other in range(unit.weapons):
            gun = unit.weapon[other]
            if in_turret(s, u, other) and gun.cone != NOBODY and gun.cone != way:
                gun.cone = way
                along += 1
    reaction_set(e, u, w, way, along)


@rule
def watches(s: State, u: int, w: int, tile: int) -> bool:
    """Whether a weapon is set and a tile is in its cone (AG-2.5, AG-2.6, AG-16.1, AG-16.2)."""
    way, own = s.units[u].weapon[w].cone, s.units[u].tile
    if way == NOBODY:
        return False
    width = s.options.fixed_arc if fixed(s, u, w) else s.options.reaction_cone
    return in_cone(width, way, between_x(own, tile), between_y(own, tile))


# ---------------------------------------------------------------- corner fire


@rule
def new_sightings(s: State, mover: int, before: int) -> int:
    """Bits of the enemies in sight now who were in no own unit's sight before the step (AG-16.10)."""
    others = before
    for v in range(s.count):
        ally = s.units[v]
        if v != mover and ally.side == s.units[mover].side and ally.standing == Standing.PRESENT:
            others |= ally.sees
    return s.units[mover].sees & ~others


@rule
def nearest_newcomer(s: State, u: int, w: int, fresh: int) -> int:
    """The nearest newcomer in the weapon's cone, the lowest id of equals, or -1 (AG-16.10, AG-16.13)."""
    best, own = NOBODY, s.units[u].tile
    for v in range(s.count):
        enemy = s.units[v]
        if (fresh >> v) & 1 == 0 or enemy.standing != Standing.PRESENT:
            continue
        if watches(s, u, w, enemy.tile):
            if best == NOBODY or distance(own, enemy.tile) < distance(own, s.units[best].tile):
                best = v
    return best


@rule
def corner_occasion(s: State, u: int, w: int) -> int:
    """-5 from a High Act turret that is not jammed, else -15 (AG-16.4, table 3.10)."""
    high_act = s.units[u].turret == Turret.HIGH_ACT and in_turret(s, u, w)
    return Occasion.CORNER_HIGH_ACT if high_act else Occasion.CORNER


@rule
def corner_fire(s: State, u: int, fresh: int, occasion: int, d: Dice, e: Log) -> None:
    """The mover's own weapons of one penalty, in the order of its sheet (AG-16.10, AG-16.11)."""
    for w in range(s.units[u].weapons):
        if corner_occasion(s, u, w) != occasion or why_not_ready(s, u, w) != Why.ALLOWED:
            continue
        target = nearest_newcomer(s, u, w, fresh)
        if target != NOBODY:
            high_act = 1 if occasion == Occasion.CORNER_HIGH_ACT else 0
            corner_fired(e, u, target, w, s.units[u].weapon[w].cone, high_act)
            mode = reaction_mode(s.units[u].weapon[w].family)
            shoot(s, u, w, mode, target, NOBODY, occasion, d, e)


# ---------------------------------------------------------------- reaction fire


@rule
def enters_view(s: State, u: int, w: int, mover: int, saw: bool) -> bool:
    """In cone and sight after the step, and not before it; or at any step in view (AG-16.8)."""
    if not in_sight(s, u, mover) or not watches(s, u, w, s.units[mover].tile):
        return False
    if s.options.reaction_trigger == ReactionTrigger.ANY_MOVE_IN_VIEW:
        return True
    return not (saw and watches(s, u, w, s.units[mover].came))


@rule
def reaction_fire(s: State, u: int, mover: int, saw: bool, d: Dice, e: Log) -> None:
    """One unit's weapons against a mover, in the order of its sheet; what cannot fire now, or at nobody any
    more, keeps its setting (AG-16.9, AG-16.13).
    """
    for w in range(s.units[u].weapons):
        if s.units[mover].standing != Standing.PRESENT:
            return
        if enters_view(s, u, w, mover, saw) and why_not_ready(s, u, w) == Why.ALLOWED:
            reaction_fired(e, u, mover, w, s.units[u].weapon[w].cone)
            mode = reaction_mode(s.units[u].weapon[w].family)
            shoot(s, u, w, mode, mover, NOBODY, Occasion.REACTION, d, e)


@rule
def after_move(s: State, mover: int, before: int, d: Dice, e: Log) -> None:
    """All that a step or reposition triggers, in the order of its penalties: -5, -15, -25 (AG-16.11).

    `before` are the bits of the enemies that the mover saw from where it `came`; sight is symmetric, so they
    are also those who saw it. Corner fire is the mover's side's, reaction fire the other's;
    the former is a shot in the own turn to AG-6.8 (AG-16.13).
    """
    watch_rounds(s, mover)
    fresh = new_sightings(s, mover, before)
    if fresh != 0 and not holds_fire(s, s.units[mover].side):
        corner_fire(s, mover, fresh, Occasion.CORNER_HIGH_ACT, d, e)
        corner_fire(s, mover, fresh, Occasion.CORNER, d, e)
    for u in range(s.count):
        unit = s.units[u]
        if unit.side != s.units[mover].side and unit.standing == Standing.PRESENT:
            reaction_fire(s, u, mover, (before >> u) & 1 == 1, d, e)
