"""Hills: three contours with hachures that point uphill."""

from __future__ import annotations

import math
from functools import lru_cache

from hulldown.views.hexgrid import Hex, Point
from hulldown.views.ink import between, num, pair, smooth
from hulldown.views.outlines import patches, ragged

CONTOURS = (1.0, 0.72, 0.44)
HACHURE = (6.0, 13.0)


@lru_cache(maxsize=256)
def hills(spots: frozenset[Hex]) -> str:
    """Every hill of the board: hexes that touch are one hill."""
    return "".join(_hill(patch) for patch in patches(spots))


def _hill(patch: frozenset[Hex]) -> str:
    """One hill with its contours drawn towards the top."""
    border = max(ragged(patch, 6, 4, "hill", 5), key=len)
    top = Point(sum(x for x, _ in border) / len(border), sum(y for _, y in border) / len(border))
    return "".join(_contour(border, top, level) for level in range(len(CONTOURS)))


def _contour(border: list[Point], top: Point, level: int) -> str:
    """One contour line and the short strokes on its upper side."""
    share = CONTOURS[level]
    line = [Point(top.x + (x - top.x) * share, top.y + (y - top.y) * share) for x, y in border]
    strokes = "".join(_hachures(line, top, level))
    return f'<path class="r-hill k{level}" d="{smooth(line)}"/><path class="hach" d="{strokes}"/>'


def _hachures(line: list[Point], top: Point, level: int) -> list[str]:
    """Strokes at even steps along the line; fewer and shorter near the top."""
    count = len(line) * (3 if level < 2 else 2)
    strokes = []
    for index in range(count):
        whole, part = divmod(index * len(line) / count, 1)
        start, end = line[int(whole)], line[(int(whole) + 1) % len(line)]
        x, y = start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part
        length = between(*HACHURE, "hachure", num(x), num(y)) * (1 if level < 2 else 0.7)
        away = math.hypot(top.x - x, top.y - y) or 1.0
        strokes.append(f"M{pair(x, y)}l{pair((top.x - x) / away * length, (top.y - y) / away * length)}")
    return strokes
