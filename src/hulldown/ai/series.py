"""Many games of one scenario, counted by seat: random ones by the batch, all others as a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hulldown import rulesets
from hulldown.ai.baseline import RandomPlayer
from hulldown.ai.match import play_match
from hulldown.ai.player import PlayerSpec
from hulldown.ai.playouts import run_games
from hulldown.ai.registry import pair, player
from hulldown.catalogue import OwnFile
from hulldown.rulesets.api.ruleset import Ruleset


@dataclass(frozen=True)
class SeriesResult:
    """What came of it. `wins` are those of the first and the second seat, whoever played them.

    `wins_of_players` are those of player A and player B; `games` were begun, `finished` of them ended.
    `faults` has the reason of each game that was lost by one.
    """

    scenario: str
    games: int
    finished: int
    wins: tuple[int, int]
    wins_of_players: tuple[int, int]
    draws: int
    decisions: int
    faults: tuple[str, ...] = ()

    @property
    def mean_decisions(self) -> float:
        """Decisions of a game, on average."""
        return self.decisions / max(1, self.games)


def all_random(players: tuple[PlayerSpec, PlayerSpec], ruleset: Ruleset) -> bool:
    """Whether both players give any legal order. UnknownPlayer if one is none."""
    return all(isinstance(player(text, ruleset), RandomPlayer) for text in pair(players))


def play_series(
    ruleset: str | Ruleset,
    scenario: str | Path | OwnFile,
    players: tuple[PlayerSpec, PlayerSpec],
    games: int,
    seed: int = 0,
    options: Mapping[str, str | int | bool] | None = None,
    threads: int = 1,
    swap: bool = False,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> SeriesResult:
    """Games of a scenario: player A has the first seat, or with `swap` the second in every other game.

    A cancelled series gives what it has. UnknownPlayer and CatalogueError before the first game.
    """
    name, ruleset = str(scenario), rulesets.find(ruleset)
    if all_random(players, ruleset):
        start = ruleset.set_up(scenario, options)
        run = run_games(ruleset, start, seed, games, threads, progress, cancelled)
        wins = (run.first, run.second)
        return SeriesResult(name, run.games, run.finished, wins, wins, run.draws, run.decisions)
    match = play_match(
        ruleset, scenario, players, games, seed, options, None, threads, progress, cancelled, swap
    )
    return SeriesResult(
        name,
        len(match.games),
        sum(game.winner >= 0 for game in match.games),
        (match.wins_of_seat(0), match.wins_of_seat(1)),
        (match.wins, match.losses),
        match.draws,
        sum(game.decisions for game in match.games),
        tuple(game.fault for game in match.games if game.fault),
    )
