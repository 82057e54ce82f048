"""Home: the games beside each other, any battle with a few clicks; the ways from page to page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, OpenPage, Server
from tests.browser.test_axe import ALL, FOUND
from tests.browser.test_notifications import kept

from hulldown import rulesets
from hulldown.server.http.static_pages import MORE, SPARED, WAYS

INVITE = {"kind": "invite", "player": "", "name": ""}
FITS = "document.documentElement.scrollWidth <= innerWidth"
PLACES = [
    *(
        "/",
        "/learn",
        "/learn/tank_commander",
        "/learn/tank_commander/drive",
        "/garage",
        "/odds",
        "/lab",
    ),
    *("/workshop", "/campaigns", "/rulebook", "/rulebook/chase", "/rulebook/chase/ours"),
    *("/table", "/replay", "/join", "/invite", "/watch"),
]
AT_THE_TABLE = ("/table", "/replay", "/learn/tank_commander/drive")


def visit(page: Page, server: Server, place: str) -> None:
    """Open a page; at a table, whose head is full, the menu with the ways, too."""
    address = place
    if place in ("/table", "/replay"):
        table = server.begin(HUMAN)
        address = f"{place}/{table.game}" + (f"#seat={table.tokens[0]}" if place == "/table" else "")
    if place in ("/join", "/invite"):
        order = {"ruleset": "chase", "scenario": "even_ground", "seed": 1, "seats": [HUMAN, INVITE]}
        made = server.call("/api/games", order)
        address = f"{place}/{made['game']}"
        if place == "/join":
            address += f"#seat={made['seats'][1]['token']}"
        else:
            kept(page, server, made["game"], *made["seats"])
    page.goto(server.address + address)
    if place in AT_THE_TABLE:
        page.locator("#menu").click()


@pytest.mark.quick
def test_a_card_says_what_a_game_is_and_leads_on(server: Server, page: Page) -> None:
    page.goto(server.address)
    expect(page.locator(".card")).to_have_count(len(rulesets.names()))
    expect(page.get_by_role("heading", name="Five games, each with its own rules")).to_be_visible()
    for line in server.call("/api/home"):
        game = page.locator(f"[data-game={line['id']}]")
        expect(game.locator("b")).to_have_text(line["name"])
        expect(game.locator(".play > span").last).to_have_text(line["text"])
        least, most = rulesets.get(line["id"]).minutes
        expect(game.locator("small")).to_have_text(
            f"{least} to {most} min \u00b7 against the computer, a friend, or two here"
        )
        game.scroll_into_view_if_needed()
        expect(game.locator("img")).to_have_js_property("complete", True)
        assert game.locator("img").evaluate("one => one.naturalWidth") > 0
        rules = game.get_by_role("link", name=f"Rules of {line['name']}")
        expect(rules).to_have_attribute("href", f"/rulebook/{line['id']}")
    page.locator("[data-game=chase]").get_by_role("link", name="Learn Chase").click()
    expect(page.locator("#name")).to_have_text("Learn Chase")


@pytest.mark.quick
def test_a_rank_is_chosen_by_the_keyboard_and_plays(server: Server, page: Page) -> None:
    page.goto(server.address)
    players = server.call("/api/home")[0]["players"]
    usual = next(at for at, one in enumerate(players) if one["usual"])
    ranks = page.get_by_role("group", name="The computer plays as").get_by_role("radio")
    expect(ranks).to_have_count(len(players))
    expect(ranks.nth(usual)).to_be_checked()
    expect(page.locator("#rank-told")).to_have_text(players[usual]["text"])
    ranks.nth(usual).focus()
    for _ in range(usual):
        page.keyboard.press("ArrowLeft")
    expect(ranks.first).to_be_checked()
    expect(page.locator("#rank-told")).to_have_text(players[0]["text"])
    page.reload()
    expect(ranks.first).to_be_checked()  # who chose once finds it so
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    seats = server.call(f"/api/games/{page.url.rsplit('/', 1)[1]}/view")["seats"]
    assert [one["kind"] for one in seats] == ["human", "computer"]
    assert seats[1]["player"] == players[0]["id"]


def test_today_leads_to_a_puzzle_and_to_the_next_lesson(server: Server, page: Page) -> None:
    page.goto(server.address)
    day = page.evaluate("() => new Intl.DateTimeFormat('sv').format(new Date())")
    daily = server.call(f"/api/learn/tank_commander/daily?date={day}")
    expect(page.locator("#daily b")).to_have_text("Puzzle of the day")
    expect(page.locator("#daily")).to_contain_text(daily["text"])
    expect(page.locator("#daily img")).to_have_attribute("src", daily["picture"])
    expect(page.locator("#daily .streak")).to_have_count(0)
    page.evaluate("day => localStorage.setItem('hulldown.days', JSON.stringify({[day]: 0}))", day)
    page.reload()
    expect(page.locator("#daily")).to_contain_text("Solved today")
    expect(page.locator("#daily .streak")).to_have_text("1 day in a row")
    page.locator("#daily").click()
    expect(page.locator(".lesson h2")).to_be_visible()
    page.goto(server.address)
    expect(page.locator("#first b")).not_to_have_text("First lesson")
    title = page.locator("#first b").inner_text()
    page.locator("#first").click()
    expect(page.locator(".lesson")).to_be_visible()
    assert title in [one["title"] for one in server.call("/api/learn/tank_commander")["taught"]]


@pytest.mark.quick
def test_play_now_is_in_sight_on_a_phone(server: Server, open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    page.goto(server.address)
    expect(page.locator("#rank-told")).not_to_be_empty()
    box = page.get_by_role("button", name="Play now").bounding_box()
    assert box and box["y"] + box["height"] <= 844
    assert page.evaluate(FITS)


@pytest.mark.parametrize("width", [320, 390, 560, 700, 768, 1024, 1180, 1440, 1920])
def test_nothing_runs_over_its_tile(server: Server, open_page: OpenPage, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 900})
    page.goto(server.address)
    expect(page.locator(".card")).to_have_count(len(rulesets.names()))
    expect(page.locator("#first b")).to_be_visible()
    assert page.evaluate(FITS)
    assert page.evaluate(OVER) == []


# What has text of its own and reaches beyond the tile that it lies in.
OVER = """() => [...document.querySelectorAll(".pitch, .offer, .card")].flatMap(tile => {
    const room = tile.getBoundingClientRect();
    return [...tile.querySelectorAll("b, small, span, p, label, a, button, input")].filter(one => {
        const {left, right, top, bottom, width} = one.getBoundingClientRect();
        if (!width || one.matches(".vh")) return false;
        const wide = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
            && !one.matches("input");
        return wide || left < room.left - .5 || right > room.right + .5 || top < room.top - .5
            || bottom > room.bottom + .5;
    }).map(one => one.outerHTML.slice(0, 100));
})"""


@pytest.mark.quick
@pytest.mark.parametrize("name", rulesets.names())
def test_any_game_begins_with_two_clicks(server: Server, page: Page, name: str) -> None:
    ruleset = rulesets.get(name)
    page.goto(server.address)
    expect(page.locator("#setup")).to_be_hidden()
    page.locator(f"[data-game={name}] .play").click()
    expect(page.locator("#setup h2")).to_be_focused()
    expect(page.locator("#setup")).to_be_in_viewport()
    expect(page.locator("[name=scenario]:checked")).to_have_value(ruleset.first_scenario())
    page.get_by_role("button", name="Start this battle").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#title")).to_contain_text(ruleset.name)


@pytest.mark.quick
def test_the_form_has_an_address_and_the_browser_s_way_back_closes_it(server: Server, page: Page) -> None:
    page.goto(server.address)
    page.locator("[data-game=warstrike] .play").click()
    expect(page).to_have_url(f"{server.address}/?ruleset=warstrike")
    page.reload()
    expect(page.locator("select[name=ruleset]")).to_have_value("warstrike")
    page.locator("select[name=ruleset]").select_option("agrav")
    expect(page.locator(".mission").first).to_contain_text("Crossroads")
    page.go_back()
    expect(page.locator("#setup")).to_be_hidden()


@pytest.mark.quick
def test_a_friend_is_invited_with_one_click_and_joins_by_the_code(
    server: Server, page: Page, open_page: OpenPage
) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Play a friend").click()
    page.wait_for_url("**/invite/*")
    code = page.locator(".spelled").inner_text()
    guest = open_page(**PHONE)
    guest.goto(server.address)
    guest.get_by_label("Have you got a code?").fill(code.lower())
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.get_by_role("button", name="Agree and join").click()
    for one in (page, guest):
        expect(one.locator("svg.board .l-units [data-unit=A1]")).to_be_visible()
    page.goto(server.address)
    expect(page.locator("#own li a")).to_have_attribute("href", re.compile("^/table/"))


def test_others_battles_are_on_their_own_page_and_one_s_own_never(server: Server, page: Page) -> None:
    others = server.begin(HUMAN).game
    page.goto(server.address)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    own = page.url.rsplit("/", 1)[1]
    page.goto(server.address)
    expect(page.locator(f'#own a[href="/table/{own}"] .stands')).to_be_visible()
    expect(page.locator(f'a[href="/table/{others}"]')).to_have_count(0)
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Watch").click()
    expect(page.locator(f'a[href="/table/{others}"]')).to_be_visible()
    expect(page.locator(f'a[href="/table/{own}"]')).to_have_count(0)


def unfold(page: Page) -> None:
    """Open what lies under More; the menu of a table shows it at once."""
    more = page.locator("#more > summary")
    if more.is_visible():
        more.click()


@pytest.mark.parametrize("place", PLACES)
def test_every_page_leads_to_every_other_and_to_the_dark(server: Server, page: Page, place: str) -> None:
    visit(page, server, place)
    ways = page.get_by_role("navigation", name="Pages")
    unfold(page)
    expect(ways.get_by_role("link")).to_have_text([*WAYS, *MORE])
    theme = ways.get_by_role("button")
    for word in ("system", "light", "dark"):
        expect(theme).to_have_text(f"Theme: {word}")
        theme.click()
    theme.click()
    theme.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    ways.get_by_role("link", name="Campaigns").click()
    expect(page).to_have_url(f"{server.address}/campaigns")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".ways [aria-current=page]")).to_have_text("Campaigns")
    expect(page.locator("#more > summary")).to_have_attribute("aria-current", "true")


def test_the_menu_of_a_table_has_the_ways_again_and_again(server: Server, page: Page) -> None:
    visit(page, server, "/table")
    ways = page.get_by_role("navigation", name="Pages")
    for _ in range(2):
        expect(ways).to_be_visible()
        page.keyboard.press("Escape")
        expect(ways).to_be_hidden()
        page.locator("#menu").click()


@pytest.mark.quick
def test_what_lies_under_more_closes_as_a_menu_does(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/learn")
    more, odds = page.locator("#more > summary"), page.get_by_role("link", name="Odds")
    more.focus()
    page.keyboard.press("Enter")
    expect(odds).to_be_visible()
    page.keyboard.press("Tab")
    expect(odds).to_be_focused()
    page.keyboard.press("Escape")
    expect(odds).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    expect(odds).to_be_visible()
    page.mouse.click(3, 500)  # beside everything
    expect(odds).to_be_hidden()


@pytest.mark.parametrize("place", PLACES)
def test_the_ways_fit_a_phone(server: Server, open_page: OpenPage, place: str) -> None:
    """None is cut off, a thumb hits each, and what the bar has no room for lies under More."""
    page = open_page(**PHONE)
    visit(page, server, place)
    ways = page.get_by_role("navigation", name="Pages")
    expect(ways).to_be_visible()
    unfold(page)
    assert page.evaluate(FITS)
    for name in (*WAYS, *MORE):
        expect(ways.get_by_role("link", name=name, exact=True)).to_have_count(1)
    for link in ways.locator("a, summary, button").filter(visible=True).all():
        box = link.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] >= 44


@pytest.mark.parametrize("width", [320, 360, 768])
def test_the_bar_is_one_row_at_every_width(server: Server, open_page: OpenPage, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 740})
    page.goto(f"{server.address}/garage")
    tops = page.locator(".masthead :is(.ways > a, summary)").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect())"
        ".map(({top, right}) => [top, right <= innerWidth])"
    )
    assert tops == [[0, True]] * len(tops)
    assert page.evaluate(FITS)
    narrow = width < 560
    assert len(tops) == len(WAYS) + 1 - (len(SPARED) if narrow else 0)


@pytest.mark.parametrize("light", ["light", "dark"])
def test_home_on_a_phone_with_the_form_open(server: Server, open_page: OpenPage, light: str) -> None:
    page = open_page(**PHONE, color_scheme=light)
    page.goto(f"{server.address}/?ruleset=close_assault")
    expect(page.locator("#setup .about")).to_be_visible()
    assert page.evaluate(FITS)
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, ALL, None]) == []


@pytest.mark.parametrize("look", [{}, PHONE], ids=["desk", "phone"])
def test_another_rank_leaves_everything_in_its_place(
    server: Server, open_page: OpenPage, look: dict[str, Any]
) -> None:
    page = open_page(**look)
    page.goto(server.address)
    ranks = page.locator("#ranks label")
    expect(ranks).to_have_count(5)
    expect(page.locator("#rank-told")).to_contain_text("A newcomer with good sense wins")
    rows = {round(one["y"]) for at in range(5) if (one := ranks.nth(at).bounding_box())}
    assert len(rows) <= 2
    heights = set()
    for at in range(5):
        ranks.nth(at).click()
        heights.add((page.locator("#go").bounding_box() or {})["y"])
    assert len(heights) == 1
    page.get_by_text("How it plays, measured").click()
    expect(page.locator("#rank-exact")).to_contain_text("Elo above Recruit")


def test_a_victory_leads_to_the_next_rank_and_home_follows_the_last_game(server: Server, page: Page) -> None:
    """The view is changed on its way, as if the side that gave up were the other."""
    recruit, gunner = (one for one in server.call("/api/rulesets/agrav")["players"][:2])
    order = {"ruleset": "agrav", "scenario": "crossroads", "seed": 1, "forces": {}, "options": {}}
    seats = [HUMAN, {"kind": "computer", "player": recruit["id"], "name": ""}]
    made = server.call("/api/games", order | {"seats": seats})
    kept(page, server, made["game"], made["seats"][0])
    server.call(
        f"/api/games/{made['game']}/act", {"actions": ["concede"], "number": 0}, made["seats"][0]["token"]
    )

    def won(route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        view["result"]["winner"] = 0
        route.fulfill(response=answer, json=view)

    page.route(f"**/api/games/{made['game']}/view?*", won)
    page.goto(f"{server.address}/table/{made['game']}")
    line = page.locator("#over .onward")
    expect(line).to_contain_text(f"You beat {recruit['name']}.")
    line.get_by_role("button", name=f"Try {gunner['name']}").click()
    expect(page).not_to_have_url(re.compile(made["game"]))
    expect(page.locator("#title")).to_contain_text("AGrav")
    again = server.call(f"/api/games/{page.url.rsplit('/', 1)[1]}/view")
    assert again["seats"][1]["player"] == gunner["id"] and again["scenario"]["id"] == "crossroads"
    page.goto(server.address)
    expect(page.locator("#first-battle")).to_contain_text("AGrav: ")
    expect(page.locator("#first-battle")).to_contain_text(
        f"You beat {recruit['name']}. Try {gunner['name']}."
    )
    expect(page.locator("[name=rank]:checked")).to_have_value(gunner["id"])
    expect(page.locator("#others")).to_have_attribute("href", "/?ruleset=agrav")


def test_a_battle_that_goes_on_stands_below_the_first_battle(server: Server, page: Page) -> None:
    page.goto(server.address)
    page.locator("#go").click()
    page.wait_for_url("**/table/*")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(server.address)
        expect(page.locator(".hero + #yours li a")).to_have_attribute("href", re.compile("^/table/"))
        hero, today, yours, games = (
            page.locator(part).bounding_box() or {} for part in (".hero", ".today", "#yours", ".five")
        )
        assert hero["y"] + hero["height"] <= yours["y"] < games["y"]
        assert (today["y"] < yours["y"]) == (width == 1440)
        assert page.evaluate(FITS)


def test_home_says_when_it_cannot_show_ones_battles(server: Server, browser: Browser) -> None:
    """The console complains of the refusal, as it should."""
    page = browser.new_page()
    page.goto(server.address)
    page.locator("#go").click()
    page.wait_for_url("**/table/*")
    page.route(
        "**/api/me/games?*", lambda route: route.fulfill(status=429, json={"error": {"text": "Slowly."}})
    )
    page.goto(server.address)
    expect(page.locator("#own")).to_have_text("Your battles cannot be shown now. Slowly.")
    page.close()


@pytest.mark.parametrize("look", [{}, PHONE], ids=["desk", "phone"])
def test_every_game_is_played_with_one_click_and_the_campaign_is_in_sight(
    server: Server, open_page: OpenPage, look: dict[str, Any]
) -> None:
    page = open_page(**look)
    page.goto(server.address)
    for name in rulesets.names():
        play = page.get_by_role("button", name=f"Play {rulesets.get(name).name} now")
        expect(play).to_be_visible()
        assert (play.bounding_box() or {})["height"] >= 44
    assert page.evaluate(FITS)
    page.get_by_role("link", name="Campaign", exact=False).last.click()
    expect(page).to_have_url(re.compile("/campaigns$"))
    page.go_back()
    page.get_by_role("button", name="Play AGrav now").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#title")).to_contain_text("AGrav")
