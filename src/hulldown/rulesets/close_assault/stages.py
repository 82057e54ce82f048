"""The fire stages: detachments are activated in turn and fire (CA-3.6, CA-3.9, CA-15.1, CA-17.1, CA-17.7)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import NOBODY, Phase
from hulldown.rulesets.close_assault.events import ceased_fire
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import can_fire, fire, hold_fire, why_not_fire
from hulldown.rulesets.close_assault.state import State


@rule
def fires(phase: int) -> bool:
    """Whether a phase is a fire stage."""
    return phase == Phase.FIRST_FIRE or phase == Phase.ADVANCING_FIRE


@rule
def begin_stage(s: State, phase: int) -> None:
    """A stage of the Combat phase begins, with the side that has Initiative (CA-3.6)."""
    s.phase, s.side, s.acting, s.target = phase, int(s.initiative), NOBODY, NOBODY
    s.resolved = 0
    for k in range(s.detachments):
        s.detachment[k].activated = 0


@rule
def may_activate(s: State, side: int) -> bool:
    """Whether a side has a detachment that can fire in this stage (CA-3.9)."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and can_fire(s, k):
            return True
    return False


@rule
def why_not_hold(s: State, side: int, k: int) -> int:
    """Why a detachment cannot be activated to hold its fire: it could not fire either (CA-3.9)."""
    if not fires(int(s.phase)) or s.side != side or s.detachment[k].side != side:
        return Why.NOT_YOURS
    return Why.ALLOWED if can_fire(s, k) else Why.FIRE_ORDER


@rule
def why_not_shoot_now(s: State, side: int, k: int, target: int, second: int) -> int:
    """Why a detachment cannot be activated to fire so (CA-3.6, CA-15.1, CA-15.2)."""
    if not fires(int(s.phase)) or s.side != side or s.detachment[k].side != side:
        return Why.NOT_YOURS
    return why_not_fire(s, k, target, second)


@rule
def shoot_now(s: State, k: int, target: int, second: int, d: Dice, e: Log) -> None:
    """A detachment is activated and fires; the other side is next (CA-3.6, CA-15.1)."""
    fire(s, k, target, second, d, e)
    end_fire(s, k)


@rule
def hold_now(s: State, k: int, e: Log) -> None:
    """A detachment is activated and holds its fire (CA-3.9)."""
    hold_fire(s, k, e)
    end_fire(s, k)


@rule
def why_not_cease(s: State, side: int) -> int:
    """Why a side cannot say that nobody else of it fires: nobody could (CA-3.11)."""
    if not fires(int(s.phase)) or s.side != side:
        return Why.NOT_YOURS
    return Why.ALLOWED if may_activate(s, side) else Why.FIRE_ORDER


@rule
def cease_now(s: State, side: int, e: Log) -> None:
    """Nobody else of a side fires: all who could are activated and hold their fire (CA-3.11)."""
    ceased_fire(e, side)
    for k in range(s.detachments):
        if s.detachment[k].side == side and can_fire(s, k):
            hold_now(s, k, e)


@rule
def end_fire(s: State, k: int) -> None:
    """It has been activated in this stage: the other side is next (CA-3.6)."""
    s.detachment[k].activated = 1
    s.side = 1 - int(s.detachment[k].side)
