"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from hulldown.kernel.actions import Action, Actions
from hulldown.rulesets.face.words import Order
from hulldown.rulesets.shared.buttons import Collected, Dress
from hulldown.rulesets.warstrike.actions import check, legal
from hulldown.rulesets.warstrike.actions.refusing import of_model
from hulldown.rulesets.warstrike.codes import NOBODY, Verb
from hulldown.rulesets.warstrike.naming import model_id, model_name, unit_ids, unit_name
from hulldown.rulesets.warstrike.refusals import refused
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.text import action_text

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


class Buttons(Collected[State]):
    """Collects the orders of one seat."""

    def __init__(self, s: State, seat: int) -> None:
        super().__init__(s, seat)
        self.names = unit_ids(s)

    @cached_property
    def enemies(self) -> list[int]:
        """The units of the other side that are left."""
        return [k for k in range(self.s.units) if self.s.unit[k].side != self.seat and lasts(self.s, k)]

    @cached_property
    def own(self) -> list[int]:
        """The units of this side that are left."""
        return [k for k in range(self.s.units) if self.s.unit[k].side == self.seat and lasts(self.s, k)]

    def full(self, k: int) -> str:
        """A unit with what it is called."""
        return f"{self.names[k]} {unit_name(self.s, k)}"

    def model(self, m: int) -> str:
        """A model by its name and what it is: "B1.10 LMG team"."""
        return f"{model_id(self.s, m)} {model_name(self.s, m)}"

    def code(self, a: Action) -> int:
        return check(self.s, self.seat, a)

    def list_legal(self, m: Actions) -> int:
        return legal(self.s, self.seat, m)

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
        """The choices of one group as buttons; see `worth_showing`."""
        for a in self.worth_showing(choices):
            self.put(a, dress, detail(a), random)
