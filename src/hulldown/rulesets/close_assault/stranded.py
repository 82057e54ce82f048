"""Vehicles with no place to end after a Tank Shock: trial ends, and the way back (CA-12.26, CA-12.32)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import apart, direction, gap, parts_of, put_along, shifted_x, shifted_y
from hulldown.rulesets.close_assault.codes import CONTACT, NOBODY, STEP
from hulldown.rulesets.close_assault.contact import contact, why_not_stand
from hulldown.rulesets.close_assault.events import put_back
from hulldown.rulesets.close_assault.ground import lay_trial
from hulldown.rulesets.close_assault.movement import drive, remaining, why_not_drive
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive
from hulldown.rulesets.close_assault.tank_shock import holding

DIRECTIONS, TURN = 72, 500  # trial drives: every 5 degrees
STRIDE = 500  # and every half inch


@rule
def clear_of_shocked(s: State, k: int) -> bool:
    """Whether the trial base touches no model of a detachment that k has Tank Shocked (CA-12.25)."""
    shocked = int(s.detachment[k].shocked)
    for j in range(s.models):
        other = s.model[j]
        if alive(s, j) and (shocked >> int(other.detachment)) & 1 == 1:
            if not apart(s.trial, other.base, CONTACT + 1) and contact(gap(s.trial, other.base)):
                return False
    return True


@rule
def may_end_at(s: State, m: int, x: int, y: int, facing: int) -> bool:
    """Whether a vehicle may end its move on a place, coherency left aside (CA-12.32)."""
    lay_trial(s, m, x, y, facing)
    if why_not_stand(s, m, s.trial, 1) != Why.ALLOWED:
        return False
    return clear_of_shocked(s, int(s.model[m].detachment))


@rule
def end_along(s: State, m: int, angle: int) -> int:
    """How far straight in a direction a vehicle has its first legal end; 0: it has none (CA-12.32)."""
    b, left = s.model[m].base, remaining(s, m)
    far = min(STRIDE, left)
    while far > 0:
        x, y = shifted_x(int(b.x), far, angle), shifted_y(int(b.y), far, angle)
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
    if may_end_at(s, m, int(b.x), int(b.y), int(b.facing)):
        return True
    for i in range(DIRECTIONS):
        if end_along(s, m, i * TURN) > 0:
            return True
    return False


@rule
def drive_clear(s: State, m: int, e: Log) -> None:
    """Drive a vehicle to its first trial end, if it may not end where it stands (CA-12.33)."""
    b = s.model[m].base
    x, y = int(b.x), int(b.y)
    if may_end_at(s, m, x, y, int(b.facing)):
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
        if alive(s, int(t.first) + i) and not has_trial_end(s, int(t.first) + i):
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
    bits, first = stranded(s, k), int(s.detachment[k].first)
    for i in range(s.detachment[k].size):
        if (bits >> i) & 1 == 1:
            set_back(s, first + i, e)


@rule
def set_back(s: State, m: int, e: Log) -> None:
    """Set a vehicle back along its path; if nowhere, to where the last Tank Shock was fought (CA-12.26)."""
    v = s.model[m]
    x, y = int(v.base.x), int(v.base.y)
    if not found_on_path(s, m):
        lay_trial(s, m, int(v.shock_x), int(v.shock_y), int(v.shock_facing))
    v.base.x, v.base.y, v.base.facing = int(s.trial.x), int(s.trial.y), int(s.trial.facing)
    put_back(e, m, x, y, int(v.base.x), int(v.base.y), int(v.base.facing))


@rule
def found_on_path(s: State, m: int) -> bool:
    """Lay the trial base on the last point of a vehicle's path at which it may end, if there is one."""
    v = s.model[m]
    for i in range(int(v.turns) - 1, -1, -1):
        ax = int(v.turn_x[i - 1]) if i > 0 else int(v.start_x)
        ay = int(v.turn_y[i - 1]) if i > 0 else int(v.start_y)
        if found_on_stretch(s, m, ax, ay, int(v.turn_x[i]), int(v.turn_y[i])):
            return True
    return False


@rule
def found_on_stretch(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """The same on one stretch, tested at the points of CA-4.11, latest first."""
    facing, parts = direction(bx - ax, by - ay), parts_of(bx - ax, by - ay, STEP)
    for part in range(parts, -1, -1):
        put_along(s.trial, ax, ay, bx, by, part, parts)
        if may_end_at(s, m, int(s.trial.x), int(s.trial.y), facing):
            return True
    return False
