"""The files of Tank Commander as typed data: units, options, scenarios and the rulebook.

What is checked here is what a file can get wrong: names that do not exist, hexes off the board, two
units on one hex. Whether a build is legal (TC-2.24) is a rule; `load_scenario` takes the function
that decides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from hulldown.catalogue import (
    CatalogueError,
    Chapter,
    Entry,
    Option,
    Options,
    OwnFile,
    Problem,
    Which,
    chosen,
    load,
    load_rules,
)
from hulldown.catalogue import option_problems as problems_of_options
from hulldown.catalogue.rulebook import RuleText
from hulldown.rulesets.tank_commander.catalogue.checks import BuildCheck, scenario_problems
from hulldown.rulesets.tank_commander.catalogue.scenarios import (
    Board,
    Force,
    Medals,
    Scenario,
    Side,
    Static,
    Zone,
)
from hulldown.rulesets.tank_commander.catalogue.units import (
    Armor,
    Build,
    Loadout,
    Round,
    Unit,
    Units,
    Upgrade,
    Weapon,
    unit_problems,
)

HERE = Path(__file__).parent.parent
ScenarioCheck = Callable[[Scenario], Iterator[Problem]]


@cache
def load_units() -> Units:
    """Profiles, weapons, upgrades and sample builds."""
    return load(HERE / "units.toml", Units, unit_problems, "units.toml")


@cache
def load_options() -> dict[str, Option]:
    """Every rule variant by name, in the rulebook's order."""
    return load(HERE / "options.toml", Options, problems_of_options, "options.toml").options


def scenario_names() -> tuple[str, ...]:
    """The scenarios that come with the game, in the rulebook's order."""
    return tuple(sorted(shipped(), key=rulebook_order))


def load_scenario(
    which: Which, check_build: BuildCheck | None = None, misfits: ScenarioCheck | None = None
) -> Scenario:
    """A scenario that comes with the game, by name, or one of your own: a path, a TOML text or data.

    `check_build` gives the reason why a build is refused, or nothing; `misfits` what keeps a scenario
    without other mistakes from being played. CatalogueError has a line for each problem, or says which
    scenarios there are.
    """
    one = chosen(which, shipped())
    if isinstance(one, str):
        return shipped_scenario(one, check_build, misfits)
    return read_scenario(one, check_build, one.name, misfits)


@cache
def load_rulebook() -> RuleText:
    """The numbered rules: `text`, `rules` (id -> (mark, text)) and `chapters`."""
    return load_rules(HERE / "rulebook.md", "rulebook.md")


def files() -> dict[str, type[Entry]]:
    """What the tables of our files are, by kind of file."""
    return {"units": Units, "scenario": Scenario}


# ---------------------------------------------------------------- steps


@cache
def shipped() -> tuple[str, ...]:
    """The names of the scenario files."""
    return tuple(sorted(path.stem for path in (HERE / "scenarios").glob("*.toml")))


@cache
def shipped_scenario(
    name: str, check_build: BuildCheck | None, misfits: ScenarioCheck | None = None
) -> Scenario:
    file = f"scenarios/{name}.toml"
    return read_scenario(HERE / file, check_build, file, misfits)


def read_scenario(
    path: Path | OwnFile, check_build: BuildCheck | None, shown: str, misfits: ScenarioCheck | None = None
) -> Scenario:
    def check(file: Scenario) -> Iterator[Problem]:
        found = [*scenario_problems(file, load_units(), load_options(), check_build)]
        yield from found
        if file.rule not in load_rulebook().rules:
            yield Problem(("rule",), f"there is no rule {file.rule}")
        if misfits and not found:
            yield from misfits(file)

    return load(path, Scenario, check, shown)


def rulebook_order(name: str) -> tuple[int, ...]:
    """Chapter and number of the rule that prints a scenario."""
    _, _, number = shipped_scenario(name, None).rule.partition("-")
    return tuple(int(part) for part in number.split("."))


__all__ = [
    "load_units",
    "load_options",
    "load_scenario",
    "load_rulebook",
    "scenario_names",
    "files",
    "Units",
    "Unit",
    "Weapon",
    "Round",
    "Upgrade",
    "Build",
    "Loadout",
    "Armor",
    "Option",
    "Scenario",
    "Board",
    "Side",
    "Zone",
    "Force",
    "Static",
    "Medals",
    "BuildCheck",
    "ScenarioCheck",
    "CatalogueError",
    "Chapter",
]
