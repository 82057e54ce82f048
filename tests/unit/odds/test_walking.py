"""Exact odds against a slow twin that lays every tape by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.toy import RULESET as TOY
from tests.toy import changed

from hulldown.kernel.actions import Action, Log, forget, listen
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import blank, copy
from hulldown.odds import IllegalPlan, TooManyTapes, exact, odds, sample
from hulldown.odds.walking import enumerate_outcomes
from hulldown.rulesets.api.odds import own_of_last


def orders(*texts: str) -> list[Action]:
    return [TOY.speech.parse_action(None, "AB".index(text[0]), text) for text in texts]


def position(grit: int = 4, turn: int = 0, aim: int = 0) -> Any:
    s = TOY.set_up("street", forces={"B1": {"grit": grit}})
    s.turn, s.aim[0] = turn, aim
    return s


LOG, DICE = blank(Log), new_dice(1)
listen(LOG)
SHOTS = list(product(range(1, 7), range(1, 7), range(1, 4)))  # every way one shot's dice can fall


def fate(s: Any, plan: Sequence[Action], shots: Sequence[tuple[int, int, int]], subject: int) -> int:
    """The outcome of a plan with given dice; dice that a shot does not ask for stay on the tape."""
    s = copy(s)
    for step, (a, (first, second, third)) in enumerate(zip(plan, shots, strict=True)):
        if step and (TOY.rules.result(s) >= 0 or s.side != a.seat):
            break
        forget(LOG)
        TOY.rules.apply(s, a, script_dice(DICE, [(first, 6), (second, 6), (third, 3)]), LOG)
    return TOY.rules.outcome(s, LOG, subject)


def by_brute_force(s: Any, plan: Sequence[Action], subject: int) -> dict[int, Fraction]:
    """Play every combination of every shot's dice, needed or not."""
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for shots in product(SHOTS, repeat=len(plan)):
        chances[fate(s, plan, shots, subject)] += Fraction(1, len(SHOTS) ** len(plan))
    return dict(chances)


@pytest.mark.parametrize("aim", [0, 1, 2])
@pytest.mark.parametrize("grit", [1, 2, 4])
def test_the_odds_of_a_shot_are_those_of_brute_force(aim: int, grit: int) -> None:
    s = position(grit, aim=aim)
    found = exact(TOY, s, orders("A1 fire"))
    assert found.exact
    assert found.chances() == by_brute_force(s, orders("A1 fire"), 1)


@pytest.mark.parametrize("grit", [1, 2, 3])
def test_a_plan_ends_where_its_next_order_became_impossible(grit: int) -> None:
    """With one hit left the first shot often ends the duel, and the second is never fired."""
    s, plan = position(grit), orders("A1 fire", "A1 fire")
    assert exact(TOY, s, plan).chances() == by_brute_force(s, plan, 1)


def test_a_plan_whose_later_orders_belong_to_the_other_side_stops_there() -> None:
    s = position(turn=1)  # the turn passes after this order
    assert exact(TOY, s, orders("A1 fire", "A1 fire")) == exact(TOY, s, orders("A1 fire"))


def test_the_odds_of_an_order_without_dice_are_certain() -> None:
    assert exact(TOY, position(), orders("A1 aim"), subject=1).chances() == {4: Fraction(1)}


def test_walking_leaves_the_position_as_it_was() -> None:
    s = position()
    before = copy(s)
    exact(TOY, s, orders("A1 fire", "A1 fire"))
    assert s.__dict__ == before.__dict__


def test_more_tapes_than_the_limit_are_refused_and_odds_fall_back_on_a_sample() -> None:
    with pytest.raises(TooManyTapes, match="more than 100 ways"):
        exact(TOY, position(), orders("A1 barrage"), limit=100)
    found = odds(TOY, position(), orders("A1 barrage"), limit=100)
    assert not found.exact
    assert found.samples == found.distribution.samples > 1000


def test_a_limit_that_is_just_enough_is_enough() -> None:
    assert exact(TOY, position(), orders("A1 fire"), limit=20) == exact(TOY, position(), orders("A1 fire"))
    with pytest.raises(TooManyTapes):
        exact(TOY, position(), orders("A1 fire"), limit=19)


def test_a_sample_agrees_with_the_exact_odds_within_its_interval() -> None:
    s, plan = position(), orders("A1 fire", "A1 fire")
    drawn, truth = sample(TOY, s, plan, n=4000, seed=11), exact(TOY, s, plan)
    for outcome in truth:
        low, high = drawn.interval(outcome, sigmas=4.0)
        assert low <= truth.chance(outcome) <= high


def test_the_same_seed_draws_the_same_sample_and_another_another() -> None:
    s, plan = position(), orders("A1 fire")
    assert sample(TOY, s, plan, n=500, seed=3) == sample(TOY, s, plan, n=500, seed=3)
    assert sample(TOY, s, plan, n=500, seed=3) != sample(TOY, s, plan, n=500, seed=4)


def test_an_order_that_may_not_be_given_has_no_odds() -> None:
    with pytest.raises(IllegalPlan, match="cannot aim any better"):
        exact(TOY, position(aim=2), orders("A1 aim"))
    with pytest.raises(ValueError, match="at least one order"):
        exact(TOY, position(), [])


def test_the_panel_has_lines_and_facts() -> None:
    found = odds(TOY, position(), orders("A1 fire"))
    assert [(line.text, line.chance) for line in found.lines] == [
        ("miss", Fraction(2, 3)),
        ("hit", Fraction(1, 3)),
    ]
    assert found.facts["result"].chance("hit") == Fraction(1, 3)
    assert found.facts["grit"].chance(lambda left: left < 3) == Fraction(1, 27)


def own_shots(s: Any, a: Action) -> dict[int, Fraction] | None:
    return by_brute_force(s, [a], 1) if TOY.speech.action_text(s, a) == "A1 fire" else None


# the duel with shots that it has worked out itself
RECKONED = changed(TOY, odds={"own": own_of_last(own_shots, TOY.odds.subject)})


def test_what_a_ruleset_reckons_itself_is_exact_without_a_walk() -> None:
    own, plan = RECKONED, orders("A1 fire")
    with pytest.raises(TooManyTapes):
        enumerate_outcomes(own, position(), plan, 1, limit=3)
    found = exact(own, position(), plan, limit=3)
    assert found.exact
    assert found.chances() == enumerate_outcomes(own, position(), plan, 1).chances()


def test_only_its_own_subject_and_a_single_order_are_reckoned_by_the_ruleset() -> None:
    own, plan = RECKONED, orders("A1 fire")
    for subject, given in ((0, plan), (1, [*orders("A1 aim"), *plan])):
        with pytest.raises(TooManyTapes):
            exact(own, position(), given, subject, limit=3)
    assert exact(own, position(), orders("A1 aim")).chances() == {4: 1}
