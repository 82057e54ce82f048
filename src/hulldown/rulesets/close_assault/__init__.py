"""Close Assault: arc-dependent close combat of vehicles on a continuous table (rule ids CA)."""

from hulldown.rulesets.close_assault.game import RULESET

__all__ = ["RULESET"]
