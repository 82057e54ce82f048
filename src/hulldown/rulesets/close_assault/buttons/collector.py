"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from functools import cached_property

from hulldown.kernel.actions import Action
from hulldown.rulesets.close_assault.actions import check, legal, to_act
from hulldown.rulesets.close_assault.actions.refusing import by_models
from hulldown.rulesets.close_assault.codes import NOBODY, Verb
from hulldown.rulesets.close_assault.hits import survivors
from hulldown.rulesets.close_assault.naming import detachment_names, model_name, unit_name
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.text import action_text
from hulldown.rulesets.common import buttons
from hulldown.rulesets.common.buttons import Dress

# Nothing is to be known of these beforehand.
PLAIN = (Verb.ACTIVATE, Verb.BACK, Verb.HOLD, Verb.CEASE, Verb.SPARE, Verb.PLACE, Verb.FORM, Verb.CONCEDE)
AT_MODELS = (Verb.ENCIRCLE, Verb.PAIR)  # their target is a model
AT_DETACHMENTS = (Verb.DEFEND, Verb.MANOEUVRE, Verb.SHOCK, Verb.FIRE)


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    text = staticmethod(action_text)
    ids = staticmethod(detachment_names)
    is_called = staticmethod(unit_name)
    plain = PLAIN

    @cached_property
    def enemies(self) -> list[int]:
        """The detachments of the other side that are left."""
        return [k for k in self.others(1 - self.seat) if survivors(self.s, k)]

    @cached_property
    def own(self) -> list[int]:
        """The detachments of this side that are left."""
        return [k for k in self.others(self.seat) if survivors(self.s, k)]

    def others(self, side: int) -> list[int]:
        """The detachments of a side."""
        return [k for k in range(self.s.detachments) if self.s.detachment[k].side == side]

    def unit(self, a: Action) -> str:
        """The detachment that an order is for, also if it is one of its models'."""
        if a.actor == NOBODY:
            return ""
        k = int(self.s.model[a.actor].detachment) if by_models(int(a.verb)) else int(a.actor)
        return self.names[k] if self.s.detachment[k].side == self.seat else ""

    def target(self, a: Action) -> str:
        """The detachment that an order is aimed at; of a Fight the model."""
        if a.target == NOBODY or a.verb not in (*AT_MODELS, *AT_DETACHMENTS):
            return ""
        if a.verb == Verb.PAIR:
            return model_name(self.s, int(a.target))
        return self.names[self.s.model[a.target].detachment if a.verb in AT_MODELS else a.target]

    def put(self, a: Action, dress: Dress, detail: str, random: bool = False, place: str = "") -> None:
        """One order as a button, with the reason if it is refused."""
        code = self.code(a)
        self.add(
            a,
            dress,
            detail,
            unit=self.unit(a),
            target=self.target(a),
            place=place,
            random=random,
            refusal=Why.refusal(code) if code else None,
        )
