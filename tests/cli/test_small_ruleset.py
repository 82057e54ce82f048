"""What the commands say of a ruleset with one scenario and neither rulebook nor builds."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Run
from tests.toy import RULESET as TOY

from hulldown import rulesets


@pytest.fixture(autouse=True)
def only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "names", lambda: ["toy"])
    monkeypatch.setattr(rulesets, "get", lambda name: TOY)


def test_the_only_scenario_need_not_be_named(run: Run) -> None:
    result = run("simulate", "toy", "--games", "2", "--json")
    assert [row["scenario"] for row in json.loads(result.stdout)["scenarios"]] == ["street"]


@pytest.mark.parametrize("arguments", [[], ["--armor", "8,8"], ["--sample", "Hunter"], ["gone.toml"]])
def test_a_build_where_nothing_is_built_is_said_so_first(run: Run, arguments: list[str]) -> None:
    result = run("build", "toy", *arguments)
    assert (result.exit_code, result.stderr) == (2, "hulldown: units of Dice duel are not built by points\n")


@pytest.mark.parametrize("arguments", [[], ["cover"], ["TOY-1"]])
def test_a_missing_rulebook_is_said_so(run: Run, arguments: list[str]) -> None:
    result = run("rules", "toy", *arguments)
    assert (result.exit_code, result.stderr) == (1, "hulldown: Dice duel has no rulebook yet\n")
