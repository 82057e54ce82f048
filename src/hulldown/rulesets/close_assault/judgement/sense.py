"""What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.

Points, models, objectives that are held or can be reached, and what fire and Fights take from the enemy. It
knows nothing of morale, Overwatch, the next round or who is next to fire.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import chance, ended
from hulldown.rulesets.close_assault.judgement.lead import lead
from hulldown.rulesets.close_assault.judgement.terms import WEIGHTS, Term
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.common.weights import only

PLAIN = only(
    WEIGHTS,
    Term.SCORE,
    Term.LOSSES,
    Term.MODELS,
    Term.HERE,
    Term.SOON,
    Term.LATER,
    Term.EXTRA,
    Term.FIRE,
    Term.AIM,
    Term.CHARGE,
    Term.BLOWS,
)


@rule
def at_first_sight(s: State, seat: int) -> int:
    """The share of the points that a seat seems to have, in millionths."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    return chance(lead(s, PLAIN), seat)
