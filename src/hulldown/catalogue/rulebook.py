"""A rulebook in Markdown, taken apart into its numbered rules.

A rule is a list entry `- **TC-7.13** [ruling] text`; its text runs on over indented lines and
blank lines up to the next entry or heading. A chapter of rules is a `##` heading. A number of the rules that
can be changed is followed by the name of its value, `strength 6<!--at_strength-->`: no page shows that.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from hulldown.catalogue.load import CatalogueError, read_text

RULE = re.compile(r"- \*\*([A-Z]+-[0-9]+\.[0-9]+)\*\* (?:\[([a-z]+)\] )?(.*)")
NUMBER = re.compile(r"([-+]?)([0-9]+(?:\.[0-9]+)?|[A-Za-z]+)<!--([a-z][a-z0-9_]*)-->")  # 6<!--at_strength-->
OFTEN = {"1": "once", "2": "twice"}  # in words, where a text prints how many times
HEADING = re.compile(r"(#+) (.*)")
MARKS = ("source", "base", "ruling", "option")


class RulebookChapter(NamedTuple):
    """A heading and the ids of the rules below it, in order."""

    title: str
    rules: tuple[str, ...]


class RulebookText(NamedTuple):
    """A rulebook taken apart: id -> (mark, text), and the chapters that hold rules.

    `marked` has the texts of rules, and under "" the whole, in which the numbers of `values.toml` are marked.
    """

    text: str
    rules: dict[str, tuple[str, str]]
    chapters: tuple[RulebookChapter, ...]
    marked: dict[str, str]


def apply_numbers(marked: str, changed: Mapping[str, str], signed: Container[str] = ()) -> str:
    """A text with the numbers in force: those changed, by their name, in place of the printed ones.

    `signed` are those that may be below 0: of these the sign before the number is theirs. Another sign stays.
    """

    def number(mark: re.Match[str]) -> str:
        sign, printed, name = mark.groups()
        if name not in changed:
            return f"{sign}{printed}"
        if name in signed and sign:
            now, before = f"{float(changed[name]):+g}", f"{sign}{printed}"
            return before if now == before else f"**{now}** (printed: {before})"
        now = changed[name]
        if printed in OFTEN.values():
            now = OFTEN.get(now, f"{now} times")
        return f"{sign}{printed}" if now == printed else f"{sign}**{now}** (printed: {sign}{printed})"

    return NUMBER.sub(number, marked)


def printed_numbers(marked: str) -> Iterator[tuple[str, str]]:
    """Every marked number of a text: the name of the value, and what is printed."""
    return ((name, printed) for _, printed, name in NUMBER.findall(marked))


def load_rules(path: Path, shown: str = "") -> RulebookText:
    """The rulebook of a file. CatalogueError names the line of an id used twice or without a mark."""
    return parse_rules(read_text(path, shown or path.name), shown or path.name)


def parse_rules(text: str, shown: str = "rulebook") -> RulebookText:
    """The rulebook of a text. CatalogueError as for `load_rules`."""
    rules: dict[str, tuple[str, str]] = {}
    marked = {"": text}
    chapters: list[tuple[str, list[str]]] = [("", [])]
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if heading := HEADING.match(line):
            chapters.append((heading[2], []))
        elif entry := RULE.match(line):
            name, mark, first = entry.groups()
            check_rule(name, mark, name in rules, f"{shown}:{number + 1}")
            marked[name] = "\n".join([first, *continuation(lines[number + 1 :])]).strip()
            rules[name] = (mark, apply_numbers(marked[name], {}))
            chapters[-1][1].append(name)
    chapters_with_rules = tuple(RulebookChapter(title, tuple(ids)) for title, ids in chapters if ids)
    return RulebookText(apply_numbers(text, {}), rules, chapters_with_rules, marked)


def continuation(lines: list[str]) -> list[str]:
    """The lines that belong to the entry before them, without their indent."""
    count = 0
    while count < len(lines) and (not lines[count].strip() or lines[count].startswith("  ")):
        count += 1
    return [line.removeprefix("  ") for line in lines[:count]]


def check_rule(name: str, mark: str | None, known: bool, where: str) -> None:
    """CatalogueError if a rule's id is used twice or its mark is none of ours."""
    if known:
        raise CatalogueError([f"{where}: {name} is here a second time"])
    if mark not in MARKS:
        raise CatalogueError(
            [f"{where}: {name} needs a mark: {', '.join(f'[{mark_name}]' for mark_name in MARKS)}"]
        )
