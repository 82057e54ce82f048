"""Computer players on a server: who can be chosen, their threads, and the seats they play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from hulldown.ai import PlayerFault, adviser, default_level, levels, rank, win_chance
from hulldown.ai import player as new_player
from hulldown.ai.bot import Ranked
from hulldown.ai.registry import MctsPlayer, UnknownPlayer, top_orders
from hulldown.kernel.actions import ACTIONS
from hulldown.kernel.records import copy
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.http.errors import ApiError
from hulldown.server.people.broadcast import Broadcaster
from hulldown.server.play.match import ServerMatch
from hulldown.server.play.session import Session
from hulldown.server.schemas.responses import PlayerInfo
from hulldown.store.models import SeatRow

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


# ---------------------------------------------------------------- catalog
# Computer players as the server uses them: who can be chosen, and one decision at a time.


SLOWEST = 60.0  # seconds for one decision of a computer seat
MOST = 200_000  # playouts for one decision


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
    if budget and (budget.seconds > SLOWEST or budget.playouts > MOST):
        limit = f"{SLOWEST:.0f} seconds or {MOST:,} playouts"
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


# ---------------------------------------------------------------- computer seats
# Computer seats: they move by themselves whenever a decision is theirs.


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
