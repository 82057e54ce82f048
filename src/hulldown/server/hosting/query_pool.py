"""Questions: what may take seconds to work out, each in a process of its own, for so long and no longer.

Odds, rows of orders, reports, printed cards, judged files: nobody's game waits for them. An address has a
few places in the queue, and the addresses take turns. Whoever hangs up ends the work on their question: the
process that works on it is killed and another takes its place in hundredths of a second.
"""

from __future__ import annotations

import asyncio
import signal
from collections import OrderedDict, deque
from typing import Any

from starlette.types import Receive, Scope, Send

from hulldown.server.hosting.processes import ForkServer, Worker
from hulldown.server.hosting.proxy import Unreachable
from hulldown.server.hosting.worker import ASKER, OUT_OF_MEMORY
from hulldown.server.http.errors import ApiError
from hulldown.server.settings import Limits

TRIES = 3  # processes that a question is given to, if one after the other dies of something else
NEARLY = 0.3  # seconds that work goes on when the caller has gone: to end it costs more than most answers


class QueryPool:
    """The processes that work on questions, and who waits for one. Belongs to the event loop's thread."""

    def __init__(
        self, fork_server: ForkServer, count: int, limits: Limits, patience: float = 0.0, lazy: bool = False
    ) -> None:
        """A question may take `patience` seconds, three times its computing by default: its process steps
        back for play, and time passes while it does not compute. `lazy`: they start with the first question.
        """
        self.fork_server, self.count, self.limits, self.lazy = fork_server, count, limits, lazy
        self.patience = patience or 3 * limits.question
        self.free: deque[Worker] = deque()
        self.waiting: OrderedDict[str, deque[asyncio.Future[Worker]]] = OrderedDict()
        self.at_work: dict[str, int] = {}  # questions worked on now, by address
        self.cut_off = self.hung_up = 0
        self._keepers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the processes, if they do not start with the first question."""
        if not self.lazy:
            self._start()

    def _start(self) -> None:
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.count)]

    async def _keep(self) -> None:
        """Have a process, and another when it has ended: its work was given up, or took too much."""
        while True:
            child = await self.fork_server.start_ready(ASKER)
            try:
                self._give_back(child)
                await child.ended()
            finally:
                if child in self.free:
                    self.free.remove(child)
                await asyncio.shield(child.close())

    @property
    def queued(self) -> int:
        """How many questions wait."""
        return sum(len(line) for line in self.waiting.values())

    async def answer(self, scope: Scope, body: bytes, client: str, receive: Receive, send: Send) -> None:
        """Have a question answered. Refused (429) if too many of this address, or of all, wait; (503) if it
        takes more than a question may.
        """
        if not self._keepers:
            self._start()
        gone = asyncio.ensure_future(_hung_up(receive))
        try:
            for _ in range(TRIES):
                child = await self._turn(client, gone)
                if child is None or await self._relay(child, scope, body, client, gone, send):
                    return
            raise ApiError(503, "busy", "This could not be worked out; ask again in a moment.")
        finally:
            gone.cancel()

    async def _turn(self, client: str, gone: asyncio.Future[None]) -> Worker | None:
        """A process for a question when it is its turn; None if the caller went meanwhile."""
        line = self.waiting.setdefault(client, deque())
        if len(line) + self.at_work.get(client, 0) >= self.limits.questions_per_client:
            text = "The server still works out what was asked from here before."
            raise ApiError(429, "too_often", text, soon=True)
        if self.queued >= self.limits.questions:
            raise ApiError(429, "too_often", "Too many questions wait; ask again in a moment.", soon=True)
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._serve()
        both: set[asyncio.Future[Any]] = {turn, gone}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if turn.done():
            return turn.result()
        self.hung_up += 1
        turn.cancel()
        return None

    def _give_back(self, child: Worker) -> None:
        self.free.append(child)
        self._serve()

    def _serve(self) -> None:
        """Give free processes to those who wait, one address after the other; one is left for others."""
        share = max(1, self.count - 1)
        for client in list(self.waiting):
            line = self.waiting[client]
            while line and line[0].done():
                line.popleft()
            if not line:
                del self.waiting[client]
            elif self.free and self.at_work.get(client, 0) < share:
                self.at_work[client] = self.at_work.get(client, 0) + 1
                line.popleft().set_result(self.free.popleft())
                self.waiting.move_to_end(client)

    async def _relay(
        self, child: Worker, scope: Scope, body: bytes, client: str, gone: asyncio.Future[None], send: Send
    ) -> bool:
        """Have a process work on a question; False if it had died of something else before."""
        work = asyncio.ensure_future(child.wire.http(scope, body, send))
        try:
            await asyncio.wait({work, gone}, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                await asyncio.wait({work}, timeout=NEARLY)
            if work.done():
                work.result()
            elif gone.done():
                self.hung_up += 1
            else:
                raise self._too_much()
        except Unreachable:
            await child.ended()
            await asyncio.to_thread(child.process.join)
            # Its keeper may have closed the way to it first. These two it dies of by a question alone, and it
            # has one at a time.
            if child.process.exitcode not in (-signal.SIGPROF, OUT_OF_MEMORY):
                return False
            raise self._too_much(memory=child.process.exitcode == OUT_OF_MEMORY) from None
        finally:
            if work.done() and work.exception() is None:
                self._give_back(child)
            else:
                work.cancel()
                child.kill()
            self.at_work[client] -= 1
            if not self.at_work[client]:
                del self.at_work[client]
            self._serve()
        return True

    def _too_much(self, memory: bool = False) -> ApiError:
        self.cut_off += 1
        time = f"{self.limits.question:g} seconds of computing"
        most = f"{self.limits.question_memory:,} MB of memory" if memory else time
        return ApiError(503, "too_much", f"That takes more than the {most} that a question may take.")

    async def close(self) -> None:
        """End all of them."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)


async def _hung_up(receive: Receive) -> None:
    """Wait until the caller has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
