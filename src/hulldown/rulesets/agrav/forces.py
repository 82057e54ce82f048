"""Who takes part: the forces of a scenario, and what players field in their place (AG-6.1, AG-6.10)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import CatalogueError, Entry, ValidationIssue, unknown_name, validate
from hulldown.rulesets.agrav.blueprint import BESIDE
from hulldown.rulesets.agrav.catalogue.scenarios import Force, Scenario, barrage_problems
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.catalogue.units import design_problems
from hulldown.rulesets.agrav.codes import UNITS
from hulldown.rulesets.agrav.design import total_cost
from hulldown.rulesets.agrav.sheet import Design
from hulldown.rulesets.common.painting import PaintScheme, Word

NAME = re.compile(r"([AB])([1-9][0-9]?)")
SIDE_UNITS = UNITS // 2


class Choice(Entry):
    """What a player fields: a unit of `units.toml`, or a design of their own with its name and paint."""

    unit: str = ""
    design: Design | None = None
    name: Word = ""
    paint: PaintScheme = PaintScheme()


def forces_in_play(file: Scenario, given: Mapping[str, Mapping[str, Any]]) -> dict[str, Force]:
    """Every unit that takes part, in roster order. CatalogueError names what cannot be fielded."""
    forces = free_forces(file, given) if file.free else fixed_forces(file, given)
    for problem in barrage_problems(forces, SHELF.units()):
        raise CatalogueError([f"units: {problem} (AG-17.17)"])
    return forces


def fixed_forces(file: Scenario, given: Mapping[str, Mapping[str, Any]]) -> dict[str, Force]:
    """The printed forces, each replaced by one of its own class where something else is given (AG-6.10)."""
    for name in given:
        if name not in file.units:
            raise CatalogueError([unknown_name("unit", name, file.units)])
    forces = dict(file.units)
    for name, data in given.items():
        printed, choice = file.units[name], read_choice(name, data)
        if class_of(choice) != class_of(printed):
            what = f"unit {name}: must be {class_of(printed)}, as the one it replaces (AG-6.10)"
            raise CatalogueError([what])
        forces[name] = printed.model_copy(update={"unit": choice.unit, "design": choice.design})
    return forces


def free_forces(file: Scenario, given: Mapping[str, Mapping[str, Any]]) -> dict[str, Force]:
    """The forces of free play: what is given for a side, or what the file proposes for it."""
    for name in given:
        if not NAME.fullmatch(name):
            raise CatalogueError([f"unit {name}: the name of a unit is A or B and a number, such as A1"])
    forces = {}
    for side, letter in enumerate("AB"):
        own = {name: read_choice(name, data) for name, data in given.items() if name[0] == letter}
        units = dict(sorted(own.items(), key=lambda item: int(item[0][1:]))) or file.side(side)
        refuse_roster(letter, units, file.total)
        forces.update(units)
    return forces


def refuse_roster(letter: str, units: Mapping[str, Force], total: int) -> None:
    """CatalogueError for gaps in the numbers of a side, too many units or too many points (AG-6.1)."""
    if list(units) != [f"{letter}{number}" for number in range(1, len(units) + 1)]:
        raise CatalogueError([f"side {letter}: units are numbered from {letter}1 without gaps"])
    if len(units) > SIDE_UNITS:
        raise CatalogueError([f"side {letter}: has more than {SIDE_UNITS} units"])
    value = sum(value_of(unit) for unit in units.values())
    if value > total:
        raise CatalogueError([f"side {letter}: is worth {value}, more than {total} (AG-6.10)"])


def read_choice(name: str, given: Mapping[str, Any]) -> Force:
    """What a player fields, from plain data. CatalogueError names what is wrong in it."""
    units = SHELF.units()

    def problems(choice: Choice) -> list[ValidationIssue]:
        if bool(choice.unit) == (choice.design is not None):
            return [ValidationIssue(("unit",), "is missing" if not choice.unit else "stands beside a design")]
        if choice.unit and choice.unit not in units.kinds():
            return [ValidationIssue(("unit",), unknown_name("unit", choice.unit, units.kinds()))]
        wrong = design_problems(choice.design, units) if choice.design else ()
        return [issue._replace(place=("design", *issue.place)) for issue in wrong]

    choice = validate(as_choice(given), Choice, problems, f"unit {name}")
    return Force(unit=choice.unit, design=choice.design)


def as_choice(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A build of the garage, or the name of one of its samples, as a choice."""
    if "chassis" in given:
        design = {key: value for key, value in given.items() if key not in BESIDE}
        return {key: given[key] for key in BESIDE if key in given} | {"design": design}
    return (
        {"unit": given["build"], **{k: given[k] for k in given if k != "build"}}
        if "build" in given
        else given
    )


def class_of(force: Force) -> str:
    """The class that a replacement must share: a vehicle's budget class, or infantry."""
    units = SHELF.units()
    design = force.design or units.vehicles.get(force.unit)
    return f"a {design.budget} vehicle" if design else "infantry"


def value_of(force: Force) -> int:
    """Points of a unit: those spent on a vehicle, or a squad's value."""
    units = SHELF.units()
    design = force.design or units.vehicles.get(force.unit)
    return total_cost(design, units) if design else units.squads[force.unit].value
