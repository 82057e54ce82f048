"""Tank Commander: tanks with crews on a hex board (rule ids TC)."""

from hulldown.rulesets.tank_commander.game import RULESET

__all__ = ["RULESET"]
