"""Re-rolls against distributions made by hand, and against a million plays of the compiled rules."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from tests.unit.rulesets.tank_commander.table import LOG, duel, give
from tests.unit.rulesets.tank_commander.test_occasions import gun, under

from hulldown import rulesets
from hulldown.game import prepare
from hulldown.odds import exact, sample
from hulldown.rulesets.tank_commander.words import parse_action

PLAYS = 1_000_000
SHOT = "A1 fire B1"
TC = rulesets.get("tank_commander").with_features()
BY_HAND = [  # a house rule about the roll to hit, and the chance to miss where three faces of six miss
    ({"then": "reroll_miss"}, Fraction(1, 4)),
    ({"then": "better_of_two"}, Fraction(1, 4)),
    ({"then": "reroll_hit"}, Fraction(3, 4)),
    ({"then": "worse_of_two"}, Fraction(3, 4)),
    ({"then": {"add": 1}}, Fraction(2, 3)),
    ({"then": {"set": 6}}, Fraction(5, 6)),
    ({"then": "reroll_miss", "when": {"range": {"at_least": 9}}}, Fraction(1, 2)),
]


def missed() -> int:
    """The outcome of a shot that misses, by the printed rules."""
    s = duel()
    order = parse_action(s, 0, SHOT)
    after = give(s, SHOT, 1)
    return int(TC.rules.outcome(after, LOG, TC.odds.subject(s, order)))


def under_rule(rule: dict[str, Any]) -> Any:
    """The duel under a house rule about the roll to hit."""
    s = duel()
    assert gun(s) == 4
    return under(s, {"on": "to_hit", **rule})


@pytest.mark.parametrize(("rule", "chance"), BY_HAND)
def test_exact_odds_of_a_reroll_are_those_made_by_hand(rule: dict[str, Any], chance: Fraction) -> None:
    s = under_rule(rule)
    chances = exact(TC, s, [parse_action(s, 0, SHOT)]).chances()
    assert chances[missed()] == chance and sum(chances.values()) == 1


@pytest.mark.slow
def test_a_million_plays_come_to_what_is_made_by_hand() -> None:
    assert prepare(TC)
    for number, (rule, chance) in enumerate(BY_HAND):
        s = under_rule(rule)
        thrown = sample(TC, s, [parse_action(s, 0, SHOT)], n=PLAYS, seed=number).chances()
        spread = sqrt(float(chance * (1 - chance)) / PLAYS)
        assert abs(float(thrown[missed()] - chance)) <= 5 * spread, rule
