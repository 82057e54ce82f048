"""TC-12.1 to TC-12.9: air strikes called, awaited, and what they hit; AA guns (TC-13.27)."""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.hexes import step
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Ground, Kind, Mission, Shell, Standing, Upgrade
from hulldown.rulesets.tank_commander.crew import manned, remaining_points
from hulldown.rulesets.tank_commander.damage import destroy, face_undirected, strike
from hulldown.rulesets.tank_commander.events import (
    flak_rolled,
    strike_called,
    strike_hit,
    strike_line_rolled,
    strike_rolled,
)
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import Options, State
from hulldown.rulesets.tank_commander.terrain import is_vehicle, make_rubble, on_board
from hulldown.rulesets.tank_commander.variants import AaFail, AirstrikePattern

NEVER = 7  # no die shows it


# ---------------------------------------------------------------- calling


@rule
def has_own_strike(s: State, u: int) -> bool:
    """Whether a tank with Air Support has not called its one strike yet (TC-2.16, TC-12.2)."""
    t = s.units[u]
    return t.upgrade[Upgrade.AIR_SUPPORT] > 0 and t.called == 0


@rule
def had_free_strikes(s: State, side: int) -> bool:
    """Whether the mission gave a side strikes that need no upgrade (TC-13.26)."""
    return s.mission == Mission.DISABLE_AA_GUNS and side == s.attacker


@rule
def knows_strikes(s: State, u: int) -> bool:
    """Whether the action exists for a unit: battle tanks, or any vehicle of a side with free strikes.

    Those of the mission need no advanced rule (TC-13.27); a tank's own needs it (TC-9.13, TC-12.1).
    """
    if not is_vehicle(s, u):
        return False
    if had_free_strikes(s, s.units[u].side) or s.free_strikes[s.units[u].side] > 0:
        return True
    return s.units[u].kind == Kind.TANK and s.options.adv_air_support != 0


@rule
def why_no_support(s: State, u: int) -> int:
    """The aircraft: a strike of the tank's own, or a free one of its side (TC-12.2, TC-13.27)."""
    t = s.units[u]
    if has_own_strike(s, u) or s.free_strikes[t.side] > 0:
        return Why.ALLOWED
    if t.called > 0 or had_free_strikes(s, t.side):
        return Why.USED_UP
    return Why.NO_EQUIPMENT


@rule
def why_no_strike(s: State, u: int, cell: int) -> int:
    """Air Strike on any hex of the board, whatever is in it (TC-5.17, TC-5.18, TC-12.1, TC-12.2)."""
    if not knows_strikes(s, u):
        return Why.NO_SUCH_ACTION
    if not manned(s, u):
        return Why.NO_CREW
    reason = why_no_support(s, u)
    if reason != Why.ALLOWED:
        return reason
    if remaining_points(s, u) < s.options.strike_cost:
        return Why.NO_AP
    return Why.ALLOWED if on_board(s, cell) else Why.OFF_BOARD


@rule
def call_strike(s: State, u: int, cell: int, e: Log) -> None:
    """The mark is fixed; the tank's own strike is taken first (TC-12.2, TC-13.27)."""
    t = s.units[u]
    if has_own_strike(s, u):
        t.called += 1
    else:
        s.free_strikes[t.side] -= 1
    t.spent += s.options.strike_cost
    called = s.strike[s.strikes]
    called.side, called.cell, called.turn = t.side, cell, s.game_turn
    called.rolls = called.over = 0
    s.strikes += 1
    strike_called(e, u, cell, remaining_points(s, u))


# ---------------------------------------------------------------- arriving


@rule
def strike_needed(o: Options, rolls: int) -> int:
    """What brings a strike after a number of arrival rolls, less and less (TC-12.3, TC-12.4)."""
    return max(o.strike_last, o.strike_first - o.strike_easier * rolls)


@rule
def next_due(s: State) -> int:
    """The first strike called that has a roll to make in this Start Phase (TC-4.7, TC-12.4)."""
    for i in range(s.strikes):
        k = s.strike[i]
        if k.over == 0 and k.rolls < s.game_turn - k.turn:
            return i
    return NOBODY


@rule
def standing_guns(s: State, side: int) -> int:
    """AA guns of a side that still stand (TC-13.6, TC-13.27)."""
    n = 0
    for u in range(s.count):
        t = s.units[u]
        if t.kind == Kind.GUN and t.side == side and t.standing != Standing.DESTROYED:
            n += 1
    return n


@rule
def aa_fails_on(s: State, guns: int) -> int:
    """The lowest die with which AA guns spoil a strike; NEVER when they cannot (TC-13.27)."""
    if guns >= s.options.aa_guns or (guns > 0 and s.options.aa_fail == AaFail.ANY_GUN):
        return s.options.aa_fails_on
    if guns == 0 or s.options.aa_fail != AaFail.SCALED:
        return NEVER
    return s.options.aa_one_fails_on if guns == 1 else s.options.aa_two_fail_on


@rule
def is_spoiled(s: State, i: int, d: Dice, e: Log) -> bool:
    """Whether AA guns spoil a strike that comes: one more die, in their mission (TC-13.27, TC-15.11 b)."""
    if s.mission != Mission.DISABLE_AA_GUNS:
        return False
    guns = standing_guns(s, 1 - s.strike[i].side)
    fails_on = aa_fails_on(s, guns)
    die = roll(d, 6)
    spoiled = die >= fails_on
    flak_rolled(e, s.strike[i].cell, die, fails_on, 1 if spoiled else 0, guns)
    return spoiled


@rule
def roll_strike(s: State, i: int, d: Dice, e: Log) -> None:
    """One arrival roll, and all that follows if the strike comes (TC-12.3, TC-12.7)."""
    k = s.strike[i]
    number = strike_needed(s.options, k.rolls)
    die = roll(d, 6)
    comes = die >= number
    k.rolls += 1
    strike_rolled(e, k.cell, die, number, 1 if comes else 0, k.side)
    if not comes:
        return
    k.over = 1
    if not is_spoiled(s, i, d, e):
        fly_over(s, k.cell, d, e)


# ---------------------------------------------------------------- hitting


@rule
def strike_cell(s: State, mark: int, direction: int, i: int) -> int:
    """The cell i hexes from the mark, direction 1 north to 6 northwest; NOBODY off the board (TC-12.5)."""
    cell = mark
    for _ in range(i):
        cell = step(cell, direction - 1)
        if not on_board(s, cell):  # a line that has left a board without dents never comes back
            return NOBODY
    return cell


@rule
def is_struck(s: State, i: int, length: int) -> bool:
    """Whether the i-th hex of the line is hit: all of them, or its two ends (TC-12.6)."""
    return i == 0 or i == length or s.options.airstrike_pattern == AirstrikePattern.LINE


@rule
def fly_over(s: State, mark: int, d: Dice, e: Log) -> None:
    """Direction, distance, then hex by hex outward from the mark, on the board (TC-12.5 to TC-12.7)."""
    direction = roll(d, 6)
    length = roll(d, 6)
    strike_line_rolled(e, mark, direction, length)
    for i in range(length + 1):
        cell = strike_cell(s, mark, direction, i)
        if cell != NOBODY and is_struck(s, i, length):
            strike_hits_cell(s, cell, d, e)


@rule
def strike_hits_cell(s: State, cell: int, d: Dice, e: Log) -> None:
    """What stands in a hex is hit without a roll, friend or foe; a building falls (TC-12.7)."""
    u = s.occupant[cell]
    if u != NOBODY:
        strike_hits_unit(s, u, d, e)
    elif s.ground[cell] == Ground.BUILDING:
        strike_hit(e, NOBODY, cell)
        make_rubble(s, cell, e)


@rule
def strike_hits_unit(s: State, u: int, d: Dice, e: Log) -> None:
    """An AT hit on the undirected face; a squad needs no die, a disabled vehicle is spared (TC-12.7)."""
    t = s.units[u]
    if t.standing == Standing.DISABLED:
        return
    strike_hit(e, u, t.cell)
    if t.kind == Kind.SQUAD:
        destroy(s, u, e)
    else:
        strike(s, u, face_undirected(s, u), Shell.AT, s.options.strike_strength, d, e)
