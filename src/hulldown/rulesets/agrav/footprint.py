"""Where a structure section or a barricade stands, and how far from it a tile is (AG-2.4, AG-20.14)."""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import COLUMNS, NOBODY
from hulldown.rulesets.agrav.geometry import WAYS, beyond, distance
from hulldown.rulesets.agrav.state import State, tile_at

FAR = 99  # farther than any two tiles of a map


@rule
def nearest_tile(s: State, i: int, tile: int) -> int:
    """The tile of section `i` nearest to a tile (ties: smaller y, then smaller x); -1 if it has none."""
    part = s.section[i]
    best, found = FAR, NOBODY
    for row in range(part.north, part.south + 1):
        for column in range(part.west, part.east + 1):
            there = tile_at(column, row)
            if s.built[there] == i and distance(there, tile) < best:
                best, found = distance(there, tile), there
    return found


@rule
def section_distance(s: State, i: int, tile: int) -> int:
    """Distance of a tile from the nearest tile of a section (AG-2.4); FAR if it has none."""
    near = nearest_tile(s, i, tile)
    return FAR if near == NOBODY else distance(near, tile)


@rule
def beside(s: State, i: int, tile: int) -> bool:
    """Whether a tile of section `i` is orthogonally next to a tile (AG-21.6).

    The nearest tile does not say it: a corner counts as near as a side (AG-2.4).
    """
    for quarter in range(WAYS // 2):
        there = beyond(s, tile, 2 * quarter)
        if there != NOBODY and s.built[there] == i:
            return True
    return False


@rule
def sections_apart(s: State, i: int, other: int) -> int:
    """Distance between the nearest tiles of two sections."""
    part = s.section[other]
    best = FAR
    for row in range(part.north, part.south + 1):
        for column in range(part.west, part.east + 1):
            tile = tile_at(column, row)
            if s.built[tile] == other:
                best = min(best, section_distance(s, i, tile))
    return best


@rule
def beyond_edge(s: State, b: int) -> int:
    """The tile south or east of a barricade section, the other of its two (AG-3.7)."""
    barricade = s.barricade[b]
    return int(barricade.tile) + (COLUMNS if barricade.south == 1 else 1)


@rule
def barricade_distance(s: State, i: int, b: int) -> int:
    """Distance of a barricade section from a section: of the nearer of its two tiles (AG-4.6)."""
    return min(section_distance(s, i, int(s.barricade[b].tile)), section_distance(s, i, beyond_edge(s, b)))
