"""Directions, distances, arcs and struck faces (AG-2)."""

import math
from itertools import product

import pytest
from tests.unit.rulesets.agrav.field import fence, plain

from hulldown.rulesets.agrav.state import NOBODY, Face, Way, tile_at
from hulldown.rulesets.agrav.table import (
    barricade_between,
    beyond,
    distance,
    in_arc,
    manhattan_distance,
    struck_face,
    way_towards,
)

VECTORS = [(dx, dy) for dx, dy in product(range(-5, 6), repeat=2) if (dx, dy) != (0, 0)]
CARDINAL = (Way.N, Way.E, Way.S, Way.W)
EIGHTH = 45


def off_axis(way: int, dx: int, dy: int) -> float:
    """Degrees between a direction and a vector, by trigonometry."""
    turned = math.degrees(math.atan2(dx, -dy)) - EIGHTH * way
    return abs((turned + 180) % 360 - 180)


def test_an_arc_is_45_degrees_to_either_side_bounds_included() -> None:
    for way, (dx, dy) in product(Way, VECTORS):  # AG-2.5, AG-2.6
        assert in_arc(way, dx, dy) == (off_axis(way, dx, dy) < EIGHTH + 1e-9), (way, dx, dy)
    assert not any(in_arc(way, 0, 0) for way in Way)


def test_exact_diagonals_favour_the_defender() -> None:
    for facing, (dx, dy) in product(CARDINAL, VECTORS):  # AG-2.7
        angle = off_axis(facing, dx, dy)
        expected = Face.FRONT if angle < 45 + 1e-9 else Face.REAR if angle > 135 + 1e-9 else Face.SIDE
        assert struck_face(facing, dx, dy) == expected, (facing, dx, dy)


def test_distances_count_diagonals_once_or_twice() -> None:
    a, b = tile_at(3, 2), tile_at(7, 9)
    assert (distance(a, b), distance(b, a)) == (7, 7)  # AG-2.4
    assert manhattan_distance(a, b) == 11  # AG-19.12
    assert distance(tile_at(4, 4), tile_at(5, 5)) == 1  # adjacent


def test_a_step_ends_at_the_edge_of_the_map() -> None:
    s = plain(columns=5, rows=4)
    assert beyond(s, tile_at(2, 2), Way.NE) == tile_at(3, 1)  # AG-2.1
    for place, way in [((0, 0), Way.N), ((0, 2), Way.SW), ((4, 1), Way.E), ((2, 3), Way.S)]:
        assert beyond(s, tile_at(*place), way) == NOBODY


@pytest.mark.parametrize("way", list(Way))
def test_the_way_of_a_step_is_that_step(way: Way) -> None:
    s, here = plain(), tile_at(4, 4)
    there = beyond(s, here, way)
    assert way_towards(there % 24 - here % 24, there // 24 - here // 24) == way  # AG-2.1


def test_a_barricade_lies_on_one_edge_and_is_met_from_both_sides() -> None:
    s = plain()
    south, east = fence(s, (4, 4), "S"), fence(s, (4, 4), "E")
    met = {
        (place, way): barricade_between(s, tile_at(*place), way)
        for place, way in product([(4, 4), (4, 5), (5, 4), (5, 5)], Way)
    }
    assert {where: i for where, i in met.items() if i != NOBODY} == {
        ((4, 4), Way.S): south,  # AG-3.7: a diagonal step meets none
        ((4, 5), Way.N): south,
        ((4, 4), Way.E): east,
        ((5, 4), Way.W): east,
    }
