"""TC-14.1, TC-14.2: the weather roll and the storm."""

from fractions import Fraction

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import LOG, board, duel, give

from hulldown.kernel.dice import Dice
from hulldown.rulesets.common.explanation import OFF, chances
from hulldown.rulesets.tank_commander import events
from hulldown.rulesets.tank_commander.air import roll_weather
from hulldown.rulesets.tank_commander.crew import movement_cap
from hulldown.rulesets.tank_commander.events import Sum
from hulldown.rulesets.tank_commander.shooting import needed
from hulldown.rulesets.tank_commander.state import State, Weapon


def next_turn(s: State, *dice: int) -> State:
    """Both tanks of a duel end their activation; the next game turn begins with these dice."""
    return give(give(s, "A1 end"), "B1 end", *dice)


def number(s: State, u: int, weapon: Weapon, target: int) -> int:
    return needed(s, u, weapon, target, int(s.units[target].cell), s.silent)


def test_no_die_is_thrown_for_the_weather_unless_it_is_played_with() -> None:
    s = next_turn(duel())
    assert (s.game_turn, s.storm) == (2, 0)
    assert not events.weather_rolled.rows(LOG)


@pytest.mark.parametrize("die", range(1, 7))
def test_each_game_turn_begins_with_a_die_and_a_one_is_a_storm(die: int) -> None:
    s = next_turn(duel(options={"weather": True}), die)  # TC-14.1
    assert s.storm == (1 if die == 1 else 0)
    assert events.weather_rolled.rows(LOG) == [(die, s.storm)]


def test_a_storm_comes_one_time_in_six() -> None:
    def storm(d: Dice) -> int:
        s = board({"weather": True})
        roll_weather(s, d, OFF)
        return int(s.storm)

    assert chances(storm) == {1: Fraction(1, 6), 0: Fraction(5, 6)}


def test_a_storm_lasts_for_its_game_turn() -> None:
    s = next_turn(duel(options={"weather": True}), 1)
    assert next_turn(s, 2).storm == 0  # TC-14.2
    assert next_turn(s, 1).storm == 1


def test_with_the_option_it_lasts_for_the_battle_and_nobody_rolls_again() -> None:
    s = duel(options={"weather": True, "storm_duration": "battle"})
    s = next_turn(s, 4)
    assert s.storm == 0
    s = next_turn(s, 1)
    assert next_turn(next_turn(s)).storm == 1  # TC-14.2


def test_every_weapon_of_a_vehicle_aims_worse_in_a_storm_and_a_squad_does_not() -> None:
    s = duel(upgrades=["ai"])
    squad = post(s, recruit(s, 0, "infantry"), "F6")
    prey = post(s, recruit(s, 1, "infantry"), "E7")
    carrier = post(s, recruit(s, 0, "apc"), "D8")
    shots = [(0, Weapon.MAIN_GUN, 1), (0, Weapon.AI_WEAPON, prey), (carrier, Weapon.AI_WEAPON, prey)]
    squads = [(squad, Weapon.MISSILE, 1), (squad, Weapon.AI_WEAPON, prey)]
    calm = [number(s, *shot) for shot in [*shots, *squads]]
    s.storm = 1
    assert [number(s, *shot) for shot in shots] == [n + 1 for n in calm[:3]]  # TC-14.2
    assert [number(s, *shot) for shot in squads] == calm[3:]


def test_a_squad_marches_one_hex_less_in_a_storm_and_a_vehicle_does_not() -> None:
    s = duel()
    squad, carrier = recruit(s, 0, "infantry"), recruit(s, 0, "apc")
    assert [movement_cap(s, u) for u in (0, squad, carrier)] == [3, 2, 3]
    s.storm = 1
    assert [movement_cap(s, u) for u in (0, squad, carrier)] == [3, 1, 3]  # TC-14.2


def test_the_storm_stands_among_the_reasons_of_a_shot() -> None:
    s = duel()
    s.storm = 1
    give(s, "A1 fire B1", 4)
    shot = LOG.events[0]
    rows = LOG.why.rows[shot.first_reason : shot.first_reason + shot.reasons]
    assert (Sum.STORM, 1) in [(row.code, row.amount) for row in rows]
    assert events.fired.decode(shot).needed == 5
