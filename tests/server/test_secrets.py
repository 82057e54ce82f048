"""Orders that only their own side may know: two worlds that differ in nothing else tell nobody apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.calls import Asked, answers, in_short, plain
from tests.server.conftest import HOST, Table, begin, refusal, settings_in

from hulldown.server.app import create_app

HARE, FOX = 0, 1
TURNS = {"turns": 3}


def field(client: TestClient, **more: Any) -> Table:
    return begin(client, **{"ruleset": "burrows", "scenario": "field", "options": TURNS, "seed": 11, **more})


@contextmanager
def world(folder: Path) -> Iterator[Table]:
    """A server of its own with one game; every world has the same seed."""
    folder.mkdir()
    with TestClient(create_app(settings_in(folder)), base_url=HOST) as client:
        yield field(client)


def heard(table: Table, seat: int | None, orders: list[tuple[int, str]]) -> list[str]:
    """What a live line says while orders are given, from its greeting on."""
    with table.client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({} if seat is None else {"token": table.tokens[seat]})
        said = [line.receive_text()]
        for who, text in orders:
            assert table.act(who, text).status_code == 200
            said.append(line.receive_text())
    return said


def told(table: Table, seat: int | None, number: int) -> list[str]:
    """The answers to every call, errors included; no order is given but one of the other side."""
    asked = [f"{who}1 {what}" for who in "AB" for what in ("left", "right")]
    refused = "B1 left" if seat == HARE else "A1 tight"
    return list(answers(table, seat, Asked(number, asked, [refused])).values())


@pytest.fixture(autouse=True)
def _in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    in_short(monkeypatch)


@pytest.mark.parametrize("viewer", [FOX, None])
def test_two_worlds_are_told_alike_to_whoever_may_not_know(tmp_path: Path, viewer: int | None) -> None:
    """One turn is played in the open, then the hare chooses: left here, tight there."""
    before = [(HARE, "A1 left"), (FOX, "B1 left"), (FOX, "B1 stake 2")]
    said = []
    for choice in ("A1 left", "A1 tight"):
        with world(tmp_path / choice[3:]) as table:
            lines = heard(table, viewer, [*before, (HARE, choice)])
            said.append([*(plain(table, line) for line in lines), *told(table, viewer, 4)])
    assert said[0] == said[1]
    assert any('"Fox to choose"' in text for text in said[0])
    answered = [text for text in said[0] if text.startswith("200") and '"samples"' in text]
    assert len(answered) == (2 if viewer == FOX else 0)


def test_the_fox_second_keeps_its_secret_from_the_hare(tmp_path: Path) -> None:
    said = []
    for choice in ("B1 left", "B1 right"):
        with world(tmp_path / choice[3:]) as table:
            lines = heard(table, HARE, [(FOX, choice)])
            said.append([*(plain(table, line) for line in lines), *told(table, HARE, 1)])
    assert said[0] == said[1]


def test_the_own_side_sees_what_it_chose(client: TestClient) -> None:
    table = field(client)
    own = table.act(HARE, "A1 left").json()
    assert (own["yours"], own["to_act"], own["orders"], own["secrets"]) == (False, [FOX], [], True)
    cards = [table.view(seat)["cards"][0]["facts"][1] for seat in (HARE, FOX, None)]
    assert cards == [["Place", "left"], ["Place", "unknown"], ["Place", "unknown"]]
    assert own["log"][0]["sentences"][0]["text"] == "{A1} has chosen"
    shown = table.act(FOX, "B1 right").json()
    assert shown["log"][1]["sentences"][1]["text"] == "The hare was left, the fox dug right: {A1} scores 1"
    assert not shown["secrets"]


def test_whether_a_secret_is_owed_is_told(client: TestClient) -> None:
    assert field(client).view()["secrets"]
    assert not begin(client).view()["secrets"]


def test_a_secret_order_stands_unless_the_other_side_agrees(client: TestClient) -> None:
    table = field(client)
    table.act(HARE, "A1 left")
    assert table.view(HARE)["undo"]["why"].startswith("A secret order cannot be changed once it is given.")
    assert table.undo(HARE).json()["number"] == 1
    back = table.undo(FOX).json()
    assert (back["number"], back["to_act"], back["log"]) == (2, [HARE, FOX], [])


def test_against_a_computer_a_secret_order_is_never_taken_back(client: TestClient) -> None:
    seats = [{"kind": "human"}, {"kind": "computer", "player": "mcts:60s:seed=1"}]
    table = field(client, seats=seats)
    table.act(HARE, "A1 left")
    told = refusal(table.undo(HARE), 409, "no_undo")
    assert told["text"] == "A secret order cannot be changed once it is given."


def test_a_save_ends_before_the_first_order_that_its_seat_may_not_know(client: TestClient) -> None:
    table = field(client)
    for seat, text in ((HARE, "A1 left"), (FOX, "B1 left"), (FOX, "B1 stake 2"), (HARE, "A1 tight")):
        table.act(seat, text)
    orders = [[move["order"] for move in table.get("save", seat).json()["orders"]] for seat in (HARE, FOX)]
    assert orders[FOX] == ["A1 left", "B1 left", "B1 stake 2"]
    assert orders[HARE] == [*orders[FOX], "A1 tight"]
    loaded = client.post("/api/games/load", json=table.get("save", FOX).json())
    assert loaded.status_code == 200


def test_an_ended_game_is_saved_whole(client: TestClient) -> None:
    table = field(client, options={"turns": 1})
    table.act(FOX, "B1 right")
    table.act(HARE, "A1 left")
    replay = json.loads(table.get("save").text)
    assert [move["order"] for move in replay["orders"]] == ["B1 right", "A1 left"]
    assert table.view()["result"]["winner"] == HARE


def test_an_order_is_not_stale_because_the_other_side_was_quicker(client: TestClient) -> None:
    """The hare saw the start; that the fox has chosen meanwhile changes nothing for it."""
    table = field(client)
    table.act(FOX, "B1 right", number=0)
    refusal(table.act(FOX, "B1 right", number=0), 409, "stale")
    both = table.act(HARE, "A1 left", number=0).json()
    assert both["number"] == 2
    refusal(table.act(FOX, "B1 stake 1", number=0), 409, "stale")
    refusal(table.act(FOX, "B1 stake 1", number=1), 409, "stale")


def test_a_computer_decides_beside_a_person(client: TestClient) -> None:
    """Both owe an order: the computer gives its own without waiting for the person's."""
    seats = [{"kind": "human"}, {"kind": "computer", "player": "greedy:seed=1"}]
    table = field(client, seats=seats)
    while table.view(HARE)["to_act"] != [HARE]:
        pass
    now = table.view(HARE)
    assert now["status"]["text"] == "Hare to choose" and now["yours"]


def test_a_computer_at_work_is_not_disturbed_by_a_secret_order(client: TestClient) -> None:
    """What it thinks about is the same as before; what it orders ends the turn."""
    seats = [{"kind": "human"}, {"kind": "computer", "player": "mcts:700ms:seed=1"}]
    table = field(client, seats=seats, options={"turns": 1})
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        assert line.receive_json()["type"] == "hello"
        shares = [line.receive_json()]
        table.act(HARE, "A1 left", number=0)
        while (news := line.receive_json()).get("number") != 2:
            shares += [news] if news["type"] == "thinking" else []
    assert [one["done"] for one in shares] == sorted(one["done"] for one in shares)
    assert table.view()["result"]
