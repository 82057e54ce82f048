"""Places proposed in a free set-up, and the set-up played through in orders (WS-4.8 to WS-4.11)."""

from __future__ import annotations

import random

import pytest

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.actions import LONG, SHORT, apply, check, legal, offer_places, to_act
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.preview import chosen
from hulldown.rulesets.warstrike.setup import lay_box, set_up
from hulldown.rulesets.warstrike.state import INCH, Edge, Phase, State, Verb, side_of
from hulldown.rulesets.warstrike.turn import roll_first, why_not_spot
from hulldown.rulesets.warstrike.words import find_unit


def offered(s: State, seat: int) -> list[Action]:
    """What a seat is offered, each order legal."""
    m = blank(Actions)
    rows = m.rows[: legal(s, seat, m)]
    assert rows and all(check(s, seat, a) == Why.OK for a in rows)
    return rows


@pytest.mark.parametrize("name", ["free_two_roads", "free_water_line", "free_first_patrol"])
def test_a_set_up_by_orders(name: str) -> None:
    """From the roll-off to the attacker's first decision every model stands as it may (WS-4.2 to WS-4.5)."""
    s, d, chance = set_up(SHELF, name), new_dice(7), random.Random(7)
    while s.phase in (Phase.ROLL_OFF, Phase.DEPLOY):
        apply(s, chance.choice(offered(s, to_act(s) >> 1)), d, OFF)
    assert (s.phase, s.turn, s.side) == (Phase.ACTIVATE, 1, s.attacker)
    for m in range(s.models):
        s.side = side_of(s, m)
        assert why_not_spot(s, m, s.model[m].x, s.model[m].y) == Why.OK


def test_nobody_else_rolls_or_places() -> None:
    """The side named first calls for the roll-off (WS-4.10); the other side does not place (WS-4.8)."""
    s = set_up(SHELF, "free_first_patrol")
    a = blank(Action)
    a.seat, a.verb = 1, Verb.ROLL
    assert check(s, 1, a) == Why.NOT_YOURS
    a.seat = 0
    assert check(s, 0, a) == Why.OK
    roll_first(s, new_dice(1), OFF)
    assert check(s, 0, a) == Why.NOT_YOURS
    mine = offered(s, int(s.side))[0]
    mine.seat = 1 - mine.seat
    assert check(s, int(mine.seat), mine) == Why.NOT_YOURS
    mine.verb, mine.actor = Verb.ACTIVATE, 0
    assert check(s, int(mine.seat), mine) == Why.NOT_YOURS


def test_a_unit_begun_is_finished_or_taken_up() -> None:
    """In formation a unit may stand at once, or go back (WS-4.11)."""
    s, d = set_up(SHELF, "free_first_patrol"), new_dice(1)
    roll_first(s, d, OFF)
    apply(s, offered(s, int(s.side))[0], d, OFF)
    verbs = [a.verb for a in offered(s, int(s.side))]
    assert verbs == [Verb.END]  # taking it up is a button, but no computer goes back and forth
    back = blank(Action)
    back.seat, back.verb, back.actor = s.side, Verb.BACK, s.acting
    assert check(s, int(s.side), back) == Why.OK
    apply(s, back, d, OFF)
    assert all(a.verb == Verb.FORM for a in offered(s, int(s.side)))


def test_a_narrow_zone_is_searched_closely() -> None:
    """Where the proposed places are all taken, the first half inch that has room is proposed (WS-4.9)."""
    s = set_up(SHELF, "free_first_patrol")
    roll_first(s, new_dice(1), OFF)
    s.side, m = 0, blank(Actions)
    lay_box(s.zone[0], (0, 0, 30, 3.5))
    offer_places(s, 0, m)
    assert 0 < m.count < LONG * SHORT
    lay_box(s.zone[0], (0, 0, 9.6, 3.1))
    m.count = 0
    offer_places(s, 0, m)
    assert m.count == 1


def words_of(s: State, zone: tuple[float, float, float, float]) -> dict[str, tuple[float, float]]:
    """The buttons for a unit of one in a zone of Blue's, and where it would stand."""
    lay_box(s.zone[0], zone)
    found = chosen(s, [a for a in offered(s, 0) if a.actor == find_unit(s, "B5")])
    return {words: (a.x / INCH, a.y / INCH) for words, a in found}


def test_a_few_places_are_buttons() -> None:
    """WS-4.8, WS-16.9: forward and back on both wings and in the middle; so too where the edge is upright."""
    s = set_up(SHELF, "free_two_roads")
    roll_first(s, new_dice(1), OFF)
    s.side = 0
    wide = words_of(s, (0, 0, 60, 12))
    assert list(wide) == [
        f"{part} {depth}" for part in ("west", "middle", "east") for depth in ("forward", "back")
    ]
    assert wide["middle forward"] == (30, 10) and wide["west back"] == (10, 2)
    s.edge[0] = Edge.WEST
    upright = words_of(s, (0, 0, 12, 40))
    assert set(upright) == {
        f"{part} {depth}" for part in ("south", "middle", "north") for depth in ("forward", "back")
    }
    assert upright["north forward"][0] > upright["north back"][0]
    assert upright["north back"][1] > upright["south back"][1]


def test_where_one_row_has_room_there_is_no_forward_and_back() -> None:
    """WS-16.9: a zone as deep as the unit."""
    s = set_up(SHELF, "free_two_roads")
    roll_first(s, new_dice(1), OFF)
    s.side = 0
    assert list(words_of(s, (0, 0, 60, 4.2))) == ["west", "middle", "east"]
