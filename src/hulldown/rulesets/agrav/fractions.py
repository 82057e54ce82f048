"""Amounts as exact fractions, rounded once when they are written to a track (AG-1.3, AG-1.10).

A fraction is two integers; it is compared by cross-multiplication and never divided.
"""

from __future__ import annotations

from hulldown.kernel.jit import rule
from hulldown.rulesets.agrav.codes import POINT
from hulldown.rulesets.agrav.state import Options
from hulldown.rulesets.agrav.variants import RoundingStep


@rule
def gcd(a: int, b: int) -> int:
    """Greatest common divisor; 1 if both are 0, so that it can always be divided by."""
    while b != 0:
        a, b = b, a % b
    return a if a > 0 else 1


@rule
def half_up(n: int, d: int) -> int:
    """n/d to the nearest whole number, a half upwards (AG-1.10)."""
    return (2 * n + d) // (2 * d)


@rule
def rounded(o: Options, n: int, d: int) -> int:
    """An amount of n/d tenths of a point as it is written to a track, in tenths (AG-1.3, `rounding_step`)."""
    if o.rounding_step == RoundingStep.WHOLE:
        return POINT * half_up(n, POINT * d)
    return half_up(n, d)
