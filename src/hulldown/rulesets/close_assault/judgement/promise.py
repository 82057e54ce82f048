"""What the orders of a round promise before they are carried out."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.judging import Weights
from hulldown.kernel.plane import INCH, apart
from hulldown.rulesets.close_assault.codes import NOBODY, Arc, Order, Phase
from hulldown.rulesets.close_assault.contact import arc_of, gap_of
from hulldown.rulesets.close_assault.fights import flat_charge
from hulldown.rulesets.close_assault.halting import band
from hulldown.rulesets.close_assault.hits import longest_reach
from hulldown.rulesets.close_assault.judgement.blows import DIE, exchanged, more_dice
from hulldown.rulesets.close_assault.judgement.contacts import members
from hulldown.rulesets.close_assault.judgement.fire import (
    best_fire,
    fire_at,
    nearest_of,
    remaining_models,
    still_fires,
)
from hulldown.rulesets.close_assault.judgement.goals import to_move
from hulldown.rulesets.close_assault.judgement.terms import Term
from hulldown.rulesets.close_assault.movement import most
from hulldown.rulesets.close_assault.proposing.marching import guide
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle, kind_of, profile_of

ROOM = 2 * INCH  # enemies who come nearer are within range of those who wait for them
HELD = 100  # a Charge order while Engaged: +1, or a way round, a turn, a way out
SPOKES = 3  # who charge one enemy


@rule
def promise(s: State, k: int, held: int, w: Weights) -> int:
    """What a detachment promises its side in this round by its order, and in the next."""
    lead, order = guide(s, k), s.detachment[k].order
    if lead == NOBODY or order == Order.FALL_BACK:
        return 0
    if members(s.detachment[k]) & held != 0:
        return w[Term.HELD] * (HELD if order == Order.CHARGE and to_move(s, k) else 0)
    if order == Order.CHARGE and to_move(s, k):
        return w[Term.CHARGE] * best_charge(s, k, lead)
    total, fires = 0, True
    if order == Order.ADVANCE and to_move(s, k):
        total = w[Term.AIM] * best_fire(s, k, lead, full(s, lead), held)
    elif still_fires(s, k):
        room = ROOM if s.phase < Phase.FIRST_FIRE and order == Order.FIRST_FIRE else 0
        total = w[Term.FIRE] * best_fire(s, k, lead, room, held)
    else:
        fires = False
    return total + threat(s, k, lead, fires, w)


@rule
def threat(s: State, k: int, lead: int, fires: bool, w: Weights) -> int:
    """What a detachment promises its side in the next round, by the enemy that is nearest to it now; fires:
    it has fire of this round before it, which is promised already.
    """
    j = nearest_foe(s, lead, s.detachment[k].side)
    if j == NOBODY:
        return 0
    total, p = 0, s.profile[profile_of(s, lead)]
    if not fires:
        total = w[Term.NEXT] * fire_at(
            s, lead, j, full(s, lead), longest_reach(p), remaining_models(s, k), True
        )
    if in_charge(s, lead, j, charge_reach(s, lead)):
        charge = charge_at(s, k, lead, s.model[j].detachment, j, True)
        total += w[Term.NEXT_CHARGE] * max(0, charge)
    return total


@rule
def nearest_foe(s: State, m: int, side: int) -> int:
    """The enemy whose centre is nearest to a model of a side; NOBODY if none is left."""
    a, nearest, best = s.model[m].base, NOBODY, 0
    x, y = a.x, a.y
    for k in range(s.detachments):
        d = s.detachment[k]
        if d.side == side:
            continue
        for j in range(d.first, d.first + d.size):
            b = s.model[j].base
            dx, dy = b.x - x, b.y - y
            far = dx * dx + dy * dy
            if (nearest == NOBODY or far < best) and alive(s, j):
                nearest, best = j, far
    return nearest


@rule
def full(s: State, m: int) -> int:
    """The Movement of a model."""
    return s.profile[profile_of(s, m)].move


@rule
def charge_reach(s: State, m: int) -> int:
    """How far a model charges into contact (CA-4.6)."""
    return most(s.options, Order.CHARGE.value, kind_of(s, m), full(s, m), 1, 0)


# ---------------------------------------------------------------- charges


@rule
def in_charge(s: State, m: int, j: int, far: int) -> bool:
    """Whether an enemy is so near to a model."""
    a, b = s.model[m].base, s.model[j].base
    return not apart(a, b, far) and gap_of(s, m, j) <= far


@rule
def best_charge(s: State, k: int, lead: int) -> int:
    """The charge in reach that promises most, in thousandths of a victory point; 0: none pays."""
    best, far = 0, charge_reach(s, lead)
    for target in range(s.detachments):
        if s.detachment[target].side != s.detachment[k].side:
            j = nearest_of(s, lead, target)
            if j != NOBODY and in_charge(s, lead, j, far):
                best = max(best, charge_at(s, k, lead, target, j, False))
    return best


@rule
def charge_at(s: State, k: int, lead: int, target: int, j: int, fresh: bool) -> int:
    """What a charge at a detachment promises: as many Fights as there is room for; fresh: as in `volley`."""
    ours, theirs = remaining_models(s, k), remaining_models(s, target)
    on_each = max(1, min(SPOKES, ours // theirs))
    by_each = max(1, min(SPOKES - 1, theirs // ours))
    near = charge_reach(s, lead) if is_vehicle(s, lead) else 0
    edge = close_up(s, lead, j, by_each, min(near, gap_of(s, lead, j)), fresh) - close_up(
        s, j, lead, on_each, 0, fresh
    )
    edge = 2 * edge + DIE * more_dice(s.options) * (on_each - by_each) // 2
    fights = min(ours, SPOKES * theirs) if ours >= theirs else min(theirs, by_each * ours)
    return fights * exchanged(s, lead, j, edge, by_each, on_each, 0, 1, 1)


@rule
def close_up(s: State, m: int, opponent: int, fights: int, distance: int, fresh: bool) -> int:
    """What a model brings to each of so many Fights: CAF, or a vehicle's arc, run and bonuses."""
    p = s.profile[profile_of(s, m)]
    order = s.detachment[s.model[m].detachment].order
    if not is_vehicle(s, m):
        return p.caf + flat_charge(s.options, order, False)
    arc = arc_of(s, m, opponent) if order != Order.CHARGE else Arc.FRONT.value
    bonus = 0
    for w in range(p.weapons):
        if p.weapon[w].arc == Arc.ALL or p.weapon[w].arc == arc:
            left = p.weapon[w].bonuses if fresh else s.model[m].left[w]
            bonus += left * p.weapon[w].value[kind_of(s, opponent)]
    base = p.front + band(s.options, distance, p.move) if arc == Arc.FRONT else p.rear
    return base + bonus // fights
