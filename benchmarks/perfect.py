"""Whether solved play keeps what it promises: its score against other players beside the solved value.

    python benchmarks/perfect.py [--ruleset chase] [--scenario long_shot] [--games 2000] [--seed 1]

The solver's player (the first that the ruleset brings) meets each opponent in the given number of games,
half of them from each seat, with its own dice in each. A score is the payoff of the solver's seat. Perfect
play cannot expect less than the value of its seat, whoever it meets; the table shows the mean of both seats
together beside the mean of their values, with the interval that holds 99 times of 100.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

from machine import print_machine, print_table

from hulldown import ai, rulesets
from hulldown.ai.bot import Searcher
from hulldown.ai.match import Arena
from hulldown.game import prepare
from hulldown.rulesets.api.bot import Solving
from hulldown.rulesets.api.ruleset import Ruleset

SIGMAS = 2.576  # 99 % of a normal distribution, both sides


class Meeting:
    """Two players who meet again and again from one starting position."""

    def __init__(self, ruleset: Ruleset, solving: Solving, scenario: str, names: tuple[str, str]) -> None:
        start = ruleset.set_up(scenario)
        players = [ai.player(f"{name}:seed={at + 1}", ruleset) for at, name in enumerate(names)]
        self.arena, self.solving = Arena(ruleset, start, players), solving
        self.state = ruleset.state

    def scores(self, games: int, seed: int) -> list[float]:
        """The payoff of the first player in each game; it has seat 0 in even games."""
        found = []
        for number in range(games):
            played = self.arena.play(number, seed)
            payoff = float(self.solving.payoff(self.final(self.arena.desk)))
            found.append(payoff if played.seat_of_a == 0 else -payoff)
        return found

    def final(self, desk: Searcher) -> object:
        """The finished game on the desk as a plain state."""
        return desk.backend.to_object(desk.root, 0, self.state)


def row(name: str, scores: list[float], promised: float, seconds: float) -> list[str]:
    """A line of the table: the mean of the scores against what was promised."""
    mean, spread = statistics.fmean(scores), statistics.stdev(scores)
    half = SIGMAS * spread / math.sqrt(len(scores))
    verdict = "kept" if mean >= promised - half else "NOT KEPT"
    return [
        name,
        str(len(scores)),
        f"{mean:+.4f}",
        f"{half:.4f}",
        f"{promised:+.4f}",
        verdict,
        f"{seconds:.0f} s",
    ]


def main() -> None:
    """Play and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--ruleset", default="chase")
    asked.add_argument("--scenario", default="long_shot")
    asked.add_argument("--games", type=int, default=2_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--against", default="greedy,random")
    given = asked.parse_args()
    ruleset = rulesets.get(given.ruleset)
    solving = ruleset.computers.solving()
    if solving is None:
        raise SystemExit(f"{ruleset.name} is not solved")
    prepare(ruleset)
    solution = solving.solve(ruleset.set_up(given.scenario))
    champion = ruleset.computers.bots()[0].id
    rows = []
    for name in given.against.split(","):
        meeting = Meeting(ruleset, solving, given.scenario, (champion, name))
        began = time.perf_counter()
        scores = meeting.scores(given.games, given.seed)
        promised = 0.0 if given.games % 2 == 0 else float(solution.value) / given.games
        rows.append(row(name, scores, promised, time.perf_counter() - began))
        for seat in range(2):
            value = float(solution.value) * (1 if seat == 0 else -1)
            rows.append(row(f"{name}, {champion} in seat {seat}", scores[seat::2], value, 0.0))
    print_machine()
    print(f"{ruleset.name}, {given.scenario}: value {float(solution.value):+.5f} for seat 0")
    print_table(["opponent", "games", "score", "99 % within", "value", "promise", "time"], rows)


if __name__ == "__main__":
    main()
