"""A scenario for a real table, asked for from the pages."""

from __future__ import annotations

from io import BytesIO

import pytest
from fastapi.testclient import TestClient
from pypdf import PdfReader
from tests.server.conftest import refusal

from hulldown.server.http.costs import cost_of, pool_of

DUEL = "/api/rulesets/chase/scenarios/even_ground/print.pdf"


def test_a_scenario_comes_as_pages_with_its_house_rules(client: TestClient) -> None:
    answer = client.get(DUEL, params={"paper": "Letter", "option": ["driving_score=9"]})
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/pdf"
    assert "hulldown-chase-even_ground.pdf" in answer.headers["content-disposition"]
    pages = PdfReader(BytesIO(answer.content)).pages
    text = " ".join(" ".join(page.extract_text().split()) for page in pages)
    assert "driving_score = 9" in text and "9 (printed: 8)" in text


def test_the_call_is_a_question_that_costs() -> None:
    call = {"method": "GET", "path": DUEL, "query_string": b"", "headers": []}
    assert pool_of(call) == "questions" and cost_of("GET", DUEL).tokens == 20


@pytest.mark.parametrize(
    "path, query, status, code",
    [
        (DUEL, {"paper": "A0"}, 400, "unclear"),
        (DUEL, {"option": "no_such=1"}, 400, "bad_option"),
        (DUEL, {"option": "driving_score=99"}, 400, "bad_option"),
        ("/api/rulesets/chase/scenarios/nowhere/print.pdf", {}, 404, "not_found"),
        ("/api/rulesets/nothing/scenarios/even_ground/print.pdf", {}, 404, "not_found"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    client: TestClient, path: str, query: dict[str, str], status: int, code: str
) -> None:
    refusal(client.get(path, params=query), status, code)
