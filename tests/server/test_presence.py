"""Who is at a game, and that those who only watch leave places for those who play."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, HUMANS, apart, begin

from hulldown.server.app import create_app
from hulldown.server.http.errors import ApiError
from hulldown.server.people.broadcast import Broadcaster, LiveConnection, Presence
from hulldown.server.settings import Limits, Settings


def filled(broadcaster: Broadcaster, games: int) -> int:
    """Spectators from a dozen addresses take all the lines they can; gives how many stay."""
    stay = 0
    for address in range(12):
        for at in range(30):
            try:
                broadcaster.welcome(broadcaster.join(f"game {at % games}", f"10.0.0.{address}"), None)
            except ApiError:
                continue
            stay += 1
    return stay


@pytest.mark.parametrize("games", [1, 40])
def test_spectators_leave_places_for_seats(games: int) -> None:
    async def crowded() -> None:
        broadcaster = Broadcaster(Limits(lines=256))
        assert filled(broadcaster, games) == (32 if games == 1 else 192)
        for seat in (0, 1):
            line = broadcaster.join("game 0", f"192.0.2.{seat}")
            broadcaster.welcome(line, seat)
        assert broadcaster.seated("game 0") == {0, 1}
        assert broadcaster.count <= 256

    apart(crowded())


def test_a_silent_line_makes_room(settings: Settings) -> None:
    async def silent() -> None:
        broadcaster = Broadcaster(Limits(silent=4, silent_per_client=2))
        lines = [broadcaster.join("g", f"10.0.0.{at // 2}") for at in range(4)]
        with pytest.raises(ApiError):
            broadcaster.join("g", "10.0.0.1")
        seat = broadcaster.join("g", "192.0.2.1")
        assert [line.dropped.is_set() for line in lines] == [True, False, False, False]
        with pytest.raises(ApiError):
            broadcaster.welcome(lines[0], 0)
        broadcaster.welcome(seat, 0)
        for line in [*lines, seat]:
            broadcaster.leave(line)
        assert (
            broadcaster.games,
            broadcaster.silent,
            broadcaster.count,
            broadcaster.spectators,
            dict(broadcaster.clients),
        ) == ({}, {}, 0, 0, {})

    apart(silent())
    limits = Limits(silent=1, hello=30.0)
    with TestClient(create_app(replace(settings, limits=limits)), base_url=HOST) as client:
        table = begin(client)
        address = f"/api/games/{table.game}/live"
        with client.websocket_connect(address) as first, client.websocket_connect(address) as second:
            assert first.receive_json()["error"]["code"] == "too_often"
            second.send_json({"token": table.tokens[0]})
            assert second.receive_json()["seat"] == 0


def test_a_page_loaded_again_is_not_away() -> None:
    async def followed() -> None:
        broadcaster = Broadcaster(Limits())
        presence = Presence(broadcaster, reload=0.05)

        def sit(seat: int | None) -> LiveConnection:
            line = broadcaster.join("g", "a")
            broadcaster.welcome(line, seat)
            presence.came(line)
            return line

        def rise(line: LiveConnection) -> None:
            broadcaster.leave(line)
            presence.went(line)

        watcher = sit(None)
        one, other = sit(0), sit(1)
        again = sit(1)
        rise(other)  # a second page of the same seat is still there
        rise(one)
        one = sit(0)
        await asyncio.sleep(0.2)
        assert [news_of(watcher) for _ in range(2)] == [{0: True}, {0: True, 1: True}]
        rise(again)
        assert watcher.waiting.empty()
        await asyncio.sleep(0.2)
        assert news_of(watcher) == {0: True, 1: False}
        sit(1)
        assert news_of(watcher) == {0: True, 1: True}
        rise(one)
        presence.close()

    def news_of(line: LiveConnection) -> dict[int, bool]:
        news = line.waiting.get_nowait()
        assert news["type"] == "presence"
        return {one["seat"]: one["here"] for one in news["seats"]}

    apart(followed())


def test_who_is_there_is_told_to_all_who_watch(client: TestClient) -> None:
    table = begin(client)

    def hello(line: Any, seat: int | None) -> Any:
        line.send_json({} if seat is None else {"token": table.tokens[seat]})
        return line.receive_json()

    address = f"/api/games/{table.game}/live"
    with client.websocket_connect(address) as watcher:
        assert hello(watcher, None)["presence"] == []
        with client.websocket_connect(address) as host:
            assert hello(host, 0)["presence"] == [{"seat": 0, "here": True, "away": 0}]
            assert watcher.receive_json() == {"type": "presence", "seats": here(0)}
            with client.websocket_connect(address) as guest:
                assert hello(guest, 1)["presence"] == here(0, 1)
                assert host.receive_json() == {"type": "presence", "seats": here(0, 1)}
            away = host.receive_json()["seats"][1]
            assert (away["seat"], away["here"]) == (1, False)


def here(*seats: int) -> list[dict[str, Any]]:
    return [{"seat": seat, "here": True, "away": 0} for seat in seats]


def test_who_asks_for_news_without_a_line_is_here(client: TestClient) -> None:
    table = begin(client, HUMANS)
    first = table.get("news", 0).json()
    assert first["number"] == 0 and first["presence"] == [{"seat": 0, "here": True, "away": 0}]
    assert table.get("news", None).json()["presence"] == first["presence"]
    table.post("offer", 0, what="draw", say="offer")
    table.post("chat", 0, phrase="luck")
    table.act(0, "A1 take 1")
    later = table.get("news", 0).json()
    assert later["number"] == 1
    assert later["people"] != first["people"] and later["talk"] != first["talk"] == ""
