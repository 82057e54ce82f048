"""How good a position is for a computer player."""

from hulldown.rulesets.agrav.judgement.estimate import JUDGEMENT, Term, estimate, lead

__all__ = ["JUDGEMENT", "Term", "estimate", "lead"]
