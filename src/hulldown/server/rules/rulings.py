"""What the source says, and what is ours: every ruling, every part of a parent, every option and addition,
beside the words of the source that it goes by.

The words stand in the rulebook: what a rule says of the source itself, else the rules marked as the source's
that it cites, else the one it stands behind in its chapter. Nothing is told of a source but what is there.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field

from hulldown.rulesets.api.files import OptionInfo, Rulebook
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import cached
from hulldown.server.rules.rulebook import chapters, parts, variants, writing_of
from hulldown.views.prose import ID, Writing

SOURCE, OURS = "source", "[ours]"
SENTENCE = re.compile(r"(?<=[.:;!?])\s+(?=[A-Z\"(`*])")
SPEAKS = re.compile(r"\b[Ss]ource(?:'s)?\b|\b[Bb]ase\b(?= (?:has|makes|first|is|lets)\b)")
MOST = 2  # sentences of the source beside a rule


@dataclass(frozen=True)
class SourceText:
    """Words of the source: `rule` is where they stand, `how` why they are beside a rule of ours: it says so
    itself ("says"), it cites them ("cites"), or they stand before it ("before").
    """

    rule: str
    html: str
    how: str


@dataclass(frozen=True)
class Own:
    """A rule that is not the source's alone, and its switches: options by name."""

    id: str
    mark: str
    html: str
    said: list[SourceText]
    switches: list[str]


@dataclass(frozen=True)
class OwnChapter:
    """The rules of a chapter that are not the source's alone; `source` counts those that are."""

    title: str
    rules: list[Own]
    source: int


@dataclass(frozen=True)
class OursAnswer:
    """The page: whose game it is, what is ours by chapters, what data we added, and the options named."""

    name: str
    source: str
    chapters: list[OwnChapter]
    additions: list[str]
    counts: dict[str, int]
    options: list[OptionInfo] = field(default_factory=list)


def ours(ruleset: Ruleset) -> OursAnswer:
    """All of it for one ruleset."""
    return _ours(ruleset)


@cached
def _ours(ruleset: Ruleset) -> OursAnswer:
    book, address = ruleset.files.rulebook(), f"/rulebook/{ruleset.id}"
    writing = writing_of(ruleset, address)
    known = {variant.id: variant for variant in variants(ruleset) if not variant.value}
    switched = {variant.rule for variant in known.values()}
    own_chapters = [
        OwnChapter(chapter.title, list(_own(book, chapter_ids, writing, known)), len(chapter_ids) - own)
        for chapter in chapters(book)
        if (chapter_ids := [rule.id for rule in chapter.rules])
        and (own := sum(not _theirs(book, id_, switched) for id_ in chapter_ids))
    ]
    counts: dict[str, int] = {}
    for mark, _ in book.rules.values():
        counts[mark] = counts.get(mark, 0) + 1
    source = writing.html(ruleset.files.text(SOURCE))
    named = {name for chapter in own_chapters for rule in chapter.rules for name in rule.switches}
    options = [variant for name, variant in known.items() if name in named]
    return OursAnswer(ruleset.name, source, own_chapters, list(_additions(book, writing)), counts, options)


def _theirs(book: Rulebook, rule: str, switched: Container[str]) -> bool:
    """Whether a rule is the source's alone: nothing of it is ours, and it has no other value."""
    mark, text = book.rules[rule]
    return mark == SOURCE and OURS not in text and rule not in switched


def _own(book: Rulebook, ids: list[str], writing: Writing, known: Mapping[str, OptionInfo]) -> Iterator[Own]:
    """The rules of a chapter that are ours, each with its words of the source."""
    before, switched = "", {variant.rule for variant in known.values()}
    for id_ in ids:
        mark, text = book.rules[id_]
        if _theirs(book, id_, switched):
            before = id_
            continue
        switches = [name for name, variant in known.items() if variant.rule == id_]
        yield Own(id_, mark, writing.html(text), list(_source_texts(book, id_, before, writing)), switches)


def _source_texts(book: Rulebook, rule: str, before: str, writing: Writing) -> Iterator[SourceText]:
    """What the rulebook says of the source where it has a rule of ours."""
    text = " ".join(book.rules[rule][1].split())
    own = [sentence for sentence in SENTENCE.split(text) if SPEAKS.search(sentence)]
    yield from (SourceText(rule, writing.line(sentence), "says") for sentence in own[:MOST])
    cited = [id_ for id_ in dict.fromkeys(ID.findall(text)) if id_ != rule and _is_source(book, id_)]
    room = max(0, MOST - len(own))
    yield from (SourceText(id_, writing.line(_short(book, id_)), "cites") for id_ in cited[:room])
    if not own and not cited and before:
        yield SourceText(before, writing.line(_short(book, before)), "before")


def _is_source(book: Rulebook, rule: str) -> bool:
    return book.rules.get(rule, ("", ""))[0] == SOURCE


def _short(book: Rulebook, rule: str) -> str:
    """The beginning of a rule: as many sentences as make sense alone."""
    text = " ".join(book.rules[rule][1].split("\n\n")[0].split())
    first, *rest = SENTENCE.split(text)
    return f"{first} {rest[0]}" if rest and len(first) < 60 else first


def _additions(book: Rulebook, writing: Writing) -> Iterator[str]:
    """What data is ours: the headings that say so."""
    for part in parts(book.text, book.rules):
        if OURS in part.title:
            yield writing.line(part.title)
