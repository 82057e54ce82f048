"""What the dice gave and what the players decided: a game weighed decision by decision.

The measure of luck is the estimate that computer players live by, seat 0's chance to win as a position looks
at once, without a search; a battle that is over counts 1, 0, or a half for a draw. Before a decision it has a
value, after it another; between them lies what could be expected of that order over all ways in which its
dice can fall. The step to what could be expected is the decision's, the rest is luck.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulldown.game.battle import Battle
from hulldown.kernel.actions import Action
from hulldown.kernel.walk import WON
from hulldown.odds.distribution import Distribution
from hulldown.odds.walking import Expectation
from hulldown.rulesets.api.ruleset import Ruleset, legal_orders

MOST = 5  # turning points
SWING = 0.1  # of the chance to win: less turns nothing
NOISE = 0.07  # of it: two searches of 400 tries differ by as much without a reason
CELL = WON // 2000  # luck is added up in steps of a twentieth of a percent
RAREST = 1e-9  # chances below this drown in what the sums are rounded to

# Bounds by whether the rules are compiled: ways of the dice to fall that are played for a whole game, and at
# most and at least for one decision; some seconds.
GAME = {True: 3_000_000, False: 8_000}
DECISION = {True: 60_000, False: 216}
LEAST = {True: 200, False: 8}


@dataclass(frozen=True)
class LuckStep:
    """One order of a game: seat 0's chance to win before it, as could be expected after it, and as it came.

    `number` counts orders from 1. `spread` are the chances, in cells of `CELL`, to which its dice could lead;
    None where none fell. `choice` says whether the seat could have ordered something else.
    """

    number: int
    seat: int
    before: float
    expected: float
    after: float
    spread: Distribution[int] | None = None
    choice: bool = True

    @property
    def decided(self) -> float:
        """What the decision gave seat 0."""
        return self.expected - self.before

    @property
    def luck(self) -> float:
        """What the dice gave seat 0."""
        return self.after - self.expected

    @property
    def swing(self) -> float:
        """Both together."""
        return self.after - self.before


@dataclass(frozen=True)
class LuckMoment:
    """What a seat ordered in a row, and what both its decisions and its dice gave seat 0.

    A unit half on its way is worth little by any estimate, so decisions are judged when they are whole.
    `number` is the order that moved the chance most the way it went, `last` the last one.
    """

    number: int
    last: int
    seat: int
    before: float
    after: float
    luck: float
    choice: bool = True

    @property
    def swing(self) -> float:
        """How far the chance went."""
        return self.after - self.before

    @property
    def decided(self) -> float:
        """What of it the decisions gave: nothing where there was no choice, or no more than noise."""
        rest = self.swing - self.luck
        return rest if self.choice and abs(rest) > NOISE else 0.0


@dataclass(frozen=True)
class Luck:
    """What the dice of a game gave seat 0 in all, among all that the dice of the same decisions can give.

    `deviation` is the standard deviation of that, `chance` the share of games in which the luckier side is
    at least as lucky (at least `RAREST`). `rolled` decisions threw dice; of `exact` every way in which they
    can fall was counted, the others are sampled.
    """

    total: float
    deviation: float
    chance: float
    rolled: int
    exact: int


class Weighing:
    """A game that has ended on the scales, an order at a time: `steps` may be left at any of them."""

    def __init__(self, game: Battle) -> None:
        """The game must stay as it is meanwhile."""
        self.game, self.prospects = game, Expectation(game.ruleset, 0)
        compiled = self.prospects.form.compiled
        rolled = sum(bool(turn.dice) for turn in game.history)
        share = GAME[compiled] // max(1, rolled)
        self.tapes = max(LEAST[compiled], min(DECISION[compiled], share))

    def steps(self) -> Iterator[LuckStep]:
        """Every order, in the order they were given."""
        before, value = self.game.start, self.prospects.now(self.game.start)
        for turn, position in self.game.replay():
            if turn is None:
                continue
            after = self.prospects.now(position.state)
            spread, expected = None, after / WON
            if turn.dice:
                least = min(self.tapes, LEAST[self.prospects.form.compiled] * 10)
                prospect = self.prospects.after(before, turn.order.row, self.tapes, least, turn.number)
                spread, expected = prospect.map(_cell), _mean(prospect) / WON
            choice = has_choice(self.game.ruleset, before, turn.order.seat, turn.order.row)
            yield LuckStep(turn.number, turn.order.seat, value / WON, expected, after / WON, spread, choice)
            before, value = position.state, after


def has_choice(ruleset: Ruleset, s: Any, seat: int, order: Action) -> bool:
    """Whether a seat that gave an order could have given another. To give up is always one's choice."""
    speech = ruleset.speech
    texts = {speech.action_text(s, other) for other in legal_orders(ruleset.rules, s, seat)}
    return speech.action_text(s, order) == speech.giving_up or len(texts - {speech.giving_up}) > 1


def with_values(orders: Sequence[LuckStep], values: Sequence[float]) -> list[LuckStep]:
    """The same orders by other chances, as a search gave them at the start and after each order.

    What the dice gave stays: it is the difference of two estimates of the same kind.
    """
    return [
        replace(order, before=before, expected=after - order.luck, after=after)
        for order, (before, after) in zip(orders, pairwise(values), strict=True)
    ]


def weighed(game: Battle) -> tuple[LuckStep, ...]:
    """Every order of a game weighed."""
    return tuple(Weighing(game).steps())


def moments(orders: Sequence[LuckStep]) -> list[LuckMoment]:
    """A game in moments: what a side orders in a row, up to dice or to the other side's order."""
    result: list[LuckMoment] = []
    rows: list[LuckStep] = []
    for order, following in zip(orders, [*orders[1:], None], strict=True):
        rows.append(order)
        if order.spread is not None or following is None or following.seat != order.seat:
            way = 1 if order.after >= rows[0].before else -1
            counted = [row for row in rows if row.choice or row.spread is not None] or rows
            heaviest = max(counted, key=lambda row: way * row.swing)
            luck, choice = math.fsum(row.luck for row in rows), any(row.choice for row in rows)
            result.append(
                LuckMoment(
                    heaviest.number, order.number, order.seat, rows[0].before, order.after, luck, choice
                )
            )
            rows = []
    return result


def turning(orders: Sequence[LuckStep]) -> list[LuckMoment]:
    """The turning points in their order: at most `MOST`, the largest swings of at least `SWING`.

    Either the decisions or the dice must have given as much.
    """
    large = [
        moment
        for moment in moments(orders)
        if round(min(abs(moment.swing), max(abs(moment.decided), abs(moment.luck))), 9) >= SWING
    ]
    largest = sorted(large, key=lambda moment: (-abs(moment.swing), moment.number))[:MOST]
    return sorted(largest, key=lambda moment: moment.number)


def luck_of(orders: Sequence[LuckStep]) -> Luck:
    """The luck of a whole game: how rare it is that the same decisions bring the luckier side as much.

    The dice of one decision tell nothing about those of another, so what they can give adds up like
    independent throws: their distributions are convolved, in cells of `CELL`.
    """
    thrown = [(order, order.spread) for order in orders if order.spread is not None]
    total = math.fsum(step.luck for step, _ in thrown)
    chance = 1.0
    if thrown:
        law = _convolved([spread for _, spread in thrown])
        came = sum(_cell(step.after * WON) - min(spread) for step, spread in thrown)
        came = min(max(came, 0), len(law) - 1)
        chance = float(law[came:].sum() if total >= 0 else law[: came + 1].sum())
    return Luck(
        total,
        math.sqrt(math.fsum(_variance(spread) for _, spread in thrown)),
        min(1.0, max(RAREST, chance)),
        len(thrown),
        sum(spread.exact for _, spread in thrown),
    )


def _cell(value: float) -> int:
    return (round(value) + CELL // 2) // CELL


def _mean(spread: Distribution[int]) -> float:
    return sum(value * weight for value, weight in spread.weights.items()) / spread.total


def _variance(spread: Distribution[int]) -> float:
    """In the square of the chance to win."""
    mean = _mean(spread)
    squares = math.fsum(weight / spread.total * (cell - mean) ** 2 for cell, weight in spread.weights.items())
    return squares * (CELL / WON) ** 2


def _convolved(spreads: Sequence[Distribution[int]]) -> NDArray[np.float64]:
    """The distribution of the sum of independent values, each counted in cells from its own lowest."""
    length = 1 + sum(max(spread) - min(spread) for spread in spreads)
    size = 1 << (length - 1).bit_length()
    product = np.ones(size // 2 + 1, np.complex128)
    for spread in spreads:
        law, lowest = np.zeros(size), min(spread)
        for cell, weight in spread.weights.items():
            law[cell - lowest] = weight / spread.total
        product *= np.fft.rfft(law)
    return np.maximum(np.fft.irfft(product, size)[:length], 0.0)
