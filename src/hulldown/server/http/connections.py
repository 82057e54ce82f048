"""Connections: how many may stand, and how long one may keep the server waiting.

A connection that says nothing, half a message or one byte a minute costs its sender nothing, so nothing
of the server may depend on it. Each has a time for the head of a message, places are counted for every
address, and where all places are taken the longest silent connection makes room for the next.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hulldown.server.settings import Limits

LARGEST_HEAD = 64 * 1024  # bytes of a message before its body
HEADERS = 128  # of a message: to look through thousands for each name takes longer than most answers
PIECE = 16 * 1024  # bytes that are parsed at a time: a read may bring a head with all of a body behind it
FRAMING = 8  # bytes of chunk sizes and line ends for each byte of a body, at most, beside a head's worth
PIPELINED = 16  # messages of a connection that may wait for the answer to an earlier one


class Doorway:
    """All connections of a server. Belongs to the event loop's thread.

    Addresses in `trusted` speak for many: only the total counts for them.
    """

    def __init__(self, limits: Limits, trusted: frozenset[str] = frozenset()) -> None:
        self.limits, self.trusted = limits, trusted
        self.open = 0
        self._by_client: Counter[str] = Counter()
        self._silent_by_client: Counter[str] = Counter()
        self._silent: dict[Guarded, str] = {}  # in the order in which they came

    def enter(self, connection: Guarded, client: str) -> bool:
        """Count a new connection; False if there is no place for it."""
        limits = self.limits
        if client not in self.trusted and (
            self._by_client[client] >= limits.connections_per_client
            or self._silent_by_client[client] >= limits.silent_connections
        ):
            return False
        if self.open >= limits.connections:
            longest = next(iter(self._silent), None)
            if longest is None:
                return False
            self.mark_active(longest)
            longest.hang_up()
        self.open += 1
        self._by_client[client] += 1
        self._silent[connection] = client
        self._silent_by_client[client] += 1
        return True

    def mark_active(self, connection: Guarded) -> None:
        """A connection has sent the head of a message: it is silent no longer."""
        client = self._silent.pop(connection, None)
        if client is not None:
            _one_less(self._silent_by_client, client)

    def leave(self, connection: Guarded, client: str) -> None:
        """Forget a connection."""
        self.mark_active(connection)
        self.open -= 1
        _one_less(self._by_client, client)


def _one_less(counted: Counter[str], client: str) -> None:
    counted[client] -= 1
    if counted[client] <= 0:
        del counted[client]


class Guarded(HttpToolsProtocol):
    """A connection that is closed when it keeps the server waiting."""

    doorway: Doorway

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._client = ""
        self._counted = False
        self._head = 0  # bytes of the message that is coming, until its head is whole
        self._body = self._framing = 0  # bytes of its body, and of what stands between the parts of it
        self._in_head = True  # whether a head is awaited
        self._complete = True  # whether the last message has come to its end
        self._messages = 0  # begun on this connection
        self._closing = False  # whether the connection ends with that message
        self._patience: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, or be turned away without a word: a word would cost more than the caller paid."""
        super().connection_made(transport)
        self._client = self.client[0] if self.client else ""
        self._counted = self.doorway.enter(self, self._client)
        if self._counted:
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._wait_no_more()
        self.resume_writing()
        if self._counted:
            self._counted = False
            self.doorway.leave(self, self._client)
        super().connection_lost(exc)

    def _wait(self, seconds: float | None = None) -> None:
        """Hang up after some seconds, those that a head has by default."""
        self._wait_no_more()
        seconds = self.doorway.limits.headers if seconds is None else seconds
        self._patience = self.loop.call_later(seconds, self.hang_up)

    def _wait_no_more(self) -> None:
        if self._patience:
            self._patience.cancel()
            self._patience = None

    def hang_up(self) -> None:
        """Close at once."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head of the message grows without end.

        Only bytes of a head count as head: body and head often come in one read.
        """
        for start in range(0, len(data), PIECE):
            self._parse(data[start : start + PIECE])
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def _parse(self, piece: bytes) -> None:
        body, messages, idle = self._body, self._messages, self._idle
        super().data_received(piece)
        if self._in_head:
            self._head += len(piece)
        elif not self._complete:
            self._framing += len(piece) - (self._body - body)
        elif idle and messages == self._messages:  # an empty line: uvicorn has stopped its clock for it
            self._in_head = True
            self._wait()
        if self._head > LARGEST_HEAD or self._framing > LARGEST_HEAD + FRAMING * self._body:
            self.hang_up()

    @property
    def _idle(self) -> bool:
        """Whether every message has come whole and is answered."""
        return self._complete and not self._in_head and (self.cycle is None or self.cycle.response_complete)

    def on_message_begin(self) -> None:
        """The head has a time from here on, on a connection that was kept open, too."""
        super().on_message_begin()
        self._messages += 1
        self._head = self._body = self._framing = 0
        self._in_head, self._complete = True, False
        if not self._patience:
            self._wait()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header. Those behind a body are dropped: who calls was judged by those before it."""
        if self._in_head:
            super().on_header(name, value)
            if len(self.headers) > HEADERS:
                self.hang_up()

    def on_headers_complete(self) -> None:
        """The head is whole: what follows is bounded by whoever reads it."""
        self._wait_no_more()
        self._in_head, self._head = False, 0
        self.doorway.mark_active(self)
        super().on_headers_complete()
        if len(self.pipeline) > PIPELINED:
            self.hang_up()
        elif self.cycle is not None and self.cycle.scope is self.scope:
            if self.expect_100_continue:  # an answer without a "100" leaves open whether the body will come
                self.cycle.keep_alive = False
            self.cycle.transport = Lingering(self)  # type: ignore[assignment]

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The body is whole. What was answered before is over now."""
        self._complete = True
        self._wait_no_more()
        super().on_message_complete()
        if self._closing:
            self.transport.close()

    def on_response_complete(self) -> None:
        """The answer is sent. If the body still comes it is read and dropped, for a time."""
        super().on_response_complete()
        if not self._complete and not self._in_head and self.cycle.response_complete:
            self._wait(self.doorway.limits.arriving)

    def close_after_message(self) -> None:
        """Close once the message has come whole: to close before resets the connection, and the other end
        loses the answer.
        """
        self._closing = True
        if self._complete:
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """A live line has patience and places of its own; as a connection it counts until it ends."""
        doorway, client = self.doorway, self._client
        super().handle_websocket_upgrade()
        if self._counted:
            self._counted = False
            _when_lost(self.transport, lambda: doorway.leave(self, client))

    def pause_writing(self) -> None:
        """The other end does not read: what waits for it is memory, so it waits for a time only."""
        super().pause_writing()
        if not self._reading:
            self._reading = self.loop.call_later(self.doorway.limits.arriving, self.hang_up)

    def resume_writing(self) -> None:
        """The other end reads again."""
        super().resume_writing()
        if self._reading:
            self._reading.cancel()
            self._reading = None


class Lingering:
    """The transport of a connection as an answer sees it: `close` waits for the rest of the message."""

    def __init__(self, connection: Guarded) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection.transport, name)

    def close(self) -> None:
        """Close the connection as soon as nothing is lost by it."""
        self._connection.close_after_message()


def _when_lost(transport: asyncio.Transport, call: Any) -> None:
    """Have something called when a connection ends that another protocol has taken over."""
    protocol: Any = transport.get_protocol()
    lost = protocol.connection_lost

    def and_then(exc: Exception | None) -> None:
        call()
        lost(exc)

    protocol.connection_lost = and_then


def guarded_by(doorway: Doorway) -> type[Guarded]:
    """The connections of one server, as uvicorn makes them."""
    return type("Guarded", (Guarded,), {"doorway": doorway})
