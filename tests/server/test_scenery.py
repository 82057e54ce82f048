"""Pictures to look at: of every scenario, and of a battle at the moment of a shot."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from httpx import Response
from tests.server.conftest import refusal

from hulldown import rulesets

HERO = "/api/home/picture.svg"


def drawn(answer: Response) -> list[str]:
    """The class names of a picture."""
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "max-age" in answer.headers["cache-control"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    root = ElementTree.fromstring(answer.text)
    return [name for one in root.iter() for name in (one.get("class") or "").split()]


def test_the_picture_of_home_is_a_shot_on_the_board_of_the_first_battle(client: TestClient) -> None:
    names = drawn(client.get(HERO))
    assert names.count("side-a") and names.count("side-b")
    assert {"fx-core", "fx-spark", "fx-puff", "fx-soot", "fx-trace-c"} <= set(names)
    assert len(names) > 300
    assert client.get(HERO).text == client.get(HERO).text


@pytest.mark.parametrize("name", rulesets.names())
def test_every_scenario_has_a_picture(client: TestClient, name: str) -> None:
    for scenario in rulesets.get(name).files.scenarios():
        names = drawn(client.get(f"/api/rulesets/{name}/scenarios/{scenario}/picture.svg"))
        assert "l-ground" in names and "l-units" in names and "l-tags" not in names


def test_a_picture_of_nothing_is_refused(client: TestClient) -> None:
    refusal(client.get("/api/rulesets/chase/scenarios/nowhere/picture.svg"), 404, "not_found")
    refusal(client.get("/api/rulesets/nothing/scenarios/nowhere/picture.svg"), 404, "not_found")
