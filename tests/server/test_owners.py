"""Owners: what is kept is somebody's, others neither find nor change nor fill it, a call may come twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from tests.server.conftest import AGAINST_COMPUTER, HOST, HUMANS, Table, begin, refusal, settings_in
from tests.server.test_campaigns import Played, order

from hulldown.server.app import create_app
from hulldown.server.http.middleware import GAMES, HOUR, Hourly
from hulldown.server.settings import Limits, Settings
from hulldown.store import history
from hulldown.store.database import Database, bring_up_to_date, open_engine
from hulldown.store.games import nobodys
from hulldown.store.owners import hashed

BUILD = {"ruleset": "tank_commander", "build": {"unit": "tank", "name": "Mine"}}
PACK = {"ruleset": "chase", "sheet": {"name": "Mine", "values": {"t_bone_factor": 3}}}
INVITED = [{"kind": "human"}, {"kind": "invite"}]
FEW = Limits(
    builds_per_owner=2,
    packs_per_owner=1,
    campaigns_per_owner=1,
    games_per_owner=2,
    owners_per_hour=3,
    games_per_hour=4,
    kept_per_hour=5,
    rate=1e6,
    burst=1e6,
)
Calling = Callable[..., TestClient]


def known(client: TestClient, name: str = "") -> TestClient:
    """The same client as somebody new."""
    client.headers["Hulldown-Me"] = client.post("/api/me", json={"name": name}).json()["token"]
    return client


@pytest.fixture
def calling(settings: Settings) -> Iterator[Calling]:
    """A server on the host's own machine, called by different browsers."""
    app = create_app(settings)
    with TestClient(app, base_url=HOST):
        yield lambda name="": known(TestClient(app, base_url=HOST), name)


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Calling]:
    """A shared server with room for few things, called from an address by nobody in particular."""
    (tmp_path / "shared").mkdir()
    app = create_app(replace(settings_in(tmp_path / "shared", FEW), hosts=()))
    with TestClient(app, base_url=HOST):
        yield lambda address="192.0.2.1": TestClient(app, base_url=HOST, client=(address, 5000))


def builds_of(client: TestClient) -> list[str]:
    listed = client.get("/api/builds", params={"ruleset": "tank_commander"}).json()
    return [one["id"] for one in listed]


def games_of(client: TestClient, part: str) -> list[str]:
    answer = client.get("/api/me/games", params={"part": part})
    assert answer.status_code == 200, answer.text
    return [one["line"]["game"] for one in answer.json()["games"]]


def proven(client: TestClient, game: str) -> Table:
    """A game by what the server tells its owner of the seats."""
    tickets = client.get(f"/api/me/games/{game}").json()
    tokens: list[str | None] = [None, None]
    for ticket in tickets:
        tokens[ticket["seat"]] = ticket["token"]
    return Table(client, game, tokens)


# ---------------------------------------------------------------- builds, packs, campaigns


def test_a_stranger_neither_sees_nor_changes_a_build(calling: Calling) -> None:
    mine, stranger = calling(), calling()
    build = mine.post("/api/builds", json=BUILD).json()["id"]
    assert builds_of(mine) == [build] and builds_of(stranger) == []
    refusal(stranger.put(f"/api/builds/{build}", json=BUILD), 404, "not_found")
    refusal(stranger.delete(f"/api/builds/{build}"), 404, "not_found")
    form = "/api/rulesets/tank_commander/situations"
    assert '"name":"Mine"' in mine.get(form).text and '"name":"Mine"' not in stranger.get(form).text
    assert builds_of(mine) == [build]
    assert mine.delete(f"/api/builds/{build}").json()["id"] == build


def test_what_is_nobodys_is_for_everybody_on_the_host_s_own_machine_only(
    calling: Calling, tmp_path: Path
) -> None:
    somebody = calling()
    nobody = TestClient(somebody.app, base_url=HOST)
    build = nobody.post("/api/builds", json=BUILD).json()["id"]
    assert builds_of(somebody) == builds_of(nobody) == [build]
    settings = replace(settings_in(tmp_path), hosts=())
    with TestClient(create_app(settings), base_url=HOST) as everywhere:
        known(everywhere)
        assert builds_of(everywhere) == []
        refusal(everywhere.delete(f"/api/builds/{build}"), 404, "not_found")
    assert somebody.delete(f"/api/builds/{build}").status_code == 200


def test_on_a_shared_server_what_is_kept_is_somebody_s(shared: Calling) -> None:
    nobody = shared()
    for path, body in (
        ("/api/builds", BUILD),
        ("/api/workshop/packs", PACK),
        ("/api/campaigns", order()),
        ("/api/studies", {"study": {}}),
    ):
        refusal(nobody.post(path, json=body), 401, "no_owner")


@pytest.mark.parametrize("token", ["nonsense", "", "x" * 43])
def test_a_token_that_is_none_is_refused(client: TestClient, token: str) -> None:
    client.headers["Hulldown-Me"] = token
    refusal(client.post("/api/builds", json=BUILD), 401, "no_owner")


def test_packs_are_listed_to_their_owner_and_read_by_a_link(calling: Calling) -> None:
    mine, stranger = calling(), calling()
    pack = mine.post("/api/workshop/packs", json=PACK).json()["id"]
    where = {"ruleset": "chase"}
    assert [one["id"] for one in mine.get("/api/workshop/packs", params=where).json()] == [pack]
    assert stranger.get("/api/workshop/packs", params=where).json() == []
    assert stranger.get(f"/api/workshop/packs/{pack}").json()["pack"]["sheet"]["name"] == "Mine"
    change = {"number": 1, "pack": PACK}
    refusal(stranger.post(f"/api/workshop/packs/{pack}", json=change), 403, "not_yours")


def test_a_pack_from_before_owners_is_proven_by_its_token_and_becomes_ones_own(tmp_path: Path) -> None:
    token, settings = "old" * 14, replace(settings_in(tmp_path), hosts=())
    with TestClient(create_app(settings), base_url=HOST) as client:
        mine = known(client)
        pack = mine.post("/api/workshop/packs", json=PACK).json()["id"]
        with Database(settings.database).transaction() as transaction:
            old = {"hash": hashed(token)}
            transaction.execute(text("UPDATE packs SET owner = NULL, owner_hash = :hash"), old)
        path, change = f"/api/workshop/packs/{pack}", {"number": 1, "pack": PACK}
        refusal(mine.post(path, json=change), 403, "not_yours")
        proof = {"Authorization": f"Bearer {token}"}
        assert mine.post(path, json=change, headers=proof).status_code == 200
        assert mine.post(path, json={**change, "number": 2}).status_code == 200


def test_a_campaign_answers_those_who_take_part(calling: Calling) -> None:
    mine, stranger = calling(), calling()
    told = mine.post("/api/campaigns", json=order()).json()
    other = stranger.post("/api/campaigns", json=order()).json()
    path, armor = f"/api/campaigns/{told['campaign']}", {"front": 9, "side": 8, "rear": 6}
    refit = {"tank": "Bess", "armor": armor, "upgrades": [], "number": 0}
    for headers in ({}, {"Authorization": f"Bearer {other['keeper']}"}):
        status, code = (401, "no_seat") if headers else (403, "not_yours")
        refusal(stranger.get(f"{path}/file", headers=headers), status, code)
        refusal(stranger.post(f"{path}/weigh", json=refit, headers=headers), status, code)
    proof = {"Authorization": f"Bearer {told['seats'][1]['token']}"}
    assert "Bess" in stranger.get(f"{path}/file", headers=proof).text
    assert "points" in mine.post(f"{path}/weigh", json=refit).json()  # by who set it up
    assert mine.get(path).json()["yours"] == [0, 1]
    assert [one["campaign"] for one in mine.get("/api/campaigns").json()] == [told["campaign"]]


def test_whoever_decides_for_an_invited_side_has_it_from_then_on(calling: Calling) -> None:
    host, guest = calling("Ann"), calling("Ben")
    sides = [{**side, "kind": kind} for side, kind in zip(order()["sides"], ("human", "invite"), strict=True)]
    told = host.post("/api/campaigns", json=order(sides=sides)).json()
    path = f"/api/campaigns/{told['campaign']}"
    assert guest.get(path).json()["yours"] == []
    proof = {"Authorization": f"Bearer {told['seats'][1]['token']}"}
    game = guest.post(f"{path}/battle", json={"number": 0}, headers=proof).json()["game"]
    assert guest.get(path).json()["yours"] == [1]
    assert proven(guest, game).view(1)["seat"] == 1
    refusal(guest.delete(f"/api/me/games/{game}"), 409, "in_campaign")
    campaign = Played(host, told)
    assert campaign.act(game, 0, "concede").status_code == 200


# ---------------------------------------------------------------- how much of it


def test_an_owner_has_room_for_so_many_and_leaves_the_rest_to_others(shared: Calling) -> None:
    first, second = known(shared("192.0.2.1")), known(shared("192.0.2.2"))
    for client in (first, second):
        assert [client.post("/api/builds", json=BUILD).status_code for _ in range(3)] == [200, 200, 429]
    refusal(first.post("/api/builds", json=BUILD), 429, "too_many")
    assert first.post("/api/workshop/packs", json=PACK).status_code == 200
    refusal(first.post("/api/workshop/packs", json=PACK), 429, "too_many")
    assert first.post("/api/campaigns", json=order()).status_code == 200
    refusal(first.post("/api/campaigns", json=order()), 429, "too_many")
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": HUMANS}
    assert [second.post("/api/games", json=body).status_code for _ in range(3)] == [200, 200, 429]
    assert "running games" in refusal(second.post("/api/games", json=body), 429, "too_many")["text"]


def test_an_address_cannot_make_new_owners_for_more(shared: Calling) -> None:
    kept = []
    for _ in range(3):
        client = known(shared())
        kept += [client.post("/api/builds", json=BUILD).status_code for _ in range(2)]
    assert kept == [200, 200, 200, 200, 200, 429]
    refusal(shared().post("/api/me", json={}), 429, "too_many_here")
    refusal(client.post("/api/builds", json=BUILD), 429, "too_many_here")
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": HUMANS}
    assert [shared().post("/api/games", json=body).status_code for _ in range(5)] == [200] * 4 + [429]
    assert known(shared("192.0.2.9")).post("/api/games", json=body).status_code == 200


def test_an_hour_later_an_address_may_again() -> None:
    now = [0.0]
    hourly = Hourly(Limits(clients=2, games_per_hour=1), clock=lambda: now[0])
    hourly.take("a", GAMES)
    with pytest.raises(Exception, match="no more than 1 games"):
        hourly.take("a", GAMES)
    now[0] = HOUR
    hourly.take("a", GAMES)


# ---------------------------------------------------------------- games


def test_my_games_wait_for_me_run_or_are_finished(calling: Calling) -> None:
    ann, ben = calling("Ann"), calling("Ben")
    table = begin(ann, seats=INVITED, options={"pebbles": 2})
    assert games_of(ann, "running") == [table.game] and games_of(ann, "waiting") == []
    assert games_of(ben, "running") == [] and ann.get("/api/games").json() == []
    guest = table.on(ben)
    assert guest.post("join", 1, forces={}).status_code == 200
    assert games_of(ann, "waiting") == [table.game] and games_of(ben, "running") == [table.game]
    (line,) = ben.get("/api/me/games", params={"part": "running"}).json()["games"]
    assert (line["turn"], line["you"], line["other"], line["alone"]) == ("other", [1], "Ann", False)
    assert [seat["name"] for seat in table.view()["seats"]] == ["Ann", "Ben"]
    table.act(0, "A1 take 1")
    assert games_of(ann, "running") == games_of(ben, "waiting") == [table.game]
    table.undo(0)
    assert games_of(ann, "waiting") == [table.game]
    table.act(0, "A1 take 1")
    guest.act(1, "B1 take 1")
    for client in (ann, ben):
        assert games_of(client, "finished") == [table.game] and games_of(client, "waiting") == []


def test_a_seat_is_proven_by_its_owner_on_another_device(calling: Calling, client: TestClient) -> None:
    ann, ben = calling("Ann"), calling("Ben")
    game = begin(ann).game
    device = TestClient(ann.app, base_url=HOST, headers={"Hulldown-Me": ann.headers["Hulldown-Me"]})
    there = proven(device, game)
    assert there.act(0, "A1 take 1").json()["seat"] == 0
    assert there.act(1, "B1 take 1").json()["number"] == 2
    with device.websocket_connect(f"/api/games/{game}/live") as line:
        line.send_json({"token": there.tokens[1]})
        assert line.receive_json()["seat"] == 1
    assert ben.get(f"/api/me/games/{game}").json() == []
    for token in ("0", "/0", f"{ann.headers['Hulldown-Me']}/2", f"{ben.headers['Hulldown-Me']}/0"):
        refusal(Table(ben, game, [token]).get("view", 0), 401, "no_seat")
    refusal(ben.delete(f"/api/me/games/{game}"), 404, "not_found")


def test_a_seat_held_from_before_becomes_its_holder_s_once(calling: Calling) -> None:
    ann, ben = calling("Ann"), calling("Ben")
    nobodys = begin(TestClient(ann.app, base_url=HOST))
    path, proof = f"/api/me/games/{nobodys.game}", nobodys.headers(0)
    refusal(ann.post(path), 403, "not_yours")
    assert ann.post(path, headers=proof).json()[0]["seat"] == 0
    refusal(ben.post(path, headers=proof), 409, "joined")
    assert games_of(ann, "waiting") == [nobodys.game] and games_of(ben, "waiting") == []


def test_others_find_a_game_only_if_its_host_lets_them(shared: Calling, calling: Calling) -> None:
    host, guest = known(shared("192.0.2.1")), shared("192.0.2.2")
    begin(host)
    watched = begin(host, listed=True).game
    assert [one["game"] for one in guest.get("/api/games").json()] == [watched]
    assert host.get("/api/games").json() == []  # one's own are apart
    here, other = calling(), calling()
    game = begin(here, seats=AGAINST_COMPUTER).game
    begin(here, seats=INVITED)
    assert [one["game"] for one in other.get("/api/games").json()] == [game]


def test_a_game_alone_is_deleted_for_good(calling: Calling, settings: Settings) -> None:
    ann = calling()
    game, left = begin(ann, seats=AGAINST_COMPUTER), begin(ann)
    game.act(0, "A1 take 1")
    left.act(0, "A1 take 1")
    path = f"/api/me/games/{game.game}"
    assert ann.delete(path).json() == {"game": game.game, "deleted": True}
    refusal(ann.delete(path), 404, "not_found")
    refusal(game.get("view", 0), 404, "not_found")
    refusal(game.post("act", 0, actions=["A1 take 1"], number=1), 404, "not_found")
    with Database(settings.database).transaction() as transaction:
        assert {row.game for row in transaction.execute(text("SELECT game FROM actions"))} == {left.game}
    assert games_of(ann, "waiting") + games_of(ann, "running") == [left.game]


def test_whoever_is_known_finds_the_games_of_nobody(calling: Calling) -> None:
    nobody, ann = calling(), known(calling(), "Ann")
    seats = [{"kind": "human"}, {"kind": "human"}]
    body = {"ruleset": "tank_commander", "scenario": "skirmish", "seats": seats}
    game = nobody.post("/api/games", json=body).json()["game"]
    assert [one["game"] for one in ann.get("/api/games").json()] == [game]


def test_a_game_of_two_stays_with_the_other(calling: Calling, settings: Settings) -> None:
    ann, ben = calling(), calling()
    table = begin(ann, seats=INVITED)
    guest = table.on(ben)
    guest.post("join", 1, forces={})
    assert ann.delete(f"/api/me/games/{table.game}").json() == {"game": table.game, "deleted": False}
    assert games_of(ann, "waiting") == [] and games_of(ben, "running") == [table.game]
    refusal(Table(ann, table.game, [f"{ann.headers['Hulldown-Me']}/0"]).get("view", 0), 401, "no_seat")
    assert table.act(0, "A1 take 1").json()["number"] == 1  # the seat's own token is still good
    assert ben.delete(f"/api/me/games/{table.game}").json()["deleted"] is False
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    with Database(settings.database).transaction() as transaction:
        assert nobodys(transaction, tomorrow) == [table.game]
        assert nobodys(transaction, tomorrow - timedelta(days=2)) == []


def test_more_of_a_long_list(calling: Calling) -> None:
    ann = calling()
    games = [begin(ann).game for _ in range(26)]
    first = ann.get("/api/me/games").json()
    assert len(first["games"]) == 24 and first["more"]
    rest = ann.get("/api/me/games", params={"after": 24}).json()
    assert len(rest["games"]) == 2 and not rest["more"]
    listed = [one["line"]["game"] for one in first["games"] + rest["games"]]
    assert sorted(listed) == sorted(games)


def test_a_name_is_taken_by_the_seats_to_come(calling: Calling) -> None:
    ann = calling()
    assert ann.get("/api/me").json() == {"name": "", "token": None}
    assert ann.put("/api/me", json={"name": " Ann "}).json()["name"] == "Ann"
    assert [seat["name"] for seat in begin(ann).view()["seats"]] == ["Ann", ""]
    refusal(ann.put("/api/me", json={"name": "x" * 65}), 400, "unclear")
    refusal(ann.put("/api/me", json={"name": "a\nb"}), 400, "unclear")
    refusal(TestClient(ann.app, base_url=HOST).get("/api/me"), 401, "no_owner")


# ---------------------------------------------------------------- once, however often it is sent


def test_an_order_whose_answer_was_lost_is_sent_again_and_played_once(client: TestClient) -> None:
    table = begin(client)
    order = {"actions": ["A1 take 1"], "number": 0, "key": "first"}
    first = table.post("act", 0, **order).json()
    table.act(1, "B1 take 1")
    again = table.post("act", 0, **order)
    assert again.status_code == 200, again.text
    assert (again.json()["played"], again.json()["number"]) == (first["played"], 2)
    assert table.post("act", 0, **{**order, "number": 2, "key": "next"}).json()["number"] == 3
    refusal(table.post("act", 1, **order), 409, "key_used")
    refusal(table.post("act", 0, **{**order, "key": ""}), 400, "unclear")
    refusal(table.post("act", 0, **{**order, "key": "x" * 65}), 400, "unclear")


def test_it_is_played_once_by_two_servers_on_one_database(
    client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(client)
    order = {"actions": ["A1 throw", "A1 take 1"], "number": 0, "key": "k"}
    with TestClient(create_app(settings), base_url=HOST) as second:
        other = table.on(second)
        assert other.view(0)["number"] == 0
        first = table.post("act", 0, **order).json()
        looked: list[Any] = [[], history.of_key]  # it looks before the first has written, then again

        def late(*given: Any) -> Any:
            now = looked.pop(0) if len(looked) > 1 else looked[0]
            return now(*given) if callable(now) else now

        monkeypatch.setattr(history, "of_key", late)
        again = other.post("act", 0, **order).json()
    assert first["played"] == again["played"] == ["A1 throw"]
    assert again["stopped"]["why"] == first["stopped"]["why"] == "die"
    assert table.view()["number"] == again["number"] == 1


def test_undo_and_join_happen_once(calling: Calling) -> None:
    ann, ben = calling(), calling()
    table = begin(ann, seats=INVITED)
    guest = table.on(ben)
    for _ in range(2):
        assert guest.post("join", 1, forces={}, key="j").status_code == 200
    refusal(guest.post("join", 1, forces={}, key="other"), 409, "joined")
    table.act(0, "A1 take 1")
    undone = [table.post("undo", 0, number=1, key="u").json()["number"] for _ in range(2)]
    assert undone == [2, 2] and len(table.view()["log"]) == 0


def test_a_game_begun_twice_by_one_call_is_one(calling: Calling) -> None:
    ann, ben = calling(), calling()
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": INVITED}
    first, second = (ann.post("/api/games", params={"key": "k"}, json=body).json() for _ in range(2))
    assert first == second and all(seat["token"] for seat in first["seats"])
    assert ben.post("/api/games", params={"key": "k"}, json=body).json()["game"] != first["game"]
    table = Table(ann, first["game"], [seat["token"] for seat in first["seats"]])
    assert proven(ann, table.game).tokens[1] == table.tokens[1]  # the invitation, on another device
    assert table.post("join", 1, forces={}).status_code == 200
    alone = begin(ann)
    again = [ann.post(f"/api/games/{alone.game}/again", params={"key": "n"}).json() for _ in range(2)]
    assert again[0] == again[1] and again[0]["game"] != alone.game
    nobody = TestClient(ann.app, base_url=HOST)
    refusal(nobody.post("/api/games", params={"key": "k"}, json=body), 401, "no_owner")


# ---------------------------------------------------------------- databases from before


def test_a_database_from_before_owners_goes_on(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    engine = open_engine(settings.database or "")
    bring_up_to_date(engine, "0007")
    columns = "id, ruleset, version, scenario, own, layers, title, options, forces, key, salt, commitment, "
    values = "'g', 'pebbles', 1, 'heap', '', '[]', 'Old', '{}', '{}', 'abcdef0123456789', 'salt', 'promise', "
    with engine.begin() as connection:
        connection.execute(
            text(
                f"INSERT INTO games ({columns} created, updated, number, status) "
                f"VALUES ({values} '2026-01-01', '2026-01-01', 0, 'as it was')"
            )
        )
        for seat in (0, 1):
            row = f"'g', {seat}, 'human', '', '', NULL, 1"
            connection.execute(
                text(f"INSERT INTO seats (game, seat, kind, player, name, token_hash, joined) VALUES ({row})")
            )
    engine.dispose()
    with TestClient(create_app(settings), base_url=HOST) as client:
        assert [one["game"] for one in client.get("/api/games").json()] == ["g"]
        assert client.get("/api/games/g/view").json()["to_act"] == [0]
    with Database(settings.database).transaction() as transaction:
        assert transaction.scalar(text("SELECT owing FROM games")) == 1
