"""Walking: what a measured path may meet, how long it is, which terrain it touches (WS-1.8, WS-1.13, WS-3.2).

The path of a model in the action that goes on is kept with it: where it set out, then its way-points.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import nearest
from hulldown.kernel.shapes import distance, from_segment
from hulldown.rulesets.warstrike.codes import FINE
from hulldown.rulesets.warstrike.measuring import less
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.standing import blocked_at, hinders, meets, off_table
from hulldown.rulesets.warstrike.state import State, side_of
from hulldown.rulesets.warstrike.variants import SnapPoint


@rule
def point_x(s: State, m: int, i: int) -> int:
    """x of a point of a model's path: 0 is where it set out."""
    v = s.model[m]
    return v.from_x if i == 0 else v.way_x[i - 1]


@rule
def point_y(s: State, m: int, i: int) -> int:
    """y of a point of a model's path: 0 is where it set out."""
    v = s.model[m]
    return v.from_y if i == 0 else v.way_y[i - 1]


@rule
def path_length(s: State, m: int) -> int:
    """The distance moved: the sum of the straight pieces (WS-1.8)."""
    total = 0
    for i in range(s.model[m].points):
        total += distance(point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1))
    return total


@rule
def passes_enemy(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a model comes too near to an enemy on a straight way (WS-1.13)."""
    side, reach = side_of(s, m), s.model[m].radius + s.options.enemy_gap
    for j in range(s.models):
        v = s.model[j]
        if v.alive == 0 or s.unit[v.unit].side == side:
            continue
        room, x, y = reach + v.radius, v.x, v.y
        if (
            x < min(ax, bx) - room
            or x > max(ax, bx) + room
            or y < min(ay, by) - room
            or y > max(ay, by) + room
        ):
            continue
        if less(from_segment(x, y, ax, ay, bx, by), room * FINE):
            return True
    return False


@rule
def why_no_way(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The first reason of WS-1.13 against a straight way: OFF_TABLE, IMPASSABLE, ENEMY_GAP; 0: none."""
    radius = s.model[m].radius
    if off_table(s, ax, ay, radius) or off_table(s, bx, by, radius):
        return Why.OFF_TABLE
    if blocked_at(s, ax, ay, bx, by, radius):
        return Why.IMPASSABLE
    return Why.ENEMY_GAP if passes_enemy(s, m, ax, ay, bx, by) else Why.OK


@rule
def why_not_walk(s: State, m: int) -> int:
    """Why a model may not walk its path: each reason of WS-1.13 over the whole of it, in that order."""
    reason = 0
    for i in range(s.model[m].points):
        why = why_no_way(s, m, point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1))
        if why != Why.OK and (reason == 0 or why < reason):
            reason = why
    return reason


@rule
def touched_by_way(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Bits of the area terrain and linear obstacles that a model touches on a straight way (WS-3.2)."""
    touched, radius = 0, s.model[m].radius
    for n in range(s.pieces):
        if hinders(s.piece[n].ground) and meets(s.options, s.piece[n], ax, ay, bx, by, radius):
            touched |= 1 << n
    return touched


@rule
def touched_by_path(s: State, m: int) -> int:
    """Bits of the area terrain and linear obstacles that a model touches on its path (WS-3.2)."""
    touched = 0
    for i in range(s.model[m].points):
        touched |= touched_by_way(
            s, m, point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1)
        )
    return touched


@rule
def note_snap_point(s: State, m: int, normal: int) -> None:
    """Where a model's path had taken it after exactly its normal move, or its end (WS-12.5)."""
    v = s.model[m]
    v.snap_x, v.snap_y = v.x, v.y
    if s.options.snap_point == SnapPoint.END:
        return
    left = normal
    for i in range(v.points):
        ax, ay, bx, by = point_x(s, m, i), point_y(s, m, i), point_x(s, m, i + 1), point_y(s, m, i + 1)
        long = distance(ax, ay, bx, by)
        if left < long:
            v.snap_x = ax + nearest((bx - ax) * left, long)
            v.snap_y = ay + nearest((by - ay) * left, long)
            return
        left -= long
