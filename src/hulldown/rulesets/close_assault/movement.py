"""Moves of detachments, their ends and the charge bonus, and Withdraws (CA-3, CA-4, CA-11, CA-16)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.house_rules import in_force
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import (
    CIRCLE,
    GRAIN,
    along,
    apart,
    direction,
    fine_length,
    gap,
    inside,
    length,
    mils,
    nearest,
    over_edge,
    reach,
    root,
    shifted_x,
    shifted_y,
)
from hulldown.rulesets.close_assault.events import (
    Why,
    charge_ended,
    leg_moved,
    piled_in,
    taken_back,
    unit_engaged,
    withdrew,
)
from hulldown.rulesets.close_assault.occasions import Occasion, amend, lead_model
from hulldown.rulesets.close_assault.state import (
    NOBODY,
    TOL,
    TURNS,
    WAYPOINTS,
    WHOLE,
    WHOLE_TABLE,
    BandBoundary,
    ChargeDistance,
    ChargePivot,
    Kind,
    LeaveCombatBonus,
    Model,
    Options,
    Order,
    RulesMode,
    State,
    Verb,
    WithdrawFrom,
    alive,
    is_vehicle,
    profile_of,
    side_of,
)
from hulldown.rulesets.close_assault.table import (
    coherent,
    fine_rough_length,
    flies,
    foes_of,
    gap_of,
    groups,
    largest_group,
    lay_trial,
    limit_to,
    overlap,
    overlaps_block,
    runs_into_block,
    touched_by,
    touched_by_model,
    why_no_way,
    why_not_coherent,
    why_not_stand,
)
from hulldown.rulesets.close_assault.values import remove

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
    return full_move_by(s, m, s.mute)


@rule
def full_move_by(s: State, m: int, terms: Terms) -> int:
    """The Movement of a model, in mils (CA-4.1)."""
    far = amend(s, Occasion.MOVEMENT, m, NOBODY, s.profile[profile_of(s, m)].move, terms)
    return max(0, min(WHOLE_TABLE, far))


@rule
def full_move_of(s: State, k: int) -> int:
    """The Movement of a detachment, that of its first model left; as printed if none is."""
    m = lead_model(s, k)
    return full_move(s, m) if m != NOBODY else s.profile[s.detachment[k].profile].move


@rule
def difficult_cost(s: State, m: int, terms: Terms) -> int:
    """What difficult ground costs a model, in tenths (CA-4.5)."""
    cost = amend(s, Occasion.DIFFICULT_GROUND, m, NOBODY, s.options.difficult_cost, terms)
    return max(OPEN, cost)


@rule
def limit(s: State, k: int, m: int) -> int:
    """How far a model may go in this activation; a charge as if it will end in contact (CA-3.3, CA-4.6).

    Who was Engaged piles in, or drives on after breaking out: up to M (CA-4.9, CA-12.29).
    """
    d, p = s.detachment[k], s.profile[profile_of(s, m)]
    return most(s.options, d.order, p.kind, full_move(s, m), 1 - d.engaged, d.broke_out)


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
    return fine_length(bx - ax, by - ay) + nearest(rough * (difficult_cost(s, m, s.mute) - OPEN), OPEN)


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
    if fine_rough_length(s, ax, ay, x, y) > 0 and not flies(s, m):
        difficult_cost(s, m, e.why)  # for the log: what house rules took
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


# ---------------------------------------------------------------- where a move may end
# Where a detachment's move may end, its end, and the charge bonus (CA-4.9, CA-4.10, CA-11, CA-12.25).


@rule
def sooner(a: int, b: int) -> int:
    """The reason that stands first in the list of CA-20.4; 0 is none."""
    if a == 0 or b == 0:
        return a + b
    return a if a < b else b


@rule
def has_moved(s: State, m: int) -> bool:
    """Whether a model has left its place, or its facing, in this activation."""
    v = s.model[m]
    if v.driven > 0 or v.done != 0:
        return True
    return bool(v.base.x != v.start_x or v.base.y != v.start_y or v.base.facing != v.start_facing)


@rule
def why_not_so_far(s: State, k: int) -> int:
    """DISTANCE or NO_CONTACT if a model went too far for how the move ends (CA-4.6, CA-12.3, CA-12.28)."""
    d, contact, why = s.detachment[k], 1, 0
    if d.shocks == 0 and touched_by(s, k) == 0:
        contact = 0
    for m in range(d.first, d.first + d.size):
        p, used = s.profile[profile_of(s, m)], mils(s.model[m].cost)
        if not alive(s, m) or used == 0:
            continue
        if in_force(s.options.house) and d.shocks != 0 and s.model[m].since == 0:
            continue  # it cannot take that back: a house rule may have changed its Movement since
        if used > limit(s, k, m) + TOL:
            why = sooner(why, Why.DISTANCE)
        elif used > most(s.options, d.order, p.kind, full_move(s, m), contact, 0) + TOL:
            why = sooner(why, Why.NO_CONTACT)
    return why


@rule
def too_near(s: State, m: int) -> bool:
    """Whether a model ends its move too near to an enemy for its order (CA-4.3, CA-4.12)."""
    side, b, zone = side_of(s, m), s.model[m].base, s.options.enemy_zone
    for j in range(s.models):
        if not alive(s, j) or side_of(s, j) == side or apart(b, s.model[j].base, zone):
            continue
        if gap_of(s, m, j) < limit_to(s, m, j):
            return True
    return False


@rule
def why_not_piled(s: State, m: int) -> int:
    """Whether a pile-in ends touching who held its detachment, and nobody else (CA-4.9, CA-4.13)."""
    v = s.model[m]
    if v.done != PILED_IN:
        return Why.ALLOWED
    touched = touched_by_model(s, m)
    if touched == 0:
        return Why.NO_CONTACT
    return Why.ENGAGED if touched & ~s.detachment[v.detachment].touched != 0 else Why.ALLOWED


@rule
def why_not_rest(s: State, m: int, order: int) -> int:
    """The first reason against the place where a model ends its move (CA-4.10), 0 for none."""
    if not alive(s, m) or not has_moved(s, m):
        return Why.ALLOWED  # nobody is refused for staying where he was
    why = sooner(why_not_stand(s, m, s.model[m].base, 1), why_not_piled(s, m))
    return sooner(why, Why.ZONE) if zoned(order) != 0 and too_near(s, m) else why


@rule
def why_not_end(s: State, k: int) -> int:
    """The first reason of CA-20.4 against ending an activation as the models stand (CA-4.10), 0 for none."""
    d = s.detachment[k]
    why = sooner(why_not_so_far(s, k), why_not_coherent(s, k))
    for m in range(d.first, d.first + d.size):
        why = sooner(why, why_not_rest(s, m, d.order))
    if why == Why.ALLOWED and d.shocked != 0 and touched_by(s, k) & d.shocked != 0:
        return Why.TS_END_CONTACT  # CA-12.25
    return why


# ---------------------------------------------------------------- the end of a move


@rule
def end_charge(s: State, k: int, e: Log) -> None:
    """Each vehicle keeps the charge bonus that is in force where it stands now (CA-11.6, CA-11.7)."""
    d, home = s.detachment[k], touched_by(s, k) != 0
    held = 1 if d.engaged != 0 and d.broke_out == 0 else 0
    for m in range(d.first, d.first + d.size):
        v = s.model[m]
        if not alive(s, m) or not is_vehicle(s, m):
            continue
        v.charge = charge_in_force_by(s, m, home, e.why)
        if home:
            charge_ended(e, m, charge_distance(s, m), v.charge, d.shocks, held)


@rule
def end_of_move(s: State, k: int, e: Log) -> None:
    """An activation in the Movement phase ends: what it charged, and whom it now holds (CA-2.6, CA-11.6)."""
    d = s.detachment[k]
    if d.order == Order.CHARGE:
        end_charge(s, k, e)
    fresh = touched_by(s, k) & ~d.touched
    for j in range(s.detachments):
        if fresh >> j & 1 != 0:
            unit_engaged(e, k, j)


# ---------------------------------------------------------------- charging
# The charge bonus of vehicles (CA-11).


@rule
def band(o: Options, distance: int, move: int) -> int:
    """The bonus of a distance charged, in bands of a share of a full move (CA-11.3, CA-11.4)."""
    if in_band(o, distance, move, o.fourth_band):
        return o.fourth_band_bonus
    if in_band(o, distance, move, o.third_band):
        return o.third_band_bonus
    second = in_band(o, distance, move, o.second_band)
    return o.second_band_bonus if second else o.first_band_bonus


@rule
def in_band(o: Options, distance: int, move: int, share: int) -> bool:
    """Whether a distance lies beyond a share of a full move, in hundredths (CA-11.4)."""
    if o.band_boundary == BandBoundary.LOWER:
        return WHOLE * distance > share * move + WHOLE * TOL
    return WHOLE * distance >= share * move - WHOLE * TOL


def band_edges(o: Options, move: int) -> list[int]:
    """Where the bands begin that do not begin at 0, in mils, the nearest first (CA-8.5, CA-11.3)."""
    return sorted(int(share) * move // WHOLE for share in (o.second_band, o.third_band, o.fourth_band))


@rule
def charge_distance(s: State, m: int) -> int:
    """How far a vehicle has charged, from where it began or from its last Tank Shock (CA-11.1, CA-11.5)."""
    v = s.model[m]
    if s.options.charge_distance == ChargeDistance.PATH:
        return mils(v.since)
    x, y = v.base.x, v.base.y
    from_start = length(x - v.start_x, y - v.start_y)
    return min(from_start, length(x - v.shock_x, y - v.shock_y))


@rule
def charge_bonus(s: State, m: int) -> int:
    """The charge bonus of a vehicle where it stands, against enemies in its Front arc."""
    return charge_bonus_by(s, m, s.mute)


@rule
def charge_bonus_by(s: State, m: int, terms: Terms) -> int:
    """The same, every house rule noted (CA-11.2, CA-11.7)."""
    bonus = band(s.options, charge_distance(s, m), full_move(s, m))
    return max(0, amend(s, Occasion.CHARGE_BONUS, m, NOBODY, bonus, terms))


@rule
def scoped(o: Options, bonus: int, fights: bool, engaged: bool, stayed: bool, broke_out: bool) -> int:
    """What of a charge bonus is in force (CA-11.6, CA-12.28, CA-12.30).

    fights: in a Tank Shock, or the charge ended in contact; engaged: it began so; stayed: it turned or
    piled in.
    """
    if not fights or stayed or o.rules_mode == RulesMode.TODAY:
        return 0
    if engaged and (not broke_out or o.leave_combat_bonus == LeaveCombatBonus.NONE_ALL_MOVE):
        return 0
    return bonus


@rule
def charge_in_force(s: State, m: int, fights: bool) -> int:
    """The charge bonus with which a vehicle fights where it stands; fights as in `scoped`."""
    return charge_in_force_by(s, m, fights, s.mute)


@rule
def charge_in_force_by(s: State, m: int, fights: bool, terms: Terms) -> int:
    """The same, every house rule noted."""
    v = s.model[m]
    t = s.detachment[v.detachment]
    if scoped(s.options, 1, fights, t.engaged != 0, v.done != 0, t.broke_out != 0) == 0:
        return 0
    return charge_bonus_by(s, m, terms)


@rule
def put_on_ray(s: State, v: int, j: int, dx: int, dy: int, far: int) -> None:
    """Put a model so far from a vehicle's centre, in the direction of a vector."""
    b, around, whole = s.model[j].base, s.model[v].base, max(1, fine_length(dx, dy))
    b.x = around.x + nearest(dx * far * GRAIN, whole)
    b.y = around.y + nearest(dy * far * GRAIN, whole)


@rule
def slide(s: State, v: int, j: int) -> None:
    """Slide a model along the ray from a vehicle's centre through its own until the gap is 0 (CA-14.5)."""
    b, around = s.model[j].base, s.model[v].base
    dx, dy = b.x - around.x, b.y - around.y
    near, far = 0, reach(around) + reach(b) + 1  # overlapping, and apart
    while far - near > 1:
        middle = (near + far) // 2
        put_on_ray(s, v, j, dx, dy, middle)
        if gap(around, b) >= 0:
            far = middle
        else:
            near = middle
    put_on_ray(s, v, j, dx, dy, far)


# ---------------------------------------------------------------- withdrawing: who flees from whom
# Withdraw after a failed test: by the search or by hand (CA-16.3 to CA-16.5).
#
# While it lasts, `State.flight_from` says from how many enemies, and `Model.done` which models are placed.


PLACED = Verb.WITHDRAW + 1  # what `Model.done` says
SHORTER, SHORTEST = 500, 1500  # lengths tried by the search (CA-16.5)
TURN, HEADINGS = 1000, 9  # directions: by 10 degrees, up to 90 to either side
FINE = 32  # parts of a mil, so that means of several points are compared as CA-2.11 says


@rule
def begin_withdraw(s: State, k: int, e: Log) -> bool:
    """A detachment must Withdraw (CA-16.4). True: its owner places its models.

    If there is nobody to withdraw from, nobody moves; models that cannot move at all are destroyed.
    """
    d = s.detachment[k]
    note_pursuers(s, k)
    for m in range(d.first, d.first + d.size):
        s.model[m].done = 0
        if s.flight_from > 0 and alive(s, m) and full_move(s, m) == 0:
            remove(s, m, e)
    return not settle(s, k)


@rule
def pursuers(s: State, k: int) -> int:
    """The enemy models from which a detachment withdraws, as bits (CA-16.4): those that touched it when the
    fight began that it lost, the dead among them too, else those that touch it now, else the nearest enemy's.
    """
    now, nearby = foes_of(s, k), nearest_foes(s, k)
    if s.options.withdraw_from == WithdrawFrom.TOUCHING_NOW or nearby == 0:
        return now
    if s.detachment[k].foes != 0:
        return s.detachment[k].foes
    return now if now != 0 else nearby


@rule
def nearest_foes(s: State, k: int) -> int:
    """The models of the nearest enemy detachment, of equals the first, as bits; 0: no enemy is left."""
    side, foe, best = s.detachment[k].side, NOBODY, 0
    for j in range(s.models):
        if not alive(s, j) or side_of(s, j) == side:
            continue
        far = distance_to(s, j, k)
        if foe == NOBODY or far < best:
            foe, best = s.model[j].detachment, far
    bits = 0
    for j in range(s.models):
        if alive(s, j) and s.model[j].detachment == foe:
            bits |= 1 << j
    return bits


@rule
def distance_to(s: State, m: int, k: int) -> int:
    """The least gap between a model and those of a detachment that are left."""
    first, least = s.detachment[k].first, NOBODY
    for j in range(first, first + s.detachment[k].size):
        far = max(0, gap_of(s, m, j))
        if alive(s, j) and (least == NOBODY or far < least):
            least = far
    return least


@rule
def note_pursuers(s: State, k: int) -> None:
    """Keep the centres of the enemy models from which a detachment withdraws (CA-16.4)."""
    bits = pursuers(s, k)
    s.flight_x, s.flight_y, s.flight_from = 0, 0, 0
    for j in range(s.models):
        if (bits >> j) & 1 == 1:
            s.flight_x = s.flight_x + s.model[j].base.x
            s.flight_y = s.flight_y + s.model[j].base.y
            s.flight_from += 1


@rule
def to_place(s: State, m: int) -> bool:
    """Whether a model of the detachment that withdraws has no place yet."""
    return alive(s, m) and s.model[m].done != PLACED


@rule
def settle(s: State, k: int) -> bool:
    """End the Withdraw if no model is left to place; whether it is over."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if s.flight_from > 0 and to_place(s, m):
            return False
    s.flight_x, s.flight_y, s.flight_from = 0, 0, 0
    for m in range(d.first, d.first + d.size):
        s.model[m].done = 0
    return True


# ---------------------------------------------------------------- where a model may go


@rule
def far_from_pursuers(s: State, x: int, y: int) -> int:
    """How far a place is from the mean point of the enemies fled from (CA-16.4)."""
    n = s.flight_from
    dx, dy = n * x - s.flight_x, n * y - s.flight_y
    return nearest(root((dx * dx + dy * dy) * FINE * FINE), FINE * n)


@rule
def crowded(s: State, m: int) -> bool:
    """Whether the trial base of a model is too near to an enemy, or on a friend (CA-16.4).

    Models of its own detachment that are still to be placed do not count: they will be gone.
    """
    side, k, zone = side_of(s, m), s.model[m].detachment, s.options.withdraw_zone
    for j in range(s.models):
        other = s.model[j].base
        if j == m or not alive(s, j) or apart(s.trial, other, zone):
            continue
        far = gap(s.trial, other)
        if side_of(s, j) != side:
            if far < zone - TOL:
                return True
        elif overlap(far) and (s.model[j].detachment != k or not to_place(s, j)):
            return True
    return False


@rule
def joins(s: State, m: int) -> bool:
    """Whether the trial base of a model stands with those of its own placed before, if any (CA-2.8)."""
    d, first = s.detachment[s.model[m].detachment], True
    for j in range(d.first, d.first + d.size):
        if alive(s, j) and not to_place(s, j):
            first = False
            if gap(s.trial, s.model[j].base) <= s.options.coherency + TOL:
                return True
    return first


@rule
def why_not_flee(s: State, m: int, x: int, y: int) -> int:
    """WITHDRAW unless a model may withdraw to a place (CA-16.4), 0 for allowed."""
    b = s.model[m].base
    ax, ay, move = b.x, b.y, full_move(s, m)
    if length(x - ax, y - ay) > move + TOL or far_from_pursuers(s, x, y) <= far_from_pursuers(s, ax, ay):
        return Why.WITHDRAW
    lay_trial(s, m, x, y, b.facing)
    if over_edge(s.trial, s.width, s.height) > TOL or overlaps_block(s, s.trial):
        return Why.WITHDRAW
    if crowded(s, m) or not joins(s, m) or runs_into_block(s, ax, ay, x, y):
        return Why.WITHDRAW
    return Why.ALLOWED


# ---------------------------------------------------------------- by hand


@rule
def why_not_place(s: State, m: int, x: int, y: int) -> int:
    """The reason against placing a model of the detachment that withdraws by hand (CA-16.4)."""
    return why_not_flee(s, m, x, y) if to_place(s, m) else Why.WITHDRAW


@rule
def flee_to(s: State, m: int, x: int, y: int, e: Log) -> None:
    """A model withdraws; its facing does not change (CA-16.4)."""
    v = s.model[m]
    withdrew(e, m, v.base.x, v.base.y, x, y, 0)
    v.base.x, v.base.y = x, y
    v.done = PLACED


@rule
def place(s: State, m: int, x: int, y: int, e: Log) -> bool:
    """The owner places a model (CA-16.4): whether the Withdraw is over."""
    flee_to(s, m, x, y, e)
    return settle(s, s.model[m].detachment)


# ---------------------------------------------------------------- the search


@rule
def tried(heading: int, i: int) -> int:
    """The i-th direction tried: 0, +10, -10, ... degrees off the heading (CA-16.5)."""
    off = TURN * ((i + 1) // 2)
    return (heading + (off if i & 1 == 1 else CIRCLE - off)) % CIRCLE


@rule
def heading_of(s: State, k: int) -> int:
    """From the mean point of the enemies to that of the own models; towards the own edge if they coincide
    (CA-16.5).
    """
    d = s.detachment[k]
    x, y, n = 0, 0, 0
    for m in range(d.first, d.first + d.size):
        if alive(s, m):
            x, y, n = x + s.model[m].base.x, y + s.model[m].base.y, n + 1
    dx = x * s.flight_from - s.flight_x * n
    dy = y * s.flight_from - s.flight_y * n
    return s.edge[d.side] if dx == 0 and dy == 0 else direction(dx, dy)


@rule
def fits(s: State, k: int, dx: int, dy: int) -> bool:
    """Whether every model of a detachment may withdraw by the same vector (CA-16.5)."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        b = s.model[m].base
        if alive(s, m) and why_not_flee(s, m, b.x + dx, b.y + dy) != Why.ALLOWED:
            return False
    return True


@rule
def move_all(s: State, k: int, dx: int, dy: int, e: Log) -> None:
    """Every model of a detachment withdraws by the same vector."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if alive(s, m):
            flee_to(s, m, s.model[m].base.x + dx, s.model[m].base.y + dy, e)


@rule
def flee_together(s: State, k: int, heading: int, e: Log) -> bool:
    """The first step of the search: one vector for all (CA-16.5); False if there is none."""
    far = full_move_of(s, k)
    while far >= SHORTEST and coherent(s, k):
        for i in range(2 * HEADINGS + 1):
            angle = tried(heading, i)
            dx, dy = shifted_x(0, far, angle), shifted_y(0, far, angle)
            if fits(s, k, dx, dy):
                move_all(s, k, dx, dy, e)
                return True
        far -= SHORTER
    return False


@rule
def flee_alone(s: State, m: int, heading: int, e: Log) -> None:
    """The second step, for one model: the same search; without a place it is destroyed (CA-16.4, CA-16.5)."""
    far, b = full_move(s, m), s.model[m].base
    while far >= SHORTEST:
        for i in range(2 * HEADINGS + 1):
            angle = tried(heading, i)
            x, y = shifted_x(b.x, far, angle), shifted_y(b.y, far, angle)
            if why_not_flee(s, m, x, y) == Why.ALLOWED:
                flee_to(s, m, x, y, e)
                return
        far -= SHORTER
    remove(s, m, e)


@rule
def nearest_edge(s: State, k: int) -> int:
    """The model still to be placed that is nearest to its own edge, of equals the lowest id; -1 for none."""
    d, model, best = s.detachment[k], NOBODY, 0
    for m in range(d.first, d.first + d.size):
        b = s.model[m].base
        ahead = along(b.x, b.y, s.edge[d.side])
        if to_place(s, m) and (model == NOBODY or ahead > best):
            model, best = m, ahead
    return model


@rule
def anyone_placed(s: State, k: int) -> bool:
    """Whether a model of a detachment has been placed by hand."""
    d = s.detachment[k]
    for m in range(d.first, d.first + d.size):
        if alive(s, m) and not to_place(s, m):
            return True
    return False


@rule
def withdraw(s: State, k: int, e: Log) -> None:
    """Withdraw by the search (CA-16.5); what was placed by hand before stays, the rest goes one by one
    (CA-16.10).
    """
    heading = heading_of(s, k)
    if anyone_placed(s, k) or not flee_together(s, k, heading, e):
        m = nearest_edge(s, k)
        while m != NOBODY:
            flee_alone(s, m, heading, e)
            m = nearest_edge(s, k)
    settle(s, k)
