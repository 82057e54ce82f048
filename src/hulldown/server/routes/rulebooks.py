"""The rulebooks: what there is to read, where a rule is used, what is ours, the search over all five."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response

from hulldown import rulesets
from hulldown.conformance.completeness import Uses, uses
from hulldown.server.http.errors import ApiError
from hulldown.server.routes.about import find_ruleset, in_bounds
from hulldown.server.routes.games import PICTURE_POLICY, Svg
from hulldown.server.rules import rulings, search
from hulldown.server.rules.compilation import loaded
from hulldown.server.rules.rulebook import (
    chapters_of,
    in_a_sentence,
    one_rule,
    pages,
    quickref,
    reading,
    render_figure,
    writing_of,
)
from hulldown.server.schemas.openapi import published_as
from hulldown.server.schemas.requests import Choices, Name
from hulldown.server.schemas.responses import Explained, RuleAnswer, RulebookAnswer, json_response

RULESET = "/api/rulesets/{ruleset}"
PICTURE = RULESET + "/pictures/{mark}.svg"
Words = Annotated[str, Query(max_length=search.LONGEST)]
Here = Annotated[str, Query(max_length=64)]
HOUR = "public, max-age=3600"


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


async def listed() -> Response:
    """The rulebooks."""
    return json_response(await asyncio.to_thread(_listed), list[BookLine])


def _listed() -> list[BookLine]:
    rulesets_here = [ruleset for name in rulesets.names() if (ruleset := loaded(name))]
    return [
        BookLine(
            ruleset.id,
            ruleset.name,
            in_a_sentence(ruleset),
            len(ruleset.files.rulebook().rules),
            len(chapters_of(ruleset.files.text("reading"))),
        )
        for ruleset in rulesets_here
    ]


async def rulebook(ruleset: Name, value: Choices = ()) -> Response:
    """A rulebook: what there is to read, then the numbered rules, with other numbers in force:
    `?value=NAME=N`.
    """
    return await asyncio.to_thread(_rulebook, ruleset, value)


def _rulebook(name: str, given: Sequence[str]) -> Response:
    ruleset = find_ruleset(name)
    changed = in_bounds(ruleset, (text.partition("=") for text in given))
    rulebook_pages = pages(ruleset.files.rulebook(), writing_of(ruleset), changed)
    answer = RulebookAnswer(ruleset.name, rulebook_pages, quickref(ruleset, changed), reading(ruleset))
    return json_response(answer, RulebookAnswer)


async def rule(ruleset: Name, rule: Name, value: Choices = ()) -> Response:
    """One numbered rule, with other numbers in force: `?value=NAME=N`. Refused (404) if there is none."""
    return await asyncio.to_thread(_rule, ruleset, rule, value)


def _rule(name: str, id_: str, given: Sequence[str]) -> Response:
    ruleset = find_ruleset(name)
    book, place = ruleset.files.rulebook(), f"/rulebook/{ruleset.id}"
    if id_ not in book.rules:
        raise ApiError(404, "not_found", f"{ruleset.name} has no rule {id_}.")
    changed = in_bounds(ruleset, (text.partition("=") for text in given))
    title, html = one_rule(book, id_, changed, writing_of(ruleset, place))
    telling = [
        Explained(chapter.title, f"{place}#{chapter.id}")
        for chapter in reading(ruleset)
        if id_ in chapter.rules
    ]
    mark = book.rules[id_][0]
    answer = RuleAnswer(id_, mark, ruleset.name, title, html, f"{place}#{id_}", telling)
    return json_response(answer, RuleAnswer)


async def glossary(ruleset: Name, value: Choices = ()) -> Response:
    """What everything on the table of a game is, with other numbers in force: `?value=NAME=N`."""
    return await asyncio.to_thread(_glossary, ruleset, value)


def _glossary(name: str, given: Sequence[str]) -> Response:
    ruleset = find_ruleset(name)
    changed = in_bounds(ruleset, (text.partition("=") for text in given))
    signed = ruleset.files.rulebook().signed
    terms = ruleset.files.glossary().terms()
    lines = {
        key: TermLine(term.name, term.text_with(changed, signed), term.rule, term.words, term.heading)
        for key, term in terms
    }
    return json_response(lines, dict[str, TermLine])


async def used(ruleset: Name) -> Response:
    """Of every rule where it is used."""
    return json_response(await asyncio.to_thread(lambda: uses(find_ruleset(ruleset))), dict[str, Uses])


async def own(ruleset: Name) -> Response:
    """What the source says, and what is ours."""
    return json_response(
        await asyncio.to_thread(lambda: rulings.ours(find_ruleset(ruleset))), rulings.OursAnswer
    )


@published_as("found")
async def search_rules(q: Words, here: Here = "") -> Response:
    """What the rulebooks say of some words."""
    return json_response(await asyncio.to_thread(search.find, q, here), search.Findings)


async def picture(ruleset: Name, mark: Name) -> Response:
    """A picture of a text to read. Refused (404) if no text has it."""
    try:
        text = await asyncio.to_thread(lambda: render_figure(find_ruleset(ruleset), mark))
    except KeyError:
        raise ApiError(404, "not_found", "There is no such picture.") from None
    return Svg(text, headers={"content-security-policy": PICTURE_POLICY, "cache-control": HOUR})


CALLS: list[tuple[str, str, Callable[..., Any], Any]] = [
    ("GET", "/api/rules", listed, list[BookLine]),
    ("GET", "/api/rules/search", search_rules, search.Findings),
    ("GET", RULESET + "/rulebook", rulebook, RulebookAnswer),
    ("GET", RULESET + "/rules/{rule}", rule, RuleAnswer),
    ("GET", RULESET + "/glossary", glossary, dict[str, TermLine]),
    ("GET", RULESET + "/uses", used, dict[str, Uses]),
    ("GET", RULESET + "/ours", own, rulings.OursAnswer),
]
