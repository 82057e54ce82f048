"""What weights of an estimate are fitted to (scripts/evidence.py, scripts/played_on.py)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
from evidence import Orders, Results
from played_on import Tried, verdict

TERMS, POSITIONS, EACH = 3, 40, 5


def orders() -> Orders:
    """Orders whose truth follows weights of 1, -2 and 0."""
    chance = np.random.default_rng(3)
    terms = chance.normal(size=(POSITIONS * EACH, 2, TERMS))
    truth = (1 / (1 + np.exp(-(terms @ np.array([1.0, -2.0, 0.0]))))).mean(axis=1)
    return Orders(terms, truth, np.repeat(np.arange(POSITIONS), EACH))


def results() -> Results:
    """Positions won by the first term."""
    chance = np.random.default_rng(4)
    terms = chance.normal(size=(200, TERMS))
    return Results(terms, (terms[:, 0] > 0).astype(float), np.arange(200), np.array(["street"] * 200))


@pytest.mark.parametrize("evidence", [orders(), results()], ids=["orders", "results"])
def test_the_slope_is_that_of_the_cost(evidence: Any) -> None:
    at = np.array([0.3, 0.1, -0.2])
    _, slope = evidence.cost(at)
    for i in range(TERMS):
        step = np.eye(TERMS)[i] * 1e-6
        rise = (evidence.cost(at + step)[0] - evidence.cost(at - step)[0]) / 2e-6
        assert slope[i] == pytest.approx(rise, abs=1e-6)


def test_true_weights_cost_nothing_and_how_good_a_position_is_does_not_count() -> None:
    there = orders()
    assert there.cost(np.array([1.0, -2.0, 0.0]))[0] == pytest.approx(0)
    higher = Orders(there.terms, there.truth + there.position / 1000, there.position)
    assert higher.cost(np.array([1.0, -2.0, 0.0]))[0] == pytest.approx(0)


def tried(chance: np.random.Generator, error: float, noise: float) -> Tried:
    """A position whose orders differ by 0.1, guessed with an error, measured with noise."""
    truth = chance.normal(scale=0.1, size=EACH)
    first, second = (truth + chance.normal(scale=noise, size=EACH) for _ in range(2))
    guessed = truth + chance.normal(scale=error, size=EACH)
    return Tried("", 0, ["wait"] * EACH, guessed, first, second, np.zeros((EACH, 1, 1)))


def test_noise_of_the_plays_is_taken_out_of_error_and_spread() -> None:
    chance = np.random.default_rng(5)
    found = verdict([tried(chance, 0.05, 0.2) for _ in range(4000)])
    apart = ((EACH - 1) / EACH) ** 0.5  # of what is measured from the mean of five
    assert found.error == pytest.approx(0.05 * apart, abs=0.01)
    assert found.spread == pytest.approx(0.1 * apart, abs=0.01)


def test_who_guesses_right_regrets_nothing() -> None:
    chance = np.random.default_rng(6)
    found = verdict([tried(chance, 0.0, 0.0) for _ in range(50)])
    assert (found.error, found.regret) == (0, 0)
