"""The files of the lab's studies as a server reads and writes them."""

from __future__ import annotations

import fcntl
import json
import os
import tomllib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

ENDING = ".study"
STUDY, RESULT, LOOKS = "study.toml", "result.json", "looks.jsonl"  # as `hulldown.lab` calls them
ASKED, FAULT = "asked.json", "fault.txt"  # by whom and when; why it could not be played
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


def read_json(path: Path) -> Any:
    """A file, as it was read last unless it has changed since; None if it cannot be read."""
    return cached(path, json.loads)


def read_toml(path: Path) -> dict[str, Any]:
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


def read_now(path: Path) -> Any:
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
    spent = read_json(path / SPENT)
    return float(spent["seconds"]) if isinstance(spent, dict) else 0.0
