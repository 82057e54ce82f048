"""Close Assault's paths against shapely, point for point as CA-4.11 says it, without any shortcut."""

import math

from hypothesis import assume, given, settings
from hypothesis import strategies as some
from shapely import LineString, Point, Polygon, affinity, box, unary_union
from tests.lanes import examples

from hulldown.kernel.plane import Base, direction, mils
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.movement import begin_move
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import STEP, TOL, Ground, Order, State
from hulldown.rulesets.close_assault.table import fine_rough_length, groups, largest_group, why_no_way

NEAR = 3  # mils: roundings of places and gaps, and the polygons that stand for circles
# Mils. Of a way that leaves an edge by one mil in L, HAIR * L falls outside a piece made smaller by that.
HAIR = 1e-6
PLACE = some.tuples(some.integers(8_000, 26_000), some.integers(8_000, 26_000))
WALL = some.tuples(PLACE, some.integers(200, 5_000), some.integers(200, 5_000))
WAY = some.tuples(PLACE, PLACE)
UNIT = some.sampled_from(["Rhino", "Walker", "Baneblade", "Line infantry"])
FACING = some.integers(0, 35_999)


def shape(b: Base, x: float, y: float, facing: int) -> Polygon:
    """A base somewhere else, as a polygon."""
    if b.round:
        return Point(x, y).buffer(b.half_length, quad_segs=64)
    flat = box(-b.half_length, -b.half_width, b.half_length, b.half_width)
    return affinity.translate(affinity.rotate(flat, facing / 100, origin=(0, 0)), x, y)


def along(b: Base, a: tuple[int, int], z: tuple[int, int]) -> list[Polygon]:
    """The base at all the points where it is tested."""
    length = math.dist(a, z)
    parts = max(1, math.ceil(length / STEP))
    facing = direction(z[0] - a[0], z[1] - a[1])
    steps = [i / parts for i in range(parts + 1)]
    return [shape(b, a[0] + t * (z[0] - a[0]), a[1] + t * (z[1] - a[1]), facing) for t in steps]


def clear_of(one: Polygon, other: Polygon) -> float:
    """The distance of two shapes; below -TOL where they surely overlap by more, -TOL where that is open."""
    if not one.intersects(other):
        return float(one.distance(other))
    shared = one.intersection(other)
    return -math.inf if not shared.buffer(-TOL).is_empty else -TOL


def table(unit: str, enemy: str, way: tuple[tuple[int, int], ...], at: tuple[int, int], facing: int) -> State:
    """One model at the beginning of its way, one enemy."""
    s = blank_state()
    field_detachment(SHELF, s, 0, unit, [(way[0][0] / 1000, way[0][1] / 1000)], order=Order.ADVANCE)
    field_detachment(SHELF, s, 1, enemy, [(at[0] / 1000, at[1] / 1000)], facing=facing / 100)
    begin_move(s, 0)
    return s


def found(s: State, way: tuple[tuple[int, int], ...], zoned: int) -> int:
    """What the rule says."""
    (ax, ay), (bx, by) = way
    return why_no_way(s, 0, ax, ay, bx, by, direction(bx - ax, by - ay), zoned)


def judged(spare: float, refused: bool) -> None:
    """The rule must agree unless the shapes leave it open."""
    assume(abs(spare) > NEAR)
    assert refused is (spare < 0)


@settings(max_examples=examples(60), deadline=None)
@given(UNIT, UNIT, WAY, PLACE, FACING)
def test_a_way_through_an_enemy(
    unit: str, enemy: str, way: tuple[tuple[int, int], ...], at: tuple[int, int], facing: int
) -> None:
    """CA-4.4, CA-4.11."""
    s = table(unit, enemy, way, at, facing)
    there = s.model[1].base
    body = shape(there, there.x, there.y, there.facing)
    spare = min(clear_of(p, body) + TOL for p in along(s.model[0].base, *way))
    judged(spare, found(s, way, 0) == Why.THROUGH_ENEMY)


@settings(max_examples=examples(60), deadline=None)
@given(UNIT, UNIT, WAY, PLACE, FACING)
def test_a_way_through_the_zone(
    unit: str, enemy: str, way: tuple[tuple[int, int], ...], at: tuple[int, int], facing: int
) -> None:
    """CA-4.3, CA-4.11: nearer than an inch, and nearer than at the start."""
    s = table(unit, enemy, way, at, facing)
    there, b = s.model[1].base, s.model[0].base
    body = shape(there, there.x, there.y, there.facing)
    start = clear_of(shape(b, b.x, b.y, b.facing), body)
    assume(start > NEAR)
    least = min(start, s.options.enemy_zone) - TOL
    spare = min(clear_of(p, body) for p in along(b, *way)) - least
    judged(spare, found(s, way, 1) == Why.ZONE)


@settings(max_examples=examples(60), deadline=None)
@given(UNIT, WAY, WALL)
def test_a_way_through_a_block(unit: str, way: tuple[tuple[int, int], ...], wall: tuple[int, ...]) -> None:
    """CA-4.4, CA-4.11."""
    s = table(unit, "Walker", way, (40_000, 30_000), 0)
    body = lay(s, Ground.BLOCK, wall)
    spare = min(clear_of(p, body) + TOL for p in along(s.model[0].base, *way))
    judged(spare, found(s, way, 0) == Why.TERRAIN)


@settings(max_examples=examples(100), deadline=None)
@given(WAY, some.lists(WALL, max_size=5))
def test_difficult_ground_on_a_way(way: tuple[tuple[int, int], ...], walls: list[tuple[int, ...]]) -> None:
    """CA-4.5, CA-4.11: overlapping pieces once; along an edge is not inside: pieces are a hair smaller."""
    s = blank_state()
    ground = [lay(s, (Ground.ROUGH, Ground.WOOD)[i % 2], wall).buffer(-HAIR) for i, wall in enumerate(walls)]
    inside = LineString(way).intersection(unary_union(ground)).length if way[0] != way[1] else 0.0
    assert abs(mils(fine_rough_length(s, *way[0], *way[1])) - inside) <= 1


def lay(s: State, ground: Ground, wall: tuple[int, ...]) -> Polygon:
    """A piece of terrain on the table, and its shape."""
    (x, y), wide, high = wall  # type: ignore[misc]
    area = s.area[s.areas]
    area.ground, area.x0, area.y0, area.x1, area.y1 = ground, x, y, x + wide, y + high
    s.areas += 1
    return box(x, y, x + wide, y + high)


@settings(max_examples=examples(60), deadline=None)
@given(UNIT, some.lists(PLACE, min_size=1, max_size=6))
def test_groups(unit: str, places: list[tuple[int, int]]) -> None:
    """CA-2.8: by joining shapes grown by half the distance."""
    s = blank_state()
    field_detachment(SHELF, s, 0, unit, [(x / 1000, y / 1000) for x, y in places])
    bodies = [shape(v.base, v.base.x, v.base.y, 0) for v in s.model[: s.models]]
    pairs = [(i, j) for i in range(len(bodies)) for j in range(i)]
    assume(all(abs(bodies[i].distance(bodies[j]) - 2010) > NEAR for i, j in pairs))
    sets = [{i} for i in range(len(bodies))]
    for i, j in pairs:
        if bodies[i].distance(bodies[j]) <= 2010:
            one, two = (next(group for group in sets if n in group) for n in (i, j))
            if one is not two:
                sets.remove(two)
                one |= two
    assert groups(s, 0) == len(sets)
    assert largest_group(s, 0) == max(len(group) for group in sets)
