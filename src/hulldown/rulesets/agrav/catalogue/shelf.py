"""The shelf of AGrav, and how what stands on it is listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hulldown.catalogue import ValidationIssue
from hulldown.rulesets.agrav.catalogue.scenarios import Force, Scenario, scenario_problems
from hulldown.rulesets.agrav.catalogue.units import build_problems, unit_problems
from hulldown.rulesets.agrav.design import total_cost
from hulldown.rulesets.agrav.sheet import INFANTRY, Units, Vehicle
from hulldown.rulesets.agrav.state import Options
from hulldown.rulesets.api.files import RosterUnit, UnitInfo
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units


def unit_list(units: Units) -> Iterator[UnitInfo]:
    """The sample vehicles and the infantry (sections 3.6 and 3.7)."""
    yield from listed_units(units.vehicles, units.kind_name, lambda vehicle: total_cost(vehicle, units))
    yield from listed_units(units.squads, lambda squad: INFANTRY, lambda squad: squad.value)


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """Who takes part, side by side."""
    for side in range(2):
        for name, force in file.side(side).items():
            if force.design:
                printed = f"{units.chassis[force.design.chassis].name} of its own design"
            else:
                vehicle = units.vehicles.get(force.unit)
                printed = vehicle_text(vehicle, units) if vehicle else units.squads[force.unit].name
            yield RosterUnit(name, side, kinds(file, force, units), printed, force.unit)


def vehicle_text(vehicle: Vehicle, units: Units) -> str:
    """What a vehicle is called, and what it is: "Kestrel (medium AGrav, hovers)"."""
    size, _, chassis = units.kind_name(vehicle).partition(" ")
    kind = f"{size.lower()} {chassis}"
    return f"{vehicle.name} ({kind}, hovers)" if chassis == "AGrav" else f"{vehicle.name} ({kind})"


def kinds(file: Scenario, force: Force, units: Units) -> tuple[str, ...]:
    """What may stand for a unit: its class on any chassis, or infantry (AG-6.10); in free play all."""
    if file.free:
        return (*(f"{budget}_{chassis}" for budget in units.budgets for chassis in units.chassis), INFANTRY)
    design = force.design or units.vehicles.get(force.unit)
    return tuple(f"{design.budget}_{chassis}" for chassis in units.chassis) if design else (INFANTRY,)


def another_map(file: Scenario) -> Iterator[ValidationIssue]:
    """A picture of its own beside the map of another scenario."""
    if file.picture:
        yield ValidationIssue(("ground",), "is another map than the picture")


def printed_problems(file: Units) -> Iterator[ValidationIssue]:
    """What is wrong with units by the rules as they are printed."""
    return unit_problems(file, SHELF.options_under({}))


def sums() -> list[ValidationIssue]:
    """Vehicles that are not what their parts come to, those of packs in force too."""
    return list(build_problems(SHELF.units(), SHELF.options_under({})))


SHELF: RulesetFiles[Units, Scenario, Options] = RulesetFiles(
    Path(__file__).parent.parent,
    Units,
    Scenario,
    Options,
    unit_problems=printed_problems,
    scenario_problems=scenario_problems,
    unit_list=unit_list,
    roster=roster,
    turns=lambda file: file.rounds,
    period="round",
    points=lambda file: file.total if file.free else 0,
    ground=Scenario.on,
    no_ground=another_map,
)
