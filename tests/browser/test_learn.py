"""Lessons on the page: by mouse, by keys, on a phone; wrong orders, leaving and coming back; puzzles."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import OpenPage, Server, comes_true, order_button, reached, rest

from hulldown import rulesets
from hulldown.game.lessons import READ, LessonProgress

TANK, CHASE = "/learn/tank_commander", "/learn/chase"
LESSONS = [(name, one) for name in rulesets.names() for one in rulesets.get(name).files.lessons()]
KEPT = """JSON.parse(localStorage["hulldown.learnt"] ?? "{}")[location.pathname.slice(7)]"""
PLAYED = f"""({KEPT}?.played ?? []).length"""
DUE = f"""count => {PLAYED} === count && !document.querySelector("[data-key=commit], [aria-busy=true]")"""
READY = '[data-key=commit]:not([aria-disabled="true"])'
CHOSEN = f"""count => {PLAYED} > count || document.querySelector('{READY}')"""


def opened(page: Page, server: Server, path: str) -> Page:
    page.goto(server.address + path)
    expect(page.locator(".lesson h2")).to_be_visible()
    return page


def on(page: Page, title: str) -> None:
    """The step is due, and the page is ready for it."""
    expect(page.locator(".lesson h2")).to_have_text(title)
    expect(page.locator("body")).not_to_have_class("fetching")


def button(page: Page, *names: str) -> None:
    """Press buttons below the board, and of choices over it."""
    for before, name in zip(("", *names), names, strict=False):
        if name == before:  # the second press gives the order, once its odds are there
            page.locator("[data-key=commit]").wait_for()
            expect(page.locator(".odds .reckon")).to_have_count(0)
        order_button(page, name).click()


def place(page: Page, name: str) -> None:
    """Choose a place of the board and confirm it."""
    page.locator(f'.l-hit [data-hex="{name}"]').click()
    page.locator("[data-key=commit]").wait_for()
    expect(page.locator(".odds .reckon")).to_have_count(0)
    page.locator(f'.l-hit [data-hex="{name}"]').click()


def test_the_first_lessons_by_mouse(page: Page, server: Server) -> None:
    page.goto(server.address + TANK)
    page.locator(".lessons .cta").first.click()
    on(page, "Your tank")
    page.locator("[data-key='read on']").click()
    on(page, "Forward")
    place(page, "E7")
    on(page, "Round a corner")
    expect(page.locator(".lesson .happened")).to_contain_text("Three are left")
    place(page, "F6")
    on(page, "End your turn")
    button(page, "end")
    on(page, "To the flag")
    place(page, "H5")
    on(page, "Done")
    page.locator(".lesson .cta").click()
    on(page, "Two parts that turn")
    page.locator("[data-key='read on']").click()
    on(page, "Turn the whole tank")
    button(page, "turn", "A1 turn left with")
    on(page, "Fire")
    place(page, "B6")
    on(page, "Only the turret")
    button(page, "turret")
    page.locator('.l-ghost .petal[data-facing="0"] .leaf').click()
    page.locator("[data-key=commit]").click()
    on(page, "Load and fire")
    button(page, "load", "A1 load AT")
    comes_true(page, DUE, 5)
    place(page, "E5")
    on(page, "Done")
    page.goto(server.address + TANK)
    drive = page.locator(".path li").first
    expect(drive).to_contain_text("two minutes, done")
    expect(page.locator(".path .next")).to_contain_text("Begin")
    drive.locator("a").click()
    on(page, "Your tank")


@pytest.mark.parametrize(("ruleset", "lesson"), LESSONS)
def test_every_lesson_by_mouse(page: Page, server: Server, ruleset: str, lesson: str) -> None:
    """What a step asks for can be clicked, on its button, in its group or at its place on the board."""
    found = rulesets.get(ruleset)
    file = found.files.lessons()[lesson]
    walk = LessonProgress(found, file)
    opened(page, server, f"/learn/{ruleset}/{lesson}")
    while walk.step:
        on(page, walk.step.title)
        clicked(page, walk)
        walk.order(walk.expected())
    on(page, "Done")
    expect(page.locator(".lesson")).to_contain_text(file.end)


def clicked(page: Page, walk: LessonProgress) -> None:
    """Give the order that a lesson expects, by mouse."""
    text, count = walk.expected(), len(walk.played)
    page.mouse.move(1, 1)  # a pointer that rests on a new button shows what would come of it
    comes_true(page, DUE, count)
    if text == READ:
        page.locator("[data-key='read on']").click()
        return
    game, seat = walk.game, walk.lesson.seat
    orders = game.ruleset.table.orders(game.observation(seat), seat)
    order = next(one for one in orders if one.text == text)
    if order.place and len({one.text.split()[0] for one in orders if one.group == order.group}) > 1:
        page.locator("[data-key='card roster']").click()  # of several units that can move, this one
        page.locator(f"[data-key='roster {text.split()[0]}']").click()
    asked = order_button(page, text)
    here = page.locator(f'.l-hit [data-hex="{order.place}"]')
    expect(page.locator(".acts .act").first).to_be_visible()
    if order.group == "end":
        order_button(page, "end").click()
    elif order.ring:
        order_button(page, order.group).click()
        rings = [one for one in orders if one.group == order.group]
        if order.ring != rings[0].ring:
            order_button(page, next(one.text for one in rings if one.ring == order.ring)).click()
        petal = page.locator(f'.l-ghost .petal[data-facing="{order.facing}"]')
        expect(petal).to_be_visible()
        if petal.get_attribute("aria-checked") == "false":
            petal.locator(".leaf").click()
    else:
        reached(page, order.group, text)
        (asked if asked.is_visible() else here).click()
    comes_true(page, CHOSEN, count)
    if page.evaluate(PLAYED) == count:
        page.locator("[data-key=commit]").click()


BY_KEYS = {
    "distance": (
        ("No map", "g"),
        ("Thick and thin", "g"),
        ("Drive after it", "1 Enter"),
        ("Come nearer", "1 Enter"),
    ),
    "ram": (
        ("Close behind", "g"),
        ("After it", "1 Enter"),
        ("Side by side", "1 Enter"),
        ("Ram?", "1 Enter"),
    ),
    "duel": (
        ("Begin with care", "4 Enter"),
        ("Your choice", "1 3 Enter"),
        ("Now strike", "1 Enter"),
        ("Near, and behind", "2 Enter"),
        ("Near, and behind", "3 Enter"),
        ("It must run", "1 Enter"),
        ("Finish it", "2 Enter"),
    ),
}


@pytest.mark.quick
@pytest.mark.parametrize("lesson", BY_KEYS)
def test_a_chase_by_keys(page: Page, server: Server, lesson: str) -> None:
    opened(page, server, f"{CHASE}/{lesson}")
    for count, (title, keys) in enumerate(BY_KEYS[lesson]):
        on(page, title)
        comes_true(page, DUE, count)
        for key in keys.split():
            page.keyboard.press(key)
            if key != "Enter":
                rest(page, 150)
            elif page.locator("[data-key=commit]").count() == 0:
                break  # it was given at once
    on(page, "Done")


@pytest.mark.quick
def test_a_wrong_order_is_answered_and_changes_nothing(page: Page, server: Server) -> None:
    opened(page, server, TANK + "/battle")
    button(page, "roll off")
    on(page, "Ready")
    button(page, "prepare", "A1 prepare N HE", "A1 prepare N HE")
    expect(page.locator(".lesson .wrong")).to_contain_text("made of steel")
    expect(page.locator(".lesson [aria-live]")).to_contain_text("made of steel")
    expect(page.locator("#trouble")).to_be_hidden()
    on(page, "Ready")


def test_one_comes_back_where_one_left(page: Page, server: Server) -> None:
    opened(page, server, TANK + "/drive")
    page.locator("[data-key='read on']").click()
    on(page, "Forward")
    page.goto(server.address + TANK)
    expect(page.locator(".lessons .cta").first).to_have_text("Go on")
    page.locator(".lessons .cta").first.click()
    on(page, "Forward")
    page.locator(".lesson [data-key=Back]").click()
    on(page, "Your tank")


def test_what_is_kept_of_another_lesson_begins_again(page: Page, server: Server) -> None:
    page.goto(server.address + TANK)
    kept = '{"tank_commander/drive": {"played": ["A1 fire B1"], "done": false, "step": 1, "share": null}}'
    page.evaluate("kept => localStorage.setItem('hulldown.learnt', kept)", kept)
    opened(page, server, TANK + "/drive")
    on(page, "Your tank")


@pytest.mark.quick
def test_a_puzzle_says_how_good_an_answer_is(page: Page, server: Server) -> None:
    opened(page, server, TANK + "/thin_armor")
    place(page, "E6")
    expect(page.locator(".answer h3")).to_have_text("There is better.")
    expect(page.locator(".answer")).to_contain_text("1 in 3 (33%)")
    expect(page.locator(".answer")).to_contain_text("Fire AT shell at the enemy Bulwark")
    expect(page.locator(".answer")).to_contain_text("The best has 2 in 3 (67%), yours 1 in 3 (33%).")
    expect(page.locator(".answer")).not_to_contain_text("Hunter")
    page.locator("[data-key='show it']").click()
    expect(page.locator(".answer")).to_contain_text("the enemy Hunter: 2 in 3 (67%)")
    expect(page.locator(".l-pick .pick-on")).to_be_attached()  # on the board, as it is when chosen
    expect(page.locator(".acts .act")).to_have_count(0)
    page.locator("[data-key='try again']").click()
    expect(page.locator(".answer")).to_have_count(0)
    expect(page.locator(".acts .act").first).to_be_visible()
    place(page, "F4")
    expect(page.locator(".answer h3")).to_have_text("The best there is.")
    expect(page.locator("#turn")).to_contain_text("What happens")
    expect(page.locator(".acts .act")).to_have_count(0)
    expect(page.locator(".answer .mine")).to_contain_text("Worked out, not rolled: luck cannot help you.")
    page.goto(server.address + TANK)
    page.locator("#all").click()  # of a dozen, none is solved
    expect(page.locator(".puzzles .solved")).to_contain_text("solved")


@pytest.mark.quick
def test_both_chances_stand_in_a_sentence_with_their_words_once(page: Page, server: Server) -> None:
    opened(page, server, "/learn/chase/breakout_1")
    comes_true(page, DUE, 0)
    button(page, "B1 hull_down")
    if page.locator(READY).is_visible():
        page.locator(READY).click()
    expect(page.locator(".answer")).to_contain_text("The best has 76.7% of the points, yours 0.3%.")


@pytest.mark.quick
def test_what_comes_of_a_wrong_answer_is_seen_and_one_tries_again(page: Page, server: Server) -> None:
    opened(page, server, "/learn/close_assault/whose_back")
    before = page.locator("main").get_attribute("data-shown")
    men = page.locator('.l-units [data-unit^="B1"]')
    expect(men).to_have_count(3)
    reached(page, "fire", "B1 fire R1").click()
    comes_true(page, f"() => document.querySelector('.answer') || document.querySelector('{READY}')")
    if page.locator(READY).is_visible():
        page.locator(READY).click()
    expect(page.locator(".answer h3")).to_have_text("There is better.")
    expect(page.locator(".answer")).to_contain_text("the enemy's best answer")
    expect(page.locator("#turn")).to_contain_text("What happens")
    expect(page.locator(".acts .note")).to_contain_text("try again")
    expect(page.locator(".log")).to_contain_text("fires")
    expect(page.locator(f'main[data-shown="{before}"]')).to_have_count(0)
    page.keyboard.press("g")
    expect(page.locator(f'main[data-shown="{before}"]')).to_be_attached()
    expect(page.locator(".answer")).to_have_count(0)
    expect(men).to_have_count(3)
    expect(page.locator(".acts .act").first).to_be_visible()


def test_a_wrong_answer_is_in_sight_on_a_phone(open_page: OpenPage, server: Server) -> None:
    page = opened(open_page(**PHONE), server, TANK + "/thin_armor")
    place(page, "E6")
    expect(page.locator(".answer h3")).to_be_in_viewport()
    page.locator("[data-key='try again']").tap()
    expect(page.locator(".answer")).to_have_count(0)


def test_a_puzzle_on_a_phone_shows_who_decides_and_whom_it_is_about(
    open_page: OpenPage, server: Server
) -> None:
    """The question is in sight, and on the board the unit that decides and an enemy."""
    page = opened(open_page(**PHONE), server, "/learn/tank_commander/urban_warfare_2")
    expect(page.locator(".lesson .do")).to_be_in_viewport()
    inside = """() => {
        const room = document.querySelector("#board").getBoundingClientRect();
        const seen = [...document.querySelectorAll(".l-units [data-unit]")].filter((mark) => {
            const { left, right, top, bottom } = mark.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            return x > room.left && x < room.right && y > room.top && y < room.bottom;
        });
        return new Set(seen.map((mark) => mark.dataset.unit[0])).size === 2;
    }"""
    comes_true(page, inside)


def test_when_the_way_back_from_an_answer_is_refused_the_answer_stays(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(reduced_motion="reduce")  # its browser may complain
    opened(page, server, TANK + "/thin_armor")
    place(page, "E6")
    expect(page.locator(".answer h3")).to_be_visible()
    page.route("**/thin_armor/view?*", lambda route: route.abort())
    page.locator("[data-key='try again']").click()
    expect(page.locator(".lesson .wrong")).to_be_visible()
    expect(page.locator(".answer h3")).to_be_visible()
    page.unroute("**/thin_armor/view?*")
    page.locator("[data-key='try again']").click()
    expect(page.locator(".answer")).to_have_count(0)
    expect(page.locator(".lesson .wrong")).to_be_hidden()
    expect(page.locator(".acts .act").first).to_be_visible()
    page.close()


def test_a_lesson_that_is_done_says_so_in_the_bar(page: Page, server: Server) -> None:
    """Nobody is waited for, and the frame round a card is beside what the card says."""
    opened(page, server, TANK + "/armour")
    expect(page.locator("#turn")).to_contain_text("Read on")
    card = page.locator(".card.pointed")
    assert card.evaluate("el => parseFloat(getComputedStyle(el).outlineOffset)") >= 0
    assert "inset" not in card.evaluate("el => getComputedStyle(el).boxShadow")
    found = rulesets.get("tank_commander")
    walk = LessonProgress(found, found.files.lessons()["drive"])
    while walk.step:
        walk.order(walk.expected())
    kept = {"tank_commander/drive": {"played": list(walk.played), "done": True, "step": walk.at}}
    page.evaluate("all => localStorage.setItem('hulldown.learnt', JSON.stringify(all))", kept)
    opened(page, server, TANK + "/drive")
    on(page, "Done")
    expect(page.locator("#turn")).to_contain_text("Lesson done")
    expect(page.locator("#odds")).to_be_empty()


def test_a_lesson_on_a_phone(open_page: OpenPage, server: Server) -> None:
    page = opened(open_page(**PHONE), server, TANK + "/battle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    on(page, "Who goes first?")
    page.locator('.acts [data-key="act roll off"]').tap()
    on(page, "Ready")


def test_after_a_shot_a_lesson_on_a_phone_stays_in_sight(open_page: OpenPage, server: Server) -> None:
    """The log came up, and what to do next was behind another tab."""
    page = opened(open_page(**PHONE), server, TANK + "/aim")
    page.locator("[data-key='read on']").tap()
    on(page, "Turn the whole tank")
    button(page, "turn", "A1 turn left with")
    on(page, "Fire")
    target = page.locator('.l-hit [data-hex="B6"]')
    target.tap()
    expect(page.locator("#odds .big")).to_be_visible()
    target.tap()
    on(page, "Only the turret")
    expect(page.locator(".lesson h2")).to_be_visible()
