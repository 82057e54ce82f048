"""The garage's messages: what is sent to it, what it answers, and the work between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, StringConstraints

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.garage import BuildRows, Garage, NoBuilds, UnitCard, Working
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.content import Content
from hulldown.server.http.errors import ApiError
from hulldown.server.schemas.requests import Label, Name, Sent, Setting
from hulldown.store.models import BuildRow
from hulldown.views.cards.art import Art
from hulldown.views.cards.card import card_svg
from hulldown.views.cards.sheet import force_sheets, sheet_svg, sheets, sheets_pdf
from hulldown.views.text import card_text

SAID = re.compile(r"build(?::(\d+))?: (?:([\w.\[\]\"-]+): )?(.*?)(?: \(([A-Z]+-[\w.]+)\))?", re.DOTALL)
ENTRY = re.compile(r"\[\d+\]")  # the number of an entry in a list
LONGEST = 2000  # characters of a refusal that lists what is wrong in a build
BuildData = Annotated[dict[Label, JsonValue], Field(max_length=32)]
TomlText = Annotated[str, StringConstraints(max_length=16_384)]
Settings = Annotated[dict[Name, Setting], Field(max_length=128)]


class GarageIn(Sent):
    """The options of the game that units are built for: they go before those of the content."""

    options: Settings = Field(default_factory=dict)


class JudgeIn(GarageIn):
    """A build to judge, as plain data."""

    build: BuildData = Field(default_factory=dict)


class ImportIn(Sent):
    """The text of a build file."""

    toml: TomlText


class CardsIn(GarageIn):
    """Builds to print, each as often as it is listed."""

    builds: Annotated[list[BuildData], Field(min_length=1, max_length=48)]
    paper: Literal["a4", "letter"] = "a4"
    side: Annotated[int, Field(ge=0, le=1)] = 0
    summary: bool = False


class BuildIn(Sent):
    """A build to keep. It need not be legal yet."""

    ruleset: Name
    build: BuildData


@dataclass(frozen=True)
class Line:
    """Something bought: how many and the points for all of them."""

    item: str
    count: int
    points: int


@dataclass(frozen=True)
class Judged:
    """A build, complete, with the verdict on it, its card as SVG and in words, its file as TOML."""

    build: dict[str, Any]
    name: str
    cost: int
    budget: int
    legal: bool
    earned: list[str]
    lines: list[Line]
    broken: list[Refusal]
    warnings: list[Refusal]
    workings: list[Working]
    card: str
    toml: str
    words: str


@dataclass(frozen=True)
class Complaint:
    """What is wrong in a build file: the line (0: the whole of it), the field, the words, the rule."""

    line: int
    field: str
    text: str
    rule: str


@dataclass(frozen=True)
class Imported:
    """A build that was read, or None and why it was not."""

    build: dict[str, Any] | None
    problems: list[Complaint]


@dataclass(frozen=True)
class SavedBuild:
    """A build that is kept; `cost` and `legal` by the options in force."""

    id: str
    ruleset: str
    name: str
    unit: str
    cost: int
    budget: int
    legal: bool
    build: dict[str, Any]
    updated: datetime
    worth: int = 0  # where forces are put together by points, if that is not the cost


@dataclass(frozen=True)
class Sheets:
    """Pages of cards, each a picture (SVG) in millimetres."""

    pages: list[str]


@contextmanager
def understood() -> Iterator[None]:
    """Refused (400) with every complaint on a line of its own when a build or an option is not understood."""
    try:
        yield
    except NoBuilds as error:
        raise ApiError(400, "no_builds", f"The {error}."[:LONGEST]) from None
    except CatalogueError as error:
        raise ApiError(400, "unclear", str(error)[:LONGEST]) from None


def offer(content: Content, message: GarageIn) -> Garage:
    """What can be bought under the options of a game; the units of packs go before the printed ones."""
    chosen = content.choosing(message.options)
    with understood():
        garage = content.ruleset.need_builds().garage(chosen.variants)
    return replace(garage, samples=chosen.own_first(garage.samples))


def judged(content: Content, message: JudgeIn) -> Judged:
    """The verdict on a build, legal or not. Refused (400) with the field of what is not understood."""
    with understood():
        builds, options = content.ruleset.need_builds(), content.choosing(message.options).variants
        build = builds.read(message.build)
        verdict = builds.judge(build, options)
        card, text = builds.card(build, options), builds.write(build)
    return Judged(
        build,
        verdict.name,
        verdict.cost,
        verdict.budget,
        verdict.legal,
        list(builds.bonuses(build)),
        [Line(*line) for line in verdict.lines],
        list(verdict.broken),
        list(verdict.warnings),
        list(verdict.workings),
        card_svg(card),
        text,
        "\n".join(card_text(card)),
    )


def imported(rules: Ruleset, message: ImportIn) -> Imported:
    """A build file read. Mistakes in it are the answer and no refusal, so that a page can list them."""
    try:
        return Imported(rules.need_builds().read(message.toml), [])
    except CatalogueError as error:
        return Imported(None, [ruled(rules, complaint(line)) for line in error.lines])
    except NoBuilds as error:
        raise ApiError(400, "no_builds", f"The {error}.") from None


def complaint(message: str) -> Complaint:
    """A line of a CatalogueError taken apart: "build:3: upgrades[1]: unknown ... (TC-2.24)"."""
    match = SAID.fullmatch(message)
    if not match:
        return Complaint(0, "", message[:LONGEST], "")
    line, field, text, rule = match.groups(default="")
    return Complaint(int(line or 0), field, text[:LONGEST], rule)


def ruled(rules: Ruleset, issue: Complaint) -> Complaint:
    """A complaint without a rule of its own with that of its field in the garage."""
    key = ENTRY.sub("", issue.field)
    if issue.rule or not key:
        return issue
    sections = [section for unit in rules.need_builds().garage().units for section in unit.sections]
    known = {field.id: field.rule for section in sections for field in section.fields}
    for section in sections:
        known |= rules_of(section.rows, "")
    return replace(issue, rule=known.get(key, ""))


def rules_of(rows: BuildRows | None, above: str) -> dict[str, str]:
    """The rules of the fields of a list, and of the lists in its entries."""
    if rows is None:
        return {}
    place = f"{above}{rows.id}."
    return {f"{place}{field.id}": field.rule for field in rows.fields} | rules_of(rows.inner, place)


def cards_of(content: Content, message: CardsIn) -> list[UnitCard]:
    """The cards to print."""
    with understood():
        builds, options = content.ruleset.need_builds(), content.choosing(message.options).variants
        return [builds.card(build, options) for build in message.builds]


def pages_of(content: Content, message: CardsIn) -> list[Art]:
    """The sheets, before them the summary of the force if it is wanted."""
    cards = cards_of(content, message)
    before = force_sheets(cards, message.paper, content.ruleset.name) if message.summary else []
    return [*before, *sheets(cards, message.paper, message.side)]


def render_sheets(content: Content, message: CardsIn) -> Sheets:
    """The sheets as pictures."""
    return Sheets([sheet_svg(page, message.paper) for page in pages_of(content, message)])


def printed(content: Content, message: CardsIn) -> bytes:
    """The sheets as a PDF."""
    return sheets_pdf(pages_of(content, message), message.paper)


def saved_build(content: Content, row: BuildRow) -> SavedBuild:
    """A saved build as the list shows it."""
    verdict = content.ruleset.need_builds().judge(row.build, content.variants)
    name = str(row.build.get("name") or "") or verdict.name
    unit, cost, budget = verdict.unit, verdict.cost, verdict.budget
    legal, worth = verdict.legal, verdict.worth
    return SavedBuild(row.id, row.ruleset, name, unit, cost, budget, legal, row.build, row.updated, worth)
