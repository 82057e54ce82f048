"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.chase.actions import apply, check, legal, veil
from hulldown.rulesets.chase.codes import NOBODY, Verb
from hulldown.rulesets.chase.naming import tank_id
from hulldown.rulesets.chase.refusals import refused
from hulldown.rulesets.chase.state import State
from hulldown.rulesets.chase.text import action_text
from hulldown.rulesets.face.words import Order
from hulldown.rulesets.shared.buttons import Collected, Dress
from hulldown.rulesets.shared.dicing import OFF

PLAIN = (Verb.SURRENDER, Verb.JOIN)  # nothing stands behind these but what the button says


def throws(s: State, a: Action) -> bool:
    """Whether dice fall once a legal decision is taken, as far as its seat can know; after a secret order
    they do as soon as all have ordered.
    """
    if a.verb == Verb.ORDER:
        return True
    tried, d = copy(s), new_dice(0)
    veil(tried, a.seat)
    apply(tried, a, d, OFF)
    return d.count > 0


class Buttons(Collected[State]):
    """Collects the orders of one seat."""

    def code(self, a: Action) -> int:
        return check(self.s, self.seat, a)

    def list_legal(self, m: Actions) -> int:
        return legal(self.s, self.seat, m)

    def put(self, a: Action, dress: Dress, detail: str, at: int = NOBODY) -> None:
        """One decision as a button, with the reason if it is refused; `at` is a tank to be clicked for it."""
        why = refused(self.s, self.seat, a)
        self.orders.append(
            Order(
                text=action_text(self.s, a),
                group=dress.group,
                label=dress.label,
                detail=detail,
                icon=dress.icon,
                key=dress.key,
                unit=tank_id(self.s, a.actor) if a.actor != NOBODY else "",
                target=tank_id(self.s, at) if at != NOBODY else "",
                random=why is None and a.verb != Verb.SURRENDER and throws(self.s, a),
                explained=a.verb not in PLAIN,
                refusal=why,
            )
        )
