"""Where a detachment's move may end, its end, and the charge bonus (CA-4.9, CA-4.10, CA-11, CA-12.25)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import GRAIN, apart, fine_length, gap, length, mils, nearest, reach
from hulldown.rulesets.close_assault.codes import TOL, WHOLE, Order
from hulldown.rulesets.close_assault.coherency import why_not_coherent
from hulldown.rulesets.close_assault.contact import gap_of, touched_by, touched_by_model, why_not_stand
from hulldown.rulesets.close_assault.events import charge_ended, unit_engaged
from hulldown.rulesets.close_assault.ground import limit_to
from hulldown.rulesets.close_assault.movement import PILED_IN, limit, most, zoned
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import Options, State, alive, is_vehicle, profile_of, side_of
from hulldown.rulesets.close_assault.variants import (
    BandBoundary,
    ChargeDistance,
    LeaveCombatBonus,
    RulesMode,
)

# ---------------------------------------------------------------- where a move may end


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
        if used > limit(s, k, m) + TOL:
            why = sooner(why, Why.DISTANCE)
        elif used > most(s.options, d.order, p.kind, p.move, contact, 0) + TOL:
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
        v.charge = charge_in_force(s, m, home)
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
    """The charge bonus of a vehicle where it stands, against enemies in its Front arc (CA-11.2, CA-11.7)."""
    return band(s.options, charge_distance(s, m), s.profile[profile_of(s, m)].move)


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
    v = s.model[m]
    t = s.detachment[v.detachment]
    return scoped(s.options, charge_bonus(s, m), fights, t.engaged != 0, v.done != 0, t.broke_out != 0)


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
