"""Processes that tests start. None of them outlives the test run, not even one that Ctrl-C or a kill ends."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.waiting import PATIENCE

LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2): the signal that a process gets when its parent dies


def start(command: Sequence[Any], **how: Any) -> subprocess.Popen[Any]:
    """`subprocess.Popen`, and Linux ends the process as soon as the one that started it is gone.

    Elsewhere it ends with the block that waits for it; only a run that is killed leaves it behind.
    """
    if LIBC is None:
        return subprocess.Popen(command, **how)
    prctl, kill, own = LIBC.prctl, os.kill, os.getpid()

    def tie() -> None:
        prctl(SET_DEATH_SIGNAL, signal.SIGTERM)
        if os.getppid() != own:  # the parent died before the signal was set
            kill(os.getpid(), signal.SIGTERM)

    return subprocess.Popen(command, preexec_fn=tie, **how)


@contextmanager
def until_end(command: Sequence[Any], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process that runs as long as the block, and gets the time to close what it has open."""
    with start(command, **how) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
