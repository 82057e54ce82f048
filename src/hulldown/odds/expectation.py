"""What a seat can expect after an order: the estimate, over all ways in which its dice can fall."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from hulldown.kernel import walk
from hulldown.kernel.actions import Action
from hulldown.kernel.batch import start_dice
from hulldown.kernel.walk import Walked
from hulldown.odds.distribution import Distribution
from hulldown.odds.walking import SAMPLE_STREAM, SHARES, Walker
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.engines import engine


class Expectation:
    """One seat's prospects, in parts of `WON`, in the form that the rules had when this was made."""

    def __init__(self, ruleset: Ruleset, seat: int) -> None:
        self.ruleset, self.seat = ruleset, seat
        self.form = engine(ruleset).backend

    def now(self, s: Any) -> int:
        """The estimate of a position."""
        return int(self.ruleset.rules.estimate(s, self.seat))

    def after(self, s: Any, order: Action, tapes: int, throws: int, seed: int = 0) -> Distribution[int]:
        """The estimates that an order leads to from a plain position in which it is legal.

        Exact where it takes at most `tapes` tapes, else a sample of `throws`, the same for the same seed.
        """
        walker = Walker(self.form, [order], self.seat)
        root = self.form.to_buffer(s)
        return self._enumerate(walker, root, tapes) or self._sample(walker, root, throws, seed)

    def _enumerate(self, walker: Walker, root: Any, left: int) -> Distribution[int] | None:
        """All tapes, or None if they are more than `left`, or longer than can be walked."""
        w, go = walker.walk, self.form.bound(walk.spread)
        chances: dict[int, Fraction] = defaultdict(Fraction)
        done = Walked.MORE
        while done == Walked.MORE:
            if left <= 0:
                return None
            share = w.share = min(left, SHARES[self.form.compiled])
            done = go(root, walker.scratch, walker.plan, self.seat, w)
            left -= share - int(w.share)
            for value, ways, count in walker.outcomes():
                chances[value] += Fraction(count, ways)
        return Distribution.of(chances) if done == Walked.DONE else None

    def _sample(self, walker: Walker, root: Any, left: int, seed: int) -> Distribution[int]:
        """A sample of `left` throws."""
        w, go, samples = walker.walk, self.form.bound(walk.scatter), left
        start_dice(w.dice, seed, SAMPLE_STREAM)
        counts: dict[int, int] = defaultdict(int)
        while left > 0:
            share = w.share = min(left, SHARES[self.form.compiled])
            go(root, walker.scratch, walker.plan, self.seat, w)
            left -= share - int(w.share)
            for value, _, count in walker.outcomes():
                counts[value] += count
        return Distribution(counts, samples=samples)
