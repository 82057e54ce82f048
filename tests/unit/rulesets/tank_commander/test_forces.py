"""What a player fields in place of a printed unit, and what units are called."""

from typing import Any

import pytest
from tests.unit.rulesets.tank_commander.table import board

from hulldown.catalogue import CatalogueError
from hulldown.rulesets import get
from hulldown.rulesets.tank_commander.catalogue import load_units
from hulldown.rulesets.tank_commander.codes import Upgrade
from hulldown.rulesets.tank_commander.naming import kind_name, unit_name
from hulldown.rulesets.tank_commander.questions.posing import post, recruit
from hulldown.rulesets.tank_commander.scenario import set_up

TC = get("tank_commander")


def test_a_build_replaces_the_printed_unit() -> None:
    t = set_up("skirmish", forces={"A1": {"build": "Bulwark"}}).units[0]
    assert tuple(t.armor) == load_units().builds["Bulwark"].armor.values  # TC-13.2
    assert unit_name(set_up("skirmish", forces={"A1": {"build": "Bulwark"}}), 0) == "Bulwark"


def test_upgrades_alone_go_on_the_armor_of_the_profile() -> None:
    s = set_up("skirmish", forces={"A1": {"upgrades": ["optics"]}})
    assert tuple(s.units[0].armor) == load_units().units["tank"].armor.values
    assert s.units[0].upgrade[Upgrade.OPTICS] == 1
    assert unit_name(s, 0) == "Battle tank"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"build": "tank"}, "A1: tank is a unit, not a build"),
        ({"build": "Hunte"}, 'A1: unknown build "Hunte"; did you mean "Hunter"?'),
        ({"build": "Carrier"}, "A1: apc cannot stand for tank, only another tank can (TC-13.2)"),
        ({"unit": "tnak"}, 'unit A1: unit: unknown unit "tnak"; did you mean "tank"?'),
        ({"upgrades": ["optcs"]}, 'unit A1: upgrades[1]: unknown upgrade "optcs"; did you mean "optics"?'),
        ({"armor": {"front": 12, "side": 6, "rear": 6}}, "A1: too many points on one facing (TC-2.5)"),
    ],
)
def test_a_force_that_cannot_be_fielded_is_refused_in_a_line(given: dict[str, Any], said: str) -> None:
    with pytest.raises(CatalogueError) as error:
        set_up("skirmish", forces={"A1": given})
    assert said in error.value.lines


@pytest.mark.parametrize("kind", load_units().units)
def test_a_unit_without_a_build_has_its_name_from_the_catalogue(kind: str) -> None:
    s = board()
    u = post(s, recruit(s, 0, kind), "E5")
    name = load_units().units[kind].name
    assert unit_name(s, u) == name
    assert kind_name(s, u) == (name if name == "AA gun" else name.lower())
    assert TC.cards(s, None)[u].kind_name == kind_name(s, u)
    assert f"{name}, {kind_name(s, u)}" in TC.scene(s, None).units[u].spoken
