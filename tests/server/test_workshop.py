"""The workshop on the server: what is laid out, judged, asked, taken in and out, and kept."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from tests.server.conftest import HOST, refusal, settings_in

from hulldown import rulesets
from hulldown.catalogue.pack import zip_pack
from hulldown.rulesets.common.unit_tables import shipped
from hulldown.server.app import create_app
from hulldown.server.settings import Limits
from hulldown.server.workshop import packs as workshop
from hulldown.server.workshop.packs import PackIn
from hulldown.server.workshop.tables import bench
from hulldown.store.database import Database

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = [
    *sorted((ROOT / "examples" / "packs").iterdir()),
    *(ROOT / "src/hulldown/rulesets").glob("*/ideas"),
]
SOURCE = "CH-11.8"  # the rule that prints a Kestrel
RULESETS = ("tank_commander", "agrav", "close_assault", "warstrike", "chase")
PATROL = Path(rulesets.__file__).parent / "warstrike" / "scenarios" / "first_patrol.toml"


def pack(ruleset: str = "chase", **parts: Any) -> dict[str, Any]:
    """A pack as the page sends it; what is not a part of its own stands on its sheet."""
    whole = {"ruleset": ruleset, "units": parts.pop("units", {}), "scenarios": parts.pop("scenarios", {})}
    return {**whole, "sheet": {"name": "Mine", **parts}}


def ask(client: TestClient, what: str, body: Any, headers: dict[str, str] | None = None) -> Any:
    answer = client.post(f"/api/workshop/{what}", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


# ---------------------------------------------------------------- the bench


@pytest.mark.parametrize("name", RULESETS)
def test_every_number_lies_on_the_bench_with_its_sentence(client: TestClient, name: str) -> None:
    found = client.get(f"/api/workshop/rules/{name}").json()
    numbers = {one["id"]: one for one in found["options"] if one["value"]}
    assert set(numbers) == set(rulesets.get(name).files.values()) == set(found["sentences"])
    assert all(found["sentences"].values())
    assert not any("<!--" in said or "\n" in said for said in found["sentences"].values())
    grouped = [option for group in found["groups"] for option in group["options"]]
    assert sorted(grouped) == sorted(one["id"] for one in found["options"])


@pytest.mark.parametrize("name", RULESETS)
def test_every_table_of_units_comes_with_the_form_of_its_entries(client: TestClient, name: str) -> None:
    found = client.get(f"/api/workshop/rules/{name}").json()
    described = {key for schema in found["schemas"].values() for key in schema["properties"]}
    assert found["tables"] and set(found["tables"]) == described
    assert all(table.values() for table in [found["tables"]])


def test_texts_that_name_an_entry_lead_to_its_table() -> None:
    assert bench(rulesets.get("chase")).links == {"tanks.weapon": "weapons"}
    assert bench(rulesets.get("warstrike")).links == {"units.models.weapons": "weapons"}
    assert bench(rulesets.get("agrav")).links["vehicles.weapons.weapon"] == "weapons"
    assert bench(rulesets.get("tank_commander")).links["builds.unit"] == "units"
    assert bench(rulesets.get("tank_commander")).links["builds.upgrades"] == "upgrades.{unit}"


def test_what_can_be_changed_is_listed(client: TestClient) -> None:
    listed = {one["id"]: one["name"] for one in client.get("/api/workshop/rules").json()}
    assert set(RULESETS) <= set(listed) and listed["chase"] == "Chase"
    refusal(client.get("/api/workshop/rules/nowhere"), 404, "not_found")


def test_a_ruleset_of_few_parts_is_laid_out_too(client: TestClient) -> None:
    found = client.get("/api/workshop/rules/pebbles").json()
    assert (found["name"], found["tables"], found["situations"]) == ("Pebbles", {}, False)
    assert ask(client, "judge", pack("pebbles"))["faults"] == []
    assert ask(client, "odds", {"pack": pack("pebbles"), "situation": {}})["fault"]


# ---------------------------------------------------------------- the verdict


def test_what_is_printed_is_no_difference(client: TestClient) -> None:
    printed = rulesets.get("chase").files.values()["t_bone_factor"].default
    tank = client.get("/api/workshop/rules/chase").json()["tables"]["tanks"]["kestrel"]
    body = pack(values={"t_bone_factor": printed}, units={"tanks": {"kestrel": tank}})
    assert ask(client, "judge", body)["differences"] == []


def test_every_difference_is_told_value_by_value(client: TestClient) -> None:
    bands = {"Close": 3, "Short": 1}
    body = pack(
        values={"t_bone_factor": 2},
        units={
            "tanks": {"kestrel": {"hull": 7, "armor": {"side": 9}}, "snow_cat": {"name": "Snow Cat"}},
            "weapons": {"autocannon": {"range_dm": bands}},
        },
        scenarios={"ford": {"name": "The ford"}},
    )
    found = [tuple(one.values())[:6] for one in ask(client, "judge", body)["differences"]]
    said = rulesets.get("chase").files.values()["t_bone_factor"].text
    assert ("value", "t_bone_factor", said, "1", "2", "CH-8.11") in found
    assert ("unit", "tanks.kestrel.hull", "Kestrel, hull", "5", "7", SOURCE) in found
    assert ("unit", "tanks.kestrel.armor.side", "Kestrel, armor side", "8", "9", SOURCE) in found
    assert ("unit", "tanks.snow_cat", "Snow Cat", "", "new", "") in found
    assert ("scenario", "ford", "The ford", "", "new", "") in found
    weapon = {one[1].rpartition(".")[2]: one[3:5] for one in found if "autocannon" in one[1]}
    assert weapon["Close"] == ("2", "3") and weapon["Very Long"] == ("-3", "none") and "Short" not in weapon


def test_a_unit_changed_is_judged_with_its_file_and_its_rule(client: TestClient) -> None:
    good = pack(units={"tanks": {"snow_cat": {**tank(client), "name": "Snow Cat"}, "kestrel": {"hull": 7}}})
    assert ask(client, "judge", good)["faults"] == []
    bad = pack(units={"tanks": {"kestrel": {"hull": 99, "weapon": "nonsense"}}})
    faults = ask(client, "judge", bad)["faults"]
    assert {(one["file"], one["field"]) for one in faults} == {("units", "tanks.kestrel.hull")}
    bad["units"]["tanks"]["kestrel"]["hull"] = 9
    (one,) = ask(client, "judge", bad)["faults"]
    assert (one["file"], one["field"]) == ("units", "tanks.kestrel.weapon") and "nonsense" in one["text"]


def tank(client: TestClient) -> dict[str, Any]:
    """A tank of Chase as it ships."""
    found: dict[str, Any] = client.get("/api/workshop/rules/chase").json()["tables"]["tanks"]["kestrel"]
    return found


def test_the_sentence_of_a_rule_says_the_number_in_force(client: TestClient) -> None:
    found = ask(client, "judge", pack("tank_commander", values={"at_strength": 7}))
    assert found["faults"] == [] and list(found["sentences"]) == ["at_strength"]
    assert "**7** (printed: 6)" in found["sentences"]["at_strength"]


@pytest.mark.parametrize(
    ("parts", "file", "field", "said"),
    [
        ({"values": {"t_bone_factor": 999}}, "pack", "values.t_bone_factor", "999"),
        ({"values": {"nonsense": 1}}, "pack", "values.nonsense", "unknown value"),
        ({"name": ""}, "pack", "name", "must not be empty"),
        ({"notes": {"CH-99.9": "What?"}}, "pack", 'notes."CH-99.9"', "there is no rule CH-99.9"),
        ({"scenarios": {"ford": {"name": "Ford"}}}, "scenarios/ford", "", "is missing"),
        ({"text": None}, "pack", "text", "must be text"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    client: TestClient, parts: dict[str, Any], file: str, field: str, said: str
) -> None:
    faults = ask(client, "judge", pack(**parts))["faults"]
    assert faults and all(one["file"] == file for one in faults)
    assert faults[0]["field"] == field or not field
    assert said in faults[0]["text"]


def test_a_scenario_is_listed_with_its_board_once_it_can_be_played(client: TestClient) -> None:
    import tomllib

    draft = tomllib.loads(PATROL.read_text())
    body = pack("warstrike", scenarios={"patrol": draft, "broken": {**draft, "turns": 0}})
    found = ask(client, "judge", body)["scenarios"]
    assert found["patrol"]["board"].startswith("<svg") and found["patrol"]["name"] == draft["name"]
    assert found["broken"]["board"] == ""


@pytest.mark.parametrize("name", RULESETS)
def test_no_number_of_a_unit_is_out_of_all_bounds(client: TestClient, name: str) -> None:
    for table, entries in client.get(f"/api/workshop/rules/{name}").json()["tables"].items():
        entry = next((one for one in entries.values() if "name" in one), {})
        numbers = [key for key, value in entry.items() if type(value) in (int, float)]
        for key in numbers:
            units = {table: {"mine": {**entry, "name": "Mine", key: 99_999}}}
            assert ask(client, "judge", pack(name, units=units))["faults"], (table, key)


@pytest.mark.parametrize("name", RULESETS)
def test_two_sides_have_two_names(client: TestClient, name: str) -> None:
    ruleset = rulesets.get(name)
    assert ruleset.editor
    drafts = (ruleset.editor.opened(one) for one in ruleset.files.scenarios())
    draft = next(one for one in drafts if len(one.get("sides", ())) == 2)
    for side in draft["sides"]:
        side["name"] = "Cobalt"
    faults = ask(client, "judge", pack(name, scenarios={"ford": draft}))["faults"]
    assert '"Cobalt" is the name of the other side' in [one["text"] for one in faults]


@pytest.mark.parametrize(
    ("name", "table", "entry", "change", "said"),
    [
        ("tank_commander", "builds", "Hunter", {"armor": {"front": 9, "side": 8, "rear": 8}}, "it costs 14"),
        ("tank_commander", "builds", "Hunter", {"points": 13}, "it costs 10, not 13"),
        ("agrav", "vehicles", "bastion", {"spent": 10}, "should be 60"),
        ("agrav", "vehicles", "bastion", {"health": 999}, "should be 390"),
    ],
)
def test_a_unit_comes_to_the_points_it_says(
    client: TestClient, name: str, table: str, entry: str, change: dict[str, Any], said: str
) -> None:
    ships = client.get(f"/api/workshop/rules/{name}").json()["tables"][table][entry]
    units = {table: {"mine": {**ships, **change}}}
    faults = ask(client, "judge", pack(name, units=units))["faults"]
    assert any(said in one["text"] for one in faults), faults


# ---------------------------------------------------------------- odds


@pytest.mark.parametrize("name", RULESETS)
def test_a_pack_that_changes_nothing_changes_no_odds(client: TestClient, name: str) -> None:
    found = ask(client, "odds", {"pack": pack(name), "situation": {}})
    rows = [row for section in found["sections"] for row in section["rows"]]
    assert rows and all(row["difference"]["value"] == 0 for row in rows)


def test_a_number_changes_the_odds_at_once(client: TestClient) -> None:
    body = {"pack": pack("tank_commander", values={"at_strength": 8}), "situation": {}}
    found = ask(client, "odds", body)
    rows = {row["text"]: row for section in found["sections"] for row in section["rows"]}
    changed = [text for text, row in rows.items() if row["difference"]["value"]]
    assert changed
    after = dict(body["pack"]["sheet"]["values"])
    alone = client.post(
        "/api/rulesets/tank_commander/odds", json={"situations": [{}, {"options": after}]}
    ).json()
    same = {row["text"]: row for section in alone["sections"] for row in section["rows"]}
    assert {text: row["chances"] for text, row in rows.items()} == {
        text: row["chances"] for text, row in same.items()
    }


def test_of_what_cannot_be_played_there_is_only_said_why(client: TestClient) -> None:
    body = {"pack": pack(values={"t_bone_factor": 999}), "situation": {}}
    found = ask(client, "odds", body)
    assert "999" in found["fault"] and found["sections"] == []
    assert ask(client, "card", {"pack": body["pack"], "table": "tanks", "entry": "kestrel"})["card"] == ""
    assert "nonsense" in ask(client, "odds", {"pack": pack(), "situation": {"what": "nonsense"}})["fault"]
    assert ask(client, "odds", {"pack": pack(), "situation": {}})["fault"] == ""


# ---------------------------------------------------------------- cards


def test_a_unit_is_shown_as_it_is_printed(client: TestClient) -> None:
    body = {"pack": pack("tank_commander"), "table": "builds", "entry": "Hunter"}
    found = ask(client, "card", body)
    assert found["card"].startswith("<svg") and found["judged"] and found["broken"] == []
    assert ask(client, "card", {**body, "table": "weapons", "entry": "main_gun"})["card"] == ""


def test_the_odds_and_the_card_of_a_changed_unit(client: TestClient) -> None:
    units = {"builds": {"Hunter": {"armor": {"front": 12}}}}
    found = ask(client, "odds", {"pack": pack("tank_commander", units=units), "situation": {}})
    rows = [row for section in found["sections"] for row in section["rows"]]
    assert any(row["difference"]["value"] for row in rows)
    body = {"pack": pack("tank_commander", units=units), "table": "builds", "entry": "Hunter"}
    changed, plain = ask(client, "card", body), ask(client, "card", {**body, "pack": pack("tank_commander")})
    assert changed["card"] != plain["card"] and changed["broken"] and not plain["broken"]


# ---------------------------------------------------------------- files


def test_a_pack_goes_out_and_comes_in_again(client: TestClient) -> None:
    import tomllib

    draft = tomllib.loads(PATROL.read_text())
    sent = pack(
        "warstrike",
        options={"half_rof": "up"},
        values={"enemy_gap": 2},
        notes={"WS-1.1": "Why?"},
        scenarios={"patrol": draft},
        units={"weapons": {"rifle": {"rof": 2}}},
    )
    answer = client.post("/api/workshop/file", json=sent)
    assert answer.status_code == 200 and 'filename="mine.hulldown"' in answer.headers["content-disposition"]
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert names == ["pack.toml", "scenarios/patrol.toml", "weapons.toml"]
    data = base64.b64encode(answer.content).decode()
    body = {"ruleset": "chase", "name": "mine.hulldown", "data": data}
    found = ask(client, "load", body)
    assert found["pack"] and found["ruleset"] == "warstrike"
    assert {key: found[key] for key in ("sheet", "units", "scenarios")} == {
        key: sent[key] for key in ("sheet", "units", "scenarios")
    }


def test_a_file_is_called_as_its_pack_is(client: TestClient) -> None:
    for name, file in (
        ("M\u00f6we & D\u00fcne", "mowe_dune"),
        ("Gro\u00df", "gross"),
        ("\u6226\u8eca", "pack"),
    ):
        answer = client.post("/api/workshop/file", json=pack(name=name))
        assert f'filename="{file}.hulldown"' in answer.headers["content-disposition"]


def test_a_scenario_comes_in_alone(client: TestClient) -> None:
    data = base64.b64encode(PATROL.read_bytes()).decode()
    found = ask(client, "load", {"ruleset": "warstrike", "name": "My Patrol (2).toml", "data": data})
    assert not found["pack"] and list(found["scenarios"]) == ["my_patrol_2"]


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda path: f"{path.parent.name} {path.name}")
def test_the_examples_can_be_taken_into_the_workshop(client: TestClient, folder: Path) -> None:
    texts = {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*.toml")}
    data = base64.b64encode(zip_pack(texts)).decode()
    found = ask(client, "load", {"ruleset": "chase", "name": "example.hulldown", "data": data})
    body = {key: found[key] for key in ("ruleset", "sheet", "units", "scenarios")}
    verdict = ask(client, "judge", body)
    assert verdict["faults"] == [] and verdict["differences"]
    brought = ask(client, "bring", body)
    assert brought["name"] == found["sheet"]["name"]


@pytest.mark.parametrize("name", RULESETS)
def test_an_exported_pack_comes_in_as_the_same_content(name: str) -> None:
    ruleset = rulesets.get(name)
    assert ruleset.editor
    scenarios = {f"mine_{n}": ruleset.editor.opened(one) for n, one in enumerate(ruleset.files.scenarios())}
    units = {table: dict(list(entries.items())[:2]) for table, entries in shipped(ruleset).items()}
    sheet = {"text": "For whom? " * 20, "name": "Mine"}
    sent = PackIn(ruleset=name, sheet=sheet, units=units, scenarios=dict(list(scenarios.items())[:4]))
    taken = workshop.import_pack("mine.hulldown", workshop.exported(ruleset, sent), name)
    again = PackIn(ruleset=name, sheet=taken.sheet, units=taken.units, scenarios=taken.scenarios)
    assert (again.sheet, again.units, again.scenarios) == (sent.sheet, sent.units, sent.scenarios)
    first, second = (workshop.in_force(ruleset, one) for one in (sent, again))
    assert [first.on(one).digest for one in first.stack.scenarios] == [
        second.on(one).digest for one in second.stack.scenarios
    ]
    for written in workshop.files_of(ruleset, sent).texts.values():
        assert written.startswith("#:schema ") and max(map(len, written.splitlines())) < 240


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda path: f"{path.parent.name} {path.name}")
def test_an_example_goes_out_and_comes_in_as_the_same_content(folder: Path) -> None:
    texts = {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*.toml")}
    packs_ = []
    data = zip_pack(texts)
    for _ in range(2):
        taken = workshop.import_pack("example.hulldown", data, "chase")
        packs_.append(
            PackIn(ruleset=taken.ruleset, sheet=taken.sheet, units=taken.units, scenarios=taken.scenarios)
        )
        data = workshop.exported(rulesets.get(taken.ruleset), packs_[-1])
    digests = {workshop.in_force(rulesets.get(one.ruleset), one).digest for one in packs_}
    assert len(digests) == 1 and packs_[0] == packs_[1]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04" + b"x" * 90, "is not a whole pack"),
        (zip_pack({"scenarios/a.toml": "name = 1"}), "has no pack.toml"),
        (zip_pack({"pack.toml": 'name = "x"\n'}), "ruleset: is missing"),
        (zip_pack({"pack.toml": "name = \n"}), "pack.toml:1: is not TOML"),
        (b"\xff\xfe", "is UTF-16 text and not UTF-8: save it as UTF-8"),
        (b"when = 2026-01-01\n", "must be text, a number"),
    ],
)
def test_files_that_are_no_pack(client: TestClient, data: bytes, said: str) -> None:
    body = {"ruleset": "chase", "name": "mine.toml", "data": base64.b64encode(data).decode()}
    assert said in refusal(client.post("/api/workshop/load", json=body), 400, "unclear")["text"]


def test_a_pack_of_rules_that_are_not_there(client: TestClient) -> None:
    data = base64.b64encode(b'name = "x"\nruleset = "nowhere"\n').decode()
    body = {"ruleset": "chase", "name": "mine.toml", "data": data}
    refusal(client.post("/api/workshop/load", json=body), 404, "not_found")
    refusal(client.post("/api/workshop/judge", json=pack("nowhere")), 404, "not_found")


# ---------------------------------------------------------------- what is kept


def somebody(client: TestClient) -> dict[str, str]:
    return {"Hulldown-Me": client.post("/api/me", json={}).json()["token"]}


def test_every_save_is_a_version_and_the_way_back_is_one_too(client: TestClient) -> None:
    owner = somebody(client)
    first = ask(client, "packs", pack(values={"t_bone_factor": 2}), owner)
    at = f"/api/workshop/packs/{first['id']}"
    assert first["number"] == 1 and first["pack"]["sheet"]["values"] == {"t_bone_factor": 2}
    other = pack(values={"t_bone_factor": 3})
    other["sheet"]["name"] = "Harder"
    second = client.post(at, json={"number": 1, "pack": other}, headers=owner).json()
    assert [one["number"] for one in second["versions"]] == [2, 1]
    third = client.post(at, json={"number": 2, "back_to": 1}, headers=owner).json()
    assert third["pack"] == first["pack"] and third["versions"][0]["back_to"] == 1
    assert [one["changes"] for one in third["versions"]] == [1, 1, 1]
    assert client.get(at).json()["pack"] == first["pack"]
    assert client.get(f"{at}/2").json()["pack"]["sheet"]["name"] == "Harder"
    (line,) = client.get("/api/workshop/packs", params={"ruleset": "chase"}, headers=owner).json()
    assert (line["id"], line["name"], line["number"]) == (first["id"], "Mine", 3)
    assert client.get("/api/workshop/packs", params={"ruleset": "agrav"}, headers=owner).json() == []


def test_only_the_owner_saves_and_nobody_saves_over_another_window(client: TestClient) -> None:
    owner = somebody(client)
    first = ask(client, "packs", pack(), owner)
    at = f"/api/workshop/packs/{first['id']}"
    change = {"number": 1, "pack": pack(values={"t_bone_factor": 2})}
    refusal(client.post(at, json=change), 403, "not_yours")
    refusal(client.post(at, json=change, headers=somebody(client)), 403, "not_yours")
    assert client.post(at, json=change, headers=owner).status_code == 200
    refusal(client.post(at, json=change, headers=owner), 409, "stale")
    refusal(client.post(at, json={"number": 2}, headers=owner), 400, "unclear")
    refusal(client.post(at, json={"number": 2, "pack": pack("agrav")}, headers=owner), 400, "unclear")
    refusal(client.post(at, json={"number": 2, "back_to": 9}, headers=owner), 404, "not_found")
    refusal(client.get("/api/workshop/packs/nowhere"), 404, "not_found")
    refusal(client.get(f"{at}/7"), 404, "not_found")


def test_a_workshop_is_full_some_day(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, Limits(packs=1, versions=2))
    with TestClient(create_app(settings), base_url=HOST) as client:
        first = ask(client, "packs", pack())
        refusal(client.post("/api/workshop/packs", json=pack()), 409, "too_many")
        at = f"/api/workshop/packs/{first['id']}"
        assert client.post(at, json={"number": 1, "pack": pack()}).status_code == 200
        refusal(client.post(at, json={"number": 2, "pack": pack()}), 409, "too_many")


def test_versions_are_only_ever_appended(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with TestClient(create_app(settings), base_url=HOST) as client:
        ask(client, "packs", pack())
    db = Database(settings.database)
    for order in ("UPDATE pack_versions SET title = 'x'", "DELETE FROM pack_versions"):
        with pytest.raises(IntegrityError, match="only ever appended"), db.transaction() as transaction:
            transaction.execute(text(order))


# ---------------------------------------------------------------- hostile packs


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ruleset": "chase", "more": 1},
        {"ruleset": "chase", "sheet": []},
        {"ruleset": "chase", "sheet": {f"k{n}": n for n in range(17)}},
        {"ruleset": "chase", "scenarios": {"../../etc": {}}},
        {"ruleset": "chase", "scenarios": {f"s{n}": {} for n in range(65)}},
        {"ruleset": "chase", "units": {"tanks": [1]}},
        {"ruleset": "chase", "units": {"tanks": {"x" * 65: {}}}},
    ],
)
def test_messages_that_are_none(client: TestClient, body: Any) -> None:
    for what in ("judge", "bring", "file", "packs"):
        refusal(client.post(f"/api/workshop/{what}", json=body), 400, "unclear")


def test_odd_data_is_judged_and_never_breaks(client: TestClient) -> None:
    deep: Any = 1
    for _ in range(6):
        deep = [{"a": deep}]
    odd: list[Any] = [None, [], {}, [None], {"a": None}, 10**30, 1e308, "\u2028", "\x7f", deep, True]
    for value in odd:
        body = pack(values={"t_bone_factor": value}, notes=value)
        body["units"] = {"tanks": {"kestrel": value}, "nonsense": {"a": value}}
        body["scenarios"] = {"odd": {"name": value, "units": value}}
        assert ask(client, "judge", body)["faults"]
        for what in ("file", "bring"):
            assert client.post(f"/api/workshop/{what}", json=body).status_code in (200, 400)


def test_a_pack_may_be_large_but_not_endless(client: TestClient) -> None:
    tanks = {f"t{n}": {"name": f"Tank {n}", "hull": 5, "text": "x" * 200} for n in range(400)}
    found = ask(client, "judge", pack(units={"tanks": tanks}))
    assert len(found["differences"]) == 400
    body = json.dumps(pack(text="x" * 1_100_000))
    answer = client.post("/api/workshop/judge", content=body, headers={"content-type": "application/json"})
    refusal(answer, 413, "too_large")


# ---------------------------------------------------------------- the other pages with a pack


def test_garage_and_odds_are_asked_with_the_units_of_a_kept_pack(client: TestClient) -> None:
    cat = {**tank(client), "name": "Snow Cat", "hull": 9}
    made = ask(client, "packs", pack(units={"tanks": {"snow_cat": cat}}))
    asked = f"?pack={made['id']}"
    for query, known in ((asked, True), ("", False)):
        offer = client.post(f"/api/rulesets/chase/garage{query}", json={}).json()
        assert ("Snow Cat" in {one["name"] for one in offer["samples"]}) is known
        form = client.get(f"/api/rulesets/chase/situations{query}").json()
        assert ("Snow Cat" in json.dumps(form)) is known
        build = {"build": {"tank": "snow_cat"}}
        judged = client.post(f"/api/rulesets/chase/judge{query}", json=build)
        assert (judged.status_code == 200 and "Snow Cat" in judged.json()["card"]) is known


def in_pack(client: TestClient, ruleset: str, **parts: Any) -> tuple[str, str]:
    """Where a ruleset is asked, and the query that names a kept pack of such parts."""
    made = ask(client, "packs", pack(ruleset, **parts))
    return f"/api/rulesets/{ruleset}", f"?pack={made['id']}"


def test_the_garage_judges_with_the_options_and_numbers_of_a_kept_pack(client: TestClient) -> None:
    at, query = in_pack(client, "tank_commander", options={"exotic_units": True}, values={"at_strength": 7})
    build = {"unit": "hover_tank", "armor": {"front": 7, "side": 6, "rear": 6}, "upgrades": []}
    chosen, printed = {"exotic_units": True, "at_strength": 7}, {"exotic_units": False, "at_strength": 6}
    for what, body in (("garage", {}), ("judge", {"build": build}), ("cards", {"builds": [build]})):
        found = {
            name: client.post(f"{at}/{what}{asked}", json=json_).json()
            for name, asked, json_ in (
                ("plain", "", body),
                ("told", "", {**body, "options": chosen}),
                ("packed", query, body),
                ("put back", query, {**body, "options": printed}),
            )
        }
        assert found["packed"] == found["told"] != found["plain"] == found["put back"]


def test_builds_are_kept_and_weighed_with_a_kept_pack(client: TestClient) -> None:
    cat = {**tank(client), "name": "Snow Cat"}
    _, query = in_pack(client, "chase", units={"tanks": {"snow_cat": cat}})
    mine, at = f"{query}&ruleset=chase", "/api/builds"
    build = {"ruleset": "chase", "build": {"tank": "snow_cat"}}
    refusal(client.post(at, json=build), 400, "unclear")
    refusal(client.post(at + query, json=build), 404, "not_found")
    made = client.post(at + mine, json=build).json()
    assert made["name"] == "Snow Cat"
    changed = {"ruleset": "chase", "build": {"tank": "snow_cat", "name": "Tom"}}
    assert client.put(f"{at}/{made['id']}{mine}", json=changed).json()["name"] == "Tom"
    refusal(client.put(f"{at}/{made['id']}", json=changed), 400, "unclear")
    assert [one["name"] for one in client.get(at + mine).json()] == ["Tom"]
    assert client.get(f"{at}?ruleset=chase").json() == []
    other = {"ruleset": "tank_commander", "build": {"unit": "tank"}}
    refusal(client.post(at + mine, json=other), 400, "unclear")
    assert client.delete(f"{at}/{made['id']}{mine}").json()["name"] == "Tom"


def test_the_odds_are_those_of_a_kept_pack(client: TestClient) -> None:
    at, query = in_pack(client, "tank_commander", options={"night": True}, values={"at_strength": 7})
    asked: dict[str, Any] = {"situations": [{}, {"options": {"at_strength": 6}}], "width": 640}
    chosen = {"night": True, "at_strength": 7}
    told = {"situations": [{"options": chosen}, {"options": {**chosen, "at_strength": 6}}], "width": 640}
    for what in ("odds", "series/odds", "odds/chart.svg", "odds/table.csv"):
        found = client.post(f"{at}/{what}{query}", json=asked)
        assert found.status_code == 200
        assert found.content == client.post(f"{at}/{what}", json=told).content
        assert found.content != client.post(f"{at}/{what}", json=asked).content
    form = client.get(f"{at}/situations{query}").json()["groups"]
    shown = {one["id"]: one["default"] for one in form[-1]["fields"]}
    assert form[-1]["title"] == "By the pack Mine" and not form[-1]["folded"]
    assert shown == {"options.night": True, "options.at_strength": 7}
    everywhere = [field["id"] for group in form for field in group["fields"]]
    assert len(everywhere) == len(set(everywhere))


def test_reports_are_those_of_a_kept_pack(client: TestClient) -> None:
    mode = rulesets.get("close_assault").files.options()["rules_mode"].values[-1]  # a report has both modes
    at, query = in_pack(client, "close_assault", options={"rules_mode": mode}, values={"fight_dice": 3})
    for report in client.get(f"{at}/reports{query}").json():
        (shown,) = report["groups"][-1]["fields"]
        assert (shown["id"], shown["default"]) == ("options.fight_dice", 3)
        path = f"{at}/reports/{report['id']}"
        found = client.post(path + query, json={"asked": {}})
        assert found.status_code == 200
        assert found.json() == client.post(path, json={"asked": {"options": {"fight_dice": 3}}}).json()
        assert found.json() != client.post(path, json={"asked": {}}).json()


@pytest.mark.parametrize("name", RULESETS)
def test_what_a_situation_does_not_know_keeps_no_pack_from_its_odds(client: TestClient, name: str) -> None:
    """Every option otherwise: a duel asks nothing about teams, a volley nothing about the end of a battle."""
    known = rulesets.get(name).files.options().values()
    options = {one.id: one.values[-1] for one in known if not one.number}
    at, query = in_pack(client, name, options=options)
    found = client.post(f"{at}/odds{query}", json={"situations": [{}]})
    assert found.status_code == 200, found.text
    assert ask(client, "odds", {"pack": pack(name, options=options), "situation": {}})["fault"] == ""


def test_a_situation_of_the_workshop_has_the_units_of_the_pack_in_work(client: TestClient) -> None:
    cat = {**tank(client), "name": "Snow Cat"}
    found = ask(client, "situations", pack(units={"tanks": {"snow_cat": cat}}))
    assert "Snow Cat" in json.dumps(found["groups"])
    broken = ask(client, "situations", pack(units={"tanks": {"snow_cat": {**cat, "hull": 99}}}))
    assert broken == client.get("/api/rulesets/chase/situations").json()


def test_units_of_a_pack_go_first_in_the_garage(client: TestClient) -> None:
    cat = {**tank(client), "name": "Snow Cat"}
    made = ask(client, "packs", pack(units={"tanks": {"snow_cat": cat}}))
    printed = [one["id"] for one in client.post("/api/rulesets/chase/garage", json={}).json()["samples"]]
    found = client.post(f"/api/rulesets/chase/garage?pack={made['id']}", json={}).json()["samples"]
    assert found[0]["name"] == "Snow Cat"
    assert [one["id"] for one in found][-len(printed) :] == printed


def test_a_pack_that_is_not_there_or_broken_is_refused(client: TestClient) -> None:
    refusal(client.post("/api/rulesets/chase/garage?pack=nowhere", json={}), 404, "not_found")
    made = ask(client, "packs", pack())
    other = client.post(f"/api/rulesets/agrav/garage?pack={made['id']}", json={})
    assert other.json() == client.post("/api/rulesets/agrav/garage", json={}).json()
    broken = ask(client, "packs", pack(units={"tanks": {"kestrel": {"hull": 99}}}))
    refusal(client.post(f"/api/rulesets/chase/garage?pack={broken['id']}", json={}), 400, "unclear")
