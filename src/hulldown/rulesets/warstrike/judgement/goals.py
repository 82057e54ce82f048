"""What objectives promise: who would hold them, and who gets there in time (WS-14.4, WS-14.7)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.activating import MOVING
from hulldown.rulesets.warstrike.codes import CONTROL, FINE, Deed, Morale
from hulldown.rulesets.warstrike.judgement.chances import SURE, acts_now, turns_after
from hulldown.rulesets.warstrike.judgement.worth import TENTH
from hulldown.rulesets.warstrike.measuring import ENDLESS, at_most, gap_to
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.state import State, lasts

SUDDEN = 220  # victory points that an enemy objective is worth where holding it wins the battle
STRIDE = 8_000_000  # what a unit is counted on to go in a turn, with enemies about
AHEAD = 55  # percent of an objective's worth for who surely gets there
DISPUTED, GUARDED, OWNED = 45, 95, 70  # percent: both stand there; the named holder does, or nobody does


@rule
def near_unit(s: State, k: int, x: int, y: int, least: int) -> int:
    """The distance of a unit's nearest model from a point, or `least` if that is less."""
    u = s.unit[k]
    for m in range(int(u.first), int(u.first) + int(u.size)):
        v = s.model[m]
        slack = least // FINE + int(v.radius) + 1
        if v.alive != 0 and abs(int(v.x) - x) < slack and abs(int(v.y) - y) < slack:
            least = min(least, gap_to(s, m, x, y))
    return least


@rule
def way_to_come(s: State, k: int) -> int:
    """How far a unit still goes in this player turn, as far as can be told."""
    if not acts_now(s, k):
        return 0
    if s.acting != k or s.deed == Deed.NONE:
        return STRIDE
    return 0 if (int(s.done) & MOVING) != 0 or s.deed == Deed.OPEN_FIRE else leader_limit(s, k)


@rule
def nearest_of(s: State, side: int, i: int) -> int:
    """How far a side is from an objective, what it still goes in this turn taken off."""
    least, x, y = ENDLESS, int(s.objective_x[i]), int(s.objective_y[i])
    for k in range(int(s.units)):
        if s.unit[k].side == side and lasts(s, k):
            way = way_to_come(s, k)
            far = near_unit(s, k, x, y, least + way)
            least = min(least, far if at_most(far, CONTROL) else max(CONTROL + 2 * FINE, far - way))
    return least


@rule
def in_time(s: State, side: int, far: int) -> int:
    """How sure a side gets to an objective in the turns it has, 0 to 100."""
    if at_most(far, CONTROL):
        return SURE
    road = STRIDE * (turns_after(s, side) + 1) + CONTROL
    return max(0, road - far) // (road // SURE)


@rule
def hold(s: State, side: int, mine: int, theirs: int) -> int:
    """How well a side holds a place, 0 to 100: it stands there alone, with an enemy, or gets there."""
    if at_most(mine, CONTROL):
        if at_most(theirs, CONTROL):
            return DISPUTED
        return SURE - (SURE - AHEAD) * in_time(s, 1 - side, theirs) // (2 * SURE)
    share = AHEAD * in_time(s, side, mine) // SURE
    return share // 2 if at_most(theirs, CONTROL) else share


@rule
def guard(mine: int, theirs: int) -> int:
    """How well the side keeps a place that is its own as long as no enemy holds it (WS-14.7)."""
    if at_most(mine, CONTROL):
        return GUARDED
    return 0 if at_most(theirs, CONTROL) else OWNED


@rule
def goal(s: State, side: int, i: int) -> int:
    """What an objective promises a side, in tenths of a point."""
    owner, worth = int(s.objective_side[i]), int(s.objective_value[i])
    if (int(s.victory) >> Morale.SUDDEN) & 1 != 0 and owner == 1 - side:
        worth = SUDDEN
    if worth == 0:
        return 0
    mine, theirs = nearest_of(s, side, i), nearest_of(s, 1 - side, i)
    if s.held_by == side:
        return worth * TENTH * (guard(mine, theirs) + in_time(s, side, mine) // 8) // SURE
    return worth * TENTH * hold(s, side, mine, theirs) // SURE


@rule
def goals(s: State, side: int) -> int:
    """What all objectives promise a side."""
    total = 0
    for i in range(int(s.objectives)):
        total += goal(s, side, i)
    return total
