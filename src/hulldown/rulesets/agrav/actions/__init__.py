"""Actions (AG-6.6): whose they are, which are offered, why others are not, and what they do."""

from hulldown.rulesets.agrav.actions.doing import apply
from hulldown.rulesets.agrav.actions.offering import legal, to_act
from hulldown.rulesets.agrav.actions.refusing import check

__all__ = ["apply", "check", "legal", "to_act"]
