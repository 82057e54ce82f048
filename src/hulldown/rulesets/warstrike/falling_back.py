"""Fall Back! by strength: what a broken unit does by itself (WS-10)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import Band, Deed, Flight, Half, Phase
from hulldown.rulesets.warstrike.events import action_chosen, hunkered
from hulldown.rulesets.warstrike.fleeing import flee
from hulldown.rulesets.warstrike.permissions import band
from hulldown.rulesets.warstrike.removing import destroy_unit
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.threats import concealed


@rule
def fall_back(s: State, k: int, d: Dice, e: Log) -> None:
    """The whole Fall Back! of a unit below the upper band; nothing of it is chosen (WS-10.6, WS-10.18)."""
    u = s.unit[k]
    u.last, u.hit = Deed.FALL_BACK, 0
    s.deed, s.half, s.done, s.phase = Deed.FALL_BACK, Half.MOVE_FIRST, 3, Phase.RESOLVE
    s.flight, s.over, s.leaves = Flight.NONE, 0, 0
    action_chosen(e, k, Deed.FALL_BACK, Half.MOVE_FIRST)
    if band(s, k) == Band.DESTROYED:
        destroy_unit(s, k, e)
    elif concealed(s, k):
        hunker(s, k, e)
    else:
        flee(s, k, d, e)


@rule
def hunker(s: State, k: int, e: Log) -> None:
    """A unit that no threat sees in the open stays in place, harder to hit and kill (WS-10.8 to WS-10.10)."""
    s.unit[k].hunkered = 1
    hunkered(e, k)
