"""The form for any battle: seat, opponent, scenario with its picture; Start always in sight."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import OpenPage, Server
from tests.browser.test_axe import ALL, COLORS, FOUND

from hulldown import rulesets

SIZES = [(1440, 900), (1024, 768), (720, 450), (390, 844), (320, 640)]


def laid(page: Page, server: Server, asked: str = "ruleset=tank_commander") -> None:
    """Open the form."""
    page.goto(f"{server.address}/?{asked}")
    expect(page.locator("#setup .about")).to_be_visible()
    expect(page.locator(".mission .mini").first).to_be_visible()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_start_is_in_sight_wherever_one_reads(
    server: Server, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    laid(page, server)
    page.locator(".rules > summary").click()
    page.get_by_text("Rule options").click()
    start = page.get_by_role("button", name="Start this battle")
    for share in (0, 0.4, 1):
        page.evaluate("share => scrollTo(0, share * document.documentElement.scrollHeight)", share)
        expect(start).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_last_word_of_the_form_is_not_under_start(server: Server, open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    laid(page, server)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.get_by_text("Print it for a real table").bounding_box()
    start = page.locator(".begin").bounding_box()
    assert last and start and last["y"] + last["height"] <= start["y"]


@pytest.mark.parametrize("name", rulesets.names())
def test_what_is_chosen_is_shown_and_the_rules_are_folded(server: Server, page: Page, name: str) -> None:
    laid(page, server, f"ruleset={name}")
    for words in ("Seed", "Rule options"):
        expect(page.get_by_text(words).first).to_be_hidden()
    scenarios = rulesets.get(name).files.scenarios()
    view = page.locator(".chosen img")
    for scenario in [*scenarios][:2]:
        page.locator(f".mission:has([value={scenario}])").click()
        expect(view).to_have_attribute("src", f"/api/rulesets/{name}/scenarios/{scenario}/picture.svg")
        expect(page.locator(".about h3")).to_contain_text(scenarios[scenario].name)
        expect(view).to_have_js_property("complete", True)
        assert view.evaluate("one => one.naturalWidth") > 0
    sides = page.get_by_role("radiogroup", name="You are")
    expect(sides.get_by_role("radio").nth(rulesets.get(name).first_seat)).to_be_checked()
    expect(sides).to_contain_text("Blue")


@pytest.mark.parametrize("look", [{}, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_with_all_laid_open(
    server: Server, open_page: OpenPage, look: dict[str, object]
) -> None:
    page = open_page(**look)
    laid(page, server, "other=invite")
    expect(page.get_by_role("group", name="Terms")).to_be_visible()
    page.locator(".rules > summary").click()
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, ALL, None]) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(FOUND, [None, COLORS]) == []


def test_another_game_keeps_the_side_beside_a_friend_and_tells_of_a_fairer_one(
    server: Server, page: Page
) -> None:
    lines = {one["id"]: one["seat"] for one in server.call("/api/home")}
    here, there = next(
        (one, other) for one in lines for other in lines if (lines[one], lines[other]) == (0, 1)
    )
    laid(page, server, f"ruleset={here}")
    page.locator("[name=ruleset]").select_option(there)
    expect(page.locator(".moved")).to_have_text(
        "You are Orange here: it is the fairer side for a first battle."
    )
    page.locator("[name=ruleset]").select_option(here)
    expect(page.locator(".moved")).to_contain_text("You are Blue here")
    page.locator("[name=other]").select_option("invite")
    page.get_by_label("Clock").select_option("days")
    page.locator("[name=ruleset]").select_option(there)
    expect(page.locator(f".mission [value={rulesets.get(there).first_scenario()}]")).to_be_attached()
    expect(page.locator("[name=side]:checked")).to_have_value("0")
    expect(page.locator(".moved")).to_have_count(0)
    expect(page.locator("[name=other]")).to_have_value("invite")
    expect(page.get_by_label("Clock")).to_have_value("days")
    expect(page.get_by_role("button", name="Make the invitation")).to_be_visible()
