"""The shelf of Tank Commander, and how what stands on it is listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hulldown.rulesets.api.files import RosterUnit, UnitInfo
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units
from hulldown.rulesets.tank_commander.catalogue.scenario_checks import scenario_problems
from hulldown.rulesets.tank_commander.catalogue.scenarios import Scenario
from hulldown.rulesets.tank_commander.catalogue.units import Units, unit_problems
from hulldown.rulesets.tank_commander.state import Options


def unit_list(file: Units) -> Iterator[UnitInfo]:
    """The profiles and the sample builds (tables 2.1 and 2.6)."""
    yield from listed_units(file.units, lambda unit: unit.kind, lambda unit: unit.upgrade_points)
    yield from listed_units(
        file.builds, lambda build: file.units[build.unit].kind, lambda build: build.points
    )


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """Who takes part, for players who bring builds of their own (TC-13.2, TC-15.11 l)."""
    for name, force in file.units.items():
        unit = units.units[force.loadout(units).unit]
        kinds = tuple(key for key, profile in units.units.items() if profile.kind == unit.kind)
        yield RosterUnit(name, file.seat_of(force.side), kinds, force.build or unit.name)


def rulebook_order(file: Scenario) -> tuple[int, ...]:
    """Chapter and number of the rule that prints a scenario."""
    _, _, number = file.rule.partition("-")
    return tuple(int(part) for part in number.split("."))


SHELF = RulesetFiles(
    Path(__file__).parent.parent,
    Units,
    Scenario,
    Options,
    unit_problems=unit_problems,
    scenario_problems=scenario_problems,
    unit_list=unit_list,
    roster=roster,
    turns=lambda file: file.turn_limit,
    order=rulebook_order,
)
