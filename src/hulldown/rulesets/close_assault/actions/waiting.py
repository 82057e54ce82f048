"""Whom the battle waits for (CA-20.1)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import Phase
from hulldown.rulesets.close_assault.ordering import owes_orders
from hulldown.rulesets.close_assault.state import State


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits: both while orders are given (CA-3.4); 0: it is over."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.ORDERS:
        return (1 if owes_orders(s, 0) else 0) + (2 if owes_orders(s, 1) else 0)
    return 1 << int(s.side)
