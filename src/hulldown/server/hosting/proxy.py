"""A call handed on to another process, as it came: the same message, the same answer, the same live line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import aiohttp
from starlette.types import ASGIApp, Receive, Scope, Send
from yarl import URL

UNIX = "unix:"
FOR, PEER = b"x-forwarded-for", b"hulldown-peer"
OWN_HOP = {  # headers about one connection, not about the message (RFC 9110, 7.6.1)
    b"connection",
    b"keep-alive",
    b"proxy-connection",
    b"te",
    b"trailer",
    b"transfer-encoding",
    b"upgrade",
}
LINE_ONLY = {
    b"sec-websocket-key",
    b"sec-websocket-version",
    b"sec-websocket-extensions",
    b"sec-websocket-protocol",
}
RESTARTING = 1012  # close code: the service restarts, come again


class Closed(ConnectionError):
    """The other process is no more: the way to it was closed."""


class Unreachable(Exception):
    """The other process did not answer, or not to the end. `unheard`: the message did not even reach it."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.unheard = isinstance(error, aiohttp.ClientConnectorError | Closed)


class Wire:
    """The way to a process at an address: "unix:PATH" on this machine, else "http://HOST:PORT"."""

    def __init__(self, address: str, secret: str = "", largest: int = 0) -> None:
        self.address, self.secret, self.largest = address, secret, largest
        self._client: aiohttp.ClientSession | None = None

    def _session(self) -> aiohttp.ClientSession:
        if self._client is None:
            local = self.address.startswith(UNIX)
            path = self.address.removeprefix(UNIX)
            connector = aiohttp.UnixConnector(path, limit=0) if local else aiohttp.TCPConnector(limit=0)
            self._base = URL("http://hulldown" if local else self.address)
            self._client = aiohttp.ClientSession(
                connector=connector,
                auto_decompress=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=5),
                skip_auto_headers=("User-Agent", "Accept", "Accept-Encoding", "Content-Type"),
            )
        if self._client.closed:
            raise Unreachable(Closed("closed"))
        return self._client

    async def close(self) -> None:
        """Give the connections back."""
        if self._client:
            await self._client.close()

    def _target(self, scope: Scope) -> URL:
        query = scope["query_string"].decode("latin-1")
        path = scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")
        return URL(f"{str(self._base).rstrip('/')}{path}", encoded=True)

    def _headers(self, scope: Scope, without: Iterable[bytes] = ()) -> list[tuple[str, str]]:
        """The headers of a message, with the address of whoever called."""
        left_out = {*OWN_HOP, *without, b"content-length", FOR, PEER}
        kept = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, value in scope["headers"]
            if name not in left_out
        ]
        client = scope.get("client")
        kept.append((FOR.decode(), str(client[0]) if client else ""))
        if self.secret:
            kept.append((PEER.decode(), self.secret))
        return kept

    async def http(self, scope: Scope, body: bytes, send: Send) -> None:
        """Hand on a message and its answer. Unreachable if there is none: nothing has been sent then."""
        session = self._session()
        try:
            async with session.request(
                scope["method"],
                self._target(scope),
                headers=self._headers(scope),
                data=body or None,
                allow_redirects=False,
            ) as answer:
                content = await answer.read()
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unreachable(error) from error
        headers = [
            (name.lower(), value)
            for name, value in answer.raw_headers
            if name.lower() not in OWN_HOP and name.lower() != b"date"
        ]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a live line until one end leaves. Unreachable if it could not be begun."""
        session = self._session()
        try:
            line = await session.ws_connect(
                self._target(scope),
                headers=self._headers(scope, LINE_ONLY),
                max_msg_size=self.largest,
                autoclose=False,
            )
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unreachable(error) from error
        async with line:
            await receive()
            await send({"type": "websocket.accept"})
            there = asyncio.create_task(_outward(receive, line))
            here = asyncio.create_task(_inward(line, send))
            await asyncio.wait({there, here}, return_when=asyncio.FIRST_COMPLETED)
            if there.done():
                await line.close()
            there.cancel()
            await asyncio.gather(there, here, return_exceptions=True)


async def _outward(receive: Receive, line: aiohttp.ClientWebSocketResponse) -> None:
    """What a page says, until it leaves."""
    while (message := await receive())["type"] == "websocket.receive":
        if message.get("text") is not None:
            await line.send_str(message["text"])
        else:
            await line.send_bytes(message.get("bytes") or b"")


async def _inward(line: aiohttp.ClientWebSocketResponse, send: Send) -> None:
    """What is told to a page; then that the line ends, and why."""
    async for message in line:
        if message.type == aiohttp.WSMsgType.TEXT:
            await send({"type": "websocket.send", "text": message.data})
        elif message.type == aiohttp.WSMsgType.BINARY:
            await send({"type": "websocket.send", "bytes": message.data})
    code = line.close_code if line.close_code not in (None, 1005, 1006) else RESTARTING
    await send({"type": "websocket.close", "code": code})


class Behind:
    """In a process that is only called by another of the same server: who calls is what that one says."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the caller's address in its place."""
        if scope["type"] in ("http", "websocket"):
            client = next((value for name, value in scope["headers"] if name == FOR), b"")
            scope["client"] = (client.decode("latin-1"), 0)
        await self.app(scope, receive, send)
