"""The odds page's calls: the form, one situation and two, files to take along, refusals."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal

from hulldown import rulesets
from hulldown.odds import odds

PATH = "/api/rulesets/tank_commander"
HE = {"shooter": {"weapon": "gun_he"}}


def ask(client: TestClient, *situations: Any, path: str = "/odds", **more: Any) -> Any:
    return client.post(PATH + path, json={"situations": list(situations), **more})


def answered(client: TestClient, *situations: Any, path: str = "/odds", **more: Any) -> Any:
    got = ask(client, *situations, path=path, **more)
    assert got.status_code == 200, got.text
    return got.json()


def rows(page: Any) -> dict[str, list[Any]]:
    return {row["text"]: row["chances"] for part in page["sections"] for row in part["rows"]}


def test_the_form_says_all_that_can_be_chosen(client: TestClient) -> None:
    form = client.get(f"{PATH}/situations").json()
    ids = [field["id"] for group in form["groups"] for field in group["fields"]]
    assert {"shooter.what", "target.shows", "between.range", "options.night"} <= set(ids)
    assert len(ids) == len(set(ids))


def test_kept_builds_can_be_chosen(client: TestClient) -> None:
    armor = {"front": 9, "side": 6, "rear": 6}
    body = {"unit": "tank", "armor": armor, "upgrades": ["optics", "mine", "mine"], "name": "Iron Duchess"}
    client.post("/api/builds", json={"ruleset": "tank_commander", "build": body})
    form = client.get(f"{PATH}/situations").json()
    values = {"what": "own", "unit": "tank", **armor, "upgrades": body["upgrades"]}
    assert form["builds"] == [{"name": "Iron Duchess", "values": values}]
    assert [f["id"] for g in form["groups"] for f in g["fields"] if f["builds"]] == [
        "shooter.what",
        "target.what",
    ]
    page = answered(client, {"target": values})
    assert page["situations"][0]["subtitle"].endswith("front 9")


def test_the_chances_are_those_of_the_rules(client: TestClient) -> None:
    page = answered(client, {})
    ruleset = rulesets.get("tank_commander")
    posed = ruleset.need_situations().pose({})
    lines = odds(ruleset, posed.state, [posed.order]).lines
    shown = rows(page)
    assert lines and all(shown[line.text][0]["chance"] == str(line.chance) for line in lines)
    view = page["situations"][0]
    assert (view["needed"], view["exact"], view["refusal"]) == (3, True, None)
    assert [one["rule"] for one in view["modifiers"]] == ["TC-7.12", "TC-2.9"]


def test_two_situations_side_by_side(client: TestClient) -> None:
    page = answered(client, {}, HE)
    fire = next(row for part in page["sections"] for row in part["rows"] if row["text"] == "Fire")
    assert [one["chance"] for one in fire["chances"]] == ["0", "2/9"]
    assert fire["difference"] == {"chance": "2/9", "value": pytest.approx(2 / 9)}
    for part in page["sections"]:
        for row in part["rows"]:
            one, other = (Fraction(cell["chance"]) for cell in row["chances"])
            assert Fraction(row["difference"]["chance"]) == other - one


def test_what_the_rules_forbid_is_an_answer(client: TestClient) -> None:
    page = answered(client, {"between": {"range": 8}})
    assert page["situations"][0]["refusal"] == {
        "code": "out_of_range",
        "text": "out of range",
        "rule": "TC-7.1",
    }
    assert (page["sections"], page["chart"]) == ([], "")
    assert "<svg" in page["situations"][0]["board"]
    beside = answered(client, {}, {"between": {"range": 8}})
    assert all(second is None for _, second in rows(beside).values())


def test_boards_and_charts_are_pictures_without_a_style_of_their_own(client: TestClient) -> None:
    page = answered(client, {}, HE, width=300)
    for markup in (page["chart"], *(view["board"] for view in page["situations"])):
        root = ElementTree.fromstring(markup)
        assert root.get("role") == "img" and root.get("aria-label")
        assert "<style" not in markup and "style=" not in markup and "<script" not in markup
        assert "tabindex" not in markup


def test_several_in_a_row(client: TestClient) -> None:
    gun = {"target": {"what": "aa_gun"}, "shooter": {"what": "Trainee"}}
    series, none = answered(client, gun, {"between": {"range": 8}}, path="/series/odds")
    chances = [Fraction(one["chance"]) for one in series["rows"][0]["chances"]]
    assert chances == [1 - Fraction(1, 2) ** n for n in range(1, 6)]
    assert (series["at_once"], series["samples"]) == (3, [0] * 5)
    assert none == {"rows": [], "at_once": 0, "samples": [], "told": "", "limit": ""}


def test_a_row_too_long_to_count_says_so(client: TestClient) -> None:
    (series,) = answered(client, {}, path="/series/odds")
    assert series["samples"][0] == 0 and series["samples"][-1] > 0
    lost = next(row for row in series["rows"] if row["text"] == "Lost a hull point")
    values = [one["value"] for one in lost["chances"]]
    assert lost["chances"][0]["chance"] == "4/9"
    assert all(abs(value - (1 - (5 / 9) ** n)) < 0.15 for n, value in enumerate(values, 1))


def test_the_chart_and_the_table_as_files(client: TestClient) -> None:
    drawn = ask(client, {}, HE, path="/odds/chart.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "<style>" in drawn.text and "First: Hunter" in drawn.text
    ElementTree.fromstring(drawn.text)
    listed = ask(client, {}, HE, path="/odds/table.csv")
    assert listed.headers["content-type"].startswith("text/csv")
    table = list(csv.reader(io.StringIO(listed.text)))
    assert table[0][:3] == ["section", "statement", "rule"] and len(table[0]) == 8
    assert table[1][:4] == ["The shot", "Miss", "TC-7.12", "1/3"]
    assert {len(row) for row in table} == {8}


# ---------------------------------------------------------------- hostile messages


@pytest.mark.parametrize(
    "situation",
    [
        {"shooter": {"what": "<script>"}},
        {"shooter": {"what": "x" * 5000}},
        {"between": {"range": 10**30}},
        {"between": {"range": -1}},
        {"between": {"range": 2.5}},
        {"target": {"front": None}},
        {"options": {"turn_limit": [1]}},
        {"options": {f"o{n}": 1 for n in range(500)}},
        {"shooter": {"what": "own", "upgrades": ["he"] * 500}},
        {"shooter": []},
        {"elsewhere": 1},
        {"target": {"what": "building", "crew": {"driver": {}}}},
    ],
)
def test_nonsense_is_refused_in_words(client: TestClient, situation: Any) -> None:
    for path in ("/odds", "/series/odds", "/odds/chart.svg", "/odds/table.csv"):
        told = refusal(ask(client, situation, path=path), 400, "unclear")
        assert len(told["text"]) <= 300


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"situations": []},
        {"situations": [{}, {}, {}]},
        {"situations": {}},
        {"situations": [[]]},
        {"situations": [{}], "width": 10},
        {"situations": [{}], "width": 10**9},
        {"situations": [{}], "seed": 1},
    ],
)
def test_other_messages_are_refused(client: TestClient, body: Any) -> None:
    refusal(client.post(f"{PATH}/odds", json=body), 400, "unclear")


def test_a_message_too_large_or_too_deep_is_refused(client: TestClient) -> None:
    large = json.dumps({"situations": [{"a": "x" * 70_000}]})
    refusal(client.post(f"{PATH}/odds", content=large), 413, "too_large")
    deep = '{"situations": ' + "[" * 60 + "]" * 60 + "}"
    refusal(client.post(f"{PATH}/odds", content=deep), 400, "unclear")


def test_a_ruleset_without_situations_has_no_page(client: TestClient) -> None:
    told = refusal(client.get("/api/rulesets/pebbles/situations"), 404, "not_found")
    assert "no odds page" in told["text"]
    body = {"situations": [{}]}
    refusal(client.post("/api/rulesets/pebbles/odds", json=body), 404, "not_found")
    refusal(client.post("/api/rulesets/nothing/odds", json=body), 404, "not_found")


def test_the_page_is_served(client: TestClient) -> None:
    """With every style and script that it names."""
    page = client.get("/odds")
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert page.status_code == 200 and "/static/odds/odds.js" in files
    for file in files:
        assert client.get(file).status_code == 200, file
