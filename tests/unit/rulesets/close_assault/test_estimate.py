"""What the computer players steer by: nothing of it is a rule, but it must make sense."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.close_assault.wandering import TWO_RHINOS, wander

from hulldown.ai import choose, player
from hulldown.kernel.actions import Action
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.close_assault import RULESET, heuristics
from hulldown.rulesets.close_assault import heuristics as close
from hulldown.rulesets.close_assault.bot import by_lead, estimate, lead
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.exact import fight_odds
from hulldown.rulesets.close_assault.heuristics import (
    WEIGHTS,
    Term,
    all_in_contact,
    best_fire,
    extra,
    win_chance,
)
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.state import Manner, Order, Phase, State, Verb
from hulldown.rulesets.close_assault.turn import begin_round, give_order
from hulldown.rulesets.common.explanation import open_log

EVEN, WON = 500_000, 1_000_000
FINE = 1 << 16  # of a term by itself


def stood(s: State, k: int, *places: tuple[int, int], facing: int | None = None) -> State:
    """The same with the models of a detachment elsewhere, in mils."""
    made = copy(s)
    for m, (x, y) in enumerate(places, int(made.detachment[k].first)):
        base = made.model[m].base
        base.x, base.y, base.facing = x, y, base.facing if facing is None else facing
    return made


def gone(s: State, k: int, models: int) -> State:
    """The same with the first models of a detachment off the table."""
    made = copy(s)
    for m in range(int(made.detachment[k].first), int(made.detachment[k].first) + models):
        made.model[m].wounds = 0
    return made


@pytest.mark.parametrize("scenario", ["drill_square", "iron_wedge", "the_fortress"])
def test_what_one_side_gains_the_other_loses(scenario: str) -> None:
    for step in wander(scenario, 3, most=60):
        s = step.before
        assert estimate(s, 0) + estimate(s, 1) == 2 * EVEN
        assert s.phase == Phase.OVER or 0 < estimate(s, 0) < WON


def test_thinking_changes_nothing() -> None:
    for step in wander("drill_square", 5, most=90):
        before = digest(step.before)
        estimate(step.before, 0)
        assert digest(step.before) == before


def test_the_lead_is_the_sum_of_its_terms_by_their_weights() -> None:
    for step in wander("drill_square", 7, most=80):
        terms = [[FINE if i == term else 0 for i in Term] for term in Term]
        told = sum(int(WEIGHTS[i]) * lead(step.before, terms[i]) / FINE for i in Term)
        assert lead(step.before, WEIGHTS) == pytest.approx(told, rel=1e-3, abs=1e6)


def test_losses_and_points_count() -> None:
    s = set_up(SHELF, "iron_wedge")
    assert estimate(gone(s, 0, 1), 0) < estimate(s, 0) < estimate(gone(s, 5, 1), 0)
    ahead = copy(s)
    ahead.score[0] += 1
    assert estimate(s, 0) < estimate(ahead, 0)


def test_the_chances_of_a_fight_are_those_of_the_odds() -> None:  # CA-19.2
    for ahead in range(-11, 12):
        exact = fight_odds(2, ahead, 2, 0).win
        assert abs(win_chance(2 * ahead) - 100 * exact) <= 0.5


def melee(s: State) -> int:
    return close.melee(s, all_in_contact(s), WEIGHTS)


def ground(s: State) -> int:
    return heuristics.ground(s, all_in_contact(s), WEIGHTS)


def test_infantry_behind_a_vehicle_is_worth_more_than_before_it() -> None:  # CA-5.3, CA-6.7
    s = set_up(SHELF, TWO_RHINOS)
    s.phase = Phase.MOVEMENT
    s.detachment[1].order = Order.CHARGE
    before = stood(s, 1, (10_500, 4_250), (16_000, 20_000), (17_000, 20_000), (18_000, 20_000))
    behind = stood(s, 1, (10_500, 1_740), (16_000, 20_000), (17_000, 20_000), (18_000, 20_000))
    assert melee(s) == 0
    assert melee(before) > 0 > melee(behind)


def test_objectives_draw_and_are_held() -> None:  # CA-18.2
    s = set_up(SHELF, TWO_RHINOS)
    near = stood(s, 0, (12_000, 10_000), (13_500, 10_000))
    assert ground(near) > ground(s)
    held = stood(
        s, 1, (12_000, 12_000), (13_100, 12_000), (14_200, 12_000), (10_900, 12_000), (9_800, 12_000)
    )
    assert ground(held) < ground(s)


def test_a_line_to_cross_draws_who_must_cross_it() -> None:  # section 6
    s = set_up(SHELF, "the_fortress")
    steps = [extra(stood(s, 0, (x, 18_000)), 0) for x in (6_000, 12_000, 18_000, 24_000, 31_000)]
    assert steps == sorted(steps) and steps[0] < steps[-1]
    assert extra(gone(s, 0, 1), 0) == 0


def test_fire_is_promised_to_who_has_somebody_in_range_and_sight() -> None:  # CA-15.2
    s = set_up(SHELF, TWO_RHINOS)
    first = int(s.detachment[1].first)
    assert best_fire(s, 2, int(s.detachment[2].first), 0, 0) == 0
    near = stood(s, 2, (10_500, 6_000), (12_000, 6_000), (13_500, 6_000))
    assert best_fire(near, 2, int(s.detachment[2].first), 0, 0) == 0, "Light weapons do not harm vehicles"
    assert best_fire(stood(s, 0, (10_500, 9_000)), 0, 0, 0, 0) > 0 == best_fire(s, 1, first, 0, 0)


def ordered(s: State, **orders: Order) -> State:
    """The same in the Movement phase, with orders for detachments by their names."""
    made = copy(s)
    made.phase, made.side, made.initiative = Phase.MOVEMENT, 0, 0
    for k in range(made.detachments):
        name = f"{chr(made.detachment[k].name // 100)}{made.detachment[k].name % 100}"
        made.detachment[k].order = orders.get(name, Order.FIRST_FIRE)
    return made


def test_orders_promise_what_they_are_for() -> None:  # CA-3.3
    s = set_up(SHELF, TWO_RHINOS)

    def promised(order: Order) -> int:
        return heuristics.promise(ordered(s, B1=order), 0, 0, WEIGHTS)

    assert promised(Order.CHARGE) > promised(Order.FIRST_FIRE)
    assert promised(Order.ADVANCE) > promised(Order.FIRST_FIRE), "somebody is in range after the move"
    assert heuristics.stride(ordered(s, B1=Order.MARCH), 0, 0) > heuristics.stride(
        ordered(s, B1=Order.ADVANCE), 0, 0
    )
    assert heuristics.stride(ordered(s, B1=Order.FIRST_FIRE), 0, 0) == 0


# ---------------------------------------------------------------- between two decisions


def test_to_activate_a_detachment_changes_nothing_by_itself() -> None:  # CA-3.7
    changes = [
        abs(by_lead(step.after, 0) - by_lead(step.before, 0))
        for scenario in ("drill_square", "the_fortress")
        for step in wander(scenario, 4, most=120)
        if step.chosen.verb == Verb.ACTIVATE and step.after.phase == Phase.MOVING
    ]
    assert len(changes) > 10
    assert max(changes) <= 10_000


@pytest.mark.parametrize("scenario", ["drill_square", "iron_wedge", "the_fortress"])
def test_who_has_no_order_yet_is_expected_to_get_a_good_one(scenario: str) -> None:  # CA-3.2
    s = set_up(SHELF, scenario)
    begin_round(s, open_log())
    gains = []
    for k in range(s.detachments):
        side, best = int(s.detachment[k].side), 0
        for order in (Order.FIRST_FIRE, Order.ADVANCE, Order.MARCH, Order.CHARGE):
            after = copy(s)
            give_order(after, k, order)
            best = max(best, int(estimate(after, side)))
        gains.append(best - int(estimate(s, side)))
    assert abs(sum(gains)) / len(gains) <= 60_000


# ---------------------------------------------------------------- no waste


PLAYERS = ["greedy", "mcts:400:seed=1"]


def given(kind: str, s: State, seat: int) -> Action:
    return choose(player(kind, RULESET), RULESET, s, seat)


@pytest.mark.parametrize("kind", PLAYERS)
def test_nobody_waits_for_an_enemy_who_is_out_of_reach(kind: str) -> None:  # CA-3.3
    order = given(kind, set_up(SHELF, TWO_RHINOS), 0)
    assert order.verb == Verb.ORDER
    assert order.choice != Order.FIRST_FIRE


@pytest.mark.parametrize("kind", PLAYERS)
def test_fire_is_not_held_for_nothing(kind: str) -> None:  # CA-3.9
    s = stood(ordered(set_up(SHELF, TWO_RHINOS)), 0, (10_500, 9_000), (13_500, 9_000))
    s.phase = Phase.FIRST_FIRE
    assert given(kind, s, 0).verb == Verb.FIRE


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_march_leads_to_the_objective_and_not_away_from_it(kind: str) -> None:  # CA-18.2
    s = ordered(set_up(SHELF, TWO_RHINOS), R2=Order.MARCH)
    s.phase, s.side, s.acting, s.detachment[2].moved = Phase.MOVING, 1, 2, 1
    for m in range(int(s.detachment[2].first), int(s.detachment[2].first) + 3):
        b = s.model[m].base
        s.model[m].start_x, s.model[m].start_y, s.model[m].start_facing = b.x, b.y, b.facing
        s.model[m].shock_x, s.model[m].shock_y, s.model[m].shock_facing = b.x, b.y, b.facing
    way = given(kind, s, 1)
    assert way.verb == Verb.MANOEUVRE and way.choice == Manner.GO
    assert abs(way.x - 12_000) + abs(way.y - 12_000) < abs(12_000 - 12_000) + abs(20_000 - 12_000)


def test_who_is_held_gains_nothing_by_an_order_to_drive_on() -> None:  # CA-3.4, CA-12.29
    s = stood(set_up(SHELF, "the_fortress"), 0, (25_700, 15_100), facing=12_000)
    s = stood(s, 9, (24_400, 17_300), facing=12_000)
    s.round, s.phase = s.rounds, Phase.ORDERS
    for k in range(1, s.detachments):
        s.detachment[k].order = Order.FIRST_FIRE
    assert all_in_contact(s) & 1 == 1, "the Land Raider holds the Baneblade short of its line"
    worth = {}
    for order in (Order.FIRST_FIRE, Order.ADVANCE, Order.MARCH, Order.CHARGE):
        after = copy(s)
        give_order(after, 0, order)
        worth[order] = int(by_lead(after, 0))
    assert worth[Order.ADVANCE] == worth[Order.MARCH] == worth[Order.FIRST_FIRE] < worth[Order.CHARGE]
