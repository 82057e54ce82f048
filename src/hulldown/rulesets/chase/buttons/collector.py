"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.chase.actions import apply, check, legal, mask, to_act
from hulldown.rulesets.chase.codes import NOBODY, Verb
from hulldown.rulesets.chase.naming import tank_id
from hulldown.rulesets.chase.refusals import refusal_for
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.text import action_text
from hulldown.rulesets.common import buttons
from hulldown.rulesets.common.buttons import Dress
from hulldown.rulesets.common.dicing import OFF

PLAIN = (Verb.SURRENDER, Verb.JOIN)  # nothing stands behind these but what the button says


def throws(s: State, a: Action) -> bool:
    """Whether dice fall once a legal decision is taken, as far as its seat can know; after a secret order
    they do as soon as all have ordered.
    """
    if a.verb == Verb.ORDER:
        return True
    tried, d = copy(s), new_dice(0)
    mask(tried, a.seat)
    apply(tried, a, d, OFF)
    return d.count > 0


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    text = staticmethod(action_text)
    plain = PLAIN

    def name(self, unit: int) -> str:
        return tank_id(self.s, unit) if unit != NOBODY else ""

    def put(self, a: Action, dress: Dress, detail: str, at: int = NOBODY) -> None:
        """One decision as a button, with the reason if it is refused; `at` is a tank to be clicked for it."""
        why = refusal_for(self.s, self.seat, a)
        random = why is None and a.verb != Verb.SURRENDER and throws(self.s, a)
        self.add(a, dress, detail, unit=self.name(a.actor), target=self.name(at), random=random, refusal=why)
