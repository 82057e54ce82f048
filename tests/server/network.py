"""A real server on a real port in a process of its own, with limits that a test can reach."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.processes import until_end
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]
STARTING = """
import json, sys
from tests.server import pebbles
from hulldown.server.run import serve
from hulldown.server.settings import Limits, Settings
pebbles.install()
given = json.loads(sys.argv[2])
limits = Limits(**given.pop("limits", {}))
given = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
settings = Settings(sys.argv[1], compile=False, limits=limits, **given)
serve(port=0, settings=settings, say=lambda text: print(text, flush=True))
"""
SEATS = [{"kind": "human"}, {"kind": "human"}]
A_GAME = {"ruleset": "pebbles", "scenario": "heap", "seats": SEATS}


@dataclass
class Running:
    """A server that answers at a port of this machine; `log` is what it writes about its troubles."""

    port: int
    log: Path
    process: subprocess.Popen[str]

    def connection(self, client: str = "127.0.0.1", timeout: float = PATIENCE) -> socket.socket:
        """A connection from one of the addresses of this machine."""
        return socket.create_connection(("127.0.0.1", self.port), timeout, source_address=(client, 0))

    def wait_until_ready(self) -> None:
        """Wait until the server says that it can answer calls."""
        wait_until(lambda: self.call("/ready").status == 200, self.log.read_text)

    def call(
        self, path: str, body: Any = None, client: str = "127.0.0.1", **headers: str
    ) -> http.client.HTTPResponse:
        """The answer to a call, read to its end (`answer.text`)."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, source_address=(client, 0))
        data = None if body is None else json.dumps(body)
        usual = {"Host": "localhost", "Content-Type": "application/json"}
        line.request("GET" if body is None else "POST", path, data, usual | named)
        answer = line.getresponse()
        answer.text = answer.read()  # type: ignore[attr-defined]
        line.close()
        return answer

    def told(self, path: str, body: Any = None, **headers: str) -> Any:
        """What a call is answered with."""
        answer = self.call(path, body, **headers)
        assert answer.status == 200, answer.text  # type: ignore[attr-defined]
        return json.loads(answer.text)  # type: ignore[attr-defined]


@contextmanager
def running(folder: Path, starting: str = STARTING, **given: Any) -> Iterator[Running]:
    """A server with these settings until the end of the block."""
    url = given.pop("database", f"sqlite:///{folder / 'games.sqlite'}")
    log = folder / f"log{len(list(folder.glob('log*')))}.txt"
    command = [sys.executable, "-c", starting, url, json.dumps(given)]
    with (
        open(log, "w") as errors,
        until_end(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("hulldown is at "), log.read_text()
        server = Running(int(line.split()[3].rstrip("/").rpartition(":")[2]), log, process)
        server.wait_until_ready()
        yield server
