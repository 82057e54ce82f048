"""The check of secrets finds what betrays one: the burrows broken in one place each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.toy import burrows
from tests.toy.burrows import Burrows, Field
from tests.toy.ruleset import Toy

from hulldown.conformance import suite
from hulldown.conformance.hiding import secrets_hold
from hulldown.kernel.actions import Action
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.rulesets.face.ruleset import Explanation
from hulldown.rulesets.face.words import Sentence, Status

FAST = sorted(set(suite.CHECKS) - {"compiled agrees"})


@pytest.fixture
def installed() -> Iterator[None]:
    burrows.install()
    yield
    burrows.remove()


@pytest.mark.parametrize("name", FAST)
def test_burrows_pass(installed: None, name: str) -> None:
    assert suite.CHECKS[name](Burrows()) == []


@pytest.mark.slow
def test_burrows_hide_the_same_compiled() -> None:
    assert suite.compiled_agrees(Burrows()) == []


def test_without_secrets_there_is_nothing_to_check() -> None:
    assert not Toy().has_secrets()
    assert secrets_hold(Toy()) == []


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


def with_verb(**verbs: Any) -> Burrows:
    made = Burrows()
    made.verbs = replace(Burrows.verbs, **verbs)
    return made


@pytest.mark.parametrize(
    ("verbs", "message"),
    [
        ({"veil": hides_nothing}, "seat None knows two positions"),
        ({"veil": hides_nothing}, "the scene of seat 1 tell the two apart"),
        ({"veil": forgets_who_looks}, "has other orders in the position it knows"),
        ({"veil": leaves_it_given}, "the order is hidden, but not owed again"),
        ({"apply": throws_when_tight}, "the sentences, the dice or who is to act betray it"),
    ],
)
def test_a_veil_with_a_hole_is_found(verbs: dict[str, Any], message: str) -> None:
    assert message in "\n".join(secrets_hold(with_verb(**verbs), range(2)))


class Chatty(Burrows):
    """Its log says what was chosen."""

    def tell(self, s: Field, a: Action | None, log: Log) -> list[Sentence]:
        return [Sentence(self.action_text(s, a))] if a is not None else []


class Fickle(Burrows):
    """Its status counts how often it was asked."""

    drawn = 0

    def status(self, s: Field, seat: int | None) -> Status:
        self.drawn += 1
        return Status(self.drawn, 9, "", "")


class Knowing(Burrows):
    """Its explanations come from somewhere else than the position."""

    asked = 0

    def explain(self, s: Field, a: Action) -> Explanation:
        self.asked += 1
        return Explanation(str(self.asked))


class Shy(Burrows):
    """It announces secrets, and no order is one."""

    def secret(self, a: Action) -> bool:
        return False


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Chatty, "the sentences, the dice or who is to act betray it"),
        (Fickle, "the status of seat None tell the two apart"),
        (Knowing, "the odds or reasons of seat"),
        (Shy, "there was never one to keep"),
    ],
)
def test_words_that_betray_are_found(kind: type[Burrows], message: str) -> None:
    assert message in "\n".join(secrets_hold(kind(), range(2)))
