"""Sums of dice, and task checks: 2d6 + DM against 8 (CH-1.4, CH-1.5)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from hulldown.rulesets.chase.driving import effect_of, succeeds

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


# ---------------------------------------------------------------- task checks


def effect_odds(dm: int) -> dict[int, Fraction]:
    """The chance of each Effect of a check that succeeds; the rest fails."""
    return {effect_of(roll + dm): p for roll, p in dice_sums(2).items() if succeeds(roll + dm)}


def success_odds(dm: int) -> Fraction:
    """The chance that a check succeeds: a Driving test taken alone, a ram attempt, a shot that hits."""
    return sum(effect_odds(dm).values(), Fraction(0))
