"""Members arranged by themselves round the leader's new place (WS-16.3, WS-16.7)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.shapes import distance
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, Deed, Gait
from hulldown.rulesets.warstrike.disorderly import (
    allowance,
    apparent_x,
    apparent_y,
    in_command,
    is_ignored,
    reaches,
    start_to,
    stop_of,
    towards,
    unsettled,
    walk_is_open,
    why_not_keep,
    why_not_stand_settled,
)
from hulldown.rulesets.warstrike.measuring import ENDLESS, next_of
from hulldown.rulesets.warstrike.orderly import cut_off, in_placing_distance
from hulldown.rulesets.warstrike.permissions import open_limit, place_radius, terrain_limit
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.variants import MemberDistances
from hulldown.rulesets.warstrike.walking import why_no_way

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
