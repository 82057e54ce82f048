"""How good a position is for a computer player."""

from hulldown.rulesets.close_assault.judgement.estimate import estimate

__all__ = ["estimate"]
