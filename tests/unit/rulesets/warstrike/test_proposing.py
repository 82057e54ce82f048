"""What is proposed to computer players and as one-click moves (WS-16.4): all of it may be done as offered."""

from __future__ import annotations

from hulldown.kernel.actions import Actions
from hulldown.kernel.dice import new_dice
from hulldown.kernel.plane import distance
from hulldown.kernel.records import blank
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.actions import check, legal
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.moving import begin_move
from hulldown.rulesets.warstrike.setup import blank_state, field_unit, lay_objective, lay_terrain
from hulldown.rulesets.warstrike.state import FINE, INCH, Deed, Ground, Half, Phase, State, Verb
from hulldown.rulesets.warstrike.turn import act, activate

START = (24, 18)


def moving(deed: Deed) -> State:
    """A marksman in the middle of an open table, in the moving half of an action."""
    s = blank_state(SHELF)
    field_unit(SHELF, s, 0, "mark", START)
    field_unit(SHELF, s, 1, "mark", (24, 34))
    return s if deed == Deed.NONE else begun(s, deed)


def begun(s: State, deed: Deed) -> State:
    """Unit 0 has chosen an action and moves now."""
    activate(s, 0, new_dice(0), OFF)
    act(s, 0, deed, Half.MOVE_FIRST, OFF)
    begin_move(s, 0)
    s.phase = Phase.MOVE
    return s


def places(s: State) -> list[tuple[int, int]]:
    """Where the unit is offered to march; each order is allowed."""
    m = blank(Actions)
    rows = [m.rows[i] for i in range(legal(s, 0, m))]
    assert all(check(s, 0, a) == Why.OK for a in rows)
    return [(a.x, a.y) for a in rows if a.verb == Verb.MARCH]


def lengths(s: State) -> list[int]:
    """How long the ways to those places are, in mils."""
    x, y = START
    return [distance(x * INCH, y * INCH, *place) // FINE for place in places(s)]


def test_sixteen_directions_half_the_way_and_all_of_it() -> None:  # WS-16.4
    found = lengths(moving(Deed.ADVANCE))
    assert len(found) == len(set(places(moving(Deed.ADVANCE)))) == 32
    assert {round(far, -2) for far in found} == {3 * INCH, 6 * INCH}


def test_in_the_double_three_quarters_too() -> None:  # WS-16.4
    found = lengths(moving(Deed.DOUBLE))
    assert len(found) == 48
    assert {round(far, -2) for far in found} == {6 * INCH, 9 * INCH, 12 * INCH}


def test_towards_objectives_and_on_to_them() -> None:  # WS-14.4
    s = moving(Deed.NONE)
    lay_objective(s, 25, 16)
    lay_objective(s, 40, 18)
    begun(s, Deed.ADVANCE)
    assert (25 * INCH, 16 * INCH) in places(s)
    assert (30 * INCH, 18 * INCH) in places(s)  # as far as it gets, which is one of the sixteen


def test_into_cover() -> None:
    s = moving(Deed.NONE)
    lay_terrain(s, Ground.WOOD, [(25, 19), (29, 19), (29, 21), (25, 21)])
    begun(s, Deed.ADVANCE)
    assert (27 * INCH, 20 * INCH) in places(s)


def test_who_stands_may_only_stay() -> None:  # WS-9.19
    s = moving(Deed.RALLY)
    assert places(s) == [(START[0] * INCH, START[1] * INCH)]
