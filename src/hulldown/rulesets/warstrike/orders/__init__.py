"""Everything a player could choose now, as buttons: what is legal, and what is not with the reason."""

from __future__ import annotations

from hulldown.rulesets.shared.buttons import by_phase
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

__all__ = ["orders"]

BUTTONS = {
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
orders = by_phase(Buttons, BUTTONS, Verb.CONCEDE)
