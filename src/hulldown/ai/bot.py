"""What a computer player is: it ranks the orders of a position, by the searchers of its ruleset's kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from hulldown.kernel import search, walk
from hulldown.kernel.actions import ACTIONS, Action, Actions, Log
from hulldown.kernel.batch import start_dice
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.engine import Interpreted, apply, conceal, legal, result, to_act, win_share
from hulldown.kernel.match import PlayerKind, PlayerState, drop_overlooked, reset_player
from hulldown.kernel.records import blank
from hulldown.kernel.search import Node
from hulldown.kernel.walk import Estimate, Worth
from hulldown.rulesets.api.bot import Care, Habits, IsCancelled
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine


class Searcher:
    """One position and the verbs bound to it."""

    def __init__(self, ruleset: Ruleset, s: Any, backend: Interpreted | None = None) -> None:
        """Copies the plain state `s`. The form stays the same for the desk's life."""
        self.ruleset = ruleset
        self.backend = backend or engine(ruleset).backend
        self.root = self.backend.to_buffer(s)
        self.orders = self.backend.new(Actions)[0]
        self.dice = self.backend.new(Dice)[0]
        self.log = self.backend.new(Log)[0]
        self._hides = ruleset.hides(s)
        self._known: Searcher | None = None
        bound = self.backend.bound
        self._to_act, self._legal = bound(to_act), bound(legal)
        self._apply, self._result = bound(apply), bound(result)

    def reset(self, start: Any, key: int) -> None:
        """Lay out a plain state again, with the game dice of `key`."""
        self._hides = self.ruleset.hides(start)
        self.root = self.backend.to_buffer(start)
        start_dice(self.dice, key, 0)

    def seat(self) -> int:
        """Whose decision is next (the lowest seat of several); -1 when the game is over."""
        seats = int(self._to_act(self.root))
        return (seats & -seats).bit_length() - 1

    def several(self) -> bool:
        """Whether more than one seat owes a decision."""
        seats = int(self._to_act(self.root))
        return seats & (seats - 1) != 0

    def legal(self, seat: int) -> int:
        """Fill `orders` with what a seat can do; how many there are."""
        return int(self._legal(self.root, seat, self.orders))

    def observed_by(self, seat: int) -> Searcher:
        """The desk for a seat to think at: this one, or where something is hidden one without that."""
        if not self._hides:
            return self
        if self._known is None:
            self._known = Searcher(self.ruleset, blank(self.ruleset.state), self.backend)
        self.backend.bound(conceal)(self.root, self._known.root, seat)
        return self._known

    def apply(self, row: int, orders: Any = None) -> None:
        """Carry out one of `orders`, by default those of this desk, with the desk's dice."""
        self._apply(self.root, self.orders if orders is None else orders, row, self.dice, self.log)

    def result(self) -> int:
        """-1 while the game runs, the winning seat, or 2 for a draw."""
        return int(self._result(self.root))

    def worth(self, seat: int) -> float:
        """How good the position is for a seat by the ruleset's estimate, 0 to 1."""
        return float(self.backend.bound(win_share)(self.root, seat))

    def order(self, row: int) -> Action:
        """One of `orders` as a plain row."""
        row_copy: Action = self.backend.to_object(self.orders.rows, row, Action)
        return row_copy


# ---------------------------------------------------------------- player
# What a computer player is: something that ranks the orders of a position.


Progress = Callable[[float], None]  # share of the thinking done, 0 to 1


class NothingToDecide(ValueError):
    """The seat owes no decision in this position."""


class PlayerFault(RuntimeError):
    """A player of one's own crashed, or gave what may not be given: its seat has lost the game."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"the player {name} {reason}")


@dataclass(frozen=True)
class Ranked:
    """One order with what the player expects of it: `value` is the chance to win, 0 to 1.

    `visits` says how much thought went into it (1 where that means nothing), `share` with what
    probability the player gives the order (None: it always gives its best).
    """

    order: Action
    text: str
    value: float
    visits: int = 1
    share: float | None = None


@dataclass
class Thought:
    """What a player made of a desk: rows of its `orders`, best first, and the value of the best.

    A player that mixes puts first what it drew, and says in `shares` how likely each order was.
    """

    rows: list[int]
    values: list[float]
    visits: list[int]
    shares: list[float] | None = None

    @property
    def expected(self) -> float:
        """What the player expects of the position: the value of its best order, or of its mixture."""
        if self.shares is None:
            return self.values[0]
        return sum(share * value for share, value in zip(self.shares, self.values, strict=True))


@runtime_checkable
class Player(Protocol):
    """A computer player. `name` is the text form that makes another like it."""

    name: str

    def begin(self, key: int) -> None:
        """Forget everything and take new dice of one's own: the start of a game in a match."""

    def think(
        self,
        desk: Searcher,
        seat: int,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> Thought:
        """Rank the orders of a seat. Leaves the position as it is and `desk.orders` filled."""


PlayerSpec = str | Callable[[Any], Any] | Player  # a text, a function of a decision, or a player


# ---------------------------------------------------------------- bot
# The players of the kernel: what they are made of, and the buffers that they think with.


NODES = {True: 400_000, False: 4_000}  # by whether it is compiled
EVEN = 0.5
BELOW = 64  # nodes that a playout may add, on average


GLANCE = {True: Care(48, 16), False: Care(40, 4)}  # where a search comes after it


@dataclass(frozen=True)
class Recipe:
    """What a player of the kernel is made of. `playouts` of a search: 0 while something else limits it.

    `overlooks` is the percentage of its orders that it does not see. `estimate` stands in the place of the
    ruleset's, None for that.
    """

    kind: PlayerKind
    playouts: int = 0
    overlooks: int = 0
    habits: Habits = field(default_factory=Habits)
    estimate: Estimate[Any] | None = None

    def room(self, compiled: bool) -> int:
        """Nodes for its tree."""
        most = NODES[compiled] if self.kind is PlayerKind.SEARCH else 1
        return min(most, ACTIONS + self.playouts * BELOW) if self.playouts else most

    def care(self, compiled: bool) -> Care:
        """How it weighs the first orders."""
        return GLANCE[compiled] if self.kind is PlayerKind.SEARCH else self.habits.care


class SearchBot:
    """What one player thinks with, in one form; used again for every decision."""

    def __init__(self, form: Interpreted, recipe: Recipe, key: int) -> None:
        self.form, self.recipe = form, recipe
        self.thinker = form.new(PlayerState)[0]
        self.tree = form.new(Node, recipe.room(form.compiled))
        self.worths = form.new(Worth, ACTIONS)
        self.scratch = form.state_buffer(2)
        self._write_record()
        self._weigh, self._think = form.bound(walk.weigh), form.bound(search.think)
        self._begin = form.bound(search.begin)
        self.restart(key)

    def _write_record(self) -> None:
        """Write the recipe into the record."""
        p, care = self.thinker, self.recipe.care(self.form.compiled)
        p.kind, p.playouts, p.overlooks = self.recipe.kind, self.recipe.playouts, self.recipe.overlooks
        p.tapes, p.throws = care.tapes, care.throws
        habits = self.recipe.habits
        p.search.patience, p.search.keen, p.search.rest = habits.patience, habits.keen, habits.rest
        p.search.cut, p.search.meant, p.search.idle = habits.cut, habits.meant, habits.idle

    def restart(self, key: int) -> None:
        """New dice."""
        reset_player(self.thinker, key)

    def weigh(self, desk: Searcher, seat: int, n: int) -> list[float]:
        """The expected worth of the first n of `desk.orders` one step ahead.

        What a single order is worth is only told: it costs no dice.
        """
        p, count = self.thinker, int(self.thinker.walk.dice.count)
        self._weigh(
            desk.root, self.scratch, seat, desk.orders, n, self.worths, int(p.tapes), int(p.throws), p.walk
        )
        if n == 1:
            p.walk.dice.count = count
        return [float(self.worths[i].value) for i in range(n)]

    def root(self, desk: Searcher, seat: int, n: int) -> None:
        """A new tree for a desk's position, with the first n of `desk.orders` to choose from."""
        self.weigh(desk, seat, n)
        self.thinker.search.seat = seat
        self._begin(self.tree, self.thinker.search, desk.orders, self.worths, n)

    def grow(self, desk: Searcher, count: int) -> None:
        """Some more descents."""
        self._think(desk.root, self.scratch, self.tree, self.thinker.search, count)

    def thought(self, desk: Searcher, count: int) -> Thought:
        """What the tree says of the first orders: the one visited most first, or the one that is drawn.

        Where several seats owe a decision, none must be able to foretell the other's.
        """
        nodes = [self.tree[i + 1] for i in range(count)]
        visits = [float(node.visits) - search.TRUST for node in nodes]
        means = [float(node.total) / float(node.visits) for node in nodes]
        first = search.best_row(self.tree, self.thinker.search, count)
        rows = sorted(range(count), key=lambda row: (row != first, -visits[row], -means[row]))
        search.trim(self.tree, self.thinker.search, count)
        mixed, shares = [float(node.mixed) for node in nodes], None
        if sum(mixed) > 0.0 and desk.several():
            first = search.sample_row(self.tree, self.thinker.search, count, self.thinker.choice)
            rows.sort(key=lambda row: (row != first, -mixed[row]))
            shares = [mixed[row] / sum(mixed) for row in rows]
        return Thought(rows, [means[row] for row in rows], [round(visits[row]) for row in rows], shares)


class KernelPlayer:
    """A player that the kernel knows: it can play whole games there."""

    def __init__(self, name: str, recipe: Recipe, seed: int) -> None:
        self.name, self.recipe = name, recipe
        self._key = seed
        self._mind: SearchBot | None = None

    def begin(self, key: int) -> None:
        """Take new dice."""
        self._key = key
        if self._mind:
            self._mind.restart(key)

    def bot(self, form: Interpreted) -> SearchBot:
        """What it thinks with in a form, made when that is first met."""
        estimate = self.recipe.estimate
        form = form if estimate is None else form.with_estimate(estimate)
        if self._mind is None or self._mind.form is not form:
            self._mind = SearchBot(form, self.recipe, self._key)
        return self._mind

    @property
    def is_timed(self) -> bool:
        """Whether it thinks for a time: such a game cannot be played again."""
        return self.recipe.kind is PlayerKind.SEARCH and not self.recipe.playouts

    @property
    def runs_in_kernel(self) -> bool:
        """Whether it can play whole games there: not by the clock."""
        return not self.is_timed

    def think(
        self,
        desk: Searcher,
        seat: int,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> Thought:
        """What it comes to of the orders that it does not overlook; only these stay in `desk.orders`."""
        count, mind = desk.legal(seat), self.bot(desk.backend)
        if count > 1:
            count = drop_overlooked(mind.thinker, desk.orders, count)
        return self.ponder(mind, desk, seat, count, progress, cancelled)

    def ponder(
        self,
        mind: SearchBot,
        desk: Searcher,
        seat: int,
        count: int,
        progress: Progress | None,
        cancelled: IsCancelled | None,
    ) -> Thought:
        """The first `count` of `desk.orders` as it judges them, the one that it gives first: any of them."""
        drawn = roll(mind.thinker.choice, count) - 1 if count > 1 else 0
        rows = [drawn, *(row for row in range(count) if row != drawn)]
        return Thought(rows, [EVEN] * count, [1] * count)
