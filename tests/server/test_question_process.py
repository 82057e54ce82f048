"""The process beside the server, which plays games to answer a page."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

import pytest
from tests.server.conftest import apart
from tests.waiting import PATIENCE

from hulldown.server.http.errors import ApiError
from hulldown.server.lab.worker import LabWorker


def test_who_waits_while_the_server_stops_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work under way, which is killed, and what waits behind it."""
    begun, killed = threading.Event(), threading.Event()

    def work(aside: LabWorker, job: Mapping[str, Any]) -> dict[str, Any]:
        begun.set()
        assert killed.wait(PATIENCE)
        return {"fault": "this could not be worked out; try it again"}

    async def stop() -> list[Any]:
        aside = LabWorker()
        asked = [asyncio.create_task(aside.ask("cost")) for _ in range(2)]
        await asyncio.to_thread(begun.wait, PATIENCE)
        aside.close()
        killed.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    monkeypatch.setattr(LabWorker, "_exchange", work)
    refused = apart(stop())
    assert [(one.status, one.code) for one in refused if isinstance(one, ApiError)] == [(503, "stopping")] * 2


def test_who_goes_away_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, told = threading.Event(), threading.Event()

    def work(aside: LabWorker, job: Mapping[str, Any]) -> dict[str, Any]:
        begun.set()
        assert told.wait(PATIENCE)
        return {}

    async def leave() -> None:
        aside = LabWorker()
        asked = asyncio.create_task(aside.ask("cost"))
        await asyncio.to_thread(begun.wait, PATIENCE)
        asked.cancel()
        try:
            with pytest.raises(asyncio.CancelledError):
                await asked
        finally:
            told.set()
            aside.close()

    monkeypatch.setattr(LabWorker, "_exchange", work)
    apart(leave())
