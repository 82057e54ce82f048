"""Who takes part: the tanks of a scenario, and what players field in their place (CH-17.1, CH-17.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import CatalogueError, unknown_name
from hulldown.rulesets.chase import blueprint
from hulldown.rulesets.chase.blueprint import read
from hulldown.rulesets.chase.catalogue.scenarios import Force, Scenario, points_of
from hulldown.rulesets.chase.catalogue.shelf import SHELF
from hulldown.rulesets.chase.codes import SIDE_TANKS

NAME = re.compile(r"([AB])([1-9][0-9]?)")
Forces = Mapping[str, Mapping[str, Any]]


def forces_in_play(file: Scenario, given: Forces) -> dict[str, Force]:
    """Every tank that takes part, in roster order. CatalogueError names what cannot be fielded."""
    if file.free:
        return free_forces(file, given)
    forces = {name: force for side in range(2) for name, force in file.side(side).items()}
    for name, data in given.items():
        if name not in forces:
            raise CatalogueError([unknown_name("unit", name, forces)])
        forces[name] = choose_force(name, data, forces[name])
    return forces


def choose_force(name: str, given: Mapping[str, Any], printed: Force | None) -> Force:
    """What a player fields, in place of a printed tank if there is one: another tank, another crew, a build.

    CatalogueError names what is wrong in it.
    """
    asked = {key: value for key, value in given.items() if value is not None}
    if printed and asked.keys() <= {"tank", "crew", "name", "paint"}:
        if "tank" not in asked and printed.own is not None:
            if "crew" in asked:
                raise CatalogueError([f"unit {name}: has the skills of its own profile; give it a tank too"])
            return printed
        asked = {"tank": printed.tank, "crew": printed.crew, **asked}
    build = read(asked, f"unit {name}")
    for problem in blueprint.faults(build):
        raise CatalogueError([f"unit {name}: {problem.place[0]}: {problem.what} ({problem.rule})"])
    return blueprint.as_force(build)


# ---------------------------------------------------------------- free play


def free_forces(file: Scenario, given: Forces) -> dict[str, Force]:
    """The tanks of free play: what is given for a side, or what the file proposes for it (CH-17.4)."""
    for name in given:
        if not NAME.fullmatch(name):
            raise CatalogueError([f"unit {name}: the name of a tank is A or B and a number, such as A1"])
    forces = {}
    for side, letter in enumerate("AB"):
        printed = file.side(side)
        names = sorted((name for name in given if name.startswith(letter)), key=lambda name: int(name[1:]))
        units = {name: choose_force(name, given[name], printed.get(name)) for name in names} or printed
        refuse_roster(letter, units, file.total)
        forces.update(units)
    return forces


def refuse_roster(letter: str, units: Mapping[str, Force], total: int) -> None:
    """CatalogueError for gaps in the numbers of a side, too many tanks or too many points (CH-17.4)."""
    if list(units) != [f"{letter}{number}" for number in range(1, len(units) + 1)]:
        raise CatalogueError([f"side {letter}: tanks are numbered from {letter}1 without gaps"])
    if len(units) > SIDE_TANKS:
        raise CatalogueError([f"side {letter}: has more than {SIDE_TANKS} tanks (CH-14.1)"])
    worth = sum(points_of(unit, SHELF.units()) for unit in units.values())
    if worth > total:
        raise CatalogueError([f"side {letter}: is worth {worth} points, more than {total} (CH-17.4)"])
