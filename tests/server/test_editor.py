"""The scenario editor on the server: drafts after strokes, what is refused, and how much may be sent."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from hulldown import rulesets
from hulldown.rulesets.api.editing import LARGEST_DRAFT, MOST_STROKES
from hulldown.rulesets.common.editing import LONGEST_TEXT, MOST_TOUCHED, MOST_UNITS, MOST_VALUES

EDITED = [name for name in rulesets.names() if rulesets.get(name).editor]
FOX = {
    "unit": "tank",
    "armor": {"front": 6, "side": 6, "rear": 6},
    "points": 0,
    "text": "A tank with nothing on it.",
    "source": "TC-2.4",
}
BLANK_TEXTS = ("name", "summary", "briefing", "victory")


def sent(client: TestClient, ruleset: str = "tank_commander", **message: Any) -> Response:
    return client.post(f"/api/rulesets/{ruleset}/editor", json=message)


def begun(client: TestClient, ruleset: str = "tank_commander", start: str = "") -> dict[str, Any]:
    draft: dict[str, Any] = sent(client, ruleset, start=start).json()["scenario"]
    return draft


def refusal(answer: Response) -> str:
    assert answer.status_code == 400, answer.text[:300]
    assert answer.json()["error"]["code"] == "unclear"
    text: str = answer.json()["error"]["text"]
    assert 0 < len(text) <= 300 and "\n" not in text
    return text


@pytest.mark.parametrize("ruleset", EDITED)
def test_an_editor_offers_what_its_drafts_need(client: TestClient, ruleset: str) -> None:
    offer = client.get(f"/api/rulesets/{ruleset}/editor").json()
    made = sent(client, ruleset, start="").json()
    assert offer["starts"][-1] == {"id": "", "name": "An empty board"}
    assert made["playable"] and made["problems"] == [] and made["svg"].startswith("<svg")
    assert {one["what"] for one in made["pieces"]} <= {one["id"] for one in offer["units"]}
    ids = [field["id"] for section in offer["sections"] for field in section["fields"]]
    assert len(ids) == len(set(ids)) and set(BLANK_TEXTS) <= set(ids)


@pytest.mark.parametrize("ruleset", EDITED)
def test_a_field_of_the_form_can_be_set_and_left_out(client: TestClient, ruleset: str) -> None:
    draft = begun(client, ruleset)
    stroke = {"do": "set", "field": "name", "value": "Dusk"}
    assert sent(client, ruleset, scenario=draft, strokes=[stroke]).json()["scenario"]["name"] == "Dusk"
    gone = sent(client, ruleset, scenario=draft, strokes=[{**stroke, "value": None}]).json()
    assert not gone["playable"]
    assert [(one["field"], one["text"]) for one in gone["problems"]] == [("name", "Name is missing")]


def test_a_problem_names_its_rule_field_place_and_unit(client: TestClient) -> None:
    strokes = [{"do": "paint", "brush": "building", "places": ["E10"]}]
    (found,) = sent(client, scenario=begun(client), strokes=strokes).json()["problems"]
    assert (found["rule"], found["field"]) == ("TC-9.7", "units.A1.hex")
    assert (found["places"], found["units"]) == (["E10"], ["A1"])


def test_units_of_a_pack_can_be_put_on_the_board(client: TestClient) -> None:
    add = [{"do": "add", "side": 0, "unit": "Fox", "at": "E8"}]
    draft = begun(client)
    assert "Fox" in refusal(sent(client, scenario=draft, strokes=add))
    made = sent(client, scenario=draft, strokes=add, units={"builds": {"Fox": FOX}}).json()
    assert made["playable"] and made["pieces"][1]["what"] == "Fox"
    named = sent(client, scenario=made["scenario"], units={"builds": {"Fox": {**FOX, "name": "Füchsin"}}})
    assert [one["name"] for one in named.json()["pieces"]] == ["Hunter", "Füchsin", "Hunter"]
    assert "Fox" in [one["id"] for one in made["units"]]
    assert not sent(client, scenario=made["scenario"]).json()["playable"]


def test_a_draft_is_judged_with_its_options(client: TestClient) -> None:
    draft = begun(client)
    draft["units"]["A1"] = {"side": "Cobalt", "unit": "walker", "hex": "E10", "facing": "N"}
    barred = sent(client, scenario=draft).json()
    assert [one["rule"] for one in barred["problems"]] == ["TC-14.11"] and not barred["left_out"]
    assert sent(client, scenario=draft, options={"exotic_units": True}).json()["playable"]  # by the pack
    allowed = {"do": "set", "field": "options.exotic_units", "value": True}
    assert sent(client, scenario=draft, strokes=[allowed]).json()["playable"]
    assert "nonsense" in refusal(sent(client, scenario=draft, options={"nonsense": 3}))


@pytest.mark.parametrize(
    "stroke",
    [
        7,
        {},
        {"do": "fly"},
        {"do": "paint", "brush": "lava", "places": ["E5"]},
        {"do": "paint", "brush": "mud", "places": ["Z99"]},
        {"do": "paint", "brush": "mud", "places": [5]},
        {"do": "paint", "brush": "mud", "places": []},
        {"do": "paint", "brush": "mud", "places": ["E5"], "also": 1},
        {"do": "erase", "brush": "lava", "places": ["E5"]},
        {"do": "add", "side": 2, "unit": "Hunter", "at": "E5"},
        {"do": "add", "side": 0, "unit": "Nobody", "at": "E5"},
        {"do": "move", "piece": "A9", "at": "E5"},
        {"do": "move", "piece": "A1", "at": [1, 2]},
        {"do": "turn", "piece": "A1", "facing": "Up"},
        {"do": "count", "piece": "A1", "value": 3},
        {"do": "replace", "piece": "A1", "unit": "practice_target"},
        {"do": "set", "field": "nothing", "value": 1},
        {"do": "set", "field": "ground", "value": "skirmish"},
        {"do": "set", "field": "turn_limit", "value": "many"},
        {"do": "set", "field": "mission", "value": ["skirmish"]},
        {"do": "set", "field": "turn_limit.deep", "value": 1},
        {"do": "set", "field": "sides.0.name", "value": ""},
        {"do": "set", "field": "sides.0.name", "value": "Rust"},
        {"do": "set", "field": "sides.7", "value": {}},
        {"do": "set", "field": "units", "value": []},
        {"do": "size", "to": [0, 10]},
        {"do": "size", "to": [9.5, 10]},
        {"do": "size", "to": [10]},
        {"do": "mirror", "how": "inside out"},
        {"do": "copy", "places": [], "to": "A1"},
        {"do": "copy", "box": [0, 0, 5, 5], "to": "A1"},
    ],
)
def test_a_stroke_that_means_nothing_is_refused(client: TestClient, stroke: Any) -> None:
    refusal(sent(client, scenario=begun(client), strokes=[stroke]))


@pytest.mark.parametrize("ruleset", EDITED)
@pytest.mark.parametrize(
    "draft",
    [
        {"units": 5},
        {"units": {"A1": 5}},
        {"units": [1, 2]},
        {"sides": {"a": 1}},
        {"sides": ["x"]},
        {"name": ["x"]},
        {"options": [1]},
        {"units": {f"A{n}": {} for n in range(1, MOST_UNITS + 2)}},
        {"name": "x" * LARGEST_DRAFT},
        {"sides": [{"name": "x"}] * 4000},
        {"extra": list(range(MOST_VALUES))},
        {"name": "x" * (LONGEST_TEXT + 1)},
        {"x" * (LONGEST_TEXT + 1): 1},
    ],
)
def test_a_draft_that_cannot_be_read_is_refused(client: TestClient, ruleset: str, draft: Any) -> None:
    refusal(sent(client, ruleset, scenario=draft))


@pytest.mark.parametrize("ruleset", EDITED)
@pytest.mark.parametrize(
    "draft", [{}, {"name": ""}, {"sides": []}, {"units": {}}, {"extra": {"deep": [[[1]]]}}, {"ground": "no"}]
)
def test_half_a_draft_is_drawn_and_says_what_is_missing(
    client: TestClient, ruleset: str, draft: dict[str, Any]
) -> None:
    made = sent(client, ruleset, scenario=draft).json()
    assert made["svg"].startswith("<svg") and made["problems"] and not made["playable"]


@pytest.mark.parametrize("ruleset", EDITED)
def test_what_is_left_out_of_a_draft_is_missing(client: TestClient, ruleset: str) -> None:
    draft = begun(client, ruleset)
    for key in draft:
        made = sent(client, ruleset, scenario={name: one for name, one in draft.items() if name != key})
        assert made.status_code == 200 and made.json()["svg"].startswith("<svg"), key


def test_no_more_is_read_than_is_agreed(client: TestClient) -> None:
    erase = {"do": "erase", "places": ["A1"]}
    draft = begun(client)
    assert sent(client, scenario=draft, strokes=[erase] * MOST_STROKES).status_code == 200
    assert sent(client, scenario=draft, strokes=[erase] * (MOST_STROKES + 1)).status_code == 400
    assert sent(client, scenario={"name": "x" * 2**20}).status_code == 413


def test_strokes_cannot_make_a_draft_grow_beyond_any_board(client: TestClient) -> None:
    draft = begun(client, "warstrike", "two_roads")
    copy = {"do": "copy", "box": [0, 0, 40, 40], "to": [1, 1]}
    assert "larger" in refusal(sent(client, "warstrike", scenario=draft, strokes=[copy] * MOST_STROKES))
    paint = {"do": "paint", "brush": "mud", "places": ["E5"] * 1000}
    touched = [paint] * (MOST_TOUCHED // 1000 + 1)
    assert "places" in refusal(sent(client, scenario=begun(client), strokes=touched))


def test_more_than_a_map_holds_is_not_drawn(client: TestClient) -> None:
    draft = begun(client, "agrav", "container_yard")
    houses = [
        {"do": "paint", "brush": "high", "places": [f"{'ACEGIKMOQ'[n % 9]}{2 * (n // 9) + 1}"]}
        for n in range(54)
    ]
    made = sent(client, "agrav", scenario=draft, strokes=houses).json()
    assert len(made["scenario"]["sections"]) > 30 and made["svg"].startswith("<svg")
    assert "sections" in {one["field"] for one in made["problems"]}


@pytest.mark.parametrize(
    "message", [{}, {"start": "nowhere"}, {"start": "", "scenario": {}}, {"start": "", "then": 1}]
)
def test_a_message_that_means_nothing_is_refused(client: TestClient, message: dict[str, Any]) -> None:
    refusal(sent(client, **message))


def test_only_a_ruleset_with_an_editor_has_one(client: TestClient) -> None:
    assert client.get("/api/rulesets/pebbles/editor").status_code == 404
    assert client.get("/api/rulesets/nothing/editor").status_code == 404
