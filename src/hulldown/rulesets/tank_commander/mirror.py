"""The point symmetry of a board: column A for the last, row 1 for the last, one side for the other.

What wins must be the same for both sides, and no die may name a direction of the map. Positions need
not be symmetrical themselves: the middle objective of Capture Objectives has no hex of its own (TC-13.13).
"""

from __future__ import annotations

from hulldown.kernel.actions import Action
from hulldown.kernel.batch import DRAW, RUNNING
from hulldown.kernel.hexes import CELLS, STRIDE, cell_at
from hulldown.kernel.records import copy
from hulldown.rulesets.face.proof import Mirror
from hulldown.rulesets.tank_commander.codes import Phase
from hulldown.rulesets.tank_commander.state import ZONE, State, Unit

SYMMETRICAL = ("skirmish", "capture_objectives")  # TC-13.11, TC-13.13


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


def mirrored_unit(s: State, u: int) -> Unit:
    """A unit as its partner would stand."""
    t = copy(s.units[u])
    t.side, t.cell = 1 - t.side, opposite(s, t.cell)
    t.hull, t.turret = about(t.hull), about(t.turret)
    t.carrier = partner(s, t.carrier)
    t.flare = [opposite(s, cell) if i < t.flares else cell for i, cell in enumerate(t.flare)]
    return t


def mirrored_field(s: State, values: list[int]) -> list[int]:
    """A value of every cell, seen from the other side."""
    return [values[opposite(s, cell)] for cell in range(CELLS)]


def mirrored(s: State) -> State:
    """The position with sides and board exchanged."""
    made = copy(s)
    for u in range(s.count):
        made.units[partner(s, u)] = mirrored_unit(s, u)
    made.occupant = mirrored_field(s, [partner(s, u) for u in s.occupant])
    made.ground, made.smoke = mirrored_field(s, s.ground), mirrored_field(s, s.smoke)
    made.mine = mirrored_field(s, s.mine)
    made.building = [opposite(s, cell) if cell else cell for cell in s.building]
    made.waypoint = [opposite(s, cell) if i < s.waypoints else cell for i, cell in enumerate(s.waypoint)]
    made.objective = [opposite(s, cell) if i < s.objectives else cell for i, cell in enumerate(s.objective)]
    made.holder = [other(side) if i < s.objectives else side for i, side in enumerate(s.holder)]
    made.score = s.score[::-1]
    made.zone = [opposite(s, cell) if cell else cell for cell in s.zone[ZONE:] + s.zone[:ZONE]]
    made.zone_size, made.passed = s.zone_size[::-1], s.passed[::-1]
    made.first, made.seat = 1 - s.first, 1 - s.seat
    made.active, made.winner = partner(s, s.active), other(s.winner)
    made.resumed_seat = 1 - s.resumed_seat
    made.alight = sum(1 << partner(s, u) for u in range(s.count) if s.alight >> u & 1)
    return made


def mirrored_order(s: State, a: Action) -> Action:
    """The order of the other side that does the same on its side of the board."""
    made = copy(a)
    made.seat = 1 - a.seat
    made.actor, made.target = partner(s, a.actor), partner(s, a.target)
    made.place, made.facing = opposite(s, a.place), about(a.facing)
    return made


def mirror(scenario: str) -> Mirror | None:
    """The mirror of a symmetrical scenario; it holds once the roll-off has named who goes first."""
    if scenario not in SYMMETRICAL:
        return None
    return Mirror(lambda s: s.phase != Phase.ROLL_OFF, mirrored, mirrored_order)
