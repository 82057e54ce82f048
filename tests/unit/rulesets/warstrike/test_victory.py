"""Morale, objectives, points and how a battle ends (WS-14), and the Starting Phase (WS-5)."""

from __future__ import annotations

import pytest

from hulldown.kernel.actions import Log, listen
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import morale_checked
from hulldown.rulesets.warstrike.permissions import destroy_unit, leave_table
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_objective
from hulldown.rulesets.warstrike.state import INCH, Deed, Ending, Morale, Phase, State
from hulldown.rulesets.warstrike.turn import begin_player_turn, open_battle
from hulldown.rulesets.warstrike.victory import (
    concede,
    controls,
    end_of_turns,
    morale_of,
    objectives_won,
    points_for_units,
    result,
    wiped_out,
)

COMMANDERS = 3  # the unit of side 0 that has the officer


def force(victory: int = 1 << Morale.TASK_FORCE) -> State:
    """Three marksmen and a Command Section of side 0, one marksman of side 1."""
    s = blank_state(SHELF)
    s.victory = victory
    for x in (4, 8, 12):
        field_unit(SHELF, s, 0, "mark", (x, 4))
    field_unit(SHELF, s, 0, "cmd", (20, 4))
    field_unit(SHELF, s, 1, "mark", (20, 30))
    return s


def destroyed(*units: int, **kind: int) -> State:
    """The same after these units are destroyed."""
    s = force(**kind)
    for k in units:
        destroy_unit(s, k, OFF)
    return s


# ---------------------------------------------------------------- morale


@pytest.mark.parametrize(("faces", "retreats"), [((6, 6, 6), True), ((6, 6, 5), False)])
def test_a_force_that_lost_more_than_half_checks(faces: tuple[int, ...], retreats: bool) -> None:
    """Dice by the Ld of the commander's unit against its Nv (WS-14.1, WS-14.3)."""
    s, e = destroyed(0, 1, 2), blank(Log)
    s.unit[COMMANDERS].markers = 3  # they do not count
    listen(e)
    assert morale_of(s, 0, script_dice(new_dice(0), [(face, 6) for face in faces]), e) == retreats
    assert e.events[0].kind == morale_checked.kind
    assert (s.winner, s.ending) == ((1, Ending.RETREAT) if retreats else (-1, Ending.RUNNING))


def test_half_is_not_more_than_half() -> None:
    """Nor do units count that left the table, nor is there a check where the scenario has none (WS-14.3)."""
    assert not morale_of(destroyed(0, 1), 0, new_dice(0), OFF)
    s = destroyed(0, 1)
    leave_table(s, 2, 0, OFF)
    assert not morale_of(s, 0, new_dice(0), OFF)
    leave_table(s, COMMANDERS, 1, OFF)
    assert morale_of(s, 0, new_dice(0), OFF)  # with no officer left it fails by itself (WS-14.2)
    assert not morale_of(destroyed(0, 1, 2, victory=0), 0, new_dice(0), OFF)


def test_no_officer_no_dice() -> None:
    """With no officer on the table the check fails without a die (WS-14.2)."""
    s = destroyed(0, 1, COMMANDERS)
    thrown = script_dice(new_dice(0), [(1, 6)])
    assert morale_of(s, 0, thrown, OFF)
    assert result(s) == 1


# ---------------------------------------------------------------- objectives


def test_control() -> None:
    """A model's base within 3 inches of the marker, and no enemy as near (WS-14.4, WS-14.5)."""
    s = blank_state(SHELF)
    lay_objective(s, 20, 20)
    field_unit(SHELF, s, 0, "mark", (20, 16.5))
    assert controls(s, 0, 0)
    enemy = field_unit(SHELF, s, 1, "mark", (20, 23.502))
    assert controls(s, 0, 0)
    s.model[s.unit[enemy].first].y = 23501  # WS-1.2
    assert not controls(s, 0, 0) and not controls(s, 0, 1)
    s.model[0].y = 10 * INCH
    assert controls(s, 0, 1)


def test_an_enemy_objective_wins_at_the_start_of_the_own_turn() -> None:
    """Not one's own, not where the scenario does not say so (WS-14.4)."""
    s = force(1 << Morale.SUDDEN)
    lay_objective(s, 4, 4, side=0)
    assert not objectives_won(s, 0, OFF)
    s.objective_side[0] = 1
    assert not objectives_won(s, 1, OFF)
    s.victory = 0
    assert not objectives_won(s, 0, OFF)
    s.victory = 1 << Morale.SUDDEN
    begin_player_turn(s, 0, new_dice(0), OFF)
    assert (s.winner, s.ending, s.phase) == (0, Ending.OBJECTIVE, Phase.OVER)


def test_morale_comes_before_objectives() -> None:
    """A force that retreats has lost, whatever it holds (WS-5.3, WS-14.5)."""
    s = destroyed(0, 1, COMMANDERS, victory=1 << Morale.SUDDEN | 1 << Morale.TASK_FORCE)
    lay_objective(s, 12, 4, side=1)
    begin_player_turn(s, 0, new_dice(0), OFF)
    assert (s.winner, s.ending) == (1, Ending.RETREAT)


# ---------------------------------------------------------------- points


def test_points_at_the_end() -> None:
    """Destroyed enemies and objectives; units that left and losses score nothing (WS-14.7, WS-10.16)."""
    s = destroyed(0)
    leave_table(s, 1, 0, OFF)
    s.model[s.unit[COMMANDERS].first + 1].alive = 0
    lay_objective(s, 12, 4, value=50)
    lay_objective(s, 40, 20, value=70)
    end_of_turns(s, OFF)
    assert (list(s.score), s.winner, s.ending) == ([50, 60], 1, Ending.TURNS)


def test_objectives_that_nobody_holds() -> None:
    """They are the holder's where a scenario names one; equal points are a draw (WS-14.7)."""
    s = force()
    lay_objective(s, 40, 20, value=60)
    s.held_by = 1
    end_of_turns(s, OFF)
    assert (list(s.score), s.winner) == ([0, 60], 1)
    s = force()
    lay_objective(s, 40, 20, value=60)
    end_of_turns(s, OFF)
    assert (list(s.score), s.winner) == ([0, 0], 2)


def test_the_last_model() -> None:
    """Who has none left on the table has lost, whatever the points (WS-14.6)."""
    s = destroyed(0, 1)
    assert not wiped_out(s, OFF)
    leave_table(s, 4, 0, OFF)
    assert wiped_out(s, OFF)
    assert (s.winner, s.ending, list(s.score)) == (0, Ending.WIPED_OUT, [0, 120])
    assert wiped_out(s, OFF)  # and stays so


def test_both_lose_their_last_models() -> None:
    """Then points decide (WS-14.6)."""
    s = destroyed(0, 1, 2, COMMANDERS, 4)
    assert wiped_out(s, OFF)
    assert (s.winner, list(s.score)) == (1, [60, 240])


def test_conceding() -> None:
    """The other wins, whatever the points (WS-14.8); the score says what was destroyed (WS-14.9)."""
    s = destroyed(4)
    assert points_for_units(s, 0) == 60
    concede(s, 0, OFF)
    assert (s.winner, s.ending, list(s.score), s.phase) == (1, Ending.CONCEDED, [60, 0], Phase.OVER)


# ---------------------------------------------------------------- the Starting Phase


def test_defenders_rise_in_their_first_starting_phase() -> None:
    """All of them are gone to ground until then (WS-4.4, WS-5.4)."""
    s = force()
    s.begun = [0, 0]
    open_battle(s, 1, new_dice(0), OFF)
    assert [s.unit[k].ground for k in range(s.units)] == [1, 1, 1, 1, 0]
    begin_player_turn(s, 0, new_dice(0), OFF)
    assert [s.unit[k].ground for k in range(s.units)] == [0, 0, 0, 0, 0]
    s.unit[0].ground = 1  # by its own action: that ends with its next activation
    begin_player_turn(s, 0, new_dice(0), OFF)
    assert s.unit[0].ground == 1


def test_who_fell_back_and_was_not_hit_sheds_a_marker() -> None:
    """The third step, for the own units alone (WS-5.3, WS-6.11)."""
    s = force()
    for k in (0, 1, 4):
        s.unit[k].markers, s.unit[k].last = 2, Deed.FALL_BACK
    s.unit[1].hit = 1
    begin_player_turn(s, 0, new_dice(0), OFF)
    assert [s.unit[k].markers for k in (0, 1, 4)] == [1, 2, 2]
    assert all(s.unit[k].acted == 0 for k in range(s.units))
