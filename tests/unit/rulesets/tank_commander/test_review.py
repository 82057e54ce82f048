"""What a second reading of the rulebook, rule by rule, found worth holding fast."""

from tests.answers.tank_commander.posing import stand
from tests.unit.rulesets.tank_commander.table import (
    LOG,
    at,
    board,
    duel,
    give,
    ground,
    hurt,
    place,
    refused,
    rider,
    turn_of,
)
from tests.unit.rulesets.tank_commander.test_turn import begin, company

from hulldown.kernel.hexes import cell_of, name_of
from hulldown.kernel.records import copy
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.air import is_lit
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.orders import Buttons
from hulldown.rulesets.tank_commander.setup import budget_of, set_up
from hulldown.rulesets.tank_commander.state import Ground, Health, Mission, Role, Standing, State, Verb
from hulldown.rulesets.tank_commander.victory import medal
from hulldown.rulesets.tank_commander.words import unit_id

AIMED = {"night": True, "flare_mode": "targeted"}


# ---------------------------------------------------------------- abilities and the crew


def test_a_driver_killed_before_the_straight_run_ends_it_even_if_the_lieutenant_takes_the_wheel() -> None:
    s = duel(theirs="A1", upgrades=("lieutenant",), mines=["E7"])
    hurt(s, 0, driver=Health.WOUNDED)
    s = give(give(s, "A1 ability driver straight"), "A1 move", 1, 2)  # the mine: penetrated, second of five
    assert (s.units[0].crew[Role.DRIVER], s.units[0].stand_in) == (Health.KILLED, Role.DRIVER)
    assert refused(s, "A1 straight 2") == "no_such_action"  # TC-15.9 e
    assert refused(s, "A1 move") == "allowed"


def test_another_member_killed_in_between_leaves_the_run_alone() -> None:
    s = duel(theirs="A1", upgrades=("lieutenant",), mines=["E7"])
    hurt(s, 0, gunner=Health.WOUNDED)
    s = give(give(s, "A1 ability driver straight"), "A1 move", 1, 3)
    assert s.units[0].crew[Role.GUNNER] == Health.KILLED
    assert refused(s, "A1 straight 2") == "allowed"  # TC-15.9 e


def test_an_occupied_role_is_named_before_a_dead_lieutenant() -> None:
    s = duel(upgrades=("lieutenant",))
    hurt(s, 0, lieutenant=Health.KILLED)
    assert refused(s, "A1 lieutenant driver") == "not_this_role"  # TC-15.8, TC-15.9 f
    hurt(s, 0, driver=Health.KILLED)
    assert refused(s, "A1 lieutenant driver") == "crew_dead"


# ---------------------------------------------------------------- who may be activated


def test_a_unit_that_was_activated_and_then_fell_is_refused_as_already_activated() -> None:
    s = begin(company(3, 1))
    s = give(give(give(s, "A1 activate"), "A1 end"), "B1 end")
    stand(s, 0, Standing.DISABLED)
    stand(s, 1, Standing.DISABLED)
    assert refused(s, "A1 activate") == "already_activated"  # TC-15.8: before unit_out_of_action
    assert refused(s, "A2 activate") == "unit_out_of_action"


def test_a_static_is_refused_as_out_of_action() -> None:
    s = company(2, 1)
    place(s, 0, "aa_gun", "A1")
    assert refused(begin(s), "G1 activate") == "unit_out_of_action"  # TC-4.11


# ---------------------------------------------------------------- flares


def test_every_flare_burns_until_the_next_activation_of_its_tank() -> None:
    s = duel(theirs="A1", options=AIMED)
    s = give(give(s, "A1 flare E5"), "A1 flare H6")
    assert is_lit(s, cell_of("E5")) and is_lit(s, cell_of("H6"))  # TC-14.5: they are unlimited
    dark = copy(s)
    turn_of(dark, 0)
    assert not is_lit(dark, cell_of("E5")) and not is_lit(dark, cell_of("H6"))
    stand(s, 0, Standing.DISABLED)
    assert is_lit(s, cell_of("E5"))  # only destruction puts it out
    stand(s, 0, Standing.DESTROYED)
    assert not is_lit(s, cell_of("E5"))


def test_a_tank_that_drives_on_lights_both_places() -> None:
    s = duel(theirs="A1", options={"night": True}, ours="E9")
    s = give(give(give(give(s, "A1 flare"), "A1 move"), "A1 move"), "A1 flare")
    assert at(s) == "E7"
    assert is_lit(s, cell_of("E10")) and is_lit(s, cell_of("E4"))  # TC-14.5


# ---------------------------------------------------------------- decisions of the program


def raiders(**options: object) -> State:
    """Disable AA Guns with A1 a base tank at E8, the bunker in E5, no gun on the board."""
    s = duel(theirs="J1", terrain={"E5": "building"}, options=options)
    s.mission, s.attacker, s.free_strikes = Mission.DISABLE_AA_GUNS, 0, [1, 0]
    s.prize_cell = cell_of("E5")
    return s


def test_the_bunker_cannot_be_chosen_as_a_target_and_an_air_strike_levels_it() -> None:
    s = raiders()
    assert refused(s, "A1 fire building E5") == "not_valid_target"  # TC-13.27, TC-15.11 a
    s.prize_cell = cell_of("A1")
    assert refused(s, "A1 fire building E5") == "allowed"
    s = give(give(raiders(), "A1 strike E5"), "A1 end")
    s = give(s, "B1 end", 6, 1, 1, 1)  # it comes, the die of guns that are no more, direction, distance
    assert [row.guns for row in events.flak_rolled.rows(LOG)] == [0]  # TC-15.11 b
    assert (s.winner, ground(s, "E5")) == (0, Ground.RUBBLE)


def test_free_strikes_need_no_option_and_are_used_up_when_all_are_called() -> None:
    s = raiders(adv_air_support=False)
    s = give(s, "A1 strike A1")  # any hex, an empty one too (TC-12.1, TC-15.11 j)
    assert refused(s, "A1 strike E5") == "used_up"  # TC-15.11 c


def test_computer_players_are_offered_fewer_marks_than_are_allowed() -> None:
    s = raiders()
    offered = {name_of(row.place) for row in Buttons(s, 0).legal if row.verb == Verb.STRIKE}
    assert {"E5", "J1"} <= offered  # TC-15.11 j: the building to destroy, the enemy
    assert "A1" not in offered and refused(s, "A1 strike A1") == "allowed"


def test_a_carried_squad_is_activated_like_any_other() -> None:
    s = duel(theirs="J1")
    rider(s, 0)
    turn_of(s, 2)
    assert refused(s, "A2 dismount E7") == "allowed"  # TC-4.11, TC-15.11 f
    assert refused(s, "A2 cover") == refused(s, "A2 move N") == "mounted"


def test_the_first_players_squad_gets_out_first_each_placed_by_its_owner() -> None:
    s = board({"passenger_bailout": "immediate"})
    ours, theirs = place(s, 0, "apc", "C5"), place(s, 1, "apc", "H5")
    scout, _ = place(s, 0, "tank", "A10"), place(s, 1, "tank", "J1")
    squads = rider(s, ours), rider(s, theirs)
    s.first = 1
    turn_of(s, scout)
    stand(s, ours, Standing.DISABLED)
    stand(s, theirs, Standing.DISABLED)
    s = give(s, f"{unit_id(s, scout)} end")
    assert s.seat == 1
    s = give(s, f"{unit_id(s, squads[1])} bail H4")
    assert s.seat == 0
    s = give(s, f"{unit_id(s, squads[0])} bail C4")
    assert (at(s, squads[1]), at(s, squads[0])) == ("H4", "C4")  # TC-4.10, TC-10.23, TC-15.11 h


def test_hover_tanks_and_walkers_have_what_battle_tanks_have() -> None:
    for kind in ("hover_tank", "walker"):
        s = board({"exotic_units": True, "night": True})
        place(s, 0, kind, "E8", upgrades=("air_support",))
        place(s, 1, "tank", "A1", "S")
        s.first = 0
        turn_of(s, 0)
        for order in ("flare", "strike A1", "ability commander", "turret left"):
            assert refused(s, f"A1 {order}") == "allowed", (kind, order)  # TC-15.11 k
        s = give(s, "A1 ability driver straight")
        assert at(give(s, "A1 straight 2 SE")) == "G9"


def test_a_refused_name_earns_no_point_and_nothing_else_changes() -> None:
    assert [budget_of(10, painted, 1, board({"epic_veto": True}).options) for painted in (0, 1)] == [
        10,
        11,
    ]  # TC-2.22, TC-15.10 j
    assert [budget_of(10, painted, 1, board().options) for painted in (0, 1)] == [11, 12]


def test_a_longer_training_can_be_won_for_bronze_to_its_end() -> None:
    s = set_up(SHELF, "basic_training", {"turn_limit": 20})
    medals = []
    for s.game_turn in (6, 7, 8, 9, 10, 15, 20):
        medals.append(medal(s))
    assert medals == [3, 2, 2, 1, 1, 1, 1]  # TC-13.9, TC-15.10 l
