"""Overshoot, who may ram, attempts and what a collision does (CH-8)."""

from typing import Any

import pytest
from tests.unit.rulesets.chase.table import LOG, distance, duel, give, refused, state, told

from hulldown.rulesets.chase.actions import to_act
from hulldown.rulesets.chase.events import (
    collided,
    crash_located,
    crashed,
    fired,
    overshot,
    ram_attempted,
    ram_declined,
)
from hulldown.rulesets.chase.gunnery import collision_type
from hulldown.rulesets.chase.state import (
    Band,
    Collision,
    Event,
    Facing,
    Gun,
    Location,
    Phase,
    Standing,
    State,
)

A_WINS, B_WINS = (6, 6, 1, 1), (1, 1, 6, 6)


def met(range: str, ours: str = "warden", theirs: str = "warden", **options: Any) -> State:
    """Two tanks without guns: nobody throws dice in the fire step."""
    s = duel(ours, theirs, range=range, options=options)
    s.tanks[0].now.gun = s.tanks[6].now.gun = Gun.KNOCKED_OUT
    return s


def closing(range: str = "Close", shift: int = -1, facing: str = "front", **options: Any) -> State:
    """A pursues, B goes hull down and loses; A has closed and is asked to ram."""
    s = give(met(range, **options), "A1 pursue, B1 hull_down", *A_WINS)
    return give(s, f"A1 shift {shift:+d}, A1 face B1 {facing}")


# ---------------------------------------------------------------- overshoot


@pytest.mark.parametrize(
    ("range", "shift", "end"),
    [("Close", -1, "ADJACENT"), ("Close", -2, "CLOSE"), ("Adjacent", -1, "CLOSE"), ("Adjacent", -3, "CLOSE")],
)
def test_who_runs_past_ends_at_close(range: str, shift: int, end: str) -> None:
    s = closing(range, shift)
    assert s.phase == Phase.RAM
    s = give(s, "A1 ram no")
    assert (distance(s), overshot in told()) == (end, end == "CLOSE")  # CH-8.1, CH-8.7, CH-2.4


def test_a_ram_stops_the_tanks_at_adjacent_and_a_failed_one_does_nothing() -> None:
    s = closing("Close", -2)
    assert distance(give(s, "A1 ram yes", 2, 3)) == "CLOSE"  # CH-8.5, CH-8.7: 7 fails
    assert collided not in told() and state(s, "B1") == (6, 0, 2)
    rammed = give(s, "A1 ram yes", 3, 3, 1, 1)
    assert distance(rammed) == "ADJACENT"
    assert overshot not in told()


# ---------------------------------------------------------------- who may ram


def test_no_ram_without_closing() -> None:
    s = give(met("Adjacent"), "A1 pursue, B1 hull_down", *A_WINS)
    s = give(s, "A1 shift 0")
    assert refused(s, "A1 ram yes") == "no_closing_move"  # CH-8.3, CH-16.2
    assert give(s, "A1 face B1 front").turn == 2
    s = give(met("Medium"), "A1 pursue, B1 hull_down", *A_WINS)
    assert give(s, "A1 shift -2, A1 face B1 front").turn == 2  # Close is not Adjacent
    assert ram_declined not in told()


def asked(s: State) -> list[str]:
    """Who is asked to ram, in order, when all decline."""
    names = []
    while s.turn == 1 and s.phase == Phase.RAM:
        names.append("A1" if to_act(s) == 1 else "B1")
        s = give(s, f"{names[-1]} ram no")
    return names


def test_the_pursuer_whose_shift_counts_may_ram() -> None:
    s = give(met("Close"), "A1 pursue, B1 flee", *A_WINS)
    assert asked(give(s, "A1 shift -1")) == ["A1"]  # CH-8.4
    assert asked(give(s, "A1 shift 0")) == []
    s = give(met("Close"), "A1 maneuver, B1 pursue", *A_WINS)
    assert asked(give(s, "B1 shift -1, A1 face A1 front")) == ["B1"]  # the loser's shift is its own
    s = give(met("Close"), "A1 maneuver, B1 hull_down", *A_WINS)
    assert asked(give(s, "A1 shift -1, A1 face A1 front B1 front")) == ["A1"]
    assert asked(closing()) == ["A1"]


@pytest.mark.parametrize(("dice", "order"), [(A_WINS, ["A1", "B1"]), (B_WINS, ["B1", "A1"])])
def test_of_two_pursuers_the_winner_is_asked_first(dice: tuple[int, ...], order: list[str]) -> None:
    assert asked(give(met("Short"), "A1 pursue, B1 pursue", *dice)) == order  # CH-8.4, CH-8.5
    s = give(met("Short", both_same_change="up_to"), "A1 pursue, B1 pursue", *dice)
    assert asked(give(s, f"{order[0]} shift -2")) == order  # CH-8.4: whoever picked the shift


@pytest.mark.parametrize(("face", "order"), [(3, ["A1", "B1"]), (4, ["B1", "A1"])])
def test_without_a_winner_a_die_says_who_is_asked_first(face: int, order: list[str]) -> None:
    tie = met("Short", driving_tie="no_winner")
    assert asked(give(tie, "A1 pursue, B1 pursue", 3, 3, 3, 3, face)) == order  # CH-8.5
    s = give(met("Long", driving_tie="no_winner"), "A1 pursue, B1 pursue", 3, 3, 3, 3)
    assert s.turn == 2  # CH-1.7: no die where nobody may ram


def test_the_second_is_asked_after_a_failure_and_nobody_after_a_success() -> None:
    s = give(met("Short"), "A1 pursue, B1 pursue", *A_WINS)
    failed = give(s, "A1 ram yes", 1, 1)
    assert to_act(failed) == 2  # CH-8.5
    assert give(failed, "B1 ram yes", 6, 6, 1, 1).turn == 2
    assert collided.rows(LOG)[0].rammer == 6
    assert give(s, "A1 ram yes", 6, 6, 1, 1).turn == 2


def test_a_shift_made_against_the_changer_lets_nobody_ram() -> None:
    fails = met("Close", failure_favors="opponent")
    s = give(fails, "A1 flee, B1 hull_down", 2, 2, 6, 6)
    s = give(s, "B1 shift -1", 1)
    assert (s.turn, distance(s)) == (2, "ADJACENT")  # CH-8.4
    s = give(met("Close", failure_favors="opponent"), "A1 pursue, B1 hull_down", *A_WINS)
    assert asked(give(s, "A1 shift -1, A1 face B1 front")) == ["A1"]


# ---------------------------------------------------------------- the attempt


def test_an_attempt_is_a_test_of_its_own() -> None:
    s = give(met("Close"), "A1 pursue, B1 hull_down", 2, 2, 6, 6)  # A fails and loses
    s = give(s, "A1 shift -1", 1)
    give(s, "A1 ram yes", 3, 3, 1, 1)
    assert ram_attempted.rows(LOG) == [(0, 6, 3, 3, 2, 8)]  # CH-8.6: total 8 succeeds


def test_a_damaged_drive_counts_in_the_attempt() -> None:
    s = duel("warden", "warden", range="Close", damage={"A1": (6, 1, 2), "B1": (6, 0, 2)})
    s = give(s, "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    s = give(s, "A1 shift -1, A1 face B1 front")
    give(s, "A1 ram yes", 3, 4)
    assert ram_attempted.rows(LOG)[0].total == 7  # CH-8.6, CH-8.18: current mobility


@pytest.mark.parametrize(("dice", "rams"), [((3, 3, 6, 6), True), ((2, 3, 6, 6), False)])
def test_by_option_the_tests_of_the_turn_are_used(dice: tuple[int, ...], rams: bool) -> None:
    s = give(met("Close", ram_test="same"), "A1 pursue, B1 hull_down", *dice)
    s = give(s, "A1 shift -1", 3)  # B shows its rear
    swipe = (1, 1, 6, 6) if rams else ()  # 2d6 each; with Effect 0 B is not hurt
    s = give(s, "A1 ram yes", *swipe)
    assert (collided in told()) is rams  # CH-8.6
    assert state(s, "B1") == (6, 0, 2)


def test_by_option_the_effect_is_that_of_the_turn_too() -> None:
    s = give(met("Close", ram_test="same"), "A1 pursue, B1 hull_down", 6, 4, 1, 1)  # total 12: Effect 4
    s = give(s, "A1 shift -1, A1 face B1 rear")
    s = give(s, "A1 ram yes", 1, 1, 2, 2, 1)
    assert state(s, "B1") == (4, 0, 2)  # CH-8.6, CH-8.13: 4 x 4 - 7 is severity 2


# ---------------------------------------------------------------- collisions


def test_what_meets_decides_the_type() -> None:
    front, left, right, rear = Facing.FRONT, Facing.LEFT, Facing.RIGHT, Facing.REAR
    assert collision_type(front, front) == Collision.HEAD_ON  # CH-8.8
    assert {collision_type(front, left), collision_type(front, right)} == {Collision.T_BONE}
    assert {collision_type(one, other) for one in (left, right) for other in (left, right)} == {
        Collision.SIDESWIPE
    }
    assert collision_type(front, rear) == Collision.SIDESWIPE
    for mine in (front, left, right, rear):
        for theirs in (front, left, right, rear):
            assert collision_type(mine, theirs) == collision_type(theirs, mine)  # CH-8.9


def crash(facing: str, *dice: int, ours: str = "warden", theirs: str = "warden", **options: Any) -> State:
    """A rams B, which shows this facing, with a total of 14 or more."""
    s = give(met("Close", ours, theirs, **options), "A1 pursue, B1 hull_down", *A_WINS)
    return give(give(s, f"A1 shift -1, A1 face B1 {facing}"), "A1 ram yes", *dice)


def suffered() -> list[tuple[int, int, int]]:
    """Raw damage, armor and severity of the rammer, then of the target."""
    return [(row.damage, row.armor, row.severity) for row in crashed.rows(LOG)]


def test_a_head_on_hurts_both_by_both_speeds() -> None:
    s = crash("front", 6, 6, 4, 5)
    assert suffered() == [(20, 15, 2), (20, 15, 2)]  # CH-8.12, CH-8.14, CH-8.10: 10 + min(10, 15)
    assert (state(s, "A1"), state(s, "B1")) == ((4, 0, 2), (5, 1, 2))  # Hull by 4, Drive by 5 (CH-8.15)


def test_a_t_bone_is_limited_by_the_armor_of_what_strikes() -> None:
    crash("left", 6, 6, 1, ours="warden", theirs="marten")
    assert suffered() == [(9, 15, 0), (10, 9, 1)]  # CH-8.11, CH-8.14
    crash("right", 6, 6, theirs="marten", collision_facing_armor="own")
    assert suffered() == [(9, 15, 0), (9, 9, 0)]


def test_whose_armor_limits_a_head_on_is_an_option() -> None:
    crash("front", 6, 6, 1, ours="kestrel", theirs="bulwark")
    assert suffered() == [(23, 10, 4), (17, 18, 0)]  # CH-8.14: 16 + min(7, 18), min(16, 10) + 7
    crash("front", 6, 6, 1, 1, ours="kestrel", theirs="bulwark", collision_facing_armor="own")
    assert suffered() == [(23, 10, 4), (23, 18, 2)]  # CH-8.14: 16 + min(7, 10), min(16, 18) + 7


def test_a_sideswipe_is_dice_times_effect() -> None:
    s = crash("rear", 5, 4, 3, 4, 1, 2, 1)
    assert suffered() == [(5, 15, 0), (9, 7, 1)]  # CH-8.13: 2d6 - 2, and 2d6 x Effect 3
    assert state(s, "B1") == (5, 0, 2)
    assert collided.rows(LOG)[0][2:5] == (Collision.SIDESWIPE, Facing.FRONT, Facing.REAR)


@pytest.mark.parametrize(("floor", "damage"), [("0", 0), ("1", 12)])
def test_what_a_sideswipe_with_effect_0_does_is_an_option(floor: str, damage: int) -> None:
    dice = (3, 3, 1, 1, 6, 6)
    crash("rear", *dice, *((1,) if damage else ()), sideswipe_effect_floor=floor)
    assert suffered()[1][0] == damage  # CH-8.16; both 2d6 are thrown all the same (CH-1.7)


def test_by_option_armor_does_not_reduce_collision_damage() -> None:
    crash("left", 6, 6, 1, 1, theirs="marten", collision_armor="none")
    assert suffered() == [(9, 15, 2), (10, 9, 3)]  # CH-8.15


def test_location_dice_are_thrown_where_there_is_severity_the_rammers_first() -> None:
    crash("front", 6, 6, 4, 5)
    rows = [(row.tank, row.face, row.location) for row in crash_located.rows(LOG)]
    assert rows == [(0, 4, Location.HULL), (6, 5, Location.DRIVE)]  # CH-1.7, CH-8.15


def test_a_collision_never_strikes_the_gun_and_armor_stays() -> None:
    s = crash("front", 6, 6, 4, 6)
    assert s.tanks[0].now.gun == s.tanks[6].now.gun == Gun.KNOCKED_OUT  # as before (CH-8.17)
    assert list(s.tanks[6].profile.armor) == [15, 10, 7, 10]  # CH-8.15: armor is not worn down


def test_a_slowed_rammer_strikes_less_hard() -> None:
    s = duel("marten", "kestrel", range="Close", damage={"A1": (6, 1, 2), "B1": (5, 0, 2)})
    s = give(s, "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    s = give(give(s, "A1 shift -1, A1 face B1 front"), "A1 ram yes", 6, 6, 1, 1)
    assert suffered()[1][0] == 10 + 16  # CH-8.18, CH-11.6: floor(3 x 14 / 4)


def test_hull_down_does_not_protect_against_a_ram() -> None:
    s = give(met("Close"), "A1 pursue, B1 hull_down", 6, 6, 4, 4)
    assert s.tanks[6].down == 1
    s = give(give(s, "A1 shift -1, A1 face B1 front"), "A1 ram yes", 6, 6, 1, 1)
    assert state(s, "B1") == (4, 0, 2)  # CH-8.18


def test_a_destroyed_tank_ends_the_turn_before_the_guns_fire() -> None:
    s = duel("warden", "warden", range="Close", damage={"A1": (6, 0, 0), "B1": (2, 0, 0)})
    s = give(s, "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    s = give(give(s, "A1 shift -1, A1 face B1 front"), "A1 ram yes", 6, 6, 1, 1)
    assert (s.event, s.tanks[6].standing) == (Event.DESTROY_B, Standing.DESTROYED)  # CH-8.17, CH-12.2
    assert fired not in told()
    assert (s.pair[0].range, state(s, "A1")) == (Band.ADJACENT, (4, 0, 0))


def test_both_can_fall_in_one_collision() -> None:
    s = duel("warden", "warden", range="Close", damage={"A1": (2, 0, 0), "B1": (2, 0, 0)})
    s = give(s, "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    s = give(give(s, "A1 shift -1, A1 face B1 front"), "A1 ram yes", 6, 6, 1, 1)
    assert (s.event, s.winner) == (Event.BOTH, 2)  # CH-8.17: a draw


def test_the_guns_of_the_turn_meet_the_new_damage() -> None:
    s = duel("warden", "warden", range="Close", damage={"A1": (6, 0, 2), "B1": (6, 0, 0)})
    s = give(s, "A1 pursue, B1 hull_down", 6, 6, 1, 1)
    s = give(s, "A1 shift -1, A1 face B1 front")
    s = give(s, "A1 ram yes", 6, 6, 1, 1, 6, 6, 3, 4, 6, 6, 1, 1)
    assert fired in told()  # range Adjacent: Gunner 2 - 1 + 1 + 1 + 1, total 16, Effect 8
    assert state(s, "A1") == (4 - 2, 0, 2)  # CH-8.17: 14 + 8 - 15 on what the ram had left


def test_a_second_collision_is_impossible_in_a_turn() -> None:
    s = give(met("Short"), "A1 pursue, B1 pursue", *A_WINS)
    s = give(s, "A1 ram yes", 6, 6, 1, 1)
    assert (s.turn, len(collided.rows(LOG))) == (2, 1)  # CH-8.5
