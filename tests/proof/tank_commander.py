"""The point symmetry of a board: column A for the last, row 1 for the last, one side for the other.

What wins must be the same for both sides, and no die may name a direction of the map. Positions need
not be symmetrical themselves: the middle objective of Capture Objectives has no hex of its own (TC-13.13).
"""

from __future__ import annotations

from tests.proof.symmetry import Mirror

from hulldown.kernel.actions import Action
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.hexes import CELLS, STRIDE, cell_at
from hulldown.kernel.records import copy
from hulldown.rulesets.tank_commander.state import ZONE, Phase, State, Unit


def opposite(s: State, cell: int) -> int:
    """The cell on the other side of the board's center; what is off the board stays."""
    column, row = cell // STRIDE - 1, cell % STRIDE - 1
    if cell < 0 or not (0 <= column < s.columns and 0 <= row < s.rows):
        return cell
    return cell_at(s.columns - 1 - column, s.rows - 1 - row)


def about(facing: int) -> int:
    """The facing turned half round; NOBODY stays."""
    return facing if facing < 0 else (facing + 3) % 6


def partner(s: State, u: int) -> int:
    """The unit with the same place in the other side's roster."""
    if u < 0:
        return u
    rosters = [[v for v in range(s.count) if s.units[v].side == side] for side in (0, 1)]
    side = int(s.units[u].side)
    return rosters[1 - side][rosters[side].index(u)]


def other(side: int) -> int:
    """The other side; DRAW and RUNNING stay."""
    return side if side in (DRAW, RUNNING) else 1 - side


def mirror_unit(s: State, u: int) -> Unit:
    """A unit as its partner would stand."""
    t = copy(s.units[u])
    t.side, t.cell = 1 - t.side, opposite(s, t.cell)
    t.hull, t.turret = about(t.hull), about(t.turret)
    t.carrier = partner(s, t.carrier)
    t.flare = [opposite(s, cell) if i < t.flares else cell for i, cell in enumerate(t.flare)]
    return t


def mirror_field(s: State, values: list[int]) -> list[int]:
    """A value of every cell, seen from the other side."""
    return [values[opposite(s, cell)] for cell in range(CELLS)]


def mirror_position(s: State) -> State:
    """The position with sides and board exchanged."""
    twin = copy(s)
    for u in range(s.count):
        twin.units[partner(s, u)] = mirror_unit(s, u)
    twin.occupant = mirror_field(s, [partner(s, u) for u in s.occupant])
    twin.ground, twin.smoke = mirror_field(s, s.ground), mirror_field(s, s.smoke)
    twin.mine = mirror_field(s, s.mine)
    twin.building = [opposite(s, cell) if cell else cell for cell in s.building]
    twin.waypoint = [opposite(s, cell) if i < s.waypoints else cell for i, cell in enumerate(s.waypoint)]
    twin.objective = [opposite(s, cell) if i < s.objectives else cell for i, cell in enumerate(s.objective)]
    twin.holder = [other(side) if i < s.objectives else side for i, side in enumerate(s.holder)]
    twin.score = s.score[::-1]
    twin.zone = [opposite(s, cell) if cell else cell for cell in s.zone[ZONE:] + s.zone[:ZONE]]
    twin.zone_size, twin.passed = s.zone_size[::-1], s.passed[::-1]
    twin.first, twin.seat = 1 - s.first, 1 - s.seat
    twin.active, twin.winner = partner(s, s.active), other(s.winner)
    twin.resumed_seat = 1 - s.resumed_seat
    twin.alight = sum(1 << partner(s, u) for u in range(s.count) if s.alight >> u & 1)
    return twin


def mirror_order(s: State, a: Action) -> Action:
    """The order of the other side that does the same on its side of the board."""
    twin = copy(a)
    twin.seat = 1 - a.seat
    twin.actor, twin.target = partner(s, a.actor), partner(s, a.target)
    twin.place, twin.facing = opposite(s, a.place), about(a.facing)
    return twin


POINT = Mirror(lambda s: s.phase != Phase.ROLL_OFF, mirror_position, mirror_order)
MIRRORS = {"skirmish": POINT, "capture_objectives": POINT}  # TC-13.11, TC-13.13
