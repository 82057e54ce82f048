"""The country under a board of hexes, and what is printed over it: grid, rim, ruler."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache

from hulldown.rulesets.api.scene import Sky, Terrain
from hulldown.views import country
from hulldown.views.country import Tree, grove, hills, scattered, stones
from hulldown.views.hex.grid import (
    HALF,
    MARGIN,
    Hex,
    hexagons,
    inner_line,
    middle,
    neighbours,
    outline,
    parse,
    places,
    region,
    size,
)
from hulldown.views.ink import Point, between, choose, jitter, num, pair, polygon, ring, smooth, text_at, use

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


# ---------------------------------------------------------------- terrain
# Terrain as a map maker draws it: regions with ragged edges and what stands in them (layer l-terrain).
#
# One function for each kind of ground. What has a rule is darker, taller or wetter than the country around
# it. Each kind is a few paths for the whole board, however many hexes there are; only trees and farms stand
# alone.


CROWNS, CROWNS_IN_ALL, FEWEST = 22, 1300, 7  # trees of a hex, of a board, and of a hex at least
REACH, GAP, CLEARING = 55.0, 15.5, 40.0
STRAGGLERS = 3
STONES, STONES_IN_ALL = 24, 900
RUTS, PUDDLES = 6, 5
ORCHARDS = 60  # farms with trees, at most


def terrain(ground: tuple[Terrain, ...], occupied: frozenset[Hex]) -> str:
    """Layer l-terrain. In woods a clearing is kept where a unit stands (`occupied`)."""
    regions = dict(_regions(ground))
    wooded = occupied & regions.get("forest", frozenset())
    return "".join(
        _draw_kind(kind, regions[kind], wooded if kind == "forest" else frozenset())
        for kind in DRAWINGS
        if kind in regions
    )


@lru_cache(maxsize=64)
def _regions(ground: tuple[Terrain, ...]) -> tuple[tuple[str, frozenset[Hex]], ...]:
    """The hexes of each kind of ground."""
    spots: dict[str, set[Hex]] = {}
    for patch in ground:
        spots.setdefault(patch.kind, set()).add(parse(patch.place))
    return tuple((kind, frozenset(hexes)) for kind, hexes in spots.items())


@lru_cache(maxsize=512)
def _draw_kind(kind: str, spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """All ground of one kind. Kept, so that a moving unit costs at most the woods it walks through."""
    return DRAWINGS[kind](spots, occupied)


def _blobs(spots: Iterable[Hex], reach: float, kind: str, corners: int = 14) -> str:
    """A ragged patch in each hex; some of its edge lies over the border, as nature does."""
    return "".join(smooth(ring(middle(spot), reach, corners, 0.26, kind, spot)) for spot in sorted(spots))


def _path(name: str, line: str) -> str:
    """A path of a class."""
    return f'<path class="{name}" d="{line}"/>'


def _mud(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Wet brown ground with ruts and puddles."""
    ruts = pools = glints = ""
    for spot in sorted(spots):
        x, y = middle(spot)
        for row in range(RUTS):
            key, left = ("rut", row, spot), x - between(20, 38, "rut-x", row, spot)
            bend, far, fall = between(-9, 9, "b", *key), between(18, 30, "f", *key), between(-4, 4, "d", *key)
            ruts += f"M{pair(left, y - 36 + 14 * row)}q14 {num(bend)} 30 0t{pair(far, fall)}"
        for pool in range(PUDDLES):
            left, top = x + between(-34, 34, "pool-x", pool, spot), y + between(-34, 34, "pool-y", pool, spot)
            wide = between(6, 13, "pool-w", pool, spot)
            r, s, d = num(wide), num(wide / 2), num(2 * wide)
            pools += f"M{pair(left - wide, top)}a{r} {s} 0 1 0 {d} 0a{r} {s} 0 1 0-{d} 0"
            glint = f"q{pair(wide / 2, -0.3 * wide)} {pair(wide, -0.1 * wide)}"
            glints += f"M{pair(left - 0.6 * wide, top - 0.1 * wide)}{glint}"
    edge, inner = _path("r-mud-e", _blobs(spots, 60, "mud")), _path("r-mud", _blobs(spots, 53, "mud"))
    return edge + inner + _path("puddle", pools) + _path("puddle-l", glints) + _path("mudline", ruts)


def _rubble(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Stones in three tones on the dust of what stood here."""
    shadow, tones = "", ["", "", ""]
    for spot in sorted(spots):
        x, y = middle(spot)
        for stone in range(max(FEWEST, min(STONES, STONES_IN_ALL // len(spots)))):
            turn = math.tau * jitter("stone-a", stone, spot)
            away = 43 * math.sqrt(jitter("stone-q", stone, spot))
            at = (x + math.cos(turn) * away, y + math.sin(turn) * away)
            wide = between(3, 8.5, "stone-r", stone, spot)
            shape = ring(at, wide, 5, 0.5, "stone", stone, spot)
            shadow += f"M{pair(round(at[0] + 4), round(at[1] + 5))}h0"
            tones[stone % 3] += polygon(shape)
    return _path("r-rubble", _blobs(spots, 50, "rubble", 10)) + _path("stone-c", shadow) + stones(tones)


def _building(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """A yard in each hex, with two or three houses."""
    placed = sorted(spots, key=lambda spot: (spot.height, spot.column))
    farms = "".join(use(f"t-town-{choose(3, 'farm', spot)}", middle(spot)) for spot in placed)
    trees = [
        Tree(x + across, y + down, 0)
        for spot in placed[:ORCHARDS]
        for x, y in (middle(spot),)
        for across, down in ((46, -30), (-44, 34), (-46, -30))
    ]
    yards = _path("r-yard", _blobs(spots, 57, "yard", 9)) + _path("yard-in", _blobs(spots, 44, "yard in", 7))
    return yards + farms + grove(trees)


def _hill(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Round backs of grass."""
    return hills(spots)


def _water(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """A bank, deep water along it, and glints."""
    shore = region(spots, 4, 5, "water")
    clip = f"w-{int(jitter(shore) * 1e9)}"
    waves = "".join(use(f"t-wave-{choose(3, 'wave', spot)}", middle(spot)) for spot in sorted(spots))
    return (
        f'<clipPath id="{clip}"><path d="{shore}"/></clipPath><path class="r-water" d="{shore}"/>'
        f'<g clip-path="url(#{clip})"><path class="wline" d="{shore}"/>{waves}</g>'
        f'<path class="shore" d="{shore}"/>'
    )


def _forest(spots: frozenset[Hex], occupied: frozenset[Hex]) -> str:
    """Crowns that throw one shadow together; fewer in each hex where there are many woods."""
    most = max(FEWEST, min(CROWNS, CROWNS_IN_ALL // len(spots) - STRAGGLERS))
    trees = [tree for spot in sorted(spots) for tree in _trees(spot, most, spot in occupied)]
    return f'<path class="r-forest" d="{_blobs(spots, 60, "forest")}"/>{grove(trees)}'


@lru_cache(maxsize=2048)
def _trees(spot: Hex, most: int, clearing: bool) -> list[Tree]:
    """The trees of one hex, and some on its border."""
    at = middle(spot)
    count = round(0.6 * most) if clearing else most

    def clear(x: float, y: float) -> bool:
        return not clearing or math.hypot(x - at.x, y - at.y) > CLEARING

    inside = scattered(clear, at, REACH, count, GAP, "tree", spot)
    turns = [math.tau * jitter("straggler", index, spot) for index in range(STRAGGLERS)]
    return [*inside, *(Tree(at.x + 64 * math.cos(turn), at.y + 60 * math.sin(turn), 0) for turn in turns)]


DRAWINGS: dict[str, Callable[[frozenset[Hex], frozenset[Hex]], str]] = {
    "mud": _mud,
    "water": _water,
    "hill": _hill,
    "rubble": _rubble,
    "building": _building,
    "forest": _forest,
}
"""From the lowest to the tallest, so that crowns and roofs lie over the ground beside them."""


# ---------------------------------------------------------------- weather
# Night and storm: a veil and rain over the ground, below all that is played (layer l-weather).


NOTES = {"storm": ("x-storm", "Storm"), "night": ("x-moon", "Night")}
NOTE_WIDTH = 86


def weather(sky: Sky, columns: int, rows: int) -> str:
    """Layer l-weather. What is in force stands in words as well, in the gaps of the upper frame."""
    lit = None if sky.lit is None else frozenset(parse(place) for place in sky.lit)
    in_force = (["night"] if lit is not None else []) + (["storm"] if sky.storm else [])
    veil = "" if lit is None else _night(lit, columns, rows)
    return veil + (_rain(columns, rows) if sky.storm else "") + _notes(in_force, columns)


@lru_cache(maxsize=64)
def _night(lit: frozenset[Hex], columns: int, rows: int) -> str:
    """A dotted veil over the dark hexes, a line of light around the others."""
    dark = outline(board_hexes(columns, rows) - lit)
    glow = inner_line(lit, 3) if lit else ""
    edge = f'<path class="lit-case" d="{glow}"/><path class="lit-edge" d="{glow}"/>' if lit else ""
    return f'<path class="veil" d="{dark}"/><path fill="url(#p-dark)" d="{dark}"/>{edge}'


def _rain(columns: int, rows: int) -> str:
    """Slanting strokes over the whole map."""
    return f'<path fill="url(#p-rain)" d="{outline(board_hexes(columns, rows))}"/>'


def _notes(in_force: list[str], columns: int) -> str:
    """One note in the gap above every second column; a board of a single column has none."""
    return "".join(
        _note(*NOTES[name], 1 + 2 * place) for place, name in enumerate(in_force) if 2 * place + 1 < columns
    )


def _note(symbol: str, words: str, column: int) -> str:
    """A picture and a word on a slip of paper."""
    x, left = middle(Hex(column, 1)).x, -NOTE_WIDTH / 2
    return (
        f'<g class="sky-note" transform="translate({num(x)} {num(MARGIN + 6)})"><g class="grow">'
        f'<rect x="{num(left)}" y="-13" width="{NOTE_WIDTH}" height="26" rx="2"/>'
        f'<g transform="translate({num(left + 17)} 1) scale(.8)"><use href="#{symbol}"/></g>'
        f'<text x="14" y="5">{words}</text></g></g>'
    )
