"""What a player's unit can be made of (WS-4.13), the units to begin from, and reading and writing builds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.rulesets.api.garage import (
    BuildChoice,
    BuildField,
    BuildRows,
    BuildSection,
    Garage,
    Sample,
    UnitOffer,
    renamed,
)
from hulldown.rulesets.api.words import Card
from hulldown.rulesets.common.painting import PATTERNS, SCHEMES
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.warstrike.blueprint import as_file, plain, printed, read
from hulldown.rulesets.warstrike.cards import FIGURES
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import COMMANDER, WeaponEntry, load_weapons
from hulldown.rulesets.warstrike.codes import Type
from hulldown.rulesets.warstrike.formation import is_team
from hulldown.rulesets.warstrike.groundwork import mils

MATTERING = ("half_rof", "gtg_move", "band_50", "band_25", "vehicle_terrain")
MODELS_OFFERED = 24  # of one kind, and kinds of models of a unit, as a formation has room for (WS-4.9)
KINDS_OFFERED = 12
RADII = (0.25, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
NAMES = {"infantry": "Infantry", "vehicle": "Vehicle", COMMANDER: "Commander's unit"}
TEXTS = {
    "infantry": "A squad with its leader, a gun section, or a hero alone.",
    "vehicle": "A single model that never goes to ground; woods and ruins are dangerous to it.",
    COMMANDER: "Its leader is the task force commander: units near the officer check on the officer's Ld.",
}
RULES = {"infantry": "WS-2.1", "vehicle": "WS-15.1", COMMANDER: "WS-2.8"}
PLAINEST = {
    "mv": 6,
    "aw": 12,
    "bs": 3,
    "ev": 3,
    "ar": 2,
    "to": 3,
    "ld": 2,
    "nv": 4,
    "wd": 1,
    "vp": 100,
}


# ---------------------------------------------------------------- what is offered


def garage(options: Choices | None = None) -> Garage:
    """Every kind of unit, and the units that come with the game (2.2)."""
    SHELF.options_under(options or {})
    return Garage(
        tuple(unit_offer(kind) for kind in NAMES),
        tuple(samples()),
        schemes=SCHEMES,
        patterns=PATTERNS,
        options=MATTERING,
    )


def unit_offer(kind: str) -> UnitOffer:
    """What a unit of a kind is made of."""
    vehicle = kind == "vehicle"
    return UnitOffer(
        id=kind,
        name=NAMES[kind],
        figure=FIGURES[Type.VEHICLE if vehicle else Type.INFANTRY],
        text=TEXTS[kind],
        rule=RULES[kind],
        budget=0,
        facings=(),
        upgrades=(),
        sections=(moving_section(), fighting_section(), leading_section(), model_section(vehicle)),
        sets={"type": "vehicle" if vehicle else "infantry", COMMANDER: kind == COMMANDER},
        bare=bare(kind),
    )


def bare(kind: str) -> dict[str, Any]:
    """The plainest unit of a kind: the leader, and for infantry a few men."""
    vehicle = kind == "vehicle"
    weapon = next(iter(load_weapons().weapons))
    leader = {
        "name": "vehicle" if vehicle else "leader",
        "radius": 2 if vehicle else 0.5,
        "weapons": [weapon],
    }
    men = [] if vehicle else [{"name": "rifleman", "count": 4, "weapons": [weapon]}]
    sort = {"type": "vehicle" if vehicle else "infantry", COMMANDER: kind == COMMANDER}
    return plain(read({"name": "", **sort, **PLAINEST, "models": [leader, *men]}))


def moving_section() -> BuildSection:
    """How far it goes and looks."""
    return BuildSection(
        "Movement and sight",
        (
            BuildField("mv", "Mv", "Inches of a normal move.", "WS-1.10", 0, 24),
            BuildField(
                "aw", "Aw", "Inches at which it notices who is hidden; its short range.", "WS-3.6", 0, 48
            ),
        ),
    )


def fighting_section() -> BuildSection:
    """How it shoots, and what it stands."""
    return BuildSection(
        "Fire and being fired at",
        (
            BuildField("bs", "BS", "Against Ev: the better, the lower the score to hit.", "WS-11.8", 0, 12),
            BuildField("ev", "Ev", "Against BS: how hard it is to hit.", "WS-11.8", 0, 12),
            BuildField("ar", "Ar", "Against AP: saves hits.", "WS-11.14", 0, 12),
            BuildField("to", "To", "Against FP: what is not saved must still kill.", "WS-11.15", 0, 12),
            BuildField("wd", "Wd", "Kill results that each model absorbs.", "WS-11.18", 1, 12),
        ),
    )


def leading_section() -> BuildSection:
    """How it keeps its head, and what it is worth."""
    return BuildSection(
        "Nerve and worth",
        (
            BuildField("ld", "Ld", "Dice of a check.", "WS-6.2", 1, 8),
            BuildField("nv", "Nv", "The score to roll at or under.", "WS-6.2", 1, 6),
            BuildField("vp", "VP", "What its destruction scores for the enemy.", "WS-14.7", 0, 1000, 10),
        ),
    )


def model_section(vehicle: bool) -> BuildSection:
    """Its models in the order in which they are numbered, the leader first (WS-2.3)."""
    fields = (
        BuildField("name", "Name", "", "WS-2.1", words=60),
        BuildField("count", "How many", "", "WS-2.1", 1, 1 if vehicle else MODELS_OFFERED),
        BuildField("radius", "Base", "", "WS-1.3", choices=bases()),
        BuildField("weapons", "Weapons, two at most", "", "WS-2.9", choices=arms(), several=True),
    )
    weapon = next(iter(load_weapons().weapons))
    blank = {"name": "rifleman", "count": 1, "radius": 0.5, "officer": False, "weapons": [weapon]}
    return BuildSection(
        "Models", (), BuildRows("models", "Models", 1 if vehicle else KINDS_OFFERED, blank, fields)
    )


def bases() -> tuple[BuildChoice, ...]:
    """Round bases as they are usual, those of teams named (WS-4.9); a file may have any other size."""
    return tuple(BuildChoice(radius, format_base(radius)) for radius in RADII)


def format_base(radius: float) -> str:
    """A base by what it measures across."""
    unit, team = "inch" if radius == 0.5 else "inches", " (team)" if is_team(mils(radius)) else ""
    return f"{2 * radius:g} {unit} across{team}"


def arms() -> tuple[BuildChoice, ...]:
    """The weapons of table 2.3, each with its numbers."""
    return tuple(
        BuildChoice(key, f"{weapon.name}: {armed(weapon)}") for key, weapon in load_weapons().weapons.items()
    )


def armed(weapon: WeaponEntry) -> str:
    """The numbers of a weapon as table 2.3 has them."""
    numbers = f"{weapon.range:g}\u2033, RoF {weapon.rof}, AP {weapon.ap}, FP {weapon.fp}"
    return ", ".join((numbers, *weapon.traits))


def samples() -> Iterator[Sample]:
    """The units that come with the game."""
    for name, unit in SHELF.units().units.items():
        yield Sample(name, unit.name, unit.text, unit.source, unit.kind, plain(printed(name)), unit.vp)


# ---------------------------------------------------------------- reading and writing


def read_build(build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A build as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    return plain(read(build))


def write_build(build: Mapping[str, Any]) -> str:
    """A build as a file."""
    return as_file(read(build))


def name_cards(cards: list[Card], forces: Mapping[str, Mapping[str, Any]]) -> list[Card]:
    """The cards of a table with the names that players gave to units of the book; builds have theirs."""
    names = {unit: str(force.get("name", "")) for unit, force in forces.items()}
    return [renamed(card, names.get(card.unit, "").strip(), {}) for card in cards]
