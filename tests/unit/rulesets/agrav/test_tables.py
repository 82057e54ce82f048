"""Tables 3.2 to 3.7 against what is fielded, where `test_design` does not read them from the book already."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.agrav.test_design import SHEETS, UNITS, printed

from hulldown.rulesets.agrav.armor import MULTIPLIER
from hulldown.rulesets.agrav.design import Fitting, Vehicle
from hulldown.rulesets.agrav.state import Chassis, Face

FACES = (Face.FRONT, Face.SIDE, Face.REAR)
MOUNTED = {"high_act": "High Act turret", "turret": "turret"}


def fitted(one: Fitting) -> str:
    """A weapon as a sheet prints it: "gun75 (turret, partial, 1)"."""
    loads = [str(one.ammo)] if UNITS.weapons[one.weapon].loads else []
    return f"{one.weapon} ({', '.join([one.mount, *(one.stabiliser or ('none',)), *loads])})"


def others(vehicle: Vehicle) -> str:
    """The other parts as a sheet prints them."""
    found = [MOUNTED[name] for name in vehicle.turret]
    found += ["shield transfer"] * vehicle.transfer + ["smoke"] * vehicle.smoke
    return ", ".join(found) or "-"


@pytest.mark.parametrize("name", UNITS.vehicles)
def test_a_sample_vehicle_carries_what_is_printed(name: str) -> None:
    """Section 3.6: shield, energy (AG-5.8), weapons, other parts."""
    vehicle, row = UNITS.vehicles[name], SHEETS[name]
    energy = f"{vehicle.generator}/{vehicle.generator + 2 * vehicle.capacitor}"
    assert row[5] == (vehicle.shield[0] if vehicle.shield else "none")
    assert row[6] == (energy if vehicle.generator else "none")
    assert row[8] == ", ".join(fitted(one) for one in vehicle.weapons)
    assert row[9] == others(vehicle)
    assert not vehicle.capacitor or vehicle.generator


@pytest.mark.parametrize("row", printed("3.7 Infantry"), ids=lambda row: row[0])
def test_a_squad_is_as_it_is_printed(row: list[str]) -> None:
    """Table 3.7."""
    squad = UNITS.squads[row[0]]
    numbers = (squad.models, squad.health, squad.thickness, squad.mobility, squad.sensors)
    assert [str(number) for number in numbers] == row[1:6]
    assert (", ".join(squad.weapons), str(squad.value)) == (row[6], row[7])


@pytest.mark.parametrize("row", printed("3.2 Chassis"), ids=lambda row: row[0])
def test_each_face_is_as_thick_as_is_printed(row: list[str]) -> None:
    """Table 3.2, in tenths; from above there is no multiplier (AG-17.12)."""
    tenths = MULTIPLIER[Chassis[row[0].upper()]]
    for face, cell in zip(FACES, row[5:8], strict=True):
        over, _, under = cell.partition("/")
        assert tenths[face] * int(under or 1) == 10 * int(over)
    assert tenths[Face.TOP] == 10


def test_the_drive_of_a_class_costs_what_is_printed() -> None:
    """Table 3.3, AG-5.7."""
    for row in printed("3.3 Budget classes"):
        assert UNITS.budgets[row[0]].drive == int(row[4])  # type: ignore[index]


def test_parts_cost_what_is_printed_and_no_more_are_bought() -> None:
    """Table 3.4; all weapons of table 3.5 and nothing else are on sale."""
    cost = {name: (part.cost, part.most) for name, part in UNITS.parts.items()}
    assert cost == {
        "cockpit": (8, 1),
        "sensors": (1, 6),
        "generator": (1, 10),
        "capacitor": (1, 5),
        "ammo": (1, 3),
        "turret": (3, 1),
        "high_act": (5, 1),
        "partial": (1, 1),
        "full": (3, 1),
        "smoke": (2, 2),
        "transfer": (4, 1),
    }
    on_sale = [name for name, weapon in UNITS.weapons.items() if weapon.cost]
    assert on_sale == [row[0] for row in printed("3.5 Weapons")]
    lines = [name for name in UNITS.weapons if name not in on_sale]
    assert lines == [row[0] for row in printed("Infantry weapon lines")]
