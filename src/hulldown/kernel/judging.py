"""From a lead to a chance: how an estimate tells what a side's advantages are worth.

A ruleset counts terms, each the first seat's lead in something, and adds them up with weights that were
fitted to the results of games. The sum is log odds; this gives the probability.
It is worked out in whole numbers, so that every machine comes to the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from hulldown.kernel.batch import DRAW
from hulldown.kernel.jit import rule
from hulldown.kernel.walk import WON

UNIT = 1 << 32  # one of log odds
STEPS = 64  # rows of the table for one
STEP = UNIT // STEPS
KNEE, ROOM = 6 * UNIT, 5 * UNIT  # beyond the knee, log odds of any size are pressed into the room above it
FARTHEST = 4096 * UNIT  # more is cut off, so that nothing overflows

Weights = Sequence[int]  # of a ruleset's terms, in UNIT

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
