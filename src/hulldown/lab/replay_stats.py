"""What only the telling of games shows: which rules came up in them, and who removed whom.

Telling a game takes as long as playing it at a table, so it is done for some games of every arm and scenario.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import polars as pl

from hulldown.game import Game, Step
from hulldown.lab.replaying import StudyReplay
from hulldown.lab.results import share_row

TOLD = 24  # games of an arm in a scenario
REMOVED = "wreck"  # what the card of a unit says that fights no more
NOBODY = ""  # a mine, a fire, the end of a turn


def replay_stats(again: StudyReplay) -> list[dict[str, Any]]:
    """For each arm and scenario: in how many of the games that were told a rule was cited, and how often a
    unit removed another; shares with their interval over games.
    """
    rows = again.rows.with_row_index("number").filter(~pl.col("stalled"))
    stats = []
    for (arm, scenario), some in rows.group_by("arm", "scenario", maintain_order=True):
        numbers = some["number"].to_list()
        drawn = sorted(Random(again.folder.study.seed).sample(numbers, min(TOLD, len(numbers))))
        stats.append({"arm": arm, "scenario": scenario, "games": len(drawn), **of_games(again, drawn)})
    return stats


def of_games(again: StudyReplay, numbers: list[int]) -> dict[str, Any]:
    """What some games tell."""
    rules: Counter[str] = Counter()
    removed: Counter[tuple[str, str]] = Counter()
    for number in numbers:
        cited: set[str] = set()
        lost: set[tuple[str, str]] = set()
        standing: dict[str, bool] = {}
        for game, turn in again.turns(number):
            cited.update(rule for sentence in turn.sentences for rule in sentence.rules)
            lost |= losses(game, turn, standing)
        rules.update(cited)
        removed.update(lost)
    count = len(numbers)
    return {
        "rules": [{"rule": rule, **share_row(times, count)} for rule, times in sorted(rules.items())],
        "removed": [
            {"by": by, "unit": unit, **share_row(times, count)}
            for (by, unit), times in sorted(removed.items())
        ],
    }


def losses(game: Game, turn: Step, standing: dict[str, bool]) -> set[tuple[str, str]]:
    """Who was removed by an order, and by whom: the unit that it names first; `standing` is kept true."""
    now = {card.unit: REMOVED not in card.state for card in game.ruleset.table.cards(game.state, None)}
    gone = {unit for unit, stands in now.items() if not stands and standing.get(unit, True)}
    standing.update(now)
    first = turn.order.text.split()[0]
    return {(first if first in now and first != unit else NOBODY, unit) for unit in gone}
