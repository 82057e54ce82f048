"""TC-9: what the ground costs, what it blocks and what it becomes."""

from __future__ import annotations

from hulldown.kernel.events import Log
from hulldown.kernel.hexes import CELLS
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.codes import NOBODY, Drive, Ground, Kind
from hulldown.rulesets.tank_commander.events import ground_changed
from hulldown.rulesets.tank_commander.state import LISTED, State


@rule
def is_vehicle(s: State, u: int) -> bool:
    """Battle tanks, hover tanks and walkers among them, and APCs (TC-1.9)."""
    return s.units[u].kind == Kind.TANK or s.units[u].kind == Kind.APC


@rule
def is_soft(s: State, cell: int) -> bool:
    """Ground that is hard to leave: mud, water, rubble (TC-9.2 to TC-9.4)."""
    g = s.ground[cell]
    return g == Ground.MUD or g == Ground.WATER or g == Ground.RUBBLE


@rule
def leaving_cost(s: State, u: int, cell: int) -> int:
    """Action points to move out of a hex: more from soft ground on tracks or on foot (TC-9.4, TC-10.8).

    Hover tanks and walkers have costs of their own (TC-14.12, TC-14.13).
    """
    if not is_soft(s, cell):
        return s.options.move_cost
    drive = s.units[u].drive
    if drive == Drive.HOVER:
        return s.options.hover_cost
    if drive == Drive.LEGS:
        return s.options.walker_cost
    return s.options.rubble_cost if s.ground[cell] == Ground.RUBBLE else s.options.mud_cost


@rule
def on_board(s: State, cell: int) -> bool:
    """Whether a cell belongs to the board."""
    return s.ground[cell] != Ground.OFF_BOARD


@rule
def gets_no_cover(s: State, target: int) -> bool:
    """Whether forest and hills are no help to a target: a walker towers above them (TC-14.13)."""
    return target != NOBODY and s.units[target].drive == Drive.LEGS


@rule
def on_hill(s: State, u: int) -> bool:
    """Whether every hit on the unit counts against its rear armor (TC-9.9)."""
    return s.ground[s.units[u].cell] == Ground.HILL


@rule
def list_buildings(s: State) -> None:
    """Note where the buildings are, unless a town has too many; none is ever built."""
    s.buildings = 0
    for cell in range(CELLS):
        if s.ground[cell] != Ground.BUILDING:
            continue
        if s.buildings == LISTED:
            s.buildings = -1
            return
        s.building[s.buildings] = cell
        s.buildings += 1


@rule
def unlist(s: State, cell: int) -> None:
    """A building is gone: the last one takes its place in the list."""
    for i in range(s.buildings):
        if s.building[i] == cell:
            s.buildings -= 1
            s.building[i] = s.building[s.buildings]
            s.building[s.buildings] = 0
            return


@rule
def make_rubble(s: State, cell: int, e: Log) -> None:
    """A building shot down, or the place of an explosion, becomes rubble (TC-9.7, TC-8.11)."""
    old = s.ground[cell]
    if old == Ground.BUILDING:
        unlist(s, cell)
    s.ground[cell] = Ground.RUBBLE
    ground_changed(e, cell, old, Ground.RUBBLE)
