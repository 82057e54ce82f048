"""Any game of a study again: as a game for the table, to prove what is written of it, or to watch."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import polars as pl

from hulldown.ai.match import Arena, RecordOptions
from hulldown.catalogue import CatalogueError
from hulldown.game import Game, Step
from hulldown.game.secret import DiceSecret
from hulldown.kernel.actions import Action
from hulldown.kernel.batch import DECISIONS, DRAW, RUNNING
from hulldown.lab.forces import Setup
from hulldown.lab.keys import keys_of
from hulldown.lab.plan import Setting, plan_of
from hulldown.lab.recording import Folder

GAMES = "games.parquet"


class StudyReplay:
    """The games of a study's folder, played again by their place in `games.parquet`, from 0."""

    def __init__(self, folder: Folder) -> None:
        """CatalogueError if it has no games yet."""
        path = folder.path / GAMES
        if not path.is_file():
            raise CatalogueError([f"{folder.path}: has no games yet; go on with it first"])
        self.folder, self.rows = folder, pl.read_parquet(path, glob=False)
        self.plan = plan_of(folder.study, folder.path)
        self._grounds: dict[Setting, Setup] = {}

    def _row(self, number: int) -> dict[str, Any]:
        if not 0 <= number < len(self.rows):
            raise CatalogueError(
                [f"{self.folder.path}: there is no game {number}, only 0 to {len(self.rows) - 1}"]
            )
        return self.rows.row(number, named=True)

    def _ground(self, row: dict[str, Any]) -> Setup:
        asked = (row["arm"], row["scenario"], row["players"])
        setting = next(
            setting
            for setting in self.plan.settings
            if (setting.name, setting.scenario, ",".join(setting.players)) == asked
        )
        if setting not in self._grounds:
            study, base = self.folder.study, self.folder.path
            self._grounds[setting] = Setup(study, self.plan.arms, base, setting)
        return self._grounds[setting]

    def arena(self, row: dict[str, Any]) -> tuple[Setup, Arena, dict[str, Any]]:
        """A game played again, and the forces that were mustered for it."""
        ground, block, seat = self._ground(row), int(row["block"]), int(row["swap"])
        starts, drawn = ground.starts([block])
        arena = Arena(ground.ruleset, starts, ground.players, RecordOptions(1, DECISIONS))
        keys = keys_of(self.folder.study.seed, ground.setting.scenario, block, seat)
        arena.play_series([keys], seat)
        return ground, arena, dict(drawn[0].forces) if drawn else {}

    def game(self, number: int) -> Game:
        """A game as it is played at a table, all orders given: to be told, saved and filmed."""
        game, turns = self._open_game(number)
        for order in turns:
            game.play(game.order_of(order))
        return game

    def turns(self, number: int) -> Iterator[tuple[Game, Step]]:
        """A game order by order: as it stands after each, and what was told of it."""
        game, turns = self._open_game(number)
        for order in turns:
            yield game, game.play(game.order_of(order))

    def _open_game(self, number: int) -> tuple[Game, list[Action]]:
        """A game before its first order, and all its orders."""
        row = self._row(number)
        ground, arena, mustered = self.arena(row)
        forces = {unit: dict(build) for unit, build in {**ground.forces, **mustered}.items()}
        dice = DiceSecret.of_batch(int(row["key"]))
        game = Game(ground.ruleset, ground.scenario, dice, ground.options, forces)
        return game, arena.minutes.orders()

    def differences(self, numbers: list[int]) -> Iterator[str]:
        """Those of some games that are not what is written of them, played whole and order by order."""
        for number in numbers:
            row = self._row(number)
            _, arena, _ = self.arena(row)
            played = arena.minutes.games[0]
            if (int(played.winner), int(played.digest)) != (row["winner"], row["digest"]):
                yield f"game {number}: is another game when it is played again"
                continue
            result = self.game(number).result
            first = RUNNING if result is None else int(result)
            if first != row["winner"]:
                yield f"game {number}: ends otherwise at the table than in the study"

    def sample(self, count: int, seed: int = 0) -> list[int]:
        """Some games drawn at random."""
        return sorted(Random(seed).sample(range(len(self.rows)), min(count, len(self.rows))))


def telling(folder: Folder) -> dict[str, int]:
    """The games that are worth watching, by what they are: a typical one, the closest, the most one-sided.

    Typical is the one nearest to the median in length and in when it was decided; closest the one whose lead
    changed most often and that was decided last; most one-sided the one that was decided first. Without
    curves the shortest stands for one-sided, the longest for close.
    """
    rows = StudyReplay(folder).rows.with_row_index("number").filter(~pl.col("stalled"))
    decided = rows.filter(pl.col("winner") != DRAW)
    rows = decided if len(decided) else rows
    if not len(rows):
        return {}
    length = rows["orders"].to_numpy().astype(float)
    curved = "decided_at" in rows.columns and rows["decided_at"].null_count() < len(rows)
    late = rows["decided_at"].fill_nan(1.0).to_numpy() if curved else length / length.max()
    changes = rows["lead_changes"].fill_nan(0.0).to_numpy() if curved else np.zeros(len(length))
    away = np.abs(length - np.median(length)) / max(1.0, float(np.std(length)))
    away += np.abs(late - np.median(late)) / max(0.01, float(np.std(late)))
    data = {
        "typical": int(np.argmin(away)),
        "closest": int(np.lexsort((late, changes))[-1]),
        "one_sided": int(np.lexsort((length, late))[0]),
    }
    numbers = rows["number"].to_list()
    return {what: int(numbers[at]) for what, at in data.items()}


def game_of(folder: Folder, number: int) -> Game:
    """One game of a study, ready to be saved for the table."""
    return StudyReplay(folder).game(number)
