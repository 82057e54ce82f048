"""Live news: what is said to everybody who watches a game, and to everybody at all."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from hulldown.server.errors import Refused
from hulldown.server.settings import Limits

News = dict[str, Any]


class Line:
    """One live line: news waiting to be sent to it. A reader that falls too far behind is dropped."""

    def __init__(self, game: str, client: str, backlog: int) -> None:
        self.game, self.client = game, client
        self.waiting: asyncio.Queue[News] = asyncio.Queue(backlog)
        self.dropped = asyncio.Event()

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
        """Say something to everybody who watches a game."""
        for line in self.lines:
            if line.game == game:
                line.say(news)

    def tell_all(self, news: News) -> None:
        """Say something to everybody."""
        for line in self.lines:
            line.say(news)
