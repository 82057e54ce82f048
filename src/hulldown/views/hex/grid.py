"""Where each hex lies on the picture, in board units (one hex has a corner radius of 60).

Hexes are flat-topped, A1 is at the top left, and columns B, D, F ... lie half a hex lower. Names
and column labels are those of TC-3.2: A to Z, then BA, BB, BC ...
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from hulldown.views.ink import Point, pair

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


@lru_cache(maxsize=4096)
def parse(place: str) -> Hex:
    """The hex that a name such as "D7" stands for; ValueError if it is no hex name."""
    letters = place.rstrip("0123456789")
    row = place[len(letters) :]
    if not letters or not row or row.startswith("0"):
        raise ValueError(f"'{place}' is no hex: a column and a row such as D7")
    column = column_number(letters)
    return Hex(column, 2 * (int(row) - 1) + column % 2)


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


# ---------------------------------------------------------------- outlines

HEX_STROKES = "l-30 52h-60l-30-52 30-52h60z"


@lru_cache(maxsize=4096)
def hexagon(spot: Hex) -> str:
    """The full outline of one hex, as short as a path can be."""
    x, y = middle(spot)
    return f"M{pair(x + 60, y)}{HEX_STROKES}"


def hexagons(spots: Iterable[Hex]) -> str:
    """The outlines of several hexes as one path."""
    return "".join(hexagon(spot) for spot in spots)
