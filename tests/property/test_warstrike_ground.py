"""WarStrike's sight against shapely, word for word as the rulebook has it, without any shortcut (WS-3)."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from hypothesis import assume, given, settings
from hypothesis import strategies as some
from shapely import LineString, Point, Polygon
from tests.lanes import examples

from hulldown.kernel.plane import lay_corner
from hulldown.kernel.records import blank
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.shooting import effective_aw, targetable
from hulldown.rulesets.warstrike.state import Ground, Piece, Sight, State
from hulldown.rulesets.warstrike.table import sight, sight_between, touched

NEAR = 3.0  # mils by which a case may be too close to tell in floats: the tolerance, and roundings
TOL = 1.0  # mils (WS-1.2)
FEW = settings(max_examples=examples(150), deadline=None)
Spot = tuple[int, int]
Base = tuple[int, int, int]  # x, y, radius
Laid = tuple[Ground, list[Spot]]

mils = some.integers(6_000, 42_000)
bases = some.tuples(mils, mils, some.sampled_from([500, 1000, 2000]))
POLYGONS = [Ground.WOOD, Ground.RUIN, Ground.BOG, Ground.HILL, Ground.DANGEROUS, Ground.BLOCK, Ground.WATER]


@some.composite
def polygons(draw: some.DrawFn) -> Laid:
    """A simple polygon round its middle."""
    count, x, y = draw(some.integers(3, 8)), draw(mils), draw(mils)
    far = [draw(some.integers(1_000, 9_000)) for _ in range(count)]
    turns = [2 * pi * i / count for i in range(count)]
    ground = draw(some.sampled_from(POLYGONS))
    return ground, [(x + round(r * cos(t)), y + round(r * sin(t))) for r, t in zip(far, turns, strict=True)]


@some.composite
def walls(draw: some.DrawFn) -> Laid:
    """A broken line."""
    points = draw(some.lists(some.tuples(mils, mils), min_size=2, max_size=4, unique=True))
    return Ground.LINEAR, points


tables = some.lists(some.one_of(polygons(), walls()), min_size=1, max_size=5)


def table(pieces: list[Laid]) -> State:
    """A table with these pieces."""
    s = blank(State)
    SHELF.set_options(s.options, {})
    for n, (ground, points) in enumerate(pieces):
        piece = s.piece[n]
        piece.ground, piece.shape.closed = ground, int(ground != Ground.LINEAR)
        for x, y in points:
            lay_corner(piece.shape, x, y)
    s.pieces = len(pieces)
    return s


def over(a: float, b: float) -> bool:
    """Whether a length is more than another; a case too close to tell is put aside."""
    assume(abs(a - b - TOL) > NEAR or a == 0)
    return a > b + TOL


def stands(shape: Polygon, base: Base) -> bool:
    """Whether a centre lies in a polygon or on its border (WS-3.3)."""
    here = Point(base[:2])
    assume(shape.exterior.distance(here) > 0 or shape.covers(here))
    return bool(shape.covers(here))


def reaches(shape: Polygon, base: Base) -> float:
    """The radius of a base that touches a piece, else 0 (WS-3.5)."""
    far = shape.distance(Point(base[:2]))
    assume(abs(far - (base[2] - TOL)) > NEAR)
    return base[2] if far < base[2] - TOL else 0


def by_shapes(pieces: list[Laid], a: Base, b: Base) -> Sight:
    """The sight state of b to a (WS-3.15)."""
    line = LineString([a[:2], b[:2]])
    found = [Sight.OPEN]
    for ground, points in pieces:
        if ground == Ground.LINEAR:
            found.append(behind(LineString(points), line, a, b))
            continue
        shape = Polygon(points)
        inside = line.intersection(shape).length
        if ground == Ground.BLOCK and over(inside, 0):
            found.append(Sight.BLOCKED)
        if ground in (Ground.WOOD, Ground.RUIN) and over(inside, reaches(shape, a) + reaches(shape, b)):
            found.append(Sight.HIDDEN)
        if ground == Ground.HILL and not stands(shape, a) and not stands(shape, b) and over(inside, 0):
            found.append(Sight.HIDDEN)
        if ground == Ground.BOG and stands(shape, b):
            found.append(Sight.CONCEALED)
    return max(found)


def behind(wall: LineString, line: LineString, a: Base, b: Base) -> Sight:
    """Whether a wall conceals b from a (WS-3.11)."""
    far = wall.distance(line)
    assume(far == 0 or far > NEAR)
    if far:
        return Sight.OPEN
    near_target = not over(max(0.0, wall.distance(Point(b[:2])) - b[2]), 2000)
    near_viewer = not over(max(0.0, wall.distance(Point(a[:2])) - a[2]), 1000)
    return Sight.CONCEALED if near_target and not near_viewer else Sight.OPEN


@FEW
@given(tables, bases, bases)
def test_sight_is_that_of_shapes(pieces: list[Laid], a: Base, b: Base) -> None:
    """WS-3.4, WS-3.5, WS-3.9 to WS-3.13, WS-3.15."""
    assume(a[:2] != b[:2])
    assert sight_between(table(pieces), *a, *b) == by_shapes(pieces, a, b)


@FEW
@given(some.one_of(polygons(), walls()), bases, some.tuples(mils, mils))
def test_a_moving_base_touches_what_shapes_touch(piece: Laid, a: Base, end: Spot) -> None:
    """WS-3.2."""
    assume(a[:2] != end)
    shape = LineString(piece[1]) if piece[0] == Ground.LINEAR else Polygon(piece[1])
    far = shape.distance(LineString([a[:2], end]))
    assume(abs(far - (a[2] - TOL)) > NEAR)
    laid: Piece = table([piece]).piece[0]
    assert touched(laid, a[0], a[1], end[0], end[1], a[2]) is (far < a[2] - TOL)


@FEW
@given(tables, bases, bases, some.integers(3_000, 24_000))
def test_who_can_be_targeted(pieces: list[Laid], a: Base, b: Base, aw: int) -> None:
    """WS-3.6, WS-3.8, WS-3.9, WS-3.15: hidden only within the awareness that the hills leave."""
    assume(a[:2] != b[:2])
    s = table(pieces)
    s.profile[0].aw = aw * 1000
    for m, (x, y, radius) in enumerate((a, b)):
        v = s.model[m]
        v.x, v.y, v.radius, v.alive, v.unit = x, y, radius, 1, m
    hills = [Polygon(points) for ground, points in pieces if ground == Ground.HILL]
    up, down = (any(stands(hill, base) for hill in hills) for base in (a, b))
    effective = aw * (2 if up and not down else 0.5 if down and not up else 1)
    assert effective_aw(s, 0, 1) == effective * 1000
    gap = max(0.0, hypot(a[0] - b[0], a[1] - b[1]) - a[2] - b[2])
    state = by_shapes(pieces, a, b)
    assert sight(s, 0, 1) == state
    near = state != Sight.HIDDEN or not over(gap, effective)
    assert targetable(s, 0, 1) is (state != Sight.BLOCKED and near)
