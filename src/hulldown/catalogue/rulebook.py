"""A rulebook in Markdown, taken apart into its numbered rules.

A rule is a list entry `- **TC-7.13** [ruling] text`; its text runs on over indented lines and
blank lines up to the next entry or heading. A chapter of rules is a `##` heading.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from hulldown.catalogue.load import read_text
from hulldown.catalogue.problems import CatalogueError

RULE = re.compile(r"- \*\*([A-Z]+-[0-9]+\.[0-9]+)\*\* (?:\[([a-z]+)\] )?(.*)")
HEADING = re.compile(r"(#+) (.*)")
MARKS = ("source", "base", "ruling", "option")


class Chapter(NamedTuple):
    """A heading and the ids of the rules below it, in order."""

    title: str
    rules: tuple[str, ...]


class RuleText(NamedTuple):
    """A rulebook taken apart: id -> (mark, text), and the chapters that hold rules."""

    text: str
    rules: dict[str, tuple[str, str]]
    chapters: tuple[Chapter, ...]


def load_rules(path: Path, shown: str = "") -> RuleText:
    """The rulebook of a file. CatalogueError names the line of an id used twice or without a mark."""
    return parse_rules(read_text(path, shown or path.name), shown or path.name)


def parse_rules(text: str, shown: str = "rulebook") -> RuleText:
    """The rulebook of a text. CatalogueError as for `load_rules`."""
    rules: dict[str, tuple[str, str]] = {}
    chapters: list[tuple[str, list[str]]] = [("", [])]
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if heading := HEADING.match(line):
            chapters.append((heading[2], []))
        elif entry := RULE.match(line):
            name, mark, first = entry.groups()
            refuse_rule(name, mark, name in rules, f"{shown}:{number + 1}")
            rules[name] = (mark, "\n".join([first, *continuation(lines[number + 1 :])]).strip())
            chapters[-1][1].append(name)
    return RuleText(text, rules, tuple(Chapter(title, tuple(ids)) for title, ids in chapters if ids))


def continuation(lines: list[str]) -> list[str]:
    """The lines that belong to the entry before them, without their indent."""
    count = 0
    while count < len(lines) and (not lines[count].strip() or lines[count].startswith("  ")):
        count += 1
    return [line.removeprefix("  ") for line in lines[:count]]


def refuse_rule(name: str, mark: str | None, known: bool, where: str) -> None:
    """CatalogueError if a rule's id is used twice or its mark is none of ours."""
    if known:
        raise CatalogueError([f"{where}: {name} stands here a second time"])
    if mark not in MARKS:
        raise CatalogueError([f"{where}: {name} needs a mark: {', '.join(f'[{one}]' for one in MARKS)}"])
