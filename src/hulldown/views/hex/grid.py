"""Where hexes and units lie on the picture, in board units, and the edges of regions."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from hulldown.rulesets.api.scene import UnitMark
from hulldown.views.ink import Point, along, jitter, mean, pair, part, polygon, smooth

RADIUS = 60.0
HALF = RADIUS * math.sqrt(3) / 2
MARGIN = 34.0  # room for the ruler, and for the tight ring of a unit at the rim
NORTH_STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Hex(NamedTuple):
    """A hex by column (A is 0) and doubled height (2 x row, plus 1 in the lower columns)."""

    column: int
    height: int


def column_name(column: int) -> str:
    """Label of a column counted from 0: 0 is A, 25 is Z, 26 is BA (there is no AA)."""
    tens, letter = divmod(column, 26)
    return (column_name(tens) if tens else "") + chr(ord("A") + letter)


def column_number(label: str) -> int:
    """Number of a column from its label, the inverse of `column_name`; ValueError for no label."""
    plain = label.isascii() and label.isalpha() and label.isupper()
    if not plain or (len(label) > 1 and label[0] == "A"):
        raise ValueError(f"'{label}' is no column: A to Z, then BA, BB, BC ...")
    number = 0
    for letter in label:
        number = number * 26 + ord(letter) - ord("A")
    return number


def column_and_row(place: str, what: str) -> tuple[int, int]:
    """Column and row of a name such as "D7", counted from 0; ValueError if it names no such thing."""
    letters = place.rstrip("0123456789")
    row = place[len(letters) :]
    if not letters or not row or row.startswith("0"):
        raise ValueError(f"'{place}' is no {what}: a column and a row such as D7")
    return column_number(letters), int(row) - 1


@lru_cache(maxsize=4096)
def parse(place: str) -> Hex:
    """The hex that a name such as "D7" stands for; ValueError if it is no hex name."""
    column, row = column_and_row(place, "hex")
    return Hex(column, 2 * row + column % 2)


def name(spot: Hex) -> str:
    """The name of a hex, the inverse of `parse`."""
    return f"{column_name(spot.column)}{(spot.height - spot.column % 2) // 2 + 1}"


@lru_cache(maxsize=64)
def places(columns: int, rows: int) -> tuple[str, ...]:
    """All hex names of a board, column by column from A1 down."""
    return tuple(f"{column_name(c)}{r}" for c in range(columns) for r in range(1, rows + 1))


def middle(spot: Hex) -> Point:
    """Centre of a hex that may lie outside the board."""
    return Point(MARGIN + RADIUS + spot.column * 1.5 * RADIUS, MARGIN + HALF + spot.height * HALF)


@lru_cache(maxsize=4096)
def centre(place: str) -> Point:
    """Centre of the hex of that name."""
    return middle(parse(place))


def corners(spot: Hex, scale: float = 1.0) -> list[Point]:
    """The six corners clockwise from the right one; `scale` shrinks or grows about the centre."""
    x, y = middle(spot)
    half, tall = RADIUS * scale / 2, HALF * scale
    shape = ((2 * half, 0.0), (half, tall), (-half, tall), (-2 * half, 0.0), (-half, -tall), (half, -tall))
    return [Point(x + dx, y + dy) for dx, dy in shape]


def neighbours(spot: Hex) -> Iterator[Hex]:
    """The six hexes around, clockwise from the northern one; they may lie outside the board."""
    for columns, height in NORTH_STEPS:
        yield Hex(spot.column + columns, spot.height + height)


def distance(start: Hex, other: Hex) -> int:
    """Steps from one hex to the other."""
    across = abs(start.column - other.column)
    return across + max(0, (abs(start.height - other.height) - across) // 2)


def size(columns: int, rows: int) -> tuple[float, float]:
    """Width and height of the picture of a board with its margin."""
    width = 2 * MARGIN + RADIUS * (1.5 * columns + 0.5)
    return width, 2 * MARGIN + HALF * (2 * rows + (1 if columns > 1 else 0))


HEX_STROKES = "l-30 52h-60l-30-52 30-52h60z"


@lru_cache(maxsize=4096)
def hexagon(spot: Hex) -> str:
    """The full outline of one hex, as short as a path can be."""
    x, y = middle(spot)
    return f"M{pair(x + 60, y)}{HEX_STROKES}"


def hexagons(spots: Iterable[Hex]) -> str:
    """The outlines of several hexes as one path."""
    return "".join(hexagon(spot) for spot in spots)


# ---------------------------------------------------------------- outlines
# The edges of regions: which hexes hang together, and the hand-drawn line around them.


# The side from corner i to corner i + 1 faces this step of NORTH_STEPS.
FACING = (2, 3, 4, 5, 0, 1)
ALONG = (0.12, 0.88)
Side = tuple[Point, Point, Hex]
"""A stretch of border: from corner, to corner, the hex inside."""


def patches(spots: Iterable[Hex]) -> list[frozenset[Hex]]:
    """The hexes sorted into groups that touch, each in the order of its first hex."""
    left = dict.fromkeys(sorted(spots))
    groups = []
    while left:
        group, edge = set(), [next(iter(left))]
        while edge:
            spot = edge.pop()
            if spot in left:
                del left[spot]
                group.add(spot)
                edge.extend(neighbours(spot))
        groups.append(frozenset(group))
    return groups


def borders(spots: Collection[Hex]) -> list[list[Side]]:
    """The closed lines around the hexes: for each, its sides in order as (from, to, hex inside)."""
    open_sides = _open_sides(spots)
    lines = []
    while open_sides:
        key = next(iter(open_sides))
        line = []
        while key in open_sides:
            side = open_sides.pop(key)
            line.append(side)
            key = _corner_key(side[1])
        lines.append(line)
    return lines


def _open_sides(spots: Collection[Hex]) -> dict[tuple[int, int], Side]:
    """Every side with nothing of ours beyond it, by the corner where it starts."""
    inside = frozenset(spots)
    sides = {}
    for spot in sorted(inside):
        around = list(neighbours(spot))
        shape = corners(spot)
        for index, facing in enumerate(FACING):
            if around[facing] not in inside:
                sides[_corner_key(shape[index])] = (shape[index], shape[(index + 1) % 6], spot)
    return sides


def _corner_key(corner: Point) -> tuple[int, int]:
    """The same for a corner whichever hex it was reached from."""
    return round(corner.x), round(corner.y)


def ragged(
    spots: Collection[Hex], inset: float, wobble: float, kind: str, steps: int = 4
) -> list[list[Point]]:
    """Hand-drawn border points, a list for each line around the hexes.

    There are `steps` on each hex side, pulled inward by `inset` give or take `wobble`.
    """
    shares = [(step + 0.5) / steps for step in range(steps)]
    return [
        [_pulled(side, share, inset, wobble, kind) for side in line for share in shares]
        for line in borders(spots)
    ]


def _pulled(side: Side, share: float, inset: float, wobble: float, kind: str) -> Point:
    """One point of a side, drawn towards the middle of its hex."""
    start, end, spot = side
    x, y = part(start, end, share)
    pull = inset + wobble * (2 * jitter("edge", kind, round(x), round(y)) - 1)
    to_x, to_y = middle(spot)
    away = math.hypot(to_x - x, to_y - y)
    return Point(x + (to_x - x) / away * pull, y + (to_y - y) / away * pull)


@lru_cache(maxsize=512)
def region(spots: frozenset[Hex], inset: float, wobble: float, kind: str) -> str:
    """The hand-drawn edge of a region as a path."""
    return "".join(smooth(points) for points in ragged(spots, inset, wobble, kind))


@lru_cache(maxsize=512)
def outline(spots: frozenset[Hex]) -> str:
    """The exact edge of the hexes as a path of straight lines."""
    return "".join(polygon(start for start, _, _ in line) for line in borders(spots))


@lru_cache(maxsize=512)
def inner_line(spots: frozenset[Hex], inset: float) -> str:
    """An even line inside the edge of the hexes, with rounded corners."""
    return "".join(smooth(_inset_points(line, inset), 9) for line in borders(spots))


def _inset_points(line: list[Side], inset: float) -> list[Point]:
    """Two points for each side, moved square to it."""
    points = []
    for start, end, spot in line:
        centre = middle(spot)
        inward = along(mean([start, end]), centre)
        for share in ALONG:
            x, y = part(start, end, share)
            points.append(Point(x + inward.x * inset, y + inward.y * inset))
    return points


# ---------------------------------------------------------------- stations
# Where units stand on the picture: in the middle of the hex, or side by side when they share it.


SIDES = "ab"
FULL_SCALE, SHARED_SCALE = 1.06, 0.66
SHARED_STEP = 42.0


@dataclass(frozen=True)
class Station:
    """One unit with the place of its silhouette and of its plate, in board units.

    The plate hangs at `tag`: with (0, 1) below that spot, with (1, 0) right of it, with (0, 0) about it.
    """

    unit: UnitMark
    at: Point
    scale: float
    tag: Point
    tag_scale: float
    hang: tuple[float, float] = field(default=(0.0, 0.0), kw_only=True)


def side_letter(side: int) -> str:
    """The letter that class names use for a side: a for Cobalt, b for Rust."""
    return SIDES[side]


def stations(units: Iterable[UnitMark]) -> list[Station]:
    """Every unit with its place; wrecks first and the active unit last, so that it lies on top."""
    order = sorted(units, key=lambda unit: ("wreck" not in unit.state, "active" in unit.state, unit.unit))
    sharing: dict[str, list[UnitMark]] = {}
    for unit in order:
        sharing.setdefault(unit.place, []).append(unit)
    return [_station(unit, sharing[unit.place]) for unit in order]


def _station(unit: UnitMark, here: list[UnitMark]) -> Station:
    """A unit among those of its hex. A wreck keeps the middle; others stand side by side."""
    middle = centre(unit.place)
    alive = [other for other in here if "wreck" not in other.state]
    if "wreck" in unit.state or len(alive) == 1:
        return Station(unit, middle, FULL_SCALE, middle, 1.0)
    across = (alive.index(unit) - (len(alive) - 1) / 2) * SHARED_STEP * 2 / len(alive)
    at = Point(middle.x + across, middle.y)
    return Station(unit, at, SHARED_SCALE, at, 1.0)
