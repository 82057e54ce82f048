"""What the computer players steer by: nothing of it is a rule, but it must make sense."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.close_assault.wandering import TWO_RHINOS, wander

from hulldown.kernel.records import copy, digest
from hulldown.rulesets.close_assault.codes import Ending, Order, Phase
from hulldown.rulesets.close_assault.exact.fights import fight_odds
from hulldown.rulesets.close_assault.judgement import estimate
from hulldown.rulesets.close_assault.judgement.blows import melee, win_chance
from hulldown.rulesets.close_assault.judgement.fire import best_fire
from hulldown.rulesets.close_assault.judgement.goals import extra, ground
from hulldown.rulesets.close_assault.judgement.promise import promise
from hulldown.rulesets.close_assault.scenario import set_up
from hulldown.rulesets.close_assault.state import State

EVEN, WON = 5_000, 10_000


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


def test_a_battle_that_is_over_is_worth_its_result() -> None:  # CA-18.3
    s = set_up(TWO_RHINOS)
    s.phase, s.winner, s.ending = Phase.OVER, 1, Ending.WIPED_OUT
    assert (estimate(s, 0), estimate(s, 1)) == (0, WON)
    s.winner = 2
    assert estimate(s, 0) == estimate(s, 1) == EVEN


def test_losses_and_points_count() -> None:
    s = set_up("iron_wedge")
    assert estimate(gone(s, 0, 1), 0) < estimate(s, 0) < estimate(gone(s, 5, 1), 0)
    ahead = copy(s)
    ahead.score[0] += 1
    assert estimate(s, 0) < estimate(ahead, 0)


def test_the_chances_of_a_fight_are_those_of_the_odds() -> None:  # CA-19.2
    for lead in range(-11, 12):
        exact = fight_odds(2, lead, 2, 0).win
        assert abs(win_chance(2 * lead) - 100 * exact) <= 0.5


def test_infantry_behind_a_vehicle_is_worth_more_than_before_it() -> None:  # CA-5.3, CA-6.7
    s = set_up(TWO_RHINOS)
    s.phase = Phase.MOVEMENT
    s.detachment[1].order = Order.CHARGE
    before = stood(s, 1, (10_500, 4_250), (16_000, 20_000), (17_000, 20_000), (18_000, 20_000))
    behind = stood(s, 1, (10_500, 1_740), (16_000, 20_000), (17_000, 20_000), (18_000, 20_000))
    assert melee(s) == 0
    assert melee(before) > 0 > melee(behind)


def test_objectives_draw_and_are_held() -> None:  # CA-18.2
    s = set_up(TWO_RHINOS)
    near = stood(s, 0, (12_000, 10_000), (13_500, 10_000))
    assert ground(near) > ground(s)
    held = stood(
        s, 1, (12_000, 12_000), (13_100, 12_000), (14_200, 12_000), (10_900, 12_000), (9_800, 12_000)
    )
    assert ground(held) < ground(s)


def test_a_line_to_cross_draws_who_must_cross_it() -> None:  # section 6
    s = set_up("the_fortress")
    steps = [extra(stood(s, 0, (x, 18_000))) for x in (6_000, 12_000, 18_000, 24_000, 31_000)]
    assert steps == sorted(steps) and steps[0] < steps[-1]
    assert extra(gone(s, 0, 1)) == 0


def test_fire_is_promised_to_who_has_somebody_in_range_and_sight() -> None:  # CA-15.2
    s = set_up(TWO_RHINOS)
    lead = int(s.detachment[1].first)
    assert best_fire(s, 2, int(s.detachment[2].first), 0) == 0
    near = stood(s, 2, (10_500, 6_000), (12_000, 6_000), (13_500, 6_000))
    assert best_fire(near, 2, int(s.detachment[2].first), 0) == 0, "Light weapons do not harm vehicles"
    assert best_fire(stood(s, 0, (10_500, 9_000)), 0, 0, 0) > 0 == best_fire(s, 1, lead, 0)


def test_orders_promise_what_they_are_for() -> None:  # CA-3.3
    s = set_up(TWO_RHINOS)

    def promised(order: Order, k: int = 0) -> int:
        s.detachment[k].order = order
        return promise(s, k)

    assert promised(Order.CHARGE) > promised(Order.FIRST_FIRE) == 0
    assert promised(Order.MARCH) > 0, "the objective is not reached yet"
    assert promised(Order.ADVANCE) > promised(Order.MARCH), "somebody is in range after the move"
