"""What the pages give for other tables: a save of Tabletop Simulator, a module of VASSAL, a league report."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import begin, refusal

from hulldown.server.http.costs import cost_of, pool_of
from hulldown.server.routes import pictures

DUEL = "/api/rulesets/chase/scenarios/even_ground"
SAVE, MODULE = f"{DUEL}/tabletop_simulator.zip", f"{DUEL}/vassal.vmod"


def archive(content: bytes) -> ZipFile:
    return ZipFile(BytesIO(content))


def test_a_scenario_comes_as_a_save_with_its_house_rules(client: TestClient) -> None:
    answer = client.get(SAVE, params={"option": ["driving_score=9"]})
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/zip"
    assert "hulldown-chase-even-ground.tts.zip" in answer.headers["content-disposition"]
    (name,) = (name for name in archive(answer.content).namelist() if name.startswith("Saves/"))
    notes = json.loads(archive(answer.content).read(name))["TabStates"].values()
    assert any("driving_score: 9, not 8" in tab["body"] for tab in notes)


def test_pictures_may_lie_on_a_host(client: TestClient) -> None:
    answer = client.get(SAVE, params={"images": "https://example.org/tanks"})
    assert "images/board.png" in archive(answer.content).namelist()
    refusal(client.get(SAVE, params={"images": "javascript:alert(1)"}), 400, "unclear")


def test_a_scenario_comes_as_a_module(client: TestClient) -> None:
    answer = client.get(MODULE)
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/zip"
    assert "hulldown-chase-even-ground.vmod" in answer.headers["content-disposition"]
    assert {"buildFile.xml", "moduledata"} <= set(archive(answer.content).namelist())


def test_a_setup_comes_with_all_that_is_chosen(client: TestClient) -> None:
    setup = json.dumps({"scenario": "even_ground", "values": {"driving_score": 9}})
    page = archive(client.get(MODULE, params={"setup": setup}).content).read("briefing.html").decode()
    assert "driving_score: 9, not 8" in page


@pytest.mark.parametrize("path", [SAVE, MODULE])
def test_the_call_is_a_question_that_costs(path: str) -> None:
    call = {"method": "GET", "path": path, "query_string": b"", "headers": []}
    assert pool_of(call) == "questions" and cost_of("GET", path).tokens == 20


@pytest.mark.parametrize("file", ["tabletop_simulator.zip", "vassal.vmod"])
def test_what_cannot_be_made_is_refused(
    client: TestClient, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal(client.get(f"{DUEL}/{file}", params={"option": "no_such=1"}), 400, "bad_option")
    refusal(client.get(f"/api/rulesets/chase/scenarios/nowhere/{file}"), 404, "not_found")

    def lacking(*asked: object) -> bytes:
        raise ModuleNotFoundError("resvg_py")

    monkeypatch.setattr(pictures.tabletop_simulator, "write", lacking)
    monkeypatch.setattr(pictures.vassal, "write", lacking)
    refusal(client.get(f"{DUEL}/{file}"), 409, "no_pictures")


TANKS = {"ruleset": "tank_commander", "scenario": "skirmish"}


def test_a_battle_that_has_ended_is_reported_to_everybody(client: TestClient) -> None:
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bea"}]
    table = begin(client, seats, **TANKS)
    assert table.act(0, "concede").status_code == 200
    text = table.get("league.txt").text
    assert text.startswith("Tank Commander, Skirmish\n") and "Replay " in text
    assert "Cobalt, Ann, 1 unit for 10 points, 0 lost for 0 points\n- A1 Hunter, battle tank" in text
    answer = table.get("league.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert f"hulldown-{table.game}-league.csv" in answer.headers["content-disposition"]
    rows = [*csv.DictReader(StringIO(answer.text))]
    assert [(row["unit"], row["player"], row["winner"]) for row in rows] == [
        ("A1", "Ann", "Rust"),
        ("B1", "Bea", "Rust"),
    ]


def test_a_battle_that_runs_is_reported_to_its_players_only(client: TestClient) -> None:
    table = begin(client, **TANKS)
    assert "The battle is not over." in table.get("league.txt", 0).text
    refusal(table.get("league.txt"), 403, "not_yours")


def test_units_that_are_hidden_are_in_no_report(client: TestClient) -> None:
    table = begin(client, ruleset="agrav", scenario="crossroads", options={"fog_of_war": True})
    refusal(table.get("league.txt", 0), 409, "hidden")


def test_a_small_ruleset_is_reported_too(client: TestClient) -> None:
    table = begin(client)
    assert "Pebbles" in table.get("league.txt", 0).text
