"""The shelf of Chase, and how what stands on it is listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hulldown.rulesets.chase.catalogue.scenarios import (
    REGULAR,
    Scenario,
    scenario_problems,
    scenario_warnings,
)
from hulldown.rulesets.chase.catalogue.units import Units, unit_problems
from hulldown.rulesets.chase.state import Options
from hulldown.rulesets.face.files import RosterUnit
from hulldown.rulesets.shared.shelf import Shelf, listed_units


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """Who takes part, with the crew unless it is a regular one: "Marten, veteran crew".

    Nothing is built by points here, so no build may stand for a tank.
    """
    for side in range(2):
        for name, force in file.side(side).items():
            printed = "Tank of its own kind" if force.own else units.tanks[force.tank].name
            if not force.own and force.crew != REGULAR:
                printed += f", {units.crews[force.crew].name.lower()} crew"
            yield RosterUnit(name, side, (), printed)


SHELF = Shelf(
    Path(__file__).parent.parent,
    Units,
    Scenario,
    Options,
    unit_problems=unit_problems,
    scenario_problems=scenario_problems,
    unit_list=lambda file: listed_units(file.tanks, lambda one: one.type, lambda one: one.points),
    roster=roster,
    turns=lambda file: file.turn_limit,
    warnings=scenario_warnings,
)
