"""TC-5.10 to TC-5.16: loading, smoke, fire."""

import pytest
from tests.answers.tank_commander.posing import cells, post, recruit
from tests.unit.rulesets.tank_commander.table import board, duel, give, refused

from hulldown.kernel.actions import Actions
from hulldown.kernel.hexes import cell_of, distance, name_of
from hulldown.kernel.records import blank
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.tank_commander.actions import legal
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.state import Ground, Kind, Shell, Verb
from hulldown.rulesets.tank_commander.table import sees
from hulldown.rulesets.tank_commander.turn import activate


def test_loading_a_loaded_gun_swaps_the_round_at_the_same_cost() -> None:
    s = give(duel(upgrades=("he",)), "A1 load HE")
    assert (s.units[0].loaded, remaining_points(s, 0)) == (Shell.HE, 4)  # TC-5.11
    s = give(s, "A1 load AT")
    assert (s.units[0].loaded, remaining_points(s, 0)) == (Shell.AT, 3)
    assert refused(duel(), "A1 load HE") == "no_he"  # TC-2.11
    assert refused(s, "A1 load AT") == "allowed"


def test_smoke_blocks_the_line_for_good_and_costs_a_point() -> None:
    s = duel(upgrades=("smoke",))
    assert sees(s, cell_of("E8"), cell_of("E5"))
    s = give(s, "A1 smoke E6")
    assert not sees(s, cell_of("E8"), cell_of("E5"))  # TC-5.13, TC-2.13
    assert remaining_points(s, 0) == 4
    s = give(give(s, "A1 end"), "B1 end")
    assert s.smoke[cell_of("E6")] == 1


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("E5", "out_of_range"),
        ("D8", "impassable"),
        ("F8", "smoke_here"),
        ("E8", "allowed"),
        ("E7", "allowed"),
    ],
)
def test_where_smoke_may_go(place: str, reason: str) -> None:
    s = duel(theirs="E7", upgrades=("smoke",), terrain={"D8": "building"}, smoke=["F8"])
    assert refused(s, f"A1 smoke {place}") == reason  # TC-5.14


def test_smoke_off_the_board_is_refused() -> None:
    s = duel("A1", "J10", upgrades=("smoke",))
    assert refused(s, "A1 smoke K1") == "off_board"


@pytest.mark.parametrize("place", ["A1", "B1", "E1", "F1", "J1", "J10", "A10", "B10", "E10", "E5", "F6"])
def test_smoke_is_offered_in_every_hex_where_it_may_go(place: str) -> None:
    s = duel(place, "E3" if place[1:] != "3" else "A3", upgrades=("smoke",), terrain={"E4": "building"})
    m = blank(Actions)
    rows = [m.rows[i] for i in range(legal(s, 0, m))]
    offered = sorted(name_of(a.place) for a in rows if a.verb == Verb.SMOKE)
    near = [cell for cell in cells(s) if distance(cell_of(place), cell) <= 2]
    assert offered == sorted(name_of(cell) for cell in near if s.ground[cell] != Ground.BUILDING)


@pytest.mark.parametrize(("charges", "third"), [("unlimited", "allowed"), (2, "used_up")])
def test_the_charges_of_a_launcher_are_an_option(charges: object, third: str) -> None:
    s = duel(upgrades=("smoke",), options={"smoke_charges": charges})
    s = give(give(s, "A1 smoke E7"), "A1 smoke D8")
    assert refused(s, "A1 smoke E9") == third


def test_a_fire_is_put_out_for_a_point_without_a_roll() -> None:
    s = duel()
    assert refused(s, "A1 extinguish") == "not_on_fire"  # TC-5.15
    s.units[0].burning = 1
    s = give(s, "A1 extinguish")
    assert (s.units[0].burning, remaining_points(s, 0)) == (0, 4)  # TC-5.16


def test_everything_needs_a_point() -> None:
    s = duel(upgrades=("smoke",))
    s.units[0].burning, s.units[0].spent = 1, 5
    for text in ("A1 extinguish", "A1 smoke E7", "A1 load AT", "A1 turret left", "A1 turn left with"):
        assert refused(s, text) == "no_ap"  # TC-5.2


def test_an_apc_lays_smoke_and_puts_out_fires_and_has_no_gun_to_load() -> None:
    s = board()
    u = post(s, recruit(s, 0, "apc", upgrades=("smoke",)), "E8")
    post(s, recruit(s, 1), "B2")
    activate(s, u, OFF)
    s.units[0].burning = 1
    assert remaining_points(s, 0) == 3
    assert refused(s, "A1 smoke E7") == refused(s, "A1 extinguish") == "allowed"  # TC-5.18
    assert refused(s, "A1 load AT") == refused(s, "A1 turret left") == "no_such_action"
    assert s.units[0].kind == Kind.APC
