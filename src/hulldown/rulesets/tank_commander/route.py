"""Where orders to drive lead: the way of one order, and all that the acting unit can reach in its activation,
by trying the very orders that would take it there.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection

from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import Dice, new_dice
from hulldown.kernel.events import Log
from hulldown.kernel.hexes import name_of, step
from hulldown.kernel.records import copy
from hulldown.rulesets.common.dicing import OFF
from hulldown.rulesets.tank_commander.actions import check
from hulldown.rulesets.tank_commander.carrying import whereabouts
from hulldown.rulesets.tank_commander.codes import NOBODY, Drive, Phase, Verb
from hulldown.rulesets.tank_commander.crew import remaining_points
from hulldown.rulesets.tank_commander.movement import heading, move, sets_off_mines, turn
from hulldown.rulesets.tank_commander.state import State
from hulldown.rulesets.tank_commander.terrain import on_board

Path = list[Action]
Stand = tuple[int, int]  # a cell, and where the hull looks


def way_of(s: State, a: Action) -> list[int]:
    """The cells that an order to drive leads through, the last one where it ends; no farther than the rim."""
    cell, direction = whereabouts(s, a.actor), heading(s, a.actor, a.facing)
    if a.verb == Verb.REVERSE:
        direction = (s.units[a.actor].hull + 3) % 6
    way = []
    for _ in range(a.choice if a.verb == Verb.STRAIGHT else 1):
        cell = step(cell, direction)
        way.append(cell)
        if not on_board(s, cell):
            break
    return way


def over_mine(s: State, a: Action) -> bool:
    """Whether a mine goes off on the way (TC-9.12)."""
    return sets_off_mines(s, a.actor) and any(s.mine[cell] for cell in way_of(s, a))


def drives(s: State, u: int, known: Collection[Stand]) -> list[Action]:
    """The driving orders that are legal now: ahead and turns that take the turret along, or any way; without
    those that lead where it is known already how to get to.
    """
    seat, cell, hull = s.seat, s.units[u].cell, s.units[u].hull
    if s.units[u].drive == Drive.TRACKS:
        wanted = [((step(cell, hull), hull), make(seat, Verb.MOVE, u))]
    else:
        ways = range(6)
        wanted = [((step(cell, way), hull), make(seat, Verb.MOVE, u, facing=way)) for way in ways]
    if hull >= 0:
        turns = ((hull + by) % 6 for by in (5, 1))
        wanted += [((cell, way), make(seat, Verb.TURN, u, facing=way, choice=1)) for way in turns]
    return [a for stand, a in wanted if stand not in known and check(s, seat, a) == 0]


def fork(s: State, u: int) -> State:
    """A position that shares with another what driving cannot change, and owns the rest."""
    copied = object.__new__(State)
    copied.__dict__.update(s.__dict__)
    copied.units = list(s.units)
    copied.units[u] = copy(s.units[u])
    copied.occupant, copied.mine = list(s.occupant), list(s.mine)
    return copied


def after(s: State, a: Action, dice: Dice, log: Log) -> State | None:
    """The position after a driving order, None where a die would be rolled (a mine)."""
    if a.verb == Verb.MOVE and over_mine(s, a):  # it may hurt others, whom a fork shares
        return None
    result = fork(s, a.actor)
    thrown = dice.count
    if a.verb == Verb.MOVE:
        move(result, a.actor, a.facing, False, dice, log)
    else:
        turn(result, a.actor, a.facing, a.choice, log)
    result.units[a.actor].begun = 1
    return result if dice.count == thrown else None


def stands(s: State, seat: int) -> dict[Stand, tuple[int, Path]]:
    """Every cell and hull facing that the active unit can drive to without a die, the cheapest first: action
    points, orders.
    """
    u = s.active
    if s.phase != Phase.ACT or u == NOBODY or s.seat != seat or s.units[u].cell == NOBODY:
        return {}
    best: dict[Stand, tuple[int, Path]] = {}
    queue: list[tuple[int, int, State, Path]] = [(0, 0, s, [])]
    pushed, budget = 0, remaining_points(s, u)
    dice = new_dice(0)
    while queue:
        spent, _, at, path = heapq.heappop(queue)
        t = at.units[u]
        if (t.cell, t.hull) in best:
            continue
        best[t.cell, t.hull] = spent, path
        for a in drives(at, u, best):
            to = after(at, a, dice, OFF)
            if to is not None:
                pushed += 1
                heapq.heappush(queue, (budget - remaining_points(to, u), pushed, to, [*path, a]))
    return best


def reach(s: State, seat: int, unit: str = "") -> dict[str, tuple[int, Path]]:
    """Every hex the active unit can drive to without a die: place -> (action points, orders)."""
    cheapest: dict[str, tuple[int, Path]] = {}
    for (cell, _), way in stands(s, seat).items():
        if cell != s.units[s.active].cell:
            cheapest.setdefault(name_of(cell), way)
    return cheapest
