"""A way of several orders as it is shown: each order in its button's words, and the places passed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.explanation import OFF
from hulldown.server.play.match import ServerMatch
from hulldown.server.schemas.responses import RouteAnswer


def route(match: ServerMatch, seat: int, unit: str, place: str) -> RouteAnswer | None:
    """The orders that take a unit to a place, as its seat knows the position; None if there are none."""
    moves = any(order.unit == unit for order in match.orders(seat))
    cost, orders = match.ways(seat, unit).get(place, (0, [])) if moves else (0, [])
    known = match.observation(seat)
    if not orders or match.ruleset.speech.action_text(known, orders[0]).split()[0] != unit:
        return None
    legs = path_orders(match.ruleset, known, seat, unit, orders)
    stations = [position_label(match.ruleset, known, seat, unit), *(at for _, _, at in legs)]
    passed = [after for before, after in pairwise(stations) if after and after != before]
    return RouteAnswer([text for text, _, _ in legs], cost, [text for _, text, _ in legs], passed)


def path_orders(
    ruleset: Ruleset, known: Any, seat: int, unit: str, orders: list[Action]
) -> list[tuple[str, str, str]]:
    """Each order as it is written and as its button says it where it is given, and where the unit stands
    after it: a turn is to the left or right of where the unit looks then.

    No die is thrown on such a way, so what is carried out on a copy is what will be.
    """
    state, dice = copy(known), new_dice(0)
    legs = []
    for order in orders:
        text = ruleset.speech.action_text(state, order)
        label = words(ruleset, state, seat, text)
        ruleset.rules.apply(state, copy(order), dice, OFF)
        legs.append((text, label, position_label(ruleset, state, seat, unit)))
    return legs


def position_label(ruleset: Ruleset, state: Any, seat: int, unit: str) -> str:
    """Where a unit stands, empty for nowhere."""
    return next((card.place for card in ruleset.table.cards(state, seat) if card.unit == unit), "")


def words(ruleset: Ruleset, state: Any, seat: int, text: str) -> str:
    """An order as its button says it; what has no button, as it is written."""
    button = next((order for order in ruleset.orders(state, seat) if order.text == text), None)
    return " ".join(part for part in (button.label, button.detail) if part) if button else text
