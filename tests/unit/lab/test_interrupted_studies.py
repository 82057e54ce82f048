"""A study that is killed at any moment, whole or one of its workers, goes on as if it had not been."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.processes import start
from tests.unit.lab.test_running import done, study
from tests.waiting import let_pass

from hulldown import rulesets
from hulldown.game import prepare
from hulldown.lab.recording import Folder
from hulldown.lab.study import Decide

MOMENTS = int(os.environ.get("HULLDOWN_KILLS", "6"))
LATEST = 4.0  # seconds after the start; a start takes one to two


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
def test_any_moment(tmp_path: Path) -> None:
    prepare(rulesets.get("chase"))
    asked = study(
        players=("mcts:20", "mcts:20"),
        decide=Decide(smallest_effect=3.0, most_pairs=40_000 if MOMENTS > 10 else 8_000),
    )
    path, chance = tmp_path / "killed", Random(1)
    Folder.begin(path, asked, Path("."))
    killed = 0
    for _ in range(MOMENTS):
        process = start(
            [sys.executable, "-m", "hulldown", "study", "run", str(path), "--workers", "2", "--quiet"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        let_pass(chance.uniform(0.2, LATEST))
        if process.poll() is not None:
            break
        workers = children(process.pid)
        if workers and chance.random() < 0.5:
            os.kill(chance.choice(workers), signal.SIGKILL)
            let_pass(0.3)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        killed += 1
    assert killed >= min(MOMENTS, 3)
    assert done(path, asked) == done(tmp_path / "whole", asked)
