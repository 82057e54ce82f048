"""The damage states of a tank as numbers (CH-13.1): gun before mobility before hull points.

The states of one gun step stand together, since a shot depends on the gun; the destroyed tank comes last.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from hulldown.rulesets.chase.codes import Location
from hulldown.rulesets.chase.equilibrium.matrix_games import Array, number, zeros
from hulldown.rulesets.chase.exact.shots import Condition, Wounds, next_condition
from hulldown.rulesets.chase.state import Options

STEPS = 3  # of mobility and of the gun
MOVES = tuple((first, second) for first in range(STEPS) for second in range(STEPS))  # mobilities of A, B
WORST = 4  # severity
ONE = Fraction(1)


class Conditions:
    """All states of a tank with so many hull points, under the options of its duel."""

    def __init__(self, hull: int, options: Options) -> None:
        self.hull, self.options = hull, options
        self.living: list[Condition] = [
            (points, mobility, gun)
            for gun in range(STEPS)
            for mobility in range(STEPS)
            for points in range(1, hull + 1)
        ]
        self.destroyed = len(self.living)
        self.numbers = {condition: i for i, condition in enumerate(self.living)}
        self.mobility = np.array([condition[1] for condition in self.living])
        self.gun = np.array([condition[2] for condition in self.living])

    def __len__(self) -> int:
        return len(self.living)

    def number(self, condition: Condition | None) -> int:
        """The number of a state; None is destroyed."""
        return self.destroyed if condition is None else self.numbers[condition]

    def of_gun(self, gun: int) -> slice:
        """The states with this gun step."""
        return slice(gun * STEPS * self.hull, (gun + 1) * STEPS * self.hull)

    @cached_property
    def harm(self) -> dict[tuple[int, int], Any]:
        """The next state of each living one, by location and severity (CH-11.3 to CH-11.7)."""
        return {
            (location, severity): np.array(
                [self.number(next_condition(self.options, c, location, severity)) for c in self.living]
            )
            for location in map(int, Location)
            for severity in range(1, WORST + 1)
        }

    def kernel(self, wounds: Wounds, exact: bool, whole: Fraction = ONE) -> Array:
        """The chance of each next state [from, to]; what the wounds leave of `whole` has no effect."""
        matrix = zeros((len(self), len(self) + 1), exact)
        each = np.arange(len(self))
        for (location, severity), chance in wounds.items():
            matrix[each, self.harm[location, severity]] += number(chance, exact)
        matrix[each, each] += number(whole - sum(wounds.values()), exact)
        return matrix
