"""Who takes part: the detachments of a scenario, and what players field in their place (CA-1.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from hulldown.catalogue import CatalogueError, Entry, ValidationIssue, unknown_name, validate
from hulldown.rulesets.close_assault.catalogue.scenarios import MOST_MODELS, SHELF, Force, Scenario
from hulldown.rulesets.close_assault.catalogue.units import profile_problems
from hulldown.rulesets.close_assault.codes import MODELS
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.common.painting import PaintScheme, Word
from hulldown.rulesets.common.ruleset_files import unit_named


class Choice(Entry):
    """What a player fields: a unit of `units.toml`, or a profile of their own with its name and paint."""

    unit: str = ""
    profile: UnitProfile | None = None
    models: Annotated[int, Field(ge=1, le=MOST_MODELS)] | None = None
    name: Word = ""
    paint: PaintScheme = PaintScheme()


def fielded(file: Scenario, given: Mapping[str, Mapping[str, Any]]) -> dict[str, Force]:
    """Every detachment that takes part, in roster order. CatalogueError names what cannot be fielded."""
    forces = {name: force for seat in range(2) for name, force in file.side(seat).items()}
    for name, choice in given.items():
        if name not in forces:
            raise CatalogueError([unknown_name("detachment", name, forces)])
        forces[name] = replaced(file, name, read_choice(name, choice))
    if sum(len(force.models) for force in forces.values()) > MODELS:
        raise CatalogueError([f"there are more than {MODELS} models"])
    return forces


def read_choice(name: str, given: Mapping[str, Any]) -> Choice:
    """What a player fields, from plain data. CatalogueError names what is wrong in it."""

    def problems(choice: Choice) -> list[ValidationIssue]:
        if choice.unit and choice.profile is not None:
            return [ValidationIssue(("unit",), "stands beside a profile")]
        wrong = profile_problems(choice.profile) if choice.profile else ()
        return [issue._replace(place=("profile", *issue.place)) for issue in wrong]

    choice = validate(as_choice(given), Choice, problems, f"unit {name}")
    if choice.unit:
        unit_named(SHELF.units(), choice.unit)
    return choice


def as_choice(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A profile as it is written, or the name of a sample of the garage, as a choice."""
    if "movement" in given:
        beside = {key: given[key] for key in ("paint", "models") if key in given}
        profile = {key: value for key, value in given.items() if key not in beside}
        return {**beside, "profile": profile}
    if "build" in given:
        return {"unit": given["build"], **{key: given[key] for key in given if key != "build"}}
    return given


def replaced(file: Scenario, name: str, choice: Choice) -> Force:
    """A printed detachment with another unit of its type, in free set-up any, of any size (CA-1.8)."""
    printed = file.units[name]
    changes: dict[str, Any] = {}
    if choice.unit or choice.profile:
        changes = {"unit": choice.unit, "profile": choice.profile}
    if choice.models not in (None, len(printed.models)):
        if not file.free:
            raise CatalogueError([f"unit {name}.models: only free set-up changes their number (CA-1.8)"])
        changes["models"] = printed.models[:1] * (choice.models or 1)
    force = printed.model_copy(update=changes)
    kind = printed.sheet(SHELF.units()).type
    if force.sheet(SHELF.units()).type != kind:
        what = f"unit {name}: must be of type {kind}, as the one it replaces (CA-1.8)"
        raise CatalogueError([what])
    return force
