"""Events: what happened, as integer rows, and the reasons behind a number.

A rule writes events while it changes the state. Sentences are made from them later, so a batch
of games runs with the log off and pays nothing. A reason is a row (reason, amount); the same
rows feed the log, the odds panel and the why-not.
"""

from __future__ import annotations

from typing import Annotated

from hulldown.kernel.jit import rule
from hulldown.kernel.records import record

EVENTS = 256  # a chain of 16 cook-offs stays below it; rows beyond are counted in `lost`
REASONS = 512


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
    reasons: int  # how many reason rows belong to it
    first_reason: int


@record
class Reason:
    """One summand of a number."""

    code: int
    amount: int


@record
class Log:
    """The events of one action. `on` = 0 makes every write a no-op."""

    on: int
    count: int
    reasons: int
    told: int  # reasons already claimed by an event
    lost: int  # rows that did not fit
    events: Annotated[list[Event], EVENTS]
    reason: Annotated[list[Reason], REASONS]


@rule
def note(e: Log, code: int, amount: int) -> int:
    """Keep a reason, unless it changes nothing, and hand the amount back: a sum explains itself."""
    if e.on != 0 and amount != 0:
        if e.reasons < REASONS:
            row = e.reason[e.reasons]
            row.code = code
            row.amount = amount
            e.reasons += 1
        else:
            e.lost += 1
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
    row.first_reason = e.told
    row.reasons = e.reasons - e.told
    e.told = e.reasons
    e.count += 1


@rule
def forget(e: Log) -> None:
    """Empty the log before the next action."""
    e.count = 0
    e.reasons = 0
    e.told = 0
    e.lost = 0
