"""Matches between computer players, and what they think of a position."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from html import escape
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulldown import rulesets
from hulldown.ai import bot
from hulldown.ai.bot import PlayerSpec, SearchBot, Searcher
from hulldown.ai.position import RANKERS
from hulldown.ai.registry import RandomPlayer, pair, player, same_player
from hulldown.ai.registry import player as player_of
from hulldown.catalogue import OwnFile, ScenarioSource
from hulldown.kernel import batch, walk
from hulldown.kernel.actions import Action, Actions, Event, Log, forget, keep
from hulldown.kernel.batch import DECISIONS, DRAW, RUNNING, Tally, start_dice, stir
from hulldown.kernel.dice import Dice
from hulldown.kernel.engine import Interpreted
from hulldown.kernel.match import (
    LUCK_STREAM,
    DecisionRecord,
    GameRecord,
    PlayerKind,
    Recorder,
    copy_event,
    mix_action,
    record_decision,
)
from hulldown.kernel.match import play_series as kernel_series
from hulldown.kernel.records import digest
from hulldown.kernel.walk import Worth
from hulldown.odds import wilson
from hulldown.rulesets.api.bot import IsCancelled
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine
from hulldown.views.charts import Bar, ChartRow, ChartSection, chart

SHARES = {True: 1000, False: 20}  # games of one call, by whether it is compiled: some tenths of a second


@dataclass(frozen=True)
class PlayoutTotals:
    """What a run of games came to. Equal runs have equal digests, on any number of threads."""

    games: int = 0
    finished: int = 0
    first: int = 0
    second: int = 0
    draws: int = 0
    decisions: int = 0
    digest: int = 0

    def __add__(self, other: PlayoutTotals) -> PlayoutTotals:
        """This run followed by another."""
        if not other.games:
            return self
        return PlayoutTotals(
            self.games + other.games,
            self.finished + other.finished,
            self.first + other.first,
            self.second + other.second,
            self.draws + other.draws,
            self.decisions + other.decisions,
            (self.digest + other.digest) & 0xFFFFFFFF,
        )


class PlayoutBuffers(threading.local):
    """What a thread needs to play games of one position, made once for each thread."""

    def __init__(self, form: Interpreted, s: Any) -> None:
        self.form = form
        self.start, self.work = form.to_buffer(s), form.state_buffer(1)
        self.orders, self.log = form.new(Actions)[0], form.new(Log)[0]
        self.dice, self.choice = form.new(Dice)[0], form.new(Dice)[0]

    def play(self, key: int, count: int) -> PlayoutTotals:
        """Some games, by their dice keys."""
        t = self.form.new(Tally)[0]
        play = self.form.bound(batch.games)
        play(self.start, self.work, self.orders, self.dice, self.choice, self.log, t, key, count)
        counts = (t.games, t.finished, t.first, t.second, t.draws, t.decisions, t.digest)
        return PlayoutTotals(*(int(n) for n in counts))


def run_games(
    ruleset: str | Ruleset,
    s: Any,
    first: int,
    count: int,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
    cancelled: IsCancelled | None = None,
) -> PlayoutTotals:
    """Random games with the dice keys first, first + 1, ... from a plain state.

    `progress(done, count)` is called as games come in; a cancelled run gives what it has.
    Only compiled rules gain from more than one thread.
    """
    form = engine(rulesets.find(ruleset)).backend
    buffers, size = PlayoutBuffers(form, s), SHARES[form.compiled]
    total = PlayoutTotals()

    def share(at: int) -> PlayoutTotals:
        if cancelled and cancelled():
            return PlayoutTotals()
        return buffers.play(first + at, min(size, count - at))

    with ThreadPoolExecutor(max(1, threads)) as pool:
        for played in pool.map(share, range(0, count, size)):
            total = total + played
            if progress:
                progress(total.games, count)
    return total


# ---------------------------------------------------------------- match
# Matches between computer players: many games, sides changed after each, the same dice for both.


WORDS = 2  # columns of a table of results that are words: they stand at the left
WIDE = 760  # units, of the chart in a notebook
OnGame = Callable[[int, int], None]  # games done, games in all


@dataclass(frozen=True)
class MatchGame:
    """One game of a match: the dice key, the seat that player A had, who won and how long it took.

    `winner` is a seat, 2 for a draw, -1 when it was broken off. `fault` says what the loser did wrong, if
    it was a player of one's own that crashed or gave an order that may not be given.
    """

    number: int
    key: int
    seat_of_a: int
    winner: int
    decisions: int
    fault: str = ""

    @property
    def score(self) -> float:
        """Player A's: 1, 0, or a half."""
        return float(self.winner == self.seat_of_a) if self.winner in (0, 1) else 0.5


class ResultTable(list[dict[str, Any]]):
    """Rows of results, each a dict with the same keys: a table for a person, or for a data frame."""

    def cells(self) -> list[list[str]]:
        """The head and the rows as people read them."""
        if not self:
            return []
        head = [*list(self[0])[:-3], "points", "95 of 100 times"]
        return [head, *([str(cell) for cell in list(row.values())[:-3]] + _shares(row) for row in self)]

    def __str__(self) -> str:
        cells = self.cells()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        return "\n".join(
            "  ".join(
                cell.ljust(wide) if at < WORDS else cell.rjust(wide)
                for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        )

    def _repr_html_(self) -> str:
        head, *rows = self.cells() or [[]]
        tags = [(head, "th"), *((row, "td") for row in rows)]
        lines = ("".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) for row, tag in tags)
        return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _row(player: str, seat: str, games: Sequence[tuple[int, MatchGame]]) -> dict[str, Any]:
    """What games came to for whoever had a seat in each: (the seat, the game)."""
    won = sum(game.winner == mine for mine, game in games)
    drawn = sum(game.winner == DRAW for _, game in games)
    lost = sum(game.winner == 1 - mine for mine, game in games)
    unfinished = len(games) - won - drawn - lost
    score = (won + (drawn + unfinished) / 2) / max(1, len(games))
    low, high = wilson(score, len(games))
    counts = {"games": len(games), "wins": won, "draws": drawn, "losses": lost, "unfinished": unfinished}
    return {"player": player, "seat": seat, **counts, "score": score, "low": low, "high": high}


def _shares(row: dict[str, Any]) -> list[str]:
    """The share of the points and where it lies, in percent."""
    score, low, high = (100 * row[name] for name in ("score", "low", "high"))
    return [f"{score:.1f} %", f"{low:.1f} to {high:.1f} %"]


@dataclass
class MatchResult:
    """What a match came to, from player A's side."""

    players: tuple[str, str]
    games: list[MatchGame] = field(default_factory=list)

    @property
    def wins(self) -> int:
        """Games player A won."""
        return sum(g.winner == g.seat_of_a for g in self.games)

    @property
    def losses(self) -> int:
        """Games player B won."""
        return sum(g.winner == 1 - g.seat_of_a for g in self.games)

    @property
    def draws(self) -> int:
        """Games nobody won."""
        return sum(g.winner == DRAW for g in self.games)

    @property
    def score(self) -> float:
        """Player A's share of the points, draws a half each."""
        return sum(g.score for g in self.games) / max(1, len(self.games))

    def interval(self, sigmas: float = 1.96) -> tuple[float, float]:
        """Where the true share lies 95 times of 100 (Wilson's interval)."""
        return wilson(self.score, len(self.games), sigmas)

    def wins_of_seat(self, seat: int) -> int:
        """Games won by a side, whoever played it."""
        return sum(g.winner == seat for g in self.games)

    @property
    def names(self) -> tuple[str, str]:
        """Both players, told apart where they are the same: "greedy (A)"."""
        a, b = self.players
        return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")

    def _shares(self) -> list[tuple[str, int]]:
        """How the games ended, in words: player A's wins first."""
        first, second = self.names
        broken = len(self.games) - self.wins - self.losses - self.draws
        rows = [(f"{first} wins", self.wins), ("draws", self.draws), (f"{second} wins", self.losses)]
        return [*rows, ("broken off", broken)] if broken else rows

    def __str__(self) -> str:
        low, high = self.interval()
        ended = ", ".join(f"{what} {count}" for what, count in self._shares())
        return (
            f"{self.players[0]} against {self.players[1]}, {len(self.games)} games: {ended}\n"
            f"{self.names[0]} takes {100 * self.score:.1f} % of the points "
            f"(95 of 100 times {100 * low:.1f} to {100 * high:.1f} %)"
        )

    def table(self) -> ResultTable:
        """The results as plain rows: each player over all games and in either seat, then the first seat
        whoever played it.

        `score` is the share of the points, draws a half each, `low` and `high` where the true share lies 95
        times of 100.
        """
        a, b = self.names
        sat = {
            a: [(game.seat_of_a, game) for game in self.games],
            b: [(1 - game.seat_of_a, game) for game in self.games],
        }
        rows = []
        for name, seats in sat.items():
            rows.append(_row(name, "both", seats))
            for seat, word in enumerate(("first", "second")):
                there = [(mine, game) for mine, game in seats if mine == seat]
                rows += [_row(name, word, there)] if there else []
        return ResultTable([*rows, _row("whoever", "first", [(0, game) for game in self.games])])

    def _repr_svg_(self) -> str:
        title = f"{self.players[0]} against {self.players[1]}, {len(self.games)} games"
        rows = tuple(ChartRow(f"{what}: {count}", (self._bar(count),)) for what, count in self._shares())
        return chart(title, [ChartSection(title, rows)], width=WIDE, standalone=True)

    def _bar(self, count: int) -> Bar:
        share = count / max(1, len(self.games))
        low, high = wilson(share, len(self.games))
        return Bar(share, f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})")


@dataclass(frozen=True)
class Keys:
    """What a game is played by: a key of its dice, one of what each player thinks with, A's first.

    `start` is which of an arena's positions it begins with.
    """

    dice: int
    thoughts: tuple[int, int]
    start: int = 0

    def beginning(self, start: int) -> Keys:
        """The same from another of the positions."""
        return replace(self, start=start)


@dataclass(frozen=True)
class RecordOptions:
    """What an arena notes of the games of a series beside their ends: the first `room` decisions, luck, the
    last event of each.
    """

    games: int = 1
    room: int = 0
    luck: bool = False
    last: bool = False


ONE_GAME = RecordOptions()


class MatchRecord:
    """What was done in the games of an arena, for those who study them; good until the next ones there.

    Rows are those of the arena's form.
    """

    def __init__(self, form: Interpreted, noting: RecordOptions) -> None:
        self.form = form
        self.games = form.new(GameRecord, noting.games)
        self.steps = form.new(DecisionRecord, max(1, noting.room))
        self.ends = form.state_buffer(noting.games)
        self.witness = form.new(Recorder)[0]
        self.witness.room, self.witness.lucky = noting.room, noting.luck
        care = bot.GLANCE[form.compiled]
        self.witness.tapes, self.witness.throws = care.tapes, care.throws

    def last(self, game: int = 0) -> Event:
        """The event that was told last."""
        record: Event = self.form.to_object(self.games, game, GameRecord).last
        return record

    def step_range(self, game: int = 0) -> range:
        """Where the decisions of a game stand among the steps."""
        begins = int(self.games[game].begins)
        return range(begins, begins + int(self.games[game].kept))

    def orders(self, game: int = 0) -> list[Action]:
        """The orders that were given in a game."""
        return [self.form.to_object(self.steps, i, DecisionRecord).action for i in self.step_range(game)]

    def chances(self, game: int = 0) -> list[float]:
        """Before each order the first seat's prospects by the ruleset's estimate, 0 to 1."""
        return [float(self.steps[i].chance) for i in self.step_range(game)]

    def end(self, game: int = 0) -> Any:
        """The last position of a game, as a plain state."""
        return self.form.to_object(self.ends, game, self.form.state)


def column(rows: Any, path: str, count: int) -> NDArray[Any]:
    """A field of the first rows of a buffer in either form, as numbers: "winner", "action.verb"."""
    names = path.split(".")
    if isinstance(rows, np.ndarray):
        column_ = rows[:count]
        for name in names:
            column_ = column_[name]
        return np.array(column_)
    return np.array([attrgetter(path)(rows[i]) for i in range(count)])


class Arena:
    """Two players at one desk: what a thread needs to play games of a match.

    Players of the kernel play whole series of games there, without Python between two decisions. With
    `whole` off, or with other players, or such as think by the clock, games go order by order; they are the
    same games.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        start: Any,
        players: Sequence[bot.Player],
        noting: RecordOptions = ONE_GAME,
        whole: bool = True,
        form: Interpreted | None = None,
    ) -> None:
        """`start` is a plain state or a list of them; `noting` what is kept in `minutes`."""
        self.starts = start if isinstance(start, list) else [start]
        self.players = players
        self.desk = Searcher(ruleset, self.starts[0], form)
        self.desk.log.on = int(noting.last)
        self.minutes = MatchRecord(self.desk.backend, noting)
        self._minds = self._kernel_bots() if whole else None

    def _kernel_bots(self) -> tuple[SearchBot, SearchBot] | None:
        """The minds of both players, if both can play whole games."""
        able = [
            computer
            for computer in self.players
            if isinstance(computer, bot.KernelPlayer) and computer.runs_in_kernel
        ]
        if len(able) < 2:
            return None
        form, estimates = self.desk.backend, [computer.recipe.estimate for computer in able]
        self._series = [
            form.with_estimates(*seats).bound(kernel_series) for seats in (estimates, estimates[::-1])
        ]
        self._known, self._laid = form.state_buffer(1), form.rows(self.starts)
        return able[0].bot(form), able[1].bot(form)

    def place_starts(self, rows: Sequence[Any]) -> None:
        """Let games of players of the kernel begin in other positions: buffers of one state of the form."""
        self._laid = np.concatenate(rows) if self.desk.backend.compiled else [row[0] for row in rows]

    def play(self, number: int, seed: int, swap: bool = True) -> MatchGame:
        """Game `number`: A has seat 0 in even games; games 2n and 2n + 1 have the same dice.

        Without `swap` A has seat 0 in all games, each with dice of its own.
        """
        pair, seat_of_a = divmod(number, 2) if swap else (number, 0)
        key = (seed + pair) & 0xFFFFFFFF
        mine = stir(stir(0, key), number)  # key ^ number alone would hardly vary
        (fault,) = self.play_series([Keys(key, (stir(mine, 1), stir(mine, 2)))], seat_of_a)
        game = self.minutes.games[0]
        return MatchGame(number, key, seat_of_a, int(game.winner), int(game.decisions), fault)

    def play_series(self, keys: Sequence[Keys], seat_of_a: int) -> list[str]:
        """Games with A in one seat, each by its keys and independent of all others; `minutes` tells of them.

        For each what its loser did wrong, if it was a player of one's own that crashed or gave an order that
        may not be given, else "".
        """
        for course, key in zip(self.minutes.games, keys, strict=False):
            first, second = key.thoughts if seat_of_a == 0 else key.thoughts[::-1]
            course.start, course.dice, course.first, course.second = key.start, key.dice, first, second
        if self._minds:
            self._play_in_kernel(self._minds, seat_of_a, len(keys))
            return [""] * len(keys)
        self.minutes.witness.used = 0
        return [self._play_in_python(i, key, seat_of_a) for i, key in enumerate(keys)]

    def _play_in_kernel(self, minds: tuple[SearchBot, SearchBot], seat_of_a: int, count: int) -> None:
        """The games in the kernel."""
        first, second = minds if seat_of_a == 0 else minds[::-1]
        desk, minutes = self.desk, self.minutes
        self._series[seat_of_a](
            self._laid, desk.root, minutes.ends, self._known, first.scratch, first.thinker, second.thinker,
            first.tree, second.tree, desk.orders, first.worths, desk.dice, desk.log, minutes.games, count,
            minutes.witness, minutes.steps, DECISIONS,
        )  # fmt: skip

    def _play_in_python(self, number: int, key: Keys, seat_of_a: int) -> str:
        """One of the games order by order, noted as the kernel does; what its loser did wrong, if he did."""
        for computer, own in zip(self.players, key.thoughts, strict=True):
            computer.begin(own)
        desk, minutes, game = self.desk, self.minutes, self.minutes.games[number]
        witness, done, mixed, luck, fault = minutes.witness, 0, 0, 0.0, ""
        desk.reset(self.starts[key.start], key.dice)
        start_dice(witness.walk.dice, key.dice, LUCK_STREAM)
        game.begins, loser = witness.used, -1
        while done < DECISIONS and (seat := desk.seat()) >= 0:
            seen = desk.observed_by(seat)
            try:
                thought = self.players[seat ^ seat_of_a].think(seen, seat)
            except bot.PlayerFault as wrong:
                fault, loser = str(wrong), seat
                break
            row = thought.rows[0]
            mixed = mix_action(mixed, seen.order(row))
            if witness.used < witness.room:
                record_decision(witness, minutes.steps, seen.orders, row, desk.worth(0))
            forget(desk.log)
            thrown, hoped = (
                int(desk.dice.count),
                self._expected_share(seen.orders, row) if witness.lucky else 0.0,
            )
            desk.apply(row, seen.orders)
            if witness.lucky and int(desk.dice.count) != thrown:
                luck += desk.worth(0) - hoped
            done += 1
        game.winner = desk.result() if loser < 0 else 1 - loser
        game.decisions, game.luck, game.kept = done, luck, witness.used - int(game.begins)
        game.digest = stir(stir(mixed, int(game.winner) + 4), int(desk.dice.count))
        if desk.log.count > 0:
            copy_event(game.last, desk.log)
        minutes.ends[number : number + 1] = desk.backend.copy_row(desk.root, 0)
        return fault

    def _expected_share(self, orders: Any, row: int) -> float:
        """What an order promises the first seat before its dice are thrown."""
        desk, w = self.desk, self.minutes.witness
        keep(w.one.rows[0], orders.rows[row])
        weigh = desk.backend.bound(walk.weigh)
        scratch, worths = desk.backend.state_buffer(2), desk.backend.new(Worth)
        weigh(desk.root, scratch, 0, w.one, 1, worths, int(w.tapes), int(w.throws), w.walk)
        return float(worths[0].value)


def play_match(
    ruleset: str | Ruleset,
    scenario: ScenarioSource,
    players: tuple[PlayerSpec, PlayerSpec],
    games: int,
    seed: int = 0,
    options: Mapping[str, str | int | bool] | None = None,
    forces: Forces | None = None,
    workers: int = 1,
    progress: OnGame | None = None,
    cancelled: IsCancelled | None = None,
    swap: bool = True,
) -> MatchResult:
    """A match of two players over some games, sides changed after each unless `swap` is off.

    A player is a text, such as "greedy", or a function of one's own: it is given a `Decision`, which is the
    position as its seat knows it, and returns an order. With several `workers` it is called from several
    threads; of a class each thread has an instance. The same seed gives the same games, as long as players
    think in playouts and not in seconds. Bad players and scenarios are refused before the first game. A
    cancelled match gives what it has; games in progress are finished first.
    """
    rules = rulesets.find(ruleset)
    start = rules.set_up(scenario, options, forces)
    players = pair(players)
    seated = [player(which, rules, start) for which in players]
    first, second = (
        which if isinstance(which, str) else by.name for which, by in zip(players, seated, strict=True)
    )
    match, own = MatchResult((first, second)), threading.local()

    def play_pair(number: int) -> MatchGame | None:
        if cancelled and cancelled():
            return None
        if not hasattr(own, "arena"):
            own.arena = Arena(rules, start, [same_player(other, rules) for other in seated])
        arena: Arena = own.arena
        return arena.play(number, seed, swap)

    def each() -> Iterator[MatchGame | None]:
        if workers <= 1:  # in this thread: one that imports a module holds up all others that do
            own.arena = Arena(rules, start, seated)
            yield from map(play_pair, range(games))
            return
        with ThreadPoolExecutor(workers) as pool:
            for done in as_completed([pool.submit(play_pair, number) for number in range(games)]):
                yield done.result()

    for played in each():
        if played is not None:
            match.games.append(played)
            if progress:
                progress(len(match.games), games)
    match.games.sort(key=lambda g: g.number)
    return match


# ---------------------------------------------------------------- series
# Many games of one scenario, counted by seat: random ones by the batch, all others as a match.


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
    cancelled: IsCancelled | None = None,
    forces: Forces | None = None,
) -> SeriesResult:
    """Games of a scenario: player A has the first seat, or with `swap` the second in every other game.

    A cancelled series gives what it has. UnknownPlayer and CatalogueError before the first game.
    """
    name, ruleset = str(scenario), rulesets.find(ruleset)
    if all_random(players, ruleset):
        start = ruleset.set_up(scenario, options, forces)
        run = run_games(ruleset, start, seed, games, threads, progress, cancelled)
        wins = (run.first, run.second)
        return SeriesResult(name, run.games, run.finished, wins, wins, run.draws, run.decisions)
    match = play_match(
        ruleset, scenario, players, games, seed, options, forces, threads, progress, cancelled, swap
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


# ---------------------------------------------------------------- speed
# How fast games are played out, and a signature of what comes of them.


FIRST = 20  # games of the first call of a thread
SHORTEST = 0.1  # seconds: a call of `run_games` that takes less is doubled
SIGNED = 64  # games of each scenario that go into the signature


@dataclass(frozen=True)
class Speed:
    """What was played in how many seconds."""

    games: int
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Orders chosen and carried out in a second."""
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        """Games played out in a second."""
        return self.games / self.seconds


def measure_speed(ruleset: Ruleset, start: Any, seconds: float, threads: int = 1, seed: int = 0) -> Speed:
    """Random games from a position for about so many seconds, after a first few that do not count."""
    count = FIRST * threads
    run_games(ruleset, start, seed, count, threads)
    games = decisions = 0
    began = now = time.perf_counter()
    while now < began + seconds:
        played = run_games(ruleset, start, seed + games, count, threads)
        games, decisions = games + played.games, decisions + played.decisions
        before, now = now, time.perf_counter()
        count *= 2 if now - before < SHORTEST else 1
    return Speed(games, decisions, now - began)


def signature(
    rulesets: list[Ruleset], progress: Callable[[int, int], None] | None = None
) -> tuple[str, list[str]]:
    """A digest of seeded games of every scenario, and the line of each scenario that it is made of.

    The same on every machine, on any number of threads, interpreted and compiled.
    """
    asked = [(ruleset, scenario) for ruleset in rulesets for scenario in sorted(ruleset.files.scenarios())]
    lines = []
    for number, (ruleset, scenario) in enumerate(asked):
        if progress:
            progress(number, len(asked))
        run = run_games(ruleset, ruleset.set_up(scenario), 0, SIGNED)
        result = f"{run.first} {run.second} {run.draws}"
        lines.append(f"{ruleset.id} {scenario} {run.games} {result} {run.decisions} {run.digest:08x}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16], lines


# ---------------------------------------------------------------- analysis
# What computer players think of a position: who is winning, and which order is best.


PLAYOUTS = {True: 400, False: 12}  # under a tenth of a second compiled, a few tenths interpreted


def win_chance(ruleset: str | Ruleset, s: Any, seat: int, playouts: int | None = None) -> float:
    """A seat's chance to win a position, 0 to 1 (a draw is half), by a short search.

    The same position gives the same number in the same form of the rules. Whoever must not learn of secrets
    by the number asks about a position that he may know.
    """
    ruleset = rulesets.find(ruleset)
    winner = ruleset.rules.result(s)
    if winner != RUNNING:
        return 0.5 if winner == DRAW else float(winner == seat)
    form = engine(ruleset).backend
    desk = Searcher(ruleset, s, form)
    many = playouts or PLAYOUTS[form.compiled]
    recipe = bot.Recipe(PlayerKind.SEARCH, many, habits=ruleset.computers.habits)
    mover, mind = desk.seat(), SearchBot(form, recipe, int(digest(s)[:8], 16))
    count = desk.legal(mover)
    mind.root(desk, mover, count)
    mind.grow(desk, many)
    value = mind.thought(desk, count).expected
    return value if mover == seat else 1.0 - value


# ---------------------------------------------------------------- ranking
# What a computer player thinks of a position, and the order that it gives there.


def rank(
    player: PlayerSpec,
    ruleset: str | Ruleset,
    s: Any,
    seat: int,
    best: int = 3,
    progress: bot.Progress | None = None,
    cancelled: IsCancelled | None = None,
) -> list[bot.Ranked]:
    """A player's best orders in a position, best first. NothingToDecide if the seat owes none.

    The player is its text, a function of one's own or one that is made already; it sees of the position what
    the seat may know.
    """
    ruleset = rulesets.find(ruleset)
    thinking = player_of(player, ruleset, s)
    if not ruleset.rules.to_act(s) >> seat & 1:
        raise bot.NothingToDecide(f"seat {seat} has nothing to decide")
    s = ruleset.observation(s, seat)
    desk = Searcher(ruleset, s)
    thought = thinking.think(desk, seat, progress, cancelled)
    shares: Sequence[float | None] = thought.shares or [None] * len(thought.rows)
    ranked = []
    for row, value, visits, share in zip(thought.rows, thought.values, thought.visits, shares, strict=True):
        order = desk.order(row)
        ranked.append(bot.Ranked(order, ruleset.speech.action_text(s, order), value, visits, share))
    return ranked[:best]


RANKERS[:] = [rank]


def choose(
    player: PlayerSpec,
    ruleset: str | Ruleset,
    s: Any,
    seat: int,
    progress: bot.Progress | None = None,
    cancelled: IsCancelled | None = None,
) -> Action:
    """The order a player gives in a position (a plain state, which stays as it is)."""
    return rank(player, ruleset, s, seat, 1, progress, cancelled)[0].order
