"""Objectives: who holds them, and who gets there in time (WS-14.4, WS-14.7)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.rulesets.warstrike.activating import MOVING
from hulldown.rulesets.warstrike.codes import FINE, Deed, Morale
from hulldown.rulesets.warstrike.judgement.fire import body
from hulldown.rulesets.warstrike.judgement.strength import in_force
from hulldown.rulesets.warstrike.judgement.tempo import SURE, acts_now, turns_after
from hulldown.rulesets.warstrike.judgement.terms import SHARE, Term
from hulldown.rulesets.warstrike.measuring import ENDLESS, at_most, gap_to
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.state import State, lasts

STRIDE = 8_000_000  # what a unit is counted on to go in a turn, with enemies about
AHEAD = 55  # percent of an objective's worth for who surely gets there
DISPUTED = 45  # percent: both stand there


@rule
def stands_near(s: State, k: int, x: int, y: int) -> bool:
    """Whether a unit has a model within control distance of a point (WS-14.4)."""
    u, control = s.unit[k], s.options.control_distance
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        slack = control // FINE + v.radius + 2
        if v.alive != 0 and abs(v.x - x) < slack and abs(v.y - y) < slack:
            if at_most(gap_to(s, m, x, y), control):
                return True
    return False


@rule
def way_to_come(s: State, k: int) -> int:
    """How far a unit still goes in this player turn, as far as can be told."""
    if not acts_now(s, k):
        return 0
    if s.acting != k or s.deed == Deed.NONE:
        return STRIDE
    return 0 if (s.done & MOVING) != 0 or s.deed == Deed.OPEN_FIRE else leader_limit(s, k)


@rule
def nearest_of(s: State, side: int, i: int) -> int:
    """How far a side is from an objective, what it still goes in this turn taken off; 0 if it stands there.

    A leader who goes there ahead of his men is no nearer: they count.
    """
    least, x, y = ENDLESS, s.objective_x[i], s.objective_y[i]
    beyond = s.options.control_distance + 2 * FINE
    for k in range(s.units):
        if s.unit[k].side == side and lasts(s, k):
            if stands_near(s, k, x, y):
                return 0
            far = gap_to(s, body(s, k), x, y)
            if far < least + STRIDE:
                least = min(least, max(beyond, far - way_to_come(s, k)))
    return least


@rule
def in_time(s: State, side: int, far: int) -> int:
    """How sure a side gets to an objective in the turns it has, 0 to 100."""
    control = s.options.control_distance
    if at_most(far, control):
        return SURE
    road = STRIDE * (turns_after(s, side) + 1) + control
    return max(0, road - far) // (road // SURE)


@rule
def scorer(s: State, first: int, second: int) -> int:
    """Who scores an objective from which the sides are so far: 1 the first seat, -1 the second, 0 nobody."""
    control = s.options.control_distance
    if at_most(first, control) != at_most(second, control):
        return 1 if first < second else -1
    return 0 if s.held_by < 0 else 1 - 2 * s.held_by


@rule
def hold(s: State, side: int, mine: int, theirs: int) -> int:
    """How well a side holds a place, 0 to 100: it stands there alone, with an enemy, or gets there."""
    control = s.options.control_distance
    if at_most(mine, control):
        if at_most(theirs, control):
            return DISPUTED
        return SURE - (SURE - AHEAD) * in_time(s, 1 - side, theirs) // (2 * SURE)
    share = AHEAD * in_time(s, side, mine) // SURE
    return share // 2 if at_most(theirs, control) else share


@rule
def sudden(s: State, attacker: int, mine: int, theirs: int, over: int, w: Weights) -> int:
    """What an enemy objective promises who wins by holding it as his turn begins, with weights (WS-14.4).

    The more of the enemy's turn is over the fewer units can still come between.
    """
    control = s.options.control_distance
    total = w[Term.SUDDEN] * (hold(s, attacker, mine, theirs) * SHARE // SURE)
    if s.side != attacker and at_most(mine, control) and not at_most(theirs, control):
        total += w[Term.TAKEN] * over
    return total


@rule
def goal(s: State, i: int, first: int, second: int, over: int, both: int, w: Weights) -> int:
    """The first seat's lead in an objective from which the sides are so far, with weights."""
    total, value = 0, in_force(s.objective_value[i], both)
    if value != 0:
        total += w[Term.HELD] * (scorer(s, first, second) * value)
        total += w[Term.WAY] * (value * (in_time(s, 0, first) - in_time(s, 1, second)) // SURE)
    if (s.victory >> Morale.SUDDEN) & 1 != 0:
        if s.objective_side[i] == 1:
            total += sudden(s, 0, first, second, over, w)
        elif s.objective_side[i] == 0:
            total -= sudden(s, 1, second, first, over, w)
    return total
