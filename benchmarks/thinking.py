"""Whether the searching player keeps its time on every scenario: the longest answers of whole battles.

    python benchmarks/thinking.py [--ruleset tank_commander] [--budget 1s] [--asked 6]

A battle between `greedy` players supplies positions, spread over its length; the search is asked in each.
"""

from __future__ import annotations

import argparse
import time

from machine import print_machine, print_table

from hulldown import ai, rulesets
from hulldown.ai.bot import Searcher
from hulldown.game import prepare
from hulldown.rulesets.api.ruleset import Ruleset

LONGEST = 400  # decisions of a battle that are looked at


def answers(ruleset: Ruleset, scenario: str, budget: str, asked: int) -> tuple[list[float], int]:
    """Seconds of each answer, and how many decisions the battle had."""
    drive, thinker = ai.player("greedy:seed=1"), ai.player(f"mcts:{budget}:seed=1")
    desk = Searcher(ruleset, ruleset.set_up(scenario))
    every = decisions(ruleset, scenario) // asked or 1
    taken, done = [], 0
    while (seat := desk.seat()) >= 0 and done < LONGEST:
        if done % every == every // 2:
            began = time.perf_counter()
            thinker.think(desk, seat)
            taken.append(time.perf_counter() - began)
        desk.apply(drive.think(desk, seat).rows[0])
        done += 1
    return taken, done


def decisions(ruleset: Ruleset, scenario: str) -> int:
    """How long the same battle is."""
    drive = ai.player("greedy:seed=1")
    desk = Searcher(ruleset, ruleset.set_up(scenario))
    done = 0
    while (seat := desk.seat()) >= 0 and done < LONGEST:
        desk.apply(drive.think(desk, seat).rows[0])
        done += 1
    return done


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--ruleset", default="tank_commander")
    asked.add_argument("--budget", default="1s")
    asked.add_argument("--asked", type=int, default=6)
    given = asked.parse_args()
    ruleset = rulesets.get(given.ruleset)
    prepare(ruleset)
    rows = []
    for scenario in ruleset.files.scenarios():
        taken, done = answers(ruleset, scenario, given.budget, given.asked)
        middle = sorted(taken)[len(taken) // 2]
        rows.append([scenario, str(done), str(len(taken)), f"{middle:.3f} s", f"{max(taken):.3f} s"])
    print_machine()
    print_table(["scenario", "decisions", "asked", "median", "longest"], rows)


if __name__ == "__main__":
    main()
