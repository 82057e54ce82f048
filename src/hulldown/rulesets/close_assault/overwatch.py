"""Overwatch: fire in reaction to a Tank Shock or a charge (CA-12.8, CA-12.9, CA-15.10, CA-15.11)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import NOBODY, Firing, Order, Response
from hulldown.rulesets.close_assault.contact import touched_by
from hulldown.rulesets.close_assault.losses import survivors
from hulldown.rulesets.close_assault.morale import lose_order
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import open_up, why_none_fires
from hulldown.rulesets.close_assault.state import State


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
    return (int(s.detachment[mover].touched) >> k) & 1 == 1


@rule
def was_engaged(s: State, k: int, mover: int) -> bool:
    """Whether a detachment was Engaged before the move it reacts to: nobody but the mover has moved since."""
    return broken_out_of(s, k, mover) or touched_by(s, k) & ~(1 << mover) != 0


@rule
def why_not_overwatch(s: State, k: int, mover: int) -> int:
    """OW_ELIGIBLE, or why no weapon of a detachment can fire at the mover, in spite of contact (CA-12.9)."""
    d = s.detachment[k]
    activated = d.activated != 0 or d.moved != 0
    before, out = was_engaged(s, k, mover), broken_out_of(s, k, mover)
    if survivors(s, k) == 0 or not may_overwatch(int(d.order), activated, before, NOBODY, out):
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
