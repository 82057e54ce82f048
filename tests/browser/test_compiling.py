"""What a page says while the computer still compiles, and that nothing waits for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.table import HUMAN, Server, hexagon

WORDS = "Preparing the computer: 2 of 5 (40 %). You can play meanwhile."
READY = {"ready": True, "done": 1, "total": 1, "what": ""}
WAITS = {"ready": False, "done": 0, "total": 1, "what": ""}
HALF = {"ready": False, "done": 40, "total": 100, "what": "legal"}


def about(**rulesets: object) -> dict[str, object]:
    return {"version": "0", "rulesets": rulesets}


COLD = about(chase=READY, tank_commander=HALF, agrav=WAITS, close_assault=WAITS, warstrike=WAITS)
WARM = about(chase=READY, tank_commander=READY, agrav=READY, close_assault=READY, warstrike=READY)


@pytest.mark.parametrize("path", ["/", "/lab", "/odds?rules=chase"])
def test_a_page_says_how_far_the_computer_is_and_when_it_is_ready(
    server: Server, page: Page, path: str
) -> None:
    now = [COLD]
    page.route("**/api/about", lambda route: route.fulfill(json=now[0]))
    page.goto(server.address + path)
    expect(page.locator("#compiling")).to_contain_text(WORDS)
    expect(page.get_by_role("progressbar", name="The computer is being prepared")).to_have_attribute(
        "value", "1.4"
    )
    now[0] = WARM
    expect(page.locator("#compiling")).to_have_text("The computer is ready.")


def test_nothing_is_said_where_nothing_is_compiled(server: Server, page: Page) -> None:
    with page.expect_response("**/api/about"):
        page.goto(server.address)
    expect(page.locator("#compiling")).to_be_empty()


def test_the_table_is_played_at_meanwhile_and_says_why_the_computer_takes_long(
    server: Server, page: Page
) -> None:
    """Of its own game only: another's rules are nothing that its players wait for."""
    table = server.begin(other=HUMAN)
    page.route("**/api/about", lambda route: route.fulfill(json=COLD))

    def slow_computer(route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        view["seats"][1] |= {"kind": "computer", "player": "Recruit"}
        route.fulfill(response=answer, json=view)

    page.route("**/view*", slow_computer)
    while table.view()["to_act"] == [0]:
        table.act(0, "A1 end" if "A1 end" in table.may() else table.may()[0])
    table.sit_down(page)
    expect(page.locator("#acts")).to_contain_text("is thinking")
    expect(page.locator("#acts")).to_contain_text(WORDS)
    expect(hexagon(page, "E5")).to_be_attached()
