"""Processes that work beside the server and step back for it: start one, ask it to end, end it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

NICENESS = 15  # of a process that plays studies: a battle at a table goes before any study
SHUTDOWN_SECONDS = 8.0  # to end in, where the server itself ends, or nobody wants the work any more
POLL_SECONDS = 0.25  # between two looks


def start(command: Sequence[str], errors: IO[str]) -> subprocess.Popen[bytes]:
    """A process that steps back for everybody else. Its own group, so that Ctrl-C is told by us, politely."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=True,
    )
    lower_priority(process.pid)
    return process


def lower_priority(pid: int, niceness: int = NICENESS) -> None:
    """Let a process step back for all others."""
    with suppress(OSError):  # it has ended already, or was told so before
        os.setpriority(os.PRIO_PROCESS, pid, niceness)


def end(
    pid: int,
    patience: float,
    process: subprocess.Popen[bytes] | None = None,
    in_haste: Callable[[], bool] = lambda: False,
) -> None:
    """Ask a process to end; one that does not is ended, with all that it began; soon, in haste."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    began = time.monotonic()
    while time.monotonic() < began + (min(patience, SHUTDOWN_SECONDS) if in_haste() else patience):
        if process.poll() is not None if process else not is_alive(pid):
            return
        time.sleep(POLL_SECONDS / 5)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def is_alive(pid: int) -> bool:
    """Whether there is a process of that number."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
