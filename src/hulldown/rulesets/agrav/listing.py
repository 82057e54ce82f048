"""What is offered when a game is set up: scenarios, options and the rulebook as every ruleset lists them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hulldown.rulesets.agrav import catalogue
from hulldown.rulesets.agrav.blueprint import kind_name
from hulldown.rulesets.agrav.catalogue import Force, Scenario
from hulldown.rulesets.agrav.verdict import INFANTRY
from hulldown.rulesets.face.files import OptionInfo, RosterUnit, Rulebook, ScenarioInfo, UnitInfo
from hulldown.rulesets.shared.listing import listed_options, listed_rulebook, listed_scenario, listed_units


@cache
def scenarios() -> dict[str, ScenarioInfo]:
    """The scenarios that come with the game, in the rulebook's order (sections 6 and 7)."""
    return {name: scenario_info(name) for name in catalogue.scenario_names()}


@cache
def options() -> dict[str, OptionInfo]:
    """The rule variants, in the order of section 8."""
    return listed_options(catalogue.load_options())


@cache
def units() -> tuple[UnitInfo, ...]:
    """The sample vehicles and the infantry (sections 3.6 and 3.7)."""
    file = catalogue.load_units()
    return (
        *listed_units(file.vehicles, kind_name, lambda one: one.spent),
        *listed_units(file.squads, lambda one: INFANTRY, lambda one: one.value),
    )


@cache
def rulebook() -> Rulebook:
    """The numbered rules."""
    return listed_rulebook(catalogue.load_rulebook())


def scenario_info(name: str) -> ScenarioInfo:
    """A scenario as it is listed."""
    file = catalogue.load_scenario(name)
    return listed_scenario(
        name, file, file.rounds, roster(file), period="round", points=file.total if file.free else 0
    )


def roster(file: Scenario) -> Iterator[RosterUnit]:
    """Who takes part, side by side."""
    for side in range(2):
        for name, force in file.side(side).items():
            kinds = everything() if file.free else replacing(force)
            yield RosterUnit(name, side, kinds, printed_name(force), force.unit)


def everything() -> tuple[str, ...]:
    """What may be fielded in free play: every chassis of every class, and infantry (AG-6.1)."""
    units = catalogue.load_units()
    return (*(f"{budget}_{chassis}" for budget in units.budgets for chassis in units.chassis), INFANTRY)


def replacing(force: Force) -> tuple[str, ...]:
    """The kinds of unit that may stand for one: every chassis of its class, or infantry (AG-6.10)."""
    units = catalogue.load_units()
    design = force.design or units.vehicles.get(force.unit)
    return tuple(f"{design.budget}_{chassis}" for chassis in units.chassis) if design else (INFANTRY,)


def printed_name(force: Force) -> str:
    """A unit of a scenario in words."""
    units = catalogue.load_units()
    if force.design:
        return f"{units.chassis[force.design.chassis].name} of its own design"
    return (units.vehicles.get(force.unit) or units.squads[force.unit]).name
