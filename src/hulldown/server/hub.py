"""Live news: what is said to everybody who watches a game, and to everybody at all."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from hulldown.server.errors import Refused
from hulldown.server.settings import Limits

News = dict[str, Any]
APART = ("chat", "rules")  # news that tell nothing of how a game stands


class Line:
    """One live line: news waiting to be sent to it. A reader that falls too far behind is dropped."""

    def __init__(self, game: str, client: str, backlog: int) -> None:
        self.game, self.client = game, client
        self.waiting: asyncio.Queue[News] = asyncio.Queue(backlog)
        self.dropped = asyncio.Event()
        self.seat: int | None = None
        self.late = 0  # by how many decisions its spectator is behind
        self.greeted = True

    def hears(self, news: News) -> News | None:
        """News as this line may hear them, or nothing: what players agree on is for players, and whoever is
        behind hears of older numbers only."""
        to = news.get("to")
        if not self.greeted or (to and to != ("spectators" if self.seat is None else "players")):
            return None
        if not self.late or news["type"] in APART:
            return {name: value for name, value in news.items() if name != "to"}
        if news["type"] != "changed":
            return None
        return {**news, "number": max(0, news["number"] - self.late)}

    def say(self, news: News) -> None:
        """Put news in line; never waits."""
        try:
            self.waiting.put_nowait(news)
        except asyncio.QueueFull:
            self.dropped.set()


class Hub:
    """All live lines. Its methods belong to the event loop's thread."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.lines: set[Line] = set()
        self.clients: Counter[str] = Counter()

    def join(self, game: str, client: str) -> Line:
        """A new line. Refused (429) when there are too many."""
        full = len(self.lines) >= self.limits.sockets
        if full or self.clients[client] >= self.limits.sockets_per_client:
            raise Refused(429, "too_often", "Too many live lines are open.")
        line = Line(game, client, self.limits.backlog)
        self.lines.add(line)
        self.clients[client] += 1
        return line

    def leave(self, line: Line) -> None:
        """Forget a line."""
        self.lines.discard(line)
        self.clients[line.client] -= 1
        if self.clients[line.client] <= 0:
            del self.clients[line.client]

    def watched(self, game: str) -> bool:
        """Whether anybody watches a game."""
        return any(line.game == game for line in self.lines)

    def tell(self, game: str, news: News) -> None:
        """Say something to everybody who watches a game, or to those that it is `to`."""
        for line in self.lines:
            if line.game == game and (heard := line.hears(news)):
                line.say(heard)

    def open_up(self, game: str) -> None:
        """A game has ended: nobody is behind any more."""
        for line in self.lines:
            if line.game == game:
                line.late = 0

    def seated(self) -> list[tuple[str, int]]:
        """The seats that have a line open, by game."""
        return [(line.game, line.seat) for line in self.lines if line.seat is not None]

    def tell_all(self, news: News) -> None:
        """Say something to everybody."""
        for line in self.lines:
            line.say(news)
