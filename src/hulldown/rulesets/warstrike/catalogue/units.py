"""Units and weapons as they are written down in TOML (2.2, 2.3), and what `units.toml` can get wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema

from hulldown.catalogue import Entry, RuleId, Text, ValidationIssue, quote, unknown_name
from hulldown.rulesets.common.active_overlay import cached, load_file
from hulldown.rulesets.common.scenarios import inches_up_to
from hulldown.rulesets.warstrike.codes import CARRIED, MODELS

MOST_WEAPONS = 256  # to choose from; a battle has room for fewer (WS-1.16)
FARTHEST = 100  # inches; farther than any table is wide
NUMBER = WithJsonSchema({"type": "number", "minimum": 0, "maximum": FARTHEST})
Inches = Annotated[Any, PlainValidator(inches_up_to(FARTHEST)), NUMBER]  # WS-1.1
Title = Annotated[str, Field(min_length=1, max_length=60)]
Points = Annotated[int, Field(ge=0, le=12)]  # a characteristic
Value = Annotated[int, Field(ge=0, le=1000)]  # victory points
Score = Annotated[int, Field(ge=1, le=6)]  # of a die
COMMANDER = "commander"


class WeaponEntry(Entry):
    """A weapon: its range in inches, its shots in one full-fire action, and how hard it hits."""

    name: Title
    range: Inches
    rof: Annotated[int, Field(ge=1, le=12)]
    ap: Points
    fp: Points
    traits: tuple[Literal["one-handed", "heavy"], ...] = ()


class Weapons(Entry):
    """`weapons.toml`."""

    weapons: Annotated[dict[str, WeaponEntry], Field(min_length=1, max_length=MOST_WEAPONS)]


class Models(Entry):
    """Models of a unit that are alike: what they are called, how many, their bases and weapons."""

    name: Title
    count: Annotated[int, Field(ge=1, le=MODELS)] = 1
    radius: Inches = 0.5
    officer: bool = False
    weapons: Annotated[tuple[str, ...], Field(min_length=1, max_length=CARRIED)]


class UnitSheet(Entry):
    """What a unit is: the characteristics of all its models (2.2), and the models in order."""

    name: Title
    type: Literal["infantry", "vehicle"]
    mv: Inches
    aw: Inches
    bs: Points
    ev: Points
    ar: Points
    to: Points
    ld: Annotated[int, Field(ge=1, le=8)]
    nv: Score
    wd: Annotated[int, Field(ge=1, le=12)]
    vp: Value
    models: Annotated[tuple[Models, ...], Field(min_length=1, max_length=MODELS)]

    def each(self) -> list[Models]:
        """What every single model is, in the order in which they are numbered."""
        return [group for group in self.models for _ in range(group.count)]

    @property
    def kind(self) -> str:
        """What it counts as where it stands for another: its type, a commander's by itself (WS-4.12)."""
        return COMMANDER if any(group.officer for group in self.models) else self.type


class UnitEntry(UnitSheet):
    """A unit that comes with the game."""

    text: Text
    source: RuleId


class Units(Entry):
    """`units.toml`."""

    units: Annotated[dict[str, UnitEntry], Field(min_length=1)]

    def key_of(self, name: str) -> str:
        """The key of a unit by its key or its name; empty if there is none."""
        named = {unit.name.casefold(): key for key, unit in self.units.items()}
        return name.lower() if name.lower() in self.units else named.get(name.casefold(), "")


# ---------------------------------------------------------------- what a file can get wrong


@cached
def load_weapons() -> Weapons:
    """The weapons that come with the game (2.3), and those of packs in force."""
    return load_file(Path(__file__).parent.parent / "weapons.toml", Weapons)


def unit_problems(file: Units) -> Iterator[ValidationIssue]:
    """Everything wrong in a unit file but its sources: models, weapons, names that two units have."""
    for key, unit in file.units.items():
        for problem in model_problems(unit):
            yield problem._replace(place=("units", key, *problem.place))
        other = file.key_of(unit.name)
        if other != key:
            words = f"{quote(unit.name)} is the name of {other} already"
            yield ValidationIssue(("units", key, "name"), words)


def model_problems(unit: UnitSheet) -> Iterator[ValidationIssue]:
    """Models without a base, weapons that do not exist, vehicles of several models."""
    size = len(unit.each())
    if size > MODELS:
        yield ValidationIssue(("models",), f"may be at most {MODELS}")
    if unit.type == "vehicle" and size != 1:
        yield ValidationIssue(("models",), f"of a vehicle must be one, not {size}", "WS-15.1")
    for number, group in enumerate(unit.models):
        if not 0.1 <= group.radius <= 6:
            yield ValidationIssue(("models", number, "radius"), "must be 0.1 to 6 inches", "WS-1.3")
        for weapon in group.weapons:
            if weapon not in load_weapons().weapons:
                words = unknown_name("weapon", weapon, load_weapons().weapons)
                yield ValidationIssue(("models", number, "weapons"), words)
