"""A script of one's own needs no guard: what it begins in other processes does not run it again.

Each script is a real process with 60 seconds of CPU: one that runs itself again and again comes to its end.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

CPU = 60  # seconds of a process
WAIT = 900  # seconds until one that neither works nor ends is given up

BOT = "def bot(d):\n    return d.orders[0]\n"
HEAD = f"print('begun', flush=True)\n{BOT}"

MATCHES = """
from hulldown.ai import play_match
print(play_match("chase", "even_ground", ("mine:bot", "random"), 2, seed=1))
print(play_match("chase", "even_ground", ("mine:bot", bot), 2, seed=1, workers=2))
"""

STUDIES = """
from hulldown import lab
for players in ("random", ("mine:bot", lambda d: d.orders[-1]), ("random", bot)):
    print(lab.ask("fair", "chase", "long_shot", players, decide={"most_pairs": 64}, workers=2).answer())
"""

CALIBRATION = """
from hulldown.lab import Decide
from hulldown.lab.calibrating import Truth, verdicts
truth = Truth("chase", "long_shot", "random", Decide(most_pairs=64))
print(list(verdicts([(truth, seed) for seed in range(2)], 2)))
"""

# A module that begins a study while it is imported, though one of its own players is in it.
IMPORTED = """
from hulldown import lab
decide = {"most_pairs": 64}
print(lab.ask("fair", "chase", "long_shot", ("random", "other:bot"), decide=decide, workers=2).answer())
"""


def run(folder: Path, script: str, *command: str) -> list[str]:
    """The lines that a script writes. It fails if it comes to no good end."""
    (folder / "mine.py").write_text(script)
    done = subprocess.run(
        [sys.executable, *(command or ("mine.py",))],
        cwd=folder,
        env=os.environ | {"HULLDOWN_JIT": "0"},
        capture_output=True,
        text=True,
        timeout=WAIT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU)),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("command", [("mine.py",), ("-m", "mine")])
def test_a_match_of_a_bot_of_the_script_itself(tmp_path: Path, command: tuple[str, ...]) -> None:
    said = run(tmp_path, HEAD + MATCHES, *command)
    assert said.count("begun") == 1
    assert said[1].startswith("mine:bot against random, 2 games:")
    assert said[3].startswith("mine:bot against bot, 2 games:")


def test_studies_with_and_without_players_of_the_script(tmp_path: Path) -> None:
    said = run(tmp_path, HEAD + STUDIES)
    assert said.count("begun") == 1 and len(said) == 4
    assert "Between computer players (mine:bot and lambda())" in said[2]


def test_a_calibration(tmp_path: Path) -> None:
    said = run(tmp_path, HEAD + CALIBRATION)
    assert said == ["begun", "['undecided', 'undecided']"]


@pytest.mark.slow
def test_a_module_that_begins_a_study_while_it_is_imported_ends(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(HEAD + IMPORTED)
    said = run(tmp_path, "import other\n")
    assert said[0] == "begun" and "Between computer players (random and other:bot)" in said[-1]
