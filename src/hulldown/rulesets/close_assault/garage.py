"""What can be written into a profile (CA-8.1), the units to begin from, and reading and writing profiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
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
from hulldown.rulesets.close_assault.blueprint import as_file, plain, printed, read
from hulldown.rulesets.close_assault.catalogue.scenarios import SHELF
from hulldown.rulesets.close_assault.codes import LINES, WEAPONS
from hulldown.rulesets.close_assault.printing import FIGURES
from hulldown.rulesets.close_assault.sheet import GIFTS, KINDS, KNOWN, TEMPLATE
from hulldown.rulesets.common.painting import PATTERNS, SCHEMES
from hulldown.rulesets.common.scenarios import Choices

MATTERING = (
    "rules_mode",
    "inv_better_than_5",
    "discard_scope",
    "antitank_walkers",
    "card_knights_titans",
    "band_boundary",
)
RULE = "CA-8.1"
LISTS = {"legions": "Legions: +1", "auxilia": "Auxilia: 0", "other": "every other list: -1"}
RANGES = (TEMPLATE, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 30, 32, 36, 40, 48, 60, 72, 96)
DICE = (*range(1, 13), "D3", "D6", "2D6", "D3+1", "D3+3", "D6+1", "D6+3")
ARCS = ("Arc (Front)", "Arc (Rear)")
JINKS = ("Jink (6+)", "Jink (5+)", "Jink (4+)", "Jink (3+)")
RECTANGLES = (
    (1.5, 1.0),
    (1.75, 1.25),
    (2.0, 1.25),
    (2.25, 1.5),
    (2.5, 1.5),
    (3.0, 1.75),
    (3.5, 2.0),
    (4.0, 2.5),
)
CIRCLES = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
WITH_FACING = ("Vehicle", "Super-heavy vehicle")  # these may stand on rectangles (CA-2.2)
TEXTS = {
    "Infantry": "Foot troops: a single CAF, and a bonus for getting out of the way of a Tank Shock.",
    "Cavalry": "Riders: a single CAF, and a bonus for getting out of the way of a Tank Shock.",
    "Walker": "A single CAF in all arcs; may encircle.",
    "Vehicle": "CAF front and rear, a bonus for each weapon, and one that grows with the charge.",
    "Super-heavy vehicle": "A vehicle with one more CAF in both arcs.",
    "Knight": "Matters only as the target of bonuses.",
    "Titan": "Matters only as the target of bonuses.",
}
BLANK_LINE: dict[str, Any] = {"range_min": 0, "range": 8, "dice": 1, "to_hit": 5, "ap": 0, "traits": []}
BLANK_WEAPON: dict[str, Any] = {"name": "Weapon", "count": 1, "coaxial_with": "", "line": [BLANK_LINE]}


# ---------------------------------------------------------------- what is offered


def garage(options: Choices | None = None) -> Garage:
    """Every type of unit, and the units that come with the game (2.2, 2.3)."""
    SHELF.options_under(options or {})
    return Garage(
        tuple(unit_offer(kind) for kind in KINDS),
        tuple(samples()),
        schemes=SCHEMES,
        patterns=PATTERNS,
        options=MATTERING,
    )


def unit_offer(kind: str) -> UnitOffer:
    """What a profile of a type says (CA-1.6, CA-8.1)."""
    return UnitOffer(
        id=kind,
        name=kind,
        figure=FIGURES[KINDS[kind]],
        text=TEXTS[kind],
        rule="CA-1.6",
        budget=0,
        facings=(),
        upgrades=(),
        sections=(model_section(kind), weapon_section()),
        sets={"type": kind},
        bare=bare(kind),
    )


def bare(kind: str) -> dict[str, Any]:
    """The plainest profile of a type."""
    wide = {"shape": "rect", "length": 1.5, "width": 1.0}
    base = wide if kind in WITH_FACING else {"shape": "circle", "diameter": 1.0}
    plainest = {"name": "", "type": kind, "list": "auxilia", "save": 6, "movement": 6, "wounds": 1}
    return plain(read({**plainest, "morale": 3, "caf": 0, "base": base}))


def model_section(kind: str) -> BuildSection:
    """The model itself."""
    return BuildSection(
        "Model",
        (
            BuildField("list", "Army list", "Adds to CAF in both arcs.", "CA-6.3", choices=words(LISTS)),
            BuildField("save", "Armour Save", "Adds to CAF, more in front.", "CA-6.4", choices=saves()),
            BuildField("invulnerable", "Invulnerable Save", "Adds to CAF.", "CA-6.5", choices=saves()),
            BuildField("movement", "Movement", "Inches; the charge bands follow from it.", "CA-8.5", 1, 30),
            BuildField("wounds", "Wounds", "", "CA-9.1", 1, 12),
            BuildField("morale", "Morale", "Needed on a die.", "CA-16.1", choices=saves()[1:]),
            BuildField("caf", "CAF today", "The single CAF of the parent game.", "CA-1.5", -5, 12),
            BuildField("base", "Base", "", "CA-2.2", choices=tuple(bases(kind))),
            BuildField(
                "special", "Special rules", "", "CA-12.12", choices=same(*GIFTS, *JINKS), several=True
            ),
        ),
    )


def weapon_section() -> BuildSection:
    """Weapons, each with its stat-lines."""
    fields = (
        BuildField("name", "Name", "", RULE, words=60),
        BuildField("count", "Identical mounts", "", "CA-7.18", 1, 12),
        BuildField("coaxial_with", "Co-axial with", "The name of the paired weapon.", "CA-10.4", words=60),
    )
    lines = BuildRows("line", "Line", LINES, BLANK_LINE, line_fields())
    return BuildSection("Weapons", (), BuildRows("weapon", "Weapon", WEAPONS, BLANK_WEAPON, fields, lines))


def line_fields() -> tuple[BuildField, ...]:
    """A row of a weapon."""
    return (
        BuildField("range_min", "Minimum range", "", "CA-7.3", 0, 48),
        BuildField("range", "Range", "", "CA-7.7", choices=same(*RANGES)),
        BuildField("dice", "Dice", "", "CA-7.15", choices=same(*DICE)),
        BuildField("to_hit", "To Hit", "", "CA-15.4", choices=saves()[1:]),
        BuildField("ap", "AP", "", "CA-7.8", -6, 0),
        BuildField("traits", "Traits", "", "CA-7.2", choices=same(*ARCS, *KNOWN), several=True),
    )


# ---------------------------------------------------------------- choices


def words(names: Mapping[str, str]) -> tuple[BuildChoice, ...]:
    """Values with what they are called."""
    return tuple(BuildChoice(value, name) for value, name in names.items())


def same(*values: Any) -> tuple[BuildChoice, ...]:
    """Values that are called as they are written."""
    return tuple(BuildChoice(value, str(value)) for value in values)


def saves() -> tuple[BuildChoice, ...]:
    """No save, then from the worst to the best."""
    return (BuildChoice(0, "none"), *(BuildChoice(face, f"{face}+") for face in range(6, 1, -1)))


def bases(kind: str) -> Iterator[BuildChoice]:
    """Bases as they are usual for a type (CA-2.2); a file may have any other size."""
    for length, width in RECTANGLES if kind in WITH_FACING else ():
        yield BuildChoice(
            {"shape": "rect", "length": length, "width": width}, f"{length:g} x {width:g} inches"
        )
    for diameter in CIRCLES:
        yield BuildChoice({"shape": "circle", "diameter": diameter}, f"round, {diameter:g} inches")


def samples() -> Iterator[Sample]:
    """The units that come with the game."""
    for name, unit in SHELF.units().units.items():
        build = printed(name)
        yield Sample(name, unit.name, unit.text, unit.source, unit.type, plain(build))


# ---------------------------------------------------------------- reading and writing


def read_build(build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A profile as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    return plain(read(build))


def write_build(build: Mapping[str, Any]) -> str:
    """A profile as a file in the form of CA-8.1."""
    return as_file(read(build))


def name_cards(cards: list[Card], forces: Mapping[str, Mapping[str, Any]]) -> list[Card]:
    """The cards of a table with the names that players gave to their units and weapons."""
    return [name_card(card, forces.get(card.unit, {})) for card in cards]


def name_card(card: Card, force: Mapping[str, Any]) -> Card:
    """One of them: a position knows the weapons of a player's own profile by their numbers only."""
    names = [str(weapon.get("name", "")) for weapon in force.get("weapon", ())]
    kit = [
        (name_weapon(text, f"Weapon {place}", name), spent)
        for place, ((text, spent), name) in enumerate(zip_longest(card.kit, names[: len(card.kit)]), 1)
    ]
    return renamed(replace(card, kit=tuple(kit)), force.get("name", ""), {})


def name_weapon(text: str, number: str, name: str | None) -> str:
    """A line about a weapon with its name for its number."""
    return f"{name}{text.removeprefix(number)}" if name and text.startswith(f"{number}:") else text
