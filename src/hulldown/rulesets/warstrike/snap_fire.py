"""Snap Fire: hurried fire at those who run (WS-12)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.arming import begin_fire, why_not_fire
from hulldown.rulesets.warstrike.casualties import take_all
from hulldown.rulesets.warstrike.codes import NOBODY, Deed
from hulldown.rulesets.warstrike.events import snap_declined
from hulldown.rulesets.warstrike.firing import attack
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import Options, State, lasts
from hulldown.rulesets.warstrike.variants import SnapEligibility


@rule
def eligible(o: Options, last: int, ground: int, markers: int, hunkered: int, snapped: int) -> bool:
    """Whether a unit may Snap Fire, by what it did and suffered (WS-12.3)."""
    if hunkered != 0 or snapped != 0:
        return False
    if o.snap_eligibility == SnapEligibility.ALL:
        return ground == 0  # WS-9.32
    if markers > 0 or last == Deed.NONE:
        return False
    if o.snap_eligibility == SnapEligibility.ANY_UNSUPPRESSED:
        return ground == 0
    return last == Deed.OPEN_FIRE


@rule
def may_snap(s: State, k: int) -> bool:
    """Whether a unit may Snap Fire in this Action Phase (WS-12.3)."""
    u = s.unit[k]
    if not lasts(s, k):
        return False
    return eligible(s.options, u.last, u.ground, u.markers, u.hunkered, u.snapped)


@rule
def next_to_ask(s: State) -> int:
    """The next unit of the other side that may Snap Fire at the moving one and can; or NOBODY (WS-12.4).

    Nobody is asked unless the move called for it (WS-12.2).
    """
    mover, start = s.acting, s.asked + 1
    if s.over == 0 or not lasts(s, mover):
        return NOBODY
    unit = NOBODY
    to_snap_points(s, mover)
    for k in range(start, s.units):
        if unit == NOBODY and s.unit[k].side != s.unit[mover].side and may_snap(s, k):
            begin_fire(s, k)
            if why_not_fire(s, k, mover) == Why.OK:
                unit = k
    from_snap_points(s, mover)
    return unit


@rule
def answer_snap(s: State, k: int, choice: int, d: Dice, e: Log) -> None:
    """The unit that is asked fires, or declines (WS-12.4)."""
    if choice == 0:
        snap_declined(e, k)
        return
    mover = s.acting
    s.unit[k].snapped = 1
    to_snap_points(s, mover)
    attack(s, k, mover, mover, d, e)
    take_all(s, e)
    from_snap_points(s, mover)


# ---------------------------------------------------------------- where it meets them


@rule
def to_snap_points(s: State, k: int) -> None:
    """Put the models of the moving unit where Snap Fire meets them; their places wait in trial (WS-12.5)."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        s.trial_x[m], s.trial_y[m] = v.x, v.y
        v.x, v.y = v.snap_x, v.snap_y


@rule
def from_snap_points(s: State, k: int) -> None:
    """Put the models of the moving unit back to where they ended."""
    u = s.unit[k]
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        v.x, v.y = s.trial_x[m], s.trial_y[m]
        s.trial_x[m], s.trial_y[m] = 0, 0
