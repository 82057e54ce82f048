"""What a seat cannot know: the orders of the other side until all are revealed (CA-3.4)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import Order, Phase
from hulldown.rulesets.close_assault.state import State


@rule
def veil(s: State, seat: int) -> None:
    """Forget the orders of the other side; a spectator (-1) knows neither's. That they were given is known.

    Who falls back has no order to hide (CA-3.2).
    """
    if s.phase != Phase.ORDERS:
        return
    for k in range(s.detachments):
        t = s.detachment[k]
        if t.side != seat and t.order != Order.FALL_BACK:
            t.order = Order.NONE
