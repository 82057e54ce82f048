"""Ground of a square board: paving, walls and gates, debris; grid, frame, names of rows and columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hulldown.rulesets.face.scene import Terrain
from hulldown.views.hex.grid import column_name
from hulldown.views.ink import Point, between, jitter, num, pair, polygon
from hulldown.views.tiles.grid import MARGIN, TILE, Tile, borders, corner, middle, outline, parse

CRACKED = 0.22  # share of the tiles that have a crack in the paving
TEETH, TOOTH = 4, 8.0  # merlons on each edge of a wall and how deep they are
STROKES, LONGEST = 12, 12.0  # of the debris in a tile
SHADE = 12.0  # length of the shadow of a wall


@lru_cache(maxsize=64)
def ground(columns: int, rows: int, terrain: tuple[Terrain, ...]) -> str:
    """Layer l-ground: paving with its cracks, walls and gates with their shadow."""
    width, height = num(columns * TILE), num(rows * TILE)
    start = pair(MARGIN, MARGIN)
    walls = frozenset(parse(patch.place) for patch in terrain if patch.kind == "wall")
    gates = sorted(parse(patch.place) for patch in terrain if patch.kind == "gate")
    return (
        f'<path class="ground urban" d="M{start}h{width}v{height}h-{width}z"/>'
        f'<path class="tuft" d="{_cracks(columns, rows)}"/>'
        f"{_walls(walls, frozenset(gates), Tile(columns, rows))}{''.join(map(_gate, gates))}"
    )


def _cracks(columns: int, rows: int) -> str:
    """Cracks in the paving, here and there. Texture, never a rule."""
    tiles = (Tile(column, row) for row in range(rows) for column in range(columns))
    return "".join(_crack(tile) for tile in tiles if jitter("crack", tile) < CRACKED)


def _crack(tile: Tile) -> str:
    """One crack of two strokes."""
    x, y = corner(tile)
    start = pair(x + between(10, 54, "x", tile), y + between(10, 54, "y", tile))
    return f"M{start}" + "".join(
        f"l{pair(between(-9, 9, 'dx', tile, step), between(-9, 9, 'dy', tile, step))}" for step in range(2)
    )


def _walls(walls: frozenset[Tile], gates: frozenset[Tile], far: Tile) -> str:
    """The walls, with merlons on the edges that face the board; `far` is beyond its last corner."""
    if not walls:
        return ""
    shade = "".join(_shade(start, way, far) for start, way in _facing(walls | gates, far))
    teeth = "".join(_merlons(start, way) for start, way in _facing(walls, far, gates))
    return (
        f'<path class="shadow" d="{shade}"/>'
        f'<path class="wall" d="{outline(walls)}"/><path class="wall-n" d="{teeth}"/>'
    )


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
    drawn = (_strokes(patch.place) for patch in terrain if patch.kind == "debris")
    return "".join(f'<path class="debris" d="{path}"/>' for path in drawn)


def _strokes(place: str) -> str:
    """The marks of one tile, scattered in rows so that they fill it."""
    x, y = corner(parse(place))
    parts = []
    for index in range(STROKES):
        row, column = divmod(index, 3)
        left = x + 5 + column * 18 + between(0, 9, place, index, "x")
        top = y + 9 + row * 15 + between(-4, 4, place, index, "y")
        stroke = pair(between(5, LONGEST, place, index, "w"), between(-6, 6, place, index, "h"))
        parts.append(f"M{pair(left, top)}l{stroke}")
    return "".join(parts)


@lru_cache(maxsize=64)
def grid(columns: int, rows: int) -> str:
    """Layer l-grid: the lines between the tiles and the frame of the map."""
    width, height = num(columns * TILE), num(rows * TILE)
    down = "".join(f"M{pair(MARGIN + c * TILE, MARGIN)}v{height}" for c in range(1, columns))
    across = "".join(f"M{pair(MARGIN, MARGIN + r * TILE)}h{width}" for r in range(1, rows))
    frame = f"M{pair(MARGIN, MARGIN)}h{width}v{height}h-{width}z"
    return f'<path class="grid" d="{down}{across}"/><path class="frame" d="{frame}"/>'


@lru_cache(maxsize=64)
def names(columns: int, rows: int) -> str:
    """Layer l-ids: letters above the columns and below them, numbers on both sides of the rows."""
    texts = []
    for column in range(columns):
        x = middle(Tile(column, 0)).x
        texts += [_name(x, y, column_name(column)) for y in (MARGIN - 9, MARGIN + rows * TILE + 18)]
    for row in range(rows):
        y = middle(Tile(0, row)).y + 5
        texts += [_name(x, y, str(row + 1)) for x in (MARGIN / 2 - 1, MARGIN * 1.5 + columns * TILE + 1)]
    return f'<g class="tile-id">{"".join(texts)}</g>'


def _name(x: float, y: float, text: str) -> str:
    """One letter or number in the margin."""
    return f'<text x="{num(x)}" y="{num(y)}">{text}</text>'
