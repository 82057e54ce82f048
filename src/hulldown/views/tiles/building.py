"""What is high on square tiles, seen a little from the south: walls, roof, what stands on it, shadow; and the
heap that is left of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from hulldown.views.country import stones
from hulldown.views.ink import Point, between, jitter, num, pair, polygon, ring, smooth
from hulldown.views.tiles.grid import Box, Tile, box, inner_lines

EDGE = 4.0  # how far walls stand inside the edge of their tiles
BACK = 0.2  # how far the northern edge of a roof is seen farther north, as a share of its height
SUN = 1.35  # length of a shadow against the height
PANE, PITCH, STOREY = 5.5, 10.5, 8.5  # of windows: their side, from one to the next, from row to row
PLANT = (9.0, 16.0)  # sides of what stands on roofs
STONES, TONES = 18, 3  # of a heap: how many stones, in how many tones
SIGNS = 20.0  # of a roof at its lower edge, where its letters stand

Line = Sequence[Point]


def lifted(tiles: frozenset[Tile], high: float, inset: float = EDGE) -> list[list[Point]]:
    """The lines round tiles as they are seen on a roof so high: southern edges show the wall below them."""
    return [_lifted(corners, high) for corners in inner_lines(tiles, inset)]


def _lifted(corners: Line, high: float) -> list[Point]:
    """One line; each of its corners ends an edge that runs to the east (a northern one) or to the west."""
    moved = []
    for index, (x, y) in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % len(corners)]
        east = after.x > x if after.y == y else before.x < x
        moved.append(Point(x, y - high * (BACK if east else 1)))
    return moved


def top_of(tiles: Iterable[Tile], high: float) -> Box:
    """The rectangle round a roof."""
    left, top, right, bottom = box(tiles)
    return left + EDGE, top + EDGE - BACK * high, right - EDGE, bottom - EDGE - high


def shadow(tiles: frozenset[Tile], high: float) -> str:
    """The ground a body of that height keeps from the light; every piece runs the same way round."""
    far, parts = high * SUN, []
    for corners in inner_lines(tiles, EDGE):
        cast = [Point(x + far, y + far * 0.9) for x, y in corners]
        parts += [polygon(corners), polygon(cast)]
        for index, start in enumerate(corners):
            after = (index + 1) % len(corners)
            side = [start, corners[after], cast[after], cast[index]]
            turning = (corners[after].x - start.x) * 0.9 - (corners[after].y - start.y)
            parts.append(polygon(side if turning > 0 else side[::-1]))
    return "".join(parts)


def body(tiles: frozenset[Tile], high: float, roof: str) -> str:
    """Southern walls with their windows, a flat roof with a parapet."""
    walls, panes = "", ""
    for corners in inner_lines(tiles, EDGE):
        for start, end in pairwise([*corners, corners[0]]):
            if end.x < start.x:
                walls += f"M{pair(end.x, start.y - high)}H{num(start.x)}V{num(start.y)}H{num(end.x)}z"
                panes += _windows(end.x, start.x, start.y, high)
    edge = "".join(map(polygon, lifted(tiles, high)))
    flat = "".join(map(polygon, lifted(tiles, high, EDGE + 4)))
    return (
        f'<path class="f-wall" d="{walls}"/><path class="f-win" d="{panes}"/>'
        f'<path class="f-roof {roof}" d="{edge}"/><path class="roof-in" d="{flat}"/>'
        f'<path class="roof-lit" d="{_lit(tiles, high)}"/>'
    )


def _windows(left: float, right: float, foot: float, high: float) -> str:
    """The windows of one wall, in as many rows as it has storeys."""
    count, rows = int((right - left - 6) / PITCH), max(1, int((high - 2) / STOREY))
    start, side = left + (right - left - count * PITCH + PITCH - PANE) / 2, num(PANE)
    return "".join(
        f"M{pair(start + index * PITCH, foot - high + 2.5 + row * STOREY)}h{side}v{side}h-{side}z"
        for row in range(rows)
        for index in range(count)
    )


def _lit(tiles: frozenset[Tile], high: float) -> str:
    """The edges of a roof that face the light, to the north and west."""
    parts = []
    for corners in lifted(tiles, high, EDGE + 1.8):
        for start, end in pairwise([*corners, corners[0]]):
            if end.x > start.x or end.y < start.y:
                parts.append(f"M{pair(*start)}L{pair(*end)}")
    return "".join(parts)


def plants(tiles: frozenset[Tile], high: float, name: object) -> str:
    """What stands on a plain roof, each thing with its shadow."""
    left, top, right, bottom = top_of(tiles, high)
    wide, tall = right - left - 2 * PLANT[1], bottom - SIGNS - top - PLANT[1]
    if tall < 4:
        return ""
    cast = boxes = slats = ""
    count = max(1, round(len(tiles) / 1.5))
    for index in range(min(count, 4)):
        side = between(*PLANT, "plant", name, index)
        x = left + 10 + wide * (index + between(0.2, 0.8, "px", name, index)) / min(count, 4)
        y = top + 7 + tall * between(0, 1, "py", name, index)
        cast += f"M{pair(x + 2, y + side * 0.8)}L{pair(x + side, y)}l5 5v{num(side * 0.8)}h{num(-side)}z"
        boxes += f"M{pair(x, y)}h{num(side)}v{num(side * 0.8)}h{num(-side)}z"
        slats += f"M{pair(x + 2, y + side * 0.4)}h{num(side - 4)}"
    return f'<path class="cast" d="{cast}"/><path class="plant" d="{boxes}"/><path class="slat" d="{slats}"/>'


def block(tiles: Iterable[Tile], roof: str, high: float) -> str:
    """A block of houses that no rule knows."""
    here = frozenset(tiles)
    cast = f'<path class="cast" d="{shadow(here, high)}"/>'
    return cast + body(here, high, roof) + plants(here, high, min(here))


@lru_cache(maxsize=1024)
def rubble(at: Point, far: float, *key: object) -> str:
    """What has fallen: a heap of stones that reaches so far round a spot, with its shadow."""
    tones, cast = [""] * TONES, ""
    for index in range(STONES):
        turn = math.tau * jitter("turn", *key, index)
        away = far * 0.86 * math.sqrt(jitter("away", *key, index))
        size = between(0.1, 0.2, "size", *key, index) * far
        spot = Point(at.x + away * math.cos(turn), at.y + away * math.sin(turn))
        tones[index % TONES] += polygon(ring(spot, size, 5, 0.5, "stone", *key, index))
        cast += polygon(ring((spot.x + 2, spot.y + 2.8), size, 5, 0.5, "stone", *key, index))
    floor = smooth(ring(at, far * 0.95, 11, 0.2, "heap", *key))
    return f'<path class="r-rubble" d="{floor}"/><path class="cast" d="{cast}"/>{stones(tones)}'
