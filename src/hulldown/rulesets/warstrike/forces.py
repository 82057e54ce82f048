"""Who takes part: the units of a scenario, and what players field in their place (WS-4.12, WS-4.13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hulldown.catalogue import CatalogueError, Entry, unknown, validate
from hulldown.rulesets.shared.painting import Paint, Word
from hulldown.rulesets.shared.scenarios import Choices
from hulldown.rulesets.shared.shelf import unit_named
from hulldown.rulesets.warstrike.catalogue.scenarios import Point, Scenario
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import COMMANDER, UnitSheet
from hulldown.rulesets.warstrike.codes import MODELS
from hulldown.rulesets.warstrike.verdict import fieldable

WORDS = {"infantry": "infantry", "vehicle": "a vehicle", COMMANDER: "a commander's"}


class Choice(Entry):
    """What a player fields: a unit of `units.toml`, with a name and paint of its own."""

    unit: str
    name: Word = ""
    paint: Paint = Paint()


class Fielded(NamedTuple):
    """A unit that takes part, and where its leader stands in the fixed set-up."""

    unit: UnitSheet
    leader: Point


def fielded(
    file: Scenario, given: Mapping[str, Mapping[str, Any]], options: Choices | None = None
) -> dict[str, Fielded]:
    """Every unit that takes part, in roster order. CatalogueError names what cannot be fielded."""
    made = {
        name: Fielded(unit_named(SHELF.units(), force.unit), force.leader)
        for seat in range(2)
        for name, force in file.side(seat).items()
    }
    for name, one in given.items():
        if name not in made:
            raise CatalogueError([unknown("unit", name, made)])
        made[name] = replaced(name, made[name], chosen(name, one, options))
    if sum(len(force.unit.each()) for force in made.values()) > MODELS:
        raise CatalogueError([f"there are more than {MODELS} models (WS-1.16)"])
    return made


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
