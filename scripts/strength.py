#!/usr/bin/env python3
"""Measure computer players against each other in every scenario: sides changed, the same dice for each pair.

    scripts/strength.py former tank_commander [--scenario skirmish] [--playouts 100 400]
    scripts/strength.py growth tank_commander [--from 100] [--to 6400]
    scripts/strength.py greedy tank_commander [--playouts 100]

`former` plays the search against the one before (`mcts@1`), `growth` each amount of thinking against a
quarter of it, `greedy` the search against `greedy`. A pair plays `--games` games, or as many as `--minutes`
allow; a line tells the share of the points that the first takes, with its interval of 95 %.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from hulldown import rulesets
from hulldown.ai import play_match
from hulldown.game import prepare
from hulldown.odds import wilson
from hulldown.rulesets.api.ruleset import Ruleset

STEP = 4  # times the work, from one amount of thinking to the next
LOOK = 20  # games after which the time is looked at
SIDES = 2

Pair = tuple[str, str]


def former(given: argparse.Namespace) -> Iterator[Pair]:
    """The search against the one before."""
    for playouts in given.playouts:
        yield f"mcts:{playouts}", f"mcts@1:{playouts}"


def growth(given: argparse.Namespace) -> Iterator[Pair]:
    """Each amount of thinking against a quarter of it."""
    less = given.least
    while less * STEP <= given.most:
        yield f"mcts:{less * STEP}", f"mcts:{less}"
        less *= STEP


def greedy(given: argparse.Namespace) -> Iterator[Pair]:
    """The search against who looks one order ahead."""
    for playouts in given.playouts:
        yield f"mcts:{playouts}", "greedy"


def scores_of(ruleset: Ruleset, scenario: str, pair: Pair, given: argparse.Namespace) -> list[float]:
    """What the first of a pair took from each game."""
    scores: list[float] = []
    began = time.process_time()
    while len(scores) < given.games and time.process_time() - began < 60 * given.minutes:
        games = min(LOOK * given.threads, given.games - len(scores))
        match = play_match(
            ruleset, scenario, pair, games, given.seed + len(scores) // SIDES, workers=given.threads
        )
        scores += [game.score for game in match.games]
    return scores


def line(scenario: str, pair: Pair, scores: list[float], seconds: float) -> str:
    """A row of the table."""
    share = sum(scores) / len(scores)
    low, high = wilson(share, len(scores))
    return (
        f"{scenario:22}{pair[0]:>12} v {pair[1]:14}{100 * share:6.1f} % "
        f"({100 * low:.0f} to {100 * high:.0f}) of {len(scores):5}{seconds / len(scores):10.3f} CPU s a game"
    )


def main() -> None:
    """Measure what is asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("former", "growth", "greedy"))
    asked.add_argument("ruleset")
    asked.add_argument("--scenario", nargs="*", help="default: all that are shipped")
    asked.add_argument("--playouts", type=int, nargs="*", default=[100])
    asked.add_argument("--from", dest="least", type=int, default=100)
    asked.add_argument("--to", dest="most", type=int, default=6400)
    asked.add_argument("--games", type=int, default=400, help="of each pair")
    asked.add_argument("--minutes", type=float, default=20.0, help="of CPU time for a pair, at most")
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--threads", type=int, default=2)
    given = asked.parse_args()
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    for scenario in given.scenario or list(ruleset.files.scenarios()):
        for pair in {"former": former, "growth": growth, "greedy": greedy}[given.what](given):
            began = time.process_time()
            scores = scores_of(ruleset, scenario, pair, given)
            print(line(scenario, pair, scores, time.process_time() - began), flush=True)


if __name__ == "__main__":
    main()
