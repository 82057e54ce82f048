"""The check of secrets finds what betrays one: the burrows broken in one place each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy import burrows, changed
from tests.toy.burrows import Field

from hulldown.conformance import suite
from hulldown.conformance.suite import secrets_hold
from hulldown.kernel.actions import Action, Log
from hulldown.kernel.dice import Dice, roll
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.words import Sentence, Status

FAST = sorted(set(suite.CHECKS) - {"compiled agrees"})


@pytest.fixture
def installed() -> Iterator[None]:
    burrows.install()
    yield
    burrows.remove()


@pytest.mark.parametrize("name", FAST)
def test_burrows_pass(installed: None, name: str) -> None:
    assert suite.CHECKS[name](burrows.RULESET) == []


@pytest.mark.slow
def test_burrows_hide_the_same_compiled() -> None:
    assert suite.compiled_agrees(burrows.RULESET) == []


def test_without_secrets_there_is_nothing_to_check() -> None:
    assert not TOY.has_secrets()
    assert secrets_hold(TOY) == []


def hides_nothing(s: Field, seat: int) -> None:
    return None


def forgets_who_looks(s: Field, seat: int) -> None:
    s.order = [0, 0]


def leaves_it_given(s: Field, seat: int) -> None:
    for side in range(2):
        if side != seat and s.order[side]:
            s.order[side] = 1


def throws_when_tight(s: Field, a: Action, d: Dice, e: Log) -> None:
    if a.verb == burrows.Verb.BURROW and a.choice == 3:
        roll(d, 6)
    burrows.apply(s, a, d, e)


@pytest.mark.parametrize(
    ("verbs", "message"),
    [
        ({"mask": hides_nothing}, "seat None knows two positions"),
        ({"mask": hides_nothing}, "the scene of seat 1 tell the two apart"),
        ({"mask": forgets_who_looks}, "has other orders in the position it knows"),
        ({"mask": leaves_it_given}, "the order is hidden, but not owed again"),
        ({"apply": throws_when_tight}, "the sentences, the dice or who is to act betray it"),
    ],
)
def test_a_veil_with_a_hole_is_found(verbs: dict[str, Any], message: str) -> None:
    assert message in "\n".join(secrets_hold(changed(burrows.RULESET, rules=verbs), range(2)))


def chatty(s: Field, a: Action | None, log: Log) -> list[Sentence]:
    """A log that says what was chosen."""
    return [Sentence(burrows.action_text(s, a))] if a is not None else []


def fickle() -> Ruleset:
    """Its status counts how often it was asked."""
    drawn = itertools.count()
    return changed(burrows.RULESET, table={"status": lambda s, seat: Status(next(drawn), 9, "", "")})


def knowing() -> Ruleset:
    """Its explanations come from somewhere else than the position."""
    asked = itertools.count()
    return changed(burrows.RULESET, odds={"explain": lambda s, plan: Explanation(str(next(asked)))})


def shy() -> Ruleset:
    """It announces secrets, and no order is one."""
    return changed(burrows.RULESET, secrets={"secret": ()})


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        (
            changed(burrows.RULESET, speech={"tell": chatty}),
            "the sentences, the dice or who is to act betray it",
        ),
        (fickle(), "the status of seat None tell the two apart"),
        (knowing(), "the odds or reasons of seat"),
        (shy(), "there was never one to keep"),
    ],
)
def test_words_that_betray_are_found(ruleset: Ruleset, message: str) -> None:
    assert message in "\n".join(secrets_hold(ruleset, range(2)))
