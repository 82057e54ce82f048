"""Turn: a vehicle in contact rotates on the spot, and those it touches are nudged along (CA-14)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.close_assault.codes import Order, Verb
from hulldown.rulesets.close_assault.coherency import why_not_coherent
from hulldown.rulesets.close_assault.contact import touching, why_not_stand
from hulldown.rulesets.close_assault.events import slid, turned
from hulldown.rulesets.close_assault.halting import has_moved, slide
from hulldown.rulesets.close_assault.movement import TURNED
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle, side_of
from hulldown.rulesets.close_assault.variants import RulesMode, TurnAdjust, TurnContact, TurnKeeps


@rule
def only_enemies(s: State) -> bool:
    """Whether, as an option, only enemies count for a Turn: who is not Engaged makes none (CA-14.4)."""
    return bool(s.options.turn_contact == TurnContact.ENEMIES)


@rule
def counts_for_turn(s: State, v: int, j: int) -> bool:
    """Whether a model is of another unit in the sense of a Turn: of any other detachment, or as an option of
    the enemy only (CA-14.4).
    """
    if only_enemies(s):
        return side_of(s, j) != side_of(s, v)
    return bool(s.model[j].detachment != s.model[v].detachment)


@rule
def units_touched(s: State, v: int) -> int:
    """The models of other units that a vehicle touches, as bits (CA-14.1, CA-14.3, CA-14.4)."""
    models = 0
    for j in range(s.models):
        if counts_for_turn(s, v, j) and touching(s, v, j):
            models |= 1 << j
    return models


@rule
def rotate(s: State, v: int, facing: int, touched: int) -> None:
    """Turn a vehicle on the spot; the models it touches are slid along, unless by `strict` (CA-14.5)."""
    s.model[v].base.facing = facing
    if s.options.turn_adjust == TurnAdjust.STRICT:
        return
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            slide(s, v, j)


@rule
def keep_places(s: State, touched: int) -> None:
    """Remember where the touched models stand."""
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            s.back_x[j], s.back_y[j] = s.model[j].base.x, s.model[j].base.y


@rule
def forget_places(s: State) -> None:
    """Nothing is remembered between two calls."""
    for j in range(s.models):
        s.back_x[j], s.back_y[j] = 0, 0


@rule
def undo_rotation(s: State, v: int, facing: int, touched: int) -> None:
    """Put vehicle and touched models back after a trial."""
    s.model[v].base.facing = facing
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            s.model[j].base.x, s.model[j].base.y = s.back_x[j], s.back_y[j]
    forget_places(s)


@rule
def why_not_rotated(s: State, v: int, touched: int) -> int:
    """What is wrong with a facing taken: overlaps, or a contact lost (CA-14.3, CA-14.5, CA-14.6)."""
    if why_not_stand(s, v, s.model[v].base, 1) != Why.ALLOWED:
        return Why.TURN_BLOCKED
    lost = False
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            if why_not_stand(s, j, s.model[j].base, 1) != Why.ALLOWED:
                return Why.TURN_BLOCKED
            lost = lost or not still_touches(s, v, j, touched)
    return Why.TURN_CONTACT if lost else Why.ALLOWED


@rule
def still_touches(s: State, v: int, j: int, touched: int) -> bool:
    """Whether a vehicle keeps touching a model, or as an option another of its detachment that it touched
    (CA-14.3, CA-14.4).
    """
    if touching(s, v, j) or s.options.turn_keeps == TurnKeeps.MODELS:
        return touching(s, v, j)
    for i in range(s.models):
        same = s.model[i].detachment == s.model[j].detachment and (touched >> i) & 1 == 1
        if same and touching(s, v, i):
            return True
    return False


@rule
def others_moved(s: State, k: int) -> bool:
    """Whether a model of a detachment has driven or piled in: that can be taken back, a Turn cannot
    (CA-14.7).
    """
    t = s.detachment[k]
    for m in range(t.first, t.first + t.size):
        if alive(s, m) and s.model[m].done != TURNED and has_moved(s, m):
            return True
    return False


@rule
def why_not_turn(s: State, v: int, facing: int) -> int:
    """The first reason against a Turn of a vehicle to a facing (CA-14.1 to CA-14.7)."""
    t = s.detachment[s.model[v].detachment]
    if t.order != Order.CHARGE or s.options.rules_mode == RulesMode.TODAY:
        return Why.ORDER
    if not is_vehicle(s, v):
        return Why.TYPE
    if t.shocks != 0:
        return Why.TS_TURNED
    touched = units_touched(s, v)
    if touched == 0 or s.model[v].done != 0 or (t.engaged == 0 and only_enemies(s)):
        return Why.TURN_CONTACT
    if others_moved(s, s.model[v].detachment):
        return Why.TURN_LATE
    before = s.model[v].base.facing
    keep_places(s, touched)
    rotate(s, v, facing, touched)
    why = why_not_rotated(s, v, touched)
    if why == Why.ALLOWED:
        why = why_not_coherent(s, s.model[v].detachment)
    undo_rotation(s, v, before, touched)
    return why


@rule
def turn(s: State, v: int, facing: int, e: Log) -> None:
    """Turn a vehicle; those it touches are nudged along (CA-14.1, CA-14.5)."""
    touched, before = units_touched(s, v), s.model[v].base.facing
    keep_places(s, touched)
    rotate(s, v, facing, touched)
    s.model[v].done = Verb.TURN + 1
    turned(e, v, before, facing)
    for j in range(s.models):
        b, x, y = s.model[j].base, s.back_x[j], s.back_y[j]
        if (touched >> j) & 1 == 1 and (x != b.x or y != b.y):
            slid(e, j, x, y, b.x, b.y)
    forget_places(s)
