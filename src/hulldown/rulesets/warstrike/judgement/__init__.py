"""How good a position is for a computer player. No rule is decided here."""

from hulldown.rulesets.warstrike.judgement.estimate import NETWORK, estimate
from hulldown.rulesets.warstrike.judgement.lead import by_lead, lead
from hulldown.rulesets.warstrike.judgement.sense import at_first_sight
from hulldown.rulesets.warstrike.judgement.terms import JUDGEMENT, Term

__all__ = ["JUDGEMENT", "NETWORK", "Term", "at_first_sight", "by_lead", "estimate", "lead"]
