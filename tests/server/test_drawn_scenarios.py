"""A scenario drawn on an empty board: given away, played to its end, proved, played elsewhere."""

from __future__ import annotations

import base64
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

import hulldown
from hulldown import rulesets
from hulldown.rulesets.common.packs import load_pack

MOST = 4_000  # orders
PAINTED: dict[str, list[dict[str, Any]]] = {
    "tank_commander": [
        {"do": "paint", "brush": "forest", "places": ["C3", "C4", "D4"]},
        {"do": "paint", "brush": "mud", "places": ["F5"]},
        {"do": "erase", "places": ["C4"]},
    ],
    "agrav": [
        {"do": "paint", "brush": "debris", "places": ["F5", "G5"]},
        {"do": "erase", "places": ["G5"]},
    ],
    "close_assault": [{"do": "paint", "brush": "wood", "points": [[20, 15], [26, 20]]}],
    "warstrike": [{"do": "paint", "brush": "wood", "points": [[20, 14], [26, 14], [24, 19]]}],
    "chase": [],
}


@pytest.mark.parametrize("name", rulesets.names())
def test_a_painted_scenario_is_played_given_away_and_proved(
    name: str, client: TestClient, tmp_path: Path
) -> None:
    def ask(path: str, body: dict[str, Any]) -> Any:
        answer = client.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer

    # Painted, from an empty board with a unit of each side.
    offer = client.get(f"/api/rulesets/{name}/editor").json()
    made = ask(f"/api/rulesets/{name}/editor", {"start": ""}).json()
    naming = [{"do": "set", "field": "name", "value": "Painted by hand"}]
    strokes = [*naming, *PAINTED[name]]
    made = ask(f"/api/rulesets/{name}/editor", {"scenario": made["scenario"], "strokes": strokes}).json()
    assert made["playable"], made["problems"]
    assert PAINTED[name] == [] or all(
        one["brush"] in {brush["id"] for brush in offer["brushes"]} for one in PAINTED[name] if "brush" in one
    )

    # Given away: one file, taken apart again by another program.
    pack = {"ruleset": name, "sheet": {"name": "Mine"}, "units": {}, "scenarios": {"mine": made["scenario"]}}
    file = tmp_path / "mine.hulldown"
    file.write_bytes(ask("/api/workshop/file", pack).content)
    elsewhere = load_pack(file)
    assert list(elsewhere.scenarios) == ["mine"]

    # Played to its end, and proved by its save alone.
    chance, game = Random(name), hulldown.new(name, "mine", packs=[elsewhere], seed=1)
    while game.result is None and game.number < MOST:
        game.play(chance.choice(game.legal()))
    assert game.result in (0, 1, 2)
    text = game.save()
    file.unlink()
    assert hulldown.Game.verify(text) == []

    # Played on another server, from the file.
    data = base64.b64encode(ask("/api/workshop/file", pack).content).decode()
    brought = ask(f"/api/rulesets/{name}/load", {"name": "mine.hulldown", "data": data}).json()
    (scenario,) = brought["scenarios"]
    assert scenario["info"]["name"] == "Painted by hand"
    human = {"kind": "human", "player": "", "name": ""}
    order = {"ruleset": name, "scenario": "mine", "own": scenario["text"], "seats": [human, human]}
    begun = ask("/api/games", order).json()
    view = client.get(f"/api/games/{begun['game']}/view").json()
    assert view["scenario"]["name"] == "Painted by hand"
