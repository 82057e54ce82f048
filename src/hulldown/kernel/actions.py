"""Actions: what a seat orders, as a row of fields, and the buffer a ruleset fills with legal ones."""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.jit import rule
from hulldown.kernel.records import record

ACTIONS = 1024  # rows one call of legal() may offer


@record
class Action:
    """One order. Absent fields are -1."""

    seat: int  # whose decision it is
    verb: int
    actor: int  # unit
    target: int  # unit
    place: int  # hex or tile index
    facing: int
    choice: int  # round, mode, role ...
    x: int  # of a place on a table without places, in thousandths of an inch
    y: int


@record
class Actions:
    """The legal orders of one seat, in a fixed order."""

    count: int
    rows: Annotated[list[Action], ACTIONS]


@rule
def offer(
    m: Actions, seat: int, verb: int, actor: int, target: int, place: int, facing: int, choice: int
) -> None:
    """Append an order, if there is room."""
    if m.count >= ACTIONS:
        return
    row = m.rows[m.count]
    row.seat, row.verb, row.actor, row.target = seat, verb, actor, target
    row.place, row.facing, row.choice, row.x, row.y = place, facing, choice, -1, -1
    m.count += 1


@rule
def offer_at(m: Actions, seat: int, verb: int, actor: int, x: int, y: int, facing: int, choice: int) -> None:
    """Append an order with a place on an open table, if there is room."""
    if m.count >= ACTIONS:
        return
    row = m.rows[m.count]
    row.seat, row.verb, row.actor, row.target = seat, verb, actor, -1
    row.place, row.facing, row.choice, row.x, row.y = -1, facing, choice, x, y
    m.count += 1


@rule
def same(a: Action, b: Action) -> bool:
    """Whether two rows are the same order."""
    if a.verb != b.verb or a.actor != b.actor or a.target != b.target or a.x != b.x or a.y != b.y:
        return False
    return a.place == b.place and a.facing == b.facing and a.choice == b.choice and a.seat == b.seat


@rule
def keep(to: Action, source: Action) -> None:
    """Copy an order field by field, so that the buffer it came from may be reused."""
    to.seat, to.verb, to.actor, to.target = source.seat, source.verb, source.actor, source.target
    to.place, to.facing, to.choice = source.place, source.facing, source.choice
    to.x, to.y = source.x, source.y


def make(
    seat: int,
    verb: int,
    actor: int = -1,
    target: int = -1,
    place: int = -1,
    facing: int = -1,
    choice: int = -1,
    x: int = -1,
    y: int = -1,
) -> Action:
    """A plain action."""
    a = Action()
    a.seat, a.verb, a.actor, a.target = seat, verb, actor, target
    a.place, a.facing, a.choice, a.x, a.y = place, facing, choice, x, y
    return a


def key(a: Action) -> tuple[int, ...]:
    """An order as numbers: equal for orders that are the same."""
    return (a.seat, a.verb, a.actor, a.target, a.place, a.facing, a.choice, a.x, a.y)
