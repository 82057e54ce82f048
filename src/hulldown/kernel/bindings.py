"""One verb at a time, on a buffer of one state: how Python plays a game in either form.

The verbs come as function pointers, as searchers take them, so that nothing is compiled twice.
"""

from __future__ import annotations

from hulldown.kernel.actions import Actions
from hulldown.kernel.batch import Apply, Legal, Mask, Result, ToAct
from hulldown.kernel.dice import Dice
from hulldown.kernel.events import Log
from hulldown.kernel.jit import S, assign, generic
from hulldown.kernel.walk import Estimate, worth


@generic
def to_act(to_act: ToAct[S], root: list[S]) -> int:
    """The seats that owe a decision, as bits."""
    return to_act(root[0])


@generic
def legal(legal: Legal[S], root: list[S], seat: int, m: Actions) -> int:
    """Fill m with a seat's legal orders; how many there are."""
    return legal(root[0], seat, m)


@generic
def apply(apply: Apply[S], root: list[S], m: Actions, row: int, d: Dice, e: Log) -> None:
    """Carry out one of the orders in m."""
    apply(root[0], m.rows[row], d, e)


@generic
def result(result: Result[S], root: list[S]) -> int:
    """-1 while the game runs, the winning seat, or 2 for a draw."""
    return result(root[0])


@generic
def win_share(estimate: Estimate[S], root: list[S], seat: int) -> float:
    """How good a position is for a seat, 0 to 1."""
    return worth(estimate, root[0], seat)


@generic
def nothing_hidden(s: S, seat: int) -> None:
    """The veil of a ruleset without secrets: every seat may know all of a position."""
    return


@generic
def conceal(mask: Mask[S], root: list[S], known: list[S], seat: int) -> None:
    """Make known[0] what a seat knows of root[0]."""
    assign(known, 0, root, 0)
    mask(known[0], seat)
