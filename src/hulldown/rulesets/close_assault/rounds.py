"""Rounds begin and end: markers, ledgers and records go; orders and Initiative (CA-3, CA-18.1)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import NOBODY, WEAPONS, Order, Phase
from hulldown.rulesets.close_assault.events import (
    initiative_rolled,
    order_revealed,
    round_ended,
    round_started,
)
from hulldown.rulesets.close_assault.hits import survivors
from hulldown.rulesets.close_assault.morale import rally
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Detachment, Model, Profile, State, alive
from hulldown.rulesets.close_assault.victory import judge_rounds, score_objectives


@rule
def begin_round(s: State, e: Log) -> None:
    """The Orders phase of the next round (CA-3.1)."""
    s.round += 1
    s.phase, s.acting, s.target = Phase.ORDERS, NOBODY, NOBODY
    round_started(e, s.round, s.rounds)


@rule
def end_round(s: State, d: Dice, e: Log) -> None:
    """The End phase: rally, clear up, score (CA-18.1); after the last round the battle is over (CA-18.3)."""
    for k in range(s.detachments):
        if s.detachment[k].order == Order.FALL_BACK and survivors(s, k) > 0:
            rally(s, k, d, e)
    for k in range(s.detachments):
        clear_detachment(s.detachment[k])
    for m in range(s.models):
        if alive(s, m):
            clear_model(s.model[m], s.profile[s.detachment[s.model[m].detachment].profile])
    s.resolved, s.charged = 0, 0
    score_objectives(s, e)
    round_ended(e, s.round, s.score[0], s.score[1])
    if s.round >= s.rounds:
        judge_rounds(s, e)
    else:
        begin_round(s, e)


@rule
def clear_detachment(t: Detachment) -> None:
    """Orders go, but not a Fall Back; so do Tank Shock records and what it has done (CA-12.26, CA-18.1)."""
    if t.order != Order.FALL_BACK:
        t.order = Order.NONE
    t.ordered, t.activated, t.moved, t.shot = 0, 0, 0, 0
    t.engaged, t.broke_out, t.shocks, t.shocked, t.touched = 0, 0, 0, 0, 0


@rule
def clear_model(v: Model, p: Profile) -> None:
    """The ledger is full again, the charge distance forgotten (CA-10.8, CA-18.1)."""
    v.used, v.fired, v.spared, v.charge, v.done = 0, 0, 0, 0, 0
    for w in range(WEAPONS):
        v.left[w] = p.weapon[w].bonuses if w < p.weapons else 0


# ---------------------------------------------------------------- orders and Initiative


SIDES = 6  # of the dice for Initiative


# ---------------------------------------------------------------- orders


@rule
def owes_order(s: State, k: int) -> bool:
    """Whether a detachment has no order yet; one that falls back gets none (CA-3.2)."""
    return bool(s.phase == Phase.ORDERS and s.detachment[k].order == Order.NONE) and survivors(s, k) > 0


@rule
def owes_orders(s: State, side: int) -> bool:
    """Whether a side still has to give an order."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and owes_order(s, k):
            return True
    return False


@rule
def why_not_order(s: State, side: int, k: int, order: int) -> int:
    """Why a detachment cannot be given an order: First Fire, Advance, March or Charge (CA-3.2, CA-3.4)."""
    if s.phase != Phase.ORDERS or s.detachment[k].side != side or not owes_order(s, k):
        return Why.NOT_YOURS
    return Why.ALLOWED if order >= Order.FIRST_FIRE and order <= Order.CHARGE else Why.ORDER


@rule
def give_order(s: State, k: int, order: int) -> None:
    """Give an order; it stays secret until all are given (CA-3.4)."""
    s.detachment[k].order, s.detachment[k].ordered = order, 1


@rule
def reveal(s: State, e: Log) -> None:
    """All orders are revealed together (CA-3.4)."""
    for k in range(s.detachments):
        if s.detachment[k].order != Order.NONE and survivors(s, k) > 0:
            order_revealed(e, k, s.detachment[k].order)


# ---------------------------------------------------------------- Initiative


@rule
def initiative_of(mine: int, theirs: int, last: int) -> int:
    """Which side has Initiative: the higher die, on a tie who did not have it; -1: roll again (CA-3.5)."""
    if mine != theirs:
        return 0 if mine > theirs else 1
    return NOBODY if last == NOBODY else 1 - last


@rule
def roll_initiative(s: State, d: Dice, e: Log) -> None:
    """Both sides roll for Initiative, in round 1 until they differ (CA-3.5)."""
    last, winner = s.initiative, NOBODY
    while winner == NOBODY:
        mine, theirs = roll(d, SIDES), roll(d, SIDES)
        winner = initiative_of(mine, theirs, last)
        tied = 1 if mine == theirs else 0
        initiative_rolled(e, winner, mine, theirs, tied)
    s.initiative = s.side = winner
