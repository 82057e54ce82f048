"""The players of the kernel: what they are made of, and the buffers that they think with."""

from __future__ import annotations

from dataclasses import dataclass, field

from hulldown.ai.desk import Desk
from hulldown.kernel import search, walk
from hulldown.kernel.actions import ACTIONS
from hulldown.kernel.engine import Plain
from hulldown.kernel.match import Kind, Thinker, seat_down
from hulldown.kernel.search import Node
from hulldown.kernel.walk import Worth
from hulldown.rulesets.face.thinking import Tuning

NODES = {True: 400_000, False: 4_000}  # by whether it is compiled
BELOW = 64  # nodes that a playout may add, on average


@dataclass(frozen=True)
class Care:
    """How exactly orders are weighed: those with more than `tapes` tapes by `throws` throws."""

    tapes: int
    throws: int


THOROUGH = {True: Care(5_000, 500), False: Care(200, 30)}  # by whether it is compiled: what greedy lives by
GLANCE = {True: Care(48, 16), False: Care(40, 4)}  # where a search comes after it


@dataclass(frozen=True)
class Recipe:
    """What a player of the kernel is made of. `playouts` of a search: 0 while something else limits it."""

    kind: Kind
    playouts: int = 0
    tuning: Tuning = field(default_factory=Tuning)

    def room(self, compiled: bool) -> int:
        """Nodes for its tree."""
        most = NODES[compiled] if self.kind is Kind.SEARCH else 1
        return min(most, ACTIONS + self.playouts * BELOW) if self.playouts else most

    def care(self, compiled: bool) -> Care:
        """How it weighs the first orders."""
        return (GLANCE if self.kind is Kind.SEARCH else THOROUGH)[compiled]


class Mind:
    """What one player thinks with, in one form; used again for every decision."""

    def __init__(self, form: Plain, recipe: Recipe, key: int) -> None:
        self.form, self.recipe = form, recipe
        self.thinker = form.new(Thinker)[0]
        self.tree = form.new(Node, recipe.room(form.compiled))
        self.worths = form.new(Worth, ACTIONS)
        self.scratch = form.space(2)
        self._set()
        self._weigh, self._think = form.bound(walk.weigh), form.bound(search.think)
        self._begin = form.bound(search.begin)
        self.restart(key)

    def _set(self) -> None:
        """Write the recipe into the record."""
        p, tuning, care = self.thinker, self.recipe.tuning, self.recipe.care(self.form.compiled)
        p.kind, p.playouts, p.trust = self.recipe.kind, self.recipe.playouts, tuning.trust
        p.tapes, p.throws = care.tapes, care.throws
        p.search.exploration, p.search.patience = tuning.exploration, tuning.patience
        p.search.peek = int(tuning.peek)

    def restart(self, key: int) -> None:
        """New dice."""
        seat_down(self.thinker, key)

    def weigh(self, desk: Desk, seat: int) -> list[float]:
        """The expected worth of every order one step ahead, beside `desk.orders`.

        What a single order is worth is only told: it costs no dice.
        """
        p, count = self.thinker, int(self.thinker.walk.dice.count)
        n = int(
            self._weigh(
                desk.root, self.scratch, seat, desk.orders, self.worths, int(p.tapes), int(p.throws), p.walk
            )
        )
        if n == 1:
            p.walk.dice.count = count
        return [float(self.worths[i].value) for i in range(n)]

    def root(self, desk: Desk, seat: int) -> int:
        """A new tree for a desk's position; the number of orders to choose from."""
        count = len(self.weigh(desk, seat))
        self.thinker.search.seat = seat
        self._begin(self.tree, self.thinker.search, desk.orders, self.worths, count, self.thinker.trust)
        return count

    def grow(self, desk: Desk, count: int) -> None:
        """Some more descents."""
        self._think(desk.root, self.scratch, self.tree, self.thinker.search, count)

    def visited(self, count: int) -> list[tuple[float, float]]:
        """Of every first order how often the search went there, and the mean that it found."""
        trust, nodes = self.recipe.tuning.trust, [self.tree[i + 1] for i in range(count)]
        return [(float(node.visits) - trust, float(node.total) / float(node.visits)) for node in nodes]


def a_mind(form: Plain, recipe: Recipe, key: int, before: Mind | None) -> Mind:
    """The mind that there is already, if it is of this form, else a new one."""
    return before if before is not None and before.form is form else Mind(form, recipe, key)


class KernelPlayer:
    """A player that the kernel knows: it can play whole games there."""

    def __init__(self, name: str, recipe: Recipe, seed: int) -> None:
        self.name, self.recipe = name, recipe
        self._key = seed
        self._mind: Mind | None = None

    def begin(self, key: int) -> None:
        """Take new dice."""
        self._key = key
        if self._mind:
            self._mind.restart(key)

    def mind(self, form: Plain) -> Mind:
        """What it thinks with in a form, made when that is first met."""
        self._mind = a_mind(form, self.recipe, self._key, self._mind)
        return self._mind

    @property
    def by_the_clock(self) -> bool:
        """Whether it thinks for a time: such a game cannot be played again."""
        return self.recipe.kind is Kind.SEARCH and not self.recipe.playouts
