"""Where each square tile lies on the picture, in board units, and the lines around tiles.

A1 is at the top left; columns have letters and rows have numbers, as on a board of hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from hulldown.views.hex.grid import column_and_row, column_name
from hulldown.views.ink import Point, polygon, rectangle

TILE = 64.0
HALF = TILE / 2
MARGIN = 28.0
"""Room around the board, where rows and columns are named."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Tile(NamedTuple):
    """A tile by column and row, both counted from 0 at the top left."""

    column: int
    row: int


@lru_cache(maxsize=4096)
def parse(place: str) -> Tile:
    """The tile that a name such as "D7" stands for; ValueError if it is none."""
    return Tile(*column_and_row(place, "tile"))


def name(tile: Tile) -> str:
    """The name of a tile, the inverse of `parse`."""
    return f"{column_name(tile.column)}{tile.row + 1}"


@lru_cache(maxsize=64)
def places(columns: int, rows: int) -> tuple[str, ...]:
    """All tile names of a board, row by row from A1."""
    return tuple(f"{column_name(c)}{r}" for r in range(1, rows + 1) for c in range(columns))


def corner(tile: Tile) -> Point:
    """The top left corner of a tile, which may lie outside the board."""
    return Point(MARGIN + tile.column * TILE, MARGIN + tile.row * TILE)


def middle(tile: Tile) -> Point:
    """The middle of a tile."""
    x, y = corner(tile)
    return Point(x + HALF, y + HALF)


@lru_cache(maxsize=4096)
def centre(place: str) -> Point:
    """The middle of the tile of that name."""
    return middle(parse(place))


def box(tiles: Iterable[Tile]) -> Box:
    """The rectangle around tiles."""
    spots = [corner(tile) for tile in tiles]
    left, top = min(spot.x for spot in spots), min(spot.y for spot in spots)
    return left, top, max(spot.x for spot in spots) + TILE, max(spot.y for spot in spots) + TILE


def distance(start: Tile, other: Tile) -> int:
    """Tiles from one to the other, diagonals counted once."""
    return max(abs(start.column - other.column), abs(start.row - other.row))


def size(columns: int, rows: int) -> tuple[float, float]:
    """Width and height of the picture of a board with its margin."""
    return 2 * MARGIN + TILE * columns, 2 * MARGIN + TILE * rows


# ---------------------------------------------------------------- shapes


@lru_cache(maxsize=4096)
def square(tile: Tile, inset: float = 0.0) -> str:
    """The outline of one tile, as short as a path can be."""
    x, y = corner(tile)
    return rectangle(x + inset, y + inset, TILE - 2 * inset, TILE - 2 * inset)


def squares(tiles: Iterable[Tile]) -> str:
    """The outlines of several tiles as one path."""
    return "".join(square(tile) for tile in tiles)


Edge = tuple[Tile, tuple[int, int], tuple[int, int]]
"""The tile inside, where the edge starts in corners of the grid, and its direction."""
AROUND = (((0, 0), (1, 0)), ((1, 0), (0, 1)), ((1, 1), (-1, 0)), ((0, 1), (0, -1)))
"""The edges of a tile clockwise from its upper one: start and direction."""


def borders(tiles: Collection[Tile]) -> list[list[Edge]]:
    """The closed lines around tiles, clockwise: for each its edges in order."""
    left = _open_edges(frozenset(tiles))
    lines = []
    while left:
        line: list[Edge] = []
        at = next(iter(left))
        while left.get(at):
            inside = line[-1][0] if line else None
            edge = next((e for e in left[at] if e[0] == inside), left[at][0])
            left[at].remove(edge)
            line.append(edge)
            at = (edge[1][0] + edge[2][0], edge[1][1] + edge[2][1])
        lines.append(line)
        left = {start: edges for start, edges in left.items() if edges}
    return lines


def _open_edges(inside: frozenset[Tile]) -> dict[tuple[int, int], list[Edge]]:
    """Every edge with nothing of ours beyond it, by the corner where it starts."""
    edges: dict[tuple[int, int], list[Edge]] = {}
    for tile in sorted(inside):
        for (dx, dy), way in AROUND:
            beyond = Tile(tile.column + way[1], tile.row - way[0])
            if beyond not in inside:
                start = (tile.column + dx, tile.row + dy)
                edges.setdefault(start, []).append((tile, start, way))
    return edges


@lru_cache(maxsize=512)
def inner_lines(tiles: frozenset[Tile], inset: float = 0.0) -> tuple[tuple[Point, ...], ...]:
    """The corners of each line around tiles, moved inside by `inset`."""
    return tuple(tuple(_corners(line, inset)) for line in borders(tiles))


def _corners(line: list[Edge], inset: float) -> Iterable[Point]:
    """Where a line turns; straight stretches have no corners."""
    for index, (_, (x, y), (dx, dy)) in enumerate(line):
        _, _, (px, py) = line[index - 1]
        if (px, py) != (dx, dy):
            # The inside lies to the right of every edge.
            yield Point(MARGIN + x * TILE - inset * (dy + py), MARGIN + y * TILE + inset * (dx + px))


def outline(tiles: frozenset[Tile], inset: float = 0.0) -> str:
    """The edge of tiles, moved inside by `inset`, as a path of straight lines."""
    return "".join(polygon(corners) for corners in inner_lines(tiles, inset))
