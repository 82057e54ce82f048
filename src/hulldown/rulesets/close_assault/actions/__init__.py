"""Actions (CA-20.1): whose they are, which are offered, why others are not, and what they do."""

from hulldown.rulesets.close_assault.actions.doing import apply
from hulldown.rulesets.close_assault.actions.offering import legal
from hulldown.rulesets.close_assault.actions.refusing import check
from hulldown.rulesets.close_assault.actions.veiling import veil
from hulldown.rulesets.close_assault.actions.waiting import to_act

__all__ = ["apply", "check", "legal", "to_act", "veil"]
