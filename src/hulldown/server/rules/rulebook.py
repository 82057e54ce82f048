"""A rulebook by chapters, read from its Markdown: its rules as they are written, and as pages show them."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from hulldown.rulesets.api.files import OptionInfo, Rulebook
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.schemas.responses import Chapter, OptionGroup, RuleText
from hulldown.views.prose import Writing

HEADING = re.compile(r"#{1,4}\s+(.+?)\s*$")
COUNT = re.compile(r"(?:[A-Z]+-)?\d[\d.]*\s+")
ABOUT = "About these rules"  # what stands under the title of the book
OPENING = re.compile(r"\s*[-*]?\s*\*\*([A-Z]+-[\w.]+?)\.?\*\*\s*(?:\[\w*\]\s*)?(.*)")


def chapters(book: Rulebook, changed: Mapping[str, str] | None = None) -> list[Chapter]:
    """Each rule under the last heading before it, with the numbers in force; headings without rules are left
    out.
    """
    titles = _titles(book)
    rules: dict[str, list[RuleText]] = {}
    title = ""
    for rule, (mark, _) in book.rules.items():
        title = titles.get(rule, title)
        rules.setdefault(title, []).append(RuleText(rule, mark, book.in_force(rule, changed or {})))
    return [Chapter(title, rules) for title, rules in rules.items()]


def pages(book: Rulebook, writing: Writing, changed: Mapping[str, str] | None = None) -> list[Chapter]:
    """The whole book as it is shown: every heading with what stands below it, tables among it too."""
    chapters: list[Chapter] = []
    preface = next((row[1] for line in book.text.splitlines() if (row := HEADING.match(line))), "")
    for part in parts(book.in_force("", changed or {}), book.rules):
        shown = [
            RuleText(rule, book.rules[rule][0], book.in_force(rule, changed or {}), writing.html(text))
            for rule, text in part.rules
        ]
        before = writing.html(part.before)
        if shown or before:
            chapters.append(Chapter(ABOUT if part.title == preface else part.title, shown, before))
    return chapters


def one_rule(book: Rulebook, rule: str, changed: Mapping[str, str], writing: Writing) -> tuple[str, str]:
    """The heading over a rule, and the rule as a page shows it, with all that follows it. KeyError."""
    for part in parts(book.in_force("", changed), book.rules):
        for id_, text in part.rules:
            if id_ == rule:
                return COUNT.sub("", part.title, count=1).replace("`", ""), writing.html(text)
    raise KeyError(rule)


@dataclass
class RulebookPart:
    """A heading, what stands before its first rule, and each rule with all that follows it."""

    title: str
    before: str = ""
    rules: list[tuple[str, str]] = field(default_factory=list)


def parts(text: str, rules: Container[str]) -> list[RulebookPart]:
    """A book taken apart at its headings and its rules."""
    result = [RulebookPart("")]
    lines: list[str] = []

    def close() -> None:
        whole = "\n".join(lines).strip().removesuffix("---")
        lines.clear()
        if result[-1].rules:
            result[-1].rules[-1] = (result[-1].rules[-1][0], whole)
        else:
            result[-1].before = whole

    fenced = False
    for line in text.splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading, rule = HEADING.match(line), OPENING.match(line)
        if heading and not fenced:
            close()
            result.append(RulebookPart(heading[1]))
        elif rule and rule[1] in rules and not fenced:
            close()
            result[-1].rules.append((rule[1], ""))
            lines.append(rule[2])
        else:
            lines.append(line.removeprefix("  ") if result[-1].rules else line)
    close()
    return result


def _titles(book: Rulebook) -> dict[str, str]:
    """The heading over each rule."""
    titles: dict[str, str] = {}
    title = ""
    for line in book.text.splitlines():
        heading, opening = HEADING.match(line), OPENING.match(line)
        if heading:
            title = heading[1]
        elif opening and opening[1] in book.rules:
            titles.setdefault(opening[1], title)
    return titles


def variants(ruleset: Ruleset) -> list[OptionInfo]:
    """What a game may be played with: options, then numbers of the rules."""
    return [*ruleset.files.options().values(), *(file.option for file in ruleset.files.values().values())]


def option_groups(ruleset: Ruleset, options: Sequence[OptionInfo]) -> list[OptionGroup]:
    """Options by the chapters of the rules that they change, with the scenarios described there."""
    scenarios = ruleset.files.scenarios().values()
    groups: list[OptionGroup] = []
    for chapter in chapters(ruleset.files.rulebook()):
        rules = {rule.id for rule in chapter.rules}
        changed = [option.id for option in options if option.rule in rules]
        played = [scenario.id for scenario in scenarios if scenario.rule in rules]
        if changed:
            groups.append(OptionGroup(COUNT.sub("", chapter.title, count=1), changed, played))
    grouped = {option for group in groups for option in group.options}
    rest = [option.id for option in options if option.id not in grouped]
    return [*groups, OptionGroup("Other rules", rest, [])] if rest else groups
