"""Morale: tests, orders lost, rallying (CA-3.8, CA-16.1 to CA-16.3, CA-16.6). Fire causes none (CA-16.8)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import Order, Phase
from hulldown.rulesets.close_assault.events import morale_tested, order_lost, rallied
from hulldown.rulesets.close_assault.hits import reached
from hulldown.rulesets.close_assault.losses import survivors
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.withdrawing import begin_withdraw


@rule
def passes(morale: int, die: int) -> bool:
    """Whether a die passes a test: Morale or more (CA-16.1)."""
    return die >= morale


@rule
def morale_of(s: State, k: int) -> int:
    """The Morale of a detachment; its models share one profile, so it is their best (CA-16.1)."""
    return int(s.profile[int(s.detachment[k].profile)].morale)


@rule
def lose_order(s: State, k: int, e: Log) -> None:
    """A detachment loses its order and does not act further this round; Fall Back stays (CA-3.8)."""
    d = s.detachment[k]
    if d.order != Order.NONE and d.order != Order.FALL_BACK:
        d.order = Order.NONE
        order_lost(e, k)


@rule
def rolls_morale(s: State, k: int, d: Dice, e: Log) -> bool:
    """Test the morale of a detachment: whether it passes (CA-16.1); after the last stage it is to rally."""
    face = morale_of(s, k)
    die = reached(d, face)
    passed, rallies = passes(face, die), s.phase == Phase.ADVANCING_FIRE
    morale_tested(e, k, die, face, 1 if passed else 0, 1 if rallies else 0)
    return passed


@rule
def break_off(s: State, k: int, e: Log) -> bool:
    """A failed test: Fall Back instead of its order, and a Withdraw at once (CA-16.3). Its charge is over.

    True: its owner has to place its models.
    """
    lose_order(s, k, e)
    d = s.detachment[k]
    d.order = Order.FALL_BACK
    d.moved = 1  # it does not act further this round (CA-3.8)
    for m in range(d.first, d.first + d.size):
        s.model[m].charge = 0
    return begin_withdraw(s, k, e)


@rule
def take_tests(s: State, d: Dice, e: Log) -> bool:
    """Take the tests of `State.tests`, one detachment after another in order of id, each Withdraw at once
    (CA-16.2, CA-17.6). True: one failed and its owner has to place it; come back when it is placed.
    """
    for k in range(s.detachments):
        if (int(s.tests) >> k) & 1 == 0:
            continue
        s.tests = int(s.tests) & ~(1 << k)
        if survivors(s, k) > 0 and not rolls_morale(s, k, d, e) and break_off(s, k, e):
            s.phase, s.side, s.target = Phase.WITHDRAW, int(s.detachment[k].side), k
            return True
    return False


@rule
def rally(s: State, k: int, d: Dice, e: Log) -> None:
    """The End phase: a detachment with Fall Back that passes a test loses the marker (CA-16.6)."""
    if rolls_morale(s, k, d, e):
        s.detachment[k].order = Order.NONE
        rallied(e, k)
