"""On which line of a TOML text a value stands.

The standard parser gives values without places, so this reads the text a second time. It is used
only on text that the parser has accepted, and therefore looks for nothing but where things begin.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping

from hulldown.catalogue.issues import Place

GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\]|\\.)*"'
    r"|'[^']*'",
    re.DOTALL,
)
SCALAR = re.compile(r"[^,\]}\n#]*")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def line_index(text: str) -> dict[Place, int]:
    """The line, from 1, of every table, key and list element of a valid TOML text."""
    return _Reader(text).read()


def nearest_line(index: Mapping[Place, int], place: Place) -> int:
    """The line of a place, or of the smallest thing around it that is written in the text."""
    while place and place not in index:
        place = place[:-1]
    return index.get(place, 1)


def find_duplicate(text: str) -> tuple[Place, int] | None:
    """The table or key that is the last to be written a second time, and the line of the first; None if all
    are new. The text is one that the parser has accepted as far as this.
    """
    reader = _Reader(text)
    try:
        reader.read()
    except (IndexError, ValueError, RecursionError):
        return None
    return reader.duplicate


class _Reader:
    """Walks over a valid TOML text and notes where each value begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [m.start() for m in re.finditer("\n", text)]
        self.index: dict[Place, int] = {}
        self.counts: dict[Place, int] = {}  # tables seen so far in each array of tables
        self.duplicate: tuple[Place, int] | None = (
            None  # what began last of all that had begun before, and where
        )

    def read(self) -> dict[Place, int]:
        table: Place = ()
        self.skip_gap()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)
            self.skip_gap()
        return self.index

    # ---- marks
    def skip_gap(self) -> None:
        self.take(GAP)

    def take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        token = match[0] if match else ""
        self.at += len(token)
        return token

    def note(self, place: Place, at: int) -> None:
        """Every part of a place begins here unless it began before."""
        if place in self.index:
            self.duplicate = place, self.index[place]
        line = bisect_left(self.breaks, at) + 1
        for length in range(1, len(place) + 1):
            self.index.setdefault(place[:length], line)

    # ---- tables
    def header(self) -> Place:
        begin, many = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        names = self.key()
        self.at += 2 if many else 1
        place = self.resolve(names[:-1] if many else names)
        if many:
            place = (*place, names[-1])
            self.counts[place] = number = self.counts.get(place, 0) + 1
            place = (*place, number - 1)
        self.note(place, begin)
        return place

    def resolve(self, names: list[str]) -> Place:
        """The names of a header as a place: an array of tables means its latest table."""
        place: Place = ()
        for name in names:
            place = (*place, name)
            if place in self.counts:
                place = (*place, self.counts[place] - 1)
        return place

    # ---- keys and values
    def key(self) -> list[str]:
        """The parts of a dotted key; what stands after it is the next thing to read."""
        parts = []
        while True:
            self.skip_gap()
            if self.text[self.at] in "\"'":
                parts.append(str(tomllib.loads(f"key = {self.take(STRING)}")["key"]))
            else:
                parts.append(self.take(BARE_KEY))
            self.skip_gap()
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def pair(self, table: Place) -> None:
        begin = self.at
        place = (*table, *self.key())
        self.note(place, begin)
        self.at += 1  # the equals sign
        self.skip_gap()
        self.value(place)

    def value(self, place: Place) -> None:
        first = self.text[self.at]
        if first == "[":
            self.elements(place)
        elif first == "{":
            self.inline_table(place)
        elif first in "\"'":
            self.take(STRING)
        else:
            self.take(SCALAR)

    def elements(self, place: Place) -> None:
        number = 0
        while self.enter("]"):
            self.note((*place, number), self.at)
            self.value((*place, number))
            number += 1

    def inline_table(self, place: Place) -> None:
        while self.enter("}"):
            self.pair(place)

    def enter(self, end: str) -> bool:
        """Step over the opening bracket or a comma to what comes next; False: over the closing one."""
        self.skip_gap()
        if self.text[self.at] != end:
            self.at += 1
            self.skip_gap()
        if self.text[self.at] != end:
            return True
        self.at += 1
        return False
