"""Steps a second of a batch for agents, beside the kernel's own random games in the same run.

    python benchmarks/envs.py [--games 1024] [--seconds 1]

A step is one random action carried out in one game, with the observation, the orders and the mask of the
next decision written. Kernel and batch are measured by turns, three times each; the best of each counts.
Behind that: how much two threads give, and what a call with one game takes.
"""

from __future__ import annotations

import argparse
import time
from functools import partial

import numpy as np
from machine import print_machine, print_table

from hulldown import rulesets
from hulldown.ai.match import measure_speed
from hulldown.envs import Batch
from hulldown.game import prepare

BATTLES = {
    "tank_commander": "skirmish",
    "chase": "even_ground",
    "agrav": "crossroads",
    "close_assault": "drill_square",
    "warstrike": "first_patrol",
}
TURNS = 3


def steps_per_second(batch: Batch, seconds: float) -> float:
    """Random actions; what it takes to draw them does not count."""
    chances = [np.random.default_rng(i).random(batch.games) for i in range(32)]
    steps, spent = 0, 0.0
    while spent < seconds:
        for chance in chances:
            np.multiply(chance, batch.counts, out=batch.actions, casting="unsafe")
            began = time.perf_counter()
            batch.step()
            spent += time.perf_counter() - began
        steps += batch.games * len(chances)
    return steps / spent


def row(name: str, scenario: str, games: int, seconds: float) -> list[str]:
    """A line of the table."""
    prepare(name)
    ruleset = rulesets.get(name)
    start = ruleset.set_up(scenario)
    batches = [
        Batch(name, scenario, games),
        Batch(name, scenario, games, threads=2),
        Batch(name, scenario, 1),
    ]
    measures = [partial(steps_per_second, batch, seconds) for batch in batches]
    kernel, *best = (
        max(speeds)
        for speeds in zip(
            *(
                [measure_speed(ruleset, start, seconds).decisions_per_second, *(m() for m in measures)]
                for _ in range(TURNS)
            ),
            strict=True,
        )
    )
    one, two, single = best
    return [
        f"{name}, {scenario}",
        f"{kernel:,.0f}",
        f"{one:,.0f}",
        f"{one / kernel:.2f}",
        f"{two / one:.2f}",
        f"{1e6 / single:.1f}",
    ]


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=1024)
    asked.add_argument("--seconds", type=float, default=1.0)
    given = asked.parse_args()
    print_machine()
    head = ["battle", "kernel, decisions/s", "batch, steps/s", "ratio", "2 threads", "1 game, us a call"]
    print_table(head, [row(*battle, given.games, given.seconds) for battle in BATTLES.items()])


if __name__ == "__main__":
    main()
