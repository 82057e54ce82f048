"""Lines of sight (TC-7.3 to TC-7.8), and what the ground costs, blocks and becomes (TC-9)."""

from __future__ import annotations

from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.hexes import CELLS, distance, line_cell, line_length
from hulldown.kernel.jit import rule
from hulldown.rulesets.tank_commander.events import ground_changed
from hulldown.rulesets.tank_commander.occasions import Occasion, amend
from hulldown.rulesets.tank_commander.state import (
    LISTED,
    NOBODY,
    Drive,
    ForestBehind,
    Ground,
    HillLos,
    Kind,
    LosEdge,
    LosTerrain,
    SmokeAtEnds,
    State,
)


@rule
def vehicle_blocks(s: State, cell: int) -> bool:
    """Every vehicle in between blocks, friend, enemy or wreck; APCs by the option (TC-7.4)."""
    u = s.occupant[cell]
    if u < 0:
        return False
    if s.units[u].kind == Kind.TANK:
        return True
    return s.units[u].kind == Kind.APC and s.options.apc_blocks_los != 0


@rule
def walker_stands(s: State, cell: int) -> bool:
    """Whether the unit in a cell is a walker."""
    u = s.occupant[cell]
    return u >= 0 and s.units[u].drive == Drive.LEGS


@rule
def clears_vehicles(s: State, shooter: int, target: int) -> bool:
    """A line from or to a walker is not blocked by other vehicles (TC-14.13)."""
    if s.options.exotic_units == 0:
        return False
    return walker_stands(s, shooter) or walker_stands(s, target)


@rule
def hill_blocks(s: State, shooter: int, target: int, cell: int) -> bool:
    """With `hill_los` = blocks_beyond: a hill blocks unless beside the target or one end is on a hill."""
    if s.options.hill_los != HillLos.BLOCKS_BEYOND or distance(cell, target) == 1:
        return False
    return s.ground[shooter] != Ground.HILL and s.ground[target] != Ground.HILL


@rule
def blocks(s: State, shooter: int, target: int, cell: int) -> bool:
    """Whether a hex between two cells stops the line (TC-7.4); off the board nothing does."""
    if s.smoke[cell] != 0:
        return True
    if vehicle_blocks(s, cell) and not clears_vehicles(s, shooter, target):
        return True
    g = s.ground[cell]
    if g == Ground.BUILDING:
        return True
    if s.options.los_terrain == LosTerrain.EVERY_TERRAIN:
        return g != Ground.OPEN and g != Ground.OFF_BOARD
    if g == Ground.RUBBLE:
        return s.options.rubble_blocks_los != 0
    return g == Ground.HILL and hill_blocks(s, shooter, target, cell)


@rule
def pair_blocks(s: State, shooter: int, target: int, left: int, right: int) -> bool:
    """A line along an edge is stopped by both hexes, by either, or never (TC-7.6)."""
    if s.options.los_edge == LosEdge.NEVER:
        return False
    if s.options.los_edge == LosEdge.EITHER:
        return blocks(s, shooter, target, left) or blocks(s, shooter, target, right)
    return blocks(s, shooter, target, left) and blocks(s, shooter, target, right)


@rule
def smoke_hides(s: State, shooter: int, target: int) -> bool:
    """Smoke on the first or the last hex of a line: it blocks by an option only (TC-7.7)."""
    if s.options.smoke_at_ends == SmokeAtEnds.OPEN:
        return False
    if s.smoke[target] != 0:
        return True
    return s.options.smoke_at_ends == SmokeAtEnds.BOTH and s.smoke[shooter] != 0


@rule
def sees(s: State, shooter: int, target: int) -> bool:
    """Whether the line between two cells' centers is free (TC-7.3, TC-7.7)."""
    if smoke_hides(s, shooter, target):
        return False
    for i in range(line_length(shooter, target)):
        left = line_cell(shooter, target, i, 0)
        right = line_cell(shooter, target, i, 1)
        if left == right:
            if blocks(s, shooter, target, left):
                return False
        elif pair_blocks(s, shooter, target, left, right):
            return False
    return True


@rule
def shelters(s: State, cell: int, target: int, ground: int, beside: bool) -> bool:
    """Whether a crossed hex is of a terrain that hampers fire at the target behind it."""
    return s.ground[cell] == ground and (not beside or distance(cell, target) == 1)


@rule
def pair_shelters(
    s: State, shooter: int, target: int, left: int, right: int, ground: int, beside: bool
) -> bool:
    """Edge pairs: both of the terrain, or one and a blocker; by `los_edge` one, or none (TC-9.6)."""
    a = shelters(s, left, target, ground, beside)
    b = shelters(s, right, target, ground, beside)
    if s.options.los_edge == LosEdge.NEVER or not (a or b):
        return False
    if s.options.los_edge == LosEdge.EITHER or (a and b):
        return True
    return blocks(s, shooter, target, right if a else left)


@rule
def passes(s: State, shooter: int, target: int, ground: int, beside: bool) -> bool:
    """Whether the line crosses a terrain strictly between two cells (`beside`: next to the target)."""
    for i in range(line_length(shooter, target)):
        left = line_cell(shooter, target, i, 0)
        right = line_cell(shooter, target, i, 1)
        if left == right:
            if shelters(s, left, target, ground, beside):
                return True
        elif pair_shelters(s, shooter, target, left, right, ground, beside):
            return True
    return False


@rule
def behind_forest(s: State, shooter: int, target: int) -> bool:
    """In a forest hex or behind one (TC-9.5, TC-9.6)."""
    if s.ground[target] == Ground.FOREST:
        return True
    return passes(s, shooter, target, Ground.FOREST, s.options.forest_behind == ForestBehind.ADJACENT)


@rule
def behind_hill(s: State, shooter: int, target: int) -> bool:
    """Immediately behind a hill (TC-9.10)."""
    return passes(s, shooter, target, Ground.HILL, True)


# ---------------------------------------------------------------- terrain
# TC-9: what the ground costs, what it blocks and what it becomes.


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
    """Action points to move out of a hex."""
    return leaving_cost_by(s, u, cell, s.silent)


@rule
def leaving_cost_by(s: State, u: int, cell: int, terms: Terms) -> int:
    """Action points to move out of a hex: more from soft ground on tracks or on foot (TC-9.4, TC-10.8).

    Hover tanks and walkers have costs of their own (TC-14.12, TC-14.13).
    """
    cost = s.options.rubble_cost if s.ground[cell] == Ground.RUBBLE else s.options.mud_cost
    drive = s.units[u].drive
    if not is_soft(s, cell):
        cost = s.options.move_cost
    elif drive == Drive.HOVER:
        cost = s.options.hover_cost
    elif drive == Drive.LEGS:
        cost = s.options.walker_cost
    return max(0, amend(s, Occasion.LEAVING_COST, u, NOBODY, NOBODY, cost, terms))


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
