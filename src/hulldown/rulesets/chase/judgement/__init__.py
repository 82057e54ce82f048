"""How good a position is for a computer player. No rule is decided here."""

from hulldown.rulesets.chase.judgement.estimate import NETWORK, estimate
from hulldown.rulesets.chase.judgement.lead import JUDGEMENT, Term, by_lead, lead, ways_to_reach

__all__ = ["JUDGEMENT", "NETWORK", "Term", "by_lead", "estimate", "lead", "ways_to_reach"]
