"""A solved duel to be asked: values, mixtures and matrices of any situation, the best open decisions.

Everything is told from side A and by damage states (hull points, mobility, gun).
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hulldown.kernel.actions import Action, Actions
from hulldown.kernel.jit import cache_folder, realm
from hulldown.kernel.matrix_games import Array, is_exact
from hulldown.kernel.records import blank, copy
from hulldown.rulesets.api.bot import Cancelled, IsCancelled, SolveProgress
from hulldown.rulesets.chase import exact
from hulldown.rulesets.chase.actions import legal
from hulldown.rulesets.chase.equilibrium import stage
from hulldown.rulesets.chase.equilibrium.stage import STEPS, Conditions, Duel, Tables
from hulldown.rulesets.chase.exact import Condition
from hulldown.rulesets.chase.state import Pair, Phase, State, side_of

Mixture = dict[int, float]  # chance by order, legal ones only


class DuelSolution:
    """The equilibrium of a duel."""

    def __init__(self, solved: stage.Solved, seconds: float = 0.0, from_cache: bool = False) -> None:
        self.solved, self.seconds, self.from_cache = solved, seconds, from_cache
        self._matrices: dict[tuple[int, int, Condition, Condition], Array] = {}
        self._outlooks: dict[int, Outlook] = {}

    @property
    def duel(self) -> Duel:
        """What was solved."""
        return self.solved.duel

    @property
    def states(self) -> int:
        """How many situations with a decision there are (CH-13.1)."""
        turns, bands, _, first, second = self.solved.first.shape
        return int(turns * bands * first * second)

    @property
    def size(self) -> int:
        """The memory that it takes, in bytes."""
        solved = self.solved
        return int(solved.values.nbytes + solved.first.nbytes + solved.second.nbytes)

    def _at(self, a: Condition | None, b: Condition | None) -> tuple[int, int]:
        first, second = self.solved.conditions
        return first.number(a), second.number(b)

    def value(self, left: int, band: int, a: Condition | None, b: Condition | None) -> float:
        """What a situation is worth to A with so many turns left; None is a destroyed tank."""
        return float(self.solved.values[(left, band, *self._at(a, b))])

    def mixtures(self, left: int, band: int, a: Condition, b: Condition) -> tuple[Mixture, Mixture]:
        """The best mixtures of orders of A and of B."""
        at, o = self._at(a, b), self.duel.options
        orders = (stage.legal_orders(o, mobility) for _, mobility, _ in (a, b))
        first, second = (
            {order: float(chances[(left - 1, band, order, *at)]) for order in legal}
            for chances, legal in zip((self.solved.first, self.solved.second), orders)
        )
        return first, second

    def matrix(self, left: int, band: int, a: Condition, b: Condition) -> Array:
        """The payoff of each pair of legal orders (rows A's) with so many turns left."""
        at = left, band, a, b
        if at not in self._matrices:
            payoffs = self.outlook(left).matrix(band, a, b)
            self._matrices[at] = stage.legal_part(self.duel, payoffs, a, b)
        return self._matrices[at]

    def outlook(self, left: int) -> Outlook:
        """What to say of positions within a turn, with so many turns left, this one included."""
        if left not in self._outlooks:
            self._outlooks[left] = Outlook(self.tables, self.plan, self.solved.values[left - 1])
        return self._outlooks[left]

    @cached_property
    def tables(self) -> Tables:
        """The kernels of the duel."""
        return Tables(self.duel, is_exact(self.solved.values))

    @cached_property
    def plan(self) -> stage.Plan:
        """The course of a turn."""
        return stage.Plan(self.duel, is_exact(self.solved.values))


def hull_first(hull: int) -> Array:
    """The numbers of our states in the order hull points, mobility, gun: as others count them."""
    gun, mobility, points = np.meshgrid(range(STEPS), range(STEPS), range(hull), indexing="ij")
    return np.lexsort((gun.ravel(), mobility.ravel(), points.ravel()))


# ---------------------------------------------------------------- store
# Solutions that are kept: some in memory, all in files beside the compiled rules.
#
# A file is named by the duel and lies in a folder named by the sources of the rules, so it can never be out
# of date. What cannot be read as the solution that it should be is as good as absent.


ROOM = 128 << 20  # bytes for solutions in memory, which take about 20 MB each
PATIENCE = 0.1  # seconds between two looks at whether somebody else's solving should be waited for
PARTS = ("values", "first", "second", "seconds")

_known: OrderedDict[str, DuelSolution] = OrderedDict()
_locks: dict[str, threading.Lock] = {}
_guard = threading.Lock()


def solution_of(
    duel: Duel, progress: SolveProgress | None = None, cancelled: IsCancelled | None = None
) -> DuelSolution:
    """The solution of a duel, kept or worked out now. Of several who ask at once only one works."""
    with _alone(duel.digest(), cancelled):
        solution = cached_solution(duel)
        if solution is None:
            begun = time.perf_counter()
            solved = stage.solve_duel(duel, progress=progress, cancelled=cancelled)
            solution = DuelSolution(solved, time.perf_counter() - begun)
            write(solution)
            _remember(DuelSolution(solved, solution.seconds, from_cache=True))
        return solution


@contextlib.contextmanager
def _alone(name: str, cancelled: IsCancelled | None) -> Iterator[None]:
    """Wait until nobody else solves this duel. Cancelled when `cancelled` says so meanwhile."""
    with _guard:
        lock = _locks.setdefault(name, threading.Lock())
    while not lock.acquire(timeout=PATIENCE):
        if cancelled and cancelled():
            raise Cancelled
    try:
        yield
    finally:
        lock.release()


def cached_solution(duel: Duel) -> DuelSolution | None:
    """The solution if it is in memory or in a file."""
    name = duel.digest()
    with _guard:
        if name in _known:
            _known.move_to_end(name)
            return _known[name]
    solution = read(duel)
    if solution is not None:
        _remember(solution)
    return solution


def _remember(solution: DuelSolution) -> None:
    with _guard:
        _known[solution.duel.digest()] = solution
        _known.move_to_end(solution.duel.digest())
        while len(_known) > 1 and sum(entry.size for entry in _known.values()) > ROOM:
            _known.popitem(last=False)


def forget() -> None:
    """Empty the memory; files stay."""
    with _guard:
        _known.clear()


# ---------------------------------------------------------------- files


def file_of(duel: Duel) -> Path:
    """Where the solution of a duel is kept."""
    return cache_folder(realm(__name__)) / "solved" / f"{duel.digest()}.npz"


def write(solution: DuelSolution) -> None:
    """Keep a solution in a file that is whole or not there. Without room for it nothing is kept."""
    path, solved = file_of(solution.duel), solution.solved
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as into:
                parts = (solved.values, solved.first, solved.second, np.array(solution.seconds))
                np.savez_compressed(into, **dict(zip(PARTS, parts)))
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)


def read(duel: Duel) -> DuelSolution | None:
    """The solution in a file; None for a file that is absent, damaged or of something else."""
    first, second = (Conditions(int(profile.hull), duel.options) for profile in duel.profiles)
    conditions = first, second
    try:
        with np.load(file_of(duel), allow_pickle=False) as parts:
            values, first, second, seconds = (parts[name] for name in PARTS)
    except Exception:  # a damaged archive fails in many ways, and none of them matters
        return None
    if not _fits(duel, conditions, values, first, second) or seconds.shape != ():
        return None
    solved = stage.Solved(duel, conditions, values, first, second)
    return DuelSolution(solved, float(seconds), from_cache=True)


def _fits(
    duel: Duel, conditions: tuple[Conditions, Conditions], values: Array, first: Array, second: Array
) -> bool:
    """Whether arrays can be a solution of a duel."""
    a, b = (len(states) for states in conditions)
    mixed = duel.turns, len(stage.BANDS), stage.order_slots(duel.options), a, b
    shapes = ((duel.turns + 1, len(stage.BANDS), a + 1, b + 1), mixed, mixed)
    return all(
        array.shape == shape and array.dtype == np.float64 and bool(np.isfinite(array).all())
        for array, shape in zip((values, first, second), shapes)
    )


# ---------------------------------------------------------------- outlook
# What can be said of a single position when the values of the next turn are known (CH-13.4).


MATRICES = 4096  # kept of an outlook, a kilobyte each
OFFERED = 64  # no seat of a battle has more decisions at once


class Decision(NamedTuple):
    """A legal decision and what it is worth to A when all that follows is decided as it is best."""

    order: Action
    value: float


def decisions(s: State, seat: int) -> list[Action]:
    """All that a seat can decide now."""
    m: Actions = Actions.__new__(Actions)
    m.count, m.rows = 0, [blank(Action) for _ in range(OFFERED)]
    return m.rows[: legal(s, seat, m)]


class Outlook:
    """A duel before a turn. `later` are the values of the next turn [range, A, B]."""

    def __init__(self, tables: Tables, plan: stage.Plan, later: Array) -> None:
        self.tables, self.plan, self.later = tables, plan, later
        self.matrix = lru_cache(MATRICES)(self._matrix)

    def stage_before(self, a: Condition, b: Condition) -> stage.Stage:
        """The turn for two damage states."""
        first, second = self.tables.conditions
        return stage.Stage(self.tables, self.later, np.array([first.number(a)]), np.array([second.number(b)]))

    def _matrix(self, band: int, a: Condition, b: Condition) -> Array:
        """The payoff of each pair of orders, rows A's (CH-13.4); only legal ones have any meaning.

        `matrix` keeps what it has worked out: a duel comes to the same position again and again.
        """
        payoffs = self.stage_before(a, b).matrices(self.plan, (band,))[0, :, :, 0, 0]
        payoffs.flags.writeable = False
        return payoffs

    def weigh(self, s: State, p: Pair, seat: int) -> list[Decision]:
        """The open decisions of a seat about a pair of a position, after the reveal (CH-3.3)."""
        worth = _Weighing(self, s, p).worth
        return [Decision(order, float(worth(order))) for order in decisions(s, seat)]

    def course_of(self, p: Pair) -> stage.Course:
        """What a pair comes to whose tests are made."""
        return self.plan.course((int(p.order[0]), int(p.order[1])), exact.driven_of(p))


class _Weighing:
    """One pair that waits for a decision."""

    def __init__(self, outlook: Outlook, s: State, p: Pair) -> None:
        first, second = (exact.condition_of(s.tanks[t].now) for t in p.tank)
        self.outlook, self.stage, self.pair = outlook, outlook.stage_before(first, second), p
        self.course = outlook.course_of(p)
        self.facings = (int(p.facing[0]), int(p.facing[1]))
        self.aside = exact.scratch(outlook.tables.duel.options, p)
        steps: dict[int, Callable[[Action], Array]] = {
            Phase.DIRECTION: self._steer,
            Phase.SHIFT: self._shift,
            Phase.FACING: self._face,
            Phase.RAM: self._ram,
            Phase.OPENING: self._open,
        }
        self._step = steps[int(s.phase)]

    def worth(self, order: Action) -> float:
        """What a decision is worth to A."""
        return float(self._step(order)[0, 0])

    @property
    def branch(self) -> stage.Branch:
        """The branch that the pair is on: every direction is known."""
        assert isinstance(self.course, stage.Branch)
        return self.course

    def _steer(self, order: Action) -> Array:
        """Which way the tank that is asked changes the range (CH-4.6)."""
        named = copy(self.pair)
        named.order[side_of(int(order.actor))] = int(order.choice)
        return self.stage.outcome_values(self.outlook.course_of(named), (int(self.pair.range),))[0]

    def _way(self, shift: int) -> stage.Way:
        return next(way for way in self.branch.ways[self.pair.range] if way.shift == shift)

    def _shift(self, order: Action) -> Array:
        return self.stage.arrival_value(self.branch, self._way(int(order.choice)).there)

    def _face(self, order: Action) -> Array:
        """Facings by direction or chance stand already; the order has the others (CH-7.6)."""
        given = int(order.facing), int(order.choice)
        first, second = (given[i] if given[i] >= 0 else self.facings[i] for i in range(2))
        return self.stage.ram_value(self.branch, (first, second), self._way(int(self.pair.shift)).there)

    def _ram(self, order: Action) -> Array:
        sides, band = exact.remaining_rams(exact.scratch(self.aside.options, self.pair))
        rest = self.stage.ask_rams(self.branch, self.facings, sides[1:], band)
        return self.stage.attempt_value(self.branch, self.facings, sides[0], rest) if order.choice else rest

    def _open(self, order: Action) -> Array:
        step = exact.remaining_opening(self.aside)
        assert isinstance(step, exact.Asked)
        return self.stage.opening_value(self.branch, self.facings, step.yes if order.choice else step.no)
