"""How good a position is for a computer player. No rule is decided here."""

from hulldown.rulesets.agrav.judgement.estimate import NETWORK, estimate
from hulldown.rulesets.agrav.judgement.lead import JUDGEMENT, Term, by_lead, lead
from hulldown.rulesets.agrav.judgement.sense import at_first_sight

__all__ = ["JUDGEMENT", "NETWORK", "Term", "at_first_sight", "by_lead", "estimate", "lead"]
