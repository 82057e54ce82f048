"""Edges drawn as if by hand on a table without places, and what is scattered within them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hulldown.views.ink import Point, between, mean, part, smooth

STEP, WOBBLE = 22.0, 2.6  # of a ragged edge

Line = Sequence[Point]


def ragged(line: Line) -> str:
    """The edge as if drawn by hand: it keeps within the true one."""
    points = []
    for index, start in enumerate(line):
        end = line[(index + 1) % len(line)]
        steps = max(2, round(math.dist(start, end) / STEP))
        points += [within(part(start, end, step / steps), line) for step in range(steps)]
    return smooth(points)


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
