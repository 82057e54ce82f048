"""Builds that are not by the rules of building: fielded if they say so, and flagged on card and table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hulldown
from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.garage import flagged

HEAVY: dict[str, dict[str, Any]] = {
    "tank_commander": {
        "unit": "tank",
        "armor": {"front": 12, "side": 11, "rear": 11},
        "upgrades": ["barrel"],
    },
    "agrav": {
        "chassis": "tank",
        "budget": "medium",
        "sensors": 3,
        "mobility": [8],
        "generator": 3,
        "plate": {"thickness": 120, "durability": 400},
        "weapons": [{"weapon": "cannon100", "mount": "hull", "ammo": 3}],
    },
}
SCENARIOS = {"tank_commander": "skirmish", "agrav": "crossroads"}
RULES = {"tank_commander": "TC-2.24", "agrav": "AG-5.6"}


@pytest.mark.parametrize("name", HEAVY)
def test_a_build_is_excused_only_if_it_says_so(name: str) -> None:
    ruleset, heavy = rulesets.get(name), HEAVY[name]
    builds = ruleset.need_builds()
    verdict = builds.judge(heavy)
    assert not verdict.legal
    with pytest.raises(CatalogueError):
        ruleset.set_up(SCENARIOS[name], forces={"A1": heavy})
    excused = {**heavy, "by_the_rules": False}
    said = builds.judge(excused)
    assert said.legal
    assert said.warnings == verdict.broken
    game = hulldown.new(name, SCENARIOS[name], forces={"A1": excused}, seed=1)
    game.play(game.legal()[0])
    assert hulldown.Game.verify(game.save()) == []


@pytest.mark.parametrize("name", HEAVY)
def test_it_is_flagged_on_its_card_and_on_the_table(name: str) -> None:
    ruleset = rulesets.get(name)
    builds, excused = ruleset.need_builds(), {**HEAVY[name], "by_the_rules": False}

    def notes(build: dict[str, Any]) -> tuple[tuple[str, str], ...]:
        card = builds.card(build)
        return (*card.notes, *(card.record.notes if card.record else ()))

    flag = ("Not by the rules of building", RULES[name])
    assert flag in notes(excused)
    assert flag not in notes(HEAVY[name])
    forces = {"A1": excused}
    cards = ruleset.table.cards(ruleset.set_up(SCENARIOS[name], forces=forces), None)
    facts = {card.unit: flagged(card, forces.get(card.unit, {})).facts for card in cards}
    assert ("Build", "not by the rules") in facts["A1"]
    assert ("Build", "not by the rules") not in facts["B1"]


@pytest.mark.parametrize("name", HEAVY)
def test_a_file_of_it_says_so(name: str) -> None:
    builds = rulesets.get(name).need_builds()
    excused = {**HEAVY[name], "by_the_rules": False}
    assert builds.read(builds.write(excused))["by_the_rules"] is False
    assert "by_the_rules" not in builds.read(builds.write(HEAVY[name]))


def test_what_cannot_be_is_not_excused() -> None:
    ruleset = rulesets.get("tank_commander")
    barred = {"unit": "hover_tank", "by_the_rules": False}
    with pytest.raises(CatalogueError, match=r"TC-14\.11"):
        ruleset.set_up("skirmish", forces={"A1": barred})
    many = {**HEAVY["tank_commander"], "upgrades": ["barrel"] * 9, "by_the_rules": False}
    with pytest.raises(CatalogueError, match=r"TC-2\.18"):
        ruleset.set_up("skirmish", forces={"A1": many})
    two = {**HEAVY["agrav"], "turret": ["turret", "turret"], "by_the_rules": False}
    with pytest.raises(CatalogueError, match=r"AG-5\.6"):
        rulesets.get("agrav").set_up("crossroads", forces={"A1": two})


def test_what_a_pack_makes_dearer_is_still_fielded(tmp_path: Path) -> None:
    """Sample vehicles come to other sums then; who is over the budget is excused and flagged."""
    folder = tmp_path / "dear"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "Dear"\nruleset = "agrav"\n')
    (folder / "units.toml").write_text("[weapons.cannon100]\ncost = 30\n")
    game = hulldown.new("agrav", "crossroads", packs=[folder], seed=1)
    game.play(game.legal()[0])
    builds = game.ruleset.need_builds()
    sample = next(one for one in builds.garage().samples if one.id == "bastion")
    assert sample.points == 60 - 9 + 30
    assert sample.build["by_the_rules"] is False
    assert [why.code for why in builds.judge(sample.build).warnings] == ["over_budget"]
