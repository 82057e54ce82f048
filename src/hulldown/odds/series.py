"""The same order again and again: exact odds after one, two, three of them, each position walked once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from hulldown import rulesets
from hulldown.kernel.actions import Action
from hulldown.odds.distribution import Distribution
from hulldown.odds.walking import LIMITS, Fate, Walker, check_plan
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.engines import engine

Chances = dict[int, Fraction]
Layer = dict[bytes, Fraction]
Onward = tuple[Chances, Layer]  # where the row ends at once, and the positions from which it goes on


class Chain:
    """A row of equal orders as a chain: what one order makes of a position is worked out once.

    Positions are told apart by `fate` alone; without one, by everything.
    """

    def __init__(self, ruleset: Ruleset, s: Any, cycle: Sequence[Action], fate: Fate, limit: int) -> None:
        form, subject = engine(ruleset).backend, ruleset.odds.subject(s, cycle[0])
        self.length, self.limit = len(cycle), limit
        self.through = Walker(form, [*cycle, cycle[0]], subject, fate)
        self.last = Walker(form, cycle[:1], subject)
        self.roots: dict[tuple[int, bytes], Any] = {(0, b""): form.to_buffer(s)}
        self._onward: dict[tuple[int, bytes], Onward] = {}
        self._ends: dict[bytes, Chances] = {}

    def room(self, walker: Walker) -> int:
        """Tapes that one of the walkers may have seen when the other's are counted too."""
        other = self.last if walker is self.through else self.through
        return self.limit - other.branches

    def ends(self, key: bytes) -> Chances:
        """The outcomes of one order from a position."""
        if key not in self._ends:
            chances: Chances = defaultdict(Fraction)
            for _ in self.last.slices(self.roots[0, key], 0, self.room(self.last)):
                for outcome, ways, count in self.last.outcomes():
                    chances[outcome] += Fraction(count, ways)
            self._ends[key] = chances
        return self._ends[key]

    def outcomes(self, layer: Layer, over: Chances) -> Chances:
        """The outcomes when one more order is the last."""
        chances: Chances = defaultdict(Fraction, over)
        for key, chance in layer.items():
            for outcome, share in self.ends(key).items():
                chances[outcome] += chance * share
        return chances

    def onward(self, step: int, key: bytes) -> Onward:
        """Where an order of the cycle leads to from a position."""
        if (step, key) not in self._onward:
            over: Chances = defaultdict(Fraction)
            on: Layer = defaultdict(Fraction)
            for _ in self.through.slices(self.roots[step, key], step, self.room(self.through)):
                for outcome, ways, count in self.through.outcomes():
                    over[outcome] += Fraction(count, ways)
                for reached, row, ways, count in self.through.positions():
                    on[reached] += Fraction(count, ways)
                    self.keep((step + 1) % self.length, reached, row)
            self._onward[step, key] = over, on
        return self._onward[step, key]

    def keep(self, step: int, key: bytes, row: int) -> None:
        """Remember a position that was reached."""
        if (step, key) not in self.roots:
            self.roots[step, key] = self.through.form.copy_row(self.through.out, row)

    def after(self, layer: Layer, step: int, over: Chances) -> Layer:
        """The positions after an order of the cycle; outcomes of rows that end there are added to `over`."""
        following: Layer = defaultdict(Fraction)
        for key, chance in layer.items():
            ended, on = self.onward(step, key)
            for outcome, share in ended.items():
                over[outcome] += chance * share
            for reached, share in on.items():
                following[reached] += chance * share
        return following


def repeat_odds(
    ruleset: str | Ruleset, s: Any, cycle: Sequence[Action], times: int, limit: int, fate: Fate = None
) -> Iterator[Distribution[int]]:
    """What `exact` says of the first order of a cycle given once, twice ..., with the cycle's others between.

    TooManyTapes as soon as more than `limit` tapes would have to be played, those of the first order not
    counted. `fate` is a list in a state, and the rows of it on which alone depends what the orders still do.
    """
    ruleset = rulesets.find(ruleset)
    check_plan(ruleset, s, cycle)
    chain = Chain(ruleset, s, cycle, fate, LIMITS[engine(ruleset).backend.compiled])
    layer: Layer = {b"": Fraction(1)}
    over: Chances = defaultdict(Fraction)
    for time in range(times):
        yield Distribution.of(chain.outcomes(layer, over))
        if time == 0:
            chain.limit = chain.last.branches + limit
        for step in range(len(cycle) if time + 1 < times else 0):
            layer = chain.after(layer, step, over)
