"""The tree-searching player: thinks for a time or a number of playouts, in short slices."""

from __future__ import annotations

import time
from dataclasses import dataclass

from hulldown.ai.bot import KernelPlayer, Recipe, SearchBot
from hulldown.ai.player import Cancelled, Progress, Thought
from hulldown.ai.searcher import Searcher
from hulldown.kernel.match import PlayerKind
from hulldown.rulesets.api.thinking import BotVersion

SLICES = {True: 100, False: 2}  # descents between looks at the clock
HURRY = 0.004  # seconds of the budget kept for starting and finishing


@dataclass(frozen=True)
class Budget:
    """How long to think: seconds, playouts, or so many playouts within so many seconds.

    With playouts a game can be played again. Seconds beside them are for a table, where people wait; a match
    does not look at the clock.
    """

    seconds: float = 0.0
    playouts: int = 0

    def share_used(self, elapsed: float, iterations: int) -> float:
        """The share of the budget used."""
        by_count = iterations / self.playouts if self.playouts else 0.0
        by_clock = (elapsed + HURRY) / self.seconds if self.seconds else 0.0
        return max(by_count, by_clock)


class MctsPlayer(KernelPlayer):
    """The tree search of `kernel.search`. The dice it throws while thinking are its own."""

    def __init__(self, name: str, budget: Budget, overlooks: int, seed: int, way: BotVersion) -> None:
        recipe = Recipe(PlayerKind.SEARCH, budget.playouts, overlooks, way.habits, way.estimate)
        super().__init__(name, recipe, seed)
        self.budget = budget

    def ponder(
        self,
        mind: SearchBot,
        desk: Searcher,
        seat: int,
        count: int,
        progress: Progress | None,
        cancelled: Cancelled | None,
    ) -> Thought:
        began = time.perf_counter()
        mind.root(desk, seat, count)
        done, size = 0, SLICES[desk.backend.compiled]
        share = 1.0 if count == 1 else self.budget.share_used(time.perf_counter() - began, 0)
        while share < 1.0 and not (cancelled and cancelled()):
            step = min(size, self.budget.playouts - done) if self.budget.playouts else size
            mind.grow(desk, step)
            done += step
            share = self.budget.share_used(time.perf_counter() - began, done)
            if progress:
                progress(min(share, 1.0))
        return mind.thought(desk, count)
