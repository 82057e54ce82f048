"""Polygons and broken lines on the continuous table, in whole numbers.

Corners and places are in mils (thousandths of an inch); every length worked out from them is in millionths
of an inch, rounded down. Which side of a line a point lies on, whether two segments meet and whether a point
lies on a border are signs of cross products, exact. Places are within 2**17 mils (131 inches), so that
products stay below 2**63.
"""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.jit import rule
from hulldown.kernel.plane import root, side_of_line
from hulldown.kernel.records import Short, record

FINE = 1000  # millionths in a mil
MILLION = FINE * FINE
CORNERS = 10  # of one shape


@record
class Shape:
    """A simple polygon, or a broken line, with the box round it."""

    closed: Short  # 1: a polygon, its last corner joined to the first
    corners: Short
    x: Annotated[list[int], CORNERS]
    y: Annotated[list[int], CORNERS]
    x0: int
    y0: int
    x1: int
    y1: int


# ---------------------------------------------------------------- lengths


@rule
def distance(ax: int, ay: int, bx: int, by: int) -> int:
    """Distance of two points."""
    dx, dy = bx - ax, by - ay
    return root((dx * dx + dy * dy) * MILLION)


@rule
def square_over(n: int, d: int) -> int:
    """n * n // d for 0 <= n < 2**53 and 0 < d < 2**34, without ever holding n * n."""
    q, r = n // d, n % d
    half, odd = r // 2, r % 2  # r * r = 4 * half * (half + odd) + odd
    part = half * (half + odd)
    return q * q * d + 2 * q * r + 4 * (part // d) + (4 * (part % d) + odd) // d


@rule
def from_segment(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Distance of a point from a segment."""
    dx, dy = bx - ax, by - ay
    squared, ahead = dx * dx + dy * dy, (x - ax) * dx + (y - ay) * dy
    if ahead <= 0 or squared == 0:
        return distance(x, y, ax, ay)
    if ahead >= squared:
        return distance(x, y, bx, by)
    return root(square_over(abs(dx * (y - ay) - dy * (x - ax)) * FINE, squared))


@rule
def meet(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether two segments, their ends included, share a point."""
    vx, vy, wx, wy = bx - ax, by - ay, dx - cx, dy - cy
    left, right = vx * (cy - ay) - vy * (cx - ax), vx * (dy - ay) - vy * (dx - ax)
    if (left > 0 and right > 0) or (left < 0 and right < 0):
        return False
    ahead, behind = wx * (ay - cy) - wy * (ax - cx), wx * (by - cy) - wy * (bx - cx)
    if (ahead > 0 and behind > 0) or (ahead < 0 and behind < 0):
        return False
    if left != 0 or right != 0:
        return True
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx):
        return False  # all four on one line
    return not (max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by))


@rule
def between_segments(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> int:
    """Distance of two segments; 0 where they meet. The first may be a point."""
    if ax == bx and ay == by:
        return from_segment(ax, ay, cx, cy, dx, dy)
    if meet(ax, ay, bx, by, cx, cy, dx, dy):
        return 0
    return min(
        min(from_segment(ax, ay, cx, cy, dx, dy), from_segment(bx, by, cx, cy, dx, dy)),
        min(from_segment(cx, cy, ax, ay, bx, by), from_segment(dx, dy, ax, ay, bx, by)),
    )


# ---------------------------------------------------------------- points and shapes


@rule
def lay_corner(shape: Shape, x: int, y: int) -> None:
    """One more corner; the box grows with it."""
    n = shape.corners
    shape.x[n], shape.y[n], shape.corners = x, y, n + 1
    shape.x0, shape.y0 = (x, y) if n == 0 else (min(shape.x0, x), min(shape.y0, y))
    shape.x1, shape.y1 = (x, y) if n == 0 else (max(shape.x1, x), max(shape.y1, y))


@rule
def edges(shape: Shape) -> int:
    """How many edges a shape has: edge i runs from corner i to corner `after(shape, i)`."""
    return shape.corners - 1 + shape.closed


@rule
def after(shape: Shape, i: int) -> int:
    """The corner that follows a corner."""
    return i + 1 if i + 1 < shape.corners else 0


@rule
def clear_of(shape: Shape, ax: int, ay: int, bx: int, by: int, room: int) -> bool:
    """Whether a segment surely keeps farther than so many mils from a shape: quick, by the box round it."""
    x0, x1, y0, y1 = shape.x0 - room, shape.x1 + room, shape.y0 - room, shape.y1 + room
    if (ax < x0 and bx < x0) or (ax > x1 and bx > x1):
        return True
    return bool((ay < y0 and by < y0) or (ay > y1 and by > y1))


@rule
def on_segment(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a point lies on a segment, its ends included."""
    if side_of_line(ax, ay, bx, by, x, y) != 0:
        return False
    return min(ax, bx) <= x and x <= max(ax, bx) and min(ay, by) <= y and y <= max(ay, by)


@rule
def on_border(shape: Shape, x: int, y: int) -> bool:
    """Whether a point lies on the border of a polygon, or on a broken line."""
    for i in range(edges(shape)):
        j = after(shape, i)
        if on_segment(x, y, shape.x[i], shape.y[i], shape.x[j], shape.y[j]):
            return True
    return False


@rule
def inside_border(shape: Shape, scale: int, x: int, y: int) -> bool:
    """Whether a point lies in a polygon: how often a ray from it crosses the border is odd.

    The point is in parts of a mil, `scale` of them; on the border either answer may come.
    """
    inside = False
    for i in range(edges(shape)):
        j = after(shape, i)
        ax, ay = shape.x[i] * scale, shape.y[i] * scale
        bx, by = shape.x[j] * scale, shape.y[j] * scale
        if (ay > y) != (by > y):
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if (turn > 0) == (by > ay):
                inside = not inside
    return inside


@rule
def encloses(shape: Shape, x: int, y: int) -> bool:
    """Whether a point lies in a polygon or on its border."""
    if clear_of(shape, x, y, x, y, 0):
        return False
    return inside_border(shape, 1, x, y) or on_border(shape, x, y)


@rule
def from_edges(shape: Shape, ax: int, ay: int, bx: int, by: int) -> int:
    """Distance of a segment from a broken line, or from the border of a polygon."""
    least = 1 << 40
    for i in range(edges(shape)):
        j = after(shape, i)
        cx, cy, dx, dy = shape.x[i], shape.y[i], shape.x[j], shape.y[j]
        least = min(least, between_segments(ax, ay, bx, by, cx, cy, dx, dy))
    return least


@rule
def from_shape(shape: Shape, ax: int, ay: int, bx: int, by: int) -> int:
    """Distance of a segment from a shape; 0 where a part of it lies in the polygon or on its border."""
    if shape.closed != 0 and encloses(shape, ax, ay):
        return 0
    return from_edges(shape, ax, ay, bx, by)


# ---------------------------------------------------------------- how much of a segment lies inside


@rule
def ahead_of(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> int:
    """How far along the line from a to b a point of that line lies; below 0 behind a."""
    far = distance(ax, ay, x, y)
    return far if (x - ax) * (bx - ax) + (y - ay) * (by - ay) >= 0 else -far


@rule
def meeting(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int, past: int) -> int:
    """The first place beyond `past` where a segment from a to b meets another, as a length from a; -1: none.

    Of a segment that runs along the other the ends of the shared stretch count.
    """
    if not meet(ax, ay, bx, by, cx, cy, dx, dy):
        return -1
    long, vx, vy = distance(ax, ay, bx, by), dx - cx, dy - cy
    turn = (bx - ax) * vy - (by - ay) * vx
    if turn != 0:
        at = long * abs((cx - ax) * vy - (cy - ay) * vx) // abs(turn)
        return at if at > past else -1
    first, last = ahead_of(ax, ay, bx, by, cx, cy), ahead_of(ax, ay, bx, by, dx, dy)
    low, high = min(first, last), max(first, last)
    if low > past:
        return low
    return high if high > past and high <= long else -1


@rule
def next_meeting(shape: Shape, ax: int, ay: int, bx: int, by: int, past: int) -> int:
    """The next place beyond `past` where a segment meets a shape's border; the segment's length if none."""
    best = distance(ax, ay, bx, by)
    for i in range(edges(shape)):
        j = after(shape, i)
        cx, cy, dx, dy = shape.x[i], shape.y[i], shape.x[j], shape.y[j]
        at = meeting(ax, ay, bx, by, cx, cy, dx, dy, past)
        if at >= 0:
            best = min(best, at)
    return best


@rule
def runs_along(shape: Shape, ax: int, ay: int, bx: int, by: int, at: int) -> bool:
    """Whether a segment runs exactly along an edge of a shape at a length from its start."""
    for i in range(edges(shape)):
        j = after(shape, i)
        cx, cy, dx, dy = shape.x[i], shape.y[i], shape.x[j], shape.y[j]
        if side_of_line(ax, ay, bx, by, cx, cy) == 0 and side_of_line(ax, ay, bx, by, dx, dy) == 0:
            first, last = ahead_of(ax, ay, bx, by, cx, cy), ahead_of(ax, ay, bx, by, dx, dy)
            if min(first, last) <= at and at <= max(first, last):
                return True
    return False


@rule
def crossed(shape: Shape, ax: int, ay: int, bx: int, by: int) -> int:
    """How much of a segment lies in a polygon, in one round of its edges; -1: an edge lies on its line.

    The line of the segment goes into the polygon and out of it by turns: the places, each brought to the
    segment, are added and taken away.
    """
    vx, vy, last = bx - ax, by - ay, shape.corners - 1
    long, total = distance(ax, ay, bx, by), 0
    cx, cy = shape.x[last], shape.y[last]
    before = vx * (cy - ay) - vy * (cx - ax)
    for i in range(last + 1):
        dx, dy = shape.x[i], shape.y[i]
        side = vx * (dy - ay) - vy * (dx - ax)
        if side == 0 and before == 0:
            return -1
        if (side >= 0) != (before >= 0):
            turn = side - before
            at = (cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)
            if turn < 0:
                turn, at = -turn, -at
            place = 0 if at <= 0 else (long if at >= turn else long * at // turn)
            total += place if side < 0 else -place
        cx, cy, before = dx, dy, side
    return abs(total)


@rule
def length_inside(shape: Shape, ax: int, ay: int, bx: int, by: int) -> int:
    """How much of a segment lies in a polygon; stretches along its border count nothing."""
    if clear_of(shape, ax, ay, bx, by, 0) or (ax == bx and ay == by):
        return 0
    length = crossed(shape, ax, ay, bx, by)
    return stretches_inside(shape, ax, ay, bx, by) if length < 0 else length


@rule
def stretches_inside(shape: Shape, ax: int, ay: int, bx: int, by: int) -> int:
    """How much of a segment lies in a polygon of which an edge lies on its line.

    Between two meetings with the border the segment is inside or not as its middle is, which is looked at to
    the millionth: a stretch too short for that has no length to speak of.
    """
    long = distance(ax, ay, bx, by)
    total, here = 0, 0
    while here < long:
        there = next_meeting(shape, ax, ay, bx, by, here)
        middle = (here + there) // 2
        x = ax * FINE + (bx - ax) * middle * FINE // long
        y = ay * FINE + (by - ay) * middle * FINE // long
        if inside_border(shape, FINE, x, y) and not runs_along(shape, ax, ay, bx, by, middle):
            total += there - here
        here = there
    return total
