"""Driving tests: DMs, totals, who wins, ties and the immobilised (CH-5)."""

from typing import Any

import pytest
from tests.unit.rulesets.chase.table import LOG, duel, events, give

from hulldown.kernel.actions import Terms
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.driving import driving_dm, effect_of, judge, succeeds
from hulldown.rulesets.chase.events import Sum, driving_tested, facing_shown
from hulldown.rulesets.chase.state import NOBODY, Band, Facing, Pair, Phase

MUTE = blank(Terms)
OUT_OF_AMMO = {"A1": (6, 0, 2), "B1": (6, 0, 2)}  # guns knocked out: nobody throws dice in the fire step
OWN = {
    "hull": 6,
    "front": 10,
    "side": 8,
    "rear": 6,
    "top_speed": 10,
    "agility": 0,
    "driver": 0,
    "gunner": 0,
    "mount": "turret",
    "weapon": "medium_gun",
}


# ---------------------------------------------------------------- totals


@pytest.mark.parametrize(
    ("tank", "crew", "mobility", "dm"),
    [
        ("warden", "regular", 0, 2),
        ("kestrel", "regular", 0, 4),
        ("bulwark", "regular", 0, 0),
        ("bulwark", "regular", 1, -2),
        ("kestrel", "veteran", 1, 3),
        ("warden", "green", 0, 1),
    ],
)
def test_the_dm_is_driver_agility_and_damage(tank: str, crew: str, mobility: int, dm: int) -> None:
    s = duel(tank, "warden", crew=crew)
    s.tanks[0].now.mobility = mobility
    assert driving_dm(s.options, s.tanks[0], MUTE) == dm  # CH-5.1, CH-5.2, CH-11.6


def test_a_crew_without_the_skill_has_minus_three() -> None:
    s = duel({**OWN, "driver": -3})
    assert driving_dm(s.options, s.tanks[0], MUTE) == -3  # CH-1.6


def test_every_summand_of_a_total_is_told() -> None:
    s = duel("kestrel", "bulwark", damage={"A1": (5, 1, 2), "B1": (7, 0, 2)})
    give(s, "A1 hull_down, B1 hull_down", 6, 5, 2, 1)
    first, second = (row for row in events() if row.kind == driving_tested.kind)
    assert driving_tested.decode(first) == (0, 0, 6, 5, 2, 13)  # CH-1.7: faces, DM and total
    assert driving_tested.decode(second) == (6, 0, 2, 1, 0, 3)
    assert first.reasons == len({Sum.DRIVER, Sum.AGILITY, Sum.MOBILITY})
    assert second.reasons == len({Sum.DRIVER, Sum.AGILITY})


def test_eight_succeeds_and_no_throw_does_so_by_itself() -> None:
    assert [succeeds(total, 8) for total in (7, 8)] == [False, True]  # CH-1.4
    assert [effect_of(total, 8) for total in (5, 8, 12)] == [-3, 0, 4]  # CH-1.5
    s = duel({**OWN, "driver": -3, "agility": -2}, {**OWN, "driver": 4, "agility": 2}, damage=OUT_OF_AMMO)
    s = give(s, "A1 hull_down, B1 hull_down", 6, 6, 1, 1)
    assert list(s.pair[0].success) == [0, 1]  # a natural 12 fails at -5, a natural 2 succeeds at +6 (CH-1.4)


def test_everybody_tests_whatever_the_orders_a_first() -> None:
    s = give(duel(damage=OUT_OF_AMMO), "A1 pursue, B1 pursue", 3, 3, 4, 4)
    assert [row.tank for row in driving_tested.rows(LOG)] == [0, 6]  # CH-5.1, CH-1.7
    assert s.turn == 2


# ---------------------------------------------------------------- winning


@pytest.mark.parametrize(
    ("options", "totals", "winner", "success"),
    [
        ({}, (6, 5), 0, (0, 0)),  # a tank can win with a failed test (CH-5.3)
        ({}, (8, 10), 1, (1, 1)),  # and lose with a successful one
        ({}, (5, None), 0, (0, 0)),  # whatever the total (CH-5.8)
        ({}, (None, 2), 1, (0, 0)),
        ({}, (None, None), NOBODY, (0, 0)),  # two immobilised tanks (CH-5.8)
        ({"driving_tie": "no_winner"}, (9, 9), NOBODY, (1, 1)),  # CH-5.5
        ({"driving_tie": "no_winner"}, (9, 8), 0, (1, 1)),
        ({"win_requires_success": True}, (7, 5), NOBODY, (0, 0)),  # CH-5.6
        ({"win_requires_success": True}, (5, 8), 1, (0, 1)),
        ({"win_requires_success": True}, (7, None), NOBODY, (0, 0)),  # CH-5.8
        ({"win_requires_success": True}, (None, 8), 1, (0, 1)),
    ],
)
def test_who_wins_and_who_succeeds(
    options: dict[str, Any], totals: tuple[int | None, int | None], winner: int, success: tuple[int, int]
) -> None:
    p = blank(Pair)
    rolled = [int(total is not None) for total in totals]
    judge(SHELF.options_under(options), p, rolled[0], rolled[1], totals[0] or 0, totals[1] or 0)
    assert (p.winner, tuple(p.success)) == (winner, success)


def test_ties_are_rolled_again_and_the_last_totals_count_for_everything() -> None:
    s = duel("warden", "warden", damage=OUT_OF_AMMO)
    s = give(s, "A1 hull_down, B1 hull_down", 3, 4, 5, 2, 1, 3, 2, 2, 6, 5, 1, 2)
    rows = driving_tested.rows(LOG)
    assert [(row.tank, row.again) for row in rows] == [(0, 0), (6, 0), (0, 1), (6, 1), (0, 1), (6, 1)]
    assert s.pair[0].winner == 0  # CH-5.4
    assert list(s.pair[0].success) == [1, 0]  # B's first roll was a success: it is forgotten (CH-5.10)


def test_a_tie_below_eight_is_rolled_again_before_it_is_asked_who_succeeded() -> None:
    s = duel("warden", "warden", damage=OUT_OF_AMMO, options={"win_requires_success": True})
    s = give(s, "A1 hull_down, B1 hull_down", 1, 1, 1, 1, 6, 6, 1, 1)
    assert s.pair[0].winner == 0  # CH-5.6


def test_a_tie_that_stands_leaves_all_facings_to_chance() -> None:
    s = duel("warden", "warden", damage=OUT_OF_AMMO, options={"driving_tie": "no_winner"})
    s = give(s, "A1 hull_down, B1 hull_down", 3, 3, 2, 4, 3, 4)
    shown = [(row.tank, row.facing, row.face) for row in facing_shown.rows(LOG)]
    assert shown == [(0, Facing.REAR, 3), (6, Facing.LEFT, 4)]  # CH-5.5, CH-5.7
    assert s.turn == 2


def test_without_a_winner_opposite_directions_leave_the_range() -> None:
    s = duel("warden", "warden", damage=OUT_OF_AMMO, options={"driving_tie": "no_winner"})
    s = give(s, "A1 pursue, B1 flee", 3, 3, 3, 3)
    assert (s.turn, s.pair[0].range) == (2, Band.MEDIUM)  # CH-5.7
    s = give(s, "A1 flee, B1 flee", 3, 3, 3, 3)
    assert s.pair[0].range == Band.VERY_LONG  # the same direction moves by 2 as always (CH-5.7, CH-6.3)


# ---------------------------------------------------------------- the immobilised


def test_an_immobilised_tank_makes_no_test_and_has_lost() -> None:
    s = duel("warden", "warden", damage={"A1": (6, 0, 2), "B1": (6, 2, 2)})
    s = give(s, "A1 pursue", 1, 1)
    assert [row.tank for row in driving_tested.rows(LOG)] == [0]
    assert s.pair[0].winner == 0 and list(s.pair[0].success) == [0, 0]  # CH-5.8
    assert s.phase == Phase.SHIFT


def test_two_immobilised_tanks_roll_nothing_and_show_what_chance_wills() -> None:
    s = duel("warden", "warden", damage={"A1": (6, 2, 2), "B1": (6, 1, 1)}, turns=1)
    s.tanks[6].now.mobility = 2  # its crew has still to give the one order it can
    s = give(s, "B1 hull_down", 1, 3, 1, 1)  # two facings, B's shot
    assert driving_tested.rows(LOG) == []
    assert [row.facing for row in facing_shown.rows(LOG)] == [Facing.FRONT, Facing.REAR]  # CH-5.7, CH-5.8


# ---------------------------------------------------------------- what success means in a range cell


@pytest.mark.parametrize(
    ("value", "dice", "most"),
    [
        ("own_test", (3, 3, 6, 6), 2),  # A succeeds with 8 and loses
        ("opposed_win", (3, 3, 6, 6), 1),
        ("own_test", (2, 2, 1, 1), 1),  # A fails with 6 and wins
        ("opposed_win", (2, 2, 1, 1), 2),
    ],
)
def test_what_success_means_in_a_range_cell_is_an_option(
    value: str, dice: tuple[int, ...], most: int
) -> None:
    s = duel("warden", "warden", range="Long", options={"range_success": value})
    s = give(s, "A1 pursue, B1 maneuver", *dice)
    assert (s.pair[0].low, s.pair[0].high) == (-most, 0)  # CH-5.9


def test_hull_down_and_rams_always_ask_the_own_test() -> None:
    s = duel("warden", "warden", damage=OUT_OF_AMMO, options={"range_success": "opposed_win"})
    s = give(s, "A1 hull_down, B1 hull_down", 3, 3, 6, 6)
    assert [t.down for t in (s.tanks[0], s.tanks[6])] == [1, 1]  # CH-5.9, CH-9.1
