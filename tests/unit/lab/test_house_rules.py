"""Studies of house rules: each left out in an arm, asked about by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.lab.arms import Arm, content_of
from hulldown.lab.plan import plan_of
from hulldown.lab.study import Study, study_of, study_text
from hulldown.lab.study_names import names_of
from hulldown.rulesets.common.house_rules import contradictions

RULES = """name = "Aim"
ruleset = "tank_commander"
[[house_rules]]
name = "Steady aim"
on = "to_hit"
when = { moved = 0 }
then = "reroll_miss"
[[house_rules]]
name = "Thick plates"
on = "armor"
then = { add = 1 }
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "aim"
    folder.mkdir()
    (folder / "pack.toml").write_text(RULES)
    return folder


def asked(pack: Path, kind: str, **more: Any) -> Study:
    """A study over the pack."""
    data = {"kind": kind, "ruleset": "tank_commander", "scenarios": ["skirmish"], "players": ["random"] * 2}
    return study_of({**data, "base": {"packs": [str(pack)]}, **more}, Path("."))


def in_force(study: Study, arm: Arm) -> list[str]:
    """The house rules that an arm is played with."""
    content = content_of(study.ruleset, (study.base, arm), Path("."), "skirmish")
    names = [rule.name for rule in content.ruleset.files.house_rules().values()]
    assert content.set_up().options.house.count == len(names)
    return names


def test_an_arm_leaves_a_house_rule_out(pack: Path) -> None:
    study = asked(pack, "variant", arms={"book": {}, "without": {"off": ["steady_aim"]}})
    assert in_force(study, study.arms["book"]) == ["Steady aim", "Thick plates"]
    assert in_force(study, study.arms["without"]) == ["Thick plates"]
    assert names_of(study, Path(".")).arm("without") == "Without Steady aim"
    assert study_of_text(study).arms == study.arms


def study_of_text(study: Study) -> Study:
    """A study written as a file and read again."""
    import tomllib

    return study_of(tomllib.loads(study_text(study)), Path("."))


def test_an_atlas_goes_over_house_rules_alone(pack: Path) -> None:
    plan = plan_of(asked(pack, "atlas", over=["house_rules"]))
    assert [name for name in plan.arms if name != "book"] == ["steady_aim=off", "thick_plates=off"]
    everything = plan_of(asked(pack, "atlas")).arms
    assert {"steady_aim=off", "thick_plates=off", "at_strength=5"} <= set(everything)


def test_what_is_not_in_force_cannot_be_left_out(pack: Path, tmp_path: Path) -> None:
    study = asked(pack, "variant", arms={"book": {}, "without": {"off": ["fog"]}})
    with pytest.raises(CatalogueError, match='unknown house rule "fog"'):
        in_force(study, study.arms["without"])
    (pack / "pack.toml").write_text('name = "Aim"\nruleset = "tank_commander"\n')
    with pytest.raises(CatalogueError, match="no house rule is in force"):
        asked(pack, "atlas", over=["house_rules"])


def test_these_house_rules_do_not_contradict_each_other(pack: Path) -> None:
    files = content_of("tank_commander", (asked(pack, "fair").base,), Path(".")).ruleset.files
    assert list(contradictions(files.house_rules(), files.house)) == []
