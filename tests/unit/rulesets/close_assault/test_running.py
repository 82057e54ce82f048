"""Detachments that still have Fall Back run for their own edge (CA-16.7, CA-16.9)."""

import pytest

from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import fell_back
from hulldown.rulesets.close_assault.movement import begin_move
from hulldown.rulesets.close_assault.setup import Place, blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.shooting import run_home
from hulldown.rulesets.close_assault.state import Ground, Order, State, alive
from hulldown.rulesets.common.explanation import OFF, open_log

RIFLES, RHINO, WALKER, JUMPERS = "Line infantry", "Rhino", "Walker", "Assault infantry"
SOUTH = 27000


def falling_back(unit: str, *places: Place, facing: float = 0) -> State:
    """Detachment 0, whose own edge is south, has Fall Back."""
    s = blank_state()
    field_detachment(SHELF, s, 0, unit, places, facing, Order.FALL_BACK)
    return s


def run(s: State) -> list[tuple[float, float] | None]:
    """Where the models of detachment 0 are after its activation; None for those that left."""
    begin_move(s, 0)
    run_home(s, 0, OFF)
    models = range(s.detachment[0].size)
    return [(s.model[m].base.x / 1000, s.model[m].base.y / 1000) if alive(s, m) else None for m in models]


def test_straight_towards_the_own_edge_by_the_full_move() -> None:
    """CA-16.7, CA-16.9: whoever is nearest to it first; coherency is left aside."""
    s = falling_back(RIFLES, (10, 20), (14, 12))
    begin_move(s, 0)
    e = open_log()
    run_home(s, 0, e)
    ways = [row[:-1] for row in fell_back.rows(e)]
    assert ways == [(1, 14000, 12000, 14000, 7000), (0, 10000, 20000, 10000, 15000)]
    assert e.count == 2
    assert [s.model[m].done for m in range(2)] == [0, 0]


def test_a_vehicle_ends_facing_the_edge() -> None:
    """CA-16.9."""
    s = falling_back(RHINO, (20, 20))
    assert run(s) == [(20, 11)]
    assert s.model[0].base.facing == SOUTH


@pytest.mark.parametrize(("y", "gone"), [(5.49, False), (5.48, True), (5.6, False), (0.5, True)])
def test_off_the_table_with_the_base(y: float, gone: bool) -> None:
    """CA-16.7, CA-16.9: 5 inches with a base of half an inch round; destroyed, and scored for."""
    s = falling_back(RIFLES, (20, y))
    assert (run(s) == [None]) is gone
    assert s.score[1] == int(gone)


def test_the_engaged_stay() -> None:
    """CA-16.7."""
    s = falling_back(RIFLES, (20, 20))
    field_detachment(SHELF, s, 1, RIFLES, [(21, 20)])
    assert run(s) == [(20, 20)]


def test_difficult_ground_counts_twice() -> None:
    """CA-4.5, CA-16.9: 2 inches of rough ground cost 2 more; Jump Packs ignore it."""
    s = falling_back(RIFLES, (20, 20))
    lay_terrain(s, Ground.ROUGH, 18, 16, 22, 18)
    assert run(s) == [(20, 16.5)]  # 2 clear inches and 1.5 rough ones
    s = falling_back(JUMPERS, (20, 20))
    lay_terrain(s, Ground.ROUGH, 18, 16, 22, 18)
    assert run(s) == [(20, 13)]


def test_blocks_and_friends_stop_a_model_where_it_can_stand() -> None:
    """CA-2.5, CA-4.4, CA-16.9: friends are passed, but not ended on."""
    s = falling_back(RIFLES, (20, 20))
    lay_terrain(s, Ground.BLOCK, 18, 10, 22, 17.2)
    assert run(s) == [(20, 18)]
    s = falling_back(RIFLES, (20, 20))
    field_detachment(SHELF, s, 0, RIFLES, [(20, 15.3)])
    assert run(s) == [(20, 16.5)]
    s = falling_back(RIFLES, (20, 20))
    field_detachment(SHELF, s, 0, RIFLES, [(20, 17)])
    assert run(s) == [(20, 15)]


def test_an_inch_from_enemies() -> None:
    """CA-4.3, CA-16.9: and none passed; who began nearer may go straight away."""
    s = falling_back(RIFLES, (20, 20))
    field_detachment(SHELF, s, 1, RIFLES, [(20, 16)])
    assert run(s) == [(20, 18)]
    s = falling_back(RIFLES, (20, 20))
    field_detachment(SHELF, s, 1, RIFLES, [(20, 21.5)])
    assert run(s) == [(20, 15)]


def test_an_enemy_at_the_edge_keeps_a_model_on_the_table() -> None:
    """CA-16.9: something stops it on the way."""
    s = falling_back(RIFLES, (20, 4))
    field_detachment(SHELF, s, 1, RIFLES, [(20, 0.6)])
    assert run(s) == [(20, 3)]
