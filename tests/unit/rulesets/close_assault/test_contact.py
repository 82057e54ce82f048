"""Contact, places to stand, coherency (CA-2)."""

import pytest

from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.movement import begin_leg, begin_move
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_terrain
from hulldown.rulesets.close_assault.state import Ground, Order, State
from hulldown.rulesets.close_assault.table import (
    coherent,
    engaged,
    gap_of,
    groups,
    largest_group,
    linked,
    standing,
    touched_by,
    touched_by_model,
    touching,
    why_not_coherent,
    why_not_stand,
)

SQUAD = "Line infantry"  # circles of 1 inch
TANK = "Rhino"  # 1.5 x 1 inch


def facing_each_other(gap: float) -> State:
    """A Rhino facing east, one stand of infantry so far in front of it."""
    s = blank_state()
    field_detachment(SHELF, s, 0, TANK, [(10, 10)])
    field_detachment(SHELF, s, 1, SQUAD, [(10 + 0.75 + gap + 0.5, 10)])
    return s


@pytest.mark.parametrize(
    ("gap", "contact", "overlap"),
    [
        (0.1, True, False),
        (0.101, False, False),
        (0, True, False),
        (-0.01, True, False),
        (-0.011, False, True),
    ],
)
def test_contact_reaches_a_tenth_of_an_inch(gap: float, contact: bool, overlap: bool) -> None:
    """CA-2.3, CA-2.5."""
    s = facing_each_other(gap)
    assert gap_of(s, 0, 1) == gap_of(s, 1, 0) == round(gap * 1000)
    assert touching(s, 0, 1) is contact
    assert (why_not_stand(s, 0, s.model[0].base, 1) == Why.OVERLAP) is overlap


def test_whoever_touches_an_enemy_is_engaged_and_so_is_his_detachment() -> None:
    """CA-2.6: friends in contact engage nobody, and the dead touch nobody."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(10, 10), (11, 10)])
    field_detachment(SHELF, s, 1, SQUAD, [(12, 10), (14, 10)])
    field_detachment(SHELF, s, 1, SQUAD, [(11, 11)])
    assert [touched_by_model(s, m) != 0 for m in range(5)] == [False, True, True, False, True]
    assert touched_by_model(s, 1) == touched_by(s, 0) == 0b110
    assert touched_by(s, 1) == touched_by(s, 2) == 0b001
    s.model[1].wounds = 0
    assert not any(engaged(s, k) for k in range(3))
    assert touched_by_model(s, 1) == 0


def test_a_base_stands_clear_of_models_blocks_and_the_edge() -> None:
    """CA-2.5, CA-2.7: in that order of reasons; a hundredth of an inch is forgiven."""
    s = blank_state()
    field_detachment(SHELF, s, 0, TANK, [(0.74, 10), (10, 10)])
    lay_terrain(s, Ground.BLOCK, 12, 9, 13, 11)
    lay_terrain(s, Ground.WOOD, 0, 0, 48, 36)
    b = s.model[0].base
    assert why_not_stand(s, 0, b, 1) == Why.ALLOWED
    b.x = 739
    assert why_not_stand(s, 0, b, 1) == Why.OFF_TABLE
    b.x, b.y = 11_250, 8_510  # beside the block and over its corner by so little
    assert why_not_stand(s, 0, b, 1) == Why.ALLOWED
    b.x, b.y = 11_270, 8_520
    assert why_not_stand(s, 0, b, 1) == Why.TERRAIN
    b.x, b.y = 11_270, 10_000
    assert why_not_stand(s, 0, b, 1) == Why.OVERLAP
    assert why_not_stand(s, 0, b, 0) == Why.TERRAIN  # with its own side left aside


@pytest.mark.parametrize(("y", "overlaps"), [(8_651, False), (8_665, True)])
def test_a_turned_base_meets_a_block_with_its_corner(y: int, overlaps: bool) -> None:
    """CA-2.7: half of 1.5 and half of 1, at 45 degrees, reach 0.884 inches upwards."""
    s = blank_state()
    field_detachment(SHELF, s, 0, TANK, [(10, 1)], facing=45)
    lay_terrain(s, Ground.BLOCK, 5, 9.525, 15, 12)
    s.model[0].base.y = y
    assert (why_not_stand(s, 0, s.model[0].base, 1) == Why.TERRAIN) is overlaps


# ---------------------------------------------------------------- coherency


def squad(*xs: float) -> State:
    """Stands of infantry in a row."""
    s = blank_state()
    field_detachment(SHELF, s, 0, SQUAD, [(x, 10) for x in xs], order=Order.ADVANCE)
    return s


def test_a_chain_has_gaps_of_two_inches_at_most() -> None:
    """CA-2.8."""
    s = squad(10, 19.01, 13, 16)
    assert linked(s, 1, 3)
    assert not linked(s, 0, 3)
    assert coherent(s, 0)
    s.model[1].base.x += 1
    assert not coherent(s, 0)
    assert (groups(s, 0), largest_group(s, 0)) == (2, 3)
    s.model[3].wounds = 0
    assert standing(s, 0) == 0b0111
    assert (groups(s, 0), largest_group(s, 0)) == (2, 2)


def test_nobody_left_and_one_left_are_coherent() -> None:
    """CA-2.8."""
    s = squad(10, 20)
    s.model[0].wounds = 0
    assert coherent(s, 0)
    s.model[1].wounds = 0
    assert coherent(s, 0)
    assert (groups(s, 0), largest_group(s, 0)) == (0, 0)


def test_a_detachment_in_coherency_must_stay_so() -> None:
    """CA-2.8."""
    s = squad(10, 12)
    begin_move(s, 0)
    s.model[1].base.x += 2000
    assert why_not_coherent(s, 0) == Why.COHERENCY


def test_a_broken_detachment_must_not_fall_apart_further() -> None:
    """CA-2.12: as many groups, as large, and nobody farther off than before."""
    s = squad(10, 12, 14, 24)
    begin_move(s, 0)
    assert why_not_coherent(s, 0) == Why.ALLOWED  # nobody moved
    s.model[3].base.x -= 1000
    assert why_not_coherent(s, 0) == Why.ALLOWED
    s.model[3].base.x += 1010
    assert why_not_coherent(s, 0) == Why.ALLOWED  # TOL
    s.model[3].base.x += 1
    assert why_not_coherent(s, 0) == Why.COHERENCY
    s.model[3].base.x -= 1011
    s.model[0].base.x -= 1500
    assert why_not_coherent(s, 0) == Why.COHERENCY  # three groups
    s.model[0].base.x += 1500
    for m in (0, 1, 2):
        s.model[m].base.x -= 1000
    assert why_not_coherent(s, 0) == Why.ALLOWED  # one came nearer by as much as the others left


def test_the_largest_group_must_stay_as_large() -> None:
    """CA-2.12: two and two are no three and one."""
    s = squad(10, 12, 14, 24)
    begin_move(s, 0)
    s.model[2].base.x = 22_000
    assert groups(s, 0) == 2
    assert why_not_coherent(s, 0) == Why.COHERENCY


def test_after_a_tank_shock_the_moment_after_it_counts() -> None:
    """CA-2.12, CA-2.14: losses in it may have broken the chain."""
    s = squad(10, 12, 14)
    begin_move(s, 0)
    for m in range(3):
        s.model[m].base.y += 4000
    s.model[0].base.x = 6_000
    begin_leg(s, 0)
    assert why_not_coherent(s, 0) == Why.ALLOWED
    s.model[0].base.x -= 100
    assert why_not_coherent(s, 0) == Why.COHERENCY
