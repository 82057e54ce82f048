"""What a tank can be built of (CH-17.1), the tanks to begin from, and reading and writing builds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args

from hulldown.catalogue.toml_writer import toml_text
from hulldown.rulesets.api.garage import (
    BuildChoice,
    BuildField,
    BuildSection,
    Forces,
    Garage,
    Sample,
    UnitOffer,
    renamed,
)
from hulldown.rulesets.api.words import Card
from hulldown.rulesets.chase.blueprint import BANDS, as_data, numbers_of, plain, read
from hulldown.rulesets.chase.catalogue.scenarios import REGULAR
from hulldown.rulesets.chase.catalogue.shelf import SHELF, sample_id
from hulldown.rulesets.chase.catalogue.units import LISTED, OWN, OWN_GUN, Crew, Mount, Tank, Units, Weapon
from hulldown.rulesets.chase.naming import NO_GUN_NAME, with_sign
from hulldown.rulesets.common.painting import PATTERNS, SCHEMES
from hulldown.rulesets.common.scenarios import Choices

RULE = "CH-17.1"
MATTERING = ("order_fire_dms", "collision_facing_armor")
RENAMING = {"name", "paint", "crew"}  # what a player may say of a printed tank without replacing it
LONGEST = 40  # letters of a name
SKILLS = (-3, 0, 1, 2, 3, 4)  # CH-1.6
MOUNTS = {"turret": "turret, all round", "fixed": "fixed, Front only"}
DM_BOUNDS = range(-8, 7)  # range DMs that are offered; a file may have more
TEXTS = {
    LISTED: "A tank of section 2.3 with a crew, as the rulebook has it.",
    OWN: "Every number is yours, the gun is one of section 2.2.",
    OWN_GUN: "Every number is yours, those of the gun too.",
}
NAMES = {LISTED: "Listed tank", OWN: "Own tank", OWN_GUN: "Own tank and gun"}


# ---------------------------------------------------------------- what is offered


def garage(options: Choices | None = None) -> Garage:
    """Listed tanks with every crew, and tanks of one's own."""
    SHELF.options_under(options or {})
    units = SHELF.units()
    offers = (
        (LISTED, (listed_section(units),)),
        (OWN, (*hull_sections(), BuildSection("Gun", (gun_field(units), mount_field())))),
        (OWN_GUN, (*hull_sections(), gun_section(), range_section())),
    )
    return Garage(
        tuple(unit_offer(kind, sections) for kind, sections in offers),
        tuple(samples(units)),
        schemes=SCHEMES,
        patterns=PATTERNS,
        options=MATTERING,
    )


def unit_offer(kind: str, sections: tuple[BuildSection, ...]) -> UnitOffer:
    """One of the three ways to a tank."""
    return UnitOffer(
        id=kind,
        name=NAMES[kind],
        figure="tank",
        text=TEXTS[kind],
        rule=RULE,
        budget=0,
        facings=(),
        upgrades=(),
        sections=sections,
        sets={"built": kind},
    )


def samples(units: Units) -> Iterator[Sample]:
    """Every listed tank with every crew, the regular ones first (section 2.3)."""
    for crew, skills in sorted(units.crews.items(), key=lambda item: item[0] != REGULAR):
        for name, tank in units.tanks.items():
            build = read({"tank": name, "crew": crew})
            shown = tank.name if crew == REGULAR else f"{tank.name}, {skills.name.lower()} crew"
            key = sample_id(name, crew)
            yield Sample(key, shown, tank.text, tank.source, LISTED, plain(build), build.points)


# ---------------------------------------------------------------- fields


def listed_section(units: Units) -> BuildSection:
    """Which tank and which crew."""
    tanks = tuple(tank_choice(name, tank, units) for name, tank in units.tanks.items())
    crews = tuple(BuildChoice(name, crew_text(crew)) for name, crew in units.crews.items())
    return BuildSection(
        "Tank and crew",
        (
            BuildField("tank", "Tank", "Section 2.3.", "CH-11.8", choices=tanks),
            BuildField("crew", "Crew", "Skills of driver and gunner.", "CH-1.6", choices=crews),
        ),
    )


def crew_text(crew: Crew) -> str:
    """A crew in a line: "Veteran: 3 and 3, +20 points"."""
    points = f", {with_sign(crew.points)} points" if crew.points else ""
    return f"{crew.name}: {crew.driver} and {crew.gunner}{points}"


def tank_choice(name: str, tank: Tank, units: Units) -> BuildChoice:
    """A listed tank, with its numbers for those who go on from it to one of their own."""
    numbers = numbers_of(tank, REGULAR, units)
    gun = numbers.pop("weapon")["listed"]
    sets = {**numbers, **gun_numbers(gun, units.weapons[gun])}
    return BuildChoice(name, f"{tank.name}: {tank.type}, {tank.points} points", sets)


def gun_numbers(name: str, gun: Weapon) -> dict[str, Any]:
    """A listed gun as the fields of a build."""
    dms = {f"weapon.range_dm.{band}": gun.range_dm.get(band) for band in BANDS}  # type: ignore[call-overload]
    numbers = {"weapon.dice": gun.dice, "weapon.bonus": gun.bonus, "weapon.ap": gun.ap}
    return {"weapon.listed": name, **numbers, **dms}


def hull_sections() -> tuple[BuildSection, ...]:
    """Hull, plates, drive and crew of a tank of one's own."""
    levels = tuple(BuildChoice(level, "none: \u22123" if level < 0 else str(level)) for level in SKILLS)
    worth = "What you say that it is worth; counted in team battles and free play."
    return (
        BuildSection(
            "Tank",
            (
                BuildField(
                    "type", "Type", "What it is called in words: battle tank, scout.", RULE, words=LONGEST
                ),
                BuildField("points", "Points", worth, RULE, 0, 1000, 5),
                BuildField("hull", "Hull points", "", "CH-11.7", 1, 12),
            ),
        ),
        BuildSection(
            "Armor",
            (
                BuildField("front", "Front", "", "CH-10.9", 0, 60),
                BuildField("side", "Side", "Left and Right alike.", "CH-10.9", 0, 60),
                BuildField("rear", "Rear", "", "CH-10.9", 0, 60),
            ),
        ),
        BuildSection(
            "Drive and crew",
            (
                BuildField("top_speed", "Top Speed", "Counts in collisions only.", "CH-8.11", 0, 60),
                BuildField("agility", "Agility", "Added to every Driving test.", "CH-5.2", -20, 20),
                BuildField("driver", "Driver", "Added to every Driving test.", "CH-5.1", choices=levels),
                BuildField("gunner", "Gunner", "Added to every shot.", "CH-10.5", choices=levels),
            ),
        ),
    )


def gun_field(units: Units) -> BuildField:
    """One of the listed guns, which brings its numbers along."""
    choices = tuple(
        BuildChoice(
            name, f"{gun.name}: {gun.dice}d6{f'{gun.bonus:+}' if gun.bonus else ''}", gun_numbers(name, gun)
        )
        for name, gun in units.weapons.items()
    )
    return BuildField("weapon.listed", "Gun", "Section 2.2.", "CH-10.8", choices=choices)


def mount_field() -> BuildField:
    """Turret or not."""
    known = tuple(BuildChoice(name, MOUNTS[name]) for name in get_args(Mount))
    return BuildField("mount", "Mount", "", "CH-10.3", choices=known)


def gun_section() -> BuildSection:
    """The numbers of a gun of one's own."""
    return BuildSection(
        "Gun",
        (
            BuildField("weapon.name", "Name of the gun", "", RULE, words=LONGEST),
            mount_field(),
            BuildField("weapon.dice", "Damage dice", "Six-sided ones.", "CH-10.8", 0, 8),
            BuildField("weapon.bonus", "Damage bonus", "Added to the dice.", "CH-10.8", -20, 60),
            BuildField("weapon.ap", "AP", "Taken off the Armor that it meets.", "CH-10.9", 0, 60),
        ),
    )


def range_section() -> BuildSection:
    """Its range DM at each band, or that it cannot fire there."""
    dms = tuple(BuildChoice(dm, with_sign(dm).replace("-", "\u2212")) for dm in reversed(DM_BOUNDS))
    choices = (*dms, BuildChoice(None, "cannot fire"))
    fields = (BuildField(f"weapon.range_dm.{band}", band, "", "CH-10.5", choices=choices) for band in BANDS)
    return BuildSection("Range DMs", tuple(fields))


# ---------------------------------------------------------------- reading and writing


def read_build(build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A tank as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    return plain(read(build))


def write_build(build: Mapping[str, Any]) -> str:
    """A tank as a file; what goes without saying is left out."""
    return toml_text(as_data(read(build)))


def name_cards(cards: list[Card], forces: Forces) -> list[Card]:
    """The cards of a table with the names that players gave to their tanks, types and guns."""
    return [name_card(card, forces.get(card.roster, {})) for card in cards]


def name_card(card: Card, force: Mapping[str, Any]) -> Card:
    """One of them: a position knows a tank of a player's own by its numbers only."""
    name = str(force.get("name", ""))
    if force.keys() <= RENAMING:  # the printed tank, perhaps with another crew
        kind = f"{card.name}, {card.kind_name}" if name and card.name else card.kind_name
        return renamed(replace(card, kind_name=kind), name, {})
    tank = read(force)
    (gun, spent), *ranges = card.kit
    if tank.weapon.name and not tank.weapon.listed:
        gun = f"{tank.weapon.name}{gun.removeprefix(NO_GUN_NAME)}"
    kind = ", ".join([card.name, card.kind_name] if name and card.name else [tank.type or card.kind_name])
    return renamed(replace(card, kind_name=kind, kit=((gun, spent), *ranges)), name, {})
