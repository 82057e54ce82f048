"""Who watches with a delay learns nothing newer: compared byte by byte in every call a spectator has."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.calls import Asked, answers, apart, in_short
from tests.server.conftest import HUMANS, Table, begin, refusal, settings_in
from tests.server.timed import Hands, Timed, timed

from hulldown.server.settings import Limits, Settings

FREE = Limits(rate=1e9, burst=1e9)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

DELAY = 3
LINE = ["A1 take 1", "B1 take 2", "A1 take 1", "B1 take 1", "A1 take 2", "B1 take 1"]
OTHER = [*LINE[:3], "B1 throw", "A1 take 1", "B1 take 2"]


@pytest.fixture
def server(settings: Settings) -> Iterator[Timed]:
    with timed(settings) as running:
        yield running


@pytest.fixture(autouse=True)
def _in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    in_short(monkeypatch)


def watched(server: Timed, line: list[str], **terms: Any) -> Table:
    """A game after a line of orders."""
    table = server.begin(HUMANS, options={"pebbles": 60}, seed=5, terms={"delay": DELAY, **terms})
    for order in line:
        assert table.act(int(order.startswith("B")), order, number=table.view(0)["number"]).status_code == 200
    return table


def seen_in(folder: Path, line: list[str], later: float) -> dict[str, str]:
    """All answers in a world of its own, in which the last orders of the line come `later`."""
    folder.mkdir()
    with timed(settings_in(folder, FREE), Hands(NOON)) as server:
        table = watched(server, [])
        begun = server.client.get("/api/games").json()[0]["updated"]
        for number, order in enumerate(line):
            server.on(seconds=later if number == DELAY else 0)
            assert table.act(int(order.startswith("B")), order, number=number).status_code == 200
        server.on(seconds=60 - later)
        told = answers(table, None, Asked(len(LINE), LINE[:2], [*LINE[:2], "B1 throw"], times=True))
    return {name: text.replace(begun, "BEGUN") for name, text in told.items()}


def test_no_call_tells_a_late_spectator_anything_newer(tmp_path: Path) -> None:
    """Every call of the document answers alike, whatever was decided within the delay and when."""
    one = seen_in(tmp_path / "one", LINE, 20)
    assert apart(one, seen_in(tmp_path / "other", OTHER, 50)) == []
    assert any("film.gif" in name and text.startswith("200") for name, text in one.items())
    assert any("/since" in name and '"number":3' in text for name, text in one.items())


def test_before_the_delay_is_over_nothing_seems_to_have_happened(tmp_path: Path) -> None:
    begun, going = (seen_in(tmp_path / str(n), LINE[:n], 20) for n in (0, 2))
    assert apart(begun, going) == []


def test_a_spectator_sees_what_was_there_before_the_delay(server: Timed) -> None:
    late, early = watched(server, LINE), watched(server, LINE[:3])
    assert late.view(None)["log"] == early.view(0)["log"]
    assert late.view(None)["status"]["text"] == early.view(0)["status"]["text"]
    assert early.view(None)["log"] == []


def test_clocks_and_offers_tell_a_late_spectator_nothing(server: Timed) -> None:
    terms = {"clock": "game", "minutes": 5}
    one, other = watched(server, LINE, **terms), watched(server, OTHER, **terms)
    server.on(seconds=20)
    other.post("offer", 0, what="draw", say="offer")
    other.act(0, "A1 take 1", number=6)
    one.act(0, "A1 take 2", number=6)
    assert one.view(None)["people"]["clocks"] == []
    assert one.view(0)["people"]["clocks"]
    taken = one.post("undo", 0, number=7)
    assert taken.json()["number"] == 8
    assert one.view(None)["number"] == 5
    assert [part["number"] for part in one.view(None)["log"]] == [1, 2, 3, 4, 5]


def test_an_undo_is_seen_as_late_as_all_else(server: Timed) -> None:
    table = watched(server, LINE[:2])
    for _ in range(2):
        table.act(0, "A1 take 1", number=table.view(0)["number"])
        table.undo(0, number=table.view(0)["number"])
    assert [table.view(0)["number"], table.view(None)["number"]] == [6, 3]
    assert [part["number"] for part in table.view(None)["log"]] == [1, 2, 3]
    table.act(0, "A1 take 2", number=6)
    assert [part["number"] for part in table.view(None)["log"]] == [1, 2]


def test_the_live_line_of_a_late_spectator_tells_older_numbers_only(server: Timed) -> None:
    table = watched(server, LINE[:5])
    client: TestClient = server.client
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        assert line.receive_json() == {"type": "hello", "number": 2, "seat": None, "presence": []}
        services: Any = client.app.state.services  # type: ignore[attr-defined]
        for news in (
            {"type": "chance", "number": 5, "value": 0.5},
            {"type": "thinking", "seat": 1, "done": 0.4},
            {"type": "undo", "seat": 0, "number": 5},
            {"type": "failed", "text": "The computer gives up."},
        ):
            services.broadcaster.publish(table.game, news)
        table.post("chat", None, text="Hello")
        table.act(1, "B1 take 1", number=5)
        assert line.receive_json() == {"type": "chat"}
        assert line.receive_json() == {"type": "changed", "number": 3}
        table.post("offer", 0, what="draw", say="offer")
        table.post("offer", 1, what="draw", say="accept")
        assert line.receive_json() == {"type": "changed", "number": 7}
    assert table.view(None)["result"]["winner"] == 2
    assert len(table.view(None)["log"]) == 7


def test_without_a_delay_a_spectator_sees_the_present(client: TestClient) -> None:
    table = begin(client, HUMANS)
    table.act(0, "A1 take 1")
    assert table.view(None)["number"] == 1
    refusal(table.get("at/2", None), 404, "not_found")
