"""Arrays of floating point numbers or of fractions: the solver is written once for both.

Fractions are slow and without error: small duels are solved exactly with them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

Array = Any  # NumPy array: of float64, or of Fraction as objects


def zeros(shape: tuple[int, ...], exact: bool) -> Array:
    """An array of nothing but 0."""
    return np.full(shape, Fraction(0), dtype=object) if exact else np.zeros(shape)


def number(value: Fraction | int, exact: bool) -> Any:
    """A number as such an array holds it."""
    return Fraction(value) if exact else float(value)


def is_exact(values: Array) -> bool:
    """Whether an array holds fractions."""
    return bool(values.dtype == object)


def as_fractions(values: Array) -> Array:
    """The very same numbers as fractions."""
    made: Array = np.empty(values.size, dtype=object)
    made[:] = [Fraction(value) for value in values.flat]
    return made.reshape(values.shape)
