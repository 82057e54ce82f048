"""A process beside the server, which steps back for it: for games that the lab plays to answer a page.

It takes a line of JSON and gives one, ends when the server does, and after some minutes without work.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any

from hulldown.catalogue import CatalogueError
from hulldown.server.http.errors import ApiError
from hulldown.server.lab import queue

IDLE = 300.0  # seconds without work after which it ends
LONGEST = 300.0  # of a piece of work: rules may have to be compiled before the first
WAITING = 6  # pieces of work that may wait
STEPS_BACK = 5  # on the queue's scale of 15 for studies: somebody waits for the answer


class LabWorker:
    """The process, begun with the first piece of work."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="aside")
        self._process: subprocess.Popen[str] | None = None
        self._waiting = 0
        self._closed = False

    async def ask(self, what: str, **job: Any) -> dict[str, Any]:
        """Have something done. Refused (400) with what is wrong with it, (429) if too much waits already,
        (503) if the server stops meanwhile.
        """
        if self._waiting >= WAITING:
            raise ApiError(429, "too_often", "The lab works as fast as it can; wait a moment.")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._pool, self._exchange, {"what": what, **job})
        except asyncio.CancelledError:
            if not self._closed:
                raise  # whoever asked has gone
            raise stopping() from None
        finally:
            self._waiting -= 1
        if self._closed:
            raise stopping()
        if "fault" in answer:
            raise ApiError(400, "unclear", str(answer["fault"])[:400])
        return answer

    def _exchange(self, job: Mapping[str, Any]) -> dict[str, Any]:
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = self._start()
        assert process.stdin is not None and process.stdout is not None
        late = threading.Timer(LONGEST, process.kill)
        late.start()
        try:
            process.stdin.write(json.dumps(job) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        finally:
            late.cancel()
        if not line:
            self._process = None
            return {"fault": "this could not be worked out; try it again"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "hulldown.server.lab.worker"]
        quiet = subprocess.DEVNULL
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=quiet, text=True, start_new_session=True
        )
        queue.lower_priority(process.pid, STEPS_BACK)
        return process

    def close(self) -> None:
        """Let it end; who still waits for an answer is refused."""
        self._closed = True
        if self._process and self._process.poll() is None:
            self._process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)


def stopping() -> ApiError:
    """What whoever still waits is told."""
    return ApiError(503, "stopping", "This server is stopping. Nothing was lost; ask again in a moment.")


# ---------------------------------------------------------------- in that process


def cost(job: Mapping[str, Any]) -> dict[str, Any]:
    """What a study will take."""
    from hulldown.lab.running import cost_of
    from hulldown.lab.study import load_study

    study, base = load_study(Path(job["study"]))
    try:
        return {"cost": cost_of(study, base, int(job["workers"]))}
    except CatalogueError as wrong:
        return {"cost": {"fault": wrong.lines[0][:400]}}


def film(job: Mapping[str, Any]) -> dict[str, Any]:
    """A game of a study as a save for the table."""
    from hulldown import lab
    from hulldown.game import prepare
    from hulldown.lab.recording import game_of, telling
    from hulldown.rulesets import get

    folder = lab.Folder.open(Path(job["folder"]))
    folder.same_rules()
    games = telling(folder)
    if job["which"] not in games:
        return {"fault": "no game of this study has come to an end yet"}
    prepare(get(folder.study.ruleset))
    row = games[job["which"]]
    return {"row": row, "save": game_of(folder, row).save()}


WORK: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"cost": cost, "film": film}


def run_job(line: str) -> dict[str, Any]:
    """The answer to a line."""
    job = json.loads(line)
    try:
        return WORK[job["what"]](job)
    except CatalogueError as wrong:
        return {"fault": wrong.lines[0].replace(str(job.get("folder", "\0")), "this study")}
    except Exception as wrong:
        return {"fault": f"{type(wrong).__name__}: {str(wrong).splitlines()[0] if str(wrong) else ''}"}


def main() -> None:
    """Take a line after another, until nobody is there any more. What anything else prints goes nowhere."""
    to = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_hear, args=(sys.stdin, lines), name="hear", daemon=True).start()
    with suppress(Empty):
        while True:
            to.write(json.dumps(run_job(lines.get(timeout=IDLE))) + "\n")
            to.flush()


def _hear(came: IO[str], lines: SimpleQueue[str]) -> None:
    """Hear what is asked. When nothing can come any more whoever asks is gone, and the work for nobody."""
    for line in came:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
