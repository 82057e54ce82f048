"""What anybody sees of a position at first sight: the plainly sensible order is the one that looks best so.

Hull points, a loaded gun, what guns can do to the enemy, the mission's goals and how near the enemy is. It
knows nothing of crews, cover, smoke, the enemy's turn or the order of activation.
"""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.hexes import distance
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import UNIT, chance, ended
from hulldown.rulesets.common.weights import only
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.judgement.fire import PACK, most_harm
from hulldown.rulesets.tank_commander.judgement.lead import lead
from hulldown.rulesets.tank_commander.judgement.tempo import is_active
from hulldown.rulesets.tank_commander.judgement.terms import WEIGHTS, WHOLE, Term
from hulldown.rulesets.tank_commander.judgement.worth import forces
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.victory import fights

SEEN = (Term.TANKS, Term.APCS, Term.SQUADS, Term.HULL, Term.LOADED, Term.EFFORT)
GOALS = tuple(term for term in Term if term >= Term.SCORE)
PLAIN = only(WEIGHTS, *SEEN, *GOALS)
PLAIN_FIRE = int(WEIGHTS[Term.FIRE])
NEARER = UNIT // 100  # for each hex that a unit is nearer to its nearest enemy
FAR = 40  # hexes, farther than any board


@rule
def away(s: State, u: int) -> int:
    """Hexes from a unit to its nearest enemy that fights."""
    least = FAR
    for v in range(s.count):
        if s.units[v].side != s.units[u].side and fights(s, v) and s.units[v].cell >= 0:
            least = min(least, distance(s.units[u].cell, s.units[v].cell))
    return least


@rule
def eagerness(s: State, seat: int) -> int:
    """What the guns of a side can do to the enemy, and how near its units are to him, in log odds."""
    near, shots = 0, 0
    for u in range(s.count):
        if s.units[u].side != seat or not fights(s, u) or s.units[u].cell < 0:
            continue
        near -= NEARER * away(s, u)
        packed = most_harm(s, u, remaining_points(s, u) if is_active(s, u) else 0)
        shots += max(packed % PACK, packed // PACK // PACK) + packed // PACK % PACK
    return near + PLAIN_FIRE * (WHOLE * shots // forces(s))


@rule
def at_first_sight(s: State, seat: int) -> int:
    """The share of the points that a seat seems to have, in millionths."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    eager = eagerness(s, seat)
    return chance(lead(s, PLAIN) + (eager if seat == 0 else -eager), seat)
