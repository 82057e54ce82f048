"""Turn (CA-14)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from tests.lanes import examples

from hulldown.kernel.engine import legal_actions
from hulldown.kernel.records import digest
from hulldown.rulesets.close_assault.actions import check, legal
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import turn, why_not_shock, why_not_turn
from hulldown.rulesets.close_assault.events import Why, slid, turned
from hulldown.rulesets.close_assault.movement import (
    PILED_IN,
    begin_move,
    charge_in_force,
    drive,
    remaining,
    take_back,
    why_not_drive,
)
from hulldown.rulesets.close_assault.proposing import guide
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.state import Ground, Order, Phase, State, Verb
from hulldown.rulesets.close_assault.table import gap_of
from hulldown.rulesets.common.explanation import OFF, open_log

RHINO, SQUAD = "Rhino", "Line infantry"
AHEAD, LEFT = (21.25, 18), (20, 19)


def caught(
    *places: tuple[float, float], order: Order = Order.CHARGE, what: str = RHINO, **options: str
) -> State:
    """A Rhino at (20, 18) facing east, with enemies at these places."""
    s = blank_state(options)
    field_detachment(SHELF, s, 0, what, [(20, 18)], order=order)
    field_detachment(SHELF, s, 1, SQUAD, places or [AHEAD])
    begin_move(s, 0)
    return s


def why(s: State, degrees: float) -> Why:
    """The first reason against a Turn; nothing is changed by the question."""
    before = digest(s.model[0]), digest(s.model[1]), list(s.back_x)
    found = Why.of(why_not_turn(s, 0, round(degrees * 100)))
    assert before == (digest(s.model[0]), digest(s.model[1]), list(s.back_x))
    return found


def test_who_may_turn():  # CA-14.1, CA-14.2, CA-14.4
    assert why(caught(), 90) == Why.ALLOWED
    assert why(caught(order=Order.ADVANCE), 90) == Why.ORDER
    assert why(caught(rules_mode="today"), 90) == Why.ORDER  # CA-1.5
    assert why(caught(what="Walker"), 90) == Why.TYPE
    assert why(caught((30, 30)), 90) == Why.TURN_CONTACT
    shocking = caught()
    shocking.detachment[0].shocks = 1
    assert why(shocking, 90) == Why.TS_TURNED


def test_enemies_are_nudged_along():  # CA-14.3, CA-14.5
    s, log = caught(AHEAD, LEFT), open_log()
    turn(s, 0, 9000, log)
    places = [(m.base.x, m.base.y) for m in s.model[1:3]]
    assert places == [(21_000, 18_000), (20_000, 19_250)]
    assert [e.kind for e in log.events[: log.count]] == [turned.kind, slid.kind, slid.kind]
    assert not any(s.back_x) and s.model[0].done


@pytest.mark.parametrize(("degrees", "expected"), [(90, Why.TURN_CONTACT), (180, Why.ALLOWED)])
def test_strictly_nobody_is(degrees: int, expected: Why):  # CA-14.5
    assert why(caught(turn_adjust="strict"), degrees) == expected
    s = caught(turn_adjust="strict")
    turn(s, 0, 18_000, OFF)
    assert (s.model[1].base.x, s.model[1].base.y) == (21_250, 18_000)


def test_friends_and_blocks_bar_a_turn():  # CA-14.6, CA-14.5
    s = caught()
    field_detachment(SHELF, s, 0, SQUAD, [(20, 19.15)])
    assert why(s, 90) == Why.TURN_BLOCKED and why(s, 180) == Why.ALLOWED
    s = caught(turn_contact="enemies")
    field_detachment(SHELF, s, 0, SQUAD, [(20, 19.1)])  # a friend in contact: not slid then
    assert why(s, 90) == Why.TURN_BLOCKED and why(s, 180) == Why.ALLOWED
    s = caught(LEFT)
    lay_terrain(s, Ground.BLOCK, 19, 19.6, 21, 21)
    assert why(s, 90) == Why.TURN_BLOCKED


def beside_a_friend(*rhinos: tuple[float, float], **options: str) -> State:
    """Rhinos facing east with a Charge order, the first at (20, 18), a squad of their own side at its flank
    and an enemy far off.
    """
    s = blank_state(options)
    field_detachment(SHELF, s, 0, RHINO, [(20, 18), *rhinos], order=Order.CHARGE)
    field_detachment(SHELF, s, 0, SQUAD, [(20, 19.05)])
    field_detachment(SHELF, s, 1, SQUAD, [(40, 30)])
    begin_move(s, 0)
    return s


def test_a_friend_is_another_unit_and_is_nudged_along():
    """CA-14.4: the vehicle is not Engaged and may turn in place of its move, unless only enemies count."""
    s, log = beside_a_friend(), open_log()
    assert why(s, 90) == Why.ALLOWED and not s.detachment[0].engaged
    turn(s, 0, 9000, log)
    assert (s.model[1].base.x, s.model[1].base.y) == (20_000, 19_250)
    assert [e.kind for e in log.events[: log.count]] == [turned.kind, slid.kind]
    assert why(beside_a_friend(turn_contact="enemies"), 90) == Why.TURN_CONTACT


def test_models_of_its_own_detachment_are_no_other_unit():  # CA-14.4
    s = blank_state({})
    field_detachment(SHELF, s, 0, RHINO, [(20, 18), (20, 19.05)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [(40, 30)])
    begin_move(s, 0)
    assert why(s, 180) == Why.TURN_CONTACT


def test_who_turned_makes_no_other_move_and_others_charge_on():
    """CA-14.1, CA-14.2, CA-14.7: neither a drive nor a charge bonus nor a Tank Shock of its detachment."""
    s = beside_a_friend((20, 15))
    turn(s, 0, 18_000, OFF)
    assert Why.of(why_not_drive(s, 0, 15_000, 18_000)) == Why.TURNED and remaining(s, 0) == 0
    assert Why.of(why_not_drive(s, 1, 25_000, 15_000)) == Why.ALLOWED and guide(s, 0) == 1
    assert charge_in_force(s, 0, True) == 0
    s.model[3].base.x, s.model[3].base.y = 18_750, 15_000  # an enemy at the tail of the second
    assert Why.of(why_not_shock(s, 0, 2)) == Why.TS_TURNED


def test_a_turn_comes_before_any_drive_and_before_a_tank_shock():  # CA-14.2, CA-14.7
    s = beside_a_friend((20, 15))
    drive(s, 1, 22_000, 15_000, -1, OFF)
    assert why(s, 180) == Why.TURN_LATE
    take_back(s, 0, OFF)
    assert why(s, 180) == Why.ALLOWED
    s.detachment[0].shocks = 1
    assert why(s, 180) == Why.TS_TURNED


def test_turns_beside_a_friend_are_proposed_and_end():
    """CA-20.3: a computer player finds them among what is offered, and can end after one."""
    s = beside_a_friend()
    s.acting, s.phase = 0, Phase.MOVING
    turns = [a for a in legal_actions(legal, s, 0) if a.verb == Verb.TURN]
    assert len(turns) > 10 and all(not check(s, 0, a) for a in turns)
    turn(s, 0, int(turns[0].facing), OFF)
    assert [a.verb for a in legal_actions(legal, s, 0)] == [Verb.END]
    only = beside_a_friend(turn_contact="enemies")
    only.acting, only.phase = 0, Phase.MOVING
    assert not [a for a in legal_actions(legal, only, 0) if a.verb == Verb.TURN]


@given(degrees=some.integers(0, 359))
@settings(max_examples=examples(60), deadline=None)
def test_after_a_turn_all_still_touch(degrees: int):  # CA-14.3
    s = caught(AHEAD, (18.75, 18.1))
    if why(s, degrees) == Why.ALLOWED:
        turn(s, 0, degrees * 100, OFF)
        assert abs(gap_of(s, 0, 1)) <= 2 and abs(gap_of(s, 0, 2)) <= 2


def pair(gap: float, places: list[tuple[float, float]]) -> State:
    """Two Rhinos on one line, both facing east, their noses so far from the other's tail, with enemies."""
    s = blank_state({})
    field_detachment(SHELF, s, 0, RHINO, [(20, 18), (21.5 + gap, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, places)
    begin_move(s, 0)
    return s


def test_a_turn_that_would_part_the_detachment_is_refused():  # CA-14.7, CA-2.8
    near, far = pair(1.5, [(20, 19)]), pair(2, [(20, 19)])
    assert why(near, 90) == Why.ALLOWED and why(far, 0) == Why.ALLOWED
    assert why(far, 90) == Why.COHERENCY


def test_turns_come_before_pile_ins():  # CA-14.7
    s = pair(1, [(20, 19)])
    assert why(s, 180) == Why.ALLOWED
    s.model[1].done = PILED_IN
    assert why(s, 180) == Why.TURN_LATE
