"""The order of play: on to the next decision that belongs to a seat (WS-5, WS-16.6).

Each step waits for a seat or takes the battle on.
"""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.activating import (
    FIRING,
    MOVING,
    end_activation,
    fall_back,
    flees_by_itself,
    may_activate,
    next_half,
    sweep,
)
from hulldown.rulesets.warstrike.arming import begin_fire, can_fire
from hulldown.rulesets.warstrike.casualties import pending, settle
from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Phase
from hulldown.rulesets.warstrike.deployment import deploy_on
from hulldown.rulesets.warstrike.events import snap_offered
from hulldown.rulesets.warstrike.leaving import leave_at_edge
from hulldown.rulesets.warstrike.moving import begin_move
from hulldown.rulesets.warstrike.snap_fire import next_to_ask
from hulldown.rulesets.warstrike.starting import begin_player_turn
from hulldown.rulesets.warstrike.state import State, lasts
from hulldown.rulesets.warstrike.victory import end_of_turns, wiped_out


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """After every action: take the battle on until a seat has to decide, or it is over."""
    waiting = False
    while not waiting:
        waiting = step(s, d, e)


@rule
def step(s: State, d: Dice, e: Log) -> bool:
    """One step on; True: a seat has to decide, or it is over."""
    if s.phase == Phase.OVER or s.phase == Phase.ROLL_OFF:
        return True
    if pending(s):
        return settle(s, d, e)
    if s.phase == Phase.DEPLOY:
        return deploy_on(s, d, e)
    sweep(s, e)
    if wiped_out(s, e):
        return True
    if s.acting == NOBODY:
        return pick_on(s, d, e)
    return act_on(s, d, e)


# ---------------------------------------------------------------- player turns


@rule
def pick_on(s: State, d: Dice, e: Log) -> bool:
    """Until every unit has acted the side picks one; then the other side has its turn (WS-5.2, WS-5.5)."""
    for k in range(s.units):
        if may_activate(s, k):
            return True
    if s.side == s.attacker:
        begin_player_turn(s, 1 - s.side, d, e)
    elif s.turn >= s.turns:
        end_of_turns(s, e)
    else:
        s.turn = s.turn + 1
        begin_player_turn(s, s.attacker, d, e)
    return False


# ---------------------------------------------------------------- inside an activation


@rule
def act_on(s: State, d: Dice, e: Log) -> bool:
    """The activated unit's action goes on (WS-5.7, WS-5.9, WS-16.6)."""
    k = s.acting
    if not lasts(s, k) and s.phase != Phase.SNAP:
        end_activation(s)
        return False
    if s.phase == Phase.CHOOSE:
        if not flees_by_itself(s, k):
            return True
        fall_back(s, k, d, e)
        return False
    if s.phase == Phase.SNAP:
        return snap_on(s, k, e)
    if s.phase == Phase.RESOLVE:
        return half_on(s, k, e)
    return True


@rule
def snap_on(s: State, k: int, e: Log) -> bool:
    """After a move the other side is asked for Snap Fire, then a fleeing unit leaves (WS-12.4, WS-10.34)."""
    s.asked = next_to_ask(s)
    if s.asked != NOBODY:
        snap_offered(e, s.asked, k)
        return True
    s.phase = Phase.RESOLVE
    if lasts(s, k) and s.deed == Deed.FALL_BACK:
        leave_at_edge(s, k, e)
    return False


@rule
def half_on(s: State, k: int, e: Log) -> bool:
    """The next half of the action begins; one without anything to decide is passed over (WS-16.6)."""
    half = next_half(s)
    if half == 0:
        end_activation(s)
        return False
    if half == MOVING:
        begin_move(s, k)
        s.phase = Phase.MOVE
        return True
    begin_fire(s, k)
    if can_fire(s, k):
        s.phase = Phase.FIRE
        return True
    s.done = s.done | FIRING
    return False
