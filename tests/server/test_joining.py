"""Joining a game by its link: what differs is seen first, own builds are chosen, then it begins."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

import hulldown

HUMAN = {"kind": "human", "player": "", "name": ""}
INVITE = {"kind": "invite", "player": "", "name": ""}
COMPUTER = {"kind": "computer", "player": "random", "name": ""}
LAYER = {"file": "units.toml", "text": "[tanks.warden]\nhull = 9\n", "shown": "Heavy"}


def begun(client: TestClient, seats: list[dict[str, str]], **more: Any) -> tuple[str, list[dict[str, Any]]]:
    order = {"ruleset": "chase", "scenario": "even_ground", "seats": seats, **more}
    made = client.post("/api/games", json=order).json()
    return made["game"], [
        {"headers": {"Authorization": f"Bearer {seat['token']}"}} if seat["token"] else {}
        for seat in made["seats"]
    ]


def test_nothing_is_ordered_before_the_invited_has_joined(client: TestClient) -> None:
    game, (host, guest) = begun(client, [HUMAN, INVITE])
    for who in (host, guest):
        view = client.get(f"/api/games/{game}/view", **who).json()
        assert (view["waiting"], view["to_act"], view["yours"], view["orders"]) == ([1], [1], False, [])
    refused = client.post(f"/api/games/{game}/act", json={"actions": ["A1 pursue"], "number": 0}, **host)
    assert refused.status_code == 409
    assert refused.json()["error"] == {
        "code": "waiting",
        "text": "Rust has not joined yet.",
        "rule": "",
        "number": 0,
    }
    joined = client.post(f"/api/games/{game}/join", json={"forces": {}}, **guest).json()
    assert joined["waiting"] == []
    view = client.get(f"/api/games/{game}/view", **host).json()
    assert view["yours"] and view["orders"]
    again = client.post(f"/api/games/{game}/join", json={"forces": {}}, **guest)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "joined")


def test_who_joins_fields_builds_for_own_units_only(client: TestClient) -> None:
    game, (host, guest) = begun(client, [HUMAN, INVITE], forces={"A1": {"tank": "kestrel"}})
    other = client.post(f"/api/games/{game}/join", json={"forces": {"A1": {"tank": "anvil"}}}, **guest)
    assert (other.status_code, other.json()["error"]["text"]) == (400, "A1 is no unit of Rust.")
    wrong = client.post(f"/api/games/{game}/join", json={"forces": {"B1": {"tank": "nobody"}}}, **guest)
    assert wrong.status_code == 400
    assert client.get(f"/api/games/{game}/view", **host).json()["waiting"] == [1]
    joined = client.post(f"/api/games/{game}/join", json={"forces": {"B1": {"tank": "anvil"}}}, **guest)
    assert [card["name"] for card in joined.json()["cards"]] == ["Kestrel", "Anvil"]
    save = client.get(f"/api/games/{game}/save", **guest).text
    assert hulldown.Game.verify(save) == []
    assert hulldown.load(save).forces == {"A1": {"tank": "kestrel"}, "B1": {"tank": "anvil"}}


def test_what_is_not_by_the_printed_rules_is_told_value_by_value(client: TestClient) -> None:
    value = next(iter(hulldown.rulesets.get("chase").files.values().values()))
    other = value.low if value.default != value.low else value.high
    game, _ = begun(
        client,
        [HUMAN, INVITE],
        layers=[LAYER],
        options={value.id: str(other)},
        forces={"A1": {"tank": "kestrel"}},
    )
    told = client.get(f"/api/games/{game}/differences").json()
    assert [(one["kind"], one["id"], one["old"], one["new"]) for one in told] == [
        ("value", value.id, str(value.default), str(other)),
        ("unit", "tanks.warden.hull", "6", "9"),
        ("force", "A1", "as printed", "kestrel"),
    ]
    plain, _ = begun(client, [HUMAN, INVITE])
    assert client.get(f"/api/games/{plain}/differences").json() == []


def test_a_computer_waits_for_who_is_invited(client: TestClient) -> None:
    game, (_, guest) = begun(client, [COMPUTER, INVITE])
    view = client.get(f"/api/games/{game}/view").json()
    assert (view["number"], view["waiting"]) == (0, [1])
    assert client.post(f"/api/games/{game}/join", json={"forces": {}}, **guest).status_code == 200


def test_only_the_invited_joins(client: TestClient) -> None:
    game, (host, _) = begun(client, [HUMAN, INVITE])
    assert client.post(f"/api/games/{game}/join", json={"forces": {}}).status_code == 403
    refused = client.post(f"/api/games/{game}/join", json={"forces": {}}, **host)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "joined")


@pytest.mark.parametrize("seats", [[HUMAN, HUMAN], [HUMAN, INVITE]])
def test_the_same_again_keeps_units_forces_and_players(
    client: TestClient, seats: list[dict[str, str]]
) -> None:
    game, (host, *_) = begun(client, seats, layers=[LAYER], forces={"B1": {"tank": "anvil"}})
    made = client.post(f"/api/games/{game}/again").json()
    assert made["game"] != game
    assert [bool(seat["token"]) for seat in made["seats"]] == [True, True]
    told = client.get(f"/api/games/{made['game']}/differences").json()
    assert told == client.get(f"/api/games/{game}/differences", **host).json()
    view = client.get(f"/api/games/{made['game']}/view").json()
    assert [seat["kind"] for seat in view["seats"]] == [seat["kind"] for seat in seats]


def test_the_invitation_is_drawn_and_nothing_else(client: TestClient) -> None:
    game, (host, guest) = begun(client, [HUMAN, INVITE])
    other, (_, stranger) = begun(client, [HUMAN, INVITE])
    token = guest["headers"]["Authorization"].removeprefix("Bearer ")
    link = f"http://testserver/join/{game}#seat={token}"

    def asked(text: str) -> Any:
        return client.post(f"/api/games/{game}/invitation.svg", json={"link": text})

    picture = asked(link)
    assert picture.status_code == 200 and picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg") and token not in picture.text
    assert "#000" in picture.text and "#fff" in picture.text  # as cameras want it, in the dark too
    foreign = stranger["headers"]["Authorization"].removeprefix("Bearer ")
    own = host["headers"]["Authorization"].removeprefix("Bearer ")
    for wrong in (
        "hello",
        "http://[",
        link.replace("testserver", "elsewhere.example"),
        link.replace("testserver", "testserver@elsewhere.example"),
        link.replace("http:", "javascript:"),
        link.replace("/join/", "/table/"),
        link.replace("#", "?to=elsewhere#"),
        link.replace(game, other),
        link.replace(token, foreign),
        link.replace(token, own),
        link + "&more=1",
        link.split("#")[0],
    ):
        assert asked(wrong).json()["error"]["code"] == "unclear", wrong
    assert asked(link + "x" * 300).status_code == 400
    client.post(f"/api/games/{game}/join", json={"forces": {}}, **guest)
    assert asked(link).status_code == 400


def test_an_invitation_is_taken_back_with_its_game(client: TestClient) -> None:
    game, (host, guest) = begun(client, [HUMAN, INVITE])
    assert client.post(f"/api/games/{game}/withdraw").status_code == 403
    assert client.post(f"/api/games/{game}/withdraw", **guest).json()["error"]["code"] == "not_yours"
    with client.websocket_connect(f"/api/games/{game}/live") as line:
        line.send_json({})
        assert line.receive_json()["type"] == "hello"
        assert client.post(f"/api/games/{game}/withdraw", **host).json() == {"game": game}
        assert line.receive_json() == {"type": "withdrawn"}
    assert client.get(f"/api/games/{game}/view", **guest).status_code == 404
    assert game not in [one["game"] for one in client.get("/api/games").json()]
    agreed, (host, guest) = begun(client, [HUMAN, INVITE])
    client.post(f"/api/games/{agreed}/join", json={"forces": {}}, **guest)
    refused = client.post(f"/api/games/{agreed}/withdraw", **host)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "joined")
