"""Computer players that a ruleset brings with it, and games that can be solved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.network import Extract
from hulldown.kernel.walk import Estimate

Payoff = Fraction | float
SolveProgress = Callable[[float, str], None]  # share of the work done, 0 to 1, and what is being done
IsCancelled = Callable[[], bool]


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
        self, progress: SolveProgress | None = None, cancelled: IsCancelled | None = None
    ) -> Exploitability:
        """Work out the best answers to the strategy. Cancelled when `cancelled` says so."""


class ChanceNodes(Protocol):
    """Where each order of a game leads, with exact chances; payoffs are those of seat 0."""

    lowest: float
    highest: float

    def spread(self, s: Any, order: Action) -> tuple[dict[Fraction, Fraction], dict[bytes, Fraction]]:
        """What games that are over have paid, and the keys of positions in which somebody decides."""

    def position(self, key: bytes) -> Any:
        """A position that was reached, by its key."""


class Solving(ABC):
    """The solver of a ruleset."""

    @abstractmethod
    def solve(
        self, s: Any, progress: SolveProgress | None = None, cancelled: IsCancelled | None = None
    ) -> Solution:
        """The solution of the game that a position belongs to. The position stays as it is.

        CannotSolve says in a line why there is none; Cancelled when `cancelled` says so.
        """

    @abstractmethod
    def cached(self, s: Any) -> Solution | None:
        """The solution if it is at hand: in memory or in a file that loads in a moment."""

    @abstractmethod
    def payoff(self, s: Any) -> Payoff:
        """What a finished game pays seat 0."""

    def refusal(self, s: Any) -> str:
        """Why nothing is solved under the rules of a position, in a line; "" where they are no reason."""
        return ""

    def with_turns(self, s: Any, turns: int) -> Any:
        """A starting position with another number of turns. CannotSolve where that means nothing."""
        raise CannotSolve("the number of turns of such a game cannot be chosen")

    def chances(self, s: Any, form: Interpreted) -> ChanceNodes:
        """The dice of the game that a position begins, as chance nodes, by an engine with features.

        CannotSolve where there are none.
        """
        raise CannotSolve("the dice of this game are too many to be walked one by one")


def order_payoffs(strategy: Strategy, seat: int) -> list[Payoff]:
    """What each order of a seat pays seat 0 against the other seat's mixture, in the order of the mixture."""
    chances = [share.chance for share in strategy.mixtures[1 - seat]] or [Fraction(1)]
    lines = list(strategy.matrix) if seat == 0 else list(zip(*strategy.matrix, strict=True))
    # exact as long as everything is
    return [sum((p * c for p, c in zip(line, chances, strict=True)), Fraction(0)) for line in lines]


def as_points(solution: Solution, payoff: Payoff, seat: int) -> float:
    """A payoff of seat 0 as a seat's share of the points: 1 is the best that there is for it, 0 the worst."""
    span = float(solution.highest) - float(solution.lowest)
    share = (float(payoff) - float(solution.lowest)) / span if span else 0.5
    return share if seat == 0 else 1.0 - share


# ---------------------------------------------------------------- thinking
# Computer players that a ruleset brings with it, because it knows its game better than a search does.
#
# Plain Python like `words.py`: the players of `ai` wrap a mind, and every page and command offers it by name.


Progress = Callable[[float], None]  # share of the thinking done, 0 to 1


@dataclass(frozen=True)
class ScoredOrder:
    """An order as a mind judges it.

    `value` is the share of the points that the seat can expect of it: 1 is won, 0 lost, a draw between.
    `share` is the probability with which the mind gives the order, None for one that never mixes.
    """

    order: Action
    value: float
    share: float | None = None


class Bot(Protocol):
    """What decides. It remembers nothing of a game: position and dice are all it goes by."""

    def weigh(
        self,
        s: Any,
        seat: int,
        dice: Dice,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> list[ScoredOrder]:
        """The orders of a seat that owes a decision; the first is the one it gives.

        `s` is a plain state as the seat knows it, and stays as it is. Whatever is left to chance, an order
        drawn from a mixture above all, is rolled with `dice`, the player's own. `Cancelled` when
        `cancelled` says so before there is an answer.
        """


@dataclass(frozen=True)
class BotInfo:
    """A computer player of a ruleset. `id` is what it is called by: small letters and underscores.

    One with the id of a player that every ruleset has ("greedy") takes its place; what ships has none.
    `unfit` says in a line why it cannot play a game that begins so, or nothing. `about` says whose points the
    values are that it gives of a position ("duel"), or nothing where they are those of the whole.
    """

    id: str
    name: str
    text: str
    make: Callable[[], Bot]
    unfit: Callable[[Any], str] = lambda s: ""
    about: Callable[[Any], str] = lambda s: ""


@dataclass(frozen=True)
class Rank:
    """One of the computer players that people choose among, weakest first.

    `player` is its text form. `elo` is its strength above the weakest by the measured `share` of the points
    that each takes from the one below, with its interval; `sensible` is the share that the player of that
    name takes from it, with its interval. None where nobody has measured.
    """

    player: str
    elo: int | None = None
    share: float | None = None
    interval: tuple[float, float] | None = None
    sensible: float | None = None
    sensible_interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class Network:
    """The features that a ruleset's network is given, and where its weights stand.

    `lead(s)` is the lead that the network corrects, in log odds of `kernel.network.UNIT`;
    `extract(s, features)` describes a position, `kinds` is how many kinds of battle it tells apart.
    """

    unit: type[IntEnum]
    side: type[IntEnum]
    kinds: int
    extract: Extract[Any]
    lead: Callable[[Any], int]
    file: Path


@dataclass(frozen=True)
class Care:
    """How exactly orders are weighed: those with more than `tapes` tapes of dice by `throws` throws."""

    tapes: int
    throws: int


FIRST_CARE = Care(5_000, 500)  # of `greedy@1`: no stronger, at many times the work (docs/results.md)


@dataclass(frozen=True)
class Habits:
    """How a tree search goes about a ruleset's games, as measured in them (`docs/results.md`).

    `patience` is how often it visits an order before it looks at those that follow it: more looks at less,
    less costs more, and finds more where an estimate in the middle of an activation misleads. `keen` is by
    how much better an order must look, in chances to win, to be given e times the attention: less where the
    estimate tells good orders from bad ones well. `rest` is the verb of the order that does nothing more,
    given rather than one that gains less than `meant`, in chances to win; -1 for none. `idle` is the same for
    a player that looks no further than one order. `cut` is the part of the largest share
    of a mixture of secret orders below which a share is noise, and not drawn. `care` is how exactly a player
    weighs orders that looks no further.
    """

    patience: float = 4.0
    keen: float = 0.02
    rest: int = -1
    meant: float = 0.002
    idle: float = 0.0
    cut: float = 0.0
    care: Care = Care(216, 16)


@dataclass(frozen=True)
class BotVersion:
    """How the players of the kernel think: by which estimate (None: the ruleset's own), with which habits."""

    estimate: Estimate[Any] | None = None
    habits: Habits = Habits()


@dataclass(frozen=True)
class Bots:
    """Computer players of a ruleset, the best adviser first, and how its games are solved, if they are.

    `habits` are those of the tree search. `ranks` are none where the general ones do; `network` is None
    where nothing corrects the estimate. `sense` is the estimate of who looks at a position for the first
    time; None if nobody wrote one. `former` are the ways in which its players thought before they were
    made better, kept to compare with: `mcts@1` is the first. `study_player` plays both sides of a study
    where nobody says who does: `greedy` where it plays at least as well as `mcts:100`, else that.
    """

    bots: Callable[[], tuple[BotInfo, ...]] = tuple
    solving: Callable[[], Solving | None] = lambda: None
    habits: Habits = Habits()
    ranks: tuple[Rank, ...] = ()
    network: Network | None = None
    sense: Estimate[Any] | None = None
    former: tuple[BotVersion, ...] = ()
    study_player: str = "greedy"

    def version(self, version: int) -> BotVersion | None:
        """How players thought in a version, counted from 1; 0 for the present. None if there was none."""
        if version == 0:
            return BotVersion(None, self.habits)
        return self.former[version - 1] if version <= len(self.former) else None
