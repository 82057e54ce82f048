"""A real server and a real browser. Whatever a page complains of in its console fails the test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from tests import waiting
from tests.browser.table import HUMAN, Server, Table
from tests.processes import until_end

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 1000 * waiting.PATIENCE  # ms for anything to appear: only a fault takes so long
THROTTLE = int(os.environ.get("HULLDOWN_THROTTLE", "1"))  # times that a page computes slower than it could
# Chances asked for just before an order was given: the server refuses the older position, the page drops it.
STALE = "409 (Conflict)"
LEFT = "WebSocket is closed before the connection is established"  # a page went while its line was opened
CUT_OFF = "ERR_INTERNET_DISCONNECTED"  # the browser's own words when a test takes the line away
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# The chance to win is worked out after every order, by interpreted games, which takes a third of the time of
# a test. So few are played, and only where the bar's room matters (on a phone) or a test asks for it.
# A page that shows a PDF has no storage.
UNASKED = "if (location.protocol === 'http:') localStorage?.setItem('hulldown.chances', 'off')"
STARTING = """
import os, sys
os.environ["HULLDOWN_JIT"] = "0"  # a study begins at once, too
from hulldown.ai.match import PLAYOUTS
from hulldown.server.lab import queue
from hulldown.server.players import computers
from hulldown.server.run import serve
from hulldown.server.settings import Settings
queue.lower_priority = lambda *_: None  # and ends on a busy machine
computers.MATRIX_SECONDS = float("inf")  # seconds: orders against each other get their chances on it, too
settings = Settings(sys.argv[1], compile=False, hint="random")
PLAYOUTS[False] = 2
serve(port=0, settings=settings, say=lambda text: print(text, flush=True))
"""


@contextmanager
def running(folder: Path, before: str = "") -> Iterator[Server]:
    """A server of its own process, on a free port, with a database of its own; its games run interpreted.

    What stands in `before` is run there first.
    """
    database = f"sqlite:///{folder / 'games.sqlite'}"
    command = [sys.executable, "-c", before + STARTING, database]
    with until_end(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert " is at " in said, said
        yield Server(said.split(" is at ")[1].split()[0].rstrip("/"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that all tests share."""
    with running(tmp_path_factory.mktemp("browser")) as started:
        yield started


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """The browser all tests share; every test has a profile of its own in it."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield opened
        opened.close()


def slow_down(page: Page) -> None:
    """Let the page compute as slowly as `HULLDOWN_THROTTLE` asks: 6 is a phone, or a crowded machine."""
    if THROTTLE > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page of a fresh profile: a desk of 1440 x 900 that moves nothing, unless told otherwise.

    The chance to win is on with `chances`, which every phone has.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(
            text in message.text for text in (CUT_OFF, LEFT, STALE)
        ):
            complaints.append(f"{message.text} ({message.location.get('url')})")

    def opened(*, chances: bool = False, **how: Any) -> Page:
        desk = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
        contexts.append(browser.new_context(**{**desk, **how}))
        contexts[-1].set_default_timeout(PATIENCE)
        if not (chances or how.get("is_mobile")):
            contexts[-1].add_init_script(UNASKED)
        contexts[-1].on("console", heard)
        contexts[-1].on("weberror", lambda broken: complaints.append(str(broken.error)))
        contexts[-1].on("page", lambda new: slow_down(new))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()


@pytest.fixture
def duel(server: Server) -> Table:
    """Two people's tanks in each other's sight, Cobalt to act."""
    table = server.begin(HUMAN)
    table.march()
    return table
