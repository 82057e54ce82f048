"""The texts to read in front of the numbered rules: two pages for quick reference, then chapters in prose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import cached
from hulldown.server.rules.figures import figure_view
from hulldown.server.schemas.responses import ReadingChapter
from hulldown.views.prose import ID, Writing

CHAPTER = re.compile(r"^## +(.+?)\s*$", re.MULTILINE)
TITLE = re.compile(r"^# .*$", re.MULTILINE)
SLUG = re.compile(r"[^a-z0-9]+")


def writing_of(ruleset: Ruleset, book: str = "") -> Writing:
    """How the texts of a ruleset are written, for a page that has its rules or leads to them."""
    return Writing(ruleset.files.rulebook().rules.keys(), book, partial(figure_view, ruleset))


def cited_rules(text: str) -> list[str]:
    """The rules that a text tells, each once, in their order."""
    return list(dict.fromkeys(ID.findall(text)))


def quickref(ruleset: Ruleset, changed: Mapping[str, str]) -> str:
    """The quick reference as a page shows it, with the numbers in force; its title is the page's."""
    text = ruleset.files.quickref().in_force("", changed)
    return writing_of(ruleset).html(TITLE.sub("", text, count=1))


@cached
def reading(ruleset: Ruleset) -> list[ReadingChapter]:
    """The chapters to read."""
    writing = writing_of(ruleset)
    return [
        ReadingChapter(f"read-{slug(title)}", title, writing.html(text), cited_rules(text))
        for title, text in chapters_of(ruleset.files.text("reading"))
    ]


def in_a_sentence(ruleset: Ruleset) -> str:
    """What game it is: the first sentence of what is to be read."""
    text, *_ = CHAPTER.split(TITLE.sub("", ruleset.files.text("reading"), count=1))
    return f"{' '.join(text.split()).partition('. ')[0].removesuffix('.')}." if text.strip() else ""


def chapters_of(text: str) -> list[tuple[str, str]]:
    """A text by its chapters: title and what stands below."""
    _, *sections = CHAPTER.split(text)
    return list(zip(sections[::2], sections[1::2], strict=True))


def slug(title: str) -> str:
    """A title as an address says it."""
    return SLUG.sub("-", title.lower()).strip("-")
