"""The lab's page over one's own: what is offered, a base that is sent, the same study from every side."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal
from tests.studies import own_pack
from typer.testing import CliRunner

from hulldown import lab
from hulldown.cli import study as command
from hulldown.cli.commands import app
from hulldown.lab.study import Study, study_text
from hulldown.rulesets.common.content import Content

BASE = {"options": {"armor_wear": True}, "values": {"gunnery_score": 9}}
NEW = {"values": {"t_bone_factor": 2}, "units": {"tanks.gull.hull": 6}}
KINDS = [str(kind) for kind in lab.QuestionKind]
FORCES = {"mine": {"force": ["gull"]}, "theirs": {"force": ["Warden"]}}
FIELDS: dict[str, dict[str, Any]] = {
    "variant": NEW,
    "forces": {"arms": FORCES},
    "tune": {"knobs": {"tanks.gull.hull": [3.0, 5.0]}, "target": 0.5},
    "depth": {"players": ["random", "mcts:1"]},
    "atlas": {"over": ["tanks.gull"]},
}
WORDS: dict[str, list[str]] = {
    "variant": ["--change-value", "t_bone_factor=2", "--change-unit", "tanks.gull.hull=6"],
    "forces": ["--force", "mine=gull", "--force", "theirs=Warden"],
    "tune": ["--knob", "tanks.gull.hull=3..5"],
    "depth": ["--players", "random,mcts:1"],
    "atlas": ["--over", "tanks.gull"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_pack(tmp_path_factory.mktemp("own") / "gulls")


@pytest.fixture
def kept(client: TestClient, folder: Path) -> str:
    """The pack as the workshop keeps it: its id."""
    tables = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in folder.rglob("*.toml")}
    sheet = {name: what for name, what in tables["pack"].items() if name != "ruleset"}
    scenarios = {name: tables[name] for name in ("dawn", "flock")}
    pack = {"ruleset": "chase", "sheet": sheet, "units": tables["units"], "scenarios": scenarios}
    name: str = client.post("/api/workshop/packs", json=pack).json()["id"]
    return name


def judged(client: TestClient, **study: Any) -> dict[str, Any]:
    more = {"kind": "fair", "ruleset": "chase", "scenarios": ["dawn"], "players": ["random", "random"]}
    answer = client.post("/api/studies/judge", json={"study": {**more, **study}})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def without_paths(text: str) -> str:
    """A study file without what differs from one machine to the next: its name, and where packs lie."""
    text = re.sub('^name = ".*"$', "", text, count=1, flags=re.MULTILINE)
    return re.sub(r"^packs = \[.*\]$", "packs", text, flags=re.MULTILINE)


# ---------------------------------------------------------------- what is offered


def test_what_is_open_is_offered_first(client: TestClient, kept: str) -> None:
    printed = client.get("/api/lab/chase").json()
    offer = client.get(f"/api/lab/chase?pack={kept}").json()
    assert [one["id"] for one in offer["scenarios"]][:3] == ["dawn", "flock", printed["scenarios"][0]["id"]]
    assert offer["samples"][0]["name"].startswith("Möwe")
    rest = [one["id"] for one in offer["samples"] if "gull" not in one["id"]]
    assert rest == [one["id"] for one in printed["samples"]]
    assert (
        client.get(f"/api/lab/tank_commander?pack={kept}").json()
        == client.get("/api/lab/tank_commander").json()
    )
    refusal(client.get("/api/lab/chase?pack=nobodys"), 404, "not_found")
    hull = next(one for one in offer["numbers"] if one["id"] == "tanks.gull.hull")
    assert hull == {"id": "tanks.gull.hull", "title": "Möwe, hull", "value": 4, "low": 1, "high": 12,
                    "rule": "CH-11.8"}  # fmt: skip
    assert "tanks.gull.hull" not in {one["id"] for one in printed["numbers"]}


def test_a_change_is_measured_against_the_pack_that_is_open(client: TestClient) -> None:
    pack = {"ruleset": "chase", "sheet": {"name": "Rams", "values": {"t_bone_factor": 2}}}
    name = client.post("/api/workshop/packs", json=pack).json()["id"]
    printed = client.get("/api/lab/chase").json()["options"]
    offer = client.get(f"/api/lab/chase?pack={name}").json()["options"]
    assert [one for one in offer if one not in printed] == [
        {**one, "default": "2"} for one in printed if one["id"] == "t_bone_factor"
    ]
    base = {"packs": [name]}
    told = judged(client, kind="variant", scenarios=["breakout"], base=base, values={"t_bone_factor": 1})
    assert told["problems"] == []


def test_a_pack_that_cannot_be_played_is_named(client: TestClient) -> None:
    pack = {"ruleset": "chase", "sheet": {"name": "Wrong", "values": {"t_bone_factor": 999}}}
    name = client.post("/api/workshop/packs", json=pack).json()["id"]
    refusal(client.get(f"/api/lab/chase?pack={name}"), 400, "unclear")


# ---------------------------------------------------------------- a base that is sent


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_study_from_page_command_line_and_python(
    client: TestClient, kept: str, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Study] = []
    monkeypatch.setattr(command, "played", lambda study, *rest: played.append(study))
    scenario, fields = "flock" if kind == "units" else "dawn", FIELDS.get(kind, {})
    page = judged(client, kind=kind, scenarios=[scenario], base={**BASE, "packs": [kept]}, **fields)
    assert page["problems"] == []
    words = ["--pack", str(folder), "--scenario", scenario, "--players", "random"]
    words += ["--option", "armor_wear=true", "--value", "gunnery_score=9", *WORDS.get(kind, [])]
    result = CliRunner().invoke(app, ["study", kind, "chase", *words])
    assert result.exit_code == 0, result.output
    content = Content.resolve("chase", [folder], scenario, **BASE)
    asked = lab.ask(kind, content, (), **{"players": "random", **fields})
    texts = [page["toml"], study_text(played[0]), study_text(asked.study)]
    assert without_paths(texts[0]) == without_paths(texts[1]) == without_paths(texts[2])
    assert page["study"]["base"]["packs"] == [kept]  # to be asked again


def test_what_is_sent_in_the_old_form_is_played_with(client: TestClient, kept: str) -> None:
    old = judged(client, packs=[kept], options={"armor_wear": True})
    arms = judged(client, arms={"book": {"packs": [kept], "options": {"armor_wear": True}}})
    assert old["problems"] == arms["problems"] == []
    assert old["study"]["base"] == arms["study"]["arms"]["book"]


def test_a_scenario_of_ones_own_is_sent_as_text_or_data(client: TestClient, kept: str, folder: Path) -> None:
    text = (folder / "scenarios" / "dawn.toml").read_text("utf-8")
    base = {"packs": [kept]}
    for scenario in (text, tomllib.loads(text)):
        told = judged(client, scenarios=[scenario], base=base)
        assert told["problems"] == []
        assert tomllib.loads(told["toml"])["scenarios"] == ["at_dawn.toml"]
        (again,) = told["study"]["scenarios"]
        assert tomllib.loads(again)["name"] == "At Dawn"
        assert judged(client, **told["study"]) == told
    assert "at_dawn.toml" not in str(judged(client, scenarios=[text], base=base)["study"])


@pytest.mark.parametrize(
    ("field", "study"),
    [
        ("scenarios[1]", {"scenarios": ["name = \n"]}),
        ("scenarios[1]", {"scenarios": ["dawn.toml"]}),
        ("base.packs[1]", {"base": {"packs": ["nobodys"]}}),
        ("base.forces.A1", {"base": {"forces": {"A1": "/etc/hostname.toml"}}}),
        ("base.colour", {"base": {"colour": "red"}}),
        ("arms.changed.units.tanks.nobody.hull", {"kind": "variant", "units": {"tanks.nobody.hull": 3}}),
    ],
)
def test_what_is_wrong_with_a_base_is_told_by_field(
    client: TestClient, field: str, study: dict[str, Any]
) -> None:
    given = {"scenarios": ["long_shot"], **study}
    found = judged(client, **given)["problems"]
    assert field in [one["field"].replace('"', "") for one in found], found
    whole = {"kind": "fair", "ruleset": "chase", "players": ["random", "random"], **given}
    refusal(client.post("/api/studies", json={"study": whole}), 400, "unclear")


def test_an_arm_that_cannot_be_set_up_is_refused_by_name(client: TestClient, kept: str) -> None:
    study = {"kind": "variant", "ruleset": "chase", "scenarios": ["dawn"], "players": ["random", "random"],
             "arms": {"changed": {"packs": [kept]}}}  # fmt: skip
    answer = client.post("/api/studies", json={"study": study})
    refusal(answer, 400, "unclear")
    assert 'book: unknown scenario "dawn"' in answer.text.replace("\\", "")
    assert client.get("/api/studies").json() == []


def test_a_study_over_ones_own_is_played_and_shown(client: TestClient, kept: str) -> None:
    study = {"kind": "variant", "ruleset": "chase", "scenarios": ["dawn"], "players": ["random", "random"],
             "base": {"packs": [kept]}, "units": {"tanks.gull.hull": 6},
             "decide": {"most_pairs": 64}}  # fmt: skip
    begun = client.post("/api/studies", json={"study": study})
    assert begun.status_code == 200, begun.text
    name = begun.json()["id"]
    client.post(f"/api/studies/{name}/stop")
    page = client.get(f"/api/studies/{name}").json()
    told = [
        (one["arm"], one["kind"], one["id"], one["value"], one["printed"], one["text"])
        for one in page["changes"]
    ]
    assert told == [
        ("book", "pack", kept, "Gulls", "", ""),
        ("changed", "unit", "tanks.gull.hull", "6", "4", "Möwe, hull"),
    ]
    assert page["scenarios"]["dawn"] == "At Dawn"
    again = page["study"]
    assert again["base"]["packs"] == [kept] and judged(client, **again)["problems"] == []
    client.request("DELETE", f"/api/studies/{name}")
