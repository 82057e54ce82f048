"""The rulebook in a browser: from the log to a rule to the chapter that explains it; the search by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Server, Table, comes_true


@pytest.mark.quick
def test_from_the_log_to_the_rule_to_the_chapter(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    page.locator("#log summary").first.click()
    rule = page.locator("#log .rule").first.inner_text()
    table = page.url
    page.locator("#log .rule").first.click()
    slip = page.get_by_role("dialog")
    expect(slip).to_contain_text(f"rule {rule}")
    expect(slip.get_by_role("heading")).to_be_focused()
    assert page.url == table and len(page.context.pages) == 1
    with page.context.expect_page() as opened:
        slip.get_by_role("link", name="The whole chapter").click()
    book = opened.value
    paragraph = book.locator(f"[id='{rule}']")
    expect(paragraph).to_be_in_viewport()
    paragraph.locator(".explained a").first.click()
    chapter = book.locator(book.url.partition("#")[2].join(("[id='", "']")))
    expect(chapter).to_be_in_viewport()
    expect(chapter.locator(f"a[href='#{rule}']").first).to_be_attached()
    page.bring_to_front()
    page.keyboard.press("Escape")
    expect(slip).to_have_count(0)
    expect(page.locator("#log .rule").first).to_be_focused()


def test_a_rule_that_names_another_opens_it_in_the_same_slip(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    page.evaluate(
        "import('/static/table/rule_dialog.js').then(it => it.showRule('/rulebook/tank_commander#TC-1.5'))"
    )
    slip = page.get_by_role("dialog")
    expect(slip).to_contain_text("rule TC-1.5")
    other = slip.locator(".text .rule").first
    named = other.inner_text()
    other.click()
    expect(slip).to_contain_text(f"rule {named}")
    slip.get_by_role("button", name="Back").click()
    expect(slip).to_contain_text("rule TC-1.5")
    slip.get_by_role("button", name="Close").click()
    expect(slip).to_have_count(0)


def test_a_search_shows_what_its_own_book_says_first(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/rulebook/chase")
    page.locator("#find").fill("crew")
    expect(page.locator("#hits .whence").first).to_contain_text("Chase")
    rows = page.locator("#hits li").all_inner_texts()
    border = rows.index("In the books of other games")
    assert all("Chase" in row for row in rows[:border])


def test_where_a_rule_is_used_is_laid_open(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/rulebook/tank_commander#TC-7.13")
    used = page.locator("[id='TC-7.13'] .used")
    used.locator("summary").click()
    expect(used).to_contain_text("shooting.py: needed")


def test_the_search_works_by_keys_from_any_book(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/rulebook/chase")
    page.locator("#find").fill("TC-7.13")
    expect(page.locator("#hits a").first).to_contain_text("TC-7.13")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#hits a").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/rulebook/tank_commander#TC-7\.13$"))
    expect(page.locator(".para.here")).to_have_attribute("id", "TC-7.13")


@pytest.mark.quick
def test_a_picture_of_the_text_is_there(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/rulebook/tank_commander#read-moving")
    picture = page.locator("#read-moving img")
    expect(picture).to_be_in_viewport()
    comes_true(page, "document.querySelector('#read-moving img').naturalWidth > 0")
    assert "Hunter" in (picture.get_attribute("alt") or "")


def test_what_is_ours_is_sifted_and_its_switch_is_played(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/rulebook/chase/ours")
    expect(page.locator("#count")).to_have_text(re.compile(r"^\d+ rules$"))
    before = page.locator(".pair:visible").count()
    page.get_by_label("only with a switch").check()
    assert 0 < page.locator(".pair:visible").count() < before
    page.get_by_role("link", name="Play with winner_first: fire_order").click()
    expect(page.locator("#setup .changed")).to_contain_text("winner first", ignore_case=True)
