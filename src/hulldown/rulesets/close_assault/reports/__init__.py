"""What changed against the parent game (CA-19.8): one unit against another, and all units against all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hulldown.rulesets.api.reporting import NoReport, ReportData, ReportForm
from hulldown.rulesets.close_assault.reports.compare import COMPARE, compared
from hulldown.rulesets.close_assault.reports.everyone import MATRIX, all_against_all
from hulldown.rulesets.common.active_overlay import cached

MADE: dict[str, Callable[[Mapping[str, Any]], ReportData]] = {
    COMPARE: compared,
    MATRIX: all_against_all,
}


@cached
def reports() -> tuple[ReportForm, ...]:
    """The reports that there are."""
    from hulldown.rulesets.close_assault.reports.data import compare_form, matrix_form

    return (
        ReportForm(
            COMPARE,
            "Today and the proposal",
            "The Fights of a unit against an opponent, with front and rear CAF and without.",
            "CA-19.8",
            compare_form(),
        ),
        ReportForm(
            MATRIX,
            "All units against all",
            "One case of the comparison for every unit against every unit.",
            "CA-19.8",
            matrix_form(),
        ),
    )


def report(name: str, data: Mapping[str, Any]) -> ReportData:
    """A report worked out. NoReport if there is none of the name."""
    if name not in MADE:
        raise NoReport("Close Assault", name)
    return MADE[name](data)


__all__ = ["report", "reports"]
