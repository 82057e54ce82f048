"""What a study says beyond who wins: against closed forms, scipy, and simulation with fixed seeds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import approx_fprime, minimize
from scipy.special import expit, logit

from hulldown.lab.estimating import (
    ELO,
    Adjustment,
    Crossing,
    Floats,
    Ints,
    LeadCourse,
    behind,
    course,
    decided_at,
    dose_response,
    dose_response_of_blocks,
    entropy,
    interval,
    ladder,
    lead_changes,
    logistic,
    share,
    worths,
)
from hulldown.odds import wilson


def enough(hits: int, tries: int, chance: float = 0.95) -> bool:
    """Whether so many intervals hold that 95 % may: fewer come in one case of 1000."""
    return hits >= int(stats.binom.ppf(0.001, tries, chance))


# Courses of games


@pytest.mark.parametrize(
    ("worth", "result", "expected"),
    [
        ([0.6, 0.7, 0.9, 1.0], 1, LeadCourse(0, 0.0, 0.25)),
        ([0.7, 0.8, 1.0], 1, LeadCourse(0, 0.0, 0.0)),
        ([0.6, 0.4, 0.6, 0.4, 0.0], 0, LeadCourse(3, 0.4, 0.8)),
        ([0.4, 0.4, 0.3, 0.0], 0, LeadCourse(0, 0.0, 0.5)),
        ([0.54, 0.46, 0.54, 0.46, 1.0], 1, LeadCourse(0, 0.4, 0.8)),  # it trembles
        (
            [0.55, 0.5, 0.45, 0.5, 0.55, 1.0],
            1,
            LeadCourse(2, 1 / 6, 5 / 6),
        ),  # the bounds themselves are a lead
        ([0.9, 0.9, 0.0], 0, LeadCourse(1, 2 / 3, 2 / 3)),
        ([1.0], 1, LeadCourse(0, 0.0, 0.0)),
        ([0.2, 0.3], 1, LeadCourse(0, 1.0, 1.0)),
    ],
)
def test_a_course_by_hand(worth: list[float], result: float, expected: LeadCourse) -> None:
    assert tuple(course(worth, result)) == pytest.approx(tuple(expected))


def test_a_draw_has_no_winner_to_be_behind_and_stays_open() -> None:
    changes, share, decided = course([0.6, 0.3, 0.5], 0.5)
    assert changes == 1 and math.isnan(share) and decided == 1


def test_a_game_without_orders_has_no_course() -> None:
    changes, share, decided = course([], 1)
    assert changes == 0 and math.isnan(share) and decided == 0


def plain_course(worth: Floats, result: float) -> tuple[int, float, float]:
    """The same, order by order."""
    leader, changes, below, last = 0, 0, 0, 0
    for i, chance in enumerate(worth):
        now = 1 if chance >= 0.55 else -1 if chance <= 0.45 else leader
        changes += leader != 0 and now != leader
        leader = now
        winners = chance if result == 1 else 1 - chance
        below += winners < 0.5
        if winners < 0.65:
            last = i + 1
    if result == 0.5:
        return changes, math.nan, 1.0
    return changes, below / len(worth) if len(worth) else math.nan, last / max(1, len(worth))


def random_games(games: int, longest: int, seed: int) -> tuple[Floats, Ints, Floats]:
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, longest, games)
    worth = expit(np.cumsum(rng.normal(0, 0.4, lengths.sum())) % 6 - 3)
    return worth, lengths, rng.choice([0.0, 0.5, 1.0], games)


def test_many_games_at_once_are_as_one_after_the_other() -> None:
    worth, lengths, results = random_games(300, 40, 1)
    ends = np.cumsum(lengths)
    expected = np.array(
        [
            plain_course(worth[end - length : end], result)
            for end, length, result in zip(ends, lengths, results, strict=True)
        ]
    )
    got = lead_changes(worth, lengths), behind(worth, lengths, results), decided_at(worth, lengths, results)
    np.testing.assert_allclose(np.column_stack(got), expected)
    assert expected[:, 0].sum() > 300


def test_both_sides_are_judged_alike() -> None:
    worth, lengths, results = random_games(200, 40, 2)
    for metric in (behind, decided_at):
        np.testing.assert_allclose(
            metric(worth, lengths, results), metric(1 - worth, lengths, 1 - results), atol=1e-12
        )
    assert (lead_changes(worth, lengths) == lead_changes(1 - worth, lengths)).all()


def test_a_curve_without_a_game_or_a_result_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="3 orders, but lengths of 4"):
        lead_changes(np.full(3, 0.5), np.array([2, 2]))
    for metric in (behind, decided_at):
        with pytest.raises(ValueError, match=r"1, 0\.5 or 0"):
            metric(np.full(3, 0.5), np.array([3]), np.array([-1.0]))


# Luck


def lucky(blocks: int, seed: int, share: float = 0.5, mean: float = 0.1) -> tuple[Floats, Floats]:
    """Scores of which luck is a given share of the variance."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, 1, blocks)
    return mean + math.sqrt(share) * luck + math.sqrt(1 - share) * rng.normal(0, 1, blocks), luck


def test_the_first_slice_is_not_adjusted_and_later_ones_by_what_came_before() -> None:
    scores, luck = lucky(200, 1)
    start = Adjustment()
    assert (start.adjust(scores, luck) == scores).all()
    after = start.add(scores, luck)
    covariance = np.cov(scores, luck)
    assert after.coefficient == pytest.approx(covariance[0, 1] / covariance[1, 1])
    np.testing.assert_allclose(after.adjust(scores[:9], luck[:9]), scores[:9] - after.coefficient * luck[:9])
    assert after.add(scores, luck).coefficient == pytest.approx(after.coefficient)


def test_slices_add_up() -> None:
    scores, luck = lucky(640, 2)
    adjustment, adjusted = Adjustment(), []
    for start in range(0, 640, 64):
        part = slice(start, start + 64)
        adjusted.append(adjustment.adjust(scores[part], luck[part]))
        adjustment = adjustment.add(scores[part], luck[part])
    flat = np.concatenate(adjusted)
    assert adjustment.blocks == 640
    assert adjustment.mean == pytest.approx(flat.mean())
    assert adjustment.variance_ratio == pytest.approx(scores.var() / flat.var())


def test_the_variance_is_divided_by_what_luck_does_not_explain() -> None:
    adjustment = Adjustment()
    for i in range(100):
        adjustment = adjustment.add(*lucky(64, 100 + i, share=0.5))
    assert adjustment.variance_ratio == pytest.approx(1 / (1 - 0.5), rel=0.1)


def test_adjusted_scores_keep_the_mean() -> None:
    """Of many short studies, where a coefficient from the same blocks would be furthest off."""
    ends = []
    for study in range(2_000):
        scores, luck = lucky(12, 10_000 + study)
        adjustment = Adjustment()
        for start in (0, 4, 8):
            adjustment = adjustment.add(scores[start : start + 4], luck[start : start + 4])
        ends.append(adjustment.mean)
    assert np.mean(ends) == pytest.approx(0.1, abs=3.5 * np.std(ends) / math.sqrt(2_000))


def test_luck_that_never_differs_adjusts_nothing() -> None:
    scores = np.array([0.0, 1.0, 0.5])
    adjustment = Adjustment().add(scores, np.full(3, 0.3))
    assert adjustment.coefficient == 0 and adjustment.variance_ratio == pytest.approx(1)
    assert math.isnan(Adjustment().variance_ratio) and math.isnan(Adjustment().mean)
    assert math.isnan(Adjustment().add(np.zeros(5), np.zeros(5)).variance_ratio)
    with pytest.raises(ValueError, match="3 scores, but luck of 2"):
        adjustment.add(scores, scores[:2])


# The regression


def random_regression(seed: int) -> tuple[Floats, Floats, Floats, Floats]:
    rng = np.random.default_rng(seed)
    design = rng.normal(0, 1, (80, 4))
    return design, rng.random(80), rng.integers(1, 9, 80).astype(float), np.array([0.0, 0.5, 2.0, 7.0])


@pytest.mark.parametrize("seed", range(4))
def test_the_regression_finds_the_summit_that_scipy_finds(seed: int) -> None:
    design, shares, weights, penalty = random_regression(seed)

    def loss(at: Floats) -> float:
        lines = design @ at
        likelihood = weights * (shares * lines - np.logaddexp(0, lines))
        return float(-likelihood.sum() + (penalty * at**2).sum() / 2)

    fit = logistic(design, shares, weights, penalty)
    np.testing.assert_allclose(fit.coefficients, minimize(loss, np.zeros(4)).x, atol=1e-4)
    curvature = [
        approx_fprime(fit.coefficients, lambda at, i=i: approx_fprime(at, loss, 1e-5)[i], 1e-5)
        for i in range(4)
    ]
    np.testing.assert_allclose(np.linalg.inv(fit.covariance), curvature, rtol=0.02, atol=0.2)


def test_what_the_data_leave_open_is_refused_without_a_penalty() -> None:
    one = np.ones((5, 1))
    separated = np.arange(-2.0, 3.0)[:, None]
    for design, shares in [
        (np.hstack((one, one)), np.array([0.0, 1, 0, 1, 1])),  # two columns that are alike
        (separated, np.array([0.0, 0, 0.5, 1, 1])),  # the steeper the better
    ]:
        with pytest.raises(ValueError, match="give a penalty"):
            logistic(design, shares, np.ones(5), np.zeros(design.shape[1]))
        assert np.isfinite(logistic(design, shares, np.ones(5), np.ones(design.shape[1])).coefficients).all()


def test_the_regression_climbs_from_far_away() -> None:
    """Large counts and lopsided results, where Newton's whole step would overshoot."""
    design = np.column_stack((np.ones(6), [1.0, 50, 100, 150, 200, 1_000]))
    at = np.array([-6.0, 0.02])
    fit = logistic(design, expit(design @ at), np.full(6, 1_000.0), np.zeros(2))
    np.testing.assert_allclose(fit.coefficients, at, rtol=1e-6)


# Ladders


def tournament(elo: Floats, rows: int, seed: int, draws: float = 0.0) -> tuple[Ints, Ints, Floats]:
    """Every two of the players, in turn."""
    rng = np.random.default_rng(seed)
    pairs = np.array([(i, j) for i in range(elo.size) for j in range(elo.size) if i < j])
    first, second = np.tile(pairs, (rows, 1)).T
    chance = expit((elo[first] - elo[second]) / ELO)
    scores = (rng.random(first.size) < chance).astype(float)
    return first, second, np.where(rng.random(first.size) < draws, 0.5, scores)


def test_an_elo_is_400_for_odds_of_ten_to_one() -> None:
    assert expit(400 / ELO) == pytest.approx(10 / 11)


def test_two_players_stand_as_far_apart_as_their_share_says() -> None:
    """With as many games the player of mean strength counts for nothing."""
    first, second = np.zeros(40_000, dtype=np.int64), np.ones(40_000, dtype=np.int64)
    scores = np.tile([1.0, 1.0, 0.5, 0.5], 10_000)
    strong, weak = ladder(["a", "b"], first, second, scores, resamples=5)
    expected = 400 * math.log10(0.75 / 0.25)
    assert (strong.name, weak.name) == ("a", "b") and weak.step is None
    assert strong.step is not None and strong.step.value == pytest.approx(expected, rel=1e-3)
    assert strong.elo.value == pytest.approx(expected / 2, rel=1e-3) == -weak.elo.value


def test_the_ladder_is_the_likeliest() -> None:
    names = ["a", "b", "c", "d"]
    first, second, scores = tournament(np.array([0.0, 150, -100, 60]), 50, 3, draws=0.2)

    def loss(at: Floats) -> float:
        lines = np.append(at[first] - at[second], at)
        won = np.append(scores, np.full(4, 0.5))
        return float((np.logaddexp(0, lines) - won * lines).sum())

    best = minimize(loss, np.zeros(4), options={"gtol": 1e-8}).x * ELO
    best -= best.mean()
    got = {rung.name: rung.elo.value for rung in ladder(names, first, second, scores, resamples=2)}
    np.testing.assert_allclose([got[name] for name in names], best, atol=0.05)
    assert list(got.values()) == sorted(got.values(), reverse=True)


def test_intervals_of_a_ladder_hold_the_truth_as_often_as_they_say() -> None:
    elo = np.array([100.0, 20, -120])
    hits = 0
    for seed in range(60):
        rungs = ladder(["a", "b", "c"], *tournament(elo, 120, seed), seed=seed, resamples=150)
        step = next(rung.step for rung in rungs if rung.name == "a")
        hits += step is not None and step.low <= 80 <= step.high
    assert enough(hits, 60, 0.94)  # percentiles of 150


def test_rows_that_share_dice_count_once() -> None:
    """The same games told four times over say no more, if they are told to be the same blocks."""
    first, second, scores = tournament(np.array([0.0, 0.0]), 300, 5)
    blocks = np.arange(300)
    once = ladder(["a", "b"], first, second, scores, blocks, seed=1)[0].elo
    told = [np.tile(part, 4) for part in (first, second, scores, blocks)]
    again = ladder(["a", "b"], *told, seed=1)[0].elo
    assert again.high - again.low == pytest.approx(once.high - once.low, rel=0.05)
    apart = ladder(["a", "b"], *told[:3], seed=1)[0].elo
    assert apart.high - apart.low == pytest.approx((once.high - once.low) / 2, rel=0.2)


def test_a_ladder_has_numbers_for_everybody() -> None:
    first, second = np.zeros(50, dtype=np.int64), np.ones(50, dtype=np.int64)
    rungs = ladder(["champion", "loser", "absent"], first, second, np.ones(50), seed=2, resamples=100)
    assert [rung.name for rung in rungs] == ["champion", "absent", "loser"]
    assert all(math.isfinite(number) for rung in rungs for number in rung.elo)
    assert all(rung.elo.high - rung.elo.low > 200 for rung in rungs)  # nobody is sure of it
    nobody = np.zeros(0, dtype=np.int64)
    alone = ladder(["one", "two"], nobody, nobody, np.zeros(0))
    assert [rung.elo for rung in alone] == [(0, -math.inf, math.inf)] * 2


def test_a_ladder_is_the_same_for_the_same_seed() -> None:
    games = tournament(np.array([0.0, 50, 90]), 30, 7)
    assert ladder(list("abc"), *games, seed=4) == ladder(list("abc"), *games, seed=4)
    assert ladder(list("abc"), *games, seed=4) != ladder(list("abc"), *games, seed=5)


def test_players_that_are_none_are_refused() -> None:
    for player in (-1, 2):
        with pytest.raises(ValueError, match="the 2 of the ladder"):
            ladder(["a", "b"], np.array([player]), np.array([0]), np.array([1.0]))


# Worths


def battles(games: int, worth: Floats, edge: float, seed: int) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(seed)
    design = rng.integers(-2, 3, (games, worth.size)).astype(float)
    seat = rng.choice([-1.0, 1.0], games)
    won = (rng.random(games) < expit(edge * seat + design @ worth)).astype(float)
    return design, won, seat


def test_intervals_of_worths_hold_the_truth_as_often_as_they_say() -> None:
    truth = np.array([0.5, -0.3, 0.0])
    hits = 0
    for seed in range(100):
        found = worths(*battles(600, truth, 0.2, seed), penalty=0.1)
        estimates = (found.seat, *found.columns)
        hits += sum(e.low <= t <= e.high for e, t in zip(estimates, (0.2, *truth), strict=True))
    assert enough(hits, 400)
    assert hits < 396  # and they are not simply wide


def test_a_unit_that_never_came_may_be_worth_anything() -> None:
    design, won, seat = battles(400, np.array([0.5]), 0.0, 1)
    found = worths(np.column_stack((design, np.zeros(400))), won, seat, penalty=1.0)
    absent = found.columns[1]
    assert absent.value == pytest.approx(0, abs=1e-9)
    assert absent.high == pytest.approx(stats.norm.ppf(0.975))  # what the penalty of 1 itself allows


def test_columns_that_games_cannot_tell_apart_share_the_worth() -> None:
    design, won, seat = battles(2_000, np.array([0.6]), 0.0, 2)
    found = worths(np.column_stack((design, design)), won, seat, penalty=1.0)
    one, two = found.columns
    assert one.value == pytest.approx(two.value) == pytest.approx(0.3, abs=0.06)
    assert one.low < 0 < one.high  # either may be worth nothing
    with pytest.raises(ValueError, match="give a penalty"):
        worths(np.column_stack((design, design)), won, seat, penalty=0.0)


def test_games_that_share_dice_count_once() -> None:
    games = battles(400, np.array([0.5]), 0.0, 3)
    once = worths(*games).columns[0]
    told = [np.concatenate((part,) * 4) for part in games]
    blocks = np.tile(np.arange(400), 4)
    again = worths(*told, blocks=blocks).columns[0]
    assert again.high - again.low == pytest.approx(once.high - once.low, rel=0.05)


def test_a_seat_that_won_all_games_has_a_number() -> None:
    seat = np.tile([1.0, -1.0], 50)
    found = worths(np.zeros((100, 1)), (seat + 1) / 2, seat)
    assert found.seat.low > 1 and math.isfinite(found.seat.high)
    with pytest.raises(ValueError, match="0 or more"):
        worths(np.zeros((100, 1)), (seat + 1) / 2, seat, penalty=-1.0)


# One knob


VALUES = np.array([6.0, 8.0, 10.0, 12.0, 14.0])


def played(crossing: float, slope: float, games: int, seed: int, target: float = 0.5) -> Floats:
    shares = expit(float(logit(target)) + slope * (VALUES - crossing))
    return np.random.default_rng(seed).binomial(games, shares).astype(float)


@pytest.mark.parametrize("slope", [0.3, -0.3])
@pytest.mark.parametrize("target", [0.5, 0.4])
def test_a_crossing_is_found_whichever_way_the_share_goes(slope: float, target: float) -> None:
    games = np.full(5, 400.0)
    hits = 0
    for seed in range(200):
        dose = dose_response(VALUES, played(9.3, slope, 400, seed, target), games, target)
        assert dose.rising is (slope > 0) and dose.value is not None
        hits += dose.low is not None and dose.high is not None and dose.low <= 9.3 <= dose.high
    assert enough(hits, 200) and hits < 200


def test_the_crossing_of_exact_shares_is_exact() -> None:
    games = np.full(5, 1e7)
    dose = dose_response(VALUES, games * expit(0.4 * (VALUES - 8.6)), games)
    assert dose.value == pytest.approx(8.6, abs=1e-4)
    assert dose.low is not None and dose.high is not None
    # The delta method, which Fieller's interval becomes with many games.
    chance = expit(0.4 * (VALUES - 8.6))
    rows = np.column_stack((np.ones(5), VALUES))
    covariance = np.linalg.inv((rows.T * (1e7 * chance * (1 - chance))) @ rows)
    gradient = np.array([1, 8.6]) / 0.4
    half = stats.norm.ppf(0.975) * math.sqrt(gradient @ covariance @ gradient)
    assert (dose.high - dose.low) / 2 == pytest.approx(half, rel=0.01)


def test_a_target_out_of_reach_is_named_as_such() -> None:
    games = np.full(5, 2_000.0)
    far = dose_response(VALUES, played(30.0, 0.1, 2_000, 1), games)
    assert far == Crossing(None, None, None, True, False, far.fit)
    some = np.full(5, 300.0)
    near = dose_response(VALUES, some * expit(0.2 * (VALUES - 14.3)), some)
    assert near.value is None and near.low is not None and near.low < 14
    assert near.high is None and near.possible
    below = dose_response(VALUES, some * expit(0.2 * (VALUES - 6.1)), some)
    assert below.value == pytest.approx(6.1, abs=0.1)
    assert below.low is None and below.high is not None and below.possible


def test_a_knob_that_does_nothing_has_no_bounds() -> None:
    games = np.full(5, 100.0)
    open_ = dose_response(VALUES, np.array([50.0, 49, 51, 50, 50]), games)
    assert (open_.low, open_.high, open_.rising, open_.possible) == (None, None, None, True)
    away = dose_response(VALUES, np.full(5, 90.0), games)
    assert (away.value, away.low, away.high, away.rising, away.possible) == (None, None, None, None, False)


def test_shares_of_0_and_1_only_leave_a_crossing_between() -> None:
    dose = dose_response(VALUES, np.array([0.0, 0, 50, 50, 50]), np.full(5, 50.0))
    assert dose.value is not None and 8 < dose.value < 10


def test_shares_that_are_no_logistic_curve_are_named() -> None:
    games = np.full(5, 1_000.0)
    bent = dose_response(VALUES, games * np.array([0.3, 0.7, 0.5, 0.3, 0.7]), games)
    assert bent.fit < 1e-6
    straight = [dose_response(VALUES, played(9.3, 0.2, 1_000, seed), games).fit for seed in range(200)]
    assert stats.kstest(straight, "uniform").pvalue > 0.001
    assert math.isnan(dose_response(VALUES[:2], np.array([40.0, 60]), np.full(2, 100.0)).fit)


def test_values_that_share_dice_are_lucky_together() -> None:
    """Every value of a block is lucky or not by the same dice: the plain interval would be too narrow."""
    hits = plain = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        dice = rng.random((300, 1))
        scores = (dice < expit(0.3 * (VALUES - 9.3))).astype(float)
        dose = dose_response_of_blocks(VALUES, scores)
        hits += dose.low is not None and dose.high is not None and dose.low <= 9.3 <= dose.high
        alone = dose_response(VALUES, scores.sum(axis=0), np.full(5, 300.0))
        plain += alone.low is not None and alone.high is not None and alone.low <= 9.3 <= alone.high
        assert dose.value == pytest.approx(alone.value)
    assert enough(hits, 200) and not enough(plain, 200)


def test_a_knob_of_one_value_and_a_target_that_is_no_share_are_refused() -> None:
    with pytest.raises(ValueError, match="two different values"):
        dose_response(np.array([8.0, 8.0]), np.array([3.0, 4.0]), np.array([9.0, 9.0]))
    with pytest.raises(ValueError, match="between 0 and 1"):
        dose_response_of_blocks(VALUES, np.zeros((9, 5)), 1.0)


# Means and choices


def test_the_interval_of_a_mean_is_scipys() -> None:
    scores = np.random.default_rng(1).exponential(2, 40)
    expected = stats.ttest_1samp(scores, 0).confidence_interval(0.95)
    assert interval(scores) == pytest.approx((scores.mean(), expected.low, expected.high))
    assert interval(np.append(scores, np.nan)) == interval(scores)


def test_intervals_of_next_to_nothing() -> None:
    assert interval([0.3]) == (0.3, -math.inf, math.inf)
    assert math.isnan(interval([]).value) and math.isnan(interval([math.nan]).value)
    assert interval([0.5, 0.5, 0.5]) == (0.5, -math.inf, math.inf)  # no sample is without doubt


def test_entropy_is_shannons_with_the_correction() -> None:
    counts = np.array([50, 30, 15, 5])
    plain = stats.entropy(counts, base=2)
    assert entropy(counts) == pytest.approx(plain + 3 / (2 * 100 * math.log(2)))
    assert entropy([8, 0, 0]) == 0
    assert entropy([500_000, 500_000]) == pytest.approx(1) and entropy([1, 1]) == 1
    assert math.isnan(entropy([0, 0])) and math.isnan(entropy([]))


def test_the_correction_takes_most_of_the_bias() -> None:
    rng = np.random.default_rng(3)
    chances = np.array([0.4, 0.2, 0.15, 0.1, 0.1, 0.05])
    truth = stats.entropy(chances, base=2)
    drawn = rng.multinomial(60, chances, 2_000)
    plain = np.mean([stats.entropy(counts, base=2) for counts in drawn])
    corrected = np.mean([entropy(counts) for counts in drawn])
    assert abs(corrected - truth) < 0.25 * abs(plain - truth)


def test_a_share_of_what_comes_in_blocks_covers_the_truth() -> None:
    chance = np.random.default_rng(5)
    covered = alone = 0
    for _ in range(400):
        of = chance.integers(5, 40, 120)
        own = np.clip(chance.normal(0.3, 0.15, 120), 0.0, 1.0)  # blocks differ: their orders hang together
        given = chance.binomial(of, own)
        truth = 0.3013  # the mean of the clipped normal, by integration
        found = share(given, of)
        low, high = wilson(given.sum() / of.sum(), int(of.sum()))
        covered += found.low <= truth <= found.high
        alone += low <= truth <= high
    assert covered / 400 >= 0.92
    assert alone / 400 < 0.80  # what would be told if orders were taken for independent


def test_nothing_and_everything_have_wilsons_interval_over_blocks() -> None:
    assert tuple(share([0, 0, 0], [9, 9, 9]))[1:] == wilson(0.0, 3)
    assert tuple(share([9, 9], [9, 9]))[1:] == wilson(1.0, 2)
    nothing = share([], [])
    assert math.isnan(nothing.value) and nothing[1:] == (0.0, 1.0)


@pytest.mark.parametrize(("count", "of"), [(0, 128), (1, 128), (64, 128), (127, 128), (3, 7)])
def test_a_share_of_trials_by_themselves_has_wilsons_interval(count: int, of: int) -> None:
    given = np.arange(of) < count
    assert tuple(share(given, np.ones(of))) == pytest.approx((count / of, *wilson(count / of, of)))


@pytest.mark.parametrize("blocks", [2, 64, 128, 5_000])
@pytest.mark.parametrize("value", [0.0, 0.25, 0.5, 1.0])
def test_no_share_of_a_sample_is_without_width(blocks: int, value: float) -> None:
    """Blocks that are all alike, too: all games drawn, say."""
    found = share(np.full(blocks, 2 * value), np.full(blocks, 2))
    assert found.low < found.high and found.low <= found.value == value <= found.high
    if blocks > 100:
        assert found.high - found.low < 0.05


def test_a_share_with_draws_covers_the_truth() -> None:
    """Scores of 1, a half and 0: they spread less than wins and losses do, and the interval is narrower."""
    chance = np.random.default_rng(5)
    covered, narrower = 0, 0
    for _ in range(400):
        scores = chance.choice([0.0, 0.5, 1.0], 150, p=[0.25, 0.4, 0.35])
        found = share(scores, np.ones(150))
        covered += found.low <= 0.55 <= found.high
        low, high = wilson(scores.mean(), 150)
        narrower += found.high - found.low < high - low
    assert 0.925 <= covered / 400 <= 0.985 and narrower == 400
