"""The city that a board of square tiles lies in: paving, lawns, streets, blocks beyond the board.

It means nothing to the rules. Streets run where nothing was built, so that they stay as they are while
structures fall and wrecks are left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import pairwise

from hulldown.rulesets.api.scene import TileScene
from hulldown.views.country import around, outland
from hulldown.views.ink import Point, Room, between, choose, jitter, num, pair, rectangle
from hulldown.views.tiles.building import block
from hulldown.views.tiles.grid import MARGIN, TILE, Box, Tile, box, parse, size

EVERY, ASIDE, APART = 5, 2.5, 3  # tiles from street to street; how far one gives way; between two at least
SLAB = 32.0  # of the paving
KERB, LANE = 4.0, TILE / 2
ACROSS = 13.0  # how far before its corner a crossing begins
LAWN, GREEN = 2, 0.62  # tiles that a lawn has each way at least; how many of those that could be are one
HEDGED, PATH = 6.0, 0.55  # how far lawns lie inside their tiles; where on them their path runs
BLOCK, GAP = 3, 1  # tiles of a block beyond the board; between it and a board that its shadow would reach


def ground(scene: TileScene, alone: bool) -> str:
    """All of it, with a wash over what is not board; `alone` a picture has no more than itself."""
    fixed = {parse(patch.place) for patch in scene.terrain if patch.kind in ("wall", "gate")}
    standing = {parse(place) for structure in scene.structures for place in structure.places}
    built = {parse(place) for place in scene.built}
    return _city(scene.columns, scene.rows, frozenset(fixed | standing | built), alone)


@lru_cache(maxsize=64)
def _city(columns: int, rows: int, built: frozenset[Tile], alone: bool) -> str:
    """The ground of a board of that size on which these tiles are built on."""
    width, height = size(columns, rows)
    land = around(width, height, alone)
    down = streets(columns, {tile.column for tile in built if 0 < tile.row < rows - 1})
    across = streets(rows, {tile.row for tile in built if 0 < tile.column < columns - 1})
    lawns = _lawns(columns, rows, built, down, across)
    board = rectangle(MARGIN, MARGIN, columns * TILE, rows * TILE)
    return (
        f'<path class="slab" d="{land.path}"/><path class="pave" d="{_paving(land)}"/>'
        f"{_green(lawns)}{_streets(land, down, across)}{_beyond(columns, rows, down, across)}"
        f"{outland(land, board)}"
    )


def streets(count: int, built: Collection[int]) -> tuple[int, ...]:
    """The rows, or columns, of tiles in which a street runs: evenly, but where nothing is built."""
    many = round(count / EVERY)
    spans: list[int] = []
    for index in range(many):
        wanted = (index + 1) * count / (many + 1)
        free = [
            line
            for line in range(count)
            if line not in built
            and abs(line - wanted) <= ASIDE
            and all(abs(line - other) >= APART for other in spans)
        ]
        spans += [min(free, key=lambda line: abs(line - wanted))] if free else []
    return tuple(spans)


def _paving(land: Room) -> str:
    """The joints of the slabs: whole from side to side, in pieces from top to bottom."""
    rows = range(int(land.top // SLAB), int(land.foot // SLAB) + 1)
    columns = range(int(land.left // SLAB), int(land.right // SLAB) + 1)
    wide, step = num(land.right - land.left), num(SLAB)
    level = "".join(f"M{pair(land.left, row * SLAB)}h{wide}" for row in rows)
    return level + "".join(
        f"M{pair(SLAB * (column + row % 2 / 2), row * SLAB)}v{step}" for row in rows for column in columns
    )


# ---------------------------------------------------------------- lawns


def _lawns(
    columns: int, rows: int, built: Collection[Tile], down: Collection[int], across: Collection[int]
) -> list[Box]:
    """The rectangles between the streets, some of which are green where nothing is built."""
    lawns = []
    for left, right in _between(columns, down):
        for top, bottom in _between(rows, across):
            if jitter("lawn", left, top, columns) < GREEN:
                tiles = [Tile(column, row) for column in range(left, right) for row in range(top, bottom)]
                free = _largest(tiles, built)
                lawns += [box(free)] if free else []
    return lawns


def _between(count: int, lines: Collection[int]) -> list[tuple[int, int]]:
    """The stretches between streets, each as its first tile and the one after its last."""
    ends = [-1, *sorted(lines), count]
    return [(low + 1, high) for low, high in pairwise(ends) if high - low > LAWN]


def _largest(tiles: Collection[Tile], built: Collection[Tile]) -> list[Tile]:
    """The tiles of the largest free rectangle among some; none where it would be too small for a lawn."""
    columns, rows = sorted({tile.column for tile in tiles}), sorted({tile.row for tile in tiles})
    best: list[Tile] = []
    for left, right in ((a, b) for a in columns for b in columns if b - a >= LAWN - 1):
        for top, bottom in ((a, b) for a in rows for b in rows if b - a >= LAWN - 1):
            here = [Tile(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
            if len(here) > len(best) and not any(tile in built for tile in here):
                best = here
    return best


def _green(lawns: Iterable[Box]) -> str:
    """Lawns with a path across each."""
    grass = ways = ""
    for left, top, right, bottom in lawns:
        wide, high = right - left - 2 * HEDGED, bottom - top - 2 * HEDGED
        grass += _rounded(left + HEDGED, top + HEDGED, wide, high)
        start = pair(left + HEDGED + 8, top + HEDGED + high * PATH)
        ways += f"M{start}q{num(wide * 0.35)}-28 {num(wide - 16)} 0"
    return f'<path class="lawn" d="{grass}"/><path class="lawn-way" d="{ways}"/>' if grass else ""


def _rounded(x: float, y: float, wide: float, high: float) -> str:
    """A rectangle with round corners."""
    long, tall = num(wide - 22), num(high - 22)
    return f"M{pair(x + 11, y)}h{long}q11 0 11 11v{tall}q0 11-11 11h-{long}q-11 0-11-11v-{tall}q0-11 11-11z"


# ---------------------------------------------------------------- streets


def _streets(land: Room, down: Iterable[int], across: Iterable[int]) -> str:
    """Streets with kerbs, lane marks and, where two meet, crossings; they go on beyond the board."""
    xs, ys = ([MARGIN + line * TILE for line in lines] for lines in (down, across))
    if not xs and not ys:
        return ""
    kerbs = _bars(land, [x - KERB for x in xs], [y - KERB for y in ys], TILE + 2 * KERB)
    lanes = "".join(f"M{pair(x + LANE, land.top)}V{num(land.foot)}" for x in xs)
    lanes += "".join(f"M{pair(land.left, y + LANE)}H{num(land.right)}" for y in ys)
    corners = [Point(x, y) for x in xs for y in ys]
    meets = "".join(rectangle(x, y, TILE, TILE) for x, y in corners)
    stripes = "".join(
        f"M{pair(x + 3, y + far)}h{num(TILE - 6)}M{pair(x + far, y + 3)}v{num(TILE - 6)}"
        for x, y in corners
        for far in (-ACROSS, TILE + ACROSS)
    )
    zebra = f'<path class="tar" d="{meets}"/><path class="zebra" d="{stripes}"/>' if corners else ""
    return (
        f'<path class="kerb" d="{kerbs}"/><path class="tar" d="{_bars(land, xs, ys, TILE)}"/>'
        f'<path class="lane-mark" d="{lanes}"/>{zebra}'
    )


def _bars(land: Room, xs: Iterable[float], ys: Iterable[float], wide: float) -> str:
    """Straight pieces from edge to edge of the land."""
    down = "".join(rectangle(x, land.top, wide, land.foot - land.top) for x in xs)
    return down + "".join(rectangle(land.left, y, land.right - land.left, wide) for y in ys)


# ---------------------------------------------------------------- beyond the board


def _beyond(columns: int, rows: int, down: Collection[int], across: Collection[int]) -> str:
    """Blocks of houses around the board, with gaps where its streets go on."""
    spots: list[tuple[int, int, int, int]] = []
    for left, right in _between(columns, down):
        for low, high in ((-GAP - BLOCK, -GAP), (rows, rows + BLOCK)):
            spots += [(left, low, right, high)]
    for top, bottom in _between(rows, across):
        for low, high in ((-GAP - BLOCK, -GAP), (columns, columns + BLOCK)):
            spots += [(low, top, high, bottom)]
    return "".join(
        block([Tile(x, y) for x in range(left, right) for y in range(top, bottom)], *_tones(left, top))
        for left, top, right, bottom in sorted(spots, key=lambda spot: spot[3])
    )


def _tones(left: int, top: int) -> tuple[str, float]:
    """The roof of a block and how high it is."""
    return f"f{choose(3, 'block', left, top) - 1}", between(12, 26, "storeys", left, top)
