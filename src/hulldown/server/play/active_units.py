"""Who can act, and who is looked at first: read off the orders offered, in every ruleset alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hulldown.rulesets.api.words import Card, OrderButton, Status

ACTIVATION = "activate"  # the group of orders by which a unit is chosen to act


def units_able_to_act(orders: Sequence[OrderButton]) -> list[str]:
    """The units that can be given an order now, in the order in which they are offered one."""
    return list(dict.fromkeys(order.unit for order in orders if order.unit and order.refusal is None))


def focused_unit(
    cards: Sequence[Card], orders: Sequence[OrderButton], status: Status, seat: int | None, before: str
) -> str:
    """The unit to look at: the only one that acts, or of those that can act (of all of the seat, if none can)
    the one whose turn it is, the one looked at `before`, the first that is not done. Empty without units.

    Who has just acted stays in sight while the next unit is yet to be chosen: its player wants to see what
    came of it.
    """
    can = set(units_able_to_act(orders))
    acting = set(units_able_to_act([order for order in orders if order.group != ACTIVATION]))
    if len(acting) == 1:
        return acting.pop()
    own = [card.unit for card in cards if card.side == (seat or 0)]
    done = _chips(status, "done") if orders else set()
    if acting or before not in done:
        own = [unit for unit in own if unit in can] or own
    for wanted in (_chips(status, "now"), {before}, set(own) - done):
        if unit := _first(own, wanted):
            return unit
    return own[0] if own else ""


def _chips(status: Status, how: str) -> set[str]:
    """The units whose chip says so."""
    return {unit for unit, _, says in status.chips if says == how}


def _first(units: Sequence[str], wanted: Collection[str]) -> str:
    """The first of some units that is wanted, or nothing."""
    return next((unit for unit in units if unit in wanted), "")
