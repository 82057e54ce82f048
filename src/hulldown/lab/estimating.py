"""What a study says beyond who wins: numbers with the interval in which they lie.

Courses of games, told from the worth curve (Browne 2008, "Automatic generation and evaluation of
recombination games": drama, lead change, uncertainty). Luck taken out of scores (control variates, as in
AIVAT: Burch, Schmid, Moravcik, Morrill and Bowling 2018). Ladders of players (Bradley and Terry 1952), worths
of units and the value of a knob that gives a wanted share, all three from one ridge logistic regression.
Plain means, and how evenly choices are used.

Every interval holds with 95 % for one look, at the end of a study; while it runs, see `deciding`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import block_diag, null_space
from scipy.special import expit, logit, xlogy
from scipy.stats import chi2, norm, t

from hulldown.odds import wilson

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ERROR = 0.05  # of an interval: the chance that it misses
WIDTH = float(norm.ppf(1 - ERROR / 2))  # of an interval on either side, in standard errors
TREMBLE = 0.05  # of the worth curve around one half: no lead yet
SAFE = 0.65  # of the worth curve: the winner is on the way to win
ELO = 400 / math.log(10)  # points of Elo for one unit of log odds
NEWTON_STEPS = 100
LONGEST_STEP = 1.0  # of Newton's, in log odds: from far away it would leap over the summit
OPEN = 1e12  # a curvature that is so much flatter in one direction than in another says nothing there


class Estimate(NamedTuple):
    """A number and the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


# Courses of games: the worth curves of many games, one behind the other, and how many orders each has.
# A curve is the first side's chance to win (0 to 1) after each order; a result is 1, 0.5 or 0 for that side.


class LeadCourse(NamedTuple):
    """The course of one game: how often the lead changed, and the shares named as below."""

    lead_changes: int
    behind: float
    decided_at: float


def course(worth: ArrayLike, result: float) -> LeadCourse:
    """The course of one game. ValueError for a result that is none."""
    curve = np.asarray(worth, dtype=np.float64)
    lengths, results = np.array([curve.size]), np.array([result])
    return LeadCourse(
        int(lead_changes(curve, lengths)[0]),
        float(behind(curve, lengths, results)[0]),
        float(decided_at(curve, lengths, results)[0]),
    )


def lead_changes(worth: Floats, lengths: Ints) -> Ints:
    """How often the lead went over to the other side, of each game.

    A side has the lead once its chance is 0.55 or more, and keeps it until the other has: trembling around
    one half is no change, and neither is the first lead. ValueError if the lengths do not add up.
    """
    game = _games(worth, lengths)
    leader = (worth >= 0.5 + TREMBLE).astype(np.int8) - (worth <= 0.5 - TREMBLE).astype(np.int8)
    clear = np.flatnonzero(leader)
    leader, game = leader[clear], game[clear]
    changed = (leader[1:] != leader[:-1]) & (game[1:] == game[:-1])
    return np.bincount(game[1:][changed], minlength=len(lengths)).astype(np.int64)


def behind(worth: Floats, lengths: Ints, results: Floats) -> Floats:
    """The share of orders after which the later winner stood below one half, of each game; nan of a draw.

    ValueError if the lengths do not add up, or for a result that is none.
    """
    game = _games(worth, lengths)
    below = np.bincount(game[_of_winner(worth, game, results) < 0.5], minlength=len(lengths))
    known = (results != 0.5) & (lengths > 0)
    return np.where(known, below / np.maximum(lengths, 1), np.nan)


def decided_at(worth: Floats, lengths: Ints, results: Floats) -> Floats:
    """The last time the winner stood below 0.65, as a share of the game's length, of each game.

    0 if the winner never did; 1 of a draw, which is open to the end. ValueError if the lengths do not add up,
    or for a result that is none.
    """
    game = _games(worth, lengths)
    open_ = np.flatnonzero(_of_winner(worth, game, results) < SAFE)
    last = np.zeros(len(lengths), dtype=np.int64)
    ends = np.append(game[open_][1:] != game[open_][:-1], True)[: open_.size]
    begins = np.cumsum(lengths) - lengths
    last[game[open_][ends]] = open_[ends] + 1 - begins[game[open_][ends]]
    return np.where(results == 0.5, 1.0, last / np.maximum(lengths, 1))


def _games(worth: Floats, lengths: Ints) -> Ints:
    """Which game each order belongs to."""
    if int(np.sum(lengths)) != len(worth):
        raise ValueError(f"curves of {len(worth)} orders, but lengths of {int(np.sum(lengths))}")
    return np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)


def _of_winner(worth: Floats, game: Ints, results: Floats) -> Floats:
    """The winner's chance after each order; the first side's in a draw."""
    if not np.isin(results, (0.0, 0.5, 1.0)).all():
        raise ValueError("a result is 1, 0.5 or 0 for the first side")
    lost = results[game] == 0
    return np.where(lost, 1 - worth, worth)


# Luck


@dataclass(frozen=True)
class Adjustment:
    """A control variate: what takes the luck of the dice out of block scores, slice by slice.

    Luck is a sum with a mean of 0 (for each roll, the worth after it less the exactly expected one), so
    scores less a multiple of it keep their mean, if the multiple does not depend on them: it comes from
    earlier slices, their covariance by the variance of luck, which leaves the least variance (Glasserman
    2003, "Monte Carlo methods in financial engineering", 4.1). It is 0 for the first slice.
    """

    blocks: int = 0
    scores: float = 0.0  # sums, and sums of squares and products
    luck: float = 0.0
    squared_scores: float = 0.0
    squared_luck: float = 0.0
    products: float = 0.0
    adjusted: float = 0.0
    squared_adjusted: float = 0.0

    @property
    def coefficient(self) -> float:
        """By how much of its luck a block of the next slice is adjusted."""
        if self.blocks < 2:
            return 0.0
        spread = self.squared_luck - self.luck**2 / self.blocks
        # What rounding leaves of luck that was always the same is no spread.
        if spread <= 1e-12 * self.squared_luck:
            return 0.0
        return (self.products - self.scores * self.luck / self.blocks) / spread

    def adjust(self, scores: Floats, luck: Floats) -> Floats:
        """The adjusted scores of the next slice."""
        return np.asarray(scores - self.coefficient * luck, dtype=np.float64)

    def add(self, scores: Floats, luck: Floats) -> Adjustment:
        """What is known after another slice. ValueError unless each block has a score and its luck."""
        if np.shape(scores) != np.shape(luck):
            raise ValueError(f"{np.size(scores)} scores, but luck of {np.size(luck)} blocks")
        adjusted = self.adjust(scores, luck)
        return Adjustment(
            self.blocks + np.size(scores),
            self.scores + float(np.sum(scores)),
            self.luck + float(np.sum(luck)),
            self.squared_scores + float(np.sum(scores**2)),
            self.squared_luck + float(np.sum(luck**2)),
            self.products + float(np.sum(scores * luck)),
            self.adjusted + float(np.sum(adjusted)),
            self.squared_adjusted + float(np.sum(adjusted**2)),
        )

    @property
    def mean(self) -> float:
        """The mean of adjusted scores so far; nan before the first block."""
        return self.adjusted / self.blocks if self.blocks else math.nan

    @property
    def variance_ratio(self) -> float:
        """By what the variance of scores was divided: 2 saves half of the blocks. nan if not known yet."""
        if self.blocks < 2:
            return math.nan
        raw = self.squared_scores - self.scores**2 / self.blocks
        left = self.squared_adjusted - self.adjusted**2 / self.blocks
        return raw / left if left > 1e-12 * self.squared_adjusted else math.nan


# The logistic regression that ladders, worths and knobs share


class Fit(NamedTuple):
    """Coefficients in log odds, and their covariance."""

    coefficients: Floats
    covariance: Floats


def logistic(design: Floats, shares: Floats, weights: Floats, penalty: Floats) -> Fit:
    """Ridge logistic regression: the likeliest coefficients of logit(share) = design @ coefficients.

    Half of penalty times their squares is taken from the log likelihood. `weights` are games of a row,
    `shares` what was won of them; both may be fractions. Newton's method; the covariance is the inverse of
    the curvature at the summit. ValueError if the data leave a coefficient open: a penalty would not.
    """
    at = np.zeros(design.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = expit(design @ at)
        slope = design.T @ (weights * (shares - chance)) - penalty * at
        curvature = (design.T * (weights * chance * (1 - chance))) @ design + np.diag(penalty)
        if not np.linalg.cond(curvature) < OPEN:
            break
        step = np.linalg.solve(curvature, slope)
        step *= LONGEST_STEP / max(LONGEST_STEP, float(np.abs(design @ step).max(initial=0.0)))
        at = at + step
        if float(np.abs(step).max(initial=0.0)) < 1e-9:
            return Fit(at, np.linalg.inv(curvature))
    raise ValueError("these games leave a coefficient open: give a penalty")


# Ladders of players


class Rung(NamedTuple):
    """A player of a ladder: Elo above the ladder's mean, and above the player of the next rung below."""

    name: str
    elo: Estimate
    step: Estimate | None  # None of the lowest


def ladder(
    names: Sequence[str],
    first: Ints,
    second: Ints,
    scores: Floats,
    blocks: Ints | None = None,
    seed: int = 0,
    resamples: int = 400,
) -> tuple[Rung, ...]:
    """The players by strength, the strongest first: Bradley and Terry's model, draws half.

    A row says what share (0 to 1) the player `first` took from `second`, numbers of `names`. Rows of the same
    `blocks` number share dice; without, each row is a block. Everybody also draws once with a player of mean
    strength, so who won all games has a number and players who never met are compared. Intervals are
    percentiles over blocks drawn again with replacement (Efron 1979), the same for the same seed; there that
    one game ends with any share, or who won all games would be sure of the number. ValueError for players
    that are none.
    """
    players, rows = len(names), len(scores)
    if not np.isin(np.concatenate((first, second)), np.arange(players)).all():
        raise ValueError(f"rows name players beyond the {players} of the ladder")
    block = np.arange(rows) if blocks is None else np.unique(blocks, return_inverse=True)[1]
    pair = first * players + second
    met, pair = np.unique(pair, return_inverse=True)
    design = np.zeros((met.size + players, players))
    design[np.arange(met.size), met // players] += 1
    design[np.arange(met.size), met % players] -= 1
    design[met.size :] = np.eye(players)

    def strengths(times: Ints, against_mean: Floats) -> Floats:
        games = np.bincount(pair, times, met.size).astype(np.float64)
        won = np.bincount(pair, times * scores, met.size)
        shares = np.divide(won, games, out=np.full(met.size, 0.5), where=games > 0)
        weights = np.append(games, np.ones(players))
        fit = logistic(design, np.append(shares, against_mean), weights, np.zeros(players))
        elo = ELO * fit.coefficients
        return np.asarray(elo - elo.mean(), dtype=np.float64)

    elo = strengths(np.ones(rows, dtype=np.int64), np.full(players, 0.5))
    order = np.argsort(-elo, kind="stable")
    rng, many = np.random.default_rng(seed), int(block.max(initial=-1)) + 1
    again = np.empty((resamples if many else 0, players))
    for sample in again:
        times = np.bincount(rng.integers(many, size=many), minlength=many)[block]
        sample[:] = strengths(times, rng.random(players))
    drawn = again[:, order]
    ranked = elo[order]
    return tuple(
        Rung(
            names[player],
            _percentiles(float(ranked[i]), drawn[:, i]),
            _percentiles(float(ranked[i] - ranked[i + 1]), drawn[:, i] - drawn[:, i + 1])
            if i + 1 < players
            else None,
        )
        for i, player in enumerate(order)
    )


def _percentiles(value: float, drawn: Floats) -> Estimate:
    """A value with the interval of what was drawn; no bounds if nothing was."""
    if not drawn.size:
        return Estimate(value, -math.inf, math.inf)
    low, high = np.quantile(drawn, (ERROR / 2, 1 - ERROR / 2))
    return Estimate(value, float(low), float(high))


# Worths of units


class Worths(NamedTuple):
    """In log odds of winning: what the first seat is worth, and one more of each column."""

    seat: Estimate
    columns: tuple[Estimate, ...]


def worths(
    design: Floats,
    won: Floats,
    seat: Floats,
    penalty: float = 1.0,
    blocks: Ints | None = None,
    costs: Floats | None = None,
) -> Worths:
    """What each column of the design adds to the log odds: logit(win) = seat + design @ worth.

    A row is a game: `design` what side A had more of than side B (counts), `won` 1, 0.5 or 0 for A, `seat` 1
    if A had the first seat and -1 if not. The penalty (half of it times the squares of worths; the seat has
    none) draws worths to 0, and decides between columns that games cannot tell apart. A drawn game of equal
    forces is added, or a seat that won all games had no number. Games of the same `blocks` number share dice.
    Where both sides spend the same points, games can't tell what a point is worth, only how much better one
    thing spends it than another: with `costs` worths are those beyond what each column costs, and costs times
    worths come to 0. The standard error is the wider of two: of the curvature, which knows what no game told,
    and over blocks (Liang and Zeger 1986), which knows what they share. ValueError for a penalty below 0, or
    where without one a worth is left open.
    """
    if penalty < 0:
        raise ValueError(f"a penalty is 0 or more, not {penalty}")
    rows = np.column_stack((seat, design)).astype(np.float64)
    apart = np.eye(rows.shape[1] - 1) if costs is None else null_space(np.atleast_2d(costs))
    back = block_diag(np.eye(1), apart)
    rows = rows @ back
    penalties = np.full(rows.shape[1], float(penalty))
    penalties[0] = 0.0
    even = np.eye(1, rows.shape[1])
    fit = logistic(np.vstack((rows, even)), np.append(won, 0.5), np.ones(len(won) + 1), penalties)
    spreads = (
        np.diag(back @ covariance @ back.T)
        for covariance in (fit.covariance, _over_blocks(rows, won, fit, blocks))
    )
    errors = np.sqrt(np.maximum(*spreads))
    estimates = [
        Estimate(float(value), float(value - WIDTH * error), float(value + WIDTH * error))
        for value, error in zip(back @ fit.coefficients, errors, strict=True)
    ]
    return Worths(estimates[0], tuple(estimates[1:]))


def _over_blocks(rows: Floats, won: Floats, fit: Fit, blocks: Ints | None) -> Floats:
    """The covariance of coefficients from how their slopes differ between blocks."""
    slopes = rows * (won - expit(rows @ fit.coefficients))[:, None]
    if blocks is not None:
        block = np.unique(blocks, return_inverse=True)[1]
        summed = np.zeros((int(block.max(initial=-1)) + 1, rows.shape[1]))
        np.add.at(summed, block, slopes)
        slopes = summed
    small = len(slopes) / max(1, len(slopes) - 1)
    return np.asarray(small * fit.covariance @ (slopes.T @ slopes) @ fit.covariance, dtype=np.float64)


# The value of one knob


class Crossing(NamedTuple):
    """At which value of a knob the share crosses the target.

    `value` is None if that is not within the values played. `low` is None if the interval goes on below the
    lowest of them, `high` if it does above the highest: nothing was played there. `rising` says whether the
    share grows with the value, None if that is not sure. `possible`: a crossing within the values played is
    not ruled out. `fit` is how often shares would lie so far from the curve by chance; nan of two values,
    which always fit.
    """

    value: float | None
    low: float | None
    high: float | None
    rising: bool | None
    possible: bool
    fit: float


def dose_response(values: Floats, wins: Floats, games: Floats, target: float = 0.5) -> Crossing:
    """Where the share crosses the target, from the wins (draws half) among the games of each value.

    Each value's games have dice of their own; where blocks hold every value, `dose_response_of_blocks` is
    right. The curve is logistic, so monotone; half a win and half a loss are added to every value, else
    shares of 0 and 1 only would make it a step. The interval holds those values at which the target lies
    within the curve's own band (Fieller 1954): it does not end where the slope is not sure. ValueError unless
    two different values were played and the target lies between 0 and 1.
    """
    _check_dose(values, target)
    rows, shares, weights = _dose_rows(values, wins, games)
    fitted = logistic(rows, shares, weights, np.zeros(2))
    return _dose(values, target, fitted, _misfit(rows, shares, weights, fitted))


def dose_response_of_blocks(values: Floats, scores: Floats, target: float = 0.5) -> Crossing:
    """Where the share crosses the target, from blocks that hold a game or more of every value.

    `scores` has a row for each block and a column for each value: the share won of it. As `dose_response`,
    but with the covariance over blocks, since values that share dice are lucky together. ValueError as there.
    """
    _check_dose(values, target)
    blocks = len(scores)
    rows, shares, weights = _dose_rows(values, scores.sum(axis=0), np.full(len(values), float(blocks)))
    fitted = logistic(rows, shares, weights, np.zeros(2))
    slopes = (scores - expit(rows @ fitted.coefficients)) @ rows
    slopes = slopes - slopes.mean(axis=0)
    small = blocks / max(1, blocks - 1)
    covariance = small * fitted.covariance @ (slopes.T @ slopes) @ fitted.covariance
    return _dose(values, target, Fit(fitted.coefficients, covariance), _misfit(rows, shares, weights, fitted))


def _check_dose(values: Floats, target: float) -> None:
    """ValueError unless there are two different values and a target between 0 and 1."""
    if np.unique(values).size < 2:
        raise ValueError("a knob needs two different values at least")
    if not 0 < target < 1:
        raise ValueError(f"the target must be between 0 and 1, not {target}")


def _scaled(values: ArrayLike, all_values: Floats) -> Floats:
    """Values as -1 (the lowest played) to 1 (the highest), which Newton's method likes better."""
    low, high = float(np.min(all_values)), float(np.max(all_values))
    return (2 * np.asarray(values, dtype=np.float64) - low - high) / (high - low)


def _dose_rows(values: Floats, wins: Floats, games: Floats) -> tuple[Floats, Floats, Floats]:
    """Design, shares and weights of a knob's regression."""
    rows = np.column_stack((np.ones(len(values)), _scaled(values, values)))
    return rows, (np.asarray(wins) + 0.5) / (np.asarray(games) + 1), np.asarray(games) + 1.0


def _misfit(rows: Floats, shares: Floats, weights: Floats, fitted: Fit) -> float:
    """How likely chance alone takes shares so far from the curve: the deviance against a chi-square."""
    over = len(shares) - 2
    if over < 1:
        return math.nan
    chance = expit(rows @ fitted.coefficients)
    deviance = 2 * weights * (xlogy(shares, shares / chance) + xlogy(1 - shares, (1 - shares) / (1 - chance)))
    return float(chi2.sf(deviance.sum(), over))


def _dose(values: Floats, target: float, fitted: Fit, fit: float) -> Crossing:
    """The crossing and its interval: where the square of (curve less target) is within the band's."""
    (start, slope), covariance = fitted
    start -= float(logit(target))
    square = slope**2 - WIDTH**2 * covariance[1, 1]
    middle = start * slope - WIDTH**2 * covariance[0, 1]
    plain = start**2 - WIDTH**2 * covariance[0, 0]
    crossing = -start / slope if slope else math.inf
    low, high = float(np.min(values)), float(np.max(values))

    def unscaled(at: float) -> float:
        return (low + high) / 2 + at * (high - low) / 2

    value = unscaled(crossing) if abs(crossing) <= 1 else None
    if square <= 0:
        inside = [square * at * at + 2 * middle * at + plain <= 0 for at in (-1.0, 1.0)]
        return Crossing(value, None, None, None, value is not None or bool(any(inside)), fit)
    root = math.sqrt(max(0.0, middle**2 - square * plain))
    left, right = (-middle - root) / square, (-middle + root) / square
    return Crossing(
        value,
        unscaled(left) if -1 <= left <= 1 else None,
        unscaled(right) if -1 <= right <= 1 else None,
        bool(slope > 0),
        bool(left <= 1 and right >= -1),
        fit,
    )


# Means and choices


def interval(scores: ArrayLike) -> Estimate:
    """The mean of block values and its 95 % interval (Student 1908). Values that are nan do not count.

    Of one value the interval is everything, and so it is of values that are all alike: a sample that does not
    spread tells nothing of how far others do. Of none the mean is nan too. Shares have `share`.
    """
    known = np.asarray(scores, dtype=np.float64)
    known = known[~np.isnan(known)]
    if known.size < 2 or np.ptp(known) == 0:
        return Estimate(float(known[0]) if known.size else math.nan, -math.inf, math.inf)
    mean = float(known.mean())
    half = float(t.ppf(1 - ERROR / 2, known.size - 1) * known.std(ddof=1) / math.sqrt(known.size))
    return Estimate(mean, mean - half, mean + half)


def share(counts: ArrayLike, of: ArrayLike) -> Estimate:
    """A share, of trials that come in blocks, such as games of the same dice or orders of a game.

    `counts` is what was counted in each block, fractions too (a draw is half a win), `of` how many trials it
    has. The 95 % interval is Wilson's for as many trials as tell as much as these: those of one block have
    much to do with each other (the ratio estimator of survey sampling). Blocks spread at least as if one
    more had come to nothing and one to everything, and where nothing, or everything, was counted there are
    as many trials as blocks: no interval of a sample is without width. Without a trial nothing is known: nan,
    0 and 1.
    """
    given, tried = np.asarray(counts, dtype=np.float64), np.asarray(of, dtype=np.float64)
    total, blocks = float(tried.sum()), int((tried > 0).sum())
    if not total:
        return Estimate(math.nan, 0.0, 1.0)
    value = float(given.sum()) / total
    if value in (0.0, 1.0):
        return Estimate(value, *wilson(value, blocks))
    away = (given - value * tried) * blocks / total
    clustered = blocks / max(1, blocks - 1) if total > blocks else 1.0
    variance = clustered * float(away @ away) / blocks
    least = (value**2 + (1 - value) ** 2) / (blocks + 2)
    return Estimate(value, *wilson(value, blocks * value * (1 - value) / max(variance, least)))


def entropy(counts: ArrayLike) -> float:
    """How evenly choices are used, in bits: 0 for one only, 1 for two used alike; nan if none was.

    Shannon's, with Miller and Madow's correction for what few counts hide (Miller 1955), and never more than
    the choices listed can have.
    """
    used = np.asarray(counts, dtype=np.float64)
    choices, used = used.size, used[used > 0]
    if not used.size:
        return math.nan
    total = float(used.sum())
    shares = used / total
    nats = -float((shares * np.log(shares)).sum()) + (used.size - 1) / (2 * total)
    return min(nats / math.log(2), math.log2(choices))
