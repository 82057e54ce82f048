"""What a study will cost before it is begun: games, minutes, and what it could find."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from hulldown import rulesets
from hulldown.game import prepare
from hulldown.lab.deciding import Question, expected_blocks, findable_effect
from hulldown.lab.monitoring import Watch
from hulldown.lab.plan import StudyPlan
from hulldown.lab.playing import SLICE, Runner, SliceResult
from hulldown.lab.running import ready
from hulldown.lab.study import Study

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
    question = Question(study.decide.smallest_effect / 100, study.decide.error)
    deviation = deviations(study, watch)
    blocks = float(study.decide.most_pairs)
    if not plan.whole:
        least = SELDOM / question.effect + SLICE
        blocks = min(blocks, max(least, expected_blocks(deviation, question)))
    blocks = math.ceil(blocks / SLICE) * SLICE
    games = round(blocks * games_of_block)
    most = study.decide.most_pairs * games_of_block
    return {
        "games": games,
        "blocks": blocks,
        "minutes": round(games / rate / 60, 2),
        "most_minutes": round(most / rate / 60, 2),
        "findable_effect": round(
            100 * findable_effect(study.decide.most_pairs, deviation, study.decide.error), 2
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
        ground = hall.ground(number)
        began = time.perf_counter()
        for seat in ground.setting.seatings:
            SliceResult(hall.study, ground, number, blocks, seat, "")
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
