"""CA-19.8: before and after, every reference row of the rulebook, and all units against all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.situation import NoReport, ReportData
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.reports import report, reports

ROWS = {  # vehicle, arc: after without bonuses, after with all, today (CA-19.8); Line infantry charges
    ("rhino", "front"): "103/648 13/162 493/648, 65/72 7/162 35/648, 103/648 13/162 493/648",
    ("rhino", "rear"): "35/648 7/162 65/72, 35/648 7/162 65/72, 103/648 13/162 493/648",
    ("land_raider", "front"): "155/648 125/1296 287/432, 575/1296 73/648 575/1296, 145/432 35/324 721/1296",
    ("land_raider", "rear"): "7/72 5/81 545/648, 7/72 5/81 545/648, 145/432 35/324 721/1296",
    ("baneblade", "front"): "155/648 125/1296 287/432, 1 0 0, 721/1296 35/324 145/432",
    ("baneblade", "rear"): "7/72 5/81 545/648, 1261/1296 5/324 5/432, 721/1296 35/324 145/432",
}
RAMS = {  # a Rhino charges two moves into the arc of a vehicle; the Rhino's odds
    ("baneblade", "front"): "287/432 125/1296 155/648, 5/1296 5/648 427/432, 103/648 13/162 493/648",
    ("baneblade", "rear"): "545/648 5/81 7/72, 35/1296 35/1296 613/648, 103/648 13/162 493/648",
    ("land_raider", "front"): "287/432 125/1296 155/648, 7/72 5/81 545/648, 145/432 35/324 721/1296",
    ("land_raider", "rear"): "545/648 5/81 7/72, 545/648 5/81 7/72, 145/432 35/324 721/1296",
}
LAST = {"front": 5, "rear": 11}  # the line in which the opponent charges


def fractions(words: str) -> list[Fraction]:
    return [Fraction(word) for word in words.replace(",", " ").split()]


def line(vehicle: str, opponent: str, arc: str) -> list[Fraction]:
    found = report(SHELF, "compare", {"vehicle": vehicle, "opponent": opponent})
    return [cell.value for cell in found.sheets[0].lines[LAST[arc]].cells]


@pytest.mark.parametrize(("case", "expected"), ROWS.items())
def test_the_reference_rows_with_infantry(case: tuple[str, str], expected: str) -> None:
    """CA-19.8."""
    assert line(case[0], "line_infantry", case[1]) == fractions(expected)


@pytest.mark.parametrize(("case", "expected"), RAMS.items())
def test_the_reference_rows_of_a_rhino_that_rams(case: tuple[str, str], expected: str) -> None:
    """CA-19.8: the same Fight, seen by the vehicle that is rammed: win and loss change places."""
    win, tie, loss = (slice(i, None, 3) for i in range(3))
    seen = line(case[0], "rhino", case[1])
    told = fractions(expected)
    assert (seen[win], seen[tie], seen[loss]) == (told[loss], told[tie], told[win])


def test_changes_are_differences() -> None:
    """CA-19.8: the second table is what the first says, less today."""
    chances, changes = report(SHELF, "compare", {"vehicle": "heavy_tank", "opponent": "walker"}).sheets
    for first, second in zip(chances.lines, changes.lines, strict=True):
        values = [cell.value for cell in first.cells]
        expected = [after - values[6 + i % 3] for i, after in enumerate(values[:6])]
        assert [cell.value for cell in second.cells] == expected


def test_the_plots_show_what_the_tables_say() -> None:
    found = report(SHELF, "compare", {})
    bare, full = found.plots
    for plot, first in ((bare, 0), (full, 3)):
        values = [(one.cells[first].value, one.cells[6].value) for one in found.sheets[0].lines]
        assert [mark.values for mark in plot.marks] == values


def matrix(**asked: Any) -> ReportData:
    return report(SHELF, "matrix", asked)


def test_the_matrix_is_the_comparison_of_every_pair() -> None:
    """CA-19.8: every cell stands in the table of its pair."""
    units = list(SHELF.units().units)
    (sheet,) = matrix(arc="rear", charger="two", bonuses="none", spends=True).sheets
    for i in (0, 4, len(units) - 1):
        for j, other in enumerate(units):
            asked = {"vehicle": units[i], "opponent": other, "spends": True}
            row = report(SHELF, "compare", asked).sheets[0].lines[10].cells
            cell = sheet.lines[i].cells[j]
            assert (cell.value, cell.beside) == (row[0].value, row[0].value - row[6].value)


def test_win_tie_and_loss_sum_to_one() -> None:
    """CA-19.1."""
    tables = [matrix(shown=shown).sheets[0].lines for shown in ("win", "tie", "loss")]
    for lines in zip(*tables, strict=True):
        for cells in zip(*(one.cells for one in lines), strict=True):
            assert sum(cell.value for cell in cells) == 1


def test_a_unit_of_ones_own_takes_part() -> None:
    """CA-8.1: a profile as its file has it, under a key of its own."""
    rhino = SHELF.units().units["rhino"].model_dump(exclude={"text", "source", "points"}, mode="json")
    own = {"mine": rhino | {"name": "My transport", "save": 2}}
    found = report(SHELF, "compare", {"own": own, "vehicle": "mine"})
    assert found.title == "My transport against Line infantry"
    assert len(matrix(own=own).sheets[0].lines) == len(SHELF.units().units) + 1


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"vehicle": "rhyno"}, 'did you mean "rhino"'),
        ({"options": {"rules_mode": "today"}}, "rules_mode"),
        ({"options": {"fight_tie": "some"}}, "no_wound"),
        ({"own": {"rhino": {}}}, "own.rhino"),
    ],
)
def test_what_is_wrong_is_named(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(CatalogueError) as wrong:
        report(SHELF, "compare", asked)
    assert says in "\n".join(wrong.value.lines)


def test_there_is_no_other_report() -> None:
    with pytest.raises(NoReport):
        report(SHELF, "nothing", {})
    assert all(one.rule == "CA-19.8" and one.groups for one in reports(SHELF))
