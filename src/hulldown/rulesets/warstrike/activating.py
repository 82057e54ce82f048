"""Activations: the check, the action chosen, what a broken unit does by itself (WS-5.5, WS-6, WS-9, 10)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.codes import NOBODY, Band, Deed, Fate, Flight, Half, Phase
from hulldown.rulesets.warstrike.events import action_chosen, activated, hunkered, went_to_ground
from hulldown.rulesets.warstrike.fleeing import flee
from hulldown.rulesets.warstrike.permissions import band
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.removing import destroy_unit
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.suppression import ld_check
from hulldown.rulesets.warstrike.threats import concealed
from hulldown.rulesets.warstrike.variants import DestroyCheck, GtgMove

# ---------------------------------------------------------------- Fall Back! by strength


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


# ---------------------------------------------------------------- activation


MOVING, FIRING = 1, 2  # bits of State.done: halves that are over


@rule
def may_activate(s: State, k: int) -> bool:
    """Whether a unit still has to act in this Action Phase (WS-5.6)."""
    u = s.unit[k]
    return bool(u.side == s.side and u.fate == Fate.FIGHTS and u.acted == 0)


@rule
def why_not_activate(s: State, seat: int, k: int) -> int:
    """Why a unit cannot be activated now (WS-5.6)."""
    if s.phase != Phase.ACTIVATE or s.unit[k].side != seat or s.unit[k].fate != Fate.FIGHTS:
        return Why.NOT_YOURS
    return Why.OK if may_activate(s, k) else Why.ALREADY_ACTED


@rule
def activate(s: State, k: int, d: Dice, e: Log) -> None:
    """A unit's turn to act: the states of its last action end, then it checks (WS-5.7, WS-9.33, WS-12.7)."""
    u = s.unit[k]
    s.acting, s.phase, s.done, s.flight, s.over = k, Phase.CHOOSE, 0, Flight.NONE, 0
    s.failed, s.deed, s.half = 0, Deed.NONE, Half.MOVE_FIRST
    u.ground, u.hunkered, u.last = 0, 0, Deed.NONE
    for m in range(u.first, u.first + u.size):
        s.model[m].moved, s.model[m].fixed, s.model[m].tests = 0, 0, 0
    activated(e, k)
    if u.markers > 0 and not ld_check(s, k, d, e):
        s.failed = 1


@rule
def flees_by_itself(s: State, k: int) -> bool:
    """Whether nothing is left to choose: a failed check below the upper band (WS-10.1, WS-10.6, WS-10.18)."""
    return bool(s.phase == Phase.CHOOSE and s.failed != 0) and band(s, k) != Band.UPPER


@rule
def act(s: State, k: int, deed: int, half: int, e: Log) -> None:
    """The unit's action is chosen and begins (WS-5.7 steps 3 and 4)."""
    u = s.unit[k]
    s.deed, s.half, s.phase, s.done = deed, half, Phase.RESOLVE, 0
    u.last, u.hit = deed, 0
    action_chosen(e, k, deed, half)
    if deed == Deed.GO_TO_GROUND:
        u.ground = 1
        went_to_ground(e, k)
        s.done = FIRING if s.options.gtg_move == GtgMove.HALF else MOVING | FIRING
    elif deed == Deed.FALL_BACK:
        s.done = MOVING if half == Half.FIRE_FIRST else FIRING


@rule
def next_half(s: State) -> int:
    """The half of the action that comes next: MOVING, FIRING, or 0 when both are over (WS-9.18, WS-16.6)."""
    left = (MOVING | FIRING) & ~s.done
    if left == MOVING | FIRING:
        return FIRING if s.half == Half.FIRE_FIRST else MOVING
    return left


@rule
def end_activation(s: State) -> None:
    """The unit has acted (WS-5.6)."""
    k = s.acting
    s.unit[k].acted = 1
    s.acting, s.asked, s.failed, s.deed, s.over, s.flight = NOBODY, NOBODY, 0, Deed.NONE, 0, Flight.NONE
    s.phase, s.leaves = Phase.ACTIVATE, 0


@rule
def sweep(s: State, e: Log) -> None:
    """Under an option, units below a quarter are destroyed at once (WS-10.21)."""
    if s.options.destroy_check != DestroyCheck.IMMEDIATE:
        return
    for k in range(s.units):
        if lasts(s, k) and band(s, k) == Band.DESTROYED:
            destroy_unit(s, k, e)
