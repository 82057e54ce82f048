"""The example ruleset is whole as it stands: what is copied from it begins without a fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.new_ruleset import RULESET
from tests.conformance import test_suite as asked

from hulldown.conformance import suite
from hulldown.conformance.completeness import duties
from hulldown.rulesets.common.lint import file_problems, ruleset_problems


@pytest.mark.parametrize("name", asked.FAST)
def test_the_example_passes(name: str) -> None:
    assert suite.CHECKS[name](RULESET) == []


@pytest.mark.slow
def test_the_example_plays_the_same_compiled() -> None:
    assert suite.compiled_agrees(RULESET) == []


def test_the_example_says_and_cites_what_it_should() -> None:
    """It owes one thing: whoever copies it makes the playthrough of its scenario."""
    asked.test_a_scenario_says_what_it_is(RULESET)
    (owed,) = duties(RULESET)
    assert owed.startswith("scenario road: no playthrough")


def test_check_finds_nothing_in_the_example_and_does_not_take_any_file_for_its_own(tmp_path: Path) -> None:
    assert ruleset_problems(RULESET) == []
    file = tmp_path / "battle.toml"
    file.write_text("")
    assert file_problems(RULESET, file) != []
