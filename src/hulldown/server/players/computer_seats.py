"""Computer seats: they move by themselves whenever a decision is theirs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from hulldown.ai import PlayerFault
from hulldown.server.http.errors import ApiError
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.play.session import Session
from hulldown.server.players.catalog import BotSeat
from hulldown.server.players.thread_pool import Thinkers
from hulldown.store.models import SeatRow

log = logging.getLogger("hulldown.server")
BEAT = 0.2  # seconds between two reports of progress


class ComputerSeats:
    """At most one computer thinks about a game at a time. Belongs to the event loop's thread."""

    def __init__(
        self, broadcaster: Broadcaster, thinkers: Thinkers, changed: Callable[[Session], None]
    ) -> None:
        self.broadcaster, self.thinkers, self.changed = broadcaster, thinkers, changed
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._minds: dict[str, tuple[int, BotSeat]] = {}
        self._hurried: set[str] = set()

    def at_work(self, session: Session) -> bool:
        """Whether a computer thinks about the game."""
        return session.id in self._tasks

    def wake(self, session: Session) -> None:
        """Set the computer to work if it owes a decision; stop one that thinks about a past decision."""
        number, mind = self._minds.get(session.id, (session.number, None))
        if mind and not session.still_owes(mind.seat, number):
            mind.cancel()
        if session.mover and session.id not in self._tasks:
            task = asyncio.create_task(self._go_on(session))
            self._tasks[session.id] = task
            task.add_done_callback(lambda _done: self._tasks.pop(session.id, None))

    def hurry(self, session: Session, number: int) -> None:
        """A computer that thinks while the game stands at that number gives what it has found so far.

        Until the decision is a person's again it thinks no longer than a beat.
        """
        _, mind = self._minds.get(session.id, (number, None))
        if mind and session.number == number:
            self._hurried.add(session.id)
            mind.cancel()

    async def _go_on(self, session: Session) -> None:
        """Decide until no decision is a computer's. What goes wrong is logged, and watchers are told."""
        try:
            while session.mover:
                await self._decide(session, session.mover)
        except Exception:
            log.exception("the computer could not move in game %s", session.id)
            text = "The computer player could not move. Reload the page to let it try again."
            self.broadcaster.publish(session.id, {"type": "failed", "text": text})
        finally:
            self._hurried.discard(session.id)

    async def _decide(self, session: Session, row: SeatRow) -> None:
        """One decision; thrown away if the game moved on while it was made."""
        mind, number = await session.run(
            lambda: (BotSeat(row.player, session.match, row.seat), session.number)
        )
        self._minds[session.id] = (number, mind)
        try:
            text = await self._thought(session, row.seat, mind)
        except PlayerFault as fault:
            text = mind.ruleset.speech.giving_up
            log.warning("game %s: %s", session.id, fault)
            reason = f"{str(fault)[0].upper()}{str(fault)[1:]}. It gives up."
            self.broadcaster.publish(session.id, {"type": "failed", "text": reason})
        finally:
            del self._minds[session.id]
        if not session.still_owes(row.seat, number):
            return
        try:
            await session.run(lambda: session.act(row.seat, [text], number))
        except ApiError as refused:
            if refused.code != "stale":
                raise
            return
        self.changed(session)

    async def _thought(self, session: Session, seat: int, mind: BotSeat) -> str:
        """What the mind chooses; progress is told while it thinks."""
        work = asyncio.ensure_future(self.thinkers.run(mind, mind.choose))
        while not (await asyncio.wait({work}, timeout=BEAT))[0]:
            if session.id in self._hurried:
                mind.cancel()
            done = round(mind.progress, 3)
            self.broadcaster.publish(session.id, {"type": "thinking", "seat": seat, "done": done})
        return work.result()

    async def close(self) -> None:
        """Stop every computer."""
        for _, mind in self._minds.values():
            mind.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
