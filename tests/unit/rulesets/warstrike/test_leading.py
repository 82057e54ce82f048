"""Leaders: who takes over, whose Ld a unit may use (WS-2)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.firing_line import faced

from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import leader_replaced
from hulldown.rulesets.warstrike.losses import check_dice, pending, settle
from hulldown.rulesets.warstrike.permissions import (
    ld_of,
    officer_near,
    officer_of,
    remove_model,
    succeed,
    take_the_lead,
)
from hulldown.rulesets.warstrike.setup import blank_state, field_unit
from hulldown.rulesets.warstrike.state import Fate, Phase, State, is_single, lasts
from hulldown.rulesets.warstrike.table import living

SQUAD = [(10, 10), (12, 10), (10, 11.5), (8.5, 10)]


def squad(**options: str) -> State:
    """Four of a line squad, and an enemy far off."""
    s = blank_state(SHELF, options)
    field_unit(SHELF, s, 0, "line", SQUAD)
    field_unit(SHELF, s, 1, "line", [(40, 30)])
    return s


def falls(s: State, m: int) -> None:
    """A model falls, and its unit sees to a leader."""
    remove_model(s, m, OFF)
    succeed(s, int(s.model[m].unit), OFF)


def test_the_first_model_leads_and_a_single_model_leads_itself() -> None:
    """WS-2.1, WS-2.2, WS-2.3."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "line", (20, 10))
    k = field_unit(SHELF, s, 0, "car", (30, 10))
    assert s.unit[0].leader == s.unit[0].first == 0
    assert s.unit[k].leader == s.unit[k].first and is_single(s, k)


def test_the_closest_survivor_takes_over_the_lower_number_in_a_tie() -> None:
    """WS-2.6: models 2 and 3 are 1.5 inches from where the leader fell."""
    s = squad()
    falls(s, 0)
    assert (s.unit[0].leader, s.unit[0].leaderless) == (2, 1)
    falls(s, 2)  # at (10, 11.5): to (8.5, 10) 2.12 inches, to (12, 10) 2.5
    assert s.unit[0].leader == 3


def test_who_is_no_leader_leaves_the_lead_alone() -> None:
    """WS-2.6, WS-2.4: strength is counted against the first size."""
    s = squad()
    falls(s, 1)
    assert (s.unit[0].leader, s.unit[0].leaderless) == (0, 0)
    assert (living(s, 0), s.unit[0].size) == (3, 4)


def test_without_its_first_leader_a_unit_has_a_die_less_for_good() -> None:
    """WS-2.5, WS-2.6: an acting leader who falls costs no further die."""
    s = squad()
    assert check_dice(s, 0, s.mute) == 2
    falls(s, 0)
    assert check_dice(s, 0, s.mute) == 1
    falls(s, 2)
    assert check_dice(s, 0, s.mute) == 1


def test_the_owner_names_the_acting_leader_where_an_option_lets_him() -> None:
    """WS-2.6, option acting_leader."""
    s = squad(acting_leader="owner")
    s.phase = Phase.SNAP
    falls(s, 0)
    assert pending(s) and settle(s, faced([]), OFF) and s.phase == Phase.SUCCESSION
    log = open_log()
    take_the_lead(s, 1, log)
    assert pending(s) and not settle(s, faced([]), log)
    assert (s.unit[0].leader, s.phase, pending(s)) == (1, Phase.SNAP, False)
    assert leader_replaced.rows(log)[0][:2] == (0, 1)


def test_the_last_survivor_leads_without_being_named() -> None:
    """WS-2.6."""
    s = squad(acting_leader="owner")
    for m in (1, 2, 0):
        remove_model(s, m, OFF)
    succeed(s, 0, OFF)
    assert (s.heirs, s.unit[0].leader) == (0, 3)
    falls(s, 3)
    assert not lasts(s, 0) and s.unit[0].fate == Fate.DESTROYED and not pending(s)


def command(gap: float) -> State:
    """A line squad whose leader stands so far from the officer of its side, base to base."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "line", [(10, 10), (10, 12)])
    field_unit(SHELF, s, 0, "cmd", [(11 + gap, 10), (11 + gap, 12)])
    field_unit(SHELF, s, 1, "cmd", [(10, 16)])
    return s


@pytest.mark.parametrize(("gap", "dice"), [(6, 3), (6.001, 3), (6.002, 2)])
def test_an_officer_within_six_inches_lends_his_ld(gap: float, dice: int) -> None:
    """WS-2.7, WS-2.8, WS-1.2: the squad's Ld is 2, the officer's 3; the enemy's officer lends nobody his."""
    assert check_dice(command(gap), 0, blank_state(SHELF).mute) == dice


def test_the_officers_ld_knows_no_dead_leader() -> None:
    """WS-2.8: measured to the acting leader, and without the -1 of WS-2.5; he may be suppressed himself."""
    s = command(3)
    s.unit[1].markers = 4
    falls(s, 0)  # the acting leader at (10, 12) is 3.47 inches from the officer
    assert (officer_near(s, 0), check_dice(s, 0, s.mute)) == (2, 3)


def test_an_officer_who_falls_has_no_successor() -> None:
    """WS-2.8: an acting leader is no officer; his unit has a die less."""
    s = command(3)
    assert officer_of(s, 0) == 2
    falls(s, 2)
    assert officer_of(s, 0) == -1 and officer_near(s, 0) == -1
    assert (check_dice(s, 0, s.mute), check_dice(s, 1, s.mute)) == (2, 2)


def test_of_two_officers_the_better_one_lends_his_ld() -> None:
    """WS-2.7."""
    s = command(2)
    s.model[3].officer = 1
    field_unit(SHELF, s, 0, "line", [(8, 10)])
    s.model[5].officer = 1
    assert ld_of(s, 5) == 2 and officer_near(s, 0) == 2
