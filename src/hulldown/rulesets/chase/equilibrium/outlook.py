"""What can be said of a single position when the values of the next turn are known (CH-13.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.chase.actions import legal
from hulldown.rulesets.chase.codes import Phase
from hulldown.rulesets.chase.equilibrium.matrix_games import Array
from hulldown.rulesets.chase.equilibrium.plan import Branch, Course, Plan, Way
from hulldown.rulesets.chase.equilibrium.stage import Stage
from hulldown.rulesets.chase.equilibrium.tables import Tables
from hulldown.rulesets.chase.exact.driving import Driven
from hulldown.rulesets.chase.exact.movement import Asked, remaining_opening, remaining_rams
from hulldown.rulesets.chase.exact.scratch import scratch
from hulldown.rulesets.chase.exact.shots import Condition
from hulldown.rulesets.chase.state import Damage, Pair, State, side_of

MATRICES = 4096  # kept of an outlook, a kilobyte each
OFFERED = 64  # no seat of a battle has more decisions at once


class Decision(NamedTuple):
    """A legal decision and what it is worth to A when all that follows is decided as it is best."""

    order: Action
    value: float


def condition_of(now: Damage) -> Condition:
    """A damage state as its three numbers."""
    return int(now.hull), int(now.mobility), int(now.gun)


def decisions(s: State, seat: int) -> list[Action]:
    """All that a seat can decide now."""
    m: Actions = Actions.__new__(Actions)
    m.count, m.rows = 0, [blank(Action) for _ in range(OFFERED)]
    return m.rows[: legal(s, seat, m)]


class Outlook:
    """A duel before a turn. `later` are the values of the next turn [range, A, B]."""

    def __init__(self, tables: Tables, plan: Plan, later: Array) -> None:
        self.tables, self.plan, self.later = tables, plan, later
        self.matrix = lru_cache(MATRICES)(self._matrix)

    def _stage(self, a: Condition, b: Condition) -> Stage:
        first, second = self.tables.conditions
        return Stage(self.tables, self.later, np.array([first.number(a)]), np.array([second.number(b)]))

    def _matrix(self, band: int, a: Condition, b: Condition) -> Array:
        """The payoff of each pair of orders, rows A's (CH-13.4); only legal ones have any meaning.

        `matrix` keeps what it has worked out: a duel comes to the same position again and again.
        """
        payoffs = self._stage(a, b).matrices(self.plan, (band,))[0, :, :, 0, 0]
        payoffs.flags.writeable = False
        return payoffs

    def weigh(self, s: State, p: Pair, seat: int) -> list[Decision]:
        """The open decisions of a seat about a pair of a position, after the reveal (CH-3.3)."""
        first, second = (condition_of(s.tanks[t].now) for t in p.tank)
        worth = _Weighing(self, self._stage(first, second), p, int(s.phase)).worth
        return [Decision(order, float(worth(order))) for order in decisions(s, seat)]

    def course_of(self, p: Pair) -> Course:
        """What a pair comes to whose tests are made."""
        success = (p.success[0] != 0, p.success[1] != 0)
        driven = Driven(int(p.winner), success, (int(p.effect[0]), int(p.effect[1])))
        return self.plan.course((int(p.order[0]), int(p.order[1])), driven)


class _Weighing:
    """One pair that waits for a decision."""

    def __init__(self, outlook: Outlook, stage: Stage, p: Pair, phase: int) -> None:
        self.outlook, self.stage, self.pair = outlook, stage, p
        self.course = outlook.course_of(p)
        self.facings = (int(p.facing[0]), int(p.facing[1]))
        self.aside = scratch(outlook.tables.duel.options, p)
        steps: dict[int, Callable[[Action], Array]] = {
            Phase.DIRECTION: self._steer,
            Phase.SHIFT: self._shift,
            Phase.FACING: self._face,
            Phase.RAM: self._ram,
            Phase.OPENING: self._open,
        }
        self._step = steps[phase]

    def worth(self, order: Action) -> float:
        """What a decision is worth to A."""
        return float(self._step(order)[0, 0])

    @property
    def branch(self) -> Branch:
        """The branch that the pair is on: every direction is known."""
        assert isinstance(self.course, Branch)
        return self.course

    def _steer(self, order: Action) -> Array:
        """Which way the tank that is asked changes the range (CH-4.6)."""
        named = copy(self.pair)
        named.order[side_of(int(order.actor))] = int(order.choice)
        return self.stage.outcome_values(self.outlook.course_of(named), (int(self.pair.range),))[0]

    def _way(self, shift: int) -> Way:
        return next(way for way in self.branch.ways[self.pair.range] if way.shift == shift)

    def _shift(self, order: Action) -> Array:
        return self.stage.arrival_value(self.branch, self._way(int(order.choice)).there)

    def _face(self, order: Action) -> Array:
        """Facings by direction or chance stand already; the order has the others (CH-7.6)."""
        given = int(order.facing), int(order.choice)
        first, second = (given[i] if given[i] >= 0 else self.facings[i] for i in range(2))
        return self.stage.ram_value(self.branch, (first, second), self._way(int(self.pair.shift)).there)

    def _ram(self, order: Action) -> Array:
        sides, band = remaining_rams(scratch(self.aside.options, self.pair))
        rest = self.stage.ask_rams(self.branch, self.facings, sides[1:], band)
        return self.stage.attempt_value(self.branch, self.facings, sides[0], rest) if order.choice else rest

    def _open(self, order: Action) -> Array:
        step = remaining_opening(self.aside)
        assert isinstance(step, Asked)
        return self.stage.opening_value(self.branch, self.facings, step.yes if order.choice else step.no)
