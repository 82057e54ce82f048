"""Hints of a ruleset that knows its game: who gives them, shares, progress, giving up."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, HUMANS, Table, begin, refusal
from tests.toy import changed
from tests.toy.pennies import made
from tests.waiting import PATIENCE, wait_until

from hulldown import rulesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.app import create_app
from hulldown.server.hosting.worker import ASKER, build_worker
from hulldown.server.players.computers import Adviser
from hulldown.server.settings import Settings


@pytest.fixture(autouse=True)
def pennies(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ruleset]:
    module: Any = ModuleType("hulldown.rulesets.pennies")
    module.RULESET = made()
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(rulesets, "BUILT_IN", (*rulesets.BUILT_IN, "pennies"))
    rulesets.get.cache_clear()
    yield module.RULESET
    rulesets.get.cache_clear()


def table_of(client: TestClient, scenario: str = "table", **more: Any) -> Table:
    return begin(client, HUMANS, ruleset="pennies", scenario=scenario, **more)


def test_the_pages_offer_ranks_and_then_own_players(client: TestClient) -> None:
    names = [one["id"] for one in client.get("/api/rulesets").json()]
    told = {name: client.get(f"/api/rulesets/{name}").json()["players"] for name in names}
    names = [one["name"] for one in told["pennies"]]
    assert names[:6] == ["Recruit", "Gunner", "Sergeant", "Lieutenant", "Captain", "Perfect"]
    perfect = told["pennies"][5]
    assert (perfect["id"], perfect["text"], perfect["usual"]) == ("perfect", "Cannot be beaten.", False)
    assert [one["name"] for one in told["pennies"] if one["usual"]] == ["Recruit"]
    assert "perfect" not in [one["id"] for one in told["pebbles"]]


def test_the_best_own_player_advises_with_shares(client: TestClient) -> None:
    assert table_of(client).get("hint", 1).json() == {
        "adviser": "Perfect",
        "about": "battle",
        "orders": [
            {"text": "B tails", "label": "B tails", "value": 0.6, "share": 0.6, "margin": None},
            {"text": "B heads", "label": "B heads", "value": 0.6, "share": 0.4, "margin": None},
        ],
    }


def test_a_process_that_answers_questions_knows_how_far_a_game_is(
    client: TestClient, settings: Settings
) -> None:
    """It is told of no order: advice was refused as "moved on" once after each, and the film as running."""
    table = begin(client)
    with TestClient(build_worker(settings, ASKER, first=False), base_url=HOST) as other:
        beside = table.on(other)
        for seat in (0, 1, 0):
            assert beside.get("hint", seat).status_code == 200
            assert table.act(seat, f"{'AB'[seat]}1 take 1").status_code == 200
        refusal(beside.get("film"), 409, "running")
        while not (view := table.view())["result"]:
            table.act(seat := view["to_act"][0], f"{'AB'[seat]}1 throw")
        assert beside.get("film").status_code == 200


def test_the_general_adviser_has_no_shares(client: TestClient) -> None:
    told = begin(client).get("hint", 0).json()
    assert told["adviser"] == ""
    assert {order["share"] for order in told["orders"]} == {None}


def test_chances_that_were_tried_out_say_how_far_off_they_may_be(settings: Settings) -> None:
    """Half of Wilson's interval: at most that of a coin thrown as often."""
    with TestClient(create_app(replace(settings, hint="mcts:200:seed=1")), base_url=HOST) as client:
        orders = begin(client).get("hint", 0).json()["orders"]
    margins = [order["margin"] for order in orders if order["margin"] is not None]
    assert margins and all(0 < margin < 0.5 for margin in margins)
    assert margins[0] == min(margins)  # the order tried most comes first
    assert margins[0] < 0.14  # a third of 200 games at least


def test_a_game_that_the_best_cannot_play_has_the_next_adviser(client: TestClient) -> None:
    told = table_of(client, "crowd").get("hint", 0).json()
    assert (told["adviser"], len(told["orders"])) == ("Head hunter", 1)


def test_a_solver_without_a_solution_is_said_so(
    client: TestClient, pennies: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules["hulldown.rulesets.pennies"]
    monkeypatch.setattr(module, "RULESET", changed(pennies, computers={"bots": lambda: ()}))
    rulesets.get.cache_clear()
    table = table_of(client, "crowd")
    assert "three players" in refusal(table.get("hint", 0), 409, "no_advice")["text"]


def test_a_computer_that_cannot_play_such_a_game_is_refused_a_seat(client: TestClient) -> None:
    seats = [{"kind": "human"}, {"kind": "computer", "player": "perfect"}]
    order = {"ruleset": "pennies", "scenario": "crowd", "seats": seats}
    told = refusal(client.post("/api/games", json=order), 400, "unclear")
    assert told["text"] == "perfect cannot play this: three players cannot be solved"
    order["seats"] = [{"kind": "human"}, {"kind": "computer", "player": "timid"}]
    assert (
        "captain, perfect, random" in refusal(client.post("/api/games", json=order), 400, "unclear")["text"]
    )


def test_an_own_player_plays_at_a_table(client: TestClient) -> None:
    seats = [{"kind": "computer", "player": "perfect:seed=1"}, {"kind": "computer", "player": "greedy"}]
    table = begin(client, seats, ruleset="pennies", scenario="table")
    wait_until(lambda: table.view()["result"])
    assert table.view()["number"] == 6


def steps_of(
    pennies: Ruleset, patch: pytest.MonkeyPatch, begun: threading.Event | None = None
) -> threading.Semaphore:
    """The steps that the solver may take, none at first; once it is cancelled it may take all."""
    steps, cancel = threading.Semaphore(0), Adviser.cancel

    def pause() -> None:
        if begun:
            begun.set()
        steps.acquire(timeout=PATIENCE)

    def cancelled(self: Adviser) -> None:
        cancel(self)
        steps.release(1_000)

    patch.setattr(pennies.computers.solving(), "pause", pause)
    patch.setattr(Adviser, "cancel", cancelled)
    return steps


def test_long_advice_is_reported_and_can_be_left(
    client: TestClient, pennies: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = threading.Event()
    answers: list[Any] = []

    async def left(self: Request) -> bool:
        return gone.is_set()

    monkeypatch.setattr(Request, "is_disconnected", left)
    steps = steps_of(pennies, monkeypatch)
    table = table_of(client, options={"rounds": 50})
    with client.websocket_connect(f"/api/games/{table.game}/live") as line:
        line.send_json({"token": table.tokens[0]})
        line.receive_json()
        asked = threading.Thread(target=lambda: answers.append(table.get("hint", 0)))
        asked.start()
        news = [line.receive_json()]
        for _ in range(2):
            steps.release(10)
            news.append(line.receive_json())
            while news[-1]["done"] <= news[-2]["done"]:
                news[-1] = line.receive_json()
        gone.set()
        asked.join(PATIENCE)
    assert {one["type"] for one in news} == {"advising"}
    assert {one["seat"] for one in news} == {0}
    assert 0 == news[0]["done"] < news[1]["done"] < news[2]["done"] < 0.8
    assert len(answers) == 1
    assert not pennies.computers.solving().known


def test_advice_about_a_decision_that_is_past_is_refused(
    client: TestClient, pennies: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    steps_of(pennies, monkeypatch, begun)
    table = table_of(client, options={"rounds": 50})
    answers: list[Any] = []
    asked = threading.Thread(target=lambda: answers.append(table.get("hint", 0)))
    asked.start()
    assert begun.wait(PATIENCE)
    table.act(0, "A heads")
    table.act(1, "B heads")
    asked.join(PATIENCE)
    refusal(answers[0], 409, "stale")
    assert not pennies.computers.solving().known


@pytest.mark.parametrize("agreed", [False, True])
def test_people_who_play_apart_are_advised_only_if_they_have_agreed(client: TestClient, agreed: bool) -> None:
    seats = [HUMANS[0], {"kind": "invite", "player": "", "name": ""}]
    table = begin(client, seats, ruleset="pennies", scenario="table", terms={"advice": agreed})
    table.post("join", 1, forces={})
    words = table.view(0)["people"]["terms"]["words"]
    assert ("Both may ask the computer for advice" in words) is agreed
    answer = table.get("hint", 0)
    if agreed:
        assert answer.json()["orders"]
    else:
        refusal(answer, 403, "no_advice")
        refusal(table.get("matrix", 0), 403, "no_advice")
