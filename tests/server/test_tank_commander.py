"""The real game through the server: a random battle from set-up to result, every view on the way."""

from __future__ import annotations

import random
from typing import Any

from fastapi.testclient import TestClient
from tests.server.conftest import Table, begin

from hulldown.game import verify

LONG, SHORT = 60, 12


def played(client: TestClient, seed: int, orders: int) -> tuple[Table, Any]:
    """A skirmish after some random orders of both seats."""
    table = begin(client, ruleset="tank_commander", scenario="skirmish", seed=seed)
    chance, view = random.Random(seed), table.view(0)
    while not view["result"] and view["number"] < orders:
        seat = view["to_act"][0]
        view = table.view(seat)
        legal = [order["text"] for order in view["orders"] if order["refusal"] is None]
        legal.remove("concede")
        answer = table.act(seat, chance.choice(legal), number=view["number"])
        assert answer.status_code == 200, answer.text
        view = answer.json()
    return table, view


def test_a_battle(client: TestClient) -> None:
    table, view = played(client, 4, LONG)
    assert view["board"]["layers"]["l-units"]
    assert len(view["cards"]) >= 2
    assert any(sentence["rolls"] for part in view["log"] for sentence in part["sentences"])
    halfway = view["log"][len(view["log"]) // 2]["number"]
    earlier = table.get(f"at/{halfway}").json()
    assert earlier["log"] == [part for part in view["log"] if part["number"] <= halfway]
    assert verify(table.get("save", 0).text) == []


def test_what_can_be_asked_in_a_battle(client: TestClient) -> None:
    table, view = played(client, 5, SHORT)
    seat = view["to_act"][0]
    mine = table.view(seat)
    for order in mine["orders"]:
        if order["refusal"] is None and order["random"]:
            odds = table.get("odds", seat, action=order["text"]).json()
            results = [line["value"] for line in odds["lines"] if line["group"] == "result"]
            assert not results or abs(sum(results) - 1) < 1e-9
    for place, cost in mine["reach"].items():
        route = table.get("route", seat, unit=acting(mine), place=place).json()
        assert route["cost"] == cost and len(route["words"]) == len(route["actions"])
        assert route["places"][-1] == place
    assert table.get("hint", seat).json()["orders"]


def acting(view: Any) -> str:
    """The unit whose turn it is."""
    unit: str = next(unit for unit, _, state in view["status"]["chips"] if state == "now")
    return unit
