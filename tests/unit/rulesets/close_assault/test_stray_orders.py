"""Orders that are nearly right: a place or facing that there is none of is refused before it is asked for."""

from __future__ import annotations

import pytest

from hulldown import rulesets
from hulldown.conformance.suite import legal_orders
from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.rulesets.close_assault.actions import apply, check
from hulldown.rulesets.close_assault.catalogue import SHELF
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.setup import blank_state, field_detachment, set_up
from hulldown.rulesets.close_assault.state import MODELS, Manner, Order, State, Verb
from hulldown.rulesets.close_assault.turn import activate
from hulldown.rulesets.close_assault.words import action_text, parse_action
from hulldown.rulesets.common.explanation import OFF


def on_the_move() -> State:
    """A Rhino that may drive where it wants."""
    s = blank_state()
    field_detachment(SHELF, s, 0, "Rhino", [(10, 18)], order=Order.ADVANCE)
    field_detachment(SHELF, s, 1, "Line infantry", [(40, 18)])
    s.initiative = 0
    activate(s, 0, OFF)
    return s


def first_form(s: State) -> Action:
    """The first formation offered at the set-up."""
    return legal_orders(rulesets.get("close_assault"), s, s.side)[0]


def test_a_move_is_not_aimed_off_the_table() -> None:  # CA-2.7
    s = on_the_move()

    def going(x: int, y: int) -> int:
        return int(check(s, 0, make(0, Verb.MANOEUVRE, 0, x=x, y=y, choice=Manner.GO)))

    for x, y in ((-1, 18_000), (s.width + 1, 0), (0, -(10**6)), (0, s.height + 1)):
        assert going(x, y) == Why.OFF_TABLE
    assert going(s.width, 0) == going(0, s.height) == Why.ALLOWED


@pytest.mark.parametrize(
    ("facing", "why"), [(-2, Why.NOT_YOURS), (-1, 0), (35_999, 0), (36_000, Why.NOT_YOURS)]
)
def test_a_drive_ends_in_a_facing_that_there_is(facing: int, why: int) -> None:  # CA-4.2
    s = on_the_move()
    assert check(s, 0, make(0, Verb.DRIVE, 0, x=11_000, y=18_000, facing=facing)) == why


def test_a_model_placed_without_a_facing_looks_away_from_its_edge() -> None:  # CA-2.13
    s = set_up(SHELF, "free_drill", {})
    seat = s.side
    form = first_form(s)
    assert (form.verb, form.facing) == (Verb.FORM, (s.edge[seat] + 18_000) % 36_000)
    m = s.detachment[form.actor].first
    place = make(seat, Verb.PLACE, m, x=form.x, y=form.y, facing=-1)
    assert parse_action(s, seat, action_text(s, place)).facing == -1 and not check(s, seat, place)
    for stray in (-2, 36_000, 10**6):
        astray = make(seat, Verb.PLACE, m, x=form.x, y=form.y, facing=stray)
        assert check(s, seat, astray) == Why.NOT_YOURS
    apply(s, place, new_dice(0), OFF)
    assert s.model[m].base.facing == form.facing


def test_a_formation_has_a_facing_and_a_width_that_can_be_said() -> None:  # CA-2.13
    s = set_up(SHELF, "free_drill", {})
    form = first_form(s)
    for name, value in (("facing", -1), ("facing", 36_000), ("choice", 0), ("choice", MODELS + 1)):
        kept = getattr(form, name)
        setattr(form, name, value)
        assert check(s, s.side, form) == Why.NOT_YOURS
        setattr(form, name, kept)
    assert not check(s, s.side, form)
