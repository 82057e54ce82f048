"""TC-12.1 to TC-12.9 and TC-13.27: air strikes and the guns that spoil them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from tests.answers.tank_commander.posing import post, recruit, stand
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give, ground, hurt, refused, told

from hulldown.kernel.actions import forget
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import cell_of, name_of
from hulldown.kernel.records import copy
from hulldown.rulesets.common.explanation import OFF, chances, with_dice
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.air import (
    NEVER,
    aa_fails_on,
    next_due,
    roll_strike,
    standing_guns,
    strike_cell,
    strike_needed,
    why_no_strike,
)
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.events import Why
from hulldown.rulesets.tank_commander.setup import lay
from hulldown.rulesets.tank_commander.state import NOBODY, Ground, Health, Mission, Standing, State, Upgrade

AIR = ["air_support"]
BUNKER = "F1"


def called(mark: str = "E5", **given: Any) -> State:
    """A1 at E8 has called a strike; it is the Start Phase of the next game turn."""
    s = give(duel(**({"theirs": "J1", "upgrades": AIR} | given)), f"A1 strike {mark}")
    s.game_turn += 1
    return s


def fly(s: State, *dice: int, i: int = 0) -> State:
    """The position after the arrival roll of a strike with all its consequences: these dice, no more."""

    def play(d: Dice) -> State:
        made = copy(s)
        forget(LOG)
        roll_strike(made, i, d, LOG)
        return made

    made, used = with_dice(play, dice)
    assert used == len(dice), f"{used} dice were thrown"
    return made


def struck() -> list[str]:
    """The hexes in which the last strike hit something, in order."""
    return [name_of(row.cell) for row in events.strike_hit.rows(LOG)]


# ---------------------------------------------------------------- calling


def test_a_strike_is_called_on_any_hex_for_one_point() -> None:
    s = duel(upgrades=AIR, terrain={"A1": "building"})
    for name in ("A1", "E5", "E8", "J10"):  # a building, a foe, itself, nothing
        assert refused(s, f"A1 strike {name}") == "allowed"  # TC-12.1, TC-12.2
    s = give(s, "A1 strike A1")
    k = s.strike[0]
    assert (remaining_points(s, 0), s.strikes) == (4, 1)
    assert (k.side, k.cell, k.turn, k.rolls, k.over) == (0, cell_of("A1"), 1, 0, 0)
    assert events.strike_called.rows(LOG)[0].cell == cell_of("A1")  # TC-12.9


def test_each_tank_with_the_upgrade_calls_one_strike_in_a_battle() -> None:
    s = give(duel(upgrades=AIR), "A1 strike A1")
    assert refused(s, "A1 strike A2") == "used_up"  # TC-5.17, TC-12.2
    assert refused(duel(), "A1 strike A1") == "no_equipment"


def test_the_reasons_against_a_strike_come_in_order() -> None:
    s = duel(upgrades=AIR)
    assert refused(s, "A1 strike K1") == "off_board"
    s.units[0].spent = 5
    assert refused(s, "A1 strike K1") == "no_ap"  # TC-15.8
    s.units[0].called = 1
    assert refused(s, "A1 strike K1") == "used_up"
    hurt(s, 0, **dict.fromkeys(("commander", "driver", "gunner", "loader"), Health.KILLED))
    assert refused(s, "A1 strike K1") == "no_crew"
    s.options.adv_air_support = 0
    assert refused(s, "A1 strike K1") == "no_such_action"  # TC-9.13


def test_any_living_member_can_call_it_and_only_battle_tanks_do() -> None:
    s = duel(upgrades=AIR)
    hurt(s, 0, commander=Health.KILLED, gunner=Health.KILLED, driver=Health.KILLED)
    assert refused(s, "A1 strike A1") == "allowed"  # TC-5.18
    for kind in ("apc", "infantry", "aa_gun"):
        u = post(s, recruit(s, 0, kind), "A1", None)
        assert why_no_strike(s, u, cell_of("A1")) == Why.NO_SUCH_ACTION  # TC-1.9


# ---------------------------------------------------------------- arriving


def test_the_number_falls_from_six_to_two_and_stays() -> None:
    assert [strike_needed(board().options, rolls) for rolls in range(7)] == [
        6,
        5,
        4,
        3,
        2,
        2,
        2,
    ]  # TC-12.3, TC-12.4


def test_the_chance_that_it_has_come_after_so_many_rolls() -> None:
    def comes_by(rolls: int) -> Fraction:
        def wait(d: Dice) -> bool:
            s = called("A10")
            for _ in range(rolls):
                if s.strike[0].over == 0:
                    roll_strike(s, 0, d, OFF)
            return bool(s.strike[0].over)

        return chances(wait)[True]

    assert [comes_by(k) for k in (1, 2)] == [Fraction(1, 6), Fraction(4, 9)]  # TC-12.4


def test_it_rolls_once_in_each_start_phase_after_the_turn_of_its_call() -> None:
    s = give(duel(upgrades=AIR, theirs="J1"), "A1 strike A10")
    assert next_due(s) == NOBODY
    s = give(give(s, "A1 end"), "B1 end", 5)  # 6 was needed
    assert (s.game_turn, s.strike[0].rolls, next_due(s)) == (2, 1, NOBODY)  # TC-4.7, TC-12.3
    s = give(give(s, "A1 end"), "B1 end", 5, 2, 3)  # 5 is: then direction and distance
    assert (s.strike[0].over, s.strike[0].rolls) == (1, 2)
    assert [(row.die, row.needed, row.comes) for row in events.strike_rolled.rows(LOG)] == [(5, 5, 1)]
    give(give(s, "A1 end"), "B1 end")  # no die any more


def test_strikes_roll_in_the_order_they_were_called_and_each_at_its_own_number() -> None:
    s = called("A10")
    second = recruit(s, 1, upgrades=AIR)
    post(s, second, "I1")
    assert s.strikes == 1
    s.strike[0].turn, s.strike[0].rolls = 0, 1
    s.strike[1].side, s.strike[1].cell, s.strike[1].turn = 1, cell_of("A9"), 1
    s.strikes = 2
    assert next_due(s) == 0
    s = fly(s, 4)
    assert next_due(s) == 1  # TC-4.7
    s = fly(s, 5, i=1)
    assert next_due(s) == NOBODY
    assert [k.rolls for k in s.strike[:2]] == [2, 1]


def test_it_comes_even_if_the_caller_is_lost() -> None:
    s = called("E5")
    post(s, recruit(s, 1, "infantry"), "E5", None)
    s.units[0].standing = Standing.DESTROYED
    fly(s, 6, 1, 1)
    assert struck() == ["E5"]  # TC-12.2


# ---------------------------------------------------------------- the line


def line(mark: str, direction: int, distance: int) -> list[str]:
    reached = [strike_cell(called(), cell_of(mark), direction, i) for i in range(distance + 1)]
    return [name_of(cell) for cell in reached if cell != NOBODY]


@pytest.mark.parametrize(
    ("mark", "direction", "distance", "hexes"),
    [
        ("E5", 1, 1, ["E5", "E4"]),
        ("E5", 2, 3, ["E5", "F4", "G4", "H3"]),
        ("E5", 3, 2, ["E5", "F5", "G6"]),
        ("E5", 4, 2, ["E5", "E6", "E7"]),
        ("E5", 5, 2, ["E5", "D5", "C6"]),
        ("E5", 6, 2, ["E5", "D4", "C4"]),
        ("B2", 6, 6, ["B2", "A2"]),
        ("A1", 2, 6, ["A1"]),
    ],
)
def test_one_die_gives_the_direction_and_one_the_length(
    mark: str, direction: int, distance: int, hexes: Sequence[str]
) -> None:
    assert line(mark, direction, distance) == hexes  # TC-12.5, TC-12.6, TC-3.3


def crowd(s: State, *hexes: str) -> None:
    """Enemy squads, one in each hex."""
    for name in hexes:
        post(s, recruit(s, 1, "infantry"), name, None)


def test_the_mark_and_every_hex_of_the_line_are_hit_from_the_mark_outward() -> None:
    s = called("E5")
    crowd(s, "E2", "E3", "E4", "E5", "E6")
    fly(s, 6, 1, 2)
    assert struck() == ["E5", "E4", "E3"]  # TC-12.5
    (row,) = events.strike_line_rolled.rows(LOG)
    assert (name_of(row.cell), row.direction, row.distance) == ("E5", 1, 2)


def test_with_point_only_the_mark_and_the_last_hex_are_hit() -> None:
    s = called("E5", options={"airstrike_pattern": "point"})
    crowd(s, "E2", "E3", "E4", "E5")
    fly(s, 6, 1, 2)
    assert struck() == ["E5", "E3"]  # TC-12.6
    fly(s, 6, 1, 6)
    assert struck() == ["E5"]  # the last hex is off the board


# ---------------------------------------------------------------- what is hit


def test_friend_and_foe_are_hit_by_at_on_the_rear_with_wound_and_pick() -> None:
    s = called("E9")
    s.units[0].armor = [9, 9, 8]
    crowd(s, "E10")
    s = fly(s, 6, 1, 1, 3, 2)  # direction north, one hex: E9 is empty, E8 holds the caller
    (armor,) = events.armor_rolled.rows(LOG)
    assert (armor.armor, armor.strength, armor.die) == (8, 6, 3)  # TC-12.5, TC-12.7, TC-7.21
    assert (s.units[0].points, s.units[0].crew[1]) == (3, Health.WOUNDED)


def test_the_order_of_dice_is_arrival_direction_distance_then_hex_by_hex() -> None:
    s = called("J1")
    s.units[1].armor = [9, 9, 9]
    s = fly(s, 6, 1, 1, 3, 4, 2)  # armor glances, 4 wounds, the second member
    assert told() == [
        *(events.strike_rolled, events.strike_line_rolled, events.strike_hit),
        *(events.armor_rolled, events.wound_rolled, events.crew_hit),
    ]  # TC-12.7, TC-12.9


@pytest.mark.parametrize(("face", "armor"), [("rear", 7), ("side", 8), ("front", 9)])
def test_the_armor_a_strike_meets_is_an_option(face: str, armor: int) -> None:
    s = called("J1", options={"undirected_armor": face})
    s.units[1].armor = [9, 8, 7]
    fly(s, 6, 1, 1, 1, 1)
    assert events.armor_rolled.rows(LOG)[0].armor == armor  # TC-7.21, TC-12.7


def test_squads_on_foot_are_destroyed_without_a_die_cover_or_no_cover() -> None:
    s = called("E5")
    crowd(s, "E5")
    s.units[2].covered = 1
    s = fly(s, 6, 1, 1)
    assert (s.units[2].standing, s.occupant[cell_of("E5")]) == (Standing.DESTROYED, NOBODY)  # TC-12.7


def test_a_building_becomes_rubble_and_mines_and_smoke_stay() -> None:
    s = called("E5", terrain={"E4": "building"}, mines=["E5"], smoke=["E5"])
    s = fly(s, 6, 1, 1)
    assert struck() == ["E4"]
    assert ground(s, "E4") == Ground.RUBBLE  # TC-12.7
    assert (s.mine[cell_of("E5")], s.smoke[cell_of("E5")]) == (1, 1)


def test_disabled_vehicles_are_unaffected_and_abandoned_ones_are_hit() -> None:
    s = called("J1")
    stand(s, 1, Standing.DISABLED)
    fly(s, 6, 1, 1)
    assert struck() == []  # TC-12.7
    s = called("J1")
    hurt(s, 1, **dict.fromkeys(("commander", "driver", "gunner", "loader"), Health.KILLED))
    stand(s, 1, Standing.ABANDONED)
    assert fly(s, 6, 1, 1, 1).units[1].points == 3  # no wound dice: TC-6.22


def test_statics_are_hit_too() -> None:
    s = called("E5")
    gun = post(s, recruit(s, 1, "aa_gun"), "E5", None)
    assert fly(s, 6, 1, 1, 1).units[gun].standing == Standing.DESTROYED  # TC-12.7, TC-13.6


def mounted(carrier: str) -> State:
    """A strike on J1, where an enemy squad is on or in a vehicle with armor that holds."""
    s = called("J1")
    s.occupant[cell_of("J1")] = NOBODY
    vehicle = post(s, recruit(s, 1, carrier, armor=(9, 9, 9)), "J1", "S")
    squad = recruit(s, 1, "infantry")
    s.units[squad].carrier = vehicle
    return s


def test_riders_are_lost_and_passengers_are_safe() -> None:
    s = fly(mounted("tank"), 6, 1, 1, 1, 1)
    assert s.units[3].standing == Standing.DESTROYED  # TC-12.7, TC-10.20
    s = fly(mounted("apc"), 6, 1, 1, 1)
    assert (s.units[3].standing, s.units[3].carrier) == (Standing.OPERATIONAL, 2)  # TC-10.23


def test_a_vehicle_disabled_in_the_start_phase_may_cook_off_in_the_end_phase() -> None:
    s = give(duel(upgrades=AIR), "A1 strike E5")
    post(s, recruit(s, 1), "J10")
    s.units[1].points = 1
    s = give(give(give(s, "A1 end"), "B1 activate"), "B1 end")
    s = give(s, "B2 end", 6, 1, 1, 6, 1)  # B1 loses its last point
    assert (s.units[1].standing, s.game_turn) == (Standing.DISABLED, 2)
    s = give(give(s, "A1 end"), "B2 end", 3)  # its cook-off roll: TC-12.8
    assert events.cook_off_rolled.rows(LOG)[0].die == 3


# ---------------------------------------------------------------- AA guns and free strikes


def raid(guns: int = 3, **options: Any) -> State:
    """Three free strikes for side 0 against so many AA guns; A1 and the carrier A2 call them."""
    s = duel(theirs="J10", options=options)
    s.mission, s.attacker, s.free_strikes = Mission.DISABLE_AA_GUNS, 0, [3, 0]
    lay(s, {cell_of(BUNKER): "building"})
    s.prize_cell = cell_of(BUNKER)
    for i in range(3):
        gun = post(s, recruit(s, 1, "aa_gun"), f"{'ABC'[i]}1", None)
        if i >= guns:
            s.occupant[s.units[gun].cell] = NOBODY
            s.units[gun].standing = Standing.DESTROYED
    return s


def test_how_many_guns_spoil_a_strike_and_when() -> None:
    s = raid()
    assert [aa_fails_on(s, guns) for guns in (3, 2, 1, 0)] == [2, NEVER, NEVER, NEVER]  # TC-13.26, TC-13.27
    s = raid(aa_fail="scaled")
    assert [aa_fails_on(s, guns) for guns in (3, 2, 1, 0)] == [2, 4, 6, NEVER]
    s = raid(aa_fail="any_gun")
    assert [aa_fails_on(s, guns) for guns in (3, 2, 1, 0)] == [2, 2, 2, NEVER]
    assert [standing_guns(raid(n), 1) for n in (3, 1, 0)] == [3, 1, 0]
    assert standing_guns(s, 0) == 0


@pytest.mark.parametrize(
    ("reading", "guns", "die", "spoiled"),
    [
        *(("literal", 3, 2, 1), ("literal", 3, 1, 0), ("literal", 2, 6, 0), ("literal", 0, 6, 0)),
        *(("scaled", 3, 2, 1), ("scaled", 2, 4, 1), ("scaled", 2, 3, 0), ("scaled", 1, 5, 0)),
        *(("scaled", 0, 6, 0), ("any_gun", 1, 2, 1), ("any_gun", 1, 1, 0), ("any_gun", 0, 6, 0)),
    ],
)
def test_the_guns_roll_before_direction_and_distance(reading: str, guns: int, die: int, spoiled: int) -> None:
    s = give(raid(guns, aa_fail=reading), "A1 strike E5")
    s = fly(s, 6, die, *(() if spoiled else (1, 1)))
    (row,) = events.flak_rolled.rows(LOG)
    assert (row.die, row.fails, row.guns) == (die, spoiled, guns)  # TC-13.27
    assert s.strike[0].over == 1
    assert len(events.strike_line_rolled.rows(LOG)) == 1 - spoiled


def test_guns_roll_in_no_other_mission() -> None:
    s = called("E5")
    post(s, recruit(s, 1, "aa_gun"), "A1", None)
    fly(s, 6, 1, 1)
    assert not events.flak_rolled.rows(LOG)


def test_any_vehicle_of_the_attacker_calls_a_free_strike_and_several_may_be_pending() -> None:
    s = give(give(raid(), "A1 strike E5"), "A1 strike E5")
    carrier, squad = post(s, recruit(s, 0, "apc"), "A9"), post(s, recruit(s, 0, "infantry"), "B9", None)
    assert why_no_strike(s, carrier, cell_of("E5")) == Why.ALLOWED  # TC-13.27
    assert why_no_strike(s, squad, cell_of("E5")) == Why.NO_SUCH_ACTION
    assert why_no_strike(s, 1, cell_of("E5")) == Why.NO_EQUIPMENT  # the defender has none
    s = give(s, "A1 strike F1")
    assert (s.strikes, s.free_strikes[0], s.units[0].called) == (3, 0, 0)
    assert refused(s, "A1 strike E5") == "used_up"
    assert why_no_strike(s, carrier, cell_of("E5")) == Why.USED_UP


def test_a_tank_with_the_upgrade_uses_its_own_strike_first() -> None:
    s = raid()
    s.units[0].upgrade[Upgrade.AIR_SUPPORT] = 1
    s = give(s, "A1 strike E5")
    assert (s.units[0].called, s.free_strikes[0]) == (1, 3)  # TC-13.27
    s = give(s, "A1 strike E5")
    assert (s.units[0].called, s.free_strikes[0]) == (1, 2)


def test_the_free_strikes_of_the_mission_need_no_advanced_rule() -> None:
    s = raid(adv_air_support=False)
    assert refused(s, "A1 strike E5") == "allowed"
    assert why_no_strike(s, 1, cell_of("E5")) == Why.NO_SUCH_ACTION
