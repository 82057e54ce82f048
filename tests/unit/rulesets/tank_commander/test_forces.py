"""What a player fields in place of a printed unit, and what units are called."""

from pathlib import Path
from typing import Any

import pytest
from tests.answers.tank_commander.posing import post, recruit
from tests.unit.rulesets.tank_commander.table import board

from hulldown.catalogue import CatalogueError
from hulldown.rulesets import get
from hulldown.rulesets.tank_commander.missions import SHELF
from hulldown.rulesets.tank_commander.setup import set_up
from hulldown.rulesets.tank_commander.state import Drive, Health, Upgrade
from hulldown.rulesets.tank_commander.words import kind_name, unit_name

TC = get("tank_commander")


def test_a_build_replaces_the_printed_unit() -> None:
    t = set_up(SHELF, "skirmish", forces={"A1": {"build": "Bulwark"}}).units[0]
    assert tuple(t.armor) == SHELF.units().builds["Bulwark"].armor.values  # TC-13.2
    assert unit_name(SHELF, set_up(SHELF, "skirmish", forces={"A1": {"build": "Bulwark"}}), 0) == "Bulwark"


def test_upgrades_alone_go_on_the_armor_of_the_profile() -> None:
    s = set_up(SHELF, "skirmish", forces={"A1": {"upgrades": ["optics"]}})
    assert tuple(s.units[0].armor) == SHELF.units().units["tank"].armor.values
    assert s.units[0].upgrade[Upgrade.OPTICS] == 1
    assert unit_name(SHELF, s, 0) == "Battle tank"


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
        set_up(SHELF, "skirmish", forces={"A1": given})
    assert said in error.value.lines


@pytest.mark.parametrize("kind", [kind for kind in SHELF.units().units if kind != "infantry"])
def test_a_unit_without_a_build_has_its_name_from_the_catalogue(kind: str) -> None:
    s = board()
    u = post(s, recruit(s, 0, kind), "E5")
    name = SHELF.units().units[kind].name
    assert unit_name(SHELF, s, u) == name
    assert kind_name(SHELF, s, u) == (name if name == "AA gun" else name.lower())
    assert TC.table.cards(s, None)[u].kind_name == kind_name(SHELF, s, u)
    assert f"{name}, {kind_name(SHELF, s, u)}" in TC.table.scene(s, None).units[u].spoken


def test_a_squad_is_called_by_what_the_mission_wants_of_it() -> None:
    s = set_up(SHELF, "escort")
    assert [unit_name(SHELF, s, u) for u in (2, 4)] == ["Escorted squad", "Squad"]  # TC-13.19
    s = set_up(SHELF, "destroy_target", {"target_type": "infantry"})
    assert [unit_name(SHELF, s, u) for u in (5, 6)] == ["Squad", "Staff squad"]  # TC-13.17


# ---------------------------------------------------------------- hover tanks and walkers

EXOTIC = """\
name = "Trial"
mission = "skirmish"
rule = "TC-14.11"
summary = "s"
briefing = "b"
victory = "v"
board = { columns = 6, rows = 6 }
[[sides]]
name = "South"
zone = { rows = [6] }
[[sides]]
name = "North"
zone = { rows = [1] }
[units.A1]
side = "South"
unit = "hover_tank"
armor = { front = 6, side = 6, rear = 5 }
upgrades = ["engine", "he"]
hex = "A6"
facing = "N"
[units.B1]
side = "North"
unit = "walker"
hex = "F1"
facing = "S"
[options]
exotic_units = true
"""


def test_hover_tanks_and_walkers_are_fielded_by_the_option(tmp_path: Path) -> None:
    file = tmp_path / "trial.toml"
    file.write_text(EXOTIC)
    s = set_up(SHELF, file)
    assert [s.units[u].drive for u in (0, 1)] == [Drive.HOVER, Drive.LEGS]  # TC-14.12, TC-14.13
    assert [list(s.units[u].crew[:4]) for u in (0, 1)] == [[Health.OK] * 4] * 2
    assert [(t.points, t.speed, t.allowance) for t in s.units[:2]] == [(3, 4, 5), (4, 2, 4)]
    with pytest.raises(
        CatalogueError, match=r"A1: a unit that is fielded only with exotic_units \(TC-14.11\)"
    ):
        set_up(SHELF, file, {"exotic_units": False})
    file.write_text(EXOTIC.replace("exotic_units = true", ""))
    with pytest.raises(CatalogueError) as error:
        set_up(SHELF, file)
    said = "a unit that is fielded only with exotic_units (TC-14.11)"
    assert error.value.lines == (f"{file}:14: units.A1: {said}", f"{file}:21: units.B1: {said}")


@pytest.mark.parametrize(
    ("unit", "armor", "upgrades", "reasons"),
    [
        ("hover_tank", (7, 7, 6), (), []),
        ("hover_tank", (5, 5, 4), ("engine", "barrel", "optics", "he", "ai", "smoke"), []),
        ("hover_tank", (8, 5, 4), (), ["over-facing-limit"]),
        ("hover_tank", (5, 5, 4), ("mine",), ["not-available"]),
        ("hover_tank", (7, 7, 6), ("he",), ["over-budget"]),
        ("walker", (9, 8, 8), (), []),
        ("walker", (7, 6, 6), ("mine", "mine", "mine", "he"), []),
        ("walker", (10, 6, 6), (), ["over-facing-limit"]),
        ("walker", (7, 6, 6), ("engine",), ["not-available"]),
    ],
)
def test_their_upgrades_have_limits_of_their_own(
    unit: str, armor: tuple[int, int, int], upgrades: tuple[str, ...], reasons: list[str]
) -> None:
    build = {"unit": unit, "armor": dict(zip(("front", "side", "rear"), armor, strict=True))}
    verdict = TC.need_builds().judge({**build, "upgrades": list(upgrades)}, {"exotic_units": True})
    assert [one.code for one in verdict.broken] == reasons  # TC-14.12, TC-14.13
    assert verdict.budget == 6
    barred = TC.need_builds().judge({**build, "upgrades": list(upgrades)})
    assert [one.code for one in barred.broken] == ["not-fielded", *reasons]
    assert barred.broken[0].rule == "TC-14.11"


def test_a_budget_of_the_scenario_is_the_budget_of_own_builds_too(tmp_path: Path) -> None:
    file = tmp_path / "poor.toml"
    text = (SHELF.folder / "scenarios" / "escort.toml").read_text()
    file.write_text(text.replace('attacker = "South"', 'attacker = "South"\nbudget = 10', 1))
    set_up(SHELF, file)
    file.write_text(text.replace('attacker = "South"', 'attacker = "South"\nbudget = 9', 1))
    with pytest.raises(
        CatalogueError, match=r"units\.A1\.build: more points than the budget: 10 of 9"
    ) as error:
        set_up(SHELF, file)
    assert not any("A2" in line for line in error.value.lines)  # TC-2.22: of battle tanks only
    file.write_text(text.replace('attacker = "South"', 'attacker = "South"\nbudget = 11', 1))
    nine = {"armor": {"front": 9, "side": 9, "rear": 9}, "upgrades": ["he", "optics"]}
    set_up(SHELF, file, {}, {"A1": nine})
