"""How fast games are played out, and a signature of what comes of them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hulldown.ai.playouts import run_games
from hulldown.catalogue import OwnFile
from hulldown.rulesets.api.ruleset import Ruleset

FIRST = 20  # games of the first call of a thread
SHORTEST = 0.1  # seconds: a call of `run_games` that takes less is doubled
SIGNED = 64  # games of each scenario that go into the signature


@dataclass(frozen=True)
class Speed:
    """What was played in how many seconds."""

    games: int
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Orders chosen and carried out in a second."""
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        """Games played out in a second."""
        return self.games / self.seconds


def measure_speed(
    ruleset: Ruleset, scenario: str | Path | OwnFile, seconds: float, threads: int = 1, seed: int = 0
) -> Speed:
    """Random games for about so many seconds, after a first few that do not count."""
    start, count = ruleset.set_up(scenario), FIRST * threads
    run_games(ruleset, start, seed, count, threads)
    games = decisions = 0
    began = now = time.perf_counter()
    while now < began + seconds:
        played = run_games(ruleset, start, seed + games, count, threads)
        games, decisions = games + played.games, decisions + played.decisions
        before, now = now, time.perf_counter()
        count *= 2 if now - before < SHORTEST else 1
    return Speed(games, decisions, now - began)


def signature(
    rulesets: list[Ruleset], progress: Callable[[int, int], None] | None = None
) -> tuple[str, list[str]]:
    """A digest of seeded games of every scenario, and the line of each scenario that it is made of.

    The same on every machine, on any number of threads, interpreted and compiled.
    """
    asked = [(ruleset, scenario) for ruleset in rulesets for scenario in sorted(ruleset.files.scenarios())]
    lines = []
    for number, (ruleset, scenario) in enumerate(asked):
        if progress:
            progress(number, len(asked))
        run = run_games(ruleset, ruleset.set_up(scenario), 0, SIGNED)
        result = f"{run.first} {run.second} {run.draws}"
        lines.append(f"{ruleset.id} {scenario} {run.games} {result} {run.decisions} {run.digest:08x}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16], lines
