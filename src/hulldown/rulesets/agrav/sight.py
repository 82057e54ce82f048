"""Lines of sight (AG-4).

Who sees whom is kept in bits (`Unit.sees`) and renewed when somebody moves or the ground changes, so
asking is cheap. Sight of sections and barricades is worked out when it is asked for, save of the few
sections that are shot at for what they are. There is no limit of range (AG-4.8); units, debris and
barricades are never asked (AG-4.5).
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS, NOBODY, Feature, Height, Standing
from hulldown.rulesets.agrav.geometry import (
    LOW_FIRE,
    SIGHT,
    SIGHT_CLOSE,
    TILE,
    distance,
    drape,
    free_line,
    high,
    line,
    point_x,
    point_y,
    solid,
)
from hulldown.rulesets.agrav.state import State, column_of, row_of

HALF = TILE // 2


# ---------------------------------------------------------------- two points


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


# ---------------------------------------------------------------- sections and barricades


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


# ---------------------------------------------------------------- what is kept in bits


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


# ---------------------------------------------------------------- asking


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
