"""The forced move of a broken unit, to cover or its own edge (WS-10.11 to WS-10.14, WS-10.30, WS-10.33)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.shapes import distance
from hulldown.rulesets.warstrike.codes import INCH, NOBODY, Edge, Flight, Gait, Phase
from hulldown.rulesets.warstrike.cover import NOWHERE, ROW, find_cover, next_waiting, share_out
from hulldown.rulesets.warstrike.danger import take_danger_tests
from hulldown.rulesets.warstrike.events import flight_began
from hulldown.rulesets.warstrike.leaving import comes_to_edge, to_edge
from hulldown.rulesets.warstrike.measuring import ENDLESS, at_most, next_of
from hulldown.rulesets.warstrike.permissions import moves
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.routes import (
    CLOSED,
    NO_WAY,
    OPEN,
    OUT,
    forget,
    lay_trail,
    open_way,
    search_all,
    way_through,
    way_to,
)
from hulldown.rulesets.warstrike.standing import why_not_stand
from hulldown.rulesets.warstrike.state import State, side_of
from hulldown.rulesets.warstrike.trail import walk_trail
from hulldown.rulesets.warstrike.variants import SnapTrigger


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
    flight_began(e, k, Flight.COVER, goal // ROW, goal % ROW)
    m = s.unit[k].leader
    while m != NOBODY:
        run_to(s, m, CLOSED, s.trial_x[m], s.trial_y[m], e)
        s.trial_x[m], s.trial_y[m] = 0, 0
        m = next_waiting(s, k, goal // ROW, goal % ROW, True)


@rule
def run_to(s: State, m: int, danger: int, x: int, y: int, e: Log) -> None:
    """A model runs for its destination, as far as it gets (WS-10.12, WS-10.30)."""
    limit = moves(s, s.model[m].unit, s.options.flight_moves)
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
