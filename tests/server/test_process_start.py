"""Processes that start beside others that are killed, and a server that ends on a full disk."""

from __future__ import annotations

import asyncio
import logging
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError
from tests.server.conftest import HOST, apart, begin, settings_in

from hulldown.server.app import create_app
from hulldown.server.hosting import processes
from hulldown.server.hosting.processes import ForkServer, Worker
from hulldown.server.hosting.worker import WORKER
from hulldown.server.settings import Settings
from hulldown.store.database import Database


class Started(Worker):
    """A process that does, or does not, come to answer calls."""

    def __init__(self, code: int | None) -> None:
        self.process: Any = SimpleNamespace(exitcode=code)
        self.closed = False

    async def ready(self) -> bool:
        return self.process.exitcode is None

    async def close(self) -> None:
        self.closed = True


def fork_server_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *made: Started | Exception) -> ForkServer:
    fork_server, coming = ForkServer(Settings(), tmp_path), iter(made)

    def start(role: str, first: bool = False) -> Worker:
        one = next(coming)
        if isinstance(one, Exception):
            raise one
        return one

    monkeypatch.setattr(fork_server, "start", start)
    return fork_server


def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []

    async def pause(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(processes, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": pause}))
    return found


def test_one_that_is_killed_as_it_starts_is_followed_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    slept, killed, good = pauses(monkeypatch), Started(-signal.SIGKILL), Started(None)
    fork_server = fork_server_of(monkeypatch, tmp_path, killed, killed, good)
    assert apart(fork_server.start_ready(WORKER)) is good
    assert slept == [] and killed.closed and not good.closed
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_one_that_cannot_be_begun_is_tried_again_with_longer_pauses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What makes processes may have been killed itself: the keeper of a place must not end of it."""
    slept, good = pauses(monkeypatch), Started(None)
    fork_server = fork_server_of(
        monkeypatch, tmp_path, ConnectionRefusedError(), EOFError(), Started(1), good
    )
    assert apart(fork_server.start_ready(WORKER)) is good
    assert slept == [0.1, 0.2, 0.4]


@contextmanager
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    @contextmanager
    def transaction(_: Database) -> Iterator[None]:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))
        yield

    with monkeypatch.context() as patch:
        patch.setattr(Database, "transaction", transaction)
        yield


def test_a_server_ends_in_order_on_a_full_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    client = TestClient(create_app(settings_in(tmp_path)), base_url=HOST)
    client.__enter__()
    table = begin(client)
    table.view(0)
    with full(monkeypatch):
        client.__exit__()
    assert "disk of this server is full" in caplog.text and "Traceback" not in caplog.text
    with TestClient(create_app(settings_in(tmp_path)), base_url=HOST) as again:
        assert table.on(again).act(0, "A1 take 1").status_code == 200
