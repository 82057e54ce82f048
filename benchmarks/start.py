"""How long it takes until something can be played: imports, first game, cold compile, warm load.

    python benchmarks/start.py [--ruleset tank_commander] [--cold]

`--cold` compiles everything into an empty cache first, which takes a while.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

from machine import print_machine, print_table

FIRST_GAME = """
import hulldown
game = hulldown.new({ruleset!r}, {scenario!r}, seed=1)
game.play(game.legal()[0])
"""
LOAD = """
import hulldown
from hulldown.ai import run_games
hulldown.prepare(hulldown.ruleset({ruleset!r}))
run_games(hulldown.ruleset({ruleset!r}), hulldown.ruleset({ruleset!r}).set_up({scenario!r}), 0, 1)
"""


def run(code: str, cache: str | None = None) -> tuple[float, float]:
    """Run Python code in a process of its own: (seconds on the clock, seconds of computing)."""
    environment = os.environ | ({"HULLDOWN_CACHE": cache} if cache else {})
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, spent


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--ruleset", default="tank_commander")
    asked.add_argument("--scenario", default="skirmish")
    asked.add_argument("--cold", action="store_true", help="also compile into an empty cache")
    given = vars(asked.parse_args())
    rows = [
        ("import hulldown", run("import hulldown")),
        ("first order, interpreted", run(FIRST_GAME.format(**given))),
    ]
    if given["cold"]:
        with tempfile.TemporaryDirectory() as cache:
            rows.append(("first compiled game, empty cache", run(LOAD.format(**given), cache)))
            rows.append(("first compiled game, warm cache", run(LOAD.format(**given), cache)))
    else:
        run(LOAD.format(**given))
        rows.append(("first compiled game, warm cache", run(LOAD.format(**given))))
    print_machine()
    shown = [(name, f"{clock:.2f}", f"{spent:.2f}") for name, (clock, spent) in rows]
    print_table(("", "seconds", "CPU seconds"), shown)


if __name__ == "__main__":
    main()
