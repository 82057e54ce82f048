"""From a lead to a chance: hand-counted leads, and a small network that corrects them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np

from hulldown.kernel.batch import DRAW
from hulldown.kernel.jit import S, generic, rule
from hulldown.kernel.records import Real, record
from hulldown.kernel.walk import WON

UNIT = 1 << 32  # one of log odds
STEPS = 64  # rows of the table for one
STEP = UNIT // STEPS
KNEE, ROOM = 6 * UNIT, 5 * UNIT  # beyond the knee, log odds of any size are pressed into the room above it
FARTHEST = 4096 * UNIT  # more is cut off, so that nothing overflows

TermWeights = Sequence[int]  # of a ruleset's terms, in UNIT

CHANCES: Any = np.array(
    [round(WON / (1 + math.exp(-i / STEPS))) for i in range((KNEE + ROOM) // STEP + 2)], np.int64
)


@rule
def chance(lead: int, seat: int) -> int:
    """A seat's chance to win, in parts of WON, by the first seat's log odds; never all or nothing.

    Who is as good as sure to win still sees what makes it surer.
    """
    odds = min(abs(int(lead)), FARTHEST)  # int(): weights are NumPy's numbers when interpreted
    if odds > KNEE:
        odds = KNEE + ROOM * ((odds - KNEE) // STEP) // ((odds - KNEE + ROOM) // STEP)
    row = odds // STEP
    low = int(CHANCES[row])
    share = low + (int(CHANCES[row + 1]) - low) * (odds % STEP) // STEP
    return share if (lead > 0) == (seat == 0) else WON - share


@rule
def ended(winner: int, seat: int) -> int:
    """What a game that is over is worth to a seat: all, nothing, or a half for a draw."""
    if winner == DRAW:
        return WON // 2
    return WON if winner == seat else 0


# ---------------------------------------------------------------- network
# A small network that corrects a lead counted by hand: learned from games, worked out like a rule.
#
# A ruleset describes a position by features: numbers of every unit, and of the whole battle as either side
# sees it. Each unit's go through one layer, the same for all; what comes out is added up by side, so that the
# number and the order of units do not matter (Zaheer et al. 2017, "Deep Sets"). A second layer joins a side's
# sums, the enemy's and the side's view of the whole to a score; the difference of both sides' scores is the
# first seat's lead in log odds, so that sides that are alike stand even. What kind of battle it is for a
# side, its mission above all, shifts what either layer answers to. Sums are taken in one order and nothing is
# contracted, so every machine comes to the same.


UNITS = 40  # of a state, at most
UNIT_VALUES, SIDE_VALUES = 2048, 64  # of all units, of both sides
HIDDEN = 16  # width of either layer
MOST = 64.0  # log odds: more is cut off
ABSENT = -1

# Rows of HIDDEN: first layer, its biases; second layer (own sums, enemy sums, side), its biases; scores.
Weights = Sequence[float]


@record
class Features:
    """A position as a network sees it, and what it works with."""

    units: int  # how many are described
    side: Annotated[list[int], UNITS]  # of each of them
    begins: Annotated[list[int], UNITS]  # where the values of unit u begin, ABSENT for one that has none
    kind: Annotated[list[int], 2]  # of battle, for either side
    unit_values: Annotated[list[Real], UNIT_VALUES]
    side_values: Annotated[list[Real], SIDE_VALUES]
    hidden: Annotated[list[Real], HIDDEN]
    sums: Annotated[list[Real], 2 * HIDDEN]


Extract = Callable[[S, Features], None]


@rule
def describe(f: Features, u: int, side: int, width: int) -> int:
    """Begin to describe a unit by so many values, all 0 at first; where they begin."""
    at = f.units * width
    f.side[f.units] = side
    f.units += 1
    f.begins[u] = at
    for i in range(width):
        f.unit_values[at + i] = 0.0
    return at


@rule
def raise_to(f: Features, at: int, value: float) -> None:
    """Make a unit's value at least so large."""
    if value > f.unit_values[at]:
        f.unit_values[at] = value


@rule
def clear(f: Features, width: int) -> None:
    """Forget everything: no unit is described, the values of both sides are 0."""
    f.units = 0
    for u in range(UNITS):
        f.begins[u] = ABSENT
    for i in range(2 * width):
        f.side_values[i] = 0.0


@rule
def add(f: Features, x: float, w: Weights, row: int) -> None:
    """Add a row of the weights, times x, to the layer that is worked out."""
    if x != 0.0:
        for j in range(HIDDEN):
            f.hidden[j] += x * w[row + j]


@rule
def start(f: Features, w: Weights, row: int) -> None:
    """Begin a layer with its bias."""
    for j in range(HIDDEN):
        f.hidden[j] = w[row + j]


@rule
def add_unit(f: Features, i: int, w: Weights, unit: int) -> None:
    """Add what the first layer makes of the i-th unit to the sums of its side."""
    side = f.side[i]
    start(f, w, (unit + f.kind[side]) * HIDDEN)
    for k in range(unit):
        add(f, f.unit_values[i * unit + k], w, k * HIDDEN)
    for j in range(HIDDEN):
        f.sums[side * HIDDEN + j] += max(0.0, f.hidden[j])


@rule
def score(f: Features, side: int, w: Weights, begins: int, width: int, kinds: int) -> float:
    """What the second layer makes of the battle as a side sees it. Its weights begin at row `begins`."""
    bias = begins + 2 * HIDDEN + width
    start(f, w, (bias + f.kind[side]) * HIDDEN)
    for j in range(HIDDEN):
        add(f, f.sums[side * HIDDEN + j], w, (begins + j) * HIDDEN)
        add(f, f.sums[(1 - side) * HIDDEN + j], w, (begins + HIDDEN + j) * HIDDEN)
    for k in range(width):
        add(f, f.side_values[side * width + k], w, (begins + 2 * HIDDEN + k) * HIDDEN)
    total, last = 0.0, (bias + kinds) * HIDDEN
    for j in range(HIDDEN):
        total += max(0.0, f.hidden[j]) * w[last + j]
    return total


@rule
def correction(f: Features, w: Weights, unit: int, width: int, kinds: int) -> int:
    """What the network adds to the first seat's lead, in log odds of `UNIT`.

    `unit` and `width` are how many values a unit and a side have, `kinds` how many kinds of battle there are.
    """
    for j in range(2 * HIDDEN):
        f.sums[j] = 0.0
    for i in range(f.units):
        add_unit(f, i, w, unit)
    second = unit + kinds
    lead = score(f, 0, w, second, width, kinds) - score(f, 1, w, second, width, kinds)
    return int(UNIT * max(-MOST, min(MOST, lead)))


@generic
def describe_root(extract: Extract[S], root: list[S], out: list[Features]) -> None:
    """The features of root[0]."""
    extract(root[0], out[0])


@generic
def lead_of_root(lead: Callable[[S], int], root: list[S]) -> float:
    """The lead of root[0] that a network corrects, in log odds."""
    return lead(root[0]) / UNIT
