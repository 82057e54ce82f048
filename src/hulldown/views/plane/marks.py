"""What is drawn on a table without places besides ground and models: zones, objectives, links, ways."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from hulldown.rulesets.api.scene import Goal, Link, ModelPath, PlaneScene, Sightline, TableZone
from hulldown.views.aids import zone
from hulldown.views.badges import crossed_flags
from hulldown.views.ink import Point, num, pair, placed, text_at
from hulldown.views.plane.grid import INCH, PlaneSheet, length
from hulldown.views.plane.units import trail
from hulldown.views.stations import side_letter

TICK = 5.0
SIGNS = {  # from where a line meets what is in its way
    "concealed": "m-6 0a6 6 0 0 1 12 0z",
    "hidden": "m-6-6h12v12h-12z",
    "blocked": "m-6-6l12 12m-12 0l12-12",
}


def zones(scene: PlaneScene) -> str:
    """Layer l-zone: where sides set up, and what must be reached."""
    sheet = PlaneSheet(scene)
    return "".join(_zone(field, sheet) for field in scene.fields)


def _zone(field: TableZone, sheet: PlaneSheet) -> str:
    """One field, with what is said of it at its upper edge."""
    if field.kind == "edge":
        return _edge(field, sheet)
    edge = sheet.line(field.corners)
    spots = [sheet.at(corner) for corner in field.corners]
    at = Point(sum(spot.x for spot in spots) / len(spots), min(spot.y for spot in spots) + 20)
    note = text_at("place", at, field.note) if field.note else ""
    return zone(edge if field.kind == "deploy" else "", edge, max(0, field.side)) + note


def _edge(field: TableZone, sheet: PlaneSheet) -> str:
    """The edge of the table that belongs to a side."""
    side, line = side_letter(field.side), trail([sheet.at(corner) for corner in field.corners])
    drawn = f'<path class="home-c" d="{line}"/><path class="home home-{side}" d="{line}"/>'
    return f'<g class="side-{side}">{drawn}</g>'


def goals(scene: PlaneScene) -> str:
    """Layer l-marks: objectives with the circle from which they are held, in the colour of who holds them."""
    sheet = PlaneSheet(scene)
    return "".join(_goal(goal, sheet) for goal in scene.goals)


def _goal(goal: Goal, sheet: PlaneSheet) -> str:
    """One objective: a flag, and the ring from within which it is held; of one that is contested the flags of
    both sides, crossed, and a ring of both colours.
    """
    at, reach = sheet.at(goal.at), num(length(goal.reach))
    side = "" if goal.owner is None else f" held side-{side_letter(goal.owner)}"
    rings, flags = [f'<circle class="goal-far" r="{reach}"/>'], '<use href="#x-flag"/>'
    if goal.contested:
        side, flags = " contested", crossed_flags()
        rings = [f'<circle class="goal-far side-{letter}" r="{reach}"/>' for letter in "ab"]
    ring = f'<circle class="goal-c" r="{reach}"/>{"".join(rings)}'
    return f'<g class="goal{side}" {placed(at)}>{ring}{flags}</g>'


def links(scene: PlaneScene) -> str:
    """Who does not keep together with those he belongs to (part of layer l-links)."""
    sheet = PlaneSheet(scene)
    return "".join(chain(link, sheet) for link in scene.links if link.kind == "broken")


def chain(link: Link, sheet: PlaneSheet) -> str:
    """A line between two who are too far apart."""
    return f'<path class="chain bad" d="{trail([sheet.at(end) for end in link.ends])}"/>'


def lines(scene: PlaneScene) -> str:
    """Layer l-ways: one kind of line at a time. The ways of who moves now come before what is seen, and
    that before the ways of who has moved."""
    sheet = PlaneSheet(scene)
    if moving(scene) or not scene.sights:
        now = {_group(path) for path in scene.ways if not path.old}
        drawn = [path for path in scene.ways if not now or _group(path) in now]
        return "".join(way(path, sheet) for path in drawn)
    return sights(scene.sights, sheet)


def moving(scene: PlaneScene) -> bool:
    """Whether somebody moves now."""
    return any(not path.old for path in scene.ways)


def _group(way: ModelPath) -> str:
    """The unit of many models that a way belongs to: some of them may already stand where they end."""
    return way.unit.split(".")[0]


def sights(lines: Iterable[Sightline], sheet: PlaneSheet) -> str:
    """Lines of sight, each as what it is, with a sign where something is in the way."""
    return "".join(_sight(line, sheet) for line in lines)


def _sight(line: Sightline, sheet: PlaneSheet) -> str:
    """One line: whole where the view is open, in pieces where it is not."""
    path = trail([sheet.at(end) for end in line.ends])
    sign = SIGNS.get(line.kind, "")
    mark = f'<path class="eye-m" d="M{pair(*sheet.at(line.at))}{sign}"/>' if line.at and sign else ""
    drawn = f'<path class="eye-c" d="{path}"/><path class="eye-l" d="{path}"/>{mark}'
    return f'<g class="eye {line.kind}">{drawn}</g>'


def duels(scene: PlaneScene) -> str:
    """Who fights whom, above the models (part of layer l-aim)."""
    sheet = PlaneSheet(scene)
    return "".join(_duel(link, sheet) for link in scene.links if link.kind in ("fight", "now"))


def _duel(link: Link, sheet: PlaneSheet) -> str:
    """A line with a cross in its middle; the Fight that is fought now has its colour behind it."""
    start, other = map(sheet.at, link.ends)
    line, now = trail((start, other)), ' class="fights-now"' if link.kind == "now" else ""
    at = Point((start.x + other.x) / 2, (start.y + other.y) / 2)
    return (
        f'<g{now}><path class="duel-c" d="{line}"/><path class="duel" d="{line}"/>'
        f'<path class="duel" d="M{pair(at.x - 6, at.y - 6)}l12 12m-12 0l12-12"/></g>'
    )


def way(path: ModelPath, sheet: PlaneSheet) -> str:
    """A line with a tick for each inch, and discs where it turns."""
    spots = [sheet.at(spot) for spot in path.spots]
    line = trail(spots)
    discs = "".join(f'<circle class="wp" cx="{num(p.x)}" cy="{num(p.y)}" r="4"/>' for p in spots[:-1])
    if path.old:
        return f'<g class="way side-{side_letter(path.side)}"><path class="path gone" d="{line}"/></g>'
    return (
        f'<g class="way side-{side_letter(path.side)}"><path class="path-c" d="{line}"/>'
        f'<path class="path" d="{line}"/><path class="los-tick" d="{_ticks(spots)}"/>{discs}</g>'
    )


def _ticks(spots: list[Point]) -> str:
    """A short stroke across the line after each inch of it."""
    parts, left = [], INCH
    for start, end in pairwise(spots):
        far = math.dist(start, end)
        if not far:
            continue
        along = Point((end.x - start.x) / far, (end.y - start.y) / far)
        done = left
        while done < far:
            x, y = start.x + along.x * done, start.y + along.y * done
            across = Point(along.y * TICK, -along.x * TICK)
            parts.append(f"M{pair(x - across.x, y - across.y)}l{pair(2 * across.x, 2 * across.y)}")
            done += INCH
        left = done - far
    return "".join(parts)
