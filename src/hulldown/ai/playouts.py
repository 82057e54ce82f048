"""Many random games of one position, on as many threads as there are cores to spare."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from hulldown import rulesets
from hulldown.kernel import batch
from hulldown.kernel.actions import Actions
from hulldown.kernel.batch import Tally
from hulldown.kernel.dice import Dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.events import Log
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.engines import engine

SHARES = {True: 1000, False: 20}  # games of one call, by whether it is compiled: some tenths of a second


@dataclass(frozen=True)
class PlayoutTotals:
    """What a run of games came to. Equal runs have equal digests, on any number of threads."""

    games: int = 0
    finished: int = 0
    first: int = 0
    second: int = 0
    draws: int = 0
    decisions: int = 0
    digest: int = 0

    def __add__(self, other: PlayoutTotals) -> PlayoutTotals:
        """This run followed by another."""
        if not other.games:
            return self
        return PlayoutTotals(
            self.games + other.games,
            self.finished + other.finished,
            self.first + other.first,
            self.second + other.second,
            self.draws + other.draws,
            self.decisions + other.decisions,
            (self.digest + other.digest) & 0xFFFFFFFF,
        )


class PlayoutBuffers(threading.local):
    """What a thread needs to play games of one position, made once for each thread."""

    def __init__(self, form: Interpreted, s: Any) -> None:
        self.form = form
        self.start, self.work = form.to_buffer(s), form.state_buffer(1)
        self.orders, self.log = form.new(Actions)[0], form.new(Log)[0]
        self.dice, self.choice = form.new(Dice)[0], form.new(Dice)[0]

    def play(self, key: int, count: int) -> PlayoutTotals:
        """Some games, by their dice keys."""
        t = self.form.new(Tally)[0]
        play = self.form.bound(batch.games)
        play(self.start, self.work, self.orders, self.dice, self.choice, self.log, t, key, count)
        counts = (t.games, t.finished, t.first, t.second, t.draws, t.decisions, t.digest)
        return PlayoutTotals(*(int(n) for n in counts))


def run_games(
    ruleset: str | Ruleset,
    s: Any,
    first: int,
    count: int,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> PlayoutTotals:
    """Random games with the dice keys first, first + 1, ... from a plain state.

    `progress(done, count)` is called as games come in; a cancelled run gives what it has.
    Only compiled rules gain from more than one thread.
    """
    form = engine(rulesets.find(ruleset)).backend
    buffers, size = PlayoutBuffers(form, s), SHARES[form.compiled]
    total = PlayoutTotals()

    def share(at: int) -> PlayoutTotals:
        if cancelled and cancelled():
            return PlayoutTotals()
        return buffers.play(first + at, min(size, count - at))

    with ThreadPoolExecutor(max(1, threads)) as pool:
        for played in pool.map(share, range(0, count, size)):
            total = total + played
            if progress:
                progress(total.games, count)
    return total
