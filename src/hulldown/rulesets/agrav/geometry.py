"""Directions, distances, arcs and struck faces on square tiles (AG-2). All of it whole numbers."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS, NOBODY, Face
from hulldown.rulesets.agrav.state import State, column_of, row_of

WAYS = 8
ABOUT = 4  # eighths of a circle
EAST = (0, 1, 1, 1, 0, -1, -1, -1)  # of each Way (AG-2.1)
SOUTH = (-1, -1, 0, 1, 1, 1, 0, -1)
WAY_OF = (7, 0, 1, 6, -1, 2, 5, 4, 3)  # by the signs of a vector, row by row from the northwest


@rule
def diagonal(way: int) -> bool:
    """Whether a direction is one of the four between the cardinal ones."""
    return way & 1 == 1


@rule
def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (1 if number > 0 else 0) - (1 if number < 0 else 0)


@rule
def way_towards(dx: int, dy: int) -> int:
    """The Way of a vector along an axis, otherwise the diagonal between two; -1 for none."""
    return WAY_OF[3 * sign(dy) + sign(dx) + 4]


@rule
def between_x(a: int, b: int) -> int:
    """How far east of tile a tile b lies."""
    return column_of(b) - column_of(a)


@rule
def between_y(a: int, b: int) -> int:
    """How far south of tile a tile b lies."""
    return row_of(b) - row_of(a)


@rule
def distance(a: int, b: int) -> int:
    """AG-2.4: "within n tiles" counts diagonals as one."""
    dx, dy = abs(between_x(a, b)), abs(between_y(a, b))
    return dx if dx > dy else dy


@rule
def walked(a: int, b: int) -> int:
    """Manhattan distance, by which a ram counts the tiles it came closer (AG-19.12)."""
    return abs(between_x(a, b)) + abs(between_y(a, b))


@rule
def on_map(s: State, column: int, row: int) -> bool:
    """AG-2.1."""
    return 0 <= column < s.columns and 0 <= row < s.rows


@rule
def beyond(s: State, tile: int, way: int) -> int:
    """The next tile in a direction, -1 off the map (AG-2.1)."""
    column, row = column_of(tile) + EAST[way], row_of(tile) + SOUTH[way]
    return row * COLUMNS + column if on_map(s, column, row) else NOBODY


@rule
def barricade_between(s: State, tile: int, way: int) -> int:
    """The barricade section on the edge that a step from a tile would cross, -1 for none (AG-3.7)."""
    other = beyond(s, tile, way)
    if other < 0 or diagonal(way):
        return NOBODY
    if SOUTH[way] != 0:
        return int(s.south[tile if SOUTH[way] > 0 else other])
    return int(s.east[tile if EAST[way] > 0 else other])


@rule
def in_arc(way: int, dx: int, dy: int) -> bool:
    """Whether a vector lies in the 90 degrees to a direction (AG-2.5); to a diagonal: a quadrant (AG-2.6)."""
    along_x, along_y = dx * EAST[way], dy * SOUTH[way]
    if diagonal(way):
        return along_x >= 0 and along_y >= 0 and along_x + along_y > 0
    ahead = along_x + along_y
    across = abs(dx * SOUTH[way]) + abs(dy * EAST[way])
    return ahead > 0 and ahead >= across


@rule
def struck_face(facing: int, dx: int, dy: int) -> int:
    """The side that a vector from target to source meets: exact diagonals favour the defender (AG-2.7)."""
    ahead = dx * EAST[facing] + dy * SOUTH[facing]
    across = abs(dx * SOUTH[facing]) + abs(dy * EAST[facing])
    if ahead > 0 and across <= ahead:
        return Face.FRONT
    if ahead < 0 and across < -ahead:
        return Face.REAR
    return Face.SIDE
