"""Chances and reports as charts and tables."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from html import escape
from importlib import resources
from itertools import groupby
from typing import Any

from hulldown.rulesets.api.situation import BarChart, BarRow, ReportData, ReportTable, SheetCell
from hulldown.views.ink import num
from hulldown.views.styles import style_for

# ---------------------------------------------------------------- spreadsheet
# Tables as comma-separated values: a spreadsheet shows their letters and calculates none of their texts.


MARK = "\ufeff"  # by which spreadsheets know UTF-8
FORMULA = r"^[=+\-@\t\r\n＝＋－＠]"  # how a text begins that a spreadsheet takes for a formula
NUMBER = r"^[+-]?[0-9]+(?:[./][0-9]+)?(?:[eE][+-]?[0-9]+)?$"  # 5, -2.5, 1e-3, -1/36
QUOTE = "'"  # before a text that is to stay one


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with its head. Texts that a spreadsheet would calculate get a `'` before them.

    A byte-order mark is written before it only where there are letters beyond ASCII: without it a spreadsheet
    reads them wrongly, and a script has no use for it.
    """
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\n")
    out.writerow([harmless(cell) for cell in head])
    out.writerows([harmless(cell) for cell in row] for row in rows)
    return marked(file.getvalue())


def marked(text: str) -> str:
    """A table's text with a byte-order mark before it, if it has letters beyond ASCII."""
    return text if text.isascii() else MARK + text


def harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula; numbers and all other texts as they are."""
    if isinstance(cell, str) and re.match(FORMULA, cell) and not re.match(NUMBER, cell):
        return QUOTE + cell
    return cell


# ---------------------------------------------------------------- chart
# A bar chart of chances as a picture: a pure function of its rows, readable without any color.
#
# Bars of one series tell miss (empty), glance (hatched) and worse (solid) apart; of two series the first is
# solid and the second hatched. Every bar has its number beside it.


NARROWEST, WIDEST = 280, 1200  # units, as wide as the page shows it, so that lettering keeps its size
ROW, BAR, GAP, HEADING = 24, 15, 9, 34
LETTER = 8.8  # the width of a letter, generously: a wide sans serif at 14 units
NUMBERS = 134  # room for "100.0 %  144/1296" beside the bars
STACKED = 460  # below this width the words stand above their bars
KEY = 20
HATCHED = (
    '<defs><pattern id="c-hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)">'
    '<rect class="c-ground" width="6" height="6"/><rect class="c-ink" width="2" height="6"/></pattern></defs>'
)


@dataclass(frozen=True)
class Bar:
    """One chance from 0 to 1, with the words beside it; `mark` is miss, glance or dead."""

    value: float
    label: str
    mark: str = "dead"


@dataclass(frozen=True)
class ChartRow:
    """A statement with its bar in each series; None where it has none."""

    text: str
    bars: tuple[Bar | None, ...]


@dataclass(frozen=True)
class ChartSection:
    """Rows under a heading."""

    title: str
    rows: tuple[ChartRow, ...]


def chart(
    title: str,
    sections: Sequence[ChartSection],
    series: Sequence[str] = (),
    *,
    width: int = 640,
    standalone: bool = False,
) -> str:
    """The chart as one `<svg>` element. `series` names the bars of a row where there are two.

    On a page the style sheet `chart.css` is there already; a `standalone` picture brings it along.
    """
    wide = min(WIDEST, max(NARROWEST, width))
    compared = len(series) > 1
    parts = [HATCHED]
    y = 8.0
    if compared:
        parts.append(_key(series, y))
        y += KEY * len(series) + 4
    for section in sections:
        parts.append(f'<text class="c-head" x="0" y="{num(y + 20)}">{escape(section.title)}</text>')
        y += HEADING
        for row in section.rows:
            markup, tall = _row(row, y, wide, compared, _words(sections))
            parts.append(markup)
            y += tall
        y += GAP
    return _framed("".join(parts), title, wide, y, standalone)


def _framed(inner: str, title: str, wide: float, tall: float, standalone: bool) -> str:
    """The element around everything, as a picture with a name."""
    names = "board chart" if standalone else "chart"
    opening = (
        f'<svg class="{names}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(wide)} {num(tall)}" '
        f'width="{num(wide)}" height="{num(tall)}" role="img" aria-label="{escape(title)}">'
    )
    style = _style() if standalone else ""
    paper = f'<rect class="c-ground" width="{num(wide)}" height="{num(tall)}"/>' if standalone else ""
    return f"{opening}{style}{paper}{inner}</svg>"


def _style() -> str:
    """The colors of the look in light and dark, and the rules of the chart."""
    own = resources.files("hulldown").joinpath("views/chart.css").read_text(encoding="utf-8")
    own = re.sub(r"/\*.*?\*/", "", own, flags=re.DOTALL)
    return style_for('class="board"').replace("</style>", f"{own}</style>")


def _words(sections: Sequence[ChartSection]) -> float:
    """The width that the longest statement needs."""
    return LETTER * max((len(row.text) for section in sections for row in section.rows), default=0) + 10


def _key(series: Sequence[str], y: float) -> str:
    """What the two kinds of bar mean, a line each."""
    parts = []
    for number, name in enumerate(series):
        at = y + KEY * number
        parts.append(f'<rect class="{_fill("dead", number)}" x="1" y="{num(at)}" width="26" height="13"/>')
        parts.append(f'<text class="c-text" x="34" y="{num(at + 11)}">{escape(name)}</text>')
    return "".join(parts)


def _fill(mark: str, number: int) -> str:
    """The class of a bar: by what it means, or by its series where there are two."""
    return f"c-bar c-{mark or 'dead'}" if number == 0 else "c-bar c-second"


def _row(row: ChartRow, y: float, wide: float, compared: bool, words: float) -> tuple[str, float]:
    """A statement with its bars, and how tall it is."""
    stacked = wide < STACKED
    x = 0.0 if stacked else min(words, wide * 0.48)
    top = y + (17 if stacked else 0)
    bars = list(_bars(row, x, top, wide - x - NUMBERS, compared))
    tall = (top - y) + max(ROW, len(row.bars) * (BAR + 3) + 6)
    line = top - 5 if stacked else top + 12 + (BAR + 3) * (len(row.bars) - 1) / 2
    return f'<text class="c-text" x="0" y="{num(line)}">{escape(row.text)}</text>' + "".join(bars), tall


def _bars(row: ChartRow, x: float, top: float, room: float, compared: bool) -> Iterator[str]:
    """The bars of a row below each other, each with its track and its number."""
    for number, bar in enumerate(row.bars):
        at = top + number * (BAR + 3)
        if bar is None:
            yield f'<text class="c-num c-none" x="{num(x + 4)}" y="{num(at + 12)}">no such line</text>'
            continue
        mark = "dead" if compared else bar.mark
        yield (
            f'<rect class="c-track" x="{num(x)}" y="{num(at)}" width="{num(room)}" height="{BAR}"/>'
            f'<rect class="{_fill(mark, number)}" x="{num(x)}" y="{num(at)}" '
            f'width="{num(max(0.0, min(1.0, bar.value)) * room)}" height="{BAR}"/>'
            f'<text class="c-num" x="{num(x + room + 8)}" y="{num(at + 12)}">{escape(bar.label)}</text>'
        )


# ---------------------------------------------------------------- reports
# Reports as people and scripts see them: numbers in words, plots as one chart, the whole as plain data.


LEAST = Fraction(1, 2000)  # is a tenth of a hundredth when rounded


def percent(value: Fraction) -> str:
    """A chance in hundredths, to a tenth; what is only almost none or almost certain is said to be so."""
    if value in (0, 1):
        return f"{100 * int(value)}"
    return "< 0.1" if value < LEAST else "> 99.9" if value > 1 - LEAST else f"{100 * float(value):.1f}"


def change(value: Fraction) -> str:
    """A change in hundredths with its sign; "=" for none."""
    return f"{100 * float(value):+.1f}" if value else "="


def plotted(report: ReportData, width: int, *, alone: bool = False) -> str:
    """All plots of a report with the same series as one chart; empty without plots."""
    if not report.plots:
        return ""
    series = merged([plot.series for plot in report.plots])
    sections = [section for plot in report.plots for section in sections_of(plot)]
    return chart(report.title, sections, series, width=width, standalone=alone)


def merged(series: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """What the two kinds of bar mean in all plots: the words in which they agree."""
    return tuple(" or ".join(dict.fromkeys(names)) for names in zip(*series, strict=True))


def sections_of(plot: BarChart) -> list[ChartSection]:
    """A plot's bars under their headings."""
    sections = []
    for heading, marks in groupby(plot.marks, lambda mark: mark.heading):
        title = f"{plot.title}; {heading}" if heading else plot.title
        sections.append(ChartSection(title, tuple(map(row, marks))))
    return sections


def row(mark: BarRow) -> ChartRow:
    """A statement with its bars."""
    return ChartRow(mark.text, tuple(Bar(float(value), f"{percent(value)} %") for value in mark.values))


CELLS = ("table", "part", "row", "under", "column", "fraction", "value", "change")


def cells_of(report: ReportData) -> Iterator[tuple[object, ...]]:
    """Every number of the tables in a row of its own, with all that stands over and before it."""
    for sheet in report.sheets:
        for line in sheet.lines:
            for column, cell in zip(sheet.columns, line.cells, strict=True):
                change = "" if cell.beside is None else float(cell.beside)
                place = (sheet.title, line.heading, line.text, column.heading, column.text)
                yield (*place, str(cell.value), float(cell.value), change)


def spreadsheet(report: ReportData) -> str:
    """The same as comma-separated values."""
    return csv_text(CELLS, cells_of(report))


def as_data(report: ReportData) -> dict[str, Any]:
    """A report for scripts: exact fractions as texts, with their value beside them."""
    return {
        "title": report.title,
        "given": report.given,
        "sheets": [sheet_data(sheet) for sheet in report.sheets],
        "plots": [plot_data(plot) for plot in report.plots],
        "notes": [list(note) for note in report.notes],
    }


def sheet_data(sheet: ReportTable) -> dict[str, Any]:
    """A table."""
    lines = [
        {"text": line.text, "heading": line.heading, "cells": [cell_data(cell) for cell in line.cells]}
        for line in sheet.lines
    ]
    columns = [asdict(column) for column in sheet.columns]
    return {
        "title": sheet.title,
        "first": sheet.first,
        "rule": sheet.rule,
        "columns": columns,
        "lines": lines,
    }


def cell_data(sheet_cell: SheetCell) -> dict[str, Any]:
    """A number of a table, with what stands beside it."""
    beside = None if sheet_cell.beside is None else number(sheet_cell.beside)
    return {"kind": sheet_cell.kind, **number(sheet_cell.value), "beside": beside}


def plot_data(plot: BarChart) -> dict[str, Any]:
    """A plot."""
    marks = [
        {"text": mark.text, "heading": mark.heading, "values": [number(value) for value in mark.values]}
        for mark in plot.marks
    ]
    return {"title": plot.title, "series": list(plot.series), "marks": marks}


def number(value: Fraction) -> dict[str, Any]:
    """A number in both forms."""
    return {"chance": str(value), "value": float(value)}
