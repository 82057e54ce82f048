"""Actions (CA-20.1): whose they are, which are offered, why others are not, and what they do."""

from hulldown.rulesets.close_assault.actions.doing import apply, mask
from hulldown.rulesets.close_assault.actions.offering import legal, to_act
from hulldown.rulesets.close_assault.actions.refusing import check

__all__ = ["apply", "check", "legal", "to_act", "mask"]
