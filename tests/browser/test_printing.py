"""The links to what is printed for a real table: where a battle is set up, and at the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Server, Table, open_mission, set_up
from tests.browser.test_lab import own_things

from hulldown import rulesets

FOLDED = "Print it for a real table"


def printed(page: Page, paper: str) -> tuple[str, int, str]:
    """Open what is folded and press a paper; the address that is asked, its status and its kind."""
    page.get_by_text(FOLDED).first.click()
    page.get_by_role("link", name=f"Print on {paper}").first.wait_for()
    with page.context.expect_event("response", lambda answer: "print.pdf" in answer.url) as asked:
        page.get_by_role("link", name=f"Print on {paper}").first.click()
    answer = asked.value
    return answer.url, answer.status, answer.headers["content-type"]


def test_a_scenario_that_is_set_up_is_printed_with_its_options(server: Server, page: Page) -> None:
    set_up(page, server)
    url, status, kind = printed(page, "Letter")
    assert url.endswith("/api/rulesets/tank_commander/scenarios/skirmish/print.pdf?paper=Letter")
    assert (status, kind) == (200, "application/pdf")


@pytest.mark.parametrize(
    "name, file", [("Tabletop Simulator", "tabletop_simulator.zip"), ("VASSAL module", "vassal.vmod")]
)
def test_a_scenario_goes_to_a_virtual_table(server: Server, page: Page, name: str, file: str) -> None:
    set_up(page, server)
    page.get_by_text(FOLDED).first.click()
    link = page.get_by_role("link", name=f"Download {name}").first
    with page.context.expect_event("response", lambda answer: file in answer.url) as asked:
        link.click()
    answer = asked.value
    assert answer.url.endswith(f"/api/rulesets/tank_commander/scenarios/skirmish/{file}")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/zip")
    assert "attachment" in answer.headers["content-disposition"]


def test_a_battle_is_printed_from_the_table(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    open_mission(page)
    url, status, _ = printed(page, "A3")
    assert "/scenarios/skirmish/print.pdf?paper=A3" in url and status == 200


def test_a_battle_of_a_pack_is_printed_from_the_table(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/workshop?pack={own_things(server)}")
    page.get_by_label("Scenario to play").select_option(label="At Dawn")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/table/*")
    open_mission(page)
    url, status, kind = printed(page, "A4")
    assert "paper=A4" in url and "setup=" in url
    assert (status, kind) == (200, "application/pdf")


def test_a_scenario_of_ones_own_is_printed_from_the_form_and_from_the_table(
    server: Server, page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "evening.toml"
    text = (Path(rulesets.__file__).parent / "warstrike" / "scenarios" / "first_patrol.toml").read_text()
    file.write_text(text.replace('name = "First Patrol"', 'name = "Evening Patrol"'))
    set_up(page, server, "warstrike")
    page.get_by_label("A scenario or a pack of your own").set_input_files(file)
    expect(page.get_by_role("radio", name="Evening Patrol")).to_be_checked()
    url, status, kind = printed(page, "A4")
    assert "/scenarios/mine/print.pdf?paper=A4&setup=" in url
    assert (status, kind) == (200, "application/pdf")
    page.locator("select[name=other]").select_option("human")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#title")).to_have_text("Evening Patrol, WarStrike")
    open_mission(page)
    url, status, _ = printed(page, "Letter")
    assert "/scenarios/evening_patrol/print.pdf?paper=Letter&setup=" in url and status == 200


def test_a_scenario_too_long_for_an_address_says_where_it_is_printed(
    server: Server, page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "evening.toml"
    text = (Path(rulesets.__file__).parent / "warstrike" / "scenarios" / "first_patrol.toml").read_text()
    file.write_text(text.replace('name = "First Patrol"', 'name = "Evening Patrol"') + "#" * 4000 + "\n")
    set_up(page, server, "warstrike")
    page.get_by_label("A scenario or a pack of your own").set_input_files(file)
    expect(page.get_by_role("radio", name="Evening Patrol")).to_be_checked()
    page.get_by_text(FOLDED).first.click()
    page.get_by_role("link", name="Print on A4").click()
    expect(page.locator(".print [role=status]")).to_contain_text("Start this battle to print it")
