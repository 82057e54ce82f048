"""The games of a study, a slice of blocks at a time, and who plays the slices: all play the same."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hulldown import rulesets
from hulldown.ai.match import Arena, RecordOptions, column
from hulldown.game import prepare
from hulldown.game.readiness import without_main
from hulldown.kernel.actions import Event, Log
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.match import DecisionRecord
from hulldown.kernel.records import blank
from hulldown.lab.estimating import behind, decided_at, lead_changes
from hulldown.lab.plan import PreparedSetting, StudyPlan, keys_of
from hulldown.lab.study import Study
from hulldown.rulesets.api.ruleset import Ruleset

SLICE = 64  # blocks: the unit of work, of storage and of looking
ROOM = 1_500  # decisions kept of a game, on average; a longer one has no curve
POINTS = 20  # parts of a game at which its curve is kept
WIDE = 3  # kinds of orders from which on a choice is more than one or the other
UNKNOWN = "?"

Column = NDArray[Any]
Table = dict[str, Column]  # columns of equal length by name


@dataclass(frozen=True)
class Slice:
    """What came of a slice, in tables by name: `games` with a row for each game; `units` and `choices`, where
    they are kept; `forces` with what was mustered for each block.
    """

    number: int
    tables: dict[str, Table]

    @property
    def games(self) -> Table:
        """A row for each game."""
        return self.tables["games"]


class Runner:
    """Where games of a plan are played: its settings made ready, each when it is first needed."""

    def __init__(self, study: Study, plan: StudyPlan, base: Path) -> None:
        self.study, self.plan, self.base = study, plan, base
        self._prepared: dict[int, PreparedSetting] = {}

    def prepared(self, number: int) -> PreparedSetting:
        """A setting made ready."""
        if number not in self._prepared:
            setting = self.plan.settings[number]
            prepared = PreparedSetting(self.study, self.plan.arms, self.base, setting)
            prepare(prepared.ruleset)  # its rules may be those of a pack
            self._prepared[number] = prepared
        return self._prepared[number]

    def play(self, number: int, settings: Iterable[int], apart: bool = False) -> Slice:
        """A slice of some settings: its blocks are those from number times SLICE on.

        With `apart` every setting has thoughts of its own, so that two that are the same can differ.
        """
        blocks = range(self.plan.first + number * SLICE, self.plan.first + (number + 1) * SLICE)
        kept: dict[str, list[Table]] = {name: [] for name in tables_of(self.study)}
        for setting in settings:
            prepared = self.prepared(setting)
            for seat in prepared.setting.seatings:
                played = SliceResult(
                    self.study, prepared, setting, blocks, seat, str(setting) if apart else ""
                )
                for name, tables in kept.items():
                    tables.append(getattr(played, name)())
                if played.mustered:
                    kept.setdefault("forces", []).append(played.forces())
        return Slice(number, {name: joined(tables) for name, tables in kept.items()})


def tables_of(study: Study) -> tuple[str, ...]:
    """The tables that a study keeps."""
    return ("games", *study.record.tables, *(("curves",) if study.record.curve != "none" else ()))


class SliceResult:
    """The games of one setting and seating in a slice."""

    def __init__(
        self,
        study: Study,
        prepared: PreparedSetting,
        setting: int,
        blocks: Sequence[int],
        seat: int,
        apart: str,
    ) -> None:
        self.prepared, self.setting, self.blocks, self.seat = prepared, setting, blocks, seat
        self.curved = study.record.curve != "none"
        wanted = self.curved or "choices" in study.record.tables
        starts, self.mustered = prepared.starts(blocks)
        noting = RecordOptions(len(blocks), len(blocks) * ROOM if wanted else 0, self.curved, last=True)
        arena = Arena(prepared.ruleset, starts, prepared.players, noting)
        keys = [keys_of(study.seed, prepared.setting.scenario, block, seat, apart) for block in blocks]
        if self.mustered:
            keys = [key.beginning(at) for at, key in enumerate(keys)]
        self.keys = keys
        self.faults = arena.play_series(keys, seat)
        self.minutes = arena.minutes

    def column(self, name: str) -> Column:
        """A field of all games."""
        return column(self.minutes.games, name, len(self.blocks))

    def place(self) -> Table:
        """Which games they are: the columns that every row of a game begins with."""
        count = len(self.blocks)
        return {
            "setting": np.full(count, self.setting, np.int32),
            "block": np.array(self.blocks, np.int64),
            "swap": np.full(count, self.seat, np.int8),
        }

    def games(self) -> Table:
        """The games, a row for each; see `docs/lab.md` for the columns."""
        count, winner = len(self.blocks), self.column("winner")
        table = self.place() | {
            "key": np.array([key.dice for key in self.keys], np.uint32),
            "winner": winner.astype(np.int8),
            "ended_by": np.array(self.ended_by(winner), object),
            "orders": self.column("decisions").astype(np.int32),
            "turns": column(self.minutes.ends, self.prepared.ruleset.clock, count).astype(np.int32),
            "stalled": winner == RUNNING,
            "digest": self.column("digest").astype(np.uint32),
        }
        return table | (self.courses(winner) if self.curved else {})

    def curves(self) -> Table:
        """The first side's prospects along every game, in percent at points evenly over it; the end is its
        result.
        """
        count, winner, kept = len(self.blocks), self.column("winner"), self.column("kept")
        worth = column(self.minutes.steps, "chance", int(kept.sum()))
        ends = np.cumsum(kept)
        points = np.zeros((count, POINTS + 1), np.uint8)
        for at in range(count):
            own = np.append(worth[ends[at] - kept[at] : ends[at]], score_of(winner[at : at + 1]))
            places = np.linspace(0, len(own) - 1, POINTS + 1).round().astype(int)
            points[at] = (100 * own[places]).round()
        return self.place() | {f"p{point:02d}": points[:, point] for point in range(POINTS + 1)}

    def courses(self, winner: Column) -> Table:
        """What the curves of the first side's prospects tell."""
        kept = self.column("kept")
        result = score_of(winner)
        worth = column(self.minutes.steps, "chance", int(kept.sum()))
        whole = (kept == self.column("decisions")) & (winner != RUNNING)
        return {
            "luck": self.column("luck").astype(float),
            "lead_changes": np.where(whole, lead_changes(worth, kept), np.nan),
            "behind": np.where(whole, behind(worth, kept, result), np.nan),
            "decided_at": np.where(whole, decided_at(worth, kept, result), np.nan),
        }

    def ended_by(self, winner: Column) -> list[str]:
        """The rules by which each game ended, as its last sentence cites them; "fault" where a player's own
        did it, "stalled" where none did.
        """
        names = ("kind", "a", "b", "c", "d")
        last = np.stack([self.column(f"last.{name}") for name in names], axis=1)
        endings = []
        for at, row in enumerate(map(tuple, last.tolist())):
            if self.faults[at] or winner[at] == RUNNING:
                endings.append("fault" if self.faults[at] else "stalled")
                continue
            known = self.prepared.endings
            if row not in known:
                known[row] = cited(self.prepared.ruleset, self.minutes.end(at), self.minutes.last(at))
            endings.append(known[row])
        return endings

    def units(self) -> Table:
        """What became of every unit in every game."""
        rows = []
        for at, block in enumerate(self.blocks):
            for card in self.prepared.ruleset.table.cards(self.minutes.end(at), None):
                left, full = (card.points.on, card.points.full) if card.points else (0, 0)
                rows.append((self.setting, block, self.seat, card.unit, card.side, card.name, card.kind,
                             "wreck" not in card.state, left, full))  # fmt: skip
        names = ("setting", "block", "swap", "unit", "side", "name", "kind", "standing", "left", "full")
        return transposed(names, rows)

    def forces(self) -> Table:
        """Of what the first side had how many more, in every block."""
        rows = [
            (self.setting, block, name, more)
            for block, force in zip(self.blocks, self.mustered, strict=True)
            for name, more in force.more.items()
        ]
        return transposed(("setting", "block", "name", "more"), rows)

    def choices(self) -> Table:
        """How often each kind of order could be given and was, by side, in every game.

        `wide` counts only decisions with three kinds of orders or more to choose from; `order` is what a kind
        is called, with the choice that it names.
        """
        rows, steps, count = [], self.minutes.steps, int(self.column("kept").sum())
        paths = ("verbs", "action.verb", "action.choice", "action.seat")
        columns = [column(steps, path, count) for path in paths]
        for at, block in enumerate(self.blocks):
            kept = self.minutes.step_range(at)
            choices = choices_of(*(column[kept.start : kept.stop] for column in columns))
            rows += [(self.setting, block, self.seat, *row) for row in choices]
        called = self._order_names(columns[1], columns[2])
        names = (
            "setting",
            "block",
            "swap",
            "side",
            "verb",
            "choice",
            "offered",
            "given",
            "wide_offered",
            "wide_given",
        )
        table = transposed(names, rows)
        pairs = zip(table["verb"].tolist(), table["choice"].tolist(), strict=True)
        return table | {"order": np.array([called.get(pair, "") for pair in pairs], object)}

    def _order_names(self, verbs: Column, choices: Column) -> dict[tuple[int, int], str]:
        """What kinds of orders are called: as the first of this slice is written, without who and where."""
        called: dict[tuple[int, int], str] = {}
        ruleset = self.prepared.ruleset
        pairs, firsts = np.unique(np.stack([verbs, choices], axis=1), axis=0, return_index=True)
        for pair, first in zip(map(tuple, pairs.tolist()), firsts, strict=True):
            action = self.minutes.form.to_object(self.minutes.steps, int(first), DecisionRecord).action
            called[pair] = kind_of(ruleset.speech.action_text(self.prepared.start, action))
        return called


def kind_of(order: str) -> str:
    """What an order is without its unit, its target and its place: `fire` of `A1 fire B1`."""
    words = [word for word in order.split() if not any(c.isdigit() for c in word)]
    return " ".join(words) or order


def choices_of(verbs: Column, given: Column, choices: Column, sides: Column) -> list[tuple[int, ...]]:
    """Of one game: side, verb, choice, in how many decisions the verb could be ordered and this was, and the
    same where wide. A verb that was never ordered has the choice -1.

    `verbs` has the verbs of each decision's orders as bits.
    """
    wide = np.bitwise_count(verbs) >= WIDE
    rows = []
    for seat in (0, 1):
        for verb in range(int(np.bitwise_or.reduce(verbs, initial=0)).bit_length()):
            could = (verbs >> verb & 1 == 1) & (sides == seat)
            if not could.any():
                continue
            made_choices = choices[could & (given == verb)]
            for choice in np.unique(made_choices).tolist() or [-1]:
                did = could & (given == verb) & (choices == choice)
                counts = (could.sum(), did.sum(), (could & wide).sum(), (did & wide).sum())
                rows.append((seat, verb, choice, *map(int, counts)))
    return rows


def cited(ruleset: Ruleset, end: Any, last: Event) -> str:
    """The rules that the sentence about an event cites."""
    log = blank(Log)
    log.count, log.events[0] = 1, last
    sentences = ruleset.tell(end, None, log) if last.kind else []
    rules = [rule for sentence in sentences[-1:] for rule in sentence.rules]
    return " ".join(rules) or UNKNOWN


def score_of(winner: Column) -> Column:
    """The first seat's share of the points; a draw is a half, and so is what was never finished."""
    return np.where(winner == 0, 1.0, np.where(winner == 1, 0.0, 0.5))


# ---------------------------------------------------------------- tables


def transposed(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    """Rows as columns."""
    return {name: np.array([row[at] for row in rows], object_or(rows, at)) for at, name in enumerate(names)}


def object_or(rows: Sequence[Sequence[Any]], at: int) -> Any:
    """The type of a column: texts stay Python's."""
    return object if rows and isinstance(rows[0][at], str) else None


def joined(tables: Sequence[Table]) -> Table:
    """Tables one below the other."""
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]} if tables else {}


# ---------------------------------------------------------------- executors
# Who plays the slices: this process, several on this machine, or a Ray cluster. All play the same games.


AHEAD = 2  # slices that are asked for at a time, for each worker
DEATHS = 5  # workers that may die one after another before it is said that none can play
employed = False  # whether this process is a worker: it begins none of its own
AT_HOME = "local"  # the address of a Ray cluster that is started for one study


@dataclass(frozen=True)
class Task:
    """What a worker must know to play slices."""

    study: Study
    plan: StudyPlan
    base: str
    apart: bool = False

    def __hash__(self) -> int:
        return hash((self.study.model_dump_json(), self.plan.first, self.base, self.apart))


Job = tuple[int, tuple[int, ...]]  # a slice's number and its settings


class Executor(Protocol):
    """Plays slices. `workers` is how many at a time."""

    workers: int

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        """The slices as they come in. Jobs are asked for when there is somebody to play them."""

    def close(self) -> None:
        """Let workers go."""


class WorkersDie(RuntimeError):
    """Worker processes end one after another: none of them plays a slice to its end."""


@lru_cache(maxsize=2)
def hall(task: Task) -> Runner:
    """Where a worker plays, kept from slice to slice."""
    prepare(rulesets.get(task.study.ruleset))
    return Runner(task.study, task.plan, Path(task.base))


def play_slice(task: Task, number: int, settings: tuple[int, ...]) -> Slice:
    """One slice: what a worker is asked to do."""
    return hall(task).play(number, settings, task.apart)


class Here:
    """This process."""

    workers = 1

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        for number, settings in jobs:
            yield play_slice(task, number, settings)

    def close(self) -> None:
        """There is nobody to let go."""


def politely(niceness: int) -> None:
    """Begin as a worker: after everybody else, if so asked. Ctrl-C is for the process that asked."""
    import signal

    global employed
    employed = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness:
        os.nice(niceness)


class Processes:
    """Several processes on this machine. One that dies is replaced, and its slice played again."""

    def __init__(self, workers: int, niceness: int = 0) -> None:
        self.workers, self.niceness = workers, niceness
        self._pool: ProcessPoolExecutor | None = None

    def _hired(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # threads of the compiler do not survive a fork
            self._pool = ProcessPoolExecutor(self.workers, context, politely, (self.niceness,))
        return self._pool

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        waiting: dict[Future[Slice], Job] = {}
        again: list[Job] = []
        deaths = 0
        while True:
            while len(waiting) < AHEAD * self.workers:
                job = again.pop(0) if again else next(jobs, None)
                if job is None:
                    break
                try:
                    with without_main():
                        waiting[self._hired().submit(play_slice, task, *job)] = job
                except BrokenProcessPool:
                    again.insert(0, job)
                    break
            if not waiting and not again:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            try:
                for future in done:
                    played = future.result()
                    del waiting[future]
                    deaths = 0
                    yield played
            except BrokenProcessPool:
                deaths += 1
                if deaths > DEATHS:
                    raise WorkersDie("worker processes end before they have played a slice") from None
                again = sorted([*again, *waiting.values()])
                waiting.clear()
                self.close()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class Cluster:
    """A Ray cluster, one task a slice: `local` starts one on this machine."""

    def __init__(self, address: str, workers: int) -> None:
        """ImportError without the extra `cluster`."""
        self.ray: Any = import_module("ray")
        where = {"num_cpus": workers} if address == AT_HOME else {"address": address}
        self.ray.init(include_dashboard=False, log_to_driver=False, logging_level="error", **where)
        self.workers = workers if address == AT_HOME else max(1, int(self.ray.cluster_resources()["CPU"]))
        self._play = self.ray.remote(play_slice)

    def play(self, task: Task, jobs: Iterator[Job]) -> Iterator[Slice]:
        shared_task, waiting = self.ray.put(task), dict[Any, Job]()
        while True:
            while len(waiting) < AHEAD * self.workers and (job := next(jobs, None)) is not None:
                waiting[self._play.remote(shared_task, *job)] = job
            if not waiting:
                return
            done, _ = self.ray.wait(list(waiting), num_returns=1)
            for future in done:
                del waiting[future]
                yield self.ray.get(future)

    def close(self) -> None:
        self.ray.shutdown()


def executor(workers: int, ray: str = "", niceness: int = 0) -> Executor:
    """Whoever is asked for: a cluster by its address, some processes, or with one worker this process.

    A module that begins a study while it is imported does so again in a worker that needs it: there it plays.
    """
    if ray:
        return Cluster(ray, workers)
    return Processes(workers, niceness) if workers > 1 and not employed else Here()
