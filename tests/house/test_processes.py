"""No process that a test starts outlives the run, however it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.processes import until_end
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
IDLE = "import signal; print(flush=True); signal.pause()"
PARENT = """
import signal, sys
from tests.processes import start
print(start([sys.executable, "-c", sys.argv[1]]).pid, flush=True)
signal.pause()
"""


def runs(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_process_ends_with_the_one_that_started_it() -> None:
    command = [sys.executable, "-c", PARENT, IDLE]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert runs(child)
        parent.kill()
        wait_until(lambda: not runs(child))


def test_a_process_ends_with_its_block() -> None:
    with until_end([sys.executable, "-c", IDLE], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
    assert process.poll() is not None
