"""The tables of the rulebook are the files that are played: units, weapons, options, terrain (2, 5)."""

from __future__ import annotations

import re

import pytest

from hulldown.catalogue import as_word
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why

OWN_REASONS = (Why.NOT_YOURS, Why.WAYPOINTS, Why.SPLIT)  # what the program adds (WS-16.8)


def table(title: str, number: int = 0) -> list[list[str]]:
    """The rows of a table below a heading, without its head."""
    text = SHELF.rulebook().text
    below = text[text.index(title) :]
    below = below[: re.search(r"\n#+ ", below[1:]).start() + 1]  # type: ignore[union-attr]
    found = re.findall(r"(?:^\|.*\|\n)+", below, re.MULTILINE)[number]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in found.strip().splitlines()]
    return [[cell.strip("| ") for cell in row] for row in rows[2:]]


def test_unit_profiles() -> None:
    """2.2, row by row."""
    for code, name, kind, _, *numbers in table("## 2.2 Unit profiles"):
        unit = unit_named(SHELF.units(), code)
        assert (unit.name, unit.type) == (name, kind.split(",")[0])
        ours = (unit.mv, unit.aw, unit.bs, unit.ev, unit.ar, unit.to, unit.ld, unit.nv, unit.wd, unit.vp)
        assert list(map(str, ours)) == numbers


@pytest.mark.parametrize(
    ("code", "models"),
    [
        ("line", ["rifle, pistol", *["rifle"] * 8, "lmg 1.0"]),
        ("vet", ["carbine, pistol", *["carbine"] * 4, "rocket"]),
        ("storm", ["machine_pistol"] * 8),
        ("guns", ["rifle, pistol", *["hmg 1.0"] * 2]),
        ("cmd", ["pistol", *["carbine"] * 2]),
        ("mark", ["marksman, pistol"]),
        ("car", ["autocannon 2.0"]),
    ],
)
def test_models_of_the_units(code: str, models: list[str]) -> None:
    """Who stands in a unit, in order, with which weapons and bases (2.2)."""
    for group, said in zip(unit_named(SHELF.units(), code).each(), models, strict=True):
        base = "" if group.radius == 0.5 else f" {group.radius}"
        assert ", ".join(group.weapons) + base == said
        assert group.officer == (code == "cmd" and group.name == "officer")


def test_weapons() -> None:
    """2.3, row by row."""
    weapons = SHELF.weapons()
    rows = table("## 2.3 Weapons")
    assert [row[0] for row in rows] == list(weapons)
    for code, *numbers, traits in rows:
        weapon = weapons[code]
        assert [str(n) for n in (weapon.range, weapon.rof, weapon.ap, weapon.fp)] == numbers
        assert list(weapon.traits) == ([traits] if traits in ("heavy", "one-handed") else [])


def test_options() -> None:
    """2.5: names, values and rules, in order."""
    options = SHELF.options()
    rows = table("## 2.5 Options")
    assert [row[0] for row in rows] == list(options)
    for name, values, rule in rows:
        assert options[name].rule == rule
        listed = [value for value in values.split(", ") if "any whole number" not in value]
        assert [as_word(value) for value in options[name].values] == listed


def test_reasons() -> None:
    """2.6: every reason of the rulebook has its code."""
    named = {row[0] for row in table("## 2.6 Reason codes")}
    assert named == {f"R_{why.name}" for why in Why if why not in OWN_REASONS}


@pytest.mark.parametrize(("number", "name"), [("5.1", "two_roads"), ("5.2", "water_line")])
def test_terrain(number: str, name: str) -> None:
    """The pieces of a scenario, corner by corner (section 5)."""
    rows = table(f"## {number} Scenario")
    file = SHELF.scenario(name)
    for (_, kind, corners), terrain in zip(rows, file.terrain, strict=True):
        assert kind.split()[0] == terrain.ground
        points = re.findall(r"\(([\d.]+),([\d.]+)\)", corners)
        assert [(float(x), float(y)) for x, y in points] == [tuple(map(float, p)) for p in terrain.points]


@pytest.mark.parametrize("name", ["two_roads", "water_line", "first_patrol"])
def test_leaders_stand_where_the_rulebook_says(name: str) -> None:
    """Every leader's place is printed in its scenario (section 5)."""
    text = SHELF.rulebook().text
    printed = text[text.index(f"Scenario `{name}`") :]
    for force in SHELF.scenario(name).units.values():
        x, y = force.leader
        assert f"({x},{y})" in printed


def test_what_is_not_code_is_in_the_rulebook() -> None:
    """Every rule listed as prose exists."""
    assert set(SHELF.uncoded()) <= set(SHELF.rulebook().rules)
