"""Unit profiles as they are written down in TOML (CA-8.1), their traits, and `units.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema

from hulldown.catalogue import Entry, RuleId, Text, quote
from hulldown.rulesets.close_assault.codes import LINES, WEAPONS, Arc, ArmyList, Gift, Kind, Trait
from hulldown.rulesets.common.scenarios import inches_up_to

TEMPLATE = "T"  # a range that no number gives (CA-7.7)
FARTHEST = 200  # inches; farther than any table is wide
WORDED = re.compile(r"(?P<trait>.*?)\s*(?:\((?P<value>.*)\))?", re.DOTALL)


inches = inches_up_to(FARTHEST)  # CA-2.3


def reach(given: Any) -> int | float | str:
    """A range: inches, or a template's. ValueError if it is neither."""
    if given == TEMPLATE:
        return TEMPLATE
    if isinstance(given, str):
        raise ValueError(f'must be a number of inches or "{TEMPLATE}", not {quote(given)}')
    return inches(given)


def dice(given: Any) -> int | str:
    """Dice as a number or as text; whether the text can be read is asked later (CA-8.6)."""
    if isinstance(given, bool) or not isinstance(given, int | str) or len(str(given)) > 20:
        raise ValueError(f'must be a whole number or text such as "D3+3", not {quote(given)}')
    return given


NUMBER = WithJsonSchema({"type": "number", "minimum": 0, "maximum": FARTHEST})
Inches = Annotated[Any, PlainValidator(inches), NUMBER]
Reach = Annotated[Any, PlainValidator(reach), WithJsonSchema({"type": ["number", "string"]})]
Dice = Annotated[Any, PlainValidator(dice), WithJsonSchema({"type": ["integer", "string"]})]
Needed = Annotated[int, Field(ge=2, le=6)]
Title = Annotated[str, Field(min_length=1, max_length=60)]
Words = Annotated[tuple[Title, ...], Field(max_length=12)]


class Rectangle(Entry):
    """A base longer than it is wide, or square; its length lies along the facing (CA-2.2)."""

    shape: Literal["rect"]
    length: Inches
    width: Inches


class Circle(Entry):
    """A round base (CA-2.2)."""

    shape: Literal["circle"]
    diameter: Inches


class StatLine(Entry):
    """One row of a weapon."""

    range_min: Inches = 0
    range: Reach
    dice: Dice
    to_hit: Needed
    ap: Annotated[int, Field(ge=-9, le=9)]
    traits: Words = ()


class Armament(Entry):
    """A weapon; without a line it can be written down, but gets no card (CA-8.6)."""

    name: Title
    count: Annotated[int, Field(ge=1, le=12)] = 1
    coaxial_with: Annotated[str, Field(max_length=60)] = ""
    line: Annotated[tuple[StatLine, ...], Field(max_length=LINES)] = ()


class UnitProfile(Entry):
    """A unit as a calculator takes it (CA-8.1). What CA-8.6 calls a fault can be written down too."""

    name: Title
    type: Annotated[str, Field(max_length=60)]
    list: Annotated[str, Field(max_length=60)]
    save: Annotated[int, Field(ge=-99, le=99)]
    invulnerable: Annotated[int, Field(ge=-99, le=99)] = 0
    movement: Inches
    wounds: Annotated[int, Field(ge=1, le=99)]
    morale: Needed
    caf: Annotated[int, Field(ge=-20, le=20)]
    special: Words = ()
    base: Annotated[Rectangle | Circle, Field(discriminator="shape")]
    weapon: Annotated[tuple[Armament, ...], Field(max_length=WEAPONS)] = ()


class UnitEntry(UnitProfile):
    """A unit that comes with the game (2.2, 2.3)."""

    text: Text
    source: RuleId


class Units(Entry):
    """`units.toml`."""

    units: Annotated[dict[str, UnitEntry], Field(min_length=1)]

    def key_of(self, name: str) -> str:
        """The key of a unit by its key or its name; empty if there is none."""
        named = {unit.name.casefold(): key for key, unit in self.units.items()}
        return name if name in self.units else named.get(name.casefold(), "")


def split(written: str) -> tuple[str, str]:
    """A trait or special rule without its value, and the value: "Blast (5)" is ("Blast", "5")."""
    match = WORDED.fullmatch(written.strip())
    return (match["trait"], (match["value"] or "").strip()) if match else (written, "")


# ---------------------------------------------------------------- traits
# Traits of stat-lines and special rules of models, as they are written and as the rules read them.


KINDS = {
    "Infantry": Kind.INFANTRY,
    "Cavalry": Kind.CAVALRY,
    "Walker": Kind.WALKER,
    "Vehicle": Kind.VEHICLE,
    "Super-heavy vehicle": Kind.SHV,
    "Knight": Kind.KNIGHT,
    "Titan": Kind.TITAN,
}
LISTS = {"legions": ArmyList.LEGIONS, "auxilia": ArmyList.AUXILIA, "other": ArmyList.OTHER}

DISCARDED = (  # CA-7.2, and Heavy Barrage by CA-7.5
    "Barrage",
    "Blast",
    "Bombing Run",
    "Burrowing",
    "Co-axial",
    "Collapsing Singularity",
    "Deflagrate",
    "Graviton Pulse",
    "Ignores Cover",
    "Quake",
    "Skyfire",
    "Tracking",
    "Warp",
    "Heavy Barrage",
)
COAXIAL = "Co-axial"
NO_OVERWATCH = ("Barrage", "Heavy Barrage", "Blast", "Beam", "Firestorm", "Graviton Pulse", "Psi")  # CA-15.10
BITS = {
    "Light": Trait.LIGHT,
    "Light AT": Trait.LIGHT_AT,
    "Anti-tank": Trait.ANTI_TANK,
    "Point Defence": Trait.POINT_DEFENCE,
    "Assault": Trait.ASSAULT,
    "Ignores Cover": Trait.IGNORES_COVER,
    "Skyfire": Trait.SKYFIRE,
    **dict.fromkeys(NO_OVERWATCH, Trait.NO_OVERWATCH),
}
ARC = "Arc"
ARCS = {"front": Arc.FRONT, "rear": Arc.REAR}
WITHOUT_EFFECT = ("Saturation Fire", "Limited")  # named by CA-7.5 and CA-7.19
KNOWN = tuple(dict.fromkeys((*BITS, *DISCARDED, *WITHOUT_EFFECT)))

JINK = "Jink"
GIFTS = {"Bulky": Gift.BULKY, "Jump Packs": Gift.JUMP_PACKS, "Skimmer": Gift.SKIMMER}
JINKS = re.compile(r"([2-6])\+")


def canonical(written: str, names: Iterable[str]) -> str:
    """The trait that is written, whatever its value and capitals (CA-7.5); empty if it is none of these."""
    trait = split(written)[0].casefold()
    return next((name for name in names if name.casefold() == trait), "")


def arcs_of(traits: Iterable[str]) -> list[Arc]:
    """The arcs that the traits of a line name (CA-7.17)."""
    pairs = [split(text) for text in traits]
    return [ARCS[value.casefold()] for trait, value in pairs if is_arc(trait, value)]


def is_arc(trait: str, value: str) -> bool:
    """Whether a trait with its value is Arc (Front) or Arc (Rear)."""
    return trait.casefold() == ARC.casefold() and value.casefold() in ARCS


def bits_of(traits: Iterable[str]) -> int:
    """The traits of a line that rules read, as bits of codes.Trait."""
    bits = {BITS[name] for trait in traits if (name := canonical(trait, BITS))}
    return sum(1 << bit for bit in bits)


def discarding(traits: Iterable[str]) -> Iterator[str]:
    """The traits for which a weapon is discarded, as they are listed (CA-7.2, CA-7.5)."""
    return (name for trait in traits if (name := canonical(trait, DISCARDED)))


def strange_traits(traits: Iterable[str]) -> list[str]:
    """Traits that this ruleset has never heard of (CA-7.19)."""
    return [trait for trait in traits if not canonical(trait, KNOWN) and not is_arc(*split(trait))]


# ---------------------------------------------------------------- models


def gifts_of(special: Iterable[str]) -> int:
    """The special rules of a model that rules read, as bits of codes.Gift."""
    bits = {GIFTS[name] for rule in special if (name := canonical(rule, GIFTS))}
    return sum(1 << bit for bit in bits)


def jink_of(special: Iterable[str]) -> int:
    """The face that a Jink save needs, the best if there are several; 0 without one (CA-12.12)."""
    faces = [int(match[1]) for rule in special if (match := jinking(rule))]
    return min(faces, default=0)


def jinking(written: str) -> re.Match[str] | None:
    """A special rule read as Jink; None for another."""
    trait, value = split(written)
    return JINKS.fullmatch(value) if trait.casefold() == JINK.casefold() else None


def strange_rules(special: Iterable[str]) -> list[str]:
    """Special rules that this ruleset has never heard of."""
    return [rule for rule in special if not canonical(rule, GIFTS) and not jinking(rule)]
