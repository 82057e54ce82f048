"""House rules in the workshop: an idea becomes a sentence, shows in the odds, and counts at the table."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server
from tests.browser.test_axe import FOUND, LEVELS
from tests.browser.test_workshop import begun, chapter, visit


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def steady(page: Page, server: Server) -> Locator:
    """The idea "a tank that has not moved re-rolls a miss", built with the fields."""
    visit(page, server)
    chapter(page, "House rules")
    page.get_by_role("button", name="Add a house rule").click()
    name = card(page, "House rule").get_by_label("Name")
    name.fill("Steady aim")
    page.keyboard.press("Tab")  # the card may be drawn anew at any moment, and keeps the focus
    rule = card(page, "Steady aim")
    rule.get_by_label("Add a circumstance").select_option("moved")
    rule.get_by_label("How").select_option("is")
    rule.get_by_label("Number").fill("0")
    page.keyboard.press("Tab")
    expect(rule.locator(".said")).to_have_text(
        "When it has moved 0 hexes, the roll to hit: re-roll a miss once. TC-7.13"
    )
    return rule


def test_an_idea_becomes_a_sentence_with_its_odds(server: Server, page: Page) -> None:
    steady(page, server)
    miss = page.locator("#effect .diff tr", has_text="Miss").locator("td")
    expect(miss).to_have_text(["33.3 %", "11.1 %"])
    expect(page.locator("#differences li")).to_contain_text("Steady aim")
    expect(page.locator("#faults")).to_be_hidden()


def test_an_idea_that_comes_with_the_game_is_taken_up(server: Server, page: Page) -> None:
    visit(page, server)
    chapter(page, "House rules")
    ideas = page.locator(".ideas li")
    expect(ideas).to_have_count(4)
    expect(ideas.first).to_contain_text("The Lab: ")
    page.get_by_role("button", name="Try it: Point blank").click()
    expect(ideas).to_have_count(3)
    expect(page.locator(".house-rule .said")).to_contain_text(
        "When the range is 1 hex, −1 to the number to hit."
    )
    page.get_by_role("button", name="Undo").first.click()
    expect(ideas).to_have_count(4)


def test_a_house_rule_counts_at_the_table(server: Server, page: Page) -> None:
    steady(page, server)
    expect(page.locator("#effect .diff tr", has_text="Miss")).to_be_visible()  # every answer is there
    page.wait_for_load_state("networkidle")
    scenario = page.locator("#doing select").first
    scenario.select_option("skirmish")
    expect(scenario).to_have_value("skirmish")
    page.get_by_role("button", name="Play it").click()
    view = begun(page, server)
    game = page.url.partition("/table/")[2].partition("#")[0]
    differences = server.call(f"/api/games/{game}/differences")
    assert view["scenario"]["id"] == "skirmish"
    assert [one["title"] for one in differences if one["kind"] == "house_rule"] == ["Steady aim"]


def test_house_rules_are_left_out_moved_and_removed(server: Server, page: Page) -> None:
    rule = steady(page, server)
    rule.get_by_label("In force").uncheck()
    expect(page.locator("#effect .quiet")).to_have_text("Nothing changes in this situation.")
    rule.get_by_label("In force").check()
    page.get_by_role("button", name="Add a house rule").click()
    second = card(page, "House rule 2")
    second.get_by_label("On").select_option("armor")
    second.get_by_label("Amount").fill("2")
    page.keyboard.press("Tab")
    expect(second.locator(".said")).to_have_text("Always +2 to the armor that a hit on it meets. TC-7.17")
    second.get_by_role("button", name="Move up").click()
    names = page.locator(".house-rule").get_by_label("Name")
    expect(names.nth(0)).to_have_value("House rule 2")
    card(page, "House rule 2").get_by_role("button", name="Remove").click()
    expect(names).to_have_count(1)
    page.get_by_role("button", name="Undo").first.click()
    expect(names).to_have_count(2)


@pytest.mark.parametrize("width", [1280, PHONE["viewport"]["width"]])
def test_the_chapter_is_for_everybody(server: Server, page: Page, width: int) -> None:
    """axe finds nothing, and nothing is wider than the page."""
    steady(page, server)
    page.set_viewport_size({"width": width, "height": 844})
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, {"type": "tag", "values": LEVELS}, []]) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
