"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.rulesets.close_assault.actions import to_act
from hulldown.rulesets.close_assault.codes import Phase, Verb
from hulldown.rulesets.close_assault.orders.buttons import Buttons
from hulldown.rulesets.close_assault.orders.fighting import (
    answer_buttons,
    combat_buttons,
    overwatch_buttons,
    pair_buttons,
    silence_buttons,
    spend_buttons,
    withdraw_buttons,
)
from hulldown.rulesets.close_assault.orders.firing import firing_buttons
from hulldown.rulesets.close_assault.orders.moving import defence_buttons, moving_buttons
from hulldown.rulesets.close_assault.orders.opening import opening_buttons
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.face.words import Order
from hulldown.rulesets.shared.buttons import Dress

__all__ = ["orders"]

CONCEDE = Dress("concede", "Concede", "end")


def last_defence_buttons(b: Buttons) -> None:
    """Point Defence at the end of a move (CA-15.9)."""
    defence_buttons(b, int(b.s.acting))
    silence_buttons(b)


BUTTONS: dict[Phase, Callable[[Buttons], None]] = {
    Phase.DEPLOY: opening_buttons,
    Phase.ORDERS: opening_buttons,
    Phase.MOVEMENT: opening_buttons,
    Phase.MOVING: moving_buttons,
    Phase.ENGAGED: moving_buttons,
    Phase.POINT_DEFENCE: last_defence_buttons,
    Phase.RESPONSE: answer_buttons,
    Phase.OVERWATCH: overwatch_buttons,
    Phase.PAIRING: pair_buttons,
    Phase.SPENDING: spend_buttons,
    Phase.WITHDRAW: withdraw_buttons,
    Phase.FIRST_FIRE: firing_buttons,
    Phase.ENGAGEMENT: combat_buttons,
    Phase.ADVANCING_FIRE: firing_buttons,
}


def orders(s: State, seat: int) -> list[Order]:
    """Everything a seat could choose now, refused orders with their reason."""
    b = Buttons(s, seat)
    if s.phase == Phase.OVER or not to_act(s) >> seat & 1:
        return []
    BUTTONS[Phase(s.phase)](b)
    b.put(b.make(Verb.CONCEDE), CONCEDE, "the other side wins")
    return b.orders
