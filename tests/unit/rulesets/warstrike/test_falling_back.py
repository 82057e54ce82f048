"""Fall Back! below the upper band: who is destroyed, who hunkers, who runs and how far (WS-10)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.firing_line import kinds
from tests.unit.rulesets.warstrike.flights import WOOD, Points, at, box, broken, room_is_empty, run

from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import copy, digest
from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import (
    Why,
    action_chosen,
    danger_tested,
    flight_began,
    hunkered,
    moved,
    snap_offered,
    unit_destroyed,
)
from hulldown.rulesets.warstrike.fall_back import set_out
from hulldown.rulesets.warstrike.log import tell
from hulldown.rulesets.warstrike.permissions import band, open_limit, why_not_act
from hulldown.rulesets.warstrike.setup import Place, field_unit
from hulldown.rulesets.warstrike.shooting import toughness_of
from hulldown.rulesets.warstrike.state import (
    FINE,
    Band,
    Deed,
    Edge,
    Fate,
    Flight,
    Gait,
    Ground,
    Half,
    Phase,
    State,
    lasts,
)
from hulldown.rulesets.warstrike.turn import act, activate, advance, answer_snap, may_snap, next_to_ask, sweep

ENEMY = [(24, 28)]
FOUR = (24, 18), (25.5, 18), (22.5, 18), (24, 16.5)


# ---------------------------------------------------------------- bands


@pytest.mark.parametrize(
    ("size", "left", "options", "expected"),
    [
        (10, 6, {}, Band.UPPER),
        (10, 5, {}, Band.UPPER),
        (10, 5, {"band_50": "lower"}, Band.FLIGHT),
        (10, 6, {"band_50": "lower"}, Band.UPPER),
        (10, 4, {}, Band.FLIGHT),
        (8, 2, {}, Band.FLIGHT),
        (8, 2, {"band_25": "lower"}, Band.DESTROYED),
        (10, 3, {"band_25": "lower"}, Band.FLIGHT),
        (10, 2, {}, Band.DESTROYED),
        (1, 1, {"band_50": "lower", "band_25": "lower"}, Band.UPPER),
    ],
)
def test_exact_halves_and_quarters(
    size: int, left: int, options: dict[str, str], expected: Band
) -> None:  # WS-10.2, WS-10.19
    s = broken(*[(20 + i, 18) for i in range(left)], size=size, **options)
    assert band(s, 0) == expected


def test_below_a_quarter_the_unit_is_destroyed() -> None:  # WS-10.18
    log = open_log()
    s = run(broken((24, 18), (25, 18), size=10, enemies=[ENEMY]), log)
    assert not lasts(s, 0) and s.unit[0].fate == Fate.DESTROYED
    assert kinds(log) == [action_chosen, unit_destroyed]
    assert s.phase == Phase.RESOLVE and s.done == 3


def test_a_unit_below_a_quarter_fights_on_unless_an_option_says_so() -> None:  # WS-10.21
    for option, expected in (("fall_back", Fate.FIGHTS), ("immediate", Fate.DESTROYED)):
        s = broken((24, 18), (25, 18), size=10, enemies=[ENEMY], destroy_check=option)
        sweep(s, OFF)
        assert s.unit[0].fate == expected


def test_only_an_option_lets_a_unit_fall_back_that_passed() -> None:  # WS-10.20, WS-10.1
    s = broken(*FOUR, enemies=[ENEMY])
    assert why_not_act(s, 0, Deed.FALL_BACK, Half.MOVE_FIRST) == Why.NOT_OFFERED
    s = broken(*FOUR, enemies=[ENEMY], voluntary_fall_back="true")
    assert why_not_act(s, 0, Deed.FALL_BACK, Half.MOVE_FIRST) == Why.OK
    assert run(s).flight == Flight.EDGE  # it has no more choice than one that failed
    s.failed = 1
    assert why_not_act(s, 0, Deed.ADVANCE, Half.MOVE_FIRST) == Why.ONLY_FALL_BACK


def test_upper_band_moves_half_of_mv_or_fires() -> None:  # WS-10.3, WS-10.32
    s = broken((24, 18), (25.5, 18), (22.5, 18), size=5, enemies=[ENEMY], mv=5)
    s.failed = 1
    assert open_limit(s, 0, Deed.FALL_BACK) == 2_500 * FINE
    act(s, 0, Deed.FALL_BACK, Half.MOVE_FIRST, OFF)
    assert s.done == 2  # no fire is left
    act(s, 0, Deed.FALL_BACK, Half.FIRE_FIRST, OFF)
    assert s.done == 1  # no move is left


# ---------------------------------------------------------------- staying


def test_a_concealed_unit_stays_and_hunkers() -> None:  # WS-10.7 to WS-10.10, WS-10.35
    log = open_log()
    s = broken((24, 11), (22, 10), enemies=[[(24, 20)]], terrain=[(Ground.WOOD, WOOD)])
    s.unit[0].last = Deed.OPEN_FIRE
    before = toughness_of(s, 0)
    run(s, log)
    assert s.unit[0].hunkered == 1 and toughness_of(s, 0) == before + 1 and not may_snap(s, 0)
    assert at(s, 0) == (24, 11) and s.flight == Flight.NONE and s.phase == Phase.RESOLVE
    assert kinds(log) == [action_chosen, hunkered]
    activate(s, 0, new_dice(0), OFF)
    assert s.unit[0].hunkered == 0


def test_one_open_line_is_enough_to_run() -> None:  # WS-10.23
    s = run(broken((24, 11), (22, 13.4), enemies=[[(24, 20)]], terrain=[(Ground.WOOD, WOOD)]))
    assert s.unit[0].hunkered == 0 and s.flight == Flight.COVER
    assert at(s, 0) == (24, 11)  # the leader's own place is the nearest that is good (WS-10.25)
    assert at(s, 1) == (22, 12)


def test_without_threats_an_option_decides() -> None:  # WS-10.24
    far = [[(24, 32)]]
    assert run(broken(*FOUR, enemies=far)).unit[0].hunkered == 1
    s = run(broken(*FOUR, enemies=far, vacuous_concealment="flee"))
    assert s.unit[0].hunkered == 0 and s.flight == Flight.EDGE and at(s, 0) == (24, 6)
    s = run(broken(*FOUR, enemies=far, terrain=[(Ground.WOOD, WOOD)], vacuous_concealment="flee"))
    assert s.flight == Flight.COVER and at(s, 0) == (24, 12)  # out of sight of all enemies (WS-10.25)


def test_whose_awareness_makes_a_threat() -> None:  # WS-10.22: 15 inches off, own Aw 12, theirs 18
    there = [[(24, 34)]]
    assert run(broken((24, 18), enemies=there, enemy="vet", size=3)).unit[0].hunkered == 1
    s = run(broken((24, 18), enemies=there, enemy="vet", size=3, fallback_aw="enemy"))
    assert s.unit[0].hunkered == 0 and s.flight == Flight.EDGE


# ---------------------------------------------------------------- running


def test_a_flight_to_cover_model_by_model() -> None:  # WS-10.11, WS-10.28, WS-10.30: the table of ws-v170
    log = open_log()
    s = run(broken(*FOUR, enemies=[ENEMY], terrain=[(Ground.WOOD, WOOD)]), log)
    assert [at(s, m) for m in range(4)] == [(24, 12), (25, 12), (22, 12), (23, 12)]
    assert [s.model[m].walked for m in range(4)] == [6_000_000, 6_020_797, 6_020_797, 4_609_772]
    assert s.over == 1 and s.leaves == 0 and s.phase == Phase.SNAP and s.done == 3
    assert kinds(log) == [action_chosen, flight_began, *[moved] * 4]
    assert flight_began.rows(log) == [(0, Flight.COVER, 24_000, 12_000)]
    assert [one.model for one in moved.rows(log)] == [0, 3, 1, 2]  # the leader, then the nearest to the goal
    assert s.unit[0].last == Deed.FALL_BACK and s.unit[0].hunkered == 0 and room_is_empty(s)


def test_snap_fire_meets_them_after_one_mv() -> None:  # WS-10.13, WS-12.5
    s = run(broken(*FOUR, enemies=[ENEMY], terrain=[(Ground.WOOD, WOOD)]))
    one, four = s.model[1], s.model[3]
    assert (one.snap_x, one.snap_y) == (
        25_002,
        12_021,
    )  # 6 of 6.020797 inches to (25, 12)
    assert (four.snap_x, four.snap_y) == (23_000, 12_000)  # it walked less
    s = run(broken(*FOUR, enemies=[ENEMY], terrain=[(Ground.WOOD, WOOD)], snap_point="end"))
    assert (s.model[1].snap_x, s.model[1].snap_y) == (25_000, 12_000)


def test_short_ways_do_not_let_enemies_fire() -> None:  # WS-10.13, WS-12.2: the table of ws-v171
    table = {"enemies": [ENEMY], "terrain": [(Ground.WOOD, WOOD)]}
    assert run(broken((24, 17), (24, 15.5), **table)).over == 0
    assert run(broken((24, 17), (24, 15.5), **table, snap_trigger="any_move")).over == 1


def test_the_other_side_is_asked_during_a_flight() -> None:  # WS-12.4, WS-12.5
    s = run(broken((24, 20), enemies=[[(24, 30)]], terrain=[(Ground.WOOD, WOOD)], size=3))
    s.unit[1].last, s.asked = Deed.OPEN_FIRE, -1
    assert at(s, 0) == (24, 12) and next_to_ask(s) == 1  # it is met in the open, at (24, 14)


@pytest.mark.parametrize("last", [Deed.OPEN_FIRE, Deed.ADVANCE])
def test_the_log_says_who_may_snap_fire_and_only_then(last: Deed) -> None:
    """WS-12.3, WS-12.4: the way is long enough either way, but a unit that advanced has no Snap Fire."""
    s = broken((24, 20), enemies=[[(24, 30)]], terrain=[(Ground.WOOD, WOOD)], size=3)
    s.unit[1].last = last
    log = open_log()
    run(s, log)
    advance(s, new_dice(0), log)
    said = " ".join(sentence.text for sentence in tell(SHELF, s, None, log)).translate({123: None, 125: None})
    assert "B1 makes for cover at 24,12. " in said
    offers = snap_offered.rows(log)
    if last == Deed.OPEN_FIRE:
        assert offers == [(1, 0)] and s.asked == 1
        assert said.endswith("R1 may Snap Fire at B1.")
    else:
        assert offers == [] and s.phase != Phase.SNAP and "Snap Fire" not in said


def test_a_flight_ends_after_twice_mv() -> None:  # WS-10.12
    s = run(broken((24, 18), enemies=[ENEMY], terrain=[(Ground.WOOD, WOOD)], size=3, mv=2.5))
    assert at(s, 0) == (24, 13) and s.model[0].walked == 5_000_000 and s.over == 1
    assert (s.model[0].snap_x, s.model[0].snap_y) == (24_000, 15_500)


def test_nobody_ends_on_another_base() -> None:  # WS-10.30: 12 inches back by hundredths until there is room
    s = broken((24, 18), enemies=[ENEMY], size=3)
    field_unit(SHELF, s, 0, "mark", [(24, 6.3)])
    run(s)
    assert at(s, 0) == (24, 7.3)


def test_a_model_out_of_all_ways_stays() -> None:  # WS-10.30
    walls = [box(3, 0, 3.8, 3), box(6.2, 0, 7, 3), box(3, 2.2, 7, 3)]
    table = [(Ground.WOOD, WOOD), *[(Ground.BLOCK, wall) for wall in walls]]
    s = run(broken((24, 18), (5, 0.5), enemies=[ENEMY], terrain=table))
    assert at(s, 1) == (5, 0.5) and s.model[1].moved == 0 and at(s, 0) == (24, 12)
    assert s.leaves == 0  # it touches the edge, but did not move in a flight to cover (WS-10.34)


def test_a_flight_in_the_course_of_play() -> None:
    """A failed check, the run, the other side asked, the edge, the next unit (WS-5.7, WS-5.9, WS-10.1)."""
    s = broken((24, 9), (25.5, 9), size=5, enemies=[[(24, 19)]])
    field_unit(SHELF, s, 0, "mark", [(2, 2)])
    s.unit[0].markers, s.unit[1].last, s.acting = 1, Deed.OPEN_FIRE, -1
    dice = script_dice(new_dice(0), [(6, 6), (6, 6)])
    activate(s, 0, dice, OFF)
    advance(s, dice, OFF)
    assert s.phase == Phase.SNAP and s.asked == 1 and s.flight == Flight.EDGE
    answer_snap(s, 1, 0, dice, OFF)
    advance(s, dice, OFF)
    assert s.unit[0].fate == Fate.LEFT and s.acting == -1 and s.phase == Phase.ACTIVATE
    assert s.unit[0].acted == 1 and s.leaves == 0 and room_is_empty(s)


def test_a_flight_begins_where_its_models_stand() -> None:
    """WS-10.11: nothing is left of the action before."""
    s, fresh = (broken((24, 18), (25.5, 18), enemies=[ENEMY]) for _ in range(2))
    for v in (s.model[0], s.model[1]):
        v.from_x, v.from_y, v.snap_x, v.snap_y, v.points, v.walked = 1, 2, 3, 4, 5, 6
        v.moved, v.tests, v.gait = 1, 1, Gait.WALKS
    left = copy(s)
    set_out(left, 0)
    for v in (left.model[0], left.model[1]):
        assert (v.from_x, v.from_y) == (v.snap_x, v.snap_y) == (v.x, v.y)
        assert (v.points, v.walked, v.moved, v.tests, v.gait) == (0, 0, 0, 0, Gait.STANDS)
    assert digest(run(s)) == digest(run(fresh))
    assert s.model[1].walked > 0


def test_a_short_step_away_and_a_long_way_round() -> None:
    """WS-10.13: cover is 5 inches off, the way there round the water 6.7: longer than 6."""
    water = (Ground.WATER, box(23, 14, 25, 15))
    s = run(broken((24, 17), enemies=[ENEMY], terrain=[(Ground.WOOD, WOOD), water], size=3))
    assert at(s, 0) == (24, 12) and s.over == 1


def test_who_does_not_move_calls_for_no_snap_fire() -> None:
    """WS-12.2, option snap_trigger: any move, but none is none; he stands in his cover or has no way."""
    s = run(broken((24, 11.5), enemies=[[(24, 20)]], size=3, snap_trigger="any_move"))
    assert s.over == 1  # to the edge
    river = (Ground.WATER, box(0, 4, 48, 5))
    s = run(broken((24, 8), enemies=[[(24, 18)]], terrain=[river], size=3, snap_trigger="any_move"))
    assert s.flight == Flight.EDGE and s.model[0].moved == 0 and s.over == 0
    wood = (Ground.WOOD, WOOD)
    s = run(broken((24, 11), (22, 13.4), enemies=[[(24, 20)]], terrain=[wood], snap_trigger="any_move"))
    assert s.model[0].moved == 0 and s.over == 1  # only the second runs
    pond = [(Ground.WATER, box(*at_)) for at_ in ((3, 0, 3.8, 4), (8.2, 0, 9, 4), (3, 3.2, 9, 4))]
    s = broken(
        (24, 11), (6, 1.5), enemies=[[(24, 20)], [(6, 9)]], terrain=[wood, *pond], snap_trigger="any_move"
    )
    run(s)
    assert s.flight == Flight.COVER and s.model[1].moved == 0 and s.over == 0  # the second cannot


# ---------------------------------------------------------------- dangerous ground


def test_out_of_dangerous_ground_with_a_test() -> None:  # WS-10.37, WS-3.14
    bad = (Ground.DANGEROUS, box(20, 14, 28, 20))
    s = broken((24, 18), enemies=[ENEMY], terrain=[(Ground.WOOD, WOOD), bad], size=3)
    log = open_log()
    run(s, log, script_dice(new_dice(0), [(2, 6)]))
    assert at(s, 0) == (24, 12) and lasts(s, 0)
    assert kinds(log)[-1] == danger_tested
    s = broken((24, 18), enemies=[ENEMY], terrain=[(Ground.WOOD, WOOD), bad], size=3)
    run(s, dice=script_dice(new_dice(0), [(1, 6)]))
    assert s.unit[0].fate == Fate.DESTROYED


def test_who_cannot_get_clear_of_it_stays() -> None:  # WS-10.37: after 4 inches the base still touches it
    bad = (Ground.DANGEROUS, box(20, 14, 28, 20))
    s = run(broken((24, 18), enemies=[ENEMY], terrain=[(Ground.WOOD, WOOD), bad], size=3, mv=2))
    assert at(s, 0) == (24, 18) and s.model[0].moved == 0 and s.model[0].tests == 0
    assert s.over == 1  # the way is longer than Mv, however far it gets along it (WS-12.2)


def test_dangerous_ground_on_the_way_to_the_edge() -> None:  # WS-10.14, WS-10.33: as ws-v178, with its test
    bad = (Ground.DANGEROUS, box(20, 10, 28, 12))
    s = broken((24, 20), enemies=[[(24, 30)]], terrain=[bad], size=3)
    log = open_log()
    run(s, log, script_dice(new_dice(0), [(6, 6)]))
    assert at(s, 0) == (24, 8) and s.over == 1
    assert kinds(log)[-1] == danger_tested


# ---------------------------------------------------------------- terrain holds, by an option


def held(*at_: tuple[float, float], **more: object) -> State:
    """A flight where terrain counts."""
    return run(broken(*at_, fallback_terrain_cap="true", size=3, **more))


def test_terrain_holds_a_flight_to_mv() -> None:  # WS-10.31: it touches the wood after 4.5 inches
    table = {"enemies": [ENEMY], "terrain": [(Ground.WOOD, WOOD)], "mv": 5}
    s = held((24, 18), **table)
    assert at(s, 0) == (24, 13) and s.model[0].walked == 5_000_000
    assert s.over == 1  # its way is longer all the same
    assert at(run(broken((24, 18), size=3, **table)), 0) == (24, 12)


def test_terrain_stops_a_flight_that_reaches_it_late() -> None:  # WS-10.31: 8.5 of 12 inches are open
    bad = {"enemies": [ENEMY], "terrain": [(Ground.DANGEROUS, box(20, 8, 28, 9))]}
    assert at(held((24, 18), **bad), 0) == (24, 9.5)
    assert at(run(broken((24, 18), size=3, **bad)), 0) == (24, 6)


@pytest.mark.parametrize(("border", "expected"), [(15, 6), (7, 6), (6.5, 6), (6.4, 12), (2, 12)])
def test_downhill_is_free(border: float, expected: float) -> None:
    """Off a hill onto the open table, else no farther on it than Mv (WS-10.31, WS-8.7, WS-8.13)."""
    hill = (Ground.HILL, box(20, border, 28, 30))  # the enemy stands on it too: it hides nothing
    assert at(held((24, 18), enemies=[ENEMY], terrain=[hill]), 0) == (24, expected)


# ---------------------------------------------------------------- the edge


@pytest.mark.parametrize(
    ("edge", "expected"),
    [(Edge.SOUTH, (24, 6)), (Edge.NORTH, (24, 30)), (Edge.WEST, (12, 18)), (Edge.EAST, (36, 18))],
)
def test_straight_towards_the_own_edge(edge: Edge, expected: tuple[float, float]) -> None:  # WS-10.33
    s = run(broken((24, 18), enemies=[[(14, 8)]], size=3, own_edge=edge, mv=6, fallback_aw="enemy"))
    s2 = run(broken((24, 18), enemies=[[(17, 11)]], size=3, own_edge=edge))
    assert at(s2, 0) == expected and s2.flight == Flight.EDGE and s2.over == 1
    assert s.unit[0].hunkered == 1  # 13.1 inches off


def test_straight_is_not_along_whole_inches() -> None:  # WS-10.33
    s = run(broken((24.3, 18), enemies=[[(17, 11)]], size=3))
    assert at(s, 0) == (24.3, 6) and s.flight == Flight.EDGE


def test_a_straight_way_round_is_as_long_as_it_is() -> None:
    """WS-10.33: 6.8 inches straight to (22, 0.5); to (23, 0.5), where one has to turn, they are 6.9."""
    water = (Ground.WATER, box(24, 3, 25, 4.5))
    s = run(broken((24, 7), enemies=[[(24, 17)]], terrain=[water], size=3))
    assert s.flight == Flight.EDGE and at(s, 0) == (22, 0.5)


def test_round_what_blocks_the_way_to_the_edge() -> None:
    """Two slanting and two straight steps to (20, 6), then 5.5 inches down; east is as far (WS-10.33).

    Straight ways keep clear of the water's end only from (13, 0.5) on, and that is 13.3 inches.
    """
    s = run(broken((24, 8), enemies=[[(24, 18)]], terrain=[(Ground.WATER, box(20.5, 4, 27.5, 5))], size=3))
    v = s.model[0]
    assert s.flight == Flight.EDGE and at(s, 0) == (20, 0.5) and v.walked == 2 * 1_414_213 + 7_500_000
    assert [(v.way_x[i], v.way_y[i]) for i in range(v.points)] == [
        (22_000, 6000),
        (20_000, 6000),
        (20_000, 500),
    ]
    assert (v.snap_x, v.snap_y) == (20_000, 4828)  # 6 inches: 4.828426 to (20, 6), the rest down
    assert s.leaves == 1 and s.over == 1 and room_is_empty(s)


def test_no_way_to_the_edge_at_all() -> None:  # WS-10.30: he stays
    s = run(broken((24, 8), enemies=[[(24, 18)]], terrain=[(Ground.WATER, box(0, 4, 48, 5))], size=3))
    assert s.flight == Flight.EDGE and s.model[0].moved == 0 and s.over == 0 and s.leaves == 0
    assert room_is_empty(s)


def test_dangerous_ground_is_open_on_the_way_round() -> None:  # WS-10.33
    wall, bad = box(20.5, 4, 27.5, 5), box(10, 1, 38, 3.5)
    table = [(Ground.WATER, wall), (Ground.DANGEROUS, bad)]
    s = broken((24, 8), enemies=[[(24, 18)]], terrain=table, size=3)
    run(s, dice=script_dice(new_dice(0), [(6, 6)]))
    assert at(s, 0) == (20, 0.5)


def test_who_is_nearest_to_the_edge_runs_first() -> None:  # WS-10.33: after the leader
    log = open_log()
    run(broken((24, 18), (20, 20), (28, 17), (30, 17), enemies=[[(24, 28)]]), log)
    assert [one.model for one in moved.rows(log)] == [0, 2, 3, 1]


def test_nearest_to_the_edge_is_whose_base_is() -> None:  # WS-10.33; ties: the lower number
    log = open_log()
    s = broken((24, 18), (20, 17.2), (28, 17), (32, 17), enemies=[[(24, 28)]])
    s.model[1].radius = 200
    run(s, log)
    assert [one.model for one in moved.rows(log)] == [0, 2, 3, 1]  # 2 and 3 are as near
    assert flight_began.rows(log) == [(0, Flight.EDGE, -1, -1)]


@pytest.mark.parametrize(
    ("edge", "stands", "enemy", "wall", "expected"),
    [
        (Edge.SOUTH, (42, 8), (42, 17), box(36, 4, 46.5, 5), (47, 0.5)),
        (Edge.NORTH, (42, 28), (42, 19), box(36, 31, 46.5, 32), (47, 35.5)),
        (Edge.WEST, (8, 30), (17, 30), box(4, 24, 5, 34.5), (0.5, 35)),
        (Edge.EAST, (40, 30), (31, 30), box(43, 24, 44, 34.5), (47.5, 35)),
    ],
)
def test_round_to_the_far_end_of_the_own_edge(
    edge: Edge, stands: Place, enemy: Place, wall: Points, expected: Place
) -> None:
    """WS-10.33: every whole inch of it is tried, to the end."""
    s = broken(stands, enemies=[[enemy]], terrain=[(Ground.WATER, wall)], size=3, own_edge=edge)
    run(s)
    assert s.flight == Flight.EDGE and at(s, 0) == expected
