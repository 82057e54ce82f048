"""The tutorial carried out: its files are written, its commands run in order in one folder, and what they
say and draw is put in behind them.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

# A file begins with a comment that names it; a command stands four spaces in.
FILE = r"^```toml\n# (?P<name>\S+)\n(?P<text>.*?)^```\n"
COMMAND = r"^ {4}hulldown (?P<command>[^\n]*)\n"
STEP = re.compile(f"{FILE}|{COMMAND}", re.MULTILINE | re.DOTALL)
DRAWN = re.compile(r"[^/]+\.svg|[^/]+\.study/plots/(answers|lengths)\.svg")
PRINTED = re.compile(r"[^/]+\.pdf")


class Failed(Exception):
    """A command of the tutorial ends with a fault; the message has the command and what it said."""


@dataclass(frozen=True)
class Step:
    """A command that was run: where it ends on the page, what it said, the files that it made."""

    end: int
    said: str
    made: tuple[Path, ...]


def as_written(words: list[str]) -> list[str]:
    """A command as the page has it."""
    return words


def steps(text: str, folder: Path, command: Callable[[list[str]], list[str]] = as_written) -> Iterator[Step]:
    """The steps of a page, carried out in a folder. Failed names the command that does not work."""
    for found in STEP.finditer(text):
        if found["name"]:
            file = folder / found["name"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(found["text"], encoding="utf-8")
        else:
            before = set(folder.rglob("*"))
            said = run(command(shlex.split(found["command"], comments=True)), folder)
            yield Step(found.end(), said, tuple(sorted(set(folder.rglob("*")) - before)))


def run(words: list[str], folder: Path) -> str:
    """What a command says."""
    done = subprocess.run(
        [sys.executable, "-m", "hulldown.cli", *words],
        cwd=folder,
        env=os.environ | {"XDG_DATA_HOME": str(folder), "COLUMNS": "110", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Failed(f"hulldown {shlex.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


def carried_out(text: str, into: Path) -> str:
    """The page with what its commands say, draw and print; the files are copied into a folder beside it."""
    into.mkdir(parents=True, exist_ok=True)
    parts: list[str] = []
    at = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for step in steps(text, folder):
            parts += [
                text[at : step.end],
                f"\n```text\n{step.said.rstrip()}\n```\n\n",
                *shown(step, folder, into),
            ]
            at = step.end
    return "".join([*parts, text[at:]])


def shown(step: Step, folder: Path, into: Path) -> Iterator[str]:
    """The pictures that a step drew, and links to what it printed."""
    for file in step.made:
        path = file.relative_to(folder).as_posix()
        address = f"{into.name}/{file.name}"
        if DRAWN.fullmatch(path):
            copyfile(file, into / file.name)
            yield f"\n![{file.stem}, as it was drawn]({address})\n"
        elif PRINTED.fullmatch(path):
            copyfile(file, into / file.name)
            yield f"\n[{file.name}]({address})\n"
