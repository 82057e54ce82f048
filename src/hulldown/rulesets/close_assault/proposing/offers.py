"""Which moves are proposed to computer players and as one-click moves (CA-20.3)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, shifted_x, shifted_y
from hulldown.rulesets.close_assault.arcs import arc_between, arc_of
from hulldown.rulesets.close_assault.codes import CONTACT, NOBODY, Arc, Kind, Manner, Order, Phase, Verb
from hulldown.rulesets.close_assault.coherency import why_not_coherent
from hulldown.rulesets.close_assault.contact import gap_of
from hulldown.rulesets.close_assault.encircling import (
    enemies_touched,
    lay_on_way,
    reach_round,
    why_not_encircle,
)
from hulldown.rulesets.close_assault.halting import why_not_end
from hulldown.rulesets.close_assault.losses import survivors
from hulldown.rulesets.close_assault.movement import remaining
from hulldown.rulesets.close_assault.proposing.closing import angle_between, foremost, nth_nearest
from hulldown.rulesets.close_assault.proposing.marching import guide, in_hand, nearest_enemy
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, alive, is_vehicle, kind_of
from hulldown.rulesets.close_assault.stranded import why_not_fallback
from hulldown.rulesets.close_assault.tank_shock import (
    all_vehicles,
    can_be_shocked,
    holding,
    why_not_shock,
)
from hulldown.rulesets.close_assault.turning import why_not_turn

WAYS = 8  # directions proposed, off the way to the nearest enemy
STOP = 500  # CA-20.3: stops round a vehicle every half inch
HALFWAY = 8000  # round the largest base of the book


# ---------------------------------------------------------------- free to move


@rule
def offer_moves(s: State, k: int, m: Actions) -> None:
    """What an activated detachment may do that nobody holds; who has begun by hand finishes by hand."""
    seat = int(s.detachment[k].side)
    if begun(s, k):
        offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)
    else:
        offer_ways(s, k, m)
        offer_charges(s, k, m)
    offer_ends(s, k, m)


@rule
def begun(s: State, k: int) -> bool:
    """Whether a model of a detachment has driven in this leg."""
    d = s.detachment[k]
    for i in range(int(d.first), int(d.first) + int(d.size)):
        if alive(s, i) and s.model[i].turns > s.model[i].leg:
            return True
    return False


@rule
def offer_ends(s: State, k: int, m: Actions) -> None:
    """To end here, or the way back; Tank Shocks where the vehicles stand."""
    seat = int(s.detachment[k].side)
    if why_not_end(s, k) == Why.ALLOWED:
        offer(m, seat, Verb.END, k, -1, -1, -1, -1)
    elif why_not_fallback(s, k) == Why.ALLOWED:
        offer(m, seat, Verb.FALLBACK, k, -1, -1, -1, -1)
    elif s.phase == Phase.MOVING and not begun(s, k):
        lead = guide(s, k)  # it drives clear, as far as it must (CA-12.33)
        x, y = int(s.model[lead].base.x), int(s.model[lead].base.y)
        offer(m, seat, Verb.MANOEUVRE, k, -1, x, y, Manner.GO)
    if s.detachment[k].order == Order.CHARGE and all_vehicles(s, k):
        for target in range(s.detachments):
            if s.detachment[target].side != seat and why_not_shock(s, k, target) == Why.ALLOWED:
                offer(m, seat, Verb.SHOCK, k, target, -1, -1, -1)


@rule
def offer_ways(s: State, k: int, m: Actions) -> None:
    """To the objectives, and in eight directions off the nearest enemy as far as the order goes."""
    lead, seat = guide(s, k), int(s.detachment[k].side)
    x, y, left = int(s.model[lead].base.x), int(s.model[lead].base.y), in_hand(s, k, lead)
    if left == 0:
        return
    for i in range(s.objectives):
        offer(m, seat, Verb.MANOEUVRE, k, -1, int(s.objective_x[i]), int(s.objective_y[i]), Manner.GO)
    j = nearest_enemy(s, seat, x, y)
    if j == NOBODY:
        return
    towards = angle_between(s, lead, j)
    for i in range(WAYS):
        angle = (towards + CIRCLE * i // WAYS) % CIRCLE
        gx, gy = shifted_x(x, left, angle), shifted_y(y, left, angle)
        offer(
            m, seat, Verb.MANOEUVRE, k, -1, clipped(gx, int(s.width)), clipped(gy, int(s.height)), Manner.GO
        )


@rule
def clipped(at: int, size: int) -> int:
    """A coordinate kept on the table."""
    return max(0, min(at, size))


@rule
def offer_charges(s: State, k: int, m: Actions) -> None:
    """Charges and Tank Shocks at what is in reach."""
    d = s.detachment[k]
    if d.order != Order.CHARGE:
        return
    for target in range(s.detachments):
        if s.detachment[target].side == d.side or survivors(s, target) == 0:
            continue
        if not in_reach(s, k, target):
            continue
        if (int(d.shocked) >> target) & 1 == 0:
            offer(m, int(d.side), Verb.MANOEUVRE, k, target, -1, -1, Manner.CHARGE)
            if is_vehicle(s, int(s.detachment[target].first)) and not all_vehicles(s, k):
                offer(m, int(d.side), Verb.MANOEUVRE, k, target, -1, -1, Manner.CHARGE_REAR)
            if all_vehicles(s, k) and can_be_shocked(s, target):
                offer(m, int(d.side), Verb.MANOEUVRE, k, target, -1, -1, Manner.SHOCK)


@rule
def in_reach(s: State, k: int, target: int) -> bool:
    """Whether the nearest models of two detachments are near enough for a charge."""
    i = foremost(s, k, target, 0)
    j = nth_nearest(s, i, target, 0) if i != NOBODY else NOBODY
    return j != NOBODY and gap_of(s, i, j) <= remaining(s, i) + CONTACT


# ---------------------------------------------------------------- engaged


@rule
def offer_engaged(s: State, k: int, m: Actions) -> None:
    """Break out, encircle, turn, pile in, or stay (CA-4.8)."""
    seat, free = int(s.detachment[k].side), False
    first = int(s.detachment[k].first)
    if s.detachment[k].broke_out == 0 and holding(s, k) != 0:
        for target in range(s.detachments):
            if s.detachment[target].side != seat and why_not_shock(s, k, target) == Why.ALLOWED:
                offer(m, seat, Verb.SHOCK, k, target, -1, -1, -1)
    for i in range(first, first + int(s.detachment[k].size)):
        if alive(s, i) and s.model[i].done == 0:
            if s.model[i].touched == 0:
                free = True
            elif is_vehicle(s, i):
                offer_turns(s, i, m)
            elif kind_of(s, i) <= Kind.WALKER:
                offer_round(s, i, m)
    if free and not begun(s, k):
        offer(m, seat, Verb.MANOEUVRE, k, -1, -1, -1, Manner.PILE_IN)
    if begun(s, k):
        offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)
    offer_ends(s, k, m)
    if m.count == 0:  # ways round that leave the detachment scattered are taken back
        offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)


@rule
def offer_turns(s: State, v: int, m: Actions) -> None:
    """Facings that look at one of those who touch a vehicle (CA-14.1)."""
    touched, b = enemies_touched(s, v), s.model[v].base
    for j in range(s.models):
        if (touched >> j) & 1 == 1:
            facing = angle_between(s, v, j)
            if facing != b.facing and why_not_turn(s, v, facing) == Why.ALLOWED:
                offer(m, int(s.side), Verb.TURN, v, -1, -1, facing, -1)


@rule
def offer_round(s: State, i: int, m: Actions) -> None:
    """The nearest stops behind a vehicle, either way round (CA-13.1)."""
    touched = enemies_touched(s, i)
    for v in range(s.models):
        if (touched >> v) & 1 == 1 and is_vehicle(s, v):
            for sign in range(-1, 2, 2):
                far = way_to_rear(s, i, v, sign)
                if far != 0:
                    offer(m, int(s.side), Verb.ENCIRCLE, i, v, -1, -1, far)


@rule
def way_to_rear(s: State, i: int, v: int, sign: int) -> int:
    """How far round a vehicle the first stop in its rear is, signed; 0: none, or it is there already."""
    if arc_of(s, v, i) == Arc.REAR:
        return 0
    limit, far = min(reach_round(s, i), HALFWAY), STOP
    while far <= limit:
        lay_on_way(s, i, v, sign * far, 1, 1)
        if arc_between(s.options, s.model[v].base, s.trial) == Arc.REAR:
            fits = why_not_encircle(s, i, v, sign * far) == Why.ALLOWED and stays_together(s, i)
            return sign * far if fits else 0
        far += STOP
    return 0


@rule
def stays_together(s: State, i: int) -> bool:
    """Whether the detachment of a model is coherent with it on the trial base, so that it may end so."""
    b = s.model[i].base
    x, y = int(b.x), int(b.y)
    b.x, b.y = int(s.trial.x), int(s.trial.y)
    together = why_not_coherent(s, int(s.model[i].detachment)) == Why.ALLOWED
    b.x, b.y = x, y
    return together
