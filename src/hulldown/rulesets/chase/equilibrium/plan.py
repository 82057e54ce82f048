"""The course of a turn for each pair of orders, worked out once: it is the same however many turns are left.

A branch is one result of both Driving tests. It knows how likely it is for every mobility of both tanks, what
the chart says, and where each shift from each range leads. Where a direction is named after the tests the
choice comes before the branches (CH-4.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from hulldown.rulesets.chase.chart import directions, secret_orders
from hulldown.rulesets.chase.codes import NOBODY, Band, Mobility, Order
from hulldown.rulesets.chase.equilibrium.conditions import MOVES, STEPS
from hulldown.rulesets.chase.equilibrium.duel import Duel
from hulldown.rulesets.chase.equilibrium.matrix_games import Array, number, zeros
from hulldown.rulesets.chase.exact.driving import Driven, drive_dm, driving_odds
from hulldown.rulesets.chase.exact.movement import Arrival, Chart, Opening, arrive, look_up, openings
from hulldown.rulesets.chase.exact.shots import Condition
from hulldown.rulesets.chase.state import Options

Orders = tuple[int, int]
BANDS = tuple(band.value for band in Band if Band.ADJACENT <= band <= Band.DISTANT)


class Way(NamedTuple):
    """A shift and where it leads."""

    shift: int
    there: Arrival


@dataclass(eq=False)
class Branch:
    """Two orders and one result of both tests."""

    duel: Duel
    orders: Orders
    driven: Driven
    chart: Chart
    ways: tuple[tuple[Way, ...], ...]  # by range

    @cached_property
    def opening(self) -> tuple[Opening, ...]:
        """Step 8 from each range (CH-6.13)."""
        return tuple(openings(self.duel.options, self.chart.pair, band) for band in BANDS)


@dataclass(eq=False)
class Naming:
    """A side is to say which way its tank changes the range (CH-4.6)."""

    side: int
    ways: tuple[Course, ...]  # of DIRECTIONS


Course = Branch | Naming


class Outcome(NamedTuple):
    """What follows from both tests, with its chance by the mobilities of both tanks [A, B]."""

    course: Course
    weight: Array


def legal_orders(o: Options, mobility: int) -> tuple[int, ...]:
    """CH-4.4: an immobilised tank has one order."""
    return (Order.HULL_DOWN.value,) if mobility == Mobility.IMMOBILISED else secret_orders(o)


def legal_part(duel: Duel, payoffs: Array, a: Condition, b: Condition) -> Array:
    """The rows and columns of the orders that tanks in these states have."""
    return payoffs[np.ix_(*(legal_orders(duel.options, state[1]) for state in (a, b)))]


def order_slots(o: Options) -> int:
    """How long arrays are that are numbered by orders."""
    return max(secret_orders(o)) + 1


def branches(course: Course) -> Iterator[Branch]:
    """All branches that a course can come to."""
    if isinstance(course, Branch):
        yield course
    else:
        for way in course.ways:
            yield from branches(way)


class Plan:
    """All branches of a duel."""

    def __init__(self, duel: Duel, exact: bool) -> None:
        self.duel, self.exact, o = duel, exact, duel.options
        self._tests = {
            moves: driving_odds(o, *(drive_dm(o, p, m) for p, m in zip(duel.profiles, moves)))
            for moves in MOVES
        }
        pairs = product(secret_orders(o), repeat=2)
        self.outcomes = {(first, second): self._outcomes((first, second)) for first, second in pairs}

    def course(self, orders: Orders, driven: Driven) -> Course:
        """What follows from two orders and both tests, open directions first: the loser's, without a winner
        A's (CH-4.6).
        """
        loser = 0 if driven.winner == NOBODY else 1 - driven.winner
        for side in (loser, 1 - loser):
            if orders[side] == Order.CHANGE_RANGE:
                named = (orders[:side] + (way,) + orders[side + 1 :] for way in directions(orders[side]))
                return Naming(side, tuple(self.course((first, second), driven) for first, second in named))
        return self.branch(orders, driven)

    def branch(self, orders: Orders, driven: Driven) -> Branch:
        """What follows from two orders and both tests."""
        chart = look_up(self.duel.options, orders, driven)
        ways = tuple(
            tuple(Way(shift, arrive(self.duel.options, chart, band, shift)) for shift in chart.shifts)
            for band in BANDS
        )
        return Branch(self.duel, orders, driven, chart, ways)

    def _outcomes(self, orders: Orders) -> list[Outcome]:
        """What tanks with these orders can come to; equal courses are one."""
        weights: dict[Driven, Array] = {}
        plain: dict[Driven, Course] = {}
        for moves, tests in self._tests.items():
            if all(order in legal_orders(self.duel.options, m) for order, m in zip(orders, moves)):
                for driven, chance in tests.items():
                    result = self._drop_idle_effects(orders, driven, plain)
                    weights.setdefault(result, zeros((STEPS, STEPS), self.exact))
                    weights[result][moves] += number(chance, self.exact)
        return [Outcome(plain.get(result) or self.course(orders, result), w) for result, w in weights.items()]

    def _drop_idle_effects(self, orders: Orders, driven: Driven, plain: dict[Driven, Course]) -> Driven:
        """A result without the Effects that no ram will ask for."""
        bare = driven._replace(effect=(0, 0))
        if bare not in plain:
            plain[bare] = self.course(orders, bare)
        ways = (w for branch in branches(plain[bare]) for band in branch.ways for w in band)
        rammers = {side for w in ways for _, sides in w.there.rammers for side in sides}
        first, second = (
            driven.effect[side] if side in rammers and driven.success[side] else 0 for side in range(2)
        )
        return driven._replace(effect=(first, second))
