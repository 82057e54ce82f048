"""Secret orders of both sides against each other: one table for orders that are given at the same time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MatrixOrder:
    """An order as a row or a column of a table.

    `text` is the order as it is given, empty for one of the other side; `heading` is the group of odds lines
    that tells what comes of the own order against it, empty for an own one. `key` is its value in the form of
    a situation. `share` is how often best play gives it, 0 to 1; None where that is not known.
    """

    key: str
    label: str
    share: float | None
    text: str = ""
    heading: str = ""


@dataclass(frozen=True)
class Matrix:
    """What each pair of orders of two units is worth, with best play of both sides afterwards.

    Rows are the orders of `unit`, which the seat that asks commands, columns those of `enemy`. A cell is that
    seat's share of the points, 0 to 1, and `value` the share that it can be sure of on average when it mixes
    its orders by the shares of the rows; None where there was no time to find them. Without `exact` they are
    an estimate, and `notes`, sentences with their rules, say which. `about` is whose points they are
    ("this duel").
    """

    unit: str
    enemy: str
    rows: tuple[MatrixOrder, ...]
    columns: tuple[MatrixOrder, ...]
    cells: tuple[tuple[float | None, ...], ...]
    value: float | None
    exact: bool
    notes: tuple[tuple[str, str], ...] = ()
    about: str = ""
