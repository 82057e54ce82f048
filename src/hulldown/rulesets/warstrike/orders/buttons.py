"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hulldown.kernel.actions import Action, Actions, make
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.warstrike.actions import check, legal
from hulldown.rulesets.warstrike.actions.refusing import of_model
from hulldown.rulesets.warstrike.codes import NOBODY, Verb
from hulldown.rulesets.warstrike.naming import model_id, model_name, unit_ids, unit_name
from hulldown.rulesets.warstrike.refusals import refused
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.text import action_text
from hulldown.rulesets.words import Order

# Nothing is to be known of these beforehand.
PLAIN = (
    Verb.PLACE,
    Verb.STAY,
    Verb.BACK,
    Verb.ARM,
    Verb.HOLD,
    Verb.FORM,
    Verb.CONCEDE,
    Verb.ROLL,
)
AT_UNITS = (Verb.FIRE, Verb.AIM)
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

    @cached_property
    def legal(self) -> list[Action]:
        """The legal orders that the rules offer."""
        return legal_rows(self.s, self.seat)

    @cached_property
    def enemies(self) -> list[int]:
        """The units of the other side that are left."""
        return [k for k in range(self.s.units) if self.s.unit[k].side != self.seat and lasts(self.s, k)]

    @cached_property
    def own(self) -> list[int]:
        """The units of this side that are left."""
        return [k for k in range(self.s.units) if self.s.unit[k].side == self.seat and lasts(self.s, k)]

    def offered(self, verb: Verb) -> list[Action]:
        """The legal orders of one kind that the rules offer."""
        return [a for a in self.legal if a.verb == verb]

    def make(self, verb: Verb, actor: int = NOBODY, **fields: int) -> Action:
        """An order of this seat."""
        return make(self.seat, verb, actor, **fields)

    def full(self, k: int) -> str:
        """A unit with what it is called."""
        return f"{self.names[k]} {unit_name(self.s, k)}"

    def model(self, m: int) -> str:
        """A model by its name and what it is: "B1.10 LMG team"."""
        return f"{model_id(self.s, m)} {model_name(self.s, m)}"

    def code(self, a: Action) -> int:
        """The first reason against an order, 0 for none."""
        return check(self.s, self.seat, a)

    def unit(self, a: Action) -> str:
        """The unit that an order is for, also if it is one of its models'."""
        if a.actor == NOBODY:
            return ""
        return self.names[self.s.model[a.actor].unit if of_model(int(a.verb)) else a.actor]

    def put(self, a: Action, dress: Dress, detail: str, random: bool = False, place: str = "") -> None:
        """One order as a button, with the reason if it is refused."""
        code = self.code(a)
        self.orders.append(
            Order(
                text=action_text(self.s, a),
                group=dress.group,
                label=dress.label,
                detail=detail,
                icon=dress.icon,
                key=dress.key,
                unit=self.unit(a),
                target=self.names[a.target] if a.verb in AT_UNITS else "",
                place=place,
                random=random,
                explained=a.verb not in PLAIN,
                refusal=refused(self.s, a, code) if code else None,
            )
        )

    def spread(
        self, choices: Sequence[Action], dress: Dress, detail: Callable[[Action], str], random: bool = False
    ) -> None:
        """The choices of one group; when all are refused for the same reason, one of them says so."""
        codes = {self.code(a) for a in choices}
        for a in choices[:1] if len(codes) == 1 and 0 not in codes else choices:
            self.put(a, dress, detail(a), random)
