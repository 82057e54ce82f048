"""The weapons that come with the game (2.3), and what `units.toml` can get wrong (2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hulldown.catalogue import Problem, load, quote, unknown
from hulldown.rulesets.warstrike.codes import MODELS, PROFILES
from hulldown.rulesets.warstrike.sheet import UnitEntry, Units, Weapons


@cache
def load_weapons() -> Weapons:
    """The weapons that come with the game (2.3)."""
    return load(Path(__file__).parent.parent / "weapons.toml", Weapons, shown="weapons.toml")


def unit_problems(file: Units) -> Iterator[Problem]:
    """Everything wrong in a unit file but its sources: models, weapons, names that two units have."""
    if len(file.units) > PROFILES:
        yield Problem(("units",), f"may be at most {PROFILES}")
    for key, unit in file.units.items():
        for problem in model_problems(unit):
            yield problem._replace(place=("units", key, *problem.place))
        other = file.key_of(unit.name)
        if other != key:
            words = f"{quote(unit.name)} is the name of {other} already"
            yield Problem(("units", key, "name"), words)


def model_problems(unit: UnitEntry) -> Iterator[Problem]:
    """Models without a base, weapons that do not exist, vehicles of several models."""
    size = len(unit.each())
    if size > MODELS:
        yield Problem(("models",), f"may be at most {MODELS}")
    if unit.type == "vehicle" and size != 1:
        yield Problem(("models",), f"of a vehicle must be one, not {size}", "WS-15.1")
    for number, group in enumerate(unit.models):
        if not 0.1 <= group.radius <= 6:
            yield Problem(("models", number, "radius"), "must be 0.1 to 6 inches", "WS-1.3")
        for weapon in group.weapons:
            if weapon not in load_weapons().weapons:
                words = unknown("weapon", weapon, load_weapons().weapons)
                yield Problem(("models", number, "weapons"), words)
