"""Positions of solved duels of Chase, each with what it is worth, for a network to learn from.

Tanks, crews, terms and damage are drawn by lot. Each duel is solved and walked through many times, by the
best orders and by any; what a position is worth needs no game to be played to its end.
"""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from selfplay import Describing, Positions, as_positions

from hulldown import rulesets
from hulldown.ai.bot import Searcher
from hulldown.game import prepare
from hulldown.kernel.actions import same
from hulldown.kernel.batch import stir
from hulldown.kernel.records import copy
from hulldown.rulesets.api.bot import Payoff, Strategy
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.equilibrium.players import ChaseSolving, MatchSolution
from hulldown.rulesets.chase.equilibrium.stage import STEPS
from hulldown.rulesets.chase.state import BANDS, SIDE_TANKS, Phase, State
from hulldown.rulesets.chase.words import parse_action

SCENARIOS = ("free_duel", "long_shot", "breakout", "under_the_rail")  # whose terms are played for
TURNS = 4, 16  # the fewest and the most
NEAREST = 2  # of the values of the option: not as printed, not adjacent, where nobody begins
DAMAGED = 0.5  # of walks begin with damage
ANY_ORDER = 0.4  # of orders are drawn from all, not from the best mixture
GRAIN = 1 << 20
CHUNK = 5  # duels that a process walks through before it asks for more


@dataclass(frozen=True)
class Task:
    """Some duels."""

    first: int
    duels: int
    walks: int
    seed: int


class Walk:
    """Walks through solved duels."""

    def __init__(self) -> None:
        self.ruleset = rulesets.get("chase")
        prepare(self.ruleset)
        self.desk = Searcher(self.ruleset, self.ruleset.set_up("long_shot"))
        self.describing = Describing(self.ruleset, self.desk.backend)

    def rows(self, number: int, walks: int, seed: int) -> Iterator[tuple[Any, ...]]:
        """Positions of a duel, with what each is worth to the first seat, from 0 to 1."""
        chance = random.Random(stir(stir(0, seed), number))
        start = draw_duel(self.ruleset, chance)
        solution = ChaseSolving(SHELF).solve(start)
        for _ in range(walks):
            yield from self._along(start, solution, chance)

    def _along(
        self, start: State, solution: MatchSolution, chance: random.Random
    ) -> Iterator[tuple[Any, ...]]:
        desk = self.desk
        desk.reset(
            with_damage(start, chance) if chance.random() < DAMAGED else start, chance.randrange(GRAIN)
        )
        known: float | None = None
        while (seat := desk.seat()) >= 0:
            s = desk.backend.to_object(desk.root, 0, State)
            plan = solution.strategy(s)
            yield (*self.describing.row(desk.root), share(plan.value if known is None else known))
            row, known = self._chosen(s, plan, seat, chance)
            desk.legal(seat)
            desk.apply(row)

    def _chosen(self, s: State, plan: Strategy, seat: int, chance: random.Random) -> tuple[int, float | None]:
        """The number of an order among those that are offered, and what it is worth where it is secret."""
        shares = plan.mixtures[seat]
        weights = None if chance.random() < ANY_ORDER else [float(one.chance) for one in shares]
        i = chance.choices(range(len(shares)), weights)[0]
        order = parse_action(s, seat, shares[i].text)
        row = next(k for k in range(self.desk.legal(seat)) if same(self.desk.order(k), order))
        if s.phase != Phase.ORDERS or not all(plan.mixtures):
            return row, None
        return row, secret_worth(plan, seat, i)


def secret_worth(plan: Strategy, seat: int, number: int) -> float:
    """What a seat's order pays the first seat against the other's mixture, before that one has given its."""
    other = [float(one.chance) for one in plan.mixtures[1 - seat]]
    line = plan.matrix[number] if seat == 0 else [answer[number] for answer in plan.matrix]
    return sum(float(payoff) * likely for payoff, likely in zip(line, other, strict=True))


def share(payoff: Payoff) -> float:
    """A payoff of -1 to 1 as a share."""
    return (float(payoff) + 1) / 2


def draw_terms(chance: random.Random, turns: tuple[int, int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The terms of a duel and its two tanks, by lot; `turns` are the fewest and the most."""
    listed = SHELF.units()
    forces = {
        name: {"tank": chance.choice(sorted(listed.tanks)), "crew": chance.choice(sorted(listed.crews))}
        for name in ("A1", "B1")
    }
    terms = {
        "turn_limit": chance.randint(*turns),
        "start_range": chance.choice(SHELF.options()["start_range"].values[NEAREST:]),
        "duels": 1,
    }
    return terms, forces


def draw_duel(ruleset: Any, chance: random.Random) -> State:
    """A duel of two tanks by lot."""
    terms, forces = draw_terms(chance, TURNS)
    start: State = ruleset.set_up(chance.choice(SCENARIOS), terms, forces)
    return start


def with_damage(start: State, chance: random.Random) -> State:
    """The same with damaged tanks, some turns later."""
    s = copy(start)
    s.turn = chance.randint(1, int(s.turn_limit))
    s.pair[0].range = chance.randrange(BANDS)
    for t in (0, SIDE_TANKS):
        now = s.tanks[t].now
        now.hull = chance.randint(1, int(s.tanks[t].profile.hull))
        now.mobility, now.gun = chance.randrange(STEPS), chance.randrange(STEPS)
    return s


def walk(task: Task) -> Positions:
    """The positions of a task."""
    walking, rows, numbers = Walk(), [], []
    for number in range(task.first, task.first + task.duels):
        for row in walking.rows(number, task.walks, task.seed):
            rows.append(row)
            numbers.append(number)
    return as_positions(rows, numbers, "duels")


def positions(count: int, walks: int, seed: int, workers: int) -> Positions:
    """The positions of so many duels, each walked through so many times."""
    tasks = [Task(first, min(CHUNK, count - first), walks, seed) for first in range(0, count, CHUNK)]
    prepare("chase")
    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork")) as pool:
        return Positions.joined(list(pool.map(walk, tasks)))
