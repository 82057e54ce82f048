"""Detachments with Fall Back run for their own table edge (CA-16.7, CA-16.9)."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import along, cosine, half_extent, mils, shifted_x, shifted_y, sine
from hulldown.rulesets.close_assault.codes import NOBODY, TOL
from hulldown.rulesets.close_assault.contact import engaged, why_not_stand
from hulldown.rulesets.close_assault.events import fell_back, fled
from hulldown.rulesets.close_assault.ground import lay_trial, why_no_way
from hulldown.rulesets.close_assault.losses import remove
from hulldown.rulesets.close_assault.movement import full_move, way_cost
from hulldown.rulesets.close_assault.reasons import Why
from hulldown.rulesets.close_assault.state import State, is_vehicle, side_of
from hulldown.rulesets.close_assault.withdrawing import PLACED, SHORTER, nearest_edge


@rule
def run_home(s: State, k: int, e: Log) -> None:
    """The move of a detachment with Fall Back, without a choice (CA-16.7, CA-16.9). Engaged, it stays.

    It has been activated as for any move, so its models know where they began (CA-4.3).
    """
    if engaged(s, k):
        return
    d = s.detachment[k]
    m = nearest_edge(s, k)
    while m != NOBODY:
        s.model[m].done = PLACED  # it had its turn
        run(s, m, e)
        m = nearest_edge(s, k)
    for m in range(d.first, d.first + d.size):
        s.model[m].done = 0


@rule
def run(s: State, m: int, e: Log) -> None:
    """One model runs as far as it can, off the table if it can (CA-16.9)."""
    far, edge = full_move(s, m), int(s.edge[side_of(s, m)])
    while far > 0:
        if leaves(s, m, far, edge):
            fled(e, m)
            remove(s, m, e)
            return
        if may_run(s, m, far, edge):
            go(s, m, far, edge, e)
            return
        far -= SHORTER


@rule
def facing_of(s: State, m: int, edge: int) -> int:
    """How a model faces on the run: a vehicle towards the edge (CA-16.9)."""
    return edge if is_vehicle(s, m) else int(s.model[m].base.facing)


@rule
def room_ahead(s: State, m: int, edge: int) -> int:
    """How far a model may run until its base reaches the edge of the table; 0 or less: it is there."""
    b = s.model[m].base
    lay_trial(s, m, int(b.x), int(b.y), facing_of(s, m, edge))
    x = int(s.width) if cosine(edge) > 0 else 0
    y = int(s.height) if sine(edge) > 0 else 0
    return mils(along(x - int(b.x), y - int(b.y), edge) - half_extent(s.trial, edge))


@rule
def why_no_run(s: State, m: int, far: int, edge: int) -> int:
    """The first reason against so long a way towards the edge, wherever it ends (CA-4.3, CA-4.4)."""
    b = s.model[m].base
    x, y = shifted_x(int(b.x), far, edge), shifted_y(int(b.y), far, edge)
    return why_no_way(s, m, int(b.x), int(b.y), x, y, facing_of(s, m, edge), 1)


@rule
def affords(s: State, m: int, far: int, edge: int) -> bool:
    """Whether so long a way is within the Movement of a model, difficult ground twice (CA-4.5)."""
    b = s.model[m].base
    x, y = shifted_x(int(b.x), far, edge), shifted_y(int(b.y), far, edge)
    return mils(way_cost(s, m, int(b.x), int(b.y), x, y)) <= full_move(s, m) + TOL


@rule
def leaves(s: State, m: int, far: int, edge: int) -> bool:
    """Whether the base of a model crosses the edge on so long a way, nothing stopping it before (CA-16.9)."""
    room = room_ahead(s, m, edge)
    if far <= room + TOL or not affords(s, m, far, edge):
        return False
    return why_no_run(s, m, max(0, room), edge) == Why.ALLOWED


@rule
def may_run(s: State, m: int, far: int, edge: int) -> bool:
    """Whether a model may run so far and stand there (CA-16.9; CA-2.5, CA-2.7, CA-4.3 to CA-4.5)."""
    if not affords(s, m, far, edge) or why_no_run(s, m, far, edge) != Why.ALLOWED:
        return False
    b = s.model[m].base
    x, y = shifted_x(int(b.x), far, edge), shifted_y(int(b.y), far, edge)
    lay_trial(s, m, x, y, facing_of(s, m, edge))
    return why_not_stand(s, m, s.trial, 1) == Why.ALLOWED


@rule
def go(s: State, m: int, far: int, edge: int, e: Log) -> None:
    """A model runs; a vehicle ends facing the edge (CA-16.9)."""
    b = s.model[m].base
    ax, ay = int(b.x), int(b.y)
    b.facing = facing_of(s, m, edge)
    b.x, b.y = shifted_x(ax, far, edge), shifted_y(ay, far, edge)
    fell_back(e, m, ax, ay, int(b.x), int(b.y), int(b.facing))
