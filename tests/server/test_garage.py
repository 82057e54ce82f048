"""The garage: what can be bought, verdicts, cards, kept builds, and what is sent to it in bad faith."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import HOST, begin, refusal

from hulldown import rulesets
from hulldown.server.app import create_app
from hulldown.server.settings import Limits, Settings

TC = "/api/rulesets/tank_commander"
CREW = {role: role.title() for role in ("commander", "driver", "gunner", "loader", "lieutenant")}


def asked(client: TestClient, call: str, **body: Any) -> Any:
    answer = client.post(f"{TC}/{call}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def sample(client: TestClient, name: str) -> dict[str, Any]:
    """A build of table 2.6 as plain data."""
    found = asked(client, "garage")["samples"]
    return dict(next(one["build"] for one in found if one["id"] == name))


def test_only_rulesets_with_builds_have_a_garage(client: TestClient) -> None:
    listed = client.get("/api/garage").json()
    assert listed[0] == {"id": "tank_commander", "name": "Tank Commander"}
    assert "pebbles" not in [one["id"] for one in listed]


def test_what_can_be_bought_follows_the_options(client: TestClient) -> None:
    plain = asked(client, "garage")
    assert [unit["id"] for unit in plain["units"]] == ["tank", "apc"]
    tank = plain["units"][0]
    limits = {line["id"]: line["limit"] for line in tank["upgrades"]}
    assert limits["air_support"] and limits["mine"]
    assert len(tank["facings"]) == 3 and len(tank["crew"]) == 5
    spare = asked(client, "garage", options={"adv_air_support": False, "exotic_units": True})
    limits = {line["id"]: line["limit"] for line in spare["units"][0]["upgrades"]}
    assert limits["air_support"] == 0  # TC-2.16
    assert {"hover_tank", "walker"} & {one["id"] for one in spare["samples"]}  # TC-14.11


def test_every_sample_is_judged_as_the_rules_judge_it(client: TestClient) -> None:
    rules = rulesets.get("tank_commander")
    for one in asked(client, "garage")["samples"]:
        told, verdict = asked(client, "judge", build=one["build"]), rules.need_builds().judge(one["build"])
        assert (told["cost"], told["budget"], told["legal"]) == (verdict.cost, verdict.budget, verdict.legal)
        assert told["card"].startswith("<svg") and one["build"]["unit"] in told["toml"]


def test_every_broken_rule_is_named(client: TestClient) -> None:
    armor = {"front": 12, "side": 14, "rear": 5}
    build = {"unit": "tank", "armor": armor, "upgrades": ["engine", "engine", "optics"]}
    told = asked(client, "judge", build=build)
    assert not told["legal"]
    assert [why["code"] for why in told["broken"]] == [
        "over-facing-limit",
        "over-facing-limit",
        "below-base",
        "side-exceeds-front",
        "over-item-limit",
        "over-budget",
    ]
    book = rulesets.get("tank_commander").files.rulebook().rules
    assert all(why["rule"] in book for why in told["broken"])


def test_paint_and_names_earn_a_point_each(client: TestClient) -> None:
    """TC-2.20 to TC-2.22; a veto takes the second."""
    hunter = sample(client, "Hunter") | {"name": ""}
    plain = asked(client, "judge", build=hunter)["budget"]
    painted = hunter | {"paint": {"scheme": "olive", "pattern": "bands"}}
    assert asked(client, "judge", build=painted)["budget"] == plain + 1
    assert asked(client, "judge", build=painted)["earned"] == ["painted"]
    both = painted | {"name": "Iron Duchess", "crew": CREW}
    assert asked(client, "judge", build=both)["budget"] == plain + 2
    assert asked(client, "judge", build=both, options={"epic_veto": True})["budget"] == plain + 1
    nameless = both | {"crew": CREW | {"lieutenant": "  "}}
    assert asked(client, "judge", build=nameless)["budget"] == plain + 1
    carrier = sample(client, "Carrier") | {"paint": {"scheme": "olive"}}
    before = asked(client, "judge", build=sample(client, "Carrier"))["budget"]
    assert asked(client, "judge", build=carrier)["budget"] == before  # battle tanks only


def test_a_file_comes_back_as_it_was(client: TestClient) -> None:
    build = sample(client, "Raider") | {
        "name": 'Żółw "the \\ tortoise"',
        "crew": CREW,
        "paint": {"scheme": "sand", "pattern": "dots"},
    }
    told = asked(client, "judge", build=build)
    again = asked(client, "import", toml=told["toml"])
    assert again == {"build": told["build"], "problems": []}
    assert tomllib.loads(told["toml"])["name"] == build["name"]


ARMOR = "armor = { front = 6, side = 6, rear = 6 }"


@pytest.mark.parametrize(
    ("text", "line", "field", "says"),
    [
        ("unit = ", 1, "", "is not TOML"),
        (f'unit = "tank"\n{ARMOR}\nupgrades = ["optcs"]', 3, "upgrades[1]", 'did you mean "optics"?'),
        ('unit = "tank"\narmor = { front = "x", side = 6, rear = 6 }', 2, "armor.front", "whole number"),
        (f'unit = "tnk"\n{ARMOR}', 1, "unit", 'did you mean "tank"?'),
        (f'unit = "tank"\n{ARMOR}\npaint = {{ scheme = "pink" }}', 3, "paint.scheme", "pink"),
        (f'unit = "tank"\n{ARMOR}\ncrew = {{ cook = "Rita" }}', 3, "crew.cook", ""),
        ("a = " + "[" * 4000, 1, "", "nested too deeply"),
        ("", 1, "unit", "missing"),
    ],
)
def test_an_import_names_line_and_field(
    client: TestClient, text: str, line: int, field: str, says: str
) -> None:
    told = asked(client, "import", toml=text)
    assert told["build"] is None
    first = told["problems"][0]
    assert (first["line"], first["field"]) == (line, field), told
    assert says in first["text"]


def test_builds_are_kept_changed_and_forgotten(client: TestClient) -> None:
    made = client.post(
        "/api/builds", json={"ruleset": "tank_commander", "build": sample(client, "Hunter")}
    ).json()
    assert (made["name"], made["unit"], made["legal"]) == ("Hunter", "tank", True)
    other = made["build"] | {"name": "Second"}
    path = f"/api/builds/{made['id']}"
    changed = client.put(path, json={"ruleset": "tank_commander", "build": other}).json()
    assert (changed["id"], changed["name"]) == (made["id"], "Second")
    listed = client.get("/api/builds", params={"ruleset": "tank_commander"}).json()
    assert [one["name"] for one in listed] == ["Second"]
    gone = client.delete(path).json()
    assert gone["build"] == changed["build"]
    refusal(client.delete(path), 404, "not_found")
    refusal(client.put(path, json={"ruleset": "tank_commander", "build": other}), 404, "not_found")
    assert client.get("/api/builds", params={"ruleset": "tank_commander"}).json() == []


def test_builds_outlive_the_server(settings: Settings) -> None:
    body = {"ruleset": "tank_commander", "build": {"unit": "tank", "name": "Old Faithful"}}
    with TestClient(create_app(settings), base_url=HOST) as first:
        first.post("/api/builds", json=body)
    with TestClient(create_app(settings), base_url=HOST) as second:
        listed = second.get("/api/builds", params={"ruleset": "tank_commander"}).json()
    assert [one["name"] for one in listed] == ["Old Faithful"]


def test_an_unfinished_build_is_kept_too(client: TestClient) -> None:
    build = {"unit": "tank", "armor": {"front": 9, "side": 9, "rear": 9}, "upgrades": ["optics"] * 9}
    made = client.post("/api/builds", json={"ruleset": "tank_commander", "build": build}).json()
    assert not made["legal"]


def test_a_build_fights_under_its_names(client: TestClient) -> None:
    """A unit may be replaced by a build of the same kind (TC-13.2), bonus points and all."""
    build = sample(client, "Hunter") | {"name": "Iron Duchess", "crew": CREW, "paint": {"scheme": "olive"}}
    build["upgrades"] = [*build["upgrades"], "mine", "mine"]
    table = begin(client, ruleset="tank_commander", scenario="skirmish", forces={"A1": build})
    cards = {card["unit"]: card for card in table.view(0)["cards"]}
    assert cards["A1"]["name"] == "Iron Duchess"
    assert [seat["name"] for seat in cards["A1"]["crew"]] == list(CREW.values())
    assert cards["B1"]["name"] != "Iron Duchess"


@pytest.mark.parametrize("crew", [{"commander": "Rita"}, ["Rita"], {}])
def test_a_sample_may_be_named_too(client: TestClient, crew: Any) -> None:
    forces = {"A1": {"build": "Raider", "name": "Ratcatcher", "crew": crew}}
    card = begin(client, ruleset="tank_commander", scenario="skirmish", forces=forces).view(0)["cards"][0]
    assert (card["name"], card["crew"][0]["name"]) == ("Ratcatcher", "Rita" if crew else "")


@pytest.mark.parametrize("more", [{"name": 5}, {"crew": "nobody"}, {"crew": [5]}, {"crew": {"cook": "x"}}])
def test_names_that_are_none_do_not_fight(client: TestClient, more: Any) -> None:
    body = {"ruleset": "tank_commander", "scenario": "skirmish", "forces": {"A1": {"build": "Raider"} | more}}
    refusal(client.post("/api/games", json=body | {"seats": [{}, {}]}), 400, "unclear")


def test_a_build_too_dear_does_not_fight(client: TestClient) -> None:
    build = sample(client, "Hunter")
    build["upgrades"] = [*build["upgrades"], "mine"]
    body = {"ruleset": "tank_commander", "scenario": "skirmish", "forces": {"A1": build}}
    told = refusal(client.post("/api/games", json=body | {"seats": [{}, {}]}), 400, "unclear")
    assert "TC-2.4" in told["text"]


def test_cards_are_printed_as_pictures_and_pdf(client: TestClient) -> None:
    builds = [
        sample(client, name) for name in ("Hunter", "Carrier", "infantry", "Raider", "Bulwark", "Pathfinder")
    ]
    for paper, width in (("a4", "210mm"), ("letter", "215.9mm")):
        pages = asked(client, "cards", builds=builds, paper=paper)["pages"]
        assert len(pages) == 2
        assert all(f'width="{width}"' in page and "style=" not in page for page in pages)
    summed = asked(client, "cards", builds=builds, summary=True)["pages"]
    assert len(summed) == 3 and "6 units" in summed[0]
    answer = client.post(f"{TC}/cards.pdf", json={"builds": builds, "side": 1})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-") and answer.content.count(b"/Type /Page\n") == 2


# ---------------------------------------------------------------- in bad faith


@pytest.mark.parametrize(
    "body",
    [
        {"build": []},
        {"build": {"unit": 3}},
        {"build": {"unit": "tank", "armor": {"front": 10**30, "side": 6, "rear": 6}}},
        {"build": {"unit": "tank", "armor": {"front": -1, "side": 6, "rear": 6}}},
        {"build": {"unit": "tank", "armor": {"front": 6.5, "side": 6, "rear": 6}}},
        {"build": {"unit": "tank", "armor": {"front": True, "side": 6, "rear": 6}}},
        {"build": {"unit": "tank", "armor": [6, 6, 6]}},
        {"build": {"unit": "tank", "upgrades": "engine"}},
        {"build": {"unit": "tank", "upgrades": [None]}},
        {"build": {"unit": "tank", "name": "x" * 41}},
        {"build": {"unit": "tank", "name": "a\nb"}},
        {"build": {"unit": "tank", "crew": {"cook": "x"}}},
        {"build": {"unit": "tank", "paint": {"scheme": "url(#x)"}}},
        {"build": {"unit": "tank", "cheat": 1}},
        {"build": {"build": "../../etc/passwd"}},
        {"build": {"build": {"a": 1}}},
        {"build": {f"k{n}": 1 for n in range(17)}},
        {"options": {"painted": "perhaps"}},
        {"options": {"nothing": 1}},
        {"surplus": 1},
    ],
)
def test_a_bad_build_is_refused(client: TestClient, body: dict[str, Any]) -> None:
    refusal(client.post(f"{TC}/judge", json=body), 400, "unclear")


@pytest.mark.parametrize("body", [{}, {"toml": 3}, {"toml": "x" * 16_385}, {"toml": "", "build": {}}])
def test_a_bad_import_is_refused(client: TestClient, body: dict[str, Any]) -> None:
    refusal(client.post(f"{TC}/import", json=body), 400, "unclear")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"builds": []},
        {"builds": [{"unit": "tank"}] * 49},
        {"builds": [{"unit": "tank"}], "paper": "a0"},
        {"builds": [{"unit": "tank"}], "side": 2},
        {"builds": [{"unit": "zeppelin"}]},
        {"builds": ["tank"]},
    ],
)
@pytest.mark.parametrize("call", ["cards", "cards.pdf"])
def test_bad_sheets_are_refused(client: TestClient, call: str, body: dict[str, Any]) -> None:
    refusal(client.post(f"{TC}/{call}", json=body), 400, "unclear")


def test_markup_in_names_is_only_text(client: TestClient) -> None:
    build = {"unit": "tank", "name": "<script>alert(1)</script>", "crew": {"driver": '"><img src=x>'}}
    card = asked(client, "judge", build=build)["card"]
    assert "<script" not in card and "<img" not in card


def test_letters_that_no_font_has_are_printed_as_something(client: TestClient) -> None:
    build = {"unit": "tank", "name": "李 \U0001f600", "crew": {"driver": "\u0627\u0628"}}
    answer = client.post(f"{TC}/cards.pdf", json={"builds": [build]})
    assert answer.content.startswith(b"%PDF-")


def test_the_garage_is_not_endless(settings: Settings) -> None:
    small = replace(settings, limits=Limits(builds=2))
    body = {"ruleset": "tank_commander", "build": {"unit": "tank"}}
    with TestClient(create_app(small), base_url=HOST) as client:
        assert [client.post("/api/builds", json=body).status_code for _ in range(2)] == [200, 200]
        refusal(client.post("/api/builds", json=body), 409, "too_many")


def test_a_ruleset_without_builds_says_so(client: TestClient) -> None:
    path = "/api/rulesets/pebbles"
    refusal(client.post(f"{path}/garage", json={}), 400, "no_builds")
    refusal(client.post(f"{path}/judge", json={}), 400, "no_builds")
    refusal(client.post(f"{path}/cards", json={"builds": [{}]}), 400, "no_builds")
    refusal(client.post(f"{path}/import", json={"toml": ""}), 400, "no_builds")
    refusal(client.get("/api/builds", params={"ruleset": "pebbles"}), 400, "no_builds")
    refusal(client.post("/api/builds", json={"ruleset": "pebbles", "build": {}}), 400, "no_builds")
    refusal(client.post("/api/rulesets/zeppelin/judge", json={}), 404, "not_found")


def test_deep_and_large_messages_never_reach_the_garage(client: TestClient) -> None:
    deep = b'{"build": {"a": ' + b"[" * 40 + b"]" * 40 + b"}}"
    kind = {"content-type": "application/json"}
    refusal(client.post(f"{TC}/judge", content=deep, headers=kind), 400, "unclear")
    large = json.dumps({"toml": "x" * 70_000}).encode()
    refusal(client.post(f"{TC}/judge", content=large, headers=kind), 413, "too_large")
