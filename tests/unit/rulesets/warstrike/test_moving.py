"""Whole moves: laid out, arranged by itself, adjusted, taken back, ended (WS-7, WS-8, WS-16.3, WS-16.7)."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.kernel.actions import Log, listen
from hulldown.kernel.records import blank
from hulldown.rulesets.api.ruleset import plain_events
from hulldown.rulesets.common.log import EventKind
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why, event, left_behind, moved, out_of_command, stood_still
from hulldown.rulesets.warstrike.movement import in_command, next_walker
from hulldown.rulesets.warstrike.moving import (
    begin_move,
    end_move,
    go,
    has_begun_move,
    march,
    place,
    stay,
    step,
    take_back,
    why_not_end,
    why_not_go,
    why_not_march,
    why_not_place,
    why_not_step,
)
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_terrain
from hulldown.rulesets.warstrike.state import FINE, INCH, NOBODY, Deed, Gait, Ground, State
from hulldown.rulesets.warstrike.table import gap, overlaps_any

Place = tuple[float, float]


def setting(deed: Deed, at: Place | list[Place] = (24, 10), unit: str = "LINE", **options: str) -> State:
    """A squad that is about to move on an open table."""
    s = blank_state(SHELF, options)
    s.acting = field_unit(SHELF, s, 0, unit, at)
    s.deed = deed
    return s


def begin(s: State) -> None:
    begin_move(s, 0)


def at(s: State, m: int) -> Place:
    return s.model[m].x / INCH, s.model[m].y / INCH


def mils(x: float, y: float) -> tuple[int, int]:
    return round(x * INCH), round(y * INCH)


def heard() -> Log:
    log = blank(Log)
    listen(log)
    return log


def stands(s: State) -> bool:
    return not any(overlaps_any(s, m, s.model[m].x, s.model[m].y, NOBODY) for m in range(s.models))


# ---------------------------------------------------------------- orderly


def test_members_keep_their_offset_from_the_leader() -> None:
    """WS-16.3."""
    s = setting(Deed.ADVANCE)
    before = [at(s, m) for m in range(10)]
    begin(s)
    go(s, 0, *mils(27, 14))
    assert [at(s, m) for m in range(10)] == [(x + 3, y + 4) for x, y in before]
    assert why_not_end(s, 0) == Why.OK


def test_the_second_way_point_goes_on_from_the_first() -> None:
    """WS-1.8: the way that is walked counts, not the straight line."""
    s = setting(Deed.ADVANCE)
    begin(s)
    go(s, 0, *mils(27, 10))
    assert why_not_go(s, 0, *mils(27, 13)) == Why.OK
    assert why_not_go(s, 0, *mils(27, 13.1)) == Why.TOO_FAR
    go(s, 0, *mils(27, 13))
    end_move(s, 0, heard())
    assert s.model[0].walked == 6 * INCH * FINE


def test_a_member_whose_spot_is_taken_stands_beside_it() -> None:
    """WS-16.3: the nearest point of a half-inch grid."""
    s = setting(Deed.ADVANCE, [(10, 10), (12, 10)])
    lay_terrain(s, Ground.BLOCK, [(11.4, 13.6), (12.6, 13.6), (12.6, 14.4), (11.4, 14.4)])
    begin(s)
    go(s, 0, *mils(10, 14))  # the old offset is in the block; (12, 13) and (12, 15) are equally near to it
    assert at(s, 1) == (12, 13)
    assert why_not_end(s, 0) == Why.OK


def test_nobody_is_placed_beyond_a_river() -> None:
    """WS-7.9: the line from the leader, not only the spot, keeps off impassable ground."""
    s = setting(Deed.ADVANCE, [(10, 10), (10, 13)])
    lay_terrain(s, Ground.WATER, [(0, 15), (48, 15), (48, 15.4), (0, 15.4)])
    begin(s)
    assert why_not_place(s, 1, *mils(10, 16)) == Why.IMPASSABLE
    go(s, 0, *mils(10, 13.9))
    assert at(s, 1)[1] < 15


def test_a_member_left_behind_walks_while_the_others_are_placed() -> None:
    """WS-7.4, WS-8.4: it has twice its Mv, and comes nearer."""
    s = setting(Deed.ADVANCE, [(10, 10), (12, 10), (10, 25)])
    begin(s)
    assert [s.model[m].gait for m in range(3)] == [Gait.LEADS, Gait.PLACED, Gait.WALKS]
    go(s, 0, *mils(10, 7))
    assert at(s, 2) == (10, 13)  # 12 inches straight towards its leader
    assert why_not_end(s, 0) == Why.OK
    assert why_not_place(s, 2, *mils(10, 12)) == Why.NOT_ELIGIBLE


def test_a_placed_member_is_adjusted_by_hand_and_may_be_dropped() -> None:
    """WS-7.3, WS-7.10."""
    s = setting(Deed.ADVANCE, [(10, 10), (12, 10)])
    begin(s)
    go(s, 0, *mils(16, 10))
    assert why_not_place(s, 1, *mils(23, 10)) == Why.OK
    assert why_not_place(s, 1, *mils(23.1, 10)) == Why.PLACE_RANGE
    place(s, 1, *mils(23, 10))
    assert why_not_end(s, 0) == Why.OK
    stay(s, 1)
    assert at(s, 1) == (12, 10)
    assert why_not_end(s, 0) == Why.OK


def test_models_may_change_places_but_not_share_one() -> None:
    """WS-7.12: overlaps are judged when everybody stands."""
    s = setting(Deed.ADVANCE, [(10, 10), (12, 10), (14, 10)])
    begin(s)
    place(s, 1, *mils(14, 10))
    assert why_not_end(s, 0) == Why.OVERLAP
    assert why_not_place(s, 2, *mils(12, 10)) == Why.OK
    place(s, 2, *mils(12, 10))
    assert why_not_end(s, 0) == Why.OK


def test_only_the_leader_moves_in_open_fire() -> None:
    """WS-9.2: the others stand fast, and he may not end on one of them."""
    s = setting(Deed.OPEN_FIRE, [(10, 10), (12, 10)])
    begin(s)
    assert why_not_go(s, 0, *mils(12.5, 10)) == Why.OVERLAP
    assert why_not_place(s, 1, *mils(13, 10)) == Why.NO_MOVE
    go(s, 0, *mils(14, 10))
    assert at(s, 1) == (12, 10)


def test_a_gun_that_has_fired_stays() -> None:
    """WS-9.17."""
    s = setting(Deed.ADVANCE, [(10, 10), (12, 10)])
    s.model[1].fixed = 1
    begin(s)
    go(s, 0, *mils(10, 14))
    assert (at(s, 1), s.model[1].gait) == ((12, 10), Gait.STANDS)


def test_rally_gathers_those_within_a_foot_round_a_leader_who_stands() -> None:
    """WS-9.19, WS-9.20, WS-9.23."""
    s = setting(Deed.RALLY, [(10, 10), (22, 10), (10, 25)])
    begin(s)
    assert why_not_go(s, 0, *mils(11, 10)) == Why.NO_MOVE
    assert why_not_march(s, 0, *mils(10, 10)) == Why.OK
    march(s, 0, *mils(10, 10))
    assert (at(s, 0), at(s, 1), at(s, 2)) == ((10, 10), (17, 10), (10, 13))
    assert gap(s, 0, 1) == 6 * INCH * FINE


# ---------------------------------------------------------------- disorderly


def test_a_double_takes_everybody_twice_as_far() -> None:
    """WS-9.25, WS-9.28."""
    s = setting(Deed.DOUBLE)
    before = [at(s, m) for m in range(10)]
    begin(s)
    assert why_not_go(s, 0, *mils(24, 22.1)) == Why.TOO_FAR
    go(s, 0, *mils(24, 22))
    assert [at(s, m) for m in range(10)] == [(x, y + 12) for x, y in before]
    assert why_not_end(s, 0) == Why.OK
    end_move(s, 0, heard())
    assert s.over == 1


def test_terrain_holds_those_it_lies_in_the_way_of() -> None:
    """WS-9.27, WS-8.6, WS-16.7: who is held goes as far as it may towards the leader."""
    s = setting(Deed.DOUBLE, [(10, 10), (12, 10)])
    lay_terrain(s, Ground.LINEAR, [(11.4, 12), (30, 12)])
    begin(s)
    go(s, 0, *mils(10, 22))
    assert at(s, 0) == (10, 22)
    assert s.model[1].y < 22 * INCH
    assert why_not_end(s, 0) == Why.OK


def test_a_member_adjusted_by_hand_keeps_to_its_limit_and_its_unit() -> None:
    """WS-8.10, WS-8.18."""
    s = setting(Deed.DOUBLE, [(10, 10), (12, 10)])
    begin(s)
    go(s, 0, *mils(10, 20))
    stay(s, 1)
    assert why_not_step(s, 1, *mils(12, 22.1)) == Why.TOO_FAR
    step(s, 1, *mils(12, 12))
    assert why_not_end(s, 0) == Why.MUST_REGAIN
    assert not in_command(s, 1)
    assert why_not_step(s, 1, *mils(12, 18)) == Why.OK
    step(s, 1, *mils(12, 18))
    assert why_not_end(s, 0) == Why.OK


def told_at_the_end(s: State) -> list[tuple[EventKind[Any], int]]:
    """The kinds of events of a move that ends, and whom they are about."""
    log = heard()
    end_move(s, 0, log)
    return [(event[row.kind], row.actor) for row in plain_events(log)]


def test_who_cannot_keep_up_is_told() -> None:
    """WS-8.3."""
    s = setting(Deed.ADVANCE, [(10, 10), (10, 30)])
    begin(s)
    go(s, 0, *mils(10, 6))
    assert (out_of_command, 1) in told_at_the_end(s)


@pytest.mark.parametrize("leader_goes", [True, False])
def test_who_stays_out_of_command_is_told(leader_goes: bool) -> None:
    """WS-8.3, WS-8.10: standing still is allowed, and is out of command all the same."""
    s = setting(Deed.ADVANCE, [(10, 10), (10, 30)])
    begin(s)
    if leader_goes:
        go(s, 0, *mils(10, 6))
        stay(s, 1)
    assert told_at_the_end(s) == [(moved if leader_goes else stood_still, 0), (out_of_command, 1)]


def test_who_is_dropped_is_told() -> None:
    """WS-7.10: who was near enough to be placed and is left beyond six inches, not who was far before."""
    s = setting(Deed.OPEN_FIRE, [(10, 10), (10, 15), (10, 12), (10, 30)])
    begin(s)
    go(s, 0, *mils(10, 6))
    assert told_at_the_end(s) == [(moved, 0), (left_behind, 1)]


def test_a_placed_member_may_be_dropped() -> None:
    """WS-7.10: it is told once somebody has left it."""
    s = setting(Deed.ADVANCE, [(10, 10), (10, 15)])
    begin(s)
    go(s, 0, *mils(10, 6))
    stay(s, 1)
    assert told_at_the_end(s) == [(moved, 0), (left_behind, 1)]


def test_falling_back_is_half_a_move_in_any_direction() -> None:
    """WS-10.3, WS-10.5, WS-10.32."""
    s = setting(Deed.FALL_BACK)
    begin(s)
    assert why_not_go(s, 0, *mils(24, 13)) == Why.OK
    assert why_not_go(s, 0, *mils(24, 13.1)) == Why.TOO_FAR
    march(s, 0, *mils(24, 7))
    assert at(s, 0) == (24, 7)


# ---------------------------------------------------------------- as a whole


def test_a_move_that_is_taken_back_never_was() -> None:
    """WS-16.1."""
    s = setting(Deed.ADVANCE)
    before = [at(s, m) for m in range(10)]
    begin(s)
    assert not has_begun_move(s, 0)
    go(s, 0, *mils(27, 14))
    assert has_begun_move(s, 0)
    take_back(s, 0, heard())
    assert [at(s, m) for m in range(10)] == before
    assert not has_begun_move(s, 0)


@pytest.mark.parametrize("deed", [Deed.ADVANCE, Deed.DOUBLE, Deed.FALL_BACK])
@pytest.mark.parametrize("target", [(24, 16), (20, 6), (30, 10), (24, 4), (18, 13)])
def test_a_march_in_a_crowd_always_ends_legally(deed: Deed, target: Place) -> None:
    """WS-16.3, WS-16.7: who finds no place stays, and if need be all do."""
    s = setting(deed)
    field_unit(SHELF, s, 0, "LINE", (26, 15))
    field_unit(SHELF, s, 1, "STORM", (20, 22))
    lay_terrain(s, Ground.BLOCK, [(20, 12), (22, 12), (22, 14), (20, 14)])
    lay_terrain(s, Ground.WOOD, [(26, 2), (32, 2), (32, 8), (26, 8)])
    begin(s)
    if why_not_march(s, 0, *mils(*target)) == Why.OK:
        march(s, 0, *mils(*target))
    assert why_not_end(s, 0) == Why.OK
    assert stands(s)
    assert all(v == 0 for v in s.trial_x)


def test_no_more_way_points_than_a_path_may_have() -> None:
    """WS-1.8."""
    s = setting(Deed.ADVANCE, unit="MARK")
    begin(s)
    for i in range(8):
        go(s, 0, *mils(24 + 0.1 * (i + 1), 10))
    assert why_not_go(s, 0, *mils(25, 10)) == Why.WAYPOINTS


# ---------------------------------------------------------------- where the book is fine print


def test_a_way_down_a_hill_may_have_a_corner_on_it() -> None:
    """WS-8.7, WS-8.13: only where it ends tells whether it leaves the hill."""
    s = setting(Deed.DOUBLE, unit="MARK", at=(10, 10))
    lay_terrain(s, Ground.HILL, [(5, 5), (20, 5), (20, 15), (5, 15)])
    begin(s)
    assert why_not_march(s, 0, *mils(17, 10)) == Why.TERRAIN_CAP
    assert why_not_go(s, 0, *mils(17, 10)) == Why.OK
    go(s, 0, *mils(17, 10))
    assert why_not_end(s, 0) == Why.TERRAIN_CAP
    assert why_not_go(s, 0, *mils(21.9, 10)) == Why.OK
    go(s, 0, *mils(21.9, 10))
    assert why_not_end(s, 0) == Why.OK


def test_a_member_comes_down_a_hill_by_a_corner_too() -> None:
    """WS-8.7, WS-8.13; another piece on the way holds it at once (WS-8.12)."""
    s = setting(Deed.DOUBLE, [(14, 22), (10, 10)])
    lay_terrain(s, Ground.HILL, [(5, 5), (20, 5), (20, 15), (5, 15)])
    begin(s)
    assert why_not_step(s, 1, *mils(17, 10)) == Why.OK
    lay_terrain(s, Ground.LINEAR, [(16, 0), (16, 36)])
    assert why_not_step(s, 1, *mils(17, 10)) == Why.TERRAIN_CAP


def test_a_walk_of_no_length_is_standing_still() -> None:
    """WS-8.10: who could regain his unit may stand."""
    s = setting(Deed.DOUBLE, [(10, 10), (12, 10)])
    begin(s)
    go(s, 0, *mils(10, 20))
    stay(s, 1)
    step(s, 1, *mils(12, 10))
    assert why_not_end(s, 0) == Why.OK


def test_who_fired_a_heavy_weapon_is_told_why_he_stands() -> None:
    """WS-9.17: before or after."""
    s = setting(Deed.ADVANCE, [(10, 10), (12, 10), (10, 25)])
    s.model[1].fixed = s.model[2].fixed = 1
    begin(s)
    assert why_not_place(s, 1, *mils(12, 11)) == Why.HEAVY_MOVED
    assert why_not_step(s, 2, *mils(10, 24)) == Why.HEAVY_MOVED


def test_a_leader_who_fired_a_heavy_weapon_stands_while_his_members_are_placed() -> None:
    """WS-9.17, WS-7.8: he may stay where he is and still have his members placed around him."""
    s = setting(Deed.ADVANCE, [(10, 10), (12, 10), (10, 25)])
    s.model[0].fixed = 1
    begin(s)
    assert why_not_go(s, 0, *mils(10, 11)) == Why.HEAVY_MOVED
    assert why_not_march(s, 0, *mils(10, 10)) == Why.OK
    march(s, 0, *mils(10, 10))
    assert (at(s, 0), at(s, 1)) == ((10, 10), (12, 10))
    assert at(s, 2)[1] < 25  # the straggler closes up


def test_a_rally_is_laid_out_round_the_leader_and_then_adjusted() -> None:
    """WS-9.19, WS-9.20, WS-16.10: gathered first; by hand up to 12 inches away."""
    s = setting(Deed.RALLY, [(10, 10), (22, 10), (8, 10)])
    begin(s)
    assert why_not_go(s, 0, *mils(10, 10)) == Why.OK
    go(s, 0, *mils(10, 10))
    assert (at(s, 1), at(s, 2)) == ((17, 10), (8, 10))
    assert why_not_place(s, 1, *mils(23, 10)) == Why.OK
    assert why_not_place(s, 1, *mils(23.1, 10)) == Why.PLACE_RANGE


def test_a_rally_of_all_fetches_them_from_across_the_table() -> None:
    """WS-9.23, WS-16.3: the nearest point of the grid may be far from where the model stood."""
    s = setting(Deed.RALLY, [(10, 10), (46, 10)], rally_reach="all")
    begin(s)
    march(s, 0, *mils(10, 10))
    assert at(s, 1) == (17, 10)


def test_terrain_holds_the_walk_towards_the_leader_to_base_mv_exactly() -> None:
    """WS-16.7, WS-8.12: the longest straight walk, neither a tenth less nor the tolerance more."""
    s = setting(Deed.ADVANCE, [(10.05, 10), (10.05, 31.37)])
    lay_terrain(s, Ground.WOOD, [(5, 29), (15, 29), (15, 33), (5, 33)])
    begin(s)
    go(s, 0, *mils(10.05, 9))
    assert at(s, 1) == (10.05, 25.37)


@pytest.mark.parametrize(("coherency", "end"), [("any_member", (10, 23)), ("chain_to_leader", (10, 22))])
def test_an_old_offset_beside_one_who_is_cut_off_is_out_of_command_under_an_option(
    coherency: str, end: Place
) -> None:
    """WS-16.7, WS-8.9: a gun that stays is a member, but no link to the leader."""
    s = setting(Deed.ADVANCE, [(10, 10), (10, 25), (10, 22)], coherency=coherency)
    s.model[1].fixed = 1
    begin(s)
    go(s, 0, *mils(10, 11))
    assert at(s, 2) == end


def test_members_walk_in_the_order_of_their_bases() -> None:
    """WS-16.7, WS-1.5: a team's big base is nearer to the leader than its centre; ties: the lower number."""
    s = setting(Deed.ADVANCE, [(10, 10), (24, 10), (24, 10.5), (24.3, 10), (10, 24)])
    s.model[3].radius = INCH
    begin(s)
    order = []
    for m in range(1, 5):
        s.trial_x[m] = 1
    for _ in range(4):
        order.append(next_walker(s, 0))
        s.trial_x[order[-1]] = 0
    assert order == [3, 1, 4, 2]
