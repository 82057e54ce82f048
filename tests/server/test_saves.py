"""Replay files: taken along, looked through, gone on from."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, Table, begin, refusal

import hulldown
from hulldown.game import verify
from hulldown.server.app import create_app
from hulldown.server.play.match import ServerMatch
from hulldown.server.settings import Settings


def loaded(client: TestClient, replay: Any) -> Table:
    answer = client.post("/api/games/load", json=replay)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    return Table(client, told["game"], [seat["token"] for seat in told["seats"]])


def throwing(client: TestClient, throws: int = 4) -> Table:
    table = begin(client, options={"pebbles": 60})
    for at in range(throws):
        table.act(at % 2, f"{'AB'[at % 2]}1 throw")
    return table


def told(table: Table) -> Any:
    return [part["sentences"] for part in table.view()["log"]]


def test_a_running_game_is_saved_by_its_players_and_sealed(client: TestClient) -> None:
    table = throwing(client)
    refusal(table.get("save"), 403, "not_yours")
    answer = table.get("save", 1)
    assert answer.headers["content-disposition"].startswith("attachment")
    assert (answer.json()["dice"]["key"], answer.json()["dice"]["salt"]) == ("", "")
    assert verify(answer.text) == []


def test_a_save_goes_on_with_new_dice(client: TestClient, settings: Settings) -> None:
    first = throwing(client)
    again = loaded(client, first.get("save", 0).json())
    assert again.game != first.game
    assert not set(again.tokens) & set(first.tokens)
    assert told(again) == told(first)
    assert again.view()["commitment"] != first.view()["commitment"]
    assert again.act(0, "A1 throw").json()["number"] == 5
    again.act(1, "B1 throw")
    said = told(again)
    for seat in (1, 0):
        again.undo(seat)
    assert told(again) == said[:5]
    with TestClient(create_app(settings), base_url=HOST) as later:
        assert told(again.on(later)) == told(again)
        assert again.on(later).get("at/2").json()["log"] == first.get("at/2").json()["log"]
        twice = again.on(later).get("save", 0)
    assert verify(twice.text) == []
    assert told(loaded(client, twice.json())) == told(again)


def test_an_ended_game_is_open_to_all_and_has_its_key(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 2}, seed=3)
    table.act(0, "A1 take 2")
    replay = table.get("save").json()
    assert replay["dice"]["key"]
    film = loaded(client, replay)
    assert film.view()["result"] == table.view()["result"]
    refusal(film.act(0, "A1 take 1"), 409, "over")


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"ruleset": "chess"},
        {"ruleset_version": 99},
        {"scenario": "../../secret"},
        {"scenario": {"name": "x.toml", "text": "a = 1"}},
        {"options": {"pebbles": 59}},
        {"orders": [{"seat": 0, "order": "A1 take 2", "dice": "9/6"}]},
        {"orders": [{"seat": 0, "order": "A1 take 2"}] * 20_001},
        {"orders": "all"},
        {"end": "0" * 16},
        {"python": "import os"},
    ],
)
def test_a_changed_file_is_refused(client: TestClient, change: dict[str, Any]) -> None:
    replay = throwing(client, 1).get("save", 0).json()
    refusal(client.post("/api/games/load", json=replay | change), 400, "unclear")
    assert len(client.get("/api/games").json()) == 1


@pytest.mark.parametrize("body", [[], "x", None, 3, {}])
def test_what_is_no_file_is_refused(client: TestClient, body: Any) -> None:
    refusal(client.post("/api/games/load", json=body), 400, "unclear")


def test_a_game_that_began_from_a_position_is_not_played_on_here(client: TestClient) -> None:
    begun = hulldown.from_position(hulldown.new("chase", "even_ground", seed=1).position(), seed=2)
    answer = client.post("/api/games/load", json=json.loads(begun.save()))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "unclear")
    assert "began from a position" in answer.text


def test_a_long_save_is_played_once_and_opened_without(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save of 20,000 orders is worked on beside play; whoever looks at the game must not pay for it."""
    table = begin(client, options={"pebbles": 40})
    for number in range(30):
        seat = number % 2
        assert table.act(seat, f"{'AB'[seat]}1 take 1").status_code == 200
    again = loaded(client, table.get("save", 0).json())
    played: list[int] = []
    repeat = ServerMatch.repeat
    monkeypatch.setattr(
        ServerMatch, "repeat", lambda self, row: (played.append(row.number), repeat(self, row))[1]
    )
    assert again.view(0)["number"] == 30
    assert played == [30]
    assert again.view(0)["log"] == table.view(0)["log"]


def test_what_an_old_file_cannot_prove_is_told(client: TestClient) -> None:
    replay = throwing(client).get("save", 0).json()
    assert client.post("/api/games/load", json=replay).json()["unproved"] == []
    old = replay | {"format_version": 1, "hash": ""}
    old["dice"].pop("promises", None)
    assert len(client.post("/api/games/load", json=old).json()["unproved"]) == 2
