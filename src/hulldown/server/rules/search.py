"""The search over all rulebooks: ids, numbered rules and texts to read, ranked and with what was found in
its sentence.

What counts is where the words stand: the very id, the title, all of them as whole words, all of them as
beginnings of words, all of them anywhere. The book that one reads comes before all others, unless a rule of
another is asked for by its number; among equals short texts come first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hulldown import rulesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.rules.compilation import loaded
from hulldown.server.rules.rulebook import chapters, chapters_of, slug

MOST, LONGEST, WORDS = 30, 200, 8  # hits that are sent; letters and words that are looked for
BY_ID = 2  # ranks of what was asked for by its number: in the order of the book
AROUND = 90  # letters of a text on each side of what was found
SIGNS = re.compile(r"\*\*|`|!?\[|\]\([^)]*\)|\]\(<[^>]*>\)|^[#|> -]+", re.MULTILINE)
ID = re.compile(r"([a-z]{1,4})[- ]?(\d{1,3}(?:\.\d{1,3})?)", re.IGNORECASE)


@dataclass(frozen=True)
class SearchEntry:
    """What can be found: a rule, or a chapter to read."""

    ruleset: str
    name: str
    address: str
    id: str
    title: str
    text: str
    plain: str  # in small letters


@dataclass(frozen=True)
class Hit:
    """Something found: `before`, `found` and `after` are the place in its text."""

    ruleset: str
    name: str
    address: str
    id: str
    title: str
    before: str
    found: str
    after: str


@dataclass(frozen=True)
class Findings:
    """What was found: the best of them, and how many there are."""

    hits: list[Hit]
    count: int


def find(words: str, here: str = "") -> Findings:
    """What holds all the words; `here` is the ruleset whose book is open."""
    sought = words[:LONGEST].lower().split()[:WORDS]
    if not sought:
        return Findings([], 0)
    number = ID.fullmatch(words.strip())
    id_ = f"{number[1]}-{number[2]}".lower() if number else ""
    ranked: list[tuple[tuple[bool, int, int], SearchEntry]] = []
    for name in rulesets.names():
        for place, entry in enumerate(_entries(name)):
            if rank := _rank(entry, sought, id_):
                among = place if rank <= BY_ID else len(entry.text)
                elsewhere = rank > BY_ID and entry.ruleset != here
                ranked.append(((elsewhere, rank, among), entry))
    ranked.sort(key=lambda hit: hit[0])
    return Findings([_hit(entry, sought) for _, entry in ranked[:MOST]], len(ranked))


def _rank(entry: SearchEntry, sought: list[str], id_: str) -> int:
    """How good a find is, 1 for the best; 0 for none."""
    own = entry.id.lower()
    if id_ and (own == id_ or own.startswith(f"{id_}.")):
        return 1 if own == id_ else BY_ID
    title = entry.title.lower()
    if all(word in title for word in sought):
        return 3 if not own else 4
    if not all(word in entry.plain for word in sought):
        return 0
    whole = all(re.search(rf"\b{re.escape(word)}\b", entry.plain) for word in sought)
    if whole:
        return 5
    begun = all(re.search(rf"\b{re.escape(word)}", entry.plain) for word in sought)
    return 6 if begun else 7


def _hit(entry: SearchEntry, sought: list[str]) -> Hit:
    """A find with its place: where a word stands as it was sought, else the beginning."""
    places = (re.search(rf"\b{re.escape(word)}", entry.plain) for word in sought)
    place = next(filter(None, places), None)
    start, end = place.span() if place else (0, 0)
    first, last = max(0, start - AROUND), end + AROUND
    before, after = entry.text[first:start], entry.text[end:last]
    if first:
        before = "… " + before.partition(" ")[2]
    if last < len(entry.text):
        after = after.rpartition(" ")[0] + " …"
    return Hit(
        entry.ruleset, entry.name, entry.address, entry.id, entry.title, before, entry.text[start:end], after
    )


def _entries(name: str) -> list[SearchEntry]:
    """What can be found of a ruleset; nothing of one that cannot be loaded."""
    ruleset = loaded(name)
    return _index(ruleset) if ruleset else []


@cache
def _index(ruleset: Ruleset) -> list[SearchEntry]:
    return [*_guide_entries(ruleset), *_rule_entries(ruleset)]


def _rule_entries(ruleset: Ruleset) -> Iterator[SearchEntry]:
    """The numbered rules."""
    book = f"/rulebook/{ruleset.id}"
    for chapter in chapters(ruleset.files.rulebook()):
        for rule in chapter.rules:
            yield _entry(ruleset, f"{book}#{rule.id}", rule.id, chapter.title, rule.text)


def _guide_entries(ruleset: Ruleset) -> Iterator[SearchEntry]:
    """The quick reference and the chapters to read."""
    book = f"/rulebook/{ruleset.id}"
    if quick := ruleset.files.quickref().text:
        yield _entry(ruleset, f"{book}#quickref", "", "Quick reference", quick)
    for title, text in chapters_of(ruleset.files.text("reading")):
        yield _entry(ruleset, f"{book}#read-{slug(title)}", "", title, text)


def _entry(ruleset: Ruleset, address: str, id_: str, title: str, text: str) -> SearchEntry:
    plain = " ".join(SIGNS.sub("", text).split())
    return SearchEntry(ruleset.id, ruleset.name, address, id_, title, plain, plain.lower())
