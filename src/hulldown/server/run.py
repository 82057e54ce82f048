"""Starting the server on this machine."""

from __future__ import annotations

import errno
import gc
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from hulldown.server.app import create_app
from hulldown.server.readiness import Prepare, compile_rules
from hulldown.server.settings import Settings

LOCAL = ("127.0.0.1", "localhost", "::1")
YOUNG = 20_000  # so many objects more than before, and garbage is looked for; a position has some hundreds
TRIES = 50  # ports tried upwards from the one asked for


class NoFreePort(OSError):
    """None of the ports that were tried is free."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    open_browser: bool = False,
    settings: Settings | None = None,
    say: Callable[[str], None] = print,
    prepare: Prepare = compile_rules,
    path: str = "",
) -> None:
    """Serve until interrupted. `say` gets the address, and a line when the port had to be another one;
    `prepare` compiles the rules beside play, `path` is the page that is opened.

    NoFreePort if neither the port nor those after it are free; OSError if the host is not ours.
    """
    settings = settings or Settings()
    listener = listen(host, port)
    actual = listener.getsockname()[1]
    if actual != port and port:
        say(f"Port {port} is taken; using {actual}.")
    address = f"http://{_in_address(host)}:{actual}/{path}"
    app = create_app(
        _reachable(settings, host),
        prepare=prepare,
        started=lambda: _started(address, open_browser, say),
    )
    uvicorn.Server(_configured(app, settings)).run(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = port + TRIES if port else port
    for candidate in range(port, min(last, 65535) + 1):
        # The protocol is named because asyncio only then sends short answers without delay.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(128)
            return listener
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise
    raise NoFreePort(f"no free port from {port} to {last} on {host}")


def _in_address(host: str) -> str:
    """A host as it stands in an address that a browser here can open."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _reachable(settings: Settings, host: str) -> Settings:
    """Served beyond this machine, the server answers to every name it is given."""
    return settings if host in LOCAL else replace(settings, hosts=())


def _configured(app: object, settings: Settings) -> uvicorn.Config:
    """Uvicorn set quiet and bounded."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=settings.limits.body,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
    )


def _started(address: str, open_browser: bool, say: Callable[[str], None]) -> None:
    """What is loaded by now stays, so the collector of garbage need not look through it time and again, nor
    after every few hundred objects: that took a third of the time of an order.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)
    _announce(address, open_browser, say)


def _announce(address: str, open_browser: bool, say: Callable[[str], None]) -> None:
    say(f"hulldown is at {address} (stop with Ctrl-C)")
    if open_browser and not webbrowser.open(address):
        say("No browser could be opened here; open the address by hand.")
