"""Secret orders of Close Assault over the wire (CA-3.4): nothing that leaves the server depends on one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.server.calls import TIMES
from tests.server.conftest import HOST, Table, begin, settings_in
from tests.server.test_secrets import heard, plain

from hulldown.server.app import create_app

BLUE, RED = 0, 1
ORDERS = ("first-fire", "advance", "march", "charge")
GIVEN = (RED, "R1 order advance")  # an order in both worlds, so that something is there to leak beside


@contextmanager
def world(folder: Path) -> Iterator[Table]:
    """A server of its own with one game; every world has the same seed."""
    folder.mkdir()
    with TestClient(create_app(settings_in(folder)), base_url=HOST) as client:
        yield begin(client, ruleset="close_assault", scenario="drill_square", options={}, seed=5)


def answers(table: Table, seat: int | None, number: int) -> list[str]:
    """The answers to all that a seat can ask of the game, errors included."""
    while table.get("chances", seat).json()[number] is None:
        pass
    asked = ["view?win=1", *(f"view?unit={unit}" for unit in ("B1", "R1", "R2"))]
    asked += ["chances", "picture.svg", "save", "hint", *(f"at/{n}" for n in range(number + 1))]
    asked += [f"odds?action={unit}+order+{order}" for unit in ("B1", "R1", "R2") for order in ORDERS]
    said = [table.get(path, seat) for path in asked]
    said += [table.act(seat, "R2 order march", number=number), table.undo(None, number=number)]
    said.append(table.client.get("/api/games"))
    return [f"{one.status_code} {one.headers.get('etag')} {one.text}" for one in said]


@pytest.mark.parametrize("viewer", [BLUE, None])
def test_worlds_that_differ_in_a_secret_order_are_told_alike(tmp_path: Path, viewer: int | None) -> None:
    """All four orders of a detachment of Red, as Blue and a spectator hear of them (CA-3.4)."""
    said = []
    for order in ORDERS:
        with world(tmp_path / order) as table:
            lines = heard(table, viewer, [GIVEN, (RED, f"R2 order {order}")])
            said.append(
                [plain(table, TIMES.sub(r'"\1":"*"', text)) for text in [*lines, *answers(table, viewer, 2)]]
            )
    assert said[0] == said[1] == said[2] == said[3]
    assert any('"to_act":[0]' in text for text in said[0])  # Red has given all of its orders


def test_all_orders_are_revealed_at_once(client: TestClient) -> None:
    """CA-3.5: nothing before the last one is given, then those of both sides."""
    table = begin(client, ruleset="close_assault", scenario="drill_square", options={}, seed=5)
    for seat, text in (GIVEN, (RED, "R2 order charge"), (BLUE, "B2 order advance")):
        assert table.act(seat, text).status_code == 200
    words = ("Advance", "Charge", "March", "First Fire")
    before = " ".join(str(step["sentences"]) for step in table.view(BLUE)["log"])
    assert not any(word in before for word in words)
    assert table.view(RED)["log"] == table.view(BLUE)["log"]
    assert table.act(BLUE, "B1 order march").status_code == 200
    after = " ".join(str(step["sentences"]) for step in table.view(BLUE)["log"])
    assert all(word in after for word in words[:3])


def test_red_sees_what_it_ordered_and_blue_does_not(client: TestClient) -> None:
    """CA-3.4: the own side sees its orders, the other that they are given."""
    table = begin(client, ruleset="close_assault", scenario="drill_square", options={}, seed=5)
    table.act(*GIVEN)
    shown = [str(table.view(seat)["cards"]) for seat in (RED, BLUE, None)]
    assert "Advance" in shown[0] and "Advance" not in shown[1] + shown[2]
