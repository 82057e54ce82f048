"""The units that come with the game, number by number as the tables of 2.2 and 2.3 print them."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.values import Circle, UnitEntry, profile_from

# unit | type | list | M | Sv | Inv | CAF | Morale | W | base | special rules
UNITS = """
Rhino | Vehicle | legions | 9 | 4+ | - | +0 | 3+ | 1 | 1.5 x 1.0 | -
Land Raider | Vehicle | legions | 8 | 2+ | - | +2 | 3+ | 2 | 2.0 x 1.25 | -
Baneblade | SHV | auxilia | 6 | 2+ | - | +4 | 2+ | 3 | 3.0 x 1.75 | -
Line infantry | Infantry | auxilia | 5 | 5+ | - | +2 | 3+ | 1 | circle 1.0 | -
Rocket infantry | Infantry | auxilia | 5 | 5+ | - | +1 | 3+ | 1 | circle 1.0 | -
Heavy infantry | Infantry | legions | 5 | 4+ | - | +4 | 3+ | 1 | circle 1.0 | Bulky
Assault infantry | Infantry | legions | 7 | 5+ | - | +3 | 3+ | 1 | circle 1.0 | Jump Packs
Scout bikes | Cavalry | auxilia | 9 | 5+ | - | +2 | 3+ | 1 | circle 1.25 | Jink (6+)
Grav skimmer | Cavalry | legions | 10 | 5+ | - | +1 | 3+ | 1 | circle 1.25 | Skimmer, Jink (5+)
Walker | Walker | legions | 6 | 4+ | - | +5 | 3+ | 1 | circle 1.25 | -
Battle tank | Vehicle | auxilia | 8 | 3+ | - | +2 | 3+ | 1 | 1.75 x 1.25 | -
Heavy tank | Vehicle | other | 7 | 2+ | 6+ | +3 | 3+ | 2 | 2.25 x 1.5 | -
Grav tank | Vehicle | other | 10 | 4+ | - | +1 | 3+ | 1 | 1.75 x 1.25 | Skimmer
Super-heavy | SHV | legions | 6 | 2+ | 5+ | +5 | 2+ | 3 | 3.0 x 1.75 | -
"""

# unit | weapon (and its pair) | range (and its minimum), dice, hit, AP, traits of each line
WEAPONS = """
Rhino | Pintle mounted twin bolter | 8 | 2 | 5+ | 0 | Light, Point Defence, Assault, Arc (Front)
Land Raider | Sponson mounted twin-linked lascannon | 24 | 1 | 4+ | -1 | Anti-tank, Arc (Front)
Land Raider | Pintle mounted multi-melta | 8 | 1 | 4+ | -3 | Anti-tank, Arc (Front)
Baneblade | Hull mounted demolisher cannon | 8 | 1 | 4+ | -3 | Ignores Cover, Arc (Front)
Baneblade | Hull mounted heavy bolter turret | 10 | 2 | 5+ | 0 | Light, Point Defence, Arc (Front)
Baneblade | Lascannon sponson turrets | 24 | 1 | 5+ | -1 | Anti-tank
Baneblade | Baneblade cannon | 32 | 1 | 4+ | -3 | -
Baneblade | Co-axial autocannon (paired with Baneblade cannon) | 16 | 2 | 5+ | -1 | Co-axial, Light AT
Baneblade | Baneblade autocannon sponsons | 16 | 2 | 5+ | -1 | Light AT, Point Defence
Line infantry | Rifles | 8 | 1 | 5+ | 0 | Light, Assault
Rocket infantry | Rocket launchers | 20 | 1 | 5+ | -1 | Anti-tank
Heavy infantry | Heavy rifles | 8 | 1 | 4+ | 0 | Light, Assault
Assault infantry | Pistols | 4 | 1 | 5+ | 0 | Light, Assault
Scout bikes | Twin rifles | 8 | 2 | 5+ | 0 | Light
Grav skimmer | Heavy cannon | 12 | 2 | 5+ | -1 | Light AT
Walker | Assault cannon | 12 | 3 | 5+ | 0 | Light AT
Battle tank | Turret cannon | 24 | 1 | 4+ | -2 | Anti-tank
Battle tank | Co-axial machine gun (paired with Turret cannon) | 8 | 2 | 5+ | 0 | Light, Co-axial
Battle tank | Hull machine gun | 8 | 2 | 5+ | 0 | Light, Point Defence, Arc (Front)
Heavy tank | Two-mode gun | 24 | 1 | 4+ | -3 | Anti-tank
Heavy tank | Two-mode gun | 12 | 2 | 4+ | -1 | Light AT
Heavy tank | Rear machine gun | 8 | 2 | 5+ | 0 | Light, Point Defence, Arc (Rear)
Grav tank | Lance | 16 | 1 | 4+ | -2 | Anti-tank, Arc (Front)
Super-heavy | Great bombard | 32 | 2 | 4+ | -2 | Blast (5)
Super-heavy | Siege mortar | 40 (min 8) | 1 | 4+ | -1 | -
Super-heavy | Sponson cannons | 16 | 2 | 4+ | -1 | -
Super-heavy | Defence guns | 8 | 3 | 5+ | 0 | Light, Point Defence
"""
SHORT = {"SHV": "Super-heavy vehicle"}


def table(printed: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split("|")] for row in printed.strip().splitlines()]


def unit(name: str) -> UnitEntry:
    return next(one for one in SHELF.units().units.values() if one.name == name)


def save(face: int) -> str:
    return f"{face}+" if face else "-"


def printed_base(one: UnitEntry) -> str:
    base = one.base
    return f"circle {base.diameter}" if isinstance(base, Circle) else f"{base.length} x {base.width}"


def joined(words: tuple[str, ...]) -> str:
    return ", ".join(words) or "-"


@pytest.mark.parametrize("row", table(UNITS), ids=lambda row: row[0])
def test_a_unit_is_as_its_table_prints_it(row: list[str]) -> None:
    """CA-8.1, CA-1.6, CA-2.2: the profiles of 2.2 and 2.3."""
    one = unit(row[0])
    numbers = [str(one.movement), save(one.save), save(one.invulnerable), f"{one.caf:+}", save(one.morale)]
    kind = next((short for short, long in SHORT.items() if long == one.type), one.type)
    assert [
        one.name,
        kind,
        one.list,
        *numbers,
        str(one.wounds),
        printed_base(one),
        joined(one.special),
    ] == row


def printed_lines(one: UnitEntry) -> list[list[str]]:
    """The weapons of a unit as the table prints them."""
    rows = []
    for weapon in one.weapon:
        pair = f" (paired with {weapon.coaxial_with})" if weapon.coaxial_with else ""
        for line in weapon.line:
            least = f" (min {line.range_min})" if line.range_min else ""
            shots = [f"{line.range}{least}", str(line.dice), save(line.to_hit), str(line.ap)]
            rows.append([one.name, weapon.name + pair, *shots, joined(line.traits)])
        assert weapon.count == 1
    return rows


def of_the_tables() -> dict[str, UnitEntry]:
    """The units that the rulebook's table prints; a unit of a ruling is in the file and not in the table."""
    printed = {row[0] for row in table(UNITS)}
    return {key: unit for key, unit in SHELF.units().units.items() if unit.name in printed}


def test_every_weapon_is_as_its_table_prints_it() -> None:
    """CA-8.1: in the order of the tables, none missing and none more."""
    assert [row for unit in of_the_tables().values() for row in printed_lines(unit)] == table(WEAPONS)


def test_the_file_has_the_units_of_the_tables() -> None:
    """CA-8.1: in their order, and under the names that scenarios use."""
    assert [unit.name for unit in of_the_tables().values()] == [row[0] for row in table(UNITS)]
    assert all(
        key == unit.name.lower().replace(" ", "_").replace("-", "_") for key, unit in of_the_tables().items()
    )


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("Rhino", {"move": 9000, "half_length": 750, "half_width": 500, "round": 0, "save": 4, "caf": 0}),
        (
            "Heavy tank",
            {"move": 7000, "half_length": 1125, "half_width": 750, "invulnerable": 6, "wounds": 2},
        ),
        ("Grav skimmer", {"move": 10_000, "half_length": 625, "half_width": 625, "round": 1, "jink": 5}),
        ("Super-heavy", {"front": 4, "rear": 2, "morale": 2, "wounds": 3, "caf": 5}),
    ],
)
def test_battles_have_the_same_numbers(name: str, record: dict[str, Any]) -> None:
    """CA-2.2, CA-2.3, CA-6: in mils and half sizes."""
    made = profile_from(unit(name), SHELF.options_under({}))
    assert {field: int(getattr(made, field)) for field in record} == record
