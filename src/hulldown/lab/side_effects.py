"""What a change does to games beside who wins: how many are drawn, how long they last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from hulldown.kernel.batch import DRAW
from hulldown.lab.deciding import confidence_sequence, counted
from hulldown.lab.plan import Contrast
from hulldown.lab.study import BOOK, Decide

LENGTHS = ("turns", "orders")
MUCH = 0.1  # of the length of games: a change of it from which on it is told


class SideEffect(NamedTuple):
    """What games of an arm have more or less of than the book's: `draws`, a share, `turns` or `orders`.

    `low` and `high` are bounds of the difference: of shares, and of lengths as parts of the longer one.
    """

    arm: str
    scenario: str
    what: str
    book: float
    changed: float
    low: float
    high: float


def side_effects(cells: Sequence[Contrast], games: pl.DataFrame, decide: Decide) -> Iterator[SideEffect]:
    """Those of all comparisons with the book that are large and sure: drawn games by the smallest effect or
    more, a length by a tenth or more, in turns or else in orders.

    All intervals together hold at all looks, but for the error of the study: it may have stopped at any.
    """
    compared = [cell for cell in cells if cell.minus is not None and cell.weight == 1.0]
    if not compared or games.is_empty():
        return
    level = decide.error / (len(compared) * (1 + len(LENGTHS)))
    blocks = games.group_by("arm", "scenario", "block").agg(
        (pl.col("winner") == DRAW).cast(pl.Float64).mean().alias("draws"),
        *(pl.col(name).cast(pl.Float64).mean() for name in LENGTHS),
    )
    for cell in compared:
        mine, theirs = (
            blocks.filter((pl.col("arm") == arm) & (pl.col("scenario") == cell.scenario))
            for arm in (cell.arm, BOOK)
        )
        both = theirs.join(mine, on="block", suffix="_changed").sort("block")
        if len(both) < 2:
            continue
        effects = [effect_on(what, both, cell, decide, level) for what in ("draws", *LENGTHS)]
        draws, *lengths = effects
        yield from (effect for effect in (draws, next(filter(None, lengths), None)) if effect)


def effect_on(
    what: str, both: pl.DataFrame, cell: Contrast, decide: Decide, level: float
) -> SideEffect | None:
    """What a change does to one of them, where it is large and sure."""
    book, changed = both[what].to_numpy(), both[f"{what}_changed"].to_numpy()
    means = float(book.mean()), float(changed.mean())
    whole, least = (1.0, decide.smallest_effect / 100) if what == "draws" else (max(means), MUCH)
    if not whole or abs(means[1] - means[0]) < least * whole:
        return None
    scores = np.round((changed - book) / whole, 9)
    low, high = confidence_sequence(counted(scores), decide.error, level)
    sure = low > 0 or high < 0
    return SideEffect(cell.arm, cell.scenario, what, *means, low, high) if sure else None
