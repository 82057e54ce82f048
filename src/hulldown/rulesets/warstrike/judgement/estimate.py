"""How good a position is for a seat: an expected lead in victory points."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import Phase
from hulldown.rulesets.warstrike.judgement.fire import fire_of
from hulldown.rulesets.warstrike.judgement.goals import goals
from hulldown.rulesets.warstrike.judgement.worth import forces
from hulldown.rulesets.warstrike.state import State

EVEN, WON, SURE = 5_000, 10_000, 4_900
LATE, TURN = 400, 150  # the lead that makes a win half sure: at the end, and more for each turn to come


@rule
def standing_of(s: State, side: int) -> int:
    """What a side has and may hope for, in tenths of a point: units, objectives, fire."""
    return forces(s, side) + goals(s, side) + fire_of(s, side)


@rule
def estimate(s: State, seat: int) -> int:
    """The position for a seat, 0 to 10,000; 10,000 is won and 5,000 is even."""
    if s.phase == Phase.OVER:
        if s.winner > 1:
            return EVEN
        return WON if s.winner == seat else 0
    lead = standing_of(s, seat) - standing_of(s, 1 - seat)
    doubt = LATE + TURN * (int(s.turns) - int(s.turn) + 1)
    sure = SURE * abs(lead) // (abs(lead) + doubt)
    return EVEN + (sure if lead > 0 else -sure)
