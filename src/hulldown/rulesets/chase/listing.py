"""What is offered when a game is set up: scenarios, options and the rulebook as every ruleset lists them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hulldown.rulesets.chase import catalogue
from hulldown.rulesets.chase.catalogue import Force, Scenario
from hulldown.rulesets.face.files import OptionInfo, RosterUnit, Rulebook, ScenarioInfo, UnitInfo
from hulldown.rulesets.shared.listing import listed_options, listed_rulebook, listed_scenario, listed_units


@cache
def scenarios() -> dict[str, ScenarioInfo]:
    """The scenarios that come with the game, in the rulebook's order (section 4)."""
    return {name: scenario_info(name) for name in catalogue.scenario_names()}


@cache
def options() -> dict[str, OptionInfo]:
    """The rule variants, in the order of CH-15."""
    return listed_options(catalogue.load_options())


@cache
def units() -> tuple[UnitInfo, ...]:
    """The tanks, in the order of section 2.3."""
    return listed_units(catalogue.load_units().tanks, lambda one: one.type, lambda one: one.points)


@cache
def rulebook() -> Rulebook:
    """The numbered rules."""
    return listed_rulebook(catalogue.load_rulebook())


def scenario_info(name: str) -> ScenarioInfo:
    """A scenario as it is listed."""
    file = catalogue.load_scenario(name)
    return listed_scenario(name, file, file.turn_limit, roster(file))


def roster(file: Scenario) -> Iterator[RosterUnit]:
    """Who takes part. Nothing is built by points here, so no build may stand for a tank."""
    for side in range(2):
        for name, force in file.side(side).items():
            yield RosterUnit(name, side, (), printed_name(force))


def printed_name(force: Force) -> str:
    """A tank of a scenario in words, with its crew unless it is a regular one: "Marten, veteran crew"."""
    if force.own:
        return "Tank of its own kind"
    units = catalogue.load_units()
    name, crew = units.tanks[force.tank].name, units.crews[force.crew].name.lower()
    return name if force.crew == catalogue.REGULAR else f"{name}, {crew} crew"
