"""How good a position is for a computer player. No rule is decided here."""

from hulldown.rulesets.agrav.judgement.estimate import NETWORK, estimate
from hulldown.rulesets.agrav.judgement.lead import JUDGEMENT, Term, by_lead, lead

__all__ = ["JUDGEMENT", "NETWORK", "Term", "by_lead", "estimate", "lead"]
