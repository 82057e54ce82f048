"""Files of other programs on the server: taken into a pack, refused in a line, given out as tables."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal

from hulldown.server.http.costs import cost_of

TABLE = "Name,Kind,Front armour,HP,Drive,Colour\nGull,tank,7,3,hover,red\nOx,apc,x,2,tracks,\n"


def sent(data: str | bytes, name: str = "mine.csv", **more: Any) -> dict[str, Any]:
    raw = data.encode() if isinstance(data, str) else data
    return {"name": name, "data": base64.b64encode(raw).decode(), **more}


def take(client: TestClient, body: dict[str, Any], ruleset: str = "tank_commander") -> Any:
    answer = client.post(f"/api/rulesets/{ruleset}/imports", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def pack(units: dict[str, Any], ruleset: str = "tank_commander") -> dict[str, Any]:
    return {"ruleset": ruleset, "sheet": {"name": "Mine"}, "units": units, "scenarios": {}}


def test_a_table_comes_back_as_units_with_what_is_to_be_said(client: TestClient) -> None:
    answer = take(client, sent(TABLE))
    assert answer["counts"] == {"units": 1} and list(answer["units"]["units"]) == ["gull"]
    assert answer["scenarios"] == {}
    left = [remark for remark in answer["remarks"] if remark["kind"] == "left"]
    assert {remark["where"] for remark in left} == {"Colour", "line 3, Front armour"}
    assert answer["preview"]["rows"][1]["wrong"] == {
        "2": '"x" cannot be taken: it must be a whole number from 0 to 1000'
    }
    columns = [question for question in answer["questions"] if question["id"].startswith("column_")]
    assert [question["answer"] for question in columns] == [
        "name",
        "kind",
        "armor.front",
        "hull_points",
        "drive",
        "",
    ]


def test_answers_give_another_result_and_nothing_is_kept(client: TestClient) -> None:
    answered = take(client, sent(TABLE, answers={"column_6": "text"}))
    assert answered["units"]["units"]["gull"]["text"] == "red"
    assert take(client, sent(TABLE)) == take(client, sent(TABLE))


def test_what_a_file_brings_is_judged_with_the_pack_in_work(client: TestClient) -> None:
    """A weapon of the pack can be named, and a unit that it has is changed where it differs."""
    lance = {"name": "Lance", "dice": 5, "range_dm": {"Close": 1}, "source": "CH-10.8"}
    table = sent("Name,Hull,Weapon\nOtter,5,Lance\nWarden,9,Lance\n")
    alone = take(client, table, "chase")
    assert alone["counts"] == {"tanks": 0}
    whole = take(client, {**table, "pack": pack({"weapons": {"lance": lance}}, "chase")}, "chase")
    assert whole["units"]["tanks"]["otter"]["weapon"] == "lance"
    assert whole["units"]["tanks"]["warden"] == {"hull": 9, "weapon": "lance"}
    broken = take(client, {**table, "pack": pack({"weapons": {"lance": {}}}, "chase")}, "chase")
    assert broken["counts"] == {"tanks": 0}


def test_units_of_a_pack_become_a_table_and_come_back(client: TestClient) -> None:
    mine = pack({"units": take(client, sent(TABLE))["units"]["units"]})
    answer = client.post("/api/workshop/table", json={"pack": mine})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="units.csv"'
    back = take(client, sent(answer.content))
    assert back["units"] == mine["units"]
    builds = client.post("/api/workshop/table", json={"pack": mine, "table": "builds"})
    assert ",Hunter\r\n" in builds.text
    wrong = client.post("/api/workshop/table", json={"pack": mine, "table": "planes"})
    assert refusal(wrong, 400, "unclear")["text"].startswith('there is no table "planes"')


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (sent(b"%PDF-1.7", "rules.pdf"), "rules.pdf: this is a PDF."),
        (sent("", "mine.csv"), "mine.csv: is empty"),
        (sent("1,2\n3,4\n"), "mine.csv: line 1 names no column"),
        (sent(TABLE, answers={"column_1": "nickname"}), 'mine.csv: column_1: "nickname" is none of'),
        ({"name": "mine.csv", "data": "A"}, "mine.csv: is not sent whole"),
    ],
)
def test_what_cannot_be_taken_is_refused_in_a_line(
    client: TestClient, body: dict[str, Any], words: str
) -> None:
    answer = client.post("/api/rulesets/tank_commander/imports", json=body)
    assert refusal(answer, 400, "unclear")["text"].startswith(words)
    assert len(refusal(answer, 400, "unclear")["text"]) <= 400


def test_an_import_is_a_question_of_bounded_size(client: TestClient) -> None:
    cost = cost_of("POST", "/api/rulesets/chase/imports")
    assert (cost.pool, cost.size) == ("questions", "files")
    many = {f"column_{number}": "" for number in range(600)}
    answer = client.post("/api/rulesets/tank_commander/imports", json=sent(TABLE, answers=many))
    assert answer.status_code == 400
