"""When a study may stop: error rates by simulation with fixed seeds, verdicts read off intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import binom, norm

from hulldown.lab.deciding import (
    SOON,
    Conclusion,
    Counts,
    Floats,
    Question,
    StudyVerdict,
    blocks_missing,
    conclude,
    conclusion,
    confidence_sequence,
    counted,
    evidence,
    expected_blocks,
    findable_effect,
    is_as_large,
    is_settled,
    reach,
    round_outward,
    spread,
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


def looks(outcomes: Floats, chances: Floats, rng: np.random.Generator, slices: int) -> list[Counts]:
    """The scores of one study, at each of its looks."""
    counts = np.cumsum(rng.multinomial(SLICE, chances, size=slices), axis=0)
    return [dict(zip(outcomes.tolist(), look, strict=True)) for look in counts.tolist()]


def first_verdict(scores: list[Counts], question: Question) -> StudyVerdict:
    """What a study says first, at whichever look."""
    said = (conclusion(counts, question, question.error).verdict for counts in scores)
    return next((one for one in said if one is not StudyVerdict.UNDECIDED), StudyVerdict.UNDECIDED)


# The question


@pytest.mark.parametrize("effect", [0.0, -0.03, 1.0, 3.0, math.nan])
def test_an_effect_is_a_share(effect: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Question(effect)


@pytest.mark.parametrize("error", [0.0, 0.5, math.nan])
def test_an_error_is_a_chance_below_a_half(error: float) -> None:
    with pytest.raises(ValueError, match=r"between 0 and 0\.5"):
        Question(0.03, error)


# The verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict", "large"),
    [
        (-0.02, 0.02, StudyVerdict.SAME, False),
        (0.002, 0.034, StudyVerdict.SAME, False),  # a difference, but a small one: that was not asked about
        (-0.05, 0.02, StudyVerdict.UNDECIDED, False),
        (0.0, 0.078, StudyVerdict.UNDECIDED, False),
        (0.002, 0.078, StudyVerdict.DIFFERENT, False),
        (-0.539, -0.008, StudyVerdict.DIFFERENT, False),
        (0.05, 0.09, StudyVerdict.DIFFERENT, True),
        (-0.2, -0.051, StudyVerdict.DIFFERENT, True),
        (-0.539, 0.008, StudyVerdict.UNDECIDED, False),
        (-0.095, 0.095, StudyVerdict.UNDECIDED, False),
    ],
)
def test_a_verdict_is_read_off_the_interval(
    low: float, high: float, verdict: StudyVerdict, large: bool
) -> None:
    question = Question(0.05)
    middle, half = (low + high) / 2, (high - low) / 2
    counts = counts_with(middle, half)
    assert conclusion(counts, question, 0.05) == Conclusion(low, high, verdict)
    assert is_as_large(low, high, 0.05) is large
    assert is_settled(counts, question) is (large or verdict is StudyVerdict.SAME)


def counts_with(mean: float, half: float) -> dict[float, int]:
    """Scores whose interval is about that, a little less than half a tenth of a point narrower."""
    blocks = 10_000
    variance = (0.999 * half / reach(blocks, 0.05, 0.05)) ** 2 - 2 / blocks
    far = math.sqrt(max(variance, 1e-9))
    return {mean - far: blocks // 2, mean + far: blocks // 2}


def test_what_is_shown_is_rounded_outwards() -> None:
    assert round_outward(0.01234, 0.0456, 1) == (0.012, 0.046)
    assert round_outward(-0.01234, 0.0, 1) == (-0.013, 0.0)
    assert round_outward(0.0004, 0.0786, 1)[0] == 0.0  # so 0.0 is no difference for sure
    assert round_outward(0.0004, 0.0786, 2)[0] == 0.0004
    assert Question(0.03).places == 1 and Question(0.001).places == 2


@pytest.mark.parametrize("counts", [{}, {0.0: 0}, {0.0: 1}, {1.0: 1}, {-1.0: 2}, {0.5: 1, -0.5: 1}])
def test_two_blocks_settle_nothing(counts: Counts) -> None:
    assert not is_settled(counts, Question(0.03))
    assert evidence(counts) <= 0.5


@pytest.mark.parametrize("effect", [0.01, 0.03, 0.1])
def test_a_rule_that_never_came_up_is_settled_soon(effect: float) -> None:
    """Had it made so large a difference, it would have come up: all but certainly."""
    ends = [n for n in range(SLICE, 40 * SLICE, SLICE) if is_settled({0.0: n}, Question(effect))]
    assert conclusion({0.0: ends[0]}, Question(effect), 0.05).verdict is StudyVerdict.SAME
    assert (1 - effect) ** ends[0] < 0.06
    assert ends[0] <= 6 / effect + SLICE
    assert is_settled({0.0: 10**9}, Question(effect))


@pytest.mark.parametrize("score", [1.0, -1.0, 0.25, -0.25])
def test_scores_that_are_all_alike_and_not_0_differ(score: float) -> None:
    for blocks in (4 * SLICE, 10**9):
        said = conclusion({score: blocks}, Question(0.03), 0.05)
        assert said.verdict is StudyVerdict.DIFFERENT and is_as_large(said.low, said.high, 0.03)


def test_one_block_that_differs_does_not_make_a_difference() -> None:
    assert conclusion({0.0: 1_000, 1.0: 1}, Question(0.03), 0.05).verdict is StudyVerdict.SAME


@pytest.mark.parametrize("counts", [{math.nan: 3}, {0.0: -1}, {math.inf: 1}])
def test_what_is_no_score_is_refused(counts: Counts) -> None:
    with pytest.raises(ValueError, match="scores must be numbers"):
        conclusion(counts, Question(0.03), 0.05)


def test_scores_are_counted() -> None:
    assert counted(np.array([0.5, -1.0, 0.5])) == {-1.0: 1, 0.5: 2}
    assert counted(np.array([])) == {}


@pytest.mark.parametrize(("outcomes", "chances"), NOTHING, ids=SHAPES)
def test_false_alarms_are_as_rare_as_asked(outcomes: Floats, chances: Floats) -> None:
    rng = np.random.default_rng(20261122)
    said = [first_verdict(looks(outcomes, chances, rng, 50), ASKED) for _ in range(200)]
    assert said.count(StudyVerdict.DIFFERENT) <= most(200)
    assert StudyVerdict.UNDECIDED not in said


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("outcomes", "chances"), NOTHING, ids=SHAPES)
def test_the_effect_asked_about_is_found(outcomes: Floats, chances: Floats, sign: int) -> None:
    rng = np.random.default_rng(20261122)
    if sign < 0:
        outcomes, chances = -outcomes[::-1], chances[::-1]
    moved = planted(outcomes, chances, ASKED.effect)
    assert moved @ outcomes == pytest.approx(ASKED.effect)
    said = [first_verdict(looks(outcomes, moved, rng, 50), ASKED) for _ in range(100)]
    assert 100 - said.count(StudyVerdict.DIFFERENT) <= most(100)


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

    def wide(rho2: float, n: int = SOON, error: float = 0.05) -> float:
        return math.sqrt(2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / error))

    best = minimize_scalar(lambda log: wide(math.exp(log)), bounds=(-15, 5), method="bounded").fun
    assert reach(SOON, 0.05, 0.05) == pytest.approx(wide(spread(0.05)))
    assert best * 0.999 <= reach(SOON, 0.05, 0.05) <= best * 1.01


@pytest.mark.parametrize("level", [0.05, 0.01, 0.05 / 232])
@pytest.mark.parametrize("counts", [{0.0: 64}, {-1.0: 9, 0.0: 700, 1.0: 40}, {0.5: 80, -0.5: 90}])
def test_an_interval_leaves_0_out_where_the_evidence_says_so(counts: Counts, level: float) -> None:
    low, high = confidence_sequence(counts, 0.05, level)
    assert (low > 0 or high < 0) is (evidence(counts) > -math.log(level))
    least = math.exp(-evidence(counts))
    if least < 1:
        low, high = confidence_sequence(counts, 0.05, least)
        assert min(abs(low), abs(high)) == pytest.approx(0, abs=1e-9)


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


# Many cells


def scores_of(mean: float, blocks: int = 1_000, deviation: float = 0.5) -> dict[float, int]:
    """Scores with a mean."""
    return {mean - deviation: blocks // 2, mean + deviation: blocks // 2}


def test_one_cell_is_told_as_if_it_were_alone() -> None:
    for mean in (0.0, 0.02, 0.1):
        counts = scores_of(mean)
        assert conclude([counts], Question(0.03)) == [conclusion(counts, Question(0.03), 0.05)]
    assert conclude([], Question(0.03)) == []


def test_among_many_a_difference_takes_more() -> None:
    """Of forty one is clear by itself, but not among so many; with three others as clear it is."""
    clear, nothing = scores_of(0.06), {0.0: 2_000}
    assert conclusion(clear, ASKED, 0.05).verdict is StudyVerdict.DIFFERENT
    alone = conclude([clear] + 39 * [nothing], ASKED)
    assert alone[0].verdict is StudyVerdict.UNDECIDED and alone[0].low <= 0
    assert {one.verdict for one in alone[1:]} == {StudyVerdict.SAME}
    together = conclude(8 * [clear] + 32 * [nothing], ASKED)
    assert [one.verdict for one in together[:8]] == 8 * [StudyVerdict.DIFFERENT]
    assert together[0] == conclusion(clear, ASKED, 0.05 * 8 / 40)


def test_verdicts_of_many_cells_agree_with_their_intervals() -> None:
    rng = np.random.default_rng(20261122)
    for _ in range(300):
        cells = [
            counted(rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0], SLICE * rng.integers(1, 30), p=chances))
            for chances in rng.dirichlet(rng.uniform(0.2, 4, 5), rng.integers(1, 9))
        ]
        question = Question(float(rng.choice([0.002, 0.01, 0.03, 0.2])), float(rng.choice([0.01, 0.05, 0.2])))
        for low, high, verdict in conclude(cells, question):
            assert (verdict is StudyVerdict.SAME) is (-question.effect < low and high < question.effect)
            assert (verdict is StudyVerdict.DIFFERENT) is (
                (low > 0 or high < 0) and not (-question.effect < low and high < question.effect)
            )


def test_few_differences_that_are_told_are_false_though_cells_share_dice() -> None:
    """Ten cells with nothing in them and two with something, whose scores lean on the same dice."""
    rng = np.random.default_rng(20261122)
    false, right = [], 0
    for _ in range(60):
        shared = rng.choice([-0.25, 0.25], 25 * SLICE)
        cells = []
        for i in range(12):
            chance = 0.5 + (0.2 if i < 2 else 0.0)
            cells.append(counted(shared + np.where(rng.random(shared.size) < chance, 0.5, -0.5)))
        hits = [one.verdict is StudyVerdict.DIFFERENT for one in conclude(cells, Question(0.1))]
        false.append(sum(hits[2:]) / max(1, sum(hits)))
        right += sum(hits[:2])
    assert np.mean(false) <= 0.05 + 3 * np.std(false) / math.sqrt(60)
    assert right >= 0.95 * 120


# How long it takes


def blocks_of(outcomes: Floats, chances: Floats, question: Question, rng: np.random.Generator) -> int:
    """How many blocks a study takes."""
    scores = looks(outcomes, chances, rng, 120)
    at = next((n for n, counts in enumerate(scores, 1) if is_settled(counts, question)), len(scores))
    return at * SLICE


def test_studies_of_nothing_take_as_long_as_expected() -> None:
    rng = np.random.default_rng(20261122)
    outcomes, chances = PENTANOMIAL
    about = expected_blocks(math.sqrt(chances @ outcomes**2), ASKED)
    lengths = [blocks_of(outcomes, chances, ASKED, rng) for _ in range(150)]
    assert 0.85 * about <= np.mean(lengths) <= 1.15 * about + SLICE


def test_what_is_missing_is_what_settles_it() -> None:
    for mean, effect in ((0.0, 0.03), (0.05, 0.03), (-0.08, 0.03)):
        missing = blocks_missing(scores_of(mean, 500), Question(effect), 0.05)
        assert missing is not None
        blocks = 500 + missing
        assert is_settled(scores_of(mean, blocks + blocks // 20), Question(effect))
        assert not is_settled(scores_of(mean, blocks - blocks // 5), Question(effect))
    assert blocks_missing(scores_of(0.03, 500), Question(0.03), 0.05) is None


def longer(scores: Counts, more: Counts) -> Counts:
    """Scores, and more of them."""
    return {score: scores.get(score, 0) + more.get(score, 0) for score in {*scores, *more}}


@pytest.mark.parametrize("mean", [0.0, 0.02, 0.1, 0.15])
def test_what_is_missing_is_what_studies_take(mean: float) -> None:
    """By simulation: after three slices a study says how many more pairs it takes. What it then takes is
    within a factor of three of that in the median, and rather less: any of its looks may end it.
    """
    rng = np.random.default_rng(20261130)
    outcomes, chances = PENTANOMIAL
    law = planted(outcomes, chances, mean) if mean else chances
    said, taken = [], []
    for _ in range(120):
        first = looks(outcomes, law, rng, 3)[-1]
        if is_settled(first, ASKED):
            continue
        missing = blocks_missing(first, ASKED, ASKED.error)
        later = (longer(first, more) for more in looks(outcomes, law, rng, 400))
        end = next((n for n, scores in enumerate(later, 1) if is_settled(scores, ASKED)), 400)
        said.append(math.inf if missing is None else missing)
        taken.append(SLICE * end)
    assert len(said) > 40
    assert 0.8 <= np.median(said) / np.median(taken) <= 3.0


@pytest.mark.parametrize("mean", [0.02, 0.1])
def test_a_study_goes_on_until_its_question_is_settled(mean: float) -> None:
    """It does not stop where only a difference is sure: it knows on which side of the effect it lies."""
    rng = np.random.default_rng(20261130)
    outcomes, chances = PENTANOMIAL
    law, right, sure = planted(outcomes, chances, mean), 0, 0
    for _ in range(100):
        scores = looks(outcomes, law, rng, 300)
        end = next(counts for counts in scores if is_settled(counts, ASKED))
        low, high, _ = conclusion(end, ASKED, ASKED.error)
        assert high < ASKED.effect or low >= ASKED.effect
        right += (low >= ASKED.effect) is (mean > ASKED.effect)
        sure += any(conclusion(counts, ASKED, ASKED.error).low > 0 for counts in scores if counts != end)
    assert 100 - right <= most(100)
    assert sure > 50  # a rule that stops at a difference would have ended many of them before


def test_a_findable_effect_is_found_within_the_limit() -> None:
    rng = np.random.default_rng(20261122)
    outcomes, chances = PENTANOMIAL
    question = Question(findable_effect(20 * SLICE, math.sqrt(chances @ outcomes**2)))
    moved = chances + question.effect * TOWARDS
    said = [first_verdict(looks(outcomes, moved, rng, 20), question) for _ in range(150)]
    assert 150 - said.count(StudyVerdict.DIFFERENT) <= most(150)


def test_a_findable_effect_is_no_smaller_than_a_fixed_number_of_blocks_would_find() -> None:
    fixed = (norm.ppf(0.975) + norm.ppf(0.95)) * 0.4 / math.sqrt(1_000)
    assert fixed < findable_effect(1_000, 0.4) < 1.4 * fixed
    assert findable_effect(1_000, 0.8) == pytest.approx(2 * findable_effect(1_000, 0.4))
    with pytest.raises(ValueError, match="one block"):
        findable_effect(0, 0.4)
