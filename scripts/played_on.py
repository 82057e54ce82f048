"""Orders played on to the end: what each of a position's orders is worth in truth, beside the estimate of it.

The truth of an order is the share of the points that its seat takes when it is given and a plain player
plays both sides from there. All orders of a position are followed by the same dice. Since the truth is itself
measured, two halves of the plays are kept apart: a product of what both say is free of the noise of either.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulldown.ai.match import Arena, Keys, RecordOptions
from hulldown.ai.registry import player
from hulldown.kernel.actions import Action, keep
from hulldown.kernel.batch import start_dice, stir
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.views.text import text_board

LONGEST = 20_000  # decisions of a game
FEWEST = 2  # orders that make a choice
OF_EACH = 3  # positions of a game, at most: neighbours say nearly the same
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Wanted:
    """How much is looked at: positions, orders of each, plays of each order, by whom, with which dice."""

    positions: int
    orders: int
    plays: int
    players: str
    truth: str
    seed: int


@dataclass(frozen=True)
class Tried:
    """A position with some of its orders: what the estimate says of each, what the former one said, and what
    two halves of the plays say, all for the seat that decides.
    """

    board: str
    seat: int
    texts: list[str]
    guessed: Numbers
    formerly: Numbers
    first: Numbers
    second: Numbers

    @property
    def truth(self) -> Numbers:
        """Both halves together."""
        return (self.first + self.second) / 2

    @property
    def error(self) -> float:
        """The mean square by which the estimate errs between the orders, free of noise."""
        return self._error(self.guessed)

    @property
    def former_error(self) -> float:
        """The same of the former estimate."""
        return self._error(self.formerly)

    def _error(self, guessed: Numbers) -> float:
        return float(np.mean(apart(guessed - self.first) * apart(guessed - self.second)))

    @property
    def spread(self) -> float:
        """The mean square by which the orders differ in truth, free of noise."""
        return float(np.mean(apart(self.first) * apart(self.second)))

    @property
    def regret(self) -> float:
        """How much more the order that one half of the plays likes best takes in the other half than the one
        that the estimate likes best: at most what the estimate loses, less the more noise there is.
        """
        chosen = int(np.argmax(self.guessed))
        halves = (self.first, self.second), (self.second, self.first)
        return float(np.mean([other[int(np.argmax(one))] - other[chosen] for one, other in halves]))


def apart(values: Numbers) -> Numbers:
    """Numbers by how far they are from their mean."""
    return values - values.mean()


@dataclass(frozen=True)
class Moment:
    """A position of a game: its state, who decides."""

    state: Any
    seat: int


def moments(ruleset: Ruleset, scenario: str, wanted: Wanted) -> Iterator[Moment]:
    """Positions of games in which there is a choice, a few of each game."""
    both = [player(wanted.players, ruleset) for _ in range(2)]
    arena = Arena(ruleset, ruleset.set_up(scenario), both, RecordOptions(room=LONGEST))
    desk, steps = arena.desk, arena.minutes.steps
    number = 0
    while True:
        game = arena.play(number, wanted.seed, swap=False)
        chance = random.Random(stir(wanted.seed, number))
        number += 1
        choices = [i for i in range(game.decisions) if steps[i].offered >= FEWEST]
        chosen = set(chance.sample(choices, min(len(choices), OF_EACH)))
        desk.reset(arena.starts[0], game.key)
        start_dice(desk.dice, game.key, 0)
        for i in range(max(chosen, default=-1) + 1):
            if i in chosen:
                yield Moment(desk.backend.to_object(desk.root, 0, ruleset.state), desk.seat())
            keep(desk.orders.rows[0], steps[i].action)
            desk.apply(0)


class Trial:
    """What it takes to play orders on: a desk, two plain players, room for as many games as are wanted."""

    def __init__(self, ruleset: Ruleset, scenario: str, wanted: Wanted) -> None:
        self.ruleset, self.wanted = ruleset, wanted
        start = ruleset.set_up(scenario)
        both = [player(wanted.truth, ruleset) for _ in range(2)]
        self.arena = Arena(ruleset, start, both, RecordOptions(games=wanted.orders * wanted.plays))
        self.desk = self.arena.desk
        glances: list[Any] = [player(name, ruleset) for name in ("mcts:100", "mcts@1:100")]
        self.mind, self.former = (glance.mind(self.desk.backend) for glance in glances)

    def tried(self, moment: Moment, chance: random.Random) -> Tried | None:
        """A position with the orders that look best and some others; None where there is no choice."""
        desk, seat = self.desk, moment.seat
        desk.reset(moment.state, 1)
        offered = desk.legal(seat)
        if offered < FEWEST:
            return None
        worths, formerly = (np.array(mind.weigh(desk, seat, offered)) for mind in (self.mind, self.former))
        rows = self._some(worths, chance)
        actions = [desk.order(row) for row in rows]
        text = self.ruleset.speech.action_text
        keys = [stir(self.wanted.seed, chance.randrange(1 << 30)) for _ in range(self.wanted.plays)]
        scores = self._played(moment, actions, keys)
        half = self.wanted.plays // 2
        return Tried(
            text_board(self.ruleset.table.scene(moment.state, None)),
            seat,
            [text(moment.state, a) for a in actions],
            worths[rows],
            formerly[rows],
            scores[:, :half].mean(axis=1),
            scores[:, half:].mean(axis=1),
        )

    def _some(self, worths: Numbers, chance: random.Random) -> list[int]:
        """Half of the orders wanted by their worth at first sight, the others by lot."""
        ranked = [int(row) for row in np.argsort(-worths, kind="stable")]
        best = ranked[: self.wanted.orders // 2]
        rest = ranked[len(best) :]
        return best + sorted(chance.sample(rest, min(len(rest), self.wanted.orders - len(best))))

    def _played(self, moment: Moment, actions: Sequence[Action], keys: Sequence[int]) -> Numbers:
        """What the seat takes after each order, by the same dice for all orders."""
        desk, plays = self.desk, len(keys)
        starts = [self._after(moment, a, key) for a in actions for key in keys]
        courses = [
            Keys(stir(key, 3), (stir(key, 1), stir(key, 2)), at * plays + i)
            for at in range(len(actions))
            for i, key in enumerate(keys)
        ]
        self.arena.place_starts(starts)
        self.arena.play_series(courses, 0)
        games = self.arena.minutes.games
        winners = np.array([int(games[i].winner) for i in range(len(courses))])
        scores = np.where(winners == moment.seat, 1.0, np.where(winners == 1 - moment.seat, 0.0, 0.5))
        desk.reset(moment.state, 1)
        found: Numbers = scores.reshape(len(actions), plays)
        return found

    def _after(self, moment: Moment, a: Action, key: int) -> Any:
        """The position after an order, as a buffer of one."""
        desk = self.desk
        desk.reset(moment.state, key)
        start_dice(desk.dice, key, 0)
        keep(desk.orders.rows[0], a)
        desk.apply(0)
        return desk.backend.copy_row(desk.root, 0)


def sampled(ruleset: Ruleset, scenario: str, wanted: Wanted) -> list[Tried]:
    """As many positions as are wanted, with their orders played on."""
    trial, chance = Trial(ruleset, scenario, wanted), random.Random(wanted.seed)
    found: list[Tried] = []
    for moment in moments(ruleset, scenario, wanted):
        tried = trial.tried(moment, chance)
        if tried:
            found.append(tried)
        if len(found) >= wanted.positions:
            break
    return found


@dataclass(frozen=True)
class Verdict:
    """Over positions: how far the orders differ in truth and the estimate errs, each a standard deviation of
    shares with its error over positions; what is lost by taking the order that looks best.
    """

    positions: int
    orders: int
    spread: float
    error: float
    error_off: float
    former_error: float
    regret: float
    regret_off: float


def verdict(found: Sequence[Tried]) -> Verdict:
    """The table of a scenario."""
    spread, errors, former = (
        np.array([getattr(one, name) for one in found]) for name in ("spread", "error", "former_error")
    )
    regret = np.array([one.regret for one in found])
    root = math.sqrt(max(0.0, float(errors.mean())))
    many = math.sqrt(len(found))
    off = float(errors.std()) / many
    return Verdict(
        len(found),
        sum(len(one.texts) for one in found),
        math.sqrt(max(0.0, float(spread.mean()))),
        root,
        min(off / (2 * root), math.sqrt(off)) if root else math.sqrt(off),
        math.sqrt(max(0.0, float(former.mean()))),
        float(regret.mean()),
        float(regret.std()) / many,
    )
