"""Rating and days in a row: the pure functions, over dates, zones and damage; a puzzle solved day by day."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect
from tests.browser.table import OpenPage, Server, comes_true, order_button

from hulldown import rulesets
from hulldown.game.lessons import answers
from hulldown.server.learn.progress import puzzles_of

MODULE = "import('/static/shared/progress.js')"
LONDON, TOKYO, HONOLULU, KIRITIMATI = 0, 540, -600, 840
KEPT_DAYS = "JSON.parse(localStorage['hulldown.days'] ?? '{}')"
KEPT = "JSON.parse(localStorage['hulldown.learnt'] ?? '{}')"


def asked(page: Page, call: str, *given: Any) -> Any:
    """What a function of the module says."""
    return page.evaluate(f"async given => (await {MODULE}).{call}(...given)", list(given))


@pytest.fixture
def module(page: Page, server: Server) -> Page:
    page.goto(server.address + "/learn")
    return page


def days(*names: str, zone: int = LONDON) -> dict[str, int]:
    return dict.fromkeys((f"2026-{name}" for name in names), zone)


WEEK = days("11-23", "11-24", "11-25", "11-26", "11-27", "11-28", "11-29")


@pytest.mark.parametrize(
    ("known", "today", "zone", "row"),
    [
        ({}, "2026-11-29", LONDON, 0),
        (days("11-29"), "2026-11-29", LONDON, 1),
        (days("11-27", "11-28"), "2026-11-29", LONDON, 2),
        (days("11-26", "11-27"), "2026-11-29", LONDON, 0),
        (days("11-25", "11-27", "11-28", "11-29"), "2026-11-29", LONDON, 3),
        (days("02-28", "03-01"), "2026-03-01", LONDON, 2),
        (days("10-24", "10-25", "10-26", zone=60), "2026-10-26", LONDON, 3),
        (days("12-30", "12-31") | {"2027-01-01": 0}, "2027-01-01", LONDON, 3),
    ],
    ids=["none", "today", "yesterday", "missed", "hole", "month", "summer time", "year"],
)
def test_days_in_a_row(module: Page, known: dict[str, int], today: str, zone: int, row: int) -> None:
    assert asked(module, "streak", known, today, zone) == row


@pytest.mark.parametrize(
    ("known", "today", "zone", "row"),
    [
        # Solved in Tokyo on the 29th, then in Honolulu, where it is the 28th still.
        (days("11-28", "11-29", zone=TOKYO), "2026-11-28", HONOLULU, 2),
        (days("11-28", "11-29", zone=KIRITIMATI), "2026-11-27", HONOLULU, 2),
        # From Honolulu on the 28th to Tokyo, where the 30th begins: the 29th was lost over the sea.
        (days("11-27", "11-28", zone=HONOLULU), "2026-11-30", TOKYO, 2),
        (days("11-27", "11-28", zone=HONOLULU) | days("11-30", zone=TOKYO), "2026-11-30", TOKYO, 3),
        # A night's flight east loses no day: who misses one there has missed it.
        (days("11-27", "11-28", zone=LONDON), "2026-11-30", TOKYO, 0),
        (days("11-27", "11-28", zone=TOKYO), "2026-11-30", HONOLULU, 0),
    ],
    ids=["west", "farthest", "east", "east and on", "missed east", "missed west"],
)
def test_a_journey_breaks_no_row_and_doubles_none(
    module: Page, known: dict[str, int], today: str, zone: int, row: int
) -> None:
    assert asked(module, "streak", known, today, zone) == row


def test_a_clock_put_back_breaks_no_row_and_one_that_was_wrong_makes_none(module: Page) -> None:
    for today in ("2026-11-29", "2026-11-28", "2026-11-23", "2026-11-22"):
        assert asked(module, "streak", WEEK, today, LONDON) == 7
    wrong = WEEK | {"2031-05-01": 0, "2031-05-02": 0}
    assert asked(module, "streak", wrong, "2026-11-30", LONDON) == 7
    assert asked(module, "streak", wrong, "2026-12-03", LONDON) == 0


def test_a_week_begins_on_monday(module: Page) -> None:
    week = asked(module, "weekOf", "2026-11-29")
    assert (week[0], week[-1]) == ("2026-11-23", "2026-11-29")
    assert asked(module, "weekOf", "2026-11-30")[0] == "2026-11-30"
    assert asked(module, "weekOf", "2027-01-01") == [
        *(f"2026-12-{day}" for day in (28, 29, 30, 31)),
        *(f"2027-01-0{day}" for day in (1, 2, 3)),
    ]


@pytest.mark.parametrize(
    ("zone", "day", "offset"),
    [("Pacific/Honolulu", "2026-11-28", -600), ("Asia/Tokyo", "2026-11-29", 540), ("UTC", "2026-11-28", 0)],
)
def test_a_day_is_that_of_the_place(
    open_page: OpenPage, server: Server, zone: str, day: str, offset: int
) -> None:
    page = open_page(timezone_id=zone)
    page.clock.set_fixed_time("2026-11-28T16:30:00Z")
    page.goto(server.address + "/learn")
    assert asked(page, "localDay") == day
    assert asked(page, "zoneOf") == offset


def first(at: int, right: bool, rating: int = 1200) -> dict[str, Any]:
    return learnt(done=True, at=at, first={"at": at, "right": right, "rating": rating})


def learnt(**more: Any) -> dict[str, Any]:
    return {"played": [], "done": False, "step": 0, "share": None, "at": 0, "first": None, **more}


def test_a_rating_moves_by_what_was_not_expected_and_less_each_time(module: Page) -> None:
    def rating(*tries: dict[str, Any]) -> int:
        all_of_it = {f"chase/{number}": one for number, one in enumerate(tries)}
        value: int = asked(module, "ratingOf", all_of_it, "2026-11-29")["value"]
        return value

    assert rating() == rating(learnt(done=True, share=1)) == 1200, "what was tried before ratings counts not"
    assert rating(first(1, True)) == 1260 and rating(first(1, False)) == 1140
    assert rating(first(1, True, 1600)) > rating(first(1, True)) > rating(first(1, True, 800)) > 1200
    sure = [first(number, number % 2 == 0) for number in range(100)]
    assert abs(rating(*sure, first(200, True)) - rating(*sure)) < 12
    assert rating(first(2, False), first(1, True)) == rating(first(1, True), first(2, False)), "by their time"


def test_what_came_today_is_told(module: Page) -> None:
    noon = "Date.parse('2026-11-29T12:00:00')"
    today, yesterday = (module.evaluate(f"{noon} - {days} * 86400000") for days in (0, 1))
    all_of_it = {"chase/a": first(yesterday, True), "chase/b": first(today, False)}
    told = asked(module, "ratingOf", all_of_it, "2026-11-29")
    assert told["tries"] == 2 and told["up"] < 0
    assert asked(module, "ratingOf", {"chase/a": first(yesterday, True)}, "2026-11-29")["up"] == 0


def test_two_browsers_are_joined_without_loss_in_either_order(module: Page) -> None:
    one = {
        "chase/a": first(5, False) | {"share": 0.25},
        "chase/b": learnt(played=[".", "A1 pursue"], step=2, at=7),
    }
    other = {
        "chase/a": first(9, True) | {"share": 1},
        "chase/b": learnt(played=["."], step=1, at=4, done=True),
    }
    both = asked(module, "joined", one, other)
    assert both == asked(module, "joined", other, one) == asked(module, "joined", both, other)
    assert both["chase/a"]["first"] == one["chase/a"]["first"] and both["chase/a"]["share"] == 1
    assert both["chase/b"] == one["chase/b"] | {"done": True}
    assert asked(module, "joinedDays", {"2026-11-28": 60}, {"2026-11-28": 0, "2026-11-29": 0}) == {
        "2026-11-28": 0,
        "2026-11-29": 0,
    }


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "null",
        "[1, 2]",
        '"hello"',
        '{"chase/a": 5, "x": {}, "chase/b": null}',
        '{"chase/a": {"played": [1, null, "."], "step": "many", "share": 7, "at": -1, "first": {}}}',
        '{"2026-11-31": 0, "2026-11-29": "here", "yesterday": 0, "2026-13-01": 1}',
    ],
)
def test_what_is_damaged_is_survived(page: Page, server: Server, kept: str) -> None:
    page.goto(server.address + "/learn")
    page.evaluate(
        "kept => { for (const name of ['learnt', 'days']) localStorage[`hulldown.${name}`] = kept }", kept
    )
    page.goto(server.address + "/learn/chase")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Chase")
    known = json.loads(kept) if kept.startswith("{") and len(kept) > 1 else {}
    assert asked(page, "soundDays", known) == {}
    for one in asked(page, "soundLearnt", known).values():
        assert one["step"] == 0 and one["share"] is None and one["at"] == 0
        assert all(isinstance(text, str) for text in one["played"])


# ---------------------------------------------------------------- at the table


def daily_of(server: Server, page: Page, date: str) -> str:
    told = page.request.get(f"{server.address}/api/learn/chase/daily?date={date}")
    return str(told.json()["id"])


def answer(page: Page, server: Server, puzzle: str, right: bool = True) -> None:
    """Answer a puzzle of Chase at the table, with the best answer or the worst."""
    chase = rulesets.get("chase")
    known = answers(chase, puzzles_of(chase)[puzzle])
    (text,) = known[0 if right else -1].texts
    page.goto(f"{server.address}/learn/chase/{puzzle}")
    expect(page.locator(".acts .act").first).to_be_visible()
    button = order_button(page, text)
    button.click()
    page.locator("[data-key=commit]").or_(page.locator(".answer")).first.wait_for()
    if page.locator("[data-key=commit]").count():
        page.locator("[data-key=commit]").click()
    expect(page.locator(".answer h3")).to_be_visible()


def at(open_page: OpenPage, moment: str, zone: str, before: BrowserContext | None = None) -> Page:
    """A browser in a place at a moment, which knows what it knew elsewhere."""
    more = {"storage_state": before.storage_state()} if before else {}
    page = open_page(timezone_id=zone, **more)
    page.clock.set_fixed_time(moment)
    return page


def row(page: Page) -> int:
    """How many days in a row stand now."""
    module = "import('/static/shared/progress_store.js')"
    comes_true(page, f"() => Object.keys({KEPT_DAYS}).length > 0")
    return int(page.evaluate(f"async () => (await {module}).myStreak()"))


def solved_on(page: Page, count: int) -> None:
    comes_true(page, f"count => Object.keys({KEPT_DAYS}).length === count", count)


def test_a_row_of_days_over_midnight_and_over_the_date_line(open_page: OpenPage, server: Server) -> None:
    page = at(open_page, "2026-11-27T20:00:00Z", "Pacific/Honolulu")
    page.goto(server.address + "/learn")
    answer(page, server, daily_of(server, page, "2026-11-27"))
    solved_on(page, 1)
    # The next day; begun before midnight, answered after it: the day on which it was begun counts.
    page.clock.set_fixed_time("2026-11-29T09:58:00Z")
    puzzle = daily_of(server, page, "2026-11-28")
    page.goto(f"{server.address}/learn/chase/{puzzle}")
    expect(page.locator(".acts .act").first).to_be_visible()
    chase = rulesets.get("chase")
    page.clock.set_fixed_time("2026-11-29T10:03:00Z")
    (text,) = answers(chase, puzzles_of(chase)[puzzle])[0].texts
    order_button(page, text).click()
    page.locator("[data-key=commit]").click()
    solved_on(page, 2)
    assert page.evaluate(KEPT_DAYS) == {"2026-11-27": -600, "2026-11-28": -600}
    assert row(page) == 2
    # East over the date line the 29th is lost; the row goes on with the 30th.
    there = at(open_page, "2026-11-29T23:00:00Z", "Asia/Tokyo", page.context)
    there.goto(server.address + "/learn")
    assert row(there) == 2
    answer(there, server, daily_of(server, there, "2026-11-30"))
    solved_on(there, 3)
    assert row(there) == 3
    # Back over it, it is the 29th: solved there it doubles nothing.
    back = at(open_page, "2026-11-30T01:00:00Z", "Pacific/Honolulu", there.context)
    back.goto(server.address + "/learn")
    assert row(back) == 3
    answer(back, server, daily_of(server, back, "2026-11-29"))
    solved_on(back, 4)
    assert row(back) == 4
    answer(back, server, daily_of(server, back, "2026-11-29"))
    assert row(back) == 4


def test_a_wrong_answer_counts_no_day_and_costs_the_rating_once(open_page: OpenPage, server: Server) -> None:
    page = at(open_page, "2026-11-29T12:00:00Z", "UTC")
    page.goto(server.address + "/learn")
    puzzle = daily_of(server, page, "2026-11-29")
    answer(page, server, puzzle, right=False)
    name = f"chase/{puzzle}"
    wrong = page.evaluate(KEPT)[name]["first"]
    assert wrong["right"] is False
    assert page.evaluate(KEPT_DAYS) == {}
    answer(page, server, puzzle)
    solved_on(page, 1)
    now = page.evaluate(KEPT)[name]
    assert now["first"] == wrong and now["share"] == 1
    rating = page.evaluate("async () => (await import('/static/shared/progress_store.js')).myRating()")
    assert rating["value"] < 1200 and rating["tries"] == 1


def test_another_puzzle_than_the_days_counts_no_day(open_page: OpenPage, server: Server) -> None:
    page = at(open_page, "2026-11-29T12:00:00Z", "UTC")
    page.goto(server.address + "/learn")
    today = daily_of(server, page, "2026-11-29")
    other = next(name for name in ("missiles", "hurt") if name != today)
    with page.expect_response("**/daily?date=2026-11-29"):
        answer(page, server, other)
    assert page.evaluate(KEPT)[f"chase/{other}"]["first"]["right"] is True
    assert page.evaluate(KEPT_DAYS) == {}


# ---------------------------------------------------------------- in two browsers


def named(page: Page, server: Server, token: str) -> Page:
    """A browser that goes by a name here, on a page that tells the server nothing."""
    page.goto(server.address + "/api/about")
    page.evaluate("token => localStorage.setItem('hulldown.me', token)", token)
    return page


def telling(page: Page) -> Any:
    """Until the server was told what it did not know."""

    def tells(answer: Response) -> bool:
        return answer.url.endswith("/api/me/progress") and answer.request.method == "PUT"

    return page.expect_response(tells)


def kept_there(page: Page, server: Server, token: str) -> Any:
    return page.request.get(f"{server.address}/api/me/progress", headers={"Hulldown-Me": token}).json()


def read_on(page: Page, title: str) -> None:
    """Read a step of the first lesson of Chase; the server knows of it."""
    with telling(page):
        page.locator("[data-key='read on']").click()
    expect(page.locator(".lesson h2")).to_have_text(title)


def test_a_lesson_goes_on_in_another_browser_of_the_same_name(open_page: OpenPage, server: Server) -> None:
    here, there = open_page(), open_page()
    token = here.request.post(f"{server.address}/api/me", data={"name": "Ann"}).json()["token"]
    lesson = server.address + "/learn/chase/distance"
    named(here, server, token).goto(lesson)
    expect(here.locator(".lesson h2")).to_have_text("No map")
    read_on(here, "Thick and thin")
    named(there, server, token).goto(lesson)
    expect(there.locator(".lesson h2")).to_have_text("Thick and thin")
    read_on(there, "Drive after it")
    here.goto(lesson)
    expect(here.locator(".lesson h2")).to_have_text("Drive after it")
    here.locator(".lesson [data-key=Back]").click()
    expect(here.locator(".lesson h2")).to_have_text("Thick and thin")
    there.goto(lesson)
    expect(there.locator(".lesson h2")).to_have_text("Thick and thin")


def test_what_a_browser_learnt_without_a_name_comes_along(open_page: OpenPage, server: Server) -> None:
    here, there = open_page(), open_page()
    token = here.request.post(f"{server.address}/api/me", data={"name": "Ann"}).json()["token"]
    for page, day in ((here, "2026-11-28"), (there, "2026-11-29")):
        page.goto(server.address + "/api/about")
        page.evaluate("day => localStorage['hulldown.days'] = JSON.stringify({[day]: 0})", day)
        named(page, server, token)
    with telling(here):
        here.goto(server.address + "/learn/chase")
    with telling(there):
        there.goto(server.address + "/learn/chase")
    solved_on(there, 2)
    assert set(kept_there(there, server, token)["days"]) == {"2026-11-28", "2026-11-29"}
    here.goto(server.address + "/learn/chase")
    solved_on(here, 2)


def test_a_server_that_is_away_takes_nothing(open_page: OpenPage, server: Server) -> None:
    """The page goes on by what it knows, and tells it when the server is back."""
    page = open_page()
    token = page.request.post(f"{server.address}/api/me", data={"name": "Ann"}).json()["token"]
    named(page, server, token)
    page.route("**/api/me/progress*", lambda route: route.abort("internetdisconnected"))
    answer(page, server, "missiles")
    expect(page.locator(".answer h3")).to_have_text("The best there is.")
    page.unroute("**/api/me/progress*")
    with telling(page):
        page.goto(server.address + "/learn/chase")
    assert kept_there(page, server, token)["learnt"]["chase/missiles"]["share"] == 1
