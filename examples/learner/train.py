"""Training: `python -m examples.learner.train chase even_ground --minutes 5 --seed 1 --out duel.npz`.

The policy plays in a batch, against itself or a computer player, and learns by PPO (Schulman and others
2017): steps, lanes and seed are all that what it becomes depends on, if `--steps` says how many.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # sums in one order: the same bytes again

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path

import numpy as np

from examples.learner.policy import Adam, Aim, Floats, Mean, Policy, Sample, Whole
from hulldown.catalogue import ScenarioSource
from hulldown.envs import Batch
from hulldown.kernel.batch import DRAW


@dataclass(frozen=True)
class Plan:
    """How training goes. `rate` and `entropy` fall to `last` of what they are, evenly by what is done."""

    ruleset: str
    scenario: ScenarioSource = ""
    opponent: str | None = None
    games: int = 512  # side by side
    length: int = 64  # decisions of each game between two lessons
    hidden: int = 64
    rounds: int = 3  # how often a lesson goes over its decisions
    part: int = 4096  # decisions of one step of Adam
    rate: float = 1e-3
    entropy: float = 0.01
    last: float = 0.05
    discount: float = 1.0
    trace: float = 0.95  # lambda of the generalised advantages
    shaping: float = 0.0
    drawn: float = 0.0  # what a draw costs who learns against an opponent: it is not to hide
    averaged: float = 0.5  # the last part of the training whose weights are averaged
    warming: int = 256  # random decisions of every game: what differs among them is what there is to see
    blind: str = "asked_first,range_before"  # features that it does not see
    seed: int = 0
    threads: int = 1


def first_key(seed: int) -> int:
    """The key of the first game: those of other seeds are a million games away."""
    return (seed << 20) & 0xFFFFFFFF


def batch_of(plan: Plan) -> Batch:
    """The games of a plan."""
    return Batch(
        plan.ruleset,
        plan.scenario,
        plan.games,
        opponent=plan.opponent,
        actions="fixed",
        shaping=plan.shaping,
        seed=first_key(plan.seed),
        threads=plan.threads,
    )


def warm_up(batch: Batch, steps: int, chance: np.random.Generator) -> tuple[Whole, Whole]:
    """Observations and masks of random play."""
    observations, masks = [], []
    for step in range(steps):
        batch.actions[:] = (chance.random(batch.masks.shape) * batch.masks).argmax(1)
        batch.step()
        if step % 4 == 0:
            observations.append(batch.observations.copy())
        masks.append(batch.masks.max(0))
    return np.concatenate(observations), np.stack(masks)


def unseen(batch: Batch, names: str) -> Whole:
    """The columns of the features that a policy does not see."""
    blocks = batch.encoding.blocks
    columns = [feature.name for block in blocks for _ in range(block.rows) for feature in block.features]
    return np.flatnonzero(np.isin(columns, names.split(",")))


class Collector:
    """What a policy lives through in a batch, with what each decision was worth."""

    def __init__(self, batch: Batch, policy: Policy, plan: Plan, chance: np.random.Generator) -> None:
        self.batch, self.policy, self.plan, self.chance = batch, policy, plan, chance
        n, t, kind = batch.games, plan.length, policy.centre.dtype
        self.seen = np.zeros((t, n, len(policy.columns)), kind)
        self.legal = np.zeros((t, n, len(policy.numbers)), np.bool_)
        self.chosen, self.seats = np.zeros((t, n), np.int64), np.zeros((t + 1, n), np.int64)
        self.logs, self.rewards = np.zeros((t, n), kind), np.zeros((t, n), kind)
        self.values = np.zeros((t + 1, n), kind)
        self.ended, self.won, self.drawn = (np.zeros((t, n), np.bool_) for _ in range(3))

    def lesson(self) -> Sample:
        """Play on for as long as a lesson is."""
        for t in range(self.plan.length):
            self._play(t)
        self.seats[-1] = self.batch.seats
        self.values[-1] = self.policy.values(self.policy.see(self.batch.observations))[1]
        worth = self._worth()
        gain = worth + self.values[:-1]
        return Sample(
            self.seen.reshape(-1, self.seen.shape[-1]),
            self.legal.reshape(-1, self.legal.shape[-1]),
            self.chosen.ravel(),
            self.logs.ravel(),
            worth.ravel(),
            gain.ravel(),
        )

    def __str__(self) -> str:
        games, won, drawn = (int(each.sum()) for each in (self.ended, self.won, self.drawn))
        if self.plan.opponent is None:
            return f"{games:,} games in the last lesson"
        return f"{games:,} games in the last lesson: {won} won, {drawn} drawn, {games - won - drawn} lost"

    def _play(self, t: int) -> None:
        """One decision of every game."""
        batch, policy, lines = self.batch, self.policy, np.arange(self.batch.games)
        self.seen[t] = policy.see(batch.observations)
        self.legal[t] = batch.masks[:, policy.numbers]
        self.values[t] = policy.values(self.seen[t])[1]
        self.seats[t] = batch.seats
        logs = policy.scores(self.seen[t], self.legal[t])[1]
        self.chosen[t] = policy.choose(np.exp(logs), batch.masks, self.chance)
        self.logs[t] = logs[lines, self.chosen[t]]
        batch.actions[:] = policy.actions(self.chosen[t], batch.masks)
        batch.step()
        self.rewards[t] = batch.rewards[lines, self.seats[t]]
        self.ended[t] = (batch.terminals | batch.truncations) > 0
        if self.plan.opponent:
            winners = self.batch.lanes["winner"]
            self.drawn[t] = self.ended[t] & (winners == DRAW)
            self.won[t] = self.ended[t] & (winners == self.seats[t])
            self.rewards[t] -= self.plan.drawn * self.drawn[t]

    def _worth(self) -> Floats:
        """Generalised advantages, from whoever decides: what is good for the other seat counts against."""
        worth, plan = np.zeros_like(self.rewards), self.plan
        ahead = np.zeros_like(self.values[0])
        for t in range(plan.length - 1, -1, -1):
            onwards = np.where(self.seats[t] == self.seats[t + 1], 1.0, -1.0) * ~self.ended[t]
            onwards = (plan.discount * onwards).astype(ahead.dtype)
            surprise = self.rewards[t] + onwards * self.values[t + 1] - self.values[t]
            ahead = surprise + plan.trace * onwards * ahead
            worth[t] = ahead
        return worth


def learn(
    policy: Policy, adam: Adam, sample: Sample, plan: Plan, left: float, chance: np.random.Generator
) -> None:
    """Go over a lesson; `left` is what is still to come of the training, from 1 to 0."""
    fallen = plan.last + (1.0 - plan.last) * left
    spread = sample.worth.std() + 1e-6
    sample = replace(sample, worth=(sample.worth - sample.worth.mean()) / spread)
    aim = Aim(entropy=plan.entropy * fallen)
    for _ in range(plan.rounds):
        order = chance.permutation(len(sample.worth))
        for first in range(0, len(order), plan.part):
            changes = policy.gradient(sample.part(order[first : first + plan.part]), aim)[1]
            adam.step(changes, plan.rate * fallen)


def fresh(plan: Plan, chance: np.random.Generator) -> Policy:
    """A policy that has learnt nothing yet but what there is to see and to do."""
    batch = batch_of(replace(plan, opponent=None, shaping=0.0))
    observations, masks = warm_up(batch, plan.warming, chance)
    batch.close()
    observations[:, unseen(batch, plan.blind)] = 0
    return Policy.new(observations, masks, plan.hidden, chance)


def train(
    plan: Plan,
    steps: int = 0,
    minutes: float = 0.0,
    report: Callable[[str], None] = print,
    start: Policy | None = None,
) -> Policy:
    """A policy after so many decisions, or minutes. `start` goes on from a policy that there is."""
    chance, batch = np.random.default_rng(plan.seed), batch_of(plan)
    begun = time.monotonic()
    policy = start or fresh(plan, chance)
    batch.reset(first_key(plan.seed))
    adam, mean = Adam(policy.weights), Mean(policy)
    collector, done, told, share = Collector(batch, policy, plan, chance), 0, 0.0, 0.0
    while share < 1.0:
        sample = collector.lesson()
        learn(policy, adam, sample, plan, 1.0 - share, chance)
        done += len(sample.worth)
        passed = time.monotonic() - begun
        share = passed / (60.0 * minutes) if minutes else done / steps
        if share >= 1.0 - plan.averaged:
            mean.add()
        if passed >= told:
            told = passed + 10.0
            report(f"{passed:5.0f} s, {done:,} decisions; {collector}")
    batch.close()
    return mean.result()


# ---------------------------------------------------------------- how good it is


@dataclass(frozen=True)
class Score:
    """Games that were won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Points of all points: a draw is half a win."""
        return (self.won + 0.5 * self.drawn) / self.games

    def __str__(self) -> str:
        squares = (self.won + 0.25 * self.drawn) / self.games
        half = 1.96 * sqrt(max(0.0, squares - self.share**2) / self.games)
        return (
            f"{100 * self.share:.1f} % +- {100 * half:.1f} over {self.games:,} games: "
            f"{self.won} won, {self.drawn} drawn, {self.lost} lost"
        )


def measure(plan: Plan, policy: Policy, games: int, seed: int, mixed: bool) -> Score:
    """The first game of as many lanes against the opponent of a plan, in either seat by turns."""
    other = replace(plan, games=games, shaping=0.0, seed=0)
    batch = batch_of(other)
    batch.reset(seed)
    chance = np.random.default_rng(seed)
    gains, running = np.zeros(games), np.ones(games, np.bool_)
    while running.any():
        seats = batch.seats.copy()
        chances = policy.chances(batch.observations, batch.masks)
        places = policy.choose(chances, batch.masks, chance if mixed else None)
        batch.actions[:] = policy.actions(places, batch.masks)
        batch.step()
        gains += batch.rewards[np.arange(games), seats] * running
        running &= (batch.terminals | batch.truncations) == 0
    batch.close()
    return Score(int((gains > 0).sum()), int((gains == 0).sum()), int((gains < 0).sum()))


# ---------------------------------------------------------------- the command


def main(given: Sequence[str] | None = None) -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", help="chase or tank_commander: those with a catalogue of orders")
    parser.add_argument("scenario", help="a scenario, or a .toml file")
    parser.add_argument("--opponent", help="a computer player such as greedy; without one it plays itself")
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--steps", type=int, default=0, help="decisions; the result is the same again")
    parser.add_argument("--out", type=Path, required=True, help="the .npz file of the policy")
    parser.add_argument("--start", type=Path, help="an .npz file to go on from")
    parser.add_argument("--games", type=int, default=1000, help="games at the end against the opponent")
    for name in ("rate", "entropy", "last", "discount", "trace", "shaping", "drawn", "averaged"):
        parser.add_argument(f"--{name}", type=float, default=getattr(Plan, name))
    parser.add_argument("--lanes", type=int, default=Plan.games, help="games side by side")
    for name in ("length", "hidden", "rounds", "part"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Plan, name))
    parser.add_argument("--blind", default=Plan.blind, help="features that the policy does not see")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1, help="of the games; the learner has one")
    asked = parser.parse_args(given)
    if bool(asked.minutes) == bool(asked.steps):
        parser.error("say either --minutes or --steps")
    own = asked.scenario.endswith(".toml")
    said = {name: value for name, value in vars(asked).items() if name in Plan.__dataclass_fields__}
    scenario = Path(asked.scenario) if own else asked.scenario
    plan = Plan(**said | {"games": asked.lanes, "scenario": scenario})
    start = Policy.load(asked.start) if asked.start else None
    policy = train(plan, asked.steps, asked.minutes, start=start)
    policy.save(asked.out)
    print(f"{asked.out}: {len(policy.columns)} numbers seen, {len(policy.numbers)} orders known")
    if plan.opponent:
        for mixed in (False, True):
            score = measure(plan, policy, asked.games, 0x80000000, mixed)
            print(f"{'drawing by its chances' if mixed else 'its likeliest order'}: {score}")


if __name__ == "__main__":
    main()
