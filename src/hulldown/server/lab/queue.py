"""The lab's studies on a server: their folders, the queue, and the process that plays it after all else."""

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
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any, Protocol

from sqlalchemy import make_url

from hulldown.server.http.errors import ApiError
from hulldown.server.people.accounts import Account
from hulldown.server.settings import Limits, Settings
from hulldown.store.database import FILE
from hulldown.store.owners import new_id

ENDING = ".study"
STUDY, RESULT, LOOKS = "study.toml", "result.json", "looks.jsonl"  # as `hulldown.lab` calls them
ASKED, FAULT = "asked.json", "fault.txt"  # by whom and when; why it could not be played
CHECKS = "checks"  # in what is asked: the study that better players are asked about
LINE, SPENT, UNWANTED = "line.json", "spent.json", "unwanted"  # in the list; seconds played; to be deleted
QUEUE, RUNNING = "queue.json", "running.json"
TAIL = 256 * 1024  # bytes of a file of looks in which the last of them stands


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """While no other process is in here."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def write_json(path: Path, data: Any) -> None:
    """A small file, whole or not at all."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.write_text(json.dumps(data), "utf-8")
    os.replace(new, path)


def load_json(path: Path) -> Any:
    """A file, as it was read last unless it has changed since; None if it cannot be read."""
    return cached(path, json.loads)


def load_toml(path: Path) -> dict[str, Any]:
    """The same for a study; empty if it cannot be read."""
    return cached(path, tomllib.loads) or {}


Mark = list[int]
READ: OrderedDict[Path, tuple[Mark, Any]] = OrderedDict()  # what was read, by the mark of the file
MOST_READ = 4000  # small files; all threads together
READING = Lock()


def mark_of(path: Path) -> Mark | None:
    """By what a file is known to be the same; None if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return [status.st_mtime_ns, status.st_size, status.st_ino]


def load_fresh(path: Path) -> Any:
    """A file as it is now; None if it cannot be read."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None


def cached(path: Path, parse: Any) -> Any:
    """A file read by `parse`; files of studies are asked for again and again while somebody watches."""
    if (mark := mark_of(path)) is None:
        return None
    with READING:
        known = READ.get(path)
        if known and known[0] == mark:
            READ.move_to_end(path)
            return known[1]
    try:
        data = parse(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    with READING:
        READ[path] = (mark, data)
        if len(READ) > MOST_READ:
            READ.popitem(last=False)
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
            look = json.loads(line)
            if isinstance(look, dict):
                return look
    return None


def number(value: Any) -> float | None:
    """A number, or nothing."""
    return float(value) if isinstance(value, int | float) else None


def spent_on(path: Path) -> float:
    """Seconds that a study was played until now."""
    spent = load_json(path / SPENT)
    return float(spent["seconds"]) if isinstance(spent, dict) else 0.0


# ---------------------------------------------------------------- child process
# Processes that work beside the server and step back for it: start one, ask it to end, end it.


NICENESS = 15  # of a process that plays studies: a battle at a table goes before any study
SHUTDOWN_SECONDS = 8.0  # to end in, where the server itself ends, or nobody wants the work any more
POLL_SECONDS = 0.25  # between two looks


def start_process(command: Sequence[str], errors: IO[str]) -> subprocess.Popen[bytes]:
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


def end_process(
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


# ---------------------------------------------------------------- study player
# What plays the queue of studies: one process after another, after all else, with fair turns.
#
# A study is played by a process of its own, which keeps every slice and goes on where it was. Where studies
# of several owners wait, each owner has a turn: the process ends after the slice that it plays, and the study
# goes to the end of the queue. So one that takes hours holds up nobody.


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
        left = load_json(running)
        if isinstance(left, dict) and isinstance(left.get("pid"), int):
            if ours(left["pid"], str(left.get("id", ""))):
                end_process(left["pid"], SHUTDOWN_SECONDS)
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
            process = start_process([*COMMAND, str(path), *options], errors)
            try:
                write_json(running, {"id": name, "pid": process.pid})
                why = self._watched(process, name, before)
            finally:
                if process.poll() is None:
                    end_process(process.pid, SHUTDOWN_SECONDS, process)
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
                end_process(process.pid, patience, process, lambda: self._hurried(path))
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


# ---------------------------------------------------------------- queue
# The lab's studies as a server keeps them: a folder each, and a queue that is played after all else.
#
# What a study is doing shows in its folder and in the file of the queue, so nothing is lost when the server
# ends: the next one goes on where it was. Of several servers on the same folder one plays the queue.


NEW = ".new"  # the ending of a folder that is no study yet
FORGOTTEN = 86_400.0  # seconds after which such a folder belongs to nobody
SAID = {  # the verdict of a study in the list: different, the same, not settled
    "fair": ("Not fair.", "Fair.", "Not settled."),
    "variant": ("It changes who wins.", "It changes too little to matter.", "Not settled."),
    "forces": ("One of them is better.", "They are even.", "Not settled."),
    "units": ("Some stand out.", "None stands out.", "No clear winner yet."),
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
        self._guard = threading.RLock()
        self._player = StudyPlayer(self)

    # ---- the queue

    def start(self) -> None:
        """Play the queue, here and not in another process; studies that were being played go on."""
        for left in self.folder.glob(f"*{NEW}"):
            with suppress(OSError):
                if time.time() - left.stat().st_mtime > FORGOTTEN:
                    shutil.rmtree(left, ignore_errors=True)
        self._player.start()

    def close(self) -> None:
        """Stop the study that is played; it stays in the queue."""
        self._player.close()

    def queue(self) -> list[str]:
        """The studies that are played one after another; the first may be played now."""
        return self._names_in(load_json(self.folder / QUEUE))

    @staticmethod
    def _names_in(file: Any) -> list[str]:
        names = file.get("queue", []) if isinstance(file, dict) else []
        return [name for name in names if isinstance(name, str)]

    def running(self) -> str:
        """The study that is played now, or none."""
        record = load_json(self.folder / RUNNING)
        return str(record.get("id", "")) if isinstance(record, dict) else ""

    @contextmanager
    def changed_queue(self) -> Iterator[list[str]]:
        """The queue to be changed, by one at a time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._guard, locked(self.folder / "change.lock"):
            names = self._names_in(load_fresh(self.folder / QUEUE))
            yield names
            write_json(self.folder / QUEUE, {"queue": names})

    # ---- what is kept

    def path(self, name: str) -> Path:
        """The folder of a study. Refused (404) if there is none."""
        path = self.folder / f"{name}{ENDING}"
        if not (path / STUDY).is_file():
            raise ApiError(404, "not_found", "There is no such study.")
        return path

    def names(self) -> list[str]:
        """All studies."""
        files = self.folder.glob(f"*{ENDING}/{STUDY}") if self.folder.is_dir() else ()
        return [file.parent.name.removesuffix(ENDING) for file in files]

    def fresh(self, caller: Account) -> str:
        """The name of a study to come. Refused (403, 409, 429) where there is no room for it."""
        self._room(caller, self.queue())
        self.folder.mkdir(parents=True, exist_ok=True)
        return new_id()

    def draft_folder(self, name: str) -> Path:
        """The folder in which a study is drawn up before it is begun."""
        return self.folder / f"{name}{NEW}"

    def lines(self, caller: Account, everybodys: bool = False) -> list[StudyLine]:
        """The caller's studies, or everybody's, the newest first."""
        queue, running = self.queue(), self.running()
        names = [name for name in self.names() if everybodys or caller.has(self._owner(self._at(name)))]
        studies = [self._line(name, caller, queue, running) for name in names]
        return sorted((line for line in studies if line), key=lambda line: line.when, reverse=True)

    def line(self, name: str, caller: Account) -> StudyLine:
        """A study as it is listed. Refused (404) if there is none."""
        self.path(name)
        study = self._line(name, caller, self.queue(), self.running())
        if not study:
            raise ApiError(404, "not_found", "There is no such study.")
        return study

    def _line(self, name: str, caller: Account, queue: Sequence[str], running: str) -> StudyLine | None:
        path = self._at(name)
        try:
            facts = self._facts(path, name == running)
            fault = (path / FAULT).read_text("utf-8") if (path / FAULT).is_file() else ""
            when = self._request(path).get("at") or datetime.fromtimestamp(
                (path / STUDY).stat().st_mtime, UTC
            )
        except (OSError, ValueError):  # somebody deletes it, or wrote it with mistakes
            return None
        state = state_of(name, queue, running, fault, facts)
        return StudyLine(
            name,
            facts["name"] or name,
            facts["kind"],
            facts["ruleset"],
            state,
            facts["said"],
            facts["sentence"],
            facts["verdict"],
            facts["pairs"],
            facts["games"],
            datetime.fromisoformat(when) if isinstance(when, str) else when,
            fault,
            now_of(facts["look"]) if state in ("running", "stopping", "stopped") else None,
            queue.index(name) if name in queue else 0,
            caller.has(self._owner(path)),
        )

    def _facts(self, path: Path, changing: bool) -> dict[str, Any]:
        """What a line tells of a study. It is kept in a small file until study or result are others: a
        study of many settings and its result are long.
        """
        marks = [mark_of(path / name) for name in (STUDY, RESULT, LOOKS)]
        known = load_json(path / LINE)
        if isinstance(known, dict) and known.get("marks") == marks:
            return known
        study, result = load_toml(path / STUDY), load_fresh(path / RESULT)
        result = result if isinstance(result, dict) else {}
        facts: dict[str, Any] = {"marks": marks, "look": last_look(path / LOOKS)}
        facts |= {name: str(study.get(name, "")) for name in ("name", "kind", "ruleset")}
        facts |= {name: str(result.get(name, "")) for name in ("sentence", "verdict")}
        facts |= {name: int(result.get(name, 0)) for name in ("pairs", "games")}
        facts["said"] = verdict_summary(facts["kind"], result)
        facts["finished"] = bool(result.get("finished"))
        if not changing:
            with suppress(OSError):
                write_json(path / LINE, facts)
        return facts

    # ---- whose they are

    def _request(self, path: Path) -> dict[str, Any]:
        request = load_json(path / ASKED)
        return request if isinstance(request, dict) else {}

    def _at(self, name: str) -> Path:
        return self.folder / f"{name}{ENDING}"

    def at_home(self, client: str) -> bool:
        """Whether a client is the host, to whom no limit applies and whom all studies obey."""
        return not self.shared or client in HOSTS

    def _owner(self, path: Path) -> str | None:
        owner = self._request(path).get("owner")
        return owner if isinstance(owner, str) else None

    def whose(self, name: str) -> str:
        """Between whom turns are fair: addresses, as anybody can be many owners; the host is one."""
        client = self.requester(name)
        return "" if self.at_home(client) else client

    def requester(self, name: str) -> str:
        """The address from which a study was begun, empty if that is not known."""
        return str(self._request(self._at(name)).get("client", ""))

    def check_of(self, name: str) -> str:
        """The study in which better players are asked about another, the newest; empty if there is none."""
        checks = [(self._request(self._at(other)), other) for other in self.names()]
        ours = [(str(asked.get("at", "")), other) for asked, other in checks if asked.get(CHECKS) == name]
        return max(ours, default=("", ""))[1]

    def minutes(self, name: str) -> float:
        """How long a study was played until now, all turns together."""
        return spent_on(self._at(name)) / 60

    def seconds_for(self, name: str) -> float:
        """How long a study may be played, all turns together."""
        return self.limits.study_minutes * 60 * LENIENCE if self.whose(name) else float("inf")

    def own(self, name: str, caller: Account) -> Path:
        """The folder of a study of one's own; of the host on the host's machine it is any. Refused (404) for
        another's, as if there were none.
        """
        path = self.path(name)
        if not (caller.has(self._owner(path)) or (self.shared and self.at_home(caller.address))):
            raise ApiError(404, "not_found", "There is no such study.")
        return path

    def _room(self, caller: Account, queue: Sequence[str]) -> None:
        """Refused (403, 409, 429) for a study too many: of an address in the queue, of all, of an owner."""
        self._place(caller, queue)
        names = self.names()
        if len(names) >= self.limits.studies:
            text = f"The lab keeps {self.limits.studies} studies at most; delete one first."
            raise ApiError(409, "too_many", text)
        if caller.owner is not None:
            owners = [self._owner(self._at(name)) for name in names]
            caller.check_quota(owners.count(caller.owner), self.limits.studies_per_owner, "studies")

    def _place(self, caller: Account, queue: Sequence[str]) -> None:
        """Refused (403) on a shared server for more in the queue than a guest's address may have there."""
        if self.at_home(caller.address):
            return
        most = self.limits.studies_per_client
        if sum(self._request(self._at(name)).get("client") == caller.address for name in queue) >= most:
            text = f"On a shared server {most} studies of yours are played or wait at a time."
            raise ApiError(403, "too_many_studies", text)

    def may_ask(self, client: str, games: int) -> None:
        """Refused (403) on a shared server for a study of more games than guests may ask for."""
        most = self.limits.study_games
        if games > most and not self.at_home(client):
            text = (
                f"On a shared server only its host begins studies of more than {most:,} games (this one "
                f"counts {games:,}, more for players that think long); ask for fewer pairs at most."
            )
            raise ApiError(403, "too_large_study", text)

    def may_take(self, client: str, minutes: float) -> None:
        """Refused (403) on a shared server for a study whose price is more minutes than guests have."""
        most = self.limits.study_minutes
        if minutes > most and not self.at_home(client):
            text = (
                f"On a shared server only its host begins studies of more than {most:g} minutes (this one "
                f"takes about {minutes:,.0f}); ask for fewer pairs at most or for quicker players."
            )
            raise ApiError(403, "too_long_study", text)

    # ---- what is done with them

    def begin(self, name: str, caller: Account) -> None:
        """Make what was drawn up a study and put it into the queue. Refused (403, 409, 429) where there is no
        room for it: to look for room and to take it is one thing.
        """
        drawn_up = self.draft_folder(name)
        whose = {"client": caller.address, "owner": caller.owner}
        asked = {**self._request(drawn_up), **whose, "at": datetime.now(UTC).isoformat()}
        with self.changed_queue() as queue:
            self._room(caller, queue)
            write_json(drawn_up / ASKED, asked)
            drawn_up.rename(self._at(name))
            queue.append(name)
        self._player.wake()

    def forget(self, name: str) -> None:
        """Throw away what was drawn up and is not begun."""
        shutil.rmtree(self.draft_folder(name), ignore_errors=True)

    def go_on(self, name: str, caller: Account) -> None:
        """Put a study into the queue, last. Refused (403) for one too many of a guest, or one that has had a
        guest's time.
        """
        path = self.path(name)
        if spent_on(path) >= self.seconds_for(name) and not self.at_home(caller.address):
            text = f"This study has had the {self.limits.study_minutes:g} minutes of a guest."
            raise ApiError(403, "too_long_study", text)
        if not self._facts(path, self.running() == name)["finished"]:
            with self.changed_queue() as queue:
                if name not in queue:
                    self._place(caller, queue)
                    (path / FAULT).unlink(missing_ok=True)
                    queue.append(name)
        self._player.wake()

    def stop(self, name: str) -> None:
        """Take a study out of the queue; if it is played it ends after the slice that it plays."""
        self.path(name)
        with self.changed_queue() as queue:
            if name in queue:
                queue.remove(name)
        self._player.wake()

    def delete(self, name: str) -> None:
        """Forget a study, after it has ended."""
        path = self.path(name)
        (path / UNWANTED).touch()
        self.stop(name)
        until = time.monotonic() + 2 * SHUTDOWN_SECONDS
        while self.running() == name and time.monotonic() < until:
            time.sleep(POLL_SECONDS / 5)
        with suppress(OSError):
            (path / STUDY).unlink()  # first: without it the folder is no study
        shutil.rmtree(path, ignore_errors=True)


def now_of(look: Mapping[str, Any] | None) -> Now | None:
    """How a study stands by a look at it."""
    if look is None:
        return None
    cell = (look.get("cells") or [{}])[0]
    numbers = (number(cell.get(name)) for name in ("estimate", "low", "high"))
    blocks, most, games = (int(look.get(name, 0)) for name in ("blocks", "most", "games"))
    return Now(blocks, most, games, float(look.get("rate", 0)), float(look.get("left", 0)), *numbers)


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


def verdict_summary(kind: str, result: Mapping[str, Any]) -> str:
    """A verdict in few words."""
    verdict = str(result.get("verdict", ""))
    if kind not in SAID or verdict not in VERDICTS:
        return ""
    differ = [answer for answer in result.get("answers") or () if answer.get("verdict") == "different"]
    unsettled = {(answer["what"], answer["arm"], answer["scenario"]) for answer in result.get("open") or ()}
    if differ and all((answer["what"], answer["arm"], answer["scenario"]) in unsettled for answer in differ):
        return "Not settled: its size is open."
    return SAID[kind][VERDICTS.index(verdict)]
