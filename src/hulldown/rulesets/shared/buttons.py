"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from hulldown.kernel.actions import Action, Actions, make
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.face.words import Order

S = TypeVar("S")
NOBODY = -1
BUFFER = threading.local()  # filling a buffer is quick, making one takes milliseconds


@dataclass(frozen=True)
class Dress:
    """How the buttons of one group look; no two groups of a unit share a key."""

    group: str
    label: str
    icon: str
    key: str = ""


class Collected(ABC, Generic[S]):
    """The orders of one seat; what stands on their buttons is said by the ruleset that collects them."""

    def __init__(self, s: S, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.orders: list[Order] = []

    @abstractmethod
    def code(self, a: Action) -> int:
        """The first reason against an order, 0 for none."""

    @abstractmethod
    def list_legal(self, m: Actions) -> int:
        """Write the legal orders of the seat, as they are offered to computer players too; how many."""

    @cached_property
    def legal(self) -> list[Action]:
        """The legal orders that the rules offer."""
        if not hasattr(BUFFER, "orders"):
            BUFFER.orders = blank(Actions)
        m = BUFFER.orders
        return [copy(m.rows[i]) for i in range(self.list_legal(m))]

    def offered(self, verb: int, actor: int | None = None) -> list[Action]:
        """The legal orders of one kind, of one unit if one is named."""
        return [a for a in self.legal if a.verb == verb and actor in (None, a.actor)]

    def make(self, verb: int, actor: int = NOBODY, **fields: int) -> Action:
        """An order of this seat."""
        return make(self.seat, verb, actor, **fields)

    def worth_showing(self, choices: Sequence[Action]) -> Sequence[Action]:
        """The choices of one group; when all are refused for the same reason, one of them says so."""
        codes = {self.code(a) for a in choices}
        return choices[:1] if len(codes) == 1 and 0 not in codes else choices
