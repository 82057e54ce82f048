"""Fire: who may, with what, how well, what it comes to (WS-9, WS-11)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.firing_line import (
    BOTH,
    FIRST,
    HMG,
    LMG,
    PISTOL,
    RIFLE,
    ROCKET,
    SECOND,
    WOOD,
    Place,
    battle,
    faced,
    lay_ground,
    shoot,
    used,
)

from hulldown.rulesets.common.explanation import OFF, open_log
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import (
    Sum,
    Why,
    attacked,
    group_fired,
    held_fire,
    model_removed,
    results_lost,
    rolled_to_hit,
    rolled_to_kill,
    rolled_to_save,
    split_checked,
    suppressed,
    unit_destroyed,
)
from hulldown.rulesets.warstrike.losses import fire, hold, pending, settle
from hulldown.rulesets.warstrike.setup import field_unit
from hulldown.rulesets.warstrike.shooting import (
    aim,
    aimed,
    arm,
    can_fire,
    easiest,
    ev_total,
    extra_of,
    needed_in,
    needed_to_hit,
    shots_now,
    to_hit,
    to_kill,
    to_save,
    weapon_in,
    why_not_aim,
    why_not_arm,
    why_not_fire,
)
from hulldown.rulesets.warstrike.state import MODELS, Deed, Ground, Phase, State
from hulldown.rulesets.warstrike.table import sight

NEAR: list[Place] = [(16, 10)]  # 5 inches between the bases: in reach of pistols
FOUR: list[Place] = [(10, 10), (10, 12), (10, 14), (10, 16)]


def ev(s: State, target: int = 1, blind: int = 0) -> int:
    """The Ev of a model to model 0."""
    return ev_total(s, 0, target, sight(s, 0, target), blind, s.mute)


# ---------------------------------------------------------------- needed rolls


def test_needed_rolls_have_their_limits() -> None:
    """WS-11.8, WS-11.9, WS-11.13 to WS-11.15, WS-1.9: 4+ if equal; only hits always on 6."""
    o = SHELF.options_under({})
    assert [to_hit(o, 3, ev) for ev in (0, 1, 3, 5, 9)] == [2, 2, 4, 6, 6]
    assert [to_save(o, ap, 2) for ap in (0, 2, 4, 5)] == [2, 4, 6, 0]
    assert [to_kill(o, 4, to) for to in (1, 3, 6, 7)] == [2, 3, 6, 0]


def test_every_summand_of_an_ev_total() -> None:
    """WS-11.10, WS-11.11, WS-11.12, WS-9.31, WS-10.9, WS-11.6: a line squad has Ev 3 and Aw 12."""
    assert ev(battle()) == 3
    assert ev(battle(foes=[(23.001, 10)])) == 3  # at 12.001 inches, within the tolerance
    assert ev(battle(foes=[(23.002, 10)])) == 4
    s = battle()
    s.unit[1].ground = 1
    assert ev(s) == 4
    s.unit[1].hunkered = 1
    assert ev(s) == 5
    assert ev(s, blind=1) == 6


def test_a_ruin_and_going_to_ground_are_one_state_and_no_vehicle_has_it() -> None:
    """WS-3.7, WS-9.34, WS-15.4: hidden 2, gone to ground 1."""
    for unit, total in (("line", 6), ("car", 4)):
        s = lay_ground(battle(at=[(12, 10)], enemy=unit, foes=[(25, 10)]), Ground.RUIN, WOOD)
        assert ev(s) == total
        s.unit[1].ground = 1
        assert ev(s) == total


def test_the_reasons_of_a_needed_roll_add_up() -> None:
    """WS-11.9, WS-16.5."""
    s, log = battle(foes=[(29, 10)]), open_log()
    assert needed_to_hit(s, 0, 1, RIFLE, 1, log.why) == 6
    notes = [(log.why.rows[i].code, log.why.rows[i].amount) for i in range(log.why.count)]
    kinds = [Sum.EV, Sum.BEYOND_AW, Sum.LEADER_BLIND, Sum.BS, Sum.EVEN]
    assert notes == list(zip(kinds, (3, 1, 1, -3, 4), strict=True))


# ---------------------------------------------------------------- who fires what


@pytest.mark.parametrize(
    ("deed", "moved", "shots"),
    [
        (Deed.OPEN_FIRE, False, (2, 2, 4)),
        (Deed.ADVANCE, False, (1, 2, 2)),
        (Deed.ADVANCE, True, (1, 2, 0)),
        (Deed.RALLY, False, (1, 2, 2)),
        (Deed.DOUBLE, True, (0, 1, 0)),
        (Deed.GO_TO_GROUND, False, (0, 0, 0)),
        (Deed.FALL_BACK, False, (1, 2, 2)),
        (Deed.FALL_BACK, True, (0, 0, 0)),
    ],
)
def test_shots_of_rifle_pistol_and_lmg(deed: Deed, moved: bool, shots: tuple[int, ...]) -> None:
    """WS-9.6, WS-9.10, WS-9.11, WS-9.16, WS-9.17, WS-9.22, WS-9.26, WS-9.32, WS-10.3, WS-10.4."""
    s = battle(deed=deed)
    s.model[0].moved = int(moved)
    assert tuple(shots_now(s, 0, weapon) for weapon in (RIFLE, PISTOL, LMG)) == shots


def test_a_unit_in_flight_has_no_fire() -> None:
    """WS-10.6: four of ten are left."""
    s = battle(at=[(i, 10) for i in range(10, 20)], foes=[(30, 10)], deed=Deed.FALL_BACK)
    assert shots_now(s, 0, RIFLE) == 1
    for m in range(4, 10):
        s.model[m].alive = 0
    assert shots_now(s, 0, RIFLE) == 0


def test_a_mover_that_fell_still_moved() -> None:
    """WS-10.3: either fire or moving, even where the mover died of it (WS-3.14)."""
    s = battle(at=FOUR, deed=Deed.FALL_BACK)
    s.model[3].moved, s.model[3].alive = 1, 0
    assert shots_now(s, 0, RIFLE) == 0


@pytest.mark.parametrize(
    ("half", "shots"),
    [
        ("down_min1", [0, 1, 1, 1, 2, 2, 3]),
        ("down", [0, 0, 1, 1, 2, 2, 3]),
        ("up", [0, 1, 1, 2, 2, 3, 3]),
    ],
)
def test_half_a_rate_of_fire(half: str, shots: list[int]) -> None:
    """WS-9.14, WS-1.10, option half_rof: of 0 to 6."""
    s = battle(deed=Deed.ADVANCE, half_rof=half)
    found = []
    for rof in range(7):
        s.weapon[RIFLE].rof = rof
        found.append(shots_now(s, 0, RIFLE))
    assert found == shots
    s.weapon[RIFLE].rof = 1
    assert why_not_arm(s, 0, FIRST) == (Why.OK if shots[1] else Why.NO_FIRE)


def test_the_weapon_is_that_of_most_kills_expected_unless_one_is_told() -> None:
    """WS-2.9, WS-16.4: near, a leader in Advance! has one rifle shot of 1/2*1/2*2/3 or two of 1/2*1/2*1/2."""
    s = battle(foes=NEAR, deed=Deed.ADVANCE)
    assert weapon_in(aimed(s, 0, 1, 0)) == PISTOL
    s.deed = Deed.OPEN_FIRE
    assert weapon_in(aimed(s, 0, 1, 0)) == RIFLE
    arm(s, 0, SECOND)
    assert (weapon_in(aimed(s, 0, 1, 0)), needed_in(aimed(s, 0, 1, 1))) == (PISTOL, 5)
    arm(s, 0, -1)
    assert aimed(s, 0, 1, 0) == 0
    arm(s, 0, BOTH)
    s.model[1].x = 200_000
    assert aimed(s, 0, 1, 0) == 0


def test_shooters_take_the_easiest_shot() -> None:
    """WS-11.5, WS-11.12: one of them stands in the open; of two alike the lower number."""
    s = lay_ground(battle(foes=[(22, 10), (10, 16), (10, 17.5)]), Ground.BOG, WOOD)
    assert divmod(easiest(s, 0, 1, RIFLE, 0), MODELS) == (3, 2)
    s.model[2].alive = s.model[3].alive = 0
    assert divmod(easiest(s, 0, 1, RIFLE, 0), MODELS) == (4, 1)
    assert easiest(s, 0, 1, PISTOL, 0) == -1  # 11 inches off (WS-11.7)


def test_range_includes_itself() -> None:
    """WS-11.7, WS-1.2: 24 inches between the bases."""
    assert why_not_fire(battle(foes=[(35.001, 10)]), 0, 1) == Why.OK
    assert why_not_fire(battle(foes=[(35.002, 10)]), 0, 1) == Why.NO_TARGET


# ---------------------------------------------------------------- refusals


def test_open_fire_needs_a_target_that_the_leader_sees() -> None:
    """WS-9.3, WS-9.4, WS-16.6: his man sees it round the block; in Advance! that is enough (WS-9.18)."""
    s = lay_ground(battle(at=[(10, 10), (10, 20)]), Ground.BLOCK, [(14, 8), (16, 8), (16, 12), (14, 12)])
    assert why_not_fire(s, 0, 1) == Why.NOT_SEEN_BY_LEADER
    s.deed = Deed.ADVANCE
    assert why_not_fire(s, 0, 1) == Why.OK
    assert extra_of(s, 0, 1, 1) == 1  # WS-11.6


def test_why_a_unit_cannot_fire() -> None:
    """WS-16.6: NO_FIRE before HEAVY_MOVED before NO_TARGET in a model, and the lowest model's reason."""
    s = battle(deed=Deed.DOUBLE)
    assert why_not_fire(s, 0, 1) == Why.NO_TARGET  # his pistol has a shot and no target
    arm(s, 0, FIRST)
    assert why_not_fire(s, 0, 1) == Why.NO_FIRE
    s = battle("guns", at=[(10, 10), (10, 13)], deed=Deed.ADVANCE)
    s.model[1].moved = 1
    arm(s, 0, -1)
    assert why_not_fire(s, 0, 1) == Why.HEAVY_MOVED  # WS-9.17
    s.deed = Deed.DOUBLE
    assert why_not_fire(s, 0, 1) == Why.NO_FIRE  # moved or not
    arm(s, 1, -1)
    assert why_not_fire(s, 0, 1) == Why.NO_TARGET
    assert why_not_fire(s, 0, 0) == Why.NO_TARGET


def test_a_gun_left_in_place_fires_while_others_move() -> None:
    """WS-9.17."""
    s = battle("guns", at=[(10, 10), (10, 13)], deed=Deed.ADVANCE)
    s.model[0].moved = 1
    shoot(s, [1, 1, 1, 1])
    assert (s.model[0].fixed, s.model[1].fixed) == (0, 1)


def test_telling_a_model_which_weapon_to_fire() -> None:
    """WS-2.9, WS-16.6."""
    s = battle(deed=Deed.DOUBLE)
    assert [why_not_arm(s, 0, choice) for choice in (-1, FIRST, SECOND, BOTH, 3)] == [
        Why.OK,
        Why.NO_FIRE,
        Why.OK,
        Why.OK,
        Why.NO_FIRE,
    ]


def test_whether_there_is_anything_to_fire_at() -> None:
    """WS-16.6: the firing half is passed over where there is nothing."""
    assert can_fire(battle(), 0)
    assert not can_fire(battle(foes=[(45, 30)]), 0)
    s, log = battle(), open_log()
    hold(s, 0, log)
    assert held_fire.rows(log) and not pending(s)


# ---------------------------------------------------------------- the dice


def test_an_attack_in_groups() -> None:
    """WS-11.1, WS-11.16: two rifles in one group of four shots, then the light machine gun's four."""
    s = battle(at=[(10, 10), (10, 12), (10, 14)], foes=[(20, 10), (20, 12), (20, 14)])
    s.model[1].weapon[0] = LMG
    log = shoot(s, [4, 3, 6, 1, 3, 4, 2, 4, 4, 1, 1, 5, 5])
    # Rifles: 4 and 6 hit; of the saves, 4+, one fails; 3+ would have killed. The gun: both hits saved, 5+.
    assert group_fired.rows(log) == [(0, 1, RIFLE, 4, 2, 1, 0), (1, 1, LMG, 4, 2, 2, 0)]
    assert rolled_to_hit.rows(log) == [(0, 1, 4, 4361, 0, 0, 2), (1, 1, 4, 4411, 0, 0, 2)]
    assert rolled_to_save.rows(log) == [(0, 1, 4, 34, 0, 0, 1), (1, 1, 5, 55, 0, 0, 2)]
    assert rolled_to_kill.rows(log) == [(0, 1, 3, 2, 0, 0, 0)]
    assert (s.unit[1].markers, s.unit[1].hit) == (1, 1)  # four hits
    assert not any(s.trial_x) and not any(s.trial_y) and not any(s.fired) and not any(s.may_die)


def test_equal_weapons_with_unequal_needs_are_two_groups() -> None:
    """WS-11.16: the second rifle stands beyond its awareness of 12 inches; its two dice come last."""
    s = battle(at=[(10, 10), (6.9, 10), (10, 12)])
    log = shoot(s, [1] * 6)
    assert [row[:4] for row in group_fired.rows(log)] == [(0, 1, RIFLE, 4), (1, 1, RIFLE, 2)]
    assert [row.needed for row in rolled_to_hit.rows(log)] == [4, 5]


def test_all_shots_are_rolled_before_anybody_falls() -> None:
    """WS-11.16, WS-11.17: the gun fires although the rifles killed the only target; its result is lost."""
    s = battle(at=[(10, 10), (10, 12)])
    s.model[1].weapon[0] = LMG
    log = shoot(s, [6, 1, 1, 6, 6, 1, 1, 1, 1, 6])
    assert [row.model for row in model_removed.rows(log)] == [1 + 1]
    assert [row.results for row in results_lost.rows(log)] == [1]
    assert unit_destroyed.rows(log) and not suppressed.rows(log)  # WS-11.19


def test_nothing_is_rolled_where_no_die_can_succeed() -> None:
    """WS-11.14, WS-11.15: a rocket leaves Ar 2 no save; rifles cannot kill an armoured car."""
    s = battle("vet", enemy="line")
    s.model[0].weapon[0] = ROCKET
    log = shoot(s, [6, 1])
    assert [row.needed for row in rolled_to_save.rows(log)] == [0]
    s = battle(enemy="car")
    log = shoot(s, [6, 6, 1, 1])  # 2 hits, 2+ saves
    assert [row.needed for row in rolled_to_kill.rows(log)] == [0]
    assert s.unit[1].markers == 1


def test_saved_hits_do_not_suppress_a_vehicle() -> None:
    """WS-6.12; they count as hits for WS-6.11 all the same."""
    s = battle(enemy="car")
    shoot(s, [6, 6, 6, 6])
    assert (s.unit[1].markers, s.unit[1].hit) == (0, 1)
    s = battle()
    shoot(s, [6, 6, 6, 6])
    assert (s.unit[1].markers, s.unit[1].hit) == (1, 1)


def test_misses_do_nothing() -> None:
    """WS-6.9, WS-6.11."""
    s = battle()
    shoot(s, [1, 3])
    assert (s.unit[1].markers, s.unit[1].hit) == (0, 0)


def test_a_long_throw_has_several_rows() -> None:
    """WS-16.5: 24 faces in a row of the log; the last row says how many succeeded."""
    s = battle(at=[(10, 10 + 3 * i) for i in range(5)], foes=[(20, 16)])
    for m in range(5):
        s.model[m].weapon[0] = HMG
    rows = rolled_to_hit.rows(shoot(s, [3] * 30))
    assert rows == [(0, 1, 4, 33333333, 33333333, 33333333, -1), (0, 1, 4, 333333, 0, 0, 0)]


# ---------------------------------------------------------------- several targets


def two_targets(deed: Deed, **options: str) -> State:
    """Two men who fire at unit 1, which is near, and may fire at unit 2 behind it."""
    s = battle(at=[(10, 10), (10, 12)], deed=deed, **options)
    field_unit(SHELF, s, 1, "line", [(20, 14)])
    return s


def test_one_target_for_all_unless_an_option_splits_fire() -> None:
    """WS-11.3, option split_fire: in Open Fire! and Advance! only."""
    for deed, why in ((Deed.OPEN_FIRE, Why.OK), (Deed.ADVANCE, Why.OK), (Deed.RALLY, Why.SPLIT)):
        assert why_not_aim(two_targets(deed), 1, 2) == Why.SPLIT
        assert why_not_aim(two_targets(deed, split_fire="base"), 1, 2) == why
    s = two_targets(Deed.OPEN_FIRE, split_fire="base")
    assert why_not_aim(s, 1, 0) == Why.NO_TARGET
    lay_ground(s, Ground.BLOCK, [(14, 11.2), (16, 11.2), (16, 13), (14, 13)])
    assert why_not_aim(s, 1, 2) == Why.NOT_SEEN_BY_LEADER


def test_split_fire_in_open_fire() -> None:
    """WS-11.3: each model at its own target, nobody the worse for it."""
    s = two_targets(Deed.OPEN_FIRE, split_fire="base")
    aim(s, 1, 2)
    log = shoot(s, [4, 4, 6, 6, 4, 1, 6])
    assert [row[:2] for row in attacked.rows(log)] == [(0, 1), (0, 2)]
    assert [row.needed for row in rolled_to_hit.rows(log)] == [4, 4]
    assert (s.unit[1].markers, s.unit[2].markers, s.volleys) == (1, 1, 0)


@pytest.mark.parametrize(("check", "hits"), [([4, 6], [5]), ([5, 6], [])])
def test_split_fire_in_advance_needs_a_check(check: list[int], hits: list[int]) -> None:
    """WS-11.3: the further target gains +1 Ev, and is fired at only on a pass; no marker comes off."""
    s = two_targets(Deed.ADVANCE, split_fire="base")
    s.unit[0].markers = 1
    aim(s, 1, 2)
    log = shoot(s, [1, *check, *[1] * len(hits)])
    assert [row.needed for row in rolled_to_hit.rows(log)] == [4, *hits]
    assert split_checked.rows(log)[0].passed == len(hits)
    assert s.unit[0].markers == 1


def test_a_target_that_is_gone_does_not_stop_the_next_volley() -> None:
    """WS-11.3: three targets; the second can no longer be hit, the third is fired at."""
    s = two_targets(Deed.OPEN_FIRE, split_fire="base")
    field_unit(SHELF, s, 0, "line", [(40, 30)])
    field_unit(SHELF, s, 1, "line", [(20, 8)])
    s.model[0].aim, s.model[1].aim = 2, 4
    s.model[3].x = 200_000
    log, d = open_log(), faced([1, 1])
    fire(s, 0, 4, d, log)
    settle(s, d, log)
    assert used(d) and s.volleys == 0
    assert [row.enemy for row in attacked.rows(log)] == [4]


def test_a_target_nobody_aims_at_is_refused() -> None:
    """WS-11.3, WS-16.6: both were told to fire at unit 2."""
    s = two_targets(Deed.OPEN_FIRE, split_fire="base")
    aim(s, 0, 2)
    aim(s, 1, 2)
    assert (why_not_fire(s, 0, 1), why_not_fire(s, 0, 2)) == (Why.NO_TARGET, Why.OK)


def test_the_next_volley_waits_for_an_heir() -> None:
    """WS-2.6, WS-11.3: the first target's owner names a leader, then the second volley is fired."""
    s = battle(
        at=[(10, 10), (10, 12)], foes=[(20, 10), (24, 8), (24, 12)], split_fire="base", acting_leader="owner"
    )
    s.phase = Phase.RESOLVE
    field_unit(SHELF, s, 1, "line", [(20, 16)])
    aim(s, 1, 2)
    d = faced([6, 1, 1, 6, 1, 1])
    fire(s, 0, 1, d, OFF)
    assert settle(s, d, OFF) and s.phase == Phase.SUCCESSION and pending(s)
    s.unit[1].leader, s.heirs = 3, 0
    assert not settle(s, d, OFF)
    assert used(d) and (s.phase, s.volleys) == (Phase.RESOLVE, 0)
