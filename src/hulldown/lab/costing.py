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
from hulldown.lab.playing import SLICE, Hall
from hulldown.lab.running import ready
from hulldown.lab.study import Study
from hulldown.lab.watching import Watch

TRIED = 1.0  # seconds of games that a price is reckoned from
SELDOM = 3.0  # blocks for each part of the effect that even a rule that hardly comes up takes


def cost_of(study: Study, base: Path, workers: int = 1) -> dict[str, Any]:
    """About how many games and minutes a study takes, by a slice of it that is played now.

    `games` and `minutes` are those if nothing differs, which takes longest to be sure of; `most_minutes`
    those at the limit of blocks; `findable_effect` is the smallest difference that the limit can find, in
    points; `rate` games a second with so many workers. CatalogueError if an arm cannot be set up.
    """
    prepare(rulesets.get(study.ruleset))
    plan = ready(study, base).plan
    hall, watch = Hall(study, plan, base), Watch(study, plan)
    played = tried = 0
    began = time.perf_counter()
    while tried < len(plan.settings) and time.perf_counter() - began < TRIED:
        played += len(hall.play(0, (tried,)).games["block"])
        tried += 1
    rate = played / (time.perf_counter() - began) * workers
    games_of_block = played / SLICE / tried * len(plan.settings)
    question = Question(study.decide.smallest_effect / 100, study.decide.error)
    deviation = deviations(study, watch)
    blocks = float(study.decide.most_pairs)
    if not plan.whole:
        least = SELDOM / question.effect + SLICE
        blocks = min(blocks, max(least, expected_blocks(deviation, question).nothing))
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


def deviations(study: Study, watch: Watch) -> float:
    """The standard deviation of a block's score that is reckoned with: the most there is, that of games which
    have nothing to do with each other.
    """
    one_game, compared = 0.5, any(one.cell.minus is not None for one in watch.cells)
    games = max((len(one.seatings) for one in watch.plan.settings), default=1)
    return one_game * float(np.sqrt((2.0 if compared else 1.0) / games))
