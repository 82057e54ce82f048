"""How good a position is for a side: what the computer players steer by. No rule is decided here.

The scale is 0 to 10,000 with 5,000 for level; the terms are in the same unit.
"""

from hulldown.rulesets.tank_commander.judgement.estimate import estimate

__all__ = ["estimate"]
