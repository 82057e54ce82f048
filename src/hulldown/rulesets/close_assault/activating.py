"""Activations in the Movement phase, from first to last (CA-3.6, CA-3.7, CA-15.11)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import NOBODY, Order, Phase
from hulldown.rulesets.close_assault.encircling import why_not_begin
from hulldown.rulesets.close_assault.events import activated
from hulldown.rulesets.close_assault.halting import end_of_move, has_moved
from hulldown.rulesets.close_assault.hits import survivors
from hulldown.rulesets.close_assault.morale import run_home
from hulldown.rulesets.close_assault.movement import begin_move, moves
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.shooting import (
    callers,
    can_defend,
    defend,
    overwatch,
    why_not_defend,
    why_not_overwatch,
)
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle
from hulldown.rulesets.close_assault.variants import RulesMode

# ---------------------------------------------------------------- who is activated


@rule
def may_move(s: State, k: int) -> bool:
    """Whether a detachment still has to be activated in the Movement phase (CA-3.7)."""
    t = s.detachment[k]
    order = t.order
    return (moves(order) or order == Order.FALL_BACK) and t.moved == 0 and survivors(s, k) > 0


@rule
def movers(s: State, side: int) -> int:
    """How many detachments a side still has to activate."""
    n = 0
    for k in range(s.detachments):
        if s.detachment[k].side == side and may_move(s, k):
            n += 1
    return n


@rule
def first_mover(s: State, side: int) -> int:
    """The first detachment that a side still has to activate; -1 for none."""
    for k in range(s.detachments):
        if s.detachment[k].side == side and may_move(s, k):
            return k
    return NOBODY


@rule
def why_not_activate(s: State, side: int, k: int) -> int:
    """Why a detachment cannot be activated now (CA-3.6, CA-3.7)."""
    if s.phase != Phase.MOVEMENT or s.side != side or s.detachment[k].side != side:
        return Why.NOT_YOURS
    return Why.ALLOWED if may_move(s, k) else Why.ORDER


@rule
def activate(s: State, k: int, e: Log) -> None:
    """Activate a detachment (CA-3.7): it moves, fights on where it is held (CA-4.8), or runs (CA-16.7)."""
    t = s.detachment[k]
    t.moved, t.activated = 1, 1
    s.acting, s.side = k, t.side
    begin_move(s, k)
    activated(e, k, t.order, t.engaged)
    if t.order == Order.FALL_BACK:
        run_home(s, k, e)
        end_activation(s)
    elif t.engaged == 0:
        s.phase = Phase.MOVING
    elif t.order != Order.CHARGE:
        end_activation(s)  # CA-3.10
    elif may_act_engaged(s, k):
        s.phase = Phase.ENGAGED
    else:
        end_move(s, k, e)  # to stay is all it can do


@rule
def may_act_engaged(s: State, k: int) -> bool:
    """Whether an Engaged detachment with a Charge order can do anything but stay; otherwise nobody is asked
    (CA-4.8, CA-20.2): pile in, Turn or Tank Shock with vehicles, Encircle with others.
    """
    t, today = s.detachment[k], s.options.rules_mode == RulesMode.TODAY
    for m in range(t.first, t.first + t.size):
        if not alive(s, m):
            continue
        if s.model[m].touched == 0 or (is_vehicle(s, m) and not today):
            return True
        if why_not_begin(s, m) == Why.ALLOWED:
            return True
    return False


@rule
def end_activation(s: State) -> None:
    """The activation is over: the other side is next (CA-3.6)."""
    s.side = 1 - s.detachment[s.acting].side
    s.acting, s.target, s.response, s.charged = NOBODY, NOBODY, NOBODY, 0
    s.phase = Phase.MOVEMENT


# ---------------------------------------------------------------- Point Defence


@rule
def at_start(s: State, k: int) -> bool:
    """Whether no model of the acting detachment has moved yet (CA-15.9)."""
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if has_moved(s, m):
            return False
    return True


@rule
def why_not_defend_now(s: State, k: int, target: int) -> int:
    """Why Point Defence weapons cannot fire now, right at the start or the end of a move (CA-15.9).

    target NOBODY: they do not, which is an answer at the end only.
    """
    at_end = s.phase == Phase.POINT_DEFENCE
    if k != s.acting or not (at_end or (s.phase == Phase.MOVING and at_start(s, k))):
        return Why.NOT_YOURS
    if target == NOBODY:
        return Why.ALLOWED if at_end else Why.NOT_YOURS
    return why_not_defend(s, k, target)


@rule
def defend_now(s: State, k: int, target: int, d: Dice, e: Log) -> None:
    """Point Defence weapons fire at a target, or at the end of the move they do not (CA-15.9)."""
    if target != NOBODY:
        defend(s, k, target, d, e)
    if s.phase == Phase.POINT_DEFENCE:
        s.phase = Phase.OVERWATCH


@rule
def waits_for_defence(s: State) -> bool:
    """At the end of a move: whether its player may still fire Point Defence weapons (CA-15.9, CA-20.2)."""
    if can_defend(s, s.acting):
        return True
    s.phase = Phase.OVERWATCH
    return False


# ---------------------------------------------------------------- the end of a move


@rule
def end_move(s: State, k: int, e: Log) -> None:
    """The move ends here (CA-4.10), by its player's will or by a fallback (CA-12.26)."""
    end_of_move(s, k, e)
    s.charged = callers(s, k)
    s.phase = Phase.POINT_DEFENCE


@rule
def waits_for_overwatch(s: State) -> bool:
    """Whether a charged detachment has to say if it fires; the first of them is asked (CA-15.11 b)."""
    for k in range(s.detachments):
        if (s.charged >> k) & 1 == 1:
            if why_not_overwatch(s, k, s.acting) == Why.ALLOWED:
                s.target, s.side = k, s.detachment[k].side
                return True
            s.charged = s.charged & ~(1 << k)
    end_activation(s)
    return False


@rule
def why_not_call(s: State, k: int, choice: int) -> int:
    """Why a detachment cannot say now whether it calls Overwatch (CA-15.11 b)."""
    if s.phase != Phase.OVERWATCH or k != s.target or choice < 0 or choice > 1:
        return Why.NOT_YOURS
    return Why.ALLOWED


@rule
def call_overwatch(s: State, k: int, choice: int, d: Dice, e: Log) -> None:
    """A charged detachment fires at who charged it, or not (CA-15.11 b)."""
    s.charged = s.charged & ~(1 << k)
    if choice == 1:
        overwatch(s, k, s.acting, d, e)
