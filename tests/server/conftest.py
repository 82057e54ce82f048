"""A server over a file of its own, with the little games of `pebbles` and `burrows` installed."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from fastapi.testclient import TestClient
from tests.server import pebbles
from tests.toy import burrows

from hulldown.ai.match import PLAYOUTS
from hulldown.server.app import create_app
from hulldown.server.lab import queue
from hulldown.server.settings import Limits, Settings
from hulldown.store.database import Database

T = TypeVar("T")
HOST = "http://testserver"
HUMANS = [{"kind": "human"}, {"kind": "human"}]
AGAINST_COMPUTER = [{"kind": "human"}, {"kind": "computer", "player": "random:seed=1"}]


@pytest.fixture(scope="package", autouse=True)
def _little_games() -> Iterator[None]:
    pebbles.install()
    burrows.install()
    yield
    burrows.remove()
    pebbles.remove()


@pytest.fixture(scope="package", autouse=True)
def _short_thoughts() -> Iterator[None]:
    """What a server does beside its games is done soon.

    The chance to win is often asked for, and one interpreted game of some rulesets takes a second. A study
    that had its rules compiled first, and stepped back for all others, would not end on a busy machine.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PLAYOUTS, False, 3)
        patch.setenv("HULLDOWN_JIT", "0")
        patch.setattr(queue, "lower_priority", lambda *_: None)
        yield


@pytest.fixture(autouse=True)
def _memory_as_before() -> Iterator[None]:
    """A process that answers questions bounds its memory; here that is the tests' own, and a browser's."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@cache
def empty_database() -> bytes:
    """A database that has seen every migration: running them takes longer than most tests."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "games.sqlite")
        Database(f"sqlite:///{file}").close()
        return file.read_bytes()


def apart(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives, run in a thread of its own: Playwright leaves a running loop in the thread of
    the browser tests, which one worker may run before these.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def settings_in(folder: Path, limits: Limits | None = None) -> Settings:
    """A server that keeps its games in a folder and compiles nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "games.sqlite"
    if not file.exists():
        file.write_bytes(empty_database())
        file.chmod(0o600)
    return Settings(
        database=f"sqlite:///{file}",
        hosts=("testserver",),
        compile=False,
        hint="greedy:seed=1",
        limits=limits or Limits(),
    )


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), base_url=HOST) as open_client:
        yield open_client


@dataclass
class Table:
    """A game with the tokens of its seats, as a page plays it."""

    client: TestClient
    game: str
    tokens: list[str | None]

    def headers(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, path: str, seat: int | None = None, **query: Any) -> Any:
        whole = f"/api/games/{self.game}/{path}"
        return self.client.get(whole, headers=self.headers(seat), params=query or None)

    def post(self, path: str, seat: int | None = None, **body: Any) -> Any:
        return self.client.post(f"/api/games/{self.game}/{path}", headers=self.headers(seat), json=body)

    def view(self, seat: int | None = None, **query: Any) -> Any:
        answer = self.get("view", seat, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, seat: int | None, *actions: str, number: int | None = None) -> Any:
        now = self.view()["number"] if number is None else number
        return self.post("act", seat, actions=list(actions), number=now)

    def undo(self, seat: int | None, number: int | None = None) -> Any:
        now = self.view()["number"] if number is None else number
        return self.post("undo", seat, number=now)

    def on(self, client: TestClient) -> Table:
        """The same game through another server."""
        return Table(client, self.game, self.tokens)


def begin(client: TestClient, seats: list[dict[str, str]] | None = None, **more: Any) -> Table:
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": seats or HUMANS, **more}
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    return Table(client, told["game"], [seat["token"] for seat in told["seats"]])


def refusal(answer: Any, status: int, code: str) -> Any:
    """The refusal in an answer, which must have this status and code and the form of all refusals."""
    assert answer.status_code == status, answer.text
    told = answer.json()["error"]
    assert told["code"] == code
    assert set(told) == {"code", "text", "rule", "number"}
    assert told["text"]
    assert "Traceback" not in answer.text
    return told
