"""Hex names and where hexes lie on the picture."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.views.hex import grid as hexgrid

ROOT_3 = math.sqrt(3)


@pytest.mark.parametrize(
    ("column", "label"), [(0, "A"), (25, "Z"), (26, "BA"), (27, "BB"), (29, "BD"), (51, "BZ"), (52, "CA")]
)
def test_columns_after_z_are_ba_bb_bc(column: int, label: str) -> None:
    assert hexgrid.column_name(column) == label
    assert hexgrid.column_number(label) == column


@given(st.integers(0, 2000), st.integers(1, 400))
def test_every_name_parses_back(column: int, row: int) -> None:
    place = f"{hexgrid.column_name(column)}{row}"
    assert hexgrid.name(hexgrid.parse(place)) == place


@pytest.mark.parametrize("text", ["", "D", "7", "d7", "AA1", "D0", "D07", "D-1", "É1", "D7 ", "D7x"])
def test_what_is_no_hex_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        hexgrid.parse(text)


def test_a1_is_at_the_top_left_and_b1_half_a_hex_lower() -> None:
    margin = hexgrid.MARGIN
    first, second = hexgrid.centre("A1"), hexgrid.centre("B1")
    assert first == pytest.approx((margin + 60, margin + 30 * ROOT_3))
    assert second.x - first.x == pytest.approx(90)
    assert second.y - first.y == pytest.approx(30 * ROOT_3)


def test_all_corners_lie_on_the_picture() -> None:
    margin = hexgrid.MARGIN
    width, height = hexgrid.size(10, 10)
    spots = [hexgrid.parse(place) for place in hexgrid.places(10, 10)]
    points = [corner for spot in spots for corner in hexgrid.corners(spot)]
    assert min(x for x, _ in points) == pytest.approx(margin)
    assert min(y for _, y in points) == pytest.approx(margin)
    assert max(x for x, _ in points) == pytest.approx(width - margin)
    assert max(y for _, y in points) == pytest.approx(height - margin)


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_distance_is_the_number_of_steps_taken_one_by_one(column: int, height: int) -> None:
    start, goal = hexgrid.Hex(0, 0), hexgrid.Hex(column, 2 * height + column % 2)
    reached, steps = {start}, 0
    while goal not in reached:
        reached |= {other for spot in reached for other in hexgrid.neighbours(spot)}
        steps += 1
    assert hexgrid.distance(start, goal) == steps


def test_neighbours_start_in_the_north_and_go_clockwise() -> None:
    names = [hexgrid.name(spot) for spot in hexgrid.neighbours(hexgrid.parse("D7"))]
    assert names == ["D6", "E7", "E8", "D8", "C8", "C7"]
