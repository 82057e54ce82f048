"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.hexes import name_of, step
from hulldown.rulesets.face.words import Order, Refusal
from hulldown.rulesets.shared.buttons import Collected
from hulldown.rulesets.shared.buttons import Dress as Plain
from hulldown.rulesets.tank_commander.actions import check, legal
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Verb
from hulldown.rulesets.tank_commander.naming import unit_ids
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import on_board
from hulldown.rulesets.tank_commander.text import action_text

EXPLAINED = (Verb.STRIKE, Verb.MINE, Verb.FLARE, Verb.MOUNT)  # no die now, but something to know beforehand


def beside(s: State, cell: int, first: int = 0) -> list[int]:
    """The hexes of the board beside a cell, clockwise from a direction."""
    around = (step(cell, (first + turned) % 6) for turned in range(6))
    return [there for there in around if on_board(s, there)]


@dataclass(frozen=True)
class Dress(Plain):
    """The dress of a button that says how many points its order costs."""

    cost: int = 1


class Buttons(Collected[State]):
    """Collects the orders of one seat."""

    def __init__(self, s: State, seat: int) -> None:
        super().__init__(s, seat)
        self.names = unit_ids(s)

    def name(self, u: int) -> str:
        """The name of a unit, empty for none."""
        return self.names[u] if u != NOBODY else ""

    def code(self, a: Action) -> int:
        return check(self.s, self.seat, a)

    def list_legal(self, m: Actions) -> int:
        return legal(self.s, self.seat, m)

    def refused(self, a: Action) -> Refusal | None:
        """Why an order cannot be given, if so."""
        code = self.code(a)
        kind = Kind(self.s.units[a.actor].kind) if a.actor != NOBODY else None
        return refusal(code, Verb(a.verb), kind) if code else None

    def put(self, a: Action, dress: Dress, detail: str, random: bool = False, place: int = NOBODY) -> None:
        """One order as a button, with the reason if it is refused; `place` where the order names none."""
        self.show(a, dress, detail, self.refused(a), random, place)

    def show(
        self,
        a: Action,
        dress: Dress,
        detail: str,
        refused: Refusal | None = None,
        random: bool = False,
        place: int = NOBODY,
    ) -> None:
        """One order as a button that is known to be legal, or why it is not."""
        place = a.place if a.place != NOBODY else place
        self.orders.append(
            Order(
                text=action_text(self.s, a),
                group=dress.group,
                label=dress.label,
                detail=detail,
                icon=dress.icon,
                key=dress.key,
                cost=dress.cost,
                unit=self.name(a.actor),
                target=self.name(a.target),
                place=name_of(place) if place != NOBODY else "",
                random=random,
                explained=random or a.verb in EXPLAINED,
                refusal=refused,
            )
        )

    def spread(
        self,
        choices: Sequence[Action],
        dress: Dress,
        detail: Callable[[Action], str],
        random: Callable[[Action], bool] = lambda a: False,
        place: Callable[[Action], int] = lambda a: NOBODY,
    ) -> None:
        """The choices of one group as buttons; see `worth_showing`."""
        for a in self.worth_showing(choices):
            self.put(a, dress, detail(a), random(a), place(a))
