"""Whatever the published schema allows, and much that it does not, is answered as it promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as bounded
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.conftest import HUMANS
from tests.waiting import PATIENCE

from hulldown.server.app import create_app
from hulldown.server.settings import Limits, Settings

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 5
ANYTHING_GOES = bounded(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@pytest.fixture
def served(settings: Settings) -> Iterator[tuple[Any, asgi.ASGIClient]]:
    """The schema of a running server, and a client of it."""
    endless = Limits(rate=1e9, burst=1e9)
    app = create_app(replace(settings, hosts=(), limits=endless))
    with asgi.get_client(app) as client:
        yield schemathesis.openapi.from_dict(client.get("/api/openapi.json").json()), client


def begun(client: asgi.ASGIClient) -> tuple[str, dict[str, str]]:
    """A game in which the client holds seat 0: its id and the proof."""
    body = {"ruleset": "pebbles", "scenario": "heap", "seats": HUMANS}
    told = client.post("/api/games", json=body).json()
    return told["game"], {"Authorization": f"Bearer {told['seats'][0]['token']}"}


def led(client: asgi.ASGIClient) -> tuple[str, dict[str, str]]:
    """A campaign in which the client leads a side: its id and the proof."""
    sides = [{"name": name, "tanks": [{"name": name}]} for name in ("Red", "Blue")]
    body = {"ruleset": "tank_commander", "name": "Autumn", "sides": sides}
    me = {"Hulldown-Me": client.post("/api/me", json={"name": "Ann"}).json()["token"]}
    told = client.post("/api/campaigns", json=body, headers=me).json()
    return told["campaign"], {"Authorization": f"Bearer {told['seats'][0]['token']}"}


@pytest.mark.parametrize("at_a_table", [False, True], ids=["stranger", "player"])
def test_every_call_keeps_its_promise(served: tuple[Any, asgi.ASGIClient], at_a_table: bool) -> None:
    schema, client = served
    game, proof = begun(client)
    campaign, leading = led(client)
    seen = set()
    for found in schema.get_all_operations():
        operation = found.ok()

        @ANYTHING_GOES
        @given(case=operation.as_strategy())
        def keeps(case: schemathesis.Case) -> None:
            if at_a_table and "campaign" in case.path_parameters:
                case.path_parameters["campaign"] = campaign
                case.headers.update(leading)
            if at_a_table and "game" in case.path_parameters:
                case.path_parameters["game"] = game
                case.headers.update(proof)
            answer = case.call(base_url="http://testserver", session=client, timeout=PATIENCE)
            case.validate_response(answer, checks=CHECKS)

        keeps()
        seen.add(operation.label)
    assert {"POST /api/games/{game}/act", "POST /api/campaigns/{campaign}/refit"} <= seen and len(seen) > 16
