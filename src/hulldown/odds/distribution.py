"""Distributions: outcomes with whole-number weights, exact or counted from a sample."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Event = Callable[[T], bool]


def wilson(share: float, games: float, sigmas: float = 1.96) -> tuple[float, float]:
    """Where the true share lies when so many games or throws gave this one: 95 times of 100 at 1.96.

    Wilson's interval. Of no games nothing is known. Games that hang together count as fewer, any number
    above 0.
    """
    if games <= 0:
        return 0.0, 1.0
    z = sigmas * sigmas
    middle = (share + z / (2 * games)) / (1 + z / games)
    spread = share * (1 - share) / games + z / (4 * games * games)
    half = sigmas / (1 + z / games) * math.sqrt(max(0.0, spread))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


class Distribution(Generic[T]):
    """How likely each outcome is. Chances are fractions; weights are whole and have no common factor.

    `exact` is true when every way the dice can fall was counted. Otherwise `samples` throws were
    made, and `interval` says how far a chance can be trusted.
    """

    __slots__ = ("exact", "samples", "total", "weights")

    def __init__(self, weights: Mapping[T, int], *, samples: int = 0) -> None:
        """From whole weights, zero ones left out. ValueError if none is above zero or one below."""
        kept = {outcome: weight for outcome, weight in weights.items() if weight}
        if not kept or min(kept.values()) < 0:
            raise ValueError("a distribution needs weights above zero")
        common = reduce(math.gcd, kept.values())
        self.weights: dict[T, int] = {outcome: weight // common for outcome, weight in kept.items()}
        self.total = sum(self.weights.values())
        self.samples = samples
        self.exact = samples == 0

    @classmethod
    def of(cls, chances: Mapping[T, Fraction]) -> Distribution[T]:
        """From chances. ValueError unless they add up to one."""
        if sum(chances.values()) != 1:
            raise ValueError(f"chances add up to {sum(chances.values())}, not 1")
        scale = math.lcm(*(p.denominator for p in chances.values()))
        return cls({outcome: int(p * scale) for outcome, p in chances.items()})

    def chances(self) -> dict[T, Fraction]:
        """The chance of every outcome."""
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights.items()}

    def chance(self, event: T | Event[T]) -> Fraction:
        """The chance of an outcome, or of all outcomes for which a function says so."""
        if not callable(event):
            return Fraction(self.weights.get(event, 0), self.total)
        return Fraction(sum(w for outcome, w in self.weights.items() if event(outcome)), self.total)

    def interval(self, event: T | Event[T], sigmas: float = 1.96) -> tuple[float, float]:
        """The range a chance lies in (Wilson's; 95 of 100 times at 1.96). Exact chances have no width."""
        p = float(self.chance(event))
        return (p, p) if self.exact else wilson(p, self.samples, sigmas)

    def map(self, fn: Callable[[T], U]) -> Distribution[U]:
        """The distribution of a function of the outcome."""
        weights: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            image = fn(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Distribution(weights, samples=self.samples)

    def marginals(self, facts: Callable[[T], Mapping[str, Any]]) -> dict[str, Distribution[Any]]:
        """One distribution for each named fact of an outcome."""
        known = {outcome: facts(outcome) for outcome in self.weights}
        names = dict.fromkeys(name for row in known.values() for name in row)

        def fact(name: str) -> Callable[[T], Any]:
            return lambda outcome: known[outcome].get(name)

        return {name: self.map(fact(name)) for name in names}

    def mean(self, value: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """The mean of a number made of the outcome (the outcome itself by default)."""
        number = value or (lambda outcome: cast(int, outcome))
        return sum((number(outcome) * p for outcome, p in self.chances().items()), Fraction(0))

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.weights

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.weights == other.weights and self.samples == other.samples

    def __hash__(self) -> int:
        return hash((frozenset(self.weights.items()), self.samples))

    def __repr__(self) -> str:
        rows = sorted(self.chances().items(), key=lambda row: -row[1])
        shown = ", ".join(f"{outcome!r}: {p}" for outcome, p in rows[:8])
        more = f", ... {len(rows) - 8} more" if len(rows) > 8 else ""
        how = "" if self.exact else f", samples={self.samples}"
        return f"Distribution({{{shown}{more}}}{how})"
