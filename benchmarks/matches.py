"""Whole games between computer players a second: what a study and an evening at the table can count on.

    python benchmarks/matches.py [--seconds 10] [--only tank_commander] [--threads 1,2] [--json]

It asks nothing but `play_match` and `run_games`, so that an older hulldown can be measured beside it:
run it once with each on the path.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

from machine import print_machine, print_table

from hulldown import rulesets
from hulldown.ai import play_match, run_games
from hulldown.game import prepare
from hulldown.rulesets.api.ruleset import Ruleset

BATTLES = (
    ("tank_commander", "skirmish"),
    ("agrav", "crossroads"),
    ("agrav", "container_yard"),
    ("close_assault", "drill_square"),
    ("warstrike", "first_patrol"),
    ("chase", "long_shot"),
)
PLAYERS = ("random", "greedy", "mcts:200")
Played = Callable[[int, int], int]  # the first game's number, how many -> games played


def games(ruleset: Ruleset, scenario: str, player: str, threads: int) -> Played:
    """What plays games of a scenario, both sides by the same player."""
    start = ruleset.set_up(scenario)

    def random_ones(first: int, count: int) -> int:
        return run_games(ruleset, start, first, count, threads).games

    def match(first: int, count: int) -> int:
        both = (f"{player}:seed=1", f"{player}:seed=2")
        return len(play_match(ruleset, scenario, both, count, first, workers=threads).games)

    return random_ones if player == "random" else match


def rate(play: Played, seconds: float, threads: int) -> float:
    """Games a second over about so many seconds, after a first one for each thread."""
    play(0, threads)
    done, count, began = 0, threads, time.perf_counter()
    now = began
    while now < began + seconds:
        before = now
        done += play(done + threads, count)
        now = time.perf_counter()
        count *= 2 if now - before < seconds / 8 else 1
    return done / (now - began)


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=10.0, help="for each line")
    asked.add_argument("--only", default="", metavar="RULESET")
    asked.add_argument("--threads", default="1,2", help="numbers of threads, with commas")
    asked.add_argument("--json", action="store_true", help="for scripts")
    given = asked.parse_args()
    rows = []
    for name, scenario in BATTLES:
        if given.only not in ("", name):
            continue
        ruleset = rulesets.get(name)
        prepare(ruleset)
        for player in PLAYERS:
            for threads in map(int, given.threads.split(",")):
                found = rate(games(ruleset, scenario, player, threads), given.seconds, threads)
                rows.append(
                    {
                        "ruleset": name,
                        "scenario": scenario,
                        "players": [player, player],
                        "threads": threads,
                        "games_per_second": round(found, 3),
                    }
                )
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    print_machine()
    head = ("ruleset", "scenario", "both play", "threads", "games a second")
    print_table(
        head,
        [
            (r["ruleset"], r["scenario"], r["players"][0], str(r["threads"]), f"{r['games_per_second']:,.2f}")
            for r in rows
        ],
    )


if __name__ == "__main__":
    main()
