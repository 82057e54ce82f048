"""A setup in an address or a message: packs, a scenario, choices, and every page that is asked with it."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from pypdf import PdfReader
from tests.server.conftest import HUMANS, refusal

from hulldown import rulesets
from hulldown.catalogue.load import parse_toml, toml_text

TC = "/api/rulesets/tank_commander"
GULL = {"unit": "hover_tank", "armor": {"front": 5, "side": 5, "rear": 4}, "upgrades": ["barrel"]}
SKIRMISH = parse_toml(
    (Path(rulesets.__file__).parent / "tank_commander/scenarios/skirmish.toml").read_text("utf-8"), "skirmish"
)


def gulls(**changes: Any) -> dict[str, Any]:
    """A pack with a hover tank that only the options of its own scenario let anybody field."""
    first = {**SKIRMISH["units"]["A1"], "build": "Gull"}
    units = {**SKIRMISH["units"], "A1": first}
    shore = {**SKIRMISH, "name": "The shore", "options": {"exotic_units": True}, "units": units}
    return {
        "ruleset": "tank_commander",
        "sheet": {"name": "Gulls", "values": {"at_strength": 7}},
        "units": {"builds": {"Gull": {**GULL, "points": 1, "text": "Skims over mud.", "source": "TC-14.12"}}},
        "scenarios": {"shore": shore},
        **changes,
    }


def kept(client: TestClient, pack: dict[str, Any]) -> str:
    """The id of a pack that is kept."""
    answer = client.post("/api/workshop/packs", json=pack)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def asked(**setup: Any) -> str:
    """The query of a setup."""
    return f"?setup={quote(json.dumps(setup))}"


def ask(client: TestClient, path: str, body: Any = None) -> Any:
    """The answer to a call that is not refused."""
    answer = client.get(path) if body is None else client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_garage_offers_what_only_the_scenario_of_the_setup_allows(client: TestClient) -> None:
    pack = kept(client, gulls())
    for setup, offered in (({"packs": [pack]}, False), ({"packs": [pack], "scenario": "shore"}, True)):
        query = asked(**setup)
        offer = ask(client, f"{TC}/garage{query}", {})
        assert ("Gull" in {sample["id"] for sample in offer["samples"]}) is offered
        assert ("hover_tank" in {unit["id"] for unit in offer["units"]}) is offered
        judged = ask(client, f"{TC}/judge{query}", {"build": GULL})
        assert judged["legal"] is offered and "<svg" in judged["card"]
        pages = ask(client, f"{TC}/cards{query}", {"builds": [GULL]})["pages"]
        assert len(pages) == 1
        assert client.post(f"{TC}/cards.pdf{query}", json={"builds": [GULL]}).content.startswith(b"%PDF")


def test_a_build_is_kept_and_listed_by_the_setup(client: TestClient) -> None:
    query = asked(scenario="shore", packs=[kept(client, gulls())]) + "&ruleset=tank_commander"
    build = {"ruleset": "tank_commander", "build": GULL}
    made = ask(client, f"/api/builds{query}", build)
    assert made["legal"]
    assert [line["legal"] for line in ask(client, f"/api/builds{query}")] == [True]
    assert [line["legal"] for line in ask(client, "/api/builds?ruleset=tank_commander")] == [False]
    form = ask(client, f"{TC}/situations{query.partition('&')[0]}")
    assert [unit["name"] for unit in form["builds"]] == [made["name"]]
    other = {"ruleset": "chase", "build": {"tank": "kestrel"}}
    refusal(client.post(f"/api/builds{query}", json=other), 400, "unclear")
    refusal(client.post("/api/builds" + asked(options={"night": True}), json=build), 404, "not_found")


def test_the_odds_form_says_who_set_what(client: TestClient) -> None:
    pack = kept(client, gulls())
    query = asked(packs=[pack], scenario="shore", options={"night": True}, values={"he_strength": 5})
    form = ask(client, f"{TC}/situations{query}")
    titles = {group["title"]: [field["id"] for field in group["fields"]] for group in form["groups"][-2:]}
    assert titles == {
        "By the pack Gulls": ["options.at_strength"],
        "By choice": ["options.night", "options.he_strength"],
    }
    assert "Gull" in json.dumps(form)
    sent: dict[str, Any] = {"situations": [{"shooter": {"what": "Gull"}}], "width": 640}
    same = {"at_strength": 7, "night": True, "he_strength": 5}
    bare = asked(packs=[pack])
    chosen = {"situations": [{"shooter": {"what": "Gull"}, "options": same}], "width": 640}
    for what in ("odds", "series/odds", "odds/chart.svg", "odds/table.csv"):
        answer = client.post(f"{TC}/{what}{query}", json=sent)
        assert answer.status_code == 200, answer.text
        assert answer.content == client.post(f"{TC}/{what}{bare}", json=chosen).content


def test_what_the_scenario_states_has_a_group_of_its_own(client: TestClient) -> None:
    dark = toml_text({**SKIRMISH, "name": "By night", "options": {"night": True}})
    form = ask(client, f"{TC}/situations{asked(own=dark)}")
    (field,) = form["groups"][-1]["fields"]
    assert form["groups"][-1]["title"] == "By the scenario By night"
    assert (field["id"], field["default"]) == ("options.night", True)


def test_reports_are_those_of_a_setup(client: TestClient) -> None:
    at, query = "/api/rulesets/close_assault", asked(values={"fight_dice": 3})
    for report in ask(client, f"{at}/reports{query}"):
        assert report["groups"][-1]["title"] == "By choice"
        path = f"{at}/reports/{report['id']}"
        same = ask(client, path, {"asked": {"options": {"fight_dice": 3}}})
        assert ask(client, path + query, {"asked": {}}) == same != ask(client, path, {"asked": {}})


def test_the_rulebook_has_the_numbers_of_a_setup(client: TestClient) -> None:
    said = ask(client, f"{TC}/rules/TC-7.4{asked(values={'at_strength': 7})}")
    assert said == ask(client, f"{TC}/rules/TC-7.4?value=at_strength=7")
    term = ask(client, f"{TC}/glossary{asked(values={'at_strength': 7})}")
    assert term == ask(client, f"{TC}/glossary?value=at_strength=7")


def test_a_setup_says_what_is_in_force_and_who_set_it(client: TestClient) -> None:
    pack = kept(client, gulls())
    setup = {"packs": [pack], "scenario": "shore", "options": {"night": True}, "forces": {"B1": "Gull"}}
    answer = ask(client, f"{TC}/setup{asked(**setup)}")
    assert answer["variants"] == {"at_strength": 7, "exotic_units": True, "night": True}
    assert [tuple(source.values()) for source in answer["set_by"]] == [
        ("pack", pack, "Gulls", 0, 1, True),
        ("scenario", "shore", "The shore", 1, 0, False),
        ("chosen", "", "", 1, 0, True),
    ]
    sources = {change["id"]: change["source"] for change in answer["differences"]}
    assert sources["at_strength"] == sources["builds.Gull"] == "pack Gulls"
    assert sources["exotic_units"] == "scenario The shore" and sources["night"] == "chosen"
    assert len(answer["digest"]) == 32
    nothing = ask(client, f"{TC}/setup")
    assert (nothing["variants"], nothing["set_by"], nothing["differences"]) == ({}, [], [])


def test_a_scenario_of_a_setup_is_drawn_and_printed(client: TestClient) -> None:
    pack = kept(client, gulls())
    own = toml_text({**SKIRMISH, "name": "Mine", "turn_limit": 7})
    for query in (f"?pack={pack}", asked(packs=[pack])):
        shore = f"{TC}/scenarios/shore"
        printed = client.get(f"{shore}/print.pdf{query}")
        text = " ".join(page.extract_text() for page in PdfReader(BytesIO(printed.content)).pages)
        assert "The shore" in text and "Gull" in text and "at_strength = 7" in text
        picture = client.get(f"{shore}/picture.svg{query}")
        assert picture.text.startswith("<svg") and "max-age" not in picture.headers["cache-control"]
    assert client.get(f"{TC}/scenarios/mine/print.pdf{asked(scenario='mine', own=own)}").status_code == 200
    assert client.get(f"{TC}/scenarios/mine/picture.svg{asked(scenario='mine', own=own)}").status_code == 200
    for query in ("", asked(packs=[kept(client, gulls(scenarios={}))])):
        for file in ("print.pdf", "picture.svg"):
            refusal(client.get(f"{TC}/scenarios/shore/{file}{query}"), 404, "not_found")
    plain = client.get(f"{TC}/scenarios/skirmish/picture.svg")
    assert "max-age" in plain.headers["cache-control"]


def test_a_setup_brings_along_what_a_file_of_it_would(client: TestClient) -> None:
    pack = kept(client, gulls(scenarios={**gulls()["scenarios"], "again": SKIRMISH}))
    setup = {"packs": [pack], "scenario": "again", "options": {"night": True}}
    answer = ask(client, f"{TC}/files{asked(**setup)}")
    assert answer["name"] == "Gulls"
    assert answer["options"] == {"at_strength": 7, "night": True}  # what its own scenario states is in that
    assert [own["info"]["name"] for own in answer["scenarios"]] == ["The shore", "Skirmish"]
    assert [layer["file"] for layer in answer["layers"]] == ["units.toml"]
    own = toml_text({**SKIRMISH, "name": "Mine"})
    answer = ask(client, f"{TC}/files{asked(own=own)}")
    assert (answer["name"], answer["layers"], answer["options"]) == ("What is open", [], {})
    assert [scenario["info"]["name"] for scenario in answer["scenarios"]] == ["Mine"]
    refusal(client.get(f"{TC}/files{asked(packs=['nowhere'])}"), 404, "not_found")


# ---------------------------------------------------------------- games


def begun(client: TestClient, **message: Any) -> Any:
    """The answer to a game that is begun."""
    whole = {"ruleset": "tank_commander", "seats": HUMANS, "seed": 1, **message}
    return client.post("/api/games", json=whole)


def test_a_game_of_a_setup_is_played_with_all_of_it(client: TestClient) -> None:
    setup = {"packs": [kept(client, gulls())], "scenario": "shore", "options": {"night": True}}
    setup["forces"] = {"B1": "Gull"}
    answer = begun(client, setup=setup)
    assert answer.status_code == 200, answer.text
    changes = ask(client, f"/api/games/{answer.json()['game']}/differences")
    said = {change["id"]: change["source"] for change in changes}
    assert {"own", "at_strength", "night", "builds.Gull", "B1"} <= said.keys()
    assert said["exotic_units"] == "scenario The shore"  # a table tells what its own scenario states, too
    first = begun(client, setup={"packs": setup["packs"]}).json()["game"]
    assert "The shore" in json.dumps(ask(client, f"/api/games/{first}/view"))
    assert begun(client, setup={}).status_code == 200
    assert begun(client, scenario="skirmish").status_code == 200


def test_a_game_of_a_setup_that_is_no_good_is_refused(client: TestClient) -> None:
    refusal(begun(client), 400, "unclear")
    refusal(begun(client, setup={}, scenario="skirmish"), 400, "unclear")
    refusal(begun(client, setup={"packs": ["nowhere"]}), 404, "not_found")
    refusal(begun(client, setup={"forces": {"Z9": "Hunter"}}), 400, "unclear")
    half = json.dumps(
        {"ruleset": "tank_commander", "seats": HUMANS, "setup": {"forces": {"A1": {"name": "\ud800"}}}}
    )
    refusal(
        client.post("/api/games", content=half, headers={"content-type": "application/json"}), 400, "unclear"
    )
    foreign = kept(client, {"ruleset": "chase", "sheet": {"name": "Other"}})
    answer = begun(client, setup={"packs": [foreign]})
    refusal(answer, 400, "unclear")
    assert answer.json()["error"]["text"] == "Other: is a pack for chase, not for tank_commander"
    heavy = gulls(
        units={"builds": {"Gull": {**GULL, "points": 2, "text": "Too dear.", "source": "TC-14.12"}}}
    )
    refusal(begun(client, setup={"packs": [kept(client, heavy)]}), 400, "unclear")


def test_a_battle_says_what_it_is_played_with(client: TestClient) -> None:
    plain = begun(client, scenario="skirmish").json()["game"]
    assert ask(client, f"/api/games/{plain}/setup") == {
        "ruleset": "tank_commander",
        "setup": {"scenario": "skirmish"},
    }
    setup = {"packs": [kept(client, gulls())], "scenario": "shore", "options": {"night": True}}
    game = begun(client, setup={**setup, "forces": {"B1": "Gull"}}).json()["game"]
    answer = ask(client, f"/api/games/{game}/setup")["setup"]
    assert answer.pop("forces").keys() == {"B1"}
    assert answer == {
        "packs": [game],
        "scenario": "the_shore",
        "options": {"night": True},
        "values": {"at_strength": 7},
    }


def test_a_battle_is_asked_about_as_it_is_played(client: TestClient) -> None:
    pack = kept(client, gulls())
    game = begun(client, setup={"packs": [pack], "scenario": "shore"}).json()["game"]
    again = gulls(units={}, sheet={"name": "Gulls"}, scenarios={})
    assert client.post(f"/api/workshop/packs/{pack}", json={"number": 1, "pack": again}).status_code == 200
    setup = ask(client, f"/api/games/{game}/setup")["setup"]
    answer = ask(client, f"{TC}/setup{asked(**setup)}")
    assert answer["variants"] == {"at_strength": 7, "exotic_units": True}
    assert answer["set_by"][0]["kind"] == "battle" and answer["set_by"][0]["id"] == game
    assert "Gull" in json.dumps(ask(client, f"{TC}/garage{asked(**setup)}", {}))
    other = begun(client, setup=setup)
    assert other.status_code == 200, other.text
    offer = ask(client, f"/api/lab/tank_commander{asked(**setup)}")
    assert offer["own"] == ["the_shore"] and offer["packs"] == ["The battle The shore"]
    study = {
        "name": "Shore",
        "kind": "fair",
        "ruleset": "tank_commander",
        "scenarios": ["the_shore"],
        "players": ["random", "random"],
        "base": {"packs": [game], "values": {"at_strength": 7}},
    }
    judged = ask(client, "/api/studies/judge", {"study": study})
    assert judged["problems"] == [] and judged["study"]["base"]["packs"] == [game]


def test_a_battle_that_hides_units_keeps_its_own_scenario(client: TestClient) -> None:
    rules = "/api/rulesets/agrav"
    text = (Path(rulesets.__file__).parent / "agrav/scenarios/crossroads.toml").read_text("utf-8")
    mine = {**parse_toml(text, "crossroads"), "name": "Ambush"}
    pack = kept(client, {"ruleset": "agrav", "sheet": {"name": "Night"}, "scenarios": {"ambush": mine}})
    setup = {"packs": [pack], "scenario": "ambush", "options": {"fog_of_war": True}}
    answer = begun(client, ruleset="agrav", setup=setup)
    assert answer.status_code == 200, answer.text
    game = answer.json()["game"]
    refusal(client.get(f"/api/games/{game}/setup"), 409, "hidden")
    refusal(client.get(f"{rules}/setup{asked(packs=[game])}"), 404, "not_found")
    printed = begun(client, ruleset="agrav", setup={**setup, "packs": [], "scenario": "crossroads"})
    answer = ask(client, f"/api/games/{printed.json()['game']}/setup")
    assert answer["setup"] == {"scenario": "crossroads", "options": {"fog_of_war": True}}


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        (f"?setup={quote(json.dumps({'own': 'x' * 4000}))}", 400, "setup: String should have at most 4000"),
        ("?setup=nonsense", 400, "setup: Invalid JSON"),
        ("?setup=[]", 400, "setup: "),
        (asked(more=1), 400, "setup.more: Extra inputs are not permitted"),
        (asked(packs=["a"] * 17), 400, "setup.packs: List should have at most 16 items"),
        (asked(packs=["../mine"]), 400, "setup.packs.0: is a file of this machine"),
        (asked(scenario="mine.toml"), 400, "setup.scenario: is a file of this machine"),
        (asked(scenario="/etc/passwd"), 400, "setup.scenario: is a file of this machine"),
        (asked(forces={"A1": "mine.TOML"}), 400, "setup.forces.A1: is a file of this machine"),
        (asked(packs=["nowhere"]), 404, "There is no pack of that id."),
        (asked(scenario="nowhere"), 400, "unknown scenario"),
        (asked(options={"nonsense": True}), 400, "unknown option"),
        (asked(options={"night": "perhaps"}), 400, "option night: "),
        (asked(values={"at_strength": 999}), 400, "value at_strength: "),
        (asked(values={"night": 1}), 400, '"night" is an option: it belongs into `options`'),
        (asked(forces={"A1": "Nobody"}), 400, "unknown build"),
        (asked(own="name = 3"), 400, "scenario:1: name: "),
        (asked(options={"night": True}) + "&pack=abc", 400, "pack: name it in the setup"),
    ],
)
def test_a_setup_that_is_no_good_is_refused_in_a_line(
    client: TestClient, query: str, status: int, said: str
) -> None:
    for path in ("variants", "situations", "setup"):
        answer = client.get(f"{TC}/{path}{query}")
        refusal(answer, status, "not_found" if status == 404 else "unclear")
        text = answer.json()["error"]["text"]
        assert text.startswith(said) and "\n" not in text, text


def test_a_pack_of_other_rules_means_nothing_for_a_page(client: TestClient) -> None:
    foreign = kept(client, {"ruleset": "chase", "sheet": {"name": "Other", "values": {"t_bone_factor": 2}}})
    for query in (f"?pack={foreign}", asked(packs=[foreign])):
        assert ask(client, f"{TC}/garage{query}", {}) == ask(client, f"{TC}/garage", {})
        assert ask(client, f"{TC}/situations{query}") == ask(client, f"{TC}/situations")


def test_a_pack_that_is_saved_again_is_seen(client: TestClient) -> None:
    pack = kept(client, gulls())
    query = asked(packs=[pack])
    assert ask(client, f"{TC}/setup{query}")["variants"] == {"at_strength": 7}
    again = gulls(sheet={"name": "Gulls", "values": {"at_strength": 8}})
    assert client.post(f"/api/workshop/packs/{pack}", json={"number": 1, "pack": again}).status_code == 200
    assert ask(client, f"{TC}/setup{query}")["variants"] == {"at_strength": 8}
    assert ask(client, f"{TC}/setup?pack={pack}")["variants"] == {"at_strength": 8}


def test_the_last_of_several_packs_goes_before_and_a_mistake_names_its_pack(client: TestClient) -> None:
    low, high = (
        kept(client, {"ruleset": "tank_commander", "sheet": {"name": name, "values": {"at_strength": value}}})
        for name, value in (("Low", 5), ("High", 8))
    )
    assert ask(client, f"{TC}/setup{asked(packs=[low, high])}")["variants"] == {"at_strength": 8}
    assert ask(client, f"{TC}/setup{asked(packs=[high, low])}")["variants"] == {"at_strength": 5}
    bad = kept(client, {"ruleset": "tank_commander", "sheet": {"name": "Bad", "values": {"at_strength": 99}}})
    answer = client.get(f"{TC}/setup{asked(packs=[low, bad])}")
    refusal(answer, 400, "unclear")
    assert answer.json()["error"]["text"].startswith("Bad: pack/pack.toml:")
