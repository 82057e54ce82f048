"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hulldown.kernel.actions import Action, Actions, make
from hulldown.kernel.hexes import name_of, step
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.tank_commander.actions import check, legal
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Verb
from hulldown.rulesets.tank_commander.naming import unit_ids
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import on_board
from hulldown.rulesets.tank_commander.text import action_text
from hulldown.rulesets.words import Order, Refusal

EXPLAINED = (Verb.STRIKE, Verb.MINE, Verb.FLARE, Verb.MOUNT)  # no die now, but something to know beforehand
BUFFER = threading.local()  # filling a buffer is quick, making one takes milliseconds


def legal_rows(s: State, seat: int) -> list[Action]:
    """The legal orders of a seat, as they are offered to computer players too."""
    if not hasattr(BUFFER, "orders"):
        BUFFER.orders = blank(Actions)
    m = BUFFER.orders
    return [copy(m.rows[i]) for i in range(legal(s, seat, m))]


def beside(s: State, cell: int, first: int = 0) -> list[int]:
    """The hexes of the board beside a cell, clockwise from a direction."""
    around = (step(cell, (first + turned) % 6) for turned in range(6))
    return [there for there in around if on_board(s, there)]


@dataclass(frozen=True)
class Dress:
    """How the buttons of one group look; no two groups of a unit share a key."""

    group: str
    label: str
    icon: str
    key: str
    cost: int = 1


class Buttons:
    """Collects the orders of one seat."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.orders: list[Order] = []
        self.names = unit_ids(s)

    @cached_property
    def legal(self) -> list[Action]:
        """The legal orders that the rules offer."""
        return legal_rows(self.s, self.seat)

    def offered(self, verb: Verb) -> list[Action]:
        """The legal orders of one kind."""
        return [a for a in self.legal if a.verb == verb]

    def make(self, verb: Verb, u: int = NOBODY, **fields: int) -> Action:
        """An order of this seat."""
        return make(self.seat, verb, u, **fields)

    def name(self, u: int) -> str:
        """The name of a unit, empty for none."""
        return self.names[u] if u != NOBODY else ""

    def refused(self, a: Action) -> Refusal | None:
        """Why an order cannot be given, if so."""
        code = check(self.s, self.seat, a)
        kind = Kind(self.s.units[a.actor].kind) if a.actor != NOBODY else None
        return refusal(code, Verb(a.verb), kind) if code else None

    def put(self, a: Action, dress: Dress, detail: str, random: bool = False, place: int = NOBODY) -> None:
        """One order as a button, with the reason if it is refused; `place` where the order names none."""
        self.show(a, dress, detail, self.refused(a), random, place)

    def show(
        self,
        a: Action,
        dress: Dress,
        detail: str,
        refused: Refusal | None = None,
        random: bool = False,
        place: int = NOBODY,
    ) -> None:
        """One order as a button that is known to be legal, or why it is not."""
        place = a.place if a.place != NOBODY else place
        self.orders.append(
            Order(
                text=action_text(self.s, a),
                group=dress.group,
                label=dress.label,
                detail=detail,
                icon=dress.icon,
                key=dress.key,
                cost=dress.cost,
                unit=self.name(a.actor),
                target=self.name(a.target),
                place=name_of(place) if place != NOBODY else "",
                random=random,
                explained=random or a.verb in EXPLAINED,
                refusal=refused,
            )
        )

    def spread(
        self,
        choices: Sequence[Action],
        dress: Dress,
        detail: Callable[[Action], str],
        random: Callable[[Action], bool] = lambda a: False,
        place: Callable[[Action], int] = lambda a: NOBODY,
    ) -> None:
        """The choices of one group; when all are refused for the same reason, one of them says so."""
        codes = {check(self.s, self.seat, a) for a in choices}
        for a in choices[:1] if len(codes) == 1 and 0 not in codes else choices:
            self.put(a, dress, detail(a), random(a), place(a))
