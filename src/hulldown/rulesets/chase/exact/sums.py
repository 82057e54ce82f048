"""Sums of dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import TypeVar

SIX = range(1, 7)
T = TypeVar("T")


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


def gathered(parts: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """Chances of equal outcomes added up, those of nothing left out."""
    found: dict[T, Fraction] = {}
    for outcome, chance in parts:
        if chance:
            found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found
