"""How good a position is for a computer player. No rule is decided here."""

from hulldown.rulesets.tank_commander.judgement.estimate import NETWORK, estimate
from hulldown.rulesets.tank_commander.judgement.lead import by_lead, lead
from hulldown.rulesets.tank_commander.judgement.sense import at_first_sight
from hulldown.rulesets.tank_commander.judgement.terms import JUDGEMENT, WEIGHTS, Term

__all__ = ["JUDGEMENT", "NETWORK", "WEIGHTS", "Term", "at_first_sight", "by_lead", "estimate", "lead"]
