"""Orders written and read, and why an order is refused, in words."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.chase.table import battle, duel, give
from tests.unit.rulesets.chase.wandering import SCENARIOS, wander

from hulldown.kernel.actions import make, same
from hulldown.rulesets import get
from hulldown.rulesets.chase.actions import no_shot, refusal, refusal_for
from hulldown.rulesets.chase.events import Why
from hulldown.rulesets.chase.state import Band, Facing, Verb
from hulldown.rulesets.chase.words import action_text, parse_action


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_legal_order_parses_back(scenario: str) -> None:
    """CH-16.1: text and order are one thing, in every position of random games."""
    for seed in range(3):
        for s, seat, offered in wander(scenario, seed):
            texts = [action_text(s, a) for a in offered]
            assert len(set(texts)) == len(texts)
            for a, text in zip(offered, texts, strict=True):
                assert same(parse_action(s, seat, text), a), text
                assert same(parse_action(s, seat, f"  {text.upper()} "), a), text


def test_facings_name_exactly_what_is_chosen() -> None:
    """CH-7.6: one tank or both; that of Cobalt first."""
    s = give(duel(), "A1 maneuver, B1 maneuver", 1, 1, 6, 6)
    both = make(1, Verb.FACE, 6, 0, facing=Facing.LEFT, choice=Facing.FRONT)
    assert action_text(s, both) == "B1 face A1 left B1 front"
    assert same(parse_action(s, 1, "b1 face b1 front a1 left"), both)
    s = give(duel(), "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    one = parse_action(give(s, "A1 shift 0"), 0, "A1 face B1 rear")
    assert (one.facing, one.choice, one.target) == (-1, Facing.REAR, 6)


def test_each_player_has_its_letter_in_every_duel_of_a_match() -> None:
    """CH-12.7: in the second duel Cobalt has side B, and its tank is A1 all the same."""
    s = give(duel(duels=2), "surrender")
    assert [a.actor for a in (parse_action(s, 0, "A1 pursue"), parse_action(s, 1, "B1 pursue"))] == [6, 0]
    s = give(s, "A1 maneuver, B1 maneuver", 1, 1, 6, 6)  # side B's tank, A1, has won
    chosen = parse_action(s, 0, "A1 face B1 left A1 front")
    assert (chosen.actor, chosen.target, chosen.facing, chosen.choice) == (6, 0, Facing.LEFT, Facing.FRONT)
    assert action_text(s, chosen) == "A1 face A1 front B1 left"


def test_orders_of_the_first_version_are_read_with_their_letters() -> None:
    """CH-12.7: version 1 called Cobalt's tank B1 in every second duel of a match."""
    chase, s = get("chase"), give(duel(duels=2), "surrender")
    assert chase.speech.order_of(1, s, 0, "B1 face A1 left B1 front") == "A1 face B1 left A1 front"
    assert chase.speech.order_of(1, s, 1, "a1 ram yes") == "B1 ram yes"
    assert chase.speech.order_of(1, s, 0, "A1 pursue") == "A1 pursue"  # written since
    assert chase.speech.order_of(1, s, 0, "surrender") == "surrender"
    assert chase.speech.order_of(2, s, 0, "B1 pursue") == "B1 pursue"  # refused: it is Rust's
    assert chase.speech.order_of(1, battle(["warden"], ["marten"]), 0, "B1 pursue") == "B1 pursue"


@pytest.mark.parametrize("said", ["A1 hull_down", "a1 hull down", "A1 Hull-Down"])
def test_hull_down_may_be_two_words(said: str) -> None:
    s = duel()
    assert action_text(s, parse_action(s, 0, said)) == "A1 hull_down"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("", "is no order"),
        ("A1", "is no order"),
        ("surrender now", "no tank 'SURRENDER'"),
        ("A2 pursue", "there is no tank 'A2': there are A1, B1"),
        ("A1 charge", "not something a tank can do"),
        ("A1 pursue B1", "'pursue' takes nothing after it"),
        ("A1 shift", 'say the number of bands, for example "shift -1"'),
        ("A1 shift 1.5", "no number of bands"),
        ("A1 shift 99999999999", "no number of bands"),
        ("A1 face", 'say tanks and what they show, for example "face B1 rear"'),
        ("A1 face B1 backwards", "'backwards' is no facing: there are front, right, rear, left"),
        ("A1 face B1 left B1 rear", "names each tank of a pair once"),
        ("A1 ram perhaps", "'perhaps' is no answer: there are no, yes"),
        ("A1 target C3", "there is no tank 'C3'"),
    ],
)
def test_what_is_not_understood_is_said(said: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_action(duel(), 0, said)


def test_another_tank_of_the_side_is_no_part_of_a_pair() -> None:
    with pytest.raises(ValueError, match="A2 is no part of this: A1 chooses"):
        parse_action(battle(["warden", "marten"], ["lancer"]), 0, "A1 face A2 front")


# ---------------------------------------------------------------- refusals


def test_every_reason_has_words() -> None:
    for why in set(Why) - {Why.ALLOWED}:
        told = refusal(why)
        assert told.text
        assert told.rule == why.rule and told.code == why.name.lower()
        assert "{" not in told.text


@pytest.mark.parametrize(
    ("why", "text"),
    [
        (Why.IMMOBILISED, "Immobilised: this tank cannot change range or maneuver."),
        (Why.NOT_YOUR_FACING, "This facing is not yours to choose."),
        (Why.NO_CLOSING_MOVE, "A ram needs a move that closes to Adjacent this turn."),
        (Why.NOT_BOTH_MANEUVER, "Opening needs both tanks on Maneuver."),
        (Why.ALREADY_ORDERED, "Already ordered this turn."),
        (Why.NOT_YOUR_DECISION, "Not your decision now."),
        (Why.NOT_AN_OPPONENT, "Target is not an opponent of this tank."),
        (Why.CANNOT_JOIN, "This enemy cannot be joined."),
        (Why.NOBODY_ENGAGED, "No other tank of your side is engaged."),
        (Why.GUN_OUT, "Gun knocked out"),
    ],
)
def test_the_words_of_the_rules(why: Why, text: str) -> None:
    """CH-16.2, CH-16.5, CH-10.2."""
    assert refusal(why).text == text


def test_refusals_with_numbers() -> None:
    """CH-16.2: the legal shifts are listed; CH-10.2: the band and the own facing are named."""
    s = give(duel(), "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    told = refusal_for(s, 0, parse_action(s, 0, "A1 shift +1"))
    assert told is not None and told.text == "Shift not in -3, -2, -1, 0."
    assert no_shot(Why.NO_RANGE_DM, Band.VERY_LONG, Facing.FRONT).text == "No range DM at Very Long"
    fixed = no_shot(Why.FIXED_GUN, Band.SHORT, Facing.LEFT).text
    assert fixed == "Fixed gun: own facing is Left, must be Front"
