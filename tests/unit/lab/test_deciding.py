"""When a study may stop: error rates by simulation with fixed seeds, numbers against scipy's."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, minimize, minimize_scalar
from scipy.stats import binom, norm

from hulldown.lab import deciding
from hulldown.lab.deciding import (
    MOST_EVIDENCE,
    SOON,
    TRACE,
    Bets,
    Counts,
    Floats,
    Question,
    Verdict,
    confidence_sequence,
    counted,
    discoveries,
    expected_blocks,
    findable_effect,
    likelihood_ratio,
    settled,
)

SLICE = 64
ASKED = Question(0.06)
TRINOMIAL = np.array([-1.0, 0.0, 1.0]), np.array([0.1, 0.8, 0.1])
TOWARDS = np.array([0.0, -1.0, 0.0, 1.0, 0.0])  # a mean of 1 for it, and hardly any variance
PENTANOMIAL = np.array([-1.0, -0.5, 0.0, 0.5, 1.0]), np.array([0.05, 0.2, 0.5, 0.2, 0.05])
SELDOM = np.array([-1.0, 0.0, 1.0]), np.array([0.01, 0.98, 0.01])
SKEWED = np.array([-1.0, 0.0, 0.25]), np.array([0.1, 0.5, 0.4])
NOTHING = [TRINOMIAL, PENTANOMIAL, SELDOM, SKEWED]
SHAPES = ["trinomial", "pentanomial", "seldom", "skewed"]


def most(studies: int, chance: float = 0.05) -> int:
    """How many studies may be wrong if the chance of it is as asked: more would be in one case of 1000."""
    return int(binom.ppf(0.999, studies, chance))


def planted(outcomes: Floats, chances: Floats, effect: float) -> Floats:
    """Chances that have a mean of `effect` instead of 0: of some blocks the outcome is the highest anyhow."""
    moved = (1 - effect / outcomes[-1]) * chances
    moved[-1] += effect / outcomes[-1]
    return np.asarray(moved, dtype=np.float64)


def study(
    outcomes: Floats, chances: Floats, question: Question, rng: np.random.Generator
) -> tuple[Verdict, int]:
    """One study to its end, and how many blocks it took."""
    counts = np.zeros(outcomes.size, dtype=np.int64)
    for _ in range(200):
        counts += rng.multinomial(SLICE, chances)
        verdict = settled(dict(zip(outcomes.tolist(), counts.tolist(), strict=True)), question)
        if verdict is not None:
            return verdict, int(counts.sum())
    return Verdict.UNDECIDED, int(counts.sum())


# The question


@pytest.mark.parametrize("effect", [0.0, -0.03, 1.0, 3.0, math.nan])
def test_an_effect_is_a_share(effect: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Question(effect)


@pytest.mark.parametrize("error", [0.0, 0.5, math.nan])
def test_an_error_is_a_chance_below_a_half(error: float) -> None:
    with pytest.raises(ValueError, match=r"between 0 and 0\.5"):
        Question(0.03, error)


def test_the_bounds_are_walds() -> None:
    low, high = Question(0.03, 0.1).bounds
    assert math.exp(low) == pytest.approx(0.1 / 0.95)
    assert math.exp(high) == pytest.approx(0.9 / 0.05)


# The ratio


@pytest.mark.parametrize("mean", [0.03, -0.03, 0.3])
@pytest.mark.parametrize(
    "counts",
    [{-1.0: 3, -0.25: 11, 0.0: 40, 0.5: 20, 1.0: 6}, {0.0: 64}, {-0.5: 30, 0.5: 34}, {0.0: 100, 1.0: 3}],
)
def test_the_ratio_is_that_of_the_likeliest_chances_of_either_mean(counts: Counts, mean: float) -> None:
    """A constrained maximum over the chances themselves, without Lagrange's multiplier."""
    seen = {-1.0: TRACE, 1.0: TRACE}
    for score, count in counts.items():
        seen[score] = seen.get(score, 0.0) + count
    scores, weights = np.array(list(seen)), np.array(list(seen.values()))
    total = weights.sum()

    def likeliest(wanted: float) -> float:
        constraint = LinearConstraint(np.vstack((np.ones(scores.size), scores)), [1, wanted], [1, wanted])
        start = np.full(scores.size, 0.02 / scores.size)
        start[scores == 1.0] += 0.98 * (1 + wanted) / 2
        start[scores == -1.0] += 0.98 * (1 - wanted) / 2
        found = minimize(
            lambda chances: -(weights * np.log(chances)).sum() / total,
            start,
            jac=lambda chances: -weights / chances / total,
            hess=lambda chances: np.diag(weights / chances**2) / total,
            bounds=[(1e-12, 1)] * scores.size,
            constraints=constraint,
            method="trust-constr",
            options={"gtol": 1e-10, "xtol": 1e-14, "maxiter": 2000},
        )
        return float(-found.fun * total)

    assert likelihood_ratio(counts, mean) == pytest.approx(likeliest(mean) - likeliest(0.0), abs=2e-2)


def test_with_two_outcomes_the_ratio_is_that_of_a_coin() -> None:
    """A mean m leaves the chances (1 + m) / 2 and (1 - m) / 2 alone."""
    expected = 520 * math.log(1.1) + 480 * math.log(0.9)
    assert likelihood_ratio({1.0: 520, -1.0: 480}, 0.1) == pytest.approx(expected, rel=1e-4)


def test_with_many_blocks_the_ratio_is_that_of_a_normal_mean() -> None:
    counts = {-1.0: 4_000, 0.0: 32_000, 1.0: 4_080}
    blocks = sum(counts.values())
    mean, variance = 80 / blocks, 8_080 / blocks
    expected = blocks * (0.01 * mean - 0.01**2 / 2) / variance
    assert likelihood_ratio(counts, 0.01) == pytest.approx(expected, rel=0.02)


def test_the_directions_mirror_each_other() -> None:
    counts = {-1.0: 7, -0.5: 1, 0.0: 30, 1.0: 12}
    mirrored = {-score: count for score, count in counts.items()}
    assert likelihood_ratio(counts, 0.05) == pytest.approx(likelihood_ratio(mirrored, -0.05))


# The verdict


@pytest.mark.parametrize("counts", [{}, {0.0: 0}, {0.0: 1}, {1.0: 1}, {-1.0: 2}, {0.5: 1, -0.5: 1}])
def test_two_blocks_settle_nothing(counts: Counts) -> None:
    assert settled(counts, Question(0.03)) is None


@pytest.mark.parametrize("effect", [0.01, 0.03, 0.1])
def test_a_rule_that_never_came_up_is_settled_soon(effect: float) -> None:
    """Had it made so large a difference, it would have come up: all but certainly."""
    ends = [n for n in range(SLICE, 40 * SLICE, SLICE) if settled({0.0: n}, Question(effect)) is not None]
    assert settled({0.0: ends[0]}, Question(effect)) is Verdict.SAME
    assert (1 - effect) ** ends[0] < 0.06
    assert ends[0] <= 4 / effect + SLICE
    assert settled({0.0: 10**9}, Question(effect)) is Verdict.SAME


@pytest.mark.parametrize("score", [1.0, -1.0, 0.25, -0.25])
def test_scores_that_are_all_alike_and_not_0_differ(score: float) -> None:
    assert settled({score: 4 * SLICE}, Question(0.03)) is Verdict.DIFFERENT
    assert settled({score: 10**9}, Question(0.03)) is Verdict.DIFFERENT


def test_one_block_that_differs_does_not_make_a_difference() -> None:
    assert settled({0.0: 1_000, 1.0: 1}, Question(0.03)) is Verdict.SAME


def test_scores_may_be_adjusted_ones_beyond_1() -> None:
    scores = np.random.default_rng(1).normal(0.1, 0.6, 2_000)
    assert np.abs(scores).max() > 1
    assert settled(counted(scores), Question(0.05)) is Verdict.DIFFERENT


@pytest.mark.parametrize("counts", [{math.nan: 3}, {0.0: -1}, {math.inf: 1}])
def test_what_is_no_score_is_refused(counts: Counts) -> None:
    with pytest.raises(ValueError, match="scores must be numbers"):
        settled(counts, Question(0.03))


def test_scores_are_counted() -> None:
    assert counted(np.array([0.5, -1.0, 0.5])) == {-1.0: 1, 0.5: 2}
    assert counted(np.array([])) == {}


@pytest.mark.parametrize(("outcomes", "chances"), NOTHING, ids=SHAPES)
def test_false_alarms_are_as_rare_as_asked(outcomes: Floats, chances: Floats) -> None:
    rng = np.random.default_rng(20261122)
    verdicts = [study(outcomes, chances, ASKED, rng)[0] for _ in range(300)]
    assert verdicts.count(Verdict.DIFFERENT) <= most(300)
    assert Verdict.UNDECIDED not in verdicts


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("outcomes", "chances"), NOTHING, ids=SHAPES)
def test_the_effect_asked_about_is_found(outcomes: Floats, chances: Floats, sign: int) -> None:
    rng = np.random.default_rng(20261122)
    if sign < 0:
        outcomes, chances = -outcomes[::-1], chances[::-1]
    moved = planted(outcomes, chances, ASKED.effect)
    assert moved @ outcomes == pytest.approx(ASKED.effect)
    verdicts = [study(outcomes, moved, ASKED, rng)[0] for _ in range(200)]
    assert 200 - verdicts.count(Verdict.DIFFERENT) <= most(200)


# The confidence sequence


@pytest.mark.parametrize("counts", [{}, {0.0: 0}, {0.5: 1}])
def test_below_two_blocks_the_mean_may_be_anywhere(counts: Counts) -> None:
    assert confidence_sequence(counts) == (-1, 1)


@pytest.mark.parametrize("counts", [{1.0: 2}, {-1.0: 3}, {1.0: 500}, {0.0: 2}, {1.0: 5, -1.0: 4}])
def test_the_interval_stays_within_what_a_mean_may_be(counts: Counts) -> None:
    low, high = confidence_sequence(counts)
    assert -1 <= low < high <= 1


@pytest.mark.parametrize("blocks", [64, 256, 1_024])
def test_scores_that_are_all_alike_leave_room(blocks: int) -> None:
    """A mean at the interval's edge would have left all scores alike in one study of 20 at most."""
    _, high = confidence_sequence({0.0: blocks})
    assert (1 - high) ** blocks < 0.05 and high < 6 / blocks + 0.1


def test_it_is_narrowest_when_it_should_be() -> None:
    """At SOON blocks no other tuning of the mixture is narrower by more than one part in a hundred."""

    def reach(rho2: float, n: int = SOON, error: float = 0.05) -> float:
        return math.sqrt(2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / error))

    best = minimize_scalar(lambda log: reach(math.exp(log)), bounds=(-15, 5), method="bounded").fun
    low, high = confidence_sequence({-1.0: SOON // 2, 1.0: SOON // 2})
    assert best * 0.999 <= (high - low) / 2 <= best * 1.01


@pytest.mark.parametrize(("outcomes", "chances"), NOTHING, ids=SHAPES)
def test_who_peeks_at_it_is_seldom_misled(outcomes: Floats, chances: Floats) -> None:
    rng = np.random.default_rng(20261122)
    counts = np.cumsum(rng.multinomial(SLICE, chances, size=(200, 60)), axis=1)
    means = counts @ outcomes / counts.sum(axis=2)
    spread = np.sqrt(counts @ outcomes**2 / counts.sum(axis=2) - means**2 + 1e-12)
    ordinary = np.abs(means) > norm.ppf(0.975) * spread / np.sqrt(counts.sum(axis=2))
    misled = 0
    for one in counts.tolist():
        bounds = [confidence_sequence(dict(zip(outcomes.tolist(), look, strict=True))) for look in one]
        misled += any(low > 0 or high < 0 for low, high in bounds)
    assert misled <= most(200)
    assert ordinary.any(axis=1).mean() > 0.2  # what it is there for


# Bets and discoveries


def wealth(draw: Callable[[], Floats], slices: int, effect: float = 0.06) -> list[float]:
    """The e-values of one cell after each slice."""
    bets, values = Bets(effect), []
    for _ in range(slices):
        bets = bets.add(draw())
        values.append(bets.value)
    return values


def test_a_stake_rests_on_earlier_slices_only() -> None:
    first = Bets(0.1)
    assert first.stake == pytest.approx(0.1 / (0.1**2 + 1))
    after = first.add(np.array([0.5, -0.5]))
    assert math.exp(after.rising) == pytest.approx((1 + first.stake / 2) * (1 - first.stake / 2))
    scores = [0.5, -0.5, 1.0, -1.0]
    assert after.stake == pytest.approx(0.1 / (0.1**2 + np.var(scores)))
    assert first == Bets(0.1)


def test_the_value_is_the_mean_of_both_halves() -> None:
    bets = Bets(0.2).add(np.array([1.0, 1.0, -0.5]))
    stake = Bets(0.2).stake
    up, down = (1 + stake) ** 2 * (1 - stake / 2), (1 - stake) ** 2 * (1 + stake / 2)
    assert bets.value == pytest.approx((up + down) / 2)
    assert Bets(0.2).value == 1 and Bets(0.2).add(np.array([])).value == 1


def test_the_mean_wealth_is_exactly_1_while_the_mean_score_is_0() -> None:
    """Every course of three slices of one block each, with its chance."""
    outcomes, chances = [-1.0, 0.0, 0.5], [0.2, 0.4, 0.4]
    assert np.dot(outcomes, chances) == pytest.approx(0)
    mean = 0.0
    for i, p in enumerate(chances):
        for j, q in enumerate(chances):
            for k, r in enumerate(chances):
                bets = Bets(0.3)
                for outcome in (i, j, k):
                    bets = bets.add(np.array([outcomes[outcome]]))
                mean += p * q * r * bets.value
    assert mean == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("outcomes", "chances"), NOTHING, ids=SHAPES)
def test_nobody_gets_rich_on_nothing(outcomes: Floats, chances: Floats) -> None:
    rng = np.random.default_rng(20261122)
    courses = np.array([wealth(lambda: rng.choice(outcomes, SLICE, p=chances), 20) for _ in range(300)])
    end = courses[:, -1]
    assert end.mean() <= 1 + 3 * end.std(ddof=1) / math.sqrt(end.size)
    assert int((courses.max(axis=1) >= 20).sum()) <= most(300)


def test_what_is_there_makes_rich_in_either_direction() -> None:
    rng = np.random.default_rng(20261122)
    outcomes, chances = PENTANOMIAL
    moved = planted(outcomes, chances, 0.06)
    for direction in (outcomes, -outcomes):
        ends = [wealth(partial(rng.choice, direction, SLICE, p=moved), 40)[-1] for _ in range(40)]
        assert np.median(ends) > 20


def test_wealth_neither_ends_nor_overflows() -> None:
    bets = Bets(0.9)
    for _ in range(100):
        bets = bets.add(np.ones(SLICE))
    assert bets.value == pytest.approx(MOST_EVIDENCE) and math.isfinite(bets.falling)
    assert 0 < bets.stake < 1
    back = bets
    for _ in range(300):
        back = back.add(-np.ones(SLICE))
    assert math.isfinite(back.value)


@pytest.mark.parametrize("score", [1.01, -1.5, math.nan, math.inf])
def test_a_bet_on_what_is_no_block_score_is_refused(score: float) -> None:
    with pytest.raises(ValueError, match="between -1 and 1"):
        Bets(0.03).add(np.array([0.0, score]))


def test_discoveries_by_hand() -> None:
    """Of four cells at 5 %: one needs 80, two 40 each, three 26.7, four 20."""
    assert discoveries([79.0, 1.0, 2.0, 3.0]) == [False] * 4
    assert discoveries([1.0, 80.0, 2.0, 3.0]) == [False, True, False, False]
    assert discoveries([40.0, 1.0, 41.0, 30.0]) == [True, False, True, True]
    assert discoveries([20.0, 20.0, 20.0, 20.0]) == [True] * 4
    assert discoveries([]) == []
    assert discoveries([math.inf, 0.0]) == [True, False]
    assert discoveries([19.0]) == [False] and discoveries([10.0], error=0.1) == [True]


def test_few_discoveries_are_false_though_cells_share_dice() -> None:
    """Ten cells with nothing in them and two with something, whose scores lean on the same dice."""
    rng = np.random.default_rng(20261122)
    false, found = [], 0
    for _ in range(60):
        cells = [Bets(0.1) for _ in range(12)]
        for _ in range(15):
            shared = rng.choice([-0.25, 0.25], SLICE)
            for i, cell in enumerate(cells):
                chance = 0.5 + (0.2 if i < 2 else 0.0)
                own = np.where(rng.random(SLICE) < chance, 0.5, -0.5)
                cells[i] = cell.add(shared + own)
        hits = discoveries([cell.value for cell in cells])
        false.append(sum(hits[2:]) / max(1, sum(hits)))
        found += sum(hits[:2])
    assert np.mean(false) <= 0.05 + 3 * np.std(false) / math.sqrt(60)
    assert found >= 0.95 * 120


# How long it takes


def test_the_walk_agrees_with_walds_formula_where_one_test_decides() -> None:
    """With the effect there the other direction hardly matters: Wald's mean of one test is near, and a little
    below, since a test that would be settled for nothing at once has to wait for the other."""
    for error in (0.01, 0.05, 0.1):
        question = Question(0.03, error)
        low, high = question.bounds
        wald = 2 * ((1 - error) * high + error * low) * (0.4 / 0.03) ** 2
        assert wald <= expected_blocks(0.4, question).effect <= 1.12 * wald


def test_the_walk_keeps_the_errors() -> None:
    for error in (0.01, 0.05, 0.1):
        assert deciding.pace(error, 0.0)[1][-1] <= error * 1.02
        assert deciding.pace(error, 1.0)[1][-1] >= 1 - error


def test_studies_take_as_long_as_expected() -> None:
    rng = np.random.default_rng(20261122)
    outcomes, chances = PENTANOMIAL
    moved = chances + ASKED.effect * TOWARDS
    deviation = math.sqrt(chances @ outcomes**2)
    expected = expected_blocks(deviation, ASKED)
    for about, law in zip(expected, (chances, moved), strict=True):
        lengths = [study(outcomes, law, ASKED, rng)[1] for _ in range(250)]
        sure = 3 * np.std(lengths) / math.sqrt(250)
        assert about - sure <= np.mean(lengths) <= 1.05 * about + SLICE + sure


def test_blocks_go_with_the_square_of_the_effect() -> None:
    once, twice = (expected_blocks(0.4, Question(effect)) for effect in (0.06, 0.03))
    assert twice.nothing == pytest.approx(4 * once.nothing)
    assert twice.effect == pytest.approx(4 * once.effect)


def test_a_findable_effect_is_found_within_the_limit() -> None:
    rng = np.random.default_rng(20261122)
    outcomes, chances = PENTANOMIAL
    limit = 20 * SLICE
    question = Question(findable_effect(limit, math.sqrt(chances @ outcomes**2)))
    moved = chances + question.effect * TOWARDS
    ends = [study(outcomes, moved, question, rng) for _ in range(300)]
    missed = sum(verdict is not Verdict.DIFFERENT or blocks > limit for verdict, blocks in ends)
    assert missed <= most(300)


def test_a_findable_effect_is_no_smaller_than_a_fixed_number_of_blocks_would_find() -> None:
    fixed = (norm.ppf(0.975) + norm.ppf(0.95)) * 0.4 / math.sqrt(1_000)
    assert fixed < findable_effect(1_000, 0.4) < 1.3 * fixed
    assert findable_effect(4_000, 0.4) == pytest.approx(findable_effect(1_000, 0.4) / 2)
    with pytest.raises(ValueError, match="one block"):
        findable_effect(0, 0.4)
