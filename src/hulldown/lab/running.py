"""A study under way: slices are played by whoever can, looked at in their order, kept and stopped in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from hulldown.ai.external import only_here
from hulldown.catalogue import CatalogueError
from hulldown.lab.deciding import Conclusion
from hulldown.lab.executors import Executor, Here, Job, Task
from hulldown.lab.forces import Setup
from hulldown.lab.monitoring import Watch, Watched
from hulldown.lab.plan import StudyPlan, at_target, plan_of, without
from hulldown.lab.playing import SLICE, Slice
from hulldown.lab.recording import Folder, counting, plainly
from hulldown.lab.study import BOOK, QuestionKind, Study, texts_of

FRESH = SLICE * 1_000_000  # the first block of what is tested again on dice that nothing was chosen by
Cancelled = Callable[[], bool]


@dataclass(frozen=True)
class CellLook:
    """A cell as it stands: its mean score with the interval that holds at all looks together, in shares."""

    what: str
    arm: str
    scenario: str
    blocks: int
    estimate: float
    low: float
    high: float
    verdict: str  # "" while it is open


@dataclass(frozen=True)
class StudyLook:
    """How a study stands after a slice. `left` is about how many seconds it may still take, at most."""

    slices: int
    blocks: int
    most: int
    games: int
    rate: float
    left: float
    cells: tuple[CellLook, ...]


class Run:
    """A study being played. Iterate over it for its looks; `results.result_of` tells what came of it."""

    def __init__(
        self,
        study: Study,
        base: Path,
        folder: Folder | None = None,
        executor: Executor | None = None,
        apart: bool = False,
        cancelled: Cancelled = lambda: False,
        altered: Callable[[Slice], Slice] = lambda played: played,
    ) -> None:
        """With a folder every slice is kept there, and those that are there are not played again.

        With `apart` all arms have thoughts of their own; `altered` may change what came of a slice before it
        is looked at: both are for calibration. Players that only this process knows play in it, whatever the
        executor. CatalogueError if an arm cannot be set up in a scenario:
        nothing is played then.
        """
        self.study, self.base, self.folder = study, base, folder
        local = any(only_here(text) for text in texts_of(study))
        self.executor: Executor = executor if executor and not local else Here()
        self.apart, self.cancelled, self.altered = apart, cancelled, altered
        self.ready = ready(study, base)
        self.plan = self.ready.plan
        self.watches: list[Watch] = []
        self.until: dict[int, int] = {}  # the first block of each setting that does not count
        self.games = self.fresh = 0
        self.seconds = 0.0
        self.stopped = False
        self.looks: list[StudyLook] = []
        self._held: list[Slice] = []  # without a folder, what was played

    def __iter__(self) -> Iterator[StudyLook]:
        """Play on until the question is answered, or until somebody stops it."""
        began = time.perf_counter()
        plan: StudyPlan | None = self.plan
        while plan is not None and not self.stopped:
            self.plan = plan
            watch = Watch(self.study, plan)
            self.watches.append(watch)
            for played in self._in_order(watch):
                watch.add(self.altered(played))
                if not self.folder:
                    self._held.append(played)
                self.games += len(played.games["block"])
                self.seconds = time.perf_counter() - began
                self.looks.append(self._look(watch))
                yield self.looks[-1]
                if self.cancelled():
                    self.stopped = True
                    break
            for setting, slices in enumerate(watch.counted_slices()):
                if slices:
                    self.until[setting] = plan.first + slices * SLICE
            plan = None if self.stopped else self._next(watch)
        self.seconds = time.perf_counter() - began

    def _in_order(self, watch: Watch) -> Iterator[Slice]:
        """The slices one after another, until nothing more is asked. Those on disk are not played again."""
        first = watch.plan.first // SLICE
        there = self.folder.numbers() if self.folder else set[int]()
        early: dict[int, Slice] = {}

        def jobs() -> Iterator[Job]:
            for number in range(watch.most):
                if watch.is_finished:
                    return
                if first + number not in there:
                    yield number, watch.open_settings()

        task = Task(self.study, watch.plan, str(self.base), self.apart)
        playing = self.executor.play(task, jobs())
        for number in range(watch.most):
            if watch.is_finished:
                return
            ahead = (
                self.folder.load_slice(first + number) if self.folder and first + number in there else None
            )
            if ahead is None and first + number in there:  # it cannot be read: play it again
                ahead = next(self.executor.play(task, iter([(number, watch.open_settings())])))
                self._keep(ahead, first)
            while ahead is None:
                if number in early:
                    ahead = early.pop(number)
                    break
                played = next(playing)
                self._keep(played, first)
                early[played.number] = played
            yield ahead

    def _keep(self, played: Slice, first: int) -> None:
        self.fresh += len(played.games["block"])
        if self.folder:
            self.folder.keep(replace(played, number=first + played.number))

    def rows(self, name: str) -> pl.DataFrame:
        """All rows of a table that count: later ones were played ahead, for nothing."""
        if self.folder:
            return self.folder.table(name, self.until)
        frames = [pl.DataFrame(plainly(held.tables[name])) for held in self._held if name in held.tables]
        return counting(pl.concat(frames).lazy(), self.until) if frames else pl.DataFrame()

    def _look(self, watch: Watch) -> StudyLook:
        """How it stands."""
        rate = self.fresh / self.seconds if self.seconds > 0 else 0.0
        settings = (watch.plan.settings[at] for at in watch.open_settings())
        games = sum(len(setting.seatings) for setting in settings) * (watch.most - watch.slices) * SLICE
        cells = tuple(map(looked_at, watch.cells, watch.conclusions()))
        return StudyLook(
            watch.slices,
            watch.slices * SLICE,
            watch.most * SLICE,
            self.games,
            rate,
            games / rate if rate else 0.0,
            cells,
        )

    def _next(self, watch: Watch) -> StudyPlan | None:
        """What is played after a plan: where a value was chosen, it is tested again on fresh dice."""
        if self.study.kind is not QuestionKind.TUNE or watch.plan.first:
            return None
        best = nearest(watch, self.study.target)
        arms = {best: watch.plan.arms[best]}
        chosen = at_target(self.study, arms, {best: dict(watch.plan.doses[best])}, FRESH)
        before = watch.plan.settings
        cells = tuple(replace(cell, plus=cell.plus + len(before)) for cell in chosen.cells)
        return replace(chosen, settings=before + chosen.settings, cells=cells, doses=watch.plan.doses)


def looked_at(watched: Watched, reached: Conclusion) -> CellLook:
    """A cell as it stands."""
    verdict = str(reached.verdict) if watched.closed else ""
    cell = watched.cell
    return CellLook(
        cell.what, cell.arm, cell.scenario, watched.blocks, watched.mean, reached.low, reached.high, verdict
    )


def nearest(watch: Watch, target: float) -> str:
    """The arm that comes nearest to the target, over all scenarios."""
    away: dict[str, float] = {}
    for cell in watch.cells:
        away[cell.cell.arm] = away.get(cell.cell.arm, 0.0) + abs(cell.mean)
    return min(away, key=lambda arm: away[arm])


@dataclass(frozen=True)
class Ready:
    """A plan with all its settings made ready. `left_out` has why arms cannot be played."""

    plan: StudyPlan
    grounds: Mapping[int, Setup]
    left_out: Mapping[str, str]


def ready(study: Study, base: Path) -> Ready:
    """The plan of a study, every setting made ready once.

    CatalogueError has a line for each arm that cannot be set up; an atlas and a study that tunes go without
    such changes, as long as there is something to compare.
    """
    plan, wrong = plan_of(study, base), dict[str, str]()
    grounds = {}
    for number, setting in enumerate(plan.settings):
        try:
            grounds[number] = Setup(study, plan.arms, base, setting)
            if setting.mustered:
                grounds[number].starts([0])
        except CatalogueError as error:
            wrong[setting.arm] = "\n".join(error.lines)
    many = study.kind in (QuestionKind.ATLAS, QuestionKind.TUNE) and len(grounds) > 1
    if wrong and (not many or BOOK in wrong):
        raise CatalogueError(
            list(dict.fromkeys(line for text in wrong.values() for line in text.split("\n")))
        )
    kept = [grounds[at] for at, setting in enumerate(plan.settings) if setting.arm not in wrong]
    return Ready(without(plan, wrong), dict(enumerate(kept)), wrong)
