"""How good a position is for a computer player. No rule is decided here."""

from hulldown.rulesets.close_assault.judgement.estimate import NETWORK, estimate
from hulldown.rulesets.close_assault.judgement.lead import by_lead, lead
from hulldown.rulesets.close_assault.judgement.sense import at_first_sight
from hulldown.rulesets.close_assault.judgement.terms import JUDGEMENT, Term

__all__ = ["JUDGEMENT", "NETWORK", "Term", "at_first_sight", "by_lead", "estimate", "lead"]
