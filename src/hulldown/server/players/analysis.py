"""Work beside play: the chance to win, secret orders against each other, ended battles as studies."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from hulldown.game.battle import Battle
from hulldown.game.luck import Luck, LuckMoment, LuckStep, Weighing, luck_of, turning, with_values
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine
from hulldown.server.http.errors import ApiError
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.play.session import Session
from hulldown.server.players.computers import Judge, Thinkers
from hulldown.server.schemas.responses import Advice

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


# ---------------------------------------------------------------- secret matrices
# Tables of secret orders against each other: reckoned in a thread, never for longer than a person waits.


LONGEST = 20.0  # seconds after which a table comes without its chances


class MatrixSearch:
    """The tables of what a seat still owes, from a position as that seat knows it."""

    progress = 0.0

    def __init__(self, ruleset: Ruleset, known: Any, seat: int) -> None:
        self._reckon, self._known, self._seat = ruleset.odds.matrices, known, seat
        self._cancelled = False

    def cancel(self) -> None:
        """Stop: nobody waits for it any more."""
        self._cancelled = True

    def reckon(self) -> list[Matrix]:
        """The tables; none where a ruleset has none or the decision is no secret."""
        if self._reckon is None:
            return []
        until = time.monotonic() + LONGEST
        return list(
            self._reckon(self._known, self._seat, lambda: self._cancelled or time.monotonic() > until)
        )


# ---------------------------------------------------------------- game review
# Battles that have ended as studies: luck and turning points, weighed beside play and kept for a while.


KEPT = 64  # films
ASKED = 512  # decisions about which the adviser was asked, kept as well
AT_ONCE = 4  # weighed, asked about or drawn at a time, all games together
SLICE = 0.2  # seconds on the scales, between which others think


@dataclass(frozen=True)
class Film:
    """A battle weighed order by order; `values` are the chances that the bar shows, from the set-up on."""

    orders: tuple[LuckStep, ...]
    turning: tuple[LuckMoment, ...]
    luck: Luck
    values: tuple[float, ...]


@dataclass(frozen=True)
class Better:
    """What the adviser says of a decision that was made: what it would order, and of what was ordered.

    `given` is None where it did not look at that order; `called` is the adviser, where it has a name.
    """

    number: int
    seat: int
    called: str
    label: str
    given: Advice | None
    orders: list[Advice]


class Scales:
    """Weighs a battle a slice at a time."""

    def __init__(self, game: Battle) -> None:
        self.total, self.found = max(1, game.number), list[LuckStep]()
        self._steps, self._cancelled = Weighing(game).steps(), False

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1."""
        return len(self.found) / self.total

    def cancel(self) -> None:
        """Stop after the order that is weighed now."""
        self._cancelled = True

    def weigh(self) -> bool:
        """Go on for a slice; whether there is more to do."""
        until = time.monotonic() + SLICE
        for step in self._steps:
            self.found.append(step)
            if self._cancelled or time.monotonic() > until:
                return not self._cancelled
        return False

    def film(self, values: Sequence[float]) -> Film:
        """All that was weighed, with the chances that the bar shows."""
        points = turning(with_values(self.found, values))
        return Film(tuple(self.found), tuple(points), luck_of(self.found), tuple(values))


@dataclass
class Work:
    """A battle that is weighed now, and how many calls wait for it."""

    task: asyncio.Task[Film]
    waiting: int = 0


class Films:
    """What was found out about battles that have ended. Belongs to the event loop's thread."""

    def __init__(self, broadcaster: Broadcaster, thinkers: Thinkers) -> None:
        self.broadcaster, self.thinkers = broadcaster, thinkers
        self.better: OrderedDict[tuple[str, int], Better] = OrderedDict()
        self._kept: OrderedDict[str, Film] = OrderedDict()
        self._work: dict[str, Work] = {}
        self._places = AT_ONCE

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place for work about films. Refused (429) when all are taken: nothing waits in line."""
        if not self._places:
            raise ApiError(429, "too_often", "Several films are being looked into already; try again soon.")
        self._places -= 1
        try:
            yield
        finally:
            self._places += 1

    async def of(self, session: Session) -> Film:
        """The film of a battle that has ended. The work is shared; it stops when nobody waits any more."""
        game = session.id
        if game in self._kept:
            self._kept.move_to_end(game)
            return self._kept[game]
        work = self._work.get(game)
        if work is None:
            work = self._work[game] = Work(asyncio.create_task(self._weighed(session)))
        work.waiting += 1
        try:
            return await asyncio.shield(work.task)
        finally:
            work.waiting -= 1
            if not work.waiting:
                work.task.cancel()
                if self._work.get(game) is work:
                    del self._work[game]

    async def _weighed(self, session: Session) -> Film:
        with self.place():
            scales = await session.run(lambda: Scales(session.match.whole()))
            try:
                while await self.thinkers.run(scales, scales.weigh):
                    self._tell(session, scales.progress / 2)
                values = await self._values(session)
                film = await self.thinkers.run(scales, lambda: scales.film(values))
            finally:
                scales.cancel()
        self._kept[session.id] = film
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return film

    def _tell(self, session: Session, done: float) -> None:
        self.broadcaster.publish(session.id, {"type": "weighing", "done": round(done, 3)})

    async def _values(self, session: Session) -> list[float]:
        """Seat 0's chance to win at the start and after every order, as the bar shows it at the table."""
        numbers = [0, *(step.number for step in session.match.steps)]
        for at, number in enumerate(numbers):
            if number not in session.chances:
                judge = await session.run(partial(Judge, session.match, number))
                session.chances[number] = await self.thinkers.run(judge, judge.chance)
                self._tell(session, (1 + at / len(numbers)) / 2)
        return [session.chances[number] for number in numbers]

    def keep(self, game: str, better: Better) -> None:
        """Keep what the adviser said."""
        self.better[game, better.number] = better
        if len(self.better) > ASKED:
            self.better.popitem(last=False)

    async def close(self) -> None:
        """Stop working."""
        tasks = [work.task for work in self._work.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
