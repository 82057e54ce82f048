"""Everything says what it is: to a pointer, to the focus and to a finger, on a board of each family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, Server, Table, hexagon, order_button, rest, unfolded

BOARDS = {
    "tank_commander": ("skirmish", '[data-hex="C5"]', "Forest", "TC-9.5"),
    "agrav": ("crossroads", '[data-hex="@S1"]', "High structure (H)", "AG-20.1"),
    "warstrike": ("two_roads", '[data-is="terrain.forest"]', "Wood", "WS-3.4"),
}
BARE = """() => {
    const { left, top, width, height } = document.querySelector("svg.board").getBoundingClientRect();
    for (let across = 0.1; across < 0.9; across += 0.04)
        for (let down = 0.2; down < 0.9; down += 0.04) {
            const [x, y] = [left + across * width, top + down * height];
            const on = document.elementFromPoint(x, y);
            if (on.closest("svg.board") && !on.closest("[data-is], .tabletop .hit")) return [x, y];
        }
}"""  # a point of the board at which nothing lies
WALK = """() => {
    const places = () => [...document.querySelectorAll(".l-hit [data-hex]")].map(one => one.dataset.hex);
    const way = (place, key) => {
        const shape = document.querySelector(`.l-hit [data-hex="${CSS.escape(place)}"]`);
        shape.focus();
        shape.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        return document.activeElement.dataset.hex;
    };
    const start = document.querySelector('.l-hit [tabindex="0"]').dataset.hex;
    const found = new Set([start]), left = [start];
    while (left.length) {
        const here = left.pop();
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
            const next = way(here, key);
            if (next && !found.has(next)) { found.add(next); left.push(next); }
        }
    }
    return places().filter(place => !found.has(place));
}"""


def begun(server: Server, page: Page, ruleset: str, scenario: str) -> Page:
    """A battle of two people, with the words of its things loaded."""
    order: dict[str, Any] = {"ruleset": ruleset, "scenario": scenario, "options": {}, "seed": 7}
    made = server.call("/api/games", order | {"forces": {}, "seats": [HUMAN, HUMAN]})
    page.goto(f"{server.address}/table/{made['game']}#seat={made['seats'][0]['token']}")
    expect(page.locator("svg.board .l-hit [data-hex]").first).to_be_visible()  # so keys have a page to reach
    page.mouse.move(5, 5)
    expect(page.locator(".legend .thing").first).to_be_attached()
    return page


def says(page: Page) -> Locator:
    return page.locator("#says")


@pytest.mark.parametrize("ruleset", BOARDS)
def test_terrain_says_what_it_is_when_it_is_pointed_at(server: Server, page: Page, ruleset: str) -> None:
    scenario, shape, name, rule = BOARDS[ruleset]
    begun(server, page, ruleset, scenario)
    page.locator(f".l-hit {shape}").first.hover(force=True)
    expect(says(page)).to_contain_text(name)
    expect(says(page)).to_contain_text(rule)
    page.mouse.move(5, 5)
    expect(says(page)).to_be_hidden()


@pytest.mark.parametrize(
    ("ruleset", "name"),
    {"tank_commander": "Open ground", "agrav": "Clear ground", "warstrike": "Open ground"}.items(),
)
def test_open_ground_says_so_when_the_pointer_lingers(
    server: Server, page: Page, ruleset: str, name: str
) -> None:
    begun(server, page, ruleset, BOARDS[ruleset][0])
    expect(page.locator('.legend [data-is="terrain.open"]')).to_have_text(name)
    page.mouse.move(*page.evaluate(BARE))
    expect(says(page)).to_contain_text(name)
    page.mouse.move(5, 5)
    expect(says(page)).to_be_hidden()
    page.evaluate("localStorage.setItem('hulldown.words', 'short')")
    page.reload()
    expect(page.locator(".legend .thing").first).to_be_attached()
    page.mouse.move(*page.evaluate(BARE))
    rest(page, 2000)
    expect(says(page)).to_be_hidden()


def test_terrain_says_what_it_is_to_the_keyboard(server: Server, page: Page) -> None:
    begun(server, page, "tank_commander", "skirmish")
    page.keyboard.press("Tab")  # from here on the focus shows
    expect(page.locator(":focus-visible")).to_have_count(1)
    hexagon(page, "C5").focus()
    expect(says(page)).to_contain_text("Forest")
    expect(hexagon(page, "C5")).to_have_attribute("aria-describedby", "says")
    page.keyboard.press("Escape")
    expect(says(page)).to_be_hidden()


def test_bands_and_tanks_of_a_chase_say_what_they_are(server: Server, page: Page) -> None:
    begun(server, page, "chase", "platoon_clash")
    page.locator('.l-ids [data-is*="Very_Long"]').first.hover(force=True)
    expect(says(page)).to_contain_text("Very Long")
    page.locator('.l-hit [data-hex="@A1"]').hover(force=True)
    expect(says(page)).to_contain_text("one secret order a turn")


def test_abbreviations_of_a_card_are_told_and_walked(server: Server, page: Page) -> None:
    begun(server, page, "warstrike", "two_roads")
    ev = page.locator("#unit .term", has_text="Ev").first
    ev.hover()
    expect(says(page)).to_contain_text("Evasion")
    page.keyboard.press("Tab")
    page.locator("#unit .term[tabindex='0']").focus()
    expect(page.locator("#unit .term[tabindex='0']")).to_have_count(1)
    here = page.locator("#unit .term:focus").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator("#unit .term:focus").inner_text() != here
    page.keyboard.press("Enter")
    expect(says(page).locator("a.rule")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#unit .term:focus")).to_have_count(1)


@pytest.mark.quick
def test_a_click_keeps_what_is_said_with_its_rule(server: Server, page: Page) -> None:
    begun(server, page, "tank_commander", "skirmish")
    page.keyboard.press("h")
    page.locator(".legend .thing", has_text="Hill").click()
    expect(says(page).locator("a.rule")).to_have_text("TC-9.9")
    page.keyboard.press("Escape")
    expect(says(page)).to_be_hidden()


@pytest.mark.quick
def test_the_legend_lists_what_is_on_the_board(server: Server, page: Page, duel: Table) -> None:
    duel.sit_down(page)
    page.mouse.move(5, 5)
    lines = page.locator(".legend .thing")
    for words in ("Forest", "Hill", "Battle tank", "Acts now"):
        expect(lines.filter(has_text=words)).to_have_count(1)
    for words in ("Smoke", "Mine", "Water", "Burning"):
        expect(lines.filter(has_text=words)).to_have_count(0)
    duel.act(0, "A1 smoke D6")
    expect(lines.filter(has_text="Smoke")).to_have_count(1)


def test_orders_are_in_full_words_until_a_switch_is_turned(server: Server, page: Page, duel: Table) -> None:
    duel.sit_down(page)
    order_button(page, "turret").hover()
    expect(says(page)).to_contain_text("TC-5.8")
    fire = unfolded(page, "more", "A1 extinguish")
    expect(fire.locator(".l")).to_have_text("Fight the fire")
    page.locator("#menu").click()
    page.get_by_role("button", name="Orders in full words: on").click()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(fire.locator(".l")).to_have_text("Extinguish")
    page.reload()
    expect(unfolded(page, "more", "A1 extinguish").locator(".l")).to_have_text("Extinguish")


def test_a_finger_held_on_a_thing_asks_what_it_is(server: Server, open_page: Callable[..., Page]) -> None:
    page = begun(server, open_page(**PHONE), "tank_commander", "skirmish")
    shape = hexagon(page, "C5")
    box = shape.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(says(page)).to_contain_text("Forest")
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(says(page).locator("a.rule")).to_have_text("TC-9.5")
    page.locator("#menu").tap()
    page.get_by_role("button", name="Keys and what is on the board").tap()
    expect(page.locator("dialog .legend .thing", has_text="Forest")).to_be_visible()


@pytest.mark.parametrize("scenario", ["crossroads", "silence_the_gun"])
def test_arrow_keys_reach_every_place_of_a_board_of_tiles(server: Server, page: Page, scenario: str) -> None:
    begun(server, page, "agrav", scenario)
    assert page.evaluate(WALK) == []


def test_at_the_end_the_focus_is_on_the_result(server: Server, page: Page, duel: Table) -> None:
    duel.sit_down(page)
    duel.act(0, "concede")
    expect(page.locator("#over")).to_be_focused()
