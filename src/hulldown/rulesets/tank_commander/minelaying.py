"""TC-12.10, TC-12.11: laying anti-tank mines, in play or before the battle."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.hexes import CELLS, distance, down, step
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Kind, Standing, Upgrade
from hulldown.rulesets.tank_commander.crew import manned, remaining_points, why_short
from hulldown.rulesets.tank_commander.events import mine_laid
from hulldown.rulesets.tank_commander.movement import why_no_entry
from hulldown.rulesets.tank_commander.reasons import Why
from hulldown.rulesets.tank_commander.state import ZONE, State
from hulldown.rulesets.tank_commander.terrain import on_board
from hulldown.rulesets.tank_commander.variants import MineDeploy


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
