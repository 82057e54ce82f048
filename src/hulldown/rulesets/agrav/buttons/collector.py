"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.rulesets.agrav.actions import check, legal, to_act
from hulldown.rulesets.agrav.codes import NOBODY, Verb
from hulldown.rulesets.agrav.naming import place_id, tile_name, unit_ids, unit_name
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.text import action_text
from hulldown.rulesets.agrav.vocabulary import refusal
from hulldown.rulesets.api.words import Amount
from hulldown.rulesets.common import buttons

# Nothing is to be known of these beforehand.
PLAIN = (Verb.TURN, Verb.REPOSITION, Verb.DEPLOY, Verb.ROLL, Verb.FIRST, Verb.END, Verb.CONCEDE)
AT_THINGS = (Verb.SHOOT, Verb.CHARGE, Verb.RAM_BARRICADE)  # their place is a section, no tile


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    text = staticmethod(action_text)
    ids = staticmethod(unit_ids)
    is_called = staticmethod(unit_name)
    plain = PLAIN

    def __init__(self, s: State, seat: int) -> None:
        super().__init__(s, seat)
        self.views: dict[int, frozenset[int]] = {}  # sections and barricades that each unit sees

    def put(
        self,
        a: Action,
        dress: buttons.Dress,
        detail: str,
        cost: int = 0,
        random: bool = False,
        tile: int = NOBODY,
        amount: Amount | None = None,
        facing: int | None = None,
        ring: str = "hull",
    ) -> None:
        """One order as a button, with the reason if it is refused; `tile` is where it points on the map, and
        `facing` where the hull, or what the ring is named after, looks after an order that only turns it.

        What is done to a structure or barricade points at that itself, by its name.
        """
        code = self.code(a)
        thing = place_id(a.place) if a.verb in AT_THINGS and a.place != NOBODY else ""
        aimed = NOBODY if a.verb == Verb.SMOKE else a.target  # the other tiles of smoke are no units
        self.add(
            a,
            dress,
            detail,
            cost=cost,
            unit=self.name(a.actor),
            target=thing or self.name(aimed),
            place=tile_name(tile) if tile != NOBODY else "",
            random=random,
            refusal=refusal(self.s.options, code) if code else None,
            amount=amount,
            ring="" if facing is None else ring,
            facing=facing,
        )
