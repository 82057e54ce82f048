"""The secret step: an order for each tank, surrender before the first of them (CH-12.4), directions."""

from __future__ import annotations

from hulldown.rulesets.chase.buttons.collector import Buttons
from hulldown.rulesets.chase.chart import can_be_ordered
from hulldown.rulesets.chase.codes import SIDE_TANKS, Gun, Mobility, Order, Verb
from hulldown.rulesets.chase.gunnery import own_order_dm, target_order_dm
from hulldown.rulesets.chase.state import State, side_of_seat
from hulldown.rulesets.chase.turn import awaits_order, takes_orders
from hulldown.rulesets.common.buttons import Dress

ORDERS = {
    Order.CHANGE_RANGE: (
        Dress("change_range", "Change Range", "move", "1"),
        "closer or away, named after the tests",
    ),
    Order.PURSUE: (Dress("pursue", "Pursue", "move", "1"), "closer"),
    Order.FLEE: (Dress("flee", "Flee", "back", "2"), "away"),
    Order.MANEUVER: (Dress("maneuver", "Maneuver", "turret", "3"), "for position"),
    Order.HULL_DOWN: (Dress("hull_down", "Hull Down", "cover", "4"), "behind cover"),
}


def gunnery_text(s: State, t: int, order: int) -> str:
    """What an order of a tank does to shots: "-2 to hit, +1 to be hit" (section 2.7); unknown without a
    direction. A gun that is knocked out hits nothing.
    """
    if order == Order.CHANGE_RANGE:
        return ""
    own, at = own_order_dm(s.options, order), target_order_dm(s.options, order)
    own = 0 if s.tanks[t].now.gun == Gun.KNOCKED_OUT else own
    return ", ".join([f"{own:+d} to hit"] * bool(own) + [f"{at:+d} to be hit"] * bool(at))


def order_buttons(b: Buttons, t: int) -> None:
    """The orders of a tank; those that it cannot be given say why (CH-4.4)."""
    for order, (dress, does) in ORDERS.items():
        if not can_be_ordered(b.s.options, order):
            continue
        shots = gunnery_text(b.s, t, order)
        detail = f"{does}, {shots}" if shots else does
        b.put(b.make(Verb.ORDER, t, choice=order), dress, detail)


def secret_buttons(b: Buttons) -> None:
    """All tanks of the seat that still need an order, or can have but one."""
    s, side = b.s, side_of_seat(b.s, b.seat)
    for t in range(side * SIDE_TANKS, (side + 1) * SIDE_TANKS):
        stuck = takes_orders(s, t) and s.tanks[t].now.mobility == Mobility.IMMOBILISED
        if awaits_order(s, t) or stuck:
            order_buttons(b, t)


def direction_buttons(b: Buttons) -> None:
    """Which way a tank changes the range, where that is said after the tests (CH-4.6)."""
    for order in (Order.PURSUE, Order.FLEE):
        dress, does = ORDERS[order]
        shots = gunnery_text(b.s, b.s.acting, order)
        detail = f"{does}, {shots}" if shots else does
        named = Dress("direction", dress.label, dress.icon, dress.key)
        b.put(b.make(Verb.DIRECTION, b.s.acting, choice=order), named, detail)


def surrender_button(b: Buttons) -> None:
    """CH-12.4: until the first own order is in. Its group keeps it out of the way of the others."""
    worth = (
        "counts as all your tanks destroyed" if b.s.options.team_battle else "counts as your tank destroyed"
    )
    b.put(b.make(Verb.SURRENDER), Dress("concede", "Surrender", "end"), worth)
