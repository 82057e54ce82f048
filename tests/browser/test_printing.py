"""The links to what is printed for a real table: where a battle is set up, and at the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.table import Server, Table, open_mission, set_up
from tests.browser.test_lab import own_things

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


def test_where_a_scenario_of_a_pack_is_printed_is_said(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/?ruleset=chase&pack={own_things(server)}")
    page.locator(".mission", has_text="At Dawn").click()
    page.get_by_text(FOLDED).first.click()
    page.get_by_role("link", name="Print on A4").click()
    expect(page.locator(".print [role=status]")).to_contain_text("then print it from its menu: Mission")
