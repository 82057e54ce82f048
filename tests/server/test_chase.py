"""Secret orders of Chase over the wire (CH-4.3): nothing that leaves the server depends on one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, Table, begin, refusal, settings_in
from tests.server.test_secrets import heard, plain
from tests.waiting import wait_until

from hulldown.server.app import create_app
from hulldown.server.players import computers

COBALT, RUST = 0, 1
ORDERS = ("pursue", "flee", "maneuver", "hull_down")
# A turn in the open first, so that a log, dice and an earlier position are there to leak.
TURN = [(COBALT, "A1 hull_down"), (RUST, "B1 hull_down")]


@contextmanager
def world(folder: Path, scenario: str) -> Iterator[Table]:
    """A server of its own with one game; every world has the same seed."""
    folder.mkdir()
    with TestClient(create_app(settings_in(folder)), base_url=HOST) as client:
        yield begin(client, ruleset="chase", scenario=scenario, options={}, seed=5)


def reckoned(table: Table, seat: int | None, number: int) -> None:
    """Wait for the chance to win of a position; of one that is left too soon it is never reckoned."""
    wait_until(lambda: table.get("chances", seat).json()[number] is not None)


def answers(table: Table, seat: int | None, number: int) -> list[str]:
    """The answers to all that a seat can ask of a game of Chase."""
    reckoned(table, seat, number)
    asked = ["view?win=1", "view?unit=A1", "view?unit=B1", "chances", "picture.svg", "save"]
    asked += [f"at/{n}" for n in range(number + 1)] + ["matrix"]
    asked += [f"odds?action={who}1+{what}" for who in "AB" for what in ORDERS]
    said = [table.get(path, seat) for path in asked]
    return [f"{one.status_code} {one.headers.get('etag')} {one.text}" for one in said]


def after_a_turn(table: Table) -> list[tuple[int, str]]:
    """Decisions until both sides owe a secret order again."""
    given = []
    for seat, text in TURN:
        reckoned(table, None, len(given))
        given.append((seat, text))
        assert table.act(seat, text).status_code == 200
    while len(owing := table.view()["to_act"]) == 1:
        seat = owing[0]
        reckoned(table, None, len(given))
        text = table.view(seat)["orders"][0]["text"]
        assert table.act(seat, text).status_code == 200
        given.append((seat, text))
    reckoned(table, None, len(given))
    return given


@pytest.mark.parametrize("viewer", [RUST, None])
def test_worlds_that_differ_in_a_secret_order_are_told_alike(tmp_path: Path, viewer: int | None) -> None:
    """All four orders of Cobalt in the second turn, seen by Rust and by a spectator (CH-4.3)."""
    said = []
    for order in ORDERS:
        with world(tmp_path / order, "long_shot") as table:
            number = len(after_a_turn(table))
            lines = heard(table, viewer, [(COBALT, f"A1 {order}")])
            said.append([plain(table, text) for text in [*lines, *answers(table, viewer, number + 1)]])
    assert said[0] == said[1] == said[2] == said[3]
    assert any("Cobalt has ordered" in text for text in said[0])


def test_a_team_battle_keeps_the_orders_of_a_platoon(tmp_path: Path) -> None:
    """CH-14.5: which tank has its order is seen, what it was ordered is not."""
    said = []
    for orders in (("pursue", "flee"), ("hull_down", "maneuver")):
        with world(tmp_path / orders[0], "platoon_clash") as table:
            given = [(COBALT, f"A{n} {order}") for n, order in enumerate(orders, 1)]
            lines = heard(table, RUST, given)
            said.append([plain(table, text) for text in [*lines, *answers(table, RUST, 2)]])
    assert said[0] == said[1]


def test_orders_stand_against_each_other(client: TestClient) -> None:
    """CH-16.4: only for who owes an order, who sees the other side of the same table."""
    table = begin(client, ruleset="chase", scenario="long_shot", options={}, seed=5)
    ours, theirs = (table.get("matrix", seat).json()[0] for seat in (COBALT, RUST))
    assert [row["text"] for row in ours["rows"]] == [f"A1 {order}" for order in ORDERS]
    assert [column["text"] for column in ours["columns"]] == [""] * 4  # not this seat's to give
    assert ours["value"] == pytest.approx(1 - theirs["value"])
    for i, j in ((0, 0), (1, 3), (2, 1)):
        assert ours["cells"][i][j] == pytest.approx(1 - theirs["cells"][j][i])
    refusal(table.get("matrix", None), 403, "not_yours")
    table.act(COBALT, "A1 pursue")
    refusal(table.get("matrix", COBALT), 409, "not_your_decision")
    assert table.get("matrix", RUST).json() == [theirs]
    table.act(RUST, "B1 maneuver")
    assert table.get("matrix", table.view()["to_act"][0]).json() == []  # what follows is open


def test_other_games_have_no_such_table(client: TestClient) -> None:
    assert begin(client).get("matrix", COBALT).json() == []


def test_a_table_that_takes_too_long_comes_without_chances(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "MATRIX_SECONDS", -1.0)
    forces = {"A1": {"tank": "warden", "crew": "green"}, "B1": {"tank": "hornet", "crew": "green"}}
    table = begin(client, ruleset="chase", scenario="long_shot", options={"turn_limit": 23}, forces=forces)
    found = table.get("matrix", COBALT).json()[0]
    assert found["value"] is None and found["cells"] == [[None] * 4] * 4
    assert "could not be solved in time" in found["notes"][0][0]


def test_the_odds_page_sets_orders_against_each_other(client: TestClient) -> None:
    """Two maneuvers with one turn left; a shot has no such table."""
    shot = {"what": "shot"}
    moves = {"what": "maneuvers", "between": {"turns": 1}}
    answer = client.post("/api/rulesets/chase/matrix/odds", json={"situations": [moves, shot]}).json()
    assert answer[1] == {"fields": [], "matrix": None}
    assert answer[0]["fields"] == ["a.order", "b.order"]
    found = answer[0]["matrix"]
    assert [row["key"] for row in found["rows"]] == list(ORDERS)
    assert found["value"] == pytest.approx(0.5)  # the same tank on both sides
    other = client.post("/api/rulesets/warstrike/matrix/odds", json={"situations": [{}]}).json()
    assert other == [{"fields": [], "matrix": None}]


def test_the_reveal_tells_both_orders_at_once(client: TestClient) -> None:
    """CH-16.3: nothing before both are in, then both, with both driving tests."""
    table = begin(client, ruleset="chase", scenario="long_shot", options={}, seed=5)
    table.act(COBALT, "A1 pursue")
    before = str(table.view(RUST)["log"])
    assert "pursue" not in before
    table.act(RUST, "B1 flee")
    shown = str(table.view(RUST)["log"])
    assert "pursues" in shown and "flees" in shown and shown.count("drives") == 2


def test_on_a_tall_stage_the_track_rises_with_the_caller_below(client: TestClient) -> None:
    table = begin(client, ruleset="chase", scenario="even_ground", options={}, seed=5)
    heads = [table.view(seat, shape=shape)["board"]["head"] for seat in (0, 1) for shape in ("", "tall")]
    assert [" rising" in head for head in heads] == [False, True, False, True]
    units = [table.view(seat, shape="tall")["board"]["layers"]["l-units"] for seat in (COBALT, RUST)]
    tops = [
        {
            unit: float(y)
            for unit, y in re.findall(r'data-unit="(\w+)" transform="translate\(\S+ (\S+)\)"', one)
        }
        for one in units
    ]
    assert tops[COBALT]["A1"] > tops[COBALT]["B1"] and tops[RUST]["B1"] > tops[RUST]["A1"]
    refusal(table.get("view?shape=round", COBALT), 400, "unclear")
    table.act(COBALT, "A1 pursue")
    table.act(RUST, "B1 flee")
    flat, tall = (table.get(f"since{asked}", COBALT).json()["steps"] for asked in ("", "?shape=tall"))
    assert [step["sentences"] for step in flat] == [step["sentences"] for step in tall]
    assert [step["picture"] for step in flat] != [step["picture"] for step in tall]


def test_what_may_not_be_ordered_now_is_refused_with_its_reason(tmp_path: Path) -> None:
    """Asked for the odds of an order of another phase, where there is nothing yet that could be explained."""
    with world(tmp_path / "one", "even_ground") as table:
        asked = table.get("odds", COBALT, action="A1 face A1 front B1 rear")
        refusal(asked, 409, "not_your_decision")
