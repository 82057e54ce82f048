"""What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.

Units destroyed, models that are left, the best target in sight and the way to objectives. It knows nothing
of markers, checks, leaders, cohesion, Snap Fire or whose turn comes next.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import chance, ended
from hulldown.rulesets.common.weights import only
from hulldown.rulesets.warstrike.judgement.lead import lead
from hulldown.rulesets.warstrike.judgement.terms import WEIGHTS, Term
from hulldown.rulesets.warstrike.state import State

PLAIN = only(
    WEIGHTS,
    Term.POINTS,
    Term.LEFT,
    Term.MODELS,
    Term.FIRE,
    Term.NOW,
    Term.SEEK,
    Term.HELD,
    Term.WAY,
    Term.SUDDEN,
)


@rule
def at_first_sight(s: State, seat: int) -> int:
    """The share of the points that a seat seems to have, in millionths."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    return chance(lead(s, PLAIN), seat)
