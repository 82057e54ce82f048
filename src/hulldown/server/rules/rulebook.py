"""Rulebooks as pages show them: numbered rules, texts to read and their pictures; what the source says."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl

from hulldown.game import Game
from hulldown.rulesets.api.files import TEXTS, OptionInfo, Rulebook
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import Aids, Scene
from hulldown.rulesets.common.content import Content
from hulldown.server.odds.page import drawing, evaluate, tables
from hulldown.server.schemas.responses import Chapter, OptionGroup, ReadingChapter, RuleText
from hulldown.views.charts import percent
from hulldown.views.prose import ID, Picture, Writing, pictures_of
from hulldown.views.thumbnails import VIEW_BOX, Cut, crop_scene

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


# ---------------------------------------------------------------- guide
# The texts to read in front of the numbered rules: two pages for quick reference, then chapters in prose.


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


@cache
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


# ---------------------------------------------------------------- figures
# The pictures in texts to read, drawn by the program from real positions and real odds.
#
# board:skirmish?orders=A1 move;A1 turn left&unit=A1&crop=C4-H10
# odds:?shooter.what=Hunter&between.range=5&show=The shot
#
# A picture is asked for by the mark of its directive, and only directives that stand in a text that comes
# with the ruleset are drawn: each once, so that nobody can ask for work without end.


MARK = 12  # letters of a directive's mark
ODDS = "odds"
SHOW = "show"  # which part of a chart
WIDE = 640


@dataclass(frozen=True)
class Directive:
    """A picture that a text names: what is drawn, of which scenario, and with what."""

    kind: str
    scenario: str
    given: dict[str, str]


def parse_directive(named: str) -> Directive:
    """A directive taken apart."""
    kind, _, rest = named.partition(":")
    scenario, _, query = rest.partition("?")
    return Directive(kind, scenario, dict(parse_qsl(query, keep_blank_values=True)))


def mark_of(named: str) -> str:
    """By what a picture is asked for."""
    return sha256(named.encode()).hexdigest()[:MARK]


def named_in(ruleset: Ruleset) -> Iterator[str]:
    """The directives of all texts of a ruleset."""
    for name in TEXTS:
        yield from pictures_of(ruleset.files.text(name))


def render_figure(ruleset: Ruleset, mark: str) -> str:
    """The picture of a mark. KeyError if no text names such a one."""
    known = {mark_of(named): named for named in named_in(ruleset)}
    return illustration(ruleset, known[mark]).picture


def figure_view(ruleset: Ruleset, named: str) -> Picture:
    """A picture as a page shows it."""
    figure = illustration(ruleset, named)
    address = f"/api/rulesets/{ruleset.id}/pictures/{mark_of(named)}.svg"
    return Picture(address, figure.words, round(figure.width), round(figure.height))


@cache
def _illustrations() -> dict[tuple[str, str], Cut]:
    return {}


def illustration(ruleset: Ruleset, named: str) -> Cut:
    """A picture drawn, or as it was drawn before. ValueError and what the game says of a wrong directive."""
    kept, key = _illustrations(), (ruleset.id, named)
    if key not in kept:
        asked = parse_directive(named)
        kept[key] = _odds(ruleset, asked) if asked.kind == ODDS else crop_scene(*_position(ruleset, asked))
    return kept[key]


def _position(ruleset: Ruleset, asked: Directive) -> tuple[Scene, str]:
    """The scene of a position: a scenario after some orders, with the dice of a seed."""
    given = asked.given
    game = Game.new(ruleset, asked.scenario, int(given.get("seed", "1")))
    for order in filter(None, (text.strip() for text in given.get("orders", "").split(";"))):
        game.play(order)
    unit = given.get("unit", "")
    if not unit:
        return replace(ruleset.table.scene(game.state, None), aids=Aids()), given.get("crop", "")
    return ruleset.table.scene(game.state, int(given.get("seat", "0")), unit), given.get("crop", "")


def _odds(ruleset: Ruleset, asked: Directive) -> Cut:
    """The chart of a situation of the odds page; with `show=...` only the part under that heading."""
    data = {name: text for name, text in asked.given.items() if name != SHOW}
    answer = evaluate(Content.resolve(ruleset), situation(data))
    parts = [part for part in tables([answer.lines]) if asked.given.get(SHOW, part.title) == part.title]
    chart = drawing([answer], parts, WIDE, alone=True)
    box = VIEW_BOX.search(chart)
    if not box:
        raise ValueError(f"there is nothing to show of {answer.posed.title}")
    rows = [(row.text, chance) for part in parts for row in part.rows for chance in row.chances if chance]
    texts = (f"{text} {percent(Fraction(chance.chance))} %" for text, chance in rows)
    return Cut(chart, float(box[1]), float(box[2]), f"{answer.posed.title}: {'; '.join(texts)}.")


def situation(given: dict[str, str]) -> dict[str, Any]:
    """The fields of a form as the data of a situation: `shooter.what` is `what` of the table `shooter`."""
    data: dict[str, Any] = {}
    for name, text in given.items():
        *tables, last = name.split(".")
        into = data
        for table in tables:
            into = into.setdefault(table, {})
        into[last] = _value(text)
    return data


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# ---------------------------------------------------------------- rulings
# What the source says, and what is ours: every ruling, every part of a parent, every option and addition,
# beside the words of the source that it goes by.
#
# The words stand in the rulebook: what a rule says of the source itself, else the rules marked as the
# source's that it cites, else the one it stands behind in its chapter. Nothing is told of a source but what
# is there.


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


@cache
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
    source = {id_ for id_, (mark, *_) in book.rules.items() if mark == SOURCE}
    cited = [id_ for id_ in dict.fromkeys(ID.findall(text)) if id_ != rule and id_ in source]
    room = max(0, MOST - len(own))
    yield from (SourceText(id_, writing.line(_short(book, id_)), "cites") for id_ in cited[:room])
    if not own and not cited and before:
        yield SourceText(before, writing.line(_short(book, before)), "before")


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
