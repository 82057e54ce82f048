"""Fall Back!: the nearest cover, and the forced move to it (WS-10)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import distance, nearest
from hulldown.rulesets.warstrike.events import Why, flight_began
from hulldown.rulesets.warstrike.losses import take_danger_tests
from hulldown.rulesets.warstrike.permissions import flight_limit, flight_limit_by, moves
from hulldown.rulesets.warstrike.routes import (
    CLOSED,
    DOOR,
    NO_WAY,
    OPEN,
    OUT,
    comes_to_edge,
    dangers_at_start,
    door,
    forget,
    hidden_from,
    lay_trail,
    open_way,
    search_all,
    seer_of,
    sees_place,
    to_edge,
    touches_edge,
    walk_trail,
    way_through,
    way_to,
)
from hulldown.rulesets.warstrike.state import (
    FINE,
    INCH,
    NOBODY,
    Edge,
    FallbackGrid,
    FallbackNearest,
    FallbackOwnPart,
    Flight,
    Gait,
    Phase,
    SnapTrigger,
    State,
    on_table,
    side_of,
)
from hulldown.rulesets.warstrike.table import (
    ENDLESS,
    at_most,
    edge_distance,
    less,
    next_of,
    on_danger,
    overlaps,
    why_not_stand,
)

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


# ---------------------------------------------------------------- fleeing
# The forced move of a broken unit, to cover or its own edge (WS-10.11 to WS-10.14, WS-10.30, WS-10.33).


@rule
def flee(s: State, k: int, d: Dice, e: Log) -> None:
    """A unit below half strength that an enemy sees runs (WS-10.11); then danger tests (WS-5.9).

    Whether it leaves the table is known before them (WS-10.38).
    """
    set_out(s, k)
    goal = find_cover(s, k)
    if goal == NOWHERE:
        flee_to_edge(s, k, e)
    else:
        flee_to_cover(s, k, goal, e)
    forget(s)
    s.leaves = 1 if comes_to_edge(s, k) else 0
    s.done, s.phase = 3, Phase.SNAP
    take_danger_tests(s, k, d, e)


@rule
def set_out(s: State, k: int) -> None:
    """Every model notes where it stands as the flight begins."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        v = s.model[m]
        v.from_x, v.from_y, v.snap_x, v.snap_y = v.x, v.y, v.x, v.y
        v.points, v.walked, v.moved, v.tests, v.gait = 0, 0, 0, 0, Gait.STANDS
        m = next_of(s, k, m)


# ---------------------------------------------------------------- to cover


@rule
def overruns(s: State, k: int) -> bool:
    """Whether a model's way to its destination is too long, however far it gets along it (WS-10.13)."""
    far = moves(s, k, s.options.flight_snap_moves)
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        v, x, y = s.model[m], s.trial_x[m], s.trial_y[m]
        if at_most(distance(v.x, v.y, x, y), far):
            if not at_most(way_to(s, m, CLOSED, x, y), far):
                return True
        elif way_to(s, m, CLOSED, x, y) != NO_WAY:
            return True
        m = next_of(s, k, m)
    return False


@rule
def flee_to_cover(s: State, k: int, goal: int, e: Log) -> None:
    """All models run for the nearest cover, the leader first, then the nearest to it (WS-10.30)."""
    share_out(s, k, goal)
    s.flight, s.over = Flight.COVER, 1 if overruns(s, k) else 0
    flight_limit_by(s, k, e.why)  # for the log: what house rules gave
    flight_began(e, k, Flight.COVER, goal // ROW, goal % ROW)
    m = s.unit[k].leader
    while m != NOBODY:
        run_to(s, m, CLOSED, s.trial_x[m], s.trial_y[m], e)
        s.trial_x[m], s.trial_y[m] = 0, 0
        m = next_waiting(s, k, goal // ROW, goal % ROW, True)


@rule
def run_to(s: State, m: int, danger: int, x: int, y: int, e: Log) -> None:
    """A model runs for its destination, as far as it gets (WS-10.12, WS-10.30)."""
    limit = flight_limit(s, s.model[m].unit)
    if way_to(s, m, danger, x, y) != NO_WAY:
        walk_trail(s, m, lay_trail(s, m, danger, x, y, limit), e)
    v = s.model[m]
    if v.walked > 0 and s.options.snap_trigger == SnapTrigger.ANY_MOVE:
        s.over = 1


# ---------------------------------------------------------------- to the edge


@rule
def flee_to_edge(s: State, k: int, e: Log) -> None:
    """All models run for their own edge, the leader first, then the nearest to it (WS-10.33)."""
    s.flight, s.over = Flight.EDGE, 0
    flight_limit_by(s, k, e.why)
    flight_began(e, k, Flight.EDGE, -1, -1)
    m = s.unit[k].leader
    while m != NOBODY:
        s.model[m].gait = Gait.WALKS
        place = edge_goal(s, m)
        if place != NOWHERE:
            run_to(s, m, OPEN, place // ROW, place % ROW, e)
        if not at_most(s.model[m].walked, moves(s, k, s.options.flight_snap_moves)):
            s.over = 1
        m = next_to_edge(s, k)


@rule
def next_to_edge(s: State, k: int) -> int:
    """Of the models that have not run yet the nearest to the own edge; ties: the lower number (WS-10.33)."""
    best, least, side = NOBODY, ENDLESS, s.unit[k].side
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        v = s.model[m]
        if v.gait == Gait.STANDS:
            far = to_edge(s, side, v.x, v.y) - v.radius
            if far < least:
                best, least = m, far
        m = next_of(s, k, m)
    return best


@rule
def edge_place(s: State, m: int, along: int) -> int:
    """The place of a model with its base against its own edge, so far along it, as one number."""
    radius, edge = s.model[m].radius, s.edge[side_of(s, m)]
    if edge == Edge.SOUTH:
        return along * ROW + radius
    if edge == Edge.NORTH:
        return along * ROW + s.height - radius
    return (radius if edge == Edge.WEST else s.width - radius) * ROW + along


@rule
def edge_goal(s: State, m: int) -> int:
    """Where a model makes for at the edge: straight before it, or where a way leads it (WS-10.33)."""
    v = s.model[m]
    edge = s.edge[side_of(s, m)]
    upright = edge == Edge.SOUTH or edge == Edge.NORTH
    place = edge_place(s, m, v.x if upright else v.y)
    if open_way(s, m, OPEN, 0, v.x, v.y, place // ROW, place % ROW):
        return place
    return way_round(s, m, s.width if upright else s.height)


@rule
def way_round(s: State, m: int, length: int) -> int:
    """The whole inch along the edge with the shortest way to it; ties: the smaller x, then y (WS-10.33)."""
    v, best, least = s.model[m], NOWHERE, ENDLESS
    search_all(s, m, OPEN, 0)
    for along in range(0, length + 1, INCH):
        place = edge_place(s, m, along)
        x, y = place // ROW, place % ROW
        if why_not_stand(s, m, x, y, NOBODY) != Why.OK:
            continue
        far = distance(v.x, v.y, x, y)
        if far < least and not open_way(s, m, OPEN, 0, v.x, v.y, x, y):
            far = way_through(s, m, OPEN, 0, OUT, x, y)
        if far != NO_WAY and far < least:
            best, least = place, far
    return best
