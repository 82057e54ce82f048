"""What the computer players steer by: nothing of it is a rule, but it must make sense."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.wandering import wander

from hulldown.kernel.records import copy, digest
from hulldown.rulesets.warstrike.codes import INCH, Deed, Phase
from hulldown.rulesets.warstrike.judgement import (
    actions_left,
    body,
    estimate,
    fire_of,
    fires_now,
    forces,
    goals,
    pass_chance,
    turns_after,
    worth,
)
from hulldown.rulesets.warstrike.scenario import set_up
from hulldown.rulesets.warstrike.state import State

EVEN, WON = 5_000, 10_000


@pytest.fixture
def patrol() -> State:
    """First Patrol, whose sides fight on their own: units 0 and 1 are Blue's, 2 and 3 are Red's."""
    return set_up("first_patrol")


def shifted(s: State, k: int, dx: int, dy: int) -> State:
    """The same with a unit elsewhere, by so many inches."""
    made = copy(s)
    for m in range(made.unit[k].first, made.unit[k].first + made.unit[k].size):
        made.model[m].x += dx * INCH
        made.model[m].y += dy * INCH
    return made


@pytest.mark.parametrize("scenario", ["first_patrol", "two_roads", "water_line"])
def test_what_one_side_gains_the_other_loses(scenario: str) -> None:
    for step in wander(scenario, 3, most=40):
        s = step.before
        assert estimate(s, 0) + estimate(s, 1) == 2 * EVEN
        assert s.phase == Phase.OVER or 0 < estimate(s, 0) < WON


def test_thinking_changes_nothing(patrol: State) -> None:
    before = digest(patrol)
    estimate(patrol, 0)
    assert digest(patrol) == before


def test_a_battle_that_is_over_is_worth_its_result(patrol: State) -> None:  # WS-14.7
    patrol.phase, patrol.winner = Phase.OVER, 1
    assert (estimate(patrol, 0), estimate(patrol, 1)) == (0, WON)
    patrol.winner = 2
    assert estimate(patrol, 0) == estimate(patrol, 1) == EVEN


def test_turns_to_come(patrol: State) -> None:
    """WS-5.2: the attacker, Red, moves first; in his last turn the defender has still one."""
    assert (turns_after(patrol, 1), turns_after(patrol, 0)) == (4, 5)
    assert actions_left(patrol, 2) == actions_left(patrol, 0) == 5
    patrol.turn, patrol.side = 5, 0
    assert (turns_after(patrol, 1), turns_after(patrol, 0)) == (0, 0)


def test_markers_are_a_danger(patrol: State) -> None:
    """WS-6.2, WS-6.3: a Line Squad of Ld 2 and Nv 4 passes eight times of nine with one marker."""
    calm = worth(patrol, 0)
    assert pass_chance(patrol, 0) == 100
    patrol.unit[0].markers = 1
    assert pass_chance(patrol, 0) in (88, 89)
    one = worth(patrol, 0)
    patrol.unit[0].markers = 5
    assert pass_chance(patrol, 0) == 0  # the target is 0
    assert worth(patrol, 0) < one < calm


def test_a_unit_that_breaks_below_a_quarter_is_as_good_as_lost(patrol: State) -> None:  # WS-10.18
    for m in range(1, 9):
        patrol.model[m].alive = 0
    firm = worth(patrol, 0)
    patrol.unit[0].markers = 5
    assert firm > 0
    assert worth(patrol, 0) == 0


def test_models_lost_are_value_lost(patrol: State) -> None:
    before = forces(patrol, 0)
    patrol.model[9].alive = 0
    assert forces(patrol, 0) < before


def test_the_action_chosen_decides_the_fire_to_come(patrol: State) -> None:
    """WS-9.6, WS-9.10, WS-9.32: all of it in Open Fire!, half in Advance!, none by who goes to ground."""
    s = shifted(patrol, 0, -4, 3)
    s.side, s.acting = 0, 0
    found = []
    for deed in (Deed.OPEN_FIRE, Deed.ADVANCE, Deed.GO_TO_GROUND):
        s.deed = deed
        found.append(fire_of(s, 0))
    assert found[0] > found[1] > found[2]


def test_fire_counts_less_once_it_was_given(patrol: State) -> None:
    s = shifted(patrol, 0, -4, 3)
    s.side = 0
    ready = fire_of(s, 0)
    assert fires_now(s, 0)
    s.unit[0].acted = 1
    assert not fires_now(s, 0)
    assert 0 < fire_of(s, 0) < ready


def test_a_leader_alone_does_not_stand_for_his_squad(patrol: State) -> None:  # WS-9.2
    assert body(patrol, 0) != patrol.unit[0].leader
    assert body(patrol, 2) != patrol.unit[2].leader


def test_nearer_to_an_objective_is_better(patrol: State) -> None:
    """WS-14.4: each step counts, and more once the objective is held."""
    steps = [goals(shifted(patrol, 0, 0, dy), 0) for dy in (0, 2, 4, 10)]
    assert steps == sorted(set(steps))


def test_towards_the_end_what_is_far_counts_for_nothing(patrol: State) -> None:
    patrol.turn, patrol.side = 5, 0
    patrol.unit[0].acted = patrol.unit[1].acted = 1
    assert goals(shifted(patrol, 0, 0, -1), 0) <= goals(set_up("first_patrol"), 0) // 4


def test_an_enemy_objective_held_is_nearly_the_battle() -> None:  # WS-14.4, Two Roads
    s = set_up("two_roads")
    there = shifted(s, 0, 0, 22)  # Blue's first squad at Red's western objective
    there.side = 1
    assert goals(there, 0) > goals(s, 0) + 300
