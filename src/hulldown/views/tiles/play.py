"""What the acting unit can do on square tiles: arc, reach, costs, selection, targets."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from html import escape

from hulldown.rulesets.face.scene import Aids, Barricade, Structure, Target
from hulldown.views.hex.play import wash
from hulldown.views.ink import Point, num, pair
from hulldown.views.tiles.grid import Box, Tile, box, centre, distance, outline, parse, square
from hulldown.views.tiles.structures import around as around_edge

RING_INSET = 2.5
BRACKET_ARM = 15.0
LINE_START, LINE_END, TICK = 32.0, 30.0, 6.0


def arc(aids: Aids) -> str:
    """Layer l-arc: faint yellow where the weapon bears and sees, hatched where it bears and does not see."""
    return _arc(frozenset(map(parse, aids.arc)), frozenset(map(parse, aids.blind)))


@lru_cache(maxsize=256)
def _arc(seen: frozenset[Tile], blind: frozenset[Tile]) -> str:
    """The arc, kept because the same one is drawn again and again while a player looks around."""
    if not seen and not blind:
        return ""
    edge = outline(seen | blind, 3)
    fills = f'<path class="arc-fill" d="{outline(seen)}"/>' if seen else ""
    if blind:
        fills += f'<path class="arc-blind" d="{outline(blind)}"/>'
    return f'{fills}<path class="arc-halo" d="{edge}"/><path class="arc-edge" d="{edge}"/>'


def reach(aids: Aids) -> str:
    """Layer l-reach: one outline round all tiles in reach, washes by cost, the near ones bright."""
    if not aids.reach:
        return ""
    most = max(aids.reach.values())
    tiles = "".join(
        f'<path class="{wash(points, most)}" data-reach="{place}" d="{square(parse(place))}"/>'
        for place, points in sorted(aids.reach.items())
    )
    edge = outline(frozenset(map(parse, (*aids.reach, *([aids.place] if aids.place else [])))))
    return f'{tiles}<path class="reach-c" d="{edge}"/><path class="reach-e" d="{edge}"/>'


def cost(aids: Aids) -> str:
    """Layer l-cost: the cheapest cost of each tile in reach."""
    return "".join(_number(centre(place), points) for place, points in sorted(aids.reach.items()))


def _number(at: Point, points: int) -> str:
    """A number in the middle of a tile."""
    return (
        f'<g class="cost" transform="translate({num(at.x)} {num(at.y)}) scale(.82)">'
        f'<g class="grow"><text y="8">{points}</text></g></g>'
    )


# ---------------------------------------------------------------- selection and targets


def aim(aids: Aids, structures: Iterable[Structure], barricades: Iterable[Barricade] = ()) -> str:
    """Layer l-aim: hidden groups for targets, barred rings on refusals."""
    parts = []
    things = {one.name: box(map(parse, one.places)) for one in structures}
    things |= {one.name: around_edge(one) for one in barricades}
    known = set()
    for target in aids.targets:
        key = target.unit or target.name or target.place
        if key not in known:
            known.add(key)
            around = things.get(target.name) or box([parse(target.place)])
            parts.append(
                _refused(target, key, around) if target.refusal else _target(aids.place, target, key, around)
            )
    return "".join(parts)


def ring(selected: str) -> str:
    """Yellow dashes on an ink casing (part of layer l-marks): under the unit, so that its gauges show."""
    if not selected:
        return ""
    path = square(parse(selected), RING_INSET)
    return f'<path class="sel-case" d="{path}"/><path class="sel" d="{path}"/>'


def _target(origin: str, target: Target, key: str, around: Box) -> str:
    """The hidden group of a target that may be shot at: the line, and brackets around all of it."""
    corners = _brackets(around)
    return (
        f'<g class="aim" data-target="{escape(key)}">{_sight(origin, target)}'
        f'<path class="reticle-case" d="{corners}"/><path class="reticle" d="{corners}"/></g>'
    )


def _refused(target: Target, key: str, around: Box) -> str:
    """A barred ring at the target's left; the reason stands in its title and on the page."""
    left, top, _, bottom = around
    return (
        f'<g class="no" data-refused="{escape(key)}" '
        f'transform="translate({num(left + 11)} {num((top + bottom) / 2 + 2)}) scale(.8)">'
        f'<title>{escape(target.refusal)}</title><circle r="10"/><path d="M-6-6L6 6"/></g>'
    )


def _sight(origin: str, target: Target) -> str:
    """The line of sight with a tick for each tile; nothing without a shooter, or in its own tile."""
    if not origin or origin == target.place:
        return ""
    start, end = centre(origin), centre(target.place)
    length = math.dist(start, end)
    along = Point((end.x - start.x) / length, (end.y - start.y) / length)
    line = "M" + pair(start.x + along.x * LINE_START, start.y + along.y * LINE_START)
    line += "L" + pair(end.x - along.x * LINE_END, end.y - along.y * LINE_END)
    steps = target.steps or distance(parse(origin), parse(target.place))
    if steps == 1:
        return ""
    ticks = "".join(_tick(start, along, length * step / steps) for step in range(1, steps))
    return (
        f'<path class="los-case" d="{line}"/><path class="los" d="{line}"/>'
        f'<path class="los-tick" d="{ticks}"/>'
    )


def _tick(start: Point, along: Point, far: float) -> str:
    """A short stroke across the line."""
    x, y = start.x + along.x * far, start.y + along.y * far
    return f"M{pair(x - along.y * TICK, y + along.x * TICK)}L{pair(x + along.y * TICK, y - along.x * TICK)}"


def _brackets(around: Box) -> str:
    """Four corner brackets."""
    left, top, right, bottom = (
        value + inset for value, inset in zip(around, (3.0, 3.0, -3.0, -3.0), strict=True)
    )
    arm = num(BRACKET_ARM)
    return (
        f"M{pair(left, top + BRACKET_ARM)}v-{arm}h{arm}M{pair(right - BRACKET_ARM, top)}h{arm}v{arm}"
        f"M{pair(right, bottom - BRACKET_ARM)}v{arm}h-{arm}M{pair(left + BRACKET_ARM, bottom)}h-{arm}v-{arm}"
    )
