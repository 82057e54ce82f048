"""Players that look no further than their nose."""

from __future__ import annotations

from dataclasses import dataclass

from hulldown.ai.desk import Desk
from hulldown.ai.player import Cancelled, Progress, Thought
from hulldown.kernel import walk
from hulldown.kernel.actions import ACTIONS
from hulldown.kernel.batch import start_dice
from hulldown.kernel.dice import new_dice, roll
from hulldown.kernel.engine import Plain
from hulldown.kernel.walk import Walk, Worth

CHOICE_STREAM = 2  # players' own dice; stream 0 is the game's, 1 the choices of random batches
TRY_STREAM = 3


@dataclass(frozen=True)
class Care:
    """How exactly orders are weighed: those with more than `tapes` tapes by `throws` throws."""

    tapes: int
    throws: int


THOROUGH = {True: Care(5_000, 500), False: Care(200, 30)}  # compiled, interpreted


class RandomPlayer:
    """Any legal order, each as likely."""

    def __init__(self, seed: int) -> None:
        self.name = "random"
        self._dice = new_dice(seed, CHOICE_STREAM)

    def begin(self, key: int) -> None:
        start_dice(self._dice, key, CHOICE_STREAM)

    def think(
        self,
        desk: Desk,
        seat: int,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Thought:
        rows = list(range(desk.legal(seat)))
        for last in range(len(rows) - 1, 0, -1):
            other = roll(self._dice, last + 1) - 1
            rows[last], rows[other] = rows[other], rows[last]
        return Thought(rows, [0.5] * len(rows), [1] * len(rows))


class Scales:
    """The expected worth of every order, one step ahead: walked where possible, else sampled."""

    def __init__(self, form: Plain, key: int, care: Care) -> None:
        self.form = form
        self.care = care
        self.worths = form.new(Worth, ACTIONS)
        self._walk = form.new(Walk)[0]
        self._scratch = form.space(1)
        self._weigh = form.bound(walk.weigh)
        self.begin(key)

    def begin(self, key: int) -> None:
        """New dice for the sampling."""
        start_dice(self._walk.dice, key, TRY_STREAM)

    def weigh(self, desk: Desk, seat: int) -> int:
        """Fill `worths` beside `desk.orders`; the number of orders."""
        care, scratch = self.care, self._scratch
        orders, worths = desk.orders, self.worths
        return int(self._weigh(desk.root, scratch, seat, orders, worths, care.tapes, care.throws, self._walk))


class GreedyPlayer:
    """The order with the best expected position right after it; equals are drawn."""

    def __init__(self, seed: int) -> None:
        self.name = "greedy"
        self._key = seed
        self._dice = new_dice(seed, CHOICE_STREAM)
        self._scales: Scales | None = None

    def begin(self, key: int) -> None:
        self._key = key
        start_dice(self._dice, key, CHOICE_STREAM)
        if self._scales:
            self._scales.begin(key)

    def think(
        self,
        desk: Desk,
        seat: int,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Thought:
        if self._scales is None or self._scales.form is not desk.form:
            self._scales = Scales(desk.form, self._key, THOROUGH[desk.form.compiled])
        count = self._scales.weigh(desk, seat)
        value = [float(self._scales.worths[i].value) for i in range(count)]
        lot = [roll(self._dice, 1 << 20) for _ in range(count)]
        rows = sorted(range(count), key=lambda i: (-value[i], lot[i]))
        return Thought(rows, [value[i] for i in rows], [1] * count)
