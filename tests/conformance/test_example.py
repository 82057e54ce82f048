"""The example ruleset is whole as it stands: what is copied from it begins without a fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from examples.new_ruleset import RULESET
from tests.conformance import test_suite as asked

from hulldown.conformance import suite
from hulldown.rulesets.face.ruleset import Ruleset
from hulldown.rulesets.shared.lint import file_problems, ruleset_problems


@pytest.mark.parametrize("name", asked.FAST)
def test_the_example_passes(name: str) -> None:
    assert suite.CHECKS[name](RULESET) == []


@pytest.mark.slow
def test_the_example_plays_the_same_compiled() -> None:
    assert suite.compiled_agrees(RULESET) == []


@pytest.mark.parametrize(
    "test",
    [
        asked.test_a_scenario_says_what_it_is,
        asked.test_every_id_that_is_cited_exists,
        asked.test_every_rule_is_cited_by_code_or_is_named_as_not_being_code,
        asked.test_every_rule_has_a_vector_or_a_test,
    ],
)
def test_the_example_says_and_cites_what_it_should(test: Callable[[Ruleset], None]) -> None:
    test(RULESET)


def test_check_finds_nothing_in_the_example_and_does_not_take_any_file_for_its_own(tmp_path: Path) -> None:
    assert ruleset_problems(RULESET) == []
    file = tmp_path / "battle.toml"
    file.write_text("")
    assert file_problems(RULESET, file) != []
