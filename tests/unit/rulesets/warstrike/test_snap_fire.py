"""Snap Fire: who may, where it meets the runner, what it comes to (WS-12)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.firing_line import LMG, PISTOL, RIFLE, WOOD, faced, lay_ground, used

from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import model_removed, rolled_to_hit
from hulldown.rulesets.warstrike.losses import settle
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, mils
from hulldown.rulesets.warstrike.shooting import gone_to_ground, shots_now
from hulldown.rulesets.warstrike.state import NOBODY, Deed, Ground, Phase, State
from hulldown.rulesets.warstrike.table import note_snap_point
from hulldown.rulesets.warstrike.turn import answer_snap, eligible, may_snap, next_to_ask


def run(**options: str) -> State:
    """Unit 0 has run 10 inches north from (20, 10) and (20, 12); unit 1 may Snap Fire at it."""
    s = blank_state(SHELF, options)
    field_unit(SHELF, s, 0, "line", [(20, 10), (20, 12)])
    field_unit(SHELF, s, 1, "line", [(10, 16), (10, 18)])
    s.acting, s.deed, s.phase, s.over = 0, Deed.DOUBLE, Phase.SNAP, 1
    s.unit[1].last = Deed.OPEN_FIRE
    for m in (0, 1):
        v = s.model[m]
        v.way_x[0], v.way_y[0], v.points, v.moved = v.from_x, v.from_y + mils(10), 1, 1
        v.x, v.y = v.way_x[0], v.way_y[0]
        note_snap_point(s, m, int(s.profile[s.unit[0].profile].mv))
    return s


def snap(s: State, faces: list[int], choice: int = 1) -> list[int]:
    """Unit 1 is asked and answers; who falls."""
    s.asked = next_to_ask(s)
    log, d = open_log(), faced(faces)
    answer_snap(s, 1, choice, d, log)
    settle(s, d, log)
    assert used(d)
    return [row.model for row in model_removed.rows(log)]


@pytest.mark.parametrize(("option", "y"), [("at_mv", 16), ("end", 20)])
def test_where_a_runner_is_met(option: str, y: float) -> None:
    """WS-12.5, option snap_point: after its Mv of 6 inches, or where it ends."""
    s = run(snap_point=option)
    assert (s.model[0].snap_x, s.model[0].snap_y) == (mils(20), mils(y))


def test_who_walked_less_is_met_where_it_ends() -> None:
    """WS-12.5: and a placed model where it was placed."""
    s = run()
    v = s.model[0]
    v.way_y[0] = v.y = mils(14)
    note_snap_point(s, 0, 6_000_000)
    assert v.snap_y == mils(14)
    v.points, v.y = 0, mils(30)
    note_snap_point(s, 0, 6_000_000)
    assert v.snap_y == mils(30)


@pytest.mark.parametrize(
    ("last", "ground", "markers", "hunkered", "snapped", "open_fire", "any_unsuppressed"),
    [
        (Deed.OPEN_FIRE, 0, 0, 0, 0, True, True),
        (Deed.ADVANCE, 0, 0, 0, 0, False, True),
        (Deed.NONE, 0, 0, 0, 0, False, False),
        (Deed.GO_TO_GROUND, 1, 0, 0, 0, False, False),
        (Deed.OPEN_FIRE, 0, 1, 0, 0, False, False),
        (Deed.FALL_BACK, 0, 0, 1, 0, False, False),
        (Deed.OPEN_FIRE, 0, 0, 0, 1, False, False),
    ],
)
def test_who_may_snap_fire(
    last: Deed,
    ground: int,
    markers: int,
    hunkered: int,
    snapped: int,
    open_fire: bool,
    any_unsuppressed: bool,
) -> None:
    """WS-12.3, WS-9.7, WS-10.10, WS-9.34, option snap_eligibility."""
    for option, may in (("open_fire", open_fire), ("any_unsuppressed", any_unsuppressed)):
        s = run(snap_eligibility=option)
        u = s.unit[1]
        u.last, u.ground, u.markers, u.hunkered, u.snapped = last, ground, markers, hunkered, snapped
        assert may_snap(s, 1) is may
        assert eligible(s.options, last, ground, markers, hunkered, snapped) is may
        assert (next_to_ask(s) == 1) is may


def test_enemies_are_asked_in_order_and_only_those_who_can() -> None:
    """WS-12.4: unit 2 is too far away, unit 3 is the runner's friend."""
    s = run()
    field_unit(SHELF, s, 1, "line", [(45, 34)])
    field_unit(SHELF, s, 0, "line", [(10, 30)])
    field_unit(SHELF, s, 1, "line", [(30, 16)])
    for k in range(1, 5):
        s.unit[k].last = Deed.OPEN_FIRE
    s.asked = NOBODY
    asked = []
    while (k := next_to_ask(s)) != NOBODY:
        asked.append(k)
        s.asked = k
    assert asked == [1, 4]
    assert [s.model[m].y for m in (0, 1)] == [mils(20), mils(22)] and not any(s.trial_x)


def test_declining_costs_nothing() -> None:
    """WS-12.4."""
    s = run()
    assert snap(s, [], choice=0) == []
    assert s.unit[1].snapped == 0 and may_snap(s, 1)


def test_one_shot_of_every_weapon() -> None:
    """WS-12.1, WS-12.6: heavy weapons too, and whatever the runner's action is."""
    s = run()
    assert [shots_now(s, 2, weapon) for weapon in (RIFLE, PISTOL, LMG)] == [1, 1, 1]
    s.model[2].moved = 1
    assert shots_now(s, 2, LMG) == 1


def test_casualties_are_judged_at_the_snap_points_and_taken_from_the_real_models() -> None:
    """WS-12.5: at (20, 16) model 0 is closest; then the models stand as they ended."""
    s = run()
    assert snap(s, [4, 1, 1, 6]) == [0]
    assert [(s.model[m].alive, s.model[m].y) for m in (0, 1)] == [(0, mils(20)), (1, mils(22))]
    assert (s.unit[0].leader, s.unit[0].markers, s.unit[1].snapped) == (1, 1, 1)
    assert not may_snap(s, 1) and not any(s.trial_y)


def test_sight_and_range_are_those_of_the_snap_point() -> None:
    """WS-12.5: the runners end behind a block, and were seen on their way."""
    s = lay_ground(run(), Ground.BLOCK, [(14, 18.5), (19, 18.5), (19, 30), (14, 30)])
    assert next_to_ask(s) == 1
    s = lay_ground(run(snap_point="end"), Ground.BLOCK, [(14, 18.5), (19, 18.5), (19, 30), (14, 30)])
    assert next_to_ask(s) == NOBODY


def test_a_mover_is_gone_to_ground_only_in_a_ruin() -> None:
    """WS-12.6: whatever its action says; others keep their state."""
    s = run()
    s.unit[0].ground = s.unit[1].ground = 1
    assert not gone_to_ground(s, 0) and gone_to_ground(s, 2)
    s.phase = Phase.FIRE
    assert gone_to_ground(s, 0)
    s.phase = Phase.SNAP
    lay_ground(s, Ground.RUIN, [(15, 5), (25, 5), (25, 35), (15, 35)])
    assert gone_to_ground(s, 0)


def test_the_owner_of_the_runners_picks_where_an_option_lets_him() -> None:
    """WS-11.17, WS-12.5, option casualty_choice: the models are back where they ended when he is asked."""
    s = run(casualty_choice="owner")
    s.asked = next_to_ask(s)
    d = faced([4, 1, 1, 6])
    answer_snap(s, 1, 1, d, OFF)
    assert settle(s, d, OFF) and (s.phase, s.resume) == (Phase.CASUALTY, Phase.SNAP)
    assert [s.model[m].y for m in (0, 1)] == [mils(20), mils(22)]


def test_a_leader_who_cannot_see_makes_it_harder() -> None:
    """WS-12.6, WS-11.6: a block before the leader only; his man needs 5+ instead of 4+."""
    s = lay_ground(run(), Ground.BLOCK, [(11, 15), (12, 15), (12, 17), (11, 17)])
    s.asked = next_to_ask(s)
    log = open_log()
    answer_snap(s, 1, 1, faced([1]), log)
    assert [row[:3] for row in rolled_to_hit.rows(log)] == [(3, 0, 5)]


def test_hits_suppress_and_the_runner_goes_on() -> None:
    """WS-12.6."""
    s = run()
    assert snap(s, [4, 4, 6, 6]) == []
    assert (s.unit[0].markers, s.unit[0].hit, s.phase) == (1, 1, Phase.SNAP)


def test_a_bog_at_the_snap_point_is_cover() -> None:
    """WS-12.5, WS-11.11: they are met in it, and ended beyond it."""
    s = lay_ground(run(), Ground.BOG, [(x - 5, y + 4) for x, y in WOOD])
    s.asked = next_to_ask(s)
    log = open_log()
    answer_snap(s, 1, 1, faced([1, 1]), log)
    assert rolled_to_hit.rows(log)[0].needed == 5
