"""The edges of regions: which hexes hang together, and the hand-drawn line around them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import lru_cache

from hulldown.views.hex.grid import Hex, corners, middle, neighbours
from hulldown.views.ink import Point, along, jitter, mean, part, polygon, smooth

# The side from corner i to corner i + 1 faces this step of NORTH_STEPS.
FACING = (2, 3, 4, 5, 0, 1)
ALONG = (0.12, 0.88)
Side = tuple[Point, Point, Hex]
"""A stretch of border: from corner, to corner, the hex inside."""


def patches(spots: Iterable[Hex]) -> list[frozenset[Hex]]:
    """The hexes sorted into groups that touch, each in the order of its first hex."""
    left = dict.fromkeys(sorted(spots))
    groups = []
    while left:
        group, edge = set(), [next(iter(left))]
        while edge:
            spot = edge.pop()
            if spot in left:
                del left[spot]
                group.add(spot)
                edge.extend(neighbours(spot))
        groups.append(frozenset(group))
    return groups


def borders(spots: Collection[Hex]) -> list[list[Side]]:
    """The closed lines around the hexes: for each, its sides in order as (from, to, hex inside)."""
    open_sides = _open_sides(spots)
    lines = []
    while open_sides:
        key = next(iter(open_sides))
        line = []
        while key in open_sides:
            side = open_sides.pop(key)
            line.append(side)
            key = _corner_key(side[1])
        lines.append(line)
    return lines


def _open_sides(spots: Collection[Hex]) -> dict[tuple[int, int], Side]:
    """Every side with nothing of ours beyond it, by the corner where it starts."""
    inside = frozenset(spots)
    sides = {}
    for spot in sorted(inside):
        around = list(neighbours(spot))
        shape = corners(spot)
        for index, facing in enumerate(FACING):
            if around[facing] not in inside:
                sides[_corner_key(shape[index])] = (shape[index], shape[(index + 1) % 6], spot)
    return sides


def _corner_key(corner: Point) -> tuple[int, int]:
    """The same for a corner whichever hex it was reached from."""
    return round(corner.x), round(corner.y)


def ragged(
    spots: Collection[Hex], inset: float, wobble: float, kind: str, steps: int = 4
) -> list[list[Point]]:
    """Hand-drawn border points, a list for each line around the hexes.

    There are `steps` on each hex side, pulled inward by `inset` give or take `wobble`.
    """
    shares = [(step + 0.5) / steps for step in range(steps)]
    return [
        [_pulled(side, share, inset, wobble, kind) for side in line for share in shares]
        for line in borders(spots)
    ]


def _pulled(side: Side, share: float, inset: float, wobble: float, kind: str) -> Point:
    """One point of a side, drawn towards the middle of its hex."""
    start, end, spot = side
    x, y = part(start, end, share)
    pull = inset + wobble * (2 * jitter("edge", kind, round(x), round(y)) - 1)
    return _inward(x, y, spot, pull)


def _inward(x: float, y: float, spot: Hex, pull: float) -> Point:
    """The point moved towards the middle of the hex by that length."""
    to_x, to_y = middle(spot)
    away = math.hypot(to_x - x, to_y - y)
    return Point(x + (to_x - x) / away * pull, y + (to_y - y) / away * pull)


@lru_cache(maxsize=512)
def region(spots: frozenset[Hex], inset: float, wobble: float, kind: str) -> str:
    """The hand-drawn edge of a region as a path."""
    return "".join(smooth(points) for points in ragged(spots, inset, wobble, kind))


@lru_cache(maxsize=512)
def outline(spots: frozenset[Hex]) -> str:
    """The exact edge of the hexes as a path of straight lines."""
    return "".join(polygon(start for start, _, _ in line) for line in borders(spots))


@lru_cache(maxsize=512)
def inner_line(spots: frozenset[Hex], inset: float) -> str:
    """An even line inside the edge of the hexes, with rounded corners."""
    return "".join(smooth(_inset_points(line, inset), 9) for line in borders(spots))


def _inset_points(line: list[Side], inset: float) -> list[Point]:
    """Two points for each side, moved square to it."""
    points = []
    for start, end, spot in line:
        centre = middle(spot)
        inward = along(mean([start, end]), centre)
        for share in ALONG:
            x, y = part(start, end, share)
            points.append(Point(x + inward.x * inset, y + inward.y * inset))
    return points
