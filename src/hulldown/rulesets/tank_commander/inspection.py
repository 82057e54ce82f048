"""What `units.toml` must satisfy beyond its own names: builds that the rule allows, rules that exist."""

from __future__ import annotations

from collections.abc import Iterator

from hulldown.catalogue import Place, Problem, unknown
from hulldown.rulesets.tank_commander import catalogue
from hulldown.rulesets.tank_commander.armory import WORDS, judge_build
from hulldown.rulesets.tank_commander.catalogue import Units
from hulldown.rulesets.tank_commander.catalogue.units import unit_problems
from hulldown.rulesets.tank_commander.codes import Upgrade
from hulldown.rulesets.tank_commander.groundwork import options_under
from hulldown.rulesets.tank_commander.reasons import Illegal

BOUGHT = ("armor", *(upgrade.name.lower() for upgrade in Upgrade))  # what a rule knows to sell


def problems(file: Units) -> Iterator[Problem]:
    """Everything wrong with a unit file; builds are put to the rule when all names are right."""
    found = [*unit_problems(file), *upgrade_problems(file)]
    yield from found
    yield from source_problems(file)
    if not found:
        yield from build_problems(file)


def upgrade_problems(file: Units) -> Iterator[Problem]:
    """Upgrades that no rule knows, or that hang on an option that does not exist."""
    options = catalogue.load_options()
    for kind, lines in file.upgrades.items():
        for name, line in lines.items():
            place = ("upgrades", kind, name)
            if name not in BOUGHT:
                yield Problem(place, unknown("upgrade", name, BOUGHT))
            if line.option and line.option not in options:
                yield Problem((*place, "option"), unknown("option", line.option, options))


def sources(file: Units) -> Iterator[tuple[Place, str]]:
    """Every rule id that the file names, with its place."""
    for table in ("rounds", "weapons", "units", "builds"):
        for name, entry in getattr(file, table).items():
            yield (table, name, "source"), entry.source
    for kind, lines in file.upgrades.items():
        for name, line in lines.items():
            yield ("upgrades", kind, name, "source"), line.source


def source_problems(file: Units) -> Iterator[Problem]:
    """Sources that the rulebook does not have."""
    rules = catalogue.load_rulebook().rules
    for place, rule in sources(file):
        if rule not in rules:
            yield Problem(place, f"there is no rule {rule}")


def build_problems(file: Units) -> Iterator[Problem]:
    """Builds that break TC-2.24 even with every upgrade on sale, and costs that are not the sum."""
    on_sale = {line.option for lines in file.upgrades.values() for line in lines.values() if line.option}
    o = options_under(dict.fromkeys({*on_sale, "exotic_units"}, True))
    for name, build in file.builds.items():
        why, cost = judge_build(build, o, units=file)
        if why != Illegal.LEGAL:
            yield Problem(("builds", name), f"{WORDS[why]}; it costs {cost}", why.rule)
        if cost != build.points:
            yield Problem(("builds", name, "points"), f"it costs {cost}, not {build.points}", "TC-2.4")
