"""Distributions: whole weights, exact chances, honest intervals."""

from fractions import Fraction

import pytest

from hulldown.odds import Distribution

TWO_DICE = Distribution({total: 6 - abs(7 - total) for total in range(2, 13)})


def test_chances_are_exact_fractions_that_add_up_to_one() -> None:
    assert TWO_DICE.chance(7) == Fraction(1, 6)
    assert TWO_DICE.chance(lambda total: total >= 10) == Fraction(1, 6)
    assert sum(TWO_DICE.chances().values()) == 1


def test_the_mean_and_the_mean_of_a_function_are_exact() -> None:
    assert TWO_DICE.mean() == 7
    assert TWO_DICE.mean(lambda total: Fraction(total, 3)) == Fraction(7, 3)


def test_weights_lose_their_common_factor_and_zeros() -> None:
    assert Distribution({"hit": 20, "miss": 10, "never": 0}) == Distribution({"hit": 2, "miss": 1})
    assert Distribution({"hit": 20, "miss": 10}).weights == {"hit": 2, "miss": 1}


def test_a_mapped_distribution_adds_up_what_falls_together() -> None:
    assert TWO_DICE.map(lambda total: total % 2) == Distribution({0: 1, 1: 1})


def test_marginals_give_each_fact_its_own_distribution() -> None:
    facts = TWO_DICE.marginals(lambda total: {"even": total % 2 == 0, "high": total > 11})
    assert facts["even"].chance(True) == Fraction(1, 2)
    assert facts["high"].chance(True) == Fraction(1, 36)


def test_chances_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="3/4, not 1"):
        Distribution.of({"hit": Fraction(1, 2), "miss": Fraction(1, 4)})


@pytest.mark.parametrize("weights", [{}, {"hit": 0}, {"hit": 2, "miss": -1}])
def test_weights_must_be_above_zero(weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="above zero"):
        Distribution(weights)


def test_an_exact_chance_has_an_interval_of_no_width() -> None:
    assert TWO_DICE.interval(2) == (1 / 36, 1 / 36)


def test_a_sampled_chance_has_wilsons_interval() -> None:
    low, high = Distribution({"hit": 50, "miss": 50}, samples=100).interval("hit")
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)  # published for 50 of 100


def test_a_sample_and_an_exact_distribution_are_not_the_same_thing() -> None:
    assert Distribution({"hit": 1, "miss": 1}) != Distribution({"hit": 1, "miss": 1}, samples=2)


def test_its_text_shows_the_likeliest_first_and_says_when_it_is_sampled() -> None:
    assert repr(Distribution({1: 1, 2: 3})) == "Distribution({2: 3/4, 1: 1/4})"
    assert repr(Distribution({1: 5}, samples=5)) == "Distribution({1: 1}, samples=5)"
