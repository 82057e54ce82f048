"""An engine: one ruleset's verbs with the searchers bound to them, in two forms.

The plain form answers interpreted from the first moment. Once `load` has run, `backend` is the
compiled one. A caller takes `backend` once per job and asks it for searchers and for buffers, so
that both always match.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from hulldown.kernel import jit
from hulldown.kernel.records import array, blank, copy, pack, unpack

Progress = Callable[[int, int, str], None]
Verbs = dict[str, Callable[..., Any]]
EACH_ESTIMATE = ("first_estimate", "second_estimate")  # what either seat's player of a match judges by


class Interpreted:
    """Searchers interpreted, on plain objects."""

    compiled = False

    def __init__(self, state: type[Any], verbs: Verbs) -> None:
        self.state = state
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

    def _with(self, **verbs: Callable[..., Any]) -> Interpreted:
        """The same form with other verbs, made once."""
        if all(self.verbs[name] is verb for name, verb in verbs.items()):
            return self
        key = frozenset(verbs.items())
        if key not in self._others:
            self._others[key] = type(self)(self.state, {**self.verbs, **verbs})
        return self._others[key]

    def bound(self, searcher: Callable[..., Any]) -> Callable[..., Any]:
        """A searcher with this ruleset's verbs already given."""
        if searcher not in self._bound:
            self._bound[searcher] = self._bind(searcher)
        return self._bound[searcher]

    def _bind(self, searcher: Callable[..., Any]) -> Callable[..., Any]:
        return jit.bind_plain(searcher, **self.verbs)

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

    def _bind(self, searcher: Callable[..., Any]) -> Callable[..., Any]:
        return jit.bind(searcher, {jit.S: self.state}, **self.verbs)

    def to_buffer(self, s: Any, count: int = 1) -> Any:
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

    def __init__(self, state: type[Any], verbs: Verbs) -> None:
        self.verbs = verbs
        self.backend: Interpreted = Interpreted(state, verbs)
        self._fast = Compiled(state, verbs)
        self._loading = threading.Lock()

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
