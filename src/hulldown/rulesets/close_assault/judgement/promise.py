"""What the orders of a round promise before they are carried out."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import INCH
from hulldown.rulesets.close_assault.codes import NOBODY, Arc, Order, Phase
from hulldown.rulesets.close_assault.contact import arc_of, gap_of, touched_by
from hulldown.rulesets.close_assault.fights import flat_charge
from hulldown.rulesets.close_assault.halting import band
from hulldown.rulesets.close_assault.judgement.blows import DIE, exchanged, more_dice
from hulldown.rulesets.close_assault.judgement.fire import best_fire, models_left, nearest_of, still_fires
from hulldown.rulesets.close_assault.judgement.goals import way_to_go
from hulldown.rulesets.close_assault.movement import most
from hulldown.rulesets.close_assault.proposing.marching import guide
from hulldown.rulesets.close_assault.state import State, is_vehicle, kind_of, profile_of

ROOM = 2 * INCH  # enemies who come nearer are within range of those who wait for them
WAITING, MOVING, CHARGING = 85, 65, 60  # percent of what an order promises
WALK = 25  # thousandths of a victory point for an inch nearer to where a detachment is wanted
HELD = 60  # a Charge order while Engaged: +1, or a way round, a turn, a way out
SPOKES = 3  # who charge one enemy


@rule
def to_move(s: State, k: int) -> bool:
    """Whether a detachment's move of this round is still before it."""
    d = s.detachment[k]
    if s.phase >= Phase.FIRST_FIRE:
        return False
    if s.phase == Phase.MOVING and k == s.acting:
        return bool(d.shocks == 0)
    return bool(d.moved == 0)


@rule
def promise(s: State, k: int) -> int:
    """What the order of a detachment promises it in this round, in thousandths of a victory point."""
    lead, order = guide(s, k), int(s.detachment[k].order)
    if lead == NOBODY or order == Order.NONE or order == Order.FALL_BACK:
        return 0
    if touched_by(s, k) != 0:
        return HELD if order == Order.CHARGE and to_move(s, k) else 0
    if order == Order.FIRST_FIRE or not to_move(s, k):
        room = ROOM if s.phase < Phase.FIRST_FIRE and order == Order.FIRST_FIRE else 0
        return best_fire(s, k, lead, room) * WAITING // 100 if still_fires(s, k) else 0
    way = walk(s, lead, order)
    if order == Order.ADVANCE:
        return best_fire(s, k, lead, full(s, lead)) * MOVING // 100 + way
    return max(way, best_charge(s, k, lead) * CHARGING // 100) if order == Order.CHARGE else way


@rule
def full(s: State, m: int) -> int:
    """The Movement of a model."""
    return int(s.profile[profile_of(s, m)].move)


@rule
def charge_reach(s: State, m: int) -> int:
    """How far a model charges into contact (CA-4.6)."""
    return most(s.options, int(Order.CHARGE.value), kind_of(s, m), full(s, m), 1, 0)


@rule
def walk(s: State, m: int, order: int) -> int:
    """What an order's way promises a model: as much of it as leads to where it is wanted."""
    far = most(s.options, order, kind_of(s, m), full(s, m), 0, 0)
    return WALK * min(far, way_to_go(s, m)) // INCH


# ---------------------------------------------------------------- charges


@rule
def best_charge(s: State, k: int, lead: int) -> int:
    """The charge in reach that promises most, in thousandths of a victory point; 0: none pays."""
    best = 0
    for target in range(s.detachments):
        if s.detachment[target].side == s.detachment[k].side:
            continue
        j = nearest_of(s, lead, target)
        if j != NOBODY and gap_of(s, lead, j) <= charge_reach(s, lead):
            best = max(best, charge_at(s, k, lead, target, j))
    return best


@rule
def charge_at(s: State, k: int, lead: int, target: int, j: int) -> int:
    """What a charge at a detachment promises: as many Fights as there is room for."""
    ours, theirs = models_left(s, k), models_left(s, target)
    on_each = max(1, min(SPOKES, ours // theirs))
    by_each = max(1, min(SPOKES - 1, theirs // ours))
    near = charge_reach(s, lead) if is_vehicle(s, lead) else 0
    edge = close_up(s, lead, j, by_each, min(near, gap_of(s, lead, j))) - close_up(s, j, lead, on_each, 0)
    edge = 2 * edge + DIE * more_dice(s.options) * (on_each - by_each) // 2
    fights = min(ours, SPOKES * theirs) if ours >= theirs else min(theirs, by_each * ours)
    return fights * exchanged(s, lead, j, edge, by_each, on_each, 0)


@rule
def close_up(s: State, m: int, opponent: int, fights: int, distance: int) -> int:
    """What a model brings to each of so many Fights: CAF, or a vehicle's arc, run and bonuses."""
    p = s.profile[profile_of(s, m)]
    order = s.detachment[int(s.model[m].detachment)].order
    if not is_vehicle(s, m):
        return int(p.caf) + flat_charge(s.options, int(order), False)
    arc = arc_of(s, m, opponent) if order != Order.CHARGE else int(Arc.FRONT.value)
    bonus = 0
    for w in range(p.weapons):
        if p.weapon[w].arc == Arc.ALL or p.weapon[w].arc == arc:
            bonus += int(s.model[m].left[w]) * int(p.weapon[w].value[kind_of(s, opponent)])
    base = int(p.front) + band(s.options, distance, int(p.move)) if arc == Arc.FRONT else int(p.rear)
    return base + bonus // fights
