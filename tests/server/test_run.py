"""A real server on a real port: pages, live lines and all, as `hulldown play` starts it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.processes import until_end
from tests.waiting import PATIENCE
from websockets.sync.client import connect

from hulldown.server.run import NoFreePort, listen

STARTING = """
import sys
from tests.server import pebbles
from hulldown.server.run import serve
from hulldown.server.settings import Settings
pebbles.install()
settings = Settings(sys.argv[2], compile=False)
serve(port=int(sys.argv[1]), settings=settings, say=lambda text: print(text, flush=True))
"""
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is in use."""
    with listen("127.0.0.1", 0) as held:
        yield held.getsockname()[1]


def test_the_next_port_is_taken_when_one_is_in_use(taken: int) -> None:
    with listen("127.0.0.1", taken) as other:
        assert taken < other.getsockname()[1] <= taken + 50


def test_other_troubles_are_told() -> None:
    with pytest.raises(OSError):
        listen("192.0.2.1", 8000)
    with socket.socket() as high:
        high.bind(("127.0.0.1", 65535))
        high.listen()
        with pytest.raises(NoFreePort):
            listen("127.0.0.1", 65535)


def call(address: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def test_a_real_server(taken: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARTING, str(taken), f"sqlite:///{tmp_path / 'games.sqlite'}"]
    with until_end(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith(f"Port {taken} is taken")
        address = server.stdout.readline().split()[3]
        asked(address)


def asked(address: str) -> None:
    """A page, a game and its live line, through the network."""
    with urllib.request.urlopen(address, timeout=PATIENCE) as page:
        assert page.headers["content-type"].startswith("text/html")
        assert "server" not in page.headers
    seats = [{"kind": "human"}, {"kind": "computer", "player": "greedy"}]
    game = call(f"{address}api/games", {"ruleset": "pebbles", "scenario": "heap", "seats": seats})["game"]
    with connect(f"{address.replace('http', 'ws')}api/games/{game}/live") as line:
        line.send("{}")
        assert json.loads(line.recv(PATIENCE))["type"] == "hello"
        line.send("x" * 70_000)
        with pytest.raises(Exception, match="1009"):
            while True:
                line.recv(PATIENCE)
