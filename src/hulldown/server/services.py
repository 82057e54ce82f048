"""What all calls share: the database, the games in memory, the live lines, the computers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hulldown.server.lab.queue import Studies
from hulldown.server.lab.worker import LabWorker
from hulldown.server.people.agreement import Now, Timekeeper, utc_now
from hulldown.server.people.broadcast import Broadcaster, Presence
from hulldown.server.people.chat import ChatRate
from hulldown.server.people.offers import TimeoutWatcher
from hulldown.server.play import table_view
from hulldown.server.play.session import Session, Sessions
from hulldown.server.players.computers import Chances, ComputerSeats, Films, Thinkers
from hulldown.server.rules.compilation import CompileProgress, Prepare
from hulldown.server.settings import Settings
from hulldown.store.database import Database
from hulldown.store.leases import Listener, News

TICK = 0.05  # seconds; an order takes a fraction of that


class Services:
    """One running server."""

    def __init__(
        self, settings: Settings, prepare: Prepare, now: Now = utc_now, asking: bool = False
    ) -> None:
        """`asking`: it only answers questions, and no computer moves in it."""
        self.settings, self.asking = settings, asking
        limits = settings.limits
        self.db = Database(settings.database)
        self.broadcaster = Broadcaster(limits)
        self.presence = Presence(self.broadcaster)
        self.thinkers = Thinkers(settings.thinkers)
        self.computers = ComputerSeats(self.broadcaster, self.thinkers, self.changed)
        self.chances = Chances(self.broadcaster, self.thinkers)
        self.films = Films(self.broadcaster, self.thinkers)
        self.time = Timekeeper(now, patience=limits.abandoned_after)
        if not asking:
            self.time.beat(self.db)
        self.time.remember(self.db)
        self.sessions = Sessions(self.db, limits.sessions, limits.actions, self._busy, self.time)
        self.timeouts = TimeoutWatcher(
            self.db,
            self.time,
            self.broadcaster,
            self.sessions.using,
            self.changed,
            has=lambda game: self.sessions.get_cached(game) is not None,
        )
        self.chat_rate = ChatRate(limits)
        self.compilation = CompileProgress(self.broadcaster, prepare)
        self.studies = Studies(settings, self.db.url)
        self.lab_worker = LabWorker()
        self.news = Listener(self.db.url, self._on_news)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._following: set[asyncio.Task[None]] = set()

    def _busy(self, session: Session) -> bool:
        """Whether a session is needed though no call uses it now."""
        return (
            self.computers.at_work(session)
            or self.chances.at_work(session)
            or self.broadcaster.watched(session.id)
        )

    @asynccontextmanager
    async def session(self, game: str) -> AsyncIterator[Session]:
        """A game for the time of a call. A computer that owes a decision there is set to work.

        Where only questions are answered nobody hears what others write: it is looked up.
        """
        async with self.sessions.using(game) as session:
            if self.asking:
                await session.run(lambda: None)
            else:
                self.computers.wake(session)
            table_view.use_voice(session)
            yield session

    def listen(self) -> None:
        """Hear from now on what other processes write, so that pages at this one are told of it."""
        self._loop = asyncio.get_running_loop()
        self.news.start()

    def _on_news(self, news: News) -> None:
        """Something was written, perhaps by this very process. In the listener's thread."""
        if self._loop and "number" in news:
            self._loop.call_soon_threadsafe(self._follow, news["game"], news["number"])

    def _follow(self, game: str, number: int) -> None:
        session = self.sessions.get_cached(game)
        if session and number > session.number:
            task = asyncio.create_task(self._refresh(session))
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _refresh(self, session: Session) -> None:
        before = session.number
        async with self.sessions.using(session.id):
            number = await session.run(lambda: session.number)
            if number != before:
                self.changed(session)

    async def wait_for_tick(self, session: Session, came: float) -> None:
        """Where units are hidden, let time go by until a whole number of ticks after a call came.

        An order is carried out on the whole position, and how long that takes may depend on what its seat
        does not see. Neither the answer nor the news of it tells then.
        """
        match = session.match
        if match.fogged and not match.ended:
            await asyncio.sleep((came - time.monotonic()) % TICK)

    def changed(self, session: Session) -> None:
        """Say that a game has changed (it is written down already), and let the computer go on."""
        if session.over:
            self.broadcaster.open_up(session.id)
        self.broadcaster.publish(session.id, {"type": "changed", "number": session.number})
        self.computers.wake(session)
        self.chances.wake(session)

    async def close(self) -> None:
        """Stop thinking and close the database."""
        self.news.close()
        await self.timeouts.close()
        self.compilation.stop()
        self.presence.close()
        self.thinkers.close()
        self.lab_worker.close()
        closing = asyncio.to_thread(self.studies.close)
        await asyncio.gather(self.computers.close(), self.chances.close(), self.films.close(), closing)
        self.db.close()
