"""Own units of Close Assault on the odds page: kept builds, those of an address, those fielded (CA-8.1)."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import refusal
from tests.unit.rulesets.close_assault.test_fights_to_page import OLD_THUNDER, own_tank

from hulldown.rulesets import get
from hulldown.rulesets.close_assault.situation import own_unit

PATH = "/api/rulesets/close_assault"


def kept(client: TestClient, build: dict[str, Any]) -> None:
    answer = client.post("/api/builds", json={"ruleset": "close_assault", "build": build})
    assert answer.status_code == 200, answer.text


def units(form: Any) -> dict[str, str]:
    """What can be chosen as the model, by keys."""
    fields = {field["id"]: field for group in form["groups"] for field in group["fields"]}
    return {key: name for key, name, _ in fields["a.what"]["values"]}


def test_kept_builds_are_among_the_units(client: TestClient) -> None:
    kept(client, OLD_THUNDER)
    form = client.get(f"{PATH}/situations").json()
    (key,) = form["own"]
    assert units(form)[key] == "Old Thunder" and form["unfit"] == []
    asked = {"a": {"what": key}, "own": form["own"]}
    page = client.post(f"{PATH}/odds", json={"situations": [asked]}).json()
    assert page["situations"][0]["title"] == "Old Thunder fights Line infantry"
    without = client.post(f"{PATH}/odds", json={"situations": [{"a": {"what": key}}]})
    assert "unknown unit" in refusal(without, 400, "unclear")["text"]


def test_one_with_faults_gets_one_line(client: TestClient) -> None:
    """CA-8.6: the others can be chosen all the same."""
    kept(client, OLD_THUNDER)
    kept(client, OLD_THUNDER | {"name": "Rust Bucket", "weapon": [{"name": "Gun", "line": []}]})
    form = client.get(f"{PATH}/situations").json()
    assert len(form["own"]) == 1 and len(form["unfit"]) == 1
    assert "Rust Bucket" in form["unfit"][0] and "CA-8.6" in form["unfit"][0]


def test_an_address_brings_its_own(client: TestClient) -> None:
    """What is not kept here can be chosen as long as the address has it."""
    found = own_unit(OLD_THUNDER)
    assert found
    form = client.post(f"{PATH}/situations", json={"own": {found[0]: found[1]}}).json()
    assert units(form)[found[0]] == "Old Thunder"
    wrong = client.post(f"{PATH}/situations", json={"own": {"own_x": {"name": "X"}}})
    assert "own.own_x" in refusal(wrong, 400, "unclear")["text"]


def test_rulesets_without_them_answer_as_ever(client: TestClient) -> None:
    form = client.post("/api/rulesets/agrav/situations", json={"own": {"x": {}}}).json()
    assert form["groups"] == client.get("/api/rulesets/agrav/situations").json()["groups"]


@pytest.mark.parametrize("forces", [{"B1": OLD_THUNDER}, {"B1": {"profile": OLD_THUNDER}}])
def test_a_battle_says_what_it_fields(forces: dict[str, Any]) -> None:
    """CA-1.8: however it was given."""
    s, a = own_tank()
    told = get("close_assault").need_situations().of_order(s, a, forces)
    assert told and told.data and len(told.data["own"]) == 1
