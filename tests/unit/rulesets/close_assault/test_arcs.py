"""The arcs of vehicles (CA-5)."""

import pytest

from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment
from hulldown.rulesets.close_assault.state import Arc, State
from hulldown.rulesets.close_assault.table import arc_of, bears, least_ahead_of


def beside(ahead: float, facing: float = 0, arc_touch: str = "rear") -> State:
    """A Rhino facing east and a stand whose hindmost point lies so far before its line."""
    s = blank_state({"arc_touch": arc_touch})
    field_detachment(SHELF, s, 0, "Rhino", [(10, 10)], facing=facing)
    field_detachment(SHELF, s, 1, "Line infantry", [(10 + ahead + 0.5, 11)])
    return s


@pytest.mark.parametrize(("ahead", "arc"), [(0.011, Arc.FRONT), (0.01, Arc.REAR), (-0.02, Arc.REAR)])
def test_only_who_stands_wholly_in_front_is_in_front(ahead: float, arc: Arc) -> None:
    """CA-5.3, CA-5.4."""
    s = beside(ahead)
    assert least_ahead_of(s, 0, 1) == round(ahead * 1000)
    assert arc_of(s, 0, 1) == arc


@pytest.mark.parametrize(("ahead", "arc"), [(0, Arc.FRONT), (-0.01, Arc.FRONT), (-0.011, Arc.REAR)])
def test_a_base_that_touches_the_line_may_count_as_in_front(ahead: float, arc: Arc) -> None:
    """CA-5.4: arc_touch."""
    assert arc_of(beside(ahead, arc_touch="front"), 0, 1) == arc


def test_each_of_two_vehicles_judges_for_itself() -> None:
    """CA-5.5: struck from behind while it strikes to its front."""
    s = blank_state()
    field_detachment(SHELF, s, 0, "Rhino", [(10, 10)])
    field_detachment(SHELF, s, 1, "Battle tank", [(12, 10)])
    assert (arc_of(s, 0, 1), arc_of(s, 1, 0)) == (Arc.FRONT, Arc.REAR)


@pytest.mark.parametrize(
    ("ahead", "front", "rear"),
    [(0.02, True, False), (-0.5, True, True), (-0.01, True, False), (-0.99, False, True), (-2, False, True)],
)
def test_a_weapon_bears_on_any_part_of_a_model(ahead: float, front: bool, rear: bool) -> None:
    """CA-5.6: a stand is an inch across, a hundredth is forgiven."""
    s = beside(ahead)
    assert (bears(s, 0, Arc.FRONT, 1), bears(s, 0, Arc.REAR, 1)) == (front, rear)
    assert bears(s, 0, Arc.ALL, 1)
