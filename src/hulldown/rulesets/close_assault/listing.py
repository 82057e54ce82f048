"""What is offered when a game is set up: scenarios, options and the rulebook as every ruleset lists them."""

from __future__ import annotations

from functools import cache

from hulldown.rulesets.close_assault import catalogue
from hulldown.rulesets.close_assault.catalogue import Force, Scenario
from hulldown.rulesets.close_assault.forces import type_of
from hulldown.rulesets.face.files import OptionInfo, RosterUnit, Rulebook, ScenarioInfo, UnitInfo
from hulldown.rulesets.shared.listing import listed_options, listed_rulebook, listed_scenario, listed_units


@cache
def scenarios() -> dict[str, ScenarioInfo]:
    """The scenarios that come with the game, in the rulebook's order (section 6)."""
    return {name: scenario_info(name) for name in catalogue.scenario_names()}


@cache
def options() -> dict[str, OptionInfo]:
    """The rule variants, in the order of CA-21.1."""
    return listed_options(catalogue.load_options())


@cache
def units() -> tuple[UnitInfo, ...]:
    """The units, in the order of sections 2.2 and 2.3; nothing is built by points."""
    return listed_units(catalogue.load_units().units, lambda one: one.type, lambda one: 0)


@cache
def rulebook() -> Rulebook:
    """The numbered rules."""
    return listed_rulebook(catalogue.load_rulebook())


def scenario_info(name: str) -> ScenarioInfo:
    """A scenario as it is listed."""
    file = catalogue.load_scenario(name)
    return listed_scenario(name, file, file.rounds, roster(file), period="round")


def roster(file: Scenario) -> tuple[RosterUnit, ...]:
    """The detachments that take part, side by side, and the types that may stand for them (CA-1.8)."""
    return tuple(
        RosterUnit(name, seat, (type_of(force),), printed_name(force), force.unit)
        for seat in range(2)
        for name, force in file.side(seat).items()
    )


def printed_name(force: Force) -> str:
    """A detachment of a scenario in words: "3 x Rhino"."""
    name = (force.profile or catalogue.unit_named(force.unit)).name
    return f"{len(force.models)} x {name}" if len(force.models) > 1 else name
