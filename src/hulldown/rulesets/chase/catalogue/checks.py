"""What a scenario file can get wrong beyond its types: each check yields the problems it finds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hulldown.catalogue import Option, Problem, quote, unknown
from hulldown.rulesets.chase.catalogue.scenarios import Force, Scenario
from hulldown.rulesets.chase.catalogue.units import Units, own_problems
from hulldown.rulesets.chase.codes import SIDE_TANKS


def scenario_problems(file: Scenario, units: Units, options: Mapping[str, Option]) -> Iterator[Problem]:
    """Everything that keeps a scenario from being played."""
    yield from option_problems(file, options)
    yield from side_problems(file)
    yield from roster_problems(file)
    yield from size_problems(file)
    for name, force in file.units.items():
        yield from force_problems(name, force, units)


def option_problems(file: Scenario, options: Mapping[str, Option]) -> Iterator[Problem]:
    """Options that do not exist, or values that they cannot have."""
    for name, value in file.options.items():
        place = ("options", name)
        if name not in options:
            yield Problem(place, unknown("option", name, options))
            continue
        try:
            options[name].read(value)
        except ValueError as error:
            yield Problem(place, str(error), options[name].rule)


def side_problems(file: Scenario) -> Iterator[Problem]:
    """Sides that share a name."""
    first, second = (side.name for side in file.sides)
    if first == second:
        yield Problem(("sides", 1, "name"), f"{quote(second)} is the name of the other side")


def roster_problems(file: Scenario) -> Iterator[Problem]:
    """Names that are not A1, A2 ... and B1, B2 ... in this order."""
    for number, letter in enumerate("AB"):
        names = list(file.side(number))
        if not names:
            yield Problem(("units",), f"side {letter} has no tank: there is no {letter}1")
        for position, name in enumerate(names, 1):
            if name != f"{letter}{position}":
                yield Problem(("units", name), f"should be {letter}{position}: tanks are numbered from 1")
    for name in file.units:
        if not re.match("[AB]", name):
            yield Problem(("units", name), "the name of a tank is A or B and a number, such as A1")


def size_problems(file: Scenario) -> Iterator[Problem]:
    """More tanks than a side may have, and what a team battle has no use for (CH-14.1)."""
    team = str(file.options.get("team_battle", False)).lower() == "true"
    for number, letter in enumerate("AB"):
        for position, name in enumerate(file.side(number), 1):
            if position > SIDE_TANKS:
                yield Problem(("units", name), f"side {letter} has more than {SIDE_TANKS} tanks", "CH-14.1")
            elif position == 2 and not team:
                what = "a second tank on a side needs team_battle = true among the options"
                yield Problem(("units", name), what, "CH-14.1")
    if team and file.duels > 1:
        yield Problem(("duels",), "a team battle is no match of duels", "CH-14.10")
    if team and (file.payoffs or file.limit is not None):
        place = "payoffs" if file.payoffs else "limit"
        yield Problem((place,), "a team battle is scored by points, not by payoffs", "CH-14.10")


def force_problems(name: str, force: Force, units: Units) -> Iterator[Problem]:
    """A tank or crew that does not exist, none at all, or two at once."""
    place = ("units", name)
    if bool(force.tank) == (force.own is not None):
        what = "names a tank and describes one of its own" if force.tank else "is missing"
        yield Problem((*place, "tank"), what)
    elif force.tank and force.tank not in units.tanks:
        yield Problem((*place, "tank"), unknown("tank", force.tank, units.tanks))
    if force.crew not in units.crews:
        yield Problem((*place, "crew"), unknown("crew", force.crew, units.crews))
    if force.own:
        if "crew" in force.model_fields_set:
            yield Problem((*place, "crew"), "a tank of its own kind says its skills itself")
        for problem in own_problems(force.own, units):
            yield problem._replace(place=(*place, "own", *problem.place))


def scenario_warnings(file: Scenario) -> Iterator[Problem]:
    """Payoffs under which giving up could pay, so that the solver's play is not the best (CH-13.9)."""
    payoffs = file.stakes()
    for letter, sign in (("a", 1), ("b", -1)):
        own = sign * payoffs[f"destroy_{letter}"]
        for key, value in payoffs.items():
            if sign * value < own:
                place = ("limit",) if key == "limit" else ("payoffs", key)
                what = f"warning: is worse for side {letter.upper()} than to lose its tank"
                yield Problem(place, f"{what}, so giving up may pay; the solver does not see that", "CH-13.9")
