"""Odds of several orders: what is reckoned is what is walked and what is played (CH-10.10, CH-13.3)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.rulesets.chase.table import battle, duel, give
from tests.unit.rulesets.chase.test_odds import (
    IDLE,
    LUCKY,
    RULESET,
    SIGMAS,
    SURE,
    TRIES,
    at_facings,
    order,
)

from hulldown.conformance.suite import DecisionPoint, moments
from hulldown.game import Game
from hulldown.kernel.actions import Action
from hulldown.odds import Distribution, TooManyTapes, walking
from hulldown.odds.walking import enumerate_outcomes, exact, sample
from hulldown.rulesets.api.odds import TooManyWays
from hulldown.rulesets.chase import odds
from hulldown.rulesets.chase.exact import Gunfire
from hulldown.rulesets.chase.odds import plan_odds
from hulldown.rulesets.chase.state import State


def plan_of(s: State, text: str) -> list[Action]:
    return [order(s, one) for one in text.split(", ")]


def walks(s: State, text: str, limit: int = 60_000) -> None:
    """The odds are those of every tape of every order played."""
    plan = plan_of(s, text)
    for subject in (0, 6):
        reckoned = plan_odds(s, plan, subject)
        assert reckoned is not None
        assert Distribution.of(reckoned) == enumerate_outcomes(RULESET, s, plan, subject, limit), text


def samples(s: State, text: str, subject: int) -> None:
    """The odds are those of plans played, as far as chance lets one see."""
    plan = plan_of(s, text)
    reckoned = plan_odds(s, plan, subject)
    assert reckoned is not None and sum(reckoned.values()) == 1
    played = sample(RULESET, s, plan, subject, TRIES).chances()
    assert played.keys() <= reckoned.keys()
    for fate, chance in reckoned.items():
        spread = (float(chance) * (1 - float(chance)) / TRIES) ** 0.5
        assert abs(float(played.get(fate, 0)) - float(chance)) <= SIGMAS * spread + 1 / TRIES


def test_orders_over_the_end_of_a_turn_are_walked() -> None:
    # both guns fire, and then the next turn's order is given or can no longer be
    for options in ({}, {"fire_order": "winner_first"}):
        walks(at_facings(LUCKY, IDLE, options=options), "A1 face A1 rear B1 rear, B1 hull_down")
    walks(at_facings(SURE, IDLE, damage={"B1": (1, 0, 0)}), "A1 face A1 rear B1 rear, B1 hull_down")


def test_orders_of_a_turn_without_tests_are_walked() -> None:
    # CH-5.8: two immobilised tanks have one order and roll no test; the battle goes on by itself
    s = duel(IDLE, IDLE, damage={"B1": (4, 2, 0)})
    walks(s, "A1 hull_down, A1 pursue")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("A1 pursue, B1 hull_down", {}),
        ("A1 pursue, B1 pursue, A1 ram yes", {}),
        ("A1 hull_down, B1 hull_down, A1 face A1 front B1 rear, A1 flee", {}),
        ("A1 pursue, B1 flee, A1 shift -1", {"tied_success": "first", "direction_facing": "shift"}),
        ("A1 pursue, B1 pursue, A1 ram yes", {"armor_wear": True, "ram_test": "same"}),
    ],
)
def test_plans_of_real_tanks_are_those_of_play(text: str, options: dict[str, Any]) -> None:
    s = duel("warden", "marten", range="Close", options=options)
    samples(s, text, 6)


def test_plans_of_a_team() -> None:
    samples(battle(["warden", "lancer"], ["marten"], "Close"), "A1 pursue, A2 pursue, B1 hull_down", 6)


def test_two_orders_of_a_game_have_exact_odds() -> None:
    """Ten positions of ten games: none is sampled (the walk would have to throw ties again for ever)."""
    for seed in range(10):
        game = Game.new("chase", ("even_ground", "long_shot")[seed % 2], seed=seed)
        mine, theirs = game.legal(0)[seed % 4], game.legal(1)[seed // 3]
        found = game.odds(mine, theirs)
        assert found.exact and found.samples == 0
        assert all(0 < line.chance <= 1 for line in found.lines)


def test_a_plan_that_leads_too_far_is_left_to_the_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    s = give(duel("warden", "marten"), "A1 hull_down, B1 hull_down", 6, 1, 1, 1)
    plan = plan_of(s, "A1 face A1 front B1 rear, A1 pursue")
    assert plan_odds(s, plan, 6) is not None
    assert exact(RULESET, s, plan, 6).exact
    monkeypatch.setattr(odds, "MOST", 3)
    with pytest.raises(TooManyWays):
        plan_odds(s, plan, 6)


def test_a_plan_that_leads_too_far_is_given_up_before_it_is_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    """All shots of a team battle together: their number is known before the first position is made."""
    s, plan = platoons()
    made: list[int] = []
    monkeypatch.setattr(Gunfire, "together", lambda guns, s: made.append(1) or iter(()))
    with pytest.raises(TooManyWays) as wide:
        plan_odds(s, plan, 0)
    assert wide.value.ways > odds.MOST and not made
    monkeypatch.setattr(
        walking, "enumerate_outcomes", lambda *given: pytest.fail("it is walked all the same")
    )
    with pytest.raises(TooManyTapes):
        exact(RULESET, s, plan, 0, limit=odds.MOST)


def platoons() -> tuple[State, list[Action]]:
    """A team battle before the last decision of a turn, and the orders that are given."""
    before: DecisionPoint | None = None
    for moment in moments(RULESET, "platoon_clash", 1, limit=40, wandering=0.0):
        if before is not None and before.after.turn > before.before.turn:
            return before.before, [before.chosen, moment.chosen]
        before = moment
    raise AssertionError("no turn ends")
