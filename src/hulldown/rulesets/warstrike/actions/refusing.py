"""Whose decision it is, and the first reason why an exact order is refused (WS-16.6)."""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.jit import rule
from hulldown.rulesets.warstrike.activating import why_not_activate
from hulldown.rulesets.warstrike.arming import why_not_aim, why_not_arm, why_not_fire
from hulldown.rulesets.warstrike.casualties import why_not_take
from hulldown.rulesets.warstrike.codes import NOBODY, Deed, Phase, Verb
from hulldown.rulesets.warstrike.deployment import why_not_deploy, why_not_form, why_not_ready
from hulldown.rulesets.warstrike.moving import (
    why_not_end,
    why_not_go,
    why_not_march,
    why_not_place,
    why_not_stay,
    why_not_step,
)
from hulldown.rulesets.warstrike.permissions import why_not_act
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State, on_table, side_of

# ---------------------------------------------------------------- whose decision it is


@rule
def seat_to_act(s: State) -> int:
    """The seat that owes a decision; NOBODY when it is over."""
    if s.phase == Phase.OVER:
        return NOBODY
    if s.phase == Phase.SNAP:
        return s.unit[s.asked].side
    if s.phase == Phase.CASUALTY:
        return s.unit[s.target].side
    if s.phase == Phase.SUCCESSION:
        return s.unit[heir_to_name(s)].side
    return s.side


@rule
def heir_to_name(s: State) -> int:
    """The first unit whose owner must pick an acting leader (WS-2.6)."""
    for k in range(s.units):
        if (s.heirs >> k) & 1 != 0:
            return k
    return NOBODY


@rule
def to_act(s: State) -> int:
    """The seats that owe a decision, as bits."""
    seat = seat_to_act(s)
    return 0 if seat == NOBODY else 1 << seat


# ---------------------------------------------------------------- what speaks against an order


@rule
def check(s: State, seat: int, a: Action) -> int:
    """0, or the reason why a seat may not do this now. Seat and side are the same number."""
    if a.seat != seat or seat < 0 or seat > 1 or s.phase == Phase.OVER:
        return Why.NOT_YOURS
    if a.verb == Verb.CONCEDE:
        return Why.OK
    if s.phase == Phase.ROLL_OFF:
        return Why.OK if a.verb == Verb.ROLL and seat_to_act(s) == seat else Why.NOT_YOURS
    if seat_to_act(s) != seat or not names_what_is(s, a):
        return Why.NOT_YOURS
    if s.phase == Phase.ACTIVATE:
        return why_not_activate(s, seat, a.actor) if a.verb == Verb.ACTIVATE else Why.NOT_YOURS
    if s.phase == Phase.DEPLOY:
        return why_not_arrange(s, a)
    if s.phase == Phase.MOVE:
        return why_not_move(s, a)
    if s.phase == Phase.FIRE:
        return why_not_shoot(s, a)
    return why_not_decide(s, a)


@rule
def of_model(verb: int) -> bool:
    """Whether the actor of an order is a model, not a unit."""
    if verb == Verb.PLACE or verb == Verb.STEP or verb == Verb.STAY or verb == Verb.ARM:
        return True
    return verb == Verb.AIM or verb == Verb.FALLS or verb == Verb.LEAD


@rule
def names_what_is(s: State, a: Action) -> bool:
    """Whether an order names models and units that exist, of the own side."""
    actor = a.actor
    if of_model(a.verb):
        if actor < 0 or actor >= s.models or side_of(s, actor) != a.seat or not on_table(s, actor):
            return False
    elif actor < 0 or actor >= s.units or s.unit[actor].side != a.seat:
        return False
    if a.verb == Verb.FIRE or a.verb == Verb.AIM:
        return bool(a.target >= 0 and a.target < s.units)
    return True


@rule
def why_not_arrange(s: State, a: Action) -> int:
    """Placing units (WS-4.8)."""
    x, y, actor = a.x, a.y, a.actor
    if a.verb == Verb.PLACE:
        return why_not_deploy(s, actor, x, y)
    if a.verb == Verb.FORM:
        return why_not_form(s, actor, x, y)
    if a.verb == Verb.END:
        return why_not_ready(s, actor)
    return Why.OK if a.verb == Verb.BACK and actor == s.acting else Why.NOT_YOURS


@rule
def why_not_move(s: State, a: Action) -> int:
    """The moving half of an action (WS-7, WS-8); who falls back moving does not fire (WS-10.3)."""
    verb, x, y, actor = a.verb, a.x, a.y, a.actor
    if of_model(verb):
        if s.model[actor].unit != s.acting:
            return Why.NOT_YOURS
        if verb == Verb.PLACE:
            return why_not_place(s, actor, x, y)
        if verb == Verb.STEP:
            return why_not_step(s, actor, x, y)
        return why_not_stay(s, actor) if verb == Verb.STAY else Why.NOT_YOURS
    if actor != s.acting:
        return Why.NOT_YOURS
    if verb == Verb.GO:
        return why_not_go(s, actor, x, y)
    if verb == Verb.MARCH:
        return why_not_march(s, actor, x, y)
    if verb == Verb.END:
        return why_not_end(s, actor)
    if verb == Verb.FIRE and s.deed == Deed.FALL_BACK:
        return Why.FIRE_OR_MOVE
    return Why.OK if verb == Verb.BACK else Why.NOT_YOURS


@rule
def why_not_shoot(s: State, a: Action) -> int:
    """The firing half of an action (WS-11); who falls back firing does not move (WS-10.3)."""
    verb, actor = a.verb, a.actor
    if of_model(verb):
        if s.model[actor].unit != s.acting:
            return Why.NOT_YOURS
        if verb == Verb.ARM:
            return why_not_arm(s, actor, a.choice)
        return why_not_aim(s, actor, a.target) if verb == Verb.AIM else Why.NOT_YOURS
    if actor != s.acting:
        return Why.NOT_YOURS
    if verb == Verb.FIRE:
        return why_not_fire(s, actor, a.target)
    if (verb == Verb.GO or verb == Verb.MARCH) and s.deed == Deed.FALL_BACK:
        return Why.FIRE_OR_MOVE
    return Why.OK if verb == Verb.HOLD else Why.NOT_YOURS


@rule
def why_not_decide(s: State, a: Action) -> int:
    """Actions picked, and the answers of the other side."""
    verb, actor = a.verb, a.actor
    if s.phase == Phase.CHOOSE and verb == Verb.ACT and actor == s.acting:
        return why_not_act(s, actor, a.choice, a.facing)
    if s.phase == Phase.SNAP and verb == Verb.SNAP:
        return Why.OK if actor == s.asked and (a.choice == 0 or a.choice == 1) else Why.NO_SNAP
    if s.phase == Phase.CASUALTY and verb == Verb.FALLS:
        return why_not_take(s, actor)
    if s.phase == Phase.SUCCESSION and verb == Verb.LEAD and s.model[actor].unit == heir_to_name(s):
        return Why.OK
    return Why.NOT_YOURS
