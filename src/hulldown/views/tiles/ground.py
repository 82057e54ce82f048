"""What lies on the city of a square board: walls and gates, debris; grid, frame, numbers at its edges."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hulldown.rulesets.api.scene import Terrain
from hulldown.views.country import rim, ruler
from hulldown.views.ink import Point, num, pair, polygon, rectangle
from hulldown.views.tiles.building import rubble
from hulldown.views.tiles.grid import HALF, MARGIN, TILE, Tile, borders, corner, middle, outline, parse

TEETH, TOOTH = 4, 8.0  # merlons on each edge of a wall and how deep they are
SHADE, FACE = 17.0, 10.0  # length of the shadow of a wall; how much of its southern side is seen


@lru_cache(maxsize=64)
def walls(columns: int, rows: int, terrain: tuple[Terrain, ...]) -> str:
    """District walls and gates with their shadow (part of layer l-ground)."""
    solid = frozenset(parse(patch.place) for patch in terrain if patch.kind == "wall")
    gates = sorted(parse(patch.place) for patch in terrain if patch.kind == "gate")
    return _walls(solid, frozenset(gates), Tile(columns, rows)) + "".join(map(_gate, gates))


def _walls(walls: frozenset[Tile], gates: frozenset[Tile], far: Tile) -> str:
    """The walls, with merlons on the edges that face the board; `far` is beyond its last corner."""
    if not walls:
        return ""
    shade = "".join(_shade(start, way, far) for start, way in _facing(walls | gates, far))
    sides = list(_facing(walls, far, gates))
    teeth = "".join(_merlons(start, way) for start, way in sides)
    south = "".join(_side(start) for start, way in sides if way[0] < 0)
    face = f'<path class="f-wall" d="{south}"/>' if south else ""
    return (
        f'<path class="cast" d="{shade}"/><path class="rampart" d="{outline(walls)}"/>{face}'
        f'<path class="teeth" d="{teeth}"/>'
    )


def _side(start: tuple[int, int]) -> str:
    """What is seen of the wall below a southern edge."""
    x, y, wide = MARGIN + start[0] * TILE - TILE, MARGIN + start[1] * TILE, num(TILE)
    return f"M{pair(x, y - FACE)}h{wide}v{num(FACE)}h-{wide}z"


Side = tuple[tuple[int, int], tuple[int, int]]
"""Where an edge starts in corners of the grid, and its direction."""


def _facing(solid: frozenset[Tile], far: Tile, beside: frozenset[Tile] = frozenset()) -> Iterator[Side]:
    """The edges of solid tiles with ground of the board beyond them that is not one of `beside`."""
    for line in borders(solid):
        for tile, start, way in line:
            beyond = Tile(tile.column + way[1], tile.row - way[0])
            inside = 0 <= beyond.column < far.column and 0 <= beyond.row < far.row
            if inside and beyond not in beside:
                yield start, way


def _shade(start: tuple[int, int], way: tuple[int, int], far: Tile) -> str:
    """The shadow of an edge to the south or east, no farther than the board."""
    (x, y), (dx, dy) = start, way
    if dx > 0 or dy < 0:
        return ""
    ends = [(x * TILE, y * TILE), ((x + dx) * TILE, (y + dy) * TILE)]
    cast = [(min(a + SHADE, far.column * TILE), min(b + SHADE, far.row * TILE)) for a, b in reversed(ends)]
    return polygon((MARGIN + a, MARGIN + b) for a, b in ends + cast)


def _merlons(start: tuple[int, int], way: tuple[int, int]) -> str:
    """The line behind the merlons of one edge, and the gaps between them."""
    (dx, dy), (x, y) = way, (MARGIN + start[0] * TILE, MARGIN + start[1] * TILE)
    inward = Point(-dy * TOOTH, dx * TOOTH)
    y -= FACE if dx < 0 else 0
    line = f"M{pair(x + inward.x, y + inward.y)}l{pair(dx * TILE, dy * TILE)}"
    step = TILE / TEETH
    gaps = (f"M{pair(x + dx * step * i, y + dy * step * i)}l{pair(*inward)}" for i in range(TEETH))
    return line + "".join(gaps)


def _gate(tile: Tile) -> str:
    """A closed gate: planks, and its name."""
    x, y = corner(tile)
    planks = "".join(f"M{pair(x + step, y + 10)}v30" for step in (14, 26, 38, 50))
    return (
        f'<rect class="gate" x="{num(x + 3)}" y="{num(y + 10)}" width="58" height="30"/>'
        f'<path class="tile" d="{planks}"/>'
        f'<text class="gate-t" x="{num(x + TILE / 2)}" y="{num(y + 55)}">GATE</text>'
    )


@lru_cache(maxsize=64)
def debris(terrain: tuple[Terrain, ...]) -> str:
    """Brown marks in every tile of debris (part of layer l-terrain)."""
    tiles = (parse(patch.place) for patch in terrain if patch.kind == "debris")
    return "".join(f'<g class="debris">{rubble(middle(tile), HALF - 4, tile)}</g>' for tile in tiles)


@lru_cache(maxsize=64)
def grid(columns: int, rows: int) -> str:
    """Layer l-grid: the lines between the tiles and the frame of the map."""
    width, height = columns * TILE, rows * TILE
    down = "".join(f"M{pair(MARGIN + c * TILE, MARGIN)}v{num(height)}" for c in range(1, columns))
    across = "".join(f"M{pair(MARGIN, MARGIN + r * TILE)}h{num(width)}" for r in range(1, rows))
    return f'<path class="grid" d="{down}{across}"/>{rim(rectangle(MARGIN, MARGIN, width, height))}'


@lru_cache(maxsize=64)
def names(columns: int, rows: int) -> str:
    """Layer l-ids: the numbers of columns and rows at the upper and left edge."""
    across = ((middle(Tile(column, 0)).x, MARGIN - 9, f"{column + 1:02}") for column in range(columns))
    down = ((MARGIN / 2 - 1, middle(Tile(0, row)).y + 5, f"{row + 1:02}") for row in range(rows))
    return ruler([*across, *down])
