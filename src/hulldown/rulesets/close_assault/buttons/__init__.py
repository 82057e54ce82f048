"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.rulesets.close_assault.buttons.collector import Buttons
from hulldown.rulesets.close_assault.buttons.fighting import (
    answer_buttons,
    combat_buttons,
    firing_buttons,
    overwatch_buttons,
    pair_buttons,
    silence_buttons,
    spend_buttons,
    withdraw_buttons,
)
from hulldown.rulesets.close_assault.buttons.moving import defence_buttons, moving_buttons, opening_buttons
from hulldown.rulesets.close_assault.codes import Phase, Verb
from hulldown.rulesets.common.buttons import by_phase

__all__ = ["orders"]


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
orders = by_phase(Buttons, BUTTONS, Verb.CONCEDE)
