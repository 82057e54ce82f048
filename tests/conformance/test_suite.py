"""Every ruleset that can be played satisfies what is asked of every ruleset."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.lanes import in_small

from hulldown import rulesets
from hulldown.conformance import suite
from hulldown.conformance.completeness import citations, duties, folder_of_tests
from hulldown.rulesets.api.ruleset import Ruleset

TESTS = Path(__file__).resolve().parents[1]
FAST = sorted(set(suite.CHECKS) - {"compiled agrees"})


@pytest.fixture(params=rulesets.names())
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return rulesets.get(request.param)


@pytest.mark.parametrize("name", FAST)
def test_a_ruleset_passes_in_its_small_battle(ruleset: Ruleset, name: str) -> None:
    assert suite.CHECKS[name](in_small(ruleset)) == []


@pytest.mark.landing
@pytest.mark.parametrize("name", FAST)
def test_a_ruleset_passes(ruleset: Ruleset, name: str) -> None:
    assert suite.CHECKS[name](ruleset) == []


@pytest.mark.slow
def test_a_ruleset_plays_the_same_compiled(ruleset: Ruleset) -> None:
    assert suite.compiled_agrees(ruleset) == []


@pytest.mark.slow
def test_every_option_is_played_in_every_scenario(ruleset: Ruleset) -> None:
    assert suite.options_load(ruleset, everywhere=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("check", [suite.games_end, suite.secrets_hold])
def test_more_random_games_of_each_scenario_are_in_order(
    ruleset: Ruleset, check: Callable[..., list[str]]
) -> None:
    assert check(ruleset, seeds=(1, 100)) == []


def test_a_scenario_says_what_it_is(ruleset: Ruleset) -> None:
    for name, info in ruleset.files.scenarios().items():
        assert name == info.id
        assert info.name and info.briefing and info.victory
        assert info.rule in ruleset.files.rulebook().rules
        assert len(info.sides) in (1, 2)


def test_a_ruleset_owes_nothing(ruleset: Ruleset) -> None:
    """What `hulldown check` says: options read, codes worded, rules cited and proved, scenarios played."""
    assert folder_of_tests(ruleset) == TESTS
    assert citations(ruleset, TESTS)
    assert duties(ruleset) == []
