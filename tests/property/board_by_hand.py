"""The slow obvious twin of hex geometry: exact fractions on a drawn board, nothing of hexes.py in it.

A hex at column c and row r (both from 0) is a regular hexagon around the point (3c, 2r + c mod 2), when
widths are measured in half edges and heights in half heights: every corner then has whole coordinates,
(+-2, 0) and (+-1, +-1) off the center. Such a stretched picture has the same crossings.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

Point = tuple[int, int]
Hex = tuple[int, int]  # column and row from 0
CORNERS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]


def center(at: Hex) -> Point:
    """The middle of a hex."""
    return 3 * at[0], 2 * at[1] + at[0] % 2


@cache
def outline(at: Hex) -> list[Point]:
    """The corners of a hex, in order."""
    x, y = center(at)
    return [(x + dx, y + dy) for dx, dy in CORNERS]


def neighbors(at: Hex) -> list[Hex]:
    """The hexes whose centers are one hex away, clockwise from north."""
    c, r = at
    low = c % 2
    return [
        (c, r - 1),
        (c + 1, r - 1 + low),
        (c + 1, r + low),
        (c, r + 1),
        (c - 1, r + low),
        (c - 1, r - 1 + low),
    ]


def steps_between(a: Hex, b: Hex, board: set[Hex]) -> int:
    """Hexes from one to another, by spreading out ring by ring."""
    reached, ring, away = {a}, {a}, 0
    while b not in ring:
        ring = {n for at in ring for n in neighbors(at) if n in board} - reached
        reached |= ring
        away += 1
    return away


def inside_share(a: Point, b: Point, at: Hex) -> tuple[Fraction, Fraction] | None:
    """The part of the segment from a to b strictly inside a hex, as two numbers from 0 to 1, or None.

    A convex outline: the segment is clipped at the line through each side.
    """
    low, high = Fraction(0), Fraction(1)
    corners = outline(at)
    for (px, py), (qx, qy) in pairwise([*corners, corners[0]]):
        ex, ey = qx - px, qy - py
        start = ex * (a[1] - py) - ey * (a[0] - px)
        slope = ex * (b[1] - a[1]) - ey * (b[0] - a[0])
        if slope == 0:
            if start <= 0:
                return None
        elif slope > 0:
            low = max(low, Fraction(-start, slope))
        else:
            high = min(high, Fraction(-start, slope))
    return (low, high) if low < high else None


def crossed(a: Hex, b: Hex, board: set[Hex]) -> set[Hex]:
    """The hexes other than the ends that a line goes through the inside of."""
    return {at for at in board - {a, b} if inside_share(center(a), center(b), at)}


def pairs(a: Hex, b: Hex, around: set[Hex]) -> set[frozenset[Hex]]:
    """The pairs of hexes that a line runs exactly between: it covers their common side."""
    found = set()
    for one in around:
        touched = {corner for corner in outline(one) if on_segment(center(a), center(b), corner)}
        for other in neighbors(one) if len(touched) > 1 else []:
            if len(touched.intersection(outline(other))) == 2:
                found.add(frozenset((one, other)))
    return found


def on_segment(a: Point, b: Point, p: Point) -> bool:
    """Whether a point lies on the segment from a to b."""
    if (b[0] - a[0]) * (p[1] - a[1]) != (b[1] - a[1]) * (p[0] - a[0]):
        return False
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def bearing_class(origin: Hex, facing: int, to: Hex) -> str:
    """front within less than 60 degrees of a facing (0-5 clockwise from north), rear beyond 120, else side.

    By exact cross products with the directions 60 and 120 degrees off: a point is strictly inside a wedge
    of less than 180 degrees when it is to the right of one edge and to the left of the other.
    """
    x, y = (center(to)[i] - center(origin)[i] for i in (0, 1))

    def way(i: int) -> Point:
        near = neighbors((4, 4))[i % 6]
        return tuple(center(near)[k] - center((4, 4))[k] for k in (0, 1))  # type: ignore[return-value]

    def between(left: int, right: int) -> bool:
        (lx, ly), (rx, ry) = way(left), way(right)
        return lx * y - ly * x > 0 and rx * y - ry * x < 0

    if between(facing - 1, facing + 1):
        return "front"
    return "rear" if between(facing + 2, facing + 4) else "side"
