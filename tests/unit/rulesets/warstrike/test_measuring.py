"""Measuring, standing and walking (WS-1)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.firing_line import Place, battle, inches, lay_ground

from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, mils
from hulldown.rulesets.warstrike.state import FINE, INCH, Ground, State
from hulldown.rulesets.warstrike.table import (
    ENDLESS,
    at_most,
    gap,
    gap_to,
    less,
    nearest_enemy,
    next_of,
    path_length,
    spread,
    unit_gap,
    why_not_stand,
    why_not_walk,
)

POND: list[Place] = [(20, 20), (24, 20), (24, 24), (20, 24)]


def test_comparisons_have_a_thousandth_of_slack() -> None:
    """WS-1.2: "at most" and "less than", whose opposites are "more than" and "at least"."""
    six = 6 * INCH * FINE
    assert at_most(six + 1000, six) and not at_most(six + 1001, six)
    assert less(six - 1001, six) and not less(six - 1000, six)


def test_distances_of_bases() -> None:
    """WS-1.3, WS-1.5, WS-1.6, WS-1.7, WS-1.15: 3-4-5, less two radii of half an inch; never below 0."""
    s = battle(at=[(10, 10), (10, 2)], foes=[(13, 14), (10.4, 10)])
    assert (inches(gap(s, 0, 2)), gap(s, 0, 3)) == (4, 0)
    assert (unit_gap(s, 0, 1), inches(gap_to(s, 0, mils(13), mils(14)))) == (0, 4.5)
    assert gap(s, 0, 1) == 7_000_000 and nearest_enemy(s, 0, mils(10), mils(2)) == 7_509_993
    assert (
        nearest_enemy(s, 2, mils(13), mils(14)) == 0 and nearest_enemy(blank_state(SHELF), 0, 0, 0) == ENDLESS
    )


def test_an_option_measures_between_centres() -> None:
    """WS-1.5, option measure: in a unit's own movement only."""
    for option, far in (("edge", 4), ("centre", 5)):
        o = blank_state(SHELF, {"measure": option}).options
        assert inches(spread(o, 10_000, 10_000, 500, 13_000, 14_000, 500)) == far


def test_only_living_models_are_walked_through() -> None:
    """WS-2.4."""
    s = battle(at=[(10, 10), (10, 12), (10, 14)])
    s.model[1].alive = 0
    assert (next_of(s, 0, -1), next_of(s, 0, 0), next_of(s, 0, 2)) == (0, 2, -1)


@pytest.mark.parametrize(
    ("x", "y", "why"),
    [
        (0.5, 0.5, Why.OK),  # touching the edges
        (0.498, 10, Why.OFF_TABLE),
        (19.5, 22, Why.OK),  # just against the water
        (19.502, 22, Why.IMPASSABLE),
        (30, 28.001, Why.OK),  # exactly an inch, by the tolerance
        (30, 28.002, Why.ENEMY_GAP),
        (9, 10, Why.OK),  # contact
        (9.002, 10, Why.OVERLAP),
        (0.4, 0.4, Why.OFF_TABLE),
    ],
)
def test_standing(x: float, y: float, why: Why) -> None:
    """WS-1.12: on the table, off water, an inch from enemies, on nobody; in this order."""
    s = lay_ground(battle(at=[(5, 5), (10, 10)], foes=[(30, 30)]), Ground.WATER, POND)
    assert why_not_stand(s, 0, mils(x), mils(y), -1) == why


def walks(s: State, *points: Place) -> int:
    """Why model 0 may not walk there from where it stands."""
    v = s.model[0]
    for i, (x, y) in enumerate(points):
        v.way_x[i], v.way_y[i] = mils(x), mils(y)
    v.points = len(points)
    return why_not_walk(s, 0)


def test_walking() -> None:
    """WS-1.8, WS-1.13: over friends, not over water nor near enemies; each reason over the whole path."""
    s = lay_ground(battle(at=[(10, 22), (13, 22)], foes=[(30, 22)]), Ground.WATER, POND)
    assert walks(s, (16, 22)) == Why.OK
    assert walks(s, (16, 22), (27, 22)) == Why.IMPASSABLE
    assert walks(s, (16, 22), (16, 26), (40, 26)) == Why.OK
    assert inches(path_length(s, 0)) == 34
    assert walks(s, (16, 26), (30, 26), (30, 23.9)) == Why.ENEMY_GAP
    assert walks(s, (30, 23.9), (30, 40)) == Why.OFF_TABLE
    assert walks(s) == Why.OK and path_length(s, 0) == 0


def test_no_way_goes_round_a_corner_of_the_pond_too_close() -> None:
    """WS-1.13: half an inch from the corner (20, 20) is just enough."""
    s = lay_ground(battle(at=[(10, 19.5)], foes=[(2, 2)]), Ground.WATER, POND)
    field_unit(SHELF, s, 0, "line", [(40, 5)])
    assert walks(s, (30, 19.5)) == Why.OK
    assert walks(s, (30, 19.52)) == Why.IMPASSABLE
