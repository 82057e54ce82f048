"""Decisions (CH-16.1): whose they are, which are legal, why others are not, and what they do."""

from hulldown.rulesets.chase.actions.doing import apply, mask
from hulldown.rulesets.chase.actions.offering import legal, to_act
from hulldown.rulesets.chase.actions.refusing import check

__all__ = ["apply", "check", "legal", "to_act", "mask"]
