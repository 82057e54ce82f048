"""Whose turn it is, in small steps: how soon a unit's next activation comes.

An activation under way counts by the share of its action points that is left, so that a position is judged
nearly alike before and after it ends.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Phase
from hulldown.rulesets.tank_commander.crew import allowance, remaining_points
from hulldown.rulesets.tank_commander.judgement.terms import WHOLE
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import waits
from hulldown.rulesets.tank_commander.victory import fights


@rule
def is_active(s: State, u: int) -> bool:
    """Whether a unit is in its activation."""
    return s.phase == Phase.ACT and s.active == u


@rule
def fresh(s: State, u: int) -> bool:
    """Whether a unit's activation of this game turn is still to begin."""
    return waits(s, u) and s.active != u


@rule
def under_way(s: State) -> int:
    """The share of the present activation that is left, in thousandths."""
    if s.phase != Phase.ACT or s.active == NOBODY:
        return 0
    return WHOLE * remaining_points(s, s.active) // max(1, allowance(s, s.active))


@rule
def comes_next(s: State) -> int:
    """The side that activates next, while both still can."""
    return s.seat if s.phase == Phase.CHOOSE else 1 - s.seat


@rule
def queue(s: State) -> int:
    """How many units fight, how many of either side wait for their activation: a byte each; `under_way`."""
    counted = under_way(s) << 24
    for u in range(s.count):
        if fights(s, u):
            counted += 1
            if fresh(s, u):
                counted += 1 << 8 if s.units[u].side == 0 else 1 << 16
    return counted


@rule
def soon(s: State, counted: int, side: int, ready: bool) -> int:
    """How soon a unit of a side is activated: 1,000 is at once, 0 as many activations later as a turn has.

    `ready`: one that waits in this game turn, not one that had its activation. In the mean: nobody knows in
    which order a side takes its units. `counted` is what `queue` gives.
    """
    fighting, first, second = counted & 255, (counted >> 8) & 255, (counted >> 16) & 255
    wait, waiting = counted >> 24, first + second
    if ready:
        wait += WHOLE * (waiting - 1) // 2
        if first > 0 and second > 0:
            wait += -WHOLE // 2 if comes_next(s) == side else WHOLE // 2
    else:
        wait += WHOLE * waiting + WHOLE * (fighting - 1) // 2
        wait += -WHOLE // 2 if s.first == side else WHOLE // 2
    return max(0, WHOLE - wait // max(1, fighting))
