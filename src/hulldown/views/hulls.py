"""How hulls and turrets stand up from the ground: slanted plates, each lit by where it looks once turned."""

from __future__ import annotations

import math
from functools import lru_cache

from hulldown.views.ink import polygon

Corner = tuple[float, float]

OUTLINES: dict[str, tuple[tuple[Corner, ...], tuple[Corner, ...]]] = {
    "tank": (
        ((-16, -42), (16, -42), (23, -30), (23, 34), (18, 41), (-18, 41), (-23, 34), (-23, -30)),
        ((-13, -23), (13, -23), (17, -19), (17, 30), (14, 35), (-14, 35), (-17, 30), (-17, -19)),
    ),
    "turret": (
        (
            *((-8, -25), (8, -25), (17, -13), (19, 5), (15, 18)),
            *((10, 25), (-10, 25), (-15, 18), (-19, 5), (-17, -13)),
        ),
        (
            *((-5, -15), (5, -15), (11, -8), (13, 5), (11, 14)),
            *((7, 19), (-7, 19), (-11, 14), (-13, 5), (-11, -8)),
        ),
    ),
    "apc": (
        ((-14, -43), (14, -43), (23, -28), (23, 37), (18, 42), (-18, 42), (-23, 37), (-23, -28)),
        ((-12, -22), (12, -22), (17, -17), (17, 32), (14, 36), (-14, 36), (-17, 32), (-17, -17)),
    ),
    "torso": (
        (
            *((-8, -28), (8, -28), (16, -19), (21, 0), (15, 20)),
            *((7, 27), (-7, 27), (-15, 20), (-21, 0), (-16, -19)),
        ),
        (
            *((-5, -17), (5, -17), (10, -11), (13, 0), (10, 13)),
            *((5, 18), (-5, 18), (-10, 13), (-13, 0), (-10, -11)),
        ),
    ),
    "hover": (
        (
            *((-7, -39), (7, -39), (19, -27), (26, -4), (27, 20)),
            *((17, 34), (-17, 34), (-27, 20), (-26, -4), (-19, -27)),
        ),
        (
            *((-4, -22), (4, -22), (12, -15), (17, 0), (18, 18)),
            *((11, 28), (-11, 28), (-18, 18), (-17, 0), (-12, -15)),
        ),
    ),
    "hturret": (
        ((-5, -18), (5, -18), (12, -8), (13, 5), (7, 14), (-7, 14), (-13, 5), (-12, -8)),
        ((-3, -11), (3, -11), (7, -5), (8, 3), (4, 9), (-4, 9), (-8, 3), (-7, -5)),
    ),
    "gturret": (
        ((-10, -13), (10, -13), (14, -6), (14, 9), (9, 14), (-9, 14), (-14, 9), (-14, -6)),
        ((-6, -7), (6, -7), (9, -3), (9, 5), (6, 9), (-6, 9), (-9, 5), (-9, -3)),
    ),
}
"""The outline of each drawing, the same in `symbols.svg`, and of the flat top on it: nose up, clockwise."""
LIGHT = math.radians(315)  # where it comes from, clockwise from north
SHADES = 5
STEP = 30  # degrees between the gradients that lie over a turned hull


@lru_cache(maxsize=4096)
def slants(name: str, turn: int) -> str:
    """Light and shade on a drawing that is turned by degrees clockwise: one path for each of five shades."""
    if name not in OUTLINES:
        return ""
    outer, top = OUTLINES[name]
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
