"""Task checks: 2d6 + DM against 8 (CH-1.4, CH-1.5)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.rulesets.chase.driving import effect_of, succeeds
from hulldown.rulesets.chase.exact.sums import dice_sums


def effect_odds(dm: int) -> dict[int, Fraction]:
    """The chance of each Effect of a check that succeeds; the rest fails."""
    return {effect_of(roll + dm): p for roll, p in dice_sums(2).items() if succeeds(roll + dm)}


def success_odds(dm: int) -> Fraction:
    """The chance that a check succeeds: a Driving test taken alone, a ram attempt, a shot that hits."""
    return sum(effect_odds(dm).values(), Fraction(0))
