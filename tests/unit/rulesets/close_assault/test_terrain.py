"""All kinds of terrain (2.4) in movement, charges and sight: CA-2.7, CA-2.9, CA-2.11, CA-4.4, CA-4.5."""

from __future__ import annotations

import pytest

from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.combat import why_not_shock
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.fights import why_not_encircle
from hulldown.rulesets.close_assault.movement import (
    begin_move,
    charge_bonus,
    charge_distance,
    drive,
    limit,
    remaining,
    why_not_drive,
    why_not_end,
)
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.state import Ground, Order, State
from hulldown.rulesets.close_assault.table import in_sight, in_wood
from hulldown.rulesets.common.explanation import OFF

OPEN, ROUGH, WOOD, BLOCK = Ground.OPEN, Ground.ROUGH, Ground.WOOD, Ground.BLOCK
SQUAD, RHINO, WALKER, JUMPERS, HOVER = "Line infantry", "Rhino", "Walker", "Assault infantry", "Grav tank"
FREE = Why.ALLOWED


def crossing(what: str, order: Order, ground: Ground, *box: float) -> State:
    """A model at (10, 18), just activated; terrain, of itself two inches deep, on its way east."""
    s = blank_state()
    field_detachment(SHELF, s, 0, what, [(10, 18)], order=order)
    lay_terrain(s, ground, *(box or (12, 14, 14, 22)))
    begin_move(s, 0)
    return s


def why(s: State, x: float, y: float = 18, m: int = 0) -> Why:
    """The first reason against a drive to a place in inches."""
    return Why.of(why_not_drive(s, m, round(x * 1000), round(y * 1000)))


# ---------------------------------------------------------------- ways


@pytest.mark.parametrize("order", [Order.ADVANCE, Order.MARCH, Order.CHARGE])
@pytest.mark.parametrize("what", [SQUAD, RHINO, WALKER])
@pytest.mark.parametrize(("ground", "cost"), [(OPEN, 4), (ROUGH, 6), (WOOD, 6)])
def test_difficult_ground_costs_double_under_every_order(
    what: str, order: Order, ground: Ground, cost: int
) -> None:
    """CA-4.5: two of the four inches lie inside it, whoever walks or drives."""
    s = crossing(what, order, ground)
    if cost * 1000 > limit(s, 0, 0):
        assert why(s, 14) == Why.DISTANCE
        return
    assert why(s, 14) == FREE
    drive(s, 0, 14_000, 18_000, -1, OFF)
    assert limit(s, 0, 0) - remaining(s, 0) == cost * 1000


@pytest.mark.parametrize("order", [Order.ADVANCE, Order.MARCH, Order.CHARGE])
@pytest.mark.parametrize("ground", list(Ground))
@pytest.mark.parametrize("what", [JUMPERS, HOVER])
def test_jump_packs_and_skimmers_pay_no_more_anywhere(what: str, ground: Ground, order: Order) -> None:
    """CA-4.4, CA-4.5: infantry and vehicles alike, over blocks as well."""
    s = crossing(what, order, ground)
    assert why(s, 16) == FREE
    drive(s, 0, 16_000, 18_000, -1, OFF)
    assert limit(s, 0, 0) - remaining(s, 0) == 6000
    assert why_not_end(s, 0) == FREE


@pytest.mark.parametrize("what", [SQUAD, RHINO, WALKER])
def test_a_block_is_not_passed(what: str) -> None:
    """CA-4.4, CA-2.7: a base may stand against it, not in it (CA-2.3: a hundredth is forgiven)."""
    s = crossing(what, Order.CHARGE, BLOCK)
    half = s.model[0].base.half_length / 1000
    assert why(s, 12 - half) == why(s, 12 - half + 0.01) == FREE
    assert why(s, 12 - half + 0.02) == why(s, 14.9) == Why.TERRAIN
    drive(s, 0, round(12_000 - half * 1000), 18_000, -1, OFF)
    assert why_not_end(s, 0) == FREE


@pytest.mark.parametrize(
    ("what", "ground", "end"),
    [
        (RHINO, OPEN, FREE),
        (RHINO, ROUGH, FREE),
        (RHINO, WOOD, FREE),
        (HOVER, ROUGH, FREE),
        (HOVER, WOOD, FREE),
        (HOVER, BLOCK, Why.TERRAIN),
        (JUMPERS, BLOCK, Why.TERRAIN),
    ],
)
def test_nobody_ends_on_a_block(what: str, ground: Ground, end: Why) -> None:
    """CA-2.7, CA-4.10."""
    s = crossing(what, Order.ADVANCE, ground)
    assert why(s, 13) == FREE
    drive(s, 0, 13_000, 18_000, -1, OFF)
    assert why_not_end(s, 0) == end


# ---------------------------------------------------------------- charges


@pytest.mark.parametrize(("ground", "reach"), [(OPEN, 28), (ROUGH, 26), (WOOD, 26)])
def test_a_charge_through_difficult_ground_goes_less_far(ground: Ground, reach: int) -> None:
    """CA-4.5, CA-4.6: two moves of nine inches, two of them counted twice."""
    s = crossing(RHINO, Order.CHARGE, ground)
    assert why(s, reach) == FREE and why(s, reach + 0.02) == Why.DISTANCE


@pytest.mark.parametrize("ground", [OPEN, ROUGH, WOOD])
def test_the_distance_of_a_charge_is_real(ground: Ground) -> None:
    """CA-4.5, CA-11.1: ten inches are ten inches, whatever they cost."""
    s = crossing(RHINO, Order.CHARGE, ground)
    drive(s, 0, 20_000, 18_000, -1, OFF)
    assert (charge_distance(s, 0), charge_bonus(s, 0)) == (10_000, 2)


@pytest.mark.parametrize(
    ("ground", "shock"), [(OPEN, FREE), (ROUGH, FREE), (WOOD, FREE), (BLOCK, Why.TERRAIN)]
)
def test_a_tank_shock_stops_on_any_ground_but_a_block(ground: Ground, shock: Why) -> None:
    """CA-12.5, CA-2.7: a Grav tank flies so far, and its target stands in the open."""
    s = crossing(HOVER, Order.CHARGE, ground)
    field_detachment(SHELF, s, 1, SQUAD, [(13 + 0.875 + 0.5, 18)])
    drive(s, 0, 13_000, 18_000, -1, OFF)
    assert why_not_shock(s, 0, 1) == shock


@pytest.mark.parametrize("ground", [ROUGH, WOOD])
def test_a_pile_in_pays_double_too(ground: Ground) -> None:
    """CA-4.5, CA-4.9."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(10, 18), (8, 18)], order=Order.CHARGE)
    field_detachment(SHELF, s, 1, SQUAD, [(11, 18), (11, 19.5)])
    lay_terrain(s, ground, 7, 18.5, 12, 22)
    begin_move(s, 0)
    assert why(s, 10, 19.5, m=1) == FREE
    s.area[0].y0 = 10_000
    assert why(s, 10, 19.5, m=1) == FREE and why(s, 10, 20, m=1) == Why.DISTANCE


@pytest.mark.parametrize(
    ("ground", "far", "expected"),
    [
        (OPEN, 4000, FREE),
        (ROUGH, 4000, Why.ENC_DISTANCE),
        (WOOD, 4000, Why.ENC_DISTANCE),
        (ROUGH, 2500, FREE),
        (BLOCK, 2500, Why.ENC_THROUGH),
    ],
)
def test_the_way_round_a_vehicle_knows_the_ground(ground: Ground, far: int, expected: Why) -> None:
    """CA-13.5, CA-13.6, CA-4.11: a block in the way is passed no more than an enemy."""
    s = blank_state()
    field_detachment(SHELF, s, 0, RHINO, [(20, 18)])
    field_detachment(SHELF, s, 1, SQUAD, [(21.25, 18)], order=Order.CHARGE)
    box = (20, 19.2, 23, 22) if ground == BLOCK else (15, 10, 25, 25)
    lay_terrain(s, ground, *box)
    begin_move(s, 1)
    assert Why.of(why_not_encircle(s, 1, 0, far)) == expected


# ---------------------------------------------------------------- sight

ACROSS, INTO, WITHIN = ((10, 18), (20, 18)), ((10, 18), (13, 18)), ((12.5, 18), (13.5, 18))
ALONG_EDGE, BY_CORNER, ASIDE = ((10, 22), (20, 22)), ((10, 24), (14, 20)), ((10, 23), (20, 23))
Line = tuple[tuple[float, float], tuple[float, float]]


@pytest.mark.parametrize(
    ("ground", "line", "seen"),
    [
        *((ground, line, True) for ground in (OPEN, ROUGH) for line in (ACROSS, INTO, WITHIN, ALONG_EDGE)),
        (WOOD, ACROSS, False),
        (WOOD, INTO, True),
        (WOOD, WITHIN, True),
        (WOOD, ALONG_EDGE, False),
        (WOOD, BY_CORNER, True),
        (WOOD, ASIDE, True),
        (BLOCK, ACROSS, False),
        (BLOCK, INTO, False),
        (BLOCK, ALONG_EDGE, False),
        (BLOCK, BY_CORNER, False),
        (BLOCK, ASIDE, True),
    ],
)
def test_what_is_seen_past_each_kind_of_ground(ground: Ground, line: Line, seen: bool) -> None:
    """CA-2.9, CA-2.11: blocks cut a line that touches them, woods one that runs in them from side to side."""
    s = blank_state()
    for side, place in enumerate(line):
        field_detachment(SHELF, s, side, SQUAD, [place])
    lay_terrain(s, ground, *((12, 14, 14, 22) if line != BY_CORNER else (8, 16, 12, 22)))
    assert in_sight(s, 0, 1) is in_sight(s, 1, 0) is seen


def test_models_do_not_block_a_line() -> None:
    """CA-2.9: neither side's."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(10, 18)])
    field_detachment(SHELF, s, 1, SQUAD, [(20, 18)])
    for side, x in enumerate((13, 16)):
        field_detachment(SHELF, s, side, "Baneblade", [(x, 18)], facing=90)
    assert in_sight(s, 0, 1)


@pytest.mark.parametrize(("ground", "inside"), [(OPEN, False), (ROUGH, False), (WOOD, True), (BLOCK, False)])
def test_only_a_wood_covers_who_stands_in_it(ground: Ground, inside: bool) -> None:
    """CA-15.4, by 2.4."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(13, 18)])
    lay_terrain(s, ground, 12, 14, 14, 22)
    assert in_wood(s, 0) is inside
