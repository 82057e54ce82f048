"""Units that are hidden until they are seen: what a server sends does not tell where they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, Table, begin, refusal, settings_in
from tests.server.test_secrets import heard, plain

from hulldown.server.app import create_app
from hulldown.server.settings import Settings

COBALT, RUST = 0, 1
BATTLE = {"ruleset": "agrav", "scenario": "crossroads", "options": {"fog_of_war": True}, "seed": 11}
HIDDEN = ("B1 turn left", "B1 turn about")  # what Rust does where nobody sees it


@pytest.fixture
def battle(client: TestClient) -> Table:
    return begin(client, **BATTLE)


def told(table: Table, seat: int | None) -> list[str]:
    """The answers to all that a seat can ask, errors included, once the chance to win is known."""
    number = table.view(seat)["number"]
    while table.get("chances", seat).json()[number] is None:
        pass
    asked = ["view?win=1", "view?unit=A1", "view?unit=B1", "chances", "picture.svg", "save", "hint", "since"]
    asked += [f"at/{n}" for n in range(number + 1)]
    asked += [f"odds?action={text}" for text in ("end", "A1+step+N", "A1+ram+B1", "B1+step+N", "B1+fire+x")]
    asked += [f"route?unit={unit}&place=A1" for unit in ("A1", "B1")]
    answers = [table.get(path, seat) for path in asked]
    answers += [
        table.act(seat, text, number=number) for text in ("A1 ram B1", "A1 fire laser B1", "B1 turn left")
    ]
    answers += [table.undo(None, number=number), table.client.get("/api/games")]
    return [f"{answer.status_code} {answer.headers.get('etag')} {answer.text}" for answer in answers]


@pytest.mark.parametrize("viewer", [COBALT, None])
def test_two_worlds_are_told_alike_to_who_does_not_see(tmp_path: Path, viewer: int | None) -> None:
    """AG-24.1: Cobalt passes, Rust turns one way or the other behind the houses, and passes."""
    said = []
    for at, choice in enumerate(HIDDEN):
        folder = tmp_path / str(at)
        folder.mkdir()
        with TestClient(create_app(settings_in(folder)), base_url=HOST) as client:
            table = begin(client, **BATTLE)
            orders = [(COBALT, "end"), (RUST, choice), (RUST, "end")]
            lines = heard(table, viewer, orders)
            said.append(plain(table, [*lines, *told(table, viewer)]))
    assert said[0] == said[1]


def test_who_is_not_seen_is_nowhere_in_the_view(battle: Table) -> None:
    """AG-24.2: save for the roster of the scenario, which is printed."""
    now = battle.view(COBALT)
    assert [card["unit"] for card in now["cards"]] == ["A1"]
    roster = now.pop("scenario")["roster"]
    name = next(unit["name"] for unit in roster if unit["unit"] == "B1")
    assert not any(word in str(now) for word in (name, "{B1}", "'B1'", 'data-unit="B1"'))
    assert now["secrets"]
    spectator = battle.view()
    assert spectator["cards"] == [] and spectator["yours"] is False


def test_while_it_runs_it_is_not_saved(battle: Table) -> None:
    told = refusal(battle.get("save", COBALT), 409, "hidden")
    assert "when it has ended" in told["text"]
    battle.act(COBALT, "concede")
    assert battle.get("save", COBALT).status_code == 200
    assert {card["unit"] for card in battle.view(COBALT)["cards"]} == {"A1", "B1"}
    assert not battle.view(COBALT)["secrets"]


def test_a_log_for_each_seat(battle: Table) -> None:
    """AG-24.1: the other side hears that the turn is over, not what was done in it."""
    battle.act(COBALT, "A1 turn left")
    battle.act(COBALT, "end")
    mine, theirs = (battle.view(seat)["log"] for seat in (COBALT, RUST))
    assert [part["number"] for part in mine] == [part["number"] for part in theirs] == [0, 1, 2]
    assert mine[1]["sentences"] and not theirs[1]["sentences"]
    assert mine[2]["sentences"] == theirs[2]["sentences"]


def test_undo_does_not_tell_of_hidden_dice(battle: Table) -> None:
    battle.act(COBALT, "A1 turn left")
    assert battle.view(COBALT)["undo"] == {"possible": True, "why": "", "asked": None}
    battle.act(COBALT, "end")
    battle.act(RUST, "B1 turn left")
    assert battle.view(COBALT)["undo"]["why"].startswith(
        "Since your last decision the other side has decided."
    )


def test_a_plan_stops_where_something_comes_into_sight(client: TestClient) -> None:
    """AG-24.5: whoever sees an enemy decides anew, and does not go back as if it had not."""
    table = begin(client, **BATTLE)
    for _ in range(40):
        now = table.view()
        seat = now["to_act"][0]
        orders = [o["text"] for o in table.view(seat)["orders"] if o["group"] == "move" and not o["refusal"]]
        way = "N" if seat == COBALT else "S"
        wish = [text for text in orders if text.endswith(f"step {way}")] or orders
        if not wish:
            table.act(seat, "end")
            continue
        told = table.act(seat, wish[0], wish[0]).json()
        if (told["stopped"] or {}).get("why") == "seen":
            assert len(told["cards"]) == 2 and told["played"] == [wish[0]]
            assert "into sight" in told["undo"]["why"]
            return
    pytest.fail("they never met")


def test_a_server_started_again_tells_the_same(battle: Table, settings: Settings) -> None:
    battle.act(COBALT, "A1 turn left", "end")
    before = [battle.view(seat)["log"] for seat in (COBALT, RUST, None)]
    with TestClient(create_app(settings), base_url=HOST) as again:
        after = [battle.on(again).view(seat)["log"] for seat in (COBALT, RUST, None)]
    assert before == after
