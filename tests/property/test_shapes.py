"""Polygons and broken lines in whole numbers against shapely, which works in floats."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon
from tests.lanes import examples

from hulldown.kernel.plane import (
    Shape,
    between_segments,
    distance,
    encloses,
    from_segment,
    from_shape,
    lay_corner,
    length_inside,
    meet,
    square_over,
)
from hulldown.kernel.records import blank

SIZE = 72_000  # mils
CLOSE = 3  # millionths: roundings downwards, and floats
mils = st.integers(0, SIZE)
places = st.tuples(mils, mils)
FEW = settings(max_examples=examples(150), deadline=None)


@st.composite
def stars(draw: st.DrawFn) -> list[tuple[int, int]]:
    """The corners of a simple polygon, seen one after the other from its middle."""
    count = draw(st.integers(3, 10))
    x, y = draw(st.integers(20_000, 50_000)), draw(st.integers(20_000, 50_000))
    far = [draw(st.integers(1_000, 18_000)) for _ in range(count)]
    turns = [2 * pi * i / count for i in range(count)]
    return [(x + round(r * cos(t)), y + round(r * sin(t))) for r, t in zip(far, turns, strict=True)]


def shape_of(corners: list[tuple[int, int]], closed: int = 1) -> Shape:
    shape = blank(Shape)
    shape.closed = closed
    for x, y in corners:
        lay_corner(shape, x, y)
    return shape


def segment(a: tuple[int, int], b: tuple[int, int]) -> LineString | Point:
    """Two ends as shapely takes them: a segment without length is a point there."""
    return LineString([a, b]) if a != b else Point(a)


def millionths(length: float) -> float:
    return length * 1000


@given(places, places)
def test_a_distance_is_that_of_the_plane_rounded_down(a: tuple[int, int], b: tuple[int, int]) -> None:
    found, wanted = distance(*a, *b), millionths(hypot(b[0] - a[0], b[1] - a[1]))
    assert wanted - 1.001 < found <= wanted + 0.001


@given(st.integers(0, 2**53 - 1), st.integers(1, 2**34 - 1))
def test_a_square_is_divided_without_being_held(n: int, d: int) -> None:
    assert square_over(n, d) == n * n // d


@given(places, places, places)
def test_a_point_from_a_segment(p: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> None:
    wanted = millionths(Point(p).distance(segment(a, b)))
    assert abs(from_segment(*p, *a, *b) - wanted) <= CLOSE


@given(places, places, places, places)
def test_two_segments(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> None:
    one, other = segment(a, b), segment(c, d)
    assert meet(*a, *b, *c, *d) == one.intersects(other)
    assert abs(between_segments(*a, *b, *c, *d) - millionths(one.distance(other))) <= CLOSE


@FEW
@given(stars(), places, places)
def test_a_segment_and_a_polygon(
    corners: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]
) -> None:
    shape, polygon = shape_of(corners), Polygon(corners)
    assert encloses(shape, *a) == polygon.covers(Point(a))
    assert abs(from_shape(shape, *a, *b) - millionths(polygon.distance(segment(a, b)))) <= CLOSE
    wanted = millionths(polygon.intersection(segment(a, b)).length)
    assert abs(length_inside(shape, *a, *b) - wanted) <= 2 * len(corners) + CLOSE


@FEW
@given(stars(), places, places)
def test_a_segment_and_a_broken_line(
    corners: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]
) -> None:
    wanted = millionths(LineString(corners).distance(segment(a, b)))
    assert abs(from_shape(shape_of(corners, 0), *a, *b) - wanted) <= CLOSE


def test_a_stretch_along_the_border_is_not_inside() -> None:
    box = shape_of([(0, 0), (10_000, 0), (10_000, 10_000), (0, 10_000)])
    assert length_inside(box, 0, 10_000, 20_000, 10_000) == 0
    assert length_inside(box, 0, 9_999, 20_000, 9_999) == 10_000_000
    step = shape_of([(0, 0), (10_000, 0), (10_000, 5_000), (5_000, 5_000), (5_000, 10_000), (0, 10_000)])
    assert length_inside(step, -5_000, 5_000, 15_000, 5_000) == 5_000_000
    assert encloses(step, 7_000, 5_000)
    assert not encloses(step, 7_000, 5_001)
