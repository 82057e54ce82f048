"""How hulls and turrets stand up from the ground: slanted plates, each lit by where it looks once turned."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from hulldown.views.ink import polygon
from hulldown.views.sheet import symbols

Corner = tuple[float, float]

TOPS: dict[str, tuple[Corner, ...]] = {
    "tank": ((-13, -23), (13, -23), (17, -19), (17, 30), (14, 35), (-14, 35), (-17, 30), (-17, -19)),
    "turret": (
        *((-5, -15), (5, -15), (11, -8), (13, 5), (11, 14)),
        *((7, 19), (-7, 19), (-11, 14), (-13, 5), (-11, -8)),
    ),
    "apc": ((-12, -22), (12, -22), (17, -17), (17, 32), (14, 36), (-14, 36), (-17, 32), (-17, -17)),
    "torso": (
        *((-5, -17), (5, -17), (10, -11), (13, 0), (10, 13)),
        *((5, 18), (-5, 18), (-10, 13), (-13, 0), (-10, -11)),
    ),
    "hover": (
        *((-4, -22), (4, -22), (12, -15), (17, 0), (18, 18)),
        *((11, 28), (-11, 28), (-18, 18), (-17, 0), (-12, -15)),
    ),
    "hturret": ((-3, -11), (3, -11), (7, -5), (8, 3), (4, 9), (-4, 9), (-8, 3), (-7, -5)),
    "gturret": ((-6, -7), (6, -7), (9, -3), (9, 5), (6, 9), (-6, 9), (-9, 5), (-9, -3)),
}
"""The flat top on each drawing, nose up, clockwise, with a corner for each of the outline below it."""
OUTLINE = re.compile(r'<symbol id="v-(\w+)".*?class="u-(?:hull|tur)" d="M([^Z]*)Z"')  # in symbols.svg
CORNER = re.compile(r"(-?\d+) ?(-?\d+)")
LIGHT = math.radians(315)  # where it comes from, clockwise from north
SHADES = 5
STEP = 30  # degrees between the gradients that lie over a turned hull


@lru_cache(maxsize=1)
def outlines() -> dict[str, tuple[Corner, ...]]:
    """The outline of each drawing that has a top, as `symbols.svg` has it."""
    return {
        name: tuple((int(x), int(y)) for x, y in CORNER.findall(line))
        for name, line in OUTLINE.findall(symbols())
        if name in TOPS
    }


@lru_cache(maxsize=4096)
def slants(name: str, turn: int) -> str:
    """Light and shade on a drawing that is turned by degrees clockwise: one path for each of five shades."""
    if name not in TOPS:
        return ""
    outer, top = outlines()[name], TOPS[name]
    shades = [""] * SHADES
    for index, start in enumerate(outer):
        after = (index + 1) % len(outer)
        end = outer[after]
        looks = math.atan2(end[1] - start[1], end[0] - start[0]) + math.radians(turn)
        shade = min(SHADES - 1, int((1 - math.cos(looks - LIGHT)) * SHADES / 2))
        shades[shade] += polygon((start, end, top[after], top[index]))
    step = round(turn % 360 / STEP) * STEP % 360
    gradient = f"g-lit-{step}" if step else "g-lit"
    plates = "".join(f'<path class="sh{shade}" d="{path}"/>' for shade, path in enumerate(shades) if path)
    return f'<path fill="url(#{gradient})" d="{polygon(outer)}"/>{plates}'
