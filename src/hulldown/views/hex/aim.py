"""Selection and targets (layer l-aim).

For every target there is one group that stays hidden until the page adds the class `on`: the line
of sight with a tick for each hex, and four corner brackets.
"""

from __future__ import annotations

import math
from html import escape

from hulldown.rulesets.face.scene import Aids, Target
from hulldown.views.hex.grid import Hex, centre, corners, distance, middle, parse
from hulldown.views.ink import Point, num, pair, polygon

SELECTED_SCALE = 0.96
BRACKET, ARM = 60.0, 18.0
LINE_START, LINE_END = 84.0, 66.0
TICK = 7.0


def aim(aids: Aids, selected: str) -> str:
    """Layer l-aim: the ring around the `selected` hex, the hidden aim groups, a barred ring on refusals."""
    parts = [_ring(parse(selected))] if selected else []
    known = set()
    for target in aids.targets:
        key = target.unit or target.place
        if key in known:
            continue
        known.add(key)
        parts.append(_refused(target, key) if target.refusal else _target(aids.place, target, key))
    return "".join(parts)


def _ring(spot: Hex) -> str:
    """An amber line on a dark casing."""
    path = polygon(corners(spot, SELECTED_SCALE))
    return f'<path class="sel-case" d="{path}"/><path class="sel" d="{path}"/>'


def _target(origin: str, target: Target, key: str) -> str:
    """The hidden group of a target that may be shot at."""
    brackets = _brackets(parse(target.place))
    return (
        f'<g class="aim" data-target="{escape(key)}">{_sight(origin, target)}'
        f'<path class="reticle-case" d="{brackets}"/><path class="reticle" d="{brackets}"/></g>'
    )


def _refused(target: Target, key: str) -> str:
    """A barred ring at the unit's left; the reason stands in its title and on the page."""
    x, y = centre(target.place)
    return (
        f'<g class="no" data-refused="{escape(key)}" transform="translate({num(x - 40)} {num(y - 1)})">'
        f'<title>{escape(target.refusal)}</title><circle r="10"/><path d="M-6-6L6 6"/></g>'
    )


def _sight(origin: str, target: Target) -> str:
    """The line of sight; nothing when there is no shooter or it stands in the same hex."""
    if not origin or origin == target.place:
        return ""
    start, end = centre(origin), centre(target.place)
    length = math.hypot(end.x - start.x, end.y - start.y)
    along = Point((end.x - start.x) / length, (end.y - start.y) / length)
    line = "M" + pair(start.x + along.x * LINE_START, start.y + along.y * LINE_START)
    line += "L" + pair(end.x - along.x * LINE_END, end.y - along.y * LINE_END)
    steps = target.steps or distance(parse(origin), parse(target.place))
    ticks = "".join(_tick(start, along, length * step / steps) for step in range(1, steps))
    marked = f'<path class="los-tick" d="{ticks}"/>' if ticks else ""
    return f'<path class="los-case" d="{line}"/><path class="los" d="{line}"/>{marked}'


def _tick(start: Point, along: Point, far: float) -> str:
    """A short stroke across the line where it enters the next hex."""
    x, y = start.x + along.x * far, start.y + along.y * far
    across = (-along.y * TICK, along.x * TICK)
    return f"M{pair(x + across[0], y + across[1])}L{pair(x - across[0], y - across[1])}"


def _brackets(spot: Hex) -> str:
    """Four corners of a square around a unit."""
    x, y = middle(spot)
    near, signs = BRACKET - ARM, ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return "".join(
        f"M{pair(x + a * BRACKET, y + b * near)}V{num(y + b * BRACKET)}H{num(x + a * near)}" for a, b in signs
    )
