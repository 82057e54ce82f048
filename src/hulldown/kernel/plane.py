"""The continuous table: bases with a place and a facing, and what lies between them, in whole numbers.

Places are in mils (thousandths of an inch), x to the right and y up; angles in hundredths of a degree,
counter-clockwise from +x. Inside, lengths are in grains of 1/1024 mil, so that a turned base keeps its
accuracy; what is handed out is rounded to the nearest mil, exact halves upwards, and only then compared.
Products stay below 2**63 while places are within 2**20 mils (87 feet).
"""

from __future__ import annotations

from math import cos, radians, sqrt
from typing import Annotated, Any

import numpy as np

from hulldown.kernel.jit import rule
from hulldown.kernel.records import Short, record

INCH = 1000  # mils
CIRCLE = 36000  # hundredths of a degree
HALF_CIRCLE = CIRCLE // 2
QUARTER = CIRCLE // 4
GRAIN = 1024  # grains in a mil
UNIT = 1 << 30  # length of the vectors in the tables
SHIFT = 20  # a product of mils and UNIT, shifted by this, is in grains
PAIR = 2


def _cosines() -> Any:
    """Cosines of all angles times UNIT, by symmetry from one quarter: right angles are exact."""
    quarter = [round(cos(radians(i / 100)) * UNIT) for i in range(QUARTER)] + [0]
    half = quarter + [-c for c in reversed(quarter[:-1])]
    return np.array(half + half[-2:0:-1], np.int64)


COSINES = _cosines()


@record
class Base:
    """A base on the table: a circle, or a rectangle whose length lies along its facing."""

    x: int  # of its centre
    y: int
    facing: int
    round: int  # 1: a circle of radius half_length
    half_length: int
    half_width: int  # of a circle its radius again


# ---------------------------------------------------------------- numbers


@rule
def root(n: int) -> int:
    """The whole part of a square root, exact for n below 2**62."""
    r = int(sqrt(n))
    while r * r > n:
        r -= 1
    while (r + 1) * (r + 1) <= n:
        r += 1
    return r


@rule
def mils(grains: int) -> int:
    """Grains as mils, exact halves upwards."""
    return (grains + GRAIN // 2) // GRAIN


@rule
def nearest(n: int, d: int) -> int:
    """n / d as a whole number, exact halves upwards; d is above 0."""
    return (2 * n + d) // (2 * d)


@rule
def cosine(angle: int) -> int:
    """Cosine of an angle, times UNIT."""
    return int(COSINES[angle % CIRCLE])


@rule
def sine(angle: int) -> int:
    """Sine of an angle, times UNIT."""
    return int(COSINES[(angle + CIRCLE - QUARTER) % CIRCLE])


@rule
def grains(product: int) -> int:
    """A product of mils and UNIT in grains, rounded to the nearest."""
    return (product + (1 << (SHIFT - 1))) >> SHIFT


@rule
def along(dx: int, dy: int, angle: int) -> int:
    """How far a vector in mils goes in the direction of an angle, in grains."""
    return grains(dx * cosine(angle) + dy * sine(angle))


@rule
def fine_length(dx: int, dy: int) -> int:
    """Length of a vector in mils, in whole grains."""
    return root((dx * dx + dy * dy) * GRAIN * GRAIN)


@rule
def length(dx: int, dy: int) -> int:
    """Length of a vector, in mils."""
    return mils(fine_length(dx, dy))


@rule
def direction(dx: int, dy: int) -> int:
    """The angle of a vector, to the nearest hundredth of a degree; 0 if it has no length.

    Searched for in the table rather than worked out in floats, so that all machines agree.
    """
    if dx == 0 and dy == 0:
        return 0
    low, high = 0, HALF_CIRCLE  # of the vector mirrored to the upper half; its angle lies between
    up = abs(dy)
    while high - low > 1:
        middle = (low + high) // 2
        if up * cosine(middle) - dx * sine(middle) >= 0:  # it points at `middle` or beyond it
            low = middle
        else:
            high = middle
    past, short = up * cosine(low) - dx * sine(low), dx * sine(high) - up * cosine(high)
    angle = low if past <= short else high
    return angle if dy >= 0 or angle == 0 else CIRCLE - angle


@rule
def shifted_x(x: int, distance: int, angle: int) -> int:
    """x of a place at a distance, in mils, in the direction of an angle."""
    return x + mils(grains(distance * cosine(angle)))


@rule
def shifted_y(y: int, distance: int, angle: int) -> int:
    """y of a place at a distance, in mils, in the direction of an angle."""
    return y + mils(grains(distance * sine(angle)))


# ---------------------------------------------------------------- bases


@rule
def half_extent(b: Base, angle: int) -> int:
    """How far a base reaches from its centre in the direction of an angle, in grains."""
    if b.round != 0:
        return b.half_length * GRAIN
    turn = angle - b.facing
    return grains(b.half_length * abs(cosine(turn)) + b.half_width * abs(sine(turn)))


@rule
def beside(ahead: int, aside: int, half_length: int, half_width: int) -> int:
    """Signed distance of a point, given in a rectangle's frame, from the rectangle; all in grains."""
    out, off = abs(ahead) - half_length, abs(aside) - half_width
    if out <= 0 and off <= 0:
        return max(out, off)
    out, off = max(out, 0), max(off, 0)
    return root(out * out + off * off)


@rule
def point_gap(b: Base, dx: int, dy: int) -> int:
    """Signed distance of a point from a rectangular base, in grains; (dx, dy): from its centre, in mils."""
    facing = b.facing
    ahead, aside = along(dx, dy, facing), along(dx, dy, facing + QUARTER)
    return beside(ahead, aside, b.half_length * GRAIN, b.half_width * GRAIN)


@rule
def overlap_of_rectangles(a: Base, b: Base) -> int:
    """The smallest overlap of two rectangles over their four axes, in grains; 0 or less: they are apart."""
    dx, dy, least = b.x - a.x, b.y - a.y, 1 << 60
    for i in range(4):
        angle = (a.facing if i < PAIR else b.facing) + QUARTER * (i & 1)
        shared = half_extent(a, angle) + half_extent(b, angle) - abs(along(dx, dy, angle))
        least = min(least, shared)
    return least


@rule
def nearest_corner(a: Base, b: Base) -> int:
    """The least distance of a corner of rectangle b from rectangle a, in grains."""
    dx, dy = (b.x - a.x) * GRAIN, (b.y - a.y) * GRAIN
    turn, facing, least = b.facing - a.facing, a.facing, 1 << 60
    ahead = along(dx // GRAIN, dy // GRAIN, facing)
    aside = along(dx // GRAIN, dy // GRAIN, facing + QUARTER)
    for i in range(4):
        u = b.half_length if i < PAIR else -b.half_length
        w = b.half_width if i & 1 == 0 else -b.half_width
        far = ahead + grains(u * cosine(turn) - w * sine(turn))
        off = aside + grains(u * sine(turn) + w * cosine(turn))
        least = min(least, beside(far, off, a.half_length * GRAIN, a.half_width * GRAIN))
    return least


@rule
def fine_gap(a: Base, b: Base) -> int:
    """The signed gap of two bases in grains: below 0 where they overlap."""
    dx, dy = b.x - a.x, b.y - a.y
    if a.round != 0 and b.round != 0:
        return fine_length(dx, dy) - (a.half_length + b.half_length) * GRAIN
    if b.round != 0:
        return point_gap(a, dx, dy) - b.half_length * GRAIN
    if a.round != 0:
        return point_gap(b, -dx, -dy) - a.half_length * GRAIN
    shared = overlap_of_rectangles(a, b)
    if shared > 0:
        return -shared
    return min(nearest_corner(a, b), nearest_corner(b, a))


@rule
def gap(a: Base, b: Base) -> int:
    """The signed gap of two bases in mils."""
    return mils(fine_gap(a, b))


@rule
def apart(a: Base, b: Base, least: int) -> bool:
    """Whether two bases are surely farther apart than a length in mils: quick, by the circles round them."""
    far = a.half_length + a.half_width * (1 - a.round) + least
    far += b.half_length + b.half_width * (1 - b.round)
    dx, dy = b.x - a.x, b.y - a.y
    return abs(dx) > far or abs(dy) > far or dx * dx + dy * dy > far * far


@rule
def reach(b: Base) -> int:
    """How far a base reaches from its centre at most, in mils; never too little."""
    return b.half_length + b.half_width * (1 - b.round)


@rule
def fine_gap_of_walls(b: Base, x0: int, y0: int, x1: int, y1: int) -> int:
    """The signed gap of a base and an upright rectangle in grains: exact for circles and for overlaps.

    Of a rectangle that stands apart it is the gap along the best of the four axes, never too much.
    """
    dx, dy = 2 * b.x - x0 - x1, 2 * b.y - y0 - y1  # twice, for half mils
    wide, high = (x1 - x0) * (GRAIN // 2), (y1 - y0) * (GRAIN // 2)
    if b.round != 0:
        return beside(dx * (GRAIN // 2), dy * (GRAIN // 2), wide, high) - b.half_length * GRAIN
    most = max(
        abs(dx) * (GRAIN // 2) - wide - half_extent(b, 0),
        abs(dy) * (GRAIN // 2) - high - half_extent(b, QUARTER),
    )
    for i in range(PAIR):
        angle = b.facing + QUARTER * i
        shade = grains((x1 - x0) * abs(cosine(angle)) + (y1 - y0) * abs(sine(angle)))
        half = b.half_length if i == 0 else b.half_width
        most = max(most, (abs(along(dx, dy, angle)) - shade) // 2 - half * GRAIN)
    return most


@rule
def gap_of_walls(b: Base, x0: int, y0: int, x1: int, y1: int) -> int:
    """The signed gap of a base and an upright rectangle in mils; see `fine_gap_of_walls`."""
    return mils(fine_gap_of_walls(b, x0, y0, x1, y1))


@rule
def least_ahead(a: Base, b: Base) -> int:
    """How far the hindmost point of b lies in front of the line through a's centre, in mils."""
    facing = a.facing
    return mils(along(b.x - a.x, b.y - a.y, facing) - half_extent(b, facing))


@rule
def most_ahead(a: Base, b: Base) -> int:
    """How far the foremost point of b lies in front of the line through a's centre, in mils."""
    facing = a.facing
    return mils(along(b.x - a.x, b.y - a.y, facing) + half_extent(b, facing))


@rule
def over_edge(b: Base, width: int, height: int) -> int:
    """How far a base reaches beyond the edges of the table, in mils; 0 or less: it is wholly on it."""
    across, up = half_extent(b, 0), half_extent(b, QUARTER)
    x, y = b.x * GRAIN, b.y * GRAIN
    sideways = max(across - x, x + across - width * GRAIN)
    return mils(max(sideways, max(up - y, y + up - height * GRAIN)))


# ---------------------------------------------------------------- lines and upright rectangles


@rule
def side_of_line(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> int:
    """1, 0 or -1: a point left of the line from a to b, on it, or right of it."""
    cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return 1 if cross > 0 else (-1 if cross < 0 else 0)


@rule
def corners_by_side(ax: int, ay: int, bx: int, by: int, x0: int, y0: int, x1: int, y1: int) -> int:
    """Corners of a rectangle left of a line, plus 8 for every one right of it."""
    seen = 0
    for i in range(4):
        side = side_of_line(ax, ay, bx, by, x0 if i & 1 == 0 else x1, y0 if i < PAIR else y1)
        seen += 1 if side > 0 else (8 if side < 0 else 0)
    return seen


@rule
def touches(ax: int, ay: int, bx: int, by: int, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a segment and a rectangle, its edges included, share a point."""
    if max(ax, bx) < x0 or min(ax, bx) > x1 or max(ay, by) < y0 or min(ay, by) > y1:
        return False
    if ax == bx and ay == by:
        return True
    seen = corners_by_side(ax, ay, bx, by, x0, y0, x1, y1)
    return seen != 4 and seen != 32


@rule
def crosses(ax: int, ay: int, bx: int, by: int, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a segment and a rectangle, its edges included, share a stretch longer than 0."""
    if ax == bx and ax in (x0, x1):
        return min(max(ay, by), y1) > max(min(ay, by), y0)
    if ay == by and ay in (y0, y1):
        return min(max(ax, bx), x1) > max(min(ax, bx), x0)
    if max(ax, bx) <= x0 or min(ax, bx) >= x1 or max(ay, by) <= y0 or min(ay, by) >= y1:
        return False
    seen = corners_by_side(ax, ay, bx, by, x0, y0, x1, y1)
    return seen & 7 != 0 and seen >= 8


@rule
def passes(ax: int, ay: int, bx: int, by: int, x: int, y: int, far: int) -> bool:
    """Whether a way surely keeps farther than a length in mils from a point: quick, for most are far off."""
    if max(ax, bx) + far < x or x < min(ax, bx) - far or max(ay, by) + far < y or y < min(ay, by) - far:
        return True
    dx, dy = bx - ax, by - ay
    longest = max(abs(dx), abs(dy)) + min(abs(dx), abs(dy)) // 2 + 1  # at least the length of the way
    return abs(dx * (y - ay) - dy * (x - ax)) > far * longest


@rule
def parts_of(dx: int, dy: int, step: int) -> int:
    """Into how many equal parts, none longer than a step, a vector is cut; at least one."""
    squared = dx * dx + dy * dy
    return root(squared - 1) // step + 1 if squared > 0 else 1


@rule
def put_along(b: Base, ax: int, ay: int, bx: int, by: int, part: int, parts: int) -> None:
    """Put a base on the way from a to b where so many of its equal parts are done."""
    b.x = ax + nearest((bx - ax) * part, parts)
    b.y = ay + nearest((by - ay) * part, parts)


@rule
def inside(x: int, y: int, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a point lies within a rectangle and not on its edge."""
    return x0 < x and x < x1 and y0 < y and y < y1


@rule
def _enters_slab(a: int, d: int, low: int, high: int) -> int:
    """Where a + t * d comes between low and high, as t times UNIT; beyond UNIT if it never does."""
    if d == 0:
        return 0 if low <= a and a <= high else 2 * UNIT
    return nearest((low - a if d > 0 else a - high) * UNIT, abs(d))


@rule
def _leaves_slab(a: int, d: int, low: int, high: int) -> int:
    """Where a + t * d leaves what is between low and high, as t times UNIT."""
    if d == 0:
        return UNIT
    return nearest((high - a if d > 0 else a - low) * UNIT, abs(d))


@rule
def entering(ax: int, ay: int, bx: int, by: int, x0: int, y0: int, x1: int, y1: int) -> int:
    """Which part of the way from a to b is done on entering a rectangle, times UNIT.

    It does not enter if that is not before `leaving`.
    """
    first = max(_enters_slab(ax, bx - ax, x0, x1), _enters_slab(ay, by - ay, y0, y1))
    return max(first, 0)


@rule
def leaving(ax: int, ay: int, bx: int, by: int, x0: int, y0: int, x1: int, y1: int) -> int:
    """Which part of the way from a to b is done on leaving a rectangle, times UNIT."""
    last = min(_leaves_slab(ax, bx - ax, x0, x1), _leaves_slab(ay, by - ay, y0, y1))
    return min(last, UNIT)


# ---------------------------------------------------------------- shapes
# Polygons and broken lines on the continuous table, in whole numbers.
#
# Corners and places are in mils (thousandths of an inch); every length worked out from them is in millionths
# of an inch, rounded down. Which side of a line a point lies on, whether two segments meet and whether a
# point lies on a border are signs of cross products, exact. Places are within 2**17 mils (131 inches), so
# that products stay below 2**63.


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


# ---------------------------------------------------------------- outline
# The curve round a base at a distance: where a round base stands that rolls round it, touching.
#
# It consists of the base's sides, moved outwards, and of quarter circles round its corners; round a circle it
# is a circle, as if the sides had no length. Places on it are lengths from the middle of the front,
# counter-clockwise, in grains; distances from the base are in mils.


PI = 3141592654  # times BILLION
BILLION = 10**9
SIDES = 4  # front, left, rear, right


@rule
def half_side(b: Base, side: int) -> int:
    """Half the length of one of the four sides, in grains."""
    if b.round != 0:
        return 0
    return (b.half_width if side & 1 == 0 else b.half_length) * GRAIN


@rule
def corner_radius(b: Base, distance: int) -> int:
    """The radius of the quarter circles, in grains."""
    return (distance + (b.half_length if b.round != 0 else 0)) * GRAIN


@rule
def quarter_length(b: Base, distance: int) -> int:
    """The length of one of the quarter circles, in grains."""
    return nearest(corner_radius(b, distance) * PI, 2 * BILLION)


@rule
def perimeter(b: Base, distance: int) -> int:
    """The length of the curve, in grains."""
    return 4 * (half_side(b, 0) + half_side(b, 1)) + SIDES * quarter_length(b, distance)


@rule
def lay_off(to: Base, b: Base, angle: int, ahead: int, aside: int) -> None:
    """Lay a base at a place given in grains in a frame turned by an angle against that of another base."""
    turn = b.facing + angle
    to.x = b.x + mils(nearest(ahead * cosine(turn) - aside * sine(turn), UNIT))
    to.y = b.y + mils(nearest(ahead * sine(turn) + aside * cosine(turn), UNIT))


@rule
def lay_around(to: Base, b: Base, distance: int, place: int) -> None:
    """Lay the centre of a base on the curve round another."""
    left = (place + half_side(b, 0)) % perimeter(b, distance)
    radius, quarter = corner_radius(b, distance), quarter_length(b, distance)
    for side in range(SIDES):
        half, out = half_side(b, side), half_side(b, side + 1)
        if left < 2 * half:
            lay_off(to, b, side * QUARTER, out + radius, left - half)
            return
        left -= 2 * half
        if left < quarter:
            angle = nearest(left * QUARTER, quarter)
            ahead, aside = radius * cosine(angle), radius * sine(angle)
            lay_off(to, b, side * QUARTER, out + nearest(ahead, UNIT), half + nearest(aside, UNIT))
            return
        left -= quarter


@rule
def place_around(b: Base, distance: int, x: int, y: int) -> int:
    """The place on the curve that is nearest to a point outside the base."""
    passed, quarter = 0, quarter_length(b, distance)
    for side in range(SIDES):
        half, out, turn = half_side(b, side), half_side(b, side + 1), b.facing + side * QUARTER
        ahead = along(x - b.x, y - b.y, turn)
        aside = along(x - b.x, y - b.y, turn + QUARTER)
        if ahead >= out and abs(aside) <= half:
            return passed + half + aside - half_side(b, 0)
        if ahead >= out and aside > half:
            angle = direction(ahead - out, aside - half)
            return passed + 2 * half + nearest(angle * quarter, QUARTER) - half_side(b, 0)
        passed += 2 * half + quarter
    return 0
