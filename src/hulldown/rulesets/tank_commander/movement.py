"""TC-5, the driving: Move, Turn, the driver's ability, and mines on the way (TC-9.11).

Squads march by the same rules (TC-10.7, TC-10.8). A `direction` is 0-5 for units that go any way (squads,
hover tanks, walkers) and -1, forward, for those on tracks.
"""

from __future__ import annotations

from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.hexes import step
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.carrying import why_not_free
from hulldown.rulesets.tank_commander.codes import (
    NOBODY,
    Ability,
    Drive,
    Ground,
    Health,
    Kind,
    Role,
    Shell,
    Standing,
    Upgrade,
)
from hulldown.rulesets.tank_commander.crew import fitness, manned, movement_cap, remaining_points, why_short
from hulldown.rulesets.tank_commander.damage import face_undirected, strike
from hulldown.rulesets.tank_commander.events import backed_up, hull_turned, mine_struck, moved, turret_turned
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import is_vehicle, leaving_cost, on_board
from hulldown.rulesets.tank_commander.variants import ApcEngine, DoubleMove, MoveMoveMove


@rule
def why_no_entry(s: State, cell: int) -> int:
    """Whether a hex can be entered: on the board, no building, nobody there (TC-5.4, TC-3.7, TC-3.9).

    Mines and objectives keep nobody out (TC-10.8).
    """
    if not on_board(s, cell):
        return Why.OFF_BOARD
    if s.ground[cell] == Ground.BUILDING:
        return Why.IMPASSABLE
    if s.occupant[cell] != NOBODY:
        return Why.HEX_OCCUPIED
    return Why.ALLOWED


@rule
def has_double_move(s: State, u: int) -> bool:
    """Whether the next Move belongs to the driver's "Move move move!" taken as double (TC-6.6)."""
    t = s.units[u]
    return t.ability == Ability.DOUBLE and t.lent > 0


@rule
def exempt(s: State, by_ability: bool) -> bool:
    """Whether hexes of the driver's ability are outside the movement cap (TC-6.6)."""
    return by_ability and s.options.move_move_move == MoveMoveMove.EXEMPT


@rule
def move_cost(s: State, u: int) -> int:
    """Points for the next Move, more out of mud and rubble; a lent one costs only that (TC-5.2, TC-6.6)."""
    t = s.units[u]
    cost = leaving_cost(s, u, t.cell)
    if has_double_move(s, u) and t.lent < s.options.double_moves:
        return max(0, cost - s.options.move_cost)
    return cost


@rule
def spare_drive(s: State, u: int) -> int:
    """Points of an APC's engine that only move, in each activation: `apc_engine` = extra_move (TC-11.4)."""
    t = s.units[u]
    if s.options.apc_engine != ApcEngine.EXTRA_MOVE or t.kind != Kind.APC or t.upgrade[Upgrade.ENGINE] == 0:
        return 0
    return max(0, s.options.apc_engine_points - t.driven)


@rule
def drive_points(s: State, u: int) -> int:
    """Points that can pay for a Move: the action points left, and the engine's (TC-5.2, TC-11.4)."""
    return remaining_points(s, u) + spare_drive(s, u)


@rule
def heading(s: State, u: int, direction: int) -> int:
    """The way a unit goes: tracks follow the hull (TC-5.4), others the direction ordered (TC-10.7)."""
    return s.units[u].hull if direction == NOBODY else direction


@rule
def goes(s: State, u: int, direction: int) -> bool:
    """Whether a Move may be ordered so: forward on tracks, with a direction otherwise (TC-5.3, TC-10.7).

    Hover tanks and walkers go any way without turning (TC-14.12, TC-14.13).
    """
    drive = s.units[u].drive
    if drive == Drive.TRACKS:
        return direction == NOBODY
    return drive != Drive.NONE and direction >= 0


@rule
def why_no_drive(s: State, u: int) -> int:
    """Whether the unit can move at all: a squad that is free, a vehicle with a driver (TC-5.16, TC-6.18)."""
    if not is_vehicle(s, u):
        return why_not_free(s, u) if s.units[u].kind == Kind.SQUAD else Why.NO_SUCH_ACTION
    if not manned(s, u):
        return Why.NO_CREW
    if fitness(s, u, Role.DRIVER) == Health.KILLED:
        return Why.DRIVER_DEAD
    return Why.ALLOWED


@rule
def why_no_step(s: State, u: int, direction: int, cost: int, by_ability: bool) -> int:
    """One hex in a direction: cap, action points, then the hex, in the order of TC-15.8."""
    t = s.units[u]
    if not exempt(s, by_ability) and t.moved >= movement_cap(s, u):
        return Why.MOVEMENT_CAP
    if cost > drive_points(s, u):
        return Why.NO_AP
    return why_no_entry(s, step(t.cell, direction))


@rule
def why_no_move(s: State, u: int, direction: int) -> int:
    """Move: one hex, forward on tracks, any way otherwise (TC-5.3, TC-5.4, TC-10.7, TC-10.8)."""
    if not goes(s, u, direction):
        return Why.NO_SUCH_ACTION
    reason = why_no_drive(s, u)
    if reason != Why.ALLOWED:
        return reason
    return why_no_step(s, u, heading(s, u, direction), move_cost(s, u), has_double_move(s, u))


@rule
def why_no_reverse(s: State, u: int) -> int:
    """Reverse: only with `reverse_move`, and on tracks (TC-5.4)."""
    if s.options.reverse_move == 0 or s.units[u].drive != Drive.TRACKS:
        return Why.NO_SUCH_ACTION
    reason = why_no_drive(s, u)
    if reason != Why.ALLOWED:
        return reason
    return why_no_step(s, u, (s.units[u].hull + 3) % 6, move_cost(s, u), has_double_move(s, u))


@rule
def can_move(s: State, u: int) -> bool:
    """Whether a Move is possible in some direction, or a Reverse."""
    if s.units[u].drive == Drive.TRACKS:
        return why_no_move(s, u, NOBODY) == Why.ALLOWED or why_no_reverse(s, u) == Why.ALLOWED
    for direction in range(6):
        if why_no_move(s, u, direction) == Why.ALLOWED:
            return True
    return False


@rule
def straight_declared(s: State, u: int) -> bool:
    """Whether the driver's straight run is declared and not yet used (TC-15.9 e)."""
    t = s.units[u]
    return t.ability == Ability.STRAIGHT and t.lent > 0


@rule
def why_no_straight(s: State, u: int, direction: int, hexes: int) -> int:
    """The straight run: refused only if its first hex is impossible (TC-6.6)."""
    if not straight_declared(s, u) or hexes < 1 or hexes > s.options.straight_hexes:
        return Why.NO_SUCH_ACTION
    if not goes(s, u, direction):
        return Why.NO_SUCH_ACTION
    reason = why_no_drive(s, u)
    if reason != Why.ALLOWED:
        return reason
    cost = leaving_cost(s, u, s.units[u].cell)
    return why_no_step(s, u, heading(s, u, direction), cost, True)


@rule
def why_no_turn(s: State, u: int, facing: int) -> int:
    """Turn: 60 degrees left or right, unlimited (TC-5.6, TC-5.7)."""
    turned = (facing - s.units[u].hull) % 6
    if facing < 0 or (turned != 1 and turned != 5):
        return Why.NO_SUCH_ACTION
    reason = why_no_turning(s, u)
    return reason if reason != Why.ALLOWED else why_short(s, u, s.options.turn_cost)


@rule
def why_no_turning(s: State, u: int) -> int:
    """The means of a Turn to either side: a hull and a driver (TC-5.6, TC-6.18)."""
    return why_no_drive(s, u) if is_vehicle(s, u) else Why.NO_SUCH_ACTION


@rule
def why_no_traverse(s: State, u: int, facing: int) -> int:
    """Rotate Turret: 60 degrees left or right; any living member can (TC-5.8, TC-6.19)."""
    turned = (facing - s.units[u].turret) % 6
    if facing < 0 or (turned != 1 and turned != 5):
        return Why.NO_SUCH_ACTION
    reason = why_no_traversing(s, u)
    return reason if reason != Why.ALLOWED else why_short(s, u, s.options.turret_cost)


@rule
def why_no_traversing(s: State, u: int) -> int:
    """The means of Rotate Turret to either side: a turret and somebody living (TC-5.8)."""
    if s.units[u].kind != Kind.TANK:
        return Why.NO_SUCH_ACTION
    return Why.ALLOWED if manned(s, u) else Why.NO_CREW


# ---------------------------------------------------------------- doing it


@rule
def sets_off_mines(s: State, u: int) -> bool:
    """Vehicles do, walkers too (TC-14.13), squads and hover tanks never (TC-9.12, TC-14.12).

    Without `adv_mines` a mine laid in play lies in vain (TC-9.11).
    """
    return s.options.adv_mines != 0 and is_vehicle(s, u) and s.units[u].drive != Drive.HOVER


@rule
def pay_drive(s: State, u: int, cost: int) -> None:
    """Points for a Move: the engine's own first, then action points (TC-5.2, TC-11.4)."""
    t = s.units[u]
    spare = min(cost, spare_drive(s, u))
    t.driven += spare
    t.spent += cost - spare


@rule
def mine_hits(s: State, u: int, d: Dice, e: Log) -> None:
    """A mine under a vehicle is an AT hit on the undirected face; then it is gone (TC-9.11, TC-9.12)."""
    cell = s.units[u].cell
    if s.mine[cell] == 0 or not sets_off_mines(s, u):
        return
    s.mine[cell] = 0
    mine_struck(e, u, cell)
    strike(s, u, face_undirected(s, u), Shell.AT, s.options.mine_strength, d, e)


@rule
def roll_on(
    s: State, u: int, direction: int, cost: int, backward: bool, by_ability: bool, d: Dice, e: Log
) -> None:
    """The unit moves one hex; the turret keeps its map direction (TC-5.4)."""
    t = s.units[u]
    left = t.cell
    to = step(left, direction)
    pay_drive(s, u, cost)
    if not exempt(s, by_ability):
        t.moved += 1
    s.occupant[left] = NOBODY
    s.occupant[to] = u
    t.cell = to
    if backward:
        backed_up(e, u, to, cost, remaining_points(s, u), left)
    else:
        moved(e, u, to, cost, remaining_points(s, u), left)
    mine_hits(s, u, d, e)


@rule
def move(s: State, u: int, direction: int, backward: bool, d: Dice, e: Log) -> None:
    """Move or Reverse: one hex (TC-5.3); it uses a lent move up, by the option for the next pair (TC-6.6)."""
    t = s.units[u]
    cost = move_cost(s, u)
    by_ability = has_double_move(s, u)
    if by_ability:
        t.lent -= 1
        if t.lent == 0 and s.options.double_move == DoubleMove.EVERY_MOVE:
            t.lent = s.options.double_moves
    way = (t.hull + 3) % 6 if backward else heading(s, u, direction)
    roll_on(s, u, way, cost, backward, by_ability, d, e)


@rule
def straight(s: State, u: int, direction: int, hexes: int, d: Dice, e: Log) -> None:
    """One action drives several hexes one way, as far as obstacles, cap and points allow (TC-6.6)."""
    t = s.units[u]
    t.lent = 0
    way = heading(s, u, direction)
    for i in range(hexes):
        cost = leaving_cost(s, u, t.cell)
        if i > 0:
            cost = max(0, cost - s.options.move_cost)
        if t.standing != Standing.OPERATIONAL or why_no_drive(s, u) != Why.ALLOWED:
            return
        if why_no_step(s, u, way, cost, True) != Why.ALLOWED:
            return
        roll_on(s, u, way, cost, False, True, d, e)


@rule
def turn(s: State, u: int, facing: int, with_turret: int, e: Log) -> None:
    """The hull turns 60 degrees, the turret along with it or not (TC-5.6, TC-5.7)."""
    t = s.units[u]
    turned = facing - t.hull
    t.hull = facing
    if t.turret >= 0 and with_turret == 1:
        t.turret = (t.turret + turned) % 6
    t.spent += s.options.turn_cost
    hull_turned(e, u, facing, t.turret, remaining_points(s, u), with_turret)


@rule
def traverse(s: State, u: int, facing: int, e: Log) -> None:
    """The turret turns 60 degrees (TC-5.8)."""
    t = s.units[u]
    t.turret = facing
    t.spent += s.options.turret_cost
    turret_turned(e, u, facing, remaining_points(s, u))
