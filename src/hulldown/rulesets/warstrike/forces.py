"""Who takes part: the units of a scenario, and what players field in their place (WS-4.12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import CatalogueError, Entry, unknown, validate
from hulldown.rulesets.shared.painting import Paint, Word
from hulldown.rulesets.shared.shelf import unit_named
from hulldown.rulesets.warstrike.catalogue.scenarios import Force, Scenario
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import UnitEntry
from hulldown.rulesets.warstrike.codes import MODELS


class Choice(Entry):
    """What a player fields: a unit of `units.toml`, with a name and paint of its own."""

    unit: str
    name: Word = ""
    paint: Paint = Paint()


def fielded(file: Scenario, given: Mapping[str, Mapping[str, Any]]) -> dict[str, Force]:
    """Every unit that takes part, in roster order. CatalogueError names what cannot be fielded."""
    made = {name: force for seat in range(2) for name, force in file.side(seat).items()}
    for name, one in given.items():
        if name not in made:
            raise CatalogueError([unknown("unit", name, made)])
        made[name] = replaced(name, made[name], validate(one, Choice, shown=f"unit {name}"))
    if sum(len(unit_named(SHELF.units(), force.unit).each()) for force in made.values()) > MODELS:
        raise CatalogueError([f"there are more than {MODELS} models"])
    return made


def replaced(name: str, force: Force, choice: Choice) -> Force:
    """A unit in the place of another of its kind. CatalogueError if it is of another."""
    was, now = unit_named(SHELF.units(), force.unit), unit_named(SHELF.units(), choice.unit)
    if kind_of(was) != kind_of(now):
        raise CatalogueError([f"unit {name}: {now.name} is {kind_of(now)}, not {kind_of(was)} (WS-4.12)"])
    return force.model_copy(update={"unit": choice.unit})


def kind_of(unit: UnitEntry) -> str:
    """What a unit counts as where one may stand for another: its type, a commander's by itself."""
    return "a commander's" if any(group.officer for group in unit.models) else unit.type
