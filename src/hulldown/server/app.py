"""The application: put together here, started and stopped here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from hulldown import __version__
from hulldown.server.clock import Now, utc_now
from hulldown.server.errors import put_right
from hulldown.server.hardening import AtHome, Bounded, Headed, Paced
from hulldown.server.house import House
from hulldown.server.pages import add_pages
from hulldown.server.readiness import Prepare, compile_rules, load_all
from hulldown.server.routes import add_routes
from hulldown.server.settings import Settings

WORTH_PACKING = 1500  # bytes; a shorter answer is sent as it is


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

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        house = app.state.house = await asyncio.to_thread(House, settings, prepare, now)
        load_all()
        if settings.compile:
            house.workshop.start()
        house.studies.start()
        house.keeper.start(settings.patrol)
        started()
        yield
        await house.close()

    app = FastAPI(
        title="hulldown",
        version=__version__,
        lifespan=life,
        middleware=_guards(settings),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    put_right(app)
    add_routes(app)
    add_pages(app)
    return app


def _guards(settings: Settings) -> list[Middleware]:
    """What a message passes, from the outside in."""
    return [
        Middleware(Headed),
        Middleware(AtHome, hosts=settings.hosts),
        Middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=4),
        Middleware(Paced, limits=settings.limits),
        Middleware(Bounded, limits=settings.limits),
    ]
