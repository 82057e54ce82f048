"""Where a base may stand, and which pieces of terrain it touches (WS-1.12, WS-3.2, WS-3.3)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.shapes import clear_of, distance, encloses, from_shape
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, Ground
from hulldown.rulesets.warstrike.measuring import less
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.state import Options, Piece, State, side_of
from hulldown.rulesets.warstrike.variants import TerrainTouch, VehicleTerrain


@rule
def impassable(ground: int) -> bool:
    """Blocks and water (2.4)."""
    return ground == Ground.BLOCK or ground == Ground.WATER


@rule
def hinders(ground: int) -> bool:
    """Area terrain and linear obstacles: what counts in disorderly movement (WS-8.6)."""
    return ground <= Ground.LINEAR


@rule
def touched(piece: Piece, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    """Whether a base on a straight way touches terrain: not if it is just against its border (WS-3.2)."""
    if clear_of(piece.shape, ax, ay, bx, by, radius):
        return False
    return less(from_shape(piece.shape, ax, ay, bx, by), radius * FINE)


@rule
def meets(o: Options, piece: Piece, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    """Whether a base on a straight way meets terrain that slows it or is dangerous (WS-3.2): it touches it,
    or as an option its centre comes onto it, the border included (WS-3.3).
    """
    if o.terrain_touch == TerrainTouch.BASE:
        return touched(piece, ax, ay, bx, by, radius)
    return not clear_of(piece.shape, ax, ay, bx, by, 0) and from_shape(piece.shape, ax, ay, bx, by) == 0


@rule
def stands_in(piece: Piece, x: int, y: int) -> bool:
    """Whether a model with its centre there is in a polygon (WS-3.3)."""
    return bool(piece.shape.closed != 0) and encloses(piece.shape, x, y)


@rule
def off_table(s: State, x: int, y: int, radius: int) -> bool:
    """Whether a base reaches over an edge of the table; touching it is allowed (WS-1.12)."""
    room = min(min(x, s.width - x), min(y, s.height - y))
    return less(room * FINE, radius * FINE)


@rule
def blocked_at(s: State, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    """Whether a base touches impassable ground on a straight way (WS-1.12, WS-1.13)."""
    for n in range(s.pieces):
        if impassable(s.piece[n].ground) and touched(s.piece[n], ax, ay, bx, by, radius):
            return True
    return False


@rule
def overlaps(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> bool:
    """Whether two bases overlap; contact is allowed (WS-1.12)."""
    far = ar + br
    if abs(ax - bx) >= far or abs(ay - by) >= far:
        return False
    return less(distance(ax, ay, bx, by), far * FINE)


@rule
def near_enemy(s: State, side: int, x: int, y: int, radius: int) -> bool:
    """Whether a base of a side would be too near to an enemy's (WS-1.12)."""
    between = s.options.enemy_gap
    for j in range(s.models):
        v = s.model[j]
        if v.alive == 0 or s.unit[v.unit].side == side:
            continue
        far = radius + v.radius
        room = far + between
        dx, dy = v.x - x, v.y - y
        if abs(dx) < room and abs(dy) < room and less(distance(x, y, v.x, v.y), room * FINE):
            return True
    return False


@rule
def overlaps_any(s: State, m: int, x: int, y: int, leave: int) -> bool:
    """Whether a model would overlap another there, those of the unit `leave` aside (NOBODY: all count)."""
    radius = s.model[m].radius
    for j in range(s.models):
        v = s.model[j]
        if j == m or v.alive == 0 or (leave != NOBODY and v.unit == leave):
            continue
        far = radius + v.radius
        if abs(x - v.x) < far and abs(y - v.y) < far:
            if overlaps(x, y, radius, v.x, v.y, v.radius):
                return True
    return False


@rule
def why_not_stand(s: State, m: int, x: int, y: int, leave: int) -> int:
    """Why a model may not stand with its centre there: the first of WS-1.12, in its order; 0 for nothing.

    `leave`: a unit whose models may be overlapped, for they are still to be arranged; NOBODY for none.
    """
    radius = s.model[m].radius
    if off_table(s, x, y, radius):
        return Why.OFF_TABLE
    if blocked_at(s, x, y, x, y, radius):
        return Why.IMPASSABLE
    if near_enemy(s, side_of(s, m), x, y, radius):
        return Why.ENEMY_GAP
    return Why.OVERLAP if overlaps_any(s, m, x, y, leave) else Why.OK


@rule
def in_ground(s: State, ground: int, x: int, y: int) -> bool:
    """Whether a model with its centre there is in a kind of terrain (WS-3.3)."""
    for n in range(s.pieces):
        if s.piece[n].ground == ground and stands_in(s.piece[n], x, y):
            return True
    return False


@rule
def dangerous_to(s: State, m: int, ground: int) -> bool:
    """Whether a kind of terrain is dangerous ground to a model (WS-3.14, WS-15.3)."""
    from_vehicle = s.profile[s.unit[s.model[m].unit].profile].type != 0
    if ground == Ground.DANGEROUS:
        return True
    if not from_vehicle or s.options.vehicle_terrain != VehicleTerrain.DANGEROUS:
        return False
    return ground == Ground.WOOD or ground == Ground.RUIN


@rule
def on_danger(s: State, m: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a model touches dangerous ground on a straight way (WS-3.14)."""
    for n in range(s.pieces):
        if dangerous_to(s, m, s.piece[n].ground):
            if meets(s.options, s.piece[n], ax, ay, bx, by, s.model[m].radius):
                return True
    return False
