"""Positions of games that computer players play against themselves, for a network to learn from.

A game of players that overlook much is broken off at a few moments, any legal order is given there, and
players that overlook little play on from it to the end: what is learned is what any order leads to, not only
those that are usual. Of the position after the order and of some that follow the features are kept, with
the result.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulldown import rulesets
from hulldown.ai.bot import GLANCE, KernelPlayer, Player
from hulldown.ai.match import Arena, Keys, RecordOptions
from hulldown.ai.registry import player
from hulldown.game import prepare
from hulldown.kernel import jit, network
from hulldown.kernel.actions import keep
from hulldown.kernel.batch import start_dice, stir
from hulldown.kernel.dice import Dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.network import Features
from hulldown.rulesets.api.bot import Network
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine

LONGEST = 20_000  # decisions of a game
BRANCHES = 3  # orders given anyhow, of each game
KEPT = 10  # positions of each game that was played on
QUICK = GLANCE[True]  # how exactly they weigh orders: games are many, their dice average out
Reals = NDArray[np.float32]


@dataclass(frozen=True)
class Task:
    """Some games of one scenario."""

    ruleset: str
    scenario: str
    first: int
    games: int
    seed: int
    wanders: str
    plays: str


@dataclass(frozen=True)
class Positions:
    """Positions of games: of units (rows) the values and the side, position by position, and the rest.

    `lead` is what the network corrects, in log odds; `score` the first seat's in the end; `game` tells which
    belong to one game that was branched from.
    """

    units: NDArray[np.float16]
    side: NDArray[np.int8]
    count: NDArray[np.int64]
    sides: Reals
    kind: NDArray[np.int64]
    lead: Reals
    score: Reals
    game: NDArray[np.int64]
    scenario: NDArray[Any]

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """All of some."""
        return cls(*(np.concatenate([getattr(one, name) for one in parts]) for name in cls.__annotations__))


def network_of(ruleset: Ruleset) -> Network:
    """What the estimate's network is given."""
    if ruleset.computers.network is None:
        raise SystemExit(f"{ruleset.id} has an estimate without a network")
    return ruleset.computers.network


def solo(start: Any) -> bool:
    """Whether a battle has one side: nobody wins it."""
    return bool(getattr(start, "seats", 2) == 1)


def quick(name: str, ruleset: Ruleset) -> Player:
    """A player of a name that weighs orders no more exactly than its games need."""
    made = player(name, ruleset)
    if isinstance(made, KernelPlayer):
        made.recipe = replace(made.recipe, habits=replace(made.recipe.habits, care=QUICK))
    return made


class Describing:
    """Takes the features of positions of a form."""

    def __init__(self, ruleset: Ruleset, form: Interpreted) -> None:
        self.network = network_of(ruleset)
        bind = partial(jit.bind, bound={jit.S: ruleset.state}) if form.compiled else jit.bind_plain
        self.extract = bind(network.describe_root, extract=self.network.extract)
        self.lead = bind(network.lead_of_root, lead=self.network.lead)
        self.features = form.new(Features)
        self.width, self.both = len(self.network.unit), 2 * len(self.network.side)

    def row(self, root: Any) -> tuple[Any, ...]:
        """Units, their sides, both sides, kinds, lead."""
        self.extract(root, self.features)
        f = self.features[0]
        n = int(f.units)
        units = np.array(f.unit_values[: n * self.width]).reshape(n, self.width)
        return (
            units.astype(np.float16),
            np.array(f.side[:n], np.int8),
            np.array(f.side_values[: self.both], np.float32),
            np.array(f.kind, np.int64),
            self.lead(root),
        )


class Branching:
    """Plays games of one scenario, branches from them, and keeps positions."""

    def __init__(self, ruleset: Ruleset, scenario: str, form: Interpreted, wanders: str, plays: str) -> None:
        """`wanders` names who leads to a moment, `plays` who plays on from it."""
        start = ruleset.set_up(scenario)
        self.form = form
        self.wandering = self._arena(ruleset, start, wanders, RecordOptions(room=LONGEST))
        self.playing = self._arena(ruleset, start, plays, RecordOptions(games=BRANCHES, room=LONGEST))
        self.describing = Describing(ruleset, form)

    def _arena(self, ruleset: Ruleset, start: Any, name: str, noting: RecordOptions) -> Arena:
        return Arena(ruleset, start, [quick(name, ruleset), quick(name, ruleset)], noting, form=self.form)

    def rows(self, number: int, seed: int) -> Iterator[tuple[Any, ...]]:
        """Positions after orders given anyhow in one game, with the scores of the games that they led to."""
        key = stir(stir(0, seed), number)
        chance = random.Random(key)
        starts = self._branches(key, chance)
        keys = [
            Keys(stir(stir(key, 9), i), (stir(stir(key, 8), i), stir(stir(key, 7), i)), i)
            for i in range(len(starts))
        ]
        arena = self.playing
        arena.place_starts(starts)
        arena.play_series(keys, 0)
        for i, start in enumerate(starts):
            winner = int(arena.minutes.games[i].winner)
            if winner >= 0:
                score = {0: 1.0, 1: 0.0}.get(winner, 0.5)
                for row in self._along(start, keys[i].dice, i, chance):
                    yield (*row, score)

    def _branches(self, key: int, chance: random.Random) -> list[Any]:
        """Positions after an order given anyhow, at moments of one game where there was a choice."""
        arena = self.wandering
        arena.play_series([Keys(key, (stir(key, 1), stir(key, 2)))], 0)
        orders, steps = arena.minutes.orders(), arena.minutes.steps
        choices = [i for i in range(len(orders)) if steps[i].offered > 1]
        moments = sorted(chance.choice(choices) for _ in range(BRANCHES)) if choices else []
        desk, starts = arena.desk, []
        desk.reset(arena.starts[0], key)
        for i in range(max(moments, default=-1) + 1):
            for _ in range(moments.count(i)):
                starts.append(self._after_any(desk.backend.copy_row(desk.root, 0), chance))
            keep(desk.orders.rows[0], steps[i].action)
            desk.apply(0)
        return starts

    def _after_any(self, root: Any, chance: random.Random) -> Any:
        """A position after one of its orders."""
        desk = self.playing.desk
        desk.root, desk.dice = root, self.form.new(Dice)[0]
        start_dice(desk.dice, chance.randrange(1 << 30), 0)
        desk.apply(chance.randrange(desk.legal(desk.seat())))
        return self.form.copy_row(desk.root, 0)  # the arena plays on in the desk's own

    def _along(self, start: Any, dice: int, game: int, chance: random.Random) -> Iterator[tuple[Any, ...]]:
        """The position that a game began with and some of those that followed."""
        arena = self.playing
        kept = list(arena.minutes.step_range(game))
        wanted = {0, *chance.sample(range(len(kept)), min(len(kept), KEPT - 1))} if kept else set()
        desk = arena.desk
        desk.root = self.form.copy_row(start, 0)
        start_dice(desk.dice, dice, 0)
        for i in range(len(kept)):
            if i in wanted:
                yield self.describing.row(desk.root)
            keep(desk.orders.rows[0], arena.minutes.steps[kept[i]].action)
            desk.apply(0)
        if desk.result() != arena.minutes.games[game].winner:
            raise RuntimeError("a game that was played again came to another end")


def play_task(task: Task, estimate: Any) -> Positions | None:
    """The positions of a task, by players that judge by an estimate; None where no game came to an end."""
    ruleset = rulesets.get(task.ruleset)
    prepare(ruleset)
    form = engine(ruleset).backend
    branching = Branching(ruleset, task.scenario, form.with_estimate(estimate), task.wanders, task.plays)
    rows, games = [], []
    for number in range(task.first, task.first + task.games):
        for row in branching.rows(number, task.seed):
            rows.append(row)
            games.append(number)
    return as_positions(rows, games, task.scenario) if rows else None


def as_positions(rows: Sequence[tuple[Any, ...]], games: Sequence[int], scenario: str) -> Positions:
    """Rows of `Branching` as one table."""
    units, side, sides, kind, lead, score = zip(*rows, strict=True)
    return Positions(
        np.concatenate(units),
        np.concatenate(side),
        np.array([len(one) for one in units], np.int64),
        np.array(sides, np.float32),
        np.array(kind, np.int64),
        np.array(lead, np.float32),
        np.array(score, np.float32),
        np.array(games, np.int64),
        np.array([scenario] * len(rows)),
    )
