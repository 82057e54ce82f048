"""Starting the server on this machine."""

from __future__ import annotations

import errno
import logging
import resource
import socket
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from hulldown.server.app import create_app
from hulldown.server.hosting.processes import stop_fork_server
from hulldown.server.http.connections import Doorway, guarded_by
from hulldown.server.http.metrics import write_access_log
from hulldown.server.rules.compilation import Prepare, compile_rules, spare_collecting
from hulldown.server.settings import HERE, Limits, Settings

LOCAL = ("127.0.0.1", "localhost", "::1")
WAITING = 1024  # connections that the system keeps until they are taken
SPARE_FILES = 128  # open files for other things than connections
REPEATS, MINUTE = 20, 60.0  # of one line of the log in that many seconds
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
    settings = _reachable(settings, host)
    settings = replace(settings, limits=_within_files(settings))
    keep_log_short()
    if settings.access_log:
        write_access_log()
    listener = listen(host, port)
    actual = listener.getsockname()[1]
    if actual != port and port:
        say(f"Port {port} is taken; using {actual}.")
    origin = f"http://{_in_address(host)}:{actual}"
    address = f"{origin}/{path}"
    settings = replace(settings, peer=settings.peer or origin)
    app = create_app(
        settings,
        prepare=prepare,
        started=lambda: _started(address, open_browser, say),
    )
    try:
        uvicorn.Server(_configured(app, settings)).run(sockets=[listener])
    finally:
        stop_fork_server()


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
            listener.listen(WAITING)
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
    """Served beyond this machine without names, the server answers to every name it is given."""
    if host in LOCAL and settings.hosts == HERE and not settings.proxies:
        return settings
    hosts = () if settings.hosts == HERE and host not in LOCAL else settings.hosts
    return replace(settings, hosts=hosts, public=True)


def _within_files(settings: Settings) -> Limits:
    """As many connections as the system lets this process have files, and no more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.limits.connections + settings.limits.lines + SPARE_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if most > soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    room = settings.limits.connections if soft == resource.RLIM_INFINITY else max(64, soft - SPARE_FILES)
    return replace(settings.limits, connections=min(settings.limits.connections, room))


class Unrepeated(logging.Filter):
    """Lets a line into the log a few times a minute: what anybody can provoke must not fill a disk."""

    def __init__(self) -> None:
        super().__init__()
        self.since = 0.0
        self.counts: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written; the last that is says that the next will not be."""
        now = time.monotonic()
        if now - self.since > MINUTE or len(self.counts) > 1000:
            self.since, self.counts = now, {}
        text = str(record.msg)
        count = self.counts[text] = self.counts.get(text, 0) + 1
        if count == REPEATS:
            record.msg = f"{record.msg} (more of this kind is left out for a minute)"
        return count <= REPEATS


def keep_log_short() -> None:
    """Bound what the parts of the server write about what others send."""
    for name in ("hulldown.server", "uvicorn.error", "asyncio", "websockets.server"):
        logger = logging.getLogger(name)
        if not any(isinstance(log_filter, Unrepeated) for log_filter in logger.filters):
            logger.addFilter(Unrepeated())


def _configured(app: object, settings: Settings) -> uvicorn.Config:
    """Uvicorn set quiet and bounded."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=guarded_by(Doorway(settings.limits, frozenset(settings.proxies))),
        proxy_headers=False,  # only those that were named are believed: see app._guards
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=settings.limits.body,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=int(settings.limits.idle),
    )


def _started(address: str, open_browser: bool, say: Callable[[str], None]) -> None:
    spare_collecting()
    _announce(address, open_browser, say)


def _announce(address: str, open_browser: bool, say: Callable[[str], None]) -> None:
    say(f"hulldown is at {address} (stop with Ctrl-C)")
    if open_browser and not webbrowser.open(address):
        say("No browser could be opened here; open the address by hand.")
