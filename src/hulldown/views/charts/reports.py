"""Reports as people and scripts see them: numbers in words, plots as one chart, the whole as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from itertools import groupby
from typing import Any

from hulldown.rulesets.api.situation import BarChart, BarRow, ReportData, ReportTable, SheetCell
from hulldown.views.charts.chart import Bar, ChartRow, ChartSection, chart
from hulldown.views.spreadsheet import csv_text

LEAST = Fraction(1, 2000)  # is a tenth of a hundredth when rounded


def percent(value: Fraction) -> str:
    """A chance in hundredths, to a tenth; what is only almost none or almost certain is said to be so."""
    if value in (0, 1):
        return f"{100 * int(value)}"
    return "< 0.1" if value < LEAST else "> 99.9" if value > 1 - LEAST else f"{100 * float(value):.1f}"


def change(value: Fraction) -> str:
    """A change in hundredths with its sign; "=" for none."""
    return f"{100 * float(value):+.1f}" if value else "="


# ---------------------------------------------------------------- plots


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


# ---------------------------------------------------------------- for a spreadsheet

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


# ---------------------------------------------------------------- data


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
