"""Reports: tables with plots that a ruleset works out beyond the odds of one situation, away from any game.

A ruleset says which reports it has and what each asks for; pages and the command line know neither the
fields nor the rules, and show whatever comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hulldown.rulesets.api.situation import FieldGroup


@dataclass(frozen=True)
class ReportForm:
    """A report that can be asked for: its name, what it is about, the rule behind it, and its form."""

    id: str
    title: str
    text: str
    rule: str
    groups: tuple[FieldGroup, ...] = ()


@dataclass(frozen=True)
class SheetCell:
    """A number of a table, exact. `kind` is chance, change (of a chance) or number; a change has a sign.

    `beside` is a change that stands with a chance, such as what it has become against before.
    """

    value: Fraction
    kind: str = "chance"
    beside: Fraction | None = None


@dataclass(frozen=True)
class ReportRow:
    """A row of a table under a heading (none: ""); as many cells as the table has columns."""

    text: str
    cells: tuple[SheetCell, ...]
    heading: str = ""


@dataclass(frozen=True)
class Column:
    """A column; neighbours of one `heading` stand under it."""

    text: str
    heading: str = ""


@dataclass(frozen=True)
class ReportTable:
    """A table with its title and the rule that its numbers follow; `first` says what its rows are."""

    title: str
    first: str
    columns: tuple[Column, ...]
    lines: tuple[ReportRow, ...]
    rule: str = ""


@dataclass(frozen=True)
class BarRow:
    """A statement of a plot with a chance in each series."""

    text: str
    values: tuple[Fraction, ...]
    heading: str = ""


@dataclass(frozen=True)
class BarChart:
    """Bars of chances, in one series or two."""

    title: str
    series: tuple[str, ...]
    marks: tuple[BarRow, ...]


@dataclass(frozen=True)
class ReportData:
    """A report worked out: what was asked with every default, tables, plots, sentences with their rules."""

    title: str
    given: dict[str, str | int | bool]
    sheets: tuple[ReportTable, ...]
    plots: tuple[BarChart, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


class NoReport(ValueError):
    """This ruleset has no such report."""

    def __init__(self, name: str, report: str) -> None:
        super().__init__(f"{name} has no report {report!r}")


@dataclass(frozen=True)
class Reports:
    """The reports of a ruleset beyond the odds of one situation, such as all units against all.

    offered() -> what can be asked for; report(name, data) -> one worked out. NoReport without it;
    CatalogueError names what is not understood.
    """

    offered: Callable[[], tuple[ReportForm, ...]]
    report: Callable[[str, Mapping[str, Any]], ReportData]
