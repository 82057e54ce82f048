"""Solutions that are kept: some in memory, all in files beside the compiled rules.

A file is named by the duel and lies in a folder named by the sources of the rules, so it can never be
out of date. What cannot be read as the solution that it should be is as good as absent.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from hulldown.kernel.jit import cache_folder
from hulldown.rulesets.api.solving import Cancelled, Progress, Stop
from hulldown.rulesets.chase.equilibrium.conditions import Conditions
from hulldown.rulesets.chase.equilibrium.duel import Duel
from hulldown.rulesets.chase.equilibrium.induction import Solved, solve_duel
from hulldown.rulesets.chase.equilibrium.matrix_games import Array
from hulldown.rulesets.chase.equilibrium.plan import BANDS, order_slots
from hulldown.rulesets.chase.equilibrium.solution import DuelSolution

ROOM = 128 << 20  # bytes for solutions in memory, which take about 20 MB each
PATIENCE = 0.1  # seconds between two looks at whether somebody else's solving should be waited for
PARTS = ("values", "first", "second", "seconds")

_known: OrderedDict[str, DuelSolution] = OrderedDict()
_locks: dict[str, threading.Lock] = {}
_guard = threading.Lock()


def solution_of(duel: Duel, progress: Progress | None = None, cancelled: Stop | None = None) -> DuelSolution:
    """The solution of a duel, kept or worked out now. Of several who ask at once only one works."""
    with _alone(duel.digest(), cancelled):
        solution = cached_solution(duel)
        if solution is None:
            begun = time.perf_counter()
            solved = solve_duel(duel, progress=progress, cancelled=cancelled)
            solution = DuelSolution(solved, time.perf_counter() - begun)
            write(solution)
            _remember(DuelSolution(solved, solution.seconds, from_cache=True))
        return solution


@contextlib.contextmanager
def _alone(name: str, cancelled: Stop | None) -> Iterator[None]:
    """Wait until nobody else solves this duel. Cancelled when `cancelled` says so meanwhile."""
    with _guard:
        lock = _locks.setdefault(name, threading.Lock())
    while not lock.acquire(timeout=PATIENCE):
        if cancelled and cancelled():
            raise Cancelled
    try:
        yield
    finally:
        lock.release()


def cached_solution(duel: Duel) -> DuelSolution | None:
    """The solution if it is in memory or in a file."""
    name = duel.digest()
    with _guard:
        if name in _known:
            _known.move_to_end(name)
            return _known[name]
    solution = read(duel)
    if solution is not None:
        _remember(solution)
    return solution


def _remember(solution: DuelSolution) -> None:
    with _guard:
        _known[solution.duel.digest()] = solution
        _known.move_to_end(solution.duel.digest())
        while len(_known) > 1 and sum(entry.size for entry in _known.values()) > ROOM:
            _known.popitem(last=False)


def forget() -> None:
    """Empty the memory; files stay."""
    with _guard:
        _known.clear()


# ---------------------------------------------------------------- files


def file_of(duel: Duel) -> Path:
    """Where the solution of a duel is kept."""
    return cache_folder("hulldown.rulesets.chase") / "solved" / f"{duel.digest()}.npz"


def write(solution: DuelSolution) -> None:
    """Keep a solution in a file that is whole or not there. Without room for it nothing is kept."""
    path, solved = file_of(solution.duel), solution.solved
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as into:
                parts = (solved.values, solved.first, solved.second, np.array(solution.seconds))
                np.savez_compressed(into, **dict(zip(PARTS, parts)))
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)


def read(duel: Duel) -> DuelSolution | None:
    """The solution in a file; None for a file that is absent, damaged or of something else."""
    first, second = (Conditions(int(profile.hull), duel.options) for profile in duel.profiles)
    conditions = first, second
    try:
        with np.load(file_of(duel), allow_pickle=False) as parts:
            values, first, second, seconds = (parts[name] for name in PARTS)
    except Exception:  # a damaged archive fails in many ways, and none of them matters
        return None
    if not _fits(duel, conditions, values, first, second) or seconds.shape != ():
        return None
    return DuelSolution(Solved(duel, conditions, values, first, second), float(seconds), from_cache=True)


def _fits(
    duel: Duel, conditions: tuple[Conditions, Conditions], values: Array, first: Array, second: Array
) -> bool:
    """Whether arrays can be a solution of a duel."""
    a, b = (len(states) for states in conditions)
    mixed = duel.turns, len(BANDS), order_slots(duel.options), a, b
    shapes = ((duel.turns + 1, len(BANDS), a + 1, b + 1), mixed, mixed)
    return all(
        array.shape == shape and array.dtype == np.float64 and bool(np.isfinite(array).all())
        for array, shape in zip((values, first, second), shapes)
    )
