"""A shot, or a unit's whole turn, as data: who shoots with what, at whom, what stands between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from hulldown.catalogue import Entry, Problem, Value, unknown
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.codes import COLUMNS
from hulldown.rulesets.agrav.situation.roster import parts_of, weapons_of

STRUCTURE, BARRICADE = "structure", "barricade"
FARTHEST = COLUMNS - 5  # tiles apart, with room for a smoke tile behind the target
MOST_TILES = 24

Name = Annotated[str, Field(max_length=40)]
Names = Annotated[tuple[Name, ...], Field(max_length=12)]
Tiles = Annotated[int, Field(ge=0, le=MOST_TILES)]
Stun = Literal["none", "stunned", "recovering"]
Amount = Annotated[float, Field(ge=0, le=2000, allow_inf_nan=False)]


class Shooter(Entry):
    """Who shoots. Without `weapon` the first it has, without `mode` the first of that weapon.

    `tiles` were moved before the first shot. With `then` it is a whole turn: `onward` more tiles towards the
    target, then these weapons one after another. `energy` left empty is all it stores.
    """

    what: Name = "bastion"
    weapon: Name = ""
    mode: Literal["", "direct", "low", "high", "top"] = ""
    occasion: Literal["order", "reaction"] = "order"
    tiles: Tiles = 0
    turned: bool = False
    faces: Literal["ahead", "aside", "away"] = "ahead"
    stun: Stun = "none"
    damaged: Names = ()
    destroyed: Names = ()
    models: Annotated[int, Field(ge=1, le=5)] | None = None
    energy: Annotated[int, Field(ge=0, le=40)] | None = None
    then: Names = ()
    onward: Annotated[int, Field(ge=0, le=12)] = 0


class Target(Entry):
    """What is shot at and how it is. Amounts that are left out are full, parts that are not named sound.

    `tiles` were moved in its last turn, `flees` will be before a round lands (AG-17.11). `taken` counts
    towards its stun already (AG-15.4).
    """

    what: Name = "strider"
    shows: Literal["front", "side", "rear"] = "front"
    tiles: Tiles = 0
    flees: Annotated[int, Field(ge=0, le=12)] = 0
    stun: Stun = "none"
    health: Amount | None = None
    durability: Amount | None = None
    heat: Amount = 0
    shield: Literal["active", "inactive", "disabled"] = "active"
    charge: Amount | None = None
    maximum: Amount | None = None
    cracked: bool = False
    activated: bool = False
    taken: Amount = 0
    stunned: bool = False
    damaged: Names = ()
    destroyed: Names = ()
    models: Annotated[int, Field(ge=1, le=5)] | None = None
    height: Literal["high", "low", "ruin"] = "high"
    features: Annotated[
        tuple[Literal["weak", "reinforced", "hardened", "volatile"], ...], Field(max_length=4)
    ] = ()


class Between(Entry):
    """Tiles apart, what stands half-way, and the sensor points of an ally who sees the target."""

    range: Annotated[int, Field(ge=1, le=FARTHEST)] = 4
    line: Literal["open", "low", "high", "ruin", "smoke"] = "open"
    spotter: Annotated[int, Field(ge=0, le=6)] | None = None


class Situation(Entry):
    """All of it. What is left out is a fresh Bastion before a fresh Strider in the open, four tiles away."""

    shooter: Shooter = Shooter()
    target: Target = Target()
    between: Between = Between()
    options: Annotated[dict[Name, Value], Field(max_length=128)] = Field(default_factory=dict)


# ---------------------------------------------------------------- what cannot be


def problems(asked: Situation) -> Iterator[Problem]:
    """Names that do not exist, parts and weapons that a unit has not, more than a track holds."""
    units = SHELF.units()
    shooter, target = asked.shooter, asked.target
    if shooter.what not in units.kinds():
        yield Problem(("shooter", "what"), unknown("unit", shooter.what, units.kinds()))
    else:
        yield from shooter_problems(shooter)
    known = (*units.kinds(), STRUCTURE, BARRICADE)
    if target.what not in known:
        yield Problem(("target", "what"), unknown("unit", target.what, known))
    elif target.what in units.kinds():
        yield from target_problems(target)
    options = SHELF.options()
    for name in asked.options:
        if name not in options:
            yield Problem(("options", name), unknown("option", name, options))


def shooter_problems(shooter: Shooter) -> Iterator[Problem]:
    """Weapons and parts that it has not, and models."""
    weapons = weapons_of(shooter.what)
    if shooter.weapon and shooter.weapon not in weapons:
        yield Problem(("shooter", "weapon"), unknown("weapon", shooter.weapon, weapons))
    for name in shooter.then:
        if name not in weapons:
            yield Problem(("shooter", "then"), unknown("weapon", name, weapons))
    yield from hurt_problems("shooter", shooter)


def target_problems(target: Target) -> Iterator[Problem]:
    """Parts and models that it has not."""
    yield from hurt_problems("target", target)


def hurt_problems(place: str, one: Shooter | Target) -> Iterator[Problem]:
    """Parts that a vehicle has not, a part named as damaged and destroyed, more models than in a squad."""
    parts, squads = parts_of(one.what), SHELF.units().squads
    for field, names in (("damaged", one.damaged), ("destroyed", one.destroyed)):
        for name in names:
            if name not in parts:
                yield Problem((place, field), unknown("part", name, parts))
            elif field == "destroyed" and name in one.damaged:
                yield Problem((place, field), f"{name} is among the damaged parts too", "AG-12.11")
    if one.models and one.what in squads and one.models > squads[one.what].models:
        most = squads[one.what].models
        yield Problem((place, "models"), f"must be at most {most}, not {one.models}", squads[one.what].source)
