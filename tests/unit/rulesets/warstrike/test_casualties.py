"""Casualties: who falls, wounds, what is lost, what follows (WS-11.4, WS-11.17 to WS-11.19, WS-13)."""

from __future__ import annotations

from tests.unit.rulesets.warstrike.firing_line import Place, battle, faced, kinds, lay_ground, shoot

from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import (
    Why,
    leader_replaced,
    left_table,
    model_removed,
    results_lost,
    suppressed,
    unit_destroyed,
)
from hulldown.rulesets.warstrike.losses import (
    choices,
    closest_casualty,
    pending,
    settle,
    take_all,
    take_result,
    why_not_take,
)
from hulldown.rulesets.warstrike.permissions import destroy_unit, leave_table
from hulldown.rulesets.warstrike.setup import field_unit
from hulldown.rulesets.warstrike.state import Fate, Ground, Phase, State, lasts
from hulldown.rulesets.warstrike.table import living

ROW: list[Place] = [(20, 10), (18, 10), (16, 10)]


def struck(
    kills: int, foes: list[Place], may_die: tuple[int, ...], enemy: str = "line", **options: str
) -> State:
    """Unit 1 has taken so many kill results of the one model of unit 0."""
    s = battle(enemy=enemy, foes=foes, **options)
    s.phase = Phase.RESOLVE
    s.target, s.firers, s.kills, s.fired[0] = 1, 0, kills, 1
    for m in may_die:
        s.may_die[m] = 1
    return s


def fallen(s: State) -> list[int]:
    """Who falls, in order."""
    log = open_log()
    take_all(s, log)
    return [row.model for row in model_removed.rows(log)]


def test_the_closest_fall_first_and_the_leader_has_no_protection() -> None:
    """WS-11.17."""
    assert fallen(struck(2, ROW, (1, 2, 3))) == [3, 2]
    assert fallen(struck(1, ROW[::-1], (1, 2, 3))) == [1]


def test_of_two_equally_close_the_lower_number_falls() -> None:
    """WS-11.17: both are 5.4 inches off (6.403 between the centres)."""
    assert fallen(struck(1, [(20, 10), (15, 14), (15, 6)], (1, 2, 3))) == [2]


def test_only_who_was_a_target_falls_and_the_rest_is_lost() -> None:
    """WS-11.4, WS-11.17: model 3 is closest and nobody sees it."""
    s = struck(3, ROW, (1, 2))
    log = open_log()
    take_all(s, log)
    assert [row.model for row in model_removed.rows(log)] == [2, 1]
    assert [row.results for row in results_lost.rows(log)] == [1]
    assert (living(s, 1), s.kills) == (1, 0)


def test_who_may_die_is_whom_a_firer_could_hit() -> None:
    """WS-11.4, WS-11.17: of three one is out of range, one behind a block; only the first can fall."""
    s = battle(foes=[(20, 10), (36, 10), (20, 20)])
    lay_ground(s, Ground.BLOCK, [(14, 14), (16, 14), (16, 16), (14, 16)])
    log = shoot(s, [6, 6, 1, 1, 6, 6])
    assert [row.model for row in model_removed.rows(log)] == [1]
    assert results_lost.rows(log)[0].results == 1


def test_a_vehicle_falls_at_its_third_result_and_keeps_those_it_has() -> None:
    """WS-11.18: Wd 3; results stay for the game."""
    s = struck(2, [(20, 10)], (1,), "car")
    assert fallen(s) == [] and s.model[1].results == 2
    s.kills, s.may_die[1] = 1, 1
    assert fallen(s) == [1] and not lasts(s, 1)


def test_the_wounded_model_goes_on_taking_results() -> None:
    """WS-11.18: closest first is asked anew only when one is removed."""
    s = struck(4, [(20, 10), (20, 12)], (1, 2))
    s.profile[s.unit[1].profile].wounds = 3
    s.model[2].results = 1
    assert closest_casualty(s) == 1
    assert fallen(s) == [1]
    assert [s.model[m].results for m in (1, 2)] == [3, 2]


def test_the_owner_picks_where_an_option_lets_him() -> None:
    """WS-11.17, option casualty_choice: among those that may die; the last is not asked about."""
    s = struck(3, ROW, (1, 2), casualty_choice="owner")
    assert settle(s, faced([]), OFF) and s.phase == Phase.CASUALTY
    assert [why_not_take(s, m) for m in range(4)] == [Why.NO_TARGET, Why.OK, Why.OK, Why.NO_TARGET]
    take_result(s, 1, OFF)
    assert s.phase == Phase.RESOLVE and choices(s) == 1
    assert not settle(s, faced([]), OFF)
    assert [s.model[m].alive for m in (1, 2, 3)] == [0, 0, 1]
    assert (s.unit[1].leader, s.target, s.kills) == (3, -1, 0)


def test_the_owner_cannot_spread_results_over_wounded_models() -> None:
    """WS-11.18."""
    s = struck(2, [(20, 10), (20, 12)], (1, 2), casualty_choice="owner")
    s.profile[s.unit[1].profile].wounds = 2
    take_result(s, 2, OFF)
    assert (why_not_take(s, 1), why_not_take(s, 2), choices(s)) == (Why.NO_TARGET, Why.OK, 1)


def test_after_the_casualties_a_leader_then_markers() -> None:
    """WS-2.6, WS-11.19: in this order, from all hits, also those that did not kill."""
    s = struck(1, ROW[::-1], (1, 2, 3))
    s.hits = 7
    log = open_log()
    assert not settle(s, faced([]), log)
    assert kinds(log) == [model_removed, leader_replaced, suppressed]
    assert (s.unit[1].leader, s.unit[1].markers) == (2, 2)


def test_a_unit_that_is_gone_has_no_markers() -> None:
    """WS-11.19, WS-13.1."""
    s = struck(1, ROW[:1], (1,))
    s.hits = 3
    log = open_log()
    assert not settle(s, faced([]), log) and not pending(s)
    assert kinds(log) == [model_removed, unit_destroyed]
    assert (s.unit[1].fate, s.unit[1].markers, s.unit[1].leader) == (Fate.DESTROYED, 0, -1)


def test_units_that_go_whole() -> None:
    """WS-13.1, WS-13.2, WS-10.16 to WS-10.18: destroyed, or gone and counted for nobody."""
    s = battle(foes=ROW)
    field_unit(SHELF, s, 1, "line", [(30, 30)])
    field_unit(SHELF, s, 1, "line", [(34, 30)])
    log = open_log()
    destroy_unit(s, 1, log)
    leave_table(s, 2, 1, log)
    leave_table(s, 3, 0, log)
    assert [s.unit[k].fate for k in (1, 2, 3)] == [Fate.DESTROYED, Fate.DESTROYED, Fate.LEFT]
    assert [row.destroyed for row in left_table.rows(log)] == [1, 0]
    assert not any(lasts(s, k) for k in (1, 2, 3))
