"""The country that a board lies on: fields, hedges, roads, rivers, trees, clouds, and hills that are lit."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from hulldown.views import ink
from hulldown.views.hex.grid import Hex, middle, patches, ragged
from hulldown.views.ink import Point, Room, between, choose, jitter, num, pair, paths, polygon, ring, smooth

WIDE, TALL = 232.0, 158.0  # of a field, before its corners are moved
SKEW_X, SKEW_Y = 86.0, 58.0  # how far corners lie apart at the most
SHIFT = 70.0  # of every second row
TURN = math.radians(-14)
TONES, ROWS = 7, (7, 12)
FURROWS = ("furrow", "furrow fu1", "furrow fu2")
FALLOW = (3, 6)  # tones without furrows
BLOCK = 3  # fields each way whose hedges are one path: what is out of sight is not painted
COATS = (
    'class="hedge-sh" transform="translate(5 7)"',
    'class="hedge"',
    'class="hedge-lt" transform="translate(-1.5 -2)"',
)
BROADEST, NARROWEST = 2.2, 1.2  # proportions of the stages that a picture fills to their edges
LEAST = 160.0  # country beyond a board, at least
CROWNS = (9.0, 12.0, 14.5, 17.0)  # radii of the drawings t-tree-1 to t-tree-16: four of each size
FAR = 4000.0  # farther than any stage reaches


class Tree(NamedTuple):
    """A tree: where it stands and its size, 0 (a bush) to 3."""

    x: float
    y: float
    size: int


Clear = Callable[[float, float], bool]
"""Whether something may stand at a spot."""


def around(width: float, height: float, alone: bool = False) -> Room:
    """The land that a picture of that size shows in every stage, the picture's corner at 0 0.

    One that stands `alone` shows no more than its own margin.
    """
    if alone:
        return Room(0, 0, width, height)
    aside = max(LEAST, (BROADEST * height - width) / 2)
    above = max(LEAST, (width / NARROWEST - height) / 2)
    return Room(-aside, -above, width + aside, height + above)


def _corner(column: int, row: int, seed: str) -> Point:
    """A corner where four fields meet."""
    u = column * WIDE + SKEW_X * (jitter("u", column, row, seed) - 0.5) + (SHIFT if row % 2 else 0)
    v = row * TALL + SKEW_Y * (jitter("v", column, row, seed) - 0.5)
    return Point(u * math.cos(TURN) - v * math.sin(TURN), u * math.sin(TURN) + v * math.cos(TURN))


def _cells(land: Room) -> Iterable[tuple[int, int]]:
    """Columns and rows of all fields that could lie in the land."""
    corners = [(x, y) for x in (land.left, land.right) for y in (land.top, land.foot)]
    across = [(x * math.cos(TURN) + y * math.sin(TURN)) / WIDE for x, y in corners]
    down = [(y * math.cos(TURN) - x * math.sin(TURN)) / TALL for x, y in corners]
    for column in range(math.floor(min(across)) - 2, math.ceil(max(across)) + 2):
        for row in range(math.floor(min(down)) - 2, math.ceil(max(down)) + 2):
            yield column, row


def _quad(column: int, row: int, seed: str) -> list[Point]:
    """The four corners of a field."""
    steps = ((0, 0), (1, 0), (1, 1), (0, 1))
    return [_corner(column + across, row + down, seed) for across, down in steps]


def _meets(quad: Sequence[Point], land: Room) -> bool:
    """Whether the box round a field touches the land."""
    xs, ys = [at.x for at in quad], [at.y for at in quad]
    return min(xs) < land.right and max(xs) > land.left and min(ys) < land.foot and max(ys) > land.top


@lru_cache(maxsize=64)
def fields(land: Room, seed: str) -> str:
    """A patchwork of fields with furrows and hedges that covers the land."""
    tones, furrows, hedges = [""] * TONES, [""] * 3, defaultdict[tuple[int, int], str](str)
    for column, row in _cells(land):
        key, quad = (column, row, seed), _quad(column, row, seed)
        if not _meets(quad, land):
            continue
        tone = choose(TONES, "tone", *key)
        tones[tone - 1] += polygon(quad)
        if tone not in FALLOW:
            furrows[choose(3, "furrow", *key) - 1] += _furrows(quad, key)
        hedges[column // BLOCK, row // BLOCK] += _hedges(quad, key)
    patches = "".join(f'<path class="fd fd{tone}" d="{path}"/>' for tone, path in enumerate(tones) if path)
    rows = "".join(
        f'<path class="{kind}" d="{path}"/>' for kind, path in zip(FURROWS, furrows, strict=True) if path
    )
    return patches + rows + hedge(*filter(None, hedges.values()))


def farmland(land: Room, seed: str, alone: bool) -> str:
    """Fields; under them one that goes on and on, for a stage wider than any we know, if not `alone`."""
    endless = "" if alone else f'<path class="fd fd2" d="{land.grown(FAR).path}"/>'
    return endless + fields(land, seed)


def _furrows(quad: Sequence[Point], key: tuple[object, ...]) -> str:
    """The furrows of one field, along one pair of its edges."""
    a, b, c, d = quad if jitter("way", *key) < 0.6 else (*quad[1:], quad[0])
    rows = ROWS[0] + choose(ROWS[1] - ROWS[0] + 1, "rows", *key) - 1
    path = ""
    for row in range(1, rows):
        x, y = (round(near + (far - near) * row / rows) for near, far in zip(a, d, strict=True))
        to_x, to_y = (round(near + (far - near) * row / rows) for near, far in zip(b, c, strict=True))
        path += f"M{pair(x, y)}l{pair(to_x - x, to_y - y)}"
    return path


def _hedges(quad: Sequence[Point], key: tuple[object, ...]) -> str:
    """Hedges on half of the edges; two of each field, the others are its neighbours'."""
    path = ""
    for name, share, end in (("north", 0.5, quad[1]), ("west", 0.42, quad[3])):
        if jitter("hedge", name, *key) < share:
            start = quad[0]
            bend = [between(-7, 7, "bend", name, axis, *key) for axis in "xy"]
            middle = ((start.x + end.x) / 2 + bend[0], (start.y + end.y) / 2 + bend[1])
            path += smooth([start, middle, end], closed=False)
    return path


def hedge(*paths: str) -> str:
    """Rows of bushes along paths: a shadow, dark leaves and the light on them, each a dotted stroke."""
    return "".join(f'<path {coat} d="{path}"/>' for coat in COATS for path in paths)


def road(points: Sequence[tuple[float, float]], lane: bool = False) -> str:
    """A road through the points, with a casing and wheel lines; a lane is narrow and has none."""
    path = smooth(points, closed=False)
    paved = paths(path, "road-c", "road-s")
    if lane:
        return f'<g class="lane">{paved}</g>'
    wheels = (f'<path class="road-r" transform="translate({aside} 0)" d="{path}"/>' for aside in (-3.6, 3.6))
    return f"<g>{paved}{''.join(wheels)}</g>"


def river(points: Sequence[tuple[float, float]]) -> str:
    """A river through the points: banks, deep and shallow water, glints."""
    path = smooth(points, closed=False)
    glints = (("riv-lt", "-6 -3"), ("riv-fl", "5 4"))
    return "".join(
        f'<path class="{name}" d="{path}"/>' for name in ("riv-bank", "riv-deep", "riv")
    ) + "".join(f'<path class="{name}" transform="translate({moved})" d="{path}"/>' for name, moved in glints)


def grove(trees: Iterable[Tree], key: str = "") -> str:
    """Trees with one shadow, the southern ones over the northern."""
    standing = sorted(trees, key=lambda tree: (tree.y, tree.x))
    shadows = [
        "".join(
            f"M{pair(round(x + 0.62 * CROWNS[size]), round(y + 0.82 * CROWNS[size]))}h0"
            for x, y, size in standing
            if (size == 0) == small
        )
        for small in (False, True)
    ]
    cast = "".join(
        f'<path class="tree-c{small}" d="{path}"/>'
        for path, small in zip(shadows, ("", " small"), strict=True)
        if path
    )
    return cast + "".join(crown(tree, key) for tree in standing)


def crown(tree: Tree, key: str = "") -> str:
    """One crown in one of four greens, without its shadow."""
    tone = choose(4, "crown", key, round(tree.x), round(tree.y))
    return ink.use(f"t-tree-{4 * tree.size + tone}", Point(tree.x, tree.y))


def scattered(clear: Clear, at: Point, reach: float, count: int, gap: float, *key: object) -> list[Tree]:
    """At most `count` trees within `reach` of a spot where it is `clear`, none within `gap` of another."""
    trees: list[Tree] = []
    for attempt in range(count * 12):
        turn, away = (
            math.tau * jitter("turn", *key, attempt),
            reach * math.sqrt(jitter("away", *key, attempt)),
        )
        x, y = at.x + math.cos(turn) * away, at.y + math.sin(turn) * away
        if clear(x, y) and all(math.hypot(x - other.x, y - other.y) > gap for other in trees):
            trees.append(Tree(x, y, choose(3, "size", *key, attempt)))
        if len(trees) == count:
            break
    return trees


def wood(at: Point, reach: float, key: str) -> str:
    """A wood that is no terrain, for beyond the board."""
    floor = smooth(ring(at, reach, 12, 0.3, "wood", key), 9)
    trees = scattered(lambda x, y: True, at, 0.94 * reach, round(reach * reach / 320), 17.0, "wood", key)
    return f'<path class="r-forest" d="{floor}"/>{grove(trees, key)}'


def bales(spots: Sequence[tuple[float, float]]) -> str:
    """Rolls of straw with their shadows."""
    if not spots:
        return ""
    cast = "".join(f"M{pair(x - 4, y + 5)}a8 6 0 1 0 16 0a8 6 0 1 0-16 0" for x, y in spots)
    rolls = "".join(f"M{pair(x - 7.5, y)}a7.5 6 0 1 0 15 0a7.5 6 0 1 0-15 0" for x, y in spots)
    curls = "".join(f"M{pair(x - 4, y + 1)}a4.5 3.6 0 1 1 5 3" for x, y in spots)
    return (
        f'<path class="cast" d="{cast}"/><path class="bale" d="{rolls}"/><path class="bale-l" d="{curls}"/>'
    )


def heap(at: Point, *key: object) -> list[tuple[float, float]]:
    """Where the rolls of one field of straw lie."""
    count = 4 + choose(4, "bales", *key)
    spots = []
    for turn in range(count):
        across, down = divmod(turn, 3)
        x = at.x + 31 * (down - 1) + 8 * across + between(-6, 6, "bx", turn, *key)
        spots.append((x, at.y + 27 * (across - 1) + 7 * down + between(-5, 5, "by", turn, *key)))
    return spots


def lone(land: Room, seed: str, clear: Clear) -> str:
    """Single trees where fields meet."""
    trees = []
    for column, row in _cells(land):
        if jitter("lone", column, row, seed) < 0.3:
            x, y = _corner(column, row, seed)
            for index in range(choose(3, "lone", column, row, seed)):
                at = (
                    x + between(-28, 28, "lx", index, column, row),
                    y + between(-22, 22, "ly", index, column, row),
                )
                if land.holds(*at) and clear(*at):
                    trees.append(Tree(*at, 0 if index else choose(2, "ls", column, row) - 1))
    return grove(trees, seed)


def surroundings(width: float, height: float, land: Room, seed: str) -> str:
    """What lies beyond a board of that size: a river in two corners, woods and farms."""
    if land.right - width < 2 * LEAST:
        return ""
    left, right = land.left - 60, land.right + 60
    low, high = height * between(0.9, 0.97, "low", seed), height * between(0.02, 0.09, "high", seed)
    rivers = river(
        [
            (left, low),
            (0.62 * left, low - 70),
            (0.32 * left, low + 10),
            (-110, height + 60),
            (30, height + 330),
        ]
    ) + river(
        [
            (right, high),
            (width + 0.6 * (right - width), high + 60),
            (width + 0.28 * (right - width), high),
            (width + 70, -90),
            (width + 20, -330),
        ]
    )
    west = Point(land.left * between(0.35, 0.42, "west", seed), height * between(0.22, 0.32, "west-y", seed))
    east = Point(
        width + (land.right - width) * between(0.4, 0.5, "east", seed),
        height * between(0.68, 0.76, "east-y", seed),
    )
    woods = wood(west, 128, f"{seed} west") + wood(east, 124, f"{seed} east")
    farms = "".join(
        ink.use(f"t-town-{choose(3, 'farm', seed, name)}", Point(x, y))
        for name, x, y in (
            ("west", land.left * 0.26, height * between(0.42, 0.47, "fw", seed)),
            ("east", width + (land.right - width) * 0.26, height * between(0.3, 0.36, "fe", seed)),
        )
    )
    return rivers + woods + farms


def clouds(width: float, height: float, seed: str) -> str:
    """Shadows of three clouds."""
    spots = ((0.13, 0.18, 330), (0.88, 0.8, 380), (-0.42, 0.76, 300))
    return "".join(
        f'<ellipse class="cloud" cx="{num(width * x + between(-90, 90, "cx", place, seed))}" '
        f'cy="{num(height * y + between(-70, 70, "cy", place, seed))}" rx="{far}" ry="{round(0.57 * far)}"/>'
        for place, (x, y, far) in enumerate(spots)
    )


def light(width: float, height: float, land: Room, seed: str) -> str:
    """Clouds, and the light of an afternoon over the land: warm in the north-west, cool in the south-east."""
    return f'{clouds(width, height, seed)}<path class="sun" d="{land.path}"/>'


def edge(size: tuple[float, float], board: str, seed: str, alone: bool, cells: str = "") -> str:
    """Light over a picture of that size, a wash over what is no board, its cells and its rim."""
    land = around(*size, alone)
    wash = outland(land if alone else land.grown(FAR), board)
    return light(*size, land, seed) + wash + cells + rim(board)


def outland(land: Room, board: str) -> str:
    """A cool wash over the land that is not board; `board` is the path of its outline."""
    return f'<path class="outland" d="{land.path}{board}"/>'


def rim(board: str) -> str:
    """The edge of a board, which lies on the country as on a table."""
    return paths(board, "rim-sh", "rim", "rim-lt")


def ruler(marks: Iterable[tuple[float, float, str]]) -> str:
    """Numbers at the edge of a board, each with its middle at a spot."""
    texts = "".join(f'<text x="{num(x)}" y="{num(y)}">{text}</text>' for x, y, text in marks)
    return f'<g class="ruler">{texts}</g>'


def stones(tones: Iterable[str]) -> str:
    """Stones in tones from light to dark."""
    return "".join(
        f'<path class="stone stone-{tone}" d="{path}"/>' for tone, path in enumerate(tones, 1) if path
    )


def crater(at: Point, radius: float) -> str:
    """Where a shell went into the ground."""
    x, y = at
    lip = smooth(ring(at, 1.35 * radius, 11, 0.3, "crater", round(x), round(y)))
    far, side = num(radius), num(0.75 * radius)
    light = f"M{pair(x + 0.2 * radius, y + 0.95 * radius)}a{far} {far} 0 0 0 {side}-{side}"
    return (
        f'<path class="crat-r" d="{lip}"/><circle class="crat" cx="{num(x)}" cy="{num(y)}" r="{far}"/>'
        f'<path class="crat-l" d="{light}"/>'
    )


# ---------------------------------------------------------------- relief
# Hills: backs of grass, lit from the north-west, hatched on the other flank, with a bright brow.


LEVELS = ((1.0, 0.0, 0.0), (0.7, -3.0, -5.0), (0.4, -7.0, -10.0))  # size of a contour, and how it is moved
SHADE = (-0.75, 2.35)  # radians between which a flank looks away from the light
HACHURE = (0.12, 0.2)  # of the way to the top
EVENING = range(-5, 6)
TUFTS = 7


@lru_cache(maxsize=256)
def hills(spots: frozenset[Hex]) -> str:
    """Every hill of the board: hexes that touch are one hill."""
    return "".join(_hill(patch) for patch in patches(spots))


def _hill(patch: frozenset[Hex]) -> str:
    """One hill with its contours drawn towards the top."""
    border = max(ragged(patch, 3, 5, "hill", 5), key=len)
    return slopes(border, _tops(border, patch))


def slopes(border: list[Point], tops: list[Point]) -> str:
    """A hill: each point of its border climbs to a top of its own."""
    lines = [_level(border, tops, *level) for level in LEVELS]
    shapes = [smooth(line) for line in lines]
    cast = smooth([Point(x + 11, y + 14) for x, y in border])
    backs = "".join(f'<path class="hl{level}" d="{shape}"/>' for level, shape in enumerate(shapes))
    hatching = "".join(_hachures(line, tops, level) for level, line in enumerate(lines))
    return (
        f'<path class="cast soft" d="{cast}"/><path class="r-hill" d="{shapes[0]}"/>{backs}'
        f'<path class="hl-c" d="{shapes[1]}{shapes[2]}"/><path class="hach" d="{hatching}"/>'
        f"{_growth(border, tops)}{_brow(lines[2])}"
    )


def _tops(border: list[Point], patch: frozenset[Hex]) -> list[Point]:
    """What each border point climbs to: half way from the nearest hex to the middle of the hill.

    Climbing to one summit would pinch a long hill at its waist; the change from one hex to the next
    is evened out, or the contours would kink there.
    """
    middles = [middle(spot) for spot in sorted(patch)]
    summit = ink.mean(border)
    nearest = [min(middles, key=lambda at: math.dist(at, point)) for point in border]
    halfway = [ink.part(at, summit, 0.5) for at in nearest]
    return [
        ink.mean([halfway[(here + step) % len(halfway)] for step in EVENING]) for here in range(len(halfway))
    ]


def _level(border: list[Point], tops: list[Point], share: float, across: float, down: float) -> list[Point]:
    """A contour line."""
    pairs = zip(tops, border, strict=True)
    return [
        Point(top.x + (at.x - top.x) * share + across, top.y + (at.y - top.y) * share + down)
        for top, at in pairs
    ]


def _hachures(line: list[Point], tops: list[Point], level: int) -> str:
    """Strokes that point uphill, on the flank in the shade only."""
    strokes = ""
    for index, (at, top) in enumerate(zip(line, tops, strict=True)):
        turn = math.atan2(at.y - top.y, at.x - top.x)
        if SHADE[0] < turn < SHADE[1] and not (level == 2 and index % 2):
            share = between(*HACHURE, "hachure", num(at.x), num(at.y)) / LEVELS[level][0]
            slope = pair((top.x - at.x) * share - 1, (top.y - at.y) * share - 1.5)
            strokes += f"M{pair(*at)}l{slope}"
    return strokes


def _growth(border: list[Point], tops: list[Point]) -> str:
    """Tufts of grass, and two stones where the hill is steep."""
    tufts = ""
    for tuft in range(TUFTS):
        index = int(jitter("tuft", tuft, *border[0]) * len(border))
        share = between(0.3, 0.85, "tuft", tuft, *border[0])
        at = ink.part(tops[index], border[index], share)
        tufts += f"M{pair(at.x - 4, at.y)}l1.5-6M{pair(*at)}v-8M{pair(at.x + 4, at.y)}l-1.5-6"
    far = 0.34 * math.dist(border[0], tops[0])
    x, y = tops[0].x + far, tops[0].y - 0.3 * far
    big, small = (ring((x + i * 9, y + i * 5), 6 - 2 * i, 6, 0.4, "stone", i, *border[0]) for i in (0, 1))
    cast = polygon((u + 3, v + 4) for u, v in big)
    return (
        f'<path class="tuft" d="{tufts}"/><path class="cast" d="{cast}"/>'
        f'<path class="stone stone-1" d="{polygon(big)}{polygon(small)}"/>'
    )


def _brow(line: list[Point]) -> str:
    """The light on the upper edge, towards the north-west."""
    left, top = min(at.x for at in line), min(at.y for at in line)
    wide, tall = max(at.x for at in line) - left, max(at.y for at in line) - top
    return (
        f'<path class="hl-rim" d="M{pair(left + 0.06 * wide, top + 0.5 * tall)}'
        f'q{pair(0.04 * wide, -0.4 * tall)} {pair(0.44 * wide, -0.44 * tall)}"/>'
    )
