"""TC-11: what an armored personnel carrier does and what hurts it."""

import pytest
from tests.unit.rulesets.tank_commander.table import LOG, at, board, duel, give, place, refused, told, turn_of

from hulldown.kernel.hexes import cell_of
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.catalogue import Armor, Loadout
from hulldown.rulesets.tank_commander.crew import living, movement_cap, remaining_points
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import judge_build
from hulldown.rulesets.tank_commander.state import Health, Shell, Standing, State


def carrier(*upgrades: str, options: dict[str, object] | None = None, **given: object) -> State:
    """A1 is an APC at E8 facing north in its activation; B1 is a tank far away, B2 a squad two hexes off."""
    s = board(options, **given)
    place(s, 0, "apc", "E8", upgrades=upgrades)
    place(s, 1, "tank", "J1")
    place(s, 1, "infantry", "E5")
    s.first = 0
    return turn_of(s, 0)


def test_the_profile_is_that_of_the_table() -> None:
    t = carrier().units[0]
    assert (list(t.armor), t.accuracy, t.points, t.allowance, t.ai_range) == (
        [4, 4, 4],
        4,
        2,
        3,
        3,
    )  # TC-11.1


def test_it_drives_forward_and_turns_without_a_turret() -> None:
    s = give(give(carrier(), "A1 turn right with"), "A1 move")
    assert (at(s), s.units[0].hull, s.units[0].turret, remaining_points(s, 0)) == ("F7", 1, -1, 1)  # TC-11.3
    assert refused(s, "A1 turret left") == "no_such_action"
    assert refused(s, "A1 reverse") == "no_such_action"
    assert refused(carrier(options={"reverse_move": True}), "A1 reverse") == "allowed"  # TC-11.4


def test_its_weapon_reaches_three_hexes_all_round() -> None:
    for name, reason in (("E5", "allowed"), ("F10", "allowed"), ("E4", "out_of_range")):
        s = carrier()
        place(s, 1, "infantry", name) if name != "E5" else None
        assert refused(s, "A1 ai B2" if name == "E5" else "A1 ai B3") == reason
    s = give(carrier(), "A1 ai B2", 4)
    assert s.units[2].standing == Standing.DESTROYED  # TC-11.3, TC-11.4


def test_smoke_must_be_bought_and_lies_for_the_battle() -> None:
    assert refused(carrier(), "A1 smoke E6") == "no_equipment"
    s = give(carrier("smoke"), "A1 smoke E6")
    assert s.smoke[cell_of("E6")] == 1
    assert refused(s, "A1 ai B2") == "no_los"


def test_it_puts_its_fire_out_without_a_crew_of_names() -> None:
    s = carrier()
    assert refused(s, "A1 extinguish") == "not_on_fire"
    s.units[0].burning = 1
    assert give(s, "A1 extinguish").units[0].burning == 0  # TC-5.16


def test_it_has_no_gun_no_abilities_and_lays_no_mines() -> None:
    s = carrier()
    for order in ("fire B1", "load AT", "ability driver double", "lieutenant driver", "mine E7", "strike E5"):
        assert refused(s, f"A1 {order}") == "no_such_action", order  # TC-11.5
    assert refused(carrier(options={"night": True}), "A1 flare") == "no_such_action"  # TC-14.5


# ---------------------------------------------------------------- engine and cap


@pytest.mark.parametrize(
    ("upgrades", "options", "cap", "hexes"),
    [
        ((), {}, 3, 3),
        (("engine",), {}, 4, 3),
        ((), {"apc_move_cap": 4}, 4, 3),
        (("engine",), {"apc_engine": "extra_move"}, 4, 4),
        ((), {"apc_engine": "extra_move"}, 3, 3),
        (("engine",), {"apc_engine": "extra_move", "apc_move_cap": 4}, 5, 4),
    ],
)
def test_how_far_it_drives(
    upgrades: tuple[str, ...], options: dict[str, object], cap: int, hexes: int
) -> None:
    s = carrier(*upgrades, options=options)
    s.occupant[cell_of("E5")] = -1
    s.units[2].cell = cell_of("A1")
    assert movement_cap(s, 0) == cap  # TC-11.2, TC-11.4
    for _ in range(hexes):
        assert refused(s, "A1 move") == "allowed"
        s = give(s, "A1 move")
    assert s.active != 0 or refused(s, "A1 move") in ("no_ap", "movement_cap")


def test_the_cap_of_an_apc_is_not_that_of_a_tank() -> None:
    s = carrier(options={"apc_move_cap": 4, "heavy_light_armor": True})
    assert [movement_cap(s, u) for u in (0, 1, 2)] == [4, 4, 2]  # TC-2.23 is for battle tanks only
    assert movement_cap(carrier(options={"heavy_light_armor": True}), 0) == 3


def test_the_extra_point_of_the_engine_moves_only_and_goes_first() -> None:
    s = carrier("engine", options={"apc_engine": "extra_move"})
    s = give(s, "A1 move")
    assert remaining_points(s, 0) == 3  # TC-11.4
    for _ in range(3):
        s = give(s, "A1 turn left with")
    assert s.active != 0  # nothing is left, the engine has been used
    s = carrier("engine", options={"apc_engine": "extra_move"})
    for _ in range(3):
        s = give(s, "A1 turn left with")
    assert (s.active, remaining_points(s, 0)) == (0, 0)
    assert refused(s, "A1 turn left with") == "no_ap"
    assert refused(s, "A1 move") == "allowed"


def test_the_engine_pays_one_of_the_two_points_out_of_mud() -> None:
    s = carrier("engine", options={"apc_engine": "extra_move"}, terrain={"E8": "mud"})
    assert remaining_points(give(s, "A1 move"), 0) == 2
    assert remaining_points(give(carrier("engine", terrain={"E8": "mud"}), "A1 move"), 0) == 1


# ---------------------------------------------------------------- building


@pytest.mark.parametrize(
    ("armor", "upgrades", "reason", "cost"),
    [
        ((6, 6, 4), (), "legal", 4),
        ((6, 5, 4), ("smoke",), "legal", 4),
        ((4, 4, 4), ("engine", "smoke"), "legal", 2),
        ((7, 4, 4), (), "over_facing_limit", 3),
        ((4, 5, 4), (), "side_exceeds_front", 1),
        ((6, 6, 5), (), "over_budget", 5),
        ((4, 4, 4), ("he",), "not_available", 1),
    ],
)
def test_four_points_buy_armor_engine_and_smoke(
    armor: tuple[int, int, int], upgrades: tuple[str, ...], reason: str, cost: int
) -> None:
    o = SHELF.options_under({"painted": True, "named": True})  # no bonus for an APC (TC-11.5)
    plates = Armor(**dict(zip(("front", "side", "rear"), armor, strict=True)))
    why, points = judge_build(SHELF.units(), Loadout(unit="apc", armor=plates, upgrades=upgrades), o)
    assert (why.name.lower(), points) == (reason, cost)  # TC-11.2


# ---------------------------------------------------------------- hits


def target(points: int = 2, shell: Shell = Shell.AT) -> State:
    s = duel(theirs="J10", upgrades=("he",))
    u = place(s, 1, "apc", "E5", "S")
    s.units[u].points = points
    s.units[0].loaded = shell
    return s


def test_a_glancing_hit_does_nothing_and_a_penetrating_one_takes_a_point() -> None:
    s = target()
    s.units[2].armor = [9, 9, 9]
    s = give(s, "A1 fire B2", 4, 3)
    assert (s.units[2].points, told()) == (2, [events.fired, events.armor_rolled])  # TC-11.5, TC-6.23
    s = give(target(), "A1 fire B2", 4, 1)
    assert (s.units[2].points, living(s, 2)) == (1, 0)
    assert all(health == Health.ABSENT for health in s.units[2].crew)


def test_high_explosive_sets_it_alight_by_either_hit() -> None:
    s = target(shell=Shell.HE)
    s.units[2].armor = [9, 9, 9]
    assert give(s, "A1 fire B2", 4, 1, 5).units[2].burning == 1  # TC-11.5, TC-11.6
    assert give(target(shell=Shell.HE), "A1 fire B2", 4, 6, 5).units[2].burning == 1


def test_at_no_hull_points_it_is_a_wreck_and_may_cook_off() -> None:
    s = give(target(points=1), "A1 fire B2", 4, 1)
    assert s.units[2].standing == Standing.DISABLED  # TC-11.6
    assert s.units[0].kills == 1
    s = give(give(s, "A1 end"), "B1 end", 4)
    assert s.units[2].standing == Standing.DESTROYED
    assert events.cook_off_rolled.rows(LOG)[0].unit == 2
