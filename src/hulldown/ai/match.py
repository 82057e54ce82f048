"""Matches between computer players: many games, sides changed after each, the same dice for both."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

from hulldown.ai.desk import Desk
from hulldown.ai.mind import KernelPlayer, Mind
from hulldown.ai.player import Player, PlayerFault
from hulldown.ai.registry import player
from hulldown.catalogue import Which
from hulldown.kernel.actions import Action, keep
from hulldown.kernel.batch import DECISIONS, DRAW, stir
from hulldown.kernel.engine import Plain
from hulldown.kernel.match import Step, contest
from hulldown.odds import wilson
from hulldown.rulesets.face.ruleset import Ruleset
from hulldown.views.charts.chart import Bar, Row, Section, chart

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


@dataclass
class Match:
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

    def _repr_svg_(self) -> str:
        title = f"{self.players[0]} against {self.players[1]}, {len(self.games)} games"
        rows = tuple(Row(f"{what}: {count}", (self._bar(count),)) for what, count in self._shares())
        return chart(title, [Section(title, rows)], width=WIDE, standalone=True)

    def _bar(self, count: int) -> Bar:
        share = count / max(1, len(self.games))
        low, high = wilson(share, len(self.games))
        return Bar(share, f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})")


class Minutes:
    """What was done in a game of an arena, for those who study it; good until the next game there.

    `count` is how many decisions there were; the first `room` of them are kept.
    """

    def __init__(self, form: Plain, room: int) -> None:
        self.form, self.room, self.count = form, room, 0
        self.steps = form.new(Step, max(1, room))

    def orders(self) -> list[Action]:
        """The orders that were given."""
        return [self.form.plain(self.steps, i, Step).action for i in range(min(self.count, self.room))]

    def chances(self) -> list[float]:
        """Before each order the first seat's prospects by the ruleset's estimate, 0 to 1."""
        return [float(self.steps[i].chance) for i in range(min(self.count, self.room))]


class Arena:
    """Two players at one desk: what a thread needs to play games of a match.

    Players of the kernel play whole games there, without Python between two decisions. With `whole` off, or
    with other players, or such as think by the clock, a game goes order by order; it is the same game.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        start: Any,
        players: Sequence[Player],
        room: int = 0,
        whole: bool = True,
        form: Plain | None = None,
    ) -> None:
        """`room` is how many decisions of a game are kept in `minutes`."""
        self.start = start
        self.players = players
        self.desk = Desk(ruleset, start, form)
        self.minutes = Minutes(self.desk.form, room)
        self._minds = self._in_the_kernel() if whole else None

    def _in_the_kernel(self) -> tuple[Mind, Mind] | None:
        """The minds of both players, if both can play whole games."""
        able = [one for one in self.players if isinstance(one, KernelPlayer) and not one.by_the_clock]
        if len(able) < 2:
            return None
        self._contest = self.desk.form.bound(contest)
        self._known = self.desk.form.space(1)
        return able[0].mind(self.desk.form), able[1].mind(self.desk.form)

    def play(self, number: int, seed: int, swap: bool = True) -> MatchGame:
        """Game `number`: A has seat 0 in even games; games 2n and 2n + 1 have the same dice.

        Without `swap` A has seat 0 in all games, each with dice of its own.
        """
        pair, seat_of_a = divmod(number, 2) if swap else (number, 0)
        key = (seed + pair) & 0xFFFFFFFF
        for which, one in enumerate(self.players):
            one.begin(stir(stir(stir(0, key), number), which + 1))  # key ^ number alone would hardly vary
        self.desk.reset(self.start, key)
        if self._minds:
            self.minutes.count = self._whole(self._minds, seat_of_a)
            return MatchGame(number, key, seat_of_a, self.desk.result(), self.minutes.count)
        self.minutes.count = 0
        try:
            self._by_orders(seat_of_a)
        except PlayerFault as fault:
            return MatchGame(number, key, seat_of_a, 1 - self.desk.seat(), self.minutes.count, str(fault))
        return MatchGame(number, key, seat_of_a, self.desk.result(), self.minutes.count)

    def _whole(self, minds: tuple[Mind, Mind], seat_of_a: int) -> int:
        """A game in the kernel; the number of its decisions."""
        first, second = minds if seat_of_a == 0 else minds[::-1]
        desk, steps = self.desk, self.minutes.steps
        return int(
            self._contest(
                desk.root, self._known, first.scratch, first.thinker, second.thinker, first.tree, second.tree,
                desk.orders, first.worths, desk.dice, desk.log, steps, self.minutes.room, DECISIONS,
            )
        )  # fmt: skip

    def _by_orders(self, seat_of_a: int) -> None:
        """The same game order by order, counted in the minutes. PlayerFault from a player ends it."""
        desk, minutes = self.desk, self.minutes
        while minutes.count < DECISIONS and (seat := desk.seat()) >= 0:
            seen = desk.seen_by(seat)
            thought = self.players[seat ^ seat_of_a].think(seen, seat)
            if minutes.count < minutes.room:
                step = minutes.steps[minutes.count]
                keep(step.action, seen.order(thought.rows[0]))
                step.chance = desk.worth(0)
            desk.apply(thought.rows[0], seen.orders)
            minutes.count += 1


def play_match(
    ruleset: Ruleset,
    scenario: Which,
    players: tuple[str, str],
    games: int,
    seed: int = 0,
    options: Mapping[str, str | int | bool] | None = None,
    forces: Mapping[str, Mapping[str, Any]] | None = None,
    workers: int = 1,
    progress: OnGame | None = None,
    cancelled: Callable[[], bool] | None = None,
    swap: bool = True,
) -> Match:
    """A match of `players` (text forms) over some games, sides changed after each unless `swap` is off.

    The same seed gives the same games, as long as players think in playouts and not in seconds.
    Bad players and scenarios are refused before the first game. A cancelled match gives what
    it has; games in progress are finished first.
    """
    start = ruleset.set_up(scenario, options, forces)
    for text in players:
        player(text, ruleset, start)
    match, own = Match(players), threading.local()

    def one(number: int) -> MatchGame | None:
        if cancelled and cancelled():
            return None
        if not hasattr(own, "arena"):
            own.arena = Arena(ruleset, start, [player(text, ruleset) for text in players])
        arena: Arena = own.arena
        return arena.play(number, seed, swap)

    with ThreadPoolExecutor(max(1, workers)) as pool:
        for done in as_completed([pool.submit(one, number) for number in range(games)]):
            if (played := done.result()) is not None:
                match.games.append(played)
                if progress:
                    progress(len(match.games), games)
    match.games.sort(key=lambda g: g.number)
    return match
