"""What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.

Points, units lost and damaged, what weapons promise against enemies in sight, places that score and the way
to the enemy. It knows nothing of the enemy's weapons, shields held back, ammunition or who moves last.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import chance, ended
from hulldown.rulesets.agrav.judgement.lead import WEIGHTS, Term, lead
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.common.weights import only

PLAIN = only(
    WEIGHTS,
    Term.SCORE,
    Term.LOST,
    Term.HARM,
    Term.THREATS,
    Term.INCOMING,
    Term.PLACES,
    Term.BEARINGS,
    Term.SIEGE,
    Term.FIDGETS,
)


@rule
def at_first_sight(s: State, seat: int) -> int:
    """The share of the points that a seat seems to have, in millionths."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    return chance(lead(s, PLAIN), seat)
