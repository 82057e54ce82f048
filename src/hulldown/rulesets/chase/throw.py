"""Several dice thrown together: their faces are the digits of one number, so that a log row holds each die.

Nine dice fit a field of a record.
"""

from __future__ import annotations

from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.jit import rule


@rule
def throw(d: Dice, count: int) -> int:
    """So many d6 (CH-1.7): 4, 1 and 6 are 416."""
    faces = 0
    for _ in range(count):
        faces = 10 * faces + roll(d, 6)
    return faces


@rule
def sum_of(faces: int) -> int:
    """What dice come to together."""
    total, left = 0, faces
    while left > 0:
        total += left % 10
        left //= 10
    return total


def faces_of(faces: int) -> tuple[int, ...]:
    """The dice one by one, in the order in which they fell."""
    return tuple(map(int, str(faces))) if faces else ()
