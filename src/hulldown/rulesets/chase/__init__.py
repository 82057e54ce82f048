"""Chase: a tank duel without a map (rule ids CH)."""

from hulldown.rulesets.chase.game import RULESET

__all__ = ["RULESET"]
