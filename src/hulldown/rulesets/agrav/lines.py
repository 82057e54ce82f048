"""Straight lines over the tiles, in quarters of a tile so that nothing is ever rounded (AG-4.1, AG-4.7)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS
from hulldown.rulesets.agrav.geometry import sign
from hulldown.rulesets.agrav.ground import high, solid
from hulldown.rulesets.agrav.state import State, column_of, row_of

TILE = 4  # quarters
# What a tile does to lines, in rising order; structures carry the number of their section, below 32.
OPEN, SMOKE, LOW, HIGH, WALLED = 0, 1, 32, 64, 96
SIGHT, SIGHT_CLOSE, LOW_FIRE = SMOKE, LOW, HIGH  # what stops sight, sight next door, fire over low ground


@rule
def veil_of(s: State, tile: int) -> int:
    """What a tile does to the lines that cross it (AG-4.2, AG-4.4, AG-17.8)."""
    i = int(s.built[tile])
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
        veil = int(s.veil[tile])
        if veil >= least and veil != section:
            return False


@rule
def pinched(s: State, a: int, b: int, least: int, section: int) -> bool:
    """Whether both tiles beside a corner block sight (AG-4.3, AG-4.9); low fire crosses neither (AG-17.8)."""
    if least == LOW_FIRE:
        return False
    first, second = int(s.veil[a]), int(s.veil[b])
    return first >= least and second >= least and first != section and second != section


@rule
def line(s: State, a: int, anchor_a: int, b: int, anchor_b: int, least: int, section: int) -> bool:
    """Whether the segment between points of two tiles is free; the end tiles do not stop it (AG-4.1).

    `least` is the least veil that stops it, `section` the veil of the section looked at, or -1.
    """
    x, y = point_x(a, anchor_a), point_y(a, anchor_a)
    return free_line(s, x, y, point_x(b, anchor_b) - x, point_y(b, anchor_b) - y, a, b, least, section)
