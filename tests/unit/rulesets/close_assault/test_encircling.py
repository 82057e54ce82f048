"""Encircle (CA-13), and the curve it follows."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from tests.lanes import examples

from hulldown.kernel.plane import GRAIN, Base, gap, lay_around, perimeter, place_around
from hulldown.kernel.records import blank
from hulldown.rulesets.close_assault.board import drags
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why, encircled
from hulldown.rulesets.close_assault.fights import (
    encircle,
    enemies_touched,
    lay_on_way,
    leap,
    nearest_round,
    why_not_encircle,
    why_not_leap,
)
from hulldown.rulesets.close_assault.movement import begin_move
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.state import Ground, Order, Phase, State
from hulldown.rulesets.close_assault.table import wipe
from hulldown.rulesets.close_assault.words import detachment_name, parse_action
from hulldown.rulesets.common.explanation import OFF, open_log

RHINO, SQUAD, JUMPERS = "Rhino", "Line infantry", "Assault infantry"


def swarm(
    what: str = SQUAD, *places: tuple[float, float], order: Order = Order.CHARGE, **options: str
) -> State:
    """Models of side 1 about a Rhino at (20, 18) that faces east; the first touches its front."""
    s = blank_state(options)
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)])
    field_detachment(SHELF, s, 1, what, [(21.25, 18), *places], order=order)
    begin_move(s, 1)
    return s


def why(s: State, far: float, m: int = 1, vehicle: int = 0) -> Why:
    """The first reason against a walk of so many inches."""
    return Why.of(why_not_encircle(s, m, vehicle, round(far * 1000)))


# ---------------------------------------------------------------- the curve


@given(
    rect=some.booleans(),
    a=some.integers(300, 2000),
    b=some.integers(300, 2000),
    r=some.integers(300, 900),
    facing=some.integers(0, 35_999),
    share=some.floats(-2, 2),
)
@settings(max_examples=examples(200), deadline=None)
def test_all_of_the_curve_is_at_the_same_distance(rect, a, b, r, facing, share):  # CA-13.5
    vehicle, walker = blank(Base), blank(Base)
    vehicle.x, vehicle.y, vehicle.facing = 20_000, 18_000, facing
    vehicle.round, vehicle.half_length, vehicle.half_width = int(not rect), a, b if rect else a
    walker.round, walker.half_length, walker.half_width = 1, r, r
    whole = perimeter(vehicle, r)
    straight = 4 * (a + b) if rect else 2 * math.pi * a
    assert abs(whole / GRAIN - straight - 2 * math.pi * r) < 1
    place = round(share * whole)
    lay_around(walker, vehicle, r, place)
    assert abs(gap(vehicle, walker)) <= 1
    off = (place_around(vehicle, r, int(walker.x), int(walker.y)) - place) % whole
    assert min(off, whole - off) <= 3 * GRAIN


# ---------------------------------------------------------------- who may


def test_who_may_go_round():  # CA-13.1, CA-13.9, CA-13.10
    assert why(swarm(), 1) == Why.ALLOWED
    assert why(swarm(RHINO), 1) == Why.ENC_TYPE
    assert why(swarm(order=Order.ADVANCE), 1) == Why.ENC_ORDER
    assert why(swarm(rules_mode="today"), 1) == Why.ENC_ORDER  # CA-1.5
    assert why(swarm(SQUAD, (30, 18)), 1, m=2) == Why.ENC_NOT_ENGAGED
    s = swarm()
    encircle(s, 1, 0, 1000, OFF)
    assert why(s, 1) == Why.ENC_ORDER  # in place of its one move


@pytest.mark.parametrize(
    ("option", "far", "expected"),
    [
        ("move", 5, Why.ALLOWED),
        ("move", 5.1, Why.ENC_DISTANCE),
        ("double", 10, Why.ALLOWED),
        ("unlimited", 24, Why.ALLOWED),
    ],
)
def test_how_far(option: str, far: float, expected: Why):  # CA-13.6
    assert why(swarm(encircle_distance=option), far) == expected


def test_difficult_ground_costs_double():  # CA-13.6, CA-4.5
    s = swarm()
    lay_terrain(s, Ground.ROUGH, 10, 10, 30, 30)
    assert why(s, 2.5) == Why.ALLOWED and why(s, 2.6) == Why.ENC_DISTANCE


def test_contact_is_kept_and_nobody_passed_or_found():  # CA-13.2, CA-13.7
    s = swarm()
    field_detachment(SHELF, s, 0, SQUAD, [(19.5, 19.9)])
    assert why(s, 1.6354) == Why.ALLOWED
    assert why(s, 1.9354) == Why.ENC_NEW_CONTACT
    assert why(s, 4.0708) == Why.ENC_THROUGH and why(s, -4.0708) == Why.ALLOWED
    field_detachment(SHELF, s, 0, SQUAD, [(22.3, 18)])
    assert why(s, -1) == Why.ENC_LOST_CONTACT and why(s, 0.05) == Why.ALLOWED


def test_friends_are_passed_but_not_ended_on():  # CA-13.7
    s = swarm(SQUAD, (20, 19))
    beside = 0.5 + math.pi / 4 + 0.75
    assert why(s, beside) == Why.OVERLAP and why(s, beside + 1.1) == Why.ALLOWED


def test_it_ends_on_the_curve_behind():  # CA-13.5, CA-20.5
    s, log = swarm(), open_log()
    encircle(s, 1, 0, 4071, log)
    assert abs(s.model[1].base.x - 18_750) <= 1 and abs(s.model[1].base.y - 18_000) <= 2
    assert encircled.rows(log) and enemies_touched(s, 1) == 1


# ---------------------------------------------------------------- leaps


def test_jump_packs_are_judged_by_their_end_alone():  # CA-13.3, CA-13.8
    s = swarm(JUMPERS)
    field_detachment(SHELF, s, 0, SQUAD, [(19.5, 19.9)])
    assert why(s, 4.0708) == Why.ALLOWED  # over the one in the way
    assert why_not_leap(s, 1, 18_750, 18_000) == Why.ALLOWED
    assert why_not_leap(s, 1, 18_600, 18_000) == Why.ENC_LOST_CONTACT
    assert why_not_leap(s, 1, 20_100, 19_000) == Why.ENC_NEW_CONTACT
    assert why_not_leap(s, 1, 20_300, 18_900) == Why.OVERLAP
    assert why_not_leap(s, 1, 30_000, 18_000) == Why.ENC_DISTANCE
    assert why_not_leap(swarm(), 1, 18_750, 18_000) == Why.ENC_TYPE
    leap(s, 1, 18_750, 18_000, OFF)
    assert s.model[1].done and enemies_touched(s, 1) == 1


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize("far", [-3.5, -1.2, 0.4, 2.0, 3.9])
def test_a_hand_draws_a_model_along_its_way(far: float) -> None:  # CA-13.5
    s = swarm()
    lay_on_way(s, 1, 0, round(far * 1000), 1, 1)
    x, y = s.trial.x, s.trial.y
    wipe(s)
    vehicle, found = nearest_round(s, 1, x, y)
    assert vehicle == 0 and abs(found - far * 1000) <= 2
    out = 20_000 + (x - 20_000) * 3 // 2, 18_000 + (y - 18_000) * 3 // 2  # the hand need not be on the way
    _, about = nearest_round(s, 1, *out)
    assert abs(about - far * 1000) < 700
    act = parse_action(s, 1, f"{name_of(s)}.1 encircle {x / 1000},{y / 1000}")
    assert (act.target, act.choice) == (0, found)


def name_of(s: State) -> str:
    """What the squad is called."""
    return detachment_name(s, 1)


def test_a_hand_on_the_vehicle_means_the_side_it_is_nearer_to() -> None:  # CA-13.5
    s = swarm()
    assert nearest_round(s, 1, 20_000, 18_400)[1] > 0 > nearest_round(s, 1, 20_000, 17_600)[1]
    s.model[1].base.x = 30_000
    with pytest.raises(ValueError, match="touches no vehicle"):
        nearest_round(s, 1, 20_000, 18_000)


def test_who_may_go_round_can_be_drawn() -> None:  # CA-13.1, CA-13.6
    s = swarm()
    s.phase, s.acting, s.side = Phase.ENGAGED, 1, 1
    s.model[1].touched = 1
    (grip,) = drags(s, 1)
    assert grip.order == f"{name_of(s)}.1 encircle {{x}},{{y}}" and grip.note == "up to 5″ round"
    s.detachment[1].order = Order.ADVANCE
    assert not list(drags(s, 1))
