"""What is offered when a game is set up: scenarios, options and the rulebook as every ruleset lists them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hulldown.catalogue import Option, as_word
from hulldown.rulesets.agrav import catalogue
from hulldown.rulesets.agrav.catalogue import Force, Scenario
from hulldown.rulesets.agrav.verdict import INFANTRY
from hulldown.rulesets.ruleset import OptionInfo, RosterUnit, Rulebook, ScenarioInfo


@cache
def scenarios() -> dict[str, ScenarioInfo]:
    """The scenarios that come with the game, in the rulebook's order (sections 6 and 7)."""
    return {name: scenario_info(name) for name in catalogue.scenario_names()}


@cache
def options() -> dict[str, OptionInfo]:
    """The rule variants, in the order of section 8."""
    return {name: option_info(name, option) for name, option in catalogue.load_options().items()}


@cache
def rulebook() -> Rulebook:
    """The numbered rules."""
    book = catalogue.load_rulebook()
    return Rulebook(book.text, dict(book.rules))


def scenario_info(name: str) -> ScenarioInfo:
    """A scenario as it is listed."""
    file = catalogue.load_scenario(name)
    return ScenarioInfo(
        id=name,
        name=file.name,
        summary=file.summary,
        briefing=file.briefing,
        victory=file.victory,
        sides=tuple(f"{side.name}: {side.role}" if side.role else side.name for side in file.sides),
        turns=file.rounds,
        period="round",
        rule=file.rule,
        roster=tuple(roster(file)),
        points=file.total if file.free else 0,
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


def option_info(name: str, option: Option) -> OptionInfo:
    """A rule variant as it is offered."""
    return OptionInfo(
        id=name,
        values=tuple(as_word(value) for value in option.values),
        default=as_word(option.default),
        text=option.text,
        rule=option.rule,
    )
