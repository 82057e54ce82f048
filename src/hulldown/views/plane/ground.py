"""Edges drawn as if by hand on a table without places, and what is scattered within them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from hulldown.rulesets.api.scene import Patch, PlaneScene
from hulldown.views import country, ink
from hulldown.views.country import Tree, grove, slopes, stones
from hulldown.views.ink import Point, Room, between, choose, line, mean, num, pair, part, polygon, ring
from hulldown.views.plane.grid import INCH, LEFT, MARGIN, PlaneSheet, size

EDGE_STEP, WOBBLE = 22.0, 2.6  # of a ragged edge

Line = Sequence[Point]


def ragged(line: Line) -> str:
    """The edge as if drawn by hand: it keeps within the true one."""
    points = []
    for index, start in enumerate(line):
        end = line[(index + 1) % len(line)]
        steps = max(2, round(math.dist(start, end) / EDGE_STEP))
        points += [within(part(start, end, step / steps), line) for step in range(steps)]
    return ink.smooth(points)


def within(at: Point, line: Line) -> Point:
    """A point of the edge, drawn a little towards the middle."""
    inner = mean(line)
    far = math.dist(at, inner) or 1.0
    return part(at, inner, between(0, WOBBLE, "edge", at) / far)


def scattered(line: Line, gap: float, inside: float) -> list[Point]:
    """Spots within a line, in rows and a little off them, from north to south."""
    left, right = min(p.x for p in line), max(p.x for p in line)
    top, foot = min(p.y for p in line), max(p.y for p in line)
    rows = max(1, round((foot - top - inside) / gap))
    columns = max(1, round((right - left - inside) / gap))
    wide, high = (right - left - 2 * inside) / columns, (foot - top - 2 * inside) / rows
    spots = []
    for row in range(rows):
        for column in range(columns):
            x = (
                left
                + inside
                + (column + 0.3 + 0.4 * (row % 2)) * wide
                + between(-4, 4, "x", left, row, column)
            )
            y = top + inside + (row + 0.5) * high + between(-4, 4, "y", top, row, column)
            if holds(line, x, y):
                spots.append(Point(x, y))
    return spots


def holds(line: Line, x: float, y: float) -> bool:
    """Whether a point lies within a line: how often a ray to the east crosses it."""
    within = False
    for index, a in enumerate(line):
        b = line[index - 1]
        if (a.y > y) != (b.y > y) and x < a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y):
            within = not within
    return within


# ---------------------------------------------------------------- kinds
# Ground of a table without places: woods, hills, water, what people built and what they fear (l-terrain).


TREE_GAP, STONE_GAP = 21.0, 13.0  # board units from trunk to trunk, from stone to stone
WAVES, WAVE_GAP = 3, 74.0
TUSSOCK_GAP, PUDDLE = 34.0, 4
REED = "l-2-9m2 9l1-11m-1 11l4-8"
RIPPLE = "q3-4 6 0t6 0"
CONTOUR, INSET = 13.0, 2.0  # between points of a hill's border; how far inside the true one it is drawn
CORNER = 0.55  # of what a corner is farther from the top than a side is: so much is rounded off
STONE_STEP, TALL = 10.5, 9.0  # from stone to stone of a wall; how much of its southern side is seen
THICK, HIGH = 10.0, 9.0  # walls of a ruin: how broad, how high
PIECE = 0.7  # of the walls of a ruin that stand
EAVES, RIDGE = 13.0, 0.5  # how high the walls of a house are; a roof is as steep on all sides
PITCH = 15.0  # from window to window
SIGN_GAP = 62.0
SIGN = "M0-9l9 15h-18z"
BANG = "M0-4v5m0 2.6v.2"


def terrain(scene: PlaneScene) -> str:
    """Layer l-terrain: what lies low before what stands high."""
    sheet, order = PlaneSheet(scene), list(DRAWINGS)
    listed = sorted(scene.patches, key=lambda patch: order.index(patch.kind))
    return "".join(_patch(patch, tuple(map(sheet.at, patch.corners))) for patch in listed)


@lru_cache(maxsize=256)
def _patch(patch: Patch, border: tuple[Point, ...]) -> str:
    """One piece of ground, with its name in its middle."""
    name = ink.text_at("place", mean(border), patch.name) if patch.name else ""
    return DRAWINGS[patch.kind](border) + name


def _open(border: Line) -> str:
    """Bare ground that has a name."""
    return ""


def _forest(border: Line) -> str:
    """Crowns with one shadow over a dark floor."""
    trees = [Tree(*at, choose(3, "crown", at)) for at in scattered(border, TREE_GAP, 9)]
    return f'<path class="r-forest" d="{ragged(border)}"/>{grove(trees, "plane")}'


def _mud(border: Line) -> str:
    """Brown ground with a pale edge."""
    return f'<path class="r-mud-e" d="{polygon(border)}"/><path class="r-mud" d="{ragged(border)}"/>'


def _bog(border: Line) -> str:
    """Brown ground with reeds, ripples and puddles."""
    marks = {"puddle": "", "mudline": "", "reed": ""}
    for at in scattered(border, TUSSOCK_GAP, 12):
        kind = choose(PUDDLE, "bog", at)
        if kind == 1:
            marks["puddle"] += f"M{pair(at.x - 9, at.y)}a9 4.5 0 1 0 18 0a9 4.5 0 1 0-18 0z"
        elif kind == PUDDLE:
            marks["mudline"] += f"M{pair(at.x - 6, at.y)}{RIPPLE}"
        else:
            marks["reed"] += f"M{pair(*at)}{REED}"
    return _mud(border) + "".join(
        f'<path class="{name}" d="{path}"/>' for name, path in marks.items() if path
    )


def _water(border: Line) -> str:
    """Deep along the shore, with small waves."""
    shore = ragged(border)
    clip = f"w-{int(ink.jitter(shore) * 1e9)}"
    waves = "".join(
        ink.use(f"t-wave-{choose(WAVES, 'wave', at)}", at) for at in scattered(border, WAVE_GAP, 10)
    )
    return (
        f'<clipPath id="{clip}"><path d="{shore}"/></clipPath>{ink.paths(shore, "shore", "r-water")}'
        f'<g clip-path="url(#{clip})"><path class="wline" d="{shore}"/>'
        f"{waves}</g>"
    )


def _hill(border: Line) -> str:
    """A back of grass whose top lies in its middle; its corners are round, its true edge is a thin line."""
    top = mean(border)
    points = []
    for index, start in enumerate(border):
        end = border[(index + 1) % len(border)]
        steps = max(2, round(math.dist(start, end) / CONTOUR))
        points += [part(start, end, step / steps) for step in range(steps)]
    near = min(math.dist(at, top) for at in points)
    back = [_inside(at, top, near) for at in points]
    return f'{slopes(back, [top] * len(back))}<path class="hl-c" d="{polygon(border)}"/>'


def _inside(at: Point, top: Point, near: float) -> Point:
    """A point of the border a little towards the top, as a hand draws it, and more at a corner."""
    far = math.dist(at, top) or 1.0
    return part(at, top, (INSET + between(0, INSET, "hill", at) + CORNER * (far - near)) / far)


def _rubble(border: Line) -> str:
    """Stones on the dust of what stood here."""
    return (
        f'<path class="r-rubble" d="{ragged(border)}"/>{_stones(scattered(border, STONE_GAP, 8), 3.0, 6.5)}'
    )


def _stones(spots: Iterable[Point], least: float, most: float) -> str:
    """Stones in three tones with their shadows."""
    tones, cast = [""] * 3, ""
    for at in spots:
        size = between(least, most, "stone", at)
        tones[choose(3, "tone", at) - 1] += polygon(ring(at, size, 5, 0.5, "stone", at))
        cast += polygon(ring((at.x + 3, at.y + 4), size, 5, 0.5, "stone", at))
    return f'<path class="cast" d="{cast}"/>{stones(tones)}' if cast else ""


def _wall(border: Line) -> str:
    """A wall of stones along an open line, with its shadow."""
    tones, cast = [""] * 3, ""
    for start, end in pairwise(border):
        count = max(1, round(math.dist(start, end) / STONE_STEP))
        for index in range(count):
            (x, y), key = part(start, end, (index + 0.5) / count), (start, index)
            wide, tall = STONE_STEP - 0.8, between(11, 15, "tall", *key)
            left, top = x - wide / 2, y - tall / 2 + between(-1.5, 1.5, "off", *key)
            tones[choose(3, "wall", *key) - 1] += _block(left, top, wide, tall)
            cast += f"M{pair(left + 3, top + tall - 3)}h{num(wide)}l6 8h{num(-wide)}z"
    return f'<path class="cast" d="{cast}"/>{stones(tones)}'


def _block(x: float, y: float, wide: float, tall: float) -> str:
    """A stone with round corners."""
    over, down = num(wide - 6), num(tall - 6)
    return f"M{pair(x + 3, y)}h{over}q3 0 3 3v{down}q0 3-3 3h-{over}q-3 0-3-3v-{down}q0-3 3-3z"


def _ruin(border: Line) -> str:
    """A floor of rubble, and what still stands of the walls around it."""
    floor = f'<path class="r-rubble" d="{polygon(border)}"/>{_stones(scattered(border, 30.0, 20), 3.0, 7.0)}'
    sides_of = pairwise([*border, border[0]])
    pieces = [piece for start, end in sides_of for piece in _standing(start, end)]
    cast = "".join(polygon([a, b, Point(b.x + 12, b.y + 13), Point(a.x + 12, a.y + 13)]) for a, b in pieces)
    lines = "".join(line(piece) for piece in pieces)
    raised = "".join(line([Point(x, y - HIGH) for x, y in piece]) for piece in pieces)
    sides = "".join(polygon([a, b, Point(b.x, b.y - HIGH), Point(a.x, a.y - HIGH)]) for a, b in pieces)
    return (
        f'{floor}<path class="cast" d="{cast}"/><path class="ruin-c" d="{lines}"/>'
        f'<path class="ruin-s" d="{sides}"/>{ink.paths(raised, "ruin-c", "ruin-w")}'
    )


def _standing(start: Point, end: Point) -> list[tuple[Point, Point]]:
    """The pieces of one wall of a ruin: its corners stand, and of its middle more or less."""
    count = max(2, round(math.dist(start, end) / 62))
    pieces = []
    for index in range(count):
        far = between(0.5, 1.0, "piece", start, index) * PIECE
        low = 0.0 if index == 0 else 0.5 - far / 2
        low, high = (1 - far, 1.0) if index == count - 1 else (low, low + far)
        pieces.append((part(start, end, (index + low) / count), part(start, end, (index + high) / count)))
    return pieces


def _building(border: Line) -> str:
    """Walls seen from the south, over them a hipped roof; a flat one over anything but a rectangle."""
    far = EAVES * 1.35
    cast = polygon(border) + "".join(
        polygon([a, b, Point(b.x + far, b.y + far), Point(a.x + far, a.y + far)])
        for a, b in pairwise([*border, border[0]])
    )
    roof = [Point(x, y - EAVES) for x, y in border]
    walls, panes = "", ""
    for a, b in pairwise([*border, border[0]]):
        if _south(a, b, border):
            walls += polygon([a, b, Point(b.x, b.y - EAVES), Point(a.x, a.y - EAVES)])
            panes += _windows(a, b)
    body = _hipped(roof) if len(roof) == 4 else ""
    return (
        f'<path class="cast" d="{cast}"/><path class="f-wall" d="{walls}"/><path class="f-win" d="{panes}"/>'
        f'<path class="f-roof f{choose(3, "roof", border[0]) - 1}" d="{polygon(roof)}"/>{body}'
    )


def _south(a: Point, b: Point, border: Line) -> bool:
    """Whether the outside of an edge is seen from the south."""
    return a.x != b.x and not holds(border, (a.x + b.x) / 2, (a.y + b.y) / 2 + 1)


def _windows(a: Point, b: Point) -> str:
    count = int(abs(b.x - a.x) / PITCH) - 1
    spots = (part(a, b, (index + 1) / (count + 1)) for index in range(count))
    return "".join(f"M{pair(at.x - 3, at.y - EAVES + 4)}h6v6h-6z" for at in spots)


def _hipped(border: Line) -> str:
    """The four slopes and the ridge of a roof whose longer sides are the first two or the others."""
    long = math.dist(border[0], border[1]) >= math.dist(border[1], border[2])
    a, b, c, d = border if long else (*border[1:], border[0])  # a-b and c-d are the long sides
    inset = RIDGE * math.dist(b, c) / max(1.0, math.dist(a, b))
    west, east = Point((a.x + d.x) / 2, (a.y + d.y) / 2 - 6), Point((b.x + c.x) / 2, (b.y + c.y) / 2 - 6)
    west_end, two = part(west, east, inset), part(east, west, inset)
    slopes_of = ((a, b, two, west_end), (b, c, two), (c, d, west_end, two), (d, a, west_end))
    dim = "".join(polygon(slope) for slope in slopes_of if not _lit(slope))
    ridge = line((west_end, two)) + "".join(
        line(edge) for edge in ((a, west_end), (d, west_end), (b, two), (c, two))
    )
    return f'<path class="f-dim" d="{dim}"/><path class="f-ridge" d="{ridge}"/>'


def _lit(slope: Line) -> bool:
    """Whether a slope looks to the light: its eaves lie above or left of its ridge."""
    eaves, ridge = mean(slope[:2]), mean(slope[2:])
    return (eaves.x - ridge.x) + (eaves.y - ridge.y) < 0


def _danger(border: Line) -> str:
    """Pitted ground with warning signs."""
    pits = "".join(f"M{pair(at.x - 4, at.y)}l4-5 4 5" for at in scattered(border, 24.0, 9))
    spots = [at for at in scattered(border, SIGN_GAP, 10) if holds(border, *at)] or [mean(border)]
    sign = f'<path class="sign-w" d="{SIGN}"/><path class="sign-b" d="{BANG}"/>'
    signs = "".join(f'<g class="sign" {ink.placed(at)}>{sign}</g>' for at in spots)
    return f'<path class="r-danger" d="{ragged(border)}"/><path class="pit" d="{pits}"/>{signs}'


DRAWINGS: dict[str, Callable[[Line], str]] = {
    "open": _open,
    "hill": _hill,
    "mud": _mud,
    "bog": _bog,
    "water": _water,
    "danger": _danger,
    "rubble": _rubble,
    "ruin": _ruin,
    "wall": _wall,
    "building": _building,
    "forest": _forest,
}
"""From the lowest to the tallest."""


# ---------------------------------------------------------------- ground
# What a table without places lies on: farmland, or a drill square where nothing stands; rim and ruler.


EVERY = 6  # inches from number to number of the ruler
SLAB = 90.0  # of a drill square: three inches
LINES = 1.5 * INCH  # how far its painted lines lie inside the edge
TONES, STAINS, WEEDS, PITS = 4, 4, 40, 2
LANES = 9  # how many ways a road may take across a table


def ground(scene: PlaneScene, alone: bool, seed: str = "") -> str:
    """Layer l-ground: it depends on the table and never on the position."""
    own = seed or f"{scene.width} {scene.height} {ink.jitter(scene.patches):.6f}"
    return _ground(scene.width, scene.height, scene.patches, alone, own)


@lru_cache(maxsize=64)
def _ground(wide: int, high: int, patches: tuple[Patch, ...], alone: bool, seed: str) -> str:
    """The same of what it depends on."""
    table = PlaneScene(wide, high, patches, (), (), ())
    sheet, (width, height) = PlaneSheet(table), size(table)
    land = country.around(width, height, alone)
    below = country.farmland(land, seed, alone) + country.surroundings(width, height, land, seed)
    return below + (_farm(sheet, patches, seed) if patches else _drill(sheet, seed))


def _farm(sheet: PlaneSheet, patches: tuple[Patch, ...], seed: str) -> str:
    """A lane past most of what lies on the table, and craters of an older battle."""
    boxes = [_box(sheet, patch) for patch in patches]
    way = min((_lane(sheet, turn, seed) for turn in range(1, LANES)), key=lambda line: _overlaps(line, boxes))
    pits = "".join(
        country.crater(at, between(9, 13, "pit", turn, seed))
        for turn in range(PITS)
        for at in (_spot(sheet, "pit", turn, seed),)
        if not _overlaps([at], boxes)
    )
    return country.road(way, True) + pits


def _box(sheet: PlaneSheet, patch: Patch) -> Room:
    """The rectangle round a piece of ground, and a little more."""
    spots = [sheet.at(corner) for corner in patch.corners]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return Room(min(xs), min(ys), max(xs), max(ys)).grown(14)


def _lane(sheet: PlaneSheet, turn: int, seed: str) -> list[Point]:
    """A way from west to east across a table and on beyond it."""
    y, step = MARGIN + sheet.height * turn / LANES, sheet.width / 6
    return [
        Point(LEFT + step * index, y + between(-18, 18, "lane", index, turn, seed)) for index in range(-9, 16)
    ]


def _overlaps(line: list[Point], boxes: list[Room]) -> int:
    """How many points of a way lie on what has a rule."""
    return sum(box.holds(*at) for at in line for box in boxes)


def _spot(sheet: PlaneSheet, *key: object) -> Point:
    """Any spot of a table, not at its edge."""
    x, y = (between(0.1, 0.9, axis, *key) for axis in ("x", "y"))
    return Point(LEFT + x * sheet.width, MARGIN + y * sheet.height)


def _drill(sheet: PlaneSheet, seed: str) -> str:
    """Slabs with painted lines, stains, weeds in the joints, the marks of tracks, two craters."""
    wide, high = sheet.width, sheet.height
    apron = "".join(
        f'<path class="{name}" d="{_frame(wide, high, far)}"/>'
        for name, far in (("kerb-c", 44), ("apron", 34))
    )
    pits = "".join(country.crater(_spot(sheet, "pit", turn, seed), 9) for turn in range(PITS))
    return f"{apron}{_slabs(wide, high)}{_paint(wide, high)}{_stains(sheet, seed)}{_tyres(wide, high)}{pits}"


def _frame(wide: float, high: float, far: float = 0.0) -> str:
    """The edge of a table, so much larger on all sides."""
    left, top = LEFT - far, MARGIN - far
    return f"M{pair(left, top)}h{num(wide + 2 * far)}v{num(high + 2 * far)}H{num(left)}z"


def _slabs(wide: float, high: float) -> str:
    """Slabs in four tones, and the joints between them."""
    columns, rows = int(-(-wide // SLAB)), int(-(-high // SLAB))
    tones = [""] * TONES
    for column in range(columns):
        for row in range(rows):
            across, down = min(SLAB, wide - column * SLAB), min(SLAB, high - row * SLAB)
            start = pair(LEFT + column * SLAB, MARGIN + row * SLAB)
            tones[choose(TONES, "slab", column, row) - 1] += (
                f"M{start}h{num(across)}v{num(down)}h{num(-across)}z"
            )
    joints = "".join(f"M{pair(LEFT + column * SLAB, MARGIN)}v{num(high)}" for column in range(1, columns))
    joints += "".join(f"M{pair(LEFT, MARGIN + row * SLAB)}h{num(wide)}" for row in range(1, rows))
    slabs = "".join(f'<path class="slab-{tone}" d="{path}"/>' for tone, path in enumerate(tones) if path)
    return f'{slabs}<path class="joint" d="{joints}"/>'


def _paint(wide: float, high: float) -> str:
    """A frame, two lines of dashes and a ring in the middle."""
    across, down = LEFT + wide / 2, MARGIN + high / 2
    frame = _frame(wide, high, -LINES)
    dashes = f"M{pair(across, MARGIN + LINES)}v{num(high - 2 * LINES)}"
    dashes += f"M{pair(LEFT + LINES, down)}h{num(wide - 2 * LINES)}"
    ring = f'<circle class="paint" cx="{num(across)}" cy="{num(down)}" r="{num(3 * INCH)}"/>'
    return f'<path class="paint" d="{frame}"/><path class="paint dashed" d="{dashes}"/>{ring}'


def _stains(sheet: PlaneSheet, seed: str) -> str:
    """Oil, and weeds in the joints."""
    oil = weeds = ""
    for turn in range(STAINS):
        (x, y), far = _spot(sheet, "oil", turn, seed), between(22, 40, "oil", turn, seed)
        half = f"a{num(far)} {num(far * 0.6)} 0 1 0 "
        oil += f"M{pair(x - far, y)}{half}{num(2 * far)} 0{half}{num(-2 * far)} 0"
    for turn in range(WEEDS):
        x, y = _spot(sheet, "weed", turn, seed)
        on = LEFT + round((x - LEFT) / SLAB) * SLAB if turn % 2 else x
        weeds += f"M{pair(on, y if turn % 2 else MARGIN + round((y - MARGIN) / SLAB) * SLAB)}h0"
    return f'<path class="oil" d="{oil}"/><path class="weed" d="{weeds}"/>'


def _tyres(wide: float, high: float) -> str:
    """The marks that a vehicle left on its way across."""
    shares = ((0.13, 1.02), (0.21, 0.73), (0.44, 0.54), (0.79, 0.44), (1.03, 0.27))
    path = ink.smooth([Point(LEFT + x * wide, MARGIN + y * high) for x, y in shares], closed=False)
    return "".join(f'<path class="tyre" transform="translate({aside} 0)" d="{path}"/>' for aside in (-9, 9))


@lru_cache(maxsize=64)
def edge(wide: int, high: int, alone: bool) -> str:
    """Layer l-grid: clouds and sun over all, a wash over what is not table, its rim, inches at two edges."""
    table = PlaneScene(wide, high, (), (), (), ())
    sheet = PlaneSheet(table)
    rim = country.edge(size(table), _frame(sheet.width, sheet.height), f"{wide} {high}", alone)
    across, up = (range(EVERY, int(far / INCH) + 1, EVERY) for far in (sheet.width, sheet.height))
    marks = [(LEFT + inch * INCH, sheet.foot + 22, f"{inch}″") for inch in across]
    marks += [(LEFT / 2, sheet.foot - inch * INCH + 5, f"{inch}″") for inch in up]
    return rim + country.ruler(marks)
