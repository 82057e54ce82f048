"""TC-14.3 to TC-14.5: darkness and flares."""

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import LOG, duel, give, hurt, refused

from hulldown.kernel.hexes import cell_of
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.air import is_lit, why_no_flare
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.shooting import needed, weapon_range
from hulldown.rulesets.tank_commander.state import Health, Standing, State, Weapon

DARK = {"night": True}
AIMED = {"night": True, "flare_mode": "targeted"}


def reach(s: State, u: int, weapon: Weapon, at: str = "E5") -> int:
    return weapon_range(s, u, weapon, cell_of(at))


def number(s: State, at: str = "E5") -> int:
    return needed(s, 0, Weapon.MAIN_GUN, 1, cell_of(at), s.silent)


def lit(s: State, *names: str) -> list[bool]:
    return [is_lit(s, cell_of(name)) for name in names]


# ---------------------------------------------------------------- the dark


def test_by_day_nothing_is_dark_and_there_are_no_flares() -> None:
    s = duel()
    assert (number(s), reach(s, 0, Weapon.MAIN_GUN)) == (4, 6)
    assert refused(s, "A1 flare") == refused(s, "A1 flare E5") == "no_such_action"  # TC-14.3


def test_every_weapon_reaches_three_hexes_less_in_the_dark_but_at_least_one() -> None:
    s = duel(options=DARK, upgrades=["ai"])
    long = recruit(s, 0, upgrades=["barrel"])
    squad, carrier = recruit(s, 0, "infantry"), recruit(s, 0, "apc")
    assert (reach(s, 0, Weapon.MAIN_GUN), reach(s, long, Weapon.MAIN_GUN)) == (3, 4)  # TC-14.4
    assert (reach(s, squad, Weapon.MISSILE), reach(s, squad, Weapon.AI_WEAPON)) == (1, 1)
    assert (reach(s, 0, Weapon.AI_WEAPON), reach(s, carrier, Weapon.AI_WEAPON)) == (1, 1)


@pytest.mark.parametrize(("less", "gun", "missile"), [(0, 6, 3), (1, 5, 2), (6, 1, 1)])
def test_how_much_the_dark_takes_from_the_range_is_an_option(less: int, gun: int, missile: int) -> None:
    s = duel(options={"night": True, "night_range": less})
    squad = recruit(s, 0, "infantry")
    assert (reach(s, 0, Weapon.MAIN_GUN), reach(s, squad, Weapon.MISSILE)) == (gun, missile)  # TC-14.4
    assert number(s) == 5


@pytest.mark.parametrize("worse", [0, 1, 3])
def test_how_much_harder_a_dark_target_is_to_hit_is_an_option(worse: int) -> None:
    s = duel(options={"night": True, "night_accuracy": worse})
    assert number(s) == 4 + worse  # TC-14.4
    assert reach(s, 0, Weapon.MAIN_GUN) == 3


def test_the_options_of_the_night_do_nothing_by_day() -> None:
    s = duel(options={"night_accuracy": 3, "night_range": 6, "flare_mode": "targeted"})
    assert (number(s), reach(s, 0, Weapon.MAIN_GUN)) == (4, 6)


def test_a_target_beyond_the_shorter_range_is_out_of_range_until_it_is_lit() -> None:
    s = duel(options=DARK, theirs="E4")
    assert refused(s, "A1 fire B1") == "out_of_range"
    s.units[1].flares, s.units[1].flare[0] = 1, cell_of("E2")
    assert refused(s, "A1 fire B1") == "allowed"
    assert (number(s, "E4"), reach(s, 0, Weapon.MAIN_GUN, "E4")) == (4, 6)  # TC-14.4


# ---------------------------------------------------------------- flares


def test_a_flare_lights_three_hexes_around_the_tank_for_both_sides() -> None:
    s = give(duel(options=DARK), "A1 flare")
    assert remaining_points(s, 0) == 4
    assert lit(s, "E8", "E5", "B7", "H7", "E4", "A8") == [True, True, True, True, False, False]  # TC-14.5
    assert events.flare_fired.rows(LOG)[0].cell == cell_of("E8")
    assert number(s) == 4
    assert needed(s, 1, Weapon.MAIN_GUN, 0, cell_of("E8"), s.silent) == 4


def test_the_light_stays_where_it_was_fired_when_the_tank_drives_on() -> None:
    s = duel(options=DARK, theirs="B2")
    s = give(give(give(s, "A1 flare"), "A1 move"), "A1 move")
    assert lit(s, "E10", "E4") == [True, False]  # the hex of that moment: TC-14.5


def test_it_burns_until_the_next_activation_of_its_tank_begins() -> None:
    s = give(give(duel(options=DARK), "A1 flare"), "A1 end")
    assert (s.seat, lit(s, "E8")) == (1, [True])
    s = give(s, "B1 end")
    assert (s.game_turn, s.seat, lit(s, "E8")) == (2, 0, [False])  # TC-4.8, TC-14.5


def test_it_goes_out_with_a_destroyed_tank_and_outlives_a_disabled_one() -> None:
    s = give(duel(options=DARK), "A1 flare")
    for standing, burns in (
        (Standing.DISABLED, True),
        (Standing.ABANDONED, True),
        (Standing.DESTROYED, False),
    ):
        s.units[0].standing = standing
        assert is_lit(s, cell_of("E8")) == burns  # TC-14.5


def test_flares_are_unlimited_and_need_a_point_and_somebody_alive() -> None:
    s = duel(options=DARK)
    for _ in range(5):
        s = give(s, "A1 flare") if remaining_points(s, 0) > 1 else s
    s.units[0].spent = 5
    assert refused(s, "A1 flare") == "no_ap"
    hurt(s, 0, **dict.fromkeys(("commander", "driver", "gunner", "loader"), Health.KILLED))
    assert refused(s, "A1 flare") == "no_crew"  # TC-15.8


def test_only_a_battle_tank_fires_flares() -> None:
    s = duel(options=DARK)
    for kind in ("apc", "infantry", "aa_gun"):
        u = post(s, recruit(s, 0, kind), "A1", None)
        assert why_no_flare(s, u, -1) == Why.NO_SUCH_ACTION  # TC-1.9, TC-14.5
    assert why_no_flare(s, post(s, recruit(s, 0, "walker"), "B1"), -1) == Why.ALLOWED


def test_the_tank_names_a_hex_only_with_the_option_and_then_it_must() -> None:
    assert refused(duel(options=DARK), "A1 flare E5") == "no_such_action"
    assert refused(duel(options=AIMED), "A1 flare") == "no_such_action"


def test_an_aimed_flare_lights_a_hex_within_gun_range_by_day_and_its_neighbors() -> None:
    s = duel(options=AIMED, ours="E9")
    assert refused(s, "A1 flare E2") == "out_of_range"
    assert refused(s, "A1 flare L9") == "off_board"
    s = give(s, "A1 flare E3")
    assert lit(s, "E3", "E2", "E4", "D3", "F2", "E5", "E9") == [True] * 5 + [False] * 2  # TC-14.5
    assert refused(duel(options=AIMED, ours="E9", upgrades=["barrel"]), "A1 flare E2") == "allowed"
    assert refused(duel(options=AIMED | {"main_gun_range": 5}, ours="E9"), "A1 flare E3") == "out_of_range"
