"""Where a call goes: to the process that has the game, to one that works on questions, or nowhere else."""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from zlib import crc32

from sqlalchemy import select
from starlette.types import ASGIApp, Receive, Scope, Send

from hulldown.server.hosting.leases import LeaseHolder, LeaseHolders, Nobody
from hulldown.server.hosting.processes import ForkServer, Worker
from hulldown.server.hosting.proxy import FOR, PEER, Unreachable
from hulldown.server.hosting.query_pool import QueryPool
from hulldown.server.hosting.worker import WORKER
from hulldown.server.http.costs import Pool, pool_of
from hulldown.server.http.errors import ApiError, error_response, log_failure
from hulldown.server.http.metrics import Metrics
from hulldown.server.http.middleware import client_of, receive_body, replay_body
from hulldown.server.settings import Settings
from hulldown.store.database import Database

log = logging.getLogger("hulldown.server")
GAME = re.compile(r"/api/games/([A-Za-z0-9_-]{1,24})(/.*)?")
ALONE = ("/api/studies", "/api/lab", "/api/about")  # what one process does for all
LAB_PATIENCE = 300.0  # seconds for what plays games to answer: rules may have to be compiled before
GOING_ON = 8.0  # seconds in which a call is handed on again, if one process after the other dies
PATIENCE = 60.0  # seconds that a call waits for a process to be there: the first start loads everything
SOON = 0.05  # seconds until it is looked again
BUSY = "The part of the server that has this game is starting again; try again in a moment."


class Hosting:
    """The processes of a server and the way to them; one without any but this one has none to show."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pools: dict[Pool, QueryPool] = {}
        self.leases: LeaseHolders | None = None
        self.restarts = 0
        self.meters = Metrics()
        self._db: Database | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="hulldown-"))
        self._slots: list[tuple[Worker, LeaseHolder] | None] = []
        self._keepers: list[asyncio.Task[None]] = []
        self._round = itertools.count()
        self._here: LeaseHolder | None = None
        self._started = asyncio.Event()

    async def start(self, db: Database) -> None:
        """Start the processes; calls wait until there is one that can answer them."""
        settings, self._db = self.settings, db
        fork_server = ForkServer(settings, self._folder)
        self.leases = LeaseHolders(db, settings.peer, settings.limits.body)
        if settings.workers:
            self._slots = [None] * settings.workers
            for place in range(settings.workers):
                self._keepers.append(asyncio.create_task(self._keep(fork_server, place)))
        else:
            self._here = await self.leases.add(None)
            self._started.set()
        if settings.askers:
            limits = settings.limits
            self.pools["questions"] = QueryPool(fork_server, settings.askers, limits)
            self.pools["lab"] = QueryPool(fork_server, 1, limits, patience=LAB_PATIENCE, lazy=True)
            for pool in self.pools.values():
                pool.start()
        self._measured()

    def _measured(self) -> None:
        """What can be read at /metrics beside the calls."""
        leases, pools, watch = self.leases, list(self.pools.values()), self.meters.watch
        assert leases is not None
        watch("games_held", "Games that a process of this machine has", lambda: sum(leases.games.values()))
        watch("restarts", "Processes that died and were started again", lambda: self.restarts)
        counted: tuple[tuple[str, str, Callable[[QueryPool], int]], ...] = (
            ("waiting", "Questions that wait for a process", lambda pool: pool.queued),
            ("at_work", "Questions worked on", lambda pool: sum(pool.at_work.values())),
            ("cut_off", "Questions that took too much", lambda pool: pool.cut_off),
            ("hung_up", "Questions whose callers went", lambda pool: pool.hung_up),
        )
        for name, text, read in counted if pools else ():
            watch(f"questions_{name}", text, partial(_total, read, pools))

    async def ready(self) -> bool:
        """Whether calls can be answered: the database answers, and a process has games."""
        if self._db is None or not self._started.is_set():
            return False
        return await asyncio.to_thread(self._answers)

    def _answers(self) -> bool:
        assert self._db is not None
        with self._db.reading() as transaction:
            return transaction.scalar(select(1)) == 1

    async def _keep(self, fork_server: ForkServer, place: int) -> None:
        """Have a process at a place, and another when it dies."""
        while True:
            child = await fork_server.start_ready(WORKER, place == 0)
            holder: LeaseHolder | None = None
            try:
                if holder := await self._enlisted(child):
                    self._slots[place] = (child, holder)
                    self._started.set()
                await child.ended()
                self.restarts += 1
                log.error("a process that has games died (%s); its games go on", child.process.exitcode)
            finally:
                self._slots[place] = None
                if not any(self._slots):
                    self._started.clear()
                await asyncio.shield(self._buried(child, holder))

    async def _enlisted(self, child: Worker) -> LeaseHolder | None:
        """A process as one that has games; None if it ended before that could be written down."""
        assert self.leases is not None
        while child.alive:
            try:
                return await self.leases.add(child.wire)
            except Exception as error:
                log_failure("a process that has games could not be written down", error)
                await asyncio.sleep(SOON)
        return None

    async def _buried(self, child: Worker, holder: LeaseHolder | None) -> None:
        assert self.leases is not None
        if holder:
            await self.leases.lose(holder)
        await child.close()

    async def close(self) -> None:
        """End every process."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        for pool in self.pools.values():
            await pool.close()
        if self.leases:
            await self.leases.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def place(self, scope: Scope, again: bool = False) -> LeaseHolder:
        """The process for a call: that of its game, or any. Refused (503) if there is none for long."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    await self._started.wait()
                    with suppress(Nobody):
                        return await self._chosen(scope, again)
                    await asyncio.sleep(SOON)  # the last one died since
        except TimeoutError:
            raise ApiError(503, "busy", BUSY) from None

    async def _chosen(self, scope: Scope, again: bool) -> LeaseHolder:
        """One of the processes that are there. Nobody if the last one has just died."""
        assert self.leases is not None
        path = scope["path"]
        if (match := GAME.fullmatch(path)) and match[1] != "load":
            holder = await self.leases.of(match[1], again)
            if not holder.near and scope.get("peer"):
                raise ApiError(503, "busy", BUSY)
            return holder
        if self._here:
            return self._here
        if not (there := [slot for slot in self._slots if slot]):
            raise Nobody
        if path.startswith(ALONE) and (first := self._slots[0]):
            return first[1]
        return there[self._turn(scope) % len(there)][1]

    def _turn(self, scope: Scope) -> int:
        """Who only looks goes to one process after the other; else an address always goes to the same one,
        where all it does in an hour is counted.
        """
        return next(self._round) if scope.get("method") == "GET" else crc32(client_of(scope).encode())


def _total(read: Callable[[QueryPool], int], pools: list[QueryPool]) -> float:
    return sum(map(read, pools))


class Routed:
    """Hands a call on to where it belongs; what belongs here goes on to the application."""

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self.app, self.hosting = app, hosting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find the place, hand on, and try the next one if it died."""
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        try:
            if scope["type"] == "websocket":
                await self._line(scope, receive, send)
            elif pool := self.hosting.pools.get(pool_of(scope)):
                body = await receive_body(receive) or b""
                await pool.answer(scope, body, client_of(scope), receive, send)
            else:
                await self._call(scope, receive, send)
        except ApiError as refused:
            if scope["type"] == "http":
                await error_response(refused)(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1013, "reason": refused.code})

    async def _call(self, scope: Scope, receive: Receive, send: Send) -> None:
        holder = await self.hosting.place(scope)
        if holder.wire is None:
            await self.app(scope, receive, send)
            return
        body = await receive_body(receive) or b""
        until = time.monotonic() + GOING_ON
        while time.monotonic() < until:
            try:
                assert holder.wire is not None
                await holder.wire.http(scope, body, send)
                return
            except Unreachable as lost:
                if not lost.unheard and scope["method"] not in ("GET", "HEAD"):
                    break  # it may have been done: whoever sent it asks again, with its key
                await asyncio.sleep(SOON)
                holder = await self.hosting.place(scope, again=True)
                if holder.wire is None:
                    await self.app(scope, replay_body(body, receive), send)
                    return
        raise ApiError(503, "busy", BUSY)

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        holder = await self.hosting.place(scope)
        if holder.wire is None:
            await self.app(scope, receive, send)
            return
        try:
            await holder.wire.websocket(scope, receive, send)
        except Unreachable:
            raise ApiError(503, "busy", BUSY) from None


HANDED_ON = {b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip"}  # headers that proxies add
BY_PROXY = "a proxy"


class Peered:
    """Believes other machines of the same server: they say for whom they call.

    A proxy on this machine that nobody named speaks for everybody: what it hands on is not the host's.
    """

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self.app, self.hosting = app, hosting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the caller's address in its place if the call proves that it comes from a peer."""
        if scope["type"] in ("http", "websocket"):
            headers = dict(scope["headers"])
            secret = headers.pop(PEER, b"").decode("latin-1")
            leases = self.hosting.leases
            if secret and leases and secret in leases.secrets:
                scope["client"] = (headers.get(FOR, b"").decode("latin-1"), 0)
                scope["peer"] = True
            elif here(client_of(scope)) and not HANDED_ON.isdisjoint(headers):
                scope["client"] = (BY_PROXY, 0)
            scope["headers"] = [(name, value) for name, value in scope["headers"] if name != PEER]
        await self.app(scope, receive, send)


def here(client: str) -> bool:
    """Whether a client is on this machine."""
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False
