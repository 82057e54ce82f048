"""What has happened since a seat decided: ways, shots and changes in every family of boards, no secrets.

That two worlds with different secrets are told alike is shown with all other answers in `test_secrets.py` and
`test_fog.py`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import Table, begin
from tests.server.test_fog import BATTLE, COBALT, HIDDEN, RUST

from hulldown.server.play.table_view import MOST

GOLDEN = Path(__file__).parents[1] / "golden"
PLAYED = ["tank_commander/skirmish", "agrav/crossroads", "chase/even_ground", "close_assault/drill_square"]
MISSED, HIT = re.compile(r"missed|, 0 hits on"), re.compile(r", [1-9]\d* hits? on")  # in words of the log
PLAYED += ["warstrike/first_patrol"]


def loaded(client: TestClient, name: str) -> Table:
    """A kept battle, at its end."""
    replay = json.loads((GOLDEN / f"{name}.json").read_text())
    made = client.post("/api/games/load", json=replay).json()
    return Table(client, made["game"], [seat["token"] for seat in made["seats"]])


def kinds(steps: list[dict[str, Any]]) -> set[str]:
    """The kinds of marks in the pictures of steps, which are all well-formed."""
    drawn = "".join(step["picture"] for step in steps)
    ElementTree.fromstring(f"<svg>{drawn}</svg>")
    assert "nan" not in drawn
    return set(re.findall(r'class="(since-[a-z]+(?: (?:hit|miss|shot))?)', drawn))


@pytest.mark.parametrize("name", PLAYED)
def test_every_family_of_boards_shows_ways_shots_and_what_changed(
    client: TestClient, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = loaded(client, name)
    view = table.view()
    last = table.get("since").json()
    assert len(last["steps"]) == min(MOST, view["number"])
    assert last["left_out"] == view["number"] - len(last["steps"])
    monkeypatch.setattr("hulldown.server.play.table_view.MOST", view["number"])
    steps = table.get("since").json()["steps"]
    assert steps[-MOST:] == last["steps"]
    log = {part["number"]: part["sentences"] for part in view["log"]}
    assert all(step["sentences"] == log[step["number"]] for step in steps)
    assert {"since-trail", "since-ring", "since-shot hit", "since-shot miss"} <= kinds(steps)
    for step in steps:
        shots = [one["text"] for one in step["sentences"] if one["shot"]]
        assert step["picture"].count('class="since-shot') <= len(shots)
        missed = [text for text in shots if MISSED.search(text) and not HIT.search(text)]
        assert step["picture"].count('"since-shot miss"') == len(missed), shots


def test_only_what_others_did_since_the_own_decision(client: TestClient) -> None:
    table = begin(client)
    assert table.get("since", 0).json() == {"since": 0, "left_out": 0, "steps": []}
    table.act(0, "A1 take 1")
    own, other = table.get("since", 0).json(), table.get("since", 1).json()
    assert own == {"since": 1, "left_out": 0, "steps": []}
    assert [(step["number"], step["seat"]) for step in other["steps"]] == [(1, 0)]
    assert table.get("since", 1, number=1).json()["steps"] == []
    assert [step["seat"] for step in table.get("since").json()["steps"]] == [0]
    assert table.get("since", 0, number=-1).status_code == 400


@pytest.mark.parametrize("viewer", [COBALT, None])
def test_who_is_not_seen_leaves_no_mark(client: TestClient, viewer: int | None) -> None:
    """AG-24.1: Rust turns behind the houses, where only Rust sees it."""
    table = begin(client, **BATTLE)
    for seat, order in ((COBALT, "end"), (RUST, HIDDEN[0])):
        assert table.act(seat, order).status_code == 200
    answer = table.get("since", viewer).json()
    assert all(step["picture"] == "" for step in answer["steps"] if step["seat"] == RUST)
    assert "B1" not in json.dumps(answer)


def test_where_sides_decide_in_secret_the_own_order_is_told_with_the_others(client: TestClient) -> None:
    """CH-4.3: that an order is given is known, which one is not; then both are carried out."""
    said = []
    for choice in (0, 1):
        table = begin(client, ruleset="chase", scenario="even_ground", seed=3)
        orders = [one["text"] for one in table.view(0)["orders"] if not one["refusal"]]
        assert table.act(0, orders[choice]).status_code == 200
        said.append(table.get("since", 1).json())
    assert said[0] == said[1]
    last = [one["text"] for one in table.view(1)["orders"] if not one["refusal"]]
    assert table.act(1, last[0]).status_code == 200
    assert [step["number"] for step in table.get("since", 1).json()["steps"]] == [2]
    assert [step["number"] for step in table.get("since", 0).json()["steps"]] == [1, 2]
