"""Which moves are proposed to computer players and as one-click moves (CA-20.3)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer, offer_at
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, length, reach, shifted_x, shifted_y
from hulldown.rulesets.close_assault.codes import CONTACT, NOBODY, Kind, Manner, Order, Phase, Verb
from hulldown.rulesets.close_assault.contact import gap_of
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.movement import remaining
from hulldown.rulesets.close_assault.proposing.circling import offer_round, offer_turns
from hulldown.rulesets.close_assault.proposing.closing import leader
from hulldown.rulesets.close_assault.proposing.marching import guide, in_hand, nearest_enemy
from hulldown.rulesets.close_assault.proposing.reaching import (
    FRONT,
    NO_WAY,
    RIGHT,
    TO_SIDE,
    angle_between,
    first_way,
    ways_of,
)
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle, kind_of
from hulldown.rulesets.close_assault.tank_shock import (
    all_vehicles,
    can_be_shocked,
    why_not_fallback,
    why_not_shock,
)
from hulldown.rulesets.close_assault.turning import only_enemies
from hulldown.rulesets.close_assault.variants import RulesMode

WAYS = 8  # directions proposed, off the way to the nearest enemy
NEAR = 1000  # to go half of what is nearer makes no difference


# ---------------------------------------------------------------- free to move


@rule
def offer_moves(s: State, k: int, m: Actions) -> None:
    """What an activated detachment may do that nobody holds; who has begun by hand finishes by hand."""
    if not has_driven(s, k):
        offer_ways(s, k, m)
        offer_charges(s, k, m)
        offer_turns_free(s, k, m)
    offer_ends(s, k, m)


@rule
def offer_turns_free(s: State, k: int, m: Actions) -> None:
    """Turns of charging vehicles that touch friends, though nobody holds their detachment (CA-14.4)."""
    d = s.detachment[k]
    if d.order != Order.CHARGE or not all_vehicles(s, k) or d.shocks != 0 or only_enemies(s):
        return
    for i in range(d.first, d.first + d.size):
        if alive(s, i):
            offer_turns(s, i, m)


@rule
def has_driven(s: State, k: int) -> bool:
    """Whether a model of a detachment has driven in this leg."""
    d = s.detachment[k]
    for i in range(d.first, d.first + d.size):
        if alive(s, i) and s.model[i].turns > s.model[i].leg:
            return True
    return False


@rule
def offer_ends(s: State, k: int, m: Actions) -> None:
    """To end here, or the way back; Tank Shocks where the vehicles stand.

    What can be ended is not taken back: a computer that likes neither would go back and forth for ever.
    """
    seat = s.detachment[k].side
    if why_not_end(s, k) == Why.ALLOWED:
        offer(m, seat, Verb.END, k, -1, -1, -1, -1)
    elif has_driven(s, k):
        offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)
    elif why_not_fallback(s, k) == Why.ALLOWED:
        offer(m, seat, Verb.FALLBACK, k, -1, -1, -1, -1)
    elif s.phase == Phase.MOVING:
        lead = guide(s, k)  # it drives clear, as far as it must (CA-12.33)
        x, y = s.model[lead].base.x, s.model[lead].base.y
        offer_at(m, seat, Verb.MANOEUVRE, k, x, y, -1, Manner.GO)
    if s.detachment[k].order == Order.CHARGE and all_vehicles(s, k):
        for target in range(s.detachments):
            if s.detachment[target].side != seat and why_not_shock(s, k, target) == Why.ALLOWED:
                offer(m, seat, Verb.SHOCK, k, target, -1, -1, -1)


@rule
def offer_ways(s: State, k: int, m: Actions) -> None:
    """To the objectives, and in eight directions off the nearest enemy; half of it to the objectives,
    towards the enemy and away from him.
    """
    lead, side = guide(s, k), s.detachment[k].side
    x, y, left = s.model[lead].base.x, s.model[lead].base.y, in_hand(s, k, lead)
    if left == 0:
        return
    for i in range(s.objectives):
        dx, dy = s.objective_x[i] - x, s.objective_y[i] - y
        far = length(dx, dy)
        offer_way(s, k, x + dx, y + dy, m)
        if far > NEAR:
            part = min(left, far) // 2
            offer_way(s, k, x + dx * part // far, y + dy * part // far, m)
    j = nearest_enemy(s, side, x, y)
    if j == NOBODY:
        return
    towards = angle_between(s, lead, j)
    for i in range(WAYS):
        angle = (towards + CIRCLE * i // WAYS) % CIRCLE
        offer_way(s, k, shifted_x(x, left, angle), shifted_y(y, left, angle), m)
        if i % (WAYS // 2) == 0:
            offer_way(s, k, shifted_x(x, left // 2, angle), shifted_y(y, left // 2, angle), m)


@rule
def offer_way(s: State, k: int, x: int, y: int, m: Actions) -> None:
    """To a place, or as far as the table goes; once, if several ways end there."""
    x, y = clipped(x, s.width), clipped(y, s.height)
    for i in range(m.count):
        row = m.rows[i]
        if row.verb == Verb.MANOEUVRE and row.choice == Manner.GO and row.x == x and row.y == y:
            return
    offer_at(m, s.detachment[k].side, Verb.MANOEUVRE, k, x, y, -1, Manner.GO)


@rule
def clipped(at: int, size: int) -> int:
    """A coordinate kept on the table."""
    return max(0, min(at, size))


# ---------------------------------------------------------------- charges


@rule
def offer_charges(s: State, k: int, m: Actions) -> None:
    """Charges and Tank Shocks at every enemy in reach, and at each side of a vehicle, if a way is open."""
    d = s.detachment[k]
    if d.order != Order.CHARGE:
        return
    for target in range(s.detachments):
        if s.detachment[target].side != d.side and (d.shocked >> target) & 1 == 0:
            offer_charge(s, k, target, m)


@rule
def offer_charge(s: State, k: int, target: int, m: Actions) -> None:
    """At the nearest model of a detachment by any way, at the others straight."""
    t, near = s.detachment[target], nearest_pair(s, k, target)
    for j in range(t.first, t.first + t.size):
        if not alive(s, j):
            continue
        lead = leader(s, k, j)
        if beyond(s, lead, j):
            continue
        if first_way(s, lead, j, NOBODY, ways_of(NOBODY) if j == near else 1) != NO_WAY:
            offer_contact(s, k, target, NOBODY if j == near else j, m)
        if is_vehicle(s, j) and s.options.rules_mode != RulesMode.TODAY:
            offer_sides(s, k, lead, j, m)


@rule
def offer_contact(s: State, k: int, target: int, j: int, m: Actions) -> None:
    """A charge, and a Tank Shock of those who can."""
    side = s.detachment[k].side
    offer(m, side, Verb.MANOEUVRE, k, target, j, -1, Manner.CHARGE)
    if all_vehicles(s, k) and can_be_shocked(s, target) and s.options.rules_mode != RulesMode.TODAY:
        offer(m, side, Verb.MANOEUVRE, k, target, j, -1, Manner.SHOCK)


@rule
def offer_sides(s: State, k: int, lead: int, j: int, m: Actions) -> None:
    """The sides of a vehicle that the leader of a charge can get to."""
    for side in range(FRONT, RIGHT + 1):
        if first_way(s, lead, j, side, TO_SIDE) != NO_WAY:
            target = s.model[j].detachment
            offer(m, s.detachment[k].side, Verb.MANOEUVRE, k, target, j, side, Manner.CHARGE)


@rule
def nearest_pair(s: State, k: int, target: int) -> int:
    """The model of a detachment whose centre is nearest to that of any of another's."""
    t, nearest, best = s.detachment[target], NOBODY, 0
    for j in range(t.first, t.first + t.size):
        if alive(s, j):
            a, b = s.model[leader(s, k, j)].base, s.model[j].base
            dx, dy = a.x - b.x, a.y - b.y
            if nearest == NOBODY or dx * dx + dy * dy < best:
                nearest, best = j, dx * dx + dy * dy
    return nearest


@rule
def beyond(s: State, m: int, j: int) -> bool:
    """Whether an enemy is too far for a charge, however the bases are turned."""
    a, b = s.model[m].base, s.model[j].base
    left = remaining(s, m) + CONTACT
    far = left + reach(a) + reach(b)
    return abs(a.x - b.x) > far or abs(a.y - b.y) > far or gap_of(s, m, j) > left


# ---------------------------------------------------------------- engaged


@rule
def offer_engaged(s: State, k: int, m: Actions) -> None:
    """Break out, encircle, turn, pile in, or stay (CA-4.8)."""
    seat, free = s.detachment[k].side, False
    first = s.detachment[k].first
    for i in range(first, first + s.detachment[k].size):
        if alive(s, i) and s.model[i].done == 0:
            if s.model[i].touched == 0:
                free = True
            if is_vehicle(s, i):
                offer_turns(s, i, m)
            elif s.model[i].touched != 0 and kind_of(s, i) <= Kind.WALKER:
                offer_round(s, i, m)
    if free and not has_driven(s, k):
        offer(m, seat, Verb.MANOEUVRE, k, -1, -1, -1, Manner.PILE_IN)
    offer_ends(s, k, m)
    if m.count == 0:  # ways round that leave the detachment scattered are taken back
        offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)
