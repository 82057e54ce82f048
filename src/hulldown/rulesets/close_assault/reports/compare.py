"""Before and after, one unit against an opponent: every arc and charge as tables and plots (CA-19.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hulldown.catalogue import validate
from hulldown.rulesets.api.reporting import (
    BarChart,
    BarRow,
    Column,
    ReportData,
    ReportRow,
    ReportTable,
    SheetCell,
)
from hulldown.rulesets.close_assault.codes import Arc
from hulldown.rulesets.close_assault.exact.comparing import Charger, Row, report
from hulldown.rulesets.close_assault.exact.fights import Fought
from hulldown.rulesets.close_assault.reports.data import Compare, compare_problems
from hulldown.rulesets.close_assault.situation.data import ARCS

COMPARE = "compare"
RULE = "CA-19.8"
BARE, FULL = "Proposal, no bonus", "Proposal, all bonuses"
AFTER, TODAY = "Proposal", "Today"
RESULTS = ("win", "tie", "loss")
CASES = {
    Charger.NOBODY: "nobody charges",
    Charger.HALF: "it charges half a move",
    Charger.ONE: "it charges one move",
    Charger.ONE_AND_HALF: "it charges one and a half moves",
    Charger.TWO: "it charges two moves",
    Charger.OPPONENT: "the opponent charges",
}
PLACES = {Arc.FRONT: "Opponent in its front arc", Arc.REAR: "Opponent in its rear arc"}


def compared(data: Mapping[str, Any]) -> ReportData:
    """The comparison that was asked for. CatalogueError says what is not understood."""
    asked = validate(data, Compare, compare_problems, "report")
    ours, theirs = asked.profile(asked.vehicle), asked.profile(asked.opponent)
    rows = report(asked.rules, ours, theirs, asked.spends, ARCS[asked.struck])
    names = asked.sheets[asked.vehicle].name, asked.sheets[asked.opponent].name
    return ReportData(
        f"{names[0]} against {names[1]}",
        asked.model_dump(mode="json"),
        (chances(rows), changes(rows)),
        (plot(rows, False), plot(rows, True)),
        tuple(notes(names, asked)),
    )


def notes(names: tuple[str, str], asked: Compare) -> Sequence[tuple[str, str]]:
    """How the tables are meant."""
    spent = "spends all its bonuses" if asked.spends else "spends no bonuses"
    return (
        (f"Win: {names[1]} suffers a Wound. Loss: {names[0]} does. Tie: nobody.", "CA-9.2"),
        (f"{names[1]} {spent}; as a vehicle it is struck in its {asked.struck} arc.", RULE),
        (f"A vehicle that charges {names[0]} has charged two full moves.", "CA-19.11"),
        ("Today every unit has one CAF, and whoever has the Charge order adds 1.", "CA-1.5"),
    )


def results(fought: Fought) -> tuple[SheetCell, ...]:
    """Win, tie and loss of one Fight."""
    return tuple(SheetCell(chance) for chance in (fought.win, fought.tie, fought.loss))


def columns(*headings: str) -> tuple[Column, ...]:
    """Win, tie and loss under each heading."""
    return tuple(Column(result.capitalize(), heading) for heading in headings for result in RESULTS)


def chances(rows: Sequence[Row]) -> ReportTable:
    """Win, tie and loss: before, and after with and without bonuses."""
    lines = tuple(
        ReportRow(
            CASES[row.charger],
            (*results(row.bare), *results(row.full), *results(row.today)),
            PLACES[row.arc],
        )
        for row in rows
    )
    return ReportTable("Win, tie and loss", "Who charges", columns(BARE, FULL, TODAY), lines, RULE)


def changes(rows: Sequence[Row]) -> ReportTable:
    """What became of win, tie and loss against today."""
    lines = tuple(
        ReportRow(
            CASES[row.charger],
            tuple(
                SheetCell(difference, "change")
                for after in (row.bare, row.full)
                for difference in row.change(after)
            ),
            PLACES[row.arc],
        )
        for row in rows
    )
    return ReportTable("Change against today", "Who charges", columns(BARE, FULL), lines, RULE)


def plot(rows: Sequence[Row], full: bool) -> BarChart:
    """The chance that the opponent suffers a Wound, after and before."""
    marks = tuple(
        BarRow(
            CASES[row.charger],
            (row.full.win if full else row.bare.win, row.today.win),
            PLACES[row.arc],
        )
        for row in rows
    )
    spent = "all bonuses" if full else "no bonus"
    return BarChart(f"Win, {spent}", (AFTER, TODAY), marks)
