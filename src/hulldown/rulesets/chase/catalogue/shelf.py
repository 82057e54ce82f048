"""The shelf of Chase, and how what stands on it is listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hulldown.rulesets.api.files import RosterUnit
from hulldown.rulesets.chase.catalogue.scenarios import (
    REGULAR,
    Force,
    Scenario,
    scenario_problems,
    scenario_warnings,
)
from hulldown.rulesets.chase.catalogue.units import KINDS, Units, unit_problems
from hulldown.rulesets.chase.state import Options
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units

APART = "_"  # between a tank and its crew in the id of a sample


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """Who takes part, with the crew unless it is a regular one: "Marten, veteran crew". Any tank may stand
    for any other (CH-17.2).
    """
    for side in range(2):
        for name, force in file.side(side).items():
            yield RosterUnit(name, side, KINDS, force_text(force, units), sample_of(force))


def force_text(force: Force, units: Units) -> str:
    """A tank of a scenario by its name and crew."""
    if force.own:
        return force.own.name or "Tank of its own kind"
    crew = f", {units.crews[force.crew].name.lower()} crew" if force.crew != REGULAR else ""
    return units.tanks[force.tank].name + crew


def sample_of(force: Force) -> str:
    """The sample of the garage that a tank is, if it is one."""
    return "" if force.own else sample_id(force.tank, force.crew)


def sample_id(tank: str, crew: str) -> str:
    """What the sample of a listed tank with a crew is called: "warden", "warden_veteran"."""
    return tank if crew == REGULAR else f"{tank}{APART}{crew}"


SHELF = RulesetFiles(
    Path(__file__).parent.parent,
    Units,
    Scenario,
    Options,
    unit_problems=unit_problems,
    scenario_problems=scenario_problems,
    unit_list=lambda file: listed_units(file.tanks, lambda tank: tank.type, lambda tank: tank.points),
    roster=roster,
    turns=lambda file: file.turn_limit,
    points=lambda file: file.total,
    warnings=scenario_warnings,
)
