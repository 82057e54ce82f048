"""The ground of a battle without a map: contour lines, grass and wheel tracks, which mean nothing."""

from __future__ import annotations

import math
from functools import lru_cache

from hulldown.views.ink import Point, between, choose, num, pair, smooth, use
from hulldown.views.track.lanes import LANE, MARGIN, WIDTH

LEFT, RIGHT = MARGIN, WIDTH - MARGIN
STEP, SPACING = 52.0, 21.0  # between the points of a contour line, and from line to line
RINGS = (1.0, 0.66, 0.34)
CORNERS = 12


@lru_cache(maxsize=64)
def country(top: float, height: float, lanes: int) -> str:
    """The ground of one panel. It depends on nothing but where the panel is."""
    knolls = _knolls(top, height)
    axes = [top + height * (lane + 0.5) / lanes - 12 for lane in range(lanes)]
    parts = [
        f'<path class="ground" d="M{pair(LEFT, top)}H{num(RIGHT)}v{num(height)}H{num(LEFT)}z"/>',
        f'<path class="contour" d="{_slopes(top, height, knolls)}"/>',
        *(_knoll(at, wide) for at, wide in knolls),
        *(_ruts(y) for y in axes),
        *_grass(top, height),
        *(_trees(top, height) if height > 2 * LANE else ()),
    ]
    return "".join(parts)


def _knolls(top: float, height: float) -> list[tuple[Point, float]]:
    """Small hills, each with how far it pushes the contour lines aside."""
    wide = 15.0 if height < 2 * LANE else 25.0
    count = 3 if height < 2 * LANE else 4
    far = (RIGHT - LEFT) / count
    found = []
    for turn in range(count):
        x = LEFT + far * (turn + between(0.3, 0.7, "knoll", turn, round(top)))
        low, high = (0.17, 0.25) if turn % 2 else (0.76, 0.84)
        found.append((Point(x, top + height * between(low, high, "knoll-y", turn, round(top))), wide))
    return found


def _slopes(top: float, height: float, knolls: list[tuple[Point, float]]) -> str:
    """Contour lines from side to side that give way to the knolls and never cross."""
    count = int(height / SPACING)
    return "".join(_slope(top + height * (line + 0.5) / count, top, height, knolls) for line in range(count))


def _slope(level: float, top: float, height: float, knolls: list[tuple[Point, float]]) -> str:
    """One contour line as a smooth path."""
    steps = int((RIGHT - LEFT) / STEP)
    points = []
    for step in range(steps + 1):
        x = LEFT + (RIGHT - LEFT) * step / steps
        y = level + 7 * math.sin(x / 97 + level / 61) + sum(_push(x, level, *knoll) for knoll in knolls)
        points.append((x, min(max(y, top + 2), top + height - 2)))
    half = (RIGHT - LEFT) / steps / 2.4
    path = f"M{pair(*points[0])}C{pair(points[0][0] + half, points[0][1])}"
    for x, y in points[1:]:
        path += f"{' ' if path[-1] != 'S' else ''}{pair(x - half, y)} {pair(x, y)}S"
    return path[:-1].replace(" -", "-")


def _push(x: float, level: float, at: Point, wide: float) -> float:
    """How far a knoll moves a contour line at a spot."""
    near = math.exp(-(((x - at.x) / (2.6 * wide)) ** 2)) * math.exp(-abs(level - at.y) / (1.6 * wide))
    return math.copysign(wide * near, level - at.y)


def _knoll(at: Point, wide: float) -> str:
    """A small hill as rings."""
    return "".join(
        f'<path class="contour{" knoll" if share == 1 else ""}" d="{smooth(_ring(at, wide * share))}"/>'
        for share in RINGS
    )


def _ring(at: Point, wide: float) -> list[tuple[float, float]]:
    """The points of a contour round the top of a hill; those of one hill bulge alike and never cross."""
    ring = []
    for corner in range(CORNERS):
        turn, bulge = math.tau * corner / CORNERS, between(0.8, 1.05, "ring", corner, round(at.x))
        ring.append((at.x + 1.9 * wide * bulge * math.cos(turn), at.y + 0.85 * wide * bulge * math.sin(turn)))
    return ring


def _ruts(y: float) -> str:
    """The ruts that tracks leave along a lane."""
    swell = "q48-5 96 0" + "t96 0" * 7
    starts = (f"M{pair(LEFT + 6, y + aside)}{swell}" for aside in (-11, 11))
    return f'<path class="rut" d="{"".join(starts)}"/>'


def _grass(top: float, height: float) -> list[str]:
    """Tufts here and there."""
    rows = max(1, round(height / 118))
    spots = [(column, row) for row in range(rows) for column in range(7)]
    return [
        use(
            f"t-tufts-{choose(6, 'tufts', column, row, round(top))}",
            Point(LEFT + 64 + 110 * column, top + height * (row + 0.5) / rows),
        )
        for column, row in spots
    ]


def _trees(top: float, height: float) -> list[str]:
    """Some trees along both edges of a wide panel."""
    spots = [(turn, edge) for edge in (0, 1) for turn in range(9)]
    return [
        use(
            f"t-tree-{choose(12, 'tree', turn, edge)}",
            Point(
                LEFT + 20 + 92 * turn + between(-22, 22, "tree-x", turn, edge),
                top + (between(14, 30, "t", turn) if edge == 0 else height - between(14, 26, "b", turn)),
            ),
        )
        for turn, edge in spots
        if between(0, 1, "stands", turn, edge) < 0.6
    ]
