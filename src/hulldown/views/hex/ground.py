"""The country under a board of hexes, and what is printed over it: grid, rim, ruler."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator
from functools import lru_cache

from hulldown.rulesets.api.scene import Terrain
from hulldown.views import country
from hulldown.views.hex.grid import HALF, MARGIN, Hex, hexagons, middle, neighbours, parse, places, size
from hulldown.views.ink import Point, between, jitter, text_at
from hulldown.views.outlines import outline

LASTING = frozenset({"forest", "hill", "mud", "water"})  # ground that no order changes
BUILT = frozenset({"building", "rubble"})
STUBBLE, PITS = 3, 2  # fields of straw and craters on a board
BEYOND = (
    (((-1250, -90), (-400, 50), (-110, -8)), ((110, 6), (400, -60), (1250, 40))),
    (((-60, -800), (20, -130)), ((-30, 150), (50, 800))),
)  # how roads and lanes come to the board and leave it, from their ends in it
RULER = 12.0  # from the board's edge to the numbers of its ruler


@lru_cache(maxsize=64)
def board_hexes(columns: int, rows: int) -> frozenset[Hex]:
    """All hexes of a board."""
    return frozenset(parse(place) for place in places(columns, rows))


def ground(columns: int, rows: int, terrain: tuple[Terrain, ...], alone: bool, seed: str) -> str:
    """Layer l-ground: fields, roads and what stands about. It depends on the map, never on the position."""
    lasting = tuple(sorted((patch.place, patch.kind) for patch in terrain if patch.kind in LASTING))
    wild = frozenset(parse(place) for place, _ in lasting)
    built = frozenset(parse(patch.place) for patch in terrain if patch.kind in BUILT)
    return _ground(columns, rows, wild, built, alone, seed or f"{columns} {rows} {jitter(lasting):.6f}")


@lru_cache(maxsize=64)
def _ground(
    columns: int, rows: int, wild: frozenset[Hex], built: frozenset[Hex], alone: bool, seed: str
) -> str:
    """The same of what it depends on: rubble counts as the building that it was."""
    width, height = size(columns, rows)
    land = country.around(width, height, alone)
    board = board_hexes(columns, rows)
    taken = built | wild
    ways = _roads(board - taken, built, columns, rows, seed)
    used = taken | {spot for way in ways for spot in way}
    free = sorted(board - used - {other for spot in built for other in neighbours(spot)})
    parts = [country.farmland(land, seed, alone), country.surroundings(width, height, land, seed)]
    for down, way in reversed([*enumerate(ways)]):
        if way:
            parts.append(country.road(_through(way, bool(down), alone), lane=bool(down)))
    parts += [_straw(free, seed), _pits(free, seed)]
    near = [middle(spot) for spot in used]
    parts.append(country.lone(land, seed, lambda x, y: all(math.hypot(x - u, y - v) > 78 for u, v in near)))
    return "".join(parts)


def _straw(free: list[Hex], seed: str) -> str:
    """Bales on some open hexes."""
    spots = [_any(free, "straw", turn, seed) for turn in range(STUBBLE)] if free else []
    heaps = [country.heap(middle(spot), turn, seed) for turn, spot in enumerate(dict.fromkeys(spots))]
    return country.bales([roll for heap in heaps for roll in heap])


def _pits(free: list[Hex], seed: str) -> str:
    """Craters of an older battle."""
    if not free:
        return ""
    spots = [middle(_any(free, "pit", turn, seed)) for turn in range(PITS)]
    return "".join(
        country.crater(Point(x + 31, y - 24), between(9, 13, "pit", turn, seed))
        for turn, (x, y) in enumerate(spots)
    )


def _any(spots: list[Hex], *key: object) -> Hex:
    """One of several hexes: the same as long as it is among them, whatever becomes of the others."""
    return min(spots, key=lambda spot: jitter("lot", spot, *key))


# ---------------------------------------------------------------- roads


def _through(way: list[Hex], down: bool, alone: bool) -> list[Point]:
    """The line of a road that swings a little in each hex and goes on beyond the board."""
    inside = [
        Point(x + between(-13, 13, "rx", *spot), y + between(-13, 13, "ry", *spot))
        for spot in way
        for x, y in (middle(spot),)
    ]
    ahead, behind = BEYOND[down]
    before = [Point(inside[0].x + x, inside[0].y + y) for x, y in ahead]
    after = [Point(inside[-1].x + x, inside[-1].y + y) for x, y in behind]
    return [*before[-1:], *inside, *after[:1]] if alone else [*before, *inside, *after]


def _roads(
    free: Collection[Hex], built: Collection[Hex], columns: int, rows: int, seed: str
) -> list[list[Hex]]:
    """A road from west to east and a lane from north to south, over open hexes and past buildings.

    Empty where no such way is open.
    """
    beside = {other for spot in built for other in neighbours(spot)}
    west, east = ([spot for spot in free if spot.column == column] for column in (0, columns - 1))
    north, south = ([spot for spot in free if spot.height // 2 == row] for row in (0, rows - 1))
    road = _way(_middle_of(west, seed), _middle_of(east, seed), free, beside, seed)
    lane = _way(_middle_of(north, seed), _middle_of(south, seed), free, frozenset(road) | beside, seed)
    return [road, lane]


def _middle_of(edge: list[Hex], seed: str) -> Hex | None:
    """A hex of an edge, not near a corner where there are others."""
    spots = sorted(edge)
    inner = spots[len(spots) // 4 : len(spots) - len(spots) // 4] or spots
    return _any(inner, "end", seed, len(spots)) if inner else None


def _way(
    start: Hex | None, end: Hex | None, free: Collection[Hex], liked: Collection[Hex], seed: str
) -> list[Hex]:
    """The way from one hex to another that costs least; nothing where there is none."""
    if start is None or end is None:
        return []
    best: dict[Hex, float] = {start: 0.0}
    came: dict[Hex, Hex] = {}
    edge = [(0.0, start)]
    while edge:
        cost, spot = heapq.heappop(edge)
        if spot == end:
            return [*_back(came, end)][::-1]
        for other in neighbours(spot):
            far = cost + (0.45 if other in liked else 1.0) + 0.7 * jitter("way", *other, seed)
            if other in free and far < best.get(other, math.inf):
                best[other], came[other] = far, spot
                heapq.heappush(edge, (far, other))
    return []


def _back(came: dict[Hex, Hex], spot: Hex) -> Iterator[Hex]:
    """The hexes of a way from its end to its start."""
    yield spot
    while spot in came:
        spot = came[spot]
        yield spot


# ---------------------------------------------------------------- what is printed on the board


@lru_cache(maxsize=64)
def grid(columns: int, rows: int, alone: bool) -> str:
    """Layer l-grid: clouds and sun over all, a wash over what is no board, the hexes and their rim."""
    board = board_hexes(columns, rows)
    cells = f'<path class="grid" d="{hexagons(sorted(board))}"/>'
    return country.edge(size(columns, rows), outline(board), f"{columns} {rows}", alone, cells)


@lru_cache(maxsize=64)
def _numbers(columns: int, rows: int) -> tuple[tuple[float, float, str], ...]:
    """The numbers of the ruler, each with the middle of its foot."""
    across = ((middle(Hex(column, column % 2)), column) for column in range(columns))
    marks = [(x, y - HALF - RULER, f"{column + 1:02}") for (x, y), column in across]
    down = ((middle(Hex(0, 2 * row)).y, row) for row in range(rows))
    return (*marks, *((MARGIN - RULER - 2, y + 5, f"{row + 1:02}") for y, row in down))


def ruler(columns: int, rows: int) -> str:
    """Layer l-ids: numbers of columns above the board, of rows at its left."""
    return country.ruler(_numbers(columns, rows))


def numbered(columns: int, rows: int) -> list[tuple[float, float, float]]:
    """What the ruler takes, as discs."""
    return [(x, y - 5, RULER) for x, y, _ in _numbers(columns, rows)]


def label(at: Point, text: str) -> str:
    """A name written over the ground in italics."""
    return text_at("place", at, text)
