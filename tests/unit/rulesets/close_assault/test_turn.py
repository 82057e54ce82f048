"""The order of play (CA-3, CA-17, CA-18.1): orders, Initiative, activations, stages, rounds."""

from random import Random

import pytest
from tests.unit.rulesets.close_assault.driver import decide, play_out
from tests.unit.rulesets.close_assault.wandering import TWO_RHINOS

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import answer, declare, pick, why_not_answer
from hulldown.rulesets.close_assault.events import (
    Why,
    activated,
    ceased_fire,
    held_fire,
    initiative_rolled,
    order_revealed,
    round_started,
)
from hulldown.rulesets.close_assault.movement import drive, why_not_drive, withdraw
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, set_up
from hulldown.rulesets.close_assault.state import NOBODY, Order, Phase, Response, State
from hulldown.rulesets.close_assault.turn import (
    activate,
    advance,
    begin_round,
    begin_stage,
    call_overwatch,
    cease_now,
    defend_now,
    end_move,
    end_round,
    give_order,
    hold_now,
    initiative_of,
    may_activate,
    movers,
    owes_orders,
    roll_initiative,
    shoot_now,
    take_tests,
    why_not_activate,
    why_not_call,
    why_not_cease,
    why_not_defend_now,
    why_not_hold,
    why_not_order,
    why_not_shoot_now,
)
from hulldown.rulesets.close_assault.values import survivors
from hulldown.rulesets.common.explanation import OFF, open_log

BLUE, RED = 0, 1
RHINO, SQUAD, ROCKETS = "rhino", "line_infantry", "rocket_infantry"
A = Order.ADVANCE


def dice(*faces: int) -> Dice:
    """Dice that show these faces first; all are of six sides."""
    return script_dice(new_dice(1), [(face, 6) for face in faces])


def drill(orders: str = "AAA", first: int = BLUE) -> State:
    """Drill Square after the orders of B1, R1 and R2 were revealed, by their letters; who has Initiative."""
    s = set_up(SHELF, TWO_RHINOS)
    for k, letter in enumerate(orders):
        give_order(s, k, {"F": Order.FIRST_FIRE, "A": A, "M": Order.MARCH, "C": Order.CHARGE}[letter])
    advance(s, dice(6, 1) if first == BLUE else dice(1, 6), OFF)
    return s


# ---------------------------------------------------------------- orders


def test_every_detachment_gets_one_of_four_orders_and_none_that_falls_back() -> None:
    """CA-3.1, CA-3.2"""
    s = set_up(SHELF, TWO_RHINOS)
    assert (s.phase, s.round) == (Phase.ORDERS, 1)
    for order in (Order.FIRST_FIRE, Order.ADVANCE, Order.MARCH, Order.CHARGE):
        assert why_not_order(s, BLUE, 0, order) == Why.ALLOWED
    for order in (Order.NONE, Order.FALL_BACK):
        assert why_not_order(s, BLUE, 0, order) == Why.ORDER
    assert why_not_order(s, RED, 0, A) == Why.NOT_YOURS
    s.detachment[0].order = Order.FALL_BACK
    assert why_not_order(s, BLUE, 0, A) == Why.NOT_YOURS
    assert not owes_orders(s, BLUE)
    assert owes_orders(s, RED)


def test_orders_are_revealed_when_all_are_given_and_not_before() -> None:
    """CA-3.4"""
    s, log = set_up(SHELF, TWO_RHINOS), open_log()
    for k in (0, 1):
        give_order(s, k, A)
        assert s.detachment[k].ordered == 1
        advance(s, new_dice(1), log)
        assert s.phase == Phase.ORDERS and not order_revealed.rows(log)
    assert why_not_order(s, BLUE, 0, A) == Why.NOT_YOURS  # given once
    give_order(s, 2, Order.CHARGE)
    advance(s, new_dice(1), log)
    assert order_revealed.rows(log) == [(0, A), (1, A), (2, 4)]


def test_initiative_goes_to_the_higher_die() -> None:
    """CA-3.5"""
    assert initiative_of(5, 3, NOBODY) == BLUE
    assert initiative_of(1, 6, RED) == RED
    assert initiative_of(4, 4, NOBODY) == NOBODY
    assert (initiative_of(4, 4, BLUE), initiative_of(4, 4, RED)) == (RED, BLUE)


def test_in_round_1_a_tie_is_rolled_again() -> None:
    """CA-3.5"""
    s, log = blank_state(), open_log()
    roll_initiative(s, dice(3, 3, 2, 2, 1, 5), log)
    assert s.initiative == s.side == RED
    assert initiative_rolled.rows(log) == [
        (NOBODY, 3, 3, 1),
        (NOBODY, 2, 2, 1),
        (RED, 1, 5, 0),
    ]
    roll_initiative(s, dice(3, 3), OFF)
    assert s.initiative == BLUE  # later it goes to who did not have it


# ---------------------------------------------------------------- the Movement phase


def test_sides_alternate_and_the_other_finishes() -> None:
    """CA-3.6, CA-3.7, CA-20.2"""
    s = drill("AAA", first=RED)
    assert (s.phase, s.side) == (Phase.MOVEMENT, RED)
    assert why_not_activate(s, BLUE, 0) == Why.NOT_YOURS
    activate(s, 1, OFF)
    end_move(s, 1, OFF)
    advance(s, new_dice(1), OFF)
    assert (s.phase, s.acting) == (Phase.MOVING, 0)  # Blue's only one: activated at once
    end_move(s, 0, OFF)
    advance(s, new_dice(1), OFF)
    assert s.acting == 2  # Blue has none left: Red goes on
    end_move(s, 2, OFF)
    advance(s, new_dice(1), OFF)
    assert s.phase != Phase.MOVEMENT


def test_first_fire_is_not_activated_in_the_movement_phase() -> None:
    """CA-3.3, CA-3.7"""
    s = drill("AFF", first=RED)
    assert s.acting == 0
    assert movers(s, RED) == 0


def test_engaged_detachments_without_a_charge_order_do_nothing_when_activated() -> None:
    """CA-3.10, CA-4.8"""
    s, log = blank_state(), open_log()
    field_detachment(SHELF, s, BLUE, RHINO, [(10, 10)], order=Order.MARCH)
    field_detachment(SHELF, s, RED, SQUAD, [(11.25, 10)], order=Order.CHARGE)
    s.initiative = s.side = BLUE
    advance(s, new_dice(1), log)
    assert (s.phase, s.acting) == (Phase.ENGAGED, 1)  # the Rhino's activation is over
    assert [row.unit for row in activated.rows(log)] == [0, 1]


def test_a_detachment_that_falls_back_runs_when_it_is_activated() -> None:
    """CA-16.7, CA-3.10, CA-3.7"""
    s = drill("AAA")
    s.detachment[0].order = Order.FALL_BACK
    y = s.model[0].base.y
    activate(s, 0, OFF)
    assert (s.phase, s.side, s.acting) == (Phase.MOVEMENT, RED, NOBODY)
    assert survivors(s, 0) == 0 or s.model[0].base.y < y


def test_who_fails_a_morale_test_before_its_activation_is_not_activated() -> None:
    """CA-3.8"""
    s = drill("AAA", first=RED)
    s.tests = 1 << 2
    take_tests(s, dice(1), OFF)
    assert s.detachment[2].order == Order.FALL_BACK
    withdraw(s, 2, OFF)
    s.phase = Phase.MOVEMENT
    assert why_not_activate(s, RED, 2) == Why.ORDER


def test_point_defence_fires_at_the_start_or_at_the_end_of_a_move() -> None:
    """CA-15.9, CA-20.1"""
    s = blank_state()
    field_detachment(SHELF, s, BLUE, RHINO, [(10, 10)], order=A)
    field_detachment(SHELF, s, RED, SQUAD, [(16, 10)], order=Order.FIRST_FIRE)
    s.side = s.initiative = BLUE
    advance(s, new_dice(1), OFF)
    assert why_not_defend_now(s, 0, 1) == Why.ALLOWED
    assert why_not_defend_now(s, 0, NOBODY) == Why.NOT_YOURS
    drive(s, 0, 12_000, 10_000, 0, OFF)
    assert why_not_defend_now(s, 0, 1) == Why.NOT_YOURS  # in the middle of its move
    end_move(s, 0, OFF)
    advance(s, new_dice(1), OFF)
    assert s.phase == Phase.POINT_DEFENCE
    assert why_not_defend_now(s, 0, NOBODY) == Why.ALLOWED
    defend_now(s, 0, 1, dice(1, 1, 1, 1, 1, 1, 1, 1), OFF)
    advance(s, new_dice(1), OFF)
    assert s.phase == Phase.FIRST_FIRE
    assert s.model[0].fired != 0


def test_nobody_is_asked_about_point_defence_that_has_no_target() -> None:
    """CA-20.2"""
    s = drill("AAA")
    end_move(s, 0, OFF)
    advance(s, new_dice(1), OFF)
    assert s.phase == Phase.MOVEMENT


# ---------------------------------------------------------------- Tank Shock and Overwatch


def shocked() -> State:
    """A Rhino has driven into contact with a squad that could fire, and declares a Tank Shock."""
    s = blank_state()
    field_detachment(SHELF, s, BLUE, RHINO, [(10, 10)], order=Order.CHARGE)
    field_detachment(SHELF, s, RED, SQUAD, [(16, 10)], order=Order.FIRST_FIRE)
    field_detachment(SHELF, s, RED, SQUAD, [(40, 30), (41.5, 30)], order=Order.FIRST_FIRE)
    s.side = s.initiative = BLUE
    advance(s, new_dice(1), OFF)
    assert why_not_drive(s, 0, 14_750, 10_000) == Why.ALLOWED
    drive(s, 0, 14_750, 10_000, -1, OFF)
    return s


def test_the_target_of_a_tank_shock_answers() -> None:
    """CA-12.6, CA-20.1"""
    s = shocked()
    declare(s, 0, 1, OFF)
    advance(s, new_dice(1), OFF)
    assert (s.phase, s.side) == (Phase.RESPONSE, RED)
    assert why_not_answer(s, 2, Response.STAND, 0) == Why.NOT_YOURS
    assert why_not_answer(s, 1, 5, 0) == Why.NOT_YOURS
    for response in (Response.STAND, Response.STAND_AND_FIRE, Response.EVADE):
        assert why_not_answer(s, 1, response, 0) == Why.ALLOWED
    s.detachment[1].order = Order.MARCH
    assert why_not_answer(s, 1, Response.STAND_AND_FIRE, 0) == Why.OW_ELIGIBLE


def test_after_a_tank_shock_the_vehicles_drive_on() -> None:
    """CA-12.10, CA-12.20"""
    s = shocked()
    declare(s, 0, 1, OFF)
    answer(s, Response.STAND, 0, new_dice(1), OFF)
    advance(s, dice(6, 6, 1, 1), OFF)
    assert s.phase == Phase.SPENDING  # a single pair needs no choice
    s.spend[BLUE] = 0
    advance(s, dice(6, 6, 1, 1), OFF)
    assert survivors(s, 1) == 0
    assert (s.phase, s.acting, s.combat) == (Phase.MOVING, 0, 0)


def test_vehicles_that_lose_a_tank_shock_and_their_nerve_end_their_activation() -> None:
    """CA-12.17, CA-16.3"""
    s = shocked()
    s.model[0].wounds = 2
    declare(s, 0, 1, OFF)
    answer(s, Response.STAND, 0, new_dice(1), OFF)
    advance(s, new_dice(1), OFF)
    s.spend[BLUE] = 0
    advance(s, dice(1, 1, 6, 6, 1), OFF)
    assert (s.phase, s.target) == (Phase.WITHDRAW, 0)
    assert s.detachment[0].order == Order.FALL_BACK
    decide(s, Random(1), new_dice(1), OFF)
    assert (s.acting, s.combat) == (NOBODY, 0)
    assert (s.phase, s.round) == (Phase.ORDERS, 2)  # nobody else had anything to do


def test_who_stands_and_fires_loses_its_order() -> None:
    """CA-12.8, CA-15.11, CA-3.8"""
    s = shocked()
    declare(s, 0, 1, OFF)
    answer(s, Response.STAND_AND_FIRE, 0, dice(1), OFF)
    assert s.detachment[1].order == Order.NONE
    advance(s, new_dice(1), OFF)
    assert s.phase == Phase.SPENDING


def test_a_charged_detachment_may_call_overwatch() -> None:
    """CA-15.11, CA-20.1"""
    s = shocked()
    end_move(s, 0, OFF)
    advance(s, new_dice(1), OFF)
    assert (s.phase, s.side, s.target) == (Phase.OVERWATCH, RED, 1)
    assert why_not_call(s, 1, 2) == Why.NOT_YOURS
    assert why_not_call(s, 2, 1) == Why.NOT_YOURS
    assert why_not_call(s, 1, 1) == Why.ALLOWED
    call_overwatch(s, 1, 1, dice(1), OFF)
    assert s.detachment[1].order == Order.NONE
    advance(s, new_dice(1), OFF)
    assert (s.acting, s.charged) == (NOBODY, 0)


# ---------------------------------------------------------------- the Combat phase


def firing() -> State:
    """Two sides within range, each with two detachments that can fire; Red has Initiative."""
    s = blank_state()
    for x, side in ((10, BLUE), (30, BLUE), (10, RED), (30, RED)):
        field_detachment(SHELF, s, side, ROCKETS, [(x, 10 + 10 * side)], order=Order.FIRST_FIRE)
    s.initiative = RED
    begin_stage(s, Phase.FIRST_FIRE)
    advance(s, new_dice(1), OFF)
    return s


def test_detachments_fire_in_turn_beginning_with_initiative() -> None:
    """CA-3.6, CA-17.1"""
    s = firing()
    assert (s.phase, s.side) == (Phase.FIRST_FIRE, RED)
    assert why_not_shoot_now(s, BLUE, 0, 2, NOBODY) == Why.NOT_YOURS
    assert why_not_shoot_now(s, RED, 2, 0, NOBODY) == Why.ALLOWED
    shoot_now(s, 2, 0, NOBODY, dice(1), OFF)
    advance(s, new_dice(1), OFF)
    assert s.side == BLUE
    hold_now(s, 0, OFF)
    advance(s, new_dice(1), OFF)
    assert s.side == RED
    assert why_not_hold(s, RED, 2) != Why.ALLOWED  # it has fired


def test_nobody_else_fires() -> None:
    """CA-3.11: one word for all of a side that could still fire; the other side finishes (CA-3.6)."""
    s, log = firing(), open_log()
    assert why_not_cease(s, BLUE) == Why.NOT_YOURS
    assert why_not_cease(s, RED) == Why.ALLOWED
    cease_now(s, RED, log)
    assert ceased_fire.rows(log) == [(RED,)] and held_fire.rows(log) == [(2,), (3,)]
    assert log.count == 3
    assert [s.detachment[k].activated for k in range(4)] == [0, 0, 1, 1]
    for k in (0, 1):  # Blue finishes alone
        advance(s, new_dice(1), OFF)
        assert (s.phase, s.side) == (Phase.FIRST_FIRE, BLUE)
        assert why_not_cease(s, RED) == Why.NOT_YOURS
        hold_now(s, k, OFF)
    assert why_not_cease(s, s.side) == Why.FIRE_ORDER
    s.phase = Phase.MOVEMENT
    assert why_not_cease(s, s.side) == Why.NOT_YOURS


def test_who_fires_no_more_does_so_in_this_stage_only() -> None:
    """CA-3.11, CA-17.7: who has fired before it is left alone; Advancing Fire asks anew."""
    s = firing()
    for k in range(4):
        s.detachment[k].order = A
    s.phase = Phase.ADVANCING_FIRE
    shoot_now(s, 2, 0, NOBODY, dice(1), OFF)
    s.side, log = RED, open_log()
    cease_now(s, RED, log)
    assert held_fire.rows(log) == [(3,)]
    begin_stage(s, Phase.ADVANCING_FIRE)
    assert may_activate(s, RED)


def test_who_cannot_hurt_anybody_is_not_asked() -> None:
    """CA-3.9, CA-20.2"""
    s = blank_state()
    field_detachment(SHELF, s, BLUE, SQUAD, [(10, 10)], order=Order.FIRST_FIRE)
    field_detachment(SHELF, s, RED, SQUAD, [(40, 30)], order=Order.FIRST_FIRE)
    s.initiative = BLUE
    begin_stage(s, Phase.FIRST_FIRE)
    assert not may_activate(s, BLUE)
    assert why_not_hold(s, BLUE, 0) == Why.FIRE_ORDER
    advance(s, new_dice(1), OFF)
    assert (s.phase, s.round) == (Phase.ORDERS, 2)  # nothing else to do in this round


def test_advancing_fire_comes_after_the_engagements() -> None:
    """CA-3.1, CA-17.7, CA-17.6"""
    s = firing()
    for k in range(4):
        s.detachment[k].order = A
    begin_stage(s, Phase.FIRST_FIRE)
    advance(s, new_dice(1), OFF)
    assert (s.phase, s.side) == (Phase.ADVANCING_FIRE, RED)


def test_the_side_with_initiative_picks_the_next_combat() -> None:
    """CA-17.2, CA-17.3, CA-17.4"""
    s = blank_state()
    for x in (10, 30):
        field_detachment(SHELF, s, BLUE, SQUAD, [(x, 10)])
        field_detachment(SHELF, s, RED, SQUAD, [(x + 1.05, 10)])
    s.initiative = RED
    begin_stage(s, Phase.ENGAGEMENT)
    advance(s, new_dice(1), OFF)
    assert (s.phase, s.side) == (Phase.ENGAGEMENT, RED)
    pick(s, 2)
    advance(s, dice(1, 1, 1, 1, 2, 2, 2, 2), OFF)  # the second Combat is the only one left
    assert s.round == 2
    assert [survivors(s, k) for k in range(4)] == [1, 1, 1, 1]


# ---------------------------------------------------------------- the End phase


def test_the_end_phase_clears_what_belongs_to_a_round() -> None:
    """CA-18.1, CA-10.8, CA-12.26"""
    s = drill("CAA")
    t, v = s.detachment[0], s.model[0]
    t.shocks, t.shocked, v.used, v.fired, v.charge, v.left[0] = 2, 2, 1, 1, 3, 0
    end_round(s, new_dice(1), OFF)
    assert (t.order, t.ordered, t.shocks, t.shocked, t.moved) == (Order.NONE, 0, 0, 0, 0)
    assert (v.used, v.fired, v.charge, v.left[0]) == (0, 0, 0, 4)
    assert (s.round, s.phase) == (2, Phase.ORDERS)


def test_rallying_comes_before_the_next_orders() -> None:
    """CA-16.6, CA-18.1"""
    s = drill("AAA")
    s.detachment[1].order = s.detachment[2].order = Order.FALL_BACK
    end_round(s, dice(3, 2), OFF)  # Morale 3+
    assert [s.detachment[k].order for k in range(3)] == [Order.NONE, Order.NONE, Order.FALL_BACK]
    assert why_not_order(s, RED, 1, A) == Why.ALLOWED
    assert why_not_order(s, RED, 2, A) == Why.NOT_YOURS


def test_a_round_in_which_all_fall_back_needs_no_orders() -> None:
    """CA-3.2, CA-20.2"""
    s = set_up(SHELF, TWO_RHINOS)
    for k in range(3):
        s.detachment[k].order = Order.FALL_BACK
    advance(s, dice(6, 1), OFF)
    assert s.phase != Phase.ORDERS


def test_rounds_are_announced() -> None:
    """CA-3.1"""
    s, log = set_up(SHELF, TWO_RHINOS), open_log()
    begin_round(s, log)
    assert round_started.rows(log) == [(2, 3)]


# ---------------------------------------------------------------- whole battles


@pytest.mark.parametrize("name", ["drill_square", "free_drill", "iron_wedge", "free_fortress"])
def test_driven_battles_end_in_order(name: str) -> None:
    """CA-3.1, CA-18.3, CA-20.1: at most so many rounds, no event lost, scores that only rise."""
    for seed in range(3):
        s, d, log, chance = set_up(SHELF, name), new_dice(seed), open_log(), Random(seed)
        before = list(s.score)
        while s.phase != Phase.OVER:
            forget(log)
            decide(s, chance, d, log)
            assert log.lost == 0
            assert all(new >= old for new, old in zip(s.score, before, strict=True))
            before = list(s.score)
        assert s.round <= s.rounds
        assert s.winner in (0, 1, 2)


def test_equal_choices_and_dice_make_equal_battles() -> None:
    """CA-20.5"""
    ends = []
    for _ in range(2):
        s = set_up(SHELF, TWO_RHINOS)
        ends.append((play_out(s, Random(5), new_dice(5), OFF), list(s.score), s.winner))
    assert ends[0] == ends[1]
