"""The application: built here, started and stopped here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from hulldown.server.application import GZIP_LEVEL, GZIP_MINIMUM, build_application, start_work
from hulldown.server.hosting.hosting import Hosting, Peered, Routed
from hulldown.server.http import middleware
from hulldown.server.http.metrics import MetricsMiddleware
from hulldown.server.http.static_pages import add_pages
from hulldown.server.people.agreement import Now, utc_now
from hulldown.server.rules.compilation import Prepare, compile_rules
from hulldown.server.services import Services
from hulldown.server.settings import Settings
from hulldown.store.database import Database


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
            services = app.state.services = await asyncio.to_thread(Services, settings, prepare, now=now)
            db = services.db
            start_work(services)
        await hosting.start(db)
        started()
        yield
        await hosting.close()
        if settings.workers:
            db.close()
        else:
            await services.close()

    app = build_application(life, _guards(settings, hosting))
    add_pages(app)
    return app


def _guards(settings: Settings, hosting: Hosting) -> list[Middleware]:
    """What a message passes, from the outside in."""
    proxied = Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))
    return [
        *([proxied] if settings.proxies else []),
        Middleware(Peered, hosting=hosting),
        Middleware(
            MetricsMiddleware,
            meters=hosting.meters,
            ready=hosting.ready,
            watchers=settings.watchers,
            logged=settings.access_log,
        ),
        Middleware(middleware.SecurityHeaders),
        Middleware(middleware.HostCheck, hosts=settings.hosts),
        Middleware(GZipMiddleware, minimum_size=GZIP_MINIMUM, compresslevel=GZIP_LEVEL),
        Middleware(middleware.RateLimit, limits=settings.limits),
        Middleware(middleware.BodyLimit, limits=settings.limits),
        *(
            [Middleware(middleware.Counted, hourly=middleware.Hourly(settings.limits))]
            if settings.shared
            else []
        ),
        Middleware(Routed, hosting=hosting),
        Middleware(middleware.JsonDepthLimit, limits=settings.limits),
    ]
