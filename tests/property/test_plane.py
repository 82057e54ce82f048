"""The plane's whole numbers against shapely, which shares nothing with them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some
from shapely import LineString, Point, Polygon, affinity, box

from hulldown.kernel import plane
from hulldown.kernel.plane import CIRCLE, UNIT, Base
from hulldown.kernel.records import blank

PLACES = some.integers(0, 12_000)
NEAR = (
    2  # mils: two roundings, and the polygons that stand for circles (0.3 mils off at 64 corners a quarter)
)


def base(x: int, y: int, facing: int, half_length: int, half_width: int, round_: bool) -> Base:
    b = blank(Base)
    b.x, b.y, b.facing, b.round = x, y, facing, int(round_)
    b.half_length, b.half_width = half_length, half_length if round_ else half_width
    return b


BASES = some.builds(
    base,
    PLACES,
    PLACES,
    some.integers(0, CIRCLE - 1),
    some.integers(300, 2000),
    some.integers(300, 2000),
    some.booleans(),
)


def shape(b: Base) -> Polygon:
    if b.round:
        return Point(b.x, b.y).buffer(b.half_length, quad_segs=64)
    flat = box(-b.half_length, -b.half_width, b.half_length, b.half_width)
    return affinity.translate(affinity.rotate(flat, b.facing / 100, origin=(0, 0)), b.x, b.y)


@given(BASES, BASES)
def test_the_gap_of_bases_apart_is_the_distance_of_their_shapes(a: Base, b: Base) -> None:
    """CA-2.4."""
    found, real = plane.gap(a, b), shape(a).distance(shape(b))
    if real > NEAR:
        assert abs(found - real) <= NEAR
    else:
        assert found <= 2 * NEAR
    assert plane.gap(b, a) == pytest.approx(found, abs=1)
    if plane.apart(a, b, 500):
        assert real > 500 - NEAR


@given(BASES, BASES)
def test_bases_that_overlap_come_apart_by_moving_as_far_as_the_gap_says(a: Base, b: Base) -> None:
    """CA-2.4: minus the smallest overlap, along one of the axes that the rule looks at."""
    depth = -plane.gap(a, b)
    if depth <= NEAR:
        return
    angles = [f / 100 + turn for f in (a.facing, b.facing) for turn in (0, 90, 180, 270)]
    if a.round and b.round:
        angles = [math.degrees(math.atan2(b.y - a.y, b.x - a.x))]
    elif a.round or b.round:
        facing = b.facing if a.round else a.facing
        angles = [facing / 100 + turn for turn in (0, 90, 180, 270)]
    left = [_area_after(a, b, depth + NEAR, angle) for angle in angles]
    assert min(left) < NEAR * shape(a).length  # a sliver as thick as the rounding
    nearly = [_area_after(a, b, depth - 3 * NEAR, angle) for angle in angles]
    assert min(nearly) > 0


def _area_after(a: Base, b: Base, by: float, degrees: float) -> float:
    way = math.radians(degrees)
    moved = affinity.translate(shape(b), by * math.cos(way), by * math.sin(way))
    return float(shape(a).intersection(moved).area)


@given(BASES, BASES)
def test_what_lies_ahead_is_what_the_corners_say(a: Base, b: Base) -> None:
    """CA-5.4."""
    way = math.radians(a.facing / 100)
    ahead = [(x - a.x) * math.cos(way) + (y - a.y) * math.sin(way) for x, y in shape(b).exterior.coords]
    assert plane.least_ahead(a, b) == pytest.approx(min(ahead), abs=NEAR)
    assert plane.most_ahead(a, b) == pytest.approx(max(ahead), abs=NEAR)


@given(BASES)
def test_a_base_is_on_the_table_when_its_shape_is(b: Base) -> None:
    """CA-2.7."""
    west, south, east, north = shape(b).bounds
    out = max(-west, -south, east - 10_000, north - 9_000)
    assert plane.over_edge(b, 10_000, 9_000) == pytest.approx(out, abs=NEAR)


CORNERS = some.tuples(PLACES, PLACES, PLACES, PLACES)
SMALL = some.tuples(*[some.integers(0, 6)] * 8)


@given(CORNERS, CORNERS)
def test_a_way_is_in_a_rectangle_from_entering_to_leaving(
    way: tuple[int, ...], walls: tuple[int, ...]
) -> None:
    """CA-4.5, CA-4.11: the exact length of a segment within difficult ground."""
    a, wall = way, upright(walls)
    if a[:2] == a[2:] or wall[0] == wall[2] or wall[1] == wall[3]:
        return
    line = LineString([a[:2], a[2:]])
    part = max(0, plane.leaving(*a, *wall) - plane.entering(*a, *wall)) / UNIT
    assert part * line.length == pytest.approx(line.intersection(box(*wall)).length, abs=0.01)


@given(SMALL)
def test_touching_and_crossing_are_exact(n: tuple[int, ...]) -> None:
    """CA-2.11: on a small grid, so that edges and corners are often just met."""
    a, wall = n[:4], upright(n[4:])
    if wall[0] == wall[2] or wall[1] == wall[3] or a[:2] == a[2:]:
        return
    line, area = LineString([a[:2], a[2:]]), box(*wall)
    assert plane.touches(*a, *wall) == line.intersects(area)
    assert plane.crosses(*a, *wall) == (line.intersection(area).length > 1e-9)


def upright(n: tuple[int, ...]) -> tuple[int, ...]:
    return (min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3]))


@given(some.integers(-90_000, 90_000), some.integers(-90_000, 90_000))
def test_directions_and_lengths(dx: int, dy: int) -> None:
    assert plane.length(dx, dy) == math.floor(math.hypot(dx, dy) + 0.5)
    if dx or dy:
        real = math.degrees(math.atan2(dy, dx)) * 100 % CIRCLE
        off = abs(plane.direction(dx, dy) - real)
        assert min(off, CIRCLE - off) <= 0.5 + 1e-3


@given(some.integers(0, 1 << 61))
def test_roots_are_exact(n: int) -> None:
    assert plane.root(n) == math.isqrt(n)
