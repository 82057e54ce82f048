"""The rulebooks as the server tells them: what there is to read, is found, is ours, is drawn."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal

from hulldown import rulesets
from hulldown.rulesets.api.files import TEXTS
from hulldown.server.rules import search as finding
from hulldown.server.rules.rulebook import chapters_of, cited_rules, illustration, named_in

ALL = ("tank_commander", "agrav", "close_assault", "warstrike", "chase")


@pytest.mark.parametrize("name", ALL)
def test_every_id_of_a_text_is_a_rule(name: str) -> None:
    ruleset = rulesets.get(name)
    rules = ruleset.files.rulebook().rules
    for text in TEXTS:
        assert [one for one in cited_rules(ruleset.files.text(text)) if one not in rules] == []


@pytest.mark.parametrize("name", ALL)
def test_there_are_chapters_to_read_and_each_names_its_rules(name: str) -> None:
    chapters = chapters_of(rulesets.get(name).files.text("reading"))
    assert 6 <= len(chapters) <= 10
    assert all(cited_rules(text) for _, text in chapters)


@pytest.mark.parametrize("name", ALL)
def test_every_picture_is_drawn_and_told(name: str) -> None:
    ruleset = rulesets.get(name)
    named = list(named_in(ruleset))
    assert named
    for one in named:
        made = illustration(ruleset, one)
        assert made.picture.startswith("<svg")
        assert made.width > 0
        assert len(made.words) > 20


@pytest.mark.parametrize("name", ALL)
def test_a_rulebook_has_every_rule_once_and_its_pictures(client: TestClient, name: str) -> None:
    book = client.get(f"/api/rulesets/{name}/rulebook").json()
    rules = rulesets.get(name).files.rulebook().rules
    assert [rule["id"] for part in book["chapters"] for rule in part["rules"]] == list(rules)
    whole = " ".join(rule["html"] for part in book["chapters"] for rule in part["rules"])
    assert "<script" not in whole
    linked = set(re.findall(r'href="#([A-Z]+-[\d.]+)"', whole))
    assert linked <= set(rules)
    for address in re.findall(r'<img src="([^"]+)"', " ".join(one["html"] for one in book["reading"])):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")


def test_only_pictures_of_a_text_are_drawn(client: TestClient) -> None:
    refusal(client.get("/api/rulesets/chase/pictures/0123456789ab.svg"), 404, "not_found")
    refusal(client.get("/api/rulesets/nowhere/pictures/0123456789ab.svg"), 404, "not_found")


@pytest.mark.parametrize("name", ALL)
def test_what_is_ours_is_listed_once_with_its_switch(client: TestClient, name: str) -> None:
    found = client.get(f"/api/rulesets/{name}/ours").json()
    listed = [rule["id"] for part in found["chapters"] for rule in part["rules"]]
    ruleset = rulesets.get(name)
    ours = {id_ for id_, (mark, _) in ruleset.files.rulebook().rules.items() if mark != "source"}
    assert ours <= set(listed)
    assert len(listed) == len(set(listed))
    switches = [one for part in found["chapters"] for rule in part["rules"] for one in rule["switches"]]
    assert sorted(switches) == sorted(ruleset.files.options())
    assert "Thank you" in found["source"]


def test_where_a_rule_is_used(client: TestClient) -> None:
    found = client.get("/api/rulesets/tank_commander/uses").json()
    assert "shooting.py: needed" in found["TC-7.13"]["code"]
    assert "the driver is dead" in found["TC-6.18"]["refusals"]
    assert "target in or behind forest" in found["TC-9.5"]["sums"]
    assert "{unit} reaches the waypoint at {cell}" in found["TC-13.9"]["log"]
    assert found["TC-7.13"]["vectors"] > 0
    assert set(found) == set(rulesets.get("tank_commander").files.rulebook().rules)


def search(client: TestClient, words: str, here: str = "") -> list[str]:
    answer = client.get("/api/rules/search", params={"q": words, "here": here})
    assert answer.status_code == 200, answer.text
    return [hit["id"] or hit["title"] for hit in answer.json()["hits"]]


def test_a_search_finds_an_id_a_chapter_and_words(client: TestClient) -> None:
    assert search(client, "TC-7.13")[0] == "TC-7.13"
    assert search(client, "ag 8.1")[0] == "AG-8.1"
    assert search(client, "ws-8")[:2] == ["WS-8.1", "WS-8.2"]
    assert search(client, "winning", "chase")[0] == "Winning"
    assert "TC-9.5" in search(client, "forest accuracy")
    assert search(client, "ramm")  # the beginning of a word
    assert search(client, "zzzqq forest") == []
    assert search(client, "   ") == []


def test_the_open_book_comes_first(client: TestClient) -> None:
    assert search(client, "sight", "agrav")[0].startswith("AG-")
    assert search(client, "sight", "warstrike")[0].startswith("WS-")
    for name in ALL:  # all of it, whatever the titles of others are
        answer = client.get("/api/rules/search", params={"q": "turn", "here": name}).json()
        own = [hit["ruleset"] == name for hit in answer["hits"]]
        assert own == sorted(own, reverse=True) and own[0]
    assert search(client, "TC-7.13", "chase")[0] == "TC-7.13"


@pytest.mark.parametrize("name", ALL)
def test_every_rule_can_be_had_by_itself(client: TestClient, name: str) -> None:
    book = client.get(f"/api/rulesets/{name}/rulebook").json()
    for part in book["chapters"]:
        for rule in part["rules"][:2]:
            answer = client.get(f"/api/rulesets/{name}/rules/{rule['id']}")
            assert answer.status_code == 200, answer.text
            found = answer.json()
            assert found["html"].replace(f"/rulebook/{name}#", "#") == rule["html"]
            assert (found["id"], found["mark"]) == (rule["id"], rule["mark"])
            assert found["title"] and found["title"] in part["title"].replace("`", "")
            for one in found["explained"]:
                assert one["address"].partition("#")[2] in {read["id"] for read in book["reading"]}


def test_a_rule_has_the_numbers_in_force_and_one_that_is_not_there_is_refused(client: TestClient) -> None:
    place = "/api/rulesets/tank_commander/rules"
    printed = client.get(f"{place}/TC-9.5").json()["html"]
    changed = client.get(f"{place}/TC-9.5?value=forest_penalty=3")
    assert changed.status_code == 200 and changed.json()["html"] != printed
    refusal(client.get(f"{place}/TC-99.9"), 404, "not_found")
    refusal(client.get(f"{place}/CH-1.1"), 404, "not_found")
    refusal(client.get(f"{place}/TC-9.5?value=forest_penalty=999"), 400, "bad_value")


@pytest.mark.parametrize(
    "words", ["(((((", "a" * 200, ".*" * 90, "<script>", "\u202e%00", "a b c d e f g h i j k"]
)
def test_a_search_is_bounded_whatever_is_asked(client: TestClient, words: str) -> None:
    assert len(search(client, words)) <= finding.MOST


def test_a_search_for_a_novel_is_refused(client: TestClient) -> None:
    assert client.get("/api/rules/search", params={"q": "a" * 201}).status_code in (400, 422)


def test_what_is_found_is_told_apart_from_its_surroundings(client: TestClient) -> None:
    hit = client.get("/api/rules/search", params={"q": "cook-off blast"}).json()["hits"][0]
    assert hit["found"].lower() in ("cook-off", "blast")
    assert len(hit["before"]) + len(hit["after"]) < 3 * finding.AROUND
    assert hit["address"].startswith("/rulebook/")


def test_the_rulebooks_are_listed_in_a_sentence_each(client: TestClient) -> None:
    lines = {one["id"]: one for one in client.get("/api/rules").json()}
    assert set(ALL) <= set(lines)
    assert all(lines[name]["text"].endswith(".") and lines[name]["chapters"] for name in ALL)
