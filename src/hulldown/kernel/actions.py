"""Actions and events as integer rows: what a seat orders, what happened, and the reasons behind a number."""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.jit import rule
from hulldown.kernel.records import Long, record

KEEPS, IGNORES = 1, 2  # bits of `Terms.on`
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


# ---------------------------------------------------------------- events
# Events: what happened, as integer rows, and the reasons behind a number.
#
# A rule writes events while it changes the state. Sentences are made from them later, so a batch of games
# runs with the log off and pays nothing. A reason is a row (reason, amount); the same rows feed the log, the
# odds panel and the why-not.


EVENTS = 512  # rows one action may write; more are counted as lost, and a test plays for it
REASONS = 128


@record
class Event:
    """One thing that happened. What a, b, c and d mean depends on the kind."""

    kind: int
    actor: int  # unit or seat, -1 for none
    target: int  # unit, -1 for none
    place: int
    a: int
    b: int
    c: int
    d: int
    first_reason: int
    reasons: int  # how many reason rows belong to it


@record
class SumTerm:
    """One summand of a number."""

    code: int
    amount: int


@record
class Terms:
    """The summands of the numbers an action needed. `on` = 0: nothing is kept, and nothing ignored.

    A state may hold one that never keeps any, for questions that want only the number. `ignored` has the
    codes of summands that count for nothing now, as bits.
    """

    on: int
    ignored: Annotated[list[Long], 1, 0]  # one number, 0 between orders
    count: int
    told: int  # rows already claimed by an event
    rows: Annotated[list[SumTerm], REASONS]


@record
class Log:
    """The events of one action. `on` = 0 makes every write a no-op."""

    on: int
    count: int
    lost: int  # rows that did not fit
    why: Terms
    events: Annotated[list[Event], EVENTS]


@rule
def ignore_terms(terms: Terms, codes: int) -> None:
    """Have summands of these codes, as bits, count for nothing from now on; 0 ends that."""
    terms.ignored[0] = codes
    terms.on = (terms.on & KEEPS) | (IGNORES if codes != 0 else 0)


@rule
def is_ignored(terms: Terms, code: int) -> bool:
    """Whether a summand counts for nothing now."""
    return bool(terms.on & IGNORES != 0 and (terms.ignored[0] >> min(code, 63)) & 1 != 0)


@rule
def explain(terms: Terms, code: int, amount: int) -> int:
    """Keep a reason, unless it changes nothing, and hand the amount back: a sum explains itself.

    A house rule may have it count for nothing.
    """
    if terms.on == 0:
        return amount
    if is_ignored(terms, code):
        return 0
    if terms.on & KEEPS != 0 and amount != 0 and terms.count < REASONS:
        row = terms.rows[terms.count]
        row.code = code
        row.amount = amount
        terms.count += 1
    return amount


@rule
def emit(e: Log, kind: int, actor: int, target: int, place: int, a: int, b: int, c: int, d: int) -> None:
    """Append an event; it takes the reasons noted since the last one."""
    if e.on == 0:
        return
    if e.count >= EVENTS:
        e.lost += 1
        return
    row = e.events[e.count]
    row.kind, row.actor, row.target, row.place = kind, actor, target, place
    row.a, row.b, row.c, row.d = a, b, c, d
    row.first_reason = e.why.told
    row.reasons = e.why.count - e.why.told
    e.why.told = e.why.count
    e.count += 1


@rule
def forget(e: Log) -> None:
    """Empty the log before the next action."""
    e.count = 0
    e.lost = 0
    e.why.count = 0
    e.why.told = 0


@rule
def listen(e: Log) -> None:
    """Switch a log on."""
    e.on = 1
    e.why.on = 1
