"""The board of the missions: orders that may go anywhere, set-up, and a board longer than the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, OpenPage, Server, Table, hexagon, order_button, shows_number, unfolded

WIDTH_OF_30_COLUMNS = 2760


def sitting(server: Server, page: Page, scenario: str, options: dict[str, Any] | None = None) -> Table:
    """A battle between two people; the page sits in Cobalt's seat."""
    order = {"ruleset": "tank_commander", "scenario": scenario, "options": options or {}, "seed": 7}
    made = server.call("/api/games", order | {"forces": {}, "seats": [HUMAN, HUMAN]})
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    page.goto(f"{server.address}/table/{table.game}#seat={table.tokens[0]}")
    expect(hexagon(page, "A1")).to_be_attached()
    return table


def until(table: Table, phase: str) -> int:
    """Give the first order there is until Cobalt decides in a phase; the number of the position."""
    now = table.view()
    while now["to_act"] != [0] or now["status"]["phase"] != phase:
        seat = now["to_act"][0]
        path = f"/api/games/{table.game}/view?have="
        offered = table.server.call(path, token=table.tokens[seat])["orders"]
        text = next(order["text"] for order in offered if not order["refusal"])
        table.act(seat, text, number=now["number"])
        now = table.view()
    return int(now["number"])


def marks(table: Table) -> list[str]:
    """Where Cobalt has called air strikes, by the log."""
    said = [part["text"] for step in table.view()["log"] for part in step["sentences"]]
    return [text.split(" on ")[1].split(",")[0] for text in said if "calls an air strike" in text]


def test_a_strike_is_called_by_keys_alone(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    table = sitting(server, page, "disable_aa_guns")
    number = until(table, "act")
    shows_number(page, number)
    page.keyboard.press("a")
    expect(page.locator(".l-hit :focus")).to_be_attached()
    page.keyboard.press("ArrowUp")
    aimed = page.evaluate("document.activeElement.dataset.hex")
    page.keyboard.press("Enter")
    expect(order_button(page, f"A1 strike {aimed}")).to_be_visible()
    page.keyboard.press("Enter")
    shows_number(page, number + 1)
    assert marks(table) == [aimed]
    expect(page.locator(".l-air .strike.side-a")).to_have_count(1)


def test_a_strike_is_called_by_touch(server: Server, open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    table = sitting(server, page, "disable_aa_guns")
    number = until(table, "act")
    shows_number(page, number)
    unfolded(page, "more", "strike").tap()
    expect(page.locator(".pop")).to_contain_text("choose a place on the map")
    hexagon(page, "C3").tap()
    hexagon(page, "C3").tap()
    shows_number(page, number + 1)
    assert marks(table) == ["C3"]


@pytest.mark.quick
def test_a_unit_is_placed_on_a_hex_and_then_turned(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    table = sitting(server, page, "skirmish", {"deployment": "zones"})
    number = until(table, "deploy")
    place = next(order["place"] for order in table.view()["orders"] if order["place"])
    shows_number(page, number)
    hexagon(page, place).click()
    expect(page.locator(".l-ghost .petal")).to_have_count(6)
    chosen = page.locator(".l-ghost .petal.chosen")
    first = int(chosen.get_attribute("data-facing") or 0)
    page.keyboard.press("e")
    expect(chosen).not_to_have_attribute("data-facing", str(first))
    facing = int(chosen.get_attribute("data-facing") or 0)
    page.keyboard.press("Enter")
    shows_number(page, number + 1)
    assert [card["hull"] for card in table.view()["cards"] if card["unit"] == "A1"] == [facing]
    expect(page.locator(".l-units [data-unit=A1]")).to_be_attached()


def width(page: Page) -> float:
    """How much of the board's width is in view."""
    return float(page.evaluate("document.querySelector('svg.board').viewBox.baseVal.width"))


def test_a_long_board_starts_closer_and_stays_so(server: Server, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1024, "height": 768})
    table = sitting(server, page, "urban_warfare")
    number = until(table, "act")
    shows_number(page, number)
    start = width(page)
    assert start < WIDTH_OF_30_COLUMNS / 1.5
    page.keyboard.press("q")
    page.keyboard.press("1")
    shows_number(page, number + 1)
    assert width(page) == start
    page.keyboard.press("0")
    assert width(page) >= WIDTH_OF_30_COLUMNS


def test_the_view_follows_the_focus_over_a_long_board(server: Server, open_page: OpenPage) -> None:
    page = open_page()
    table = sitting(server, page, "urban_warfare")
    shows_number(page, until(table, "act"))
    hexagon(page, "R1").focus()
    for _ in range(17):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.hex") == "A1"
    view = page.evaluate(
        "(({ x, width }) => [x, width])(document.querySelector('svg.board').viewBox.baseVal)"
    )
    assert view[0] <= 75 <= view[0] + view[1]
