"""The proof that studies keep what they promise: many of them, about real games whose truth is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from hulldown import rulesets
from hulldown.game import prepare
from hulldown.game.readiness import without_main
from hulldown.lab import playing
from hulldown.lab.arms import Arm, StudyBase
from hulldown.lab.deciding import StudyVerdict
from hulldown.lab.plan import key
from hulldown.lab.playing import Slice, score_of
from hulldown.lab.running import Run
from hulldown.lab.study import CHANGED, Decide, QuestionKind, Study

SAME_DICE = 2_000  # blocks by which the first side's share is known before anything is planted
WON = 0  # by the first side


@dataclass(frozen=True)
class Truth:
    """What studies are about: games of one scenario between the same players, and how much is planted.

    They are played with `base`, whose paths are whole.
    `points` of share are planted by turning so many games of the changed arm that the first side did not win
    into won ones, drawn by a key of their own: the games are real, the difference is known exactly.
    """

    ruleset: str
    scenario: str
    player: str
    decide: Decide
    points: float = 0.0
    share: float = 0.5  # of the first side, as the book has it
    base: StudyBase = field(default_factory=StudyBase)

    def study(self, seed: int) -> Study:
        """One of the studies."""
        return Study(
            kind=QuestionKind.VARIANT,
            ruleset=self.ruleset,
            scenarios=(self.scenario,),
            players=(self.player, self.player),
            seed=seed,
            base=self.base,
            arms={CHANGED: Arm()},
            decide=self.decide,
        )

    def planted(self, seed: int, played: Slice) -> Slice:
        """A slice in which the changed arm is better for the first side by `points`."""
        if not self.points:
            return played
        games = dict(played.games)
        winner = games["winner"].copy()
        odds = self.points / 100 / (1.0 - self.share)
        worth = score_of(winner)
        drawn = np.array([key("planted", seed, int(block)) / 2**32 for block in games["block"]])
        changed = (games["setting"] == 1) & (drawn < odds) & (worth < 1.0)
        games["winner"] = np.where(changed, WON, winner).astype(np.int8)
        return replace(played, tables={**played.tables, "games": games})


def verdict_of(truth: Truth, seed: int) -> str:
    """What one study says first: whoever watches it may stop at any look, so a false word at any of them
    counts. Every arm has thoughts of its own, else two that are the same never differ.
    """
    prepare(rulesets.get(truth.ruleset))
    run = Run(truth.study(seed), Path("."), apart=True, altered=partial(truth.planted, seed))
    for _ in run:
        (verdict,) = run.watches[-1].verdicts()
        if verdict is not StudyVerdict.UNDECIDED:
            return str(verdict)
    return str(StudyVerdict.UNDECIDED)


def share_of(truth: Truth) -> float:
    """The first side's share in the book, from games of their own."""
    decide = Decide(most_pairs=SAME_DICE)
    study = truth.study(key("share")).model_copy(
        update={"kind": QuestionKind.PROFILE, "arms": {}, "decide": decide}
    )
    run = Run(study, Path("."))
    for _ in run:
        pass
    return float(score_of(run.rows("games")["winner"].to_numpy()).mean())


def calibrate(
    truth: Truth,
    studies: int,
    seed: int,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """Studies in which nothing differs, and as many in which `points` are planted: how many err.

    `false_alarms` and `found` count those that say "different".
    """
    share = share_of(truth)
    nothing = replace(truth, points=0.0, share=share)
    planted = replace(truth, share=share)
    jobs = [(planned, seed + at) for planned in (nothing, planted) for at in range(studies)]
    results = []
    for verdict in verdicts(jobs, workers):
        results.append(verdict)
        progress(len(results), len(jobs))
    different = [verdict == StudyVerdict.DIFFERENT for verdict in results]
    return {
        "aa": {"studies": studies, "false_alarms": sum(different[:studies])},
        "planted": {"studies": studies, "found": sum(different[studies:]), "points": truth.points},
        "share": round(share, 4),
    }


def verdicts(jobs: list[tuple[Truth, int]], workers: int) -> Iterator[str]:
    """What the studies say, in their order."""
    if workers == 1 or playing.employed:
        yield from (verdict_of(*job) for job in jobs)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), playing.politely, (0,)) as pool:
        with without_main():
            results = pool.map(verdict_of, *zip(*jobs, strict=True), chunksize=4)
        yield from results
