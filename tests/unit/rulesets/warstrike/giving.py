"""Orders in words on a table of one's own, dice laid out."""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.kernel.actions import Actions, Log
from hulldown.kernel.dice import new_dice, script_dice
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.common.explanation import OFF
from hulldown.rulesets.warstrike.actions import apply, check, legal
from hulldown.rulesets.warstrike.catalogue import SHELF
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.occasions import FACES
from hulldown.rulesets.warstrike.setup import Place, blank_state, field_unit, lay_terrain
from hulldown.rulesets.warstrike.state import INCH, NOBODY, Ground, State
from hulldown.rulesets.warstrike.words import action_text, parse_action

Unit = tuple[str, Place | Sequence[Place]]
Piece = tuple[Ground, Sequence[Place]]
FAR: Unit = ("mark", (44, 33))


def battle(
    ours: Sequence[Unit], theirs: Sequence[Unit] = (FAR,), terrain: Sequence[Piece] = (), **options: str | int
) -> State:
    """Blue's Action Phase of turn 1, both sides having moved before: B1, B2 ... and R1, R2 ... by place."""
    s = blank_state(SHELF, options)
    for ground, points in terrain:
        lay_terrain(s, ground, points)
    for side, units in enumerate((ours, theirs)):
        for what, places in units:
            field_unit(SHELF, s, side, what, places)
    s.attacker = 0
    return s


def seat_of(text: str) -> int:
    """The seat of the unit that an order names."""
    return int(text.startswith("R"))


def code(s: State, text: str, seat: int = NOBODY) -> str:
    """The first reason against an order, in lower case as a refusal names it."""
    seat = seat_of(text) if seat == NOBODY else seat
    return Why.of(check(s, seat, parse_action(s, seat, text))).name.lower()


def give(s: State, text: str, *dice: int, log: Log = OFF) -> State:
    """The position after an order with these dice, all thrown and no other; the order must be legal."""
    seat = seat_of(text)
    a, s, d = parse_action(s, seat, text), copy(s), script_dice(new_dice(0), [(die, FACES) for die in dice])
    assert Why.of(check(s, seat, a)) == Why.OK, text
    apply(s, a, d, log)
    assert d.at == d.length and d.count == 0, text
    return s


def given(s: State, *texts: str) -> State:
    """The position after some orders that need no dice."""
    for text in texts:
        s = give(s, text)
    return s


def offered(s: State, seat: int) -> list[str]:
    """All orders that a seat is offered, in words."""
    m = blank(Actions)
    return [action_text(s, m.rows[i]) for i in range(legal(s, seat, m))]


def at(s: State, m: int) -> tuple[float, float]:
    """Where a model stands, in inches."""
    return s.model[m].x / INCH, s.model[m].y / INCH
