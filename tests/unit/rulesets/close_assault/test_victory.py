"""Objectives, the scenarios' own points, the end of a battle (CA-18, section 6)."""

import pytest

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.log import tell
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_objective, set_up
from hulldown.rulesets.close_assault.state import NOBODY, Ending, Order, Phase, State
from hulldown.rulesets.close_assault.turn import (
    advance,
    concede,
    earns_extra,
    end_round,
    holder,
    judge_rounds,
    judge_wiped,
    near_objective,
    result,
    score_objectives,
    strength_at,
)
from hulldown.rulesets.close_assault.values import remove
from hulldown.rulesets.close_assault.words import find_model
from hulldown.rulesets.common.explanation import OFF, open_log

BLUE, RED, DRAW = 0, 1, 2


def contested(*places: tuple[int, str, tuple[float, float]]) -> State:
    """One objective at (20, 20), single models near it: side, unit, place."""
    s = blank_state()
    lay_objective(s, 20, 20)
    for side, unit, place in places:
        field_detachment(SHELF, s, side, unit, [place])
    return s


# ---------------------------------------------------------------- objectives


@pytest.mark.parametrize(
    ("unit", "worth"),
    [("line_infantry", 5), ("scout_bikes", 3), ("walker", 3), ("rhino", 2), ("baneblade", 2)],
)
def test_what_a_model_counts_for_near_an_objective(unit: str, worth: int) -> None:
    """CA-18.2"""
    assert strength_at(contested((BLUE, unit, (20, 21))), 0, BLUE) == worth


def test_three_inches_are_measured_from_the_base() -> None:
    """CA-18.2, CA-2.3: 3 inches and the tolerance from the edge of a round base of 1 inch."""
    s = contested((BLUE, "line_infantry", (23.51, 20)), (BLUE, "line_infantry", (23.511, 20)))
    assert near_objective(s, 0, 0)
    assert not near_objective(s, 1, 0)


def test_three_inches_from_a_rectangle() -> None:
    """CA-18.2: a Rhino facing north reaches half an inch to its side, three quarters ahead."""
    s = blank_state()
    lay_objective(s, 20, 20)
    field_detachment(SHELF, s, BLUE, "rhino", [(23.5, 20), (20, 16.25), (23.6, 20)], facing=90)
    assert [near_objective(s, m, 0) for m in range(3)] == [True, True, False]


def test_equal_strength_holds_nothing() -> None:
    """CA-18.2"""
    assert (holder(5, 5), holder(6, 5), holder(0, 2)) == (NOBODY, BLUE, RED)


def test_why_nobody_scores_is_told() -> None:
    """CA-18.2: a battle was drawn, and nothing said that the middle was held by as many of both."""
    s = contested((BLUE, "line_infantry", (20, 21)), (RED, "line_infantry", (20, 19)))
    s.round, e = 2, open_log()
    score_objectives(s, e)
    assert list(s.score) == [0, 0]
    said = next(one for one in tell(SHELF, s, blank(Action), e) if "objective" in one.text)
    assert said.text == "Nobody holds the objective at 20,20: strength 5 on both sides, no VP."
    assert said.rules == ("CA-18.2",)


def test_who_falls_back_holds_nothing() -> None:
    """CA-18.2"""
    s = contested((BLUE, "line_infantry", (20, 21)), (RED, "rhino", (20, 19)))
    s.detachment[0].order = Order.FALL_BACK
    s.round = 2
    score_objectives(s, OFF)
    assert list(s.score) == [0, 1]


def test_objectives_score_from_their_first_round_on() -> None:
    """CA-18.2, section 6: at the end of rounds 2 and later, in Drill Square from round 1 on."""
    s = contested((BLUE, "line_infantry", (20, 21)))
    for number, points in ((1, 0), (2, 1), (3, 2)):
        s.round = number
        score_objectives(s, OFF)
        assert s.score[BLUE] == points
    assert set_up(SHELF, "drill_square").scoring == 1


# ---------------------------------------------------------------- the end


def test_a_side_without_models_loses_at_once() -> None:
    """CA-18.3"""
    s = contested((BLUE, "line_infantry", (20, 21)), (RED, "rhino", (30, 19)))
    assert not judge_wiped(s, OFF)
    s.score = [0, 7]
    remove(s, 1, OFF)
    advance(s, new_dice(1), OFF)
    assert (s.phase, result(s), s.ending) == (Phase.OVER, BLUE, Ending.WIPED_OUT)


def test_both_wiped_out_is_a_draw() -> None:
    """CA-18.3"""
    s = contested((BLUE, "line_infantry", (20, 21)), (RED, "rhino", (30, 19)))
    s.score = [3, 0]
    for m in range(2):
        s.model[m].wounds = 0
    assert judge_wiped(s, OFF)
    assert result(s) == DRAW


@pytest.mark.parametrize(("score", "winner"), [([3, 2], BLUE), ([1, 2], RED), ([2, 2], DRAW)])
def test_after_the_last_round_the_higher_total_wins(score: list[int], winner: int) -> None:
    """CA-18.3"""
    s = contested((BLUE, "line_infantry", (2, 2)), (RED, "rhino", (30, 19)))
    s.round, s.score = s.rounds, score
    end_round(s, new_dice(1), OFF)
    assert (s.phase, result(s), s.ending) == (Phase.OVER, winner, Ending.ROUNDS)


def test_kills_score_when_they_happen() -> None:
    """CA-18.3, section 6: 1 point, 2 for vehicles, 5 for the Baneblade."""
    s = set_up(SHELF, "the_fortress")
    assert [s.detachment[k].value for k in range(4)] == [5, 1, 1, 2]
    remove(s, 0, OFF)
    assert list(s.score) == [0, 5]


def test_who_concedes_has_lost() -> None:
    """CA-18.4"""
    s = set_up(SHELF, "iron_wedge")
    s.score = [9, 0]
    concede(s, BLUE, OFF)
    assert (s.phase, result(s), s.ending) == (Phase.OVER, RED, Ending.CONCEDED)
    assert list(s.score) == [9, 0]


# ---------------------------------------------------------------- the scenarios' own points


def test_two_vehicles_wholly_north_of_the_line() -> None:
    """CA-18.3, section 6.1: 3 points at the end of Iron Wedge."""
    s = set_up(SHELF, "iron_wedge")
    s.model[0].base.y = 26_740  # facing north a Rhino is 1.5 long: within the tolerance
    s.model[1].base.y = 26_739
    assert not earns_extra(s)
    s.model[1].base.y = 27_000
    assert earns_extra(s)
    s.model[1].wounds = 0
    assert not earns_extra(s)
    s.model[3].base.y = 30_000  # the Land Raider counts as well
    assert earns_extra(s)
    judge_rounds(s, OFF)
    assert (list(s.score), result(s)) == ([3, 0], BLUE)


def test_walkers_and_foot_do_not_count_for_it() -> None:
    """Section 6.1, CA-1.1"""
    s = set_up(SHELF, "iron_wedge")
    for m in range(4, 15):
        s.model[m].base.y = 30_000
    assert not earns_extra(s)


def test_the_baneblade_arrives_with_its_centre() -> None:
    """CA-18.3, section 6.2: 4 points for its centre at x = 30 or beyond."""
    s = set_up(SHELF, "the_fortress")
    s.model[0].base.x = 29_989
    assert not earns_extra(s)
    s.model[0].base.x = 29_990
    assert earns_extra(s)
    s.model[1].base.x, s.model[0].base.x = 40_000, 6_000
    assert not earns_extra(s)
    s.model[0].base.x, s.model[0].wounds = 40_000, 0
    assert not earns_extra(s)


def test_lines_are_passed_away_from_the_own_edge() -> None:
    """CA-18.3: seen from the north edge, beyond means south."""
    s = set_up(SHELF, "iron_wedge")
    s.extra_side, s.extra_models = RED, 1
    tank = s.model[find_model(s, "R5.1")].base
    assert not earns_extra(s)
    tank.y = 25_135  # facing south it is 1.75 long: within the tolerance
    assert earns_extra(s)
    tank.y = 25_136
    assert not earns_extra(s)


def test_no_extra_points_for_a_battle_that_ends_early() -> None:
    """CA-18.4"""
    s = set_up(SHELF, "the_fortress")
    s.model[0].base.x = 40_000
    for m in range(s.models):
        if s.detachment[s.model[m].detachment].side == RED:
            s.model[m].wounds = 0
    assert judge_wiped(s, OFF)
    assert s.score[BLUE] == 0


def test_drill_square_has_no_extra_points() -> None:
    """Section 6.3"""
    assert not earns_extra(set_up(SHELF, "drill_square"))
