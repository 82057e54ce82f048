"""When a study may stop, and what it may then say.

A study looks at scores of blocks, independent of each other and between -1 and 1 (shares: 0.03 is three
points), at whole slices in order. Where their mean lies is told by a confidence sequence, which holds however
often one looks (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021, "Time-uniform central limit theory and
asymptotic confidence sequences"). The verdict is read off the very interval that is shown: no difference as
large as asked about where all of it lies within the smallest effect, a difference where it leaves 0 out.

Of many cells that share dice those differ that the e-BH procedure finds (Wang and Ramdas 2022, "False
discovery rate control with e-values"); their intervals are shown at the level at which it found them (Xu,
Wang and Ramdas 2022, "Post-selection inference for e-value based confidence intervals"). Both are the same
evidence: an interval leaves 0 out at a level exactly when the e-value reaches its inverse.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

Floats = NDArray[np.float64]
Counts = Mapping[float, int]  # how many blocks came to a score

SOON = 1_000  # blocks for which a confidence sequence is made narrowest
LARGE = 0.005  # an effect from which on intervals are told in tenths of a point, below in hundredths
FARTHEST = 10**8  # blocks: whatever needs more is not settled by playing on
TYPICAL = math.sqrt(2 / math.pi)  # the mean distance of a normal variable from its mean, in deviations


# The question


class StudyVerdict(StrEnum):
    """What a study says of a difference."""

    DIFFERENT = "different"  # there is one, whether or not it is known to be as large as asked about
    SAME = "same"  # no difference as large as asked about
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Question:
    """Whether block scores have a mean of `effect` or more, in either direction.

    `effect` is a share (0.03 is three points). `error` is the chance that the interval ever misses the true
    mean: that of a false alarm when there is nothing, and more than that of missing such an effect.
    ValueError unless the effect lies between 0 and 1, the error below a half.
    """

    effect: float
    error: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.effect < 1:
            raise ValueError(f"the smallest effect must be between 0 and 1, not {self.effect}")
        if not 0 < self.error < 0.5:
            raise ValueError(f"the error must be between 0 and 0.5, not {self.error}")

    @property
    def places(self) -> int:
        """Decimal places in which points of share are told: in those the verdict is taken."""
        return 1 if self.effect >= LARGE else 2


class Conclusion(NamedTuple):
    """Where a mean score lies, as it is shown, and the verdict that is read off it."""

    low: float
    high: float
    verdict: StudyVerdict


def verdict_of(low: float, high: float, effect: float) -> StudyVerdict:
    """What an interval says. One that touches the smallest effect, or 0, settles nothing there."""
    if -effect < low and high < effect:
        return StudyVerdict.SAME
    return StudyVerdict.DIFFERENT if low > 0 or high < 0 else StudyVerdict.UNDECIDED


def is_as_large(low: float, high: float, effect: float) -> bool:
    """Whether an interval says that the difference is as large as asked about."""
    return low >= effect or high <= -effect


# Scores


def counted(scores: Floats) -> dict[float, int]:
    """How many blocks came to each score."""
    seen, counts = np.unique(np.asarray(scores, dtype=np.float64), return_counts=True)
    return dict(zip(seen.tolist(), counts.tolist(), strict=True))


class Moments(NamedTuple):
    """How many blocks there are, the mean of their scores, and their cautious variance."""

    blocks: float
    mean: float
    variance: float


def moments(counts: Counts) -> Moments:
    """What an interval is made of. ValueError for a score that is no number, or a count below 0.

    The variance is as if one more block had come to -1 and one to 1: so scores that were all alike do not
    pass for certain; after some hundred blocks it makes no difference.
    """
    scores = np.array(list(counts), dtype=np.float64)
    blocks = np.array(list(counts.values()), dtype=np.float64)
    if not np.isfinite(scores).all() or not np.isfinite(blocks).all() or (blocks < 0).any():
        raise ValueError("scores must be numbers, and their counts not negative")
    n, total, squares = float(blocks.sum()), float(blocks @ scores), float(blocks @ scores**2)
    variance = max(0.0, (squares + 2) / (n + 2) - (total / (n + 2)) ** 2)
    return Moments(n, total / max(1.0, n), variance)


# Where the mean lies


def spread(error: float) -> float:
    """The variance of the normal mixture behind a confidence sequence (rho squared of the source), which
    makes it narrowest at `SOON` blocks.
    """
    wide = -2 * math.log(error)
    return (wide + math.log(wide + 1)) / SOON


def reach(blocks: float, error: float, level: float) -> float:
    """How far a confidence sequence goes to either side, in standard deviations of a block's score.

    `error` is that of the question, for which it is tuned; `level` the chance that it ever misses.
    """
    seen = blocks * spread(error)
    return math.sqrt(2 * (seen + 1) / (blocks * seen) * math.log(math.sqrt(seen + 1) / level))


def confidence_sequence(
    counts: Counts, error: float = 0.05, level: float | None = None
) -> tuple[float, float]:
    """Where the mean score lies: the interval holds at all looks together, but for `level` of studies, which
    is the error unless it is given.

    It holds as far as the central limit theorem does (theorem 2.2 of the source), so looks begin at a whole
    slice. Below two blocks it is all there is, -1 to 1.
    """
    n, mean, variance = moments(counts)
    if n < 2:
        return -1.0, 1.0
    half = reach(n, error, error if level is None else level) * math.sqrt(variance)
    return max(-1.0, min(1.0, mean - half)), max(-1.0, min(1.0, mean + half))


def evidence(counts: Counts, error: float = 0.05) -> float:
    """The log of the e-value against a mean of 0: a confidence sequence leaves 0 out at every level of its
    inverse or more.
    """
    n, mean, variance = moments(counts)
    if n < 2:
        return 0.0
    seen = n * spread(error)
    return (n * mean) ** 2 * spread(error) / (2 * (seen + 1) * variance) - math.log(seen + 1) / 2


def round_outward(low: float, high: float, places: int) -> tuple[float, float]:
    """An interval in so many places of a point of share, rounded outwards: it loses nothing."""
    unit = 100 * 10**places
    steps = math.floor(round(low * unit, 6)), math.ceil(round(high * unit, 6))
    return steps[0] / unit, steps[1] / unit


# The verdict


def conclusion(counts: Counts, question: Question, level: float) -> Conclusion:
    """What the scores of one cell say at a level."""
    low, high = round_outward(*confidence_sequence(counts, question.error, level), question.places)
    return Conclusion(low, high, verdict_of(low, high, question.effect))


def is_settled(counts: Counts, question: Question, cells: int = 1) -> bool:
    """Whether the question is answered for one of so many cells, whatever becomes of the others.

    That a difference is smaller than asked about is told of each cell by itself; that it is as large must
    hold among all of them.
    """
    if conclusion(counts, question, question.error).verdict is StudyVerdict.SAME:
        return True
    low, high, _ = conclusion(counts, question, question.error / cells)
    return is_as_large(low, high, question.effect)


def conclude(cells: Sequence[Counts], question: Question) -> list[Conclusion]:
    """What is said of each of several cells, so that at most `error` of the differences that are told are
    false on average. The cells may depend on each other in any way.

    Those that differ less than was asked about are told each by itself. Of the others the k with most
    evidence differ, as many as have cells / (k * error) or more each, and their intervals have that level;
    the interval of any other has the level at which it would have had to leave 0 out.
    """
    alone = [conclusion(counts, question, question.error) for counts in cells]
    logs = [
        -math.inf if first_look.verdict is StudyVerdict.SAME else evidence(counts, question.error)
        for first_look, counts in zip(alone, cells, strict=True)
    ]
    ranked = sorted(logs, reverse=True)
    step = question.error / max(1, len(cells))
    differ = max((k for k, log in enumerate(ranked, 1) if log >= -math.log(k * step)), default=0)
    within, other = differ * step, min(question.error, (differ + 1) * step)
    return [
        first_look
        if first_look.verdict is StudyVerdict.SAME
        else conclusion(counts, question, within if differ and log >= -math.log(within) else other)
        for first_look, counts, log in zip(alone, cells, logs, strict=True)
    ]


# How long it takes


def blocks_until(distance: float, deviation: float, error: float, level: float, noise: float = 0.0) -> int:
    """From how many blocks on a confidence sequence reaches less than a distance to either side, `noise`
    standard errors of the mean added; `FARTHEST` if it takes more.
    """

    def short(blocks: int) -> bool:
        return deviation * (reach(blocks, error, level) + noise / math.sqrt(blocks)) < distance

    low, high = 1, 2
    while high < FARTHEST and not short(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if short(middle) else (middle, high)
    return min(high, FARTHEST)


def blocks_missing(counts: Counts, question: Question, level: float) -> int | None:
    """About how many more blocks would answer the question, if scores go on as they were; None if that is
    more than anybody plays: the mean is too near to what was asked about.
    """
    n, mean, variance = moments(counts)
    distance = abs(abs(mean) - question.effect) - 10**-question.places / 100
    blocks = blocks_until(distance, math.sqrt(variance), question.error, level)
    return max(1, blocks - int(n)) if blocks < FARTHEST else None


def expected_blocks(deviation: float, question: Question) -> int:
    """About how many blocks a study takes if nothing differs, with block scores of a standard deviation.

    Looks at whole slices make it a slice longer, and where scores are seldom other than 0 it takes as long
    as a rule that never came up does, at least.
    """
    return blocks_until(question.effect, deviation, question.error, question.error, TYPICAL)


def findable_effect(blocks: int, deviation: float, error: float = 0.05) -> float:
    """The smallest effect, as a share, that so many blocks tell from nothing but for `error` of times.

    A study that may stop before finds it a little more often. ValueError without a block.
    """
    if blocks < 1:
        raise ValueError("a study has one block at least")
    return float(deviation) * (reach(blocks, error, error) + float(norm.isf(error)) / math.sqrt(blocks))
