"""Every way the dice can fall: exact odds of any order, by playing it once for each tape.

The walk throws face 1 wherever a die is asked for, plays the order, then steps the tape to the
next combination, until all have been seen. Outcomes are counted by the number of ways in which the
dice of their tape can fall and how many of these the tape stands for (one, unless a rule says that
faces are alike), so that the caller can sum exact fractions. A walk comes back to its caller when a
buffer is full or its share of branches is used; called again with the same buffers it goes on where
it stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Annotated

from hulldown.kernel.actions import Action, Actions, Log, forget
from hulldown.kernel.batch import Apply, ToAct
from hulldown.kernel.dice import (
    Dice,
    DiceFault,
    Mode,
    branch_share,
    branch_size,
    branch_weight,
    clear,
    next_branch,
    rewind,
)
from hulldown.kernel.jit import S, assign, generic, rule
from hulldown.kernel.records import Long, Real, record

Check = Callable[[S, int, Action], int]
Estimate = Callable[[S, int], int]
Outcome = Callable[[S, Log, int], int]

BINS = 1024  # different (outcome, ways) pairs kept before the caller empties the table
REACHED = 256  # positions inside a plan handed back at a time
SLOTS = 4096  # a power of two, so that the table is never more than a quarter full
WON = 1_000_000  # what `estimate` gives for a game that is won


class Walked(IntEnum):
    """How a walk came back."""

    DONE = 0
    MORE = 1  # a buffer is full or the share is used: empty it and call again
    TOO_MANY_DICE = 2  # a tape overflowed, or its chance is below 2**-62


@record
class Bin:
    """How often an outcome came up on tapes whose dice fall in as many ways."""

    outcome: Long
    ways: Long  # all of them; count / ways is the chance
    count: Long


@record
class Bins:
    """A table of bins, found by open addressing; `slot` holds a bin's number plus one."""

    used: int
    bin: Annotated[list[Bin], BINS]
    slot: Annotated[list[int], SLOTS]


@record
class Walk:
    """Where a walk stands, with the buffers it needs."""

    branches: Long  # tapes seen so far
    share: Long  # tapes this call may still take
    begun: int  # 0 before the first branch
    reached: int  # positions handed back in `out`
    ways: Annotated[list[Long], REACHED]  # in how many ways the dice of each of them can fall
    shares: Annotated[list[Long], REACHED]  # and how many of these are it
    dice: Dice
    log: Log
    bins: Bins


@rule
def empty(t: Bins) -> None:
    """Make the table ready."""
    t.used = 0
    for i in range(SLOTS):
        t.slot[i] = 0


@rule
def tally(t: Bins, outcome: int, ways: int, share: int) -> None:
    """Count an outcome: `share` of `ways` equally likely ones. The caller leaves room: `t.used` < BINS."""
    at = (outcome ^ (outcome >> 15) ^ (ways & 0xFFFFFF) ^ (outcome >> 31)) & (SLOTS - 1)
    while t.slot[at] != 0:
        entry = t.bin[t.slot[at] - 1]
        if entry.outcome == outcome and entry.ways == ways:
            entry.count += share
            return
        at = (at + 1) & (SLOTS - 1)
    fresh = t.bin[t.used]
    fresh.outcome, fresh.ways, fresh.count = outcome, ways, share
    t.used += 1
    t.slot[at] = t.used


@generic
def may(to_act: ToAct[S], check: Check[S], s: S, a: Action) -> bool:
    """Whether an order can be given in a position."""
    if (to_act(s) >> a.seat) & 1 == 0:
        return False
    return check(s, a.seat, a) == 0


@generic
def branch(apply: Apply[S], root: list[S], scratch: list[S], a: Action, w: Walk) -> int:
    """Play an order from root[0] with the tape as it lies; in how many ways its dice fall, 0 if too many."""
    assign(scratch, 0, root, 0)
    rewind(w.dice, Mode.ENUMERATE)
    forget(w.log)
    apply(scratch[0], a, w.dice, w.log)
    w.branches += 1
    w.share -= 1
    return 0 if w.dice.fault != DiceFault.NONE else branch_size(w.dice)


@generic
def walk(
    to_act: ToAct[S],
    check: Check[S],
    apply: Apply[S],
    outcome: Outcome[S],
    root: list[S],
    scratch: list[S],
    out: list[S],
    plan: list[Action],
    step: int,
    subject: int,
    w: Walk,
) -> int:
    """Play order `step` of a plan from root[0] on every tape; a `Walked` says how it came back.

    Where the plan ends, or its next order has become impossible, the outcome is counted;
    otherwise the position reached goes to `out`.
    """
    if w.begun == 0:
        clear(w.dice, Mode.ENUMERATE)
        w.begun = 1
    while w.share > 0 and w.bins.used < BINS and w.reached < min(len(out), REACHED):
        ways = branch(apply, root, scratch, plan[step], w)
        if ways == 0:
            return Walked.TOO_MANY_DICE
        if step + 1 < len(plan) and may(to_act, check, scratch[0], plan[step + 1]):
            assign(out, w.reached, scratch, 0)
            w.ways[w.reached], w.shares[w.reached] = ways, branch_share(w.dice)
            w.reached += 1
        else:
            tally(w.bins, outcome(scratch[0], w.log, subject), ways, branch_share(w.dice))
        if not next_branch(w.dice):
            return Walked.DONE
    return Walked.MORE


@generic
def throw(
    to_act: ToAct[S],
    check: Check[S],
    apply: Apply[S],
    outcome: Outcome[S],
    root: list[S],
    scratch: list[S],
    plan: list[Action],
    subject: int,
    w: Walk,
) -> None:
    """Play a plan with random dice, counting outcomes, until w.share is used or the table is full."""
    while w.share > 0 and w.bins.used < BINS:
        assign(scratch, 0, root, 0)
        for i in range(len(plan)):
            if i > 0 and not may(to_act, check, scratch[0], plan[i]):
                break
            forget(w.log)
            apply(scratch[0], plan[i], w.dice, w.log)
        tally(w.bins, outcome(scratch[0], w.log, subject), 1, 1)
        w.share -= 1


@generic
def worth(estimate: Estimate[S], s: S, seat: int) -> float:
    """How good a position is for a seat, 0 to 1: the share of the points that it can expect."""
    return estimate(s, seat) / WON


@generic
def expected(
    apply: Apply[S],
    estimate: Estimate[S],
    root: list[S],
    scratch: list[S],
    a: Action,
    seat: int,
    limit: int,
    w: Walk,
) -> float:
    """The exact mean worth of what an order leads to; -1 when it takes more than `limit` tapes."""
    clear(w.dice, Mode.ENUMERATE)
    total = 0.0
    for _ in range(limit):
        if branch(apply, root, scratch, a, w) == 0:
            return -1.0
        total += branch_weight(w.dice) * worth(estimate, scratch[0], seat)
        if not next_branch(w.dice):
            return total
    return -1.0


@generic
def sampled(
    apply: Apply[S],
    estimate: Estimate[S],
    root: list[S],
    scratch: list[S],
    a: Action,
    seat: int,
    throws: int,
    w: Walk,
) -> float:
    """The mean worth of what an order leads to, over random throws."""
    clear(w.dice, Mode.FREE)
    total = 0.0
    for _ in range(throws):
        assign(scratch, 0, root, 0)
        forget(w.log)
        apply(scratch[0], a, w.dice, w.log)
        total += worth(estimate, scratch[0], seat)
    return total / throws


@generic
def spread(
    apply: Apply[S],
    estimate: Estimate[S],
    root: list[S],
    scratch: list[S],
    plan: list[Action],
    seat: int,
    w: Walk,
) -> int:
    """Play plan[0] from root[0] on every tape, counting what a seat can expect then; a `Walked`."""
    if w.begun == 0:
        clear(w.dice, Mode.ENUMERATE)
        w.begun = 1
    while w.share > 0 and w.bins.used < BINS:
        ways = branch(apply, root, scratch, plan[0], w)
        if ways == 0:
            return Walked.TOO_MANY_DICE
        tally(w.bins, estimate(scratch[0], seat), ways, branch_share(w.dice))
        if not next_branch(w.dice):
            return Walked.DONE
    return Walked.MORE


@generic
def scatter(
    apply: Apply[S],
    estimate: Estimate[S],
    root: list[S],
    scratch: list[S],
    plan: list[Action],
    seat: int,
    w: Walk,
) -> None:
    """The same with random dice, until w.share is used or the table is full."""
    while w.share > 0 and w.bins.used < BINS:
        assign(scratch, 0, root, 0)
        forget(w.log)
        apply(scratch[0], plan[0], w.dice, w.log)
        tally(w.bins, estimate(scratch[0], seat), 1, 1)
        w.share -= 1


@record
class Worth:
    """The expected worth of one legal order, 0 to 1, and whether it is exact."""

    value: Real
    exact: int


@generic
def weigh(
    apply: Apply[S],
    estimate: Estimate[S],
    root: list[S],
    scratch: list[S],
    seat: int,
    m: Actions,
    n: int,
    worths: list[Worth],
    limit: int,
    throws: int,
    w: Walk,
) -> None:
    """The expected worth of the first n orders of m to a seat.

    Exact where an order takes at most `limit` tapes, else the mean of `throws` throws.
    """
    for i in range(n):
        value = expected(apply, estimate, root, scratch, m.rows[i], seat, limit, w)
        worths[i].exact = 1 if value >= 0.0 else 0
        if value < 0.0:
            value = sampled(apply, estimate, root, scratch, m.rows[i], seat, throws, w)
        worths[i].value = value
