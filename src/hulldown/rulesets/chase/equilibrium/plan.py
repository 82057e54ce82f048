"""The course of a turn for each pair of orders, worked out once: it is the same however many turns are left.

A branch is one result of both Driving tests. It knows how likely it is for every mobility of both tanks, what
the chart says, and where each shift from each range leads.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from hulldown.rulesets.chase.codes import Band, Mobility, Order
from hulldown.rulesets.chase.equilibrium.conditions import MOVES, STEPS
from hulldown.rulesets.chase.equilibrium.duel import Duel
from hulldown.rulesets.chase.equilibrium.matrix_games import Array, number, zeros
from hulldown.rulesets.chase.exact.driving import Driven, drive_dm, driving_odds
from hulldown.rulesets.chase.exact.movement import Arrival, Chart, Opening, arrive, look_up, openings

Orders = tuple[int, int]
ORDERS = tuple(order.value for order in Order if order >= 0)  # in the order of CH-4.2
BANDS = tuple(band.value for band in Band if Band.ADJACENT <= band <= Band.DISTANT)
ORDER_PAIRS: tuple[Orders, ...] = tuple((first, second) for first in ORDERS for second in ORDERS)


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


class Outcome(NamedTuple):
    """A branch with its chance by the mobilities of both tanks [A, B]."""

    branch: Branch
    weight: Array


def legal_orders(mobility: int) -> tuple[int, ...]:
    """CH-4.4: an immobilised tank has one order."""
    return (Order.HULL_DOWN.value,) if mobility == Mobility.IMMOBILISED else ORDERS


class Plan:
    """All branches of a duel."""

    def __init__(self, duel: Duel, exact: bool) -> None:
        self.duel, self.exact, o = duel, exact, duel.options
        self._tests = {
            moves: driving_odds(o, *(drive_dm(o, p, m) for p, m in zip(duel.profiles, moves)))
            for moves in MOVES
        }
        self.outcomes = {orders: self._outcomes(orders) for orders in ORDER_PAIRS}

    def branch(self, orders: Orders, driven: Driven) -> Branch:
        """What follows from two orders and both tests."""
        chart = look_up(self.duel.options, orders, driven)
        ways = tuple(
            tuple(Way(shift, arrive(self.duel.options, chart, band, shift)) for shift in chart.shifts)
            for band in BANDS
        )
        return Branch(self.duel, orders, driven, chart, ways)

    def _outcomes(self, orders: Orders) -> list[Outcome]:
        """The branches that tanks with these orders can come to; equal ones are one."""
        weights: dict[Driven, Array] = {}
        plain: dict[Driven, Branch] = {}
        for moves, tests in self._tests.items():
            if all(order in legal_orders(m) for order, m in zip(orders, moves)):
                for driven, chance in tests.items():
                    told = self._told(orders, driven, plain)
                    weights.setdefault(told, zeros((STEPS, STEPS), self.exact))
                    weights[told][moves] += number(chance, self.exact)
        return [Outcome(plain.get(told) or self.branch(orders, told), w) for told, w in weights.items()]

    def _told(self, orders: Orders, driven: Driven, plain: dict[Driven, Branch]) -> Driven:
        """A result without the Effects that no ram will ask for."""
        bare = driven._replace(effect=(0, 0))
        if bare not in plain:
            plain[bare] = self.branch(orders, bare)
        rammers = {
            side for band in plain[bare].ways for w in band for _, sides in w.there.rammers for side in sides
        }
        first, second = (
            driven.effect[side] if side in rammers and driven.success[side] else 0 for side in range(2)
        )
        return driven._replace(effect=(first, second))
