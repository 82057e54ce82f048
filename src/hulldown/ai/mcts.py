"""The tree-searching player: thinks for a time or a number of playouts, in short slices."""

from __future__ import annotations

import time
from dataclasses import dataclass

from hulldown.ai.desk import Desk
from hulldown.ai.player import Cancelled, Progress, Thought
from hulldown.ai.simple import Care, Scales
from hulldown.kernel import search
from hulldown.kernel.batch import start_dice
from hulldown.kernel.engine import Plain
from hulldown.kernel.search import Node, Search

DICE_STREAM = 4  # the dice thrown in the search
CHOICE_STREAM = 5
NODES = {True: 400_000, False: 4_000}
SLICES = {True: 100, False: 2}  # descents between looks at the clock
GLANCE = {True: Care(1_500, 60), False: Care(40, 4)}  # how the first orders are weighed
HURRY = 0.004  # seconds of the budget kept for starting and finishing


@dataclass(frozen=True)
class Tuning:
    """The constants of the search. See `kernel.search` for what they do."""

    exploration: float = 0.4
    horizon: int = 4
    candidates: int = 3
    trust: float = 3.0


@dataclass(frozen=True)
class Budget:
    """How long to think: seconds, or playouts, whichever is set."""

    seconds: float = 0.0
    playouts: int = 0

    def done(self, elapsed: float, iterations: int) -> float:
        """The share of the budget used."""
        if self.playouts:
            return iterations / self.playouts
        return (elapsed + HURRY) / self.seconds


class Tree:
    """The buffers of one search in one form; used again for every decision."""

    def __init__(self, form: Plain, tuning: Tuning, key: int) -> None:
        self.form = form
        self.nodes = form.new(Node, NODES[form.compiled])
        self.search = form.new(Search)[0]
        self.scratch = form.space(2)
        self.scales = Scales(form, key, GLANCE[form.compiled])
        self.trust = tuning.trust
        self.search.exploration = tuning.exploration
        self.search.horizon, self.search.candidates = tuning.horizon, tuning.candidates
        self._think, self._begin = form.bound(search.think), form.bound(search.begin)
        self.restart(key)

    def restart(self, key: int) -> None:
        """New dice."""
        start_dice(self.search.dice, key, DICE_STREAM)
        start_dice(self.search.choice, key, CHOICE_STREAM)
        self.scales.begin(key)

    def root(self, desk: Desk, seat: int) -> int:
        """A new tree for a desk's position; the number of orders to choose from."""
        count = self.scales.weigh(desk, seat)
        self.search.seat = seat
        self._begin(self.nodes, self.search, desk.orders, self.scales.worths, count, self.trust)
        return count

    def grow(self, desk: Desk, count: int) -> None:
        """Some more descents."""
        self._think(desk.root, self.scratch, self.nodes, self.search, count)

    def thought(self, count: int) -> Thought:
        """What the tree says of the first orders: most visited first. Order i is node i + 1."""
        visits = [float(self.nodes[i + 1].visits) - self.trust for i in range(count)]
        value = [float(self.nodes[i + 1].total) / float(self.nodes[i + 1].visits) for i in range(count)]
        rows = sorted(range(count), key=lambda i: (-visits[i], -value[i]))
        return Thought(rows, [value[i] for i in rows], [round(visits[i]) for i in rows])


class MctsPlayer:
    """Open-loop UCT. The dice it throws while thinking are its own."""

    def __init__(self, name: str, budget: Budget, seed: int, tuning: Tuning | None = None) -> None:
        self.name = name
        self.budget = budget
        self.tuning = tuning or Tuning()
        self._key = seed
        self._tree: Tree | None = None

    def begin(self, key: int) -> None:
        self._key = key
        if self._tree:
            self._tree.restart(key)

    def tree(self, form: Plain) -> Tree:
        """The buffers for a form, made when it is first met."""
        if self._tree is None or self._tree.form is not form:
            self._tree = Tree(form, self.tuning, self._key)
        return self._tree

    def think(
        self,
        desk: Desk,
        seat: int,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Thought:
        began = time.perf_counter()
        tree = self.tree(desk.form)
        count = tree.root(desk, seat)
        done, size = 0, SLICES[desk.form.compiled]
        share = 1.0 if count == 1 else self.budget.done(time.perf_counter() - began, 0)
        while share < 1.0 and not (cancelled and cancelled()):
            step = min(size, self.budget.playouts - done) if self.budget.playouts else size
            tree.grow(desk, step)
            done += step
            share = self.budget.done(time.perf_counter() - began, done)
            if progress:
                progress(min(share, 1.0))
        return tree.thought(count)
