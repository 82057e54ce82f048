"""What a unit on tiles wears around it: shield, heat, stun, where it watches (part of layer l-units)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from hulldown.rulesets.api.scene import Charge, Heat, TileMark
from hulldown.views.hex.grid import Station
from hulldown.views.ink import Point, Room, num, pair, paths
from hulldown.views.tiles.grid import TILE, centre
from hulldown.views.units import body, grouped, plate_name, plate_size, team, turned

SEGMENTS, RADIUS, GAP = 8, 27.0, 6.0  # of the ring; the gap in degrees
LOUD = {"on": "on", "cracked": "on torn", "idle": "idle", "down": "off"}
"""Class names of charged segments: strong, broken and strong, thin, none."""
TUBE = 34.0
WATCH = 37.0
BOLT = "M2-7L-4 1H0L-2 7L4-2H0z"


def gauges(unit: TileMark) -> str:
    """All of them; a wreck has none."""
    if "wreck" in unit.state:
        return ""
    ring = _ring(unit.shield) if unit.shield else ""
    tube = _tube(unit.heat) if unit.heat and unit.heat.held > 0 else ""
    watches = "".join(_watch(45 * way) for way in dict.fromkeys(unit.watches))
    return f"{watches}{ring}{tube}{_stun(unit.stun)}"


def _ring(shield: Charge) -> str:
    """Segments clockwise from north; as many are charged as the share, one at least while there is any."""
    charged = 0 if shield.state == "down" else math.ceil(SEGMENTS * shield.share / 100)
    on, off = ("".join(map(_segment, part)) for part in (range(charged), range(charged, SEGMENTS)))
    lit = f'<path class="ring {LOUD[shield.state]}" d="{on}"/>' if on else ""
    return (f'<path class="ring off" d="{off}"/>' if off else "") + lit


def _segment(index: int) -> str:
    step = 360 / SEGMENTS
    start, end = (_around(RADIUS, step * index + turn) for turn in (GAP, step - GAP))
    return f"M{pair(*start)}A{num(RADIUS)} {num(RADIUS)} 0 0 1 {pair(*end)}"


def _around(radius: float, degrees: float) -> tuple[float, float]:
    """A spot on a circle, by degrees clockwise from north."""
    turn = math.radians(degrees)
    return radius * math.sin(turn), -radius * math.cos(turn)


def _tube(heat: Heat) -> str:
    """A tube that is full at twice the limit, with a line at the limit and the heat beside it."""
    share = min(1.0, heat.held / (2 * heat.limit)) if heat.limit else 1.0
    high = TUBE * share
    return (
        '<g class="heat" transform="translate(28 -4)">'
        f'<rect class="tube" x="-4" y="-17" width="8" height="{num(TUBE)}" rx="4"/>'
        f'<rect class="merc" x="-2.6" y="{num(17 - high)}" width="5.2" height="{num(high)}" rx="2.6"/>'
        f'<path class="limit" d="M-7 0H7"/><text y="-20">{heat.held}</text></g>'
    )


def _stun(turns: int) -> str:
    """A bolt in a disc at the upper left, and how long it lasts."""
    if not turns:
        return ""
    return (
        '<g class="stun" transform="translate(-25 -24)"><circle r="10"/>'
        f'<path d="{BOLT}" transform="translate(-3 0)"/><text x="5" y="4">{turns}</text></g>'
    )


def _watch(turn: int) -> str:
    """A quarter circle that is watched, with a dart in its middle: drawn northwards, and turned."""
    (x1, y1), (x2, y2) = _around(WATCH, -42), _around(WATCH, 42)
    arc = f"M{pair(x1, y1)}A{num(WATCH)} {num(WATCH)} 0 0 1 {pair(x2, y2)}"
    ends = "".join(f"M{pair(x * 0.76, y1 * 0.76)}L{pair(x * 1.14, y1 * 1.14)}" for x in (x1, x2))
    dart = f"M-5 {num(-WATCH)}L0 {num(-WATCH - 8)}L5 {num(-WATCH)}"
    path = arc + ends + dart
    return f'<g transform="rotate({turn})">{paths(path, "watch-case", "watch")}</g>'


# ---------------------------------------------------------------- units
# Units on square tiles: where they stand, and they themselves (layer l-units).


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
    units_at = [Point(other.at.x, other.at.y - UP) for other in placed]
    clear = (room for room in rooms if not any(room.away(*at) < REACH - 2 for at in units_at))
    room = next((room for room in clear if not any(map(room.meets, taken))), rooms[0])
    taken.append(room)
    return replace(station, tag=Point((room.left + room.right) / 2, (room.top + room.foot) / 2))


def _about(at: Point, wide: float, tall: float, across: int, down: int, step: int) -> Room:
    """The room of a plate on one side of a unit; a later step is farther away."""
    far = REACH + STEP * step
    x = at.x + across * (far + wide)
    y = at.y - UP + down * (far + tall if not across else NEAR + STEP * step)
    return Room(x - wide, y - tall, x + wide, y + tall)


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
