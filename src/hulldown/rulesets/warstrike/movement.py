"""Orderly and disorderly movement, and members who find their places (WS-7, WS-8, WS-16.3)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import distance, length_inside, nearest
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.permissions import (
    disorderly_action,
    moves,
    only_leader,
    open_limit,
    place_radius,
    placed_from,
    terrain_limit,
)
from hulldown.rulesets.warstrike.state import (
    FINE,
    NOBODY,
    CatchUpTerrain,
    Coherency,
    Deed,
    Gait,
    Ground,
    Measure,
    MemberDistances,
    MustAttempt,
    NotFurther,
    PlacementCheck,
    SingleDoubleTerrain,
    State,
    is_single,
)
from hulldown.rulesets.warstrike.table import (
    ENDLESS,
    at_most,
    impassable,
    less,
    next_of,
    overlaps_any,
    path_length,
    spread,
    touched_by_path,
    touched_by_way,
    why_no_way,
    why_not_stand,
    why_not_walk,
)


@rule
def leader_limit(s: State, k: int) -> int:
    """How far the leader may walk in the action that goes on, terrain aside (WS-16.2, WS-9.19)."""
    return 0 if s.deed == Deed.RALLY else open_limit(s, k, s.deed)


@rule
def set_out_near(s: State, m: int, radius: int) -> bool:
    """Whether a model set out within a distance of where its leader set out (WS-7.11)."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    x, y, r = w.from_x, w.from_y, w.radius
    return at_most(spread(s.options, v.from_x, v.from_y, v.radius, x, y, r), radius)


@rule
def near_leader(s: State, m: int) -> bool:
    """Whether a member set out near enough to its leader to be placed in this action (WS-7.11, WS-9.23)."""
    return set_out_near(s, m, placed_from(s.options, s.deed))


@rule
def gait_of(s: State, m: int) -> int:
    """How a model takes part in the action that goes on (WS-7.1 to WS-7.4, WS-7.7, WS-9.17)."""
    k = s.model[m].unit
    if s.model[m].fixed != 0:
        return Gait.STANDS
    if m == s.unit[k].leader:
        return Gait.LEADS if leader_limit(s, k) > 0 else Gait.STANDS
    if only_leader(s.deed):
        return Gait.STANDS
    if disorderly_action(s.options, s.deed) or not near_leader(s, m):
        return Gait.WALKS
    return Gait.PLACED


@rule
def why_stands(s: State, m: int) -> int:
    """Why a model may not move: it fired a heavy weapon (WS-9.17), or the action lets it stand (WS-9.2)."""
    return Why.HEAVY_MOVED if s.model[m].fixed != 0 else Why.NO_MOVE


@rule
def why_not_lead(s: State, k: int, leave: int) -> int:
    """The first reason against the leader's path (WS-7.8).

    `leave`: the unit whose models may be overlapped while it is still to be arranged, or NOBODY.
    """
    leader = s.unit[k].leader
    v = s.model[leader]
    if v.points == 0:
        return Why.OVERLAP if overlaps_any(s, leader, v.x, v.y, leave) else Why.OK
    if v.gait != Gait.LEADS:
        return why_stands(s, leader)
    why = why_not_walk(s, leader)
    if why != Why.OK:
        return why
    if overlaps_any(s, leader, v.x, v.y, leave):
        return Why.OVERLAP
    return why_leader_too_far(s, k)


@rule
def why_leader_too_far(s: State, k: int) -> int:
    """The length of the leader's path: terrain holds him where all are measured (WS-9.29, WS-9.30)."""
    leader, limit = s.unit[k].leader, leader_limit(s, k)
    if disorderly_action(s.options, s.deed):
        return why_too_far(s, leader, limit)
    return Why.OK if at_most(path_length(s, leader), limit) else Why.TOO_FAR


@rule
def in_placing_distance(s: State, m: int, x: int, y: int, radius: int) -> bool:
    """Whether a spot is within a distance of where a model's leader ends (WS-7.3)."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    return at_most(spread(s.options, x, y, v.radius, w.x, w.y, w.radius), radius)


@rule
def dropped(s: State, m: int) -> bool:
    """Whether a member was near enough to be placed and is not any more as the move ends (WS-7.10)."""
    v = s.model[m]
    near = s.options.orderly_start
    return set_out_near(s, m, near) and not in_placing_distance(s, m, v.x, v.y, near)


@rule
def cut_off(s: State, m: int, x: int, y: int) -> bool:
    """Whether impassable ground lies between where the leader ends and a spot (WS-7.9)."""
    if s.options.placement_check == PlacementCheck.FREE:
        return False
    w = s.model[s.unit[s.model[m].unit].leader]
    for n in range(s.pieces):
        if impassable(s.piece[n].ground):
            if not at_most(length_inside(s.piece[n].shape, w.x, w.y, x, y), 0):
                return True
    return False


@rule
def why_not_spot(s: State, m: int, x: int, y: int, leave: int) -> int:
    """The first reason against placing a member there: neither terrain nor the others of the unit bind it.

    (WS-7.5, WS-7.6, WS-7.9); `leave` as in `why_not_lead`.
    """
    if s.model[m].gait != Gait.PLACED:
        return Why.NOT_ELIGIBLE
    why = why_not_stand(s, m, x, y, leave)
    if why != Why.OK:
        return why
    if not in_placing_distance(s, m, x, y, place_radius(s.options, s.deed)):
        return Why.PLACE_RANGE
    return Why.IMPASSABLE if cut_off(s, m, x, y) else Why.OK


@rule
def why_not_placed(s: State, m: int) -> int:
    """The first reason against where a placed member ends; it may stay where it was (WS-7.10)."""
    v = s.model[m]
    if v.x == v.from_x and v.y == v.from_y:
        return Why.OVERLAP if overlaps_any(s, m, v.x, v.y, NOBODY) else Why.OK
    return why_not_spot(s, m, v.x, v.y, NOBODY)


# ---------------------------------------------------------------- disorderly movement: how far
# Disorderly movement: every model measured, kept together, held by terrain (WS-8).


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


# ---------------------------------------------------------------- arranging
# Members arranged by themselves round the leader's new place (WS-16.3, WS-16.7).


GRID = 500  # mils between the points tried around a spot (WS-16.3)
STRIDE = 128  # mils between the ends tried at first on the way towards the leader: a power of 2


@rule
def arrange(s: State, k: int) -> None:
    """Give every member its place after the leader's: the placed ones first, then who walks (WS-7.12)."""
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        gait = s.model[m].gait
        s.trial_x[m] = 1 if gait == Gait.PLACED or gait == Gait.WALKS else 0
        if gait == Gait.PLACED or gait == Gait.WALKS:
            back_to_start(s, m)
        m = next_of(s, k, m)
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if s.model[m].gait == Gait.PLACED:
            find_spot(s, m)
            s.trial_x[m] = 0
        m = next_of(s, k, m)
    m = next_walker(s, k)
    while m != NOBODY:
        find_walk(s, m)
        s.trial_x[m] = 0
        m = next_walker(s, k)


@rule
def back_to_start(s: State, m: int) -> None:
    """A model stands where it set out."""
    v = s.model[m]
    v.x, v.y, v.points = v.from_x, v.from_y, 0


@rule
def next_walker(s: State, k: int) -> int:
    """Of the members that wait, the one nearest to where the leader ends; ties, and all of them where each is
    compared with the others as they stand: the lower number (WS-8.8, WS-16.7).
    """
    leader, best, least = s.unit[k].leader, NOBODY, ENDLESS
    by_number = s.options.member_distances == MemberDistances.AS_THEY_STAND
    m = next_of(s, k, NOBODY)
    while m != NOBODY:
        if unsettled(s, m):
            far = 0 if by_number else start_to(s, m, leader)
            if far < least:
                best, least = m, far
        m = next_of(s, k, m)
    return best


# ---------------------------------------------------------------- placed members


@rule
def radius_for(s: State, m: int) -> int:
    """Within what distance a member is put: in Rally! as near as the next action needs it (WS-16.10)."""
    radius = place_radius(s.options, s.deed)
    return min(radius, s.options.orderly_start) if s.deed == Deed.RALLY else radius


@rule
def free_spot(s: State, m: int, x: int, y: int) -> bool:
    """Whether a member may be placed there beside those that have their places (WS-7.9)."""
    if not in_placing_distance(s, m, x, y, radius_for(s, m)):
        return False
    return why_not_stand_settled(s, m, x, y) == Why.OK and not cut_off(s, m, x, y)


@rule
def reach_of(s: State, m: int) -> int:
    """How far from its leader's centre the centre of a placed member may be, in mils."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    return radius_for(s, m) // FINE + v.radius + w.radius


@rule
def find_spot(s: State, m: int) -> None:
    """The old offset from the leader, else the nearest free point of a grid round it, else it stays."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    x = v.from_x + w.x - w.from_x
    y = v.from_y + w.y - w.from_y
    if free_spot(s, m, x, y):
        v.x, v.y = x, y
        return
    best, reach = ENDLESS, reach_of(s, m)
    away = distance(x, y, w.x, w.y) // FINE
    for ring in range(max(1, (away - reach) * 5 // (7 * GRID)), (away + reach) // GRID + 2):
        if ring * ring > best:
            return
        best = try_ring(s, m, x, y, ring, best)


@rule
def try_ring(s: State, m: int, x: int, y: int, ring: int, best: int) -> int:
    """Try the points of a square ring of the grid; the squared distance of the best so far, in grid steps.

    Of equally near points the one with the smaller x counts, then the smaller y.
    """
    v = s.model[m]
    for i in range(-ring, ring + 1):
        step = 1 if i == -ring or i == ring else 2 * ring
        for j in range(-ring, ring + 1, step):
            far, px, py = i * i + j * j, x + i * GRID, y + j * GRID
            if far > best or (far == best and (px > v.x or (px == v.x and py > v.y))):
                continue
            if free_spot(s, m, px, py):
                v.x, v.y = px, py
                best = far
    return best


# ---------------------------------------------------------------- members who walk


@rule
def walk_to(s: State, m: int, x: int, y: int) -> None:
    """A member walks straight to a place."""
    v = s.model[m]
    v.x, v.y, v.points = x, y, 1
    v.way_x[0], v.way_y[0] = x, y


@rule
def may_walk_to(s: State, m: int, x: int, y: int) -> bool:
    """Whether a member may walk straight to a place; if so it is there now, else at its start."""
    v = s.model[m]
    ax, ay = v.from_x, v.from_y
    if x == ax and y == ay:
        return False
    if why_no_way(s, m, ax, ay, x, y) == Why.OK and why_not_stand_settled(s, m, x, y) == Why.OK:
        walk_to(s, m, x, y)
        if why_not_keep(s, m) == Why.OK:
            return True
    back_to_start(s, m)
    return False


@rule
def find_walk(s: State, m: int) -> None:
    """The walk of WS-16.7: to the old offset, to a member, towards the leader, or none."""
    v, w = s.model[m], s.model[s.unit[s.model[m].unit].leader]
    x = v.from_x + w.x - w.from_x
    y = v.from_y + w.y - w.from_y
    if may_walk_to(s, m, x, y):
        if in_command(s, m):
            return
        back_to_start(s, m)
    j = nearest_open_member(s, m)
    if j != NOBODY and walk_to_member(s, m, j):
        return
    walk_towards(s, m, w.x, w.y)


@rule
def nearest_open_member(s: State, m: int) -> int:
    """The nearest member to which the walk of WS-8.10 is open, or NOBODY."""
    k = s.model[m].unit
    best, least, limit = NOBODY, ENDLESS, open_limit(s, k, s.deed)
    j = next_of(s, k, NOBODY)
    while j != NOBODY:
        if j != m and not is_ignored(s, m, j) and reaches(s, m, j, limit):
            far = start_to(s, m, j)
            if far < least and walk_is_open(s, m, j):
                best, least = j, far
        j = next_of(s, k, j)
    return best


@rule
def walk_to_member(s: State, m: int, j: int) -> bool:
    """The straight walk that stops just near enough to where another member ends (WS-8.10)."""
    v = s.model[m]
    ax, ay, bx, by = v.from_x, v.from_y, apparent_x(s, m, j), apparent_y(s, m, j)
    whole, far = max(1, distance(ax, ay, bx, by)), stop_of(s, m, j)
    return may_walk_to(s, m, towards(ax, bx, far, whole), towards(ay, by, far, whole))


@rule
def may_walk_towards(s: State, m: int, x: int, y: int, far: int) -> bool:
    """Whether a member may walk so many mils straight towards a place; if so it is there now."""
    ax, ay = s.model[m].from_x, s.model[m].from_y
    whole = max(1, distance(ax, ay, x, y))
    return may_walk_to(s, m, towards(ax, x, far, whole), towards(ay, y, far, whole))


@rule
def walk_towards(s: State, m: int, x: int, y: int) -> None:
    """The longest straight walk towards a place that is legal, to the mil; without any the member stays."""
    v = s.model[m]
    longest = min(allowance(s, m), distance(v.from_x, v.from_y, x, y)) // FINE
    far, step = longest, STRIDE // 2
    while far > 0 and not may_walk_towards(s, m, x, y, far):
        far -= STRIDE
    if far <= 0 or far == longest:
        return
    while step > 0:
        if far + step < longest and may_walk_towards(s, m, x, y, far + step):
            far += step
        step //= 2
    if far == terrain_limit(s, v.unit) // FINE + 1:
        far -= 1  # terrain holds it, and nobody lives on the tolerance of WS-1.2
    may_walk_towards(s, m, x, y, far)
