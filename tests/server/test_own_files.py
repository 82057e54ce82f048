"""Files of players' own on the server: what they bring, what is refused, games played with them."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response

import hulldown
from hulldown import rulesets
from hulldown.catalogue.pack import zip_pack

TEXT = (Path(rulesets.__file__).parent / "warstrike" / "scenarios" / "first_patrol.toml").read_text()
OWN = TEXT.replace('name = "First Patrol"', 'name = "Evening Patrol"')
SHEET = 'name = "Half rates"\nruleset = "warstrike"\n[options]\nhalf_rof = "up"\n'
HUMANS = [{"kind": "human", "player": "", "name": ""}] * 2


def sent(client: TestClient, data: bytes, name: str = "mine.toml", ruleset: str = "warstrike") -> Response:
    message = {"name": name, "data": base64.b64encode(data).decode()}
    return client.post(f"/api/rulesets/{ruleset}/load", json=message)


def order(**changes: Any) -> dict[str, Any]:
    return {"ruleset": "warstrike", "scenario": "own-1", "own": OWN, "seats": HUMANS, "seed": 1, **changes}


def test_a_scenario_is_listed_with_its_board(client: TestClient) -> None:
    found = sent(client, OWN.encode()).json()
    (one,) = found["scenarios"]
    assert (found["name"], found["options"]) == ("Evening Patrol", {})
    assert one["text"] == OWN and one["board"].startswith("<svg")
    assert (one["info"]["id"], one["info"]["name"], one["info"]["turns"]) == ("own", "Evening Patrol", 5)


def test_a_pack_brings_scenarios_and_what_it_changes(client: TestClient) -> None:
    pack = zip_pack({"pack.toml": SHEET, "scenarios/evening.toml": OWN})
    found = sent(client, pack, "half.hulldown").json()
    assert found["options"] == {"half_rof": "up"} and [one["text"] for one in found["scenarios"]] == [OWN]


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (OWN.replace("turns = 5", "turns = 500").encode(), "mine.toml", "mine.toml:13: turns: "),
        (b"\xff\xfe", "mine.toml", "mine.toml:1: is UTF-16 text and not UTF-8: save it as UTF-8"),
        ("# Bär".encode("cp1252"), "mine.toml", 'mine.toml:1: is not UTF-8 text ("ä" in Windows-1252)'),
        (b"PK\x03\x04" + b"x" * 100, "mine.hulldown", "mine.hulldown: is not a whole pack"),
        (
            zip_pack({"pack.toml": SHEET.replace("warstrike", "chase")}),
            "p",
            "p/pack.toml:4: options.half_rof: ",
        ),
        (
            zip_pack({"pack.toml": 'name = "x"\nruleset = "chase"\n'}),
            "p",
            "p: is for Chase, not for WarStrike",
        ),
        (zip_pack({"scenarios/a.toml": OWN}), "p.hulldown", "p.hulldown: has no pack.toml"),
        (b'ground = "/etc/passwd"\n', "g.toml", "g.toml:1: name: is missing"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_a_line(
    client: TestClient, data: bytes, name: str, said: str
) -> None:
    answer = sent(client, data, name)
    assert answer.status_code == 400 and answer.json()["error"]["text"].startswith(said)


def test_a_game_of_an_own_scenario_is_kept_saved_and_loaded(client: TestClient) -> None:
    made = client.post("/api/games", json=order(options={"half_rof": "up"})).json()
    token = made["seats"][0]["token"]
    call = {"headers": {"Authorization": f"Bearer {token}"}}
    view = client.get(f"/api/games/{made['game']}/view", **call).json()
    assert view["scenario"]["name"] == "Evening Patrol" and view["options"] == {"half_rof": "up"}
    text = client.get(f"/api/games/{made['game']}/save", **call).text
    assert hulldown.load(text).scenario.text == OWN
    again = client.post("/api/games/load", json=json.loads(text)).json()
    seen = client.get(f"/api/games/{again['game']}/view").json()
    assert seen["scenario"]["name"] == "Evening Patrol"
    line = client.get("/api/games").json()[0]
    assert line["title"] == "WarStrike: Evening Patrol"


def test_a_save_made_in_python_on_an_own_scenario_is_played_here(client: TestClient) -> None:
    game = hulldown.new("warstrike", OWN, seed=4)
    game.play(game.legal()[0])
    made = client.post("/api/games/load", json=json.loads(game.save())).json()
    assert client.get(f"/api/games/{made['game']}/view").json()["number"] == 1


def test_a_broken_own_scenario_begins_no_game(client: TestClient) -> None:
    answer = client.post("/api/games", json=order(own=OWN.replace("turns = 5", "turns = 500")))
    assert answer.status_code == 400 and "turns" in answer.json()["error"]["text"]
    assert client.get("/api/games").json() == []
    assert client.post("/api/games", json=order(own="x" * 50_000)).status_code == 400


LAYER = {"file": "units.toml", "text": '[units.line]\nname = "Night Squad"\nbs = 4\n', "shown": "Night"}


def test_units_of_a_pack_are_sent_played_and_saved(client: TestClient) -> None:
    pack = zip_pack({"pack.toml": SHEET, "units.toml": str(LAYER["text"])})
    found = sent(client, pack, "night.hulldown").json()
    assert [(one["file"], one["text"]) for one in found["layers"]] == [("units.toml", LAYER["text"])]
    made = client.post("/api/games", json=order(own="", scenario="two_roads", layers=found["layers"])).json()
    call = {"headers": {"Authorization": f"Bearer {made['seats'][0]['token']}"}}
    view = client.get(f"/api/games/{made['game']}/view", **call).json()
    assert "Night Squad" in {card["name"] for card in view["cards"]}
    save = client.get(f"/api/games/{made['game']}/save", **call).text
    assert hulldown.Game.verify(save) == []
    again = client.post("/api/games/load", json=json.loads(save)).json()
    kept = client.get(f"/api/games/{again['game']}/view").json()
    assert [card["name"] for card in kept["cards"]] == [card["name"] for card in view["cards"]]


@pytest.mark.parametrize(
    ("layers", "says"),
    [
        ([LAYER | {"file": "options.toml"}], "has no file"),
        ([LAYER | {"text": "[units.line]\nbs = 99"}], "Night:2: units.line.bs"),
        ([LAYER | {"text": "["}], "Night:1: is not TOML"),
        ([LAYER] * 17, "layers"),
        ([LAYER | {"text": "[units.line]\n" + "x = 1\n" * 60_000}], "layers"),
    ],
)
def test_units_that_are_none_begin_no_game(client: TestClient, layers: list[Any], says: str) -> None:
    answer = client.post("/api/games", json=order(own="", scenario="two_roads", layers=layers))
    assert answer.status_code == 400
    assert says in answer.json()["error"]["text"]
    assert client.get("/api/games").json() == []
