"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from hulldown.rulesets.api.words import OrderButton
from hulldown.rulesets.chase.actions import to_act
from hulldown.rulesets.chase.buttons.collector import Buttons
from hulldown.rulesets.chase.buttons.secret import direction_buttons, secret_buttons, surrender_button
from hulldown.rulesets.chase.buttons.turning import join_buttons, pair_buttons, target_buttons
from hulldown.rulesets.chase.codes import Phase
from hulldown.rulesets.chase.state import State

__all__ = ["orders"]

MAKERS = {
    Phase.ORDERS: secret_buttons,
    Phase.DIRECTION: direction_buttons,
    Phase.PAIRING: join_buttons,
    Phase.TARGETS: target_buttons,
}


def orders(s: State, seat: int) -> list[OrderButton]:
    """Everything a seat could choose now, refused orders with their reason."""
    if not to_act(s) >> seat & 1:
        return []
    b = Buttons(s, seat)
    MAKERS.get(Phase(s.phase), pair_buttons)(b)
    if s.phase in (Phase.ORDERS, Phase.PAIRING):
        surrender_button(b)
    return b.orders
