"""The games in memory: opened when first asked for, forgotten when long unused."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from hulldown.server.http.errors import ApiError
from hulldown.server.people.clock import Timekeeper
from hulldown.server.play.session import Session
from hulldown.store.database import Database
from hulldown.store.games import NoSuchGame

LOOKS = 4  # sessions that are looked at after a call; each call opens one at most
GONE = "There is no such game."


class Sessions:
    """Sessions by game id. `busy(session)` says whether one is still needed though nobody uses it."""

    def __init__(
        self, db: Database, room: int, longest: int, busy: Callable[[Session], bool], time: Timekeeper
    ) -> None:
        self.db, self.room, self.longest, self.busy, self.time = db, room, longest, busy, time
        self._open: OrderedDict[str, Session] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}

    def __len__(self) -> int:
        """How many games are in memory."""
        return len(self._open)

    @asynccontextmanager
    async def using(self, game: str) -> AsyncIterator[Session]:
        """The session of a game for the time of the block. Refused (404) if there is no such game."""
        session = self._open.get(game) or await self._opened(game)
        if game in self._open:
            self._open.move_to_end(game)
        session.users += 1
        try:
            yield session
        except NoSuchGame:  # taken back meanwhile
            raise ApiError(404, "not_found", GONE) from None
        finally:
            session.users -= 1
            self._make_room()

    def get_cached(self, game: str) -> Session | None:
        """The session of a game if it is in memory."""
        return self._open.get(game)

    async def _opened(self, game: str) -> Session:
        """Open a session once, however many ask for it at a time."""
        lock = self._opening.setdefault(game, asyncio.Lock())
        try:
            async with lock:
                if game not in self._open:
                    self._open[game] = await asyncio.to_thread(
                        Session.load, self.db, game, self.longest, self.time
                    )
                return self._open[game]
        except NoSuchGame:
            raise ApiError(404, "not_found", GONE) from None
        finally:
            if not lock.locked():
                self._opening.pop(game, None)

    def forget(self, game: str) -> None:
        """A game is no more."""
        self._open.pop(game, None)

    def _make_room(self) -> None:
        """Forget the longest unused sessions above the limit. They are in the database.

        One in use, or still needed, goes to the end of the line: a few are looked at and no more, however
        many there are, since the next call goes on with it.
        """
        for _ in range(LOOKS):
            if len(self._open) <= self.room:
                return
            key, session = next(iter(self._open.items()))
            if session.users or self.busy(session):
                self._open.move_to_end(key)
            else:
                del self._open[key]
