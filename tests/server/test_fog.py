"""Units that are hidden until they are seen: what a server sends does not tell where they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.calls import Asked, answers, apart, in_short, plain
from tests.server.conftest import HOST, Table, begin, refusal, settings_in
from tests.server.test_secrets import heard

from hulldown import rulesets
from hulldown.server.app import create_app
from hulldown.server.settings import Limits, Settings

FREE = Limits(rate=1e9, burst=1e9)
COBALT, RUST = 0, 1
BATTLE = {"ruleset": "agrav", "scenario": "crossroads", "options": {"fog_of_war": True}, "seed": 11}
HIDDEN = ("B1 turn left", "B1 turn about")  # what Rust does where nobody sees it


@pytest.fixture
def battle(client: TestClient) -> Table:
    return begin(client, **BATTLE)


@pytest.fixture(autouse=True)
def _in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    in_short(monkeypatch)


def asked(number: int) -> Asked:
    """Right orders and wrong ones to ask about, and orders that are refused."""
    orders = ["end", "A1 step N", "A1 ram B1", "B1 step N", "B1 fire x"]
    return Asked(number, orders, ["A1 ram B1", "A1 fire laser B1", "B1 turn left"])


@contextmanager
def server(folder: Path) -> Iterator[TestClient]:
    """A server of its own."""
    folder.mkdir()
    with TestClient(create_app(settings_in(folder, FREE)), base_url=HOST) as client:
        yield client


@pytest.mark.parametrize("viewer", [COBALT, None])
def test_two_worlds_are_told_alike_to_who_does_not_see(tmp_path: Path, viewer: int | None) -> None:
    """AG-24.1: Cobalt passes, Rust turns one way or the other behind the houses, and passes."""
    said = []
    for at, choice in enumerate(HIDDEN):
        with server(tmp_path / str(at)) as client:
            table = begin(client, **BATTLE)
            lines = heard(table, viewer, [(COBALT, "end"), (RUST, choice), (RUST, "end")])
            told = answers(table, viewer, asked(3))
            said.append(told | {f"line {n}": plain(table, line) for n, line in enumerate(lines)})
    assert apart(*said) == []


def build(name: str) -> dict[str, Any]:
    """A build of a player's own by that name."""
    builds = rulesets.get("agrav").builds
    assert builds
    sample = next(sample for sample in builds.garage().samples if sample.id == "kestrel")
    return {**sample.build, "name": name}


@pytest.mark.parametrize("joins", [True, False])
def test_the_build_of_a_hidden_enemy_is_told_to_nobody(tmp_path: Path, joins: bool) -> None:
    """AG-24.2: that of a guest who has joined, and that of a host who waits for the guest."""
    said = []
    for name in ("Secret", "Riddle"):
        with server(tmp_path / name) as client:
            own, hidden = build(name), "B1" if joins else "A1"
            seats = [{"kind": "human"}, {"kind": "invite"}]
            forces = {} if joins else {hidden: own}
            table = begin(client, seats, **BATTLE, forces=forces)
            if joins:
                joined = table.post("join", RUST, forces={hidden: own}, seed=BATTLE["seed"])
                assert joined.status_code == 200, joined.text
            others = (None, COBALT if joins else RUST)
            told = {seat: answers(table, seat, asked(0)) for seat in others}
            said.append({f"{seat} {call}": told[seat][call] for seat in others for call in told[seat]})
            assert not any(name in text for text in said[-1].values())
            mine = table.get("differences", RUST if joins else COBALT).json()
            assert [one["new"] for one in mine if one["kind"] == "force"] == [name]
    assert apart(*said) == []


def test_a_build_is_named_when_the_battle_has_ended(client: TestClient) -> None:
    own = build("Secret")
    table = begin(client, **BATTLE, forces={"B1": own})
    refusal(table.post("again", None), 403, "not_yours")
    assert "force" not in {one["kind"] for one in table.get("differences", None).json()}
    table.act(COBALT, "concede")
    assert "force" in {one["kind"] for one in table.get("differences", None).json()}
    assert table.post("again", None).status_code == 200


def test_who_is_not_seen_is_nowhere_in_the_view(battle: Table) -> None:
    """AG-24.2: save for the roster of the scenario, which is printed."""
    now = battle.view(COBALT)
    assert [card["unit"] for card in now["cards"]] == ["A1"]
    roster = now.pop("scenario")["roster"]
    name = next(unit["name"] for unit in roster if unit["unit"] == "B1").partition(" (")[0]
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
