"""Moves and places that are worth a try where any point may be chosen (WS-4.8, WS-16.4, WS-16.9)."""

from __future__ import annotations

from hulldown.kernel.actions import Actions, offer, offer_at
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import CIRCLE, direction, shifted_x, shifted_y
from hulldown.kernel.shapes import clear_of, distance
from hulldown.rulesets.warstrike.codes import FINE, INCH, NOBODY, Deed, Ground, Verb
from hulldown.rulesets.warstrike.deployment import may_be_placed, why_not_form, why_not_ready
from hulldown.rulesets.warstrike.moving import has_begun_move, why_not_end, why_not_march
from hulldown.rulesets.warstrike.orderly import leader_limit
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State

# ---------------------------------------------------------------- where a leader may make for


DIRECTIONS = 16  # of the compass


@rule
def offer_moves(s: State, k: int, m: Actions) -> None:
    """A whole move in one order; of a move begun by hand its end, or the way back where it cannot end."""
    seat = s.unit[k].side
    if has_begun_move(s, k):
        if why_not_end(s, k) == Why.OK:
            offer(m, seat, Verb.END, k, -1, -1, -1, -1)
        else:
            offer(m, seat, Verb.BACK, k, -1, -1, -1, -1)
        return
    offer(m, seat, Verb.END, k, -1, -1, -1, -1)
    limit = leader_limit(s, k)
    if limit == 0:
        if s.deed == Deed.RALLY:
            leader = s.model[s.unit[k].leader]
            offer_march(s, k, leader.x, leader.y, m)
        return
    offer_compass(s, k, limit // FINE, m)
    offer_objectives(s, k, limit // FINE, m)
    offer_cover(s, k, limit // FINE, m)


@rule
def proposed(m: Actions, x: int, y: int) -> bool:
    """Whether a move to a place is proposed already."""
    for i in range(m.count):
        if m.rows[i].verb == Verb.MARCH and m.rows[i].x == x and m.rows[i].y == y:
            return True
    return False


@rule
def offer_march(s: State, k: int, x: int, y: int, m: Actions) -> None:
    """A move to a place, if the leader may go there and is not sent there already."""
    if not proposed(m, x, y) and why_not_march(s, k, x, y) == Why.OK:
        offer_at(m, s.unit[k].side, Verb.MARCH, k, x, y, -1, -1)


@rule
def offer_compass(s: State, k: int, limit: int, m: Actions) -> None:
    """Sixteen directions, half the way and all of it, in the double three quarters too (WS-16.4)."""
    leader = s.model[s.unit[k].leader]
    x, y = leader.x, leader.y
    for i in range(DIRECTIONS):
        angle = i * CIRCLE // DIRECTIONS
        for quarters in range(2, 5):
            if quarters != 3 or s.deed == Deed.DOUBLE:
                far = limit * quarters // 4
                offer_march(s, k, shifted_x(x, far, angle), shifted_y(y, far, angle), m)


@rule
def offer_towards(s: State, k: int, x: int, y: int, limit: int, m: Actions) -> None:
    """As far towards a place as the leader gets, or on to it."""
    leader = s.model[s.unit[k].leader]
    ax, ay = leader.x, leader.y
    if distance(ax, ay, x, y) <= limit * FINE:
        offer_march(s, k, x, y, m)
    else:
        angle = direction(x - ax, y - ay)
        offer_march(s, k, shifted_x(ax, limit, angle), shifted_y(ay, limit, angle), m)


@rule
def offer_objectives(s: State, k: int, limit: int, m: Actions) -> None:
    """Towards every objective (WS-14.4)."""
    for i in range(s.objectives):
        offer_towards(s, k, s.objective_x[i], s.objective_y[i], limit, m)


@rule
def gives_cover(ground: int) -> bool:
    """Terrain that hides or conceals (2.4)."""
    if ground == Ground.WOOD or ground == Ground.RUIN or ground == Ground.BOG:
        return True
    return ground == Ground.LINEAR or ground == Ground.HILL


@rule
def offer_cover(s: State, k: int, limit: int, m: Actions) -> None:
    """Into every piece of cover in reach: its middle, and the corners that the leader gets to."""
    leader = s.model[s.unit[k].leader]
    x, y = leader.x, leader.y
    for n in range(s.pieces):
        shape = s.piece[n].shape
        if not gives_cover(s.piece[n].ground) or clear_of(shape, x, y, x, y, limit):
            continue
        middle_x, middle_y = (shape.x0 + shape.x1) // 2, (shape.y0 + shape.y1) // 2
        offer_towards(s, k, middle_x, middle_y, limit, m)
        for i in range(shape.corners):
            if distance(x, y, shape.x[i], shape.y[i]) <= limit * FINE:
                offer_march(s, k, shape.x[i], shape.y[i], m)


# ---------------------------------------------------------------- places for whole units in a free set-up


LONG, SHORT = 9, 3  # places along the longer and the shorter side of the zone
HALF_INCH = INCH // 2


@rule
def offer_places(s: State, seat: int, m: Actions) -> None:
    """Every unit that may be placed, in formation on a grid over the zone; of one begun its end, or the way
    back.
    """
    if s.acting != NOBODY:
        if why_not_ready(s, s.acting) == Why.OK:
            offer(m, seat, Verb.END, s.acting, -1, -1, -1, -1)
        else:  # a computer that likes neither would go back and forth for ever
            offer(m, seat, Verb.BACK, s.acting, -1, -1, -1, -1)
        return
    for k in range(s.units):
        if may_be_placed(s, k):
            offer_formations(s, seat, k, m)
    k = 0
    while m.count == 0 and k < s.units:
        if may_be_placed(s, k):
            offer_any(s, seat, k, m)
        k += 1


@rule
def offer_formations(s: State, seat: int, k: int, m: Actions) -> None:
    """One unit in formation, its leader on a grid over the zone."""
    zone = s.zone[seat]
    wide = zone.x1 - zone.x0 >= zone.y1 - zone.y0
    columns, rows = LONG if wide else SHORT, SHORT if wide else LONG
    for i in range(columns):
        for j in range(rows):
            x = zone.x0 + (zone.x1 - zone.x0) * (2 * i + 1) // (2 * columns)
            y = zone.y0 + (zone.y1 - zone.y0) * (2 * j + 1) // (2 * rows)
            offer_formation(s, seat, k, x, y, m)


@rule
def offer_any(s: State, seat: int, k: int, m: Actions) -> None:
    """In a zone so full that none of those is left: the first half inch at which the unit finds room."""
    zone = s.zone[seat]
    for i in range((zone.x1 - zone.x0) // HALF_INCH):
        for j in range((zone.y1 - zone.y0) // HALF_INCH):
            if m.count == 0:
                offer_formation(s, seat, k, zone.x0 + i * HALF_INCH, zone.y0 + j * HALF_INCH, m)


@rule
def offer_formation(s: State, seat: int, k: int, x: int, y: int, m: Actions) -> None:
    """A unit in formation with its leader at a place, if it may stand there."""
    if why_not_form(s, k, x, y) == Why.OK:
        offer_at(m, seat, Verb.FORM, k, x, y, -1, -1)
