"""Moves (CA-4): how far, which ways are open, where they may end."""

import pytest

from hulldown.kernel.plane import GRAIN, mils
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why, charge_ended, piled_in, unit_engaged
from hulldown.rulesets.close_assault.movement import (
    begin_leg,
    begin_move,
    drive,
    end_of_move,
    limit,
    remaining,
    take_back,
    why_not_drive,
    why_not_end,
)
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.state import WAYPOINTS, Ground, Order, State
from hulldown.rulesets.close_assault.table import fine_rough_length, flies, in_sight, in_wood
from hulldown.rulesets.common.explanation import OFF, open_log

SQUAD, TANK, WALKER, JUMPERS = "Line infantry", "Rhino", "Walker", "Assault infantry"
AS_DRIVEN = -1


def alone(what: str, order: Order, x: float = 10, y: float = 10, facing: float = 0) -> State:
    """One model of side 0, whose detachment has just been activated."""
    s = blank_state()
    field_detachment(SHELF, s, 0, what, [(x, y)], facing=facing, order=order)
    begin_move(s, 0)
    return s


def against(what: str, order: Order, *enemies: tuple[float, float], enemy: str = SQUAD) -> State:
    """The same with enemies on the table, each a detachment of its own."""
    s = blank_state()
    field_detachment(SHELF, s, 0, what, [(10, 10)], order=order)
    for place in enemies:
        field_detachment(SHELF, s, 1, enemy, [place])
    begin_move(s, 0)
    return s


def why(s: State, x: float, y: float, m: int = 0) -> Why:
    """The first reason against a drive to a place in inches."""
    return Why.of(why_not_drive(s, m, round(x * 1000), round(y * 1000)))


def go(s: State, x: float, y: float, m: int = 0, facing: int = AS_DRIVEN) -> None:
    """A drive that nothing forbids."""
    assert why(s, x, y, m) == Why.ALLOWED
    drive(s, m, round(x * 1000), round(y * 1000), facing, OFF)


def end(s: State) -> Why:
    """The first reason against ending the move of detachment 0."""
    return Why.of(why_not_end(s, 0))


# ---------------------------------------------------------------- how far


@pytest.mark.parametrize(
    ("what", "order", "inches"),
    [
        (SQUAD, Order.MARCH, 15),
        (TANK, Order.MARCH, 18),
        (TANK, Order.ADVANCE, 9),
        (TANK, Order.CHARGE, 18),
        (TANK, Order.FIRST_FIRE, 0),
        (TANK, Order.NONE, 0),
    ],
)
def test_how_far_an_order_lets_a_model_go(what: str, order: Order, inches: int) -> None:
    """CA-3.3, CA-4.6."""
    s = alone(what, order)
    assert limit(s, 0, 0) == remaining(s, 0) == inches * 1000


def test_a_move_is_measured_along_its_path_and_rounded_as_a_whole() -> None:
    """CA-4.1, CA-2.11: a hundredth of an inch is forgiven, no more."""
    s = alone(TANK, Order.ADVANCE)
    go(s, 13, 14)
    assert remaining(s, 0) == 4000
    assert why(s, 17.01, 14) == Why.ALLOWED
    assert why(s, 17.011, 14) == Why.DISTANCE
    go(s, 17, 14)
    assert (remaining(s, 0), s.model[0].driven) == (0, 9000 * GRAIN)
    assert s.model[0].base.facing == 0
    assert end(s) == Why.ALLOWED


def test_without_an_order_to_move_nobody_moves() -> None:
    """CA-3.3."""
    assert why(alone(TANK, Order.FIRST_FIRE), 11, 10) == Why.ORDER
    assert why(alone(TANK, Order.FALL_BACK), 11, 10) == Why.ORDER  # it runs by rule (CA-16.9)


def test_a_leg_has_eight_way_points() -> None:
    """CA-4.2: and the next leg eight more."""
    s = alone(TANK, Order.CHARGE)
    for step in range(WAYPOINTS):
        go(s, 10.1 + step / 10, 10)
    assert why(s, 11, 10) == Why.DISTANCE
    begin_leg(s, 0)
    assert why(s, 11, 10) == Why.ALLOWED


def test_difficult_ground_costs_double_and_overlapping_pieces_once() -> None:
    """CA-4.5, CA-4.11."""
    s = alone(TANK, Order.ADVANCE)
    lay_terrain(s, Ground.ROUGH, 11, 9, 13, 11)
    lay_terrain(s, Ground.WOOD, 12, 9, 14, 11)
    lay_terrain(s, Ground.OPEN, 15, 9, 16, 11)
    assert mils(fine_rough_length(s, 10_000, 10_000, 20_000, 10_000)) == 3000
    assert mils(fine_rough_length(s, 20_000, 10_000, 12_500, 10_000)) == 1500
    assert fine_rough_length(s, 10_000, 9_000, 20_000, 9_000) == 0  # along the edge
    assert fine_rough_length(s, 10_000, 10_000, 10_000, 20_000) == 0
    assert why(s, 16.01, 10) == Why.ALLOWED
    assert why(s, 16.02, 10) == Why.DISTANCE
    go(s, 14, 10)
    assert (remaining(s, 0), mils(s.model[0].since)) == (2000, 4000)


def test_jump_packs_and_skimmers_are_free_of_ground_blocks_and_models() -> None:
    """CA-4.4, CA-4.5: but they may not end on them."""
    s = against(JUMPERS, Order.CHARGE, (13, 10))
    lay_terrain(s, Ground.ROUGH, 14, 0, 20, 20)
    lay_terrain(s, Ground.BLOCK, 15, 0, 18, 20)
    assert flies(s, 0)
    go(s, 16, 10)
    assert remaining(s, 0) == 8000
    assert end(s) == Why.TERRAIN
    take_back(s, 0, OFF)
    go(s, 13, 10.5)
    assert end(s) == Why.OVERLAP
    go(s, 13, 11.05)
    assert end(s) == Why.ALLOWED


# ---------------------------------------------------------------- facing


def test_under_other_orders_the_end_facing_is_free() -> None:
    """CA-4.2: also on the spot."""
    s = alone(TANK, Order.ADVANCE)
    go(s, 12, 12)
    assert s.model[0].base.facing == 4500
    go(s, 12, 13, facing=100)
    assert s.model[0].base.facing == 100
    turns = s.model[0].turns
    go(s, 12, 13, facing=27_000)
    assert (s.model[0].base.facing, s.model[0].turns) == (27_000, turns)
    assert end(s) == Why.ALLOWED


def test_a_charging_vehicle_faces_the_way_it_drove() -> None:
    """CA-4.2, CA-4.7: no pivot after arriving, and none without a move."""
    s = alone(TANK, Order.CHARGE, facing=123)
    assert why(s, 10, 10) == Why.DISTANCE
    go(s, 10, 12, facing=0)
    assert s.model[0].base.facing == 9000


def test_a_round_base_of_foot_keeps_its_facing() -> None:
    """CA-2.2: it means nothing."""
    s = alone(SQUAD, Order.MARCH)
    go(s, 10, 12, facing=5)
    assert s.model[0].base.facing == 0
    assert why(s, 10, 12) == Why.DISTANCE


# ---------------------------------------------------------------- enemies, blocks, the zone


def test_nobody_passes_through_an_enemy() -> None:
    """CA-4.4, CA-4.11: a gap of -0.01 is not yet through."""
    s = against(TANK, Order.CHARGE, (15, 10.99))
    assert why(s, 20, 10) == Why.ALLOWED
    s.model[1].base.y -= 1
    assert why(s, 20, 10) == Why.THROUGH_ENEMY
    assert why(s, 13.75, 10) == Why.ALLOWED
    s.detachment[0].shocked = 0b10
    assert why(s, 20, 10) == Why.ALLOWED  # CA-12.21
    s.detachment[0].shocked = 0
    s.model[1].wounds = 0
    assert why(s, 20, 10) == Why.ALLOWED


def test_friends_may_be_passed_but_not_ended_on() -> None:
    """CA-4.4, CA-2.5."""
    s = alone(TANK, Order.ADVANCE)
    field_detachment(SHELF, s, 0, SQUAD, [(13, 10)])
    go(s, 13, 10)
    assert end(s) == Why.OVERLAP
    go(s, 16, 10)
    assert end(s) == Why.ALLOWED


def test_the_base_is_turned_along_the_segment_while_it_is_tested() -> None:
    """CA-4.2, CA-4.11: sideways between two enemies a Rhino would not fit, driven along it does."""
    s = against(TANK, Order.CHARGE, (10, 13), (11.97, 13))
    s.model[0].base.x, s.model[0].base.facing = 10_965, 0
    assert why(s, 10.965, 16) == Why.THROUGH_ENEMY
    s.model[1].base.x -= 40
    go(s, 10.965, 16)
    assert s.model[0].base.facing == 9000


def test_blocks_bar_the_way() -> None:
    """CA-4.4: a base must not overlap one at any tested point."""
    s = alone(TANK, Order.MARCH)
    lay_terrain(s, Ground.BLOCK, 14, 10.49, 15, 14)
    assert why(s, 20, 10) == Why.ALLOWED
    s.area[0].y0 = 10_489
    assert why(s, 20, 10) == Why.TERRAIN
    assert why(s, 13.26, 10) == Why.ALLOWED
    assert why(s, 13.27, 10) == Why.TERRAIN


@pytest.mark.parametrize("order", [Order.ADVANCE, Order.MARCH])
def test_without_a_charge_nobody_comes_within_an_inch(order: Order) -> None:
    """CA-4.3, CA-4.11: neither along the way nor at its end."""
    s = against(WALKER, order, (14, 10), (10, 16.615))
    assert why(s, 11.875, 10) == Why.ALLOWED
    assert why(s, 11.885, 10) == Why.ALLOWED  # TOL
    assert why(s, 11.886, 10) == Why.ZONE
    assert why(s, 10, 14.5) == Why.ALLOWED
    assert why(s, 10, 14.501) == Why.ZONE
    s.detachment[0].order = Order.CHARGE
    assert why(s, 12, 10) == Why.ALLOWED


def test_who_began_within_an_inch_comes_no_nearer() -> None:
    """CA-4.3."""
    s = against(WALKER, Order.ADVANCE, (11.725, 10))
    assert why(s, 10.01, 10) == Why.ALLOWED
    assert why(s, 10.011, 10) == Why.ZONE
    assert why(s, 9, 10) == Why.ALLOWED
    go(s, 9, 10)
    assert why(s, 10.01, 10) == Why.ALLOWED  # what counts is where the activation began
    assert why(s, 10.011, 10) == Why.ZONE


def test_the_zone_holds_for_the_end_facing_too() -> None:
    """CA-4.3: a pivot is not tested on the way, but where it ends no base may be within an inch."""
    s = against(TANK, Order.ADVANCE, (15, 12.1))
    go(s, 15, 10, facing=0)
    assert end(s) == Why.ALLOWED
    go(s, 15, 10, facing=9000)
    assert end(s) == Why.ZONE


def test_the_centre_stays_on_the_table_and_the_base_ends_on_it() -> None:
    """CA-2.7, CA-4.12: the tail of a vehicle that turns away from the edge may hang over it meanwhile."""
    s = alone(TANK, Order.ADVANCE, y=0.5)
    assert why(s, 10, -1) == Why.OFF_TABLE
    go(s, 10, 0.6)
    assert end(s) == Why.OFF_TABLE
    go(s, 10, 3)
    assert end(s) == Why.ALLOWED


# ---------------------------------------------------------------- Engaged


@pytest.mark.parametrize("order", [Order.ADVANCE, Order.MARCH, Order.CHARGE])
def test_who_touches_an_enemy_cannot_move(order: Order) -> None:
    """CA-4.8: but after breaking out, up to M."""
    s = against(WALKER, order, (11.125, 10))
    assert s.detachment[0].engaged == 1
    assert why(s, 8, 10) == Why.ENGAGED
    assert end(s) == Why.ALLOWED
    s.detachment[0].broke_out = 1
    s.detachment[0].order = Order.CHARGE
    assert why(s, 4, 10) == Why.ALLOWED
    assert why(s, 3.9, 10) == Why.DISTANCE  # CA-12.28


def in_a_fight(order: Order = Order.CHARGE) -> State:
    """Two stands, of which one touches an enemy; a second enemy detachment stands near."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(10, 10), (8, 10)], order=order)
    field_detachment(SHELF, s, 1, SQUAD, [(11, 10), (11, 12)])
    field_detachment(SHELF, s, 1, SQUAD, [(8, 13)])
    begin_move(s, 0)
    return s


def test_who_touches_nobody_piles_in() -> None:
    """CA-4.9, CA-4.13: up to M, into contact with those who hold the detachment, and nobody else."""
    s = in_a_fight()
    assert limit(s, 0, 1) == 5000
    assert why(s, 8, 9, m=0) == Why.ENGAGED
    log = open_log()
    drive(s, 1, 9900, 12_000, AS_DRIVEN, log)
    assert [row.model for row in piled_in.rows(log)] == [1]
    assert end(s) == Why.ALLOWED
    take_back(s, 0, OFF)
    assert end(s) == Why.ALLOWED  # it may also stay
    assert (s.model[1].done, s.model[1].turns, s.model[1].base.x) == (0, 0, 8000)
    go(s, 9, 9, m=1)
    assert end(s) == Why.NO_CONTACT
    go(s, 8, 12, m=1)
    assert end(s) == Why.ENGAGED  # it touches others
    assert why(in_a_fight(Order.ADVANCE), 7, 10, m=1) == Why.ENGAGED


# ---------------------------------------------------------------- where a move may end


def test_a_charge_beyond_its_move_must_end_in_contact() -> None:
    """CA-4.6: one model of the detachment is enough."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(10, 10), (12, 10)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [(18, 10)])
    begin_move(s, 0)
    go(s, 17, 10, m=1)
    go(s, 14, 10)
    assert end(s) == Why.ALLOWED
    go(s, 14.5, 12, m=0)
    go(s, 16.5, 9, m=1)
    assert end(s) == Why.NO_CONTACT


def test_a_tank_shock_earns_the_double_move() -> None:
    """CA-12.3, CA-12.25: but its victims must be left alone at the end."""
    s = against(TANK, Order.CHARGE, (30, 10), (11.25, 10))
    s.detachment[0].engaged, s.detachment[0].shocks, s.detachment[0].shocked = 0, 1, 0b100
    assert end(s) == Why.TS_END_CONTACT
    go(s, 28, 10)
    assert end(s) == Why.ALLOWED


def test_the_first_reason_of_the_list_is_given() -> None:
    """CA-20.4: across all models of the detachment."""
    s = blank_state()
    field_detachment(SHELF, s, 0, TANK, [(10, 5), (12, 5)], order=Order.ADVANCE)
    begin_move(s, 0)
    go(s, 4, 5, m=0)
    assert end(s) == Why.COHERENCY
    go(s, 12, 0.2, m=1)
    assert end(s) == Why.OFF_TABLE
    go(s, 3.9, 5, m=0)
    field_detachment(SHELF, s, 0, SQUAD, [(3.9, 5)])
    assert end(s) == Why.OVERLAP


def test_nobody_moved_is_always_a_legal_end() -> None:
    """CA-4.10, CA-2.12: out of coherency and within an inch as he may be."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(10, 10), (20, 10)], order=Order.ADVANCE)
    field_detachment(SHELF, s, 1, SQUAD, [(10, 11.5)])
    begin_move(s, 0)
    assert end(s) == Why.ALLOWED


def test_taking_back_goes_to_the_beginning_of_the_leg() -> None:
    """CA-4.2: what was driven before the last Tank Shock stays."""
    s = alone(TANK, Order.CHARGE)
    lay_terrain(s, Ground.ROUGH, 11, 0, 12, 36)
    go(s, 13, 10)
    begin_leg(s, 0)
    go(s, 13, 14)
    take_back(s, 0, OFF)
    v = s.model[0]
    assert (v.base.x, v.base.y, v.base.facing) == (13_000, 10_000, 0)
    assert (v.turns, mils(v.cost), mils(v.driven), v.since) == (1, 4000, 3000, 0)
    assert (v.turn_x[1], v.turn_y[1]) == (0, 0)


def test_the_end_of_a_charge_is_told() -> None:
    """CA-11.6, CA-2.6."""
    s = against(TANK, Order.CHARGE, (20, 10))
    go(s, 18.75, 10)
    log = open_log()
    end_of_move(s, 0, log)
    assert [row.kind for row in log.events[: log.count]] == [charge_ended.kind, unit_engaged.kind]
    (charge,) = charge_ended.rows(log)
    assert (charge.distance, charge.bonus, s.model[0].charge) == (8750, 1, 1)
    assert unit_engaged.rows(log) == [(0, 1)]


# ---------------------------------------------------------------- sight


@pytest.mark.parametrize(
    ("ground", "box", "seen"),
    [
        (Ground.BLOCK, (14, 10, 15, 12), False),  # its edge is touched
        (Ground.BLOCK, (14, 10.001, 15, 12), True),
        (Ground.WOOD, (14, 9, 15, 12), False),
        (Ground.WOOD, (14, 9, 21, 12), True),  # it ends inside
        (Ground.WOOD, (14, 9, 20, 12), False),  # it ends on the edge
        (Ground.WOOD, (20, 9, 22, 12), True),  # it does not enter
        (Ground.ROUGH, (14, 9, 15, 12), True),
    ],
)
def test_what_cuts_a_line_of_sight(ground: Ground, box: tuple[float, ...], seen: bool) -> None:
    """CA-2.9, CA-2.11: from (10, 10) to (20, 10)."""
    s = against(TANK, Order.NONE, (20, 10))
    lay_terrain(s, ground, *box)
    assert in_sight(s, 0, 1) is in_sight(s, 1, 0) is seen


def test_a_centre_inside_a_wood_is_in_it() -> None:
    """2.4: on its edge it is not."""
    s = alone(TANK, Order.NONE)
    lay_terrain(s, Ground.WOOD, 10, 5, 15, 15)
    assert not in_wood(s, 0)
    s.model[0].base.x += 1
    assert in_wood(s, 0)
