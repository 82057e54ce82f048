"""When a study may stop, and what it may then say.

A study looks at scores of blocks, independent of each other and between -1 and 1 (shares: 0.03 is three
points), at whole slices in order. Whether they are right on average by nothing or by the smallest effect
asked about is told by a sequential test in either direction, a generalised likelihood ratio over the outcomes
that occurred (Van den Bergh 2019, "The generalized SPRT"; Fishtest decides by it). What may be shown while a
study runs is a confidence sequence, which holds however often one looks (Waudby-Smith, Arbour, Sinha, Kennedy
and Ramdas 2021, "Time-uniform central limit theory and asymptotic confidence sequences"). Of many cells that
share dice each one bets against a mean of nothing (Waudby-Smith and Ramdas 2023, "Estimating means of bounded
random variables by betting"), and those are told that the e-BH procedure finds (Wang and Ramdas 2022, "False
discovery rate control with e-values"). How long all that takes is reckoned beforehand (Wald 1947, "Sequential
analysis").
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

Floats = NDArray[np.float64]
Counts = Mapping[float, int]  # how many blocks came to a score

TRACE = 1e-3  # of a block: an outcome that a test needs and that did not occur yet
SOON = 1_000  # blocks for which a confidence sequence is made narrowest
MOST_STAKED = 0.5  # of the wealth: a bet that may be lost altogether never recovers
MOST_EVIDENCE = 1e12  # of an e-value; no number of cells asks for more, and files can't hold infinity
STEP = 0.1  # of the walk that reckons how long a study takes


# The question


class Verdict(StrEnum):
    """What a study says of a difference."""

    DIFFERENT = "different"
    SAME = "same"  # no difference as large as asked about
    UNDECIDED = "undecided"  # the limit of blocks came first


@dataclass(frozen=True)
class Question:
    """Whether block scores have a mean of nothing, or one of `effect` or more in either direction.

    `effect` is a share (0.03 is three points). `error` is the chance of a false alarm when there is nothing,
    and that of missing such an effect. ValueError unless the effect lies between 0 and 1, the error below a
    half.
    """

    effect: float
    error: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.effect < 1:
            raise ValueError(f"the smallest effect must lie between 0 and 1, not {self.effect}")
        if not 0 < self.error < 0.5:
            raise ValueError(f"the error must lie between 0 and 0.5, not {self.error}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The logs of the ratios at which one direction is settled: for nothing, and for the effect.

        Either direction may give half of the false alarms (Wald's bounds for both errors).
        """
        alarm, miss = self.error / 2, self.error
        return math.log(miss / (1 - alarm)), math.log((1 - miss) / alarm)


# Scores


def counted(scores: Floats) -> dict[float, int]:
    """How many blocks came to each score."""
    seen, counts = np.unique(np.asarray(scores, dtype=np.float64), return_counts=True)
    return dict(zip(seen.tolist(), counts.tolist(), strict=True))


def arrays(counts: Counts) -> tuple[Floats, Floats]:
    """Scores and how often each came. ValueError for a score that is no number, or a count below 0."""
    scores = np.array(list(counts), dtype=np.float64)
    blocks = np.array(list(counts.values()), dtype=np.float64)
    if not np.isfinite(scores).all() or not np.isfinite(blocks).all() or (blocks < 0).any():
        raise ValueError("scores must be numbers, and their counts not negative")
    return scores, blocks


def cautious_variance(blocks: float, total: float, squares: float) -> float:
    """The mean square of scores from their mean, as if one more block had come to -1 and one to 1.

    So scores that were all alike do not pass for certain; after some hundred blocks it makes no difference.
    """
    return max(0.0, (squares + 2) / (blocks + 2) - (total / (blocks + 2)) ** 2)


# The verdict: two sequential tests


def tilt(scores: Floats, weights: Floats, mean: float) -> float:
    """Lagrange's multiplier of the likeliest chances of the outcomes that have a given mean.

    The chance of an outcome is then its frequency divided by 1 + multiplier times (score - mean). No chance
    is above 1, which bounds the multiplier (Owen 1988, "Empirical likelihood ratio confidence intervals").
    ValueError if the mean does not lie within the scores.
    """
    away, frequency = scores - mean, weights / weights.sum()
    above, below = away > 0, away < 0
    if not above.any() or not below.any():
        raise ValueError(f"no chances of these outcomes have a mean of {mean}")
    low = float(((frequency[above] - 1) / away[above]).max())
    high = float(((frequency[below] - 1) / away[below]).min())
    pull = frequency * away

    def slope(multiplier: float) -> float:
        return float((pull / (1 + multiplier * away)).sum())

    # At the ends rounding may have taken the sign that they have by right.
    if slope(low) <= 0:
        return low
    if slope(high) >= 0:
        return high
    return float(brentq(slope, low, high, xtol=1e-15))


def likelihood_ratio(counts: Counts, mean: float) -> float:
    """The log of how much likelier the scores are with a given mean than with a mean of nothing.

    Of either, the likeliest chances of the outcomes are taken. A trace of the lowest and of the highest
    outcome is added: of scores that were all 0 a mean of 0.03 would else be impossible, not unlikely.
    """
    scores, blocks = arrays(counts)
    edge = max(1.0, float(np.abs(scores).max(initial=0.0)))
    scores = np.concatenate((scores, (-edge, edge)))
    weights = np.concatenate((blocks, (TRACE, TRACE)))
    scores, weights = scores[weights > 0], weights[weights > 0]
    nothing, something = tilt(scores, weights, 0.0), tilt(scores, weights, mean)
    gain = np.log1p(nothing * scores) - np.log1p(something * (scores - mean))
    return float((weights * gain).sum())


def settled(counts: Counts, question: Question) -> Verdict | None:
    """What both tests together come to; None while one of them goes on.

    Different as soon as one direction is settled for the effect, the same when both are for nothing. The
    scores may look one-sided from the start: a rule that never came up is settled after some hundred blocks.
    """
    nothing, something = question.bounds
    best = max(likelihood_ratio(counts, sign * question.effect) for sign in (1, -1))
    if best >= something:
        return Verdict.DIFFERENT
    return Verdict.SAME if best <= nothing else None


# What may be shown while a study runs


def confidence_sequence(counts: Counts, error: float = 0.05) -> tuple[float, float]:
    """Where the mean score lies: the interval holds at all looks together, but for `error` of studies.

    It holds as far as the central limit theorem does (theorem 2.2 of the source), so looks begin at a whole
    slice; the spread is the cautious one. Below two blocks it is all there is, -1 to 1.
    """
    scores, blocks = arrays(counts)
    n = float(blocks.sum())
    if n < 2:
        return -1.0, 1.0
    total, squares = float((blocks * scores).sum()), float((blocks * scores**2).sum())
    wide = -2 * math.log(error)
    rho2 = (wide + math.log(wide + 1)) / SOON
    reach = 2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / error)
    mean, half = total / n, math.sqrt(reach * cautious_variance(n, total, squares))
    return max(-1.0, min(1.0, mean - half)), max(-1.0, min(1.0, mean + half))


# Many cells


@dataclass(frozen=True)
class Bets:
    """A gambler who would get rich only if the mean score were not 0: the evidence of one cell.

    Half of the wealth is put on either direction. A block multiplies it by 1 + stake times score, and the
    stake of a slice is known before it: what would make wealth grow fastest if the mean were `effect` (a
    share) and scores spread as in the slices before (Kelly's bet, to the second order). While the mean is 0
    the wealth is 1 on average, exactly and whenever one stops; so it ever reaches 20 in one cell of 20 at
    most (Ville).
    """

    effect: float
    blocks: int = 0
    total: float = 0.0
    squares: float = 0.0
    rising: float = 0.0  # logs of the wealth that was put on means above 0, and on means below 0
    falling: float = 0.0

    @property
    def stake(self) -> float:
        """What share of its wealth either half puts on the blocks of the next slice."""
        variance = cautious_variance(self.blocks, self.total, self.squares)
        return min(MOST_STAKED, self.effect / (self.effect**2 + variance))

    def add(self, scores: Floats) -> Bets:
        """The gambler after another slice of scores. ValueError for a score outside -1 to 1."""
        scores = np.asarray(scores, dtype=np.float64)
        if not (np.abs(scores) <= 1).all():
            raise ValueError("block scores must lie between -1 and 1")
        return Bets(
            self.effect,
            self.blocks + scores.size,
            self.total + float(scores.sum()),
            self.squares + float((scores**2).sum()),
            self.rising + float(np.log1p(self.stake * scores).sum()),
            self.falling + float(np.log1p(-self.stake * scores).sum()),
        )

    @property
    def value(self) -> float:
        """The wealth, an e-value: how many times what it was. Capped, which leaves it one."""
        wealth = float(np.logaddexp(self.rising, self.falling)) - math.log(2)
        return math.exp(min(wealth, math.log(MOST_EVIDENCE)))


def discoveries(e_values: Sequence[float], error: float = 0.05) -> list[bool]:
    """Which cells are found to differ, so that at most `error` of those found are false on average (e-BH).

    The cells may depend on each other in any way. The k best are found if each has k/cells of 1/error or
    more.
    """
    ranked = sorted(e_values, reverse=True)
    cells = len(ranked)
    found = max((k for k, e in enumerate(ranked, 1) if k * e >= cells / error), default=0)
    least = ranked[found - 1] if found else math.inf
    return [float(e) >= least for e in e_values]


# How long it takes


class Expected(NamedTuple):
    """About how many blocks a study takes: if nothing differs, and if exactly the effect is there."""

    nothing: float
    effect: float


@lru_cache(maxsize=64)
def pace(error: float, drift: float) -> tuple[Floats, Floats]:
    """How likely a study has ended, and ended as different, by every moment of a time that fits all studies.

    Time is counted in blocks times effect squared by variance, `STEP` squared apart; drift 0 is nothing, 1
    the effect. As Wald does, the sum of scores is taken for a Brownian motion that ends exactly on a bound.
    It is walked on a lattice, for with two tests at once his formula gives the mean of one of them only.
    """
    nothing, something = Question(0.5, error).bounds
    far = int((30 - nothing + something) / STEP)
    place = np.arange(-far, far + 1) * STEP
    chance = np.zeros(place.size)
    chance[far] = 1.0
    ended, different = [0.0], [0.0]
    up = (1 + drift * STEP) / 2
    moment = 0.0
    while ended[-1] < 1 - 1e-4 and moment < 1_000:
        moment += STEP**2
        there = np.zeros(place.size)
        there[1:] += up * chance[:-1]
        there[:-1] += (1 - up) * chance[1:]
        outside = np.abs(place) >= moment / 2 + something
        inside = np.abs(place) <= moment / 2 + nothing
        found = float(there[outside].sum())
        different.append(different[-1] + found)
        ended.append(ended[-1] + found + float(there[inside].sum()))
        there[outside | inside] = 0.0
        chance = there
    return np.array(ended), np.array(different)


def expected_blocks(deviation: float, question: Question) -> Expected:
    """About how many blocks a study takes on average, with block scores of a given standard deviation.

    Wald's approximation, see `pace`. Looks at whole slices make it a slice or two longer, and where
    scores are seldom other than 0 it takes as long as a rule that never came up does, at least.
    """
    time = float(deviation / question.effect) ** 2 * STEP**2
    means = [time * float((1 - pace(question.error, drift)[0]).sum()) for drift in (0.0, 1.0)]
    return Expected(*means)


def findable_effect(blocks: int, deviation: float, error: float = 0.05) -> float:
    """The smallest effect, as a share, that a study of at most so many blocks finds but for `error` of times.

    By Wald's approximation, see `pace`. ValueError without a block.
    """
    if blocks < 1:
        raise ValueError("a study has one block at least")
    different = pace(error, 1.0)[1]
    moments = int(np.searchsorted(different, 1 - error))
    return float(deviation) * STEP * math.sqrt(moments / blocks)
