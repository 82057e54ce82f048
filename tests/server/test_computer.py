"""Computer seats, hints beside them, chances, and going on after a restart."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import AGAINST_COMPUTER, HOST, Table, begin, refusal
from tests.waiting import wait_until

from hulldown.ai import Decision, external
from hulldown.server.app import create_app
from hulldown.server.players import computers
from hulldown.server.settings import Limits, Settings

COMPUTERS = [{"kind": "computer", "player": "greedy"}, {"kind": "computer", "player": "mcts:20"}]


def until(table: Table, holds: Any, seat: int | None = None) -> Any:
    """The first view of which something holds."""
    views: list[Any] = []

    def look() -> Any:
        views[:] = [table.view(seat)]
        return views[0] if holds(views[0]) else None

    return wait_until(look, lambda: views[0]["status"])


def heard_until(line: Any, kind: str) -> dict[str, Any]:
    """The first news of a kind."""
    for _ in range(200):
        news: dict[str, Any] = line.receive_json()
        if news["type"] == kind:
            return news
    raise AssertionError(f"no news of kind {kind}")


def test_the_computer_answers_by_itself(client: TestClient) -> None:
    table = begin(client, AGAINST_COMPUTER, options={"pebbles": 40})
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({"token": table.tokens[0]})
        assert line.receive_json() == {
            "type": "hello",
            "number": 0,
            "seat": 0,
            "presence": [{"seat": 0, "here": True, "away": 0}],
        }
        table.act(0, "A1 take 1")
        assert heard_until(line, "changed")["number"] == 1
        assert heard_until(line, "changed")["number"] == 2
    view = table.view(0)
    assert view["to_act"] == [0]
    assert [part["number"] for part in view["log"]] == [1, 2]


def test_two_computers_play_to_the_end(client: TestClient) -> None:
    table = begin(client, COMPUTERS, options={"pebbles": 20})
    assert table.tokens == [None, None]
    assert until(table, lambda view: view["result"])["result"]["winner"] in (0, 1)


def test_a_computer_that_is_to_move_goes_on_after_a_restart(settings: Settings) -> None:
    seats = [{"kind": "human"}, {"kind": "computer", "player": "mcts:59s"}]
    with TestClient(create_app(settings), base_url=HOST) as before:
        table = begin(before, seats, options={"pebbles": 40})
        table.act(0, "A1 take 1")
        assert table.view()["to_act"] == [1]
    with TestClient(create_app(settings), base_url=HOST) as after:
        again = table.on(after)
        assert again.view()["number"] == 1
        with after.websocket_connect(f"/api/games/{table.game}/live") as line:
            line.send_json({})
            assert heard_until(line, "thinking")["seat"] == 1


def test_undo_stops_the_computer_s_thinking(client: TestClient) -> None:
    seats = [{"kind": "human"}, {"kind": "computer", "player": "mcts:59s"}]
    table = begin(client, seats, options={"pebbles": 40})
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        table.act(0, "A1 take 1")
        assert 0 <= heard_until(line, "thinking")["done"] < 1
        back = table.undo(0).json()
        assert (back["number"], back["to_act"], back["log"]) == (2, [0], [])
    assert table.get("hint", 0).status_code == 200
    assert table.view()["number"] == 2


def test_who_waits_may_have_the_computer_decide_at_once(client: TestClient) -> None:
    seats = [{"kind": "human"}, {"kind": "computer", "player": "mcts:59s"}]
    table = begin(client, seats, options={"pebbles": 40})
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        table.act(0, "A1 take 1")
        heard_until(line, "thinking")
        refusal(table.post("hurry", number=1), 403, "not_yours")
        assert table.post("hurry", 0, number=0).status_code == 200  # of a decision that is past
        assert heard_until(line, "thinking")["done"] < 1
        assert table.post("hurry", 0, number=1).status_code == 200
    assert until(table, lambda view: view["number"] == 2)["to_act"] == [0]


def test_a_player_that_breaks_is_told_and_the_game_stays(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Any) -> str:
        raise ZeroDivisionError("secret inside")

    table = begin(client, AGAINST_COMPUTER)
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        with monkeypatch.context() as patched:
            patched.setattr(computers.BotSeat, "choose", broken)
            table.act(0, "A1 take 1")
            assert "secret" not in heard_until(line, "failed")["text"]
    assert until(table, lambda view: view["number"] > 1)["log"]


def crashing(d: Decision) -> str:
    raise LookupError("no plan")


def test_a_player_of_one_s_own_that_crashes_gives_up_and_nothing_else_happens(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [EntryPoint("rash", f"{__name__}:crashing", external.GROUP)]
    monkeypatch.setattr(external, "entry_points", lambda group: here)
    seats = [{"kind": "human"}, {"kind": "computer", "player": "rash"}]
    table = begin(client, seats, ruleset="tank_commander", scenario="skirmish", seed=3)
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        while table.view()["to_act"] == [0]:
            orders = [one for one in table.view(0)["orders"] if not one["refusal"]]
            table.act(0, orders[0]["text"])
        told = heard_until(line, "failed")["text"]
    assert told.startswith("The player rash crashed: LookupError: no plan (test_computer.py, line ")
    assert told.endswith("). It gives up.")
    assert until(table, lambda view: view["result"])["result"]["winner"] == 0


def test_where_both_decide_at_once_a_crash_gives_up_too(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [EntryPoint("rash", f"{__name__}:crashing", external.GROUP)]
    monkeypatch.setattr(external, "entry_points", lambda group: here)
    seats = [{"kind": "human"}, {"kind": "computer", "player": "rash"}]
    table = begin(client, seats, ruleset="chase", scenario="long_shot", seed=3)
    assert until(table, lambda view: view["result"])["result"]["winner"] == 0


def test_nobody_chooses_by_a_name_which_code_runs_here(client: TestClient) -> None:
    seats = [{"kind": "human"}, {"kind": "computer", "player": f"{__name__}:crashing"}]
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": seats}
    refusal(client.post("/api/games", json=body), 400, "unclear")


def test_chances_come_after_they_are_asked_for(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 4})
    for at, order in enumerate(("A1 take 1", "B1 take 1", "A1 take 2")):
        table.act(at % 2, order)
    assert len(table.get("chances").json()) == 4
    wait_until(lambda: None not in table.get("chances").json())
    known = table.get("chances").json()
    assert all(0 <= value <= 1 for value in known)
    assert known[3] == 1.0
    assert (table.view(0)["win"], table.view(1)["win"], table.view()["win"]) == (1.0, 0.0, 1.0)


def test_the_chance_to_win_is_followed_while_somebody_watches(client: TestClient) -> None:
    table = begin(client, options={"pebbles": 9})
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({})
        assert table.view(0, win=True)["win"] is None
        assert heard_until(line, "chance")["number"] == 0
        assert table.view(0)["win"] == pytest.approx(1 - table.view(1)["win"])
        table.act(0, "A1 take 1")
        assert heard_until(line, "chance")["number"] == 1


def test_a_restart_in_mid_game_goes_on_exactly(settings: Settings) -> None:
    orders = ["A1 throw", "B1 take 1", "A1 throw", "B1 throw", "A1 take 2", "B1 throw"]

    def played(restart_after: int) -> Any:
        table = None
        for part in (orders[:restart_after], orders[restart_after:]):
            with TestClient(create_app(settings), base_url=HOST) as client:
                table = table.on(client) if table else begin(client, options={"pebbles": 60}, seed=5)
                for order in part:
                    table.act("AB".index(order[0]), order)
                view = table.view(0)
        return [view[key] for key in ("number", "log", "cards", "status")], view["board"]["digests"]

    assert played(0) == played(3) == played(6)


def test_forgotten_games_come_back_from_the_database(settings: Settings) -> None:
    small = replace(settings, limits=Limits(sessions=2))
    with TestClient(create_app(small), base_url=HOST) as client:
        tables = [begin(client) for _ in range(5)]
        for table in tables:
            table.act(0, "A1 take 1")
        assert len(client.app.state.services.sessions) == 2  # type: ignore[attr-defined]
        assert [table.view()["number"] for table in tables] == [1] * 5
