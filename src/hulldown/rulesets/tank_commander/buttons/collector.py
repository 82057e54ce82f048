"""Orders as they are collected for the page, each judged by the rules as it is added."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.kernel.actions import Action
from hulldown.kernel.hexes import name_of, step
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common import buttons
from hulldown.rulesets.tank_commander.actions import check, legal, to_act
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Verb
from hulldown.rulesets.tank_commander.naming import unit_ids, unit_name
from hulldown.rulesets.tank_commander.refusals import refusal
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import on_board
from hulldown.rulesets.tank_commander.text import action_text

EXPLAINED = (Verb.STRIKE, Verb.MINE, Verb.FLARE, Verb.MOUNT)  # no die now, but something to know beforehand


def beside(s: State, cell: int, first: int = 0) -> list[int]:
    """The hexes of the board beside a cell, clockwise from a direction."""
    around = (step(cell, (first + turned) % 6) for turned in range(6))
    return [there for there in around if on_board(s, there)]


PRICES = {  # the value that says what an order costs, where nothing else does (TC-15.2)
    Verb.STRAIGHT: "move_cost",
    Verb.TURN: "turn_cost",
    Verb.TURRET: "turret_cost",
    Verb.FIRE: "fire_cost",
    Verb.FIRE_AI: "fire_ai_cost",
    Verb.MISSILE: "missile_cost",
    Verb.SMOKE: "smoke_cost",
    Verb.EXTINGUISH: "extinguish_cost",
    Verb.STRIKE: "strike_cost",
    Verb.MINE: "mine_cost",
    Verb.FLARE: "flare_cost",
    Verb.COVER: "take_cover_cost",
    Verb.CAPTURE: "capture_cost",
    Verb.DISARM: "disarm_cost",
    Verb.MOUNT: "mount_cost",
    Verb.DISMOUNT: "mount_cost",
}


@dataclass(frozen=True)
class Dress(buttons.Dress):
    """The dress of a button that says how many points its order costs; None: the price of its verb."""

    cost: int | None = None


class Buttons(buttons.Buttons[State]):
    """Collects the orders of one seat."""

    check = staticmethod(check)
    all_legal = staticmethod(legal)
    to_act = staticmethod(to_act)
    text = staticmethod(action_text)
    ids = staticmethod(unit_ids)
    is_called = staticmethod(unit_name)

    def refused(self, a: Action) -> Refusal | None:
        """Why an order cannot be given, if so."""
        code = self.code(a)
        kind = Kind(self.s.units[a.actor].kind) if a.actor != NOBODY else None
        return refusal(code, Verb(a.verb), kind) if code else None

    def put(
        self,
        a: Action,
        dress: Dress,
        detail: str,
        random: bool = False,
        place: int = NOBODY,
        full: str = "",
        ring: str = "",
    ) -> None:
        """One order as a button, with the reason if it is refused; `place` where the order names none.

        `full` is all of it in full words, where label and detail are too short for that. Orders
        with the same `ring` differ only in their facing.
        """
        self.show(a, dress, detail, self.refused(a), random, place, full, ring)

    def show(
        self,
        a: Action,
        dress: Dress,
        detail: str,
        refused: Refusal | None = None,
        random: bool = False,
        place: int = NOBODY,
        full: str = "",
        ring: str = "",
    ) -> None:
        """One order as a button that is known to be legal, or why it is not."""
        place = a.place if a.place != NOBODY else place
        self.add(
            a,
            dress,
            detail,
            cost=getattr(self.s.options, PRICES[Verb(a.verb)]) if dress.cost is None else dress.cost,
            unit=self.name(a.actor),
            target=self.name(a.target),
            place=name_of(place) if place != NOBODY else "",
            random=random,
            explained=random or a.verb in EXPLAINED,
            refusal=refused,
            full=full,
            ring=ring,
            facing=int(a.facing) if ring else None,
        )
