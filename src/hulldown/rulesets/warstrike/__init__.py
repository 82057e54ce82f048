"""WarStrike: squads in orderly and disorderly movement on a continuous table (rule ids WS)."""

from hulldown.rulesets.warstrike.game import RULESET

__all__ = ["RULESET"]
