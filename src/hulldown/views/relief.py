"""Hills: backs of grass, lit from the north-west, hatched on the other flank, with a bright brow."""

from __future__ import annotations

import math
from functools import lru_cache

from hulldown.views.hex.grid import Hex, middle
from hulldown.views.ink import Point, between, jitter, mean, num, pair, part, polygon, ring, smooth
from hulldown.views.outlines import patches, ragged

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
    summit = mean(border)
    nearest = [min(middles, key=lambda at: math.dist(at, point)) for point in border]
    halfway = [part(at, summit, 0.5) for at in nearest]
    return [mean([halfway[(here + step) % len(halfway)] for step in EVENING]) for here in range(len(halfway))]


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
        at = part(tops[index], border[index], share)
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
