"""What a seat cannot know: the orders of the other side until all are in (CH-4.3)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.chase.codes import TANKS, Mobility, Order, Phase
from hulldown.rulesets.chase.state import State, seat_of, side_of


@rule
def veil(s: State, seat: int) -> None:
    """Forget the orders of the other side; a spectator (-1) knows neither's. That they were given is known.

    An immobilised tank has one order, which is no secret (CH-4.4).
    """
    if s.phase != Phase.ORDERS:
        return
    for t in range(TANKS):
        if seat_of(s, side_of(t)) != seat and s.tanks[t].now.mobility != Mobility.IMMOBILISED:
            s.tanks[t].order = Order.NONE
