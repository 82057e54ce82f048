"""TC-14.11 to TC-14.13: hover tanks and walkers."""

from typing import Any

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import LOG, at, board, give, hurt, refused

from hulldown.catalogue import CatalogueError
from hulldown.kernel.hexes import DIRECTIONS, N, cell_of
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.crew import movement_cap, remaining_points
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.shooting import needed
from hulldown.rulesets.tank_commander.state import Drive, Health, Kind, State, Weapon
from hulldown.rulesets.tank_commander.table import sees
from hulldown.rulesets.tank_commander.turn import activate

EXOTIC = {"exotic_units": True}
BOTH = pytest.mark.parametrize("kind", ["hover_tank", "walker"])


def field_of(kind: str, theirs: str = "B2", options: dict[str, Any] = EXOTIC, **given: Any) -> State:
    """A1, of a kind, at E8 facing north and being activated; the tank B1."""
    s = board(options, **given)
    post(s, recruit(s, 0, kind), "E8", "N")
    post(s, recruit(s, 1), theirs, "S")
    s.first = s.seat = 0
    activate(s, 0, OFF)
    return s


@pytest.mark.parametrize(
    ("kind", "armor", "points", "actions", "cap"),
    [("hover_tank", [5, 5, 4], 3, 5, 4), ("walker", [7, 6, 6], 4, 4, 2)],
)
def test_their_profiles(kind: str, armor: list[int], points: int, actions: int, cap: int) -> None:
    s = field_of(kind)
    t = s.units[0]
    assert (list(t.armor), t.points) == (armor, points)  # TC-14.12, TC-14.13
    assert (remaining_points(s, 0), movement_cap(s, 0), t.accuracy) == (actions, cap, 4)


@BOTH
@pytest.mark.parametrize(
    ("way", "there"),
    [("N", "E7"), ("NE", "F7"), ("SE", "F8"), ("S", "E9"), ("SW", "D8"), ("NW", "D7")],
)
def test_they_move_into_any_adjacent_hex_and_keep_their_facing(kind: str, way: str, there: str) -> None:
    s = give(field_of(kind), f"A1 move {way}")
    assert (at(s), s.units[0].hull, s.units[0].turret, s.units[0].moved) == (there, N, N, 1)


@BOTH
def test_they_turn_and_traverse_as_any_tank(kind: str) -> None:
    s = give(give(field_of(kind), "A1 turn right stay"), "A1 turret left")
    assert (DIRECTIONS[s.units[0].hull], DIRECTIONS[s.units[0].turret]) == ("NE", "NW")


@BOTH
def test_limits_and_a_dead_driver_hold_for_them_too(kind: str) -> None:
    s = field_of(kind, theirs="E7", terrain={"F8": "building"})
    assert refused(s, "A1 move N") == "hex_occupied"
    assert refused(s, "A1 move SE") == "impassable"
    s.units[0].moved = movement_cap(s, 0)
    assert refused(s, "A1 move S") == "movement_cap"
    hurt(s, 0, driver=Health.KILLED)
    assert refused(s, "A1 move S") == "driver_dead"


@BOTH
def test_there_is_no_reverse_for_what_goes_any_way(kind: str) -> None:
    s = field_of(kind, options=EXOTIC | {"reverse_move": True})
    assert refused(s, "A1 reverse") == "no_such_action"  # TC-5.4


@BOTH
@pytest.mark.parametrize("soft", ["mud", "water", "rubble"])
def test_soft_ground_does_not_hold_them(kind: str, soft: str) -> None:
    s = give(field_of(kind, terrain={"E8": soft}), "A1 move S")
    assert remaining_points(s, 0) == s.units[0].allowance - 1  # TC-14.12, TC-14.13


@BOTH
def test_the_straight_run_goes_any_one_way(kind: str) -> None:
    s = give(field_of(kind), "A1 ability driver straight")
    s = give(s, "A1 straight 2 SE")
    assert (at(s), remaining_points(s, 0)) == ("G9", s.units[0].allowance - 1)  # TC-6.6


@BOTH
def test_double_gives_the_second_move_for_nothing(kind: str) -> None:
    s = give(give(field_of(kind), "A1 ability driver double"), "A1 move NE")
    s = give(s, "A1 move S")
    assert (at(s), remaining_points(s, 0)) == ("F8", s.units[0].allowance - 1)


def test_a_hover_tank_glides_over_mines_and_a_walker_sets_them_off() -> None:
    s = give(field_of("hover_tank", mines=["E9"]), "A1 move S")
    assert (at(s), s.mine[cell_of("E9")], s.units[0].points) == ("E9", 1, 3)  # TC-14.12
    s = give(field_of("walker", mines=["E9"]), "A1 move S", 1, 1)
    assert (s.mine[cell_of("E9")], s.units[0].points) == (0, 3)  # TC-14.13
    assert events.mine_struck.rows(LOG)


# ---------------------------------------------------------------- the tall walker


def line_past(kind: str, between: str = "tank", options: dict[str, Any] = EXOTIC, **given: Any) -> State:
    """A1, of a kind, at E8 and B1 at E4; a vehicle B2 at E6 between them."""
    s = field_of(kind, "E4", options, **given)
    post(s, recruit(s, 1, between), "E6", "S")
    return s


def views(s: State) -> tuple[bool, bool]:
    """Whether E8 sees E4, and E4 sees E8."""
    a, b = cell_of("E8"), cell_of("E4")
    return sees(s, a, b), sees(s, b, a)


@pytest.mark.parametrize("between", ["tank", "apc", "hover_tank"])
def test_vehicles_do_not_block_a_line_from_or_to_a_walker(between: str) -> None:
    assert views(line_past("walker", between)) == (True, True)  # TC-14.13
    assert views(line_past("hover_tank", between)) == (False, False)
    assert views(line_past("tank", between)) == (False, False)


def test_a_walker_in_the_way_blocks_other_lines() -> None:
    assert views(line_past("tank", "walker")) == (False, False)  # TC-7.4


def test_buildings_and_smoke_block_a_walkers_line() -> None:
    assert views(field_of("walker", "E4", terrain={"E6": "building"})) == (False, False)
    assert views(field_of("walker", "E4", smoke=["E6"])) == (False, False)


def test_vehicles_on_an_edge_pair_do_not_block_it_either() -> None:
    def beside(kind: str) -> bool:
        s = field_of(kind, "G8")  # the line E8 to G8 runs between F7 and F8
        post(s, recruit(s, 1), "F7", "S")
        post(s, recruit(s, 1), "F8", "S")
        return sees(s, cell_of("E8"), cell_of("G8"))

    assert (beside("walker"), beside("tank")) == (True, False)  # TC-7.6, TC-14.13


def number(s: State, shooter: int, target: int) -> int:
    return needed(s, shooter, Weapon.MAIN_GUN, target, int(s.units[target].cell), s.silent)


@pytest.mark.parametrize("terrain", [{"E8": "forest"}, {"E6": "forest"}, {"E7": "hill"}])
def test_a_walker_gets_nothing_from_forest_and_hills_as_a_target(terrain: dict[str, str]) -> None:
    assert number(field_of("walker", "E4", terrain=terrain), 1, 0) == 4  # TC-14.13
    assert number(field_of("hover_tank", "E4", terrain=terrain), 1, 0) == 5


def test_what_a_walker_shoots_at_is_covered_as_ever() -> None:
    assert number(field_of("walker", "E4", terrain={"E6": "forest"}), 0, 1) == 5


def test_a_forest_and_a_vehicle_on_an_edge_pair_hide_nothing_from_a_walker() -> None:
    def penalty(kind: str) -> int:
        s = field_of(kind, "G8", terrain={"F7": "forest"})
        post(s, recruit(s, 1), "F8", "S")
        return number(s, 0, 1) - 4

    assert (penalty("walker"), penalty("tank")) == (0, 1)  # TC-9.6: the vehicle blocks no walker's line


def test_on_a_hill_a_walker_is_hit_in_the_rear_like_anybody() -> None:
    s = field_of("walker", "E4", terrain={"E8": "hill"})
    s.units[0].armor = [9, 9, 6]
    s = give(s, "A1 end")
    give(s, "B1 fire A1", 4, 1, 1)
    assert events.armor_rolled.rows(LOG)[0].armor == 6  # TC-9.9


@pytest.mark.parametrize(("build", "drive"), [("Skimmer", Drive.HOVER), ("Strider", Drive.LEGS)])
def test_with_the_option_a_hover_tank_or_walker_may_stand_for_a_printed_tank(build: str, drive: int) -> None:
    own = {"A1": {"build": build}}  # TC-15.11 l
    s = set_up(SHELF, "skirmish", {"exotic_units": True}, own)
    assert (s.units[0].drive, s.units[0].kind) == (drive, Kind.TANK)
    with pytest.raises(CatalogueError, match=r"TC-14\.11"):
        set_up(SHELF, "skirmish", {}, own)
    with pytest.raises(CatalogueError, match=r"TC-13\.2"):
        set_up(SHELF, "escort", {"exotic_units": True}, {"A2": {"build": build}})  # a printed carrier
