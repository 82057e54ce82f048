"""Situations in which what a pack changes is used, found through the forms of all rulesets alike."""

from __future__ import annotations

import math
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_workshop import ask, pack, tank

from hulldown import rulesets
from hulldown.server.workshop import packs as workshop
from hulldown.server.workshop.packs import PackIn
from hulldown.server.workshop.uses import ChangeUses, find_uses

# A number of each ruleset that the situation of its form does not use.
HIDDEN = [
    ("tank_commander", {"values": {"he_strength": 5}}),
    ("chase", {"values": {"t_bone_factor": 2}}),
    ("warstrike", {"options": {"cover_hidden": "1"}}),
    ("close_assault", {"values": {"second_band_bonus": 2}}),
]


def search(name: str, sheet: dict[str, Any], units: dict[str, Any] | None = None) -> ChangeUses:
    """A search that the machine's speed does not end."""
    ruleset = rulesets.get(name)
    sent = PackIn(ruleset=name, sheet={"name": "Mine", **sheet}, units=units or {})
    before, after = workshop.as_printed(ruleset, sent), workshop.playable(ruleset, sent)
    return find_uses(before, after, sent.units, seconds=math.inf)


def changed(client: TestClient, sent: dict[str, Any], situation: dict[str, Any]) -> bool:
    """Whether any odds of a situation differ, or whether it can be at all."""
    found = ask(client, "odds", {"pack": sent, "situation": situation})
    assert found["fault"] == ""
    rows = [row for section in found["sections"] for row in section["rows"]]
    refused = [bool(why) for why in found["refusals"]]
    return refused[0] != refused[1] or any(row["chances"][0] != row["chances"][1] for row in rows)


@pytest.mark.parametrize(("name", "sheet"), HIDDEN, ids=[name for name, _ in HIDDEN])
def test_a_change_is_shown_where_it_is_used(client: TestClient, name: str, sheet: dict[str, Any]) -> None:
    sent = pack(name, **sheet)
    assert not changed(client, sent, {})
    found = search(name, sheet)
    (use,) = found.uses
    assert found.unseen == [] and use.title and use.fields and not use.new
    assert changed(client, sent, use.situation)
    assert search(name, sheet) == found


def test_own_units_come_first(client: TestClient) -> None:
    units = {"tanks": {"snow_cat": {**tank(client), "name": "Snow Cat"}}}
    found = ask(client, "uses", pack(units=units))
    (use,) = found["uses"]
    assert use["new"] and use["changes"] == ["tanks.snow_cat"] and "Snow Cat" in use["title"]
    assert ask(client, "odds", {"pack": pack(units=units), "situation": use["situation"]})["fault"] == ""
    both = search("chase", {"values": {"t_bone_factor": 2}}, units)
    assert all("Snow Cat" in use.title for use in both.uses) and both.unseen == []


def test_a_changed_unit_and_what_it_carries_are_shown(client: TestClient) -> None:
    units = {"weapons": {"autocannon": {"range_dm": {"Medium": 3}}}}
    found = ask(client, "uses", pack(units=units))
    (use,) = found["uses"]
    assert use["changes"] == ["weapons.autocannon"]
    assert changed(client, pack(units=units), use["situation"])


def test_what_no_shot_shows_is_said(client: TestClient) -> None:
    option = rulesets.get("tank_commander").files.options()["objective_count"]
    options = {"objective_count": option.values[-1]}
    sent = pack("tank_commander", options=options, values={"at_strength": 7})
    found = ask(client, "uses", sent)
    assert found["unseen"] == ["objective_count"]
    assert [use["changes"] for use in found["uses"]] == [["at_strength"]]


def test_a_pack_that_cannot_be_played_shows_nothing(client: TestClient) -> None:
    found = ask(client, "uses", pack(values={"t_bone_factor": 999}))
    assert "999" in found["fault"] and found["uses"] == [] and found["searched"] == 0
    assert ask(client, "uses", pack("pebbles")) == {"uses": [], "unseen": [], "searched": 0, "fault": ""}


@pytest.mark.parametrize("name", ["agrav", "tank_commander", "warstrike"])
def test_an_option_of_house_rules_is_part_of_every_situation(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    situation = import_module(f"hulldown.rulesets.{name}.situation")
    listed = rulesets.get(name).files.options()
    assert set(situation.APART) <= set(listed)
    assert {*situation.form_options(), *situation.APART} == set(listed)
    monkeypatch.setattr(situation, "SHELF", SimpleNamespace(options=lambda: [*listed, "steady_aim"]))
    assert "steady_aim" in situation.form_options()
