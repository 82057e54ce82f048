"""Set-up: roll-offs, placing in turn, formations (WS-4)."""

from __future__ import annotations

import pytest

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import Dice, new_dice, script_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, set_up
from hulldown.rulesets.warstrike.state import INCH, NOBODY, Edge, Phase, State
from hulldown.rulesets.warstrike.table import spot_x, spot_y
from hulldown.rulesets.warstrike.turn import (
    deploy_on,
    form,
    place,
    roll_first,
    stand_ready,
    take_up,
    why_not_deploy,
    why_not_form,
    why_not_ready,
)
from hulldown.rulesets.warstrike.words import find_unit, unit_id

LINE = [(0, 0), (1.5, 0), (-1.5, 0), (3, 0), (-3, 0), (0, -1.5), (1.5, -1.5), (-1.5, -1.5), (3, -1.5), (5, 0)]


def dice(*faces: int) -> Dice:
    """Dice that fall so."""
    return script_dice(new_dice(0), [(face, 6) for face in faces])


def begun(*faces: int) -> State:
    """The free patrol after the roll-off for placing."""
    s = set_up(SHELF, "free_first_patrol")
    roll_first(s, dice(*faces), OFF)
    return s


def put(s: State, name: str, x: float, y: float) -> None:
    """A unit is placed in formation and stands."""
    k = find_unit(s, name)
    assert why_not_form(s, k, round(x * INCH), round(y * INCH)) == Why.OK
    form(s, k, round(x * INCH), round(y * INCH), OFF)
    assert why_not_ready(s, k) == Why.OK
    stand_ready(s, k, OFF)


@pytest.mark.parametrize(
    ("edge", "turned"),
    [
        (Edge.SOUTH, lambda x, y: (x, y)),
        (Edge.NORTH, lambda x, y: (x, -y)),
        (Edge.WEST, lambda x, y: (y, x)),
        (Edge.EAST, lambda x, y: (-y, x)),
    ],
)
def test_the_formation_looks_away_from_the_own_edge(edge: Edge, turned) -> None:  # type: ignore[no-untyped-def]
    """The offsets of section 5, its teams on the flank (WS-4.9)."""
    s = blank_state(SHELF)
    s.edge[0] = edge
    k = field_unit(SHELF, s, 0, "line")
    spots = [(spot_x(s, m, 0) / INCH, spot_y(s, m, 0) / INCH) for m in range(s.unit[k].size)]
    assert spots == [turned(*one) for one in LINE]


def test_two_teams_stand_on_both_flanks() -> None:
    """The second team takes (-5, 0) (section 5)."""
    s = blank_state(SHELF)
    k = field_unit(SHELF, s, 0, "guns", (20, 8))
    assert [(s.model[m].x, s.model[m].y) for m in range(3)] == [(20000, 8000), (25000, 8000), (15000, 8000)]
    assert s.unit[k].leader == 0


def test_ties_are_rolled_again() -> None:
    """A roll-off is a die each; the winner places first (WS-4.2, WS-4.7)."""
    s = begun(4, 4, 2, 5)
    assert (s.phase, s.opener, s.side) == (Phase.DEPLOY, 1, 1)


def test_fixed_places_are_followed_by_the_attackers_roll() -> None:
    """Nobody places, so that the one roll-off is for the attacker (WS-4.3, WS-4.10)."""
    s = set_up(SHELF, "two_roads")
    thrown = dice(2, 6)
    roll_first(s, thrown, OFF)
    assert not deploy_on(s, thrown, OFF)
    assert (s.attacker, s.side, s.turn, s.phase) == (1, 1, 1, Phase.ACTIVATE)
    assert s.unit[find_unit(s, "B1")].ground == 1  # WS-4.4
    assert s.unit[find_unit(s, "B5")].ground == 0  # a vehicle never is: WS-15.4
    assert s.unit[find_unit(s, "R1")].ground == 0


def test_sides_alternate_and_commanders_come_last() -> None:
    """Whoever has none left is passed over; then the winner begins with the commanders (WS-4.2, WS-4.8)."""
    s = set_up(SHELF, "free_two_roads")
    roll_first(s, dice(5, 3), OFF)
    assert why_not_form(s, find_unit(s, "B4"), 20 * INCH, 4 * INCH) == Why.NOT_YOURS
    order = [("B1", 8, 8), ("R1", 50, 33), ("B2", 24, 8), ("R2", 36, 33), ("B3", 40, 8), ("R3", 22, 33)]
    for name, x, y in [*order, ("B5", 52, 5), ("R5", 5, 36)]:
        put(s, name, x, y)
    assert s.side == 0  # the commanders: the winner again
    put(s, "B4", 31, 3)
    assert s.side == 1
    put(s, "R4", 30, 38)
    assert not deploy_on(s, dice(1, 2), OFF)
    assert (s.attacker, s.phase) == (1, Phase.ACTIVATE)


def test_a_side_with_nothing_left_is_passed_over() -> None:
    """One commander against two squads: the squads come one after the other (WS-4.8)."""
    s = begun(1, 6)
    put(s, "R1", 8, 26)
    assert s.side == 0
    put(s, "B1", 8, 5)
    assert s.side == 1
    put(s, "R2", 20, 26)
    assert s.side == 0  # his commander: the other has none
    put(s, "B2", 20, 5)
    assert not deploy_on(s, new_dice(0), OFF)
    assert (s.attacker, s.side) == (1, 1)  # the scenario says who attacks (WS-4.7)


def test_where_a_model_may_be_placed() -> None:
    """In its zone, standing legally, near the leader, who comes first (WS-4.5, WS-4.8, WS-4.11)."""
    s = begun(6, 1)
    k = find_unit(s, "B1")
    leader, member = s.unit[k].first, s.unit[k].first + 1
    assert why_not_deploy(s, member, 10 * INCH, 4 * INCH) == Why.PLACE_RANGE
    assert why_not_deploy(s, leader, 10 * INCH, 6600) == Why.OUT_OF_ZONE
    assert why_not_deploy(s, leader, 10 * INCH, 6500) == Why.OK
    assert why_not_deploy(s, leader, 400, 4 * INCH) == Why.OUT_OF_ZONE
    place(s, leader, 10 * INCH, 4 * INCH, OFF)
    assert why_not_deploy(s, member, 10500, 4 * INCH) == Why.OVERLAP
    assert why_not_deploy(s, member, 17 * INCH, 4 * INCH) == Why.OK
    assert why_not_deploy(s, member, 17002, 4 * INCH) == Why.PLACE_RANGE
    other = find_unit(s, "B2")
    assert why_not_deploy(s, s.unit[other].first, 20 * INCH, 4 * INCH) == Why.NOT_YOURS
    assert why_not_deploy(s, s.unit[find_unit(s, "R1")].first, 20 * INCH, 25 * INCH) == Why.NOT_YOURS


def test_a_unit_stands_when_all_its_models_do() -> None:
    """Until then models may be put elsewhere, and the unit taken up again (WS-4.11)."""
    s = begun(6, 1)
    k = find_unit(s, "B1")
    place(s, s.unit[k].first, 10 * INCH, 4 * INCH, OFF)
    assert why_not_ready(s, k) == Why.OUT_OF_ZONE
    form(s, k, 10 * INCH, 5 * INCH, OFF)
    assert why_not_ready(s, k) == Why.OK
    assert why_not_form(s, k, 10200, 5 * INCH) == Why.OK  # its own models do not bar it
    place(s, s.unit[k].first, 3 * INCH, 2 * INCH, OFF)
    assert why_not_ready(s, k) == Why.PLACE_RANGE
    take_up(s, k, blank(Log))
    assert (s.acting, why_not_ready(s, k)) == (NOBODY, Why.NOT_YOURS)
    assert unit_id(s, k) == "B1"


def test_formations_that_do_not_fit() -> None:
    """The first model that may not stand gives the reason; nothing is moved by asking (WS-4.9)."""
    s = begun(6, 1)
    put(s, "B1", 8, 5)
    s.side = 0
    for m in range(s.unit[0].first, s.unit[0].first + s.unit[0].size):
        assert s.model[m].x >= 0
    s.unit[0].placed = 0
    before = [(v.x, v.y) for v in s.model]
    assert why_not_form(s, 0, 3 * INCH, 5 * INCH) == Why.OUT_OF_ZONE
    assert [(v.x, v.y) for v in s.model] == before
