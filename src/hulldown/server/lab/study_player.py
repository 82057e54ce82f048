"""What plays the queue of studies: one process after another, after all else, with fair turns.

A study is played by a process of its own, which keeps every slice and goes on where it was. Where studies of
several owners wait, each owner has a turn: the process ends after the slice that it plays, and the study goes
to the end of the queue. So one that takes hours holds up nobody.
"""

from __future__ import annotations

import fcntl
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Protocol

from hulldown.server.lab import child_process
from hulldown.server.lab.child_process import POLL_SECONDS, SHUTDOWN_SECONDS
from hulldown.server.lab.study_files import (
    ENDING,
    FAULT,
    RUNNING,
    SPENT,
    STUDY,
    TAIL,
    UNWANTED,
    read_json,
    spent_on,
    write_json,
)
from hulldown.server.settings import Limits

log = logging.getLogger("hulldown.server")

COMMAND = (sys.executable, "-m", "hulldown", "study", "run")
PATIENCE = 120.0  # seconds that it has to end its slice when a study is stopped
LONG_SLICE = 900.0  # when others have their turn: a slice that is cut off is played again, from its beginning
TURN = 30.0  # seconds that a study is played while those of other owners wait
LENIENCE = 2.0  # how much longer than its price a guest's study may be played: the price is an estimate
LOCK = "queue.lock"
LONGEST = 400  # characters of a fault


class Queue(Protocol):
    """What the player asks of the studies that a server keeps."""

    folder: Path
    limits: Limits
    workers: int

    def queue(self) -> list[str]:
        """The studies that are played one after another."""

    def changed_queue(self) -> AbstractContextManager[list[str]]:
        """The queue to be changed, by one at a time."""

    def whose(self, name: str) -> str:
        """Between whom turns are fair."""

    def seconds_for(self, name: str) -> float:
        """How long a study may be played, all turns together."""


class StudyPlayer:
    """The thread that plays the queue; of several servers on the same folder one plays it."""

    def __init__(self, studies: Queue) -> None:
        self.studies = studies
        self._wake, self._end = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._turns: dict[str, int] = {}  # the number of the last turn that an owner had
        self._turn = 0

    def start(self) -> None:
        """Play from now on whatever stands in the queue, also what another process puts there."""
        self._thread = threading.Thread(target=self._work, name="studies", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """See to the queue at once, if it is played here."""
        self._wake.set()

    def close(self) -> None:
        """Stop the study that is played; it stays in the queue."""
        self._end.set()
        self._wake.set()
        if self._thread:
            self._thread.join(2 * SHUTDOWN_SECONDS)

    def _work(self) -> None:
        lock: IO[str] | None = None
        while not self._end.is_set():
            queue: list[str] = []
            try:
                if queue := self.studies.queue():
                    lock = lock or (self.studies.folder / LOCK).open("w")
                    if alone(lock):
                        self._see_to_it()
            except Exception:
                log.exception("the queue of studies")
            self._wake.wait(POLL_SECONDS if queue else 4 * POLL_SECONDS)
            self._wake.clear()
        if lock:
            lock.close()

    def _see_to_it(self) -> None:
        """End what another server left behind, then give the next study its turn."""
        self._orphan()
        name = self.next_of(self.studies.queue())
        if not name or self._end.is_set():
            return
        if (self.studies.folder / f"{name}{ENDING}" / STUDY).is_file():
            self._play(name)
        else:
            self._dequeue(name)

    def next_of(self, queue: Sequence[str]) -> str:
        """The study to be played: the first of the owner whose last turn is longest ago."""
        return min(queue, key=lambda name: self._turns.get(self.studies.whose(name), 0), default="")

    def _orphan(self) -> None:
        """A process that plays for a server that was killed is asked to end."""
        running = self.studies.folder / RUNNING
        left = read_json(running)
        if isinstance(left, dict) and isinstance(left.get("pid"), int):
            if ours(left["pid"], str(left.get("id", ""))):
                child_process.end(left["pid"], SHUTDOWN_SECONDS)
            running.unlink(missing_ok=True)

    def _play(self, name: str) -> None:
        """Give a study its turn: to its end, until it is taken out of the queue, others have their turn, it
        has had the time of a guest, or the server stops.
        """
        path, running = self.studies.folder / f"{name}{ENDING}", self.studies.folder / RUNNING
        self._turn += 1
        self._turns[self.studies.whose(name)] = self._turn
        before, began = spent_on(path), time.monotonic()
        with TemporaryFile("w+") as errors:
            options = ["--quiet", "--workers", str(self.studies.workers)]
            process = child_process.start([*COMMAND, str(path), *options], errors)
            try:
                write_json(running, {"id": name, "pid": process.pid})
                why = self._watched(process, name, before)
            finally:
                if process.poll() is None:
                    child_process.end(process.pid, SHUTDOWN_SECONDS, process)
            code = process.wait()
            errors.seek(0)
            fault = errors.read(TAIL).strip().splitlines()[-1:]
        if path.is_dir():
            write_json(path / SPENT, {"seconds": round(before + time.monotonic() - began, 1)})
        if why == "time":
            minutes = self.studies.limits.study_minutes
            (path / FAULT).write_text(f"It took longer than the {minutes:g} minutes of a guest.", "utf-8")
        elif not why and code:
            (path / FAULT).write_text(fault_of(code, fault[0] if fault else "", path), "utf-8")
        if why == "turn":
            self._to_the_end(name)
        elif not self._end.is_set():
            self._dequeue(name)
        running.unlink(missing_ok=True)

    def _watched(self, process: subprocess.Popen[bytes], name: str, before: float) -> str:
        """Wait until a study has come to its end, or end its process; why, or nothing."""
        path, began = self.studies.folder / f"{name}{ENDING}", time.monotonic()
        most = self.studies.seconds_for(name)
        while process.poll() is None:
            turn = time.monotonic() - began
            if why := self._why_stop(name, turn, before + turn, most):
                patience = LONG_SLICE if why == "turn" else PATIENCE
                child_process.end(process.pid, patience, process, lambda: self._hurried(path))
                return why
            self._wake.wait(POLL_SECONDS)
            self._wake.clear()
        return ""

    def _why_stop(self, name: str, turn: float, spent: float, most: float) -> str:
        """Why a study that is played has to stop now: "end", "gone", "time", "turn" or nothing."""
        if self._end.is_set():
            return "end"
        queue = self.studies.queue()
        if name not in queue:
            return "gone"
        if spent > most:
            return "time"
        mine = self.studies.whose(name)
        others = any(self.studies.whose(other) != mine for other in queue)
        return "turn" if others and turn >= TURN else ""

    def _hurried(self, path: Path) -> bool:
        return self._end.is_set() or (path / UNWANTED).exists()

    def _to_the_end(self, name: str) -> None:
        with self.studies.changed_queue() as queue:
            if name in queue:
                queue.remove(name)
                queue.append(name)

    def _dequeue(self, name: str) -> None:
        with self.studies.changed_queue() as queue:
            if name in queue:
                queue.remove(name)


# ---------------------------------------------------------------- processes


def ours(pid: int, name: str) -> bool:
    """Whether a process plays that study: its number may be another's by now."""
    process = subprocess.run(
        ["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return f"{name}{ENDING}" in process.stdout


def alone(lock: IO[str]) -> bool:
    """Whether this server plays the queue: another one on the same folder does not then."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def fault_of(code: int, errors: str, path: Path) -> str:
    """Why a study could not be played, in a line without the place of its folder."""
    if code < 0 and not errors:
        errors = f"it was ended from outside (signal {-code}); go on with it to play the rest"
    errors = (
        errors.removeprefix("hulldown: ")
        .removeprefix("Error: ")
        .replace(f"{path}/", "")
        .replace(str(path), "it")
    )
    return (errors or f"it ended with code {code}")[:LONGEST]
