"""Even activations: the order in which sides activate their units (TC-4.3)."""

from hulldown import replaces
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.turn import next_side, waiting


@replaces("tank_commander.turn.next_side")
def fuller_side(s: State) -> int:
    """The side with more units still to activate goes next; with as many, sides alternate as printed."""
    first, second = waiting(s, 0), waiting(s, 1)
    if first == second:
        return next_side(s)
    return 0 if first > second else 1
