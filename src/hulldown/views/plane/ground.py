"""Ground of a table without places: grass, woods, rough ground, houses; frame and rulers with inches."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from html import escape

from hulldown.rulesets.face.scene import PlaneScene
from hulldown.rulesets.face.tabletop import Patch
from hulldown.views.ink import Point, choose, jitter, num, pair, polygon, use
from hulldown.views.plane import kinds as planekinds
from hulldown.views.plane.edges import Line, middle, part, ragged, scattered
from hulldown.views.plane.grid import INCH, LEFT, MARGIN, Sheet

TUFT = 66.0  # board units between tufts of grass
TREE_GAP, STONE_GAP = 21.0, 23.0
TREE_SHAPES, STONE_SHAPES = 12, 6
RIDGE = 0.5  # a roof is as steep on all sides
SHADE = Point(8, 10)
LONG, SHORT, EVERY = 9.0, 5.0, 6  # ticks of the ruler; each sixth is long and has a number
BLADES = "l-1.5-4m4.5 4l.3-5.5m3 5.5l2-4"


def ground(scene: PlaneScene) -> str:
    """Layer l-ground: paper tint and grass."""
    sheet = Sheet(scene)
    return _grass(sheet.width, sheet.height)


@lru_cache(maxsize=32)
def _grass(width: float, height: float) -> str:
    """The bare table."""
    tufts = "".join(
        f"M{pair(LEFT + (column + right) * TUFT, MARGIN + 8 + (row + down) * TUFT)}{BLADES}"
        for column in range(int(width / TUFT))
        for row in range(int(height / TUFT))
        for right, down in ((jitter("tx", column, row), 0.9 * jitter("ty", column, row)),)
    )
    frame = f"M{pair(LEFT, MARGIN)}h{num(width)}v{num(height)}h-{num(width)}z"
    return f'<path class="ground" d="{frame}"/><path class="tuft" d="{tufts}"/>'


def terrain(scene: PlaneScene) -> str:
    """Layer l-terrain: what lies low before what stands high."""
    sheet = Sheet(scene)
    order = list(DRAWINGS)
    listed = sorted(scene.patches, key=lambda patch: order.index(patch.kind))
    return "".join(_patch(patch, tuple(map(sheet.at, patch.corners))) for patch in listed)


@lru_cache(maxsize=256)
def _patch(patch: Patch, line: tuple[Point, ...]) -> str:
    """One piece of ground, with its name in its middle."""
    x, y = middle(line)
    name = f'<text class="place" x="{num(x)}" y="{num(y)}">{escape(patch.name)}</text>' if patch.name else ""
    return DRAWINGS[patch.kind](line) + name


# ---------------------------------------------------------------- kinds of ground


def _open(line: Line) -> str:
    """Bare ground that has a name."""
    return ""


def _forest(line: Line) -> str:
    """Round crowns, the southern ones before the northern, over a ragged edge."""
    trees = [use(f"t-tree-{choose(TREE_SHAPES, 'crown', at)}", at) for at in scattered(line, TREE_GAP, 9)]
    return f'<path class="r-forest" d="{ragged(line)}"/>{"".join(trees)}'


def _rubble(line: Line) -> str:
    """Stones on bare ground."""
    stones = [use(f"t-stone-{choose(STONE_SHAPES, 'stone', at)}", at) for at in scattered(line, STONE_GAP, 8)]
    return f'<path class="r-rubble" d="{ragged(line)}"/>{"".join(stones)}'


def _building(line: Line) -> str:
    """A hipped roof over a rectangle, a flat one over anything else; light comes from the top left."""
    moved = [Point(x + SHADE.x, y + SHADE.y) for x, y in line]
    tone = choose(2, "roof", line[0])
    body = (
        f'<path class="shadow" d="{polygon(line)}{polygon(moved)}"/>'
        f'<path class="roof roof-{tone}" d="{polygon(line)}"/>'
    )
    return body + (_hipped(line) if len(line) == 4 else "")


def _hipped(line: Line) -> str:
    """The four slopes and the ridge of a roof whose longer sides are the first two or the others."""
    long = math.dist(line[0], line[1]) >= math.dist(line[1], line[2])
    a, b, c, d = line if long else (*line[1:], line[0])  # a-b and c-d are the long sides
    inset = RIDGE * math.dist(b, c) / max(1.0, math.dist(a, b))
    west, east = Point((a.x + d.x) / 2, (a.y + d.y) / 2), Point((b.x + c.x) / 2, (b.y + c.y) / 2)
    one, two = part(west, east, inset), part(east, west, inset)
    slopes = ((a, b, two, one), (b, c, two), (c, d, one, two), (d, a, one))
    faces = "".join(f'<path class="face {_light(slope)}" d="{polygon(slope)}"/>' for slope in slopes)
    ridge = f"M{pair(*one)}L{pair(*two)}" + "".join(
        f"M{pair(*corner)}L{pair(*top)}" for corner, top in ((a, one), (d, one), (b, two), (c, two))
    )
    return f'{faces}<path class="ridge" d="{ridge}"/>'


def _light(slope: Line) -> str:
    """Whether a slope looks to the light: its eaves lie above or left of its ridge."""
    eaves, ridge = middle(slope[:2]), middle(slope[2:])
    return "lit" if (eaves.x - ridge.x) + (eaves.y - ridge.y) < 0 else "dim"


DRAWINGS: dict[str, Callable[[Line], str]] = {
    "open": _open,
    "hill": planekinds.hill,
    "mud": planekinds.mud,
    "bog": planekinds.bog,
    "water": planekinds.water,
    "danger": planekinds.danger,
    "rubble": _rubble,
    "ruin": planekinds.ruin,
    "wall": planekinds.wall,
    "building": _building,
    "forest": _forest,
}
"""From the lowest to the tallest."""

# ---------------------------------------------------------------- frame and rulers


def rulers(scene: PlaneScene) -> str:
    """Layer l-grid: the frame of the table, and inches along its lower and left edge."""
    sheet = Sheet(scene)
    return _rulers(sheet.width, sheet.height, sheet.foot)


@lru_cache(maxsize=32)
def _rulers(width: float, height: float, foot: float) -> str:
    """Ticks every inch, longer and with a number every sixth."""
    across, up = range(int(width / INCH) + 1), range(int(height / INCH) + 1)
    ticks = "".join(f"M{pair(LEFT + i * INCH, foot)}v{num(_tick(i))}" for i in across)
    ticks += "".join(f"M{pair(LEFT, foot - i * INCH)}h-{num(_tick(i))}" for i in up)
    texts = [(LEFT + i * INCH, foot + 23, f"{i}″", "") for i in across if i % EVERY == 0]
    texts += [(LEFT - 12, foot - i * INCH + 4, str(i), " up") for i in up if i % EVERY == 0 and i]
    numbers = "".join(
        f'<text class="rn{cls}" x="{num(x)}" y="{num(y)}">{text}</text>' for x, y, text, cls in texts
    )
    frame = f"M{pair(LEFT, MARGIN)}h{num(width)}v{num(height)}h-{num(width)}z"
    return f'<path class="frame" d="{frame}"/><path class="rul" d="{ticks}"/>{numbers}'


def _tick(index: int) -> float:
    """How long a tick is."""
    return LONG if index % EVERY == 0 else SHORT
