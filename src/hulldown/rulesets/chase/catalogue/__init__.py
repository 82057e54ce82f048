"""The files of Chase as typed data: units, options, scenarios and the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

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
)
from hulldown.catalogue import option_problems as problems_of_options
from hulldown.catalogue.rulebook import RuleText
from hulldown.rulesets.chase.catalogue.checks import scenario_problems, scenario_warnings
from hulldown.rulesets.chase.catalogue.scenarios import REGULAR, STANDARD, Force, Scenario, Side
from hulldown.rulesets.chase.catalogue.units import (
    Armor,
    Band,
    Crew,
    OwnTank,
    OwnWeapon,
    Tank,
    Units,
    Weapon,
    own_problems,
    unit_problems,
)
from hulldown.rulesets.shared.lint import complaints

HERE = Path(__file__).parent.parent


@cache
def load_units() -> Units:
    """Weapons, crews and tanks."""
    return load(HERE / "units.toml", Units, problems_of_units, "units.toml")


@cache
def load_options() -> dict[str, Option]:
    """Every rule variant by name, in the rulebook's order (CH-15)."""
    return load(HERE / "options.toml", Options, problems_of_options, "options.toml").options


@cache
def load_rulebook() -> RuleText:
    """The numbered rules: `text`, `rules` (id -> (mark, text)) and `chapters`."""
    return load_rules(HERE / "rulebook.md", "rulebook.md")


@cache
def scenario_names() -> tuple[str, ...]:
    """The scenarios that come with the game, in the order in which the rulebook prints them."""
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
    return load(one, Scenario, problems_of_scenario)


def files() -> dict[str, type[Entry]]:
    """What the tables of our files are, by kind of file."""
    return {"units": Units, "scenario": Scenario}


# ---------------------------------------------------------------- `hulldown check`


def file_problems(path: Path, shown: str = "") -> list[str]:
    """What is wrong with a copy of `units.toml` or a scenario file, its warnings (CH-13.9) included."""
    if path.name == "units.toml":
        return complaints(lambda: load(path, Units, problems_of_units, shown))
    return complaints(lambda: load(path, Scenario, concerns_of_scenario, shown))


def data_problems() -> list[str]:
    """What is wrong with the files that come with the game."""
    names = ("units.toml", *(f"scenarios/{name}.toml" for name in scenario_names()))
    return [line for name in names for line in file_problems(HERE / name, name)]


# ---------------------------------------------------------------- steps


@cache
def shipped_scenario(name: str) -> Scenario:
    """A scenario that comes with the game."""
    file = f"scenarios/{name}.toml"
    return load(HERE / file, Scenario, problems_of_scenario, file)


def problems_of_scenario(file: Scenario) -> Iterator[Problem]:
    """What keeps a scenario from being played, its rule included."""
    yield from scenario_problems(file, load_units(), load_options())
    if file.rule not in load_rulebook().rules:
        yield Problem(("rule",), f"there is no rule {file.rule}")


def concerns_of_scenario(file: Scenario) -> Iterator[Problem]:
    """What keeps a scenario from being played, and what its author should know all the same."""
    yield from problems_of_scenario(file)
    yield from scenario_warnings(file)


def problems_of_units(file: Units) -> Iterator[Problem]:
    """Everything wrong with a unit file: names, points, and sources that the rulebook does not have."""
    yield from unit_problems(file)
    rules = load_rulebook().rules
    for table in ("weapons", "crews", "tanks"):
        for name, entry in getattr(file, table).items():
            if entry.source not in rules:
                yield Problem((table, name, "source"), f"there is no rule {entry.source}")


__all__ = [
    "load_units",
    "load_options",
    "load_scenario",
    "load_rulebook",
    "scenario_names",
    "files",
    "file_problems",
    "data_problems",
    "STANDARD",
    "REGULAR",
    "own_problems",
    "Units",
    "Weapon",
    "Crew",
    "Tank",
    "Armor",
    "Band",
    "OwnTank",
    "OwnWeapon",
    "Option",
    "Scenario",
    "Side",
    "Force",
    "CatalogueError",
]
