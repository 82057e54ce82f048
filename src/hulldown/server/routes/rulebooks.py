"""The rulebooks: what there is to read, where a rule is used, what is ours, the search over all five."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Query

from hulldown.catalogue import as_word
from hulldown.conformance.completeness import Uses, uses
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.content import Content
from hulldown.server.dependencies import TheContent
from hulldown.server.http.errors import ApiError
from hulldown.server.routes.about import all_loaded, in_bounds
from hulldown.server.rules import search
from hulldown.server.rules.compilation import find_ruleset
from hulldown.server.rules.rulebook import (
    OursAnswer,
    chapters_of,
    in_a_sentence,
    one_rule,
    ours,
    pages,
    quickref,
    reading,
    render_figure,
    writing_of,
)
from hulldown.server.schemas.openapi import RULESET, Call, published_as
from hulldown.server.schemas.requests import Choices, Name
from hulldown.server.schemas.responses import Explained, RuleAnswer, RulebookAnswer, Svg, lasting_picture

PICTURE = RULESET + "/pictures/{mark}.svg"
Words = Annotated[str, Query(max_length=search.LONGEST)]
Here = Annotated[str, Query(max_length=64)]


@dataclass(frozen=True)
class TermLine:
    """One thing on the table: name, what it does, rule; other words for it; of an order its heading."""

    name: str
    text: str
    rule: str
    words: tuple[str, ...] = ()
    heading: str = ""


@dataclass(frozen=True)
class BookLine:
    """A rulebook in the list of rulebooks: in one sentence what game it is, and how much there is."""

    id: str
    name: str
    text: str
    rules: int
    chapters: int


def listed() -> list[BookLine]:
    """The rulebooks."""
    return [
        BookLine(
            ruleset.id,
            ruleset.name,
            in_a_sentence(ruleset),
            len(ruleset.files.rulebook().rules),
            len(chapters_of(ruleset.files.text("reading"))),
        )
        for ruleset in all_loaded()
    ]


def rulebook(content: TheContent, value: Choices = ()) -> RulebookAnswer:
    """A rulebook: what there is to read, then the numbered rules, with other numbers in force:
    `?value=NAME=N`.
    """
    rules = _printed(content)
    changed = _changed(content, value)
    rulebook_pages = pages(rules.files.rulebook(), writing_of(rules), changed)
    return RulebookAnswer(rules.name, rulebook_pages, quickref(rules, changed), reading(rules))


def _printed(content: Content) -> Ruleset:
    """The rules without packs: the texts are theirs, whatever units there are."""
    return find_ruleset(content.ruleset.id)


def _changed(content: Content, given: Sequence[str]) -> dict[str, str]:
    """The numbers that are in force in place of a ruleset's own: those given go before those of a setup."""
    values = content.ruleset.files.values()
    set_up = {name: as_word(value) for name, value in content.variants.items() if name in values}
    return {**set_up, **in_bounds(content.ruleset, (text.partition("=") for text in given))}


def rule(content: TheContent, rule: Name, value: Choices = ()) -> RuleAnswer:
    """One numbered rule, with other numbers in force: `?value=NAME=N`. Refused (404) if there is none."""
    rules = _printed(content)
    book, place = rules.files.rulebook(), f"/rulebook/{rules.id}"
    if rule not in book.rules:
        raise ApiError(404, "not_found", f"{rules.name} has no rule {rule}.")
    title, html = one_rule(book, rule, _changed(content, value), writing_of(rules, place))
    telling = [
        Explained(chapter.title, f"{place}#{chapter.id}")
        for chapter in reading(rules)
        if rule in chapter.rules
    ]
    return RuleAnswer(rule, book.rules[rule][0], rules.name, title, html, f"{place}#{rule}", telling)


def glossary(content: TheContent, value: Choices = ()) -> dict[str, TermLine]:
    """What everything on the table of a game is, with other numbers in force: `?value=NAME=N`."""
    rules = _printed(content)
    changed = _changed(content, value)
    signed = rules.files.rulebook().signed
    return {
        key: TermLine(term.name, term.text_with(changed, signed), term.rule, term.words, term.heading)
        for key, term in rules.files.glossary().terms()
    }


def used(ruleset: Name) -> dict[str, Uses]:
    """Of every rule where it is used."""
    return uses(find_ruleset(ruleset))


def own(ruleset: Name) -> OursAnswer:
    """What the source says, and what is ours."""
    return ours(find_ruleset(ruleset))


@published_as("found")
def search_rules(q: Words, here: Here = "") -> search.Findings:
    """What the rulebooks say of some words."""
    return search.find(q, here)


def picture(ruleset: Name, mark: Name) -> Svg:
    """A picture of a text to read. Refused (404) if no text has it."""
    try:
        return lasting_picture(render_figure(find_ruleset(ruleset), mark))
    except KeyError:
        raise ApiError(404, "not_found", "There is no such picture.") from None


CALLS: list[Call] = [
    ("GET", "/api/rules", listed, list[BookLine]),
    ("GET", "/api/rules/search", search_rules, search.Findings),
    ("GET", RULESET + "/rulebook", rulebook, RulebookAnswer),
    ("GET", RULESET + "/rules/{rule}", rule, RuleAnswer),
    ("GET", RULESET + "/glossary", glossary, dict[str, TermLine]),
    ("GET", RULESET + "/uses", used, dict[str, Uses]),
    ("GET", RULESET + "/ours", own, OursAnswer),
]
