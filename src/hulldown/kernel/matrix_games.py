"""Zero-sum matrix games, as many at once as there are.

A game with a saddle point is solved by it. Of all others an optimal pair of mixtures comes from a square
part of the matrix (Shapley and Snow, 1950): with the cofactors of that part, the row mixture is the sums of
its columns' cofactors over the sum of all, the column mixture likewise. The parts are tried from small to
large. Whatever pair is found is accepted only if it proves itself: what the columns' best answer leaves
must be what the rows' best answer takes. Games that rounding keeps from that are solved in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

# ---------------------------------------------------------------- numbers
# Arrays of floating point numbers or of fractions: the solver is written once for both.
# Fractions are slow and without error: small duels are solved exactly with them.


Array = Any  # NumPy array: of float64, or of Fraction as objects


def zeros(shape: tuple[int, ...], fractions: bool) -> Array:
    """An array of nothing but 0."""
    return np.full(shape, Fraction(0), dtype=object) if fractions else np.zeros(shape)


def number(value: Fraction | int, fractions: bool) -> Any:
    """A number as such an array holds it."""
    return Fraction(value) if fractions else float(value)


def is_exact(values: Array) -> bool:
    """Whether an array holds fractions."""
    return bool(values.dtype == object)


def as_fractions(values: Array) -> Array:
    """The very same numbers as fractions."""
    fractions: Array = np.empty(values.size, dtype=object)
    fractions[:] = [Fraction(value) for value in values.flat]
    return fractions.reshape(values.shape)


# ---------------------------------------------------------------- games


TOLERANCE = 1e-12  # of the largest payoff, at least 1; fractions have none

Lines = tuple[int, ...]


class Games(NamedTuple):
    """Solved games: the value of each [n], an optimal mixture of its rows [rows, n] and of its columns."""

    value: Array
    rows: Array
    columns: Array


class NotSolved(ArithmeticError):
    """No part of a matrix gave its solution, which mathematics rules out."""


def solve_games(payoffs: Array) -> Games:
    """Solve games [rows, columns, n] whose rows take as much as they can and whose columns give little."""
    search = _Search(payoffs)
    search.saddle_points()
    for rows, columns in _parts(*payoffs.shape[:2]):
        if not search.open.size:
            break
        search.try_part(rows, columns)
    if search.open.size:
        search.solve_exactly()
    return Games(search.value, search.rows, search.columns)


def _parts(height: int, width: int) -> Iterator[tuple[Lines, Lines]]:
    """The square parts of a matrix from 2 lines up."""
    for size in range(2, min(height, width) + 1):
        for rows in combinations(range(height), size):
            for columns in combinations(range(width), size):
                yield rows, columns


def gap(payoffs: Array, rows: Array, columns: Array) -> tuple[Array, Array]:
    """What the columns can hold the rows to, and what the rows can be sure of."""
    most = (payoffs * columns[None]).sum(axis=1).max(axis=0)
    least = (payoffs * rows[:, None]).sum(axis=0).min(axis=0)
    return most, least


class _Search:
    """Games that are partly solved; `open` are the numbers of those that are not, `left` their payoffs."""

    def __init__(self, payoffs: Array) -> None:
        height, width, count = payoffs.shape
        self.fractions = is_exact(payoffs)
        self.value = zeros((count,), self.fractions)
        self.rows = zeros((height, count), self.fractions)
        self.columns = zeros((width, count), self.fractions)
        self.open, self.left = np.arange(count), payoffs
        largest = np.abs(payoffs).max(axis=(0, 1))
        self.allowed = largest * 0 if self.fractions else TOLERANCE * np.maximum(1.0, largest)

    def saddle_points(self) -> None:
        """Games with an entry that is the least of its row and the most of its column."""
        worst, best = self.left.min(axis=1), self.left.max(axis=0)
        x, y = np.zeros_like(self.rows), np.zeros_like(self.columns)
        each = np.arange(self.left.shape[2])
        x[_first(worst == worst.max(axis=0)), each] = 1
        y[_first(best == best.min(axis=0)), each] = 1
        self._keep(each, x, y)

    def try_part(self, rows: Lines, columns: Lines) -> None:
        """Mixtures from a square part of the games that are open."""
        cofactors = _cofactors([[self.left[i, j] for j in columns] for i in rows])
        weights = [sum(line) for line in cofactors], [sum(line) for line in zip(*cofactors)]
        total = sum(weights[0])
        fit = _fit(weights[0] + weights[1], total)
        if fit.size:
            x = self._mixture(self.rows.shape[0], rows, weights[0], fit)
            y = self._mixture(self.columns.shape[0], columns, weights[1], fit)
            self._keep(fit, x, y)

    def _mixture(self, height: int, lines: Lines, weights: list[Array], fit: Array) -> Array:
        """Mixtures of the games that fit, from weights that all have one sign."""
        mixture = zeros((height, fit.size), self.fractions)
        for line, weight in zip(lines, weights):
            mixture[line] = np.abs(weight[fit])
        return mixture / mixture.sum(axis=0)

    def solve_exactly(self) -> None:
        """What rounding left open, in fractions."""
        if self.fractions:
            raise NotSolved(f"{len(self.open)} matrix games")
        games = solve_games(as_fractions(self.left))
        self.value[self.open] = games.value.astype(float)
        self.rows[:, self.open] = games.rows.astype(float)
        self.columns[:, self.open] = games.columns.astype(float)
        self.open = self.open[:0]

    def _keep(self, which: Array, x: Array, y: Array) -> None:
        """Take over the mixtures of some of the open games that prove themselves."""
        most, least = gap(self.left[:, :, which], x, y)
        good = most - least <= self.allowed[self.open[which]]
        done = self.open[which[good]]
        self.value[done] = (most[good] + least[good]) / 2
        self.rows[:, done], self.columns[:, done] = x[:, good], y[:, good]
        still = np.ones(self.open.size, dtype=bool)
        still[which[good]] = False
        self.open, self.left = self.open[still], self.left[:, :, still]


def _first(flags: Array) -> Array:
    return np.argmax(flags.astype(bool), axis=0)


def _fit(weights: list[Array], total: Array) -> Array:
    """The games in which no weight has another sign than their sum, but for rounding."""
    size = np.abs(total)
    slack = size * 0 if is_exact(total) else size * 1e-9
    fit = size > 0
    for weight in weights:
        fit = fit & (np.where(total > 0, weight, -weight) >= -slack)
    return np.flatnonzero(fit.astype(bool))


# ---------------------------------------------------------------- cofactors

Part = list[list[Array]]  # square; each entry is an array of the games


def _cofactors(part: Part) -> Part:
    """The cofactor of each entry."""
    size = range(len(part))
    return [[_signed(i + j, determinant(_without(part, i, j))) for j in size] for i in size]


def _signed(power: int, value: Array) -> Array:
    return -value if power % 2 else value


def _without(part: Part, row: int, column: int) -> Part:
    return [line[:column] + line[column + 1 :] for i, line in enumerate(part) if i != row]


def determinant(part: Part) -> Array:
    """The determinant of a square of up to three lines, by expansion along the first."""
    if len(part) == 1:
        return part[0][0]
    if len(part) == 2:
        return part[0][0] * part[1][1] - part[0][1] * part[1][0]
    return sum(_signed(j, part[0][j] * determinant(_without(part, 0, j))) for j in range(len(part)))
