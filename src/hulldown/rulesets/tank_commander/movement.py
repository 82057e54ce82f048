"""Driving, mines on the way, and infantry (TC-5, TC-10)."""

from __future__ import annotations

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.hexes import distance, step
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.crew import (
    aboard,
    capacity,
    face_undirected,
    fitness,
    in_order,
    manned,
    movement_cap,
    remaining_points,
    strike,
    why_not_free,
    why_short,
)
from hulldown.rulesets.tank_commander.events import (
    Why,
    backed_up,
    cover_taken,
    dismounted,
    hull_turned,
    mine_cleared,
    mine_struck,
    mounted,
    moved,
    objective_taken,
    turret_turned,
)
from hulldown.rulesets.tank_commander.state import (
    NOBODY,
    Ability,
    ApcEngine,
    DoubleMove,
    Drive,
    Ground,
    Health,
    Kind,
    MoveMoveMove,
    PassengerBailout,
    Role,
    Shell,
    Standing,
    State,
    Upgrade,
)
from hulldown.rulesets.tank_commander.table import is_vehicle, leaving_cost, leaving_cost_by, on_board


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


# ---------------------------------------------------------------- carrying a move out


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
    leaving_cost_by(s, u, left, e.why)  # for the log: what house rules took
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


# ---------------------------------------------------------------- infantry: cover
# TC-10: what a squad does besides moving and shooting.


@rule
def why_no_cover(s: State, u: int) -> int:
    """Take Cover: on foot and not in cover already (TC-10.12, TC-15.9 k)."""
    if s.units[u].kind != Kind.SQUAD:
        return Why.NO_SUCH_ACTION
    reason = why_not_free(s, u)
    if reason != Why.ALLOWED:
        return reason
    return why_short(s, u, s.options.take_cover_cost)


@rule
def take_cover(s: State, u: int, e: Log) -> None:
    """Until its next activation the squad is harder to hit (TC-10.12, TC-10.13)."""
    s.units[u].covered = 1
    s.units[u].spent += s.options.take_cover_cost
    cover_taken(e, u, remaining_points(s, u))


# ---------------------------------------------------------------- objectives and mines


@rule
def objective_at(s: State, cell: int) -> int:
    """The number of the objective in a hex, -1 without one."""
    for i in range(s.objectives):
        if s.objective[i] == cell:
            return i
    return NOBODY


@rule
def why_not_on_foot(s: State, u: int) -> int:
    """What a squad may do in cover too, but not while carried (TC-10.13, TC-10.15, TC-10.22)."""
    if s.units[u].kind != Kind.SQUAD:
        return Why.NO_SUCH_ACTION
    return Why.ALLOWED if s.units[u].carrier == NOBODY else Why.MOUNTED


@rule
def why_no_capture(s: State, u: int) -> int:
    """Capture Objective: on foot, on an objective that is not the side's own (TC-10.14, TC-10.15)."""
    reason = why_not_on_foot(s, u)
    if reason != Why.ALLOWED:
        return reason
    i = objective_at(s, s.units[u].cell)
    if i == NOBODY:
        return Why.NO_OBJECTIVE
    if s.holder[i] == s.units[u].side:
        return Why.ALREADY_HELD
    return why_short(s, u, s.options.capture_cost)


@rule
def capture(s: State, u: int, e: Log) -> None:
    """The objective belongs to the side until an enemy squad captures it (TC-10.15)."""
    t = s.units[u]
    t.spent += s.options.capture_cost
    s.holder[objective_at(s, t.cell)] = t.side
    objective_taken(e, u, t.cell, t.side, remaining_points(s, u))


@rule
def why_no_disarming(s: State, u: int, cell: int) -> int:
    """Disarm Mines: a mine in an adjacent hex or the squad's own, whoever laid it (TC-10.16, TC-10.17)."""
    reason = why_not_on_foot(s, u)
    if reason != Why.ALLOWED:
        return reason
    if remaining_points(s, u) < s.options.disarm_cost:
        return Why.NO_AP
    if cell < 0 or not on_board(s, cell):
        return Why.OFF_BOARD
    if distance(s.units[u].cell, cell) > 1 or s.mine[cell] == 0:
        return Why.NO_MINE
    return Why.ALLOWED


@rule
def disarm(s: State, u: int, cell: int, e: Log) -> None:
    """The mine is taken off the board (TC-10.16)."""
    s.units[u].spent += s.options.disarm_cost
    s.mine[cell] = 0
    mine_cleared(e, u, cell, remaining_points(s, u))


# ---------------------------------------------------------------- mounting


@rule
def carries(s: State, carrier: int, u: int) -> bool:
    """Whether a squad may board: an adjacent operational vehicle of its side that takes squads (TC-10.19)."""
    t = s.units[carrier]
    if t.side != s.units[u].side or not is_vehicle(s, carrier) or t.standing != Standing.OPERATIONAL:
        return False
    return capacity(s, carrier) > 0 and distance(s.units[u].cell, t.cell) == 1


@rule
def why_no_boarding(s: State, u: int) -> int:
    """The means of Mount Up and Dismount: out of cover, unless an option allows it (TC-10.13), so
    many per activation (TC-10.19).
    """
    t = s.units[u]
    if t.kind != Kind.SQUAD:
        return Why.NO_SUCH_ACTION
    if t.covered != 0 and s.options.mount_in_cover == 0:
        return Why.IN_COVER
    if t.boarded >= s.options.mounts_per_turn:
        return Why.MOUNT_LIMIT
    return why_short(s, u, s.options.mount_cost)


@rule
def why_no_mount(s: State, u: int, carrier: int) -> int:
    """Mount Up: on a tank or into an APC beside the squad, with room (TC-10.18, TC-10.19)."""
    if s.units[u].kind == Kind.SQUAD and s.units[u].carrier != NOBODY:
        return Why.MOUNTED
    reason = why_no_boarding(s, u)
    if reason != Why.ALLOWED:
        return reason
    if carrier == NOBODY or not carries(s, carrier, u):
        return Why.NO_CARRIER
    return Why.CARRIER_FULL if aboard(s, carrier) >= capacity(s, carrier) else Why.ALLOWED


@rule
def mount(s: State, u: int, carrier: int, e: Log) -> None:
    """The squad leaves its hex and rides (TC-10.20, TC-10.21), in cover no more (TC-10.13)."""
    t = s.units[u]
    t.covered = 0
    s.occupant[t.cell] = NOBODY
    t.cell = NOBODY
    t.carrier = carrier
    t.boarded += 1
    t.spent += s.options.mount_cost
    mounted(e, u, carrier, s.units[carrier].cell, remaining_points(s, u))


@rule
def why_no_landing(s: State, u: int, cell: int) -> int:
    """Whether a carried squad can get down into a hex: free, beside its carrier (TC-10.19)."""
    carrier = s.units[u].carrier
    if carrier == NOBODY:
        return Why.NO_CARRIER
    if cell < 0 or not on_board(s, cell):
        return Why.OFF_BOARD
    if distance(s.units[carrier].cell, cell) > 1:  # its own hex it occupies itself
        return Why.OUT_OF_RANGE
    return why_no_entry(s, cell)


@rule
def why_no_dismount(s: State, u: int, cell: int) -> int:
    """Dismount: a carried squad, into a free hex beside its carrier (TC-10.19, TC-15.9 j)."""
    reason = why_no_boarding(s, u)
    return reason if reason != Why.ALLOWED else why_no_landing(s, u, cell)


@rule
def get_down(s: State, u: int, cell: int) -> None:
    """A carried squad stands in a hex."""
    s.units[u].carrier = NOBODY
    s.units[u].cell = cell
    s.occupant[cell] = u


@rule
def dismount(s: State, u: int, cell: int, e: Log) -> None:
    """The squad is on foot again (TC-10.19)."""
    t = s.units[u]
    carrier = t.carrier
    get_down(s, u, cell)
    t.boarded += 1
    t.spent += s.options.mount_cost
    dismounted(e, u, carrier, cell, remaining_points(s, u))


@rule
def acts_on_foot(s: State, u: int) -> bool:
    """Whether a squad can do what it does on foot; it can at least take cover (TC-4.8), or mount out of cover
    (TC-10.13).
    """
    t = s.units[u]
    if remaining_points(s, u) < 1:
        return False
    if t.carrier == NOBODY and why_no_cover(s, u) == Why.ALLOWED:
        return True
    if why_no_capture(s, u) == Why.ALLOWED:
        return True
    here = t.cell if t.carrier == NOBODY else s.units[t.carrier].cell
    if why_no_disarming(s, u, here) == Why.ALLOWED:
        return True
    for direction in range(6):
        cell = step(here, direction)
        if why_no_disarming(s, u, cell) == Why.ALLOWED or why_no_dismount(s, u, cell) == Why.ALLOWED:
            return True
        if s.options.mount_in_cover != 0 and why_no_mount(s, u, s.occupant[cell]) == Why.ALLOWED:
            return True
    return False


# ---------------------------------------------------------------- passengers of a disabled APC


@rule
def next_to_bail(s: State) -> int:
    """The first squad inside a disabled APC that must come out at once (TC-10.23 `immediate`)."""
    if s.options.passenger_bailout != PassengerBailout.IMMEDIATE:
        return NOBODY
    for i in range(s.count):
        u = in_order(s, i)
        carrier = s.units[u].carrier
        if carrier == NOBODY:
            continue
        if s.units[carrier].kind == Kind.APC and s.units[carrier].standing == Standing.DISABLED:
            return u
    return NOBODY


@rule
def can_land(s: State, u: int) -> bool:
    """Whether any hex beside the carrier is free."""
    here = s.units[s.units[u].carrier].cell
    for direction in range(6):
        if why_no_landing(s, u, step(here, direction)) == Why.ALLOWED:
            return True
    return False


@rule
def bail_out(s: State, u: int, cell: int, e: Log) -> None:
    """The owner has placed a squad that had to leave its carrier (TC-10.23)."""
    carrier = s.units[u].carrier
    get_down(s, u, cell)
    dismounted(e, u, carrier, cell, NOBODY)
