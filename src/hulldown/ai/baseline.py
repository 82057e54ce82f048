"""Players that look no further than their nose."""

from __future__ import annotations

from hulldown.ai.bot import KernelPlayer, Recipe, SearchBot
from hulldown.ai.player import Cancelled, Progress, Thought
from hulldown.ai.searcher import Searcher
from hulldown.kernel.match import PlayerKind, best_of
from hulldown.rulesets.api.thinking import BotVersion


class RandomPlayer(KernelPlayer):
    """Any legal order, each as likely."""

    def __init__(self, seed: int) -> None:
        super().__init__("random", Recipe(PlayerKind.RANDOM), seed)


class GreedyPlayer(KernelPlayer):
    """The order with the best expected position right after it; equals are drawn."""

    def __init__(self, name: str, overlooks: int, seed: int, way: BotVersion) -> None:
        recipe = Recipe(PlayerKind.GREEDY, overlooks=overlooks, habits=way.habits, estimate=way.estimate)
        super().__init__(name, recipe, seed)

    def ponder(
        self,
        mind: SearchBot,
        desk: Searcher,
        seat: int,
        count: int,
        progress: Progress | None,
        cancelled: Cancelled | None,
    ) -> Thought:
        value = mind.weigh(desk, seat, count)
        best = best_of(mind.thinker, desk.orders, mind.worths, count) if count > 1 else 0
        rows = sorted(range(len(value)), key=lambda row: (row != best, -value[row]))
        return Thought(rows, [value[row] for row in rows], [1] * len(rows))
