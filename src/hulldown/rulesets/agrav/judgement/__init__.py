"""How good a position is: what the computer players steer by. None of it is a rule."""

from hulldown.rulesets.agrav.judgement.estimate import estimate

__all__ = ["estimate"]
