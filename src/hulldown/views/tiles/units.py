"""Units on square tiles: where they stand, and they themselves (layer l-units)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from hulldown.rulesets.api.scene import TileMark
from hulldown.views.ink import Point, Room, num
from hulldown.views.stations import Station
from hulldown.views.tags import plate_name, plate_size
from hulldown.views.tiles.grid import TILE, centre
from hulldown.views.tiles.shields import gauges
from hulldown.views.units import body, grouped, team, turned

SCALE, TAG_SCALE = 0.62, 0.72
ON_FOOT = 0.8
UP = 4.0  # a unit stands a little above the middle
REACH = 29.0  # how far it and what it wears reach
NEAR, STEPS, STEP = 14.0, 6, 12.0  # of the places for a plate: the nearest, how many, how far apart
TEAM = 0.5  # size of what it stands on
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
FACING = "M0-33l6.5 6.5h-13z"
BLOCKS = 5  # of a label, when there are more points than can be counted


def stands(units: Iterable[TileMark]) -> list[tuple[TileMark, Station]]:
    """Every unit with its place; wrecks first and the active unit last, so that it lies on top."""
    order = sorted(units, key=lambda unit: ("wreck" not in unit.state, "active" in unit.state, unit.unit))
    return [*zip(order, _hung([_station(unit) for unit in order]), strict=True)]


def _hung(placed: list[Station]) -> list[Station]:
    """The stations with their plates where they hide no unit and no other plate: below if that is free."""
    marks, taken = [station.unit for station in placed], list[Room]()
    return [_best(station, plate_name(station.unit, marks), placed, taken) for station in placed]


def _best(station: Station, name: str, placed: list[Station], taken: list[Room]) -> Station:
    """The first free place for one plate, which is taken from now on."""
    wide, tall = (TAG_SCALE * side / 2 for side in plate_size(name, station.unit.points_full, True))
    rooms = [_about(station.at, wide, tall, *way, step) for step in range(STEPS) for way in AROUND]
    free = (room for room in rooms if not _hides(room, placed) and not any(map(room.meets, taken)))
    room = next(free, rooms[0])
    taken.append(room)
    return replace(station, tag=Point((room.left + room.right) / 2, (room.top + room.foot) / 2))


def _about(at: Point, wide: float, tall: float, across: int, down: int, step: int) -> Room:
    """The room of a plate on one side of a unit; a later step is farther away."""
    far = REACH + STEP * step
    x = at.x + across * (far + wide)
    y = at.y - UP + down * (far + tall if not across else NEAR + STEP * step)
    return Room(x - wide, y - tall, x + wide, y + tall)


def _hides(room: Room, placed: list[Station]) -> bool:
    """Whether a plate there would lie over a unit."""
    return any(room.away(station.at.x, station.at.y - UP) < REACH - 2 for station in placed)


def _station(unit: TileMark) -> Station:
    """Where a unit and its label stand; the blocks of the label are shares of its points."""
    x, y = centre(unit.place)
    at = Point(x + unit.shift[0] * TILE / 4, y + unit.shift[1] * TILE / 4)
    shown: TileMark = unit
    if unit.points_full > BLOCKS:
        shown = replace(unit, points=math.ceil(BLOCKS * unit.points / unit.points_full), points_full=BLOCKS)
    return Station(shown, at, ON_FOOT if unit.kind == "squad" else SCALE, at, TAG_SCALE)


def units(placed: Iterable[tuple[TileMark, Station]]) -> str:
    """Layer l-units."""
    return "".join(_unit(unit, station) for unit, station in placed)


def _unit(unit: TileMark, station: Station) -> str:
    """One unit: facing wedge, what it wears around it, hull and turret."""
    wreck = "wreck" in unit.state
    turn = "" if unit.hull is None else f' transform="rotate({45 * unit.hull})"'
    wedge = "" if wreck or unit.hull is None else f'<path class="facing" d="{FACING}"{turn}/>'
    stand = "" if wreck else team(unit.side, TEAM)
    up = f"translate(0 {num(-UP)})"
    ground = f'<g transform="{up}">{stand}</g>' if stand else ""
    suit = '<circle class="suit" r="25"/>' if unit.kind == "suits" and not wreck else ""
    drawn = body(unit, turned(unit.hull, 45), turned(unit.turret, 45))
    shown = f'<g class="u-body" transform="{up} scale({station.scale})">{drawn}</g>'
    worn = f'<g transform="{up}">{suit}{gauges(unit)}</g>'
    return grouped(unit, station.at, ground + wedge + shown + worn)
