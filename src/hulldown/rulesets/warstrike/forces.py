"""Who takes part: the units of a scenario, and what players field in their place (WS-4.12 to WS-4.14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hulldown.catalogue import CatalogueError, Entry, unknown_name, validate
from hulldown.rulesets.common.painting import PaintScheme, Word
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.warstrike.catalogue.scenarios import Point, Scenario
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import COMMANDER, UnitSheet
from hulldown.rulesets.warstrike.codes import MODELS, UNITS
from hulldown.rulesets.warstrike.verdict import fieldable

NOWHERE = (0, 0)  # who is placed freely has no printed place
WORDS = {"infantry": "infantry", "vehicle": "a vehicle", COMMANDER: "a commander's"}


class Choice(Entry):
    """What a player fields: a unit of `units.toml`, with a name and paint of its own."""

    unit: str
    name: Word = ""
    paint: PaintScheme = PaintScheme()


class Fielded(NamedTuple):
    """A unit that takes part, and where its leader stands in the fixed set-up."""

    unit: UnitSheet
    leader: Point


def fielded(
    file: Scenario, given: Mapping[str, Mapping[str, Any]], options: Choices | None = None
) -> dict[str, Fielded]:
    """Every unit that takes part, in roster order. CatalogueError names what cannot be fielded."""
    taken = {name: chosen(name, choice, options) for name, choice in given.items()}
    forces = free_forces(file, taken) if file.points else fixed_forces(file, taken)
    if sum(len(force.unit.each()) for force in forces.values()) > MODELS:
        raise CatalogueError([f"there are more than {MODELS} models (WS-1.16)"])
    return forces


def printed_forces(file: Scenario, seat: int) -> dict[str, Fielded]:
    """The units of a side as the scenario has them."""
    known = SHELF.units()
    return {
        name: Fielded(unit_named(known, entry.unit), entry.leader) for name, entry in file.side(seat).items()
    }


def fixed_forces(file: Scenario, taken: Mapping[str, UnitSheet]) -> dict[str, Fielded]:
    """The printed units, each replaced by one of its kind where another is taken (WS-4.12)."""
    forces = printed_forces(file, 0) | printed_forces(file, 1)
    for name, unit in taken.items():
        if name not in forces:
            raise CatalogueError([unknown_name("unit", name, forces)])
        forces[name] = replaced(name, forces[name], unit)
    return forces


def free_forces(file: Scenario, taken: Mapping[str, UnitSheet]) -> dict[str, Fielded]:
    """What is taken for a side is all that it has; a side for which nothing is taken has what is proposed
    (WS-4.14). CatalogueError names what is too much.
    """
    letters = [side.letter for side in file.sides]
    for name in taken:
        if name[:1] not in letters:
            raise CatalogueError([f"unit {name}: the name of a unit is {' or '.join(letters)} and a number"])
    forces: dict[str, Fielded] = {}
    for seat, letter in enumerate(letters):
        own = [name for name in taken if name[0] == letter]
        refuse_force(file, letter, {name: taken[name] for name in own})
        names = [f"{letter}{number}" for number in range(1, len(own) + 1)]
        forces |= {name: Fielded(taken[name], NOWHERE) for name in names} or printed_forces(file, seat)
    if len(forces) > UNITS:
        raise CatalogueError([f"there are more than {UNITS} units (WS-1.16)"])
    return forces


def refuse_force(file: Scenario, letter: str, units: Mapping[str, UnitSheet]) -> None:
    """CatalogueError for gaps in the numbers of a side, a second commander, too many VP (WS-4.14)."""
    if set(units) != {f"{letter}{number}" for number in range(1, len(units) + 1)}:
        raise CatalogueError([f"side {letter}: units are numbered from {letter}1 without gaps"])
    if sum(unit.kind == COMMANDER for unit in units.values()) > 1:
        raise CatalogueError([f"side {letter}: has more than one commander's unit (WS-4.14)"])
    worth = sum(unit.vp for unit in units.values())
    if worth > file.points:
        raise CatalogueError([f"side {letter}: is worth {worth} VP, more than {file.points} (WS-4.14)"])


def chosen(name: str, given: Mapping[str, Any], options: Choices | None) -> UnitSheet:
    """What a player fields, a build or a unit by its name. CatalogueError names what is wrong in it."""
    if "models" in given:
        return fieldable(given, f"unit {name}", options)
    named = {"unit" if key == "build" else key: value for key, value in given.items()}
    choice = validate(named, Choice, shown=f"unit {name}")
    return unit_named(SHELF.units(), choice.unit)


def replaced(name: str, force: Fielded, unit: UnitSheet) -> Fielded:
    """A unit in the place of another of its kind. CatalogueError if it is of another (WS-4.12)."""
    if unit.kind != force.unit.kind:
        what = f"{unit.name} is {WORDS[unit.kind]}, not {WORDS[force.unit.kind]}"
        raise CatalogueError([f"unit {name}: {what} (WS-4.12)"])
    return force._replace(unit=unit)
