"""Square tiles: directions, distances, arcs, struck faces, ground and straight lines, all whole (AG-2)."""

from __future__ import annotations

from math import radians, tan

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS, NOBODY, Face, Ground, Height
from hulldown.rulesets.agrav.state import State, column_of, row_of

WAYS = 8
RIGHT_ANGLE, FLAT, THOUSAND = 90, 180, 1000
WIDENS = tuple(round(THOUSAND * tan(radians(angle / 2))) for angle in range(FLAT))  # of a cone, for each tile
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
def manhattan_distance(a: int, b: int) -> int:
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
        return s.south[tile if SOUTH[way] > 0 else other]
    return s.east[tile if EAST[way] > 0 else other]


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
def in_cone(degrees: int, way: int, dx: int, dy: int) -> bool:
    """The same of so many degrees to a direction: of 90 it is that arc, of 360 all but the own tile."""
    return in_arc(way, dx, dy) if degrees == RIGHT_ANGLE else in_other_cone(degrees, way, dx, dy)


@rule
def in_other_cone(degrees: int, way: int, dx: int, dy: int) -> bool:
    """The same by the tangent of half the angle; a rule of its own, as hardly a game asks it."""
    along_x, along_y = dx * EAST[way], dy * SOUTH[way]
    ahead, across = along_x + along_y, abs(dx * SOUTH[way]) + abs(dy * EAST[way])
    if diagonal(way):
        across = abs(along_x - along_y)
    if degrees < FLAT:
        return ahead > 0 and THOUSAND * across <= ahead * WIDENS[degrees]
    if ahead >= 0:
        return ahead + across > 0
    return degrees > FLAT and THOUSAND * across >= -ahead * WIDENS[2 * FLAT - degrees]


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


# ---------------------------------------------------------------- ground
# What a tile is to those who want to enter it, see through it or fire over it (AG-2.3, AG-3.9, AG-4.2).


@rule
def solid(s: State, tile: int) -> bool:
    """Structures, ruins, walls and closed gates: nobody enters or sees through them (AG-2.3, AG-4.2)."""
    i = s.built[tile]
    if i >= 0:
        return bool(s.section[i].height != Height.GONE)
    return bool(s.ground[tile] >= Ground.WALL)


@rule
def high(s: State, tile: int) -> bool:
    """High structures, walls and closed gates stop low-angle fire; low ones and ruins do not (AG-17.8)."""
    i = s.built[tile]
    if i >= 0:
        return bool(s.section[i].height == Height.HIGH)
    return bool(s.ground[tile] >= Ground.WALL)


# ---------------------------------------------------------------- lines
# Straight lines over the tiles, in quarters of a tile so that nothing is ever rounded (AG-4.1, AG-4.7).


TILE = 4  # quarters
# What a tile does to lines, in rising order; structures carry the number of their section, below 32.
OPEN, SMOKE, LOW, HIGH, WALLED = 0, 1, 32, 64, 96
SIGHT, SIGHT_CLOSE, LOW_FIRE = SMOKE, LOW, HIGH  # what stops sight, sight next door, fire over low ground


@rule
def veil_of(s: State, tile: int) -> int:
    """What a tile does to the lines that cross it (AG-4.2, AG-4.4, AG-17.8)."""
    i = s.built[tile]
    if i >= 0 and solid(s, tile):
        return i + (HIGH if high(s, tile) else LOW)
    if solid(s, tile):
        return WALLED
    return SMOKE if s.smoke[tile] > 0 else OPEN


@rule
def drape(s: State) -> None:
    """Write down what every tile does to lines, so that a line asks one number of each tile it crosses."""
    for row in range(s.rows):
        for column in range(s.columns):
            tile = row * COLUMNS + column
            s.veil[tile] = veil_of(s, tile)


@rule
def point_x(tile: int, anchor: int) -> int:
    """Quarters from the west edge of the map to an anchor: the centre or a quarter off it (AG-2.9)."""
    return TILE * column_of(tile) + 1 + anchor % 3


@rule
def point_y(tile: int, anchor: int) -> int:
    """Quarters from the north edge of the map to an anchor (AG-2.9)."""
    return TILE * row_of(tile) + 1 + anchor // 3


@rule
def to_border(at: int, going: int) -> int:
    """Quarters from a coordinate to the next border of tiles in its direction."""
    inside = at & 3
    return TILE - inside if going > 0 else inside


@rule
def free_line(
    s: State, x: int, y: int, dx: int, dy: int, start: int, end: int, least: int, section: int
) -> bool:
    """Whether no tile between start and end stops a segment that crosses its interior (AG-4.1, AG-4.3).

    Borders in x lie at fractions of the segment over |dx|, those in y over |dy|. `ahead` is the next one in x
    less the next in y, over one denominator: below 0 the line crosses into the next column, above 0 into
    the next row, at 0 it passes a corner. Tiles of the section looked at do not count (AG-4.6).
    """
    side, down = sign(dx), COLUMNS * sign(dy)
    wide, tall = TILE * abs(dx), TILE * abs(dy)
    ahead = to_border(x, dx) * abs(dy) - to_border(y, dy) * abs(dx)
    tile = start
    while True:
        if ahead < 0:
            tile += side
            ahead += tall
        elif ahead > 0:
            tile += down
            ahead -= wide
        else:
            if pinched(s, tile + side, tile + down, least, section):
                return False
            tile += side + down
            ahead += tall - wide
        if tile == end:
            return True
        veil = s.veil[tile]
        if veil >= least and veil != section:
            return False


@rule
def pinched(s: State, a: int, b: int, least: int, section: int) -> bool:
    """Whether both tiles beside a corner block sight (AG-4.3, AG-4.9); low fire crosses neither (AG-17.8)."""
    if least == LOW_FIRE:
        return False
    first, second = s.veil[a], s.veil[b]
    return first >= least and second >= least and first != section and second != section


@rule
def line(s: State, a: int, anchor_a: int, b: int, anchor_b: int, least: int, section: int) -> bool:
    """Whether the segment between points of two tiles is free; the end tiles do not stop it (AG-4.1).

    `least` is the least veil that stops it, `section` the veil of the section looked at, or -1.
    """
    x, y = point_x(a, anchor_a), point_y(a, anchor_a)
    return free_line(s, x, y, point_x(b, anchor_b) - x, point_y(b, anchor_b) - y, a, b, least, section)
