"""Orders given together: what a ruleset calls usual is offered as one, and what is no choice is told."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient
from tests.server.conftest import HUMANS, Table, begin

PATROL = {"ruleset": "warstrike", "scenario": "first_patrol", "seed": 5}
DRILL = {"ruleset": "close_assault", "scenario": "drill_square", "seed": 7}


def chains(view: Any) -> list[list[str]]:
    return [[order["text"], *order["then"]] for order in view["usual"]]


def patrol(client: TestClient) -> Table:
    """First Patrol when Red has run out into the open, and Blue activates its first unit."""
    table = begin(client, HUMANS, **PATROL)
    table.act(1, "R1 activate", "R1 double fire first", "R1 march 8.515,17.015")
    table.act(1, "R2 activate", "R2 go-to-ground")
    assert table.view(0)["to_act"] == [0]
    return table


def test_a_unit_may_stay_and_fire_by_one_order(client: TestClient) -> None:
    table = patrol(client)
    together = ["B1 activate", "B1 open-fire", "B1 end", "B1 fire R1"]
    view = table.view(0)
    assert view["unit"] == "B1" and together in chains(view)
    order = view["usual"][chains(view).index(together)]
    assert order["target"] == "R1" and order["random"] and len(order["words"]) == 4
    odds = table.get("odds", 0, action=together).json()
    assert odds["exact"] and odds["title"].startswith("B1") and odds["actions"] == together
    after = table.act(0, *together).json()
    assert after["played"] == together and after["stopped"] is None


def test_chains_begin_anywhere_on_their_way_and_are_of_the_unit_looked_at(client: TestClient) -> None:
    table = patrol(client)
    assert all(chain[0].startswith("B1 ") for chain in chains(table.view(0)))
    table.act(0, "B1 activate", "B1 open-fire")
    assert ["B1 end", "B1 fire R1"] in chains(table.view(0))
    table.act(0, "B1 end")
    assert table.view(0)["usual"] == [], "a single order is a button of its own"


def test_nothing_usual_is_told_to_others_or_of_earlier_positions(client: TestClient) -> None:
    table = patrol(client)
    assert table.view(1)["usual"] == [] and table.view(1)["alone"] == ""
    assert table.view()["usual"] == []
    earlier = client.get(f"/api/games/{table.game}/at/1").json()
    assert earlier["usual"] == [] and earlier["alone"] == ""


def test_the_only_order_is_told_and_a_choice_is_none(client: TestClient) -> None:
    table = begin(client, HUMANS, ruleset="tank_commander", scenario="skirmish", seed=7)
    first = table.view(0)
    texts = [order["text"] for order in first["orders"] if order["group"] != "concede"]
    assert texts == [first["alone"]] == ["roll off"]
    assert patrol(client).view(0)["alone"] == "", "either squad may be activated"
    assert begin(client, HUMANS, **DRILL).view(0)["alone"] == "", "secret orders are a choice"
