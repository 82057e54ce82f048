"""All units against all, one case of the comparison (CA-19.8)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
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
from hulldown.rulesets.close_assault.exact.comparing import case
from hulldown.rulesets.close_assault.exact.fights import Fought
from hulldown.rulesets.close_assault.reports.compare import AFTER, CASES, RULE, TODAY
from hulldown.rulesets.close_assault.reports.data import Matrix, charger_of, problems
from hulldown.rulesets.close_assault.situation.data import ARCS
from hulldown.rulesets.close_assault.state import Profile

MATRIX = "matrix"
SAID = {"win": "the opponent suffers a Wound", "tie": "nobody suffers a Wound", "loss": "it suffers a Wound"}
Pair = tuple[Fraction, Fraction]  # after, today


def all_against_all(data: Mapping[str, Any]) -> ReportData:
    """The matrix that was asked for. CatalogueError says what is not understood."""
    asked = validate(data, Matrix, problems, "report")
    units = {name: asked.profile(name) for name in asked.sheets}
    matrix = {(name, other): pair(asked, p, q) for name, p in units.items() for other, q in units.items()}
    words = f"{CASES[charger_of(asked.charger)]}, the opponent in its {asked.arc} arc"
    return ReportData(
        f"All units against all: {words}",
        asked.model_dump(mode="json"),
        (sheet(asked, matrix),),
        (plot(asked, matrix),),
        notes(asked),
    )


def pair(asked: Matrix, ours: Profile, theirs: Profile) -> Pair:
    """The chance that is shown, of one unit against another: after and today."""
    arc, charger = ARCS[asked.arc], charger_of(asked.charger)
    row = case(asked.rules, ours, theirs, arc, charger, asked.spends)
    after = row.full if asked.bonuses == "all" else row.bare
    return chance_of(asked, after), chance_of(asked, row.today)


def chance_of(asked: Matrix, fought: Fought) -> Fraction:
    """The chance that was asked for."""
    return {"win": fought.win, "tie": fought.tie, "loss": fought.loss}[asked.shown]


def sheet(asked: Matrix, matrix: Mapping[tuple[str, str], Pair]) -> ReportTable:
    """A row for every unit, a column for every opponent; beside each chance its change against today."""
    names = {name: profile.name for name, profile in asked.sheets.items()}
    lines = []
    for name, words in names.items():
        pairs = (matrix[name, other] for other in names)
        lines.append(
            ReportRow(words, tuple(SheetCell(after, "chance", after - today) for after, today in pairs))
        )
    columns = tuple(Column(words, "Opponent") for words in names.values())
    return ReportTable(f"Chance that {SAID[asked.shown]}", "Unit", columns, tuple(lines), RULE)


def plot(asked: Matrix, matrix: Mapping[tuple[str, str], Pair]) -> BarChart:
    """For every unit the mean over all opponents, after and today."""
    marks = []
    for name, profile in asked.sheets.items():
        pairs = [matrix[name, other] for other in asked.sheets]
        means = tuple(sum((pair[i] for pair in pairs), Fraction(0)) / len(pairs) for i in range(2))
        marks.append(BarRow(profile.name, means))
    return BarChart("Mean over all opponents", (AFTER, TODAY), tuple(marks))


def notes(asked: Matrix) -> tuple[tuple[str, str], ...]:
    """How the matrix is meant."""
    spent = "spends all its legal bonuses" if asked.bonuses == "all" else "spends no bonus"
    other = "all its bonuses" if asked.spends else "none"
    return (
        (f"The unit of the row {spent}; a vehicle as opponent {other}, and is struck in front.", RULE),
        ("With each chance stands its change against today, in hundredths.", "CA-1.5"),
        ("A unit without arcs fights alike on all sides.", "CA-9.10"),
    )
