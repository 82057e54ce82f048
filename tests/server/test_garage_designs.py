"""The garage with units that are designed field by field: offered, judged, kept, exported, printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server import workshop

SHOP = "/api/rulesets/workshop"


@pytest.fixture
def shop(client: TestClient) -> Iterator[TestClient]:
    workshop.install()
    yield client
    workshop.remove()


def asked(client: TestClient, call: str, **body: Any) -> Any:
    answer = client.post(f"{SHOP}/{call}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def samples(client: TestClient) -> dict[str, Any]:
    return {one["id"]: one for one in asked(client, "garage")["samples"]}


def test_what_is_offered_are_fields(shop: TestClient) -> None:
    unit = asked(shop, "garage")["units"][0]
    assert unit["sets"] == {"chassis": "tank", "budget": "light"}
    weapons = next(one["rows"] for one in unit["sections"] if one["rows"])
    assert weapons["most"] == 5 and weapons["fields"][0]["id"] == "weapon"


def test_every_sample_is_judged_and_drawn(shop: TestClient) -> None:
    for one in samples(shop).values():
        told = asked(shop, "judge", build=one["build"])
        assert told["legal"] and told["card"].startswith("<svg")


def test_all_that_is_wrong_comes_in_order(shop: TestClient) -> None:
    worse = samples(shop)["citadel"]["build"] | {"sensors": 9, "smoke": 3}
    told = asked(shop, "judge", build=worse)
    assert [why["code"] for why in told["broken"]] == ["over_budget", "sensors_range", "smoke_count"]


def test_a_design_is_kept_taken_along_and_brought_back(shop: TestClient) -> None:
    build = samples(shop)["kestrel"]["build"] | {"name": "Brick"}
    kept = shop.post("/api/builds", json={"ruleset": "workshop", "build": build}).json()
    assert (kept["name"], kept["unit"], kept["cost"]) == ("Brick", "medium_agrav", 60)
    text = asked(shop, "judge", build=kept["build"])["toml"]
    back = asked(shop, "import", toml=text)
    assert back["build"] == kept["build"] == build and not back["problems"]
    wrong = asked(shop, "import", toml=text.replace('"missile"', '"rifle"'))
    assert wrong["problems"][0]["field"] == "weapons[1].weapon" and wrong["problems"][0]["line"]


def test_cards_are_printed(shop: TestClient) -> None:
    builds = [one["build"] for one in samples(shop).values()]
    assert len(asked(shop, "cards", builds=builds)["pages"]) >= 3
