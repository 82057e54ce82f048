"""A checkout that answers: its command line, its server and its library, run apart from this process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RULESETS = ("tank_commander", "chase", "agrav", "close_assault", "warstrike")
Answer = tuple[str, str, str]  # what is compared, which of it, the text
SETS = frozenset({"state"})  # fields that are sets, of cards
LONGEST = 900.0  # seconds that one command may take on a busy machine


@dataclass(frozen=True)
class Tree:
    """A checkout, with a folder of its own to work in. Its rules are never compiled: compiling would take
    longer than all of the comparison, and compiled games are the same games.
    """

    source: Path
    room: Path

    @property
    def environment(self) -> dict[str, str]:
        """What its processes see: its own sources, an empty home, a terminal of one width."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        return kept | {
            "PYTHONPATH": str(self.source / "src"),
            "PYTHONWARNINGS": "ignore",
            "PYTHONHASHSEED": "0",  # sets are sent as lists, in any order
            "HOME": str(self.room / "home"),
            "XDG_CACHE_HOME": str(self.room / "home" / "cache"),
            "HULLDOWN_DATABASE": f"sqlite:///{self.room / 'home' / 'games.sqlite'}",
            "HULLDOWN_JIT": "0",
            "COLUMNS": "100",
            "TERM": "dumb",
            "NO_COLOR": "1",
        }

    def python(self, *words: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run this Python with the sources of the tree, in its folder."""
        return subprocess.run(
            [sys.executable, *map(str, words)],
            cwd=self.room,
            env=self.environment,
            input=text,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )

    def hulldown(self, *words: str) -> str:
        """What a command prints, with its exit code and without the paths of this tree."""
        done = self.python("-m", "hulldown", *words)
        return f"exit code {done.returncode}\n{self.without_paths(done.stdout + done.stderr)}"

    def without_paths(self, text: str) -> str:
        """A text that says nothing of where the tree is."""
        return text.replace(str(self.room), "ROOM").replace(str(self.source), "TREE")

    def json(self, *words: str) -> Any:
        """What a command prints as JSON; None if it prints none."""
        return read_json(self.python("-m", "hulldown", *words, "--json").stdout)

    def file(self, name: str) -> str:
        """A text file in its folder, or that there is none."""
        path = self.room / name
        return path.read_text(encoding="utf-8") if path.exists() else "no such file"


def read_json(text: str) -> Any:
    """JSON as data; None for a text that is none."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def canonical(text: str) -> str:
    """JSON with sorted keys, a value on a line; any other text as it is."""
    data = ordered(read_json(text))
    return text if data is None else json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False)


def ordered(data: Any) -> Any:
    """Data whose sets are sorted: the server sends them as lists, in no order."""
    if isinstance(data, list):
        return [ordered(value) for value in data]
    if not isinstance(data, dict):
        return data
    return {
        key: sorted(value) if key in SETS and isinstance(value, list) else ordered(value)
        for key, value in data.items()
    }


SUBCOMMAND = re.compile(r"^  (\w[\w-]*)(?:\s|$)")


def commands(help_text: str) -> Iterator[str]:
    """The sub-commands that a help text lists."""
    _, _, part = help_text.partition("\nCommands:\n")
    for line in part.splitlines():
        if not line.strip():
            return
        if named := SUBCOMMAND.match(line):
            yield named[1]
