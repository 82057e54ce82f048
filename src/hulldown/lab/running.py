"""A study under way: what it will cost, slices in their order, and when it may stop."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from hulldown import rulesets
from hulldown.ai.external import only_here
from hulldown.catalogue import CatalogueError
from hulldown.game import prepare
from hulldown.lab import deciding
from hulldown.lab.estimating import Adjustment
from hulldown.lab.plan import Contrast, PointShare, PreparedSetting, StudyPlan, at_target, plan_of, without
from hulldown.lab.playing import (
    SLICE,
    Column,
    Executor,
    Here,
    Job,
    Runner,
    Slice,
    SliceResult,
    Task,
    score_of,
)
from hulldown.lab.recording import Folder, counting, plainly
from hulldown.lab.study import BOOK, QuestionKind, Study, texts_of
from hulldown.rulesets.api.bot import IsCancelled

VOID = 0.01  # of the games of a cell: if more never end, nothing is said of it


@dataclass
class Watched:
    """What is known of a cell, from so many `slices`; `closed` once its question is answered."""

    cell: Contrast
    question: deciding.Question
    counts: Counter[float] = field(default_factory=Counter)
    adjusted: Adjustment = field(default_factory=Adjustment)
    slices: int = 0
    games: int = 0
    stalls: int = 0
    touched: int = 0
    closed: bool = False

    @property
    def blocks(self) -> int:
        """Blocks seen."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(score * count for score, count in self.counts.items()) / max(1, self.blocks)

    @property
    def alone(self) -> deciding.Conclusion:
        """What is said of the cell where nothing else is asked."""
        return deciding.conclusion(self.counts, self.question, self.question.error)

    @property
    def void(self) -> bool:
        """Whether too many games never ended."""
        return self.stalls > VOID * max(1, self.games)

    def add(self, played: Slice) -> None:
        """Look at another slice."""
        plus = Seen(played, self.cell.plus, self.cell.share)
        minus = Seen(played, self.cell.minus, self.cell.share) if self.cell.minus is not None else None
        scores = self.cell.weight * (plus.shares - (minus.shares if minus else self.cell.against))
        self.counts.update(deciding.counted(scores))
        for seen in (plus, minus):
            if seen:
                self.games += seen.games
                self.stalls += seen.stalls
        if minus:
            self.touched += int(np.sum(plus.differs_from(minus)))
        if plus.luck is not None:
            luck = self.cell.weight * (plus.luck - (minus.luck if minus and minus.luck is not None else 0.0))
            self.adjusted = self.adjusted.add(scores, luck)
        self.slices += 1

    def judge(self, cells: int) -> None:
        """Close the cell if its question is answered, as one of so many cells."""
        self.closed = deciding.is_settled(self.counts, self.question, cells)


class Seen:
    """The games of one setting in a slice, a number for each block."""

    def __init__(self, played: Slice, setting: int, share: PointShare) -> None:
        mine = played.games["setting"] == setting
        rows = {name: column[mine].reshape(-1, SLICE) for name, column in played.games.items()}
        first = score_of(rows["winner"])
        seats = rows["swap"] if share is PointShare.PLAYER else np.zeros_like(rows["swap"])
        self.shares: Column = np.where(seats == 0, first, 1.0 - first).mean(axis=0)
        self.luck: Column | None = None
        if "luck" in rows:
            self.luck = np.where(seats == 0, rows["luck"], -rows["luck"]).mean(axis=0)
        self.games, self.stalls = int(mine.sum()), int(rows["stalled"].sum())
        self._digests = rows["digest"]

    def differs_from(self, other: Seen) -> Column:
        """The blocks in which any game went otherwise than the other setting's of the same dice."""
        if self._digests.shape != other._digests.shape:
            return np.ones(SLICE, bool)
        different: Column = np.any(self._digests != other._digests, axis=0)
        return different


class Watch:
    """All cells of a plan."""

    def __init__(self, study: Study, plan: StudyPlan) -> None:
        self.study, self.plan = study, plan
        question = deciding.Question(study.decide.smallest_effect / 100, study.decide.error)
        self.cells = [Watched(cell, question) for cell in plan.cells]
        self.question = question
        self.most = -(-study.decide.most_pairs // SLICE)
        self.slices = 0

    @property
    def is_finished(self) -> bool:
        """Whether nothing more is to be played."""
        if self.slices >= self.most:
            return True
        return not self.plan.whole and all(cell.closed for cell in self.cells)

    def open_settings(self) -> tuple[int, ...]:
        """The settings that a cell still asks about."""
        if self.plan.whole:
            return tuple(range(len(self.plan.settings)))
        return tuple(sorted({at for cell in self.cells if not cell.closed for at in cell.cell.needs}))

    def add(self, played: Slice) -> None:
        """Look at the next slice in order. What closed cells do not need is not looked at."""
        for cell in self.cells:
            if not cell.closed:
                cell.add(played)
                if not self.plan.whole:
                    cell.judge(len(self.cells))
        self.slices += 1

    def counted_slices(self) -> list[int]:
        """For each setting how many slices count: later ones were played ahead, for nothing."""
        if self.plan.whole:
            return [self.slices] * len(self.plan.settings)
        seen = [0] * len(self.plan.settings)
        for cell in self.cells:
            for at in cell.cell.needs:
                seen[at] = max(seen[at], cell.slices)
        return seen

    def conclusions(self) -> list[deciding.Conclusion]:
        """What is said of each cell, and the interval by which it is: of several, a difference only if it is
        found among all of them; nothing where too many games never ended.
        """
        return [
            reached._replace(verdict=deciding.StudyVerdict.UNDECIDED) if cell.void else reached
            for cell, reached in zip(
                self.cells,
                deciding.conclude([cell.counts for cell in self.cells], self.question),
                strict=True,
            )
        ]

    def missing(self) -> list[int | None]:
        """About how many more blocks would answer the question of each cell: 0 where it is answered, None
        where hardly any number would.
        """
        question, cells = self.question, len(self.cells)
        blocks: list[int | None] = []
        for cell, reached in zip(self.cells, self.conclusions(), strict=True):
            large = abs(cell.mean) > question.effect
            answered = reached.verdict is deciding.StudyVerdict.SAME or deciding.is_as_large(
                reached.low, reached.high, question.effect
            )
            level = question.error / (cells if large else 1)
            blocks.append(0 if answered else deciding.blocks_missing(cell.counts, question, level))
        return blocks

    def verdicts(self) -> list[deciding.StudyVerdict]:
        """What is said of each cell."""
        return [reached.verdict for reached in self.conclusions()]


def together(verdicts: Sequence[deciding.StudyVerdict]) -> deciding.StudyVerdict:
    """What cells come to: different if one is, the same if all are."""
    if deciding.StudyVerdict.DIFFERENT in verdicts:
        return deciding.StudyVerdict.DIFFERENT
    return (
        deciding.StudyVerdict.SAME
        if verdicts and set(verdicts) == {deciding.StudyVerdict.SAME}
        else deciding.StudyVerdict.UNDECIDED
    )


# ---------------------------------------------------------------- running
# A study under way: slices are played by whoever can, looked at in their order, kept and stopped in time.


FRESH = SLICE * 1_000_000  # the first block of what is tested again on dice that nothing was chosen by


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
        cancelled: IsCancelled = lambda: False,
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


def looked_at(watched: Watched, reached: deciding.Conclusion) -> CellLook:
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
    settings: Mapping[int, PreparedSetting]
    left_out: Mapping[str, str]


def ready(study: Study, base: Path) -> Ready:
    """The plan of a study, every setting made ready once.

    CatalogueError has a line for each arm that cannot be set up; an atlas and a study that tunes go without
    such changes, as long as there is something to compare.
    """
    plan, wrong = plan_of(study, base), dict[str, str]()
    settings = {}
    for number, setting in enumerate(plan.settings):
        try:
            settings[number] = PreparedSetting(study, plan.arms, base, setting)
            if setting.mustered:
                settings[number].starts([0])
        except CatalogueError as error:
            wrong[setting.arm] = "\n".join(error.lines)
    many = study.kind in (QuestionKind.ATLAS, QuestionKind.TUNE) and len(settings) > 1
    if wrong and (not many or BOOK in wrong):
        raise CatalogueError(
            list(dict.fromkeys(line for text in wrong.values() for line in text.split("\n")))
        )
    kept = [settings[at] for at, setting in enumerate(plan.settings) if setting.arm not in wrong]
    return Ready(without(plan, wrong), dict(enumerate(kept)), wrong)


# ---------------------------------------------------------------- costing
# What a study will cost before it is begun: games, minutes, and what it could find.


TRIED, LONGEST = 1.0, 4.0  # seconds of games that a price is reckoned from, and with all about them
PIECES = (1, 3, 12, 48)  # blocks of a setting that are tried, one after another; a slice in all
SELDOM = 5.0  # blocks for each part of the effect that even a rule that hardly comes up takes


def cost_of(study: Study, base: Path, workers: int = 1) -> dict[str, Any]:
    """About how many games and minutes a study takes, by a slice of it that is played now.

    `games` and `minutes` are those if nothing differs, which takes longest to be sure of; `most_minutes`
    those at the limit of blocks; `findable_effect` is the smallest difference that the limit can find, in
    points; `rate` games a second with so many workers. CatalogueError if an arm cannot be set up.
    """
    prepare(rulesets.get(study.ruleset))
    plan = ready(study, base).plan
    watch = Watch(study, plan)
    trial = Trial(Runner(study, plan, base), plan)
    rate = trial.games / trial.seconds * workers
    games_of_block = trial.games / trial.blocks * len(plan.settings)
    question = deciding.Question(study.decide.smallest_effect / 100, study.decide.error)
    deviation = deviations(study, watch)
    blocks = float(study.decide.most_pairs)
    if not plan.whole:
        least = SELDOM / question.effect + SLICE
        blocks = min(blocks, max(least, deciding.expected_blocks(deviation, question)))
    blocks = math.ceil(blocks / SLICE) * SLICE
    games = round(blocks * games_of_block)
    most = study.decide.most_pairs * games_of_block
    return {
        "games": games,
        "blocks": blocks,
        "minutes": round(games / rate / 60, 2),
        "most_minutes": round(most / rate / 60, 2),
        "findable_effect": round(
            100 * deciding.findable_effect(study.decide.most_pairs, deviation, study.decide.error), 2
        ),
        "rate": round(rate, 1),
    }


class Trial:
    """Games that are played for a second or so: one block of every setting, then more of each.

    A slice of players that think long takes minutes, so it is not played whole. What it takes to make a
    setting ready is paid once in a study, so it does not count.
    """

    def __init__(self, hall: Runner, plan: StudyPlan) -> None:
        self.games = self.blocks = 0
        self.seconds = 0.0
        began, first = time.perf_counter(), plan.first
        for several in PIECES:
            for number in range(len(plan.settings)):
                self._play(hall, number, range(first, first + several))
                if self.seconds > TRIED or time.perf_counter() - began > LONGEST:
                    return
            first += several

    def _play(self, hall: Runner, number: int, blocks: range) -> None:
        prepared = hall.prepared(number)
        began = time.perf_counter()
        for seat in prepared.setting.seatings:
            SliceResult(hall.study, prepared, number, blocks, seat, "")
            self.games += len(blocks)
        self.blocks += len(blocks)
        self.seconds += time.perf_counter() - began


def deviations(study: Study, watch: Watch) -> float:
    """The standard deviation of a block's score that is reckoned with: the most there is, that of games which
    have nothing to do with each other.
    """
    one_game, compared = 0.5, any(cell.cell.minus is not None for cell in watch.cells)
    games = max((len(setting.seatings) for setting in watch.plan.settings), default=1)
    return one_game * float(np.sqrt((2.0 if compared else 1.0) / games))
