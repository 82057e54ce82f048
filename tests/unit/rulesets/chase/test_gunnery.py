"""Who fires, to hit, what a hit does, hull down (CH-9, CH-10)."""

from typing import Any

import pytest
from tests.unit.rulesets.chase.table import LOG, PRINTED, duel, events, give, state, told

from hulldown.kernel.actions import Terms
from hulldown.kernel.records import blank
from hulldown.rulesets.chase.actions import to_act
from hulldown.rulesets.chase.catalogue import SHELF
from hulldown.rulesets.chase.events import (
    Sum,
    Why,
    could_not_fire,
    damage_rolled,
    fired,
    severity_found,
    shot_hit,
)
from hulldown.rulesets.chase.gunnery import (
    negated,
    no_fire,
    own_order_dm,
    penetration,
    remaining_armor,
    shot_location,
    target_order_dm,
    to_hit_dm,
)
from hulldown.rulesets.chase.state import Band, Event, Facing, Location, Order, Phase, Profile, State

MUTE = blank(Terms)
A_WINS = (6, 6, 1, 1)
TURRET, HULL, DRIVE = (1, 2), (3, 4), (2, 2)  # location dice


def profile(name: str) -> Profile:
    return duel(name).tanks[0].profile


def halted(ours: str = "warden", theirs: str = "warden", **more: Any) -> State:
    """Both hull down at Medium, A wins and fails nothing, B fails: A is asked for facings."""
    s = duel(ours, theirs, **more)
    return give(s, "A1 hull_down, B1 hull_down", *A_WINS)


def volley(s: State, *dice: int, mine: str = "front", theirs: str = "front") -> State:
    """The facings, then the dice of both shots."""
    return give(s, f"A1 face A1 {mine} B1 {theirs}", *dice)


# ---------------------------------------------------------------- who fires


def test_guns_fire_by_themselves_and_nobody_is_asked() -> None:
    s = volley(halted(), 1, 1, 1, 1)
    assert (s.phase, to_act(s), s.turn) == (Phase.ORDERS, 3, 2)  # CH-10.1
    assert [row.tank for row in fired.rows(LOG)] == [0, 6]


@pytest.mark.parametrize(
    ("tank", "gun", "band", "facing", "why"),
    [
        ("warden", 0, Band.MEDIUM, Facing.REAR, Why.ALLOWED),  # a turret bears everywhere (CH-10.3)
        ("warden", 1, Band.MEDIUM, Facing.FRONT, Why.ALLOWED),
        ("warden", 2, Band.MEDIUM, Facing.FRONT, Why.GUN_OUT),  # CH-10.2
        ("hornet", 0, Band.CLOSE, Facing.FRONT, Why.NO_RANGE_DM),
        ("auroch", 0, Band.VERY_LONG, Facing.FRONT, Why.NO_RANGE_DM),
        ("anvil", 0, Band.MEDIUM, Facing.LEFT, Why.FIXED_GUN),  # CH-10.3
        ("anvil", 0, Band.MEDIUM, Facing.REAR, Why.FIXED_GUN),
        ("anvil", 0, Band.MEDIUM, Facing.FRONT, Why.ALLOWED),
    ],
)
def test_what_keeps_a_gun_from_firing(tank: str, gun: int, band: Band, facing: Facing, why: Why) -> None:
    assert no_fire(gun, profile(tank), band, facing) == why


def test_who_cannot_fire_throws_no_dice_and_the_log_says_why() -> None:
    volley(halted("anvil", "hornet"), 1, 1, mine="left")
    row = could_not_fire.rows(LOG)[0]
    assert (row.tank, row.why, row.facing) == (0, Why.FIXED_GUN, Facing.LEFT)  # CH-10.2
    assert [row.tank for row in fired.rows(LOG)] == [6]


def test_both_shots_come_from_the_state_before_the_fire_step() -> None:
    hit = (6, 6, *TURRET, 6, 6, 6, 6)
    s = volley(halted(), *hit, *hit)
    assert (state(s, "A1"), state(s, "B1")) == ((3, 0, 1), (3, 0, 1))  # CH-10.4
    assert [row.dm for row in fired.rows(LOG)] == [2 + 0 + 1 + 1] * 2  # B fires with a sound gun


# ---------------------------------------------------------------- to hit


def test_every_dm_of_a_shot_is_told_by_name() -> None:
    s = duel("kestrel", "warden", range="Short", damage={"A1": (5, 0, 1), "B1": (6, 0, 2)})
    s = give(s, "A1 pursue, B1 pursue", 6, 6, 1, 1)
    give(s, "A1 ram no, B1 ram no", 1, 4)
    row = next(row for row in events() if row.kind == fired.kind)
    shot = fired.decode(row)
    assert shot.band == Band.ADJACENT
    assert shot.dm == 2 + 2 + 1 - 2 + 1 - 2  # Gunner, range, vehicle, own order, target's order, gun
    assert row.reasons == len(
        {Sum.GUNNER, Sum.RANGE, Sum.VEHICLE, Sum.OWN_ORDER, Sum.TARGET_ORDER, Sum.GUN}
    )  # CH-10.5, CH-10.6, CH-16.3


@pytest.mark.parametrize(
    ("order", "own", "at"),
    [(Order.PURSUE, -2, 1), (Order.FLEE, -2, 0), (Order.MANEUVER, -1, -1), (Order.HULL_DOWN, 1, 0)],
)
def test_the_dms_of_orders_are_an_option(order: Order, own: int, at: int) -> None:
    on, off = SHELF.options_under({}), SHELF.options_under({"order_fire_dms": False})
    assert (own_order_dm(on, order), target_order_dm(on, order)) == (own, at)  # CH-10.6
    assert (own_order_dm(off, order), target_order_dm(off, order)) == (0, 0)


def test_dms_are_added_without_a_limit() -> None:
    o, warden = SHELF.options_under({}), profile("warden")
    orders = (Order.FLEE, Order.MANEUVER)
    assert to_hit_dm(o, warden, 1, Band.DISTANT, *orders, MUTE) == 2 - 4 + 1 - 2 - 1 - 2  # CH-10.6
    orders = (Order.HULL_DOWN, Order.PURSUE)
    assert to_hit_dm(o, warden, 0, Band.SHORT, *orders, MUTE) == 2 + 1 + 1 + 1 + 1


def test_the_forced_order_of_an_immobilised_tank_has_the_dms_of_hull_down() -> None:
    s = duel("warden", "warden", damage={"A1": (6, 0, 2), "B1": (6, 2, 0)})
    s = give(give(s, "A1 flee", 1, 1), "A1 shift 0, A1 face B1 front", 1, 1)
    assert fired.rows(LOG)[0].dm == 2 + 0 + 1 + 1 + 0  # CH-10.6


# ---------------------------------------------------------------- damage


def test_armor_is_that_of_the_facing_less_ap() -> None:
    kestrel, marten = profile("kestrel"), profile("marten")
    assert [
        remaining_armor(kestrel, marten, f) for f in (Facing.FRONT, Facing.LEFT, Facing.RIGHT, Facing.REAR)
    ] == [
        11,
        7,
        7,
        4,
    ]  # CH-10.9
    kestrel.ap = 30
    assert remaining_armor(kestrel, marten, Facing.FRONT) == 0


@pytest.mark.parametrize(
    ("armor", "dice", "effect", "through"),
    [(15, 14, 4, 3), (15, 10, 5, 0), (18, 8, 5, 0), (18, 8, 6, 1), (10, 24, 8, 22)],
)
def test_penetration_is_damage_left_after_armor(armor: int, dice: int, effect: int, through: int) -> None:
    assert penetration(PRINTED, profile("warden"), armor, dice, effect) == through  # CH-10.8, CH-10.9
    assert (
        penetration(PRINTED, profile("lancer"), armor, dice - 2, effect) == through
    )  # its gun has a bonus of 2


def test_a_hit_goes_through_location_dice_armor_and_severity() -> None:
    s = volley(halted(theirs="marten"), 3, 4, *HULL, 3, 4, 3, 5, 1, 1, theirs="left")
    damage = damage_rolled.rows(LOG)[0]
    assert (damage.effect, damage.armor, damage.through) == (3, 9, 9)  # 15 + Effect 3 - 9 (CH-10.7)
    assert state(s, "B1") == (4, 0, 0)
    order = [kind for kind in told() if kind in (fired, shot_hit, damage_rolled, severity_found)]
    assert order[:4] == [fired, shot_hit, damage_rolled, severity_found]


def test_a_hit_without_penetration_has_no_effect() -> None:
    s = volley(halted(), 3, 4, *TURRET, 1, 1, 1, 1, 1, 1)
    assert state(s, "B1") == (6, 0, 0)  # CH-10.9
    assert severity_found.rows(LOG)[0].severity == 0


def test_the_same_armor_counts_for_every_location() -> None:
    for where, after in ((HULL, (4, 0, 0)), (DRIVE, (5, 1, 0)), (TURRET, (5, 0, 1))):
        s = volley(halted(), 3, 4, *where, 4, 4, 4, 4, 1, 1)
        assert state(s, "B1") == after  # CH-10.9: 16 + 3 - 15 is severity 2 (CH-11.1)


# ---------------------------------------------------------------- hull down


def hidden(**more: Any) -> State:
    """Both hull down; A wins, B's own test succeeds too: A is asked for facings."""
    return give(duel("warden", "warden", **more), "A1 hull_down, B1 hull_down", 6, 6, 4, 4)


@pytest.mark.parametrize("where", [HULL, DRIVE])
def test_a_hull_down_tank_ignores_hits_outside_the_turret(where: tuple[int, int]) -> None:
    s = volley(hidden(), 6, 6, *where, 1, 1)
    assert state(s, "B1") == (6, 0, 0)  # CH-9.1: though B lost the comparison
    assert shot_hit.rows(LOG)[0].negated == 1
    assert damage_rolled not in told()  # CH-9.3: no damage dice


def test_a_turret_hit_is_not_ignored_and_facing_does_not_matter() -> None:
    s = volley(hidden(), 6, 6, *TURRET, 3, 3, 3, 3, 1, 1, theirs="rear")
    assert state(s, "B1") == (3, 0, 1)  # CH-9.1, CH-9.2
    assert [negated(1, place) for place in (Location.HULL, Location.DRIVE, Location.TURRET)] == [1, 1, 0]
    assert not negated(0, Location.HULL)


def test_the_flag_needs_the_own_test_and_lasts_for_one_turn() -> None:
    s = halted()
    assert (s.tanks[0].down, s.tanks[6].down) == (1, 0)  # CH-9.2
    s = volley(s, 1, 1, 1, 1)
    assert (s.tanks[0].down, s.tanks[6].down) == (0, 0)  # CH-3.4
    s = give(duel("warden", "warden"), "A1 maneuver, B1 hull_down", 6, 6, 4, 4)
    assert s.tanks[0].down == 0


def test_an_immobilised_tank_is_never_hull_down() -> None:
    s = duel("warden", "warden", damage={"B1": (6, 2, 0)})
    s = give(s, "A1 hull_down", 1, 1)
    assert s.tanks[6].down == 0  # CH-9.2, CH-5.8


def test_a_fixed_gun_has_a_turret_location_all_the_same() -> None:
    s = give(duel("warden", "anvil"), "A1 hull_down, B1 hull_down", 6, 6, 4, 4)
    s = volley(s, 6, 6, *TURRET, 6, 6, 6, 6, 1, 1)
    assert state(s, "B1") == (3, 0, 1)  # CH-9.4
    assert {shot_location(PRINTED, total) for total in (3, 5, 9, 11)} == {Location.TURRET}


# ---------------------------------------------------------------- who fires first


def test_both_may_fall_in_one_fire_step() -> None:
    s = duel("warden", "warden", damage={"A1": (1, 0, 0), "B1": (1, 0, 0)})
    s = give(s, "A1 pursue, B1 pursue", 6, 6, 1, 1, 6, 6, *HULL, 6, 6, 6, 6, 6, 6, *HULL, 6, 6, 6, 6)
    assert (s.event, s.winner) == (Event.BOTH, 2)  # CH-10.4, CH-12.2


def test_by_option_the_winner_fires_first_and_the_fallen_do_not_answer() -> None:
    first = {"fire_order": "winner_first"}
    s = duel("warden", "warden", damage={"A1": (1, 0, 0), "B1": (1, 0, 0)}, options=first)
    s = give(s, "A1 pursue, B1 pursue", 1, 1, 6, 6, 6, 6, *HULL, 6, 6, 6, 6)
    assert s.event == Event.DESTROY_A  # CH-10.4
    assert [row.tank for row in fired.rows(LOG)] == [6]


def test_by_option_the_loser_answers_with_its_new_gun() -> None:
    first = {"fire_order": "winner_first"}
    s = give(duel("warden", "warden", options=first), "A1 hull_down, B1 hull_down", 1, 1, 6, 6)
    s = give(s, "B1 face A1 front B1 front", 6, 6, *TURRET, 6, 6, 6, 6, 1, 1)
    assert [(row.tank, row.dm) for row in fired.rows(LOG)] == [(6, 4), (0, 4 - 2)]  # CH-10.4
    s = give(
        duel("warden", "warden", damage={"A1": (6, 0, 1)}, options=first),
        "A1 pursue, B1 pursue",
        1,
        1,
        6,
        6,
        6,
        6,
        *TURRET,
        6,
        6,
        6,
        6,
    )
    assert [row.why for row in could_not_fire.rows(LOG)] == [Why.GUN_OUT]


def test_by_option_without_a_winner_they_fire_at_once() -> None:
    options = {"fire_order": "winner_first", "driving_tie": "no_winner"}
    s = duel("warden", "warden", damage={"A1": (1, 0, 0), "B1": (1, 0, 0)}, options=options)
    shots = (6, 6, *HULL, 6, 6, 6, 6)
    s = give(s, "A1 pursue, B1 pursue", 3, 3, 3, 3, *shots, *shots)
    assert s.event == Event.BOTH  # CH-10.4
