"""Morale (CA-16.1 to CA-16.3, CA-16.6, CA-3.8)."""

from fractions import Fraction
from typing import Any

import pytest

from hulldown.catalogue import CatalogueError
from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.close_assault.catalogue import SHELF, read_profile
from hulldown.rulesets.close_assault.events import event, morale_tested, order_lost, rallied
from hulldown.rulesets.close_assault.exact import morale_failure
from hulldown.rulesets.close_assault.log import tell
from hulldown.rulesets.close_assault.movement import withdraw
from hulldown.rulesets.close_assault.occasions import morale_of, passes
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.shooting import lose_order
from hulldown.rulesets.close_assault.state import Order, Phase, State, WithdrawFrom
from hulldown.rulesets.close_assault.turn import break_off, rally, take_tests
from hulldown.rulesets.common.explanation import OFF, chances, open_log
from hulldown.rulesets.common.ruleset_files import unit_named

RIFLES, RHINO = "Line infantry", "Rhino"


def melee() -> State:
    """Two stands of infantry on either side of a Rhino, each a detachment, and one nobody touches."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)], order=Order.CHARGE)
    for place in ((21.25, 18), (18.75, 18), (5, 5)):
        field_detachment(SHELF, s, 1, RIFLES, [place], order=Order.ADVANCE)
    return s


def laid(*faces: int) -> Dice:
    """Dice that show these faces."""
    return script_dice(new_dice(0), [(face, 6) for face in faces])


def rows(e: Log) -> list[tuple[Any, ...]]:
    """All that happened: the kind of event and its fields."""
    return [(event[row.kind], *event[row.kind].decode(row)) for row in e.events[: e.count]]


@pytest.mark.parametrize(
    ("morale", "die", "passed"), [(3, 2, False), (3, 3, True), (2, 1, False), (6, 6, True)]
)
def test_morale_or_more_passes(morale: int, die: int, passed: bool) -> None:
    """CA-16.1."""
    assert passes(morale, die) is passed


def test_a_detachment_tests_on_its_own_morale() -> None:
    """CA-16.1: all its models share one profile."""
    s = blank_state()
    field_detachment(SHELF, s, 0, "Baneblade", [(20, 18)])
    field_detachment(SHELF, s, 1, RIFLES, [(30, 18)])
    assert [morale_of(s, 0), morale_of(s, 1)] == [2, 3]
    assert [morale_failure(2), morale_failure(3)] == [Fraction(1, 6), Fraction(1, 3)]


def test_who_has_no_morale_passes_without_a_roll() -> None:
    """CA-16.11: it keeps its order, and the log says why."""
    s, e, d = melee(), open_log(), laid()
    s.profile[s.detachment[1].profile].morale = 0
    s.tests = 0b0010
    assert morale_failure(0) == 0
    assert not take_tests(s, d, e)
    assert d.at == 0 and s.tests == 0
    assert rows(e) == [(morale_tested, 1, 0, 0, 1, 0)]
    assert s.detachment[1].order == Order.ADVANCE
    (sentence,) = tell(SHELF, s, None, e)
    assert sentence.text.endswith("has no Morale, and passes its test.")


@pytest.mark.parametrize("morale", [1, 7, True, "3+"])
def test_a_morale_is_none_or_2_to_6(morale: object) -> None:
    """CA-8.1."""
    plain = unit_named(SHELF.units(), RIFLES).model_dump(exclude={"text", "source", "points"})
    assert read_profile({**plain, "morale": 0}).morale == 0
    with pytest.raises(CatalogueError, match=r"morale: must be 0 \(none\) or 2 to 6, not "):
        read_profile({**plain, "morale": morale})


def test_an_order_lost_is_gone_but_not_a_fall_back() -> None:
    """CA-3.8."""
    s, e = melee(), open_log()
    lose_order(s, 1, e)
    assert [s.detachment[k].order for k in (1, 2)] == [Order.NONE, Order.ADVANCE]
    assert rows(e) == [(order_lost, 1)]
    lose_order(s, 1, e)  # it has none
    s.detachment[1].order = Order.FALL_BACK
    lose_order(s, 1, e)
    assert s.detachment[1].order == Order.FALL_BACK
    assert e.count == 1


def test_who_passes_keeps_his_order() -> None:
    """CA-16.2: everybody with a test has one die, in order of id (CA-17.6)."""
    s, e, d = melee(), open_log(), laid(3, 6)
    s.tests = 0b0110
    assert not take_tests(s, d, e)
    assert d.at == 2
    assert rows(e) == [(morale_tested, 1, 3, 3, 1, 0), (morale_tested, 2, 6, 3, 1, 0)]
    assert s.tests == 0
    assert s.detachment[1].order == Order.ADVANCE


def test_who_fails_falls_back_and_withdraws_at_once() -> None:
    """CA-16.3, CA-17.6: the next one is tested when he is placed."""
    s, d, e = melee(), laid(2, 1), open_log()
    s.tests = 0b0110
    assert take_tests(s, d, e)
    assert rows(e) == [(morale_tested, 1, 2, 3, 0, 0), (order_lost, 1)]
    assert (s.phase, s.side, s.target, s.tests) == (Phase.WITHDRAW, 1, 1, 0b0100)
    assert (s.detachment[1].order, s.detachment[2].order) == (Order.FALL_BACK, Order.ADVANCE)
    withdraw(s, 1, OFF)
    assert take_tests(s, d, OFF)
    assert (s.target, s.tests) == (2, 0)
    withdraw(s, 2, OFF)
    assert not take_tests(s, d, OFF)
    assert (s.model[1].base.x, s.model[2].base.x) == (26250, 13750)


def test_a_charge_is_over_with_a_failed_test() -> None:
    """CA-3.8, CA-16.3: for all of its models and for nobody else's; it is not activated any more."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(20, 18), (20, 20)], order=Order.CHARGE)
    field_detachment(SHELF, s, 0, RHINO, [(20, 25), (20, 27)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, RIFLES, [(21.25, 18)], order=Order.ADVANCE)
    for m in range(4):
        s.model[m].charge = 3
    for failing, left in ((1, [3, 3, 0, 0]), (0, [0, 0, 0, 0])):
        assert break_off(s, failing, OFF)
        assert [s.model[m].charge for m in range(4)] == left
        assert s.detachment[failing].moved == 1
    assert [s.detachment[k].order for k in range(3)] == [Order.FALL_BACK, Order.FALL_BACK, Order.ADVANCE]
    assert s.detachment[2].moved == 0


def test_who_is_touched_by_nobody_withdraws_all_the_same() -> None:
    """CA-16.3, CA-16.4: with `touching_now` nobody moves, so nobody is asked."""
    s, d = melee(), laid(1)
    s.tests = 0b1000
    assert take_tests(s, d, OFF)
    assert (s.phase, s.side, s.target) == (Phase.WITHDRAW, 1, 3)
    s, d = melee(), laid(1)
    s.options.withdraw_from, s.tests = WithdrawFrom.TOUCHING_NOW, 0b1000
    assert not take_tests(s, d, OFF)
    assert s.detachment[3].order == Order.FALL_BACK
    assert (s.model[3].base.x, s.model[3].base.y) == (5000, 5000)


def test_the_dead_are_not_tested() -> None:
    """CA-12.19."""
    s, d = melee(), laid(1)
    s.tests, s.model[1].wounds = 0b0010, 0
    assert not take_tests(s, d, OFF)
    assert d.at == 0


def test_fall_back_goes_with_a_test_passed_in_the_end_phase() -> None:
    """CA-16.6."""
    s, e = melee(), open_log()
    s.detachment[1].order, s.phase = Order.FALL_BACK, Phase.ADVANCING_FIRE
    rally(s, 1, laid(2), e)
    assert s.detachment[1].order == Order.FALL_BACK
    rally(s, 1, laid(3), e)
    assert s.detachment[1].order == int(Order.NONE)
    assert rows(e) == [
        (morale_tested, 1, 2, 3, 0, 1),
        (morale_tested, 1, 3, 3, 1, 1),
        (rallied, 1),
    ]


def test_the_chance_to_fail_is_that_of_the_dice() -> None:
    """CA-16.1, CA-19.9."""
    s = melee()
    s.tests = 0b0010

    def play(d: Dice) -> bool:
        return take_tests(copy(s), d, OFF)

    assert chances(play)[True] == morale_failure(3)
