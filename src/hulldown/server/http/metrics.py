"""What the host of a server looks at: is it there, is it ready, how much goes on, who called for what."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from ipaddress import ip_address

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hulldown.server.http.middleware import client_of, without_port

access = logging.getLogger("hulldown.access")
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
PROBES = ("/health", "/ready")
MOST_NAMES = 200  # of calls in the numbers: there are some 120 calls
PATIENCE = 3.0  # seconds in which a ready server says so
IDS = re.compile(r"(?<=/)(?=[A-Za-z0-9_-]*[0-9A-Z_-])[A-Za-z0-9_-]{8,24}(?=/|$)|(?<=/)\d+(?=/|$)")


class Metrics:
    """The numbers of one server. Gauges are read when somebody asks for them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._names: set[str] = set()
        self.calls = Counter(
            "hulldown_calls", "Calls answered", ["method", "call", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "hulldown_call_seconds",
            "How long a call took",
            ["call"],
            registry=self.registry,
            buckets=BUCKETS,
        )
        self.lines = Gauge("hulldown_lines", "Live lines open", registry=self.registry)

    def named(self, path: str) -> str:
        """What a call is named in the numbers: its path without ids; all pages and their files are one.

        There are only so many names, whatever paths somebody makes up.
        """
        call = IDS.sub("*", path)[:80] if path.startswith("/api/") else "page"
        if call in self._names or len(self._names) < MOST_NAMES:
            self._names.add(call)
            return call
        return "other"

    def watch(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Add a gauge."""
        Gauge(f"hulldown_{name}", text, registry=self.registry).set_function(read)

    def to_response(self) -> Response:
        """All of them as Prometheus reads them."""
        return Response(generate_latest(self.registry), media_type=CONTENT_TYPE_LATEST)


class MetricsMiddleware:
    """Counts and times every call, answers the probes, and writes a line about each call if it is wanted."""

    def __init__(
        self,
        app: ASGIApp,
        meters: Metrics,
        ready: Callable[[], Awaitable[bool]],
        watchers: tuple[str, ...] = (),
        logged: bool = False,
    ) -> None:
        self.app, self.meters, self.ready = app, meters, ready
        self.watchers, self.logged = watchers, logged

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a probe, or pass on and take note."""
        if scope["type"] == "websocket":
            with self.meters.lines.track_inprogress():
                await self.app(scope, receive, send)
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        elif scope["path"] in PROBES or (scope["path"] == "/metrics" and self._may_watch(scope)):
            await (await self._probed(scope["path"]))(scope, receive, send)
        else:
            await self._measure(scope, receive, send)

    async def _probed(self, path: str) -> Response:
        if path == "/metrics":
            return self.meters.to_response()
        if path == "/health":
            return JSONResponse({"health": "well"})
        try:
            ready = await asyncio.wait_for(self.ready(), PATIENCE)
        except Exception:
            ready = False
        return JSONResponse({"ready": ready}, 200 if ready else 503)

    def _may_watch(self, scope: Scope) -> bool:
        """Whether a caller may read the numbers: this machine, and whom the host has named."""
        client, host = client_of(scope), without_port(Headers(scope=scope).get("host", ""))
        try:
            here = ip_address(client).is_loopback and (host == "localhost" or ip_address(host.strip("[]")))
        except ValueError:
            here = False
        return client in self.watchers or bool(here)

    async def _measure(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, begun = 500, time.perf_counter()

        async def listening(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, listening)
        finally:
            took, call = time.perf_counter() - begun, self.meters.named(scope["path"])
            self.meters.calls.labels(scope["method"], call, status).inc()
            self.meters.seconds.labels(call).observe(took)
            if self.logged:
                access.info(_line(scope, status, took))


def write_access_log() -> None:
    """Have the lines about calls written where errors go."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    access.handlers, access.propagate = [handler], False
    access.setLevel(logging.INFO)


def _line(scope: Scope, status: int, took: float) -> str:
    """A line of the access log, as JSON. It has no query and no header: those may hold what proves a seat."""
    return json.dumps(
        {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "client": client_of(scope),
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "ms": round(took * 1000, 1),
        }
    )
