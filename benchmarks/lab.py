"""What a study costs beside its matches, how fast large results open, and how much memory they take.

    python benchmarks/lab.py [--pairs 2048] [--rows 1000000]

Matches and study play the same blocks one after the other in this process: what the study takes longer is the
Lab's own. The result is opened from a folder of as many games as --rows says, made of games that were played.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import tempfile
import time
from pathlib import Path

import polars as pl
from machine import print_machine, print_table

from hulldown import rulesets
from hulldown.ai import player
from hulldown.ai.match import Arena, RecordOptions
from hulldown.game import prepare
from hulldown.lab.plan import keys_of
from hulldown.lab.playing import SLICE
from hulldown.lab.recording import Folder
from hulldown.lab.report import finish
from hulldown.lab.running import Run, Watch
from hulldown.lab.study import Decide, Study

BATTLES = (("tank_commander", "skirmish", "greedy"), ("chase", "long_shot", "mcts:50"))


def study(ruleset: str, scenario: str, who: str, pairs: int) -> Study:
    """A study that plays exactly so many blocks."""
    both = (who, who)
    decide = Decide(most_pairs=pairs)
    return Study(kind="profile", ruleset=ruleset, scenarios=(scenario,), players=both, decide=decide)


def matches(asked: Study) -> float:
    """Seconds for the games of a study, played without it."""
    ruleset = rulesets.get(asked.ruleset)
    start = ruleset.set_up(asked.scenarios[0])
    arena = Arena(ruleset, start, [player(one, ruleset) for one in asked.players], RecordOptions(SLICE))
    blocks = range(asked.decide.most_pairs)
    keys = [keys_of(asked.seed, asked.scenarios[0], block, 0) for block in blocks]
    arena.play_series(keys[:1], 0)
    began = time.perf_counter()
    for first in range(0, len(keys), SLICE):
        arena.play_series(keys[first : first + SLICE], 0)
    return time.perf_counter() - began


def studied(asked: Study, folder: Path) -> float:
    """Seconds for the study, from its slices to its report."""
    kept = Folder.begin(folder, asked, Path("."))
    began = time.perf_counter()
    run = Run(kept.study, folder, kept)
    for _ in run:
        pass
    finish(run)
    return time.perf_counter() - began


def opened(folder: Path, rows: int) -> tuple[float, float]:
    """Seconds to have the result of a study, and to derive all of it anew from so many games."""
    parts = folder / "parts"
    one = pl.read_parquet(parts / "000000.games.parquet")
    times = -(-rows // len(one))
    slices = max(1, times // 200)
    for number in range(0, times, slices):  # as large a study, in larger parts, to be made quickly
        frames = [one.with_columns(block=pl.col("block") + SLICE * (number + at)) for at in range(slices)]
        pl.concat(frames).write_parquet(parts / f"{number:06d}.games.parquet")
    began = time.perf_counter()
    assert json.loads((folder / "result.json").read_text())["games"]
    reading = time.perf_counter() - began
    kept = Folder.open(folder)
    run = Run(kept.study, folder, kept)
    run.watches.append(Watch(run.study, run.plan))
    run.until = {0: SLICE * times}
    began = time.perf_counter()
    finish(run)
    return reading, time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--pairs", type=int, default=2048)
    asked.add_argument("--rows", type=int, default=1_000_000)
    given = asked.parse_args()
    print_machine()
    rows: list[list[str]] = []
    place = Path(tempfile.mkdtemp())
    try:
        for ruleset, scenario, who in BATTLES:
            prepare(rulesets.get(ruleset))
            one = study(ruleset, scenario, who, given.pairs)
            plain = matches(one)
            whole = studied(one, place / ruleset)
            more = f"{100 * (whole / plain - 1):+.1f} %"
            rates = [f"{given.pairs / seconds:,.0f}" for seconds in (plain, whole)]
            rows.append([ruleset, scenario, who, *rates, more])
        print_table(["ruleset", "scenario", "both play", "matches, games/s", "study, games/s", "Lab"], rows)
        reading, deriving = opened(place / BATTLES[0][0], given.rows)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{given.rows:,} games: read in {reading:.3f} s, derived anew in {deriving:.2f} s; {most:,.0f} MB"
        )
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
