"""AGrav: tanks, walkers and anti-gravity vehicles on a tile map (rule ids AG)."""

from hulldown.rulesets.agrav.game import RULESET

__all__ = ["RULESET"]
