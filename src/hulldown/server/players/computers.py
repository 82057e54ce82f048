"""Computer players on a server: who can be chosen, their threads and seats, and what they work out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from hulldown.ai import PlayerFault, adviser, default_level, levels, rank, win_chance
from hulldown.ai import player as new_player
from hulldown.ai.bot import Ranked
from hulldown.ai.registry import MctsPlayer, UnknownPlayer, top_orders
from hulldown.game.battle import Battle
from hulldown.game.luck import Luck, LuckMoment, LuckStep, Weighing, luck_of, turning, with_values
from hulldown.kernel.actions import ACTIONS
from hulldown.kernel.records import copy
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.bots import engine
from hulldown.server.http.errors import ApiError
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.play.match import ServerMatch
from hulldown.server.play.session import Session
from hulldown.server.schemas.responses import Advice, PlayerInfo
from hulldown.store.models import SeatRow

log = logging.getLogger("hulldown.server")
T = TypeVar("T")


class Thinking(Protocol):
    """A mind at work: how far it is (0 to 1), and how to stop it early."""

    @property
    def progress(self) -> float: ...
    def cancel(self) -> None: ...


class Thinkers:
    """A small pool. A job waits for its place; `close` stops those at work."""

    def __init__(self, places: int) -> None:
        self._pool = ThreadPoolExecutor(places, thread_name_prefix="thinking")
        self._at_work: set[Thinking] = set()

    async def run(self, mind: Thinking, job: Callable[[], T]) -> T:
        """Do a job in a thread of the pool. `mind` is cancelled if the server stops meanwhile."""
        self._at_work.add(mind)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, job)
        finally:
            self._at_work.discard(mind)

    def close(self) -> None:
        """Stop everybody; jobs that have not begun never will."""
        for mind in self._at_work:
            mind.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


async def _cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Stop tasks and wait until they have ended."""
    stopped = list(tasks)
    for task in stopped:
        task.cancel()
    await asyncio.gather(*stopped, return_exceptions=True)


# ---------------------------------------------------------------- catalog
# Computer players as the server uses them: who can be chosen, and one decision at a time.


SLOWEST = 60.0  # seconds for one decision of a computer seat
MOST_PLAYOUTS = 200_000  # playouts for one decision


def list_players(ruleset: Ruleset) -> list[PlayerInfo]:
    """The players that pages offer for games of a ruleset."""
    first = default_level(ruleset).id
    return [
        PlayerInfo(level.id, level.name, level.text, level.exact, level.id == first)
        for level in levels(ruleset)
    ]


def checked(text: str, ruleset: Ruleset, start: Any = None) -> str:
    """The text of a player, if it names one that can play from a start and does not think too long.

    Refused (400) otherwise.
    """
    try:
        player = new_player(text, ruleset, start, anywhere=False)
    except UnknownPlayer as error:
        raise ApiError(400, "unclear", str(error)) from None
    budget = player.budget if isinstance(player, MctsPlayer) else None
    if budget and (budget.seconds > SLOWEST or budget.playouts > MOST_PLAYOUTS):
        limit = f"{SLOWEST:.0f} seconds or {MOST_PLAYOUTS:,} playouts"
        raise ApiError(400, "unclear", f"A computer at this table may think for {limit} at most.")
    return text


class BotSeat:
    """A computer player before one decision. It thinks about what its seat knows, with dice of its own."""

    def __init__(self, name: str, match: ServerMatch, seat: int, number: int | None = None) -> None:
        """Copies the position, or that after `number`, so make it while nothing else changes the match."""
        self.player = new_player(name, match.ruleset, anywhere=False)
        known = match.observation(seat) if number is None else match.observation_at(number, seat)
        self.ruleset, self.state, self.seat = match.ruleset, copy(known), seat
        self.progress = 0.0
        self._cancelled = False

    def cancel(self) -> None:
        """Stop thinking; what was found so far is the answer."""
        self._cancelled = True

    def choose(self) -> str:
        """The text of the order it gives."""
        return self.best(1)[0].text

    def best(self, count: int) -> list[Ranked]:
        """Its best orders, best first."""
        return rank(
            self.player, self.ruleset, self.state, self.seat, count, self._far, lambda: self._cancelled
        )

    def _far(self, share: float) -> None:
        self.progress = share


class Adviser(BotSeat):
    """Gives hints: the best that there is for the game, which may be another player than the one named."""

    def __init__(self, name: str, match: ServerMatch, seat: int, number: int | None = None) -> None:
        super().__init__(name, match, seat, number)
        self.player = adviser(self.ruleset, self.state, name)
        own = {thinker.id: thinker for thinker in self.ruleset.computers.bots()}.get(self.player.name)
        self.called = own.name if own else ""  # empty for a player that every ruleset has
        whole = self.ruleset.table.status(self.state, seat).whole
        self.about = (own.about(self.state) if own else "") or whole

    def advice(self, count: int) -> list[Ranked]:
        """The best orders, best first; of a mixture all that are ever given, most often first."""
        return top_orders(self.best(ACTIONS), count)


# ---------------------------------------------------------------- computer seats
# Computer seats: they move by themselves whenever a decision is theirs.


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
        await _cancel(self._tasks.values())


# ---------------------------------------------------------------- chances
# The chance to win after every number, worked out beside play.


class Judge:
    """Works out seat 0's chance to win after one number of a match, from what everybody knew then."""

    progress = 0.0

    def __init__(self, match: ServerMatch, number: int) -> None:
        """Copies the position, so make it while nothing else changes the match."""
        self.ruleset, self.state = match.ruleset, copy(match.observation_at(number, None))

    def cancel(self) -> None:
        """Nothing to stop: it takes a fraction of a second."""

    def chance(self) -> float:
        """The chance, 0 to 1; a draw counts half."""
        return round(win_chance(self.ruleset, self.state, 0), 4)


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
        await _cancel(self._tasks.values())


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


MATRIX_SECONDS = 20.0  # seconds after which a table comes without its chances


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
        until = time.monotonic() + MATRIX_SECONDS
        return list(
            self._reckon(self._known, self._seat, lambda: self._cancelled or time.monotonic() > until)
        )


# ---------------------------------------------------------------- game review
# Battles that have ended as studies: luck and turning points, weighed beside play and kept for a while.


KEPT = 64  # films
ASKED = 512  # decisions about which the adviser was asked, kept as well
FILMS_AT_ONCE = 4  # weighed, asked about or drawn at a time, all games together
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
        self._places = FILMS_AT_ONCE

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
        await _cancel(work.task for work in self._work.values())
