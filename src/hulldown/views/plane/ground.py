"""What a table without places lies on: farmland, or a drill square where nothing stands; rim and ruler."""

from __future__ import annotations

from functools import lru_cache

from hulldown.rulesets.api.scene import Patch, PlaneScene
from hulldown.views import country
from hulldown.views.ink import Point, Room, between, choose, jitter, num, pair, smooth
from hulldown.views.plane.grid import INCH, LEFT, MARGIN, PlaneSheet, size

EVERY = 6  # inches from number to number of the ruler
SLAB = 90.0  # of a drill square: three inches
LINES = 1.5 * INCH  # how far its painted lines lie inside the edge
TONES, STAINS, WEEDS, PITS = 4, 4, 40, 2
LANES = 9  # how many ways a road may take across a table


def ground(scene: PlaneScene, alone: bool, seed: str = "") -> str:
    """Layer l-ground: it depends on the table and never on the position."""
    own = seed or f"{scene.width} {scene.height} {jitter(scene.patches):.6f}"
    return _ground(scene.width, scene.height, scene.patches, alone, own)


@lru_cache(maxsize=64)
def _ground(wide: int, high: int, patches: tuple[Patch, ...], alone: bool, seed: str) -> str:
    """The same of what it depends on."""
    table = PlaneScene(wide, high, patches, (), (), ())
    sheet, (width, height) = PlaneSheet(table), size(table)
    land = country.around(width, height, alone)
    below = country.farmland(land, seed, alone) + country.surroundings(width, height, land, seed)
    return below + (_farm(sheet, patches, seed) if patches else _drill(sheet, seed))


# ---------------------------------------------------------------- farmland


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


# ---------------------------------------------------------------- a drill square


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
    path = smooth([Point(LEFT + x * wide, MARGIN + y * high) for x, y in shares], closed=False)
    return "".join(f'<path class="tyre" transform="translate({aside} 0)" d="{path}"/>' for aside in (-9, 9))


# ---------------------------------------------------------------- light, rim and ruler


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
