"""What `units.toml` must satisfy beyond its own names: builds that the rule allows, rules that exist."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hulldown.catalogue import Problem, unknown
from hulldown.rulesets.tank_commander.armory import WORDS, judge_build
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Units, unit_problems
from hulldown.rulesets.tank_commander.codes import Upgrade
from hulldown.rulesets.tank_commander.reasons import Illegal

BOUGHT = ("armor", *(upgrade.name.lower() for upgrade in Upgrade))  # what a rule knows to sell


def file_problems(path: Path) -> list[str] | None:
    """What is wrong with a copy of `units.toml`; None for a scenario, which is set up instead."""
    return SHELF.problems_of(path, inspect=problems) if path.name == "units.toml" else None


def data_problems() -> list[str]:
    """What is wrong with the files that come with the game."""
    return SHELF.data_problems(problems)


def problems(file: Units) -> Iterator[Problem]:
    """What a unit file gets wrong beyond its names; builds are put to the rule when all names are right."""
    found = [*upgrade_problems(file)]
    yield from found
    if not found and not any(unit_problems(file)):
        yield from build_problems(file)


def upgrade_problems(file: Units) -> Iterator[Problem]:
    """Upgrades that no rule knows, or that hang on an option that does not exist."""
    options = SHELF.options()
    for kind, lines in file.upgrades.items():
        for name, line in lines.items():
            place = ("upgrades", kind, name)
            if name not in BOUGHT:
                yield Problem(place, unknown("upgrade", name, BOUGHT))
            if line.option and line.option not in options:
                yield Problem((*place, "option"), unknown("option", line.option, options))


def build_problems(file: Units) -> Iterator[Problem]:
    """Builds that break TC-2.24 even with every upgrade on sale, and costs that are not the sum."""
    on_sale = {line.option for lines in file.upgrades.values() for line in lines.values() if line.option}
    o = SHELF.options_under(dict.fromkeys({*on_sale, "exotic_units"}, True))
    for name, build in file.builds.items():
        why, cost = judge_build(build, o, units=file)
        if why != Illegal.LEGAL:
            yield Problem(("builds", name), f"{WORDS[why]}; it costs {cost}", why.rule)
        if cost != build.points:
            yield Problem(("builds", name, "points"), f"it costs {cost}, not {build.points}", "TC-2.4")
