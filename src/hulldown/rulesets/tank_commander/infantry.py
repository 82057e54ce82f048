"""TC-10: what a squad does besides moving and shooting."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.hexes import distance, step
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.carrying import aboard, capacity, why_not_free
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Standing
from hulldown.rulesets.tank_commander.crew import remaining_points, why_short
from hulldown.rulesets.tank_commander.damage import in_order
from hulldown.rulesets.tank_commander.events import (
    cover_taken,
    dismounted,
    mine_cleared,
    mounted,
    objective_taken,
)
from hulldown.rulesets.tank_commander.movement import why_no_entry
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import is_vehicle, on_board
from hulldown.rulesets.tank_commander.variants import PassengerBailout

# ---------------------------------------------------------------- cover


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
