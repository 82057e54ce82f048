"""How often each address began or kept something within the last hour; only where a server is shared.

It is counted before a call is handed on, so in one place for all processes of a server.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hulldown.server.http.costs import GAMES, KEPT, PEOPLE, cost_of
from hulldown.server.http.errors import ApiError, error_response
from hulldown.server.http.middleware import client_of
from hulldown.server.settings import Limits

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
