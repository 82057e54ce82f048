"""What a second reading of the rulebook, rule by rule, found worth holding fast."""

from tests.unit.rulesets.tank_commander.table import at, duel, give, hurt, place, refused, turn_of
from tests.unit.rulesets.tank_commander.test_turn import begin, company, stand

from hulldown.kernel.hexes import cell_of
from hulldown.kernel.records import copy
from hulldown.rulesets.tank_commander.codes import Health, Role, Standing
from hulldown.rulesets.tank_commander.night import is_lit

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
