"""Who meets whom in a team battle: first pairing, wings, relief, reserve (CH-14.1 to CH-14.4)."""

import pytest
from tests.unit.rulesets.chase.platoons import joinable, met, order_all, pairs, ranges, unpaired
from tests.unit.rulesets.chase.table import LOG, give, refused, told

from hulldown.rulesets.chase.actions import to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.events import Why, driving_tested, held_back, paired
from hulldown.rulesets.chase.setup import field_tank, set_up
from hulldown.rulesets.chase.state import SIDE_TANKS, Band, Phase, State
from hulldown.rulesets.chase.turn import engage, opponents, why_not_join, why_not_reserve
from hulldown.rulesets.common.explanation import OFF

# ---------------------------------------------------------------- the first pairing


@pytest.mark.parametrize(
    ("a", "b", "found"),
    [
        (1, 1, ["A1-B1"]),
        (3, 3, ["A1-B1", "A2-B2", "A3-B3"]),
        (2, 3, ["A1-B1", "A1-B3", "A2-B2"]),
        (5, 2, ["A1-B1", "A2-B2", "A3-B1", "A4-B2", "A5-B1"]),
        (1, 5, ["A1-B1", "A1-B2", "A1-B3"]),
        (2, 6, ["A1-B1", "A1-B3", "A1-B5", "A2-B2", "A2-B4", "A2-B6"]),
    ],
)
def test_the_first_pairing_goes_by_the_rosters(a: int, b: int, found: list[str]) -> None:
    s = met(a, b, "Long")
    assert pairs(s) == found  # CH-14.3, CH-14.1: at most three in a wing
    assert set(ranges(s)) == {"LONG"}  # CH-14.2: a range for each pair


def test_who_finds_no_place_waits_in_reserve_and_gives_no_order() -> None:
    s = met(1, 5)
    assert [t for t in (6, 7, 8, 9, 10) if opponents(s, t) == 0] == [9, 10]  # CH-14.3
    assert s.phase == Phase.ORDERS  # CH-14.4: no place is free for them
    assert refused(s, "B4 pursue") == "not_your_decision"  # CH-14.5
    s = order_all(s, (6, 6, 1, 1, 1, 2, 1, 3))
    assert [row.tank for row in driving_tested.rows(LOG)] == [0, 6, 7, 8]


def test_the_platoons_meet_in_roster_order() -> None:
    s = set_up(SHELF, "platoon_clash")
    assert pairs(s) == ["A1-B1", "A2-B2", "A3-B3"]  # CH-14.3
    assert s.options.team_battle == 1


# ---------------------------------------------------------------- pairing at the start of a turn


def test_one_of_each_side_left_over_meet_at_long() -> None:
    s = met(2, 2, "Close")
    s.pair[1].open = 0  # A2 and B2 have lost sight of each other
    s = order_all(s, (6, 6, 1, 1))
    s = give(s, "A1 face A1 front B1 front")
    assert (pairs(s), ranges(s)) == (["A1-B1", "A2-B2"], ["CLOSE", "LONG"])  # CH-14.4


def abandoned() -> State:
    """A1 has escaped from B1; A2 and B2 are at Long; B1 is free and asked."""
    s = met(2, 2, "Distant")
    s.pair[1].range = Band.LONG
    s = order_all(s, (6, 6, 6, 6, 1, 1, 1, 2), A1="flee")
    s = give(s, "A1 shift +1")
    return give(s, "A2 face A2 front B2 front")


def test_a_free_tank_joins_a_wing_one_band_farther() -> None:
    s = abandoned()
    assert (s.phase, to_act(s), joinable(s)) == (Phase.PAIRING, 2, ["A2", "none"])  # CH-14.4 b
    s = give(s, "B1 join A2")
    assert (pairs(s), ranges(s)) == (["A2-B1", "A2-B2"], ["VERY_LONG", "LONG"])
    assert [(row.tank, row.enemy, row.band) for row in paired.rows(LOG)] == [(6, 1, Band.VERY_LONG)]


def test_joining_is_no_farther_than_distant() -> None:
    s = abandoned()
    s.pair[0].range = Band.DISTANT
    assert ranges(give(s, "B1 join A2")) == ["DISTANT", "DISTANT"]  # CH-14.4 b


def test_a_free_tank_may_wait_if_another_of_its_side_is_engaged() -> None:
    s = give(abandoned(), "B1 join none")
    assert (pairs(s), s.phase) == (["A2-B2"], Phase.ORDERS)  # CH-14.4
    assert held_back in told()
    assert refused(s, "B1 pursue") == "not_your_decision"


def test_only_an_engaged_enemy_can_be_joined() -> None:
    s = abandoned()
    assert refused(s, "B1 join A1") == refused(s, "B1 join B2") == "cannot_join"  # CH-14.4, CH-16.5
    assert refused(s, "A2 join B1") == "not_your_decision"


def test_somebody_must_be_engaged_for_another_to_wait() -> None:
    s = unpaired(2, 1)
    assert why_not_reserve(s, 1) == Why.NOBODY_ENGAGED  # CH-14.4, CH-16.5
    engage(s, 0, 6, Band.LONG, 0, OFF)
    assert why_not_reserve(s, 1) == Why.ALLOWED


def relieved() -> State:
    """A1 leads against B1 and B3; B2 has escaped from A2, which is asked."""
    s = met(2, 3, "Distant")
    s.pair[0].range, s.pair[1].range = Band.SHORT, Band.MEDIUM
    s = order_all(s, (6, 6, 1, 1, 1, 2, 6, 5, 1, 3), B2="flee")
    s = give(s, "A1 face A1 front B1 front, A1 face A1 front B3 front")
    return give(s, "B2 shift +1")


def test_a_free_tank_relieves_another_of_one_of_its_wing() -> None:
    s = relieved()
    assert joinable(s) == ["B1", "B3", "none"]  # CH-14.4 a
    s = give(s, "A2 join B3")
    assert (pairs(s), ranges(s)) == (["A1-B1", "A2-B3"], ["SHORT", "MEDIUM"])  # at the range it had


def test_a_full_wing_takes_nobody_but_its_tanks_can_be_drawn_off() -> None:
    s = unpaired(4, 1)
    for t in (0, 1, 2):
        engage(s, t, 6, Band.LONG, 0, OFF)
    assert why_not_join(s, 3, 6) == Why.CANNOT_JOIN  # CH-14.4 b, CH-14.1
    t = SIDE_TANKS + 1
    field_tank(SHELF, s, t)
    assert [why_not_join(s, t, enemy) for enemy in (0, 1, 2, 3)] == [0, 0, 0, Why.CANNOT_JOIN]  # CH-14.4 a


def test_a_team_of_one_each_is_an_ordinary_duel() -> None:
    s = unpaired(2, 2)
    engage(s, 0, 6, Band.LONG, 0, OFF)
    assert why_not_join(s, 1, 6) == why_not_join(s, 7, 0) == 0  # CH-14.1: both are leads
