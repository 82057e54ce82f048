"""Traits of stat-lines and special rules of models, as they are written and as the rules read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hulldown.rulesets.close_assault.codes import Arc, ArmyList, Gift, Kind, Trait
from hulldown.rulesets.close_assault.sheet import split

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


def known(written: str, names: Iterable[str]) -> str:
    """The trait that is written, whatever its value and capitals (CA-7.5); empty if it is none of these."""
    trait = split(written)[0].casefold()
    return next((name for name in names if name.casefold() == trait), "")


def arcs_of(traits: Iterable[str]) -> list[Arc]:
    """The arcs that the traits of a line name (CA-7.17)."""
    pairs = [split(one) for one in traits]
    return [ARCS[value.casefold()] for trait, value in pairs if is_arc(trait, value)]


def is_arc(trait: str, value: str) -> bool:
    """Whether a trait with its value is Arc (Front) or Arc (Rear)."""
    return trait.casefold() == ARC.casefold() and value.casefold() in ARCS


def bits_of(traits: Iterable[str]) -> int:
    """The traits of a line that rules read, as bits of codes.Trait."""
    found = {BITS[name] for one in traits if (name := known(one, BITS))}
    return sum(1 << bit for bit in found)


def discarding(traits: Iterable[str]) -> Iterator[str]:
    """The traits for which a weapon is discarded, as they are listed (CA-7.2, CA-7.5)."""
    return (name for one in traits if (name := known(one, DISCARDED)))


def strange_traits(traits: Iterable[str]) -> list[str]:
    """Traits that this ruleset has never heard of (CA-7.19)."""
    return [one for one in traits if not known(one, KNOWN) and not is_arc(*split(one))]


# ---------------------------------------------------------------- models


def gifts_of(special: Iterable[str]) -> int:
    """The special rules of a model that rules read, as bits of codes.Gift."""
    found = {GIFTS[name] for one in special if (name := known(one, GIFTS))}
    return sum(1 << bit for bit in found)


def jink_of(special: Iterable[str]) -> int:
    """The face that a Jink save needs, the best if there are several; 0 without one (CA-12.12)."""
    faces = [int(found[1]) for one in special if (found := jinking(one))]
    return min(faces, default=0)


def jinking(written: str) -> re.Match[str] | None:
    """A special rule read as Jink; None for another."""
    trait, value = split(written)
    return JINKS.fullmatch(value) if trait.casefold() == JINK.casefold() else None


def strange_rules(special: Iterable[str]) -> list[str]:
    """Special rules that this ruleset has never heard of."""
    return [one for one in special if not known(one, GIFTS) and not jinking(one)]
