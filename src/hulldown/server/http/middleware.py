"""Checks before the application: size, depth, rate, hosts, headers, and how many calls an hour."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hulldown.server.http.costs import GAMES, KEPT, PEOPLE, content_length, cost_of, largest
from hulldown.server.http.errors import ApiError, error_response, internal_error
from hulldown.server.settings import Limits

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+', re.DOTALL)
SQUARE = bytes.maketrans(b"{}", b"[]")  # both kinds of brackets as one kind
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


class SecurityHeaders:
    """Adds the security headers to every answer, and the answer to what nobody caught."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on; an exception becomes a refusal unless the answer has begun."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def headed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                _add_headers(message, scope["path"])
            await send(message)

        try:
            await self.app(scope, receive, headed)
        except Exception as error:
            if begun:
                raise
            await error_response(internal_error(error))(scope, receive, headed)


def _add_headers(message: Message, path: str) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if path.startswith("/api/"):
        headers.setdefault("cache-control", "no-store")


class HostCheck:
    """Refuses calls under a foreign name (DNS rebinding) and calls sent by a foreign page."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Compare the host with the allowed ones, and the origin with the host."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = "" if scope.get("peer") else self._foreign(Headers(scope=scope))
        if not why:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": why})
        else:
            await error_response(ApiError(403, "foreign", why))(scope, receive, send)

    def _foreign(self, headers: Headers) -> str:
        host, origin = headers.get("host", ""), headers.get("origin")
        if self.hosts and without_port(host) not in self.hosts:
            return "This server is not called by that name."
        if origin is not None and urlsplit(origin).netloc != host:
            return "Another site's page may not call this server."
        return ""


def without_port(host: str) -> str:
    """The name in a Host header: "localhost:8000" and "[::1]:8000" lose their port."""
    return re.sub(r":\d*$", "", host).lower()


FIELDS = 512  # of a query; a lesson is looked at after 400 orders at most


class BodyLimit:
    """Reads the whole message within its limit, then hands it on."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Collect the body of an HTTP message and replay it."""
        if scope["type"] == "http" and scope["query_string"].count(b"&") >= FIELDS:
            await error_response(ApiError(400, "unclear", f"A query may have {FIELDS} fields."))(
                scope, receive, send
            )
            return
        if scope["type"] != "http" or not has_body(scope):
            await self.app(scope, receive, send)
            return
        limit = largest(scope["method"], scope["path"], self.limits)
        try:
            async with asyncio.timeout(self.limits.arriving):
                body = None if content_length(scope) > limit else await receive_body(receive, limit)
        except TimeoutError:
            await error_response(ApiError(408, "too_slow", "The message did not come to its end."))(
                scope, receive, send
            )
            return
        if body is None:
            await error_response(ApiError(413, "too_large", f"A message may have {limit} bytes."))(
                scope, receive, send
            )
        else:
            await self.app(scope, replay_body(body, receive), send)


def has_body(scope: Scope) -> bool:
    """Whether a body may come with a message (RFC 9112, 6.3): every method may have one."""
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


class JsonDepthLimit:
    """Refuses deep JSON, in the process that reads it: to look through a long message takes long."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look through the body of an HTTP message, whose size was judged before."""
        if scope["type"] != "http" or not has_body(scope):
            await self.app(scope, receive, send)
            return
        body = await receive_body(receive) or b""
        if depth(body, self.limits.depth) > self.limits.depth:
            await error_response(ApiError(400, "unclear", "The message is nested too deeply."))(
                scope, receive, send
            )
        else:
            await self.app(scope, replay_body(body, receive), send)


async def receive_body(receive: Receive, limit: float = math.inf) -> bytes | None:
    """The body of a message, or None once it is longer than the limit."""
    parts, length = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        parts.append(message.get("body", b""))
        length += len(parts[-1])
        if length > limit:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body first, then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def depth(body: bytes, enough: int) -> int:
    """How deep brackets stand within brackets outside of strings; stops counting above `enough`.

    The innermost pairs are taken away time after time, all at once, so that no message costs more than a
    twentieth of a second a megabyte. Brackets without a partner count one level each.
    """
    brackets = STRING.sub(b"", body).translate(SQUARE, NO_BRACKETS)
    level = 0
    while brackets and level <= enough:
        outer = brackets.replace(b"[]", b"")
        if len(outer) == len(brackets):
            return level + outer.count(b"[")
        brackets, level = outer, level + 1
    return level


class Bucket:
    """Tokens of one client: they come back at a rate up to a burst, and every message takes some."""

    def __init__(self, burst: float, now: float) -> None:
        self.tokens, self.seen = burst, now

    def take(self, cost: float, rate: float, burst: float, now: float) -> bool:
        """Whether there was enough for the cost."""
        self.tokens = min(burst, self.tokens + (now - self.seen) * rate)
        self.seen = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


class RateLimit:
    """Refuses a client that sends more than its rate. Only calls under /api/ count."""

    def __init__(self, app: ASGIApp, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.app, self.limits, self.clock = app, limits, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the cost of the call out of the client's bucket."""
        counted = scope["type"] == "http" and scope["path"].startswith("/api/") and not scope.get("peer")
        if not counted or self.allowed(client_of(scope), cost_of(scope["method"], scope["path"]).tokens):
            await self.app(scope, receive, send)
            return
        refused = error_response(ApiError(429, "too_often", "Too many calls at once; wait a moment."))
        refused.headers["retry-after"] = "1"
        await refused(scope, receive, send)

    def allowed(self, client: str, cost: float) -> bool:
        """Whether a client may send a message now. The longest silent client is forgotten first."""
        now, limits = self.clock(), self.limits
        bucket = self.buckets.setdefault(client, Bucket(limits.burst, now))
        self.buckets.move_to_end(client)
        if len(self.buckets) > limits.clients:
            self.buckets.popitem(last=False)
        return bucket.take(cost, limits.rate, limits.burst, now)


def client_of(scope: Scope) -> str:
    """Who calls: the address of the other end."""
    client = scope.get("client")
    return str(client[0]) if client else ""


# ---------------------------------------------------------------- quotas
# How often each address began or kept something within the last hour; only where a server is shared.
#
# It is counted before a call is handed on, so in one place for all processes of a server.


HOUR = 3600.0


class Hourly:
    """Counts by address. The address longest silent is forgotten first."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self.clock = limits, clock
        self._most = {
            PEOPLE: limits.owners_per_hour,
            GAMES: limits.games_per_hour,
            KEPT: limits.kept_per_hour,
        }
        self._done: OrderedDict[tuple[str, str], deque[float]] = OrderedDict()

    def take(self, address: str, what: str) -> None:
        """Count once more. Refused (429) beyond what an address may do in an hour."""
        now, most = self.clock(), self._most[what]
        done = self._done.setdefault((what, address), deque())
        self._done.move_to_end((what, address))
        if len(self._done) > self.limits.clients:
            self._done.popitem(last=False)
        while done and done[0] <= now - HOUR:
            done.popleft()
        if len(done) >= most:
            text = f"From one address no more than {most} {what} are taken in an hour; try again later."
            raise ApiError(429, "too_many_here", text)
        done.append(now)

    def give_back(self, address: str, what: str) -> None:
        """The last one came to nothing."""
        if done := self._done.get((what, address)):
            done.pop()


class Counted:
    """Refuses a call that begins or keeps one thing too many."""

    def __init__(self, app: ASGIApp, hourly: Hourly) -> None:
        self.app, self.hourly = app, hourly

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the call, unless it came to nothing."""
        what = counted_as(scope)
        if not what:
            await self.app(scope, receive, send)
            return
        client, done = client_of(scope), False

        async def note_status(message: Message) -> None:
            nonlocal done
            if message["type"] == "http.response.start":
                done = message["status"] < 400
            await send(message)

        try:
            self.hourly.take(client, what)
        except ApiError as refused:
            await error_response(refused)(scope, receive, send)
            return
        try:
            await self.app(scope, receive, note_status)
        finally:
            if not done:
                self.hourly.give_back(client, what)


def counted_as(scope: Scope) -> str:
    """As what a call is counted, or nothing. Another machine of the same server has counted before."""
    if scope["type"] != "http" or scope["method"] != "POST" or scope.get("peer"):
        return ""
    return cost_of(scope["method"], scope["path"]).hourly
