"""The calls behind reports: what a ruleset offers, one worked out, its picture, what is refused."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

from fastapi.testclient import TestClient
from tests.server.conftest import refusal

PATH = "/api/rulesets/close_assault/reports"


def test_the_reports_come_with_their_forms(client: TestClient) -> None:
    found = client.get(PATH).json()
    assert [one["id"] for one in found] == ["compare", "matrix"]
    assert found[0]["groups"][0]["fields"][0]["id"] == "vehicle"
    assert client.get("/api/rulesets/tank_commander/reports").json() == []


def test_a_comparison_is_exact_and_drawn(client: TestClient) -> None:
    """CA-19.8: the reference row of the Baneblade with infantry behind."""
    page = client.post(f"{PATH}/compare", json={"asked": {"vehicle": "baneblade"}, "width": 400}).json()
    line = page["sheets"][0]["lines"][11]
    assert line["heading"] == "Opponent in its rear arc" and line["text"] == "the opponent charges"
    after = [cell["chance"] for cell in line["cells"]][3:6]
    assert after == ["1261/1296", "5/324", "5/432"]
    changes = page["sheets"][1]["lines"][11]["cells"]
    assert Fraction(changes[3]["chance"]) == Fraction("1261/1296") - Fraction("721/1296")
    root = ElementTree.fromstring(page["chart"])
    assert root.get("role") == "img" and "style=" not in page["chart"]


def test_the_matrix_has_a_cell_for_every_pair(client: TestClient) -> None:
    (sheet,) = client.post(f"{PATH}/matrix", json={"asked": {"arc": "rear"}}).json()["sheets"]
    assert len(sheet["lines"]) == len(sheet["columns"]) == 14
    assert all(len(line["cells"]) == 14 and line["cells"][0]["beside"] is not None for line in sheet["lines"])


def test_a_picture_can_be_taken_along(client: TestClient) -> None:
    got = client.post(f"{PATH}/matrix/chart.svg", json={})
    assert got.headers["content-type"].startswith("image/svg+xml") and "<style" in got.text
    listed = client.post(f"{PATH}/compare/table.csv", json={"asked": {"vehicle": "baneblade"}})
    assert listed.headers["content-type"].startswith("text/csv")
    assert 'rear arc,the opponent charges,"Proposal, all bonuses",Win,1261/1296' in listed.text


def test_what_is_not_understood_is_said(client: TestClient) -> None:
    told = refusal(client.post(f"{PATH}/compare", json={"asked": {"vehicle": "rhyno"}}), 400, "unclear")
    assert 'did you mean "rhino"' in told["text"]
    today = {"asked": {"options": {"rules_mode": "today"}}}
    refusal(client.post(f"{PATH}/compare", json=today), 400, "unclear")
    refusal(client.post(f"{PATH}/nothing", json={}), 404, "not_found")
    refusal(client.post("/api/rulesets/tank_commander/reports/compare", json={}), 404, "not_found")


def test_the_scripts_of_the_page_are_served(client: TestClient) -> None:
    assert client.get("/static/odds/reports.js").status_code == 200
