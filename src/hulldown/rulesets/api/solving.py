"""Games that can be solved: the value of a position, what to play there, and the proof of it.

A ruleset whose positions are few enough implements `Solving`; commands and pages ask nothing else.
Payoffs are those of seat 0, and seat 1 gets the negative.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

Payoff = Fraction | float
Progress = Callable[[float, str], None]  # share of the work done, 0 to 1, and what is being done
Stop = Callable[[], bool]


class CannotSolve(ValueError):
    """Such a game cannot be solved; the message is one line that says why."""


class Cancelled(Exception):
    """The work was stopped before there was an answer."""


class MixedOrder(NamedTuple):
    """An order with the probability that it is given, 0 for one that never is."""

    text: str
    label: str
    chance: Payoff


@dataclass(frozen=True)
class Strategy:
    """Best play of one position.

    `value` is the payoff that seat 0 can expect. `mixtures` has every legal order of each seat, none for a
    seat that owes no decision. `matrix` is the payoff of each pair of orders, rows seat 0's and columns seat
    1's in the order of the mixtures; a seat that owes nothing has a single row or column.
    """

    value: Payoff
    mixtures: tuple[tuple[MixedOrder, ...], tuple[MixedOrder, ...]]
    matrix: tuple[tuple[Payoff, ...], ...]


class PolicyTable(NamedTuple):
    """A table for people to play from: as wide as its header, the first column says where one stands."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Exploitability:
    """What the best answers to both strategies win beyond the value, in payoff; 0 is perfect play.

    `first` is won by seat 0 against the strategy of seat 1. `relative` is `total` as a share of the range
    of payoffs.
    """

    first: float
    second: float
    total: float
    relative: float


class Solution(ABC):
    """A solved game. `value` is at the start; `lowest` and `highest` are the payoffs that there are.

    `seconds` is what solving took, then or now; `from_cache` says that it was solved before.
    """

    value: Payoff
    lowest: Payoff
    highest: Payoff
    states: int
    seconds: float
    from_cache: bool

    @abstractmethod
    def strategy(self, s: Any) -> Strategy:
        """Best play of a position of the game. CannotSolve for one that is not of this game."""

    @abstractmethod
    def table(self) -> list[PolicyTable]:
        """The strategy as tables that can be used beside a board, the most useful first."""

    @abstractmethod
    def exploitability(
        self, progress: Progress | None = None, cancelled: Stop | None = None
    ) -> Exploitability:
        """Work out the best answers to the strategy. Cancelled when `cancelled` says so."""


class Solving(ABC):
    """The solver of a ruleset."""

    @abstractmethod
    def solve(self, s: Any, progress: Progress | None = None, cancelled: Stop | None = None) -> Solution:
        """The solution of the game that a position belongs to. The position stays as it is.

        CannotSolve says in a line why there is none; Cancelled when `cancelled` says so.
        """

    @abstractmethod
    def cached(self, s: Any) -> Solution | None:
        """The solution if it is at hand: in memory or in a file that loads in a moment."""

    @abstractmethod
    def payoff(self, s: Any) -> Payoff:
        """What a finished game pays seat 0."""

    def with_turns(self, s: Any, turns: int) -> Any:
        """A starting position with another number of turns. CannotSolve where that means nothing."""
        raise CannotSolve("the number of turns of such a game cannot be chosen")


def order_payoffs(strategy: Strategy, seat: int) -> list[Payoff]:
    """What each order of a seat pays seat 0 against the other seat's mixture, in the order of the mixture."""
    chances = [share.chance for share in strategy.mixtures[1 - seat]] or [Fraction(1)]
    lines = list(strategy.matrix) if seat == 0 else list(zip(*strategy.matrix, strict=True))
    return [_sum(line, chances) for line in lines]


def _sum(payoffs: tuple[Payoff, ...], chances: list[Payoff]) -> Payoff:
    """The expected payoff; exact as long as everything is."""
    return sum((p * c for p, c in zip(payoffs, chances, strict=True)), Fraction(0))


def as_points(solution: Solution, payoff: Payoff, seat: int) -> float:
    """A payoff of seat 0 as a seat's share of the points: 1 is the best that there is for it, 0 the worst."""
    span = float(solution.highest) - float(solution.lowest)
    share = (float(payoff) - float(solution.lowest)) / span if span else 0.5
    return share if seat == 0 else 1.0 - share
