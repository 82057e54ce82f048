"""What is offered when a game is set up: scenarios, options and the rulebook as every ruleset lists them."""

from __future__ import annotations

from functools import cache

from hulldown.rulesets.face.files import OptionInfo, RosterUnit, Rulebook, ScenarioInfo, UnitInfo
from hulldown.rulesets.shared.listing import listed_options, listed_rulebook, listed_scenario, listed_units
from hulldown.rulesets.warstrike import catalogue
from hulldown.rulesets.warstrike.catalogue import Force, Scenario


@cache
def scenarios() -> dict[str, ScenarioInfo]:
    """The scenarios that come with the game, in the rulebook's order (section 5)."""
    return {name: scenario_info(name) for name in catalogue.scenario_names()}


@cache
def options() -> dict[str, OptionInfo]:
    """The rule variants, in the order of 2.5."""
    return listed_options(catalogue.load_options())


@cache
def units() -> tuple[UnitInfo, ...]:
    """The units with the victory points that they count for."""
    return listed_units(catalogue.load_units().units, lambda one: one.type, lambda one: one.vp)


@cache
def rulebook() -> Rulebook:
    """The numbered rules."""
    return listed_rulebook(catalogue.load_rulebook())


def scenario_info(name: str) -> ScenarioInfo:
    """A scenario as it is listed."""
    file = catalogue.load_scenario(name)
    return listed_scenario(name, file, file.turns, roster(file))


def roster(file: Scenario) -> tuple[RosterUnit, ...]:
    """The units that take part, side by side; nothing is built by points that could stand for them."""
    return tuple(
        roster_unit(name, seat, force) for seat in range(2) for name, force in file.side(seat).items()
    )


def roster_unit(name: str, seat: int, force: Force) -> RosterUnit:
    """A unit of a scenario as it is listed."""
    unit = catalogue.unit_named(force.unit)
    return RosterUnit(name, seat, (), unit.name)
