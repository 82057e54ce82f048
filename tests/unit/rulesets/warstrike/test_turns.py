"""The course of play, given in orders: player turns, halves of an action, what a state lasts (WS-5)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.giving import FAR, at, battle, code, give, given, offered

from hulldown.rulesets.warstrike.actions import LONG, SHORT
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.movement import allowance
from hulldown.rulesets.warstrike.setup import set_up
from hulldown.rulesets.warstrike.shooting import aimed, weapon_in
from hulldown.rulesets.warstrike.state import FINE, INCH, Deed, Ending, Gait, Ground, Phase, State, Type
from hulldown.rulesets.warstrike.turn import may_snap
from hulldown.rulesets.warstrike.words import unit_id

ONE, TWO = ("mark", (10, 10)), ("mark", (20, 10))
PAIR = ("line", [(10, 10), (13, 10)])


def passed(s: State, *names: str) -> State:
    """Units that do nothing."""
    for name in names:
        s = given(s, f"{name} activate", f"{name} go-to-ground")
    return s


# ---------------------------------------------------------------- turns


def test_the_sides_take_turns_and_the_attacker_begins_each_game_turn() -> None:
    """WS-5.1, WS-5.2."""
    s = battle([ONE], [FAR])
    s = passed(s, "B1")
    assert (s.side, s.turn, s.phase) == (1, 1, Phase.ACTIVATE)
    s = passed(s, "R1")
    assert (s.side, s.turn, s.phase) == (0, 2, Phase.ACTIVATE)


def test_the_starting_phase_comes_first_in_a_player_turn() -> None:
    """WS-5.1, WS-5.3: what Red's unit that fell back may shed, it sheds before it is picked."""
    s = battle([ONE], [FAR])
    s.unit[1].markers, s.unit[1].last = 2, Deed.FALL_BACK
    s = passed(s, "B1")
    assert (s.side, s.unit[1].markers) == (1, 1)


def test_a_unit_is_resolved_completely_before_the_next_and_each_acts_once() -> None:
    """WS-5.5."""
    s = given(battle([ONE, TWO], [FAR]), "B2 activate")
    assert code(s, "B1 activate") == "not_yours"
    s = given(s, "B2 go-to-ground")
    assert offered(s, 0) == ["B1 activate"] and s.side == 0
    assert passed(s, "B1").side == 1


def test_after_the_last_game_turn_it_is_over() -> None:
    """WS-5.8."""
    s = battle([ONE], [FAR])
    s.turns = 1
    s = passed(s, "B1", "R1")
    assert (s.phase, s.ending) == (Phase.OVER, Ending.TURNS)


def test_a_victory_condition_ends_it_in_the_middle_of_a_turn() -> None:
    """WS-5.8, WS-14.6: the only enemy falls; Blue's second unit does not act any more."""
    s = given(battle([ONE, TWO], [("mark", (10, 20))]), "B1 activate", "B1 open-fire", "B1 end")
    s = give(s, "B1 fire R1", 6, 6)  # a hit; no armour saves it; a kill
    assert (s.phase, s.ending, s.winner) == (Phase.OVER, Ending.WIPED_OUT, 0)


def test_the_permission_to_snap_fire_ends_with_the_next_activation() -> None:
    """WS-12.7: and comes back with the next Open Fire!."""
    s = battle([ONE], [FAR])
    s.unit[0].last = Deed.OPEN_FIRE
    assert may_snap(s, 0)
    s = given(s, "B1 activate")
    assert not may_snap(s, 0)
    assert may_snap(given(s, "B1 open-fire", "B1 end"), 0)


# ---------------------------------------------------------------- movement


def test_who_was_placed_has_moved_and_who_walked_a_round_too() -> None:
    """WS-7.13."""
    s = given(battle([PAIR]), "B1 activate", "B1 advance move first", "B1 go 10,12", "B1 go 10,10")
    s = given(s, "B1.2 place 13,11", "B1 end")
    assert (at(s, 0), s.model[0].moved, s.model[0].walked) == ((10, 10), 1, 4 * INCH * FINE)
    assert (s.model[1].moved, s.model[1].gait) == (1, Gait.PLACED)


def test_who_stays_has_not_moved() -> None:
    """WS-7.13."""
    s = given(battle([PAIR]), "B1 activate", "B1 advance move first", "B1 go 10,12", "B1.2 stay", "B1 end")
    assert [s.model[m].moved for m in (0, 1)] == [1, 0]


def test_the_leader_goes_first_and_the_others_are_measured_against_where_he_ends() -> None:
    """WS-8.8: the member keeps up with where the leader is now, 11 inches off, not with where he was."""
    s = given(battle([PAIR]), "B1 activate", "B1 double move first", "B1 go 10,21", "B1.2 stay")
    assert code(s, "B1 end") == "ok"
    s = given(s, "B1.2 step 13,12")
    assert code(s, "B1 end") == "must_regain"


def test_a_leader_is_never_out_of_command() -> None:
    """WS-8.14: twelve inches away from his only member, who stays, he still has what the action gives."""
    s = given(battle([PAIR]), "B1 activate", "B1 double move first")
    assert allowance(s, 0) == 12 * INCH * FINE
    s = given(s, "B1 go 10,22", "B1.2 stay")
    assert code(s, "B1 end") == "ok"
    assert code(s, "B1 go 10,22.1") == "too_far"


# ---------------------------------------------------------------- halves of an action


@pytest.mark.parametrize("deed", ["rally", "double"])
@pytest.mark.parametrize(("half", "first"), [("move", Phase.MOVE), ("fire", Phase.FIRE)])
def test_pistols_fire_before_or_after_the_move(deed: str, half: str, first: Phase) -> None:
    """WS-9.24, WS-9.29: as in Advance!; here with an enemy in their reach."""
    s = battle([("storm", [(10, 10), (12, 10)])], [("mark", (10, 18))])
    s = given(s, "B1 activate", f"B1 {deed} {half} first")
    assert s.phase == first
    s = given(s, "B1 end" if first == Phase.MOVE else "B1 hold")
    assert s.phase == (Phase.FIRE if first == Phase.MOVE else Phase.MOVE)


def test_rally_itself_takes_no_marker_off() -> None:
    """WS-9.24: only the check does, a marker for each die that shows Nv or less (WS-6.4)."""
    s = battle([PAIR])
    s.unit[0].markers = 3
    s = give(s, "B1 activate", 1, 6)
    assert s.unit[0].markers == 2
    assert given(s, "B1 rally move first", "B1 end").unit[0].markers == 2


def test_in_the_upper_band_a_unit_may_do_neither_and_heavy_weapons_fire_at_half() -> None:
    """WS-10.36: two machine guns and their leader."""
    s = battle([("guns", [(10, 10), (13, 10), (7, 10)])], [("line", [(10, 25)])])
    s.unit[0].markers = 1
    s = give(s, "B1 activate", 6, 6)
    still = given(s, "B1 fall-back move", "B1 end")
    assert (still.side, at(still, 0)) == (1, (10, 10))
    s = given(s, "B1 fall-back fire")
    assert s.phase == Phase.FIRE
    s = give(s, "B1 fire R1", 1, *[1] * 6)  # the rifle once, each HMG three times of its six
    assert s.unit[1].markers == 0


# ---------------------------------------------------------------- fire


def test_of_two_equal_weapons_the_one_carried_first_is_fired() -> None:
    """WS-11.21: a marksman whose rifle is another pistol."""
    s = battle([ONE], [("line", [(10, 15)])])
    first, second = s.model[0].weapon
    s.weapon[first] = s.weapon[second]
    s = given(s, "B1 activate", "B1 open-fire", "B1 end")
    assert weapon_in(aimed(s, 0, 1, 0)) == first
    s.model[0].weapon = [second, first]
    assert weapon_in(aimed(s, 0, 1, 0)) == second


def test_fire_at_a_unit_at_which_nobody_would_fire_is_refused() -> None:
    """WS-11.23."""
    s = battle([ONE], [("line", [(10, 20)]), ("line", [(14, 20)])], split_fire="base")
    s = given(s, "B1 activate", "B1 open-fire", "B1 end", "B1.1 aim R2")
    assert code(s, "B1 fire R1") == "no_target"
    assert code(s, "B1 fire R2") == "ok"
    assert code(given(s, "B1.1 arm none"), "B1 fire R2") == "no_target"


# ---------------------------------------------------------------- vehicles, set-up


def test_a_vehicle_is_one_model_that_moves_orderly() -> None:
    """WS-15.1: terrain does not hold it in Advance!."""
    s = battle([("car", (10, 10))], terrain=[(Ground.BOG, [(5, 13), (15, 13), (15, 16), (5, 16)])])
    assert s.unit[0].size == 1 and s.profile[s.unit[0].profile].type == Type.VEHICLE
    s = given(s, "B1 activate", "B1 advance move first")
    assert code(s, "B1 go 10,20") == "ok"
    assert code(s, "B1 go 10,20.1") == "too_far"


def test_a_vehicle_checks_as_others_do_and_falls_back_by_the_upper_band() -> None:
    """WS-15.2: two dice against 5; half of its Mv of 10 or fire, whatever harm it has taken."""
    s = battle([("car", (10, 10))])
    s.unit[0].markers, s.model[0].results = 1, 2
    s = give(s, "B1 activate", 6, 6)
    assert offered(s, 0) == ["B1 fall-back move", "B1 fall-back fire"]
    s = given(s, "B1 fall-back move")
    assert code(s, "B1 go 10,5") == "ok"
    assert code(s, "B1 go 15.1,10") == "too_far"


def test_places_are_proposed_on_a_grid_of_the_zone() -> None:
    """WS-16.9: nine by three, here over 30 by 7 inches."""
    s = give(set_up(SHELF, "free_first_patrol"), "roll", 6, 1)
    assert (s.phase, s.side) == (Phase.DEPLOY, 0)
    name = next(unit_id(s, k) for k in range(s.units) if s.unit[k].side == 0)
    places = [text.split()[2] for text in offered(s, 0) if text.startswith(f"{name} form")]
    assert len(places) <= LONG * SHORT
    assert "15,3.5" in places  # the middle column and row
    columns = {round((2 * i + 1) * 30 / (2 * LONG), 3) for i in range(LONG)}
    assert all(
        min(abs(float(place.split(",")[0]) - column) for column in columns) < 0.002 for place in places
    )
