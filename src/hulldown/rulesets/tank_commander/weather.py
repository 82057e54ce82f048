"""TC-14.1 to TC-14.5: the weather roll, what a storm does; darkness, and the flares that lift it."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log, Terms, explain
from hulldown.kernel.hexes import distance
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Standing, Weapon
from hulldown.rulesets.tank_commander.crew import manned, remaining_points
from hulldown.rulesets.tank_commander.equipment import day_range
from hulldown.rulesets.tank_commander.events import flare_fired, weather_rolled
from hulldown.rulesets.tank_commander.reasons import Sum, Why
from hulldown.rulesets.tank_commander.state import FLARES, Options, State
from hulldown.rulesets.tank_commander.terrain import is_vehicle, on_board
from hulldown.rulesets.tank_commander.variants import FlareMode, StormDuration

# ---------------------------------------------------------------- storms


@rule
def rages_on(s: State) -> bool:
    """Whether a storm that broke earlier lasts for the rest of the battle (TC-14.2)."""
    return s.storm != 0 and s.options.storm_duration == StormDuration.BATTLE


@rule
def roll_weather(s: State, d: Dice, e: Log) -> None:
    """Each Start Phase has a die: a low one is a storm, else the sky clears (TC-14.1, TC-14.2)."""
    if s.options.weather == 0 or rages_on(s):
        return
    die = roll(d, 6)
    s.storm = 1 if die <= s.options.storm_on else 0
    weather_rolled(e, die, s.storm)


@rule
def storm_penalty(s: State, u: int, terms: Terms) -> int:
    """What a storm adds to every shot of a vehicle; squads aim as ever (TC-14.2)."""
    if s.storm == 0 or not is_vehicle(s, u):
        return 0
    return explain(terms, Sum.STORM, s.options.storm_accuracy)


# ---------------------------------------------------------------- darkness


BESIDE = 1  # a flare over a hex named lights its neighbors with it (TC-14.5)


@rule
def flare_radius(o: Options) -> int:
    """Hexes a flare lights round its own, by its mode (TC-14.5)."""
    return BESIDE if o.flare_mode == FlareMode.TARGETED else o.flare_radius


@rule
def is_lit(s: State, cell: int) -> bool:
    """Whether a flare lights a cell, for both sides; it goes out with a destroyed tank (TC-14.5)."""
    radius = flare_radius(s.options)
    for u in range(s.count):
        t = s.units[u]
        if t.standing == Standing.DESTROYED:
            continue
        for i in range(t.flares):
            if distance(t.flare[i], cell) <= radius:
                return True
    return False


@rule
def is_dark(s: State, cell: int) -> bool:
    """Whether it is night and no flare lights a cell (TC-14.3)."""
    return s.options.night != 0 and not is_lit(s, cell)


@rule
def night_penalty(s: State, cell: int, terms: Terms) -> int:
    """What a target in the dark adds to the number needed, for every shooter (TC-14.4)."""
    return explain(terms, Sum.NIGHT, s.options.night_accuracy) if is_dark(s, cell) else 0


@rule
def reach_at(s: State, reach: int, cell: int) -> int:
    """Hexes a weapon of a reach carries against a cell: less in the dark, but not too little (TC-14.4)."""
    if not is_dark(s, cell):
        return reach
    return max(min(reach, s.options.night_shortest), reach - s.options.night_range)


# ---------------------------------------------------------------- flares


@rule
def why_no_flare_there(s: State, u: int, place: int) -> int:
    """A flare over a named hex: on the board, within the gun's range by day (TC-14.5)."""
    if not on_board(s, place):
        return Why.OFF_BOARD
    if distance(s.units[u].cell, place) > day_range(s, u, Weapon.MAIN_GUN):
        return Why.OUT_OF_RANGE
    return Why.ALLOWED


@rule
def why_no_flare(s: State, u: int, place: int) -> int:
    """Flare: at night, a battle tank, somebody alive in it, a point (TC-14.5)."""
    if s.options.night == 0 or s.units[u].kind != Kind.TANK:
        return Why.NO_SUCH_ACTION
    targeted = s.options.flare_mode == FlareMode.TARGETED
    if targeted == (place == NOBODY):  # the hex is named in one mode only
        return Why.NO_SUCH_ACTION
    if not manned(s, u):
        return Why.NO_CREW
    if s.units[u].flares == FLARES:
        return Why.USED_UP
    if remaining_points(s, u) < s.options.flare_cost:
        return Why.NO_AP
    return why_no_flare_there(s, u, place) if targeted else Why.ALLOWED


@rule
def fire_flare(s: State, u: int, place: int, e: Log) -> None:
    """It burns over the tank's hex of this moment, or over the hex named, beside any other (TC-14.5)."""
    t = s.units[u]
    over = t.cell if place == NOBODY else place
    t.flare[t.flares] = over
    t.flares += 1
    t.spent += s.options.flare_cost
    flare_fired(e, u, over, remaining_points(s, u))


@rule
def douse(s: State, u: int) -> None:
    """Flares end when their tank's next activation begins (TC-4.8, TC-14.5)."""
    t = s.units[u]
    for i in range(t.flares):
        t.flare[i] = 0
    t.flares = 0
