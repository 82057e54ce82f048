"""Reports on the odds page: what a ruleset offers, and one worked out as tables and a chart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, JsonValue

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api import situation
from hulldown.rulesets.common.content import Content
from hulldown.server.http.errors import ApiError
from hulldown.server.odds.form import form_in_force
from hulldown.server.schemas.requests import Name, Sent
from hulldown.views.charts import NARROWEST, WIDEST, plotted, spreadsheet

ROOMY = 800  # units of a chart in a file


class ReportIn(Sent):
    """What a report is asked for, by the ids of its form; `width` is how wide the chart is shown."""

    asked: Annotated[dict[Name, JsonValue], Field(max_length=64)] = Field(default_factory=dict)
    width: Annotated[int, Field(ge=NARROWEST, le=WIDEST)] = 640


@dataclass(frozen=True)
class ReportCell:
    """A number of a table, exact and as a number; `beside` is a change that goes with it."""

    kind: str
    chance: str
    value: float
    beside: float | None


@dataclass(frozen=True)
class ReportLine:
    """A row of a table."""

    text: str
    heading: str
    cells: list[ReportCell]


@dataclass(frozen=True)
class ReportSheet:
    """A table."""

    title: str
    first: str
    rule: str
    columns: tuple[situation.Column, ...]
    lines: list[ReportLine]


@dataclass(frozen=True)
class ReportPage:
    """A report: what was asked with every default, its tables, its plots as one chart, remarks with rules."""

    title: str
    given: dict[str, Any]
    sheets: list[ReportSheet]
    chart: str
    notes: tuple[tuple[str, str], ...]


def list_reports(content: Content) -> list[situation.ReportForm]:
    """The reports of a ruleset with their forms."""
    return [
        replace(report, groups=form_in_force(content, report.groups))
        for report in content.ruleset.list_reports()
    ]


def page(content: Content, name: str, message: ReportIn) -> ReportPage:
    """A report as the page shows it."""
    results = findings(content, name, message.asked)
    drawn = plotted(results, message.width)
    return ReportPage(
        results.title, results.given, list(map(sheet_view, results.sheets)), drawn, results.notes
    )


def picture(content: Content, name: str, message: ReportIn) -> str:
    """The plots of a report as a file of their own."""
    return plotted(findings(content, name, message.asked), max(message.width, ROOMY), alone=True)


def table(content: Content, name: str, message: ReportIn) -> str:
    """The tables of a report for a spreadsheet."""
    return spreadsheet(findings(content, name, message.asked))


def findings(content: Content, name: str, data: Mapping[str, Any]) -> situation.ReportData:
    """A report worked out. Refused with what is not understood (400) or not there (404)."""
    try:
        return content.ruleset.report(name, content.fill(lambda: form(content, name), data))
    except CatalogueError as error:
        raise ApiError(400, "unclear", error.lines[0][:300]) from None
    except situation.NoReport as error:
        raise ApiError(404, "not_found", str(error)) from None


def form(content: Content, name: str) -> tuple[situation.FieldGroup, ...]:
    """The form of a report; an empty one if there is no such report."""
    return next((report.groups for report in content.ruleset.list_reports() if report.id == name), ())


def sheet_view(sheet: situation.ReportTable) -> ReportSheet:
    """A table as it is sent."""
    lines = [ReportLine(line.text, line.heading, list(map(cell, line.cells))) for line in sheet.lines]
    return ReportSheet(sheet.title, sheet.first, sheet.rule, sheet.columns, lines)


def cell(sheet_cell: situation.SheetCell) -> ReportCell:
    """A number as it is sent."""
    beside: Fraction | None = sheet_cell.beside
    return ReportCell(
        sheet_cell.kind,
        str(sheet_cell.value),
        float(sheet_cell.value),
        None if beside is None else float(beside),
    )
