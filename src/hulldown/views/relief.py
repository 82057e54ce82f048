"""Hills: three contours with hachures that point uphill."""

from __future__ import annotations

import math
from functools import lru_cache

from hulldown.views.hex.grid import Hex, middle
from hulldown.views.ink import Point, between, num, pair, smooth
from hulldown.views.outlines import patches, ragged

CONTOURS = (1.0, 0.72, 0.44)
HACHURE = (6.0, 13.0)
EVENING = range(-5, 6)


@lru_cache(maxsize=256)
def hills(spots: frozenset[Hex]) -> str:
    """Every hill of the board: hexes that touch are one hill."""
    return "".join(_hill(patch) for patch in patches(spots))


def _hill(patch: frozenset[Hex]) -> str:
    """One hill with its contours drawn towards the top."""
    border = max(ragged(patch, 6, 4, "hill", 5), key=len)
    return slopes(border, _tops(border, patch))


def slopes(border: list[Point], tops: list[Point]) -> str:
    """The contours of a hill: each point of its border climbs to a top of its own."""
    return "".join(_contour(border, tops, level) for level in range(len(CONTOURS)))


def _tops(border: list[Point], patch: frozenset[Hex]) -> list[Point]:
    """What each border point climbs to: half way from the nearest hex to the middle of the hill.

    Climbing to one summit would pinch a long hill at its waist; the change from one hex to the next
    is evened out, or the contours would kink there.
    """
    middles = [middle(spot) for spot in sorted(patch)]
    x, y = _mean(border)
    nearest = [min(middles, key=lambda at: math.dist(at, point)) for point in border]
    halfway = [Point((at.x + x) / 2, (at.y + y) / 2) for at in nearest]
    return [
        _mean([halfway[(here + step) % len(halfway)] for step in EVENING]) for here in range(len(halfway))
    ]


def _mean(points: list[Point]) -> Point:
    """The middle of several points."""
    return Point(sum(at.x for at in points) / len(points), sum(at.y for at in points) / len(points))


def _contour(border: list[Point], tops: list[Point], level: int) -> str:
    """One contour line and the short strokes on its upper side."""
    share = CONTOURS[level]
    line = [_between(top, point, share) for top, point in zip(tops, border, strict=True)]
    strokes = "".join(_hachures(line, tops, level))
    return f'<path class="r-hill k{level}" d="{smooth(line)}"/><path class="hach" d="{strokes}"/>'


def _hachures(line: list[Point], tops: list[Point], level: int) -> list[str]:
    """Strokes at even steps along the line; fewer and shorter near the top."""
    each = 3 if level < 2 else 2
    strokes = []
    for index in range(len(line) * each):
        whole, part = divmod(index / each, 1)
        start, end, top = line[int(whole)], line[(int(whole) + 1) % len(line)], tops[int(whole)]
        at = _between(start, end, part)
        length = between(*HACHURE, "hachure", num(at.x), num(at.y)) * (1 if level < 2 else 0.7)
        away = math.dist(top, at) or 1.0
        slope = pair((top.x - at.x) / away * length, (top.y - at.y) / away * length)
        strokes.append(f"M{pair(*at)}l{slope}")
    return strokes


def _between(start: Point, end: Point, share: float) -> Point:
    """The point that share of the way from one to the other."""
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
