"""Air strikes, AA guns (TC-12.1 to TC-12.9), mines laid (TC-12.10, TC-12.11), weather, night (TC-14)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms, explain
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.hexes import CELLS, distance, down, step
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.crew import (
    day_range,
    destroy,
    face_undirected,
    manned,
    remaining_points,
    strike,
    why_short,
)
from hulldown.rulesets.tank_commander.events import (
    Sum,
    Why,
    flak_rolled,
    flare_fired,
    mine_laid,
    strike_called,
    strike_hit,
    strike_line_rolled,
    strike_rolled,
    weather_rolled,
)
from hulldown.rulesets.tank_commander.movement import why_no_entry
from hulldown.rulesets.tank_commander.occasions import Occasion, amend, reroll_die
from hulldown.rulesets.tank_commander.state import (
    FLARES,
    NOBODY,
    ZONE,
    AaFail,
    AirstrikePattern,
    FlareMode,
    Ground,
    Kind,
    MineDeploy,
    Mission,
    Options,
    Shell,
    Standing,
    State,
    StormDuration,
    Upgrade,
    Weapon,
)
from hulldown.rulesets.tank_commander.table import is_vehicle, make_rubble, on_board

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
    cell = s.strike[i].cell
    fails_on = amend(s, Occasion.FLAK, NOBODY, NOBODY, cell, aa_fails_on(s, guns), e.why)
    die = roll(d, 6)
    die = reroll_die(s, Occasion.FLAK, NOBODY, NOBODY, cell, die, die >= fails_on, d, e)
    spoiled = die >= fails_on
    flak_rolled(e, s.strike[i].cell, die, fails_on, 1 if spoiled else 0, guns)
    return spoiled


@rule
def roll_strike(s: State, i: int, d: Dice, e: Log) -> None:
    """One arrival roll, and all that follows if the strike comes (TC-12.3, TC-12.7)."""
    k = s.strike[i]
    due = strike_needed(s.options, k.rolls)
    number = amend(s, Occasion.STRIKE, NOBODY, NOBODY, k.cell, due, e.why)
    die = roll(d, 6)
    die = reroll_die(s, Occasion.STRIKE, NOBODY, NOBODY, k.cell, die, die >= number, d, e)
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


# ---------------------------------------------------------------- minelaying
# TC-12.10, TC-12.11: laying anti-tank mines, in play or before the battle.


@rule
def knows_mines(s: State, u: int, before: bool) -> bool:
    """Whether a battle tank lays mines now: in play, or with `setup` before it (TC-9.13, TC-12.11)."""
    if s.units[u].kind != Kind.TANK or s.options.adv_at_mines == 0:
        return False
    return (s.options.mine_deploy == MineDeploy.SETUP) == before


@rule
def why_no_stock(s: State, u: int) -> int:
    """Each point of the upgrade is one mine (TC-2.17, TC-12.11)."""
    t = s.units[u]
    if t.upgrade[Upgrade.MINE] == 0:
        return Why.NO_EQUIPMENT
    return Why.USED_UP if t.laid >= t.upgrade[Upgrade.MINE] else Why.ALLOWED


@rule
def why_mine_cannot_lie(s: State, cell: int) -> int:
    """A mine needs a hex of the board without building, unit or mine (TC-12.11)."""
    reason = why_no_entry(s, cell)
    if reason != Why.ALLOWED:
        return reason
    return Why.MINE_HERE if s.mine[cell] != 0 else Why.ALLOWED


@rule
def put_mine(s: State, u: int, cell: int) -> None:
    """One of a tank's mines lies in a hex."""
    s.mine[cell] = 1
    s.units[u].laid += 1


# ---------------------------------------------------------------- in play


@rule
def in_laying_reach(s: State, u: int, cell: int) -> bool:
    """An adjacent hex, or with `rear` the one behind the hull (TC-12.11)."""
    t = s.units[u]
    if s.options.mine_deploy == MineDeploy.REAR:
        return step(t.cell, (t.hull + 3) % 6) == cell
    return distance(t.cell, cell) <= 1


@rule
def why_no_mine(s: State, u: int, cell: int) -> int:
    """Lay Mine: an action, in a hex within reach that can take one (TC-12.10, TC-12.11)."""
    reason = why_no_laying(s, u)
    if reason != Why.ALLOWED:
        return reason
    if why_short(s, u, s.options.mine_cost) != Why.ALLOWED:
        return Why.NO_AP
    return why_no_mine_there(s, u, cell)


@rule
def why_no_laying(s: State, u: int) -> int:
    """The means of Lay Mine: a tank with mines left and somebody alive (TC-5.18, TC-12.11)."""
    if not knows_mines(s, u, False):
        return Why.NO_SUCH_ACTION
    return why_no_stock(s, u) if manned(s, u) else Why.NO_CREW


@rule
def why_no_mine_there(s: State, u: int, cell: int) -> int:
    """Whether a mine can be laid in a hex: within reach, and free (TC-12.11)."""
    if on_board(s, cell) and not in_laying_reach(s, u, cell):
        return Why.OUT_OF_RANGE
    return why_mine_cannot_lie(s, cell)


@rule
def lay_mine(s: State, u: int, cell: int, e: Log) -> None:
    """The mine lies there for both sides to see (TC-12.10, TC-9.12)."""
    put_mine(s, u, cell)
    s.units[u].spent += s.options.mine_cost
    mine_laid(e, u, cell, remaining_points(s, u))


# ---------------------------------------------------------------- before the battle


@rule
def row_of(cell: int) -> int:
    """The row of a cell, from 0 (TC-3.3)."""
    return down(cell) >> 1


@rule
def in_own_half(s: State, side: int, cell: int) -> bool:
    """Whether a cell's row is in the half where the side deploys; a middle row is nobody's (TC-12.11)."""
    half = s.rows // 2
    if row_of(s.zone[side * ZONE]) < half:
        return row_of(cell) < half
    return row_of(cell) >= s.rows - half


@rule
def near_enemy(s: State, side: int, cell: int) -> bool:
    """Whether a cell is too near a unit of the other side, statics included (TC-12.11)."""
    for u in range(s.count):
        t = s.units[u]
        if t.side != side and t.cell >= 0 and distance(t.cell, cell) <= s.options.mine_distance:
            return True
    return False


@rule
def why_no_mine_before(s: State, u: int, cell: int) -> int:
    """A mine laid before the battle: in the own half of the rows, away from the enemy (TC-12.11)."""
    if not knows_mines(s, u, True):
        return Why.NO_SUCH_ACTION
    reason = why_no_stock(s, u)
    if reason != Why.ALLOWED:
        return reason
    side = s.units[u].side
    if on_board(s, cell) and (not in_own_half(s, side, cell) or near_enemy(s, side, cell)):
        return Why.NOT_IN_ZONE
    return why_mine_cannot_lie(s, cell)


@rule
def lay_before(s: State, u: int, cell: int, e: Log) -> None:
    """The mine lies there when the battle begins (TC-12.11)."""
    put_mine(s, u, cell)
    mine_laid(e, u, cell, NOBODY)


@rule
def must_lay(s: State, u: int) -> bool:
    """Whether a unit has a mine left for before the battle, and a hex that can take it."""
    if not knows_mines(s, u, True) or why_no_stock(s, u) != Why.ALLOWED:
        return False
    for cell in range(CELLS):
        if on_board(s, cell) and why_no_mine_before(s, u, cell) == Why.ALLOWED:
            return True
    return False


@rule
def next_sapper(s: State) -> int:
    """The unit that places the next mine: the roll-off loser's first, in roster order (TC-4.12)."""
    if s.options.mine_deploy != MineDeploy.SETUP:
        return NOBODY
    for turn in range(2):
        side = 1 - s.first if turn == 0 else s.first
        for u in range(s.count):
            t = s.units[u]
            if t.side == side and t.standing == Standing.OPERATIONAL and must_lay(s, u):
                return u
    return NOBODY


# ---------------------------------------------------------------- weather: storms
# TC-14.1 to TC-14.5: the weather roll, what a storm does; darkness, and the flares that lift it.


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
