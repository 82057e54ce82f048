"""What objectives promise: who would hold them, and who is nearer (WS-14.4, WS-14.7)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import CONTROL, FINE, Morale
from hulldown.rulesets.warstrike.judgement.worth import TENTH
from hulldown.rulesets.warstrike.measuring import ENDLESS, at_most, gap_to
from hulldown.rulesets.warstrike.state import State, side_of

SUDDEN = 150  # victory points that an enemy objective is worth where holding it wins the battle
FAR = 40_000_000  # a distance at which an objective promises nothing


@rule
def nearest_of(s: State, side: int, i: int) -> int:
    """How far the nearest model of a side is from an objective."""
    least, x, y = ENDLESS, int(s.objective_x[i]), int(s.objective_y[i])
    for m in range(int(s.models)):
        v = s.model[m]
        if v.alive == 0 or side_of(s, m) != side:
            continue
        near = (least // FINE) + int(v.radius) + 1
        if abs(int(v.x) - x) < near and abs(int(v.y) - y) < near:
            least = min(least, gap_to(s, m, x, y))
    return least


@rule
def hold(mine: int, theirs: int) -> int:
    """How well a side holds a place, 0 to 100: it stands there alone, or it is nearer."""
    if at_most(mine, CONTROL):
        return 40 if at_most(theirs, CONTROL) else 100
    return max(0, (FAR - mine) * 30 // FAR)


@rule
def goal(s: State, side: int, i: int) -> int:
    """What an objective promises a side, in tenths of a point."""
    owner, worth = int(s.objective_side[i]), int(s.objective_value[i])
    if (int(s.victory) >> Morale.SUDDEN) & 1 != 0 and owner == 1 - side:
        worth = SUDDEN
    if worth == 0:
        return 0
    mine, theirs = nearest_of(s, side, i), nearest_of(s, 1 - side, i)
    if s.held_by == side and not at_most(theirs, CONTROL):
        return worth * TENTH * 70 // 100
    return worth * TENTH * hold(mine, theirs) // 100


@rule
def goals(s: State, side: int) -> int:
    """What all objectives promise a side."""
    total = 0
    for i in range(int(s.objectives)):
        total += goal(s, side, i)
    return total
