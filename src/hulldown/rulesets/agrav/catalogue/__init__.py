"""The files of AGrav as typed data: units, options, scenarios and the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hulldown.catalogue import (
    CatalogueError,
    Entry,
    Option,
    Options,
    Problem,
    Which,
    chosen,
    load,
    load_rules,
    unknown,
    validate,
)
from hulldown.catalogue import option_problems as problems_of_options
from hulldown.catalogue.rulebook import RuleText
from hulldown.rulesets.agrav.catalogue.checks import scenario_problems
from hulldown.rulesets.agrav.catalogue.scenarios import Built, Edge, Force, Scenario, Side, tiles_of
from hulldown.rulesets.agrav.catalogue.units import design_problems, unit_problems
from hulldown.rulesets.agrav.sheet import Design, Squad, Units, Vehicle, WeaponKind
from hulldown.rulesets.shared.lint import complaints

HERE = Path(__file__).parent.parent
SOURCED = ("chassis", "budgets", "shields", "parts", "weapons", "vehicles", "squads")


@cache
def load_units() -> Units:
    """Chassis, parts, weapons, sample vehicles and squads (sections 3.2 to 3.7)."""
    return load(HERE / "units.toml", Units, problems_of_units, "units.toml")


@cache
def load_options() -> dict[str, Option]:
    """Every rule variant by name, in the rulebook's order (section 8)."""
    return load(HERE / "options.toml", Options, problems_of_options, "options.toml").options


@cache
def load_rulebook() -> RuleText:
    """The numbered rules: `text`, `rules` (id -> (mark, text)) and `chapters`."""
    return load_rules(HERE / "rulebook.md", "rulebook.md")


@cache
def scenario_names() -> tuple[str, ...]:
    """The scenarios that come with the game, in the order in which the rulebook names them."""
    text = load_rulebook().text
    names = sorted(path.stem for path in (HERE / "scenarios").glob("*.toml"))
    return tuple(sorted(names, key=lambda name: text.find(f"`{name}`") % (len(text) + 1)))


def load_scenario(which: Which) -> Scenario:
    """A scenario that comes with the game, by name, or one of your own: a path, a TOML text or data.

    CatalogueError has a line for each problem, or says which scenarios there are.
    """
    one = chosen(which, scenario_names())
    if isinstance(one, str):
        return shipped_scenario(one)
    return grounded(load(one, Scenario, problems_of_scenario))


def read_design(data: Mapping[str, Any], shown: str = "design") -> Design:
    """A legal design from plain data. CatalogueError names what is wrong, with the rule of AG-5.6."""
    units = load_units()
    return validate(data, Design, lambda one: design_problems(one, units), shown)


def files() -> dict[str, type[Entry]]:
    """What the tables of our files are, by kind of file."""
    return {"units": Units, "scenario": Scenario}


# ---------------------------------------------------------------- `hulldown check`


def file_problems(path: Path, shown: str = "") -> list[str]:
    """What is wrong with a copy of `units.toml` or a scenario file."""
    if path.name == "units.toml":
        return complaints(lambda: load(path, Units, problems_of_units, shown))
    return complaints(lambda: load(path, Scenario, problems_of_scenario, shown))


def data_problems() -> list[str]:
    """What is wrong with the files that come with the game."""
    names = ("units.toml", *(f"scenarios/{name}.toml" for name in scenario_names()))
    return [line for name in names for line in file_problems(HERE / name, name)]


# ---------------------------------------------------------------- steps


@cache
def shipped_scenario(name: str) -> Scenario:
    """A scenario that comes with the game."""
    file = f"scenarios/{name}.toml"
    return grounded(load(HERE / file, Scenario, problems_of_scenario, file))


def grounded(file: Scenario) -> Scenario:
    """A scenario on the map of the one that it names, or on its own."""
    return file.on(load_scenario(file.ground)) if file.ground else file


def problems_of_scenario(file: Scenario) -> Iterator[Problem]:
    """What keeps a scenario from being played, its rule and its ground included."""
    if file.ground and (file.ground not in scenario_names() or file.picture):
        other = unknown("scenario", file.ground, scenario_names())
        yield Problem(("ground",), "is another map than the picture" if file.picture else other)
        return
    yield from scenario_problems(grounded(file), load_units(), load_options())
    if file.rule not in load_rulebook().rules:
        yield Problem(("rule",), f"there is no rule {file.rule}")


def problems_of_units(file: Units) -> Iterator[Problem]:
    """Everything wrong with a unit file: names, designs, and sources that the rulebook does not have."""
    yield from unit_problems(file)
    rules = load_rulebook().rules
    for table in SOURCED:
        for name, entry in getattr(file, table).items():
            if entry.source not in rules:
                yield Problem((table, name, "source"), f"there is no rule {entry.source}")


__all__ = [
    "load_units",
    "load_options",
    "load_scenario",
    "load_rulebook",
    "scenario_names",
    "read_design",
    "design_problems",
    "files",
    "file_problems",
    "data_problems",
    "tiles_of",
    "Units",
    "WeaponKind",
    "Vehicle",
    "Squad",
    "Design",
    "Option",
    "Scenario",
    "Side",
    "Force",
    "Built",
    "Edge",
    "CatalogueError",
]
