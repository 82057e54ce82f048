"""The nearest cover and a place in it for all (WS-10.25 to WS-10.28), beside a slow search of the table."""

from __future__ import annotations

from random import Random

import pytest
from tests.unit.rulesets.warstrike.flights import WOOD, box, broken, room_is_empty

from hulldown.kernel.plane import distance
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.fall_back import NOWHERE, ROW, find_cover, set_out, share_out, way_of
from hulldown.rulesets.warstrike.routes import NO_WAY, forget, threats, to_edge, touches_edge
from hulldown.rulesets.warstrike.state import INCH, TOL, Edge, FallbackNearest, Ground, Sight, State
from hulldown.rulesets.warstrike.table import ENDLESS, edge_distance, on_danger, sight_between, why_not_stand

Point = tuple[int, int]


def goal(s: State) -> tuple[float, float] | None:
    """Where unit 0 flees, in inches."""
    set_out(s, 0)
    found = find_cover(s, 0)
    return None if found == NOWHERE else (found // ROW / INCH, found % ROW / INCH)


# ---------------------------------------------------------------- by hand


def test_the_spacing_of_the_grid() -> None:  # WS-10.25
    """Of (24, 12) and (25, 12), both 6.02 inches off, the smaller x; in half inches (24.5, 12) is 6 off."""
    table = {"enemies": [[(24.5, 28)]], "terrain": [(Ground.WOOD, box(20, 8, 28, 12.9))]}
    assert goal(broken((24.5, 18), **table)) == (24, 12)
    assert goal(broken((24.5, 18), **table, fallback_grid="0.5")) == (24.5, 12)


def test_whose_part_an_enemy_may_not_be_nearer_than() -> None:
    """(24, 12) is 6 from the leader, 7.2 from the enemy, 8.5 from the other model; (25, 12) is 7.8 from both.

    (WS-10.27.)
    """
    table = {"enemies": [[(20, 18)]], "terrain": [(Ground.WOOD, WOOD)]}
    assert goal(broken((24, 18), (30, 18), **table)) == (24, 12)
    assert goal(broken((24, 18), (30, 18), **table, fallback_own_part="farthest")) == (25, 12)


@pytest.mark.parametrize(("enemy", "expected"), [((25, 28), (14, 18)), ((23, 28), (34, 18))])
def test_of_equally_near_places_the_one_farther_from_enemies(
    enemy: tuple[int, int], expected: tuple[int, int]
) -> None:  # WS-10.26
    woods = [(Ground.WOOD, box(12, 14, 15, 22)), (Ground.WOOD, box(33, 14, 36, 22))]
    assert goal(broken((24, 18), enemies=[[enemy]], terrain=woods)) == expected


@pytest.mark.parametrize(
    ("edge", "expected"),
    [(Edge.SOUTH, (24, 11)), (Edge.NORTH, (24, 25)), (Edge.WEST, (24, 11)), (Edge.EAST, (24, 11))],
)
def test_then_the_one_nearer_to_the_own_edge(edge: Edge, expected: tuple[int, int]) -> None:
    """East and west both are as near to it; there the smaller y counts (WS-10.26)."""
    woods = [(Ground.WOOD, box(23, 24, 25, 30)), (Ground.WOOD, box(23, 6, 25, 12))]
    s = broken((24, 18), enemies=[[(14, 18)]], terrain=woods, own_edge=edge)
    assert goal(s) == expected


def test_cover_on_the_far_side_of_water_is_none() -> None:  # WS-10.26: no way leads there
    table = [(Ground.WOOD, WOOD), (Ground.WATER, box(0, 14, 48, 15))]
    s = broken((24, 18), enemies=[[(24, 28)]], terrain=table)
    assert goal(s) is None and room_is_empty(s)
    s = broken(
        (24, 18), enemies=[[(24, 28)]], terrain=[(Ground.WOOD, WOOD), (Ground.WATER, box(0, 14, 40, 15))]
    )
    assert goal(s) == (24, 12)  # however long the way round


def test_dangerous_ground_is_no_cover() -> None:  # WS-10.25, WS-10.14: a base touches it up to y 8.5
    table = [(Ground.WOOD, WOOD), (Ground.DANGEROUS, box(20, 10, 28, 13))]
    s = broken((24, 18), enemies=[[(24, 28)]], terrain=table)
    found = goal(s)
    assert found is not None and (found[1] <= 9.5 or abs(found[0] - 24) >= 4.5)


def test_nobody_hides_at_his_own_edge() -> None:  # WS-10.25: a base of an inch at y 1 touches it
    table = {"enemies": [[(24, 8)]], "terrain": [(Ground.BOG, box(20, 0, 28, 1.2))], "fallback_grid": "0.5"}
    assert goal(broken((24, 3), **table)) == (24, 1)
    s = broken((24, 3), **table)
    s.model[0].radius = INCH
    assert goal(s) is None


@pytest.mark.parametrize(("west", "good"), [(10.9, True), (11, False)])
def test_other_enemies_count_within_awareness(west: float, good: bool) -> None:
    """A block hides (24, 14) from the threat; the base there is 12.1 or 12 inches from one who sees it.

    He is no threat where the unit stands: 13 inches off (WS-10.25 c).
    """
    block = (Ground.BLOCK, box(23, 15, 25, 16))
    s = broken((24, 20), enemies=[[(24, 28)], [(west, 14)]], terrain=[block])
    assert threats(s, 0) == 0b10 and (goal(s) == (24, 14)) == good


def test_who_finds_no_place_runs_for_the_goal_itself() -> None:  # WS-10.28
    table = {"enemies": [[(24, 22)]], "terrain": [(Ground.BOG, box(23.5, 11.5, 24.5, 12.5))]}
    s = broken((24, 15), (25.5, 15), **table)
    assert goal(s) == (24, 12)
    share_out(s, 0, 24_000 * ROW + 12_000)
    assert (s.trial_x[1], s.trial_y[1]) == (24_000, 12_000)


# ---------------------------------------------------------------- the slow twin


def clear(s: State, m: int, x: int, y: int, own_edge: bool) -> bool:
    """WS-10.25 word for word, for a base of a model at a point, its reach aside."""
    r, aw = s.model[m].radius, s.profile[0].aw
    enemies = [v for v in s.model[: s.models] if v.alive and s.unit[v.unit].side == 1]
    own = [v for v in s.model[: s.models] if v.alive and v.unit == 0]
    if why_not_stand(s, m, x, y, 0) != Why.OK or on_danger(s, m, x, y, x, y):
        return False
    if not own_edge and touches_edge(s, 0, x, y, r):
        return False
    feared = threats(s, 0)

    def gap(v: object) -> int:
        return edge_distance(v.x, v.y, v.radius, x, y, r)  # type: ignore[attr-defined]

    for v in enemies:
        counts = (feared >> v.unit) & 1 or gap(v) <= aw + TOL
        if counts and sight_between(s, v.x, v.y, v.radius, x, y, r) == Sight.OPEN:
            return False
    return min(map(gap, enemies)) >= min(map(gap, own)) - TOL


def grid_of(s: State) -> list[Point]:
    step = 500 if s.options.fallback_grid else INCH
    return [(x, y) for x in range(0, s.width + 1, step) for y in range(0, s.height + 1, step)]


def far_to(s: State, p: Point) -> int:
    """How far a point is, as the option says (WS-10.26); one without a way comes last."""
    v = s.model[0]
    if s.options.fallback_nearest == FallbackNearest.ANY_MODEL:
        return min(distance(w.x, w.y, *p) for w in s.model[: s.models] if w.alive and w.unit == 0)
    if s.options.fallback_nearest == FallbackNearest.PATH:
        forget(s)
        far = int(way_of(s, 0, *p))
        return far if far != NO_WAY else ENDLESS
    return int(distance(v.x, v.y, *p))


def slow_goal(s: State) -> int:
    """The best of all good points that can be reached (WS-10.26)."""
    v = s.model[0]
    enemies = [w for w in s.model[: s.models] if w.alive and s.unit[w.unit].side == 1]

    def key(p: Point) -> tuple[int, ...]:
        near = min(edge_distance(w.x, w.y, w.radius, *p, v.radius) for w in enemies)
        return far_to(s, p), -near, to_edge(s, 0, *p), *p

    if clear(s, 0, v.x, v.y, True):
        return v.x * ROW + v.y
    for p in sorted((p for p in grid_of(s) if clear(s, 0, *p, False)), key=key):
        forget(s)
        if way_of(s, 0, *p) != NO_WAY:
            return p[0] * ROW + p[1]
    return NOWHERE


def slow_places(s: State, to: Point) -> dict[int, Point]:
    """The destination of every model (WS-10.28)."""
    living = [m for m in range(s.unit[0].size) if s.model[m].alive]
    order = sorted(living[1:], key=lambda m: (distance(s.model[m].x, s.model[m].y, *to), m))
    found = {0: to}
    for m in order:
        v = s.model[m]
        good = [
            p
            for p in grid_of(s)
            if edge_distance(*p, v.radius, *to, s.model[0].radius) <= s.options.flight_spread + TOL
            and all(distance(*p, *q) >= (v.radius + s.model[j].radius) * 1000 - TOL for j, q in found.items())
            and clear(s, m, *p, False)
        ]
        x, y = v.x, v.y
        found[m] = min(good, key=lambda p: (distance(x, y, *p), distance(*to, *p), *p), default=to)
    return found


def battlefield(dice: Random) -> State:
    """A small table with some of everything, four men and two enemy units."""
    kinds = [Ground.WOOD, Ground.RUIN, Ground.BOG, Ground.HILL, Ground.DANGEROUS, Ground.BLOCK, Ground.WATER]
    pieces = []
    for _ in range(dice.randint(1, 4)):
        x, y = dice.uniform(1, 14), dice.uniform(1, 10)
        corners = box(x, y, x + dice.uniform(1, 6), y + dice.uniform(1, 4))
        pieces.append((dice.choice(kinds), corners))
    pieces.append((Ground.LINEAR, [(dice.randint(2, 9), 6), (dice.randint(10, 16), dice.randint(4, 8))]))
    places = [(x + dice.randint(0, 3), 4 + dice.choice([0, 0.5, 1.3])) for x in (9, 4, 13, 1)]
    enemies = [[(dice.randint(2, 8), 12), (dice.randint(9, 16), 13)], [(dice.randint(2, 16), 22)]]
    grid = dice.choice(["1.0", "1.0", "0.5"])
    s = broken(*places, terrain=pieces, enemies=enemies, own_edge=dice.choice(list(Edge)), fallback_grid=grid)
    s.width, s.height = 18 * INCH, 24 * INCH
    s.model[3].radius = INCH
    return s


@pytest.mark.parametrize("seed", range(30))
def test_goals_and_places_are_those_of_the_slow_search(seed: int) -> None:  # WS-10.25 to WS-10.28
    s = battlefield(Random(seed))
    set_out(s, 0)
    found = find_cover(s, 0)
    assert found == slow_goal(s)
    forget(s)
    if found != NOWHERE:
        share_out(s, 0, found)
        fast = {m: (s.trial_x[m], s.trial_y[m]) for m in range(4)}
        assert fast == slow_places(s, (found // ROW, found % ROW))


@pytest.mark.parametrize("nearest", [FallbackNearest.ANY_MODEL, FallbackNearest.PATH])
@pytest.mark.parametrize("seed", range(10))
def test_the_nearest_by_another_measure_is_that_of_the_slow_search(seed: int, nearest: int) -> None:
    """WS-10.26: from any model, or along the leader's way."""
    s = battlefield(Random(seed))
    s.options.fallback_nearest = nearest
    set_out(s, 0)
    cover = find_cover(s, 0)
    assert cover == slow_goal(s)
