"""The order of play: on to the next decision that belongs to a seat (CA-3.1, CA-3.6, CA-17, CA-20.1).

What has one answer is taken without asking (CA-20.2). Each step waits for a seat or takes the battle on.
"""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.activating import (
    activate,
    end_activation,
    first_mover,
    movers,
    waits_for_defence,
    waits_for_overwatch,
)
from hulldown.rulesets.close_assault.codes import NOBODY, Phase, Stage
from hulldown.rulesets.close_assault.combat import finish, first_of_combat, go_on, pick, remaining_combats
from hulldown.rulesets.close_assault.deployment import must_place
from hulldown.rulesets.close_assault.events import ceased_fire
from hulldown.rulesets.close_assault.morale import take_tests
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.rounds import (
    begin_round,
    end_round,
    owes_orders,
    reveal,
    roll_initiative,
)
from hulldown.rulesets.close_assault.shooting import can_fire, fire, hold_fire, why_not_fire
from hulldown.rulesets.close_assault.state import State
from hulldown.rulesets.close_assault.tank_shock import drive_on
from hulldown.rulesets.close_assault.victory import judge_wiped


@rule
def advance(s: State, d: Dice, e: Log) -> None:
    """After every action: take the battle on until a seat has to decide, or it is over."""
    waiting = False
    while not waiting:
        waiting = judge_wiped(s, e) or step(s, d, e)


@rule
def step(s: State, d: Dice, e: Log) -> bool:
    """One step on; True: a seat has to decide."""
    if s.combat != 0:
        return fight_on(s, d, e)
    if s.phase == Phase.DEPLOY:
        return deploy_on(s, e)
    if s.phase == Phase.ORDERS:
        return order_on(s, d, e)
    if s.phase == Phase.ENGAGEMENT:
        return engage_on(s)
    if fires(s.phase):
        return fire_on(s, d, e)
    return move_on(s, e)


# ---------------------------------------------------------------- set-up and orders


@rule
def deploy_on(s: State, e: Log) -> bool:
    """A side with nobody to place lets the other finish; then the first round begins (CA-2.13)."""
    if not must_place(s, s.side):
        s.side = 1 - s.side
    if must_place(s, s.side):
        return True
    begin_round(s, e)
    return False


@rule
def order_on(s: State, d: Dice, e: Log) -> bool:
    """When all have their orders these are revealed, and Initiative is rolled (CA-3.4, CA-3.5)."""
    if owes_orders(s, 0) or owes_orders(s, 1):
        return True
    reveal(s, e)
    roll_initiative(s, d, e)
    s.phase = Phase.MOVEMENT
    return False


# ---------------------------------------------------------------- the Movement phase


@rule
def move_on(s: State, e: Log) -> bool:
    """Within an activation its end goes on by itself; else the next detachment is activated (CA-3.6)."""
    if s.phase == Phase.MOVEMENT:
        return activate_on(s, e)
    if s.phase == Phase.POINT_DEFENCE:
        return waits_for_defence(s)
    if s.phase == Phase.OVERWATCH:
        return waits_for_overwatch(s)
    return True


@rule
def activate_on(s: State, e: Log) -> bool:
    """A side with nobody left lets the other finish (CA-3.6); an only one is activated at once (CA-20.2)."""
    if movers(s, s.side) == 0:
        s.side = 1 - s.side
    left = movers(s, s.side)
    if left > 1:
        return True
    if left == 1:
        activate(s, first_mover(s, s.side), e)
    else:
        begin_stage(s, Phase.FIRST_FIRE)
    return False


# ---------------------------------------------------------------- the Combat phase


@rule
def fire_on(s: State, d: Dice, e: Log) -> bool:
    """A fire stage goes on while a detachment has something to fire at (CA-3.9, CA-17.1, CA-17.7)."""
    if not may_activate(s, s.side):
        s.side = 1 - s.side
    if may_activate(s, s.side):
        return True
    if s.phase == Phase.FIRST_FIRE:
        begin_stage(s, Phase.ENGAGEMENT)
    else:
        end_round(s, d, e)
    return False


@rule
def engage_on(s: State) -> bool:
    """The side with Initiative picks Combats until all are resolved (CA-17.2); an only one begins at once."""
    left = remaining_combats(s)
    s.side = s.initiative
    if left > 1:
        return True
    if left == 0:
        begin_stage(s, Phase.ADVANCING_FIRE)
        return False
    for k in range(s.detachments):
        if s.combat == 0 and first_of_combat(s, k):
            pick(s, k)
    return False


@rule
def fight_on(s: State, d: Dice, e: Log) -> bool:
    """A Combat goes on: Fights, tests, Withdraws, then what it interrupted (CA-17.3 to CA-17.6)."""
    if s.phase == Phase.WITHDRAW and s.flight_from > 0:
        return True
    if go_on(s, d, e) or take_tests(s, d, e):
        return True
    if s.stage == Stage.ENGAGEMENT:
        finish(s)
        s.phase, s.target = Phase.ENGAGEMENT, NOBODY
    elif not drive_on(s):
        end_activation(s)
    return False


# ---------------------------------------------------------------- stages
# The fire stages: detachments are activated in turn and fire (CA-3.6, CA-3.9, CA-15.1, CA-17.1, CA-17.7).


@rule
def fires(phase: int) -> bool:
    """Whether a phase is a fire stage."""
    return phase == Phase.FIRST_FIRE or phase == Phase.ADVANCING_FIRE


@rule
def begin_stage(s: State, phase: int) -> None:
    """A stage of the Combat phase begins, with the side that has Initiative (CA-3.6)."""
    s.phase, s.side, s.acting, s.target = phase, s.initiative, NOBODY, NOBODY
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
    if not fires(s.phase) or s.side != side or s.detachment[k].side != side:
        return Why.NOT_YOURS
    return Why.ALLOWED if can_fire(s, k) else Why.FIRE_ORDER


@rule
def why_not_shoot_now(s: State, side: int, k: int, target: int, second: int) -> int:
    """Why a detachment cannot be activated to fire so (CA-3.6, CA-15.1, CA-15.2)."""
    if not fires(s.phase) or s.side != side or s.detachment[k].side != side:
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
    if not fires(s.phase) or s.side != side:
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
    s.side = 1 - s.detachment[k].side
