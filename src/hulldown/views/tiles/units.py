"""Units on square tiles: where they stand, and they themselves (layer l-units)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from html import escape

from hulldown.rulesets.face.scene import TileMark
from hulldown.views.badges import badges
from hulldown.views.ink import Point, num
from hulldown.views.stations import Station
from hulldown.views.tiles.grid import TILE, centre
from hulldown.views.tiles.shields import gauges
from hulldown.views.units import body, classes

SCALE, TAG_SCALE = 0.68, 0.92
ON_FOOT = 0.86
UP, TAG_BELOW = 4.0, 24.0  # a unit stands a little above the middle, its label below it
FACING = "M0-33l6.5 6.5h-13z"
BLOCKS = 5  # of a label, when there are more points than can be counted


def stands(units: Iterable[TileMark]) -> list[tuple[TileMark, Station]]:
    """Every unit with its place; wrecks first and the active unit last, so that it lies on top."""
    order = sorted(units, key=lambda unit: ("wreck" not in unit.state, "active" in unit.state, unit.unit))
    return [(unit, _station(unit)) for unit in order]


def _station(unit: TileMark) -> Station:
    """Where a unit and its label stand; the blocks of the label are shares of its points."""
    x, y = centre(unit.place)
    at = Point(x + unit.shift[0] * TILE / 4, y + unit.shift[1] * TILE / 4)
    shown: TileMark = unit
    if unit.points_full > BLOCKS:
        shown = replace(unit, points=math.ceil(BLOCKS * unit.points / unit.points_full), points_full=BLOCKS)
    return Station(
        shown, at, ON_FOOT if unit.kind == "squad" else SCALE, Point(at.x, at.y + TAG_BELOW), TAG_SCALE
    )


def units(placed: Iterable[tuple[TileMark, Station]]) -> str:
    """Layer l-units. The group of a unit stands at its spot; a client moves it by its transform."""
    return "".join(_unit(unit, station) for unit, station in placed)


def _unit(unit: TileMark, station: Station) -> str:
    """One unit: facing wedge, what it wears around it, hull and turret."""
    wreck = "wreck" in unit.state
    turn = "" if unit.hull is None else f' transform="rotate({45 * unit.hull})"'
    wedge = "" if wreck or unit.hull is None else f'<path class="facing" d="{FACING}"{turn}/>'
    suit = '<circle class="suit" r="25"/>' if unit.kind == "suits" and not wreck else ""
    drawn = body(unit, _degrees(unit.hull), _degrees(unit.turret))
    return (
        f'<g class="{classes(unit)}" data-unit="{escape(unit.unit)}" '
        f'transform="translate({num(station.at.x)} {num(station.at.y)})">{wedge}'
        f'<g class="u-body" transform="translate(0 {num(-UP)}) scale({station.scale})">{drawn}</g>'
        f'<g transform="translate(0 {num(-UP)})">{suit}{gauges(unit)}</g>{badges(unit)}</g>'
    )


def _degrees(direction: int | None) -> int | None:
    """A direction in eighths as a turn clockwise from north."""
    return None if direction is None else 45 * direction
