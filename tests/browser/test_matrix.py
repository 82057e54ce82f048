"""Secret orders against each other: a cell unfolds by hand and by keys, at the table and on the odds page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server, order_button
from tests.browser.test_axe import TALL, Place, judged
from tests.browser.test_chase import COBALT, RUST, begin, sit

WHOLE_COLUMNS = """() => [...document.querySelectorAll(".matrix th, .matrix td, .matrix button")].every(e => {
    const box = e.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && e.scrollWidth <= Math.ceil(box.width);
})"""


def cell(page: Page, mine: str, theirs: str) -> Locator:
    return page.get_by_role("button", name=f"{mine} against {theirs}: ")


def unfold(page: Page) -> None:
    """Best play is behind a click; nothing of it is asked for or loaded before."""
    assert not page.evaluate("performance.getEntriesByType('resource').some(e => /\\/matrix/.test(e.name))")
    expect(page.locator(".matrix")).to_have_count(0)
    page.locator("#odds .best summary").click()


def within(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(WHOLE_COLUMNS)


def axe(page: Page, phone: bool = False) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    return judged(page, Place("", ""), phone)


def test_a_cell_unfolds_what_comes_of_the_pair(server: Server, open_page: Callable[..., Page]) -> None:
    """The order of its row is chosen, and given only by the word."""
    table, page = begin(server), open_page(chances=True)
    sit(table, page, COBALT)
    unfold(page)
    found = page.locator("#odds table.matrix")
    expect(found.locator("tbody button")).to_have_count(16)
    expect(found.get_by_role("columnheader")).to_have_count(5)
    expect(found.get_by_role("rowheader")).to_have_count(4)
    expect(found.locator("caption")).to_contain_text("With best play you get 45")
    expect(found.locator("caption")).to_contain_text("of the points of this duel")
    expect(found.locator(".corner")).to_have_text("Your Marten \u2193 the enemy Lancer \u2192")
    cell(page, "Pursue", "Maneuver").click()
    odds = page.locator("#odds")
    expect(odds.get_by_role("heading")).to_have_text("Your Marten: Pursue")
    expect(odds.locator("p.head")).to_have_count(1)
    expect(odds.locator(".outs").filter(has_text="If the enemy Lancer maneuvers")).to_contain_text(
        "Your Marten hits at Long"
    )
    expect(cell(page, "Pursue", "Maneuver")).to_have_attribute("aria-pressed", "true")
    assert table.view()["number"] == 0
    assert axe(page) == []
    cell(page, "Pursue", "Maneuver").click()
    expect(odds.locator("p.head")).to_have_count(0)


def test_cells_by_keys(server: Server, open_page: Callable[..., Page]) -> None:
    """Arrows go from cell to cell; Enter on one unfolds it and does not give the order."""
    table, page = begin(server), open_page(chances=True)
    sit(table, page, COBALT)
    unfold(page)
    cell(page, "Pursue", "Pursue").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(cell(page, "Flee", "Flee")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(cell(page, "Pursue", "Flee")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#odds .outs").filter(has_text="If the enemy Lancer flees")).to_be_visible()
    expect(cell(page, "Pursue", "Flee")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator("#odds .outs").filter(has_text="If the enemy Lancer maneuvers")).to_be_visible()
    assert table.view()["number"] == 0


@pytest.mark.quick
def test_without_chances_all_is_told_in_words(server: Server, page: Page) -> None:
    """Who has turned the chance to win off is not told by a table what is best."""
    sit(begin(server), page, COBALT)
    order_button(page, "A1 pursue").click()
    expect(page.locator("#odds p.head")).to_have_count(4)
    expect(page.locator(".best")).to_have_count(0)


@pytest.mark.parametrize(("scenario", "enemy"), [("long_shot", "Marten"), ("platoon_clash", "Warden")])
def test_a_phone_shows_whole_columns(
    server: Server, open_page: Callable[..., Page], scenario: str, enemy: str
) -> None:
    page = open_page(**PHONE)
    sit(begin(server, scenario, 3), page, RUST)
    unfold(page)
    expect(page.locator("#odds .matrix")).to_be_visible()
    within(page)
    cell(page, "Flee", "Hull Down").tap()
    expect(page.locator("#odds .pair .outs")).to_contain_text(f"If the enemy {enemy} goes hull down")
    expect(page.locator("#odds .pair .head")).to_be_in_viewport()
    within(page)
    if scenario == "platoon_clash":
        expect(page.locator("#odds .crossing")).to_contain_text("An estimate: these two tanks alone")
    page.set_viewport_size(TALL)
    assert axe(page, phone=True) == []


@pytest.mark.parametrize("look", [{}, PHONE])
def test_the_odds_page_sets_up_a_pair(
    server: Server, open_page: Callable[..., Page], look: dict[str, object]
) -> None:
    page = open_page(**look)
    page.goto(f"{server.address}/odds?rules=chase#what=maneuvers")
    expect(page.locator("#matrix caption")).to_contain_text("With best play you get 50")
    if look:
        within(page)
    cell(page, "Flee", "Pursue").click()
    expect(page.locator("#scenes h2").first).to_have_text("A1: Flee")
    expect(page.locator("#chances")).to_contain_text("If B1 pursues")
    expect(cell(page, "Flee", "Pursue")).to_have_attribute("aria-pressed", "true")
    expect(cell(page, "Flee", "Pursue")).to_be_focused()
    assert "a.order=flee" in page.url and "b.order=pursue" in page.url
    assert axe(page, bool(look)) == []
