"""Whole games between computer players, without Python between two decisions.

A player is a record: what kind it is, how far it thinks, and all buffers that it thinks with. `decide` is one
decision of one; `contest` is a game of two. Players at a table use the same pieces, so that a game played
here and one played order by order from Python are the same game.
"""

from __future__ import annotations

from enum import IntEnum

from hulldown.kernel.actions import Action, Actions, keep
from hulldown.kernel.batch import Apply, Legal, ToAct, Veil, first_seat, start_dice
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import S, assign, generic, rule
from hulldown.kernel.records import Long, Real, record
from hulldown.kernel.search import Node, Search, begin, drawn, preferred, think
from hulldown.kernel.walk import Estimate, Walk, Worth, weigh, worth

CHOICE_STREAM, TRY_STREAM = 2, 3  # 0 is the game's, 1 that of random batches
DICE_STREAM, SEARCH_STREAM = 4, 5
PERCENT = 100
LOT = 1 << 20  # how finely lots between equals are drawn


class Kind(IntEnum):
    """How a player decides."""

    RANDOM = 0  # any legal order
    GREEDY = 1  # the order with the best expected position right after it
    SEARCH = 2  # a tree search of so many playouts


@record
class Thinker:
    """A computer player with what it thinks with, its tree aside."""

    kind: int
    overlooks: int  # percent of the orders that it has, drawn afresh for every decision
    playouts: Long
    tapes: int  # an order with more of them is weighed by throws
    throws: int
    choice: Dice
    walk: Walk
    search: Search


@record
class Step:
    """One decision of a game: the order, and the first seat's prospects before it."""

    action: Action
    chance: Real


@rule
def seat_down(p: Thinker, key: int) -> None:
    """Forget everything and take new dice: the start of a game."""
    start_dice(p.choice, key, CHOICE_STREAM)
    start_dice(p.walk.dice, key, TRY_STREAM)
    start_dice(p.search.dice, key, DICE_STREAM)
    start_dice(p.search.choice, key, SEARCH_STREAM)


@rule
def noticed(p: Thinker, m: Actions, n: int) -> int:
    """Leave of n orders in m those that a player does not overlook; how many these are.

    One, drawn by lot, it sees in any case. Who overlooks nothing throws no dice for it.
    """
    if p.overlooks == 0:
        return n
    seen, kept = roll(p.choice, n) - 1, 0
    for i in range(n):
        if i == seen or roll(p.choice, PERCENT) > p.overlooks:
            keep(m.rows[kept], m.rows[i])
            kept += 1
    m.count = kept
    return kept


@rule
def best_of(p: Thinker, worths: list[Worth], n: int) -> int:
    """The order weighed highest; lots are drawn between equals."""
    best, row, lot = -1.0, 0, 0
    for i in range(n):
        drawn = roll(p.choice, LOT)
        value = worths[i].value
        if value > best or (value == best and drawn < lot):
            best, row, lot = value, i, drawn
    return row


@generic
def decide(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    estimate: Estimate[S],
    veil: Veil[S],
    known: list[S],
    scratch: list[S],
    tree: list[Node],
    p: Thinker,
    m: Actions,
    worths: list[Worth],
    seat: int,
) -> int:
    """The row of m that a player orders in known[0]; m is filled with the legal orders. Scratch holds two."""
    n = legal(known[0], seat, m)
    if n == 1:
        return 0
    if p.kind == Kind.RANDOM:
        return roll(p.choice, n) - 1
    n = noticed(p, m, n)
    if n == 1:
        return 0
    weigh(apply, estimate, known, scratch, seat, m, n, worths, int(p.tapes), int(p.throws), p.walk)
    if p.kind == Kind.GREEDY:
        return best_of(p, worths, n)
    p.search.seat = seat
    begin(tree, p.search, m, worths, n)
    think(to_act, legal, apply, estimate, veil, known, scratch, tree, p.search, int(p.playouts))
    owing = to_act(known[0])
    several = owing & (owing - 1) != 0
    return drawn(tree, p.search, n, p.choice) if several else preferred(tree, p.search, n)


@generic
def contest(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    estimate: Estimate[S],
    veil: Veil[S],
    root: list[S],
    known: list[S],
    scratch: list[S],
    first: Thinker,
    second: Thinker,
    tree: list[Node],
    other_tree: list[Node],
    m: Actions,
    worths: list[Worth],
    d: Dice,
    e: Log,
    steps: list[Step],
    room: int,
    limit: int,
) -> int:
    """A game from root[0], at most so many decisions long; how many were made.

    Seat 0 is the first thinker's, with `tree` to think in, seat 1 the second's. The first `room` decisions
    go to `steps`.
    """
    done = 0
    while done < limit:
        seats = to_act(root[0])
        if seats == 0:
            break
        seat = first_seat(seats)
        assign(known, 0, root, 0)
        veil(known[0], seat)
        p, mine = (first, tree) if seat == 0 else (second, other_tree)
        row = decide(to_act, legal, apply, estimate, veil, known, scratch, mine, p, m, worths, seat)
        if done < room:
            keep(steps[done].action, m.rows[row])
            steps[done].chance = worth(estimate, root[0], 0)
        apply(root[0], m.rows[row], d, e)
        done += 1
    return done
