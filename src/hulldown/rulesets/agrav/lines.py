"""Straight lines over the tiles, in quarters of a tile so that nothing is ever rounded (AG-4.1, AG-4.7)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS
from hulldown.rulesets.agrav.geometry import sign
from hulldown.rulesets.agrav.ground import high, solid
from hulldown.rulesets.agrav.state import State, column_of, row_of

TILE = 4  # quarters
SIGHT, SIGHT_CLOSE, LOW_FIRE = 0, 1, 2  # what a line is for: sight, sight next door, fire over low ground


@rule
def hinders(s: State, tile: int, what: int, own_section: int) -> bool:
    """Whether a tile stops a line; tiles of the section aimed at do not count (AG-4.6, AG-17.8)."""
    if own_section >= 0 and s.built[tile] == own_section:
        return False
    if what == LOW_FIRE:
        return high(s, tile)
    return (what == SIGHT and s.smoke[tile] > 0) or solid(s, tile)


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
    s: State, x: int, y: int, dx: int, dy: int, start: int, end: int, what: int, own_section: int
) -> bool:
    """Whether no tile between start and end stops a segment that crosses its interior (AG-4.1, AG-4.3).

    The segment reaches its next border in x after `due_x`, in y after `due_y`: fractions of its length over
    one denominator, so the smaller tells which tile comes next. Where they are equal it passes a corner.
    """
    side, down = sign(dx), COLUMNS * sign(dy)
    wide, tall = TILE * abs(dx), TILE * abs(dy)
    due_x, due_y = to_border(x, dx) * abs(dy), to_border(y, dy) * abs(dx)
    tile = start
    while True:
        if due_x < due_y:
            tile += side
            due_x += tall
        elif due_y < due_x:
            tile += down
            due_y += wide
        else:
            if what != LOW_FIRE and hinders(s, tile + side, what, own_section):
                if hinders(s, tile + down, what, own_section):
                    return False
            tile += side + down
            due_x += tall
            due_y += wide
        if tile == end:
            return True
        if hinders(s, tile, what, own_section):
            return False


@rule
def line(s: State, a: int, anchor_a: int, b: int, anchor_b: int, what: int, own_section: int) -> bool:
    """Whether the segment between points of two tiles is free; the end tiles do not stop it (AG-4.1)."""
    x, y = point_x(a, anchor_a), point_y(a, anchor_a)
    return free_line(s, x, y, point_x(b, anchor_b) - x, point_y(b, anchor_b) - y, a, b, what, own_section)
