"""Who still acts, and how much of the battle has gone: nothing of it jumps when a player turn ends."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.activating import FIRING
from hulldown.rulesets.warstrike.codes import Deed
from hulldown.rulesets.warstrike.judgement.terms import SHARE
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.suppression import check_dice, check_target

SURE = 100  # percent
SIXTH = 6


@rule
def turns_after(s: State, side: int) -> int:
    """How many player turns a side has after this one."""
    left = s.turns - s.turn
    return left + 1 if s.side != side and s.side == s.attacker else left


@rule
def acts_now(s: State, k: int) -> bool:
    """Whether a unit's action of this player turn is not over yet."""
    return bool(s.unit[k].side == s.side and s.unit[k].acted == 0)


@rule
def fires_now(s: State, k: int) -> bool:
    """Whether a unit may still fire in this player turn."""
    return acts_now(s, k) and (s.acting != k or s.deed == Deed.NONE or (s.done & FIRING) == 0)


@rule
def pass_chance(s: State, k: int) -> int:
    """How likely a unit passes the check of its next activation, in percent (WS-6.1, WS-6.7)."""
    if s.acting == k and s.failed != 0:
        return 0
    if s.unit[k].markers == 0 or s.acting == k:
        return SURE
    return SURE - missing(check_dice(s, k, s.mute), check_target(s, k, s.mute))


@rule
def missing(dice: int, target: int) -> int:
    """How likely no die of a check rolls at or under the target, in percent (WS-6.2)."""
    fail = SURE * SURE
    missed = SIXTH - min(SIXTH, target)
    for _ in range(dice):
        fail = fail * missed // SIXTH
    return fail // SURE


@rule
def spent(s: State) -> int:
    """The part of its side's units that have acted in this player turn; one that is at it counts half."""
    of, over = 0, 0
    for k in range(s.units):
        if s.unit[k].side == s.side and lasts(s, k):
            of += 2
            if s.unit[k].acted != 0:
                over += 2
            elif s.acting == k and s.deed != Deed.NONE:
                over += 1
    return SHARE * over // of if of > 0 and s.turn > 0 else 0


@rule
def gone(s: State, over: int) -> int:
    """How much of the battle has passed, `over` of this player turn."""
    before = 2 * (s.turn - 1) + (0 if s.side == s.attacker else 1)
    return max(0, SHARE * before + over) // (2 * s.turns)


@rule
def tempo(s: State, over: int) -> int:
    """The first seat's lead in whose turn it is: all as a player turn begins, none when it is half over."""
    if s.turn == 0:
        return 0
    return SHARE - 2 * over if s.side == 0 else 2 * over - SHARE
