"""What the acting unit can do, in the marks that every family of boards has: arc, reach, costs, targets.

A family says where its places are and how their outlines run; what is drawn there is the same on all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import TypeVar

from hulldown.rulesets.api.scene import Aids, Target, UnitMark
from hulldown.views import a11y
from hulldown.views.hex.grid import side_letter
from hulldown.views.ink import Point, Room, along, num, pair, paths, placed

P = TypeVar("P")  # a place
U = TypeVar("U", bound=UnitMark)


# ---------------------------------------------------------------- on the ground


def arc(seen: str, blind: str, edge: str) -> str:
    """Faint amber where a weapon bears and sees, hatched where it bears and does not see."""
    fills = f'<path class="arc-fill" d="{seen}"/>' if seen else ""
    fills += f'<path class="arc-blind" d="{blind}"/>' if blind else ""
    return f"{fills}{front(edge)}"


def front(edge: str) -> str:
    """The line round an arc, or between two."""
    return paths(edge, "arc-halo", "arc-edge")


def reach(
    aids: Aids, parse: Callable[[str], P], shape: Callable[[P], str], outline: Callable[[frozenset[P]], str]
) -> str:
    """Layer l-reach: one outline round all places in reach, washes by cost, the near ones bright."""
    if not aids.reach:
        return ""
    most = max(aids.reach.values())
    places = "".join(
        f'<path class="{_wash(points, most)}" data-reach="{place}" d="{shape(parse(place))}"/>'
        for place, points in sorted(aids.reach.items())
    )
    edge = outline(frozenset(map(parse, (*aids.reach, *([aids.place] if aids.place else [])))))
    return f"{places}{paths(edge, 'reach-c', 'reach-e')}"


def _wash(points: int, most: int) -> str:
    """The class names of a place by what it costs, in thirds of the dearest."""
    third = min(3, 1 + 3 * (points - 1) // max(1, most))
    return "reach" if third < 2 else f"reach r{third}"


def cost(aids: Aids, centre: Callable[[str], Point], scale: str = "") -> str:
    """Layer l-cost: the cheapest cost of each place in reach, in its middle."""
    return "".join(
        f'<g class="cost" {placed(centre(place), scale)}><g class="grow"><text y="8">{points}</text></g></g>'
        for place, points in sorted(aids.reach.items())
    )


def zone(fill: str, edge: str, side: int) -> str:
    """Where a side sets up: an even line for Cobalt, a broken one for Rust, a wash in what to `fill`."""
    letter = side_letter(side)
    wash = f'<path class="zone" d="{fill}"/>' if fill else ""
    wash += f'<path class="zone-b" fill="url(#p-b)" d="{fill}"/>' if fill and letter == "b" else ""
    return (
        f'<g class="side-{letter}">{wash}<path class="zone-case" d="{edge}"/>'
        f'<path class="zone-edge edge-{letter}" d="{edge}"/></g>'
    )


# ---------------------------------------------------------------- who acts, and on whom


def actor(units: Iterable[U], aids: Aids) -> U | None:
    """The unit that the aids are for, else the one marked active."""
    listed = list(units)
    named = [unit for unit in listed if unit.unit == aids.unit]
    return next(iter(named + [unit for unit in listed if "active" in unit.state]), None)


def ring(path: str) -> str:
    """The line round who is chosen, on a dark casing; nothing without a path."""
    return paths(path, "sel-case", "sel") if path else ""


def targets(aids: Aids) -> Iterator[tuple[str, Target]]:
    """Every target once, with the name that a page knows it by."""
    named: dict[str, Target] = {}
    for target in aids.targets:
        named.setdefault(target.unit or target.name or target.place, target)
    yield from named.items()


def aim(key: str, lines: str, corners: str) -> str:
    """The group of a target, hidden until a page adds the class `on`: lines to it, brackets round it."""
    return (
        f'<g class="aim" data-target="{escape(key)}">{lines}{paths(corners, "reticle-case", "reticle")}</g>'
    )


def refused(key: str, why: str, at: Point, scale: str = "") -> str:
    """A barred ring beside who may not be shot at; the reason stands in its title and on the page."""
    return (
        f'<g class="no" data-refused="{escape(key)}" {placed(at, scale)}>'
        f'<title>{escape(why)}</title><circle r="10"/><path d="M-6-6L6 6"/></g>'
    )


def line(path: str, name: str = "los") -> str:
    """A line of sight or fire on a dark casing."""
    return f'<path class="los-case" d="{path}"/><path class="{name}" d="{path}"/>'


def sight(start: Point, end: Point, steps: int, free: tuple[float, float], tick: float) -> str:
    """A line of sight with a stroke across it where each next place begins; `free` are its ends."""
    far, way = math.dist(start, end), along(start, end)
    path = "M" + pair(start.x + way.x * free[0], start.y + way.y * free[0])
    path += "L" + pair(end.x - way.x * free[1], end.y - way.y * free[1])
    across = Point(-way.y * tick, way.x * tick)
    ticks = ""
    for step in range(1, steps):
        x, y = start.x + way.x * (far * step / steps), start.y + way.y * (far * step / steps)
        ticks += f"M{pair(x + across.x, y + across.y)}L{pair(x - across.x, y - across.y)}"
    return line(path) + (f'<path class="los-tick" d="{ticks}"/>' if ticks else "")


def brackets(room: Room, arm: float) -> str:
    """Four corners of a rectangle."""
    (left, top, right, foot), long = room, num(arm)
    return (
        f"M{pair(left, top + arm)}v-{long}h{long}M{pair(right - arm, top)}h{long}v{long}"
        f"M{pair(right, foot - arm)}v{long}h-{long}M{pair(left + arm, foot)}h-{long}v-{long}"
    )


# ---------------------------------------------------------------- what can be clicked


def hit(name: str, path: str, spoken: str, start: bool, lies: Iterable[str] = ()) -> str:
    """One shape that can be clicked and walked to, the one that Tab reaches first at the `start`.

    What is no place has an @ before its name.
    """
    return (
        f'<path class="hit" data-hex="{escape(name)}" role="button" tabindex="{0 if start else -1}" '
        f'aria-label="{escape(spoken)}" {a11y.attribute(lies)}d="{path}"/>'
    )


def hits(name: str, shapes: Iterable[str]) -> str:
    """Layer l-hit: all of them, under a name for a screen reader."""
    return f'<g role="group" aria-label="{name}">{"".join(shapes)}</g>'
