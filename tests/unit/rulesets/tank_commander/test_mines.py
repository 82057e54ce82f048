"""TC-12.10, TC-12.11: laying mines, in play and before the battle."""

from typing import Any

import pytest
from tests.answers.tank_commander.posing import cells, post, recruit
from tests.unit.rulesets.tank_commander.table import LOG, at, duel, give, hurt, refused

from hulldown.kernel.hexes import cell_of, name_of
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.air import lay_before, next_sapper, why_no_mine_before
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.state import NOBODY, ZONE, Health, Standing, State

SETUP = {"mine_deploy": "setup"}


def sapper(stock: int = 1, **given: Any) -> State:
    """A1 at E8 faces north and has mines; B1 at B2."""
    return duel(**({"theirs": "B2", "upgrades": ["mine"] * stock} | given))


# ---------------------------------------------------------------- in play


def test_a_mine_is_laid_in_an_adjacent_hex_for_one_point() -> None:
    s = give(sapper(), "A1 mine F8")
    assert (s.mine[cell_of("F8")], remaining_points(s, 0), s.units[0].laid) == (1, 4, 1)  # TC-12.10, TC-12.11
    assert events.mine_laid.rows(LOG)[0] == (0, cell_of("F8"), 4)


def test_each_point_of_the_upgrade_is_one_mine() -> None:
    s = give(give(sapper(2), "A1 mine E9"), "A1 mine D8")
    assert refused(s, "A1 mine F8") == "used_up"  # TC-2.17, TC-12.11
    assert refused(sapper(0), "A1 mine E9") == "no_equipment"


@pytest.mark.parametrize(
    ("given", "order", "reason"),
    [
        ({}, "A1 mine E10", "out_of_range"),
        ({}, "A1 mine E8", "hex_occupied"),
        ({"theirs": "E7"}, "A1 mine E7", "hex_occupied"),
        ({"terrain": {"E7": "building"}}, "A1 mine E7", "impassable"),
        ({"mines": ["E7"]}, "A1 mine E7", "mine_here"),
        ({"ours": "E10"}, "A1 mine E11", "off_board"),
    ],
)
def test_the_hex_must_be_near_and_free(given: dict[str, Any], order: str, reason: str) -> None:
    assert refused(sapper(**given), order) == reason  # TC-12.11, TC-15.8


def test_it_needs_somebody_alive_and_a_point() -> None:
    s = sapper()
    s.units[0].spent = 5
    assert refused(s, "A1 mine E9") == "no_ap"
    hurt(s, 0, driver=Health.KILLED, gunner=Health.KILLED, loader=Health.KILLED)
    s.units[0].spent = 0
    assert refused(s, "A1 mine E9") == "allowed"  # no particular member: TC-5.18
    hurt(s, 0, commander=Health.KILLED)
    assert refused(s, "A1 mine E9") == "no_crew"


def test_without_the_advanced_rule_nobody_lays_mines() -> None:
    s = sapper()
    s.options.adv_at_mines = 0
    assert refused(s, "A1 mine E9") == "no_such_action"  # TC-9.13


def test_a_mine_laid_in_play_hits_whoever_drives_over_it() -> None:
    s = give(give(sapper(), "A1 mine E7"), "A1 move", 1, 1)
    assert (at(s), s.units[0].points, s.mine[cell_of("E7")]) == ("E7", 3, 0)  # TC-9.12


def test_where_mines_are_not_played_one_that_is_laid_does_nothing() -> None:
    s = give(give(sapper(options={"adv_mines": False}), "A1 mine E7"), "A1 move")
    assert (at(s), s.units[0].points, s.mine[cell_of("E7")]) == ("E7", 4, 1)  # TC-9.11


def test_with_rear_only_the_hex_behind_the_hull_takes_a_mine() -> None:
    s = sapper(options={"mine_deploy": "rear"})
    hexes = ("E7", "F7", "F8", "E9", "D8", "D7", "E8")
    assert [refused(s, f"A1 mine {name}") for name in hexes] == [
        *["out_of_range"] * 3,
        "allowed",  # TC-12.11
        *["out_of_range"] * 3,
    ]
    s.units[0].hull = 1
    assert refused(s, "A1 mine D8") == "allowed"


# ---------------------------------------------------------------- before the battle


def field_of_mines(rows: int = 10, first: int = 0, theirs: str = "E2") -> State:
    """Two tanks with mines; side 0 deploys in the last row, side 1 in the first."""
    s = sapper(2, options=SETUP, theirs=theirs)
    s.units[1].upgrade = list(s.units[0].upgrade)
    s.rows, s.first = rows, first
    s.zone_size = [1, 1]
    s.zone[0], s.zone[ZONE] = cell_of(f"A{rows}"), cell_of("A1")
    return s


def open_rows(s: State, u: int) -> set[int]:
    """The rows of the hexes that take a mine of a unit before the battle."""
    return {int(name_of(cell)[1:]) for cell in cells(s) if why_no_mine_before(s, u, cell) == Why.ALLOWED}


def test_with_setup_no_mine_is_laid_in_play_and_else_none_before() -> None:
    assert refused(field_of_mines(), "A1 mine E9") == "no_such_action"  # TC-12.11
    assert why_no_mine_before(sapper(), 0, cell_of("E9")) == Why.NO_SUCH_ACTION


def test_mines_lie_in_the_own_half_of_the_rows() -> None:
    s = field_of_mines()
    assert (open_rows(s, 0), open_rows(s, 1)) == ({6, 7, 8, 9, 10}, {1, 2, 3, 4, 5})  # TC-12.11
    assert why_no_mine_before(s, 0, cell_of("A5")) == Why.NOT_IN_ZONE


def test_a_middle_row_is_nobodys() -> None:
    s = field_of_mines(rows=9)
    assert (open_rows(s, 0), open_rows(s, 1)) == ({6, 7, 8, 9}, {1, 2, 3, 4})


def test_no_mine_lies_within_two_hexes_of_an_enemy() -> None:
    s = field_of_mines(theirs="E6")
    near = {"E7": Why.NOT_IN_ZONE, "E9": Why.ALLOWED, "G7": Why.NOT_IN_ZONE, "H7": Why.ALLOWED}
    assert {name: why_no_mine_before(s, 0, cell_of(name)) for name in near} == near  # TC-12.11
    gun = recruit(s, 1, "aa_gun")
    post(s, gun, "H9", None)
    assert why_no_mine_before(s, 0, cell_of("H7")) == Why.NOT_IN_ZONE


def test_units_buildings_and_mines_keep_it_out() -> None:
    s = sapper(options=SETUP, terrain={"A9": "building"}, mines=["B9"])
    s.zone[0] = cell_of("A10")
    wanted = {"A9": Why.IMPASSABLE, "B9": Why.MINE_HERE, "E8": Why.HEX_OCCUPIED, "A11": Why.OFF_BOARD}
    assert {name: why_no_mine_before(s, 0, cell_of(name)) for name in wanted} == wanted


@pytest.mark.parametrize(("first", "order"), [(0, [1, 1, 0, 0]), (1, [0, 0, 1, 1])])
def test_the_loser_of_the_roll_off_lays_all_mines_first(first: int, order: list[int]) -> None:
    s = field_of_mines(first=first)
    free = {0: iter(("A9", "B9")), 1: iter(("A2", "B2"))}
    laid = []
    while (u := next_sapper(s)) != NOBODY:
        laid.append(u)
        lay_before(s, u, cell_of(next(free[u])), OFF)
    assert laid == order  # TC-4.12
    assert sum(s.mine) == 4
    assert why_no_mine_before(s, 0, cell_of("C9")) == Why.USED_UP


def test_nobody_waits_for_a_mine_that_has_no_place_or_no_owner() -> None:
    s = field_of_mines()
    s.units[1].standing = Standing.DISABLED
    for cell in cells(s):
        s.mine[cell] = 1
    assert next_sapper(s) == NOBODY
    assert next_sapper(sapper()) == NOBODY  # only with `setup`: TC-12.11
    s = field_of_mines()
    s.options.adv_at_mines = 0
    assert next_sapper(s) == NOBODY  # TC-9.13
