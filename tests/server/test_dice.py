"""Where dice come from: parts of pages, the order of promises, seeds that both agree to."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from tests.server.conftest import HOST, HUMANS, Table, begin, refusal

import hulldown
from hulldown.game.secret import DiceSecret, promise_of
from hulldown.server.app import create_app
from hulldown.server.settings import Settings
from hulldown.store.database import Database, bring_up_to_date, open_engine
from hulldown.store.games import secret_of
from hulldown.store.models import GameRow

MINE, YOURS = "1234567890abcdef" * 2, "fedcba0987654321" * 2
BY_LINK = [{"kind": "human"}, {"kind": "invite"}]
COMPUTER = {"kind": "computer", "player": "random:seed=1"}
SHORT = {"pebbles": 8}


def by_link(client: TestClient, **more: Any) -> Table:
    return begin(client, BY_LINK, **{"options": SHORT, "contribution": MINE, **more})


def secret(settings: Settings) -> DiceSecret:
    """The secret of the only game, as it lies in the database."""
    with Database(settings.database).transaction() as transaction:
        return secret_of(transaction.query(GameRow).one())


def to_the_end(table: Table) -> Any:
    """One throw of each side, then pebbles are taken until none is left; the last view."""
    table.act(0, "A1 throw")
    table.act(1, "B1 throw")
    while not (view := table.view())["result"]:
        (seat,) = view["to_act"]
        assert table.act(seat, f"{'AB'[seat]}1 take 1").status_code == 200
    return view


def test_promises_come_first_parts_are_shown_last_and_verify_proves_it(
    client: TestClient, settings: Settings
) -> None:
    table = by_link(client)
    before = table.view(1)
    assert before["commitment"] == secret(settings).commitment
    assert (before["promises"], before["dice"]) == ([promise_of(MINE), ""], None)
    joined = table.post("join", 1, contribution=YOURS).json()
    assert joined["commitment"] == before["commitment"]
    assert joined["promises"] == [promise_of(MINE), promise_of(YOURS)]
    end = to_the_end(table)
    kept = secret(settings)
    assert end["dice"] == {"key": kept.key, "salt": kept.salt, "parts": [MINE, YOURS]}
    assert (end["commitment"], end["promises"]) == (before["commitment"], joined["promises"])
    promised = hashlib.sha256(f"hulldown dice {kept.key} {kept.salt}".encode()).hexdigest()
    assert promised == before["commitment"]
    save = table.get("save").text
    assert hulldown.Game.verify(save) == []
    swapped = json.loads(save)
    swapped["dice"]["parts"][1] = MINE
    assert "what Rust's page added" in str(hulldown.Game.verify(json.dumps(swapped))[0])


def test_dice_are_those_of_the_mix_and_stay_when_the_game_is_opened_again(
    client: TestClient, settings: Settings
) -> None:
    table = by_link(client)
    table.post("join", 1, contribution=YOURS)
    table.act(0, "A1 throw")
    said = table.view()["log"]
    with TestClient(create_app(settings), base_url=HOST) as later:
        again = table.on(later)
        assert again.view()["log"] == said
        again.undo(0)
        again.undo(1)
        again.act(0, "A1 throw")
        assert again.view()["log"][-1]["sentences"] == said[-1]["sentences"]
    other = secret(settings).with_part(1, MINE)
    assert other.mix != secret(settings).mix


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_sees_a_part_or_the_mix_before_the_end(
    client: TestClient, settings: Settings, seat: int | None
) -> None:
    table = by_link(client)
    early = [table.view(seat), table.post("join", 1, contribution=YOURS).json()]
    table.act(0, "A1 throw")
    kept = secret(settings)
    paths = ["view", "at/1", "chances", "differences"] + (["save", "hint"] if seat == 0 else [])
    said = json.dumps(early) + "".join(table.get(path, seat).text for path in paths)
    hidden = [kept.key, kept.salt, kept.mix, MINE, YOURS]
    assert not [word for word in hidden if word in said]
    assert kept.commitment in said


def test_who_adds_nothing_is_named_at_the_table(client: TestClient) -> None:
    table = by_link(client, contribution="")
    assert table.view()["dice_told"] == (
        "The dice are the server's, promised beforehand; no page of Cobalt added to them; "
        "Rust's page adds to them on joining."
    )
    table.post("join", 1)
    assert "no page of Rust added to them." in table.view()["dice_told"]
    both = by_link(client)
    both.post("join", 1, contribution=YOURS)
    assert both.view(0)["dice_told"] == (
        "The dice are mixed from what the server, Cobalt's page and Rust's page promised beforehand."
    )
    one_page = begin(client, HUMANS, contribution=MINE).view()["dice_told"]
    assert one_page == "The dice are mixed from what the server and Cobalt's page promised beforehand."


def test_a_part_is_of_the_seat_that_the_page_has(client: TestClient) -> None:
    second = begin(client, [COMPUTER, {"kind": "human"}], contribution=MINE)
    assert second.view()["promises"] == ["", promise_of(MINE)]
    body = {"ruleset": "pebbles", "scenario": "heap", "contribution": MINE}
    refusal(client.post("/api/games", json={**body, "seats": [COMPUTER, COMPUTER]}), 400, "unclear")
    again = client.post(f"/api/games/{second.game}/again", json={"contribution": YOURS}).json()
    assert again["promises"] == ["", promise_of(YOURS)]
    assert again["commitment"] != second.view()["commitment"]


@pytest.mark.parametrize("part", [7, None, "x" * 32, MINE.upper(), MINE + "0", MINE[:-1]])
def test_what_is_no_part_is_refused(client: TestClient, part: Any) -> None:
    table = by_link(client)
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": BY_LINK, "contribution": part}
    refusal(client.post("/api/games", json=body), 400, "unclear")
    refusal(table.post("join", 1, contribution=part), 400, "unclear")
    assert table.view()["waiting"] == [1]


# ---------------------------------------------------------------- seeds


def test_a_seed_is_named_by_who_joins_and_stands_on_the_table(client: TestClient) -> None:
    table = by_link(client, contribution="", seed=7)
    said = "The dice come from seed 7: both of you could know them."
    for seat in (0, 1, None):
        assert (table.view(seat)["seed"], table.view(seat)["dice_told"]) == (7, said)
    assert said in refusal(table.post("join", 1), 409, "seed")["text"]
    refusal(table.post("join", 1, seed=8), 409, "seed")
    refusal(table.post("join", 1, contribution=YOURS), 409, "seed")
    refusal(table.post("join", 1, contribution=YOURS, seed=7), 400, "unclear")
    assert table.view()["waiting"] == [1]
    assert table.post("join", 1, seed=7).json()["waiting"] == []
    table.act(0, "A1 throw")
    assert table.get("at/0").json()["dice_told"] == table.view()["dice_told"] == said


def test_a_seed_against_the_computer_is_told_and_takes_no_part(client: TestClient) -> None:
    seats = [{"kind": "human"}, COMPUTER]
    told = begin(client, seats, seed=2**32 - 1).view()
    assert told["dice_told"] == "The dice come from seed 4294967295: you could know them."
    assert told["promises"] == []
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": seats, "seed": 1, "contribution": MINE}
    refusal(client.post("/api/games", json=body), 400, "unclear")


def test_a_seed_where_there_is_none_is_refused(client: TestClient) -> None:
    table = by_link(client)
    refusal(table.post("join", 1, seed=7), 400, "unclear")
    assert table.post("join", 1, contribution=YOURS).status_code == 200


# ---------------------------------------------------------------- earlier games


def test_a_game_of_an_older_server_keeps_its_dice_and_can_be_joined(tmp_path: Any) -> None:
    """Its key has 64 bits: it was promised, and pages cannot add to it."""
    address = f"sqlite:///{tmp_path / 'games.sqlite'}"
    engine = open_engine(address)
    bring_up_to_date(engine, "0007")
    secret = DiceSecret.from_seed(99)
    columns = (
        "id, ruleset, version, scenario, own, layers, title, options, forces, key, salt, commitment, created,"
        " updated, number, status"
    )
    row = (
        f"'old', 'pebbles', 1, 'heap', '', '[]', 'Old', '{{}}', '{{}}', '{secret.key}', '{secret.salt}',"
        f" '{secret.commitment}', '2026-01-01', '2026-01-01', 0, ''"
    )
    with engine.begin() as connection:
        connection.execute(text(f"INSERT INTO games ({columns}) VALUES ({row})"))
        for seat, kind, joined in ((0, "human", 1), (1, "invite", 0)):
            connection.execute(
                text(
                    "INSERT INTO seats (game, seat, kind, player, name, token_hash, joined) "
                    f"VALUES ('old', {seat}, '{kind}', '', '', '{hashlib.sha256(b't%d' % seat).hexdigest()}',"
                    f" {joined})"
                )
            )
    settings = Settings(database=address, hosts=("testserver",), compile=False)
    with TestClient(create_app(settings), base_url=HOST) as client:
        table = Table(client, "old", ["t0", "t1"])
        assert table.view()["dice_told"] == "The dice come from a key that the server promised beforehand."
        assert table.post("join", 1, contribution=YOURS).json()["promises"] == []
        table.act(0, "A1 throw")
        thrown = json.loads(table.get("save", 0).text)["orders"][0]["dice"]
    game = hulldown.new("pebbles", "heap", seed=99)
    game.play("A1 throw")
    assert json.loads(game.save())["orders"][0]["dice"] == thrown
