"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from functools import cached_property

from hulldown.kernel.actions import Action
from hulldown.rulesets.shared import buttons
from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.warstrike.actions import check, legal, to_act
from hulldown.rulesets.warstrike.actions.refusing import of_model
from hulldown.rulesets.warstrike.codes import NOBODY, Verb
from hulldown.rulesets.warstrike.naming import model_named, unit_ids, unit_name
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


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    text = staticmethod(action_text)
    ids = staticmethod(unit_ids)
    is_called = staticmethod(unit_name)
    plain = PLAIN

    @cached_property
    def enemies(self) -> list[int]:
        """The units of the other side that are left."""
        return [k for k in range(self.s.units) if self.s.unit[k].side != self.seat and lasts(self.s, k)]

    @cached_property
    def own(self) -> list[int]:
        """The units of this side that are left."""
        return [k for k in range(self.s.units) if self.s.unit[k].side == self.seat and lasts(self.s, k)]

    def model(self, m: int) -> str:
        """A model by its name and what it is: "B1.10 LMG team"."""
        return model_named(self.s, m)

    def unit(self, a: Action) -> str:
        """The unit that an order is for, also if it is one of its models'."""
        if a.actor == NOBODY:
            return ""
        return self.names[self.s.model[a.actor].unit if of_model(int(a.verb)) else a.actor]

    def put(self, a: Action, dress: Dress, detail: str, random: bool = False, place: str = "") -> None:
        """One order as a button, with the reason if it is refused."""
        code = self.code(a)
        self.add(
            a,
            dress,
            detail,
            unit=self.unit(a),
            target=self.names[a.target] if a.verb in AT_UNITS else "",
            place=place,
            random=random,
            refusal=refused(self.s, a, code) if code else None,
        )
