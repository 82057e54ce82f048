"""Compiled rules play the games that interpreted ones play, and never reach beyond an array."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.lanes import quickly

from hulldown import rulesets
from hulldown.kernel import batch
from hulldown.kernel.actions import Actions, Log
from hulldown.kernel.dice import Dice
from hulldown.kernel.engine import Compiled, Interpreted
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine

GAMES, AT_A_TIME = 60, 20


def battles(ruleset: Ruleset) -> list[str | Path]:
    """The scenarios of a ruleset, and fiercer ones made for this test."""
    own = Path(__file__).parent / ruleset.id
    return [*ruleset.files.scenarios(), *sorted(own.glob("*.toml"))]


def games_each(ruleset: Ruleset) -> int:
    """How many games of each battle are compared."""
    return -(-GAMES // len(battles(ruleset)))


def tallies(ruleset: Ruleset, scenario: str | Path, form: Interpreted, games: int) -> list[tuple[int, ...]]:
    """What every few random games came to, with the digest of all their decisions."""
    start = form.to_buffer(ruleset.set_up(scenario))
    play = form.bound(batch.games)
    rows: list[tuple[int, ...]] = []
    for first in range(0, games, AT_A_TIME):
        work, tally = form.state_buffer(1), form.new(batch.Tally)
        buffers = [form.new(kind) for kind in (Actions, Dice, Dice, Log)]
        play(start, work, *(b[0] for b in buffers), tally[0], first, min(AT_A_TIME, games - first))
        t: Any = form.to_object(tally, 0, batch.Tally)
        rows.append((t.games, t.finished, t.first, t.second, t.draws, t.decisions, t.digest))
    return rows


@cache
def interpreted(name: str) -> dict[str, list[tuple[int, ...]]]:
    """What the games of each battle come to, interpreted: the tests below share them, as they take long."""
    ruleset = rulesets.get(name)
    plain = Interpreted(ruleset.state, engine(ruleset).verbs)
    return {str(one): tallies(ruleset, one, plain, games_each(ruleset)) for one in battles(ruleset)}


@pytest.mark.parametrize("name", quickly("chase", rulesets.names()))
def test_compiled_games_are_the_interpreted_ones(name: str) -> None:
    ruleset = rulesets.get(name)
    fast = Compiled(ruleset.state, engine(ruleset).verbs)
    for scenario in battles(ruleset):
        assert tallies(ruleset, scenario, fast, games_each(ruleset)) == interpreted(name)[str(scenario)], (
            scenario
        )


CHECKED_RUN = """
import sys
sys.path.insert(0, {folder!r})
from test_parity import Compiled, battles, engine, games_each, rulesets, tallies
ruleset = rulesets.get({name!r})
form = Compiled(ruleset.state, engine(ruleset).verbs)
for scenario in battles(ruleset):
    print(tallies(ruleset, scenario, form, games_each(ruleset)))
"""


FAULTY = """
from collections.abc import Callable
from typing import Annotated
from hulldown.kernel import jit
from hulldown.kernel.records import array, record

@record
class Board:
    cell: Annotated[list[int], 4]
    beyond: int

@jit.rule
def read(b: Board, at: int) -> int:
    return b.cell[at]

@jit.rule
def ask(read: Callable[[Board, int], int], boards: list[Board], at: int) -> int:
    return read(boards[0], at)

if __name__ == "__main__":
    import faulty
    jit.bind(faulty.ask, {}, read=faulty.read)(array(faulty.Board), 4)
"""


def test_a_check_speaks_up_behind_a_function_pointer(tmp_path: Path) -> None:
    """The next test would notice."""
    (tmp_path / "faulty.py").write_text(FAULTY)
    done = subprocess.run(
        [sys.executable, "-m", "faulty"], cwd=tmp_path, env=checked(tmp_path), capture_output=True, text=True
    )
    assert "IndexError" in done.stderr


def checked(folder: Path | None = None) -> dict[str, str]:
    """The environment of a bounds-checked process."""
    paths = os.pathsep.join(p for p in (str(folder or ""), *sys.path) if p)
    return os.environ | {"NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": paths}


@pytest.mark.slow
@pytest.mark.parametrize("name", rulesets.names())
def test_no_index_leaves_its_array(name: str) -> None:
    """Bounds-checked games are the same games, and no check has spoken: interpreted ones refuse such an
    index themselves, so this asks whether the compiled rules keep to theirs, with a compiling of its own.

    An error behind a function pointer cannot be raised: Numba writes it to the error stream.
    """
    script = CHECKED_RUN.format(folder=os.path.dirname(__file__), name=name)
    done = subprocess.run([sys.executable, "-c", script], env=checked(), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [str(rows) for rows in interpreted(name).values()]
