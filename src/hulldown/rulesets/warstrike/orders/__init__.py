"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.rulesets.face.words import Order
from hulldown.rulesets.shared.buttons import Dress
from hulldown.rulesets.warstrike.actions import to_act
from hulldown.rulesets.warstrike.codes import Phase, Verb
from hulldown.rulesets.warstrike.orders.buttons import Buttons
from hulldown.rulesets.warstrike.orders.choosing import deed_buttons
from hulldown.rulesets.warstrike.orders.firing import (
    casualty_buttons,
    fire_buttons,
    leader_buttons,
    snap_buttons,
)
from hulldown.rulesets.warstrike.orders.moving import moving_buttons
from hulldown.rulesets.warstrike.orders.opening import activate_buttons, place_buttons, roll_buttons
from hulldown.rulesets.warstrike.state import State

__all__ = ["orders"]

CONCEDE = Dress("concede", "Concede", "end")
BUTTONS: dict[Phase, Callable[[Buttons], None]] = {
    Phase.ROLL_OFF: roll_buttons,
    Phase.DEPLOY: place_buttons,
    Phase.ACTIVATE: activate_buttons,
    Phase.CHOOSE: deed_buttons,
    Phase.MOVE: moving_buttons,
    Phase.SNAP: snap_buttons,
    Phase.FIRE: fire_buttons,
    Phase.CASUALTY: casualty_buttons,
    Phase.SUCCESSION: leader_buttons,
}


def orders(s: State, seat: int) -> list[Order]:
    """Everything a seat could choose now, refused orders with their reason."""
    b = Buttons(s, seat)
    if s.phase == Phase.OVER or not to_act(s) >> seat & 1:
        return []
    BUTTONS[Phase(s.phase)](b)
    b.put(b.make(Verb.CONCEDE), CONCEDE, "the other side wins")
    return b.orders
