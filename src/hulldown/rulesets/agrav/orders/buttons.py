"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hulldown.kernel.actions import Action, Actions, make, same
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.agrav.actions import check, legal
from hulldown.rulesets.agrav.codes import NOBODY, Verb
from hulldown.rulesets.agrav.naming import place_id, tile_name, unit_ids
from hulldown.rulesets.agrav.refusals import refusal
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.text import action_text
from hulldown.rulesets.words import Order

# Nothing is to be known of these beforehand.
PLAIN = (Verb.TURN, Verb.REPOSITION, Verb.DEPLOY, Verb.ROLL, Verb.FIRST, Verb.END, Verb.CONCEDE)
AT_THINGS = (Verb.SHOOT, Verb.CHARGE, Verb.RAM_BARRICADE)  # their place is a section, no tile
BUFFER = threading.local()  # filling a buffer is quick, making one takes milliseconds


@dataclass(frozen=True)
class Dress:
    """How the buttons of one group look; no two groups of a unit share a key."""

    group: str
    label: str
    icon: str
    key: str = ""


def legal_rows(s: State, seat: int) -> list[Action]:
    """The legal orders of a seat, as they are offered to computer players too."""
    if not hasattr(BUFFER, "orders"):
        BUFFER.orders = blank(Actions)
    m = BUFFER.orders
    return [copy(m.rows[i]) for i in range(legal(s, seat, m))]


class Buttons:
    """Collects the orders of one seat."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.orders: list[Order] = []
        self.names = unit_ids(s)
        self.views: dict[int, frozenset[int]] = {}  # sections and barricades that each unit sees

    @cached_property
    def legal(self) -> list[Action]:
        """The legal orders that the rules offer."""
        return legal_rows(self.s, self.seat)

    def offered(self, verb: Verb, u: int) -> list[Action]:
        """The legal orders of one kind that a unit is offered."""
        return [a for a in self.legal if a.verb == verb and a.actor == u]

    def make(self, verb: Verb, u: int = NOBODY, **fields: int) -> Action:
        """An order of this seat."""
        return make(self.seat, verb, u, **fields)

    def name(self, u: int) -> str:
        """The name of a unit, empty for none."""
        return self.names[u] if u != NOBODY else ""

    def code(self, a: Action) -> int:
        """The first reason against an order, 0 for none."""
        return check(self.s, self.seat, a)

    def put(
        self,
        a: Action,
        dress: Dress,
        detail: str,
        cost: int = 0,
        random: bool = False,
        tile: int = NOBODY,
    ) -> None:
        """One order as a button, with the reason if it is refused; `tile` is where it points on the map.

        What is done to a structure or barricade points at that itself, by its name.
        """
        code = self.code(a)
        thing = place_id(a.place) if a.verb in AT_THINGS and a.place != NOBODY else ""
        aimed = NOBODY if a.verb == Verb.SMOKE else a.target  # the other tiles of smoke are no units
        self.orders.append(
            Order(
                text=action_text(self.s, a),
                group=dress.group,
                label=dress.label,
                detail=detail,
                icon=dress.icon,
                key=dress.key,
                cost=cost,
                unit=self.name(a.actor),
                target=thing or self.name(aimed),
                place=tile_name(tile) if tile != NOBODY else "",
                random=random,
                explained=a.verb not in PLAIN,
                refusal=refusal(code) if code else None,
            )
        )

    def spread(
        self,
        choices: Sequence[Action],
        dress: Dress,
        detail: Callable[[Action], str],
        cost: Callable[[Action], int] = lambda a: 0,
        random: Callable[[Action], bool] = lambda a: False,
        tile: Callable[[Action], int] = lambda a: NOBODY,
    ) -> None:
        """The choices of one group; when all are refused for the same reason, one of them says so."""
        codes = {self.code(a) for a in choices}
        for a in choices[:1] if len(codes) == 1 and 0 not in codes else choices:
            self.put(a, dress, detail(a), cost(a), random(a), tile(a))


def distinct(choices: Sequence[Action]) -> list[Action]:
    """Orders, each once, in the order in which they first stand."""
    found: list[Action] = []
    for a in choices:
        if not any(same(a, other) for other in found):
            found.append(a)
    return found
