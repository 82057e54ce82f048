"""The shelf of Close Assault, and how what stands on it is listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hulldown.rulesets.close_assault.catalogue.scenarios import Scenario, scenario_problems
from hulldown.rulesets.close_assault.catalogue.units import unit_problems
from hulldown.rulesets.close_assault.sheet import Units
from hulldown.rulesets.close_assault.state import Options
from hulldown.rulesets.face.files import RosterUnit
from hulldown.rulesets.shared.scenarios import filled_in
from hulldown.rulesets.shared.shelf import Shelf, listed_units


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """The detachments that take part, side by side, and the types that may stand for them (CA-1.8)."""
    for seat in range(2):
        for name, force in file.side(seat).items():
            sheet, count = force.sheet(units), len(force.models)
            printed = f"{count} x {sheet.name}" if count > 1 else sheet.name
            yield RosterUnit(name, seat, (sheet.type,), printed, force.unit)


SHELF = Shelf(
    Path(__file__).parent.parent,
    Units,
    Scenario,
    Options,
    unit_problems=unit_problems,
    scenario_problems=scenario_problems,
    unit_list=lambda file: listed_units(file.units, lambda one: one.type, lambda one: 0),
    roster=roster,
    ground=filled_in,
    turns=lambda file: file.rounds,
    period="round",
)
