"""The application without what stands before it: routes, errors, and the work that a server starts with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from fastapi import FastAPI
from starlette.middleware import Middleware

from hulldown import __version__
from hulldown.server.http.errors import install_error_handlers
from hulldown.server.routes import add_routes
from hulldown.server.rules.compilation import load_all
from hulldown.server.schemas.openapi import publish_names
from hulldown.server.services import Services

GZIP_MINIMUM = 1500  # bytes; a shorter answer is sent as it is
GZIP_LEVEL = 4  # a view of 60 kB becomes 11 in a millisecond
Life = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def start_work(services: Services, first: bool = True) -> None:
    """Have the rules loaded and, once in a server, its studies played."""
    load_all()
    services.listen()
    services.timeouts.start(services.settings.patrol, first)
    if services.settings.compile:
        services.compilation.start()
    if first:
        services.studies.start()


def build_application(life: Life, guards: list[Middleware]) -> FastAPI:
    app = FastAPI(
        title="hulldown",
        version=__version__,
        lifespan=life,
        middleware=guards,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    install_error_handlers(app)
    add_routes(app)
    publish_names(app)
    return app
