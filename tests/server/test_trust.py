"""Seats, secrets, and games that are written down before anybody hears of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.server.conftest import HOST, Table, begin, refusal

from hulldown.server.app import create_app
from hulldown.server.settings import Settings
from hulldown.store import history
from hulldown.store.database import Database

CHARMS = ("31337", "41337")


def test_only_the_seat_that_decides_may_act(client: TestClient) -> None:
    table = begin(client)
    refusal(table.act(None, "A1 take 1"), 403, "not_yours")
    refusal(table.act(1, "A1 take 1"), 403, "not_yours")
    refusal(table.act(0, "B1 take 1"), 403, "not_yours")
    told = refusal(table.act(1, "B1 take 1"), 409, "not_your_turn")
    assert told["rule"] == "PB-1.1" and told["number"] == 0
    assert table.view()["number"] == 0


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer", "Basic abc", "", "Bearer \xff\xfe"])
def test_a_wrong_token_is_no_seat(client: TestClient, header: str) -> None:
    table = begin(client)
    answer = client.get(f"/api/games/{table.game}/view", headers={"Authorization": header.encode("latin-1")})
    refusal(answer, 401, "no_seat")


def test_a_token_is_good_for_its_own_game_only(client: TestClient) -> None:
    first, second = begin(client), begin(client)
    stranger = Table(client, first.game, second.tokens)
    refusal(stranger.get("view", 0), 401, "no_seat")


def test_an_illegal_order_changes_nothing(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 1})
    before = table.view(0)
    told = refusal(table.act(0, "A1 take 2"), 409, "too_many")
    assert (told["text"], told["rule"], told["number"]) == ("There are not so many.", "PB-1.1", 0)
    refusal(table.act(0, "A1 dances"), 400, "unclear")
    assert table.view(0) == before


def test_a_stale_number_is_refused_with_the_present_one(client: TestClient) -> None:
    table = begin(client)
    table.act(0, "A1 take 1")
    for number in (0, 2, 99):
        assert refusal(table.act(1, "B1 take 1", number=number), 409, "stale")["number"] == 1
        assert refusal(table.undo(0, number=number), 409, "stale")["number"] == 1
    assert table.act(1, "B1 take 1", number=1).json()["number"] == 2


def test_a_second_illegal_order_stops_the_rest_and_keeps_the_first(client: TestClient) -> None:
    table = begin(client)
    told = table.act(0, "A1 take 1", "nonsense").json()
    assert (told["played"], told["number"]) == (["A1 take 1"], 1)
    assert told["stopped"]["at"] == 1


def everything_said(table: Table, seat: int | None) -> str:
    """All that a seat can get to read about a game."""
    paths = ["view", "at/1", "chances"] + (["save", "odds?action=A1+throw", "hint"] if seat == 0 else [])
    said = [table.get(path, seat).text for path in paths]
    return "\n".join([*said, table.client.get("/api/games").text, table.get("picture.svg").text])


def test_nothing_secret_leaves_a_running_game(client: TestClient, settings: Settings) -> None:
    table = begin(client)
    moves = [table.act(0, "A1 throw"), table.act(1, "B1 take 1")]
    with Database(settings.database).transaction() as transaction:
        key, salt = transaction.execute(text("SELECT server_part, salt FROM games")).one()
        hashes = transaction.scalars(text("SELECT token_hash FROM seats")).all()
    for seat in (0, 1, None):
        said = everything_said(table, seat) + "".join(move.text for move in moves[:1] if seat == 0)
        hidden = [key, salt, *hashes, *filter(None, table.tokens)]
        hidden += [charm for side, charm in enumerate(CHARMS) if side != seat]
        assert not [word for word in hidden if word in said]
        assert seat is None or CHARMS[seat] in said


def test_the_dice_are_told_when_the_game_has_ended(client: TestClient, settings: Settings) -> None:
    table = begin(client, options={"pebbles": 1})
    assert table.view()["dice"] is None
    table.act(0, "A1 take 1")
    with Database(settings.database).transaction() as transaction:
        key, salt = transaction.execute(text("SELECT server_part, salt FROM games")).one()
    assert table.view()["dice"] == {"key": key, "salt": salt, "parts": ["", ""]}
    assert json.loads(table.get("save").text)["dice"]["key"] == key


def test_tokens_are_kept_hashed(client: TestClient, settings: Settings) -> None:
    table = begin(client)
    with Database(settings.database).transaction() as transaction:
        kept = [str(row) for row in transaction.execute(text("SELECT * FROM seats")).all()]
    assert len(kept) == 2
    assert not [token for token in table.tokens if token and any(token in row for row in kept)]


def test_what_cannot_be_written_has_not_happened(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(client)
    table.act(0, "A1 take 1")
    before = table.view(1)
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        assert line.receive_json()["type"] == "hello"
        with monkeypatch.context() as broken:
            for name in ("append", "append_all"):
                broken.setattr(history, name, fails)
            for answer in (table.act(1, "B1 throw"), table.undo(0)):
                told = refusal(answer, 500, "internal")
                assert "disk" not in told["text"]
        assert table.view(1) == before
        assert table.act(1, "B1 take 2").json()["number"] == 2
        assert line.receive_json() == {"type": "changed", "number": 2}


def fails(*_: Any, **__: Any) -> None:
    raise OSError("the disk is full")


def test_a_second_server_on_the_same_games_is_noticed(client: TestClient, settings: Settings) -> None:
    table = begin(client)
    assert table.view(0)["number"] == 0
    with TestClient(create_app(settings), base_url=HOST) as second:
        assert table.on(second).act(0, "A1 take 1").json()["number"] == 1
    refusal(table.act(0, "A1 take 2", number=0), 409, "stale")
    assert table.view(1)["number"] == 1
    assert table.act(1, "B1 take 1").json()["number"] == 2


def test_rows_of_actions_can_only_be_added(client: TestClient, settings: Settings) -> None:
    begin(client).act(0, "A1 take 1")
    for change in ("UPDATE actions SET text = 'x'", "DELETE FROM actions"):
        with (
            pytest.raises(DBAPIError, match="only ever appended"),
            Database(settings.database).transaction() as transaction,
        ):
            transaction.execute(text(change))


def test_a_game_whose_rules_changed_is_refused_not_bent(client: TestClient, settings: Settings) -> None:
    table = begin(client, options={"pebbles": 9})
    table.act(0, "A1 take 2")
    with Database(settings.database).transaction() as transaction:
        transaction.execute(text("UPDATE games SET options = '{\"pebbles\": 8}'"))
    with TestClient(create_app(settings), base_url=HOST) as later:
        refusal(table.on(later).get("view"), 409, "changed_rules")
