"""Odds that a ruleset works out itself must be those of its rules, wherever these can be walked."""

from __future__ import annotations

from typing import Any

from hulldown.conformance.playing import DecisionPoint, opening
from hulldown.kernel.actions import Action
from hulldown.odds import Distribution, TooManyTapes
from hulldown.odds.walking import enumerate_outcomes
from hulldown.rulesets.api.odds import TooManyWays
from hulldown.rulesets.api.ruleset import Ruleset

TAPES = 300  # ways for the dice to fall that are walked for one order; 3,000 finish no more walks
DECISIONS = 6  # of a battle, whose orders are reckoned
ASKED = 4  # orders of one decision


def own_odds_hold(ruleset: Ruleset) -> list[str]:
    """Orders that a ruleset has own odds for: the same as by walking, if they can be walked."""
    if ruleset.odds.own is None:
        return []
    return [
        f"{scenario}, decision {m.number}: {problem}"
        for scenario in ruleset.files.scenarios()
        for m in opening(ruleset, scenario)[:DECISIONS]
        for a in spread(m)
        if (problem := disagreement(ruleset, m.before, a))
    ]


def spread(m: DecisionPoint) -> list[Action]:
    """Some of the orders of a moment, from all over their list; others of an equal list met later."""
    stride = max(1, -(-len(m.orders) // ASKED))
    return m.orders[m.number // stride % stride :: stride]


def disagreement(ruleset: Ruleset, s: Any, a: Action) -> str:
    """What is wrong with the own odds of an order, or nothing."""
    try:
        own = ruleset.odds.own(s, [a], ruleset.odds.subject(s, a)) if ruleset.odds.own else None
        if own is None:
            return ""
        reckoned = Distribution.of(own)
        enumerated = enumerate_outcomes(ruleset, s, [a], ruleset.odds.subject(s, a), TAPES)
    except (TooManyTapes, TooManyWays):
        return ""
    except ValueError as wrong:
        return f"the odds of {ruleset.speech.action_text(s, a)}: {wrong}"
    if reckoned.chances() == enumerated.chances():
        return ""
    return f"the odds of {ruleset.speech.action_text(s, a)} are not those of the rules"
