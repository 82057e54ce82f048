"""Who is looked at and who is marked when a table opens: read off the orders, in every ruleset alike."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HUMANS, Table, begin

from hulldown import rulesets
from hulldown.rulesets.api.words import Card, OrderButton, Pips, Refusal, Status
from hulldown.server.play.match import focused_unit, units_able_to_act

STEPS = 12  # of a battle by chance
NO = Refusal("cannot", "it cannot", "XX-1.1")


def card(unit: str, side: int = 0) -> Card:
    return Card(unit, side, "", "tank", "", "", "", None, None, None, None, Pips(1, 1))


def fire(unit: str, *, refused: bool = False) -> OrderButton:
    return OrderButton(f"{unit} fire B1", "fire", "Fire", unit=unit, refusal=NO if refused else None)


CARDS = [card("A1"), card("A2"), card("A3"), card("B1", 1)]
STATUS = Status(1, 1, "", "")


def test_only_those_with_an_allowed_order_are_able() -> None:
    orders = [
        fire("A1", refused=True),
        fire("A2"),
        fire("A2", refused=True),
        OrderButton("concede", "concede", ""),
    ]
    assert units_able_to_act(orders) == ["A2"]


def test_one_that_can_act_is_looked_at() -> None:
    """Close Assault's First Fire: A1 is listed first and is refused whatever it is asked."""
    orders = [fire("A1", refused=True), fire("A2"), fire("A3")]
    assert focused_unit(CARDS, orders, STATUS, 0, "") == "A2"
    assert focused_unit(CARDS, orders, STATUS, 0, "A1") == "A2"
    assert focused_unit(CARDS, orders, STATUS, 0, "A3") == "A3", "who was looked at stays if it can act"


def test_whose_turn_it_is_comes_before_who_was_looked_at() -> None:
    orders = [fire("A2"), fire("A3")]
    status = replace(STATUS, chips=(("A2", 0, ""), ("A3", 0, "now")))
    assert focused_unit(CARDS, orders, status, 0, "A2") == "A3"
    assert focused_unit(CARDS, orders[:1], status, 0, "A3") == "A2", "the only one that acts"


def test_without_orders_the_seat_looks_at_its_own() -> None:
    assert focused_unit(CARDS, [], STATUS, 0, "A3") == "A3"
    assert focused_unit(CARDS, [], STATUS, 1, "") == "B1"
    assert focused_unit(CARDS, [], STATUS, None, "") == "A1"
    assert focused_unit([], [], STATUS, 0, "") == ""


@pytest.mark.parametrize("name", rulesets.names())
def test_a_table_opens_at_a_unit_that_can_act(client: TestClient, name: str) -> None:
    """At every step of a battle by chance: the first view has card, aids and marks of who can act."""
    scenario = next(iter(rulesets.get(name).files.scenarios()))
    table = begin(client, ruleset=name, scenario=scenario, seats=HUMANS, options={}, seed=7)
    dice, marked = random.Random(1), 0
    for _ in range(STEPS):
        to_act = table.get("view").json()["to_act"]
        if not to_act:
            break
        view = table.get("view", to_act[0]).json()
        can = {o["unit"] for o in view["orders"] if o["unit"] and not o["refusal"]}
        assert set(view["able"]) == can
        assert view["unit"] == view["acting"]
        assert not can or view["unit"] in can
        marked += marks(table, view, to_act[0])
        allowed = [o["text"] for o in view["orders"] if not o["refusal"] and o["group"] != "concede"]
        given = table.post("act", to_act[0], actions=[dice.choice(allowed)], number=view["number"])
        assert given.status_code == 200, given.text
    assert marked


def marks(table: Table, view: Any, seat: int) -> int:
    """How many units are marked on the board: those that can act and stand on it, and no others."""
    labels = view["board"]["layers"]["l-tags"].split('data-of="')[1:]
    shown = {label.split('"')[0]: 'class="able"' in label for label in labels}
    assert {unit for unit, has in shown.items() if has} == shown.keys() & set(view["able"])
    assert 'class="able"' not in table.get("view").json()["board"]["layers"]["l-tags"], "nobody else sees it"
    words = view["board"]["head"] + view["board"]["layers"]["l-hit"]
    assert all(unit in words and "can act" in words for unit in shown.keys() & set(view["able"]))
    return len(shown.keys() & set(view["able"]))
