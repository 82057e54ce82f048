"""Disorderly movement: every model measured, kept together, held by terrain (WS-8)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import nearest
from hulldown.kernel.shapes import distance
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, Deed, Gait, Ground
from hulldown.rulesets.warstrike.measuring import at_most, less, next_of, spread
from hulldown.rulesets.warstrike.permissions import moves, open_limit, terrain_limit
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.standing import overlaps_any, why_not_stand
from hulldown.rulesets.warstrike.state import State, is_single
from hulldown.rulesets.warstrike.variants import (
    CatchUpTerrain,
    Coherency,
    Measure,
    MemberDistances,
    MustAttempt,
    NotFurther,
    SingleDoubleTerrain,
)
from hulldown.rulesets.warstrike.walking import (
    path_length,
    touched_by_path,
    touched_by_way,
    why_no_way,
    why_not_walk,
)

# ---------------------------------------------------------------- how far


@rule
def still_waits(s: State, m: int, j: int) -> bool:
    """Whether another member has not moved yet as a model walks, where that matters: as an option they count
    where they stand then, and walk in the order of their numbers, after leader and placed ones (WS-8.8).
    """
    if s.options.member_distances == MemberDistances.FINAL:
        return False
    return bool(j > m and s.model[j].gait == Gait.WALKS)


@rule
def apparent_x(s: State, m: int, j: int) -> int:
    """x of where another member stands for a model that walks: where that one ends (WS-8.8)."""
    return s.model[j].from_x if still_waits(s, m, j) else s.model[j].x


@rule
def apparent_y(s: State, m: int, j: int) -> int:
    """y of the same."""
    return s.model[j].from_y if still_waits(s, m, j) else s.model[j].y


@rule
def start_to(s: State, m: int, j: int) -> int:
    """The distance from where a model set out to where another one of its unit stands for it (WS-8.8)."""
    a, x, y, r = s.model[m], apparent_x(s, m, j), apparent_y(s, m, j), s.model[j].radius
    return spread(s.options, a.from_x, a.from_y, a.radius, x, y, r)


@rule
def end_to(s: State, m: int, j: int) -> int:
    """The distance from where a model ends to where another one of its unit stands for it (WS-8.8)."""
    a, x, y, r = s.model[m], apparent_x(s, m, j), apparent_y(s, m, j), s.model[j].radius
    return spread(s.options, a.x, a.y, a.radius, x, y, r)


@rule
def unsettled(s: State, m: int) -> bool:
    """Whether a model waits for its place while its unit is arranged (WS-16.7)."""
    return bool(s.trial_x[m] != 0)


@rule
def is_ignored(s: State, m: int, j: int) -> bool:
    """Whether another member does not count for a model yet, for it waits for its place (WS-16.7); not if it
    counts where it stands meanwhile (WS-8.8).
    """
    return unsettled(s, j) and not still_waits(s, m, j)


@rule
def reaches(s: State, m: int, j: int, limit: int) -> bool:
    """Whether a model starts near enough to where another ends to keep up with it (WS-8.11)."""
    return at_most(start_to(s, m, j), limit + s.options.command_distance)


@rule
def keeps_up(s: State, m: int, limit: int) -> bool:
    """Whether a model can keep up with another member of its unit (WS-8.11)."""
    k = s.model[m].unit
    j = next_of(s, k, NOBODY)
    while j != NOBODY:
        if j != m and not is_ignored(s, m, j) and reaches(s, m, j, limit):
            return True
        j = next_of(s, k, j)
    return False


@rule
def allowance(s: State, m: int) -> int:
    """How far a model may walk in the open: as the action has it, or to catch up (WS-8.4, WS-8.11, WS-8.14).

    In Fall Back! nobody goes farther than the action lets him, orderly or not (WS-10.32).
    """
    k = s.model[m].unit
    if catches_up(s, m):
        return moves(s, k, s.options.catch_up_moves)
    return open_limit(s, k, s.deed)


@rule
def catches_up(s: State, m: int) -> bool:
    """Whether a model is too far behind its unit to keep up with it (WS-8.11)."""
    k = s.model[m].unit
    if m == s.unit[k].leader or s.deed == Deed.FALL_BACK:
        return False
    return not keeps_up(s, m, open_limit(s, k, s.deed))


@rule
def only_a_hill(s: State, pieces: int) -> bool:
    """Whether a set of pieces of terrain is one hill and nothing else."""
    if pieces == 0 or pieces & (pieces - 1) != 0:
        return False
    for n in range(s.pieces):
        if (pieces >> n) & 1 != 0:
            return bool(s.piece[n].ground == Ground.HILL)
    return False


@rule
def downhill(s: State, m: int, ax: int, ay: int, bx: int, by: int, pieces: int) -> bool:
    """Whether a move leaves a bare hill for the open table and meets no other terrain (WS-8.7, WS-8.13)."""
    if not only_a_hill(s, pieces) or touched_by_way(s, m, bx, by, bx, by) != 0:
        return False
    return touched_by_way(s, m, ax, ay, ax, ay) == pieces


@rule
def capped(s: State, m: int, nominal: int, ax: int, ay: int, bx: int, by: int, pieces: int) -> int:
    """The limit of a move from a to b that touches so many pieces of terrain (WS-8.6, WS-8.12, WS-9.27)."""
    k = s.model[m].unit
    if pieces == 0 or downhill(s, m, ax, ay, bx, by, pieces):
        return nominal
    if is_single(s, k) and s.options.single_double_terrain == SingleDoubleTerrain.FREE:
        return nominal
    if s.options.catch_up_terrain == CatchUpTerrain.FREE and catches_up(s, m):
        return nominal
    return min(nominal, terrain_limit(s, k))


@rule
def path_limit(s: State, m: int, nominal: int) -> int:
    """The limit of a model's path (WS-8.6)."""
    v = s.model[m]
    pieces = touched_by_path(s, m)
    return capped(s, m, nominal, v.from_x, v.from_y, v.x, v.y, pieces)


@rule
def why_too_far(s: State, m: int, nominal: int) -> int:
    """TERRAIN_CAP for a path too long only because of terrain, TOO_FAR for one too long (WS-8.12)."""
    walked = path_length(s, m)
    if not at_most(walked, nominal):
        return Why.TOO_FAR
    return Why.OK if at_most(walked, path_limit(s, m, nominal)) else Why.TERRAIN_CAP


@rule
def may_come_down(s: State, m: int) -> bool:
    """Whether a path that set out on a bare hill has met nothing else: it may still end off it (WS-8.13)."""
    v = s.model[m]
    pieces = touched_by_path(s, m)
    if not only_a_hill(s, pieces):
        return False
    return touched_by_way(s, m, v.from_x, v.from_y, v.from_x, v.from_y) == pieces


@rule
def why_too_far_so_far(s: State, m: int, nominal: int) -> int:
    """The length of a path that may go on: what may yet be a way down a hill is not held (WS-8.7)."""
    why = why_too_far(s, m, nominal)
    return Why.OK if why == Why.TERRAIN_CAP and may_come_down(s, m) else why


# ---------------------------------------------------------------- in command


@rule
def beside_member(s: State, m: int) -> bool:
    """Whether a model ends near enough to another member (WS-8.2, WS-8.9)."""
    k, near = s.model[m].unit, s.options.command_distance
    j = next_of(s, k, NOBODY)
    while j != NOBODY:
        if j != m and not is_ignored(s, m, j) and at_most(end_to(s, m, j), near):
            return True
        j = next_of(s, k, j)
    return False


@rule
def linked_to_leader(s: State, m: int) -> bool:
    """Whether a chain of steps, each near enough, leads from a model to its leader (WS-8.9)."""
    k = s.model[m].unit
    leader, linked, grew = s.unit[k].leader, 0, True
    first = s.unit[k].first
    linked = 1 << (leader - first)
    while grew:
        grew = False
        j = next_of(s, k, NOBODY)
        while j != NOBODY:
            if (
                (linked >> (j - first)) & 1 == 0
                and not is_ignored(s, m, j)
                and near_set(s, m, j, linked, first)
            ):
                linked |= 1 << (j - first)
                grew = True
            j = next_of(s, k, j)
    return (linked >> (m - first)) & 1 != 0


@rule
def near_set(s: State, m: int, j: int, members: int, first: int) -> bool:
    """Whether a member is near enough to one of a set of members, as they stand for a model (WS-8.8)."""
    near, x, y, r = s.options.command_distance, apparent_x(s, m, j), apparent_y(s, m, j), s.model[j].radius
    for i in range(s.unit[s.model[j].unit].size):
        if (members >> i) & 1 != 0:
            ix, iy, other = (
                apparent_x(s, m, first + i),
                apparent_y(s, m, first + i),
                s.model[first + i].radius,
            )
            if at_most(spread(s.options, x, y, r, ix, iy, other), near):
                return True
    return False


@rule
def in_command(s: State, m: int) -> bool:
    """Whether a model ends in command (WS-8.2, WS-8.9, WS-8.14)."""
    if m == s.unit[s.model[m].unit].leader:
        return True
    if s.options.coherency == Coherency.CHAIN_TO_LEADER:
        return linked_to_leader(s, m)
    return beside_member(s, m)


@rule
def stop_of(s: State, m: int, j: int) -> int:
    """How far a model walks straight to another, to be just near enough, in mils (WS-8.8, WS-8.10)."""
    a, b = s.model[m], s.model[j]
    away = distance(a.from_x, a.from_y, apparent_x(s, m, j), apparent_y(s, m, j))
    room = 0 if s.options.measure == Measure.CENTRE else a.radius + b.radius
    return max(0, nearest(away - s.options.command_distance, FINE) - room)


@rule
def towards(start: int, end: int, far: int, whole: int) -> int:
    """A coordinate so far on the way from start to end, to the nearest mil (WS-1.15)."""
    return start + nearest((end - start) * far * FINE, whole)


@rule
def walk_is_open(s: State, m: int, j: int) -> bool:
    """Whether a model stands near enough to another, or can walk there straight (WS-8.8, WS-8.10)."""
    if at_most(start_to(s, m, j), s.options.command_distance):
        return True
    v = s.model[m]
    ax, ay, bx, by = v.from_x, v.from_y, apparent_x(s, m, j), apparent_y(s, m, j)
    whole, far = distance(ax, ay, bx, by), stop_of(s, m, j)
    x, y = towards(ax, bx, far, whole), towards(ay, by, far, whole)
    if why_no_way(s, m, ax, ay, x, y) != Why.OK or why_not_stand_settled(s, m, x, y) != Why.OK:
        return False
    pieces = touched_by_way(s, m, ax, ay, x, y)
    return at_most(distance(ax, ay, x, y), capped(s, m, allowance(s, m), ax, ay, x, y, pieces))


@rule
def why_not_stand_settled(s: State, m: int, x: int, y: int) -> int:
    """Why a model may not stand there beside those of its unit that have their places (WS-1.12, WS-16.7)."""
    k = s.model[m].unit
    why = why_not_stand(s, m, x, y, k)
    if why != Why.OK:
        return why
    v = s.model[m]
    j = next_of(s, k, NOBODY)
    while j != NOBODY:
        w = s.model[j]
        if j != m and not unsettled(s, j):
            far = (v.radius + w.radius) * FINE
            if less(distance(x, y, w.x, w.y), far):
                return Why.OVERLAP
        j = next_of(s, k, j)
    return Why.OK


@rule
def could_regain(s: State, m: int) -> bool:
    """Whether a model could end near enough to another member (WS-8.10)."""
    k = s.model[m].unit
    limit = open_limit(s, k, s.deed)
    j = next_of(s, k, NOBODY)
    while j != NOBODY:
        if j != m and not is_ignored(s, m, j) and reaches(s, m, j, limit) and walk_is_open(s, m, j):
            return True
        j = next_of(s, k, j)
    return False


# ---------------------------------------------------------------- all of it


@rule
def goes_further(s: State, m: int, limit: int) -> bool:
    """Whether a model ends further from its leader though it may not (WS-8.5, WS-8.15)."""
    leader = s.unit[s.model[m].unit].leader
    if at_most(end_to(s, m, leader), start_to(s, m, leader)):
        return False
    if s.options.not_further == NotFurther.ALL_DISORDERLY:
        return True
    return not at_most(path_length(s, m), limit) or not in_command(s, m)


@rule
def why_not_disorderly(s: State, m: int) -> int:
    """The first reason against the disorderly move of a member (WS-8.18); one that stands still is free."""
    v = s.model[m]
    if path_length(s, m) == 0:
        return Why.OVERLAP if overlaps_any(s, m, v.x, v.y, NOBODY) else Why.OK
    why = why_not_walk(s, m)
    if why != Why.OK:
        return why
    if overlaps_any(s, m, v.x, v.y, NOBODY):
        return Why.OVERLAP
    return why_not_keep(s, m)


@rule
def why_not_keep(s: State, m: int) -> int:
    """The length of a disorderly move, and what keeps the unit together (WS-8.5, WS-8.6, WS-8.10)."""
    why = why_too_far(s, m, allowance(s, m))
    if why != Why.OK:
        return why
    if goes_further(s, m, open_limit(s, s.model[m].unit, s.deed)):
        return Why.FURTHER
    if s.options.must_attempt == MustAttempt.STRICT and not beside_member(s, m) and could_regain(s, m):
        return Why.MUST_REGAIN
    return Why.OK
