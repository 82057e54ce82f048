"""What comes of an order, to be looked at: the order with the dice as they mostly fall, then what the other
side answers.

Nothing is left to chance: the same order in the same position always leads to the same line.
"""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.ai.position import IllegalOrder
from hulldown.game.game import Game
from hulldown.game.orders import Die
from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Mode, clear, new_dice, rewind, tape
from hulldown.kernel.records import copy
from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.common.dicing import OFF

THROWS = 41  # of an order, of which the outcome in the middle is the likely one
MOST = 8  # orders of an answer, and of what leads to it
PLAYER = "greedy:seed=1"
LAST = ("end", "decline", "pass")  # groups of orders that leave the turn to the other side
QUIET = (*LAST, "activate")  # and with the orders that only begin something, no answer by themselves


def likely(game: Game, row: Action) -> tuple[Die, ...]:
    """Dice of an order with an outcome in the middle: half of all outcomes are as good or better for who
    gives it. So what mostly succeeds does, and what mostly fails fails.
    """
    act, outcomes = game.order_of(row), []
    for key in range(THROWS):
        state, dice = copy(game.state), new_dice(key)
        clear(dice, Mode.RECORD)
        rewind(dice, dice.mode)
        game.ruleset.rules.apply(state, copy(row), dice, OFF)
        fell = tuple(tape(dice))
        if not fell:
            return ()
        outcomes.append((game.ruleset.rules.estimate(state, act.seat), fell))
    return sorted(outcomes)[THROWS // 2][1]


def line(game: Game, seat: int, texts: Sequence[str]) -> Game:
    """A game after orders of one side with their likely dice, and then the best answer of the other: its
    orders until one of them throws dice. Of an answer that nobody would see nothing is played.
    NotUnderstood or IllegalOrder for what cannot be ordered.
    """
    after = game.copy()
    for text in texts:
        act = after.parse(text, seat)
        if refusal := after.check(act):
            raise IllegalOrder(act.text, refusal)
        _give(after, act.row)
    seen, rolled = after.number, any(turn.dice for turn in after.history[len(game.history) :])
    for _ in range(MOST):
        answers = 1 - seat in after.to_act
        last = None if answers else _last(after, seat)
        if after.result is not None or (rolled and not answers and last is None):
            break
        acting = 1 - seat if answers else seat
        text = last or after.rank(PLAYER, acting, best=1)[0].text
        group, act = _group(after, acting, text), after.parse(text, acting)
        _give(after, act.row)
        if group not in QUIET and not after.ruleset.secret(act.row):
            seen = after.number
            if after.history[-1].dice:
                break
    return after if seen == after.number else after.at(seen)


def _last(game: Game, seat: int) -> str | None:
    """The order with which a side leaves the turn to the other, if it may."""
    return next(
        (order.text for order in _orders(game, seat) if order.group in LAST and not order.refusal), None
    )


def _group(game: Game, seat: int, text: str) -> str:
    return next((order.group for order in _orders(game, seat) if order.text == text), "")


def _orders(game: Game, seat: int) -> Sequence[OrderButton]:
    return game.ruleset.table.orders(game.observation(seat), seat)


def _give(game: Game, row: Action) -> None:
    game.carry_out(row, likely(game, row))
