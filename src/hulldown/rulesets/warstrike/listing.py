"""What is offered when a game is set up: scenarios, options and the rulebook as every ruleset lists them."""

from __future__ import annotations

from functools import cache

from hulldown.catalogue import Option, as_word
from hulldown.rulesets.ruleset import OptionInfo, RosterUnit, Rulebook, ScenarioInfo
from hulldown.rulesets.warstrike import catalogue
from hulldown.rulesets.warstrike.catalogue import Force, Scenario


@cache
def scenarios() -> dict[str, ScenarioInfo]:
    """The scenarios that come with the game, in the rulebook's order (section 5)."""
    return {name: scenario_info(name) for name in catalogue.scenario_names()}


@cache
def options() -> dict[str, OptionInfo]:
    """The rule variants, in the order of 2.5."""
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
        turns=file.turns,
        rule=file.rule,
        roster=roster(file),
    )


def roster(file: Scenario) -> tuple[RosterUnit, ...]:
    """The units that take part, side by side; nothing is built by points that could stand for them."""
    return tuple(
        roster_unit(name, seat, force) for seat in range(2) for name, force in file.side(seat).items()
    )


def roster_unit(name: str, seat: int, force: Force) -> RosterUnit:
    """A unit of a scenario as it is listed."""
    unit = catalogue.unit_named(force.unit)
    return RosterUnit(name, seat, (), unit.name)


def option_info(name: str, option: Option) -> OptionInfo:
    """A rule variant as it is offered."""
    return OptionInfo(
        id=name,
        values=tuple(as_word(value) for value in option.values),
        default=as_word(option.default),
        text=option.text,
        rule=option.rule,
        number=option.kind == "number",
        low=option.low or 0,
        high=option.high or 0,
    )
