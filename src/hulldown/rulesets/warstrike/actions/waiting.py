"""Whose decision it is."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import NOBODY, Phase
from hulldown.rulesets.warstrike.state import State


@rule
def seat_to_act(s: State) -> int:
    """The seat that owes a decision; NOBODY when it is over."""
    if s.phase == Phase.OVER:
        return NOBODY
    if s.phase == Phase.SNAP:
        return int(s.unit[int(s.asked)].side)
    if s.phase == Phase.CASUALTY:
        return int(s.unit[int(s.target)].side)
    if s.phase == Phase.SUCCESSION:
        return int(s.unit[heir_to_name(s)].side)
    return int(s.side)


@rule
def heir_to_name(s: State) -> int:
    """The first unit whose owner must pick an acting leader (WS-2.6)."""
    for k in range(int(s.units)):
        if (int(s.heirs) >> k) & 1 != 0:
            return k
    return NOBODY


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits."""
    seat = seat_to_act(s)
    return 0 if seat == NOBODY else 1 << seat
