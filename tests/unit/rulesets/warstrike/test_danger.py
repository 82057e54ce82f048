"""Danger tests in the course of an action: what they cost, and what goes on after them (WS-3.14, WS-5.9)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.unit.rulesets.warstrike.firing_line import kinds

from hulldown.kernel.actions import Action, Log, make
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.rulesets.common.explanation import open_log
from hulldown.rulesets.warstrike.actions import apply, check
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import (
    Why,
    danger_tested,
    leader_replaced,
    model_hit,
    model_removed,
    unit_destroyed,
)
from hulldown.rulesets.warstrike.setup import Place, blank_state, field_unit, lay_terrain
from hulldown.rulesets.warstrike.state import INCH, Deed, Ending, Fate, Ground, Half, Phase, State, Verb

FORD: Sequence[Place] = [(0, 12), (48, 12), (48, 14), (0, 14)]
PAIR: Sequence[Place] = [(10, 10), (12, 10)]


def patrol(places: Sequence[Place] = PAIR, unit: str = "line", **options: str) -> State:
    """Unit 0 is about to act south of dangerous ground; unit 2 waits, unit 1 is an enemy in range."""
    s = blank_state(SHELF, options)
    lay_terrain(s, Ground.DANGEROUS, FORD)
    field_unit(SHELF, s, 0, unit, list(places))
    field_unit(SHELF, s, 1, "line", [(10, 30), (12, 30)])
    field_unit(SHELF, s, 0, "mark", [(40, 5)])
    return s


def give(s: State, actions: Sequence[Action], faces: Sequence[int] = ()) -> Log:
    """Orders of seat 0, with these faces of six; what was told of the last."""
    d, log = script_dice(new_dice(0), [(face, 6) for face in faces]), open_log()
    for a in actions:
        log.count = 0
        assert check(s, 0, a) == Why.OK
        apply(s, a, d, log)
    assert d.at == len(faces)
    return log


def act(deed: Deed, half: Half = Half.MOVE_FIRST) -> list[Action]:
    """Unit 0 is activated and chooses."""
    return [make(0, Verb.ACTIVATE, 0), make(0, Verb.ACT, 0, choice=deed, facing=half)]


def march(x: float, y: float) -> Action:
    """A whole move of unit 0."""
    return make(0, Verb.MARCH, 0, x=round(x * INCH), y=round(y * INCH))


def test_a_leader_lost_on_the_way_is_followed_before_the_fire() -> None:
    """WS-3.14, WS-5.9, WS-2.6: tests in id order, then a new leader, then the half that fires."""
    s = patrol()
    log = give(s, [*act(Deed.ADVANCE), march(10, 15)], [1])
    assert kinds(log)[-3:] == [danger_tested, model_removed, leader_replaced]
    assert (s.unit[0].leader, s.unit[0].leaderless, s.phase) == (1, 1, Phase.FIRE)
    assert check(s, 0, make(0, Verb.FIRE, 0, target=1)) == Why.OK


def test_only_a_walk_over_it_or_a_place_on_it_is_tested() -> None:
    """WS-3.14, WS-7.9: the placed member came over without a path, and rolls nothing."""
    s = patrol()
    log = give(s, [*act(Deed.ADVANCE), march(10, 15)], [6])
    assert kinds(log).count(danger_tested) == 1
    s = patrol()
    log = give(s, [*act(Deed.ADVANCE), march(10, 13)], [6, 6])  # both end on it
    assert kinds(log).count(danger_tested) == 2
    s = patrol([(10, 13), (12, 13)])
    give(s, [*act(Deed.ADVANCE), make(0, Verb.END, 0)])  # who only stands there does not roll


def test_the_owner_names_who_leads_before_the_action_goes_on() -> None:
    """WS-2.6, option acting_leader: after a danger test too."""
    s = patrol([(10, 10), (12, 10), (14, 10)], acting_leader="owner")
    give(s, [*act(Deed.ADVANCE), march(10, 15)], [1])
    assert s.phase == Phase.SUCCESSION
    give(s, [make(0, Verb.LEAD, 2)])
    assert (s.unit[0].leader, s.phase) == (2, Phase.FIRE)


@pytest.mark.parametrize("half", list(Half))
def test_a_unit_that_is_lost_on_the_way_has_acted(half: Half) -> None:
    """WS-5.6, WS-13.1: whether it fired before, or would have fired; the next unit is activated."""
    s = patrol([(10, 10)], "mark")
    fire = [make(0, Verb.HOLD, 0)] if half == Half.FIRE_FIRST else []
    log = give(s, [*act(Deed.ADVANCE, half), *fire, march(10, 15)], [1])
    assert unit_destroyed in kinds(log)
    assert (s.unit[0].fate, s.acting, s.phase) == (Fate.DESTROYED, -1, Phase.ACTIVATE)
    assert check(s, 0, make(0, Verb.ACTIVATE, 2)) == Why.OK


def test_the_last_model_lost_so_ends_the_battle() -> None:
    """WS-14.6, WS-5.8: at once."""
    s = patrol([(10, 10)], "mark")
    s.model[3].alive, s.unit[2].fate, s.unit[2].leader = 0, Fate.DESTROYED, -1
    give(s, [*act(Deed.ADVANCE), march(10, 15)], [1])
    assert (s.phase, s.winner, s.ending) == (Phase.OVER, 1, Ending.WIPED_OUT)


def test_a_car_takes_a_result_and_goes_on() -> None:
    """WS-15.3, WS-11.18: a wood is dangerous ground to it; it bears three results."""
    s = patrol([(10, 9)], "car")
    s.piece[0].ground = Ground.WOOD
    log = give(s, [*act(Deed.ADVANCE), march(10, 15)], [1])
    assert model_hit in kinds(log) and (s.model[0].results, s.model[0].alive) == (1, 1)
