"""The lab's studies as a server keeps them: a folder each, and a queue that is played after all else.

What a study is doing shows in its folder and in the file of the queue, so nothing is lost when the server
ends: the next one goes on where it was. Of several servers on the same folder one plays the queue.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from sqlalchemy import make_url

from hulldown.server.errors import Refused
from hulldown.server.owners import Caller
from hulldown.server.settings import Settings
from hulldown.store.database import FILE
from hulldown.store.tokens import new_id

log = logging.getLogger("hulldown.server")

COMMAND = (sys.executable, "-m", "hulldown", "study", "run")
NICENESS = 15  # of the process that plays: a battle at a table goes before any study
PATIENCE = 120.0  # seconds that it has to end its slice when a study is stopped
HASTE = 8.0  # where the server itself ends, or nobody wants the study any more
MOMENT = 0.25  # seconds between two looks at the queue
ENDING = ".study"
STUDY, RESULT, LOOKS = "study.toml", "result.json", "looks.jsonl"  # as `hulldown.lab` calls them
ASKED, FAULT = "asked.json", "fault.txt"  # by whom and when; why it could not be played
QUEUE, RUNNING, LOCK = "queue.json", "running.json", "queue.lock"
TAIL = 256 * 1024  # bytes of a file of looks in which the last of them stands
LONGEST = 400  # characters of a fault
SAID = {  # the verdict of a study in the list: different, the same, not settled
    "fair": ("Not fair.", "Fair.", "Not settled."),
    "variant": ("It changes who wins.", "No difference that matters.", "Not settled."),
    "forces": ("One of them is better.", "They are even.", "Not settled."),
    "units": ("Some stand out.", "None stands out.", "None stands out yet."),
    "atlas": ("Some of them matter.", "None of them matters.", "Not settled."),
    "depth": ("Skill tells.", "Thinking wins nothing.", "Not settled."),
    "tune": ("None of them hits it.", "Found, and confirmed.", "Not confirmed."),
    "profile": ("Played.", "Played.", "Played."),
}
VERDICTS = ("different", "same", "undecided")
HOSTS = ("127.0.0.1", "::1", "localhost")  # from where the host of a shared server calls it


@dataclass(frozen=True)
class Now:
    """How a study stands while it is played: the first of its cells stands for all."""

    blocks: int
    most: int
    games: int
    rate: float
    left: float
    estimate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class StudyLine:
    """A study as it is listed. `state` is queued, running, stopping, stopped, done or failed.

    `said` is the verdict in few words; it, `sentence` and `verdict` are empty before the first result.
    `fault` says why one failed; `now` is how it stands while it is played, `place` how many go before it.
    """

    id: str
    name: str
    kind: str
    ruleset: str
    state: str
    said: str
    sentence: str
    verdict: str
    pairs: int
    games: int
    when: datetime
    fault: str
    now: Now | None
    place: int
    yours: bool


class Studies:
    """The studies of a server. All calls but `start` and `close` may come from any thread."""

    def __init__(self, settings: Settings, database: str) -> None:
        self.folder = Path(settings.studies) if settings.studies else beside(database)
        self.limits, self.workers, self.shared = settings.limits, settings.study_workers, settings.shared
        self._wake, self._end = threading.Event(), threading.Event()
        self._guard = threading.RLock()
        self._unwanted: set[str] = set()
        self._thread: threading.Thread | None = None

    # ---- the queue

    def start(self) -> None:
        """Play the queue if there is one; studies that were being played go on."""
        if self.folder.is_dir() and self.queue():
            self.wake()

    def wake(self) -> None:
        """See to the queue."""
        with self._guard:
            self._wake.set()
            if self._thread is None and not self._end.is_set():
                self._thread = threading.Thread(target=self._work, name="studies", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop the study that is played; it stays in the queue."""
        self._end.set()
        self._wake.set()
        if self._thread:
            self._thread.join(2 * HASTE)

    def queue(self) -> list[str]:
        """The studies that are played one after another; the first may be played now."""
        found = read_json(self.folder / QUEUE)
        names = found.get("queue", []) if isinstance(found, dict) else []
        return [one for one in names if isinstance(one, str)]

    def running(self) -> str:
        """The study that is played now, or none."""
        found = read_json(self.folder / RUNNING)
        return str(found.get("id", "")) if isinstance(found, dict) else ""

    @contextmanager
    def changed_queue(self) -> Iterator[list[str]]:
        """The queue to be changed, by one at a time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._guard, locked(self.folder / "change.lock"):
            names = self.queue()
            yield names
            write_json(self.folder / QUEUE, {"queue": names})

    # ---- what is kept

    def path(self, name: str) -> Path:
        """The folder of a study. Refused (404) if there is none."""
        path = self.folder / f"{name}{ENDING}"
        if not (path / STUDY).is_file():
            raise Refused(404, "not_found", "There is no such study.")
        return path

    def names(self) -> list[str]:
        """All studies."""
        found = self.folder.glob(f"*{ENDING}/{STUDY}") if self.folder.is_dir() else ()
        return [one.parent.name.removesuffix(ENDING) for one in found]

    def fresh(self) -> tuple[str, Path]:
        """The name and the folder of a study to come. Refused (409) if there are too many."""
        if len(self.names()) >= self.limits.studies:
            text = f"The lab keeps {self.limits.studies} studies at most; delete one first."
            raise Refused(409, "too_many", text)
        self.folder.mkdir(parents=True, exist_ok=True)
        name = new_id()
        return name, self.folder / f"{name}{ENDING}"

    def lines(self, caller: Caller) -> list[StudyLine]:
        """The caller's studies, the newest first."""
        queue, running = self.queue(), self.running()
        found = [self._line(name, caller, queue, running) for name in self.names()]
        return sorted((one for one in found if one and one.yours), key=lambda one: one.when, reverse=True)

    def line(self, name: str, caller: Caller) -> StudyLine:
        """A study as it is listed. Refused (404) if there is none."""
        self.path(name)
        found = self._line(name, caller, self.queue(), self.running())
        if not found:
            raise Refused(404, "not_found", "There is no such study.")
        return found

    def _line(self, name: str, caller: Caller, queue: Sequence[str], running: str) -> StudyLine | None:
        path = self.folder / f"{name}{ENDING}"
        try:
            study = read_toml(path / STUDY)
            result = read_json(path / RESULT) or {}
            fault = (path / FAULT).read_text("utf-8") if (path / FAULT).is_file() else ""
            when = self._asked(path).get("at") or datetime.fromtimestamp((path / STUDY).stat().st_mtime, UTC)
        except (OSError, ValueError):  # somebody deletes it, or wrote it with mistakes
            return None
        state = state_of(name, queue, running, fault, result)
        now = self._now(path) if state in ("running", "stopping", "stopped") else None
        return StudyLine(
            name,
            str(study.get("name", name)),
            str(study.get("kind", "")),
            str(study.get("ruleset", "")),
            state,
            said_of(str(study.get("kind", "")), str(result.get("verdict", ""))),
            str(result.get("sentence", "")),
            str(result.get("verdict", "")),
            int(result.get("pairs", 0)),
            int(result.get("games", 0)),
            datetime.fromisoformat(when) if isinstance(when, str) else when,
            fault,
            now,
            queue.index(name) if name in queue else 0,
            caller.has(self._owner(path)),
        )

    def _now(self, path: Path) -> Now | None:
        look = last_look(path / LOOKS)
        if look is None:
            return None
        cell = (look.get("cells") or [{}])[0]
        numbers = (number(cell.get(name)) for name in ("estimate", "low", "high"))
        blocks, most, games = (int(look.get(name, 0)) for name in ("blocks", "most", "games"))
        return Now(blocks, most, games, float(look.get("rate", 0)), float(look.get("left", 0)), *numbers)

    # ---- whose they are

    def _asked(self, path: Path) -> dict[str, Any]:
        found = read_json(path / ASKED)
        return found if isinstance(found, dict) else {}

    def at_home(self, client: str) -> bool:
        """Whether a client is the host, to whom no limit applies."""
        return not self.shared or client in HOSTS

    def _owner(self, path: Path) -> str | None:
        owner = self._asked(path).get("owner")
        return owner if isinstance(owner, str) else None

    def own(self, name: str, caller: Caller) -> Path:
        """The folder of a study of one's own. Refused (404) for another's, as if there were none."""
        path = self.path(name)
        if not caller.has(self._owner(path)):
            raise Refused(404, "not_found", "There is no such study.")
        return path

    def room(self, caller: Caller) -> None:
        """Refused (429) for a study too many of an owner."""
        if caller.owner is not None:
            owners = [self._owner(self.folder / f"{name}{ENDING}") for name in self.names()]
            caller.room(owners.count(caller.owner), self.limits.studies_per_owner, "studies")

    def may_begin(self, client: str, games: int) -> None:
        """Refused (403) on a shared server for a study that is too large for guests, or one too many."""
        if self.at_home(client):
            return
        most, several = self.limits.study_games, self.limits.studies_per_client
        if games > most:
            text = (
                f"On a shared server only its host begins studies of more than {most:,} games (this one "
                f"counts {games:,}, more for players that think long); ask for fewer pairs at most."
            )
            raise Refused(403, "too_large_study", text)
        queue = self.queue()
        mine = [one for one in queue if self._asked(self.folder / f"{one}{ENDING}").get("client") == client]
        if len(mine) >= several:
            text = f"On a shared server {several} studies of yours are played or wait at a time."
            raise Refused(403, "too_many_studies", text)

    # ---- what is done with them

    def begin(self, name: str, caller: Caller) -> None:
        """Put a new study, whose folder is there, into the queue."""
        path = self.path(name)
        whose = {"client": caller.address, "owner": caller.owner}
        asked = {**self._asked(path), **whose, "at": datetime.now(UTC).isoformat()}
        write_json(path / ASKED, asked)
        self.go_on(name)

    def go_on(self, name: str) -> None:
        """Put a study into the queue, last."""
        path = self.path(name)
        if not (read_json(path / RESULT) or {}).get("finished"):
            (path / FAULT).unlink(missing_ok=True)
            with self.changed_queue() as queue:
                if name not in queue:
                    queue.append(name)
        self.wake()

    def stop(self, name: str) -> None:
        """Take a study out of the queue; if it is played it ends after the slice that it plays."""
        self.path(name)
        with self.changed_queue() as queue:
            if name in queue:
                queue.remove(name)
        self.wake()

    def delete(self, name: str) -> None:
        """Forget a study, after it has ended."""
        path = self.path(name)
        self._unwanted.add(name)
        self.stop(name)
        until = time.monotonic() + 2 * HASTE
        while self.running() == name and time.monotonic() < until:
            time.sleep(MOMENT / 5)
        with suppress(OSError):
            (path / STUDY).unlink()  # first: without it the folder is no study
        shutil.rmtree(path, ignore_errors=True)
        self._unwanted.discard(name)

    # ---- the thread that plays

    def _work(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK).open("w") as lock:
            while not self._end.is_set():
                try:
                    if alone(lock):
                        self._see_to_it()
                except Exception:
                    log.exception("the queue of studies")
                self._wake.wait(MOMENT if self.queue() else 4 * MOMENT)
                self._wake.clear()

    def _see_to_it(self) -> None:
        """End what another server left behind, then play the first of the queue."""
        self._orphan()
        queue = self.queue()
        if not queue or self._end.is_set():
            return
        if (self.folder / f"{queue[0]}{ENDING}" / STUDY).is_file():
            self._play(queue[0])
        else:
            self._done_with(queue[0])

    def _orphan(self) -> None:
        """A process that plays for a server that was killed is asked to end."""
        left = read_json(self.folder / RUNNING)
        if isinstance(left, dict) and isinstance(left.get("pid"), int):
            if ours(left["pid"], str(left.get("id", ""))):
                end(left["pid"], HASTE)
            (self.folder / RUNNING).unlink(missing_ok=True)

    def _play(self, name: str) -> None:
        """Play a study to its end, until it is taken out of the queue or the server stops."""
        path = self.folder / f"{name}{ENDING}"
        with TemporaryFile("w+") as said:
            command = [*COMMAND, str(path), "--quiet", "--workers", str(self.workers)]
            process = begun(command, said)
            write_json(self.folder / RUNNING, {"id": name, "pid": process.pid})
            asked = False
            while process.poll() is None:
                if name not in self.queue() or self._end.is_set():
                    asked = True
                    end(process.pid, PATIENCE, process, lambda: self._end.is_set() or name in self._unwanted)
                    break
                self._wake.wait(MOMENT)
                self._wake.clear()
            code = process.wait()
            said.seek(0)
            if not asked and code:
                fault = said.read(TAIL).strip().splitlines()[-1:]
                (path / FAULT).write_text(fault_of(code, fault[0] if fault else "", path), "utf-8")
        if not self._end.is_set():
            self._done_with(name)
        (self.folder / RUNNING).unlink(missing_ok=True)

    def _done_with(self, name: str) -> None:
        with self.changed_queue() as queue:
            if name in queue:
                queue.remove(name)


# ---------------------------------------------------------------- processes


def begun(command: Sequence[str], said: IO[str]) -> subprocess.Popen[bytes]:
    """A process that steps back for everybody else. Its own group, so that Ctrl-C is told by us, politely."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=said,
        start_new_session=True,
    )
    politely(process.pid)
    return process


def politely(pid: int, niceness: int = NICENESS) -> None:
    """Let a process step back for all others."""
    with suppress(OSError):  # it has ended already, or was told so before
        os.setpriority(os.PRIO_PROCESS, pid, niceness)


def end(
    pid: int,
    patience: float,
    process: subprocess.Popen[bytes] | None = None,
    hurried: Callable[[], bool] = lambda: False,
) -> None:
    """Ask a process to end; one that does not is ended, with all that it began; soon, in haste."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    began = time.monotonic()
    while time.monotonic() < began + (min(patience, HASTE) if hurried() else patience):
        if process.poll() is not None if process else not alive(pid):
            return
        time.sleep(MOMENT / 5)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def alive(pid: int) -> bool:
    """Whether there is a process of that number."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def ours(pid: int, name: str) -> bool:
    """Whether a process plays that study: its number may be another's by now."""
    told = subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return f"{name}{ENDING}" in told.stdout


def alone(lock: IO[str]) -> bool:
    """Whether this server plays the queue: another one on the same folder does not then."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """While no other process is in here."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def fault_of(code: int, said: str, path: Path) -> str:
    """Why a study could not be played, in a line without the place of its folder."""
    if code < 0 and not said:
        said = f"it was ended from outside (signal {-code}); go on with it to play the rest"
    said = (
        said.removeprefix("hulldown: ")
        .removeprefix("Error: ")
        .replace(f"{path}/", "")
        .replace(str(path), "it")
    )
    return (said or f"it ended with code {code}")[:LONGEST]


# ---------------------------------------------------------------- files


def beside(database: str) -> Path:
    """The folder of studies that goes with a database: beside its file, or in the user's data folder."""
    place = make_url(database)
    if place.get_backend_name() == "sqlite" and place.database not in (None, "", ":memory:"):
        file = Path(str(place.database)).absolute()
        return file.parent / ("studies" if file.name == FILE else f"{file.stem}.studies")
    from platformdirs import user_data_path

    return user_data_path("hulldown", appauthor=False) / "studies"


def state_of(name: str, queue: Sequence[str], running: str, fault: str, result: Mapping[str, Any]) -> str:
    """What a study is doing."""
    if name in queue:
        return "running" if running == name else "queued"
    if running == name:
        return "stopping"
    if fault:
        return "failed"
    return "done" if result.get("finished") else "stopped"


def said_of(kind: str, verdict: str) -> str:
    """A verdict in few words."""
    return SAID[kind][VERDICTS.index(verdict)] if kind in SAID and verdict in VERDICTS else ""


def write_json(path: Path, data: Any) -> None:
    """A small file, whole or not at all."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.write_text(json.dumps(data), "utf-8")
    os.replace(new, path)


def read_json(path: Path) -> Any:
    """A file, as it was read last unless it has changed since; None if it cannot be read."""
    return kept(path, json.loads)


def read_toml(path: Path) -> dict[str, Any]:
    """The same for a study; empty if it cannot be read."""
    return kept(path, tomllib.loads) or {}


READ: dict[Path, tuple[tuple[int, int], Any]] = {}  # what was read, by the time and the size of the file
MOST_READ = 1000


def kept(path: Path, parse: Any) -> Any:
    """A file read by `parse`; files of studies are asked for again and again while somebody watches."""
    try:
        found = path.stat()
        mark = (found.st_mtime_ns, found.st_size)
        known = READ.get(path)
        if known and known[0] == mark:
            return known[1]
        data = parse(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if len(READ) > MOST_READ:
        READ.clear()
    READ[path] = (mark, data)
    return data


def last_look(path: Path) -> dict[str, Any] | None:
    """The last whole line of a file of looks."""
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - TAIL))
            lines = file.read().splitlines()
    except OSError:
        return None
    for line in reversed(lines):
        with suppress(ValueError):
            found = json.loads(line)
            if isinstance(found, dict):
                return found
    return None


def number(value: Any) -> float | None:
    """A number, or nothing."""
    return float(value) if isinstance(value, int | float) else None
