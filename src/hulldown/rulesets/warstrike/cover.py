"""The nearest place out of sight, and a place in it for every model (WS-10.25 to WS-10.28)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import nearest
from hulldown.kernel.shapes import distance
from hulldown.rulesets.warstrike.codes import FINE, INCH, NOBODY
from hulldown.rulesets.warstrike.leaving import to_edge, touches_edge
from hulldown.rulesets.warstrike.measuring import ENDLESS, at_most, edge_distance, less, next_of
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.routes import (
    CLOSED,
    DOOR,
    NO_WAY,
    OUT,
    dangers_at_start,
    door,
    forget,
    open_way,
    search_all,
    way_through,
)
from hulldown.rulesets.warstrike.standing import on_danger, overlaps, why_not_stand
from hulldown.rulesets.warstrike.state import State, on_table
from hulldown.rulesets.warstrike.threats import hidden_from, seer_of, sees_place
from hulldown.rulesets.warstrike.variants import FallbackGrid, FallbackNearest, FallbackOwnPart

NOWHERE = -1
ROW = 1 << 18  # a place as one number: its x times this, plus its y


@rule
def packed(x: int, y: int) -> int:
    """A place as one number; of two places the one with the smaller x, then y has the smaller number."""
    return x * ROW + y


@rule
def spacing(s: State) -> int:
    """Mils between the points that are looked at (WS-10.25)."""
    return INCH // 2 if s.options.fallback_grid == FallbackGrid.HALF else INCH


# ---------------------------------------------------------------- what makes a place good


@rule
def own_part(s: State, k: int, x: int, y: int, radius: int) -> int:
    """How far a unit is from a base there: its nearest model, or its farthest (WS-10.27, WS-10.38)."""
    farthest = s.options.fallback_own_part == FallbackOwnPart.FARTHEST
    far = 0 if farthest else ENDLESS
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        v = s.model[m]
        away = edge_distance(v.x, v.y, v.radius, x, y, radius)
        far = max(far, away) if farthest else min(far, away)
        m = next_of(s, k, m)
    return far


@rule
def enemy_nearer(s: State, k: int, x: int, y: int, radius: int, own: int) -> bool:
    """Whether an enemy model is nearer to a base there than a length (WS-10.27)."""
    side = s.unit[k].side
    for j in range(s.models):
        v = s.model[j]
        if v.alive == 0 or s.unit[v.unit].side == side:
            continue
        room = own // FINE + radius + v.radius
        if abs(v.x - x) > room or abs(v.y - y) > room:
            continue
        if less(edge_distance(v.x, v.y, v.radius, x, y, radius), own):
            return True
    return False


@rule
def room_there(s: State, m: int, x: int, y: int) -> bool:
    """Whether a model could stand there, clear of danger, with no enemy nearer to it (WS-10.25 a, d)."""
    radius, k = s.model[m].radius, s.model[m].unit
    if enemy_nearer(s, k, x, y, radius, own_part(s, k, x, y, radius)):
        return False
    return why_not_stand(s, m, x, y, k) == Why.OK and not on_danger(s, m, x, y, x, y)


# ---------------------------------------------------------------- the nearest one


@rule
def enemy_gap_at(s: State, k: int, x: int, y: int, radius: int) -> int:
    """How far the nearest enemy model is from a base there."""
    least, side = ENDLESS, s.unit[k].side
    for j in range(s.models):
        if on_table(s, j) and s.unit[s.model[j].unit].side != side:
            v = s.model[j]
            least = min(least, edge_distance(v.x, v.y, v.radius, x, y, radius))
    return least


@rule
def nearest_model(s: State, k: int, x: int, y: int) -> int:
    """How far a place is from the nearest model of a unit, centre to centre."""
    least, m = ENDLESS, next_of(s, k, NOBODY)
    while m != NOBODY:
        least = min(least, distance(s.model[m].x, s.model[m].y, x, y))
        m = next_of(s, k, m)
    return least


@rule
def how_far(s: State, m: int, x: int, y: int) -> int:
    """How far a place is for a unit led by a model: straight from him, as an option from the nearest model or
    along his way, NO_WAY if none leads there (WS-10.26).
    """
    if s.options.fallback_nearest == FallbackNearest.ANY_MODEL:
        return nearest_model(s, s.model[m].unit, x, y)
    if s.options.fallback_nearest == FallbackNearest.PATH:
        return way_of(s, m, x, y)
    return distance(s.model[m].x, s.model[m].y, x, y)


@rule
def least_far(s: State, m: int, x: int, y: int) -> int:
    """What `how_far` is at least, quickly: a way is no shorter than the straight line."""
    if s.options.fallback_nearest == FallbackNearest.PATH:
        return distance(s.model[m].x, s.model[m].y, x, y)
    return how_far(s, m, x, y)


@rule
def beyond_leader(s: State, m: int) -> int:
    """How much farther than so near a place may lie from the leader, in mils: as far as his men stand off."""
    if s.options.fallback_nearest != FallbackNearest.ANY_MODEL:
        return 0
    farthest, j = 0, next_of(s, s.model[m].unit, NOBODY)
    x, y = s.model[m].x, s.model[m].y
    while j != NOBODY:
        farthest = max(farthest, distance(s.model[j].x, s.model[j].y, x, y) // FINE + 1)
        j = next_of(s, s.model[m].unit, j)
    return farthest


@rule
def comes_first(s: State, m: int, far: int, x: int, y: int, best: int, known: int) -> bool:
    """Whether a place as far off as said goes before the best so far, which is as far as known (WS-10.26)."""
    if best == NOWHERE:
        return True
    v, k, bx, by = s.model[m], s.model[m].unit, best // ROW, best % ROW
    if far != known:
        return far < known
    mine, others = enemy_gap_at(s, k, x, y, v.radius), enemy_gap_at(s, k, bx, by, v.radius)
    if mine != others:
        return mine > others
    side = s.unit[k].side
    mine, others = to_edge(s, side, x, y), to_edge(s, side, bx, by)
    return mine < others if mine != others else packed(x, y) < best


@rule
def searched_from(s: State, m: int) -> bool:
    """Whether the ways from a model are known already: one of the points round it has one."""
    for i in range(16):
        node = door(s, i, s.model[m].x, s.model[m].y)
        if node != NOBODY and s.far[node] != 0 and at_most(s.far[node], DOOR):
            return True
    return False


@rule
def way_of(s: State, m: int, x: int, y: int) -> int:
    """The length of a model's way to a place, in however many turns (WS-10.26, WS-10.29); NO_WAY for none."""
    v, held = s.model[m], dangers_at_start(s, m)
    if open_way(s, m, CLOSED, held, v.x, v.y, x, y):
        return distance(v.x, v.y, x, y)
    if not searched_from(s, m):
        search_all(s, m, CLOSED, held)
    return way_through(s, m, CLOSED, held, OUT, x, y)


@rule
def search_ring(s: State, m: int, feared: int, ring: int, best: int) -> int:
    """Look at the points of a square ring of the grid round the leader; the best place so far.

    Who saw the last point is asked about the next one first: few points are asked of everybody.
    """
    v, grid, seer = s.model[m], spacing(s), NOBODY
    k, radius = v.unit, v.radius
    column, row, side = nearest(v.x, grid), nearest(v.y, grid), s.unit[k].side
    known = 0 if best == NOWHERE else how_far(s, m, best // ROW, best % ROW)
    for c in range(max(column - ring, 0), min(column + ring, s.width // grid) + 1):
        x, step = c * grid, 1 if abs(c - column) == ring else 2 * ring
        for r in range(row - ring, row + ring + 1, max(1, step)):
            y = r * grid
            if y < 0 or y > s.height or touches_edge(s, side, x, y, radius):
                continue
            if not comes_first(s, m, least_far(s, m, x, y), x, y, best, known):
                continue
            if seer != NOBODY and sees_place(s, k, feared, seer, x, y, radius):
                continue
            if room_there(s, m, x, y):
                seer = seer_of(s, k, feared, seer, x, y, radius)
                if seer == NOBODY and way_of(s, m, x, y) != NO_WAY:
                    far = how_far(s, m, x, y)
                    if comes_first(s, m, far, x, y, best, known):
                        best, known = packed(x, y), far
    return best


@rule
def find_cover(s: State, k: int) -> int:
    """The goal of a flight: the nearest good place in the leader's reach, or NOWHERE (WS-10.25, WS-10.26)."""
    m, feared = s.unit[k].leader, hidden_from(s, k)
    v = s.model[m]
    x, y, grid = v.x, v.y, spacing(s)
    if room_there(s, m, x, y) and seer_of(s, k, feared, NOBODY, x, y, v.radius) == NOBODY:
        return packed(x, y)
    best, ring, reach, besides = NOWHERE, 0, max(s.width, s.height) + grid, beyond_leader(s, m)
    while ring * grid <= reach:
        best = search_ring(s, m, feared, ring, best)
        ring += 1
        if best != NOWHERE:
            far = how_far(s, m, best // ROW, best % ROW)
            reach = min(reach, far // FINE + besides + grid)
    forget(s)
    return best


# ---------------------------------------------------------------- a place for every model


@rule
def next_waiting(s: State, k: int, x: int, y: int, settled: bool) -> int:
    """Of the models with or without a destination the nearest to the goal; ties: the lower (WS-10.28)."""
    best, least = NOBODY, ENDLESS
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if (s.trial_x[m] != 0) == settled:
            far = distance(s.model[m].from_x, s.model[m].from_y, x, y)
            if far < least:
                best, least = m, far
        m = next_of(s, k, m)
    return best


@rule
def is_occupied(s: State, m: int, x: int, y: int) -> bool:
    """Whether a model would overlap the destination of another there (WS-10.28)."""
    k = s.model[m].unit
    j = next_of(s, k, NOBODY)
    while j != NOBODY:
        if j != m and s.trial_x[j] != 0:
            far = s.model[j].radius
            if overlaps(x, y, s.model[m].radius, s.trial_x[j], s.trial_y[j], far):
                return True
        j = next_of(s, k, j)
    return False


@rule
def suits_better(s: State, m: int, goal: int, x: int, y: int, best: int) -> bool:
    """Whether a place is nearer to a model, then to the goal, then has smaller x, y (WS-10.28)."""
    if best == NOWHERE:
        return True
    v, bx, by = s.model[m], best // ROW, best % ROW
    mine, others = distance(v.x, v.y, x, y), distance(v.x, v.y, bx, by)
    if mine != others:
        return mine < others
    mine, others = distance(goal // ROW, goal % ROW, x, y), distance(goal // ROW, goal % ROW, bx, by)
    return mine < others if mine != others else packed(x, y) < best


@rule
def near_goal(s: State, m: int, goal: int, x: int, y: int) -> bool:
    """Whether a base there is near enough to the leader's at the goal (WS-10.28)."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    away = edge_distance(x, y, v.radius, goal // ROW, goal % ROW, w.radius)
    return at_most(away, s.options.flight_spread)


@rule
def place_ring(s: State, m: int, feared: int, goal: int, ring: int, best: int) -> int:
    """Look at the points of a square ring of the grid round a model; its best place so far (WS-10.28)."""
    v, grid, seer = s.model[m], spacing(s), NOBODY
    k, radius = v.unit, v.radius
    column, row, side = nearest(v.x, grid), nearest(v.y, grid), s.unit[k].side
    for c in range(max(column - ring, 0), min(column + ring, s.width // grid) + 1):
        x, step = c * grid, 1 if abs(c - column) == ring else 2 * ring
        for r in range(row - ring, row + ring + 1, max(1, step)):
            y = r * grid
            if y < 0 or y > s.height or not near_goal(s, m, goal, x, y):
                continue
            if not suits_better(s, m, goal, x, y, best) or is_occupied(s, m, x, y):
                continue
            if touches_edge(s, side, x, y, radius) or not room_there(s, m, x, y):
                continue
            seer = seer_of(s, k, feared, seer, x, y, radius)
            if seer == NOBODY:
                best = packed(x, y)
    return best


@rule
def find_place(s: State, m: int, feared: int, goal: int) -> int:
    """The destination of a model: the good place nearest to it round the goal, else the goal (WS-10.28)."""
    v, grid = s.model[m], spacing(s)
    x, y, gx, gy = v.x, v.y, goal // ROW, goal % ROW
    around = s.options.flight_spread // FINE + v.radius + s.model[s.unit[v.unit].leader].radius
    reach = max(abs(gx - x), abs(gy - y)) + around + grid
    best, ring = NOWHERE, max(0, max(abs(gx - x), abs(gy - y)) - around - grid) // grid
    while ring * grid <= reach:
        best = place_ring(s, m, feared, goal, ring, best)
        ring += 1
        if best != NOWHERE:
            reach = min(reach, distance(x, y, best // ROW, best % ROW) // FINE + grid)
    return goal if best == NOWHERE else best


@rule
def share_out(s: State, k: int, goal: int) -> None:
    """Write every model's destination into the trial places: the leader's is the goal (WS-10.28)."""
    leader, feared = s.unit[k].leader, hidden_from(s, k)
    s.trial_x[leader], s.trial_y[leader] = goal // ROW, goal % ROW
    m = next_waiting(s, k, goal // ROW, goal % ROW, False)
    while m != NOBODY:
        place = find_place(s, m, feared, goal)
        s.trial_x[m], s.trial_y[m] = place // ROW, place % ROW
        m = next_waiting(s, k, goal // ROW, goal % ROW, False)
