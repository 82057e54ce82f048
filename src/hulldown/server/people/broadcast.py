"""Live news: who is at a game, and what open pages are told."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Any

from hulldown.server.http.errors import ApiError
from hulldown.server.settings import Limits

News = dict[str, Any]
APART = ("chat", "rules")  # news that tell nothing of how a game stands


class LiveConnection:
    """One live line: news waiting to be sent to it. A reader that falls too far behind is dropped.

    `heard` is whether it has said who it is: `seat`, or a spectator (None), `late` by so many decisions.
    """

    def __init__(self, game: str, client: str, backlog: int) -> None:
        self.game, self.client = game, client
        self.heard = False
        self.seat: int | None = None
        self.late = 0
        self.waiting: asyncio.Queue[News] = asyncio.Queue(backlog)
        self.dropped = asyncio.Event()

    def filtered_news(self, news: News) -> News | None:
        """News as this line may hear them, or nothing: what players agree on is for players, and whoever is
        behind hears of older numbers only."""
        to = news.get("to")
        if not self.heard or (to and to != ("spectators" if self.seat is None else "players")):
            return None
        if not self.late or news["type"] in APART:
            return {name: value for name, value in news.items() if name != "to"}
        if news["type"] != "changed" or 0 < news["number"] <= self.late:
            return None
        return {**news, "number": max(0, news["number"] - self.late)}

    def send(self, news: News) -> None:
        """Put news in line; never waits."""
        try:
            self.waiting.put_nowait(news)
        except asyncio.QueueFull:
            self.dropped.set()


class Broadcaster:
    """All live lines, by game. Its methods belong to the event loop's thread."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.games: dict[str, set[LiveConnection]] = {}
        self.silent: dict[
            LiveConnection, None
        ] = {}  # those that have not said who they are, the oldest first
        self.clients: Counter[str] = Counter()
        self.spectators = 0
        self.count = 0

    def join(self, game: str, client: str) -> LiveConnection:
        """A new line, of nobody yet. Refused (429) when there are too many."""
        limits = self.limits
        unheard = sum(line.client == client for line in self.silent)
        if self.clients[client] >= limits.lines_per_client or unheard >= limits.silent_per_client:
            raise _full("Too many live lines are open from here.")
        if self.silent and (self.count >= limits.lines or len(self.silent) >= limits.silent):
            self._hang_up(next(iter(self.silent)))
        if self.count >= limits.lines:
            raise _full("Too many live lines are open.")
        line = LiveConnection(game, client, limits.backlog)
        self.games.setdefault(game, set()).add(line)
        self.silent[line] = None
        self.clients[client] += 1
        self.count += 1
        return line

    def welcome(self, line: LiveConnection, seat: int | None, late: int = 0) -> None:
        """A line has said who it is. Refused (429) where there is no place for another spectator."""
        if line.dropped.is_set():
            raise _full("Too many live lines are open.")
        if seat is None:
            limits = self.limits
            here = sum(other.heard and other.seat is None for other in self.games[line.game])
            if here >= limits.spectators_per_game:
                raise _full("Too many watch this game.")
            if self.spectators >= limits.lines - int(limits.lines * limits.kept_for_seats):
                raise _full("Too many watch games here.")
            self.spectators += 1
        self.silent.pop(line, None)
        line.heard, line.seat, line.late = True, seat, late

    def leave(self, line: LiveConnection) -> None:
        """Forget a line."""
        lines = self.games.get(line.game, set())
        if line not in lines:
            return
        lines.discard(line)
        if not lines:
            del self.games[line.game]
        self.silent.pop(line, None)
        self.spectators -= line.heard and line.seat is None
        self.count -= 1
        self.clients[line.client] -= 1
        if self.clients[line.client] <= 0:
            del self.clients[line.client]

    def _hang_up(self, line: LiveConnection) -> None:
        """End a line from here."""
        self.leave(line)
        line.dropped.set()

    def watched(self, game: str) -> bool:
        """Whether anybody watches a game."""
        return game in self.games

    def seated(self, game: str) -> set[int]:
        """The seats of a game that have a line now."""
        return {line.seat for line in self.games.get(game, ()) if line.seat is not None}

    def everybody_seated(self) -> list[tuple[str, int]]:
        """The seats that have a line open, by game."""
        return [(game, seat) for game in self.games for seat in self.seated(game)]

    def publish(self, game: str, news: News, but: LiveConnection | None = None) -> None:
        """Say something to everybody who watches a game, or to those that it is `to`, `but` to one."""
        for line in self.games.get(game, ()):
            if line is not but and (heard := line.filtered_news(news)):
                line.send(heard)

    def open_up(self, game: str) -> None:
        """A game has ended: nobody is behind any more."""
        for line in self.games.get(game, ()):
            line.late = 0

    def publish_to_all(self, news: News) -> None:
        """Say something to everybody."""
        for game in self.games:
            self.publish(game, news)


def _full(text: str) -> ApiError:
    return ApiError(429, "too_often", text)


# ---------------------------------------------------------------- presence
# Who is at a game: the seats whose page has a live line or asks for news, and since when others are away.


RELOAD = 2.0  # seconds without a line that nobody hears of: a page that is loaded again is not away
ASKS = 8.0  # seconds in which a page that asks for news is here: it asks every two
REMEMBERED = 4096  # seats that have gone, of all games; the rest counts as never seen


@dataclass(frozen=True)
class AtTable:
    """A seat that was seen since the server began: whether it is `here`, else for how many seconds `away`."""

    seat: int
    here: bool
    away: int


class Presence:
    """Follows the lines of a broadcaster. Its methods belong to the event loop's thread."""

    def __init__(self, broadcaster: Broadcaster, reload: float = RELOAD) -> None:
        self.broadcaster, self.reload = broadcaster, reload
        self._going: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._gone: OrderedDict[tuple[str, int], float] = OrderedDict()

    def came(self, line: LiveConnection) -> None:
        """A line has said who it is; told where its seat was not here before."""
        if line.seat is None:
            return
        key = (line.game, line.seat)
        waited = self._going.pop(key, None)
        if waited:
            waited.cancel()
            return
        self._gone.pop(key, None)
        if sum(other.seat == line.seat for other in self.broadcaster.games[line.game]) == 1:
            self._tell(line.game, but=line)

    def went(self, line: LiveConnection) -> None:
        """A line has ended; told after a while, unless its seat has another or comes back."""
        if line.seat is None or line.seat in self.broadcaster.seated(line.game):
            return
        key = (line.game, line.seat)
        if key not in self._going:
            self._going[key] = asyncio.get_running_loop().call_later(self.reload, self._on_leave, key)

    def note_poll(self, game: str, seat: int) -> None:
        """A page without a live line asks for news: its seat is here until it has not asked for a while."""
        key = (game, seat)
        waited = self._going.pop(key, None)
        if waited:
            waited.cancel()
        self._gone.pop(key, None)
        self._going[key] = asyncio.get_running_loop().call_later(ASKS, self._on_leave, key)
        if not waited and seat not in self.broadcaster.seated(game):
            self._tell(game)

    def _on_leave(self, key: tuple[str, int]) -> None:
        del self._going[key]
        if key[1] in self.broadcaster.seated(key[0]):
            return
        self._gone[key] = time.monotonic() - self.reload
        if len(self._gone) > REMEMBERED:
            self._gone.popitem(last=False)
        self._tell(key[0])

    def of(self, game: str) -> list[AtTable]:
        """The seats of a game that were seen, in order."""
        here = self.broadcaster.seated(game) | {seat for name, seat in self._going if name == game}
        people = [AtTable(seat, True, 0) for seat in here]
        for seat in (0, 1):
            left = self._gone.get((game, seat))
            if seat not in here and left is not None:
                people.append(AtTable(seat, False, int(time.monotonic() - left)))
        return sorted(people, key=lambda person: person.seat)

    def _tell(self, game: str, but: LiveConnection | None = None) -> None:
        self.broadcaster.publish(game, {"type": "presence", "seats": presence_rows(self.of(game))}, but)

    def close(self) -> None:
        """Nobody is waited for any more."""
        for timer in self._going.values():
            timer.cancel()


def presence_rows(seats: list[AtTable]) -> list[dict[str, int | bool]]:
    """The seats as a page hears of them."""
    return [{"seat": seat.seat, "here": seat.here, "away": seat.away} for seat in seats]
