"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hulldown.kernel.actions import Action, Actions
from hulldown.rulesets.agrav.actions import check, legal
from hulldown.rulesets.agrav.codes import NOBODY, Verb
from hulldown.rulesets.agrav.naming import place_id, tile_name, unit_ids
from hulldown.rulesets.agrav.refusals import refusal
from hulldown.rulesets.agrav.state import State
from hulldown.rulesets.agrav.text import action_text
from hulldown.rulesets.face.words import Amount, Order
from hulldown.rulesets.shared.buttons import Collected, Dress

# Nothing is to be known of these beforehand.
PLAIN = (Verb.TURN, Verb.REPOSITION, Verb.DEPLOY, Verb.ROLL, Verb.FIRST, Verb.END, Verb.CONCEDE)
AT_THINGS = (Verb.SHOOT, Verb.CHARGE, Verb.RAM_BARRICADE)  # their place is a section, no tile


class Buttons(Collected[State]):
    """Collects the orders of one seat."""

    def __init__(self, s: State, seat: int) -> None:
        super().__init__(s, seat)
        self.names = unit_ids(s)
        self.views: dict[int, frozenset[int]] = {}  # sections and barricades that each unit sees

    def name(self, u: int) -> str:
        """The name of a unit, empty for none."""
        return self.names[u] if u != NOBODY else ""

    def code(self, a: Action) -> int:
        return check(self.s, self.seat, a)

    def list_legal(self, m: Actions) -> int:
        return legal(self.s, self.seat, m)

    def put(
        self,
        a: Action,
        dress: Dress,
        detail: str,
        cost: int = 0,
        random: bool = False,
        tile: int = NOBODY,
        amount: Amount | None = None,
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
                amount=amount,
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
        """The choices of one group as buttons; see `worth_showing`."""
        for a in self.worth_showing(choices):
            self.put(a, dress, detail(a), cost(a), random(a), tile(a))
