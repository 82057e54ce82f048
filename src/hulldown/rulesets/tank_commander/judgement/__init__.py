"""How good a position is for a side: what the computer players steer by. No rule is decided here.

The scale is 0 to 10,000 with 5,000 for level; the terms are in the same unit.
"""

from __future__ import annotations

from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.hexes import distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import Kind, Mission, Standing
from hulldown.rulesets.tank_commander.judgement.errands import errand
from hulldown.rulesets.tank_commander.judgement.worth import bodies, heat, threats
from hulldown.rulesets.tank_commander.state import State

LEVEL, WON, EDGE = 5000, 10_000, 100
WAYPOINT, TARGET = 1200, 900
CAUTION = 6  # tenths of its weight that being threatened counts: less than threatening, so sides close in
SOFT = 300  # bends the scale, beside a quarter of all units: one point means more when few are left


@rule
def course(s: State) -> int:
    """Progress in Basic Training: waypoints, targets, and the way to the nearest thing left (TC-13.9)."""
    total = LEVEL - 40 * int(s.game_turn)
    here = int(s.units[0].cell)
    nearest = 30
    for i in range(s.waypoints):
        if s.visited[i] != 0:
            total += WAYPOINT // 2
        else:
            nearest = min(nearest, distance(here, int(s.waypoint[i])))
    for v in range(s.count):
        if s.units[v].kind != Kind.TARGET:
            continue
        if s.units[v].standing != Standing.OPERATIONAL:
            total += TARGET
        else:
            nearest = min(nearest, distance(here, int(s.units[v].cell)))
    return total - 60 * nearest


@rule
def estimate(s: State, seat: int) -> int:
    """How good the position is for a seat, 0 to 10,000; 10,000 is won.

    The two seats' numbers need not add up to 10,000: each would rather fight than wait.
    """
    if s.winner != RUNNING:
        return LEVEL if s.winner == DRAW else WON if s.winner == seat else 0
    if s.mission == Mission.BASIC_TRAINING:
        return max(EDGE, min(WON - EDGE, course(s)))
    ours, theirs = bodies(s, seat), bodies(s, 1 - seat)
    lead = ours - theirs + threats(s, seat) - CAUTION * threats(s, 1 - seat) // 10 + errand(s, seat)
    lead += heat(s, 1 - seat) - heat(s, seat)
    return LEVEL + (LEVEL - EDGE) * lead // (abs(lead) + SOFT + (ours + theirs) // 4)
