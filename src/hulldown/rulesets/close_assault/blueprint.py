"""Profiles of players as they are kept and filed: a unit (CA-8.1), which may have faults, and its paint."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from hulldown.catalogue import load, parse, validate
from hulldown.catalogue.names import MaybeVisible
from hulldown.catalogue.toml_writer import pairs
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.catalogue.units import refused
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.common.painting import PaintScheme
from hulldown.rulesets.common.ruleset_files import unit_named

NAMELESS = "Unit"
RULE = "CA-8.1"  # what a profile says


class Blueprint(UnitProfile):
    """A profile with what its player gave it; the name may still be missing."""

    name: Annotated[str, Field(max_length=60), MaybeVisible] = ""
    paint: PaintScheme = PaintScheme()


def read(given: Mapping[str, Any] | str | Path) -> Blueprint:
    """A profile from a file, its text, plain data, or the name of a unit under `build` or `unit`.

    CatalogueError names what is not understood. A file with slips is refused; what is worked on may have
    them, and faults of CA-8.6, which the verdict names.
    """
    if isinstance(given, Path):
        return load(given, Blueprint, refused, rule=RULE)
    if isinstance(given, str):
        return parse(given, Blueprint, refused, "build", RULE)
    named = given.get("build", given.get("unit"))
    return printed(str(named)) if named is not None else validate(given, Blueprint, None, "build", rule=RULE)


def printed(name: str) -> Blueprint:
    """A unit that comes with the game as a build. CatalogueError says which there are."""
    unit = unit_named(SHELF.units(), name)
    return Blueprint(**{key: getattr(unit, key) for key in UnitProfile.model_fields})


def plain(build: Blueprint) -> dict[str, Any]:
    """A build as plain data, complete, in the order in which CA-8.1 prints it."""
    data: dict[str, Any] = thawed(build.model_dump())
    weapon, paint = data.pop("weapon"), data.pop("paint")
    return data | {"paint": paint, "weapon": weapon}


def thawed(data: Any) -> Any:
    """Lists for tuples."""
    if isinstance(data, Mapping):
        return {key: thawed(value) for key, value in data.items()}
    return [thawed(part) for part in data] if isinstance(data, list | tuple) else data


def as_file(build: Blueprint) -> str:
    """A build as a file of the form of CA-8.1, with a table for each weapon and each line."""
    data = plain(build)
    weapons = data.pop("weapon")
    if data["paint"] == PaintScheme().model_dump():
        del data["paint"]
    written = [*pairs(data)]
    for weapon in weapons:
        rows = weapon.pop("line")
        usual = {"count": 1, "coaxial_with": ""}
        kept = {key: value for key, value in weapon.items() if value != usual.get(key)}
        written += ["", "[[weapon]]", *pairs(kept)]
        for row in rows:
            written += ["[[weapon.line]]", *pairs(row)]
    return "".join(f"{line}\n" for line in written)
