"""Bonuses named at the table: exact odds at once, the very ones of the dice, and a ledger that is kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hulldown.kernel.actions import Action, Actions, make
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import blank, copy
from hulldown.odds import Distribution, odds
from hulldown.odds.walking import enumerate_outcomes
from hulldown.rulesets import get
from hulldown.rulesets.close_assault.actions import apply, check, legal
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.evaluation import evaluate
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.odds import own_odds, subject
from hulldown.rulesets.close_assault.situation import HUB
from hulldown.rulesets.close_assault.state import Phase, State, Verb
from hulldown.rulesets.close_assault.values import packed
from hulldown.rulesets.common.explanation import OFF

RULESET = get("close_assault")


def to_spend(**asked: Any) -> State:
    """A Combat whose first pair is chosen: the fighter's side is to name its bonuses (CA-10.7)."""
    posed = evaluate(SHELF, asked)
    s: State = copy(posed.state)
    apply(s, posed.order, new_dice(0), OFF)
    while s.phase == Phase.PAIRING:
        apply(s, orders(s)[0], new_dice(0), OFF)
    assert s.phase == Phase.SPENDING
    return s


def orders(s: State) -> list[Action]:
    """What can be done now."""
    found = blank(Actions)
    count = legal(s, int(s.side), found)
    return [copy(found.rows[i]) for i in range(count)]


def spends(s: State) -> list[Action]:
    """What can be spent now."""
    return [a for a in orders(s) if a.verb == Verb.SPEND]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"options": {"fight_tie": "both_wound"}},
    ],
)
def test_the_odds_of_spending_are_those_of_the_dice(asked: dict[str, Any]) -> None:
    """CA-19.1, CA-19.2: every fate of the enemy, walked and worked out."""
    s = to_spend(**asked)
    for a in spends(s)[:2]:
        own = own_odds(s, a)
        assert own is not None and sum(own.values()) == 1
        found = enumerate_outcomes(RULESET, s, [a], subject(s, a), 3_000)
        assert Distribution.of(own).chances() == found.chances()


def test_they_are_exact_however_many_fights_follow() -> None:
    """CA-10.7: a fighter with one bonus left decides, and then five Fights are fought without a word."""
    s = to_spend(opponents=5, second={"arc": "rear"}, a={"what": "baneblade"})
    s.model[HUB].left = [0, 1, *[0] * (len(s.model[HUB].left) - 2)]
    a = next(one for one in spends(s) if one.choice)
    found = odds(RULESET, s, [a])
    assert found.exact
    assert sum((line.chance for line in found.lines if line.group == "result"), Fraction(0)) == 1


def test_what_is_spent_stays_spent() -> None:
    """CA-10.1: the ledger goes with the model from Fight to Fight; a new round fills it again."""
    s = to_spend(opponents=2, a={"what": "baneblade"})
    full = list(s.model[HUB].left)
    bought = packed(1, 1)
    apply(
        s,
        make(0, Verb.SPEND, HUB, choice=bought),
        script_dice(new_dice(0), [(6, 6), (6, 6), (1, 6), (1, 6)]),
        OFF,
    )
    assert s.phase == Phase.SPENDING and s.model[HUB].fought == 1
    assert list(s.model[HUB].left) == [full[0], full[1] - 1, *full[2:]]
    too_many = make(0, Verb.SPEND, HUB, choice=packed(1, full[1]))
    assert check(s, 0, too_many) == Why.BONUS_USED
    apply(
        s,
        make(0, Verb.SPEND, HUB, choice=0),
        script_dice(new_dice(0), [(1, 6)] * 2 + [(6, 6)] * 3 + [(6, 6)] * 4),
        OFF,
    )
    assert s.round == 2 and list(s.model[HUB].left) == full


def test_what_is_lost_on_average_is_said() -> None:
    """CA-9.1: the sum of the chances of each loss."""
    s = to_spend()
    a = spends(s)[0]
    found = odds(RULESET, s, [a])
    lost = next(line.chance for line in found.lines if line.mark == "dead")
    assert found.averages == ((f"On average R1 loses {float(lost):.2f} Wounds.", "CA-15.6"),)
