"""What a player can buy for a vehicle (AG-5, sections 3.2 to 3.5), and reading and writing designs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.catalogue.toml_writer import toml_text
from hulldown.rulesets.agrav.blueprint import Blueprint, kind_of, plain, read, sample_build, squad_of
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.codes import WEAPONS
from hulldown.rulesets.agrav.design import (
    DURABILITY_STEP,
    LEAST_DURABILITY,
    MOST_DURABILITY,
    STEP,
    THIN,
    chassis_of,
    drive_cost,
    total_cost,
)
from hulldown.rulesets.agrav.sheet import INFANTRY, Design, PartName, Units, WeaponKind
from hulldown.rulesets.agrav.verdict import points_text
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

MATTERING = ("cockpit_counts_as_part", "armour_counts_as_part", "agrav_diagonal")
FIGURES = {"tank": "tank", "walker": "walker", "agrav": "hover"}
MOUNTS = {"hull": "in the hull", "turret": "in the turret", "arm": "on an arm"}
LEFT_OUT = {"name": "", "cockpit": 1, "paint": {"scheme": "none", "pattern": "plain"}}


# ---------------------------------------------------------------- what can be bought


def garage(options: Choices | None = None) -> Garage:
    """Every chassis in every class, and the vehicles and squads that come with the game."""
    SHELF.options_under(options or {})
    units = SHELF.units()
    hulls = [bare(chassis, budget) for chassis in units.chassis for budget in units.budgets]
    return Garage(
        tuple(unit_offer(hull, units) for hull in hulls),
        tuple(samples(units)),
        schemes=SCHEMES,
        patterns=PATTERNS,
        options=MATTERING,
    )


def bare(chassis: str, budget: str) -> Blueprint:
    """A vehicle of a chassis and class with nothing but a cockpit and the weakest drive and plate."""
    low = SHELF.units().chassis[chassis].mobility[0]  # type: ignore[index]
    plate = {"thickness": THIN, "durability": LEAST_DURABILITY}
    data = {"chassis": chassis, "budget": budget, "mobility": low, "plate": plate}
    return Blueprint.model_validate(data)


def unit_offer(hull: Blueprint, units: Units) -> UnitOffer:
    """What can be bought for a chassis in a class."""
    chassis = chassis_of(hull, units)
    return UnitOffer(
        id=kind_of(hull),
        name=units.kind_name(hull),
        figure=FIGURES[hull.chassis],
        text=chassis.text,
        rule=chassis.source,
        budget=units.budgets[hull.budget].points,
        facings=(),
        upgrades=(),
        sections=(
            hull_section(hull, units),
            power_section(units),
            weapon_section(hull, units),
            other_section(units),
        ),
        sets={"chassis": hull.chassis, "budget": hull.budget},
        bare=plain(hull),
    )


def hull_section(hull: Design, units: Units) -> BuildSection:
    """Cockpit, sensors, drive and plate (AG-5.3, AG-5.7)."""
    low, high = chassis_of(hull, units).mobility
    thickest = min(chassis_of(hull, units).thickness, units.budgets[hull.budget].thickness)
    extra = drive_cost(hull, high, units) - high
    adds = f", {abs(extra)} {'more' if extra > 0 else 'fewer'} in all" if extra else ""
    least = " but at least 1" if drive_cost(hull, low, units) > low + extra else ""
    drive = f"Mobility. 1 point each{adds}{least}."
    rule = "AG-5.7"
    return BuildSection(
        "Hull",
        (
            amount("cockpit", units, 1),
            amount("sensors", units),
            BuildField("mobility", "Drive", drive, rule, low, high),
            BuildField(
                "plate.thickness", "Plate", f"Thickness. 1 point for {STEP}.", rule, THIN, thickest, STEP
            ),
            BuildField(
                "plate.durability",
                "Plate durability",
                f"What hits wear away. 1 point for {DURABILITY_STEP}.",
                rule,
                LEAST_DURABILITY,
                MOST_DURABILITY,
                DURABILITY_STEP,
            ),
        ),
    )


def power_section(units: Units) -> BuildSection:
    """Shield, generator, capacitor (AG-5.8)."""
    shields = (
        BuildChoice(
            name, f"{kind.name}: thickness {kind.thickness}, charge {kind.charge}, {points_text(kind.cost)}"
        )
        for name, kind in units.shields.items()
    )
    shield = BuildField(
        "shield",
        "Shield",
        "Takes every hit until it is empty.",
        "AG-13.1",
        choices=(BuildChoice([], "none"), *shields),
    )
    return BuildSection("Shield and power", (shield, amount("generator", units), amount("capacitor", units)))


def weapon_section(hull: Design, units: Units) -> BuildSection:
    """Turret and weapons (AG-5.9, AG-8.6, AG-8.13)."""
    mounts = chassis_of(hull, units).mounts
    turrets: tuple[PartName, ...] = ("turret", "high_act") if "turret" in mounts else ()
    turret = BuildField(
        "turret",
        "Turret",
        "An all-round mount for up to two weapons; High Act is quick enough for corner fire.",
        units.parts["turret"].source,
        choices=(BuildChoice([], "none"), *(part_choice(name, units) for name in turrets)),
    )
    blank: dict[str, Any] = {"weapon": "chaingun", "mount": mounts[0], "stabiliser": [], "ammo": 1}
    return BuildSection(
        "Weapons", (turret,), BuildRows("weapons", "Weapon", WEAPONS, blank, fitting_fields(hull, units))
    )


def fitting_fields(hull: Design, units: Units) -> tuple[BuildField, ...]:
    """What is chosen for one weapon."""
    mounts = chassis_of(hull, units).mounts
    steady: tuple[PartName, ...] = ("partial", "full")
    return (
        BuildField("weapon", "Weapon", "", "AG-5.5", choices=tuple(weapon_choices(units))),
        BuildField(
            "mount",
            "Mount",
            "",
            "AG-8.13",
            choices=tuple(BuildChoice(mount, MOUNTS[mount]) for mount in mounts),
        ),
        BuildField(
            "stabiliser",
            "Stabiliser",
            "",
            "AG-8.6",
            choices=(BuildChoice([], "none"), *(part_choice(name, units) for name in steady)),
        ),
        BuildField("ammo", "Ammo points", "", "AG-5.9", 0, units.parts["ammo"].most),
    )


def weapon_choices(units: Units) -> Iterator[BuildChoice]:
    """Weapons on sale; one that uses loads comes with the smallest bin, another without (AG-5.9)."""
    for name, kind in units.weapons.items():
        if kind.cost is not None:
            yield BuildChoice(name, weapon_text(kind), {"ammo": int(kind.loads is not None)})


def weapon_text(kind: WeaponKind) -> str:
    """A weapon in a line: points, penetration, damage, heat, shots, energy."""
    shots = f"{kind.shots} \u00d7 " if kind.shots > 1 else ""
    numbers = f"P {kind.penetration}, D {shots}{kind.damage}"
    heat = f", H {kind.thermal}" if kind.thermal else ""
    power = f", {kind.power} energy" if kind.power else ""
    return f"{kind.name}: {points_text(kind.cost or 0)}, {numbers}{heat}{power}"


def other_section(units: Units) -> BuildSection:
    """Smoke and shield transfer (AG-14.1, AG-22.1)."""
    part = units.parts["transfer"]
    answers = (BuildChoice(False, "no"), BuildChoice(True, f"yes, {points_text(part.cost)}"))
    transfer = BuildField("transfer", part.name, part.text, part.source, choices=answers)
    return BuildSection("Other", (amount("smoke", units), transfer))


def amount(name: PartName, units: Units, low: int = 0) -> BuildField:
    """A part of which one buys some."""
    part = units.parts[name]
    text = f"{part.text} {points_text(part.cost)}{' each' if part.most > 1 else ''}."
    return BuildField(name, part.name, text, part.source, low, part.most)


def part_choice(name: PartName, units: Units) -> BuildChoice:
    """A part that one has or has not."""
    part = units.parts[name]
    return BuildChoice(name, f"{part.name}, {points_text(part.cost)}")


def samples(units: Units) -> Iterator[Sample]:
    """The sample vehicles, and the squads, which are only printed (sections 3.6, 3.7)."""
    for name, vehicle in units.vehicles.items():
        build = plain(sample_build(name))
        kind, points = kind_of(vehicle), total_cost(vehicle, units)
        yield Sample(name, vehicle.name, vehicle.text, vehicle.source, kind, build, points)
    for name, squad in units.squads.items():
        yield Sample(name, squad.name, squad.text, squad.source, INFANTRY, {"unit": name}, squad.value)


# ---------------------------------------------------------------- reading and writing


def read_build(build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A build as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    if not isinstance(build, str) and squad_of(build):
        return dict(build)
    return plain(read(build))


def write_build(build: Mapping[str, Any]) -> str:
    """A build as a file that `hulldown build` judges; what it lacks is left out."""
    data = read_build(build)
    usual = {key: model_field.default for key, model_field in Blueprint.model_fields.items()} | LEFT_OUT
    return toml_text({key: value for key, value in data.items() if not is_usual(value, usual.get(key))})


def is_usual(value: Any, usual: Any) -> bool:
    """Whether a file can go without a value, since it is what is meant without it."""
    return bool(value == usual or (value == [] and usual == ()))


def name_cards(cards: list[Card], forces: Mapping[str, Mapping[str, Any]]) -> list[Card]:
    """The cards of a table with the names that players gave to their designs."""
    return [renamed(card, forces.get(card.unit, {}).get("name", ""), {}) for card in cards]
