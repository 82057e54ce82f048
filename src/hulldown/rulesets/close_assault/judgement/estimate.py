"""How good a position is for a seat: an expected lead in victory points."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import Phase
from hulldown.rulesets.close_assault.judgement.blows import combat_to_come
from hulldown.rulesets.close_assault.judgement.fire import POINT, losses
from hulldown.rulesets.close_assault.judgement.goals import extra, ground
from hulldown.rulesets.close_assault.judgement.promise import promise
from hulldown.rulesets.close_assault.state import State

EVEN, WON, SURE = 5_000, 10_000, 4_900
LATE, ROUND = 700, 500  # the lead that makes a win half sure: at the end, and more for each round to come


@rule
def promises(s: State, side: int) -> int:
    """What the orders of a side promise."""
    total = 0
    for k in range(s.detachments):
        if s.detachment[k].side == side:
            total += promise(s, k)
    return total


@rule
def lead_of_first(s: State) -> int:
    """The lead to be expected of side 0, in thousandths of a victory point."""
    lead = POINT * (int(s.score[0]) - int(s.score[1])) + losses(s, 1) - losses(s, 0)
    lead += ground(s) + extra(s) + combat_to_come(s)
    return lead + promises(s, 0) - promises(s, 1)


@rule
def estimate(s: State, seat: int) -> int:
    """The position for a seat, 0 to 10,000; 10,000 is won and 5,000 is even."""
    if s.phase == Phase.OVER:
        if s.winner > 1:
            return EVEN
        return WON if s.winner == seat else 0
    lead, doubt = lead_of_first(s), LATE + ROUND * (int(s.rounds) - int(s.round) + 1)
    sure = SURE * lead // (abs(lead) + doubt)
    return EVEN + (sure if seat == 0 else -sure)
