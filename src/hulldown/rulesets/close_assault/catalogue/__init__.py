"""The files of Close Assault as typed data: units, options, scenarios and the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hulldown.catalogue import (
    CatalogueError,
    Entry,
    Option,
    Problem,
    Which,
    chosen,
    load,
    load_rules,
    unknown,
)
from hulldown.catalogue.rulebook import RuleText
from hulldown.rulesets.close_assault.catalogue.checks import scenario_problems
from hulldown.rulesets.close_assault.catalogue.options import load_options
from hulldown.rulesets.close_assault.catalogue.profiles import load_units, unit_named, unit_problems
from hulldown.rulesets.close_assault.catalogue.scenarios import MOST_MODELS, Force, Reward, Scenario, Side
from hulldown.rulesets.close_assault.sheet import UnitEntry, UnitProfile, Units
from hulldown.rulesets.shared.lint import complaints

HERE = Path(__file__).parent.parent


@cache
def load_rulebook() -> RuleText:
    """The numbered rules: `text`, `rules` (id -> (mark, text)) and `chapters`."""
    return load_rules(HERE / "rulebook.md", "rulebook.md")


@cache
def scenario_names() -> tuple[str, ...]:
    """The scenarios that come with the game: as they are printed, then with free set-up (section 6)."""
    names = [path.stem for path in (HERE / "scenarios").glob("*.toml")]
    text = load_rulebook().text
    return tuple(sorted(names, key=lambda name: (name.startswith("free_"), text.find(f"`{name}`"))))


def load_scenario(which: Which) -> Scenario:
    """A scenario that comes with the game, by name, or one of your own: a path, a TOML text or data.

    CatalogueError has a line for each problem, or says which scenarios there are.
    """
    one = chosen(which, scenario_names())
    if isinstance(one, str):
        return shipped_scenario(one)
    return grounded(load(one, Scenario, problems_of_scenario))


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
    """A scenario with what it takes from another one, or as it is."""
    return file.on(load_scenario(file.ground)) if file.ground else file


def problems_of_scenario(file: Scenario) -> Iterator[Problem]:
    """What keeps a scenario from being played, its rule and its ground included."""
    if file.ground and file.ground not in scenario_names():
        yield Problem(("ground",), unknown("scenario", file.ground, scenario_names()))
        return
    yield from scenario_problems(grounded(file), load_units(), load_options())
    if file.rule not in load_rulebook().rules:
        yield Problem(("rule",), f"there is no rule {file.rule}")


def problems_of_units(file: Units) -> Iterator[Problem]:
    """Everything wrong with a unit file: its profiles, and sources that the rulebook does not have."""
    yield from unit_problems(file)
    rules = load_rulebook().rules
    for key, entry in file.units.items():
        if entry.source not in rules:
            yield Problem(("units", key, "source"), f"there is no rule {entry.source}")


__all__ = [
    "load_units",
    "load_options",
    "load_scenario",
    "unit_named",
    "load_rulebook",
    "scenario_names",
    "files",
    "file_problems",
    "data_problems",
    "Units",
    "UnitEntry",
    "UnitProfile",
    "Option",
    "Scenario",
    "Side",
    "Force",
    "Reward",
    "MOST_MODELS",
    "CatalogueError",
]
