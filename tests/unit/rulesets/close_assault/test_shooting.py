"""Who fires at whom in the fire stages, and Point Defence on the move (CA-15)."""

from random import Random

import pytest
from tests.unit.rulesets.close_assault.gunnery import (
    ALONE,
    BANEBLADE,
    COAXIAL,
    HULL,
    RHINO,
    RIFLES,
    ROCKETS,
    TANK,
    TURRET,
    fired,
    gunner,
    laid,
    range_day,
    why,
)

from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why, fired_at
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.shooting import (
    can_defend,
    can_fire,
    defend,
    hold_fire,
    line_against,
    spare,
    why_not_defend,
    why_not_fire,
    why_not_spare,
    why_not_use,
)
from hulldown.rulesets.close_assault.state import Firing, Ground, Order, Phase
from hulldown.rulesets.common.explanation import OFF, open_log

# ---------------------------------------------------------------- who fires, and at whom


@pytest.mark.parametrize(
    ("phase", "order", "allowed"),
    [
        (Phase.FIRST_FIRE, Order.FIRST_FIRE, True),
        (Phase.FIRST_FIRE, Order.ADVANCE, False),
        (Phase.ADVANCING_FIRE, Order.ADVANCE, True),
        (Phase.ADVANCING_FIRE, Order.MARCH, False),
        (Phase.ADVANCING_FIRE, Order.CHARGE, False),
        (Phase.ADVANCING_FIRE, Order.FALL_BACK, False),
        (Phase.MOVEMENT, Order.FIRST_FIRE, False),
    ],
)
def test_each_order_has_its_fire_stage(phase: Phase, order: Order, allowed: bool) -> None:
    """CA-3.3, CA-15.1."""
    s = range_day(RIFLES, (15, 10))
    s.phase, s.detachment[0].order = phase, order
    assert why(s) == (Why.ALLOWED if allowed else Why.FIRE_ORDER)
    assert can_fire(s, 0) is allowed


def test_nobody_fires_out_of_a_combat_or_into_one() -> None:
    """CA-4.8, CA-15.1, CA-15.2."""
    s = range_day(RIFLES, (15, 10))
    field_detachment(SHELF, s, 0, RIFLES, [(16, 10)])
    assert why(s) == Why.FIRE_ENGAGED
    s = range_day(RIFLES, (15, 10))
    field_detachment(SHELF, s, 1, RIFLES, [(11, 10)])
    assert why(s) == Why.FIRE_ENGAGED


def test_a_detachment_fires_once_in_its_stage_and_never_at_friends() -> None:
    """CA-15.1."""
    s = range_day(RIFLES, (15, 10))
    field_detachment(SHELF, s, 0, RIFLES, [(10, 14)])
    assert why(s, target=2) == Why.NOT_YOURS
    s.detachment[0].activated = 1
    assert why(s) == Why.FIRE_DONE


def test_a_weapon_wants_range_arc_and_sight() -> None:
    """CA-2.9, CA-2.10, CA-5.6, CA-15.2: rifles reach 8 inches, to 0.01."""
    assert why(range_day(RIFLES, (19.01, 10))) == Why.ALLOWED
    assert why(range_day(RIFLES, (19.011, 10))) == Why.FIRE_RANGE
    assert why(range_day(RHINO, (8, 10))) == Why.FIRE_ARC
    assert why(range_day(RHINO, (9.6, 13))) == Why.ALLOWED  # a part of it is in front
    s = range_day(RIFLES, (15, 10))
    lay_terrain(s, Ground.BLOCK, 12, 10, 13, 12)  # its edge touches the line of sight
    assert why(s) == Why.FIRE_LOS


def test_one_target_model_is_enough_and_the_reason_is_of_the_weapon_that_comes_nearest() -> None:
    """CA-15.2, CA-20.4: the bolter bears to the front only, the cannons are out of sight."""
    assert why(range_day(RIFLES, (30, 10), (15, 10))) == Why.ALLOWED
    s = range_day(BANEBLADE, (2, 10))
    assert why(s) == Why.ALLOWED
    lay_terrain(s, Ground.BLOCK, 4, 0, 5, 20)
    assert why(s) == Why.FIRE_LOS


def test_minimum_range_is_felt() -> None:
    """CA-2.10: a siege mortar reaches no nearer than 8 inches."""
    s = range_day("Super-heavy", (20, 10), facing=0)
    gun = s.profile[0].weapon[1]
    assert gun.line[0].nearest == 8000
    assert line_against(s, 0, 1, 1) == 0
    s = range_day("Super-heavy", (18, 10), facing=0)
    assert line_against(s, 0, 1, 1) == -1


def test_point_defence_may_take_a_second_target_together() -> None:
    """CA-15.2, CA-15.14: the hull gun at the second, turret and co-axial gun at the first."""
    s = range_day(TANK, (17, 10), enemy=RIFLES)
    field_detachment(SHELF, s, 1, RIFLES, [(16, 13)])
    assert why(s, second=2) == Why.ALLOWED
    e = fired(s, 1, 1, 1, 1, 1, second=2)
    assert [(row.enemy, row.weapon) for row in fired_at.rows(e)] == [
        (1, TURRET),
        (1, COAXIAL),
        (2, HULL),
    ]
    s = range_day(TANK, (17, 10))
    field_detachment(SHELF, s, 1, RIFLES, [(30, 10)])
    assert why(s, second=2) == Why.FIRE_RANGE
    s = range_day(RHINO, (15, 10))
    field_detachment(SHELF, s, 1, RIFLES, [(15, 12)])
    assert why(s, second=2) == Why.FIRE_ORDER  # nothing is left for the first


def test_arcs_bind_vehicles_only() -> None:
    """CA-2.2, CA-15.14."""
    front = {"traits": ["Arc (Front)"]}
    assert why(range_day(gunner(front), (5, 10))) == Why.ALLOWED
    assert why(range_day(gunner(front, kind="Vehicle"), (5, 10))) == Why.FIRE_ARC


def test_the_first_line_that_can_hit_is_fired() -> None:
    """CA-15.13."""
    far, near = {"range_min": 8, "range": 24, "dice": 1}, {"range": 12, "dice": 3}
    assert line_against(range_day(gunner(far, near), (15, 10)), 0, 0, 1) == 1
    assert line_against(range_day(gunner(far, near), (20, 10)), 0, 0, 1) == 0
    assert line_against(range_day(gunner(near, far), (20, 10)), 0, 0, 1) == 0
    assert line_against(range_day(gunner(far, near), (40, 10)), 0, 0, 1) == -1


def test_who_has_a_target_at_all_has_one_that_may_be_fired_at() -> None:
    """CA-3.9, CA-20.2: the quick answer is that of every target by itself."""
    random, found = Random(15), set()
    for _ in range(60):
        s = blank_state()
        s.phase = Phase.FIRST_FIRE
        for k, unit in enumerate((TANK, RIFLES, RHINO, ROCKETS)):
            place = (random.uniform(2, 40), random.uniform(2, 30))
            field_detachment(SHELF, s, k % 2, unit, [place], random.uniform(0, 359), Order.FIRST_FIRE)
        lay_terrain(s, Ground.BLOCK, 20, 10, 24, 20)
        for k in range(4):
            has = any(why_not_fire(s, k, target, ALONE) == Why.ALLOWED for target in range(4))
            assert can_fire(s, k) is has
            found.add(has)
    assert found == {False, True}


# ---------------------------------------------------------------- weapons and close combat


def test_a_weapon_used_in_combat_does_not_fire_nor_does_the_one_co_axial_to_it() -> None:
    """CA-10.3, CA-10.5, CA-15.1."""
    s = range_day(TANK, (17, 10))
    s.model[0].used = 1 << TURRET
    e = fired(s, 1, 1)
    assert [row.weapon for row in fired_at.rows(e)] == [HULL]
    s.model[0].used = 1 << TURRET | 1 << HULL
    s.model[0].fired = 0
    assert why(s) == Why.FIRE_COAXIAL


def test_a_weapon_fired_has_no_bonus_left_and_does_not_fire_twice() -> None:
    """CA-10.3, CA-15.1."""
    s = range_day(RHINO, (15, 10))
    assert s.model[0].left[0] == 4
    fired(s, 1, 1, 1, 1)
    assert s.model[0].left[0] == 0
    assert why_not_use(s, 0, 1, 0, 1) == Why.BONUS_FIRED
    assert why(s) == Why.FIRE_DONE
    assert s.detachment[0].shot == 1


def test_a_weapon_may_be_spared_for_close_combat() -> None:
    """CA-10.3, CA-15.14: this time only."""
    s = range_day(TANK, (17, 10))
    assert why_not_spare(s, 0, HULL) == Why.ALLOWED
    assert why_not_spare(s, 0, 5) == Why.NOT_YOURS
    spare(s, 0, HULL, OFF)
    assert why_not_spare(s, 0, HULL) == Why.FIRE_DONE
    e = fired(s, 1, 1, 1)
    assert [row.weapon for row in fired_at.rows(e)] == [TURRET, COAXIAL]
    assert s.model[0].left[HULL] == 2
    assert s.model[0].spared == 0
    assert why(s) == Why.ALLOWED
    spare(s, 0, HULL, OFF)
    hold_fire(s, 0, OFF)
    assert s.model[0].spared == 0


# ---------------------------------------------------------------- Point Defence on the move


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.ADVANCE, Why.ALLOWED),
        (Order.MARCH, Why.ALLOWED),
        (Order.CHARGE, Why.FIRE_ORDER),
        (Order.FIRST_FIRE, Why.FIRE_ORDER),
    ],
)
def test_point_defence_fires_in_the_movement_phase(order: Order, expected: Why) -> None:
    """CA-3.3, CA-15.9."""
    s = range_day(TANK, (17, 10))
    s.phase, s.detachment[0].order = Phase.POINT_DEFENCE, order
    assert why_not_defend(s, 0, 1) == expected
    assert can_defend(s, 0) is (expected == Why.ALLOWED)


def test_point_defence_fires_once_and_counts_as_fired() -> None:
    """CA-15.9: the hull gun alone; the rest of an Advance may fire in its stage."""
    s = range_day(TANK, (17, 10))
    s.phase, s.detachment[0].order = Phase.POINT_DEFENCE, Order.ADVANCE
    e, d = open_log(), laid(1, 1)
    defend(s, 0, 1, d, e)
    assert [row[2:] for row in fired_at.rows(e)] == [(HULL, 2, 5, Firing.DEFENCE)]
    assert why_not_defend(s, 0, 1) == Why.FIRE_DONE
    s.phase = Phase.ADVANCING_FIRE
    assert [row.weapon for row in fired_at.rows(fired(s, 1, 1, 1))] == [TURRET, COAXIAL]


def test_who_has_no_point_defence_has_none_on_the_move() -> None:
    """CA-15.9."""
    s = range_day(RIFLES, (15, 10))
    s.detachment[0].order = Order.MARCH
    assert why_not_defend(s, 0, 1) == Why.FIRE_ORDER


def test_blast_and_barrage_fire_as_plain_weapons() -> None:
    """CA-15.12."""
    s = range_day(gunner({"traits": ["Blast (5)", "Barrage"]}), (15, 10))
    assert why(s) == Why.ALLOWED
