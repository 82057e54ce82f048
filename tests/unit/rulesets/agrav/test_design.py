"""Designs (AG-5): the sample vehicles as the rulebook prints them, and every rule that a design can break."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.rulesets.agrav.catalogue import SHELF
from hulldown.rulesets.agrav.design import Design, bands, drive_cost, health, illegal, plate_cost, total_cost
from hulldown.rulesets.agrav.events import Illegal
from hulldown.rulesets.agrav.state import HALF, Part

UNITS = SHELF.units()
PRINTED = SHELF.options_under({})
WORDS = {Part.AMMO: "ammo {}", Part.WEAPON: "{}", Part.TRANSFER: "shield transfer"}


def printed(title: str) -> list[list[str]]:
    """The rows of the first table below a line of the rulebook, without its head."""
    lines = SHELF.rulebook().text.partition(title)[2].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


SHEETS = {row[0]: row for row in printed("3.6 Sample vehicles")}
BANDS = {row[0].split()[0]: row for row in printed("Crit bands")}


@pytest.mark.parametrize("name", UNITS.vehicles)
def test_a_sample_vehicle_comes_to_its_printed_points_and_health(name: str) -> None:
    """AG-5.1, AG-5.3, AG-5.4, AG-5.7."""
    vehicle, row = UNITS.vehicles[name], SHEETS[name]
    assert row[1] == f"{UNITS.chassis[vehicle.chassis].name} {UNITS.budgets[vehicle.budget].points}".replace(
        "Tank", "tank"
    ).replace("Walker", "walker")
    assert [total_cost(vehicle, UNITS), vehicle.sensors] == [int(row[2]), int(row[3])]
    mobility = vehicle.mobility[0]
    assert row[4] == f"{mobility} ({drive_cost(vehicle, mobility, UNITS)})"
    plate = vehicle.plate
    assert row[7] == f"{plate.thickness}/{plate.durability} ({plate_cost(vehicle)})"
    assert health(vehicle, UNITS, PRINTED) == int(row[10])
    assert illegal(vehicle, UNITS) == Illegal.LEGAL


@pytest.mark.parametrize("name", UNITS.vehicles)
def test_a_sample_vehicle_has_its_printed_crit_bands(name: str) -> None:
    """AG-12.9, AG-12.10."""
    vehicle, row = UNITS.vehicles[name], BANDS[name]
    found = []
    for (part, _, _, what), last in bands(vehicle, UNITS, PRINTED):
        word = WORDS.get(part, part.name.lower()).format(what)
        found.append(f"{word} {last / HALF:g}")
    assert row[0] == f"{name} d{UNITS.budgets[vehicle.budget].points}"
    assert ", ".join(found) == row[1]


def test_every_printed_vehicle_is_in_the_file_and_no_other() -> None:
    assert list(UNITS.vehicles) == list(SHEETS) == list(BANDS)


@pytest.mark.parametrize(
    "row", [*printed("3.5 Weapons"), *printed("Infantry weapon lines")], ids=lambda r: r[0]
)
def test_a_weapon_is_as_it_is_printed(row: list[str]) -> None:
    """Table 3.5."""
    weapon = UNITS.weapons[row[0]]
    flags = [word for word, has in (("EN", weapon.energy), ("HE", weapon.he), ("area", weapon.area)) if has]
    shown = [weapon.name, weapon.family, str(weapon.penetration), str(weapon.damage), str(weapon.thermal)]
    assert shown == [
        row[1],
        row[2].split()[0].replace("special", "charge"),
        row[3].replace("-", "0"),
        *row[4:6],
    ]
    assert ", ".join(flags) == row[6]
    if len(row) == 12:
        numbers = [weapon.shots, weapon.cost, weapon.power, weapon.loads or "-", weapon.reload]
        assert [str(number) for number in numbers] == row[7:]
    else:
        assert weapon.per_model == ("per living model" in row[7])
        assert weapon.cost is None and str(weapon.loads or "-") == row[8]


def test_chassis_classes_and_shields_are_as_they_are_printed() -> None:
    """Tables 3.2 to 3.4."""
    for row in printed("3.2 Chassis"):
        chassis = UNITS.chassis[row[0].lower()]  # type: ignore[index]
        low, high = chassis.mobility
        assert row[8:] == [f"{low}-{high}", str(chassis.thickness), f"{chassis.drive:+d}".replace("+0", "0")]
    for row in printed("3.3 Budget classes"):
        one = UNITS.budgets[row[0]]  # type: ignore[index]
        assert row[1:4] == [str(one.points), f"d{one.points}", str(one.thickness)]
    for name, shield in UNITS.shields.items():
        row = next(row for row in printed("3.4 Parts") if row[0] == f"shield {name}")
        assert row[2:] == [
            str(shield.cost),
            f"thickness {shield.thickness}, default maximum {shield.charge}",
        ]


# ---------------------------------------------------------------- legality (AG-5.6)

HULL = {"weapon": "chaingun", "mount": "hull", "ammo": 1}
PLAIN: dict[str, Any] = {  # 8 + 4 + 3 + 1 + 5 of 60 points
    "chassis": "tank",
    "budget": "medium",
    "mobility": 4,
    "plate": {"thickness": 40, "durability": 50},
    "weapons": (HULL,),
}


def designed(**changes: Any) -> Design:
    """A plain legal tank with changes."""
    return Design.model_validate({**PLAIN, **changes})


def with_weapon(**changes: Any) -> Design:
    """The plain tank with changes to its one weapon."""
    return designed(weapons=({**HULL, **changes},))


def test_the_plain_tank_is_legal_and_cheap() -> None:
    """AG-5.1, AG-5.4: health 10 x (8 + 4) and 5 x (3 + 1)."""
    assert illegal(designed(), UNITS) == Illegal.LEGAL
    assert (total_cost(designed(), UNITS), health(designed(), UNITS, PRINTED)) == (21, 140)
    assert health(designed(), UNITS, SHELF.options_under({"armour_counts_as_part": True})) == 190  # AG-5.5


BROKEN = [
    (designed(budget="light", sensors=6, plate={"thickness": 60, "durability": 400}, smoke=4), "OVER_BUDGET"),
    (designed(cockpit=0), "COCKPIT_MISSING"),
    (designed(cockpit=2), "COCKPIT_MISSING"),
    (designed(sensors=7), "SENSORS_RANGE"),
    (designed(mobility=()), "DRIVE_RANGE"),
    (designed(mobility=(4, 5)), "DRIVE_RANGE"),
    (designed(mobility=2), "DRIVE_RANGE"),
    (designed(mobility=9), "DRIVE_RANGE"),
    (designed(chassis="agrav", mobility=4), "DRIVE_RANGE"),
    (designed(shield=("S100", "S100"), generator=1), "SHIELD_COUNT"),
    (designed(shield="S100"), "SHIELD_NEEDS_GENERATOR"),
    (designed(generator=11), "POWER_RANGE"),
    (designed(generator=1, capacitor=6), "POWER_RANGE"),
    (designed(capacitor=1), "POWER_RANGE"),
    (designed(plate={"thickness": 10, "durability": 50}), "PLATE_RANGE"),
    (designed(plate={"thickness": 45, "durability": 50}), "PLATE_RANGE"),
    (designed(plate={"thickness": 110, "durability": 50}), "PLATE_RANGE"),
    (designed(plate={"thickness": 40, "durability": 0}), "PLATE_RANGE"),
    (designed(plate={"thickness": 40, "durability": 75}), "PLATE_RANGE"),
    (designed(plate={"thickness": 40, "durability": 450}), "PLATE_RANGE"),
    (designed(weapons=()), "WEAPON_COUNT"),
    (designed(weapons=(HULL,) * 6), "WEAPON_COUNT"),
    (with_weapon(mount="arm"), "MOUNT_NOT_ALLOWED"),
    (with_weapon(mount="turret"), "MOUNT_NOT_ALLOWED"),
    (designed(chassis="walker"), "MOUNT_NOT_ALLOWED"),
    (designed(turret="turret"), "TURRET_LOAD"),
    (designed(turret="high_act", weapons=({**HULL, "mount": "turret"},) * 3), "TURRET_LOAD"),
    (designed(turret=("turret", "turret"), weapons=({**HULL, "mount": "turret"},)), "TURRET_LOAD"),
    (with_weapon(ammo=0), "AMMO_MISSING"),
    (with_weapon(ammo=4), "AMMO_MISSING"),
    (designed(generator=2, weapons=({"weapon": "pulse", "mount": "hull", "ammo": 1},)), "AMMO_NOT_USED"),
    (designed(generator=1, weapons=({"weapon": "pulse", "mount": "hull"},)), "POWER_MISSING"),
    (with_weapon(stabiliser=("full", "partial")), "STABILISER_DUPLICATE"),
    (designed(transfer=True), "TRANSFER_NEEDS_SHIELD"),
    (designed(smoke=3), "SMOKE_COUNT"),
]


@pytest.mark.parametrize(("design", "reason"), BROKEN)
def test_each_rule_of_construction_is_named(design: Design, reason: str) -> None:
    """AG-5.6."""
    assert illegal(design, UNITS).name == reason


def test_every_reason_is_shown_above_and_the_first_of_several_counts() -> None:
    """AG-5.6: checked in this order."""
    assert {reason for _, reason in BROKEN} == {one.name for one in Illegal} - {"LEGAL"}
    order = [one.name for one in Illegal]
    assert [reason for _, reason in BROKEN] == sorted((reason for _, reason in BROKEN), key=order.index)
    everything = designed(
        cockpit=0, sensors=7, mobility=(), shield="S100", capacitor=6, weapons=(), transfer=True, smoke=3
    )
    assert illegal(everything, UNITS) == Illegal.COCKPIT_MISSING


def test_a_capacitor_point_counts_twice_for_the_power_of_a_volley() -> None:
    """AG-5.6, AG-5.8."""
    lance = ({"weapon": "lance", "mount": "hull"},)  # 5 energy
    assert illegal(designed(generator=3, capacitor=1, weapons=lance), UNITS) == Illegal.LEGAL
    assert illegal(designed(generator=2, capacitor=1, weapons=lance), UNITS) == Illegal.POWER_MISSING


def test_a_drive_costs_at_least_one_point() -> None:
    """AG-5.7: a light tank with mobility 3 pays 3 - 2; no chassis comes below 1."""
    assert drive_cost(designed(budget="light"), 3, UNITS) == 1
    assert drive_cost(designed(budget="light"), 1, UNITS) == 1


def test_sensors_share_the_band_of_the_cockpit() -> None:
    """AG-5.2, AG-5.3."""
    first = bands(designed(sensors=4), UNITS, PRINTED)[0]
    assert (first.bought.part, first.bought.cost, first.last) == (Part.COCKPIT, 12, 12 * HALF)


def test_two_smoke_dischargers_are_one_part() -> None:
    """AG-5.10."""
    smoke = [one for one in bands(designed(smoke=2), UNITS, PRINTED) if one.bought.part == Part.SMOKE]
    assert [one.bought.cost for one in smoke] == [4]
