"""Tank Shock: attacks in passing, breaking out of Combat, and where it ends (CA-12)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import apart, direction, gap, parts_of, put_along, shifted_x, shifted_y
from hulldown.rulesets.close_assault.codes import CONTACT, NOBODY, STEP, Kind, Order, Phase, Stage
from hulldown.rulesets.close_assault.combat import begin, finish, remember_foes
from hulldown.rulesets.close_assault.contact import contact, touched_by, why_not_stand
from hulldown.rulesets.close_assault.events import charge_measured, put_back, responded, shock_declared
from hulldown.rulesets.close_assault.fights import EVADES, shock_penalty
from hulldown.rulesets.close_assault.ground import lay_trial
from hulldown.rulesets.close_assault.halting import charge_distance, charge_in_force
from hulldown.rulesets.close_assault.hits import survivors
from hulldown.rulesets.close_assault.movement import begin_leg, drive, remaining, why_not_drive
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle
from hulldown.rulesets.close_assault.variants import BreakOutShocks, RulesMode, ShockWounds

# ---------------------------------------------------------------- who may shock whom


@rule
def all_vehicles(s: State, k: int) -> bool:
    """Whether all models of a detachment are vehicles (CA-12.1, CA-12.2)."""
    return is_vehicle(s, s.detachment[k].first)


@rule
def can_be_shocked(s: State, k: int) -> bool:
    """Whether a detachment is of Infantry or Cavalry (CA-12.2)."""
    kind = s.profile[s.detachment[k].profile].kind
    return bool(kind == Kind.INFANTRY or kind == Kind.CAVALRY)


@rule
def acted(s: State, k: int) -> bool:
    """Whether a model of a detachment turned or piled in (CA-12.2, CA-14.2)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if s.model[m].done != 0:
            return True
    return False


@rule
def holding(s: State, k: int) -> int:
    """The enemies that one who began Engaged must still shock before it drives (CA-12.29), as bits; as an
    option one Tank Shock is enough.
    """
    t = s.detachment[k]
    if t.engaged == 0 or t.broke_out != 0:
        return 0
    if s.options.break_out_shocks == BreakOutShocks.ONE and t.shocks != 0:
        return 0
    return touched_by(s, k) & ~t.shocked


@rule
def why_not_break_out(s: State, holders: int) -> int:
    """HELD if any of the enemies that touch a detachment cannot be shocked (CA-12.29)."""
    for j in range(s.detachments):
        if (holders >> j) & 1 == 1 and not can_be_shocked(s, j):
            return Why.TS_HELD
    return Why.ALLOWED


@rule
def why_not_stop(s: State, k: int) -> int:
    """Whether the vehicles may stop where they are: nothing overlapped, coherency not needed (CA-12.5)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            why = why_not_stand(s, m, s.model[m].base, 1)
            if why != Why.ALLOWED:
                return why
    return Why.ALLOWED


@rule
def why_not_target(target: int, touched: int, shocked: int, held: bool) -> int:
    """What contacts say against a target; detachments as bits (CA-12.2). held: it breaks out (CA-12.29)."""
    if touched & target == 0:
        return Why.TS_NO_CONTACT
    if not held and touched & ~target & ~shocked != 0:
        return Why.TS_OTHER_CONTACT
    return Why.TS_REPEAT if shocked & target != 0 else Why.ALLOWED


@rule
def why_not_shock(s: State, k: int, target: int) -> int:
    """The first reason against a Tank Shock where the vehicles stand (CA-12.2, in the order of CA-20.4)."""
    t = s.detachment[k]
    if s.options.rules_mode == RulesMode.TODAY or t.order != Order.CHARGE:
        return Why.ORDER
    if not all_vehicles(s, k):
        return Why.TYPE
    why = why_not_stop(s, k)
    if why != Why.ALLOWED:
        return why
    if not can_be_shocked(s, target) or s.detachment[target].side == t.side:
        return Why.TS_TARGET_TYPE
    held = holding(s, k)
    why = why_not_target(1 << target, touched_by(s, k), t.shocked, held != 0)
    if why != Why.ALLOWED:
        return why
    return Why.TS_TURNED if acted(s, k) else why_not_break_out(s, held)


# ---------------------------------------------------------------- the attack


@rule
def declare(s: State, k: int, target: int, e: Log) -> None:
    """Name the target at the stop; it answers next (CA-12.4 to CA-12.6, CA-12.23, CA-12.31)."""
    t = s.detachment[k]
    penalty = shock_penalty(s.options, t.shocks)
    t.shocks += 1
    t.shocked = t.shocked | (1 << target)
    shock_declared(e, k, target, t.shocks, penalty)
    for m in range(t.first, t.first + t.size):
        if alive(s, m):
            s.model[m].charge = charge_in_force(s, m, True)
            charge_measured(e, m, charge_distance(s, m), s.model[m].charge)
    remember_foes(s, (1 << k) | (1 << target))
    s.acting, s.target, s.response = k, target, NOBODY
    s.phase, s.side = Phase.RESPONSE, s.detachment[target].side


@rule
def respond(s: State, response: int, e: Log) -> None:
    """The target stands, stands and fires, or gets out of the way, or does it in part (CA-12.6, CA-12.7)."""
    s.response = response
    responded(e, s.target, response)


@rule
def begin_fights(s: State) -> None:
    """The Fights of the models in contact, chosen by who made the Tank Shock (CA-12.8 to CA-12.11)."""
    acting = s.acting
    both = (1 << acting) | (1 << s.target)
    begin(s, both, Stage.SHOCK, s.detachment[acting].side)


@rule
def count_overwatch(s: State, shot: int) -> None:
    """Wounds that the vehicles lost to Overwatch before the Fights: as an option they count for who has lost
    the Tank Shock (CA-12.19). Call it after `begin_fights`.
    """
    if s.options.shock_wounds == ShockWounds.OVERWATCH_TOO:
        acting = s.acting
        s.lost[s.detachment[acting].side] += shot
        s.detachment[acting].wounds_lost += shot


@rule
def forget_evaders(s: State) -> None:
    """Who got out of the way did so in this Tank Shock only (CA-12.7)."""
    for m in range(s.models):
        if s.model[m].done == EVADES:
            s.model[m].done = 0


@rule
def drive_on(s: State) -> bool:
    """After the Fights and their tests: whether the vehicles drive on (CA-12.17, CA-12.20).

    They do if any are left and still hold their order; a detachment that breaks out is free once nobody
    unshocked holds it (CA-12.29, CA-12.34).
    """
    k = s.acting
    t = s.detachment[k]
    finish(s)
    forget_evaders(s)
    s.target, s.response = NOBODY, NOBODY
    if survivors(s, k) == 0 or t.order != Order.CHARGE:
        return False
    if t.engaged != 0 and holding(s, k) == 0:
        t.broke_out = 1
    begin_leg(s, k)
    s.phase, s.side = Phase.MOVING, t.side
    return True


# ---------------------------------------------------------------- stranded
# Vehicles with no place to end after a Tank Shock: trial ends, and the way back (CA-12.26, CA-12.32).


DIRECTIONS, TURN = 72, 500  # trial drives: every 5 degrees
STRIDE = 500  # and every half inch


@rule
def clear_of_shocked(s: State, k: int) -> bool:
    """Whether the trial base touches no model of a detachment that k has Tank Shocked (CA-12.25)."""
    shocked = s.detachment[k].shocked
    for j in range(s.models):
        other = s.model[j]
        if alive(s, j) and (shocked >> other.detachment) & 1 == 1:
            if not apart(s.trial, other.base, CONTACT + 1) and contact(gap(s.trial, other.base)):
                return False
    return True


@rule
def may_end_at(s: State, m: int, x: int, y: int, facing: int) -> bool:
    """Whether a vehicle may end its move on a place, coherency left aside (CA-12.32)."""
    lay_trial(s, m, x, y, facing)
    if why_not_stand(s, m, s.trial, 1) != Why.ALLOWED:
        return False
    return clear_of_shocked(s, s.model[m].detachment)


@rule
def end_along(s: State, m: int, angle: int) -> int:
    """How far straight in a direction a vehicle has its first legal end; 0: it has none (CA-12.32)."""
    b, left = s.model[m].base, remaining(s, m)
    far = min(STRIDE, left)
    while far > 0:
        x, y = shifted_x(b.x, far, angle), shifted_y(b.y, far, angle)
        if may_end_at(s, m, x, y, angle):
            why = why_not_drive(s, m, x, y)
            if why == Why.ALLOWED:
                return far
            if why == Why.THROUGH_ENEMY or why == Why.TERRAIN:
                return 0  # nor any farther that way
        far = min(far + STRIDE, left) if far < left else 0
    return 0


@rule
def has_trial_end(s: State, m: int) -> bool:
    """Whether a vehicle has a legal end: where it stands, or at the end of a trial drive (CA-12.32)."""
    b = s.model[m].base
    if may_end_at(s, m, b.x, b.y, b.facing):
        return True
    for i in range(DIRECTIONS):
        if end_along(s, m, i * TURN) > 0:
            return True
    return False


@rule
def drive_clear(s: State, m: int, e: Log) -> None:
    """Drive a vehicle to its first trial end, if it may not end where it stands (CA-12.33)."""
    b = s.model[m].base
    x, y = b.x, b.y
    if may_end_at(s, m, x, y, b.facing):
        return
    for i in range(DIRECTIONS):
        far = end_along(s, m, i * TURN)
        if far > 0:
            drive(s, m, shifted_x(x, far, i * TURN), shifted_y(y, far, i * TURN), NOBODY, e)
            return


@rule
def clear_off(s: State, k: int, e: Log) -> None:
    """Drive the vehicles of a detachment, in the order of their ids, to where each may end (CA-12.33)."""
    for m in range(s.detachment[k].first, s.detachment[k].first + s.detachment[k].size):
        if alive(s, m):
            drive_clear(s, m, e)


@rule
def stranded(s: State, k: int) -> int:
    """The vehicles of a detachment without a trial end, as bits from its first (CA-12.32)."""
    t, bits = s.detachment[k], 0
    for i in range(t.size):
        if alive(s, t.first + i) and not has_trial_end(s, t.first + i):
            bits |= 1 << i
    return bits


@rule
def why_not_fallback(s: State, k: int) -> int:
    """Why the fallback is not open: no Tank Shock, a way out to fight first, or places to end (CA-12.32)."""
    if s.detachment[k].shocks == 0:
        return Why.FALLBACK
    if holding(s, k) != 0:
        return Why.TS_HELD
    return Why.ALLOWED if stranded(s, k) != 0 else Why.FALLBACK


@rule
def fallback(s: State, k: int, e: Log) -> None:
    """Set all stranded vehicles back, in the order of their ids (CA-12.26, CA-12.32)."""
    bits, first = stranded(s, k), s.detachment[k].first
    for i in range(s.detachment[k].size):
        if (bits >> i) & 1 == 1:
            set_back(s, first + i, e)


@rule
def set_back(s: State, m: int, e: Log) -> None:
    """Set a vehicle back along its path; if nowhere, to where the last Tank Shock was fought (CA-12.26)."""
    v = s.model[m]
    x, y = v.base.x, v.base.y
    if not find_end_on_path(s, m):
        lay_trial(s, m, v.shock_x, v.shock_y, v.shock_facing)
    v.base.x, v.base.y, v.base.facing = s.trial.x, s.trial.y, s.trial.facing
    put_back(e, m, x, y, v.base.x, v.base.y, v.base.facing)


@rule
def find_end_on_path(s: State, m: int) -> bool:
    """Lay the trial base on the last point of a vehicle's path at which it may end, if there is one."""
    v = s.model[m]
    for i in range(v.turns - 1, -1, -1):
        ax = v.turn_x[i - 1] if i > 0 else v.start_x
        ay = v.turn_y[i - 1] if i > 0 else v.start_y
        if find_end_on_stretch(s, m, ax, ay, v.turn_x[i], v.turn_y[i]):
            return True
    return False


@rule
def find_end_on_stretch(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """The same on one stretch, tested at the points of CA-4.11, latest first."""
    facing, parts = direction(bx - ax, by - ay), parts_of(bx - ax, by - ay, STEP)
    for part in range(parts, -1, -1):
        put_along(s.trial, ax, ay, bx, by, part, parts)
        if may_end_at(s, m, s.trial.x, s.trial.y, facing):
            return True
    return False
