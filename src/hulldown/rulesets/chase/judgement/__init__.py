"""How good a position is for a computer player. No rule is decided here."""

from hulldown.rulesets.chase.judgement.estimate import NETWORK, estimate
from hulldown.rulesets.chase.judgement.lead import JUDGEMENT, Term, by_lead, lead, ways_to_reach
from hulldown.rulesets.chase.judgement.sense import at_first_sight

__all__ = ["JUDGEMENT", "NETWORK", "Term", "at_first_sight", "by_lead", "estimate", "lead", "ways_to_reach"]
