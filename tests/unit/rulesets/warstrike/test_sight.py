"""Sight: what hides, conceals and blocks, levels and awareness (WS-3)."""

from __future__ import annotations

import pytest
from tests.unit.rulesets.warstrike.firing_line import Place, battle, inches, lay_ground

from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.shooting import cover_of, effective_aw, ev_total, targetable, visible
from hulldown.rulesets.warstrike.state import Ground, Sight, State
from hulldown.rulesets.warstrike.table import dangerous_to, sight

SQUARE: list[Place] = [(20, 5), (30, 5), (30, 15), (20, 15)]
WALL: list[Place] = [(20, 5), (20, 15)]


def seen(s: State) -> Sight:
    """The state of model 1 to model 0."""
    return Sight(sight(s, 0, 1))


def pair(a: Place, b: Place, ground: Ground | None = None, points: list[Place] = SQUARE) -> State:
    """A viewer, a target, a piece of terrain."""
    s = battle(at=[a], foes=[b])
    return s if ground is None else lay_ground(s, ground, points)


@pytest.mark.parametrize("ground", [Ground.WOOD, Ground.RUIN])
def test_the_edge_of_a_wood_is_seen_through_by_as_much_as_the_base_there(ground: Ground) -> None:
    """WS-3.4, WS-3.5: 0.5 inside is the target's own radius; a thousandth is tolerance (WS-1.2)."""
    assert seen(pair((15, 10), (20.5, 10), ground)) == Sight.OPEN
    assert seen(pair((15, 10), (20.501, 10), ground)) == Sight.OPEN
    assert seen(pair((15, 10), (20.502, 10), ground)) == Sight.HIDDEN


def test_two_at_the_same_edge_see_each_other_by_both_radii() -> None:
    """WS-3.5: A is 0.5 of each, and of the segment at x = 20.9 an inch lies inside, at 20.89 1.1 inches."""
    nose: list[Place] = [(20, 5), (21, 10), (20, 15), (10, 15), (10, 5)]
    assert seen(pair((20.9, 9), (20.9, 11), Ground.WOOD, nose)) == Sight.OPEN
    assert seen(pair((20.89, 9), (20.89, 11), Ground.WOOD, nose)) == Sight.HIDDEN


def test_the_border_itself_is_no_length_inside() -> None:
    """WS-1.15, WS-3.5, WS-3.13: sight along an edge is not stopped."""
    for ground in (Ground.WOOD, Ground.BLOCK, Ground.HILL):
        assert seen(pair((15, 15), (35, 15), ground)) == Sight.OPEN
        assert seen(pair((15, 14.9), (35, 14.9), ground)) != Sight.OPEN


def test_a_hill_hides_only_what_is_not_on_it() -> None:
    """WS-3.9: from the table beyond it, not from it; the border belongs to it (WS-3.3)."""
    assert seen(pair((15, 10), (35, 10), Ground.HILL)) == Sight.HIDDEN
    assert seen(pair((15, 10), (25, 10), Ground.HILL)) == Sight.OPEN
    assert seen(pair((20, 10), (35, 10), Ground.HILL)) == Sight.OPEN


def test_awareness_doubles_downhill_and_halves_uphill() -> None:
    """WS-3.8, WS-3.9: the line squad's Aw is 12."""
    for a, b, aw in (((25, 10), (35, 10), 24), ((35, 10), (25, 10), 6), ((25, 10), (26, 10), 12)):
        assert inches(effective_aw(pair(a, b, Ground.HILL), 0, 1)) == aw


def test_hidden_models_are_targets_within_awareness() -> None:
    """WS-3.6, WS-3.15: through the wood at exactly 12 inches between the bases, and not beyond."""
    assert targetable(pair((18, 10), (31, 10), Ground.WOOD), 0, 1)
    assert not targetable(pair((18, 10), (31.01, 10), Ground.WOOD), 0, 1)
    assert targetable(pair((2, 10), (40, 10)), 0, 1)  # in the open at any range
    assert not targetable(pair((19, 10), (31, 10), Ground.BLOCK), 0, 1)


def test_a_wall_conceals_who_is_behind_it() -> None:
    """WS-3.10, WS-3.11: the target at most 2 inches behind, the viewer more than 1 before it."""
    assert seen(pair((18.499, 10), (22.5, 10), Ground.LINEAR, WALL)) == Sight.OPEN
    assert seen(pair((18.498, 10), (22.5, 10), Ground.LINEAR, WALL)) == Sight.CONCEALED
    assert seen(pair((10, 10), (22.502, 10), Ground.LINEAR, WALL)) == Sight.OPEN


def test_a_wall_that_is_only_touched_conceals_and_one_that_is_missed_does_not() -> None:
    """WS-1.15, WS-3.11: touching counts, and it is exact: a hair past the end is past it."""
    assert seen(pair((10, 15), (22, 15), Ground.LINEAR, WALL)) == Sight.CONCEALED
    assert seen(pair((10, 15.001), (22, 15.001), Ground.LINEAR, WALL)) == Sight.OPEN
    # From (10, 10) to (30, 17.063): (28.873, 16.665) lies left of it by less than a millionth of an inch.
    for end, state in ((16.665, Sight.OPEN), (16.664, Sight.CONCEALED)):
        assert seen(pair((10, 10), (30, 17.063), Ground.LINEAR, [(28.873, end), (28.873, 25)])) == state


def test_a_bog_conceals_who_stands_in_it() -> None:
    """WS-3.3, WS-3.12: the centre decides; sight over a bog is open."""
    assert seen(pair((10, 10), (20, 10), Ground.BOG)) == Sight.CONCEALED
    assert seen(pair((10, 10), (19.9, 10), Ground.BOG)) == Sight.OPEN
    assert seen(pair((10, 10), (35, 10), Ground.BOG)) == Sight.OPEN


@pytest.mark.parametrize("ground", [Ground.WATER, Ground.DANGEROUS])
def test_water_and_dangerous_ground_do_not_touch_sight(ground: Ground) -> None:
    """WS-3.13."""
    assert seen(pair((10, 10), (25, 10), ground)) == Sight.OPEN


def test_the_worst_state_counts() -> None:
    """WS-3.15: blocked before hidden before concealed, whichever piece lies first."""
    s = pair((10, 10), (25, 10), Ground.BOG)
    assert seen(s) == Sight.CONCEALED
    lay_ground(s, Ground.WOOD, SQUARE)
    assert seen(s) == Sight.HIDDEN
    lay_ground(s, Ground.BLOCK, [(14, 9), (16, 9), (16, 11), (14, 11)])
    assert seen(s) == Sight.BLOCKED


def test_models_do_not_block_sight() -> None:
    """WS-3.16: from centre to centre, over a friend and an enemy between them."""
    s = battle(at=[(10, 10), (14, 10)], foes=[(25, 10), (20, 10)])
    assert sight(s, 0, 2) == Sight.OPEN


def test_a_unit_is_visible_by_one_of_its_models() -> None:
    """WS-3.17."""
    s = lay_ground(battle(foes=[(35, 10), (35, 25)]), Ground.BLOCK, SQUARE)
    assert visible(s, 0, 1)
    s.model[2].alive = 0
    assert not visible(s, 0, 1)


@pytest.mark.parametrize(("option", "bonus"), [("2", 2), ("1", 1)])
def test_hidden_targets_gain_what_the_option_says(option: str, bonus: int) -> None:
    """WS-11.11, option cover_hidden."""
    o = SHELF.options_under({"cover_hidden": option})
    assert [cover_of(o, state) for state in (Sight.OPEN, Sight.CONCEALED, Sight.HIDDEN)] == [0, 1, bonus]
    s = lay_ground(battle(at=[(15, 10)], foes=[(25, 10)], cover_hidden=option), Ground.WOOD, SQUARE)
    assert ev_total(s, 0, 1, seen(s), 0, s.mute) == 3 + bonus


@pytest.mark.parametrize(("option", "danger"), [("dangerous", True), ("normal", False)])
def test_woods_and_ruins_are_dangerous_to_vehicles(option: str, danger: bool) -> None:
    """WS-3.14, WS-15.3, option vehicle_terrain; dangerous ground is dangerous to all."""
    s = battle("car", enemy="line", vehicle_terrain=option)
    for ground in (Ground.WOOD, Ground.RUIN):
        assert dangerous_to(s, 0, ground) is danger
        assert not dangerous_to(s, 1, ground)
    assert dangerous_to(s, 0, Ground.DANGEROUS) and dangerous_to(s, 1, Ground.DANGEROUS)
    assert not dangerous_to(s, 0, Ground.BOG)
