"""TC-5.3 to TC-5.8 and the driver's ability: moving, turning, mud, mines; squads and carriers too."""

from typing import Any

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import LOG, at, board, duel, give, hurt, refused, told

from hulldown.kernel.actions import forget, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.hexes import NE, NW, SE, N
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.actions import apply, check
from hulldown.rulesets.tank_commander.crew import movement_cap, remaining_points
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.log import tell
from hulldown.rulesets.tank_commander.state import NOBODY, Health, Standing, State, Verb
from hulldown.rulesets.tank_commander.turn import activate
from hulldown.rulesets.tank_commander.words import parse_action


def follow(s: State, *orders: str) -> State:
    for text in orders:
        s = give(s, text)
    return s


def test_a_move_takes_the_tank_one_hex_ahead_for_one_point_and_leaves_the_turret() -> None:
    s = give(follow(duel(theirs="B2"), "A1 turret left"), "A1 move")
    assert (at(s), remaining_points(s, 0)) == ("E7", 3)  # TC-5.3
    assert (s.units[0].hull, s.units[0].turret) == (N, NW)  # TC-5.4, TC-5.8
    assert s.occupant.count(0) == 1


def test_the_hull_turns_with_or_without_the_turret_as_often_as_there_are_points() -> None:
    s = follow(duel(theirs="B2"), "A1 turn right with", "A1 turn right stay")
    assert (s.units[0].hull, s.units[0].turret, remaining_points(s, 0)) == (SE, NE, 3)  # TC-5.6, TC-5.7
    s = follow(s, "A1 turn right stay", "A1 turn left stay", "A1 turn left stay")
    assert (s.units[0].hull, s.units[0].turret) == (NE, NE)


@pytest.mark.parametrize("ground", ["mud", "water", "rubble"])
def test_leaving_soft_ground_costs_two_and_entering_it_nothing_more(ground: str) -> None:
    s = follow(duel(theirs="B2", terrain={"E7": ground}), "A1 move")
    assert remaining_points(s, 0) == 4
    assert remaining_points(give(s, "A1 move"), 0) == 2  # TC-9.2, TC-9.3, TC-9.4


def test_turning_in_mud_costs_one() -> None:
    assert remaining_points(give(duel(theirs="B2", terrain={"E8": "mud"}), "A1 turn left with"), 0) == 4


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"ours": "E1"}, "off_board"),
        ({"terrain": {"E7": "building"}}, "impassable"),
        ({"theirs": "E7"}, "hex_occupied"),
    ],
)
def test_what_stands_ahead_can_stop_a_move(given: dict[str, object], reason: str) -> None:
    assert refused(duel(**({"theirs": "B2"} | given)), "A1 move") == reason  # type: ignore[arg-type]


def test_a_wreck_and_a_friend_bar_the_way_too() -> None:
    for standing in (Standing.DISABLED, Standing.ABANDONED):
        s = duel(theirs="E7")
        s.units[1].standing = standing
        assert refused(s, "A1 move") == "hex_occupied"  # TC-3.7
    s = duel(theirs="E7")
    s.units[1].side = 0
    assert refused(s, "A1 move") == "hex_occupied"


def test_the_cap_is_named_before_the_points_and_the_points_before_the_hex() -> None:
    s = follow(duel(theirs="B2", terrain={"E4": "building"}), "A1 move", "A1 move", "A1 move")
    assert refused(s, "A1 move") == "movement_cap"  # TC-15.8
    s = follow(s, "A1 turn left with", "A1 turret left")
    s.units[0].moved = 0
    assert refused(s, "A1 move") == "no_ap"


def test_there_is_no_reverse_unless_the_option_says_so() -> None:
    assert refused(duel(), "A1 reverse") == "no_such_action"  # TC-5.4
    s = give(duel(options={"reverse_move": True}), "A1 reverse")
    assert (at(s), s.units[0].hull, s.units[0].moved) == ("E9", N, 1)
    assert told()[0] == events.backed_up


def test_a_dead_driver_stops_the_tracks_but_not_the_turret() -> None:
    s = duel()
    hurt(s, 0, driver=Health.KILLED)
    assert refused(s, "A1 move") == refused(s, "A1 turn left with") == "driver_dead"  # TC-6.18
    assert refused(s, "A1 turret left") == "allowed"  # TC-6.19
    assert movement_cap(s, 0) == 0


@pytest.mark.parametrize(("option", "caps"), [(False, (3, 3)), (True, (2, 4))])
def test_heavy_armor_slows_and_none_speeds_up_only_with_the_option(
    option: bool, caps: tuple[int, int]
) -> None:
    s = duel(options={"heavy_light_armor": option})
    heavy = recruit(s, 0, armor=(9, 7, 6))
    middle = recruit(s, 0, armor=(7, 6, 6))
    assert (movement_cap(s, heavy), movement_cap(s, 0)) == caps  # TC-2.23
    assert movement_cap(s, middle) == 3


# ---------------------------------------------------------------- Move move move!


def test_double_gives_the_move_after_the_next_for_nothing_with_a_turn_between() -> None:
    s = follow(duel(theirs="B2"), "A1 ability driver double", "A1 move", "A1 turn right with", "A1 move")
    assert (at(s), remaining_points(s, 0), s.units[0].moved) == ("F6", 3, 2)  # TC-6.5, TC-6.6
    assert remaining_points(give(s, "A1 move"), 0) == 2


def test_double_still_pays_for_mud() -> None:
    s = duel(theirs="B2", terrain={"E7": "mud", "E8": "mud"})
    s = follow(s, "A1 ability driver double", "A1 move", "A1 move")
    assert remaining_points(s, 0) == 5 - 2 - 1  # TC-6.6


def test_by_option_double_lends_a_move_after_every_move_that_is_paid() -> None:
    s = duel("E9", "B2", upgrades=("engine",), options={"double_move": "every_move"})
    s = follow(s, "A1 ability driver double", "A1 move", "A1 move", "A1 move", "A1 turret left", "A1 move")
    assert (at(s), remaining_points(s, 0), s.units[0].moved) == ("E5", 5 - 1 - 0 - 1 - 1, 4)  # TC-6.6
    assert refused(s, "A1 move") == "movement_cap"
    once = follow(duel("E9", "B2", upgrades=("engine",)), "A1 ability driver double", *["A1 move"] * 4)
    assert remaining_points(once, 0) == 5 - 1 - 0 - 1 - 1


def test_by_option_a_lent_move_keeps_the_activation_open_without_points() -> None:
    s = duel("E9", "B2", upgrades=("engine",), options={"double_move": "every_move"})
    s = follow(s, "A1 ability driver double", "A1 move", "A1 move", "A1 move", *["A1 turret left"] * 3)
    assert (remaining_points(s, 0), s.active, refused(s, "A1 move")) == (0, 0, "allowed")
    s = give(s, "A1 move")
    assert (at(s), s.active) == ("E5", 1)  # nothing is left to do


def test_the_words_of_the_ability_follow_the_option() -> None:
    for value, words in (("once", "the next two moves"), ("every_move", "two moves for each action paid")):
        s = duel(options={"double_move": value})
        a = parse_action(s, 0, "A1 ability driver double")
        forget(LOG)
        apply(s, a, new_dice(0), LOG)
        assert words in tell(None, s, None, LOG)[0].text


def test_the_straight_run_goes_as_far_as_told_and_is_used_once() -> None:
    s = follow(duel(theirs="B2"), "A1 ability driver straight", "A1 straight 2")
    assert (at(s), remaining_points(s, 0)) == ("E6", 4)  # TC-6.6
    assert refused(s, "A1 straight 1") == "no_such_action"
    assert refused(duel(), "A1 straight 1") == "no_such_action"


def test_plain_moves_stay_legal_while_the_straight_run_waits() -> None:
    s = follow(duel(theirs="B2"), "A1 ability driver straight", "A1 move", "A1 straight 3")
    assert (at(s), s.units[0].moved) == ("E5", 3)  # the cap ends it after two more (TC-15.9)


def test_the_straight_run_ends_at_an_obstacle_the_edge_and_without_points() -> None:
    ready = duel(theirs="E5")
    assert at(follow(ready, "A1 ability driver straight", "A1 straight 3")) == "E6"
    ready = duel("E2", "B8")
    assert at(follow(ready, "A1 ability driver straight", "A1 straight 3")) == "E1"
    s = duel(theirs="B2", terrain={"E7": "mud"})
    s = follow(s, *["A1 turret left"] * 4, "A1 ability driver straight")
    assert at(give(s, "A1 straight 3")) == "E7"  # one point pays for the first hex only
    assert refused(duel(theirs="E7"), "A1 straight 3") == "no_such_action"


def test_the_cap_holds_for_the_ability_unless_exempt() -> None:
    counts = follow(duel(theirs="B2"), "A1 ability driver straight", "A1 straight 3")
    assert refused(counts, "A1 move") == "movement_cap"
    exempt = duel(theirs="B2", options={"move_move_move": "exempt"})
    exempt = follow(exempt, "A1 ability driver straight", "A1 straight 3")
    assert exempt.units[0].moved == 0
    assert at(follow(exempt, "A1 move")) == "E4"  # TC-6.6
    exempt = duel(theirs="B2", options={"move_move_move": "exempt"})
    exempt = follow(exempt, "A1 ability driver double", "A1 move", "A1 move")
    assert exempt.units[0].moved == 0


def test_a_driver_killed_before_the_run_ends_it() -> None:
    s = follow(duel(theirs="B2"), "A1 ability driver straight")
    hurt(s, 0, driver=Health.KILLED)
    assert refused(s, "A1 straight 3") == "driver_dead"  # TC-15.9


# ---------------------------------------------------------------- mines


def test_a_mine_hits_the_rear_once_and_a_tank_that_still_works_goes_on() -> None:
    s = duel(theirs="B2", mines=["E7"])
    s.units[0].armor = [9, 8, 7]
    s = give(s, "A1 move", 2, 3)  # 2 + 6 beats 7; the gunner is picked
    assert events.armor_rolled.rows(LOG)[0].armor == 7  # TC-9.11, TC-7.21
    assert s.units[0].points == 3
    assert s.units[0].crew[2] == Health.WOUNDED
    assert sum(s.mine) == 0
    assert at(give(s, "A1 move")) == "E6"  # TC-9.12


@pytest.mark.parametrize(("face", "armor"), [("rear", 7), ("side", 8), ("front", 9)])
def test_the_face_a_mine_strikes_is_an_option(face: str, armor: int) -> None:
    s = duel(theirs="B2", mines=["E7"], options={"undirected_armor": face})
    s.units[0].armor = [9, 8, 7]
    give(s, "A1 move", 1, 1)
    assert events.armor_rolled.rows(LOG)[0].armor == armor


def test_a_mine_on_a_hill_always_strikes_the_rear() -> None:
    s = duel(theirs="B2", mines=["E7"], terrain={"E7": "hill"}, options={"undirected_armor": "front"})
    s.units[0].armor = [9, 8, 7]
    give(s, "A1 move", 1, 1)
    assert events.armor_rolled.rows(LOG)[0].armor == 7  # TC-9.9, TC-9.10


def test_a_mine_in_the_middle_of_a_run_that_wrecks_the_tank_ends_it() -> None:
    s = duel(theirs="B2", mines=["E7"])
    s.units[0].points = 1
    s = follow(s, "A1 ability driver straight")
    s = give(s, "A1 straight 3", 1, 1)
    assert (at(s), s.units[0].standing) == ("E7", Standing.DISABLED)
    assert s.winner == 1  # TC-1.3


def test_a_mine_that_kills_the_driver_ends_the_run() -> None:
    s = duel(theirs="B2", mines=["E7"])
    hurt(s, 0, driver=Health.WOUNDED)
    s = follow(s, "A1 ability driver straight")
    s = give(s, "A1 straight 3", 1, 2)
    assert (at(s), refused(s, "A1 turn left with")) == ("E7", "driver_dead")


def test_a_run_goes_on_over_a_mine_that_does_no_harm() -> None:
    s = duel(theirs="B2", mines=["E7", "E6"])
    s.units[0].armor = [9, 9, 9]
    s = follow(s, "A1 ability driver straight")
    assert at(give(s, "A1 straight 3", 1, 1, 1, 1)) == "E5"


def test_only_own_units_that_are_being_activated_take_orders() -> None:
    s = duel()
    assert refused(s, "B1 move") == "not_your_activation"  # TC-15.3
    assert refused(s, "A1 activate") == "not_your_activation"


# ---------------------------------------------------------------- on foot


def afoot(at: str = "E8", **given: Any) -> State:
    """The squad A1 is being activated; the tank B1 is far away."""
    s = board(**given)
    post(s, recruit(s, 0, "infantry"), at, None)
    post(s, recruit(s, 1), "B2", "S")
    s.first = s.seat = 0
    activate(s, 0, OFF)
    return s


@pytest.mark.parametrize(
    ("way", "there"),
    [("N", "E7"), ("NE", "F7"), ("SE", "F8"), ("S", "E9"), ("SW", "D8"), ("NW", "D7")],
)
def test_a_squad_goes_any_way_for_one_point(way: str, there: str) -> None:
    s = give(afoot(), f"A1 move {way}")
    assert (at(s), remaining_points(s, 0)) == (there, 2)  # TC-10.7, TC-10.8


def test_a_squad_goes_two_hexes_at_most() -> None:
    s = follow(afoot(), "A1 move N", "A1 move S")
    assert refused(s, "A1 move N") == "movement_cap"  # TC-10.7


@pytest.mark.parametrize("ground", ["mud", "water", "rubble"])
def test_a_squad_leaves_soft_ground_for_two(ground: str) -> None:
    s = give(afoot(terrain={"E8": ground, "E9": ground}), "A1 move S")
    assert remaining_points(s, 0) == 1  # TC-10.8
    assert refused(s, "A1 move S") == "no_ap"


def test_a_squad_enters_mined_hexes_but_no_buildings_and_no_occupied_ones() -> None:
    s = afoot(terrain={"E7": "building"}, mines=["E9"])
    post(s, recruit(s, 0), "F8")
    assert [refused(s, f"A1 move {way}") for way in ("N", "SE")] == ["impassable", "hex_occupied"]
    s = give(s, "A1 move S")
    assert (at(s), sum(s.mine)) == ("E9", 1)  # TC-10.8, TC-9.12


def test_a_squad_in_cover_or_carried_does_not_move() -> None:
    s = afoot()
    s.units[0].covered = 1
    assert refused(s, "A1 move N") == "in_cover"  # TC-10.13
    s = afoot()
    s.units[0].carrier = post(s, recruit(s, 0), "A10")
    assert refused(s, "A1 move N") == "mounted"  # TC-10.22


def test_a_squad_has_no_tracks() -> None:
    s = afoot()
    for verb in (Verb.TURN, Verb.REVERSE, Verb.MOVE, Verb.STRAIGHT):
        order = make(0, verb, 0, facing=NE if verb == Verb.TURN else NOBODY, choice=1)
        assert check(s, 0, order) == Why.NO_SUCH_ACTION
    assert check(duel(), 0, make(0, Verb.MOVE, 0, facing=N)) == Why.NO_SUCH_ACTION  # tracks go forward


# ---------------------------------------------------------------- carriers


def carrier(engine: bool = True, **given: Any) -> State:
    """The APC A1 at E8 faces north and is being activated."""
    s = board(**given)
    post(s, recruit(s, 0, "apc", upgrades=["engine"] if engine else []), "E8", "N")
    post(s, recruit(s, 1), "B2", "S")
    s.first = s.seat = 0
    activate(s, 0, OFF)
    return s


def test_an_apc_drives_and_turns_with_three_points() -> None:
    s = follow(carrier(), "A1 move", "A1 turn right with", "A1 move")
    assert (at(s), s.units[0].hull, s.seat) == ("F6", NE, 1)  # TC-11.3, TC-11.4: no point is left


def test_its_engine_gives_a_move_only_with_the_option_and_pays_first() -> None:
    extra = {"apc_engine": "extra_move"}
    s = give(carrier(options=extra), "A1 move")
    assert (remaining_points(s, 0), s.units[0].driven) == (3, 1)  # TC-11.4
    assert at(follow(s, "A1 move", "A1 move", "A1 move")) == "E4"
    assert remaining_points(give(carrier(False, options=extra), "A1 move"), 0) == 2
    assert remaining_points(give(carrier(), "A1 move"), 0) == 2
    assert remaining_points(give(duel(theirs="B2", upgrades=["engine"], options=extra), "A1 move"), 0) == 4


def test_the_point_of_the_engine_pays_for_nothing_but_moves() -> None:
    s = carrier(options={"apc_engine": "extra_move"}, terrain={"E8": "mud"})
    s.units[0].spent = 3
    assert refused(s, "A1 turn left with") == refused(s, "A1 move") == "no_ap"  # mud costs 2
    s.units[0].spent = 0
    assert remaining_points(give(s, "A1 move"), 0) == 2  # one of the two: TC-11.4
