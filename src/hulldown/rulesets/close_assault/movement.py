"""Moves of detachments: how far they may go, and which ways are open (CA-3.3, CA-4).

A move is a series of straight drives of single models. Each is judged when it is made, the whole at its end
(`halting`).
"""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import direction, fine_length, inside, mils, nearest
from hulldown.rulesets.close_assault.codes import TOL, TURNS, WAYPOINTS, WHOLE, Kind, Order, Verb
from hulldown.rulesets.close_assault.coherency import groups, largest_group
from hulldown.rulesets.close_assault.contact import touched_by, touched_by_model
from hulldown.rulesets.close_assault.events import leg_moved, piled_in, taken_back
from hulldown.rulesets.close_assault.ground import fine_rough_length, flies, why_no_way
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Model, Options, State, alive, is_vehicle, profile_of
from hulldown.rulesets.close_assault.variants import ChargePivot

OPEN = 10  # what open ground costs, as the options hold costs
PILED_IN, TURNED = Verb.DRIVE + 1, Verb.TURN + 1  # what `Model.done` says

# ---------------------------------------------------------------- how far


@rule
def most(o: Options, order: int, kind: int, move: int, contact: int, broke_out: int) -> int:
    """How far an order lets a model go (CA-3.3, CA-4.6, CA-12.3, CA-12.28).

    contact: 1 if its charge ends touching an enemy, or has made a Tank Shock.
    """
    if order == Order.MARCH:
        moves = o.infantry_march_moves if kind == Kind.INFANTRY else o.march_moves
        return move * moves // WHOLE
    if order == Order.CHARGE:
        return move * o.charge_moves // WHOLE if contact != 0 and broke_out == 0 else move
    return move if order == Order.ADVANCE or order == Order.FALL_BACK else 0


@rule
def full_move(s: State, m: int) -> int:
    """The Movement of a model."""
    return s.profile[profile_of(s, m)].move


@rule
def limit(s: State, k: int, m: int) -> int:
    """How far a model may go in this activation; a charge as if it will end in contact (CA-3.3, CA-4.6).

    Who was Engaged piles in, or drives on after breaking out: up to M (CA-4.9, CA-12.29).
    """
    d, p = s.detachment[k], s.profile[profile_of(s, m)]
    return most(s.options, d.order, p.kind, p.move, 1 - d.engaged, d.broke_out)


@rule
def remaining(s: State, m: int) -> int:
    """How far a model may still go in this activation, in mils of open ground (CA-12.21); a Turn is all of
    its move (CA-14.1).
    """
    v = s.model[m]
    if v.done == TURNED:
        return 0
    return max(0, limit(s, v.detachment, m) - mils(v.cost))


@rule
def way_cost(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> int:
    """What a straight way costs a model, in grains: difficult ground more (CA-4.1, CA-4.5)."""
    rough = 0 if flies(s, m) else fine_rough_length(s, ax, ay, bx, by)
    return fine_length(bx - ax, by - ay) + nearest(rough * (s.options.difficult_cost - OPEN), OPEN)


# ---------------------------------------------------------------- the beginning of a move, and of a leg


@rule
def forget_way(v: Model, kept: int) -> None:
    """Forget a model's way-points but the first."""
    for i in range(kept, v.turns):
        v.turn_x[i], v.turn_y[i] = 0, 0
    v.turns = kept


@rule
def begin_model(s: State, m: int) -> None:
    """A model stands where its activation begins."""
    v = s.model[m]
    v.start_x, v.start_y, v.start_facing = v.base.x, v.base.y, v.base.facing
    forget_way(v, 0)
    v.cost, v.driven, v.done, v.charge = 0, 0, 0, 0
    v.touched = touched_by_model(s, m)


@rule
def begin_leg(s: State, k: int) -> None:
    """A leg begins where the models stand: at the activation, or after a Tank Shock (CA-4.2, CA-2.12)."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        v = s.model[m]
        v.shock_x, v.shock_y, v.shock_facing = v.base.x, v.base.y, v.base.facing
        v.since, v.leg = 0, v.turns
    d.groups, d.largest = groups(s, k), largest_group(s, k)


@rule
def begin_move(s: State, k: int) -> None:
    """A detachment is activated to move: who touches it now holds it (CA-4.8)."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        begin_model(s, m)
    begin_leg(s, k)
    d.touched = touched_by(s, k)
    d.engaged = 1 if d.touched != 0 else 0
    d.broke_out = 0


# ---------------------------------------------------------------- one drive


@rule
def moves(order: int) -> bool:
    """Whether an order lets a detachment move by its player's choice (CA-3.3)."""
    return order == Order.ADVANCE or order == Order.MARCH or order == Order.CHARGE


@rule
def zoned(order: int) -> int:
    """1 for orders that keep a model off its enemies (CA-4.3)."""
    return 0 if order == Order.CHARGE else 1


@rule
def is_held(s: State, m: int) -> bool:
    """Whether a model cannot move because its detachment was Engaged: with a Charge order it may pile in if
    it touched nobody itself (CA-4.8, CA-4.9), but not between two Tank Shocks of its way out, and drive on
    after breaking out (CA-12.29, CA-12.34).
    """
    v = s.model[m]
    d = s.detachment[v.detachment]
    if d.engaged == 0 or d.broke_out != 0:
        return False
    return bool(d.order != Order.CHARGE or v.touched != 0 or d.shocks != 0)


@rule
def too_far(s: State, m: int, x: int, y: int) -> bool:
    """Whether a drive is longer than a model may go, or one way-point too many (CA-4.1, CA-4.2, CA-4.12)."""
    v = s.model[m]
    turns = v.turns
    if turns >= TURNS or turns - v.leg >= WAYPOINTS:
        return True
    cost = v.cost + way_cost(s, m, v.base.x, v.base.y, x, y)
    return mils(cost) > limit(s, v.detachment, m) + TOL


@rule
def why_not_pivot(s: State, m: int) -> int:
    """Whether a model may face another way where it stands: end facings are free but in a charge (CA-4.2,
    CA-4.7).
    """
    if not faces_freely(s, s.model[m].detachment) or not is_vehicle(s, m):
        return Why.DISTANCE
    return Why.ENGAGED if is_held(s, m) else Why.ALLOWED


@rule
def why_not_drive(s: State, m: int, x: int, y: int) -> int:
    """The first reason against a straight drive of a model (CA-4.1 to CA-4.5, CA-4.8, CA-14.7), 0 for
    none.
    """
    v = s.model[m]
    order, ax, ay = s.detachment[v.detachment].order, v.base.x, v.base.y
    if not moves(order):
        return Why.ORDER
    if v.done == TURNED:
        return Why.TURNED
    if x == ax and y == ay:
        return why_not_pivot(s, m)
    if not inside(x, y, 0, 0, s.width, s.height):
        return Why.OFF_TABLE
    if too_far(s, m, x, y):
        return Why.DISTANCE
    facing = 0 if v.base.round != 0 else direction(x - ax, y - ay)
    why = why_no_way(s, m, ax, ay, x, y, facing, zoned(order))
    return Why.ENGAGED if why == Why.ALLOWED and is_held(s, m) else why


@rule
def go_to(s: State, m: int, x: int, y: int) -> None:
    """Take a model to its next way-point and count the way (CA-4.1, CA-4.5)."""
    v = s.model[m]
    ax, ay, turns = v.base.x, v.base.y, v.turns
    far = fine_length(x - ax, y - ay)
    v.cost = v.cost + way_cost(s, m, ax, ay, x, y)
    v.driven, v.since = v.driven + far, v.since + far
    v.turn_x[turns], v.turn_y[turns] = x, y
    v.turns = turns + 1
    v.base.x, v.base.y = x, y


@rule
def faces_freely(s: State, k: int) -> bool:
    """Whether the vehicles of a detachment end a drive as their player likes (CA-4.2, CA-4.7)."""
    return bool(s.detachment[k].order != Order.CHARGE or s.options.charge_pivot == ChargePivot.FREE)


@rule
def facing_after(s: State, m: int, dx: int, dy: int, facing: int) -> int:
    """How a model faces after a drive; facing: as its player wants, -1 for as driven (CA-4.2, CA-4.7)."""
    v = s.model[m]
    if not is_vehicle(s, m):
        return v.base.facing
    if facing >= 0 and faces_freely(s, v.detachment):
        return facing
    return v.base.facing if dx == 0 and dy == 0 else direction(dx, dy)


@rule
def drive(s: State, m: int, x: int, y: int, facing: int, e: Log) -> None:
    """Drive a model straight to a place (CA-4.2), or pile it in (CA-4.9)."""
    v = s.model[m]
    d = s.detachment[v.detachment]
    ax, ay, piles_in = v.base.x, v.base.y, d.engaged != 0 and d.broke_out == 0
    v.base.facing = facing_after(s, m, x - ax, y - ay, facing)
    if x != ax or y != ay:
        go_to(s, m, x, y)
    if piles_in:
        v.done = PILED_IN
        piled_in(e, m, ax, ay, x, y, v.base.facing)
    else:
        leg_moved(e, m, ax, ay, x, y, v.base.facing)


# ---------------------------------------------------------------- taking back


@rule
def cost_of_way(s: State, m: int) -> int:
    """What the way-points that a model keeps have cost it, in grains."""
    v = s.model[m]
    cost, ax, ay = 0, v.start_x, v.start_y
    for i in range(v.turns):
        bx, by = v.turn_x[i], v.turn_y[i]
        cost += way_cost(s, m, ax, ay, bx, by)
        ax, ay = bx, by
    return cost


@rule
def take_back_model(s: State, m: int) -> None:
    """A model stands again where this leg began."""
    v = s.model[m]
    v.base.x, v.base.y, v.base.facing = v.shock_x, v.shock_y, v.shock_facing
    forget_way(v, v.leg)
    v.cost = cost_of_way(s, m)
    v.driven, v.since = v.driven - v.since, 0
    v.done = 0


@rule
def take_back(s: State, k: int, e: Log) -> None:
    """What a detachment drove since its activation or its last Tank Shock is undone; nothing was rolled.

    A Turn stays: it may have pushed others (CA-14.5).
    """
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and s.model[m].done != TURNED:
            take_back_model(s, m)
    taken_back(e, k)
