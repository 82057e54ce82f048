"""Who watches with a delay learns nothing newer: compared byte by byte in every call a spectator has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HUMANS, Table, begin, refusal
from tests.server.timed import Timed, timed

from hulldown.server.settings import Settings

DELAY = 3
LINE = ["A1 take 1", "B1 take 2", "A1 take 1", "B1 take 1", "A1 take 2", "B1 take 1"]
OTHER = [*LINE[:3], "B1 throw", "A1 take 1", "B1 take 2"]
CALLS = [
    "view",
    "view?win=1",
    "at/0",
    "at/1",
    "at/2",
    "at/3",
    "at/4",
    "at/6",
    "save",
    "picture.svg",
    "chances",
]


@pytest.fixture
def server(settings: Settings) -> Iterator[Timed]:
    with timed(settings) as running:
        yield running


def watched(server: Timed, line: list[str], **terms: Any) -> Table:
    """A game after a line of orders."""
    table = server.begin(HUMANS, options={"pebbles": 60}, seed=5, terms={"delay": DELAY, **terms})
    for order in line:
        assert table.act(int(order.startswith("B")), order, number=table.view(0)["number"]).status_code == 200
    return table


def seen(table: Table) -> dict[str, tuple[int, bytes, str]]:
    """Every answer that a spectator gets, without the name of the game and what it promised."""
    hidden = (table.game, table.view(None)["commitment"])

    def told(answer: Any) -> tuple[int, bytes, str]:
        content = answer.content
        for word in hidden:
            content = content.replace(word.encode(), b"*")
        return answer.status_code, content, answer.headers.get("etag", "").replace(table.game, "*")

    answers = {call: told(table.client.get(f"/api/games/{table.game}/{call}")) for call in CALLS}
    answers["act"] = told(table.post("act", None, actions=["A1 take 1"], number=3))
    answers["undo"] = told(table.post("undo", None, number=3))
    answers["draw"] = told(table.post("offer", None, what="draw", say="offer"))
    answers["odds"] = told(table.get("odds", None, action="A1 take 1"))
    answers["hurry"] = told(table.post("hurry", None, number=3))
    line = next(one for one in table.client.get("/api/games").json() if one["game"] == table.game)
    answers["list"] = (line["number"], line["status"].encode(), str(line["finished"]))
    return answers


def test_a_spectator_with_a_delay_learns_nothing_newer(server: Timed) -> None:
    one, other, early = (watched(server, line) for line in (LINE, OTHER, LINE[:3]))
    assert one.view(0)["number"] == other.view(0)["number"] == 6
    assert one.view(0)["log"] != other.view(0)["log"]
    assert seen(one) == seen(other)
    assert one.view(None)["log"] == early.view(0)["log"]
    assert one.view(None)["status"]["text"] == early.view(0)["status"]["text"]
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
        house: Any = client.app.state.house  # type: ignore[attr-defined]
        for news in (
            {"type": "chance", "number": 5, "value": 0.5},
            {"type": "thinking", "seat": 1, "done": 0.4},
            {"type": "undo", "seat": 0, "number": 5},
            {"type": "failed", "text": "The computer gives up."},
        ):
            house.hub.tell(table.game, news)
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
