"""Tree search for any ruleset: open-loop UCT with truncated, lightly guided playouts.

A node is a sequence of orders, not a position: on every descent the dice are thrown afresh, so
its mean is taken over whatever the dice make of that sequence, and orders that a descent does
not allow are passed over. The dice of a search are its own and never those of the game.
A leaf is worth the result, if the game ended, or the ruleset's estimate after a few more
decisions. Every number here is a share of 0 to 1 for the seat that gave the order.
"""

from __future__ import annotations

import math
from typing import Annotated

from hulldown.kernel.actions import Action, Actions, keep, same
from hulldown.kernel.batch import Apply, Legal, Result, ToAct, first_seat
from hulldown.kernel.dice import Dice, roll
from hulldown.kernel.events import Log
from hulldown.kernel.jit import S, assign, generic, rule
from hulldown.kernel.records import Long, Real, record
from hulldown.kernel.walk import Estimate, Worth, worth

PATH = 256  # orders below the root that a descent may follow


@record
class Node:
    """One order in the tree, after the orders above it."""

    total: Real  # worth for the seat that gives the order, summed over visits
    visits: Real  # a prior counts as a few visits
    child: int  # first of its followers, 0 for none
    sibling: int  # next order after the same orders, 0 for none
    action: Action


@record
class Search:
    """What one search needs beside its tree and its states."""

    seat: int  # who asks
    used: int  # nodes in the tree
    iterations: Long
    exploration: Real  # how much an order that was seldom tried is favoured
    horizon: int  # decisions of a playout before the estimate is taken
    candidates: int  # orders compared at each decision of a playout; 1 is random play
    depth: int
    path: Annotated[list[int], PATH]
    dice: Dice
    choice: Dice
    log: Log
    orders: Actions


@generic
def asked(to_act: ToAct[S], s: S, seat: int) -> int:
    """The seat whose decision comes next: `seat` if it owes one; -1 when the game is over."""
    seats = to_act(s)
    if seats == 0:
        return -1
    return seat if (seats >> seat) & 1 == 1 else first_seat(seats)


@rule
def child_of(tree: list[Node], at: int, a: Action) -> int:
    """The node of an order below another, 0 if there is none."""
    c = int(tree[at].child)
    while c > 0 and not same(tree[c].action, a):
        c = int(tree[c].sibling)
    return c


@rule
def add(tree: list[Node], h: Search, at: int, a: Action) -> int:
    """A new node below another; 0 when the tree is full."""
    if h.used >= len(tree):
        return 0
    c = int(h.used)
    h.used += 1
    node = tree[c]
    keep(node.action, a)
    node.total, node.visits, node.child = 0.0, 0.0, 0
    node.sibling = tree[at].child
    tree[at].child = c
    return c


@rule
def choose(tree: list[Node], h: Search, at: int, n: int) -> int:
    """The row of `h.orders` to follow: one never tried, at random, else the best by UCB1."""
    visits, untried, row = 1.0, 0, 0
    for k in range(n):
        c = child_of(tree, at, h.orders.rows[k])
        if c == 0:
            untried += 1
            row = k if roll(h.choice, untried) == 1 else row
        else:
            visits += tree[c].visits
    if untried > 0:
        return row
    best, weight = -1.0, math.log(visits)
    for k in range(n):
        node = tree[child_of(tree, at, h.orders.rows[k])]
        score = node.total / node.visits + h.exploration * math.sqrt(weight / node.visits)
        if score > best:
            best, row = score, k
    return row


@generic
def descend(
    to_act: ToAct[S], legal: Legal[S], apply: Apply[S], scratch: list[S], tree: list[Node], h: Search
) -> None:
    """Follow the tree from scratch[0] until a new node has been added or the game is over."""
    at, grown = 0, False
    h.depth = 0
    while not grown and h.depth < PATH:
        seat = asked(to_act, scratch[0], int(h.seat))
        if seat < 0:
            return
        row = choose(tree, h, at, legal(scratch[0], seat, h.orders))
        c = child_of(tree, at, h.orders.rows[row])
        if c == 0:
            grown = True
            c = add(tree, h, at, h.orders.rows[row])
        apply(scratch[0], h.orders.rows[row], h.dice, h.log)
        if c > 0:
            h.path[h.depth] = c
            h.depth += 1
            at = c


@generic
def tempting(
    apply: Apply[S], result: Result[S], estimate: Estimate[S], scratch: list[S], seat: int, n: int, h: Search
) -> int:
    """The best of a few random orders by one throw each: the row of `h.orders`."""
    best, row = -1.0, 0
    for _ in range(h.candidates):
        k = roll(h.choice, n) - 1
        assign(scratch, 1, scratch, 0)
        apply(scratch[1], h.orders.rows[k], h.dice, h.log)
        value = worth(result, estimate, scratch[1], seat)
        if value > best:
            best, row = value, k
    return row


@generic
def play_on(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    result: Result[S],
    estimate: Estimate[S],
    scratch: list[S],
    h: Search,
) -> None:
    """A playout of scratch[0] as far as the horizon."""
    for _ in range(h.horizon):
        seat = asked(to_act, scratch[0], int(h.seat))
        if seat < 0:
            return
        n = legal(scratch[0], seat, h.orders)
        row = roll(h.choice, n) - 1
        if h.candidates > 1:
            row = tempting(apply, result, estimate, scratch, seat, n, h)
        apply(scratch[0], h.orders.rows[row], h.dice, h.log)


@rule
def credit(tree: list[Node], h: Search, value: float) -> None:
    """Add what a descent came to, for the asking seat, to every order on its path."""
    for i in range(h.depth):
        node = tree[h.path[i]]
        node.visits += 1.0
        node.total += value if node.action.seat == h.seat else 1.0 - value
    h.iterations += 1


@generic
def think(
    to_act: ToAct[S],
    legal: Legal[S],
    apply: Apply[S],
    result: Result[S],
    estimate: Estimate[S],
    root: list[S],
    scratch: list[S],
    tree: list[Node],
    h: Search,
    count: int,
) -> None:
    """Some more descents from root[0]. The scratch holds two states."""
    for _ in range(count):
        assign(scratch, 0, root, 0)
        descend(to_act, legal, apply, scratch, tree, h)
        play_on(to_act, legal, apply, result, estimate, scratch, h)
        credit(tree, h, worth(result, estimate, scratch[0], int(h.seat)))


@rule
def begin(tree: list[Node], h: Search, m: Actions, worths: list[Worth], n: int, trust: float) -> None:
    """A new tree whose first orders start from their one-step worth, as if visited `trust` times."""
    h.used, h.iterations = 1, 0
    tree[0].child = 0
    for i in range(n):
        c = add(tree, h, 0, m.rows[i])
        tree[c].visits = trust
        tree[c].total = trust * worths[i].value
