"""What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.

Hulls, guns and drives that are left, what the shots of this turn promise, and what the range is good for. It
knows nothing of the turn limit or of what the enemy may do at the same time.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import chance
from hulldown.kernel.walk import WON
from hulldown.rulesets.chase.judgement.lead import WEIGHTS, Term, lead, payoff_share
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.common.weights import only

PLAIN = only(
    WEIGHTS,
    Term.HULL,
    Term.GUN,
    Term.DRIVE,
    Term.SCORE,
    Term.DUELS,
    Term.FIRE,
    Term.AIM,
    Term.NEARER,
    Term.FARTHER,
)


@rule
def at_first_sight(s: State, seat: int) -> int:
    """The share of the payoffs that a seat seems to have, in millionths."""
    share = payoff_share(s) if s.winner != RUNNING else chance(lead(s, PLAIN), 0)
    return share if seat == 0 else WON - share
