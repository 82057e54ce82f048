"""The table as players see it: what is drawn is what the rules say, and nothing that a seat may not know."""

from __future__ import annotations

import pytest

from hulldown.kernel.actions import Log
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank, copy, digest
from hulldown.rulesets.api.scene import PlaneAids, PlaneScene
from hulldown.rulesets.close_assault import actions
from hulldown.rulesets.close_assault.board import about_to_move, areas, reach, scene
from hulldown.rulesets.close_assault.cards import status
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.movement import band, why_not_drive
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, lay_objective, set_up
from hulldown.rulesets.close_assault.state import Order, Phase, State
from hulldown.rulesets.close_assault.words import parse_action
from hulldown.views import board, text_board
from hulldown.views.plane.board import table_sentences


def give(s: State, seat: int, *texts: str) -> State:
    """Carry orders out."""
    for text in texts:
        act = parse_action(s, seat, text)
        assert actions.check(s, seat, act) == Why.ALLOWED, text
        actions.apply(s, act, new_dice(5), blank(Log))
    return s


def moving(order: Order = Order.CHARGE) -> State:
    """The first detachment of Cobalt moves, with this order."""
    s = set_up(SHELF, "iron_wedge")
    for k in range(s.detachments):
        s.detachment[k].order = order
        s.detachment[k].ordered = 1
    s.phase, s.side, s.round = Phase.MOVEMENT, 0, 1
    return give(s, 0, "B1 activate")


def aids(s: State, unit: str = "") -> PlaneAids:
    """What helps Cobalt."""
    found = scene(SHELF, s, 0, unit).aids
    assert isinstance(found, PlaneAids)
    return found


def spans(found: PlaneAids, kind: str) -> list[tuple[int, str, str]]:
    """The spans of a kind: length, part, note."""
    return [(span.far, span.part, span.note) for span in found.spans if span.kind == kind]


@pytest.mark.parametrize("name", ["drill_square", "iron_wedge", "the_fortress", "free_drill"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_scenario_can_be_drawn(name: str, seat: int | None) -> None:
    s = set_up(SHELF, name)
    before = digest(s)
    shown = scene(SHELF, s, seat)
    assert board(shown)
    assert text_board(shown)
    assert digest(s) == before  # who looks changes nothing


def test_all_that_stands_on_the_table_is_in_it() -> None:
    s = moving()
    shown = scene(SHELF, s, None)
    assert (shown.width, shown.height) == (48_000, 36_000)
    assert [group.unit for group in shown.groups][:2] == ["B1", "B2"]
    assert [unit.unit for unit in shown.units if unit.group == "B1"] == ["B1.1", "B1.2", "B1.3"]
    assert shown.units[0].foot.facing == 9_000
    assert [patch.kind for patch in shown.patches] == ["building", "building", "forest", "forest", "rubble"]
    assert shown.fields[0].corners == ((0, 26_000), (48_000, 26_000), (48_000, 36_000), (0, 36_000))
    assert all(goal.owner is None for goal in shown.goals)  # CA-18.2: nobody is near


def test_strengths_near_an_objective_do_not_read_like_points() -> None:
    """CA-18.2: who holds it now, and with what strength near it."""
    s = blank_state()
    lay_objective(s, 20, 20)
    field_detachment(SHELF, s, 0, "rhino", [(20, 17)])
    field_detachment(SHELF, s, 1, "line_infantry", [(21, 22), (19, 22)])
    (goal,) = scene(SHELF, s, None).goals
    assert (goal.owner, goal.note) == (1, "strength 10 to 2")
    told = "Objective 1 at 20, 20, held by Rust, strength 10 to 2."
    assert told in table_sentences(scene(SHELF, s, None))
    assert status(s, None).extras["zones"].startswith("Objectives held: Cobalt 0, Rust 1")


def test_an_objective_with_equal_strength_of_both_is_contested() -> None:
    """CA-18.2: equal strength holds nothing; where nobody is, nothing is contested."""
    s = blank_state()
    lay_objective(s, 20, 20)
    lay_objective(s, 40, 20)
    field_detachment(SHELF, s, 0, "line_infantry", [(19, 20)])
    field_detachment(SHELF, s, 1, "line_infantry", [(21, 20)])
    near, far = scene(SHELF, s, None).goals
    assert (near.owner, near.contested, near.note) == (None, True, "strength 5 to 5")
    assert (far.owner, far.contested) == (None, False)
    line = "Objective 1 at 20, 20, contested, held by nobody, strength 5 to 5."
    assert line in table_sentences(scene(SHELF, s, None))
    assert status(s, None).extras["zones"].startswith("Objectives held: Cobalt 0, Rust 0, contested 1")


def doing(shown: PlaneScene, unit: str) -> str:
    """The order that is written under a label."""
    return next(group.doing for group in shown.groups if group.unit == unit)


def test_secret_orders_are_not_shown() -> None:
    """CA-3.4: that an order was given is known, not which."""
    s = give(set_up(SHELF, "iron_wedge"), 0, "B1 order charge")
    for seat, word in ((0, "Charge"), (1, "has its order"), (-1, "has its order")):
        known = copy(s)
        actions.mask(known, seat)
        assert doing(scene(SHELF, known, None if seat < 0 else seat), "B1") == word


def test_the_wash_ends_where_drives_end() -> None:
    """CA-4.1, CA-4.4: each corner can be driven to, and what lies beyond a block cannot."""
    s = moving()
    found = areas(s, 0)
    assert len(found) == 3
    for m, line in enumerate(found):
        assert all(why_not_drive(s, m, x, y) == Why.ALLOWED for x, y in line if (x, y) != start(s, m))
    assert max(y for _, y in found[1]) < 22_800  # 18 inches, and not through the infantry at y = 23


def start(s: State, m: int) -> tuple[int, int]:
    """Where a model stands."""
    return int(s.model[m].base.x), int(s.model[m].base.y)


def test_reach_is_shown_before_the_activation_too() -> None:
    s = moving()
    assert aids(s).area
    waiting = set_up(SHELF, "iron_wedge")
    assert about_to_move(waiting, 0) is None  # orders are still given


def test_charge_bands_are_those_of_the_rule() -> None:
    """CA-11.3: each ring says the bonus that the rule gives just beyond it."""
    s = moving()
    found = spans(aids(s), "band")
    assert [note for _, _, note in found] == ["charge +1", "charge +2", "charge +3"]
    for far, _, note in found:
        assert note == f"charge +{band(s.options, far + 11, 9_000)}"
        assert band(s.options, far - 11, 9_000) == int(note.split()[1]) - 1


def test_ranges_are_drawn_for_orders_that_let_it_fire() -> None:
    """CA-3.3, CA-5.6: a weapon of a vehicle with a front arc fires to the front."""
    assert spans(aids(moving()), "range") == []
    found = spans(aids(moving(Order.ADVANCE)), "range")
    assert found == [(8_000, "front", "8″ Pintle mounted twin bolter")]


def test_ways_and_broken_coherency_are_drawn() -> None:
    """CA-4.2, CA-2.8."""
    s = give(moving(), 0, "B1.1 drive 21.5,9", "B1.1 drive 24.5,13")
    shown = scene(SHELF, s, 0)
    assert [(way.unit, way.note) for way in shown.ways] == [("B1.1", "9″, 9″ left")]
    assert shown.ways[0].spots == ((21_500, 5_000), (21_500, 9_000), (24_500, 13_000))
    assert [link.kind for link in shown.links].count("broken") == 1


def test_models_are_moved_by_orders_that_are_understood() -> None:
    """CA-4.2: who charges faces as it drives; others may turn at the end."""
    s = moving()
    drags = aids(s).drags
    assert [drag.unit for drag in drags] == ["B1", "B1.1", "B1.2", "B1.3"]
    assert drags[1].order == "B1.1 drive {x},{y}"
    assert drags[1].facing == ""
    assert aids(moving(Order.ADVANCE)).drags[1].facing == " facing {a}"
    for drag in drags:
        assert parse_action(s, 0, drag.order.replace("{x}", "22").replace("{y}", "8.125"))
    give(s, 0, "B1.1 drive 22,8")
    assert [drag.unit for drag in aids(s).drags] == ["B1.1", "B1.2", "B1.3"]


def test_the_other_side_gets_no_aids() -> None:
    s = moving()
    assert not isinstance(scene(SHELF, s, 1).aids, PlaneAids)
    assert not isinstance(scene(SHELF, s, None).aids, PlaneAids)


def test_spots_that_are_offered_can_be_clicked() -> None:
    """CA-20.3: every offered spot is an order that is legal."""
    s = moving()
    found = reach(s, 0, "B1")
    assert {place for place, _ in aids(s).spots} == set(found)
    assert "24,14" in found
    for _, (row,) in found.values():
        assert actions.check(s, 0, row) == Why.ALLOWED
    assert reach(s, 0, "B2") == {} == reach(s, 1, "B1")
