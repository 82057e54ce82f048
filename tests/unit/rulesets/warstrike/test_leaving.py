"""Over the own table edge (WS-10.15 to WS-10.17, WS-10.34)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.flights import at, box, broken, run

from hulldown.kernel.dice import new_dice, script_dice
from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.warstrike.events import left_table
from hulldown.rulesets.warstrike.routes import leave_at_edge, to_edge, touches_edge
from hulldown.rulesets.warstrike.state import Deed, Edge, Fate, Flight, Ground, Half, lasts
from hulldown.rulesets.warstrike.turn import act, end_activation

NEAR, FAR = (24, 9), (20, 14)  # one reaches the edge with 12 inches, the other does not
ENEMY = [[(24, 19)]]


@pytest.mark.parametrize(
    ("edge", "away"), [(Edge.SOUTH, 9), (Edge.NORTH, 27), (Edge.WEST, 20), (Edge.EAST, 28)]
)
def test_the_own_edge(edge: Edge, away: int) -> None:  # WS-4.6
    s = broken((20, 9), own_edge=edge)
    assert to_edge(s, 0, 20_000, 9_000) == away * 1000


def test_touching_it_is_within_a_thousandth() -> None:  # WS-1.2, WS-10.34
    s = broken((20, 9))
    assert touches_edge(s, 0, 20_000, 501, 500) and not touches_edge(s, 0, 20_000, 502, 500)


@pytest.mark.parametrize(
    ("option", "places", "leaves"),
    [
        ("any", (NEAR, FAR), True),
        ("leader", (NEAR, FAR), True),
        ("all", (NEAR, FAR), False),
        ("any", (FAR, NEAR), True),
        ("leader", (FAR, NEAR), False),
        ("all", (NEAR, (26, 9)), True),
        ("any", (FAR, (22, 14)), False),
    ],
)
def test_who_must_touch_it(
    option: str, places: tuple[tuple[int, int], ...], leaves: bool
) -> None:  # WS-10.34
    s = run(broken(*places, enemies=ENEMY, edge_removal=option))
    assert s.flight == Flight.EDGE and bool(s.leaves) == leaves
    leave_at_edge(s, 0, OFF)
    assert lasts(s, 0) != leaves and s.leaves == 0


def test_a_unit_that_left_counts_for_nobody() -> None:  # WS-10.16, WS-13.2
    log = open_log()
    s = run(broken(NEAR, (25.5, 9), size=5, enemies=ENEMY), log)
    leave_at_edge(s, 0, log)
    assert s.unit[0].fate == Fate.LEFT and not any(s.model[m].alive for m in range(5))
    (left,) = left_table.rows(log)
    assert (left.unit, left.destroyed) == (0, 0)


@pytest.mark.parametrize(("option", "fate"), [("upper", Fate.LEFT), ("lower", Fate.DESTROYED)])
def test_what_snap_fire_leaves_decides(option: str, fate: Fate) -> None:  # WS-10.17, WS-10.19: 2 of 8, then
    s = run(broken(NEAR, (25.5, 9), (27, 9), size=8, enemies=ENEMY, band_25=option))
    s.model[0].alive, s.unit[0].leader = 0, 1  # the model that touched first is the one that falls
    leave_at_edge(s, 0, OFF)
    assert s.unit[0].fate == fate


def test_one_that_fell_at_the_edge_has_brought_it_there() -> None:  # WS-10.34
    s = run(broken(NEAR, FAR, size=4, enemies=ENEMY))
    assert at(s, 0) == (24, 0.5)
    s.model[0].alive, s.unit[0].leader = 0, 1
    leave_at_edge(s, 0, OFF)
    assert not lasts(s, 0)


def test_a_danger_test_at_the_edge_keeps_nobody_on_the_table() -> None:  # WS-10.38
    bad = (Ground.DANGEROUS, box(20, 3, 28, 5))
    s = broken(NEAR, FAR, size=4, enemies=ENEMY, terrain=[bad])
    run(s, dice=script_dice(new_dice(0), [(1, 6)]))
    assert s.model[0].alive == 0 and s.unit[0].leader == 1 and s.leaves == 1


def test_half_a_move_never_leaves_the_table() -> None:  # WS-10.34: only the flight band does
    s = broken((24, 0.5), (25, 0.5), size=2, enemies=ENEMY)
    act(s, 0, Deed.FALL_BACK, Half.MOVE_FIRST, OFF)
    leave_at_edge(s, 0, OFF)
    assert lasts(s, 0)


def test_nothing_is_left_of_a_flight_that_ends_under_fire() -> None:  # WS-5.7
    s = run(broken(NEAR, size=3, enemies=ENEMY))
    assert s.leaves == 1
    end_activation(s)
    assert s.leaves == 0
