"""Every ruleset that can be played satisfies what is asked of every ruleset."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hulldown import rulesets
from hulldown.conformance import suite
from hulldown.conformance.citations import (
    Citation,
    in_code,
    in_sources,
    in_tests,
    in_vectors,
    overdue_ids,
    uncited_ids,
    unknown_ids,
)
from hulldown.rulesets.face.ruleset import Ruleset

TESTS = Path(__file__).resolve().parents[1]
FAST = sorted(set(suite.CHECKS) - {"compiled agrees"})


@pytest.fixture(params=rulesets.names())
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return rulesets.get(request.param)


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
@pytest.mark.parametrize("check", [suite.games_end, suite.mirrors_hold, suite.secrets_hold])
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


def citations(ruleset: Ruleset) -> list[Citation]:
    file = TESTS / "vectors" / f"{ruleset.id}.vectors.json"
    proven = list(in_vectors(file, ruleset.prefix)) if file.exists() else []
    answers = (TESTS / "answers" / ruleset.id).rglob("*.py")
    own = [TESTS / "unit" / "rulesets" / ruleset.id, TESTS / "property"]
    tested = (one for folder in own for one in in_tests(folder, ruleset.prefix))
    return [*in_code(ruleset), *proven, *in_sources(answers, TESTS, ruleset.prefix, "answer"), *tested]


def test_every_id_that_is_cited_exists(ruleset: Ruleset) -> None:
    found = citations(ruleset)
    assert found
    assert unknown_ids(ruleset, found) == []
    assert overdue_ids(ruleset) == []


def test_every_rule_is_cited_by_code_or_is_named_as_not_being_code(ruleset: Ruleset) -> None:
    code = [one for one in citations(ruleset) if one.kind in ("code", "data")]
    assert uncited_ids(ruleset, code) == []


def test_every_rule_has_a_vector_or_a_test(ruleset: Ruleset) -> None:
    proofs = [one for one in citations(ruleset) if one.kind in ("vector", "test")]
    assert uncited_ids(ruleset, proofs) == []
