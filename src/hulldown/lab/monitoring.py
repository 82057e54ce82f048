"""What a study knows of its cells as slices come in, in their order, and when it may stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hulldown.lab.deciding import (
    Conclusion,
    Question,
    StudyVerdict,
    blocks_missing,
    conclude,
    conclusion,
    counted,
    is_as_large,
    is_settled,
)
from hulldown.lab.estimating import Adjustment
from hulldown.lab.plan import Contrast, PointShare, StudyPlan
from hulldown.lab.playing import SLICE, Column, Slice, score_of
from hulldown.lab.study import Study

VOID = 0.01  # of the games of a cell: if more never end, nothing is said of it


@dataclass
class Watched:
    """What is known of a cell, from so many `slices`; `closed` once its question is answered."""

    cell: Contrast
    question: Question
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
    def alone(self) -> Conclusion:
        """What is said of the cell where nothing else is asked."""
        return conclusion(self.counts, self.question, self.question.error)

    @property
    def void(self) -> bool:
        """Whether too many games never ended."""
        return self.stalls > VOID * max(1, self.games)

    def add(self, played: Slice) -> None:
        """Look at another slice."""
        plus = Seen(played, self.cell.plus, self.cell.share)
        minus = Seen(played, self.cell.minus, self.cell.share) if self.cell.minus is not None else None
        scores = self.cell.weight * (plus.shares - (minus.shares if minus else self.cell.against))
        self.counts.update(counted(scores))
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
        self.closed = is_settled(self.counts, self.question, cells)


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
        question = Question(study.decide.smallest_effect / 100, study.decide.error)
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

    def conclusions(self) -> list[Conclusion]:
        """What is said of each cell, and the interval by which it is: of several, a difference only if it is
        found among all of them; nothing where too many games never ended.
        """
        return [
            reached._replace(verdict=StudyVerdict.UNDECIDED) if cell.void else reached
            for cell, reached in zip(
                self.cells, conclude([cell.counts for cell in self.cells], self.question), strict=True
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
            answered = reached.verdict is StudyVerdict.SAME or is_as_large(
                reached.low, reached.high, question.effect
            )
            level = question.error / (cells if large else 1)
            blocks.append(0 if answered else blocks_missing(cell.counts, question, level))
        return blocks

    def verdicts(self) -> list[StudyVerdict]:
        """What is said of each cell."""
        return [reached.verdict for reached in self.conclusions()]


def together(verdicts: Sequence[StudyVerdict]) -> StudyVerdict:
    """What cells come to: different if one is, the same if all are."""
    if StudyVerdict.DIFFERENT in verdicts:
        return StudyVerdict.DIFFERENT
    return StudyVerdict.SAME if verdicts and set(verdicts) == {StudyVerdict.SAME} else StudyVerdict.UNDECIDED
