"""Exact odds of an order or a plan, by walking every tape through the rules themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from hulldown import rulesets
from hulldown.kernel import walk
from hulldown.kernel.actions import Action
from hulldown.kernel.batch import start_dice
from hulldown.kernel.dice import DiceFault
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.records import pack
from hulldown.kernel.walk import REACHED, Walk, Walked
from hulldown.odds.distribution import Distribution
from hulldown.rulesets.api.odds import TooManyWays
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.engines import engine

LIMITS = {True: 300_000, False: 3_000}  # tapes: about a fifth of a second, compiled or interpreted
PLANS = {True: 150_000, False: 3_000}  # the same of a plan, under half a second with its positions
POSITION = {True: 200, False: 0}  # what each position inside a plan costs besides, in tapes
THROWS = {True: 100_000, False: 2_000}
SAMPLE_STREAM = 7
SHARES = {True: 20_000, False: 500}  # tapes of one call, between which other threads have a turn


Fate = tuple[str, tuple[int, ...]] | None  # a list in a state and the rows of it that alone decide outcomes


class TooManyTapes(ValueError):
    """The dice can fall in more ways than were asked to be counted."""


class IllegalPlan(ValueError):
    """The first order of a plan cannot be given. `code` is the ruleset's reason."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Walker:
    """One plan with the buffers to walk it, in the form the engine has at the time."""

    def __init__(self, form: Interpreted, plan: Sequence[Action], subject: int, fate: Fate = None) -> None:
        self.form = form
        self.subject = subject
        self.fate = fate
        self.plan = form.rows(plan)
        self.scratch = form.state_buffer(1)
        self.out = form.state_buffer(REACHED if len(plan) > 1 else 1)
        self.walk = form.new(Walk)[0]
        self.walk.log.on = 1
        self.branches = 0

    def slices(self, root: Any, step: int, limit: int) -> Iterator[None]:
        """Walk one order from one position, pausing whenever there is something to collect."""
        w, share = self.walk, SHARES[self.form.compiled]
        w.begun, done = 0, Walked.MORE
        go = self.form.bound(walk.walk)
        while done == Walked.MORE:
            if self.branches >= limit:
                raise TooManyTapes(f"the dice can fall in more than {limit} ways")
            w.share, w.branches = min(share, limit - self.branches), 0
            done = go(root, self.scratch, self.out, self.plan, step, self.subject, w)
            self.branches += int(w.branches)
            if done == Walked.TOO_MANY_DICE:
                raise _overflow(int(w.dice.fault))
            yield

    def outcomes(self) -> Iterator[tuple[int, int, int]]:
        """Empty the table: (outcome, ways, count) of each of its rows."""
        table = self.walk.bins
        rows = table.bin[: int(table.used)]
        if self.form.compiled:
            yield from rows.tolist()
        else:
            yield from ((row.outcome, row.ways, row.count) for row in rows)
        self.form.bound(walk.empty)(table)

    def positions(self) -> Iterator[tuple[bytes, int, int, int]]:
        """Empty the buffer of positions: (key, number of the row in it, ways, how many of these)."""
        w, count = self.walk, int(self.walk.reached)
        first: dict[tuple[bytes, int], int] = {}
        shares: dict[tuple[bytes, int], int] = defaultdict(int)
        rows = zip(self.keys(count), map(int, w.ways[:count]), map(int, w.shares[:count]), strict=True)
        for i, (key, ways, share) in enumerate(rows):
            first.setdefault((key, ways), i)
            shares[key, ways] += share
        for (key, ways), share in shares.items():
            yield key, first[key, ways], ways, share
        w.reached = 0

    def keys(self, count: int) -> Iterator[bytes]:
        """The keys of the first rows of the buffer: positions with equal keys are merged."""
        if self.fate is None:
            return (self.form.key(self.out, i) for i in range(count))
        name, at = self.fate
        if self.form.compiled:
            parts = self.out[name][:count, list(at)]
            raw, size = parts.tobytes(), parts.itemsize * len(at)
            return (raw[i : i + size] for i in range(0, len(raw), size))
        rows = (getattr(self.out[i], name) for i in range(count))
        return (b"".join(pack(row[u]).tobytes() for u in at) for row in rows)


def _overflow(fault: int) -> Exception:
    if fault == DiceFault.OTHER_DIE:
        return RuntimeError("a rule asked for another die on the same tape")
    return TooManyTapes("the order throws more dice than can be walked")


def check_plan(ruleset: Ruleset, s: Any, plan: Sequence[Action]) -> None:
    """Raise IllegalPlan if the first order of a plan cannot be given."""
    if not plan:
        raise ValueError("odds need at least one order")
    code = ruleset.rules.check(s, plan[0].seat, plan[0])
    if code:
        raise IllegalPlan(code, ruleset.refusal_of(s, plan[0], code).text)


def exact(
    ruleset: str | Ruleset,
    s: Any,
    plan: Sequence[Action],
    subject: int | None = None,
    limit: int | None = None,
) -> Distribution[int]:
    """The distribution of `outcome` for a unit after the orders of a plan, given one after another.

    A plan stops where its next order has become impossible. Equal positions are merged between
    orders. TooManyTapes if more than `limit` tapes would have to be played; IllegalPlan if the
    first order cannot be given. What a ruleset has worked out itself needs no walk.
    """
    ruleset = rulesets.find(ruleset)
    check_plan(ruleset, s, plan)
    unit = ruleset.odds.subject(s, plan[-1]) if subject is None else subject
    try:
        own = ruleset.odds.own(s, plan, unit) if ruleset.odds.own else None
    except TooManyWays as wide:
        if wide.ways > (
            _limit(ruleset, plan) if limit is None else limit
        ):  # the walk would come to the same, later
            raise TooManyTapes(f"the dice can fall in more than {wide.ways} ways") from None
        own = None
    return Distribution.of(own) if own is not None else enumerate_outcomes(ruleset, s, plan, unit, limit)


def _limit(ruleset: Ruleset, plan: Sequence[Action]) -> int:
    """How many tapes are walked where nobody says it."""
    return (PLANS if len(plan) > 1 else LIMITS)[engine(ruleset).backend.compiled]


def enumerate_outcomes(
    ruleset: Ruleset, s: Any, plan: Sequence[Action], subject: int, limit: int | None = None
) -> Distribution[int]:
    """The same of a legal first order by walking, whatever the ruleset knows itself."""
    form = engine(ruleset).backend
    walker = Walker(form, plan, subject)
    extra = POSITION[form.compiled] if limit is None else 0
    if limit is None:
        limit = _limit(ruleset, plan)
    chances: dict[int, Fraction] = defaultdict(Fraction)
    layer: dict[bytes, tuple[Any, Fraction]] = {b"": (form.to_buffer(s), Fraction(1))}
    for step in range(len(plan)):
        following: dict[bytes, tuple[Any, Fraction]] = {}
        for root, chance in layer.values():
            walker.branches += extra if step else 0
            for _ in walker.slices(root, step, limit):
                for outcome, ways, count in walker.outcomes():
                    chances[outcome] += chance * Fraction(count, ways)
                for key, row, ways, count in walker.positions():
                    reached, before = following.get(key) or (form.copy_row(walker.out, row), Fraction(0))
                    following[key] = (reached, before + chance * Fraction(count, ways))
        layer = following
    return Distribution.of(chances)


def sample(
    ruleset: str | Ruleset,
    s: Any,
    plan: Sequence[Action],
    subject: int | None = None,
    n: int | None = None,
    seed: int = 0,
) -> Distribution[int]:
    """The same distribution from n games of the plan with random dice; the same seed, the same sample."""
    ruleset = rulesets.find(ruleset)
    check_plan(ruleset, s, plan)
    form = engine(ruleset).backend
    walker = Walker(form, plan, ruleset.odds.subject(s, plan[-1]) if subject is None else subject)
    left = n = THROWS[form.compiled] if n is None else n
    start_dice(walker.walk.dice, seed, SAMPLE_STREAM)
    counts: dict[int, int] = defaultdict(int)
    root, go = form.to_buffer(s), form.bound(walk.throw)
    while left > 0:
        share = walker.walk.share = min(left, SHARES[form.compiled])
        go(root, walker.scratch, walker.plan, walker.subject, walker.walk)
        left -= share - int(walker.walk.share)
        for outcome, _, count in walker.outcomes():
            counts[outcome] += count
    return Distribution(counts, samples=n)
