"""Dice for proofs: laid out as a question or a test lists them, or thrown in every way they can fall; and
chances of what they come to, added up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from hulldown.kernel.dice import (
    Dice,
    DiceFault,
    Mode,
    branch_share,
    branch_size,
    clear,
    new_dice,
    next_branch,
    rewind,
    script_dice,
)
from hulldown.kernel.events import Log, listen
from hulldown.kernel.records import blank

OFF = blank(Log)  # a log that keeps nothing
T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


def open_log() -> Log:
    """A log that is on."""
    log = blank(Log)
    listen(log)
    return log


def with_dice(play: Callable[[Dice], T], values: Sequence[int]) -> tuple[T, int]:
    """What play comes to with these faces in order, and how many dice it threw.

    A question lists faces only; how many sides each die has is what the rule asks for, so play
    begins anew whenever a die is met for the first time. ValueError if the rule wants more dice.
    """
    pairs: list[tuple[int, int]] = []
    while True:
        d = script_dice(new_dice(0), pairs)
        d.mode = Mode.RECORD
        came_to = play(d)
        if d.length == len(pairs):
            return came_to, int(d.at)
        if len(pairs) == len(values):
            raise ValueError(f"the rule throws more dice than the {len(values)} given")
        value, sides = values[len(pairs)], int(d.sides[len(pairs)])
        if not 1 <= value <= sides:
            raise ValueError(f"die {len(pairs) + 1} has {sides} sides and cannot show {value}")
        pairs.append((value, sides))


def chances(play: Callable[[Dice], H]) -> dict[H, Fraction]:
    """The exact chance of everything play can come to: it is played on every tape."""
    shares: dict[H, Fraction] = defaultdict(Fraction)
    d = new_dice(0, mode=Mode.ENUMERATE)
    clear(d, Mode.ENUMERATE)
    while True:
        rewind(d, Mode.ENUMERATE)
        came_to = play(d)
        if d.fault != DiceFault.NONE:
            raise ValueError("the rule throws more dice than can be walked")
        shares[came_to] += Fraction(branch_share(d), branch_size(d))
        if not next_branch(d):
            return dict(shares)


def gathered(parts: Iterable[tuple[H, Fraction]]) -> dict[H, Fraction]:
    """Chances of equal outcomes added up, in the order in which they come; those of nothing left out."""
    totals: dict[H, Fraction] = {}
    for outcome, chance in parts:
        if chance:
            totals[outcome] = totals.get(outcome, Fraction(0)) + chance
    return totals
