"""The application: put together here, started and stopped here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from hulldown import __version__
from hulldown.server.clock import Now, utc_now
from hulldown.server.counting import Counted, Hourly
from hulldown.server.errors import put_right
from hulldown.server.hardening import AtHome, Bounded, Headed, Paced, Shallow
from hulldown.server.hosting.askers import Budgeted
from hulldown.server.hosting.forwarding import Behind
from hulldown.server.hosting.hosting import Hosting, Peered, Routed
from hulldown.server.hosting.processes import ASKER, WORKER
from hulldown.server.house import House
from hulldown.server.observing import Observed
from hulldown.server.pages import add_pages
from hulldown.server.readiness import Prepare, await_compiled, compile_rules, load_all
from hulldown.server.routes import add_routes
from hulldown.server.settings import Settings
from hulldown.store.database import Database

WORTH_PACKING = 1500  # bytes; a shorter answer is sent as it is
PACKED = 4  # of gzip: a view of 60 kB becomes 11 in a millisecond
Life = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def create_app(
    settings: Settings | None = None,
    *,
    prepare: Prepare = compile_rules,
    started: Callable[[], None] = lambda: None,
    now: Now = utc_now,
) -> FastAPI:
    """The application. It answers at once; `prepare` compiles the rules beside it.

    `started` is called once when calls are answered; `now` is the time by which clocks run.
    """
    settings = settings or Settings()
    hosting = Hosting(settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        if settings.workers:
            db = await asyncio.to_thread(Database, settings.database)
        else:
            house = app.state.house = await asyncio.to_thread(House, settings, prepare, now=now)
            db = house.db
            _set_to_work(house)
        await hosting.start(db)
        started()
        yield
        await hosting.close()
        if settings.workers:
            db.close()
        else:
            await house.close()

    app = _application(life, _guards(settings, hosting))
    add_pages(app)
    return app


def part_of(settings: Settings, role: str, first: bool) -> FastAPI:
    """The application of a process that is called by another of the same server only: it has games, or works
    on questions. Its caller has judged who may call and how often. `first`: it does what only one of all
    should do.
    """
    asking = role == ASKER
    guards = [
        Middleware(Behind),
        Middleware(Headed),
        Middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=PACKED),
    ]
    if asking:
        guards.append(Middleware(Budgeted, limits=settings.limits))
    guards.append(Middleware(Shallow, limits=settings.limits))

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        prepare = compile_rules if first else await_compiled
        house = app.state.house = await asyncio.to_thread(House, settings, prepare, asking=asking)
        if role == WORKER:
            _set_to_work(house, first)
        yield
        await house.close()

    return _application(life, guards)


def _set_to_work(house: House, first: bool = True) -> None:
    """Have the rules loaded and, once in a server, its studies played."""
    load_all()
    house.listen()
    house.keeper.start(house.settings.patrol, first)
    if house.settings.compile:
        house.workshop.start()
    if first:
        house.studies.start()


def _application(life: Life, guards: list[Middleware]) -> FastAPI:
    app = FastAPI(
        title="hulldown",
        version=__version__,
        lifespan=life,
        middleware=guards,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    put_right(app)
    add_routes(app)
    return app


def _guards(settings: Settings, hosting: Hosting) -> list[Middleware]:
    """What a message passes, from the outside in."""
    proxied = Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    return [
        *([proxied] if settings.proxies else []),
        Middleware(Peered, hosting=hosting),
        Middleware(
            Observed,
            meters=hosting.meters,
            ready=hosting.ready,
            watchers=settings.watchers,
            logged=settings.access_log,
        ),
        Middleware(Headed),
        Middleware(AtHome, hosts=settings.hosts),
        Middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=PACKED),
        Middleware(Paced, limits=settings.limits),
        Middleware(Bounded, limits=settings.limits),
        *([Middleware(Counted, hourly=Hourly(settings.limits))] if settings.shared else []),
        Middleware(Routed, hosting=hosting),
        Middleware(Shallow, limits=settings.limits),
    ]
