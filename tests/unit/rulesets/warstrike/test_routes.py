"""Ways of a flight over the grid (WS-10.29, WS-10.37), beside a slow search that lists whole ways."""

from __future__ import annotations

import heapq
from math import isqrt
from random import Random

import pytest
from tests.unit.rulesets.warstrike.flights import box, broken

from hulldown.rulesets.warstrike.routes import (
    CLOSED,
    NO_WAY,
    OPEN,
    OUT,
    dangers_at_start,
    forget,
    lay_trail,
    leaves_for_good,
    open_way,
    search_all,
    way_through,
    way_to,
)
from hulldown.rulesets.warstrike.state import INCH, Ground, State

Point = tuple[int, int]
WALL = box(8, 11.5, 12, 12.5)
FAR = 100_000_000


def trail(s: State, m: int, danger: int, x: int, y: int, limit: int = FAR) -> list[Point]:
    """The way of a model to a place."""
    assert way_to(s, m, danger, x, y) != NO_WAY
    points = lay_trail(s, m, danger, x, y, limit)
    return [(s.trail_x[i], s.trail_y[i]) for i in range(points)]


def inched(points: list[Point]) -> list[tuple[float, float]]:
    return [(x / INCH, y / INCH) for x, y in points]


def test_an_open_way_is_straight() -> None:  # WS-10.29
    s = broken((10, 10))
    assert way_to(s, 0, CLOSED, 13_000, 14_000) == 5_000_000
    assert trail(s, 0, CLOSED, 13_000, 14_000) == [(10_000, 10_000), (13_000, 14_000)]


@pytest.mark.parametrize("ground", [Ground.BLOCK, Ground.WATER, Ground.DANGEROUS])
def test_round_a_wall_by_hand(ground: Ground) -> None:
    """West and east are as far; west comes first, and of its ways the one with the smaller y (WS-10.29).

    At its ends the base's centre keeps half an inch off, so that the corner is passed along x = 7.
    """
    s = broken((10, 10), terrain=[(ground, WALL)])
    assert way_to(s, 0, CLOSED, 10_000, 14_000) == 6_000_000 + 2 * 1_414_213
    expected = [(10, 10), (9, 10), (8, 10), (7, 11), (7, 12), (7, 13), (8, 13), (9, 13), (10, 14)]
    assert inched(trail(s, 0, CLOSED, 10_000, 14_000)) == expected


def test_dangerous_ground_is_open_to_the_edge() -> None:  # WS-10.33
    s = broken((10, 10), terrain=[(Ground.DANGEROUS, WALL)])
    assert way_to(s, 0, OPEN, 10_000, 14_000) == 4_000_000


def test_enemies_are_passed_an_inch_off() -> None:  # WS-1.13: centres 2 inches apart
    s = broken((10, 10), enemies=[[(10, 12)]])
    assert way_to(s, 0, CLOSED, 10_000, 14_000) > 4_000_000
    s = broken((10, 10), enemies=[[(12, 12)]])
    assert way_to(s, 0, CLOSED, 10_000, 14_000) == 4_000_000


def test_entry_and_exit_are_at_most_an_inch_and_a_half() -> None:  # WS-10.29
    s = broken((10.5, 10.4), terrain=[(Ground.BLOCK, WALL)])
    points = trail(s, 0, CLOSED, 10_500, 14_000)
    assert 0 < (points[1][0] - 10_500) ** 2 + (points[1][1] - 10_400) ** 2 <= 1500**2
    assert all(x % INCH == 0 and y % INCH == 0 for x, y in points[1:-1])


def test_no_way() -> None:
    s = broken((10, 10), terrain=[(Ground.WATER, box(0, 15, 48, 16))])
    assert way_to(s, 0, CLOSED, 10_000, 20_000) == NO_WAY


def test_a_trail_is_laid_no_farther_than_needed() -> None:
    s = broken((10, 10), terrain=[(Ground.BLOCK, WALL)])
    points = trail(s, 0, CLOSED, 10_000, 14_000, 3_000_000)
    assert inched(points) == [(10, 10), (9, 10), (8, 10), (7, 11)]  # 3.41 inches: past the limit


# ---------------------------------------------------------------- out of dangerous ground


def test_ground_that_holds_a_model_is_left_once() -> None:
    """Between the arms of a U a base is clear: it may get out there, not into the other arm (WS-10.37)."""
    u = [(8, 8), (20, 8), (20, 16), (17, 16), (17, 11), (11, 11), (11, 16), (8, 16)]
    s = broken((9.5, 14), terrain=[(Ground.DANGEROUS, u)])
    held = dangers_at_start(s, 0)
    assert held == 1
    assert open_way(s, 0, CLOSED, held, 9_500, 14_000, 14_000, 14_000)
    assert not open_way(s, 0, CLOSED, held, 9_500, 14_000, 18_500, 14_000)
    assert open_way(s, 0, CLOSED, held, 9_500, 14_000, 9_500, 9_500)  # inside all the way
    assert leaves_for_good(s, 0, held, 14_000, 14_000, 14_000, 20_000)
    assert not leaves_for_good(s, 0, held, 14_000, 14_000, 18_500, 14_000)


def test_other_dangerous_ground_stays_closed() -> None:  # WS-10.37
    s = broken((10, 8), terrain=[(Ground.DANGEROUS, box(9, 7, 11, 9)), (Ground.DANGEROUS, WALL)])
    assert way_to(s, 0, CLOSED, 10_000, 14_000) > 6_000_000
    assert way_to(s, 0, CLOSED, 10_000, 10_000) == 2_000_000


# ---------------------------------------------------------------- the slow twin


def length(a: Point, b: Point) -> int:
    return isqrt(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) * 1_000_000)


def first_way(s: State, danger: int, to: Point) -> tuple[int, tuple[Point, ...]] | None:
    """The shortest way over the grid and of those the first, found by keeping whole ways (WS-10.29)."""
    held, start = dangers_at_start(s, 0), (int(s.model[0].x), int(s.model[0].y))
    nodes = [(x * INCH, y * INCH) for x in range(s.width // INCH + 1) for y in range(s.height // INCH + 1)]

    def onward(a: Point) -> list[Point]:
        near = 1415 if a != start else 1500
        steps = [b for b in nodes if 0 < length(a, b) <= near * 1000 + 1000]
        steps += [to] if length(a, to) <= 1_501_000 and a != start else []
        return [b for b in steps if open_way(s, 0, danger, held, *a, *b)]

    queue: list[tuple[int, tuple[Point, ...]]] = [(0, (start,))]
    done: set[Point] = set()
    while queue:
        far, way = heapq.heappop(queue)
        if way[-1] == to:
            return far, way
        if way[-1] in done:
            continue
        done.add(way[-1])
        for b in onward(way[-1]):
            heapq.heappush(queue, (far + length(way[-1], b), (*way, b)))
    return None


def cluttered(dice: Random) -> State:
    """A small table full of things in the way."""
    kinds = [Ground.BLOCK, Ground.WATER, Ground.DANGEROUS]
    pieces = []
    for _ in range(dice.randint(2, 5)):
        x, y = dice.uniform(1, 9), dice.uniform(1, 9)
        pieces.append((dice.choice(kinds), box(x, y, x + dice.uniform(0.5, 5), y + dice.uniform(0.5, 2))))
    start = (dice.choice([1, 2, 1.5, 2.25]), dice.choice([1, 1.7, 3]))
    s = broken(start, terrain=pieces, enemies=[[(dice.randint(3, 9), dice.randint(3, 9))]])
    s.width, s.height = 12 * INCH, 11 * INCH
    return s


@pytest.mark.parametrize("seed", range(40))
def test_ways_are_those_of_the_slow_search(seed: int) -> None:  # WS-10.29, WS-10.37
    dice = Random(seed)
    s = cluttered(dice)
    to = (dice.choice([9_000, 10_500, 11_000]), dice.choice([8_000, 9_500, 10_000]))
    for danger in (CLOSED, OPEN):
        if open_way(s, 0, danger, dangers_at_start(s, 0), s.model[0].x, s.model[0].y, *to):
            continue
        slow, far = first_way(s, danger, to), way_to(s, 0, danger, *to)
        assert far == (NO_WAY if slow is None else slow[0])
        if slow is not None:
            assert tuple(trail(s, 0, danger, *to)) == slow[1]
        forget(s)
        search_all(s, 0, danger, dangers_at_start(s, 0))
        assert way_through(s, 0, danger, dangers_at_start(s, 0), OUT, *to) == far
