"""Weapon bonuses, firing and Overwatch, and morale (CA-10, CA-15, CA-16)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.dice import Dice, all_reaching, is_enumerating, roll
from hulldown.kernel.house_rules import is_asked
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import along, cosine, half_extent, mils, shifted_x, shifted_y, sine
from hulldown.rulesets.close_assault.events import (
    Why,
    bonus_spent,
    fell_back,
    fired_at,
    fled,
    held_fire,
    hit_lost,
    order_lost,
    rolled_to_hit,
    rolled_to_save,
    weapon_spared,
)
from hulldown.rulesets.close_assault.movement import (
    PLACED,
    SHORTER,
    full_move,
    nearest_edge,
    way_cost,
)
from hulldown.rulesets.close_assault.occasions import (
    Occasion,
    dice_fired,
    needed_by,
    range_of,
    reroll_reached,
    rerolls,
    save_by,
    ways_to_hit,
    worth_by,
)
from hulldown.rulesets.close_assault.state import (
    NOBODY,
    NONE,
    TOL,
    Arc,
    BreakOutOverwatch,
    CoaxialLink,
    Firing,
    Line,
    Order,
    Phase,
    Response,
    State,
    Trait,
    alive,
    is_vehicle,
    kind_of,
    profile_of,
    side_of,
)
from hulldown.rulesets.close_assault.table import (
    arc_of,
    bears,
    behind,
    engaged,
    firing_arc,
    gap_of,
    in_sight,
    lay_trial,
    touched_by,
    touching,
    why_no_way,
    why_not_stand,
)
from hulldown.rulesets.close_assault.values import (
    MOST,
    ROOM,
    SIDES,
    can_harm,
    half_size,
    in_half_of,
    longest_reach,
    number_in,
    packed,
    reached,
    reaches,
    remove,
    suffer,
    survivors,
    takes_part,
    thrown,
    weapon_has,
)

DONE = -1  # `next_spending` after the last
TWICE = SIDES * SIDES  # faces of a die with its second roll


# ---------------------------------------------------------------- the ledger (CA-10.8)


@rule
def weapon_used(s: State, m: int, weapon: int) -> bool:
    """Whether a bonus of a weapon was spent this round."""
    return (s.model[m].used >> weapon) & 1 == 1


@rule
def weapon_fired(s: State, m: int, weapon: int) -> bool:
    """Whether a weapon has been fired this round."""
    return (s.model[m].fired >> weapon) & 1 == 1


@rule
def why_not_fire_weapon(s: State, m: int, weapon: int) -> int:
    """Why a weapon may not be fired any more this round (CA-10.3 to CA-10.5, CA-15.1)."""
    if weapon_used(s, m, weapon):
        return Why.FIRE_USED
    if weapon_fired(s, m, weapon):
        return Why.FIRE_DONE
    pair = s.profile[profile_of(s, m)].weapon[weapon].pair
    if pair != NOBODY and weapon_used(s, m, pair):
        return Why.FIRE_COAXIAL
    return Why.ALLOWED


@rule
def note_fired(s: State, m: int, weapon: int) -> None:
    """A weapon has been fired: its bonuses are gone (CA-10.3, CA-10.8)."""
    v = s.model[m]
    v.fired = v.fired | (1 << weapon)
    v.left[weapon] = 0


# ---------------------------------------------------------------- what may be spent


@rule
def locked(s: State, m: int, weapon: int) -> bool:
    """Whether a weapon's pair locks it: that of a Co-axial one by having been used (CA-10.4, CA-10.11), its
    own Co-axial one by having been fired (CA-10.5).
    """
    p = s.profile[profile_of(s, m)]
    pair = p.weapon[weapon].pair
    if pair != NOBODY and weapon_used(s, m, pair):
        return True
    if s.options.coaxial_link != CoaxialLink.MUTUAL:
        return False
    for w in range(p.weapons):
        if p.weapon[w].pair == weapon and weapon_fired(s, m, w):
            return True
    return False


@rule
def bears_on(s: State, m: int, opponent: int, weapon: int) -> bool:
    """Whether an opponent stands in the arc of a weapon's bonuses (CA-7.17, CA-10.2)."""
    arc = s.profile[profile_of(s, m)].weapon[weapon].arc
    return arc == Arc.ALL or arc == arc_of(s, m, opponent)


@rule
def worth(s: State, m: int, opponent: int, weapon: int) -> int:
    """What one bonus of a weapon adds against an opponent."""
    return worth_by(s, m, opponent, weapon, s.mute)


@rule
def why_not_use(s: State, m: int, opponent: int, weapon: int, number: int) -> int:
    """The first reason against so many bonuses of a weapon on an opponent (CA-10.1 to CA-10.6)."""
    if number == 0:
        return Why.ALLOWED
    if weapon_fired(s, m, weapon):
        return Why.BONUS_FIRED
    if s.model[m].left[weapon] < number:
        return Why.BONUS_USED
    if not touching(s, m, opponent):
        return Why.BONUS_CONTACT
    if not bears_on(s, m, opponent, weapon):
        return Why.BONUS_ARC
    if worth(s, m, opponent, weapon) == 0:
        return Why.BONUS_TARGET
    return Why.BONUS_LOCKED if locked(s, m, weapon) else Why.ALLOWED


@rule
def why_not_spend(s: State, m: int, opponent: int, spent: int) -> int:
    """The first reason against spending a packed number of bonuses, in the order of CA-20.4."""
    p, first = s.profile[profile_of(s, m)], 0
    if spent < 0 or (spent >> (ROOM * p.weapons)) != 0:
        return Why.BONUS_USED
    for w in range(p.weapons):
        why = why_not_use(s, m, opponent, w, number_in(spent, w))
        if why != Why.ALLOWED and (first == 0 or why < first):
            first = why
    return first


@rule
def most_of(s: State, m: int, opponent: int, weapon: int) -> int:
    """How many bonuses of a weapon may be spent on an opponent in one Fight (CA-10.10)."""
    if why_not_use(s, m, opponent, weapon, 1) != Why.ALLOWED:
        return 0
    return min(s.model[m].left[weapon], MOST)


@rule
def may_spend(s: State, m: int, opponent: int) -> bool:
    """Whether a model has any bonus for an opponent; otherwise nobody is asked (CA-20.2)."""
    for w in range(s.profile[profile_of(s, m)].weapons):
        if most_of(s, m, opponent, w) > 0:
            return True
    return False


@rule
def next_spending(s: State, m: int, opponent: int, spent: int) -> int:
    """What may be spent after `spent`, counting from 0 through all there is; DONE after the last."""
    for w in range(s.profile[profile_of(s, m)].weapons):
        number = number_in(spent, w)
        if number < most_of(s, m, opponent, w):
            return spent + packed(w, 1)
        spent -= packed(w, number)
    return DONE


@rule
def next_largest(s: State, m: int, opponent: int, spent: int) -> int:
    """The bonuses of `spent` and that which is worth most besides; DONE after everything (CA-19.13)."""
    best = NOBODY
    for w in range(s.profile[profile_of(s, m)].weapons):
        if number_in(spent, w) < most_of(s, m, opponent, w):
            if best == NOBODY or worth(s, m, opponent, w) > worth(s, m, opponent, best):
                best = w
    return DONE if best == NOBODY else spent + packed(best, 1)


@rule
def ways_to_spend(s: State, m: int, opponent: int, most: int) -> int:
    """In how many ways bonuses may be spent on an opponent, counted no further than `most`."""
    ways = 1
    for w in range(s.profile[profile_of(s, m)].weapons):
        ways = min(most, ways * (1 + most_of(s, m, opponent, w)))
    return ways


@rule
def everything(s: State, m: int, opponent: int) -> int:
    """All that a model may spend on an opponent, packed (CA-19.6)."""
    total = 0
    for w in range(s.profile[profile_of(s, m)].weapons):
        total += packed(w, most_of(s, m, opponent, w))
    return total


@rule
def total_worth(s: State, m: int, opponent: int, spent: int) -> int:
    """What a packed number of bonuses adds to the CAF against an opponent (CA-10.6)."""
    total = 0
    for w in range(s.profile[profile_of(s, m)].weapons):
        total += number_in(spent, w) * worth(s, m, opponent, w)
    return total


@rule
def spend(s: State, m: int, opponent: int, spent: int, e: Log) -> None:
    """Take the bonuses from the ledger: each is for this Fight only (CA-10.8, CA-10.9)."""
    v = s.model[m]
    for w in range(s.profile[profile_of(s, m)].weapons):
        number = number_in(spent, w)
        if number > 0:
            v.left[w] -= number
            v.used = v.used | (1 << w)
            bonus_spent(e, m, opponent, w, number, worth_by(s, m, opponent, w, e.why))


# ---------------------------------------------------------------- aiming
# At whom a weapon can fire: range, arc, line of sight, its stat-line, and who is hit (CA-15.2, CA-15.7).


@rule
def why_not_hit(s: State, m: int, line: Line, t: int) -> int:
    """The first reason against a line fired at model t: range, arc, sight (CA-15.2)."""
    if not reaches(line, range_of(s, m, line, t, s.mute), gap_of(s, m, t)):
        return Why.FIRE_RANGE
    if not bears(s, m, firing_arc(s, m, line), t):
        return Why.FIRE_ARC
    return Why.ALLOWED if in_sight(s, m, t) else Why.FIRE_LOS


@rule
def eligible(s: State, m: int, line: Line, t: int) -> bool:
    """Whether a model may be hit by a line: on the table, in range, in its arc and in sight (CA-15.7)."""
    return alive(s, t) and why_not_hit(s, m, line, t) == Why.ALLOWED


@rule
def why_not_aim(s: State, m: int, line: Line, k: int) -> int:
    """The reason against a line fired at a detachment: of the model that it comes nearest to hitting."""
    furthest = 0
    for t in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if not alive(s, t):
            continue
        why = why_not_hit(s, m, line, t)
        if why == Why.ALLOWED:
            return Why.ALLOWED
        furthest = why if why > furthest else furthest
    return furthest if furthest != 0 else Why.FIRE_RANGE


@rule
def out_of_reach(s: State, k: int, target: int) -> bool:
    """Whether no weapon of a detachment surely reaches another: quick, for most are far off."""
    own, other = s.detachment[k], s.detachment[target]
    p = s.profile[own.profile]
    if is_asked(s.options.house, Occasion.WEAPON_RANGE):
        return False
    far = longest_reach(p) + TOL + 1 + half_size(p) + half_size(s.profile[other.profile])
    for m in range(own.first, own.first + own.size):
        v = s.model[m]
        if v.wounds <= 0:
            continue
        x, y = v.base.x, v.base.y
        for t in range(other.first, other.first + other.size):
            b = s.model[t].base
            if abs(b.x - x) <= far and abs(b.y - y) <= far and alive(s, t):
                return False
    return True


# ---------------------------------------------------------------- one weapon


@rule
def line_against(s: State, m: int, w: int, k: int) -> int:
    """The stat-line that a weapon fires: the first that can hit a target model (CA-15.13); -1 for none."""
    weapon = s.profile[profile_of(s, m)].weapon[w]
    for i in range(weapon.lines):
        if why_not_aim(s, m, weapon.line[i], k) == Why.ALLOWED:
            return i
    return NOBODY


@rule
def why_not_bring(s: State, m: int, w: int, k: int) -> int:
    """The reason against all lines of a weapon, of the one that comes nearest to firing."""
    weapon, furthest = s.profile[profile_of(s, m)].weapon[w], 0
    for i in range(weapon.lines):
        why = why_not_aim(s, m, weapon.line[i], k)
        if why == Why.ALLOWED:
            return Why.ALLOWED
        furthest = why if why > furthest else furthest
    return furthest if furthest != 0 else Why.FIRE_RANGE


@rule
def spared(s: State, m: int, w: int) -> bool:
    """Whether a weapon is kept from firing by its player (CA-20.1)."""
    return (s.model[m].spared >> w) & 1 == 1


@rule
def why_not_shoot(s: State, m: int, w: int, k: int, firing: int) -> int:
    """The first reason against a weapon fired at a detachment (CA-10.3, CA-10.5, CA-15.1, CA-15.2)."""
    if not takes_part(s.profile[profile_of(s, m)].weapon[w], firing):
        return Why.FIRE_ORDER
    why = why_not_fire_weapon(s, m, w)
    if why == Why.ALLOWED and spared(s, m, w):
        why = Why.FIRE_DONE
    return why if why != Why.ALLOWED else why_not_bring(s, m, w, k)


# ---------------------------------------------------------------- who is hit


@rule
def within_half(s: State, m: int, line: Line, k: int) -> bool:
    """Whether a target model is within half range of a line (CA-15.3)."""
    for t in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if not alive(s, t):
            continue
        if in_half_of(s.options, range_of(s, m, line, t, s.mute), gap_of(s, m, t)):
            return True
    return False


@rule
def wounded(s: State, t: int) -> bool:
    """Whether a model has lost a Wound before."""
    return bool(s.model[t].wounds < s.profile[profile_of(s, t)].wounds)


@rule
def nearest_of(s: State, m: int, line: Line, k: int, hurt: bool) -> int:
    """The nearest eligible model, of equals the lowest id; hurt: among those with a Wound lost; -1: none."""
    nearest, least = NOBODY, 0
    for t in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if not eligible(s, m, line, t) or (hurt and not wounded(s, t)):
            continue
        far = max(0, gap_of(s, m, t))
        if nearest == NOBODY or far < least:
            nearest, least = t, far
    return nearest


@rule
def nearest_target(s: State, m: int, line: Line, k: int) -> int:
    """The nearest eligible target model, which decides about cover (CA-15.4); -1 for none."""
    return nearest_of(s, m, line, k, False)


@rule
def allotted(s: State, m: int, line: Line, k: int) -> int:
    """The model to which the next hit goes: one that has lost a Wound, else the nearest (CA-15.7)."""
    hurt = nearest_of(s, m, line, k, True)
    return hurt if hurt != NOBODY else nearest_of(s, m, line, k, False)


@rule
def save_against(s: State, m: int, line: Line, t: int, terms: Terms) -> int:
    """The save that model t needs against a hit of a line fired by m; 0 for none (CA-15.5, CA-15.6)."""
    return save_by(s, m, line, t, behind(s, m, t), terms)


# ---------------------------------------------------------------- shooting
# Detachments that fire (CA-15): who may, at whom, what becomes of it; Overwatch in reaction.


@rule
def aim_of(s: State, m: int, w: int, target: int, second: int) -> int:
    """The detachment that a weapon fires at: Point Defence at the second, if there is one (CA-15.2)."""
    if second != NOBODY and weapon_has(s.profile[profile_of(s, m)].weapon[w], Trait.POINT_DEFENCE):
        return second
    return target


@rule
def why_none_fires(s: State, k: int, target: int, second: int, aim: int, firing: int) -> int:
    """The reason against all weapons of a detachment that would fire at one target, of the weapon that comes
    nearest to it; 0 if any fires.
    """
    furthest = 0
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if not alive(s, m):
            continue
        for w in range(s.profile[profile_of(s, m)].weapons):
            if aim_of(s, m, w, target, second) != aim:
                continue
            why = why_not_shoot(s, m, w, aim, firing)
            if why == Why.ALLOWED:
                return Why.ALLOWED
            furthest = why if why > furthest else furthest
    return furthest if furthest != 0 else Why.FIRE_ORDER


@rule
def why_not_oppose(s: State, k: int, target: int) -> int:
    """Whether two detachments may exchange fire: enemies, neither Engaged (CA-4.8, CA-15.1, CA-15.2)."""
    if s.detachment[target].side == s.detachment[k].side:
        return Why.NOT_YOURS
    return Why.FIRE_ENGAGED if engaged(s, k) or engaged(s, target) else Why.ALLOWED


# ---------------------------------------------------------------- fire stages


@rule
def fires_now(phase: int, order: int) -> bool:
    """Whether an order lets a detachment fire in this stage (CA-3.3, CA-15.1)."""
    if phase == Phase.FIRST_FIRE:
        return order == Order.FIRST_FIRE
    return phase == Phase.ADVANCING_FIRE and order == Order.ADVANCE


@rule
def why_not_open_fire(s: State, k: int) -> int:
    """The first reason against a detachment's firing in this stage, whatever the target (CA-15.1)."""
    d = s.detachment[k]
    if not fires_now(s.phase, d.order):
        return Why.FIRE_ORDER
    if engaged(s, k):
        return Why.FIRE_ENGAGED
    return Why.FIRE_DONE if d.activated != 0 else Why.ALLOWED


@rule
def why_not_fire(s: State, k: int, target: int, second: int) -> int:
    """The first reason against firing at a target, Point Defence at a second one (-1: none) (CA-15.2)."""
    why = why_not_open_fire(s, k)
    if why == Why.ALLOWED:
        why = why_not_oppose(s, k, target)
    if why == Why.ALLOWED and second != NOBODY:
        why = why_not_oppose(s, k, second)
    if why == Why.ALLOWED:
        why = why_none_fires(s, k, target, second, target, Firing.STAGE)
    if why == Why.ALLOWED and second != NOBODY:
        why = why_none_fires(s, k, target, second, second, Firing.STAGE)
    return why


@rule
def can_fire(s: State, k: int) -> bool:
    """Whether a detachment has any target in this stage; otherwise nobody is asked (CA-20.2)."""
    if s.detachment[k].activated != 0 or why_not_open_fire(s, k) != Why.ALLOWED:
        return False
    return has_target(s, k, Firing.STAGE)


@rule
def has_target(s: State, k: int, firing: int) -> bool:
    """Whether a detachment has anybody to fire at; the quickest test comes first."""
    for target in range(s.detachments):
        if s.detachment[target].side == s.detachment[k].side or out_of_reach(s, k, target):
            continue
        fires = why_none_fires(s, k, target, NOBODY, target, firing) == Why.ALLOWED
        if fires and why_not_oppose(s, k, target) == Why.ALLOWED:
            return True
    return False


@rule
def fire(s: State, k: int, target: int, second: int, d: Dice, e: Log) -> None:
    """A detachment fires in its stage (CA-15.1, CA-15.2). Its activation is then over."""
    open_up(s, k, target, second, Firing.STAGE, d, e)


@rule
def hold_fire(s: State, k: int, e: Log) -> None:
    """A detachment does not fire in its stage."""
    held_fire(e, k)
    forget_spared(s, k)


# ---------------------------------------------------------------- Point Defence in the Movement phase


@rule
def why_not_raise(s: State, k: int) -> int:
    """The first reason against Point Defence in a move, whatever the target: with Advance or March, once."""
    d = s.detachment[k]
    if d.order != Order.ADVANCE and d.order != Order.MARCH:
        return Why.FIRE_ORDER
    if engaged(s, k):
        return Why.FIRE_ENGAGED
    return Why.FIRE_DONE if d.shot != 0 else Why.ALLOWED


@rule
def why_not_defend(s: State, k: int, target: int) -> int:
    """The first reason against Point Defence at the start or end of a move (CA-15.9)."""
    why = why_not_raise(s, k)
    if why == Why.ALLOWED:
        why = why_not_oppose(s, k, target)
    return why if why != Why.ALLOWED else why_none_fires(s, k, target, NOBODY, target, Firing.DEFENCE)


@rule
def can_defend(s: State, k: int) -> bool:
    """Whether Point Defence has any target; otherwise nobody is asked (CA-15.9, CA-20.2)."""
    return why_not_raise(s, k) == Why.ALLOWED and has_target(s, k, Firing.DEFENCE)


@rule
def defend(s: State, k: int, target: int, d: Dice, e: Log) -> None:
    """The Point Defence weapons of a detachment fire while it moves; they count as fired (CA-15.9)."""
    open_up(s, k, target, NOBODY, Firing.DEFENCE, d, e)


# ---------------------------------------------------------------- weapons kept from firing


@rule
def why_not_spare(s: State, m: int, w: int) -> int:
    """Why a weapon cannot be kept from firing this time: it would not fire, or is kept already (CA-20.1)."""
    if not alive(s, m) or w < 0 or w >= s.profile[profile_of(s, m)].weapons:
        return Why.NOT_YOURS
    return Why.FIRE_DONE if spared(s, m, w) else why_not_fire_weapon(s, m, w)


@rule
def spare(s: State, m: int, w: int, e: Log) -> None:
    """Keep a weapon from firing this time: its bonuses stay for close combat (CA-10.3, CA-20.1)."""
    s.model[m].spared = s.model[m].spared | (1 << w)
    weapon_spared(e, m, w)


@rule
def forget_spared(s: State, k: int) -> None:
    """What was kept from firing may fire the next time."""
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        s.model[m].spared = 0


# ---------------------------------------------------------------- the fire itself


@rule
def open_up(s: State, k: int, target: int, second: int, firing: int, d: Dice, e: Log) -> None:
    """Every weapon that can fires once, model by model (CA-15.1). Nobody is tested for it (CA-16.8)."""
    s.detachment[k].shot = 1
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if not alive(s, m):
            continue
        for w in range(s.profile[profile_of(s, m)].weapons):
            aim = aim_of(s, m, w, target, second)
            if why_not_shoot(s, m, w, aim, firing) == Why.ALLOWED:
                discharge(s, m, w, aim, firing, d, e)
    forget_spared(s, k)


@rule
def discharge(s: State, m: int, w: int, k: int, firing: int, d: Dice, e: Log) -> None:
    """One weapon fires: all its dice, then hit by hit (CA-15.3, CA-15.4, CA-15.7)."""
    weapon = s.profile[profile_of(s, m)].weapon[w]
    line = weapon.line[line_against(s, m, w, k)]
    note_fired(s, m, w)
    t = nearest_target(s, m, line, k)
    range_of(s, m, line, t, e.why)  # for the log: what house rules gave
    dice = dice_fired(s, m, line, t, thrown(weapon, line, d), within_half(s, m, line, k), e.why)
    face = needed_by(s, m, line, t, firing, e.why)
    fired_at(e, m, k, w, dice, face, firing)
    harms = can_harm(line, kind_of(s, s.detachment[k].first))
    hits = hits_of(s, m, t, dice, face, harms, d, e)
    for _ in range(hits):
        if harms:
            strike(s, m, line, k, d, e)
        else:
            hit_lost(e, m, k, 1)


@rule
def hits_of(s: State, m: int, t: int, dice: int, face: int, harms: bool, d: Dice, e: Log) -> int:
    """Roll all dice to hit: how many do (CA-15.4). A walk tells neither dice nor harmless hits apart."""
    if is_enumerating(d) and not harms:
        return 0
    if is_enumerating(d) and rerolls(s, Occasion.TO_HIT, m, t):
        return all_reaching(d, TWICE, dice, TWICE + 1 - ways_to_hit(s, Occasion.TO_HIT, m, t, face))
    if is_enumerating(d):
        return all_reaching(d, SIDES, dice, face)
    hits = 0
    for _ in range(dice):
        die = reroll_reached(s, Occasion.TO_HIT, m, t, roll(d, SIDES), face, d, e)
        struck = 1 if die >= face else 0
        rolled_to_hit(e, m, die, struck)
        hits += struck
    return hits


@rule
def strike(s: State, m: int, line: Line, k: int, d: Dice, e: Log) -> None:
    """A hit is allotted and saved, or a Wound; it is lost if no eligible model is left (CA-15.6, CA-15.7)."""
    t = allotted(s, m, line, k)
    if t == NOBODY:
        hit_lost(e, m, k, 0)
        return
    face = save_against(s, m, line, t, e.why)
    die = reached(d, face) if face != NONE else 0
    if face != NONE:
        die = reroll_reached(s, Occasion.SAVE, t, m, die, face, d, e)
    saved = face != NONE and die >= face
    rolled_to_save(e, t, die, face, 1 if saved else 0)
    if not saved:
        suffer(s, t, e)


# ---------------------------------------------------------------- overwatch
# Overwatch: fire in reaction to a Tank Shock or a charge (CA-12.8, CA-12.9, CA-15.10, CA-15.11).


@rule
def may_overwatch(order: int, activated: bool, was_engaged: bool, response: int, broken_out: bool) -> bool:
    """Whether a detachment may fire in reaction (CA-15.10); not if it gets out of the way (CA-12.12), nor at
    those who break out of Combat with it (CA-12.28). response: NOBODY where none was asked for.
    """
    if order != Order.FIRST_FIRE and order != Order.ADVANCE:
        return False
    return not activated and not was_engaged and response != Response.EVADE and not broken_out


@rule
def broken_out_of(s: State, k: int, mover: int) -> bool:
    """Whether a detachment touched the mover already when that was activated (CA-12.29)."""
    return (s.detachment[mover].touched >> k) & 1 == 1


@rule
def free_of_overwatch(s: State, mover: int) -> bool:
    """Whether, as an option, nobody fires Overwatch at a detachment that has broken out (CA-12.29)."""
    option = s.options.break_out_overwatch == BreakOutOverwatch.WHOLE_MOVE
    return bool(option and s.detachment[mover].broke_out != 0)


@rule
def was_engaged(s: State, k: int, mover: int) -> bool:
    """Whether a detachment was Engaged before the move it reacts to: nobody but the mover has moved since."""
    return broken_out_of(s, k, mover) or touched_by(s, k) & ~(1 << mover) != 0


@rule
def why_not_overwatch(s: State, k: int, mover: int) -> int:
    """OW_ELIGIBLE, or why no weapon of a detachment can fire at the mover, in spite of contact (CA-12.9)."""
    d = s.detachment[k]
    activated = d.activated != 0 or d.moved != 0
    before = was_engaged(s, k, mover)
    out = broken_out_of(s, k, mover) or free_of_overwatch(s, mover)
    if survivors(s, k) == 0 or not may_overwatch(d.order, activated, before, NOBODY, out):
        return Why.OW_ELIGIBLE
    return why_none_fires(s, k, mover, NOBODY, mover, Firing.OVERWATCH)


@rule
def callers(s: State, mover: int) -> int:
    """The detachments that may call Overwatch at one that has just ended its charge, as bits (CA-15.11 b)."""
    if s.detachment[mover].order != Order.CHARGE:
        return 0
    bits, touched = 0, touched_by(s, mover)
    for k in range(s.detachments):
        if (touched >> k) & 1 == 1 and why_not_overwatch(s, k, mover) == Why.ALLOWED:
            bits |= 1 << k
    return bits


@rule
def overwatch(s: State, k: int, mover: int, d: Dice, e: Log) -> None:
    """A detachment fires at the mover in reaction, and loses its order (CA-3.8, CA-15.10)."""
    open_up(s, k, mover, NOBODY, Firing.OVERWATCH, d, e)
    lose_order(s, k, e)


@rule
def lose_order(s: State, k: int, e: Log) -> None:
    """A detachment loses its order and does not act further this round; Fall Back stays (CA-3.8)."""
    d = s.detachment[k]
    if d.order != Order.NONE and d.order != Order.FALL_BACK:
        d.order = Order.NONE
        order_lost(e, k)


# ---------------------------------------------------------------- running
# Detachments with Fall Back run for their own table edge (CA-16.7, CA-16.9).


@rule
def run_home(s: State, k: int, e: Log) -> None:
    """The move of a detachment with Fall Back, without a choice (CA-16.7, CA-16.9). Engaged, it stays.

    It has been activated as for any move, so its models know where they began (CA-4.3).
    """
    if engaged(s, k):
        return
    d = s.detachment[k]
    m = nearest_edge(s, k)
    while m != NOBODY:
        s.model[m].done = PLACED  # it had its turn
        run(s, m, e)
        m = nearest_edge(s, k)
    for m in range(d.first, d.first + d.size):
        s.model[m].done = 0


@rule
def run(s: State, m: int, e: Log) -> None:
    """One model runs as far as it can, off the table if it can (CA-16.9)."""
    far, edge = full_move(s, m), s.edge[side_of(s, m)]
    while far > 0:
        if leaves(s, m, far, edge):
            fled(e, m)
            remove(s, m, e)
            return
        if may_run(s, m, far, edge):
            go(s, m, far, edge, e)
            return
        far -= SHORTER


@rule
def facing_of(s: State, m: int, edge: int) -> int:
    """How a model faces on the run: a vehicle towards the edge (CA-16.9)."""
    return edge if is_vehicle(s, m) else s.model[m].base.facing


@rule
def room_ahead(s: State, m: int, edge: int) -> int:
    """How far a model may run until its base reaches the edge of the table; 0 or less: it is there."""
    b = s.model[m].base
    lay_trial(s, m, b.x, b.y, facing_of(s, m, edge))
    x = s.width if cosine(edge) > 0 else 0
    y = s.height if sine(edge) > 0 else 0
    return mils(along(x - b.x, y - b.y, edge) - half_extent(s.trial, edge))


@rule
def why_no_run(s: State, m: int, far: int, edge: int) -> int:
    """The first reason against so long a way towards the edge, wherever it ends (CA-4.3, CA-4.4)."""
    b = s.model[m].base
    x, y = shifted_x(b.x, far, edge), shifted_y(b.y, far, edge)
    return why_no_way(s, m, b.x, b.y, x, y, facing_of(s, m, edge), 1)


@rule
def affords(s: State, m: int, far: int, edge: int) -> bool:
    """Whether so long a way is within the Movement of a model, difficult ground twice (CA-4.5)."""
    b = s.model[m].base
    x, y = shifted_x(b.x, far, edge), shifted_y(b.y, far, edge)
    return mils(way_cost(s, m, b.x, b.y, x, y)) <= full_move(s, m) + TOL


@rule
def leaves(s: State, m: int, far: int, edge: int) -> bool:
    """Whether the base of a model crosses the edge on so long a way, nothing stopping it before (CA-16.9)."""
    room = room_ahead(s, m, edge)
    if far <= room + TOL or not affords(s, m, far, edge):
        return False
    return why_no_run(s, m, max(0, room), edge) == Why.ALLOWED


@rule
def may_run(s: State, m: int, far: int, edge: int) -> bool:
    """Whether a model may run so far and stand there (CA-16.9; CA-2.5, CA-2.7, CA-4.3 to CA-4.5)."""
    if not affords(s, m, far, edge) or why_no_run(s, m, far, edge) != Why.ALLOWED:
        return False
    b = s.model[m].base
    x, y = shifted_x(b.x, far, edge), shifted_y(b.y, far, edge)
    lay_trial(s, m, x, y, facing_of(s, m, edge))
    return why_not_stand(s, m, s.trial, 1) == Why.ALLOWED


@rule
def go(s: State, m: int, far: int, edge: int, e: Log) -> None:
    """A model runs; a vehicle ends facing the edge (CA-16.9)."""
    b = s.model[m].base
    ax, ay = b.x, b.y
    b.facing = facing_of(s, m, edge)
    b.x, b.y = shifted_x(ax, far, edge), shifted_y(ay, far, edge)
    fell_back(e, m, ax, ay, b.x, b.y, b.facing)
