"""How good a position is for a computer player."""

from hulldown.rulesets.close_assault.judgement.estimate import estimate, lead
from hulldown.rulesets.close_assault.judgement.terms import JUDGEMENT, Term

__all__ = ["JUDGEMENT", "Term", "estimate", "lead"]
