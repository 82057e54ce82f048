"""From log odds to a chance."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from hulldown.kernel.jit import compiled
from hulldown.kernel.network import FARTHEST, KNEE, UNIT, chance
from hulldown.kernel.walk import WON


@pytest.mark.parametrize("odds", [-5.9, -2.0, -0.3, 0.0, 0.01, 0.7, 1.0, 3.3, 5.9])
def test_a_chance_is_the_logistic_of_the_lead(odds: float) -> None:
    assert chance(round(odds * UNIT), 0) / WON == pytest.approx(1 / (1 + math.exp(-odds)), abs=2e-5)


@pytest.mark.parametrize(
    "lead", [0, 1, -1, 12_345_678_901, -UNIT, KNEE, KNEE + 1, FARTHEST, 1 << 60, -(1 << 60)]
)
def test_two_chances_make_one_and_none_is_sure(lead: int) -> None:
    first, second = chance(lead, 0), chance(lead, 1)
    assert first + second == WON and 0 < first < WON
    assert first >= second if lead >= 0 else first <= second


def test_more_is_always_better_however_good_it_is() -> None:
    steps = [chance(i * UNIT // 8, 0) for i in range(-120, 120)]
    assert all(one < other for one, other in pairwise(steps))


def test_compiled_it_is_the_same() -> None:
    fast = compiled(chance)
    for lead in (0, 7, -UNIT // 3, 5 * UNIT, KNEE + UNIT, 40 * UNIT, -(1 << 61)):
        assert fast(lead, 0) == chance(lead, 0) and fast(lead, 1) == chance(lead, 1)
