"""Measuring: distances of bases, and lengths compared (WS-1.2, WS-1.5 to WS-1.7, WS-1.15).

Places are in mils, lengths in millionths of an inch.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.kernel.shapes import distance
from hulldown.rulesets.warstrike.codes import FINE, NOBODY, TOL
from hulldown.rulesets.warstrike.state import Options, State, on_table
from hulldown.rulesets.warstrike.variants import Measure

ENDLESS = 1 << 40  # longer than any table


@rule
def at_most(a: int, b: int) -> bool:
    """Whether a length is at most another; "more than" is the opposite (WS-1.2)."""
    return a <= b + TOL


@rule
def less(a: int, b: int) -> bool:
    """Whether a length is less than another; "at least" is the opposite (WS-1.2)."""
    return a < b - TOL


@rule
def edge_distance(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> int:
    """The gap between two bases, below which nothing is measured: 0 where they meet (WS-1.5)."""
    return max(0, distance(ax, ay, bx, by) - (ar + br) * FINE)


@rule
def spread(o: Options, ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> int:
    """The distance of two models of a unit, as the distances of the movement rules are measured (WS-1.5)."""
    if o.measure == Measure.CENTRE:
        return distance(ax, ay, bx, by)
    return edge_distance(ax, ay, ar, bx, by, br)


@rule
def gap(s: State, i: int, j: int) -> int:
    """The edge distance of two models where they stand (WS-1.5)."""
    a, b = s.model[i], s.model[j]
    return edge_distance(a.x, a.y, a.radius, b.x, b.y, b.radius)


@rule
def gap_to(s: State, m: int, x: int, y: int) -> int:
    """The distance of a model from a point (WS-1.6)."""
    v = s.model[m]
    return max(0, distance(v.x, v.y, x, y) - v.radius * FINE)


@rule
def unit_gap(s: State, k: int, other: int) -> int:
    """The distance of two units: that of their closest models (WS-1.7)."""
    least = ENDLESS
    u, w = s.unit[k], s.unit[other]
    for i in range(u.first, u.first + u.size):
        for j in range(w.first, w.first + w.size):
            if on_table(s, i) and on_table(s, j):
                least = min(least, gap(s, i, j))
    return least


@rule
def nearest_enemy(s: State, side: int, x: int, y: int) -> int:
    """How far the enemy model nearest to a point is from it (WS-1.6); ENDLESS without any."""
    least = ENDLESS
    for j in range(s.models):
        if on_table(s, j) and s.unit[s.model[j].unit].side != side:
            least = min(least, gap_to(s, j, x, y))
    return least


@rule
def next_of(s: State, k: int, m: int) -> int:
    """The next model of a unit on the table after a model; its first after NOBODY; NOBODY at the end."""
    u = s.unit[k]
    first = u.first if m == NOBODY else m + 1
    for i in range(first, u.first + u.size):
        if on_table(s, i):
            return i
    return NOBODY
