"""The hexes of a front arc by table, beside the arc test hex by hex (TC-3.5)."""

from __future__ import annotations

import pytest

from hulldown.kernel.hexes import FRONT, REACH, ahead, arc, cell_at, distance

BOARD = [cell_at(column, row) for column in range(30) for row in range(30)]


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("origin", [cell_at(14, 15), cell_at(15, 14)])
def test_the_arc_is_complete_and_nearest_first(origin: int, facing: int) -> None:
    """r x r hexes lie within r, and they are those that the arc test finds."""
    listed = [ahead(origin, facing, i) for i in range(REACH * REACH)]
    assert [distance(origin, cell) for cell in listed] == sorted(distance(origin, cell) for cell in listed)
    for r in range(1, REACH + 1):
        found = {c for c in BOARD if 0 < distance(origin, c) <= r and arc(origin, facing, c) == FRONT}
        assert set(listed[: r * r]) == found


@pytest.mark.parametrize("origin", [cell_at(0, 0), cell_at(29, 29), cell_at(0, 29), cell_at(29, 0)])
def test_what_lies_beyond_the_field_stands_for_nothing_near(origin: int) -> None:
    """From a corner no hex within reach is listed that is not in the arc, and none twice."""
    for facing in range(6):
        listed = [ahead(origin, facing, i) for i in range(REACH * REACH)]
        near = [c for c in listed if c in BOARD and distance(origin, c) <= REACH]
        assert len(near) == len(set(near))
        assert all(arc(origin, facing, c) == FRONT for c in near)
