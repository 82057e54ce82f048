"""The players that a ruleset brings with it, at a desk like all others."""

from __future__ import annotations

from hulldown.ai.player import Cancelled, Progress, Ranked, Thought
from hulldown.ai.searcher import Searcher
from hulldown.kernel.actions import key
from hulldown.kernel.batch import start_dice
from hulldown.kernel.dice import new_dice
from hulldown.kernel.match import CHOICE_STREAM
from hulldown.rulesets.api import solving
from hulldown.rulesets.api.thinking import BotInfo, ScoredOrder


class IllegalBotOrder(RuntimeError):
    """A player of a ruleset gave an order that its rules do not offer, or none."""


def top_orders(ranked: list[Ranked], count: int) -> list[Ranked]:
    """What a hint says of the orders of a player: the best, or all that a mixture gives, most often first."""
    mixed = [order for order in ranked if order.share]
    return sorted(mixed, key=lambda order: -(order.share or 0.0)) if mixed else ranked[:count]


class RulesetPlayer:
    """A mind of a ruleset. Positions and orders go to it and come from it as plain objects."""

    def __init__(self, thinker: BotInfo, seed: int) -> None:
        self.name = thinker.id
        self._mind = thinker.make()
        self._dice = new_dice(seed, CHOICE_STREAM)

    def begin(self, key: int) -> None:
        start_dice(self._dice, key, CHOICE_STREAM)

    def think(
        self,
        desk: Searcher,
        seat: int,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Thought:
        rows = {key(desk.order(row)): row for row in range(desk.legal(seat))}
        s = desk.backend.to_object(desk.root, 0, desk.ruleset.state)
        try:
            weighed = self._mind.weigh(s, seat, self._dice, progress, cancelled)
        except solving.Cancelled:  # stopped before it knew anything: no order is better than another
            return Thought(list(rows.values()), [0.5] * len(rows), [1] * len(rows))
        return self._to_thought(weighed, rows)

    def _to_thought(self, weighed: list[ScoredOrder], rows: dict[tuple[int, ...], int]) -> Thought:
        """The orders weighed as rows of the desk. IllegalThought if one is not offered there."""
        numbers = [rows.get(key(order.order), -1) for order in weighed]
        if not numbers or -1 in numbers:
            raise IllegalBotOrder(f"the player {self.name} gave an order that is not legal, or none")
        mixes = any(order.share is not None for order in weighed)
        shares = [order.share or 0.0 for order in weighed] if mixes else None
        return Thought(numbers, [float(order.value) for order in weighed], [1] * len(numbers), shares)
