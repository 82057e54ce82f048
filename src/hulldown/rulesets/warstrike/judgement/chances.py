"""Who still has a turn: activations to come, and the danger of a check that fails (WS-5.2, WS-6.2)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.activating import FIRING
from hulldown.rulesets.warstrike.checks import check_dice, check_target
from hulldown.rulesets.warstrike.codes import Deed
from hulldown.rulesets.warstrike.state import State

SURE = 100  # percent
SIXTH = 6
BROKEN = 40  # percent of a unit's fire that is left to it when its check fails (WS-10.3)


@rule
def turns_after(s: State, side: int) -> int:
    """How many player turns a side has after this one."""
    left = int(s.turns) - int(s.turn)
    return left + 1 if s.side != side and s.side == s.attacker else left


@rule
def acts_now(s: State, k: int) -> bool:
    """Whether a unit's action of this player turn is not over yet."""
    return bool(s.unit[k].side == s.side and s.unit[k].acted == 0)


@rule
def actions_left(s: State, k: int) -> int:
    """How many actions a unit has before the battle ends."""
    return turns_after(s, int(s.unit[k].side)) + (1 if acts_now(s, k) else 0)


@rule
def fires_now(s: State, k: int) -> bool:
    """Whether a unit may still fire in this player turn."""
    return acts_now(s, k) and (s.acting != k or s.deed == Deed.NONE or (int(s.done) & FIRING) == 0)


@rule
def pass_chance(s: State, k: int) -> int:
    """How likely a unit passes the check of its next activation, in percent (WS-6.1, WS-6.7)."""
    if s.unit[k].markers == 0 or s.acting == k:
        return 0 if s.acting == k and s.failed != 0 else SURE
    fail = SURE * SURE
    missed = SIXTH - min(SIXTH, check_target(s, k, s.mute))
    for _ in range(check_dice(s, k, s.mute)):
        fail = fail * missed // SIXTH
    return SURE - fail // SURE


@rule
def firmness(s: State, k: int) -> int:
    """The part of its fire that a unit may count on, its next check regarded, in percent."""
    return BROKEN + (SURE - BROKEN) * pass_chance(s, k) // SURE
