"""The odds page: its form, and one situation or two as tables, a chart and a little board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import Annotated, Any

from pydantic import Field, JsonValue

from hulldown.catalogue import CatalogueError
from hulldown.odds import Distribution, TooManyTapes, explain_situation, repeat_odds, sample, situation_odds
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.odds import Explanation, Note, OddsLine
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import PlaneScene, Scene
from hulldown.rulesets.api.situation import Evaluation, FieldGroup, NoSituations
from hulldown.rulesets.api.words import Modifier, Refusal
from hulldown.rulesets.common.bots import engine
from hulldown.rulesets.common.content import Content
from hulldown.server.http.errors import ApiError
from hulldown.server.odds.form import form_in_force
from hulldown.server.players.computers import MatrixSearch
from hulldown.server.schemas.requests import Name, Sent
from hulldown.server.workshop.garage import saved_build
from hulldown.store.models import BuildRow
from hulldown.views.board import head, layers
from hulldown.views.charts import NARROWEST, WIDEST, Bar, ChartRow, ChartSection, chart, csv_text, percent
from hulldown.views.plane.units import closer


class OwnIn(Sent):
    """Units of players' own, as an address has them, to be among the choices of the form."""

    own: Annotated[dict[Name, JsonValue], Field(max_length=16)] = Field(default_factory=dict)


@dataclass(frozen=True)
class OwnUnit:
    """A saved build, and what it makes of the fields of a unit."""

    name: str
    values: dict[str, Any]


@dataclass(frozen=True)
class SituationForm:
    """What the page asks for, and the saved builds that can be chosen in it.

    `own` are those that a situation has to bring along, by the keys that name them in it; `unfit` says of
    each build that cannot be chosen why not.
    """

    id: str
    name: str
    groups: tuple[FieldGroup, ...]
    builds: list[OwnUnit]
    own: dict[str, Any]
    unfit: list[str]


def form_of(
    content: Content, rows: Sequence[BuildRow], brought: Mapping[str, Any] | None = None
) -> SituationForm:
    """The form of a ruleset with the builds kept for it and those that are brought along.

    Refused: 404 where there is none, 400 for units that are not understood.
    """
    ruleset = content.ruleset
    if not ruleset.situations:
        raise ApiError(404, "not_found", f"{ruleset.name} has no odds page.")
    own, unfit = saved_units(ruleset, rows)
    own |= brought or {}
    try:
        groups = ruleset.need_situations().form(own)
    except CatalogueError as error:
        raise ApiError(400, "unclear", error.lines[0][:300]) from None
    form = form_in_force(content, groups)
    return SituationForm(ruleset.id, ruleset.name, form, list(own_units(content, rows)), own, unfit)


def saved_units(ruleset: Ruleset, rows: Sequence[BuildRow]) -> tuple[dict[str, Any], list[str]]:
    """The saved builds that a situation can bring along, and why others cannot be chosen."""
    own: dict[str, Any] = {}
    unfit = []
    for row in rows:
        try:
            unit = ruleset.need_situations().unit(row.build)
        except CatalogueError as error:
            unfit.append(f"Not to be chosen: {error.lines[0][:300]}")
            continue
        if unit:
            own[unit[0]] = unit[1]
    return own, unfit


def own_units(content: Content, rows: Sequence[BuildRow]) -> Iterator[OwnUnit]:
    """The saved builds that the present rules still understand."""
    situations = content.ruleset.need_situations()
    for row in rows:
        try:
            values, name = situations.fields(row.build), saved_build(content, row).name
        except CatalogueError:
            continue
        if values:
            yield OwnUnit(name, values)


# ---------------------------------------------------------------- page
# The odds page: one situation or two, their exact chances as tables, a chart and a little board.


TITLES = {
    "result": "The shot",
    "effect": "What comes of it",
    "detail": "In detail",
    "left": "What is left",
}
LONGEST = 8  # signs of a fraction that fit beside a bar
ROOMY = 640  # units that a chart with whole titles needs
MOST_TIMES = 5  # orders in a row that are asked about
NAMES = ("First", "Second")
COUNTED = {True: 250_000, False: 400}  # tapes of a row that are worth counting, compiled and interpreted:
THROWS = {True: 20_000, False: 150}  # a second's work; longer rows are thrown


class SituationsIn(Sent):
    """One situation, or two to compare; `width` is how wide the chart is shown."""

    situations: Annotated[list[dict[Name, JsonValue]], Field(min_length=1, max_length=2)]
    width: Annotated[int, Field(ge=NARROWEST, le=WIDEST)] = 640


@dataclass(frozen=True)
class SituationView:
    """A situation as it was understood, its board and the arithmetic of the order, or why it is refused."""

    given: dict[str, Any]
    title: str
    subtitle: str
    needed: int | None
    purpose: str
    modifiers: list[Modifier]
    notes: list[tuple[str, str]]
    refusal: Refusal | None
    board: str
    exact: bool
    samples: int


@dataclass(frozen=True)
class Chance:
    """A chance as an exact fraction and as a number."""

    chance: str
    value: float


@dataclass(frozen=True)
class TableRow:
    """A statement with its chance in each situation, and second less first where there are two."""

    text: str
    rule: str
    mark: str
    chances: list[Chance | None]
    difference: Chance | None


@dataclass(frozen=True)
class TableSection:
    """Rows under a heading."""

    title: str
    rows: list[TableRow]


@dataclass(frozen=True)
class OddsPage:
    """Everything the page shows at once."""

    situations: list[SituationView]
    sections: list[TableSection]
    chart: str


@dataclass(frozen=True)
class SeriesRow:
    """A statement with its chance after one, two, three ... orders; `section` is what it stands under."""

    text: str
    rule: str
    chances: list[Chance]
    section: str


@dataclass(frozen=True)
class Series:
    """Several orders in a row; `at_once` is how many one activation allows, `samples` as in the odds.

    `told` says what they are, `limit` how many one activation allows.
    """

    rows: list[SeriesRow]
    at_once: int
    samples: list[int]
    told: str
    limit: str


@dataclass(frozen=True)
class Crossed:
    """A table of both sides' orders; `fields` are those of the form that give its row and its column."""

    fields: list[str]
    matrix: Matrix | None


@dataclass(frozen=True)
class Found:
    """A situation with its lines."""

    posed: Evaluation
    view: SituationView
    lines: list[OddsLine]


# ---------------------------------------------------------------- one situation


def evaluate_position(content: Content, data: Mapping[str, Any]) -> Evaluation:
    """A situation as a position. Refused (400) with what is not understood."""
    try:
        return content.pose(data)
    except CatalogueError as error:
        raise ApiError(400, "unclear", error.lines[0][:300]) from None
    except NoSituations as error:
        raise ApiError(404, "not_found", str(error)) from None


def evaluate(content: Content, data: Mapping[str, Any]) -> Found:
    """A situation reckoned."""
    ruleset, posed = content.ruleset, evaluate_position(content, data)
    if posed.refusal:
        return Found(posed, view_of(ruleset, posed, Explanation(""), 0), [])
    odds, explanation = situation_odds(ruleset, posed), explain_situation(ruleset, posed)
    return Found(posed, view_of(ruleset, posed, explanation, odds.samples, odds.averages), odds.lines)


def view_of(
    ruleset: Ruleset, posed: Evaluation, explanation: Explanation, samples: int, averages: Sequence[Note] = ()
) -> SituationView:
    """A situation as it is shown."""
    scene = replace(ruleset.table.scene(posed.state, None), title=posed.title, subtitle="")
    return SituationView(
        posed.given,
        explanation.title or posed.title,
        explanation.subtitle,
        explanation.needed,
        posed.purpose,
        list(explanation.modifiers),
        [*explanation.notes, *averages, *posed.notes],
        posed.refusal,
        little_board(scene),
        samples == 0,
        samples,
    )


def little_board(scene: Scene) -> str:
    """The board as a picture: nothing on it can be reached or clicked."""
    parts = layers(scene, hex_names=False) | {"l-hit": ""}
    groups = "".join(f'<g class="{name}">{inner}</g>' for name, inner in parts.items())
    opened = head(scene).replace('role="group"', 'role="img"', 1)
    return (closer(opened, scene) if isinstance(scene, PlaneScene) else opened) + groups + "</svg>"


# ---------------------------------------------------------------- tables


def page(content: Content, message: SituationsIn) -> OddsPage:
    """The whole page."""
    both = [evaluate(content, data) for data in message.situations]
    sections = list(tables([situation.lines for situation in both]))
    drawn = drawing(both, sections, message.width)
    return OddsPage([situation.view for situation in both], sections, drawn)


def tables(columns: Sequence[list[OddsLine]]) -> Iterator[TableSection]:
    """The lines of one or two situations side by side, group by group."""
    for group in groups_of(columns):
        keys = dict.fromkeys(
            (line.text, line.rule, line.mark) for lines in columns for line in lines if line.group == group
        )
        rows = [row_of(key, group, columns) for key in keys]
        if rows:
            yield TableSection(TITLES.get(group, group), rows)


def groups_of(columns: Sequence[list[OddsLine]]) -> list[str]:
    """The groups in the order of the page: headings of the ruleset that begin its lines come first."""
    groups = list(dict.fromkeys(line.group for lines in columns for line in lines))
    before = list(takewhile(lambda group: group not in TITLES, groups))
    return [*before, *TITLES, *(group for group in groups if group not in TITLES and group not in before)]


def row_of(key: tuple[str, str, str], group: str, columns: Sequence[list[OddsLine]]) -> TableRow:
    """One statement across the situations; what a situation does not mention cannot happen in it."""
    values = [chance_in(key, group, lines) for lines in columns]
    two = len(values) > 1 and None not in values
    difference = values[1] - values[0] if two and values[0] is not None and values[1] is not None else None
    return TableRow(
        key[0],
        key[1],
        key[2],
        [None if value is None else chance_text(value) for value in values],
        None if difference is None else chance_text(difference),
    )


def chance_in(key: tuple[str, str, str], group: str, lines: list[OddsLine]) -> Fraction | None:
    """The chance of a statement among some lines: none at all where the situation was refused."""
    if not lines:
        return None
    hits = (line.chance for line in lines if line.group == group and (line.text, line.rule, line.mark) == key)
    return next(hits, Fraction(0))


def chance_text(value: Fraction) -> Chance:
    """A chance in both forms."""
    return Chance(str(value), float(value))


# ---------------------------------------------------------------- pictures and files


def drawing(both: Sequence[Found], sections: Sequence[TableSection], width: int, alone: bool = False) -> str:
    """The chart of one situation, or of two."""
    if not sections:
        return ""
    names = [f"{name}: {situation.posed.title}" for name, situation in zip(NAMES, both, strict=False)]
    title = names[0].partition(": ")[2] if len(both) == 1 else "; ".join(names)
    bars = [ChartSection(part.title, tuple(map(bar_row, part.rows))) for part in sections]
    known = names if alone else NAMES  # on the page the boards beside it say which is which
    wide = max(width, ROOMY) if alone else width
    return chart(title, bars, known[: len(both)] if len(both) > 1 else (), width=wide, standalone=alone)


def bar_row(row: TableRow) -> ChartRow:
    """A row of a table as bars."""
    marked = row.mark or "dead"
    return ChartRow(
        row.text,
        tuple(Bar(chance.value, label(chance), marked) if chance else None for chance in row.chances),
    )


def label(chance: Chance) -> str:
    """A chance as it stands beside its bar."""
    share = f"{percent(Fraction(chance.chance))} %"
    if chance.chance in ("0", "1"):
        return share
    return share if len(chance.chance) > LONGEST else f"{share}\u2002{chance.chance}"


def picture(content: Content, message: SituationsIn) -> str:
    """The chart as a file of its own."""
    both = [evaluate(content, data) for data in message.situations]
    return drawing(both, list(tables([situation.lines for situation in both])), message.width, alone=True)


def spreadsheet(content: Content, message: SituationsIn) -> str:
    """The tables as comma-separated values, fractions and numbers."""
    answer = page(content, message)
    count = len(answer.situations)
    columns = [part for name in NAMES[:count] for part in (f"{name} (fraction)", f"{name} (chance)")]
    head = ["section", "statement", "rule", *columns, *(["difference"] if count > 1 else [])]
    return csv_text(head, list(cells_of(answer, count)))


def cells_of(answer: OddsPage, count: int) -> Iterator[list[object]]:
    """The rows of the tables, with the chances of so many situations."""
    for section in answer.sections:
        for row in section.rows:
            cells = [
                part
                for chance in row.chances
                for part in ((chance.chance, chance.value) if chance else ("", ""))
            ]
            last = [row.difference.value if row.difference else ""] if count > 1 else []
            yield [section.title, row.text, row.rule, *cells, *last]


# ---------------------------------------------------------------- orders against each other


def crossing(content: Content, message: SituationsIn) -> list[Crossed]:
    """The orders of each situation against each other; those of both sides are given at the same time."""
    return [crossed(content.ruleset, evaluate_position(content, data)) for data in message.situations]


def crossed(ruleset: Ruleset, posed: Evaluation) -> Crossed:
    """The table of one situation, as whoever decides on its order sees it."""
    if posed.refusal or not posed.crossed:
        return Crossed([], None)
    tables = MatrixSearch(ruleset, posed.state, int(posed.order.seat)).reckon()
    return Crossed(list(posed.crossed), tables[0] if tables else None)


# ---------------------------------------------------------------- several in a row


def series(content: Content, message: SituationsIn) -> list[Series]:
    """What several orders in a row come to, for each situation; nothing for one that is refused."""
    return [in_a_row(content.ruleset, evaluate_position(content, data)) for data in message.situations]


def in_a_row(ruleset: Ruleset, posed: Evaluation) -> Series:
    """The effects after each number of orders, each chained over the full state of everything."""
    if posed.refusal or not posed.at_once:
        return Series([], 0, [], "", "")
    rows: dict[tuple[str, str, str], list[Chance]] = {}
    spreads = list(after_each(ruleset, posed))
    for times, spread in enumerate(spreads):
        for line in ruleset.odds.lasting(posed.state, posed.order, spread.chances()):
            row = rows.setdefault((line.group, line.text, line.rule), [])
            row += [Chance("0", 0.0)] * (times - len(row))
            row.append(chance_text(line.chance))
    kept = [
        SeriesRow(text, rule, filled(row), TITLES.get(group, group))
        for (group, text, rule), row in rows.items()
    ]
    shown = [row for row in kept if any(chance.value for chance in row.chances)]
    return Series(shown, posed.at_once, [spread.samples for spread in spreads], *posed.row)


def after_each(ruleset: Ruleset, posed: Evaluation) -> Iterator[Distribution[int]]:
    """What has become of the target after one order, after two ...; sampled once it is too much to count."""
    compiled = engine(ruleset).backend.compiled
    cycle = [posed.order, *posed.again]
    done = 0
    try:
        for spread in repeat_odds(ruleset, posed.rested, cycle, MOST_TIMES, COUNTED[compiled], posed.fate):
            yield spread
            done += 1
    except TooManyTapes:
        for times in range(done, MOST_TIMES):
            yield sample(ruleset, posed.rested, [*cycle * times, posed.order], n=THROWS[compiled])


def filled(row: list[Chance]) -> list[Chance]:
    """A row to its end: what is mentioned no more happens no more."""
    return [*row, *[Chance("0", 0.0)] * (MOST_TIMES - len(row))]
