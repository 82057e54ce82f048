"""What can be wrong with a catalogue file, and how it is said: one clear line for each problem."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

Place = tuple[str | int, ...]  # keys and list positions (from 0) that lead to a value

MAX_ISSUES = 20  # listed in one error; a file this wrong is mended from the top anyway
# Other words for those that names here are made of.
ALIKE = {"minimum": "min", "maximum": "max", "armour": "armor", "colour": "color", "license": "licence"}
LONGEST_QUOTE = 60  # characters of a value repeated in a message


class ValidationIssue(NamedTuple):
    """Something wrong at one place of a file. `rule` is the rulebook id that forbids it, if one does."""

    place: Place
    what: str
    rule: str = ""


class CatalogueError(ValueError):
    """A catalogue file that cannot be used. Its text is one line per problem, in the file's order.

    `lines` holds the same lines as a tuple; `issues` says where each is, all of them, if that is known.
    """

    def __init__(self, lines: Iterable[str], issues: Iterable[ValidationIssue] = ()) -> None:
        self.lines = tuple(lines)
        self.issues = tuple(issues)
        super().__init__("\n".join(self.lines))

    def __reduce__(self) -> tuple[type[CatalogueError], tuple[tuple[str, ...], tuple[ValidationIssue, ...]]]:
        return CatalogueError, (self.lines, self.issues)


def shorten(messages: Iterable[str]) -> list[str]:
    """The first problems, and how many more there are."""
    lines = list(messages)
    rest = len(lines) - MAX_ISSUES
    return [*lines[:MAX_ISSUES], f"... and {rest} more"] if rest > 0 else lines


def quote(value: object) -> str:
    """A value from a file as a message repeats it: on one line, not too long, strings in quotes."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
        text = text if text.isprintable() else json.dumps(value, default=str)
    except ValueError:  # an integer with thousands of digits
        text = "that number"
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def format_place(place: Place) -> str:
    """A place as it is written in messages: `units.A1.hex`, `sides[1].name` (lists count from 1)."""
    text = ""
    for part in place:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            plain = re.fullmatch(r"[A-Za-z0-9_-]{1,60}", part)
            text += ("." if text else "") + (part if plain else quote(part))
    return text


def suggestion(word: str, known: Iterable[str]) -> str:
    """'; did you mean "barrel"?' for the known word nearest to a misspelt one, or nothing."""
    if len(word) < 3:  # one letter off is then half of it
        return ""
    by_folded = {name.casefold(): name for name in known}
    folded = word[:LONGEST_QUOTE].casefold()
    near = [name for name in by_folded if words_of(name) == words_of(folded)]
    near = near or get_close_matches(folded, by_folded, n=1)
    return f"; did you mean {quote(by_folded[near[0]])}?" if near else ""


def words_of(name: str) -> list[str]:
    """The words of a name without their order: `min_range` has those of `range-minimum`."""
    return sorted(ALIKE.get(word, word) for word in re.split(r"[^a-z0-9]+", name.casefold()) if word)


def unknown_name(what: str, word: str, known: Iterable[str]) -> str:
    """'unknown build "Hunte"; did you mean "Hunter"?', or the whole choice when nothing is near."""
    names = list(known)
    near = suggestion(word, names)
    choice = f"; there is {', '.join(names)}" if names and len(names) <= 12 else ""
    return f"unknown {what} {quote(word)}{near or choice}"
