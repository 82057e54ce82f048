"""Matrix games solved all at once beside one at a time: by HiGHS, or by every square part in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize
from tests.lanes import examples

from hulldown.kernel import matrix_games
from hulldown.kernel.matrix_games import as_fractions, gap, solve_games


def by_highs(payoffs: np.ndarray) -> float:
    """The value of one game by linear programming."""
    height, width = payoffs.shape
    found = optimize.linprog(
        np.r_[np.zeros(height), -1.0],
        A_ub=np.c_[-payoffs.T, np.ones(width)],
        b_ub=np.zeros(width),
        A_eq=[[1.0] * height + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
        method="highs",
    )
    return float(-found.fun)


def test_rock_paper_scissors_and_a_well() -> None:
    payoffs = np.array([[0, -1, 1, -1], [1, 0, -1, 1], [-1, 1, 0, -1], [1, -1, 1, 0]], dtype=float)
    found = solve_games(payoffs[:, :, None])
    assert found.value[0] == pytest.approx(0, abs=1e-15)
    assert found.rows[:, 0] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])  # the well beats rock and all it beats


def test_games_worked_out_by_hand() -> None:
    pennies = as_fractions(np.array([[[2.0], [-1.0]], [[-1.0], [1.0]]]))
    found = solve_games(pennies)
    assert found.value[0] == Fraction(1, 5) and list(found.rows[:, 0]) == [Fraction(2, 5), Fraction(3, 5)]
    saddle = solve_games(np.array([[3.0, 2.0, 5.0], [1.0, -4.0, 9.0]])[:, :, None])
    assert saddle.value[0] == 2 and list(saddle.columns[:, 0]) == [0, 1, 0]


@pytest.mark.parametrize("digits", [1, 3, 12])
def test_random_games_against_linear_programming(digits: int) -> None:
    """Few digits make ties and saddle points, many make none."""
    payoffs = np.round(np.random.default_rng(digits).uniform(-1, 1, (4, 4, 300)), digits)
    found = solve_games(payoffs)
    for game, value in zip(np.moveaxis(payoffs, 2, 0), found.value, strict=True):
        assert value == pytest.approx(by_highs(game), abs=1e-8)


@pytest.mark.parametrize("shape", [(1, 4), (4, 1), (1, 1), (2, 4), (3, 3)])
def test_games_of_other_shapes(shape: tuple[int, int]) -> None:
    payoffs = np.random.default_rng(1).uniform(-1, 1, (*shape, 50))
    found = solve_games(payoffs)
    most, least = gap(payoffs, found.rows, found.columns)
    assert np.all(most - least < 1e-12) and np.allclose(found.rows.sum(axis=0), 1)


def test_no_game_at_all() -> None:
    assert solve_games(np.zeros((4, 4, 0))).value.shape == (0,)


entries = st.lists(st.integers(-3, 3), min_size=16, max_size=16)


@settings(max_examples=examples(60), deadline=None)
@given(entries)
def test_whole_numbers_in_fractions_and_in_floats(numbers: list[int]) -> None:
    payoffs = np.array(numbers, dtype=float).reshape(4, 4, 1)
    rounded, exact = solve_games(payoffs), solve_games(as_fractions(payoffs))
    most, least = gap(as_fractions(payoffs), exact.rows, exact.columns)
    assert most[0] == least[0] == exact.value[0]
    assert min(exact.rows[:, 0]) >= 0 and sum(exact.rows[:, 0]) == sum(exact.columns[:, 0]) == 1
    assert rounded.value[0] == pytest.approx(float(exact.value[0]), abs=1e-12)


def test_what_rounding_leaves_open_is_solved_in_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    payoffs = np.random.default_rng(2).uniform(-1, 1, (4, 4, 20))
    before = solve_games(payoffs)
    monkeypatch.setattr(matrix_games, "TOLERANCE", -1.0)  # nothing proves itself
    after = solve_games(payoffs)
    assert np.allclose(before.value, after.value, atol=1e-13)


def test_nearly_equal_payoffs() -> None:
    """Matrices that hardly differ from a constant are hard on cofactors."""
    noise = np.random.default_rng(3).uniform(-1e-9, 1e-9, (4, 4, 500))
    payoffs = 0.7 + noise
    found = solve_games(payoffs)
    most, least = gap(payoffs, found.rows, found.columns)
    assert np.all(most - least <= 1e-12)
