"""Units of players as they are kept and filed (WS-4.13): what a unit of `units.toml` says, and its paint.

What no unit may have can be written down, and the verdict names it; so a build can be worked on.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from hulldown.catalogue import load, parse, validate
from hulldown.catalogue.names import MaybeVisible
from hulldown.catalogue.toml_writer import pairs
from hulldown.rulesets.common.painting import PaintScheme
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import Models, UnitSheet
from hulldown.rulesets.warstrike.codes import MODELS, WEAPONS

NAMELESS, ANYBODY = "Unit", "model"  # what a unit and its models are called without a name
RULE = "WS-2.1"  # what a unit is

# On one line, and without the marks by which the log knows units.
Called = Annotated[str, StringConstraints(max_length=60, pattern=r"^[^\x00-\x1f\x7f{}]*$"), MaybeVisible]


class Team(Models):
    """Models of a build that are alike; name and weapons may still be missing, or too many."""

    name: Called = ""
    weapons: Annotated[tuple[str, ...], Field(max_length=WEAPONS)] = ()


class Blueprint(UnitSheet):
    """A unit with what its player gave it. `commander`: its leader is the task force commander (WS-2.8)."""

    name: Called = ""
    commander: bool = False
    models: Annotated[tuple[Team, ...], Field(max_length=MODELS)]
    paint: PaintScheme = PaintScheme()


def read(given: Mapping[str, Any] | str | Path) -> Blueprint:
    """A build from a file, its text, plain data, or the name of a unit under `build` or `unit`.

    CatalogueError names what is not understood; what no unit may have is left to the verdict.
    """
    if isinstance(given, Path):
        return settled(load(given, Blueprint, rule=RULE), None)
    if isinstance(given, str):
        return settled(parse(given, Blueprint, None, "build", RULE), None)
    named = given.get("build", given.get("unit"))
    if named is not None:
        return printed(str(named))
    return settled(validate(given, Blueprint, None, "build", rule=RULE), given.get("commander"))


def settled(build: Blueprint, stated: bool | None) -> Blueprint:
    """A build whose leader is the officer where it is a commander's, and nobody where `stated` denies that.

    Where nothing is stated, the officers that it names decide.
    """
    officers = any(team.officer for team in build.models)
    commander = build.commander or (officers and stated is None)
    if commander and not officers:
        first = build.models[:1]
        models = (*(team.model_copy(update={"officer": True}) for team in first), *build.models[1:])
    elif officers and not commander:
        models = tuple(team.model_copy(update={"officer": False}) for team in build.models)
    else:
        models = build.models
    return build.model_copy(update={"commander": commander, "models": models})


def printed(name: str) -> Blueprint:
    """A unit that comes with the game as a build. CatalogueError says which there are."""
    unit = unit_named(SHELF.units(), name)
    given = {key: getattr(unit, key) for key in UnitSheet.model_fields if key != "models"}
    teams = tuple(Team(**dict(group)) for group in unit.models)
    return Blueprint(**given, models=teams, commander=any(team.officer for team in teams))


def sheet_of(build: Blueprint) -> UnitSheet:
    """The unit that is fielded for a build without faults."""
    groups = tuple(
        Models(**{**dict(team), "name": team.name.strip() or ANYBODY, "weapons": team.weapons})
        for team in build.models
    )
    given = {key: getattr(build, key) for key in UnitSheet.model_fields}
    return UnitSheet(**{**given, "name": build.name.strip() or NAMELESS, "models": groups})


# ---------------------------------------------------------------- writing


def plain(build: Blueprint) -> dict[str, Any]:
    """A build as plain data, complete, its models last."""
    data: dict[str, Any] = build.model_dump(mode="json")
    models, paint = data.pop("models"), data.pop("paint")
    return data | {"paint": paint, "models": models}


def as_file(build: Blueprint) -> str:
    """A build as a file, with a table for each kind of model."""
    data = plain(build)
    models = data.pop("models")
    for key, usual in (("paint", PaintScheme().model_dump()), ("commander", False)):
        if data[key] == usual:
            del data[key]
    written = [*pairs(data)]
    usual = {"count": 1, "radius": 0.5, "officer": False}
    for team in models:
        kept = {key: value for key, value in team.items() if value != usual.get(key)}
        written += ["", "[[models]]", *pairs(kept)]
    return "".join(f"{line}\n" for line in written)
