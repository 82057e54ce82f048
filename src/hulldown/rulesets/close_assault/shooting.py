"""Detachments that fire (CA-15): who may, at whom, what becomes of it; Overwatch in reaction."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.pooled_dice import all_reaching, is_enumerating
from hulldown.rulesets.close_assault.aiming import (
    allotted,
    line_against,
    nearest_target,
    out_of_reach,
    save_against,
    spared,
    why_not_shoot,
    within_half,
)
from hulldown.rulesets.close_assault.bonuses import note_fired, why_not_fire_weapon
from hulldown.rulesets.close_assault.codes import NOBODY, NONE, Firing, Order, Phase, Response, Trait
from hulldown.rulesets.close_assault.contact import engaged, touched_by
from hulldown.rulesets.close_assault.events import (
    fired_at,
    held_fire,
    hit_lost,
    rolled_to_hit,
    rolled_to_save,
    weapon_spared,
)
from hulldown.rulesets.close_assault.ground import in_wood
from hulldown.rulesets.close_assault.hits import (
    SIDES,
    can_harm,
    doubled,
    needed,
    reached,
    suffer,
    survivors,
    thrown,
    weapon_has,
)
from hulldown.rulesets.close_assault.morale import lose_order
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Line, State, alive, kind_of, profile_of
from hulldown.rulesets.close_assault.variants import BreakOutOverwatch

# ---------------------------------------------------------------- which weapon at whom


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
    dice = doubled(s.options, line, thrown(weapon, line, d), within_half(s, m, line, k))
    face = needed(s.options, line, in_wood(s, nearest_target(s, m, line, k)), firing, e.why)
    fired_at(e, m, k, w, dice, face, firing)
    harms = can_harm(line, kind_of(s, s.detachment[k].first))
    hits = hits_of(m, dice, face, harms, d, e)
    for _ in range(hits):
        if harms:
            strike(s, m, line, k, d, e)
        else:
            hit_lost(e, m, k, 1)


@rule
def hits_of(m: int, dice: int, face: int, harms: bool, d: Dice, e: Log) -> int:
    """Roll all dice to hit: how many do (CA-15.4). A walk tells neither dice nor harmless hits apart."""
    if is_enumerating(d):
        return all_reaching(d, SIDES, dice, face) if harms else 0
    hits = 0
    for _ in range(dice):
        die = roll(d, SIDES)
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
