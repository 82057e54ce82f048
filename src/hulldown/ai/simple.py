"""Players that look no further than their nose."""

from __future__ import annotations

from hulldown.ai.desk import Desk
from hulldown.ai.mind import KernelPlayer, Recipe
from hulldown.ai.player import Cancelled, Progress, Thought
from hulldown.kernel.dice import roll
from hulldown.kernel.match import Kind, best_of


class RandomPlayer(KernelPlayer):
    """Any legal order, each as likely."""

    def __init__(self, seed: int) -> None:
        super().__init__("random", Recipe(Kind.RANDOM), seed)

    def think(
        self,
        desk: Desk,
        seat: int,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Thought:
        count = desk.legal(seat)
        drawn = roll(self.mind(desk.form).thinker.choice, count) - 1 if count > 1 else 0
        rows = [drawn, *(row for row in range(count) if row != drawn)]
        return Thought(rows, [0.5] * count, [1] * count)


class GreedyPlayer(KernelPlayer):
    """The order with the best expected position right after it; equals are drawn."""

    def __init__(self, seed: int) -> None:
        super().__init__("greedy", Recipe(Kind.GREEDY), seed)

    def think(
        self,
        desk: Desk,
        seat: int,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Thought:
        mind = self.mind(desk.form)
        value = mind.weigh(desk, seat)
        best = best_of(mind.thinker, mind.worths, len(value)) if len(value) > 1 else 0
        rows = sorted(range(len(value)), key=lambda row: (row != best, -value[row]))
        return Thought(rows, [value[row] for row in rows], [1] * len(rows))
