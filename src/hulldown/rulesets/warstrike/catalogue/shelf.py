"""The shelf of WarStrike, and how what stands on it is listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hulldown.rulesets.api.files import RosterUnit
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units, unit_named
from hulldown.rulesets.common.scenarios import filled_in
from hulldown.rulesets.warstrike.catalogue.scenarios import Scenario, scenario_problems
from hulldown.rulesets.warstrike.catalogue.units import Units, Weapons, unit_problems
from hulldown.rulesets.warstrike.state import Options


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """The units that take part, side by side, and the kind of unit that may stand for each (WS-4.12)."""
    for seat in range(2):
        for name, force in file.side(seat).items():
            unit = unit_named(units, force.unit)
            yield RosterUnit(name, seat, (unit.kind,), unit.name, units.key_of(force.unit))


SHELF = RulesetFiles(
    Path(__file__).parent.parent,
    Units,
    Scenario,
    Options,
    unit_problems=unit_problems,
    scenario_problems=scenario_problems,
    unit_list=lambda file: listed_units(file.units, lambda unit: unit.type, lambda unit: unit.vp),
    roster=roster,
    ground=filled_in,
    turns=lambda file: file.turns,
    points=lambda file: file.points,
    kinds={"weapons": Weapons},
    layered=("weapons",),
)
