"""Computer players of rulesets: engines, solved games, ranks, weights and networks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import accumulate
from pathlib import Path
from types import FunctionType
from typing import Annotated, Any, TypeVar, cast

import numpy as np
from pydantic import Field

from hulldown.catalogue import CatalogueError, Entry, load
from hulldown.kernel import batch, match, search, walk
from hulldown.kernel.actions import Action
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.engine import Engine, apply, conceal, legal, result, to_act, win_share
from hulldown.kernel.house_rules import has_house_rules
from hulldown.kernel.jit import Scratch, rule
from hulldown.kernel.network import (
    HIDDEN,
    UNIT,
    Extract,
    Features,
    TermWeights,
    Weights,
    chance,
    correction,
    ended,
)
from hulldown.kernel.walk import Estimate
from hulldown.rulesets.api import bot
from hulldown.rulesets.api.bot import Network, ScoredOrder
from hulldown.rulesets.api.ruleset import Rules, Ruleset

T = TypeVar("T")

SEARCHERS: tuple[Callable[..., Any], ...] = (
    batch.games,
    to_act,
    legal,
    apply,
    result,
    win_share,
    conceal,
    walk.walk,
    walk.throw,
    walk.weigh,
    walk.empty,
    walk.spread,
    walk.scatter,
    search.begin,
    search.think,
    match.play_series,
)

_ENGINES: dict[Rules, Engine] = {}
_GUARD = threading.Lock()


def engine(ruleset: Ruleset, s: Any = None) -> Engine:
    """The engine of a ruleset: interpreted until somebody has loaded its compiled form. Packs share it, but
    for those with house rules; a state that has some gets their engine, whatever the ruleset.
    """
    if has_house_rules(s) and not ruleset.rules.features:
        ruleset = ruleset.with_features()
    with _GUARD:
        if ruleset.rules not in _ENGINES:
            _ENGINES[ruleset.rules] = Engine(ruleset.state, ruleset.rules.verbs, ruleset.rules.features)
        return _ENGINES[ruleset.rules]


# ---------------------------------------------------------------- solver player
# A computer player for every ruleset that can be solved: it gives orders as the solution mixes them.


LOTS = 1 << 30  # as fine as a mixture is drawn


class SolverPlayer:
    """Solves a game when it first meets one of its positions; what is solved is the solver's to keep."""

    def __init__(
        self, solving: bot.Solving, parse: Callable[[Any, int, str], Action], otherwise: bot.Bot | None = None
    ) -> None:
        """`parse` is that of the ruleset; `otherwise` plays where there is no solution."""
        self._solving, self._parse, self._otherwise = solving, parse, otherwise

    def weigh(
        self,
        s: Any,
        seat: int,
        dice: Dice,
        progress: bot.Progress | None = None,
        cancelled: bot.IsCancelled | None = None,
    ) -> list[ScoredOrder]:
        """The orders as they are mixed, the one drawn first. CannotSolve where nobody can play."""
        try:
            solution = self._solving.cached(s) or self._solving.solve(s, bare_progress(progress), cancelled)
        except bot.CannotSolve:
            if self._otherwise is None:
                raise
            return self._otherwise.weigh(s, seat, dice, progress, cancelled)
        strategy = solution.strategy(s)
        shares = strategy.mixtures[seat]
        weighed = [
            ScoredOrder(
                self._parse(s, seat, share.text), bot.as_points(solution, payoff, seat), float(share.chance)
            )
            for share, payoff in zip(shares, bot.order_payoffs(strategy, seat), strict=True)
        ]
        return draw_first(weighed, dice)


def bare_progress(progress: bot.Progress | None) -> bot.SolveProgress:
    """What a solver reports to a player: how far it is, without words."""

    def report(done: float, what: str) -> None:
        if progress:
            progress(done)

    return report


def draw_first(weighed: list[ScoredOrder], dice: Dice) -> list[ScoredOrder]:
    """The orders of a mixture: one drawn with its chance first, then the others, the likeliest first."""
    shares = [order.share or 0.0 for order in weighed]
    lot = (roll(dice, LOTS) - 1) / LOTS
    likeliest = max(range(len(shares)), key=shares.__getitem__)  # where rounding leaves a gap
    drawn = next((n for n, reached in enumerate(accumulate(shares)) if lot < reached), likeliest)
    others = weighed[:drawn] + weighed[drawn + 1 :]
    return [weighed[drawn], *sorted(others, key=lambda order: -(order.share or 0.0))]


# ---------------------------------------------------------------- ranks
# The computer players that people choose among: `ranks.toml`, measured by `scripts/ranks.py`.


RANKS_FILE = "ranks.toml"
Part = Annotated[float, Field(ge=0.0, le=1.0)]


class Measured(Entry):
    """One rank, and what was measured of it against the one below."""

    player: str = Field(description="The player's text form.")
    elo: int | None = Field(None, description="Its strength above the weakest rank.")
    share: Part | None = Field(None, description="Of the points that the two shared out.")
    interval: tuple[Part, Part] | None = Field(None, description="Where that lies 95 times of 100.")
    sensible: Part | None = Field(None, description="Of the points that the player `sensible` takes from it.")
    sensible_interval: tuple[Part, Part] | None = Field(None, description="Where that lies 95 times of 100.")


class Ranks(Entry):
    """The computer players that people choose among, weakest first, and the one that plays studies."""

    study_player: str = Field("greedy", description="Who plays both sides of a study where nobody says.")
    rank: tuple[Measured, ...] = Field(min_length=5, max_length=5, description="The ranks.")


def load_ranks(folder: Path) -> Ranks:
    """The ranks of a ruleset, weakest first. CatalogueError names what is wrong in the file."""
    return load(folder / RANKS_FILE, Ranks, shown=RANKS_FILE)


# ---------------------------------------------------------------- weights
# The weights of a ruleset's estimate: `judgement.toml`.


WEIGHTS_FILE = "judgement.toml"
Finite = Annotated[float, Field(allow_inf_nan=False)]


class Fitted(Entry):
    """The weights of an estimate, in log odds for one of each term, and what they come from."""

    positions: int = Field(0, description="Positions that the weights were fitted to.")
    games: int = Field(0, description="Games that the positions come from.")
    loss_without: Finite | None = Field(None, description="Cross entropy in nats of knowing nothing.")
    loss_before: Finite | None = Field(
        None, description="That of the weights before, on games not fitted to."
    )
    loss: Finite | None = Field(None, description="That of these weights, on the same games.")
    weights: dict[str, Finite] = Field(description="A weight for each term.")
    bounds: dict[str, tuple[Finite, Finite]] = Field({}, description="What a weight is never fitted beyond.")


def weights(file: Path, terms: type[IntEnum], former: bool = False) -> TermWeights:
    """The weights of a file, one for each term; CatalogueError when something in it is missing or unknown.

    In a `former` file terms may be missing that came later: they count nothing.
    """
    written = load(file, Fitted, shown=file.name).weights
    if former:
        written = {term.name.lower(): 0.0 for term in terms} | written
    rows = _ordered(written, terms, file, "terms")
    return cast(TermWeights, np.array([round(UNIT * weight) for weight in rows], np.int64))


def _ordered(rows: dict[str, T], members: type[IntEnum], file: Path, what: str) -> list[T]:
    """The rows of a file in the order of the members that they are for."""
    names = names_of(members)
    if wrong := set(names) ^ set(rows):
        differing = ", ".join(sorted(wrong))
        raise CatalogueError([f"{file.name}: the {what} and the weights differ in {differing}"])
    return [rows[name] for name in names]


def names_of(members: type[IntEnum]) -> list[str]:
    """Terms or features as a file has them."""
    return [member.name.lower() for member in members]


def only(whole: TermWeights, *terms: IntEnum) -> TermWeights:
    """The weights of some terms; the others count nothing."""
    kept = np.zeros(len(whole), np.int64)
    for term in terms:
        kept[int(term)] = whole[int(term)]
    return cast(TermWeights, kept)


# ---------------------------------------------------------------- networks
# The network of a ruleset's estimate: `network.toml`, written by `scripts/judgement.py learn`.


NETWORK_FILE = "network.toml"
Row = Annotated[tuple[Finite, ...], Field(min_length=HIDDEN, max_length=HIDDEN)]
Rows = tuple[Row, ...]
Sums = Annotated[Rows, Field(min_length=HIDDEN, max_length=HIDDEN)]


class NetworkFile(Entry):
    """The weights of a network, a row of its hidden layer for each feature, and what they come from."""

    rounds: int = Field(0, description="Rounds of play and learning.")
    games: int = Field(0, description="Games of the last of them, from which the weights were fitted.")
    positions: int = Field(0, description="Positions of these games.")
    loss_before: Finite | None = Field(
        None, description="Cross entropy in nats of the lead alone, on games not fitted to."
    )
    loss: Finite | None = Field(None, description="That with the network, on the same games.")
    lead: Finite = Field(description="What the lead that is counted by hand is multiplied by.")
    unit: dict[str, Row] = Field(description="For each feature of a unit.")
    unit_bias: Rows = Field(description="For each kind of battle.")
    own: Sums = Field(description="For what the first layer makes of a side's own units.")
    enemy: Sums = Field(description="The same of its enemy's.")
    side: dict[str, Row] = Field(description="For each feature of a side.")
    side_bias: Rows = Field(description="For each kind of battle.")
    score: Row = Field(description="What the second layer is worth, in log odds.")


def load_network(network: Network) -> tuple[Weights, float]:
    """The weights of a network's file as `kernel.network` takes them, and what the lead counts beside them.

    None where there is no file yet: nothing is corrected. CatalogueError when a feature or a kind of
    battle is missing or unknown.
    """
    file = network.file
    if not file.exists():
        return flat([]), 1.0
    written = load(file, NetworkFile, shown=file.name)
    if not len(written.unit_bias) == len(written.side_bias) == network.kinds:
        raise CatalogueError([f"{file.name}: biases for {network.kinds} kinds of battle are needed"])
    unit = _ordered(written.unit, network.unit, file, "features")
    side = _ordered(written.side, network.side, file, "features")
    rows = [*unit, *written.unit_bias, *written.own, *written.enemy, *side, *written.side_bias, written.score]
    return flat(rows), float(written.lead)


def flat(rows: Sequence[Sequence[float]]) -> Weights:
    """Rows as one table."""
    return cast(Weights, np.array(rows, np.float64).ravel())


# ---------------------------------------------------------------- estimates
# How good a position is for a seat: the lead that a ruleset counts by hand, corrected by a network.
#
# A rule is compiled for the state that it names, with the rules that it names. So those here are templates:
# `estimates` makes a ruleset's own of them, in which these names are what the ruleset gives.


State = Any
GIVEN: Any = None  # by the ruleset
WEIGHTS: TermWeights = GIVEN
FORMER: TermWeights = GIVEN
PLAIN: TermWeights = GIVEN
VALUES: Weights = GIVEN
LEAD: float = GIVEN
UNITS: int = GIVEN
SIDES: int = GIVEN
KINDS: int = GIVEN
SCRATCH: Callable[[], Features] = GIVEN
lead: Callable[[State, TermWeights], int] = GIVEN
extract: Extract[State] = GIVEN
by_hand: Callable[[State], bool] = GIVEN


@rule
def never(s: State) -> bool:
    """Where no network is asked: nowhere."""
    return False


@rule
def weighted_lead(s: State) -> int:
    """What the first seat is ahead by, with the weights that stand."""
    return lead(s, WEIGHTS)


@rule
def by_lead(s: State, seat: int) -> int:
    """The share of the points that a seat can expect by the lead alone: what `mcts@1` lives by."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    return chance(lead(s, FORMER), seat)


@rule
def at_first_sight(s: State, seat: int) -> int:
    """The share of the points that a seat seems to have: the plainly sensible order looks best so."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    return chance(lead(s, PLAIN), seat)


@rule
def estimate(s: State, seat: int) -> int:
    """The share of the points that a seat can expect, in millionths (`kernel.network`)."""
    if s.winner != RUNNING:
        return ended(s.winner, seat)
    if len(VALUES) == 0 or by_hand(s):  # of no values none have been learned yet
        return chance(weighted_lead(s), seat)
    f = SCRATCH()
    extract(s, f)
    return chance(int(LEAD * weighted_lead(s)) + correction(f, VALUES, UNITS, SIDES, KINDS), seat)


def estimates(
    *,
    state: type[Any],
    lead: Callable[[Any, TermWeights], int],
    weights: TermWeights,
    former: TermWeights | None = None,
    plain: TermWeights,
    unit: type[IntEnum],
    side: type[IntEnum],
    kinds: int,
    extract: Extract[Any],
    by_hand: Callable[[Any], bool] | None = None,
    folder: Path,
) -> tuple[Estimate[Any], Estimate[Any], Estimate[Any], Network]:
    """`estimate`, `by_lead` and `at_first_sight` of a ruleset, and its network.

    `former` are the weights of `by_lead`, `plain` those of first sight. `unit` and `side` are the
    features that `extract` describes, for so many `kinds` of battle; `by_hand` is a rule that says where no
    network is asked, and `folder` has its weights.
    """
    scope = globals() | {"__name__": lead.__module__, "State": state, "lead": lead, "extract": extract}
    scope |= {"WEIGHTS": weights, "FORMER": weights if former is None else former, "PLAIN": plain}
    scope |= {"UNITS": len(unit), "SIDES": len(side), "KINDS": kinds, "SCRATCH": Scratch(Features)}
    for template in (never, weighted_lead, by_lead, at_first_sight, estimate):
        scope[template.__name__] = _of_scope(template, scope)
    scope["by_hand"] = by_hand or scope["never"]
    network = Network(unit, side, kinds, extract, scope["weighted_lead"], folder / NETWORK_FILE)
    scope["VALUES"], scope["LEAD"] = load_network(network)
    return scope["estimate"], scope["by_lead"], scope["at_first_sight"], network


def _of_scope(template: Callable[..., Any], scope: dict[str, Any]) -> Callable[..., Any]:
    """A template as a rule whose names mean what they do in a scope."""
    fn = FunctionType(template.__code__, scope, template.__name__)
    fn.__annotations__, fn.__doc__ = template.__annotations__, template.__doc__
    return rule(fn)
