"""A solved duel to be asked: values, mixtures and matrices of any situation, the best open decisions.

Everything is told from side A and by damage states (hull points, mobility, gun).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from hulldown.rulesets.chase.equilibrium.conditions import STEPS
from hulldown.rulesets.chase.equilibrium.duel import Duel
from hulldown.rulesets.chase.equilibrium.induction import Solved, at_the_limit, turns_back
from hulldown.rulesets.chase.equilibrium.matrix_games import Array, is_exact, solve_games
from hulldown.rulesets.chase.equilibrium.outlook import Outlook
from hulldown.rulesets.chase.equilibrium.plan import Plan, legal_orders, legal_part
from hulldown.rulesets.chase.equilibrium.tables import Tables
from hulldown.rulesets.chase.exact.shots import Condition

Mixture = dict[int, float]  # chance by order, legal ones only


class DuelSolution:
    """The equilibrium of a duel."""

    def __init__(self, solved: Solved, seconds: float = 0.0, from_cache: bool = False) -> None:
        self.solved, self.seconds, self.from_cache = solved, seconds, from_cache
        self._matrices: dict[tuple[int, int, Condition, Condition], Array] = {}
        self._outlooks: dict[int, Outlook] = {}

    @property
    def duel(self) -> Duel:
        """What was solved."""
        return self.solved.duel

    @property
    def states(self) -> int:
        """How many situations with a decision there are (CH-13.1)."""
        turns, bands, _, first, second = self.solved.first.shape
        return int(turns * bands * first * second)

    @property
    def size(self) -> int:
        """The memory that it takes, in bytes."""
        solved = self.solved
        return int(solved.values.nbytes + solved.first.nbytes + solved.second.nbytes)

    def _at(self, a: Condition | None, b: Condition | None) -> tuple[int, int]:
        first, second = self.solved.conditions
        return first.number(a), second.number(b)

    def value(self, left: int, band: int, a: Condition | None, b: Condition | None) -> float:
        """What a situation is worth to A with so many turns left; None is a destroyed tank."""
        return float(self.solved.values[(left, band, *self._at(a, b))])

    def mixtures(self, left: int, band: int, a: Condition, b: Condition) -> tuple[Mixture, Mixture]:
        """The best mixtures of orders of A and of B."""
        at, o = self._at(a, b), self.duel.options
        first, second = (
            {order: float(chances[(left - 1, band, order, *at)]) for order in legal_orders(o, condition[1])}
            for chances, condition in ((self.solved.first, a), (self.solved.second, b))
        )
        return first, second

    def matrix(self, left: int, band: int, a: Condition, b: Condition) -> Array:
        """The payoff of each pair of legal orders (rows A's) with so many turns left."""
        at = left, band, a, b
        if at not in self._matrices:
            payoffs = self.outlook(left).matrix(band, a, b)
            self._matrices[at] = legal_part(self.duel, payoffs, a, b)
        return self._matrices[at]

    def outlook(self, left: int) -> Outlook:
        """What to say of positions within a turn, with so many turns left, this one included."""
        if left not in self._outlooks:
            self._outlooks[left] = Outlook(self.tables, self.plan, self.solved.values[left - 1])
        return self._outlooks[left]

    @cached_property
    def tables(self) -> Tables:
        """The kernels of the duel."""
        return Tables(self.duel, is_exact(self.solved.values))

    @cached_property
    def plan(self) -> Plan:
        """The course of a turn."""
        return Plan(self.duel, is_exact(self.solved.values))


def one_situation(
    duel: Duel, band: int, a: Condition, b: Condition, exact: bool = False
) -> tuple[Any, Array]:
    """The value of a single situation with all turns left, and the payoffs of its legal orders.

    Quicker than the whole duel, as only the later turns are solved for every situation.
    """
    tables = Tables(duel, exact)
    later = at_the_limit(tables)
    for turn in turns_back(tables, duel.turns - 1):
        later = turn.values
    payoffs = Outlook(tables, Plan(duel, exact), later).matrix(band, a, b)
    legal = legal_part(duel, payoffs, a, b)
    return solve_games(legal[:, :, None]).value[0], legal


def hull_first(hull: int) -> Array:
    """The numbers of our states in the order hull points, mobility, gun: as others count them."""
    gun, mobility, points = np.meshgrid(range(STEPS), range(STEPS), range(hull), indexing="ij")
    return np.lexsort((gun.ravel(), mobility.ravel(), points.ravel()))
