"""The page of lessons: the puzzle of the day, the path, puzzles by the dozen; by keys and on a phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import PHONE
from tests.browser.table import OpenPage, Server, comes_true

TANK = "/learn/tank_commander"
MANY = 64
FRIDAY = "2026-11-27T12:00:00Z"


def how(**more: Any) -> dict[str, Any]:
    return {"played": [], "done": False, "step": 0, "share": None, "at": 1, "first": None, **more}


def solved(at: int = 1, rating: int = 1200) -> dict[str, Any]:
    return how(done=True, share=1, step=1, at=at, first={"at": at, "right": True, "rating": rating})


def knows(page: Page, server: Server, learnt: dict[str, Any], days: tuple[str, ...] = ()) -> Page:
    """A browser on a Friday that has learnt something."""
    page.clock.set_fixed_time(FRIDAY)
    page.goto(server.address + "/api/about")
    kept = {"learnt": json.dumps(learnt), "days": json.dumps(dict.fromkeys(days, 0))}
    page.evaluate("all => { for (const name in all) localStorage[`hulldown.${name}`] = all[name] }", kept)
    return page


def opened(page: Page, server: Server, path: str = TANK) -> Page:
    page.goto(server.address + path)
    expect(page.locator(".asks h3")).to_be_visible()
    return page


def with_many(page: Page) -> None:
    """A course of as many puzzles as a game shall have, each a little harder than the one before."""

    def answer(route: Route) -> None:
        course = route.fetch().json()
        one = next(one for one in course["taught"] if one["kind"] == "puzzle")
        lessons = [one for one in course["taught"] if one["kind"] == "lesson"]
        puzzles = [
            {**one, "id": f"number{n}", "title": f"Puzzle {n}", "number": n, "rating": 900 + 10 * n}
            | {"picture": f"{one['picture']}?n={n}"}
            for n in range(1, MANY + 1)
        ]
        route.fulfill(json={**course, "taught": lessons + puzzles})

    page.route("**/api/learn/tank_commander", answer)


def test_the_puzzle_of_the_day_leads_to_its_board(page: Page, server: Server) -> None:
    opened(knows(page, server, {}), server)
    asked = page.request.get(f"{server.address}/api{TANK}/daily?date=2026-11-27").json()
    expect(page.locator(".asks h3")).to_have_text(asked["text"])
    expect(page.locator(".asks .which")).to_contain_text("worked out, not rolled: luck cannot help you")
    picture = page.locator(".board-of-day img")
    comes_true(page, "() => document.querySelector('.board-of-day img').naturalWidth > 0")
    assert str(picture.get_attribute("src")).endswith(f"{asked['id']}/picture")
    page.locator(".asks .go").click()
    expect(page.locator(".lesson .do")).to_have_text(asked["text"])
    page.go_back()
    page.locator(".board-of-day").click()
    expect(page.locator(".lesson .do")).to_have_text(asked["text"])


def test_the_week_the_row_and_the_rating_are_told(page: Page, server: Server) -> None:
    noon = 1_795_780_800_000  # of that Friday
    learnt = {"chase/missiles": solved(noon, 1300), "chase/hurt": solved(noon - 86_400_000)}
    days = ("2026-11-23", "2026-11-25", "2026-11-26")
    opened(knows(page, server, learnt, days), server)
    told = page.locator(".week li .vh").all_inner_texts()
    assert told[:5] == [
        *("Monday: solved", "Tuesday: not solved", "Wednesday: solved", "Thursday: solved"),
        "Friday: not solved",
    ]
    assert page.locator(".week [aria-current=date] .vh").inner_text() == "Friday: not solved"
    row, rating = page.locator(".numbers > div").all_inner_texts()
    assert row.split() == ["2", "days", "in", "a", "row"]
    assert rating.split()[1:] == ["rating,", str(int(rating.split()[0]) - 1260), "points", "up", "today"]


def test_another_day_brings_another_puzzle_to_a_page_left_open(page: Page, server: Server) -> None:
    opened(knows(page, server, {}), server)
    page.clock.set_fixed_time("2026-11-28T12:00:00Z")
    asked = page.request.get(f"{server.address}/api{TANK}/daily?date=2026-11-28").json()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".asks h3")).to_have_text(asked["text"])
    expect(page.locator(".week [aria-current=date] .vh")).to_have_text("Saturday: not solved")


def test_the_next_lesson_is_framed(page: Page, server: Server) -> None:
    learnt = {
        "tank_commander/drive": how(done=True, step=6),
        "tank_commander/shoot": how(played=["."], step=1),
    }
    opened(knows(page, server, learnt), server)
    path = page.locator(".path li")
    expect(page.locator("#path-name")).to_have_text("Lessons: 1 of 6 done")
    expect(path.nth(0)).to_contain_text("two minutes, done")
    expect(path.nth(1)).to_contain_text("two minutes")
    expect(page.locator(".path .next")).to_contain_text("Shoot")
    expect(page.locator(".path .next")).to_contain_text("step 2 of")
    expect(page.locator(".path .go")).to_have_text("Go on")
    assert page.locator(".path .go").count() == 1


def test_a_dozen_of_many_puzzles_fits_and_all_are_a_click_away(page: Page, server: Server) -> None:
    learnt = {f"tank_commander/number{n}": solved(n, 1200) for n in (30, 31, 32)}
    knows(page, server, learnt)
    with_many(page)
    opened(page, server)
    tiles = page.locator(".tiles li")
    expect(tiles).to_have_count(12)
    ratings = [
        int(text) for text in tiles.locator("small").evaluate_all("all => all.map(s => s.lastChild.data)")
    ]
    assert ratings == sorted(ratings)
    mine = int(page.locator(".numbers b").nth(1).inner_text())
    assert all(abs(rating - mine) < 100 for rating in ratings)
    expect(page.locator(".tiles .solved")).to_have_count(0)
    expect(page.locator("#count")).to_contain_text(f"3 of {MANY} solved")
    page.get_by_role("button", name=f"All {MANY} puzzles").click()
    expect(tiles).to_have_count(MANY)
    expect(page.locator(".tiles .solved")).to_have_count(3)
    expect(page.locator("#all")).to_be_focused()
    page.get_by_role("button", name="Fewer puzzles").click()
    expect(tiles).to_have_count(12)


def test_pictures_are_loaded_when_they_come_into_sight(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    knows(page, server, {})
    with_many(page)
    page.set_viewport_size({"width": 390, "height": 700})
    opened(page, server)
    page.get_by_role("button", name=f"All {MANY} puzzles").evaluate("button => button.click()")
    expect(page.locator(".tiles li")).to_have_count(MANY)
    comes_true(page, "() => document.querySelector('.board-of-day img').complete")
    assert any("/picture" in url for url in asked)
    assert not any(url.endswith(f"?n={MANY}") for url in asked)


def test_the_games_are_chips_and_the_last_learnt_opens(page: Page, server: Server) -> None:
    learnt = {"chase/missiles": solved(5), "tank_commander/thin_armor": solved(3)}
    opened(knows(page, server, learnt), server, "/learn")
    expect(page.locator(".chips [aria-current=page]")).to_have_text("Chase")
    page.locator(".chips a", has_text="WarStrike").click()
    expect(page.locator("h1")).to_have_text("Learn WarStrike")
    expect(page.locator(".chips [aria-current=page]")).to_have_text("WarStrike")


def test_by_keys_alone(page: Page, server: Server) -> None:
    opened(knows(page, server, {}), server)
    page.locator(".chips a").last.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".asks .go")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".path a").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".lesson h2")).to_have_text("Your tank")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_cut_off_or_too_small(open_page: OpenPage, server: Server, scheme: str) -> None:
    page = opened(knows(open_page(**PHONE, color_scheme=scheme), server, {}), server)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = [one.bounding_box() for one in page.locator("main a:visible").all()]
    assert all(box and box["height"] >= 44 and box["x"] + box["width"] <= 390 for box in boxes)


def test_what_the_server_refuses_is_told(page: Page, server: Server) -> None:
    page.route("**/api/learn/*", lambda route: route.fulfill(status=409, json={"error": {"text": "No."}}))
    page.goto(server.address + "/learn/chase")
    expect(page.locator("#today")).to_contain_text("No.")


def test_a_wrong_try_of_today_is_told(page: Page, server: Server) -> None:
    day = page.request.get(f"{server.address}/api{TANK}/daily?date=2026-11-27").json()["id"]
    noon = 1_795_780_800_000  # of that Friday
    tried = how(done=True, share=0.4, step=1, at=noon, first={"at": noon, "right": False, "rating": 1200})
    opened(knows(page, server, {f"tank_commander/{day}": tried}), server)
    expect(page.locator(".asks .state")).to_have_text("You tried it today and have not solved it yet.")
    expect(page.locator(".numbers")).to_contain_text("points down today")


def test_it_opens_on_the_game_that_was_looked_at_last(page: Page, server: Server) -> None:
    opened(knows(page, server, {"chase/duel": how(done=True)}), server, "/learn")
    expect(page.locator("#name")).to_have_text("Learn Chase")
    page.goto(f"{server.address}/learn/agrav/drive")
    expect(page.locator(".lesson h2")).to_be_visible()
    opened(page, server, "/learn")
    expect(page.locator("#name")).to_have_text("Learn AGrav")
