"""What a side is ahead by, counted by hand: terms, each times its weight."""

from __future__ import annotations

from hulldown.kernel.batch import RUNNING
from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights, chance, ended
from hulldown.rulesets.close_assault.codes import Order, Phase
from hulldown.rulesets.close_assault.judgement.blows import combat_to_come
from hulldown.rulesets.close_assault.judgement.contacts import all_in_contact
from hulldown.rulesets.close_assault.judgement.fire import lost, reaction, remaining_models
from hulldown.rulesets.close_assault.judgement.goals import extra, ground, to_move
from hulldown.rulesets.close_assault.judgement.promise import promise
from hulldown.rulesets.close_assault.judgement.terms import POINT, WEIGHTS, Term
from hulldown.rulesets.close_assault.pairing import holds
from hulldown.rulesets.close_assault.state import State

LATE, ROUND = 700, 500  # the lead that makes a win half sure: at the end, and more for each round to come


@rule
def state_of(s: State, k: int, w: Weights) -> int:
    """What the state of a detachment that is left is worth to its side, apart from what it promises."""
    d, left = s.detachment[k], remaining_models(s, k)
    if left == 0:
        return 0
    value = POINT * d.value
    total = -w[Term.LOSSES] * lost(s, k) + w[Term.MODELS] * (1000 * left // d.size)
    if d.order == Order.FALL_BACK:
        total -= w[Term.BROKEN] * value
    elif holds(s.tests, k):
        total -= w[Term.BROKEN] * (value * (s.profile[d.profile].morale - 1) // 6)
    if s.phase == Phase.ORDERS and d.order == Order.NONE:
        total += w[Term.UNORDERED] * value
    elif s.phase != Phase.ORDERS and to_move(s, k):
        if d.order != Order.FIRST_FIRE and d.order != Order.NONE:
            total += w[Term.UNMOVED] * value
    return total


@rule
def lead(s: State, w: Weights) -> int:
    """What side 0 is ahead by: the terms, each times its weight."""
    held = all_in_contact(s)
    ahead = w[Term.SCORE] * POINT * (s.score[0] - s.score[1])
    for k in range(s.detachments):
        of_this = state_of(s, k, w) + promise(s, k, held, w)
        ahead += of_this if s.detachment[k].side == 0 else -of_this
    ahead += ground(s, held, w) + w[Term.EXTRA] * extra(s, held) + combat_to_come(s, held, w)
    if s.phase == Phase.FIRST_FIRE or s.phase == Phase.ADVANCING_FIRE:
        ahead += w[Term.FIRST] * (POINT if s.side == 0 else -POINT)
    if s.phase == Phase.OVERWATCH:
        fires = w[Term.OVERWATCH] * reaction(s)
        ahead += fires if s.detachment[s.target].side == 0 else -fires
    return 1000 * ahead // (LATE + ROUND * (s.rounds - s.round + 1))


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
