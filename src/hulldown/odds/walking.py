"""Exact odds of an order, a plan or an order again and again, by walking every tape through the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
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
from hulldown.rulesets.common.bots import engine

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

    def sample(self, go: Callable[..., Any], root: Any, samples: int, seed: int) -> Distribution[int]:
        """What `go` comes to from a position by so many throws; the same seed, the same sample."""
        start_dice(self.walk.dice, seed, SAMPLE_STREAM)
        counts: dict[int, int] = defaultdict(int)
        left = samples
        while left > 0:
            share = self.walk.share = min(left, SHARES[self.form.compiled])
            go(root, self.scratch, self.plan, self.subject, self.walk)
            left -= share - int(self.walk.share)
            for outcome, _, count in self.outcomes():
                counts[outcome] += count
        return Distribution(counts, samples=samples)

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
    form = engine(ruleset, s).backend
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
    form = engine(ruleset, s).backend
    walker = Walker(form, plan, ruleset.odds.subject(s, plan[-1]) if subject is None else subject)
    samples = THROWS[form.compiled] if n is None else n
    return walker.sample(form.bound(walk.throw), form.to_buffer(s), samples, seed)


# ---------------------------------------------------------------- series
# The same order again and again: exact odds after one, two, three of them, each position walked once.


Chances = dict[int, Fraction]
Layer = dict[bytes, Fraction]
Onward = tuple[Chances, Layer]  # where the row ends at once, and the positions from which it goes on


class Chain:
    """A row of equal orders as a chain: what one order makes of a position is worked out once.

    Positions are told apart by `fate` alone; without one, by everything.
    """

    def __init__(self, ruleset: Ruleset, s: Any, cycle: Sequence[Action], fate: Fate, limit: int) -> None:
        form, subject = engine(ruleset, s).backend, ruleset.odds.subject(s, cycle[0])
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


# ---------------------------------------------------------------- expectation
# What a seat can expect after an order: the estimate, over all ways in which its dice can fall.


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
        exact = self._enumerate(walker, root, tapes)
        return exact or walker.sample(self.form.bound(walk.scatter), root, throws, seed)

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
