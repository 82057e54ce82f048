"""TC-14.1, TC-14.2: the weather roll, and what a storm does."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log, Reasons, note
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.events import weather_rolled
from hulldown.rulesets.tank_commander.reasons import Sum
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import is_vehicle
from hulldown.rulesets.tank_commander.variants import StormDuration

STORM_ON = 1  # TC-14.1


@rule
def rages_on(s: State) -> bool:
    """Whether a storm that broke earlier lasts for the rest of the battle (TC-14.2)."""
    return s.storm != 0 and s.options.storm_duration == StormDuration.BATTLE


@rule
def roll_weather(s: State, d: Dice, e: Log) -> None:
    """Each Start Phase has a die: a 1 is a storm, else the sky clears (TC-14.1, TC-14.2)."""
    if s.options.weather == 0 or rages_on(s):
        return
    die = roll(d, 6)
    s.storm = 1 if die == STORM_ON else 0
    weather_rolled(e, die, s.storm)


@rule
def storm_penalty(s: State, u: int, why: Reasons) -> int:
    """+1 on every shot of a vehicle in a storm; squads aim as ever (TC-14.2)."""
    if s.storm == 0 or not is_vehicle(s, u):
        return 0
    return note(why, Sum.STORM, 1)
