"""What is high on square tiles, seen a little from the south: walls, roofs, shadows and heaps of rubble."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise

from hulldown.rulesets.api.scene import Barricade, Structure, Terrain, TileScene
from hulldown.views import country, ink
from hulldown.views.country import outland, rim, ruler, stones
from hulldown.views.ink import Point, Room, between, jitter, line, num, pair, polygon, rectangle, ring
from hulldown.views.tiles.grid import (
    HALF,
    MARGIN,
    TILE,
    Box,
    Tile,
    borders,
    box,
    centre,
    corner,
    inner_lines,
    middle,
    outline,
    parse,
    size,
)

EDGE = 4.0  # how far walls stand inside the edge of their tiles
BACK = 0.2  # how far the northern edge of a roof is seen farther north, as a share of its height
SUN = 1.35  # length of a shadow against the height
PANE, PITCH, STOREY = 5.5, 10.5, 8.5  # of windows: their side, from one to the next, from row to row
PLANT = (9.0, 16.0)  # sides of what stands on roofs
STONES, TONES = 18, 3  # of a heap: how many stones, in how many tones
SIGNS = 20.0  # of a roof at its lower edge, where its letters stand

Line = Sequence[Point]


def lifted(tiles: frozenset[Tile], high: float, inset: float = EDGE) -> list[list[Point]]:
    """The lines round tiles as they are seen on a roof so high: southern edges show the wall below them."""
    return [_lifted(corners, high) for corners in inner_lines(tiles, inset)]


def _lifted(corners: Line, high: float) -> list[Point]:
    """One line; each of its corners ends an edge that runs to the east (a northern one) or to the west."""
    moved = []
    for index, (x, y) in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % len(corners)]
        east = after.x > x if after.y == y else before.x < x
        moved.append(Point(x, y - high * (BACK if east else 1)))
    return moved


def top_of(tiles: Iterable[Tile], high: float) -> Box:
    """The rectangle round a roof."""
    left, top, right, bottom = box(tiles)
    return left + EDGE, top + EDGE - BACK * high, right - EDGE, bottom - EDGE - high


def shadow(tiles: frozenset[Tile], high: float) -> str:
    """The ground a body of that height keeps from the light; every piece runs the same way round."""
    far, parts = high * SUN, []
    for corners in inner_lines(tiles, EDGE):
        cast = [Point(x + far, y + far * 0.9) for x, y in corners]
        parts += [polygon(corners), polygon(cast)]
        for index, start in enumerate(corners):
            after = (index + 1) % len(corners)
            side = [start, corners[after], cast[after], cast[index]]
            turning = (corners[after].x - start.x) * 0.9 - (corners[after].y - start.y)
            parts.append(polygon(side if turning > 0 else side[::-1]))
    return "".join(parts)


def body(tiles: frozenset[Tile], high: float, roof: str) -> str:
    """Southern walls with their windows, a flat roof with a parapet."""
    walls, panes = "", ""
    for corners in inner_lines(tiles, EDGE):
        for start, end in pairwise([*corners, corners[0]]):
            if end.x < start.x:
                walls += f"M{pair(end.x, start.y - high)}H{num(start.x)}V{num(start.y)}H{num(end.x)}z"
                panes += _windows(end.x, start.x, start.y, high)
    edge = "".join(map(polygon, lifted(tiles, high)))
    flat = "".join(map(polygon, lifted(tiles, high, EDGE + 4)))
    return (
        f'<path class="f-wall" d="{walls}"/><path class="f-win" d="{panes}"/>'
        f'<path class="f-roof {roof}" d="{edge}"/><path class="roof-in" d="{flat}"/>'
        f'<path class="roof-lit" d="{_lit(tiles, high)}"/>'
    )


def _windows(left: float, right: float, foot: float, high: float) -> str:
    """The windows of one wall, in as many rows as it has storeys."""
    count, rows = int((right - left - 6) / PITCH), max(1, int((high - 2) / STOREY))
    start, side = left + (right - left - count * PITCH + PITCH - PANE) / 2, num(PANE)
    return "".join(
        f"M{pair(start + index * PITCH, foot - high + 2.5 + row * STOREY)}h{side}v{side}h-{side}z"
        for row in range(rows)
        for index in range(count)
    )


def _lit(tiles: frozenset[Tile], high: float) -> str:
    """The edges of a roof that face the light, to the north and west."""
    parts = []
    for corners in lifted(tiles, high, EDGE + 1.8):
        for start, end in pairwise([*corners, corners[0]]):
            if end.x > start.x or end.y < start.y:
                parts.append(f"M{pair(*start)}L{pair(*end)}")
    return "".join(parts)


def plants(tiles: frozenset[Tile], high: float, name: object) -> str:
    """What stands on a plain roof, each thing with its shadow."""
    left, top, right, bottom = top_of(tiles, high)
    wide, tall = right - left - 2 * PLANT[1], bottom - SIGNS - top - PLANT[1]
    if tall < 4:
        return ""
    cast = boxes = slats = ""
    count = max(1, round(len(tiles) / 1.5))
    for index in range(min(count, 4)):
        side = between(*PLANT, "plant", name, index)
        x = left + 10 + wide * (index + between(0.2, 0.8, "px", name, index)) / min(count, 4)
        y = top + 7 + tall * between(0, 1, "py", name, index)
        cast += f"M{pair(x + 2, y + side * 0.8)}L{pair(x + side, y)}l5 5v{num(side * 0.8)}h{num(-side)}z"
        boxes += f"M{pair(x, y)}h{num(side)}v{num(side * 0.8)}h{num(-side)}z"
        slats += f"M{pair(x + 2, y + side * 0.4)}h{num(side - 4)}"
    return f'<path class="cast" d="{cast}"/><path class="plant" d="{boxes}"/><path class="slat" d="{slats}"/>'


def block(tiles: Iterable[Tile], roof: str, high: float) -> str:
    """A block of houses that no rule knows."""
    here = frozenset(tiles)
    cast = f'<path class="cast" d="{shadow(here, high)}"/>'
    return cast + body(here, high, roof) + plants(here, high, min(here))


@lru_cache(maxsize=1024)
def rubble(at: Point, far: float, *key: object) -> str:
    """What has fallen: a heap of stones that reaches so far round a spot, with its shadow."""
    tones, cast = [""] * TONES, ""
    for index in range(STONES):
        turn = math.tau * jitter("turn", *key, index)
        away = far * 0.86 * math.sqrt(jitter("away", *key, index))
        size = between(0.1, 0.2, "size", *key, index) * far
        spot = Point(at.x + away * math.cos(turn), at.y + away * math.sin(turn))
        tones[index % TONES] += polygon(ring(spot, size, 5, 0.5, "stone", *key, index))
        cast += polygon(ring((spot.x + 2, spot.y + 2.8), size, 5, 0.5, "stone", *key, index))
    floor = ink.smooth(ring(at, far * 0.95, 11, 0.2, "heap", *key))
    return f'<path class="r-rubble" d="{floor}"/><path class="cast" d="{cast}"/>{stones(tones)}'


# ---------------------------------------------------------------- city
# The city that a board of square tiles lies in: paving, lawns, streets, blocks beyond the board.
#
# It means nothing to the rules. Streets run where nothing was built, so that they stay as they are while
# structures fall and wrecks are left.


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
    land = country.around(width, height, alone)
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
    return f"f{ink.choose(3, 'block', left, top) - 1}", between(12, 26, "storeys", left, top)


# ---------------------------------------------------------------- ground
# What lies on the city of a square board: walls and gates, debris; grid, frame, numbers at its edges.


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
    for border in borders(solid):
        for tile, start, way in border:
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


# ---------------------------------------------------------------- structures
# Structures on square tiles: their height is that of wall and shadow, features are shapes on the roof.


HEIGHTS = {"high": 22.0, "low": 10.0, "ruin": 5.0}
ROOFS = {"high": "f2", "low": "f0"}
LETTERS = {"high": "H", "low": "L", "ruin": "L"}
"""A ruin is low."""
FEATURES = {"reinforced": "R", "hardened": "H", "volatile": "V"}
BRACED, RIVETS, RIVET_STEP = 3.0, 9.0, 13.0  # how far these lie inside the edge of a roof; from dot to dot
DIGIT = 6.6
GRIP = 11.0  # half the width of what a pointer can meet of a barricade
STAR = "m0-12l3.3 7.6 8.7.7-6.5 5.4 2.2 8.7-7.7-4.9-7.7 4.9 2.2-8.7-6.5-5.4 8.7-.7z"
PIECES, LONG, THICK = 3, 18.5, 10.0  # of a barricade: concrete blocks, their length and breadth


def structures(drawn: Iterable[Structure]) -> str:
    """All of them (part of layer l-terrain); shadows first, so that none darkens a roof."""
    listed = list(drawn)
    shadows = "".join(
        shadow(frozenset(map(parse, building.places)), HEIGHTS[building.kind]) for building in listed
    )
    path = f'<path class="cast" d="{shadows}"/>' if shadows else ""
    return path + "".join(map(structure, listed))


@lru_cache(maxsize=512)
def structure(drawn: Structure) -> str:
    """One structure with its letter; what is left of it stands in a layer of its own."""
    tiles = frozenset(map(parse, drawn.places))
    high = HEIGHTS[drawn.kind]
    built = _ruin(tiles) if drawn.kind == "ruin" else _house(drawn, tiles, high)
    falling = f'<path class="falling" d="{outline(tiles, 1)}"/>' if drawn.falling else ""
    words = _letter(drawn, tiles, high) + _objective(drawn, top_of(tiles, high)) + _named(drawn, tiles, high)
    return f'<g data-structure="{escape(drawn.name)}">{built}{falling}{words}</g>'


# ---------------------------------------------------------------- bodies


def _house(drawn: Structure, tiles: frozenset[Tile], high: float) -> str:
    """Walls, roof and what is on it."""
    roof = top_of(tiles, high)
    strong = "reinforced" in drawn.features or "hardened" in drawn.features
    plain = not (strong or drawn.left or drawn.features & {"volatile", "weak", "objective"})
    brace = "".join(map(polygon, lifted(tiles, high, EDGE + BRACED)))
    return (
        body(tiles, high, ROOFS[drawn.kind])
        + (plants(tiles, high, drawn.name) if plain else "")
        + (f'<path class="brace" d="{brace}"/>' if "hardened" in drawn.features else "")
        + (f'<path class="rivet" d="{_rivets(tiles, high)}"/>' if strong else "")
        + (f'<path class="crack" d="{_cracks(roof)}"/>' if "weak" in drawn.features else "")
        + (_drums(roof) if "volatile" in drawn.features else "")
        + (_hole(drawn.name, roof) if drawn.left else "")
    )


def _rivets(tiles: frozenset[Tile], high: float) -> str:
    """Bolts along the edge of the roof: dots, as strokes of no length."""
    parts = []
    for corners in lifted(tiles, high, EDGE + RIVETS):
        for index, start in enumerate(corners):
            end = corners[(index + 1) % len(corners)]
            steps = max(1, round((abs(end.x - start.x) + abs(end.y - start.y)) / RIVET_STEP))
            across, down = (end.x - start.x) / steps, (end.y - start.y) / steps
            parts += [f"M{pair(start.x + across * step, start.y + down * step)}h0" for step in range(steps)]
    return "".join(parts)


def _cracks(roof: Box) -> str:
    """Two cracks from the upper edge of a roof to its lower one."""
    left, top, right, bottom = roof
    wide, step = right - left, (bottom - top) / 4
    left_crack = [
        (left + wide * 0.2 + x, top + step * y) for x, y in ((0, 0), (7, 1), (2, 2), (11, 3), (8, 4))
    ]
    other = [(left + wide * 0.7 + x, top + step * y) for x, y in ((0, 0), (-6, 1), (3, 2), (-3, 3), (-1, 4))]
    return line(left_crack) + line(other)


def _drums(roof: Box) -> str:
    """Barrels at the right edge of a roof, above what is written there."""
    left, top, right, bottom = roof
    y = max(top + 13, bottom - SIGNS - 13)
    spots = [right - 15 - 21 * index for index in range(3) if right - 15 - 21 * index > left + 14]
    return "".join(
        f'<g transform="translate({num(x)} {num(y)})"><circle class="drum" r="10"/>'
        '<path class="drum-in" d="M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M-7 7L7-7"/></g>'
        for x in spots
    )


def _hole(name: str, roof: Box) -> str:
    """Where a damaged roof has fallen in."""
    left, top, right, bottom = roof
    at = Point(left + (right - left) * between(0.4, 0.6, "hole", name), (top + bottom - SIGNS) / 2 + 8)
    far = max(6.0, min(17.0, (bottom - SIGNS - top) / 2.4))
    edge, inner = (polygon(ring(at, size, 9, 0.7, "hole", name)) for size in (far, far * 0.62))
    return f'<path class="hole-e" d="{edge}"/><path class="hole" d="{inner}"/>'


def _ruin(tiles: frozenset[Tile]) -> str:
    """Rubble on all tiles, and what is left of the walls at their corners."""
    walls = ""
    for corners in inner_lines(tiles, EDGE + 3):
        for index, (x, y) in enumerate(corners):
            before, after = corners[index - 1], corners[(index + 1) % len(corners)]
            arms = [
                _towards(Point(x, y), end, between(14, 24, "stump", x, y, end)) for end in (before, after)
            ]
            walls += f"M{pair(*arms[0])}L{pair(x, y)}L{pair(*arms[1])}"
    heaps = "".join(rubble(middle(tile), HALF - 2, tile) for tile in sorted(tiles))
    return f"{heaps}{ink.paths(walls, 'stump-c', 'stump')}"


def _towards(start: Point, end: Point, far: float) -> Point:
    """A point so far from one along a straight edge to another."""
    long = abs(end.x - start.x) + abs(end.y - start.y)
    return Point(start.x + (end.x - start.x) / long * far, start.y + (end.y - start.y) / long * far)


# ---------------------------------------------------------------- what is written on them


def _letter(drawn: Structure, tiles: frozenset[Tile], high: float) -> str:
    """Height in the lower left corner of the roof, grey when weak, and the features after it."""
    x, _, _, bottom = box([min(tiles, key=lambda tile: (-tile.row, tile.column))])
    signs = "".join(sign for feature, sign in FEATURES.items() if feature in drawn.features)
    weak = " weak" if "weak" in drawn.features else ""
    more = f'<tspan class="ft" dx="2">{signs}</tspan>' if signs else ""
    foot = bottom - EDGE - high - 6
    return f'<text class="hl{weak}" x="{num(x + 10)}" y="{num(foot)}">{LETTERS[drawn.kind]}{more}</text>'


def _named(drawn: Structure, tiles: frozenset[Tile], high: float) -> str:
    """Its name in the lower right corner of the roof."""
    _, _, x, bottom = box([max(tiles, key=lambda tile: (tile.row, tile.column))])
    return ink.text_at("sn", Point(x - 11, bottom - EDGE - high - 7), drawn.name)


def _objective(drawn: Structure, roof: Box) -> str:
    """A green star on what the mission is about."""
    if "objective" not in drawn.features:
        return ""
    _, top, right, _ = roof
    return f'<path class="objm" d="M{pair(right - 17, top + 17)}{STAR}"/>'


def damaged_edges(drawn: Iterable[Structure], edges: Iterable[Barricade]) -> str:
    """What is left of damaged structures and barricades, on their upper edge (part of layer l-tags)."""
    parts = []
    for building in drawn:
        left, top, right, _ = top_of(map(parse, building.places), HEIGHTS[building.kind])
        parts.append(_plate(Point((left + right) / 2, top + 6), building.left))
    return "".join([*parts, *(_plate(Point(*_edge(edge)), edge.left) for edge in edges)])


def _plate(at: Point, text: str) -> str:
    """A number in a box, if there is one."""
    return ink.boxed("dur", at, text, (8 + DIGIT * len(text), 7, 14, 3), 4) if text else ""


# ---------------------------------------------------------------- barricades


def barricades(edges: Iterable[Barricade]) -> str:
    """Concrete blocks with yellow stripes along edges, and their names (part of layer l-terrain)."""
    listed = list(edges)
    if not listed:
        return ""
    cast, blocks, stripes = ("".join(parts) for parts in zip(*map(_blocks, listed), strict=True))
    drawn = f'<path class="cast" d="{cast}"/><path class="barr" d="{blocks}"/>'
    return f'{drawn}<path class="barr-s" d="{stripes}"/>' + "".join(map(_edge_name, listed))


def _blocks(barricade: Barricade) -> tuple[str, str, str]:
    """The shadows, blocks and stripes of one."""
    x, y = _edge(barricade)
    level = barricade.edge == "south"
    cast = blocks = stripes = ""
    for index in range(PIECES):
        along = (index - PIECES / 2) * (TILE - 4) / PIECES + 0.8
        left, top = (x + along, y - THICK / 2) if level else (x - THICK / 2, y + along)
        wide, tall = (LONG, THICK) if level else (THICK, LONG)
        cast += rectangle(left + 4, top + 5, wide, tall)
        blocks += rectangle(left, top, wide, tall)
        for far in (4, 11):
            at = (left + far, top + THICK - 1.5) if level else (left + 1.5, top + far + 4)
            stripes += f"M{pair(*at)}l{'4.5-7' if level else '7-4.5'}"
    return cast, blocks, stripes


def _edge_name(barricade: Barricade) -> str:
    """The name of a barricade beside its end, inside its tile."""
    x, y = centre(barricade.place)
    return ink.text_at("sn", Point(x + HALF - 7, y + HALF - 9), barricade.name)


def strip(barricade: Barricade) -> str:
    """The ground along the edge of a barricade that belongs to it for a pointer."""
    left, top, right, bottom = around_edge(barricade)
    return f"M{pair(left, top)}H{num(right)}V{num(bottom)}H{num(left)}z"


def around_edge(barricade: Barricade) -> Box:
    """The rectangle around a barricade."""
    x, y = _edge(barricade)
    long, wide = (HALF - 4, GRIP) if barricade.edge == "south" else (GRIP, HALF - 4)
    return x - long, y - wide, x + long, y + wide


def _edge(barricade: Barricade) -> Point:
    """The middle of the edge on which a barricade lies."""
    x, y = centre(barricade.place)
    return Point(x, y + HALF) if barricade.edge == "south" else Point(x + HALF, y)
