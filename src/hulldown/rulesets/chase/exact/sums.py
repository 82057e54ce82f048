"""Sums of dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

SIX = range(1, 7)


@cache
def dice_sums(count: int) -> Mapping[int, Fraction]:
    """The chance of each sum of so many six-sided dice; no dice sum to 0."""
    ways = {0: 1}
    for _ in range(count):
        wider: dict[int, int] = {}
        for total, number in ways.items():
            for face in SIX:
                wider[total + face] = wider.get(total + face, 0) + number
        ways = wider
    return MappingProxyType({total: Fraction(number, 6**count) for total, number in ways.items()})
