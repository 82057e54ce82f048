"""The chance to win, worked out beside play for those who want to see it."""

from __future__ import annotations

import asyncio
import logging

from hulldown.rulesets.common.bots import engine
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.play.session import Session
from hulldown.server.players.catalog import Judge
from hulldown.server.players.thread_pool import Thinkers

log = logging.getLogger("hulldown.server")


class Chances:
    """Fills `session.chances`: seat 0's chance to win after each number. Event loop's thread only."""

    def __init__(self, broadcaster: Broadcaster, thinkers: Thinkers) -> None:
        self.broadcaster, self.thinkers = broadcaster, thinkers
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._followed: set[str] = set()

    def at_work(self, session: Session) -> bool:
        """Whether a chance of the game is being worked out."""
        return session.id in self._tasks

    def want(self, session: Session, *, everything: bool) -> None:
        """Work out the chance now, or at every number that stands; and go on while somebody watches."""
        self._followed.add(session.id)
        self._start(session, everything)

    def wake(self, session: Session) -> None:
        """The game has changed: go on if its chances are wanted and somebody watches."""
        if session.id in self._followed and self.broadcaster.watched(session.id):
            self._start(session, everything=False)
        else:
            self._followed.discard(session.id)

    def _start(self, session: Session, everything: bool) -> None:
        missing = session.number not in session.chances
        hurried = _hurried(session)
        everything = everything and not hurried
        waited_for = hurried and session.mover is not None
        if session.id in self._tasks or waited_for or not (missing or everything):
            return
        task = asyncio.create_task(self._fill(session, everything))
        self._tasks[session.id] = task
        task.add_done_callback(lambda _done: self._tasks.pop(session.id, None))

    async def _fill(self, session: Session, everything: bool) -> None:
        """The present first, then the past from its end, until nothing is missing."""
        try:
            while (number := await session.run(lambda: _next(session, everything))) is not None:
                await self._judge(session, number)
        except Exception:
            log.exception("the chance to win could not be worked out in game %s", session.id)

    async def _judge(self, session: Session, number: int) -> None:
        judge = await session.run(lambda: Judge(session.match, number))
        value = await self.thinkers.run(judge, judge.chance)
        session.chances[number] = value
        self.broadcaster.publish(session.id, {"type": "chance", "number": number, "value": value})

    async def close(self) -> None:
        """Stop working."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _hurried(session: Session) -> bool:
    """Whether play would be held up: rules that are not compiled yet take long to judge a position.

    Then no computer's decision waits for a chance, and the past is left for later.
    """
    return not (session.match.ended or engine(session.match.ruleset).backend.compiled)


def _next(session: Session, everything: bool) -> int | None:
    """The latest number whose chance is missing."""
    numbers = [session.number]
    if everything:
        numbers += [step.number for step in reversed(session.match.steps)] + [0]
    return next((number for number in numbers if number not in session.chances), None)
