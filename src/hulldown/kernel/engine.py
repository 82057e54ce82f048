"""Room for the orders on offer and for what an order writes, one of each kept in every thread.

Such a buffer is filled in microseconds and made in milliseconds, and weighs as much as a game. What is read
stands until the next question of the same thread, so it is copied out at once.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hulldown.kernel import jit
from hulldown.kernel.actions import Action, Actions, Log, forget, listen
from hulldown.kernel.batch import Apply, Legal, Mask, Result, ToAct
from hulldown.kernel.dice import Dice
from hulldown.kernel.house_rules import has_house_rules
from hulldown.kernel.jit import S, assign, generic
from hulldown.kernel.linking import link
from hulldown.kernel.records import array, blank, copy, pack, unpack
from hulldown.kernel.walk import Estimate, worth


class _Buffers(threading.local):
    """The buffers of a thread."""

    def __init__(self) -> None:
        self.orders, self.log = blank(Actions), blank(Log)
        listen(self.log)


_BUFFERS = _Buffers()


def legal_actions(legal: Callable[..., int], s: Any, seat: int) -> list[Action]:
    """The orders that `legal` offers a seat, each a row of its own."""
    buffer = _BUFFERS.orders
    return [copy(row) for row in buffer.rows[: legal(s, seat, buffer)]]


def fresh_log() -> Log:
    """The log of this thread, empty and on: only to be read until the next order is carried out."""
    forget(_BUFFERS.log)
    return _BUFFERS.log


# ---------------------------------------------------------------- bindings
# One verb at a time, on a buffer of one state: how Python plays a game in either form.
#
# The verbs come as function pointers, as searchers take them, so that nothing is compiled twice.


@generic
def to_act(to_act: ToAct[S], root: list[S]) -> int:
    """The seats that owe a decision, as bits."""
    return to_act(root[0])


@generic
def legal(legal: Legal[S], root: list[S], seat: int, m: Actions) -> int:
    """Fill m with a seat's legal orders; how many there are."""
    return legal(root[0], seat, m)


@generic
def apply(apply: Apply[S], root: list[S], m: Actions, row: int, d: Dice, e: Log) -> None:
    """Carry out one of the orders in m."""
    apply(root[0], m.rows[row], d, e)


@generic
def result(result: Result[S], root: list[S]) -> int:
    """-1 while the game runs, the winning seat, or 2 for a draw."""
    return result(root[0])


@generic
def win_share(estimate: Estimate[S], root: list[S], seat: int) -> float:
    """How good a position is for a seat, 0 to 1."""
    return worth(estimate, root[0], seat)


@generic
def nothing_hidden(s: S, seat: int) -> None:
    """The veil of a ruleset without secrets: every seat may know all of a position."""
    return


@generic
def conceal(mask: Mask[S], root: list[S], known: list[S], seat: int) -> None:
    """Make known[0] what a seat knows of root[0]."""
    assign(known, 0, root, 0)
    mask(known[0], seat)


# ---------------------------------------------------------------- engine
# An engine: one ruleset's verbs with the searchers bound to them, in two forms.
#
# The plain form answers interpreted from the first moment. Once `load` has run, `backend` is the compiled
# one. A caller takes `backend` once per job and asks it for searchers and for buffers, so that both always
# match.


Progress = Callable[[int, int, str], None]
Verbs = dict[str, Callable[..., Any]]
Types = Mapping[Any, Any]
NO_TYPES: Types = {}
EACH_ESTIMATE = ("first_estimate", "second_estimate")  # what either seat's player of a match judges by


class Interpreted:
    """Searchers interpreted, on plain objects. With `features` they are for states that have some, too."""

    compiled = False

    def __init__(self, state: type[Any], verbs: Verbs, features: bool = True) -> None:
        self.state, self.features = state, features
        self.verbs = {name: verbs["estimate"] for name in EACH_ESTIMATE} | verbs
        self._bound: dict[Any, Callable[..., Any]] = {}
        self._others: dict[Any, Interpreted] = {}

    def with_estimate(self, estimate: Callable[..., Any]) -> Interpreted:
        """The same form with another estimate in the place of the ruleset's."""
        return self._with(estimate=estimate, **dict.fromkeys(EACH_ESTIMATE, estimate))

    def with_estimates(
        self, first: Callable[..., Any] | None, second: Callable[..., Any] | None
    ) -> Interpreted:
        """The same form where each seat's player judges by an estimate of its own; None for this form's."""
        own = self.verbs["estimate"]
        return self._with(**dict(zip(EACH_ESTIMATE, (first or own, second or own), strict=True)))

    def with_verbs(self, verbs: Verbs) -> Interpreted:
        """The same form for searchers that take more verbs than these."""
        return self._with(**verbs)

    def _with(self, **verbs: Callable[..., Any]) -> Interpreted:
        """The same form with other verbs, made once."""
        if all(self.verbs.get(name) is verb for name, verb in verbs.items()):
            return self
        key = frozenset(verbs.items())
        if key not in self._others:
            self._others[key] = type(self)(self.state, {**self.verbs, **verbs}, self.features)
        return self._others[key]

    def bound(self, searcher: Callable[..., Any], types: Types = NO_TYPES) -> Callable[..., Any]:
        """A searcher with this ruleset's verbs already given; `types` is what other type variables than `S`
        mean.
        """
        key = searcher, frozenset(types.items())
        if key not in self._bound:
            self._bound[key] = self._bind(searcher, types)
        return self._bound[key]

    def _bind(self, searcher: Callable[..., Any], types: Types) -> Callable[..., Any]:
        return jit.bind_plain(searcher, **self.verbs)

    def linked(self, searcher: Callable[..., Any], types: Types = NO_TYPES) -> Callable[..., Any]:
        """The same, faster to call: it knows the verbs by name."""
        return self.bound(searcher, types)

    def to_buffer(self, s: Any, count: int = 1) -> Any:
        """Room for `count` states, the first a copy of a plain state."""
        return [copy(s)] + [blank(self.state) for _ in range(count - 1)]

    def new(self, cls: type[Any], count: int = 1) -> Any:
        """Zeroed records."""
        return [blank(cls) for _ in range(count)]

    def state_buffer(self, count: int) -> Any:
        """Room for states, to be written by `assign` before they are read."""
        return [None] * count

    def rows(self, values: Sequence[Any]) -> Any:
        """Plain objects of one record class, as a buffer."""
        return [copy(v) for v in values]

    def copy_row(self, rows: Any, i: int) -> Any:
        """A copy of one row, as a buffer of one."""
        return [copy(rows[i])]

    def to_object(self, rows: Any, i: int, cls: type[Any]) -> Any:
        """One row as a plain object of its own."""
        return copy(rows[i])

    def key(self, rows: Any, i: int) -> bytes:
        """The bytes of one row: equal states have equal keys."""
        return bytes(pack(rows[i]).tobytes())


class Compiled(Interpreted):
    """Searchers compiled, on NumPy records."""

    compiled = True

    def _bind(self, searcher: Callable[..., Any], types: Types) -> Callable[..., Any]:
        return jit.bind(searcher, {jit.S: self.state, **types}, self.features, **self.verbs)

    def linked(self, searcher: Callable[..., Any], types: Types = NO_TYPES) -> Callable[..., Any]:
        return link(searcher, {jit.S: self.state, **types}, self.features, **self.verbs)

    def to_buffer(self, s: Any, count: int = 1) -> Any:
        if not self.features and has_house_rules(s):
            raise ValueError("a state under house rules needs the engine of its ruleset under its pack")
        rows = array(self.state, count)
        rows[0] = pack(s)[0]
        return rows

    def new(self, cls: type[Any], count: int = 1) -> Any:
        return array(cls, count)

    def state_buffer(self, count: int) -> Any:
        return array(self.state, count)

    def rows(self, values: Sequence[Any]) -> Any:
        return np.concatenate([pack(v) for v in values])

    def copy_row(self, rows: Any, i: int) -> Any:
        return rows[i : i + 1].copy()

    def to_object(self, rows: Any, i: int, cls: type[Any]) -> Any:
        return unpack(rows[i], cls)

    def key(self, rows: Any, i: int) -> bytes:
        return bytes(rows[i : i + 1].tobytes())


class Engine:
    """The verbs of a ruleset, by the names searchers take them, over its state record."""

    def __init__(self, state: type[Any], verbs: Verbs, features: bool = True) -> None:
        self.verbs = verbs
        self.backend: Interpreted = Interpreted(state, verbs, features)
        self._fast = Compiled(state, verbs, features)
        self._loading = threading.Lock()

    @property
    def compiled(self) -> Interpreted:
        """The compiled form, whether or not everything of it is loaded: each searcher is built when asked."""
        return self._fast

    def load(self, searchers: list[Callable[..., Any]], progress: Progress | None = None) -> None:
        """Build the compiled twins, or load them from the cache, then switch over.

        `progress(done, total, name)` is called before each rule that has to be built and at the end.
        """
        with self._loading, self._report_progress(searchers, progress):
            for searcher in searchers:
                self._fast.bound(searcher)
            self.backend = self._fast

    @contextlib.contextmanager
    def _report_progress(
        self, searchers: list[Callable[..., Any]], progress: Progress | None
    ) -> Iterator[None]:
        """Have progress counted while the twins are built."""
        if progress is None:
            yield
            return
        total = len(jit.closure_of(*self.verbs.values(), *searchers))
        seen: set[str] = set()

        def tell(name: str) -> None:
            progress(min(len(seen), total - 1), total, name)
            seen.add(name)

        with jit.listening(tell):
            yield
        progress(total, total, "")
