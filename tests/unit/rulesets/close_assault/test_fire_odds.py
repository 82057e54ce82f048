"""The odds of fire at the table, worked out: the very ones of every way in which the dice can fall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.dice import new_dice, roll
from hulldown.kernel.records import blank, copy, digest
from hulldown.odds.walking import TooManyTapes, enumerate_outcomes
from hulldown.rulesets import get
from hulldown.rulesets.close_assault import shooting
from hulldown.rulesets.close_assault.odds import own_odds, subject
from hulldown.rulesets.close_assault.shooting import allotted
from hulldown.rulesets.close_assault.state import NOBODY, Line, State, Verb
from hulldown.rulesets.common.explanation import OFF

RULESET = get("close_assault")
SHOTS = (Verb.FIRE, Verb.DEFEND, Verb.OVERWATCH)
FEW = 400  # tapes: enough for most shots


def shots(scenario: str, seed: int) -> Iterator[tuple[State, Action]]:
    """Every order to fire that is offered first in a random battle, with the position it is given in."""
    s, verbs = RULESET.set_up(scenario), RULESET.rules
    dice, choice, found = new_dice(seed), new_dice(seed, 1), blank(Actions)
    while seats := verbs.to_act(s):
        count = verbs.legal(s, (seats & -seats).bit_length() - 1, found)
        first, a = copy(found.rows[0]), copy(found.rows[roll(choice, count) - 1])
        if first.verb in SHOTS:
            yield copy(s), first
        verbs.apply(s, a, dice, OFF)


@pytest.mark.parametrize(("scenario", "seed"), [("drill_square", 1), ("iron_wedge", 0), ("the_fortress", 2)])
def test_the_odds_of_fire_are_those_of_the_dice(scenario: str, seed: int) -> None:
    """CA-15.4, CA-15.6, CA-15.7, CA-19.10: Wounds, models, saves and what becomes of a Fall Back after it."""
    compared = 0
    for s, a in shots(scenario, seed):
        own = own_odds(s, a)
        if own is None:
            continue
        try:
            by_dice = enumerate_outcomes(RULESET, s, [a], subject(s, a), limit=FEW).chances()
        except TooManyTapes:
            continue
        assert dict(own) == dict(by_dice)
        assert sum(own.values()) == 1
        compared += 1
    assert compared > 2


def test_the_order_itself_is_not_carried_out() -> None:
    for s, a in shots("iron_wedge", 0):
        before = digest(s)
        own_odds(s, a)
        assert digest(s) == before


def test_two_targets_and_fire_that_is_held_are_left_to_the_walk() -> None:
    """CA-15.2: the fate told is that of one detachment. CA-15.9: nobody is fired at."""
    for s, a in shots("the_fortress", 0):
        other = copy(a)
        other.place = a.target
        assert a.verb != Verb.FIRE or own_odds(s, other) is None
        other.verb, other.target = Verb.DEFEND, NOBODY
        assert own_odds(s, other) is None


def test_the_rules_are_asked_once_for_all_positions_that_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whom a weapon hits next depends on who stands and who is hurt, not on the hits before."""
    asked: list[tuple[int, int, tuple[int, ...]]] = []
    rule = allotted

    def counting(table: State, m: int, line: Line, k: int) -> int:
        asked.append((m, id(line), tuple(int(model.wounds) for model in table.model)))
        return rule(table, m, line, k)

    monkeypatch.setattr(shooting, "allotted", counting)
    volleys = 0
    for s, a in shots("iron_wedge", 0):
        asked.clear()
        own_odds(s, a)
        assert len(asked) == len(set(asked))
        volleys += bool(asked)
    assert volleys > 2
