"""What a process does that another process of the same server calls: it has games, or works on questions."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from hulldown.server.application import GZIP_LEVEL, GZIP_MINIMUM, build_application, start_work
from hulldown.server.hosting.proxy import Behind
from hulldown.server.http.middleware import JsonDepthLimit, SecurityHeaders
from hulldown.server.rules.compilation import await_compiled, compile_rules, spare_collecting, take_up
from hulldown.server.services import Services
from hulldown.server.settings import Limits, Settings

WORKER, ASKER = "worker", "asker"
TURNS = 0.0005  # seconds that a thread working out a view goes on while one waits that passes messages on
STEPS_BACK = 5  # how far questions stand back for play, in steps of niceness
OUT_OF_MEMORY = 12  # exit code of a process whose question took more memory than it may
NARROW = 16 * 1024 * 1024  # bytes below the bound in which a failure is one of memory, whatever its name
KEPT = 2  # a process may come to hold so many times the memory of a question


class MemoryBudget:
    """Ends the process when a question has taken its computing or its memory.

    The system counts both, so that no loop, compiled or not, can hold it up. What stays in memory between
    questions, such as rules that are loaded when they are first asked about, is not on their account; a
    process that has come to hold too much of it ends after its answer, and a new one takes its place.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits
        self.room = limits.question_memory * 1024 * 1024
        self.most = 0  # bytes that the process may hold between questions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Work on a question with what has been compiled by now."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        take_up()
        held = _memory()
        self.most = self.most or held + KEPT * self.room
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (held + self.room, hard))
        signal.setitimer(signal.ITIMER_PROF, self.limits.question)
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            if isinstance(error, MemoryError) or _memory() > held + self.room - NARROW:
                os._exit(OUT_OF_MEMORY)
            raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        if _memory() > self.most:
            os.kill(os.getpid(), signal.SIGTERM)


def _memory() -> int:
    """The bytes of addresses that the process has: what the system's bound counts."""
    with open("/proc/self/statm") as pages:
        return int(pages.read().split()[0]) * resource.getpagesize()


def build_worker(settings: Settings, role: str, first: bool) -> FastAPI:
    """The application of a process that is called by another of the same server only: it has games, or works
    on questions. Its caller has judged who may call and how often. `first`: it does what only one of all
    should do.
    """
    asking = role == ASKER
    guards = [
        Middleware(Behind),
        Middleware(SecurityHeaders),
        Middleware(GZipMiddleware, minimum_size=GZIP_MINIMUM, compresslevel=GZIP_LEVEL),
    ]
    if asking:
        guards.append(Middleware(MemoryBudget, limits=settings.limits))
    guards.append(Middleware(JsonDepthLimit, limits=settings.limits))

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        prepare = compile_rules if first else await_compiled
        services = app.state.services = await asyncio.to_thread(Services, settings, prepare, asking=asking)
        if role == WORKER:
            start_work(services, first)
        yield
        await services.close()

    return build_application(life, guards)


def live(role: str, first: bool, path: str, settings: Settings, held: Connection) -> None:
    """Answer calls at a socket until told to stop, or until the process that began this one is gone."""
    import uvicorn

    threading.Thread(target=_end_with, args=(held,), name="end-with", daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all: the first process ends the others
    spare_collecting()
    sys.setswitchinterval(TURNS)
    if role == ASKER:
        os.nice(STEPS_BACK)
    config = uvicorn.Config(
        build_worker(settings, role, first),
        uds=path,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=settings.limits.body,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=3600,
    )
    uvicorn.Server(config).run()


def _end_with(held: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        held.recv()
    os._exit(0)
