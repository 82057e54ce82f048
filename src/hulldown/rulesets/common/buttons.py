"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from hulldown.kernel.actions import Action, Actions, make
from hulldown.kernel.engine import legal_actions
from hulldown.rulesets.api.words import OrderButton, Refusal
from hulldown.rulesets.common.pieces import NOBODY

S = TypeVar("S")
B = TypeVar("B", bound="Buttons[Any]")


@dataclass(frozen=True)
class Dress:
    """How the buttons of one group look; no two groups of a unit share a key."""

    group: str
    label: str
    icon: str
    key: str = ""


CONCEDE = Dress("concede", "Concede", "end")


class Buttons(ABC, Generic[S]):
    """The orders of one seat; what stands on their buttons is said by the ruleset that collects them.

    It names the functions of its own: `check`, `all_legal` (`legal` of its actions), `to_act`, `text` of an
    order, the `ids` of all units and what one `is_called`; of the orders in `plain` nothing is to be known.
    It says why an order is refused, and where `unit`, `target` and `place` differ from what stands here.
    """

    check: ClassVar[staticmethod[[Any, int, Action], int]]
    all_legal: ClassVar[staticmethod[[Any, int, Actions], int]]
    to_act: ClassVar[staticmethod[[Any], int]]
    text: ClassVar[staticmethod[[Any, Action], str]]
    ids: ClassVar[staticmethod[[Any], list[str]]]
    is_called: ClassVar[staticmethod[[Any, Any, int], str]]
    plain: ClassVar[Sequence[int]] = ()

    def __init__(self, s: S, seat: int, shelf: Any = None) -> None:
        self.s = s
        self.seat = seat
        self.shelf = shelf
        self.orders: list[OrderButton] = []

    @cached_property
    def legal(self) -> list[Action]:
        """The legal orders that the rules offer."""
        return legal_actions(self.all_legal, self.s, self.seat)

    @cached_property
    def _allowed(self) -> set[int]:
        """The legal orders again, each by what it is in memory: `legal` keeps them there."""
        return set(map(id, self.legal))

    def legal_of(self, verb: int, actor: int | None = None) -> list[Action]:
        """The legal orders of one kind, of one unit if one is named."""
        return [a for a in self.legal if a.verb == verb and actor in (None, a.actor)]

    def make(self, verb: int, actor: int = NOBODY, **fields: int) -> Action:
        """An order of this seat."""
        return make(self.seat, verb, actor, **fields)

    def worth_showing(self, choices: Sequence[Action]) -> Sequence[Action]:
        """The choices of one group; when all are refused for the same reason, one of them says so."""
        codes = {self.code(a) for a in choices}
        return choices[:1] if len(codes) == 1 and 0 not in codes else choices

    def allowed(self, choices: Sequence[Action]) -> Sequence[Action]:
        """The choices that may be given, or the first, to say why there is none."""
        return [a for a in choices if not self.code(a)] or choices[:1]

    @cached_property
    def names(self) -> list[str]:
        """The names of all units by number."""
        return self.ids(self.s)

    def name(self, unit: int) -> str:
        """The name of a unit, empty for none."""
        return self.names[unit] if unit != NOBODY else ""

    def full(self, unit: int) -> str:
        """A unit with what it is called."""
        return f"{self.names[unit]} {self.is_called(self.shelf, self.s, unit)}"

    def code(self, a: Action) -> int:
        """The first reason against an order, 0 for none. What the rules offer is not judged twice."""
        offered = "legal" in self.__dict__ and id(a) in self._allowed
        return 0 if offered else self.check(self.s, self.seat, a)

    @abstractmethod
    def reason(self, a: Action, code: int) -> Refusal | None:
        """A reason against an order in words."""

    def unit(self, a: Action) -> str:
        """The unit that an order is for."""
        return self.name(a.actor)

    def target(self, a: Action) -> str:
        """The unit that an order is aimed at."""
        return self.name(a.target)

    def place(self, a: Action, place: Any) -> str:
        """The place that an order names, or that is given for it."""
        return place or ""

    def put(
        self, a: Action, dress: Any, detail: str, random: bool = False, place: Any = None, **more: Any
    ) -> None:
        """One order as a button, with the reason if it is refused.

        `more` is what else an `OrderButton` says, also in place of what is said here.
        """
        if "refusal" not in more and (code := self.code(a)):
            more["refusal"] = self.reason(a, code)
        more = {
            "unit": self.unit(a),
            "target": self.target(a),
            "explained": a.verb not in self.plain,
            **more,
        }
        self.orders.append(
            OrderButton(
                text=self.text(self.s, a),
                group=dress.group,
                label=dress.label,
                detail=detail,
                icon=dress.icon,
                key=dress.key,
                random=random,
                place=self.place(a, place),
                **more,
            )
        )

    def spread(
        self, choices: Sequence[Action], dress: Any, detail: Callable[[Action], str], **more: Any
    ) -> None:
        """The choices of one group as buttons; what else `put` takes is a value, or is asked of each order.

        See `worth_showing`.
        """
        for a in self.worth_showing(choices):
            asked = {name: value(a) if callable(value) else value for name, value in more.items()}
            self.put(a, dress, detail(a), **asked)


def by_phase(
    kind: type[B], makers: Mapping[Any, Callable[[B], None]], concede: int, dress: Dress = CONCEDE
) -> Callable[[Any, Any, int], list[OrderButton]]:
    """What collects everything that a seat could choose now of what stands on a shelf, refused orders with
    their reason.

    `makers` has a maker of buttons for each phase but the last, in which nothing is left to choose; `concede`
    is the verb of giving up, `dress` its button.
    """

    def orders(shelf: Any, s: Any, seat: int) -> list[OrderButton]:
        maker = makers.get(s.phase)
        if maker is None or not kind.to_act(s) >> seat & 1:
            return []
        b = kind(s, seat, shelf)
        maker(b)
        b.put(b.make(concede), dress, "the other side wins")
        return b.orders

    return orders
