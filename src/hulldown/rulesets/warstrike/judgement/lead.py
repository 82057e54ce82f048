"""What a side is ahead by, counted by hand: units, fire to come, objectives, with weights (WS-14)."""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights, chance, ended
from hulldown.rulesets.warstrike.codes import Fate
from hulldown.rulesets.warstrike.judgement.fire import fire
from hulldown.rulesets.warstrike.judgement.objectives import goal, nearest_of, scorer
from hulldown.rulesets.warstrike.judgement.strength import (
    alive_in,
    forces,
    in_force,
    retreat,
    strength,
)
from hulldown.rulesets.warstrike.judgement.tempo import gone, pass_chance, spent, tempo
from hulldown.rulesets.warstrike.judgement.terms import SHARE, WEIGHTS, Term
from hulldown.rulesets.warstrike.state import State, lasts

CLEAR = 50  # points by which the side that is ahead is as good as not to be caught up
LATE = 750  # of SHARE: the last quarter of a battle


@rule
def margin(points: int, passed: int, w: Weights) -> int:
    """What it counts to be ahead by so many points when so much of the battle has passed, with weights."""
    ahead = SHARE * max(-CLEAR, min(CLEAR, points)) // CLEAR
    total = w[Term.AHEAD] * (ahead * passed // SHARE)
    return total + w[Term.LAST] * (ahead * max(0, passed - LATE) // (SHARE - LATE))


@rule
def lead(s: State, w: Weights) -> int:
    """What the first seat is ahead by: the terms, each times its weight."""
    both, over = forces(s), spent(s)
    passed = gone(s, over)
    total, points = w[Term.TEMPO] * tempo(s, over), 0
    for k in range(s.units):
        u = s.unit[k]
        sign, value = 1 - 2 * u.side, in_force(u.value, both)
        if not lasts(s, k):
            destroyed = bool(u.fate == Fate.DESTROYED)
            total -= sign * value * (w[Term.POINTS] if destroyed else w[Term.LEFT])
            points -= sign * u.value if destroyed else 0
            continue
        alive, passes = alive_in(s, k), pass_chance(s, k)
        total += sign * strength(s, k, value, alive, passes, w)
        total += sign * fire(s, k, passes, over, both, w)
    for i in range(s.objectives):
        first, second = nearest_of(s, 0, i), nearest_of(s, 1, i)
        total += goal(s, i, first, second, over, both, w)
        points += scorer(s, first, second) * s.objective_value[i]
    return total + margin(points, passed, w) + retreat(s, 0, w) - retreat(s, 1, w)


@rule
def weighted_lead(s: State) -> int:
    """The same with the weights that stand."""
    return lead(s, WEIGHTS)


@rule
def by_lead(s: State, seat: int) -> int:
    """The share of the points that a seat can expect by the lead alone: what `mcts@1` lives by."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    return chance(weighted_lead(s), seat)
