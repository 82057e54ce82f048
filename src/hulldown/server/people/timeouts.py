"""The keeper of time: says that the server is there, and ends games by rule whose time is over.

Which games are due is one question to the database, so that those which nobody has open are found, too,
and after a restart. Of several processes the one that has a game open judges it, so that its pages hear of it
at once; one of all judges what none of them has ended.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta

from hulldown.server.http.errors import log_failure, storage_fault
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.people.clock import BEAT, Timekeeper
from hulldown.server.people.offers import end_by_rule
from hulldown.server.play.session import Session
from hulldown.store import games
from hulldown.store.database import Database

log = logging.getLogger("hulldown.server")
AT_ONCE = 50  # games looked at in one round
WRITTEN = timedelta(minutes=1)  # between two notes of who was seen
LATER = timedelta(hours=1)  # a game that cannot be opened is looked at again
OTHERS = timedelta(seconds=3)  # left to the process that has a game open, before another ends it

Opening = Callable[[str], AbstractAsyncContextManager[Session]]


class TimeoutWatcher:
    """Looks every `patrol` seconds. `opening` opens a game for the time of a block, `changed` tells of it,
    `has` says whether it is open here already.
    """

    def __init__(
        self,
        db: Database,
        time: Timekeeper,
        broadcaster: Broadcaster,
        opening: Opening,
        changed: Callable[[Session], None],
        has: Callable[[str], bool],
    ) -> None:
        self.db, self.time, self.broadcaster = db, time, broadcaster
        self.opening, self.changed, self.has = opening, changed, has
        self._task: asyncio.Task[None] | None = None
        self._judging = True
        self._beaten = self._noted = self.time.now() - WRITTEN

    def start(self, patrol: float, judging: bool) -> None:
        """Go on rounds, if at all. One process of a server is `judging` games that no other has open."""
        self._judging = judging
        if patrol:
            self._task = asyncio.create_task(self._run(patrol))

    async def _run(self, patrol: float) -> None:
        while True:
            try:
                await self.check_once()
            except Exception as error:
                log_failure("the games whose time is over could not be looked at", error)
            await asyncio.sleep(patrol)

    async def check_once(self) -> None:
        """One round: the beat first, so that an outage is known before any clock is read."""
        now = self.time.now()
        if abs(now - self._beaten) >= BEAT:
            self._beaten = now
            await asyncio.to_thread(self.time.beat, self.db)
        for game, seat in self.broadcaster.everybody_seated():
            self.time.saw(game, seat)
        if abs(now - self._noted) >= WRITTEN:
            self._noted = now
            await asyncio.to_thread(self.note)
        for game in await asyncio.to_thread(self._due):
            await self._look(game)

    def _due(self) -> list[str]:
        """The games to look at here: those that are open, and of the others those that nobody has ended."""
        now = self.time.now()
        with self.db.reading() as transaction:
            due = games.due(transaction, now, AT_ONCE)
            left = games.due(transaction, now - OTHERS, AT_ONCE) if self._judging else []
        return [*filter(self.has, due), *(game for game in left if not self.has(game))]

    async def _look(self, game: str) -> None:
        """Look at one game. One that cannot be opened any more, or not ended so, is left for later."""
        try:
            async with self.opening(game) as session:
                ended = await session.run(lambda: end_by_rule(session))
                if ended:
                    self.changed(session)
        except Exception as error:
            log.warning("game %s cannot be ended by rule: %s", game, error)
            if not storage_fault(error):  # else it is looked at again as soon as it can be written
                await asyncio.to_thread(self._postpone, game)

    def _postpone(self, game: str) -> None:
        with self.db.transaction() as transaction:
            games.set_deadline(transaction, game, self.time.now() + LATER)

    def note(self) -> None:
        """Write down who was seen since the last time. Until that is done it is still remembered."""
        sighted = dict(self.time.sighted)
        with self.db.transaction() as transaction:
            for (game, seat), when in sighted.items():
                games.saw(transaction, game, seat, when)
        for seated, when in sighted.items():
            if self.time.sighted.get(seated) == when:
                del self.time.sighted[seated]

    async def close(self) -> None:
        """Stop, and write down who was seen."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await asyncio.to_thread(self.note)
        except Exception as error:
            log_failure("who was seen last could not be written down", error)
