"""Flat-topped hexes: names, steps, distance, arcs and lines, all in whole numbers (TC-3, TC-7.5).

Columns run left to right, rows top to bottom, every second column (B, D, F ...) half a hex lower.
A cell is one number, `(column + 1) * 32 + row + 1`, on a padded field of 32 x 32, so that every
neighbour of a board hex is a valid index and a step is an addition that depends only on the
column's parity. Geometry uses the coordinates (c, y) with y = 2 * row + (c mod 2).
Directions are 0-5 clockwise from north.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from hulldown.kernel.jit import rule

STRIDE = 32
CELLS = STRIDE * STRIDE
LARGEST = STRIDE - 2  # columns or rows a board may have
N, NE, SE, S, SW, NW = range(6)
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
REACH = 8  # longest line in the tables; no weapon reaches farther than 7

STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # (dc, dy) of each direction


# ---------------------------------------------------------------- names


def column_name(column: int) -> str:
    """A to Z, then BA, BB, BC ... (there is no AA: TC-3.2)."""
    if column < 26:
        return chr(65 + column)
    return chr(65 + column // 26) + chr(65 + column % 26)


def hex_name(column: int, row: int) -> str:
    """The name of a hex; row counts from 0, so (0, 0) is "A1"."""
    return f"{column_name(column)}{row + 1}"


def parse_hex(text: str) -> tuple[int, int]:
    """Column and row, from 0, of a hex name. ValueError if it is none."""
    match = re.fullmatch(r"([A-Z]|[B-Z][A-Z])([1-9][0-9]?)", text)
    if not match:
        raise ValueError(f"{text!r} is not a hex name such as D7")
    letters, row = match[1], int(match[2]) - 1
    column = ord(letters[-1]) - 65 + 26 * (ord(letters[0]) - 65 if len(letters) == 2 else 0)
    return column, row


def cell_at(column: int, row: int) -> int:
    """The cell of a column and row, from 0."""
    return (column + 1) * STRIDE + row + 1


def cell_of(text: str) -> int:
    """The cell of a hex name. ValueError if it is none or cannot be on any board."""
    column, row = parse_hex(text)
    if column >= LARGEST or row >= LARGEST:
        raise ValueError(f"{text} is beyond the largest board, {LARGEST} by {LARGEST}")
    return cell_at(column, row)


@lru_cache(CELLS)
def name_of(cell: int) -> str:
    """The name of a cell."""
    return hex_name(cell // STRIDE - 1, cell % STRIDE - 1)


# ---------------------------------------------------------------- steps and distance


@rule
def across(cell: int) -> int:
    """The coordinate c of a cell."""
    return (cell >> 5) - 1


@rule
def down(cell: int) -> int:
    """The coordinate y of a cell: twice the row, plus one in the lower columns."""
    return 2 * ((cell & 31) - 1) + (((cell >> 5) - 1) & 1)


def _index_steps(paths: Sequence[Sequence[int]]) -> Any:
    """What a walk of steps adds to a cell's index, by the parity of the cell's column."""
    added = np.zeros((2, len(paths)), np.int64)
    for parity in (0, 1):
        for i, path in enumerate(paths):
            c, y = (sum(STEPS[direction][axis] for direction in path) for axis in (0, 1))
            added[parity, i] = _cell_offset(parity, c, y)
    return added


def _cell_offset(parity: int, c: int, y: int) -> int:
    """How far a cell at coordinates (c, y) off a cell of a column parity is as an index."""
    return c * STRIDE + (y + parity - ((parity + c) & 1)) // 2


STEP_ADDS = _index_steps([(direction,) for direction in range(6)])

NEARBY = 19  # cells at most two hexes away
NEARBY_ADDS = _index_steps([(), *(path for i in range(6) for path in ((i,), (i, i), (i, (i + 1) % 6)))])


def _ahead() -> Any:
    """What leads to the hexes of a front arc, nearest first, by parity and facing (TC-3.5).

    They lie a steps of one bounding direction and b of the other away, a and b at least 1: their
    distance is the larger of the two, so r * r of them are within r.
    """
    pairs = [(a, b) for a in range(1, REACH + 1) for b in range(1, REACH + 1)]
    pairs.sort(key=max)
    return np.stack(
        [
            _index_steps([((facing + 5) % 6,) * a + ((facing + 1) % 6,) * b for a, b in pairs])
            for facing in range(6)
        ],
        axis=1,
    )


AHEAD_ADDS = _ahead()


@rule
def ahead(cell: int, facing: int, i: int) -> int:
    """The i-th cell of a board cell's front arc, nearest first; r * r lie within r, for r up to REACH.

    What would lie beyond the field is given as another cell, which is farther away or off the board.
    """
    return (cell + int(AHEAD_ADDS[((cell >> 5) - 1) & 1, facing, i])) & (CELLS - 1)


@rule
def step(cell: int, direction: int) -> int:
    """The neighbour in a direction (TC-3.3); it may lie on the rim off the board."""
    return cell + int(STEP_ADDS[((cell >> 5) - 1) & 1, direction])


@rule
def turned(direction: int, steps: int) -> int:
    """A direction turned by 0 to 5 steps clockwise."""
    way = direction + steps
    return way - 6 if way > NW else way


@rule
def nearby(cell: int, i: int) -> int:
    """The i-th of the NEARBY cells at most two hexes from a board cell, itself first.

    What would lie beyond the rim is given as another cell of the rim.
    """
    return (cell + int(NEARBY_ADDS[((cell >> 5) - 1) & 1, i])) & (CELLS - 1)


@rule
def distance(a: int, b: int) -> int:
    """Hexes from one cell to another, obstacles ignored (TC-3.4)."""
    dx = abs(across(b) - across(a))
    dy = abs(down(b) - down(a))
    return dx + (dy - dx) // 2 if dy > dx else dx


@rule
def spoke(dc: int, dy: int, i: int) -> int:
    """Coordinate of an offset along the direction one before direction i (table of TC-3.5)."""
    k = i % 3
    if k == 0:
        v = (-dc - dy) // 2
    elif k == 1:
        v = (dc - dy) // 2
    else:
        v = dc
    return v if i % 6 < 3 else -v


FRONT, SIDE, REAR = 0, 1, 2


@rule
def arc(origin: int, facing: int, cell: int) -> int:
    """Which arc of a facing a cell lies in: FRONT, SIDE or REAR; 60 and 120 degrees are side (TC-3.5)."""
    dc = across(cell) - across(origin)
    dy = down(cell) - down(origin)
    a = spoke(dc, dy, facing)
    b = spoke(dc, dy, facing + 1)
    if a > 0 and b > 0:
        return FRONT
    if a < 0 and b < 0:
        return REAR
    return SIDE


# ---------------------------------------------------------------- lines


def _meets(p: Any, q: Any, m: int) -> tuple[Any, Any, Any]:
    """Where |p * t - q| < m: low and high numerators over a common positive denominator."""
    sign = np.where(p < 0, -1, 1)
    flat = p == 0
    wide = 10**6
    low = np.where(flat, np.where(abs(q) < m, -wide, wide), sign * q - m)
    high = np.where(flat, np.where(abs(q) < m, wide, -wide), sign * q + m)
    return low, high, np.where(flat, 1, abs(p))


def _crossed(dc: int, dy: int) -> list[tuple[float, tuple[int, int], tuple[int, int]]]:
    """The hexes an offset's line goes through, with their place along it (TC-7.5)."""
    c, y = np.meshgrid(np.arange(-1, abs(dc) + 2), np.arange(-2, abs(dy) + 3), indexing="ij")
    c, y = c * (1 if dc >= 0 else -1), y * (1 if dy >= 0 else -1)
    lows, highs = [], []
    parts = [_meets(np.full_like(y, p), q, m) for p, q, m in _conditions(dc, dy, c, y)]
    common = parts[0][2] * parts[1][2] * parts[2][2]
    for low, high, by in parts:
        lows.append(low * (common // by))
        highs.append(high * (common // by))
    low = np.maximum.reduce([*lows, np.zeros_like(common)])
    high = np.minimum.reduce([*highs, common])
    inside = (low < high) & ((y - c) % 2 == 0) & ((c != 0) | (y != 0)) & ((c != dc) | (y != dy))
    middle = (low + high) / (2 * common)
    return [
        (float(middle[i]), (int(c[i]), int(y[i])), (int(c[i]), int(y[i])))
        for i in zip(*np.nonzero(inside), strict=True)
    ]


def _conditions(dc: int, dy: int, c: Any, y: Any) -> list[tuple[int, Any, int]]:
    return [(dy, y, 1), (3 * dc + dy, 3 * c + y, 2), (3 * dc - dy, 3 * c - y, 2)]


def _pairs(dc: int, dy: int) -> list[tuple[float, tuple[int, int], tuple[int, int]]]:
    """The edge pairs of a line that runs along hex edges (TC-7.6)."""
    for i in range(6):
        left, right = STEPS[i], STEPS[(i + 1) % 6]
        ec, ey = left[0] + right[0], left[1] + right[1]
        k = abs(dc) if ec else 0
        k = k // abs(ec) if ec else abs(dy) // abs(ey)
        if k and (k * ec, k * ey) == (dc, dy):
            return [
                (
                    (j + 0.5) / k,
                    (j * ec + left[0], j * ey + left[1]),
                    (j * ec + right[0], j * ey + right[1]),
                )
                for j in range(k)
            ]
    return []


def _lines() -> tuple[Any, Any]:
    """Lines by parity of the origin's column and offset: their lengths, and pairs of index steps."""
    shape = (2 * REACH + 1, 4 * REACH + 1)
    length = np.zeros(shape, np.int32)
    cells = np.zeros((2, *shape, REACH + 1, 2), np.int32)
    for dc in range(-REACH, REACH + 1):
        for dy in range(-2 * REACH, 2 * REACH + 1):
            apart = abs(dc) + max(0, (abs(dy) - abs(dc)) // 2)
            if (dy - dc) % 2 or not 0 < apart <= REACH:
                continue
            met = sorted(_crossed(dc, dy) + _pairs(dc, dy))
            at = dc + REACH, dy + 2 * REACH
            length[at] = len(met)
            for i, (_, a, b) in enumerate(met):
                for parity in (0, 1):
                    cells[(parity, *at, i)] = _cell_offset(parity, *a), _cell_offset(parity, *b)
    return length, cells


LINE_LENGTH, LINE_CELLS = _lines()


@rule
def line_length(a: int, b: int) -> int:
    """How many hexes or edge pairs a line meets strictly between two cells at most REACH apart."""
    return int(LINE_LENGTH[across(b) - across(a) + REACH, down(b) - down(a) + 2 * REACH])


@rule
def line_cell(a: int, b: int, i: int, which: int) -> int:
    """The i-th cell the line meets; of an edge pair `which` 0 is the left one, 1 the right."""
    dc = across(b) - across(a)
    dy = down(b) - down(a)
    return a + int(LINE_CELLS[across(a) & 1, dc + REACH, dy + 2 * REACH, i, which])
