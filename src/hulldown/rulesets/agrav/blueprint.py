"""Designs of players as they are saved and filed: a design (AG-5.1), a name, paint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hulldown.catalogue import CatalogueError, ValidationIssue, load, parse, unknown_name, validate
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.catalogue.units import name_problems
from hulldown.rulesets.agrav.design import illegal
from hulldown.rulesets.agrav.reasons import Illegal
from hulldown.rulesets.agrav.sheet import Design, Squad
from hulldown.rulesets.common.painting import PaintScheme, Word

ONE = ("mobility", "shield", "turret", "stabiliser")  # lists in which a legal design has one entry at most
BESIDE = ("name", "paint")  # what a build has beside its design


class Blueprint(Design):
    """A design with what its player gave it. It need not be legal."""

    name: Word = ""
    paint: PaintScheme = PaintScheme()


def read(given: Mapping[str, Any] | str | Path) -> Blueprint:
    """A build from a file, its text, plain data, or the name of a sample vehicle under `build` or `unit`.

    CatalogueError names what is not understood or cannot be bought.
    """
    if isinstance(given, Path):
        return load(given, Blueprint, purchasable)
    if isinstance(given, str):
        return parse(given, Blueprint, purchasable, "build")
    named = sample_named(given)
    return sample_build(named) if named else validate(given, Blueprint, purchasable, "build")


def purchasable(design: Design) -> Iterator[ValidationIssue]:
    """Weapons and shields that there are not (section 3.5); whether the design is legal is asked later."""
    return name_problems(design, SHELF.units())


def sample_named(given: Mapping[str, Any]) -> str:
    """The vehicle or squad that plain data means by name; empty for a design of its own."""
    name = given.get("build", given.get("unit", ""))
    if "build" not in given and "unit" not in given:
        return ""
    known = SHELF.units().kinds()
    if name not in known:
        raise CatalogueError([f"build: {unknown_name('unit', str(name), known)}"])
    return str(name)


def sample_build(name: str) -> Blueprint:
    """A sample vehicle as a build; one that only a pack excuses says so."""
    units = SHELF.units()
    if name not in units.vehicles:
        raise CatalogueError([f"build: {units.squads[name].name} are infantry, which is not built by points"])
    vehicle = units.vehicles[name]
    design = {key: getattr(vehicle, key) for key in Design.model_fields}
    design["by_the_rules"] = illegal(vehicle, units) == Illegal.LEGAL
    return Blueprint(name=vehicle.name, **design)


def squad_of(given: Mapping[str, Any] | Path) -> Squad | None:
    """The squad that is meant by name; None for anything that is built."""
    if isinstance(given, Path):
        return None
    return SHELF.units().squads.get(sample_named(given))


def plain(build: Blueprint) -> dict[str, Any]:
    """A build as plain data, complete, in the order in which a file is read."""
    data: dict[str, Any] = thaw(build.model_dump())
    if build.by_the_rules:
        del data["by_the_rules"]
    return {"name": data.pop("name")} | data


def thaw(data: Any) -> Any:
    """Lists for tuples, and the entry itself for lists of one where a design has one at most."""
    if isinstance(data, Mapping):
        return {key: alone(thaw(value)) if key in ONE else thaw(value) for key, value in data.items()}
    return [thaw(part) for part in data] if isinstance(data, list | tuple) else data


def alone(values: Any) -> Any:
    """The only entry of a list, or the list."""
    return values[0] if isinstance(values, list) and len(values) == 1 else values


def kind_of(design: Design) -> str:
    """The kind of unit that a design is: class and chassis."""
    return f"{design.budget}_{design.chassis}"
