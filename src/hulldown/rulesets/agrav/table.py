"""Directions, arcs and distances, lines of sight, and smoke (AG-2, AG-4, AG-22)."""

from __future__ import annotations

from math import radians, tan

from hulldown.kernel.actions import Log
from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.events import Why, smoke_laid
from hulldown.rulesets.agrav.state import (
    COLUMNS,
    NOBODY,
    TILES,
    Face,
    Feature,
    Ground,
    Height,
    Standing,
    State,
    column_of,
    row_of,
)

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


# ---------------------------------------------------------------- sight
# Lines of sight (AG-4).
#
# Who sees whom is kept in bits (`Unit.sees`) and renewed when somebody moves or the ground changes, so asking
# is cheap. Sight of sections and barricades is worked out when it is asked for, save of the few sections that
# are shot at for what they are. There is no limit of range (AG-4.8); units, debris and barricades are never
# asked (AG-4.5).


HALF = TILE // 2


@rule
def veiled(s: State, a: int, b: int) -> bool:
    """Smoke at either end hides, unless the two tiles are adjacent (AG-4.4)."""
    return (s.smoke[a] > 0 or s.smoke[b] > 0) and distance(a, b) > 1


@rule
def purpose(a: int, b: int) -> int:
    """What is adjacent is seen through smoke (AG-4.4, AG-4.9)."""
    return SIGHT if distance(a, b) > 1 else SIGHT_CLOSE


@rule
def clear(s: State, tile_a: int, anchor_a: int, tile_b: int, anchor_b: int, own_section: int) -> bool:
    """Whether there is a line of sight between two points (AG-4). own_section: the one looked at, or -1."""
    if tile_a == tile_b:
        return True
    if veiled(s, tile_a, tile_b):
        return False
    own = s.veil[tile_b] if own_section >= 0 else NOBODY
    return line(s, tile_a, anchor_a, tile_b, anchor_b, purpose(tile_a, tile_b), own)


@rule
def over_low(s: State, tile_a: int, anchor_a: int, tile_b: int, anchor_b: int, own_section: int) -> bool:
    """Low-angle indirect fire: no tile on the way is high; smoke does not matter (AG-17.5, AG-17.8)."""
    own = s.veil[tile_b] if own_section >= 0 else NOBODY
    return tile_a == tile_b or line(s, tile_a, anchor_a, tile_b, anchor_b, LOW_FIRE, own)


@rule
def tile_clear(s: State, x: int, y: int, tile: int, column: int, row: int) -> bool:
    """Whether a section's tile is in sight of a point in quarters; its section does not count (AG-4.6)."""
    there = row * COLUMNS + column
    least = purpose(tile, there)
    if least == SIGHT and s.smoke[tile] > 0:
        return False
    dx, dy = TILE * column + HALF - x, TILE * row + HALF - y
    return free_line(s, x, y, dx, dy, tile, there, least, s.veil[there])


@rule
def section_clear(s: State, tile: int, x: int, y: int, section: int) -> bool:
    """Whether any tile of a section is in sight of a point, looked for from the near side on (AG-4.6)."""
    part = s.section[section]
    up, left = row_of(tile) > part.north, column_of(tile) > part.west
    row = part.south if up else part.north
    for _ in range(part.south - part.north + 1):
        column = part.east if left else part.west
        for _ in range(part.east - part.west + 1):
            if s.built[row * COLUMNS + column] == section and tile_clear(s, x, y, tile, column, row):
                return True
            column += -1 if left else 1
        row += -1 if up else 1
    return False


@rule
def barricade_tile(s: State, tile: int, barricade: int) -> int:
    """The tile in which a barricade lies for arcs: the nearer, else the northern or western one (AG-4.6)."""
    edge = s.barricade[barricade]
    first = edge.tile
    second = first + (COLUMNS if edge.south != 0 else 1)
    return second if distance(tile, second) < distance(tile, first) else first


@rule
def edge_line(s: State, tile: int, anchor: int, barricade: int, low: bool) -> bool:
    """Whether the segment from a point to the midpoint of a barricade's edge is free (AG-4.6, AG-17.8).

    It arrives in the tile on the near side, which is no end tile: it stops the line if it blocks (AG-4.9).
    """
    edge = s.barricade[barricade]
    first, south = edge.tile, edge.south
    x, y = point_x(tile, anchor), point_y(tile, anchor)
    dx = TILE * column_of(first) + (HALF if south != 0 else TILE) - x
    dy = TILE * row_of(first) + (TILE if south != 0 else HALF) - y
    beyond_it = (dy if south != 0 else dx) < 0
    near = first + (COLUMNS if south != 0 else 1) if beyond_it else first
    if near == tile:
        return True
    if high(s, near) if low else solid(s, near) or veiled(s, tile, near):
        return False
    return free_line(s, x, y, dx, dy, tile, near, LOW_FIRE if low else purpose(tile, near), NOBODY)


@rule
def barricade_clear(s: State, tile: int, anchor: int, barricade: int) -> bool:
    """Whether a barricade section is in sight of a point (AG-4.6)."""
    return edge_line(s, tile, anchor, barricade, False)


@rule
def barricade_over_low(s: State, tile: int, anchor: int, barricade: int) -> bool:
    """Low-angle indirect fire at a barricade section: nothing on the way is high (AG-17.8)."""
    return edge_line(s, tile, anchor, barricade, True)


@rule
def visible_enemies(s: State, u: int, tile: int, anchor: int) -> int:
    """Bits of the enemies that a unit sees, or would see, from a point (AG-4.1)."""
    bits = 0
    side = s.units[u].side
    for v in range(s.count):
        other = s.units[v]
        if other.side == side or other.standing != Standing.PRESENT:
            continue
        if clear(s, tile, anchor, other.tile, other.anchor, NOBODY):
            bits |= 1 << v
    return bits


@rule
def watched(s: State, section: int) -> bool:
    """Whether bits are kept for a section: for those that sides shoot at for what they are (AG-3.15)."""
    return (s.section[section].features & (Feature.OBJECTIVE | Feature.VOLATILE)) != 0


@rule
def section_visible(s: State, tile: int, anchor: int, section: int) -> bool:
    """Whether a section is in sight of a point (AG-4.6); what has become debris is none."""
    if s.section[section].height == Height.GONE:
        return False
    return section_clear(s, tile, point_x(tile, anchor), point_y(tile, anchor), section)


@rule
def visible_sections(s: State, tile: int, anchor: int) -> int:
    """Bits of the watched sections in sight of a point (AG-4.6)."""
    bits = 0
    for i in range(s.sections):
        if watched(s, i) and section_visible(s, tile, anchor, i):
            bits |= 1 << i
    return bits


@rule
def barricade_stands(s: State, barricade: int) -> bool:
    """Whether a barricade section has any durability left (AG-20.11)."""
    return bool(s.barricade[barricade].durability > 0)


@rule
def share(s: State, u: int, seen: int) -> None:
    """Sight is symmetric: whom a unit sees sees it (AG-4.1)."""
    s.units[u].sees = seen
    for v in range(s.count):
        other = s.units[v]
        if other.side != s.units[u].side:
            without = other.sees & ~(1 << u)
            other.sees = without | (((seen >> v) & 1) << u)


@rule
def remember(s: State) -> None:
    """What each side knows of the other, and where it last saw whom (AG-24.1)."""
    s.known[0], s.known[1] = 0, 0
    for v in range(s.count):
        if s.units[v].sees != 0:
            watcher = 1 - s.units[v].side
            s.known[watcher] |= 1 << v
            s.last_seen[v] = s.units[v].tile


@rule
def behold(s: State, u: int) -> None:
    """Renew the bits of one unit and its bit with everybody else; one that is gone sees nothing."""
    unit = s.units[u]
    here = unit.standing == Standing.PRESENT
    tile, anchor = unit.tile, unit.anchor
    share(s, u, visible_enemies(s, u, tile, anchor) if here else 0)
    unit.sees_sections = visible_sections(s, tile, anchor) if here else 0


@rule
def look(s: State, u: int) -> None:
    """After a unit moved, came or went: who sees whom now (AG-4, AG-24.1)."""
    behold(s, u)
    remember(s)


@rule
def outline(s: State) -> None:
    """Write the rectangle round the tiles of every section."""
    for i in range(s.sections):
        part = s.section[i]
        part.west, part.north, part.east, part.south = s.columns, s.rows, -1, -1
    for row in range(s.rows):
        for column in range(s.columns):
            i = s.built[row * COLUMNS + column]
            if i >= 0:
                widen(s, i, column, row)


@rule
def widen(s: State, section: int, column: int, row: int) -> None:
    """Take a tile into the rectangle of a section."""
    part = s.section[section]
    part.west = min(part.west, column)
    part.north = min(part.north, row)
    part.east = max(part.east, column)
    part.south = max(part.south, row)


@rule
def look_all(s: State) -> None:
    """After structures or smoke changed, and at the start: everybody looks again (AG-4)."""
    drape(s)
    outline(s)
    for u in range(s.count):
        behold(s, u)
    remember(s)


@rule
def in_sight(s: State, a: int, b: int) -> bool:
    """Whether two units of different sides see each other now (AG-4.1)."""
    return (s.units[a].sees >> b) & 1 == 1


@rule
def section_in_sight(s: State, u: int, section: int) -> bool:
    """Whether a unit sees any tile of a section (AG-4.6)."""
    unit = s.units[u]
    if watched(s, section):
        return (unit.sees_sections >> section) & 1 == 1
    return unit.standing == Standing.PRESENT and section_visible(s, unit.tile, unit.anchor, section)


@rule
def barricade_in_sight(s: State, u: int, barricade: int) -> bool:
    """Whether a unit sees a standing barricade section (AG-4.6)."""
    unit = s.units[u]
    if unit.standing != Standing.PRESENT or not barricade_stands(s, barricade):
        return False
    return barricade_clear(s, unit.tile, unit.anchor, barricade)


# ---------------------------------------------------------------- smoke
# Smoke on the board and the dischargers that make it (AG-3.10, AG-3.11, AG-22).


@rule
def tick(counter: int) -> int:
    """A smoke counter after another start of its side's turn (AG-3.11)."""
    return max(0, counter - 1)


@rule
def tick_smoke(s: State) -> None:
    """Step 2 of the start of a turn (AG-6.4): smoke of the side whose turn it is thins by one.

    What a scenario laid is the first side's and ticks from round 2 on (AG-3.11).
    """
    if s.round <= 1 and s.side == s.first:
        return
    gone = 0
    for tile in range(s.rows * COLUMNS):
        if s.smoke[tile] > 0 and s.smoker[tile] == s.side:
            s.smoke[tile] = tick(s.smoke[tile])
            gone += 1 if s.smoke[tile] == 0 else 0
    if gone > 0:
        look_all(s)


@rule
def takes_smoke(s: State, u: int, tile: int) -> bool:
    """Open tiles within 2 tiles: no structure, wall or closed gate (AG-22.1)."""
    if tile < 0 or tile >= TILES or column_of(tile) >= s.columns or row_of(tile) >= s.rows:
        return False
    return not solid(s, tile) and distance(s.units[u].tile, tile) <= s.options.smoke_range


@rule
def may_add(s: State, u: int, tile: int, taken: int) -> bool:
    """Another tile, if any, must be a different one (AG-22.1)."""
    return tile == NOBODY or (tile != taken and takes_smoke(s, u, tile))


@rule
def why_not_smoke(s: State, u: int, first: int, second: int, third: int) -> int:
    """Why a vehicle may not put smoke on these tiles; second and third may be -1 (AG-22.1)."""
    unit = s.units[u]
    if unit.smoke <= 0 or unit.smoked == 1:
        return Why.SMOKE_USED
    if not takes_smoke(s, u, first) or not may_add(s, u, second, first):
        return Why.SMOKE_TARGET
    if not may_add(s, u, third, first) or not may_add(s, u, third, second):
        return Why.SMOKE_TARGET
    return Why.ALLOWED


@rule
def lay_smoke(s: State, tile: int, side: int) -> None:
    """Fresh smoke on a tile takes the place of what hung there, unless that lasts longer (AG-3.11)."""
    if tile != NOBODY and s.smoke[tile] <= s.options.smoke_turns:
        s.smoke[tile], s.smoker[tile] = s.options.smoke_turns, side


@rule
def make_smoke(s: State, u: int, first: int, second: int, third: int, e: Log) -> None:
    """Use a smoke discharger (AG-22.1)."""
    unit = s.units[u]
    unit.smoke -= 1
    unit.smoked = 1
    lay_smoke(s, first, unit.side)
    lay_smoke(s, second, unit.side)
    lay_smoke(s, third, unit.side)
    smoke_laid(e, u, first, second, third, unit.smoke)
    look_all(s)
