"""What the log says where nothing is rolled or all is even: who stays and why, ties, ways out of Combat."""

from __future__ import annotations

from tests.unit.rulesets.close_assault.test_reasons import (
    ADVANCE,
    BEFORE,
    CHARGE,
    FIRE,
    HELD,
    MARCH,
    RHINO,
    SQUAD,
    Case,
    Unit,
    foe,
    one,
    table,
)
from tests.unit.rulesets.close_assault.wandering import TWO_RHINOS

from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.api.words import Sentence
from hulldown.rulesets.close_assault.actions import apply, mask
from hulldown.rulesets.close_assault.cards import status
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.log import tell
from hulldown.rulesets.close_assault.setup import set_up
from hulldown.rulesets.close_assault.state import Order, Phase, State
from hulldown.rulesets.close_assault.turn import give_order
from hulldown.rulesets.close_assault.words import parse_action
from hulldown.rulesets.common.explanation import open_log

CAUGHT = foe(SQUAD, BEFORE, order=FIRE)
FAR_OFF = foe(SQUAD, (40, 30), order=FIRE, name="R9")


def stood(ours: Unit, theirs: Unit = CAUGHT, **options: str) -> State:
    """Two detachments, and a third of the enemy's far away."""
    return table(Case("", "", (ours,), (theirs, FAR_OFF), options=options))


def told(s: State, text: str, *dice: int) -> dict[str, Sentence]:
    """What an order of B's is told with, by its words; `s` goes on."""
    a, e = parse_action(s, 0, text), open_log()
    apply(s, a, script_dice(new_dice(0), [(die, 6) for die in dice]), e)
    return {one.text: one for one in tell(SHELF, s, a, e)}


def test_the_engaged_are_said_to_stay() -> None:
    """CA-4.8: without a Charge order who is Engaged does nothing."""
    said = told(stood(one(RHINO, MARCH, (20, 18))), "B1 activate")
    assert said["{B1} is Engaged: without a Charge order it does nothing."].rules == ("CA-4.8",)


def test_who_can_only_stay_is_not_asked() -> None:
    """CA-4.8, CA-20.2: infantry in contact with infantry can neither Turn, Encircle nor pile in."""
    s = stood(one(SQUAD, CHARGE, (20.25, 18)))
    said = told(s, "B1 activate", 3, 3, 1, 1, 6)
    assert said["{B1} is Engaged and can do nothing but stay."].rules == ("CA-4.8", "CA-20.2")
    assert any(text.startswith("{B1.1} fights {R1.1}") or text.startswith("{B1} fights") for text in said)
    s = stood(HELD, rules_mode="today")
    told(s, "B1 activate")
    assert s.phase != Phase.ENGAGED
    for ours in (HELD, one(SQUAD, CHARGE, (20.25, 18), (18.5, 18))):
        s = stood(ours)
        told(s, "B1 activate")
        assert s.phase == Phase.ENGAGED


def test_those_who_fall_back_are_said_to_stay() -> None:
    """CA-16.7, CA-16.9"""
    said = told(stood(one(SQUAD, Order.FALL_BACK, (20.25, 18))), "B1 activate")
    assert said["{B1} is Engaged: it stays and fights."].rules == ("CA-16.7",)
    s = stood(one(SQUAD, Order.FALL_BACK, (5, 12)), foe(SQUAD, (5, 10.5)))
    assert said.keys() != (free := told(s, "B1 activate")).keys()
    assert free["{B1} finds no way towards its own edge."].rules == ("CA-16.9",)


def test_a_tie_that_wounds_both_is_called_one() -> None:
    """CA-9.2"""
    for option, words in (("no_wound", "a tie, nobody loses a Wound"), ("both_wound", "a tie: both lose")):
        s = stood(one(SQUAD, MARCH, (20.25, 18)), fight_tie=option)
        said = [sentence for text, sentence in told(s, "B1 activate", 3, 3, 3, 3).items() if words in text]
        assert len(said) == 1 and "CA-9.2" in said[0].rules


def test_a_way_out_of_combat_is_called_one() -> None:
    """CA-12.28"""
    s = stood(HELD)
    told(s, "B1 activate")
    said = told(s, "B1 shock R1")
    assert any(text.startswith("{B1} Tank Shocks {R1} to break out of Combat") for text in said)
    assert any("CA-12.28" in sentence.rules for sentence in said.values())


def test_who_stays_in_contact_has_no_charge_to_tell_of() -> None:
    """CA-11.6"""
    s = stood(HELD)
    told(s, "B1 activate")
    assert "{B1} fights on in contact, without a charge bonus." in told(s, "B1 end")


def test_a_failed_test_with_nobody_near_moves_nobody_if_touching_now_is_played() -> None:
    """CA-16.4: the model in contact is destroyed, the other is touched by nobody."""
    two = one(SQUAD, MARCH, (20.25, 18), (18.75, 18))
    s = stood(two)
    said = told(s, "B1 activate", 1, 1, 6, 6, 1)
    assert s.phase == Phase.WITHDRAW
    assert not any("stays where it is" in text for text in said)
    s = stood(two, withdraw_from="touching_now")
    said = told(s, "B1 activate", 1, 1, 6, 6, 1)
    found = [text for text in said if "nobody touches it any more, and it stays where it is" in text]
    assert len(found) == 1 and "CA-16.4" in said[found[0]].rules


def test_the_line_counts_orders_that_nobody_sees() -> None:
    """CA-3.4: that an order was given is known, so a seat is not told that the other still owes it."""
    s = set_up(SHELF, TWO_RHINOS)
    give_order(s, 1, ADVANCE)
    known = copy(s)
    mask(known, 0)
    assert status(known, 0).text.startswith("Orders phase · Cobalt gives 1 order in secret, Rust gives 1 ")
    give_order(s, 2, CHARGE)
    known = copy(s)
    mask(known, 0)
    assert status(known, 0).text.startswith("Orders phase · Cobalt gives 1 order in secret · ")
