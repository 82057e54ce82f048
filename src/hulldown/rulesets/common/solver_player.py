"""A computer player for every ruleset that can be solved: it gives orders as the solution mixes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice, roll
from hulldown.rulesets.api.solving import MixedOrder, Solving, as_points, order_payoffs
from hulldown.rulesets.api.thinking import IsCancelled, Progress, ScoredOrder

LOTS = 1 << 30  # as fine as a mixture is drawn


class SolverPlayer:
    """Solves a game when it first meets one of its positions; what is solved is the solver's to keep."""

    def __init__(self, solving: Solving, parse: Callable[[Any, int, str], Action]) -> None:
        """`parse` is that of the ruleset."""
        self._solving, self._parse = solving, parse

    def weigh(
        self,
        s: Any,
        seat: int,
        dice: Dice,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> list[ScoredOrder]:
        """The orders as they are mixed, the one drawn first; CannotSolve where there is no solution."""

        def on_progress(done: float, what: str) -> None:
            if progress:
                progress(done)

        solution = self._solving.cached(s) or self._solving.solve(s, on_progress, cancelled)
        strategy = solution.strategy(s)
        shares = strategy.mixtures[seat]
        weighed = [
            ScoredOrder(
                self._parse(s, seat, share.text), as_points(solution, payoff, seat), float(share.chance)
            )
            for share, payoff in zip(shares, order_payoffs(strategy, seat), strict=True)
        ]
        first = weighed.pop(sample_share(shares, dice))
        return [first, *sorted(weighed, key=lambda order: -(order.share or 0.0))]


def sample_share(shares: Sequence[MixedOrder], dice: Dice) -> int:
    """The number of an order, drawn with its chance."""
    lot, reached = (roll(dice, LOTS) - 1) / LOTS, 0.0
    for number, share in enumerate(shares):
        reached += float(share.chance)
        if lot < reached:
            return number
    return max(range(len(shares)), key=lambda number: shares[number].chance)  # rounding left a gap
