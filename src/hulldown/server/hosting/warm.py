"""Loaded once, in the process from which others are made: all rulesets, what of them is compiled, and what
else a process imports as it starts: that took half of its start.
"""

from __future__ import annotations

import alembic.command
import alembic.config
import uvicorn.lifespan.on
import uvicorn.protocols.http.httptools_impl
import uvicorn.protocols.websockets.websockets_sansio_impl

from hulldown.server.hosting.worker import build_worker as build_worker
from hulldown.server.routes import routes
from hulldown.server.rules.compilation import spare_collecting, take_up
from hulldown.store.database import Database

IMPORTED = (alembic, uvicorn)

take_up()
routes()
Database("sqlite://").close()  # with it the dialect and the migrations
spare_collecting()  # here once: a process that is made of this one would copy all of it to look through it
