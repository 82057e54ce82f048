"""The way of a model in flight, walked as far as it may end (WS-10.30, WS-10.31, WS-12.5).

Its points are in `State.trail_x` and `trail_y`; there may be more of them than a model keeps.
"""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.jit import rule
from hulldown.kernel.plane import nearest, side_of_line
from hulldown.kernel.shapes import distance
from hulldown.rulesets.warstrike.codes import NOBODY, TRAIL, WAYPOINTS, Gait
from hulldown.rulesets.warstrike.disorderly import downhill
from hulldown.rulesets.warstrike.events import moved
from hulldown.rulesets.warstrike.measuring import at_most
from hulldown.rulesets.warstrike.permissions import moves, normal_move, terrain_limit
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.standing import on_danger, why_not_stand
from hulldown.rulesets.warstrike.state import State
from hulldown.rulesets.warstrike.variants import FallbackTerrainCap, SnapPoint
from hulldown.rulesets.warstrike.walking import touched_by_way

LOOK_BACK = 10_000  # of walked length, between the ends that are tried (WS-10.30)


@rule
def piece_length(s: State, i: int) -> int:
    """Length of the straight piece that begins with a point of the trail."""
    return distance(s.trail_x[i], s.trail_y[i], s.trail_x[i + 1], s.trail_y[i + 1])


@rule
def trail_length(s: State, points: int) -> int:
    """Length of the trail (WS-1.8)."""
    total = 0
    for i in range(points - 1):
        total += piece_length(s, i)
    return total


@rule
def piece_at(s: State, points: int, far: int) -> int:
    """The straight piece of the trail on which a walked length ends."""
    i = 0
    while i < points - 2 and far > piece_length(s, i):
        far -= piece_length(s, i)
        i += 1
    return i


@rule
def along(start: int, end: int, far: int, long: int) -> int:
    """A coordinate so far on a straight piece, to the nearest mil (WS-1.15); its end if it is no longer."""
    return end if far >= long else start + nearest((end - start) * far, long)


@rule
def trail_x_at(s: State, points: int, far: int) -> int:
    """x of the point of the trail at a walked length."""
    i = piece_at(s, points, far)
    far -= trail_length(s, i + 1)
    return along(s.trail_x[i], s.trail_x[i + 1], far, piece_length(s, i))


@rule
def trail_y_at(s: State, points: int, far: int) -> int:
    """y of the point of the trail at a walked length."""
    i = piece_at(s, points, far)
    far -= trail_length(s, i + 1)
    return along(s.trail_y[i], s.trail_y[i + 1], far, piece_length(s, i))


# ---------------------------------------------------------------- how far


@rule
def touched_so_far(s: State, m: int, points: int, far: int) -> int:
    """Bits of the terrain that a model touches on the trail up to a walked length (WS-3.2)."""
    last, touched = piece_at(s, points, far), 0
    for i in range(last):
        touched |= touched_by_way(s, m, s.trail_x[i], s.trail_y[i], s.trail_x[i + 1], s.trail_y[i + 1])
    x, y = trail_x_at(s, points, far), trail_y_at(s, points, far)
    return touched | touched_by_way(s, m, s.trail_x[last], s.trail_y[last], x, y)


@rule
def capped_there(s: State, m: int, points: int, far: int) -> bool:
    """Whether terrain forbids a model to have walked so far, where an option has it so (WS-10.31)."""
    if s.options.fallback_terrain_cap == FallbackTerrainCap.FALSE:
        return False
    if at_most(far, terrain_limit(s, s.model[m].unit)):
        return False
    pieces = touched_so_far(s, m, points, far)
    if pieces == 0:
        return False
    x, y = trail_x_at(s, points, far), trail_y_at(s, points, far)
    return not downhill(s, m, s.trail_x[0], s.trail_y[0], x, y, pieces)


@rule
def stretch(s: State, m: int, points: int) -> int:
    """How much of the trail a model may walk: less where terrain holds it (WS-10.12, WS-10.31, WS-10.38)."""
    whole, k = trail_length(s, points), s.model[m].unit
    most = moves(s, k, s.options.flight_moves)
    far = whole if at_most(whole, most) else most
    while capped_there(s, m, points, far):
        far = max(terrain_limit(s, k), far - LOOK_BACK)
    return far


@rule
def may_end(s: State, m: int, points: int, far: int) -> bool:
    """Whether a model may stop at a walked length: it can stand there, not on dangerous ground (WS-10.30)."""
    x, y = trail_x_at(s, points, far), trail_y_at(s, points, far)
    if why_not_stand(s, m, x, y, NOBODY) != Why.OK or on_danger(s, m, x, y, x, y):
        return False
    return not capped_there(s, m, points, far)


# ---------------------------------------------------------------- the walk


@rule
def walk_trail(s: State, m: int, points: int, e: Log) -> None:
    """A model walks the trail as far as it may, and stops where it may; it stays where that is nowhere."""
    v = s.model[m]
    far = stretch(s, m, points)
    while far > 0 and not may_end(s, m, points, far):
        far -= LOOK_BACK
    if far > 0:
        points = cut_trail(s, points, far)
        v.x, v.y = s.trail_x[points - 1], s.trail_y[points - 1]
        v.walked, v.moved, v.gait = trail_length(s, points), 1, Gait.WALKS
        v.tests = 1 if crosses_danger(s, m, points) else 0
        note_trail(s, m, points, normal_move(s, v.unit))
        moved(e, m, v.from_x, v.from_y, v.x, v.y, v.walked)
    for i in range(TRAIL):
        s.trail_x[i], s.trail_y[i] = 0, 0


@rule
def cut_trail(s: State, points: int, far: int) -> int:
    """End the trail at a walked length; how many points it has then."""
    x, y, i = trail_x_at(s, points, far), trail_y_at(s, points, far), piece_at(s, points, far)
    s.trail_x[i + 1], s.trail_y[i + 1] = x, y
    return i + 2


@rule
def crosses_danger(s: State, m: int, points: int) -> bool:
    """Whether a model touches dangerous ground on the trail (WS-3.14)."""
    for i in range(points - 1):
        if on_danger(s, m, s.trail_x[i], s.trail_y[i], s.trail_x[i + 1], s.trail_y[i + 1]):
            return True
    return False


@rule
def note_trail(s: State, m: int, points: int, normal: int) -> None:
    """Where Snap Fire meets a model on its trail (WS-12.5), and the points of it that the model keeps."""
    v = s.model[m]
    v.snap_x, v.snap_y, v.points = v.x, v.y, 0
    if s.options.snap_point == SnapPoint.AT_MV and v.walked > normal:
        v.snap_x, v.snap_y = trail_x_at(s, points, normal), trail_y_at(s, points, normal)
    for i in range(1, points):
        if points <= WAYPOINTS + 1 or i == points - 1 or turns_at(s, i):
            n = min(v.points, WAYPOINTS - 1)
            v.way_x[n], v.way_y[n], v.points = s.trail_x[i], s.trail_y[i], n + 1


@rule
def turns_at(s: State, i: int) -> bool:
    """Whether the trail changes its direction at a point."""
    ax, ay, bx, by = s.trail_x[i - 1], s.trail_y[i - 1], s.trail_x[i], s.trail_y[i]
    return side_of_line(ax, ay, bx, by, s.trail_x[i + 1], s.trail_y[i + 1]) != 0
