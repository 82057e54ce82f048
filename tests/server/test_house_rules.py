"""House rules in the workshop: what they can say, judged, seen in odds, taken in and out."""

from __future__ import annotations

import base64
import math
import tomllib
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_workshop import ask, pack

from hulldown import rulesets
from hulldown.catalogue.pack import unzip_pack, zip_pack
from hulldown.server.workshop import packs as workshop
from hulldown.server.workshop.packs import PackIn
from hulldown.server.workshop.uses import find_uses

WITH_HOUSE_RULES = [name for name in rulesets.names() if rulesets.get(name).files.house.occasions]
STEADY = {
    "name": "Steady aim",
    "on": "to_hit",
    "when": {"moved": 0, "range": {"at_most": 4}},
    "then": "reroll_miss",
}


def mine(**rules: Any) -> dict[str, Any]:
    """A pack of Tank Commander with these house rules, as the page sends it."""
    return pack("tank_commander", units={"house_rules": rules})


@pytest.mark.parametrize("name", WITH_HOUSE_RULES)
def test_the_bench_says_what_house_rules_can_be_about(client: TestClient, name: str) -> None:
    bench = client.get(f"/api/workshop/rules/{name}").json()
    house, rules = bench["house"], rulesets.get(name).files.rulebook().rules
    assert len(house["occasions"]) >= 12 and len(house["circumstances"]) >= 15
    assert "house_rules" not in bench["tables"]
    for occasion in house["occasions"]:
        assert occasion["rule"] in rules and occasion["changes"]
        assert (occasion["number"] or occasion["roll"]) and occasion["low"] <= occasion["high"]
        assert all(summand["rule"] in rules for summand in occasion["summands"])
    for circumstance in house["circumstances"]:
        assert circumstance["rule"] in rules
        assert ("{not }" in circumstance["text"]) == (circumstance["kind"] == "yes_no")
        assert bool(circumstance["words"]) == (circumstance["kind"] == "word")


@pytest.mark.parametrize("name", WITH_HOUSE_RULES)
def test_every_idea_can_be_taken_up_as_it_is(client: TestClient, name: str) -> None:
    ideas = client.get(f"/api/workshop/rules/{name}").json()["house"]["ideas"]
    taken = {idea["id"]: idea["house_rule"] for idea in ideas}
    verdict = ask(client, "judge", pack(name, units={"house_rules": taken}))
    assert verdict["faults"] == [] and verdict["conflicts"] == []
    assert [change["new"] for change in verdict["differences"]] == [idea["sentence"] for idea in ideas]


def test_a_house_rule_is_a_difference_in_a_sentence(client: TestClient) -> None:
    verdict = ask(client, "judge", mine(steady_aim=STEADY))
    (difference,) = verdict["differences"]
    assert verdict["faults"] == [] and verdict["conflicts"] == []
    assert difference["kind"] == "house_rule" and difference["rule"] == "TC-7.13"
    assert difference["new"] == (
        "When it has moved 0 hexes and the range is at most 4 hexes, the roll to hit: re-roll a miss once."
    )


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"on": "to_hitt"}, "on", 'did you mean "to_hit"'),
        ({"when": {"rnge": 1}}, "when.rnge", 'did you mean "range"'),
        ({"when": {"range": 400}}, "when.range", "is a number from 0 to 60"),
        ({"when": {"target_ground": "swamp"}}, "when.target_ground", "swamp"),
        ({"when": {"range": {"at_least": 5, "at_most": 4}}}, "when.range", "can never be"),
        ({"when": {"burning": {"at_least": 1}}}, "when.burning", "has no more and no less"),
        ({"then": "reroll_mis"}, "then", 'did you mean "reroll_miss"'),
        ({"then": {"add": 400}}, "then", "add must be from"),
        ({"then": {"add": 1, "set": 2}}, "then", "takes one of"),
        ({"then": {"ignore": "fog"}}, "then", "fog"),
        ({"name": ""}, "name", "must not be empty"),
        ({"when": dict.fromkeys(("moved", "range", "hull", "spent", "turn"), 1)}, "when", "at most 4"),
    ],
)
def test_a_mistake_is_said_in_one_line(
    client: TestClient, change: dict[str, Any], field: str, said: str
) -> None:
    faults = ask(client, "judge", mine(steady_aim={**STEADY, **change}))["faults"]
    assert faults and faults[0]["file"] == "house_rules"
    assert faults[0]["field"].startswith(f"house_rules.steady_aim.{field}")
    assert said in faults[0]["text"]


def test_contradictions_are_said(client: TestClient) -> None:
    rules = {
        "low": {"name": "Low", "on": "armor", "then": {"at_most": 4}},
        "high": {"name": "High", "on": "armor", "then": {"at_least": 6}},
        "far": {"name": "Far", "on": "to_hit", "when": {"range": {"at_least": 6}}, "then": {"set": 5}},
        "near": {"name": "Near", "on": "to_hit", "when": {"range": {"at_most": 5}}, "then": {"set": 3}},
    }
    (conflict,) = ask(client, "judge", mine(**rules))["conflicts"]
    assert conflict.startswith('"Low" and "High": the number can\'t be at most 4 and at least 6')


def test_one_that_is_off_counts_nowhere(client: TestClient) -> None:
    sent = mine(steady_aim={**STEADY, "off": True})
    assert ask(client, "judge", sent)["differences"] == []
    effect = ask(client, "odds", {"pack": sent, "situation": {}})
    rows = [row for part in effect["sections"] for row in part["rows"]]
    assert all(row["chances"][0] == row["chances"][1] for row in rows)


def test_more_than_can_be_in_force_is_refused(client: TestClient) -> None:
    rules = {f"rule_{n}": {**STEADY, "name": f"Rule {n}"} for n in range(17)}
    (fault,) = ask(client, "judge", mine(**rules))["faults"]
    assert fault["field"] == "house_rules.rule_16" and "16 house rules" in fault["text"]


def test_situations_are_found_in_which_a_house_rule_counts() -> None:
    ruleset = rulesets.get("tank_commander")
    rules = {
        "steady_aim": STEADY,
        "woodsman": {
            "name": "Woodsman",
            "on": "to_hit",
            "when": {"target_ground": "forest"},
            "then": {"ignore": "forest"},
        },
        "wreck": {"name": "Wreck", "on": "cook_off", "then": {"add": 1}},
    }
    sent = PackIn(**mine(**rules))
    uses = find_uses(
        workshop.as_printed(ruleset, sent), workshop.playable(ruleset, sent), sent.units, seconds=math.inf
    )
    seen = {change for use in uses.uses for change in use.changes}
    assert seen == {"house_rules.steady_aim", "house_rules.woodsman"}
    assert uses.unseen == ["house_rules.wreck"]  # no shot waits for the end of a turn


def test_odds_are_those_with_the_house_rule(client: TestClient) -> None:
    effect = ask(client, "odds", {"pack": mine(steady_aim=STEADY), "situation": {}})
    miss = next(row for part in effect["sections"] for row in part["rows"] if row["text"] == "Miss")
    assert [chance["chance"] for chance in miss["chances"]] == ["1/3", "1/9"]


def test_house_rules_of_a_sheet_are_taken_as_a_table_and_exported_as_a_file(client: TestClient) -> None:
    sheet = 'name = "Aim"\nruleset = "tank_commander"\n[[house_rules]]\n'
    sheet += 'name = "Steady aim"\non = "to_hit"\nthen = "reroll_miss"\n'
    data = base64.b64encode(zip_pack({"pack.toml": sheet})).decode()
    taken = ask(client, "load", {"ruleset": "chase", "name": "aim.hulldown", "data": data})
    assert "house_rules" not in taken["sheet"]
    assert list(taken["units"]["house_rules"]) == ["steady_aim"]
    whole = {key: taken[key] for key in ("ruleset", "sheet", "units", "scenarios")}
    answer = client.post("/api/workshop/file", json=whole)
    texts = unzip_pack(answer.content, "aim")
    assert tomllib.loads(texts["house_rules.toml"])["house_rules"]["steady_aim"]["then"] == "reroll_miss"
