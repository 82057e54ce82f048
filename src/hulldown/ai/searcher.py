"""A position on a desk: where computer players think, in whichever form the rules are ready.

A desk holds one state with the buffers that the verbs need, plain or compiled. Players read and
try; the game itself is never here. A match plays whole games on one desk, without Python objects.
"""

from __future__ import annotations

from typing import Any

from hulldown.kernel import bindings
from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.batch import start_dice
from hulldown.kernel.dice import Dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.events import Log
from hulldown.kernel.records import blank
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.engines import engine


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
        self._to_act, self._legal = bound(bindings.to_act), bound(bindings.legal)
        self._apply, self._result = bound(bindings.apply), bound(bindings.result)

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
        self.backend.bound(bindings.conceal)(self.root, self._known.root, seat)
        return self._known

    def apply(self, row: int, orders: Any = None) -> None:
        """Carry out one of `orders`, by default those of this desk, with the desk's dice."""
        self._apply(self.root, self.orders if orders is None else orders, row, self.dice, self.log)

    def result(self) -> int:
        """-1 while the game runs, the winning seat, or 2 for a draw."""
        return int(self._result(self.root))

    def worth(self, seat: int) -> float:
        """How good the position is for a seat by the ruleset's estimate, 0 to 1."""
        return float(self.backend.bound(bindings.win_share)(self.root, seat))

    def order(self, row: int) -> Action:
        """One of `orders` as a plain row."""
        row_copy: Action = self.backend.to_object(self.orders.rows, row, Action)
        return row_copy
