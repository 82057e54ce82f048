"""The sequence of a turn: steps, dice in their order, forced decisions, secret orders (CH-1, CH-3, CH-4)."""

from itertools import pairwise

import pytest
from tests.unit.rulesets.chase.table import LOG, battle, duel, give, refused, state, told

from hulldown.kernel.actions import Actions, make
from hulldown.kernel.records import blank, copy, fields
from hulldown.rulesets.chase.actions import check, legal, mask, to_act
from hulldown.rulesets.chase.driving import sum_of, throw
from hulldown.rulesets.chase.events import (
    Why,
    crashed,
    damage_rolled,
    driving_tested,
    facing_shown,
    fired,
    forced,
    order_shown,
    ordered,
    ram_declined,
    ram_ended,
    range_shifted,
    shot_hit,
    state_changed,
    turn_started,
    winner_found,
)
from hulldown.rulesets.chase.state import NOBODY, Order, Pair, Phase, State, Verb
from hulldown.rulesets.common.explanation import with_dice

SILENT = {"A1": (6, 0, 2), "B1": (6, 0, 2)}
A_WINS, B_WINS = (6, 6, 1, 1), (1, 1, 6, 6)
TURRET = (1, 2)


def choices(s: State, seat: int) -> list[int]:
    m = blank(Actions)
    legal(s, seat, m)
    return [int(a.choice) for a in m.rows[: m.count]]


# ---------------------------------------------------------------- what there is


def test_two_tanks_have_a_range_and_facings_and_nothing_else_between_them() -> None:
    names = {field.name for field in fields(Pair)}
    assert {"range", "facing"} <= names  # CH-1.1, CH-2.6
    assert not names & {"cell", "column", "row", "hex", "terrain"}


def test_every_number_of_the_state_is_whole() -> None:
    s = duel()
    assert all(isinstance(value, int) for value in vars(s.pair[0]).values() if not isinstance(value, list))
    assert all(isinstance(value, int) for value in vars(s.tanks[0].now).values())  # CH-1.8


# ---------------------------------------------------------------- orders


def test_both_owe_an_order_at_once() -> None:
    s = duel()
    assert (s.phase, to_act(s)) == (Phase.ORDERS, 3)  # CH-4.3
    assert [choices(s, seat) for seat in (0, 1)] == [[0, 1, 2, 3]] * 2  # CH-4.1, CH-4.2
    s = give(s, "B1 flee")
    assert to_act(s) == 1


@pytest.mark.parametrize("range", ["Adjacent", "Medium", "Distant"])
@pytest.mark.parametrize("gun", [0, 1, 2])
def test_all_four_orders_are_legal_at_every_range_with_any_gun(range: str, gun: int) -> None:
    s = duel("warden", "warden", range=range, damage={"A1": (1, 1, gun)})
    assert choices(s, 0) == [Order.PURSUE, Order.FLEE, Order.MANEUVER, Order.HULL_DOWN]  # CH-4.4, CH-4.5


def test_an_immobilised_tank_goes_hull_down_and_nobody_is_asked() -> None:
    s = duel("warden", "warden", damage={"B1": (6, 2, 0)})
    assert (s.tanks[6].order, s.tanks[6].ordered, to_act(s)) == (Order.HULL_DOWN, 1, 1)  # CH-4.4, CH-3.3
    s.tanks[6].order, s.tanks[6].ordered = Order.NONE, 0
    for order in (Order.PURSUE, Order.FLEE, Order.MANEUVER):
        assert check(s, 1, make(1, Verb.ORDER, 6, choice=order)) == Why.IMMOBILISED
    assert choices(s, 1) == [Order.HULL_DOWN]


def test_a_forced_order_is_logged_as_forced() -> None:
    s = duel("warden", "warden", damage={"A1": (6, 0, 2), "B1": (6, 1, 2)})
    s.tanks[6].now.mobility = 2  # from the next turn on its crew has no choice
    s = give(s, "A1 flee, B1 hull_down", 1, 1)
    give(s, "A1 shift 0, A1 face B1 front")
    assert forced.rows(LOG) == [(6, NOBODY, Verb.ORDER, Order.HULL_DOWN)]


def test_an_order_once_given_stands() -> None:
    s = give(duel(), "A1 pursue")
    assert refused(s, "A1 flee") == refused(s, "A1 pursue") == "already_ordered"  # CH-4.3, CH-16.2
    assert refused(s, "A1 shift -1") == "not_your_decision"


def test_nobody_else_can_know_an_order_before_the_reveal() -> None:
    s = give(duel(), "A1 pursue")
    assert ordered.rows(LOG) == [(0,)]  # CH-4.3: who, and nothing else
    for seat, seen in ((0, Order.PURSUE), (1, Order.NONE), (NOBODY, Order.NONE)):
        known = copy(s)
        mask(known, seat)
        assert (known.tanks[0].order, known.tanks[0].ordered) == (seen, 1)
    give(s, "B1 flee", *A_WINS)
    assert order_shown.rows(LOG) == [(0, Order.PURSUE), (6, Order.FLEE)]


def test_what_a_seat_knows_is_the_same_whatever_the_other_ordered() -> None:
    known = []
    for word in ("pursue", "flee", "maneuver", "hull_down"):
        s = give(duel(), f"A1 {word}")
        mask(s, 1)
        known.append(s.tanks[0].order)
    assert known == [Order.NONE] * 4  # CH-4.3


def test_orders_have_no_memory() -> None:
    s = give(duel("warden", "warden", damage=SILENT), "A1 flee, B1 flee", *A_WINS)
    s = give(s, "A1 hull_down, B1 pursue", *A_WINS)
    s = give(s, "B1 shift 0", 1)
    assert s.turn == 3 and choices(s, 0) == [0, 1, 2, 3]  # CH-4.5


# ---------------------------------------------------------------- the steps


def test_the_steps_follow_each_other() -> None:
    s = give(duel("warden", "warden", range="Close"), "A1 pursue, B1 hull_down", *A_WINS)
    first = told()
    assert s.phase == Phase.SHIFT
    s = give(s, "A1 shift -1")
    second = told()
    assert s.phase == Phase.FACING  # the chooser of a facing knows the new range (CH-3.2)
    s = give(s, "A1 face B1 rear")
    third = told()
    assert s.phase == Phase.RAM  # facings come before the ram
    s = give(s, "A1 ram no", 6, 6, *TURRET, 4, 4, 4, 4, 1, 1)
    steps = [*first, *second, *third, *told()]
    order = [
        order_shown,
        driving_tested,
        winner_found,
        range_shifted,
        facing_shown,
        ram_declined,
        ram_ended,
        fired,
        shot_hit,
        damage_rolled,
        state_changed,
        turn_started,
    ]
    places = [steps.index(kind) for kind in order]
    assert all(a < b for a, b in pairwise(places))  # CH-3.1
    assert s.turn == 2


def test_choices_after_the_reveal_are_open_and_one_at_a_time() -> None:
    s = give(duel(range="Short"), "A1 pursue, B1 maneuver", *B_WINS)
    assert to_act(s) == 1  # CH-3.3
    s = give(s, "A1 shift -1")
    assert to_act(s) == 2
    assert give(s, "B1 face B1 front", 1, 1, 1, 1).turn == 2


def test_only_range_damage_and_the_turn_number_carry_over() -> None:
    s = give(duel("warden", "warden"), "A1 hull_down, B1 hull_down", *A_WINS)
    s = give(s, "A1 face A1 front B1 rear", 6, 6, *TURRET, 4, 4, 4, 4, 1, 1)
    assert state(s, "B1") == (3, 0, 1)
    for t in (0, 6):
        tank = s.tanks[t]
        assert (tank.order, tank.ordered, tank.rolled, tank.total, tank.down) == (-1, 0, 0, 0, 0)  # CH-3.4
    p = s.pair[0]
    assert (list(p.facing), list(p.order), p.winner, p.shift) == ([-1, -1], [-1, -1], -1, 0)
    assert (s.turn, p.range) == (2, 3)


# ---------------------------------------------------------------- dice


def test_dice_fall_in_their_order_all_through_a_turn() -> None:
    s = duel("warden", "warden", range="Close", options={"driving_tie": "no_winner"})
    s = give(s, "A1 maneuver, B1 hull_down", 3, 3, 3, 3)  # Driving A, Driving B: both succeed
    s = give(s, "A1 shift -1", 1, 2)  # a d4 each: A shows its front, B its right
    give(s, "A1 ram yes", 3, 3, 1, 2, 2, 1)  # the attempt; a T-Bone hurts neither; both shots miss (CH-1.7)
    assert [row.severity for row in crashed.rows(LOG)] == [0, 0]
    assert [(row.tank, row.first, row.second) for row in fired.rows(LOG)] == [(0, 1, 2), (6, 2, 1)]


def test_the_dice_of_a_sideswipe_and_of_both_shots() -> None:
    s = give(duel("warden", "warden", range="Close"), "A1 pursue, B1 hull_down", *A_WINS)
    s = give(s, "A1 shift -1, A1 face B1 rear")
    ram = (5, 5)  # total 12, Effect 4
    swipe = (6, 6, 1, 2)  # the rammer's 2d6, then the target's: 10 - 15, and 12 - 7 = 5
    location = (6,)  # only the target's: Drive
    shot_a = (6, 6, *TURRET, 2, 1, 1, 1)  # DM 2 - 1 + 1 - 2 + 0 = 0, Effect 4: 5 + 4 - 7 = 2
    shot_b = (1, 1)
    s = give(s, "A1 ram yes", *ram, *swipe, *location, *shot_a, *shot_b)  # CH-1.7
    assert state(s, "B1") == (5, 1, 1)
    assert [(row.tank, row.first, row.second) for row in fired.rows(LOG)] == [(0, 6, 6), (6, 1, 1)]


def test_dice_that_a_result_makes_irrelevant_are_not_thrown() -> None:
    s = give(duel("warden", "warden"), "A1 hull_down, B1 hull_down", 6, 6, 5, 5)
    give(s, "A1 face A1 front B1 front", 6, 6, 3, 4, 1, 1)  # CH-1.7: no damage dice for a negated hit


def test_dice_thrown_together_keep_every_face() -> None:
    faces, used = with_dice(lambda d: throw(d, 3), (4, 1, 6))
    assert (faces, used, sum_of(faces)) == (416, 3, 11)  # CH-1.7: every face is logged


# ---------------------------------------------------------------- refusals


def test_a_decision_out_of_turn_or_of_another_side_is_refused() -> None:
    s = duel()
    assert refused(s, "A1 ram yes") == "not_your_decision"  # CH-16.2
    assert refused(s, "A1 pursue", seat=1) == "not_your_decision"
    assert check(s, 0, make(0, 99, 0)) == Why.NO_SUCH_DECISION  # CH-16.1
    assert check(s, 0, make(0, Verb.ORDER, 0, choice=9)) == Why.NO_SUCH_DECISION
    assert check(s, 0, make(0, Verb.ORDER, 77, choice=1)) == Why.NOT_YOUR_DECISION
    assert check(s, 1, make(0, Verb.ORDER, 0, choice=1)) == Why.NOT_YOUR_DECISION


def test_a_refused_decision_changes_nothing() -> None:
    s = give(duel(range="Long"), "A1 pursue, B1 hull_down", *A_WINS)
    before = copy(s)
    for text in ("A1 shift +3", "B1 shift -1", "A1 face B1 front", "A1 open yes", "A1 ram yes"):
        assert refused(s, text) != "allowed"  # CH-16.2
    assert vars(s.pair[0]) == vars(before.pair[0])


def test_decisions_of_team_battles_mean_nothing_in_a_duel() -> None:
    s = duel()
    assert refused(s, "A1 target B1") == refused(s, "A1 join B1") == "not_your_decision"  # CH-16.5


def test_a_team_battle_asks_for_every_engaged_tank() -> None:
    s = battle(["warden", "marten"], ["anvil", "hornet"])
    s = give(s, "A1 pursue")
    assert to_act(s) == 3  # CH-14.5
    s = give(s, "A2 flee")
    assert to_act(s) == 2
