"""Every page under axe-core, on a desk, on a phone and in the dark: nothing that it finds is let pass.

All its rules run, those it counts as experimental too. Two sets do not: those it has deprecated, which newer
rules replaced, and those of level AAA (contrast of 7 to 1), which the look does not promise.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, UNASKED
from tests.browser.table import OpenPage, Server, rest
from tests.browser.test_campaign import SIDES

import hulldown
from hulldown import rulesets
from hulldown.game import Order

SEED, ORDERS = 7, 30  # of a battle by chance
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice", "experimental"]
ALL = {"type": "tag", "values": LEVELS}
# All that a theme can change: it is a list of colors and nothing else (`look.css`).
COLORS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
FOUND = """async ([where, runOnly, without]) => {
    const rules = Object.fromEntries((without ?? []).map(id => [id, {enabled: false}]));
    const found = await axe.run(where ?? document, {resultTypes: ["violations"], runOnly, rules});
    return found.violations.flatMap(one => one.nodes.map(node =>
        `${one.id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
}"""
SHEETS = ("unit", "log")  # of a table on a phone, which shows one at a time
# So high that nothing of a table lies under the bar with the orders, from where it would be scrolled out.
TALL = {"width": 390, "height": 2400}
LOOKS: dict[str, dict[str, Any]] = {"desk": {}, "phone": PHONE}


@dataclass(frozen=True)
class Place:
    """A page: its address, what is seen when it is whole, what is done before it is judged.

    Its `sheets` are judged one after another on a phone.
    """

    path: str
    whole: str
    then: Callable[[Page], None] = lambda page: None
    sheets: tuple[str, ...] = ()


# ---------------------------------------------------------------- the pages


HOUSE = "the house"  # what is no ruleset's
OF_HOUSE = {
    "home": Place("/", ".card img"),
    "watch": Place("/watch", "#battles"),
    "set up": Place("/?ruleset=tank_commander", "#setup .about"),
    "learn": Place("/learn", ".today h3"),
    "campaigns": Place("/campaigns", "#page form"),
    "rulebooks": Place("/rulebook?q=cover", "#hits a"),
}


@pytest.fixture(scope="module", params=[HOUSE, *rulesets.names()])
def places(server: Server, request: pytest.FixtureRequest) -> dict[str, Place]:
    """Every page there is; what a ruleset has is asked of the ruleset."""
    return OF_HOUSE if request.param == HOUSE else of_ruleset(server, request.param)


def of_ruleset(server: Server, name: str) -> dict[str, Place]:
    """The table of a ruleset at the start, in the middle and at the end, and its other pages."""
    ruleset = rulesets.get(name)
    game = hulldown.new(name, next(iter(ruleset.files.scenarios())), seed=SEED)
    start = seated(server, game)
    dice = random.Random(SEED)
    while len(game.history) < ORDERS and game.result is None:
        game.play(dice.choice(game.legal()))
    battle = seated(server, game)
    while game.result is None:
        game.play(given_up(game))
    over = server.call("/api/games/load", json.loads(game.save()))["game"]
    found = {
        "set-up": Place(start, TABLE, bar),
        "battle": Place(battle, TABLE, unfold, SHEETS),
        "film": Place(f"/replay/{over}", "#film .live.past"),
        "study": Place(f"/replay/{over}", "#film .live.past", studied),
        "over": Place(f"/table/{over}", "#over h2"),
        "odds": Place(f"/odds?rules={name}", ODDS),
        "rulebook": Place(f"/rulebook/{name}", ".para", used),
        "ours": Place(f"/rulebook/{name}/ours", ".pair"),
        "lab": Place(f"/lab?ruleset={name}", "#question .f", switches),
    }
    if lessons := [*ruleset.files.lessons()]:
        found["learn"] = Place(f"/learn/{name}", ".today h3, .path li")
        found["lesson"] = Place(f"/learn/{name}/{lessons[0]}", ".lesson h2", sheets=SHEETS)
    if puzzles := [*ruleset.files.puzzles()]:
        found["puzzle"] = Place(f"/learn/{name}/{puzzles[0]}", ".lesson h2", answered)
    if ruleset.builds is not None:
        found["garage"] = Place(f"/garage?ruleset={name}", "#preview svg")
    if ruleset.campaign:
        found["campaign"] = Place(campaign(server, name), ".rosters")
        found["menu"] = Place(battle, TABLE, lambda page: page.locator("#menu").click())
        found["keys"] = Place(battle, TABLE, lambda page: page.keyboard.press("h"))
    return found


TABLE = ".acts .act, .acts .note"
ODDS = "#chances table, #chances .sub"


def answered(page: Page) -> None:
    """Answer a puzzle with the first order that there is, and have the best one shown."""
    told, rows = (
        page.locator(".lesson .answer, :is([data-key=commit], [data-key=again])"),
        page.locator(".pop .act:not([aria-disabled])"),
    )
    page.locator(".acts .act:not([aria-disabled])").first.click()
    told.or_(rows).first.wait_for()
    if not told.first.is_visible():
        rows.first.click()
    told.first.wait_for()
    if page.locator(":is([data-key=commit], [data-key=again])").is_visible():
        page.keyboard.press("Enter")
    page.locator(".lesson .answer").wait_for()
    if page.locator("[data-key='show it']").is_visible():
        page.locator("[data-key='show it']").click()


def seated(server: Server, game: hulldown.Game) -> str:
    """The table of a battle as it stands, for two people, in a seat that owes a decision."""
    made = server.call("/api/games/load", json.loads(game.save()))
    token = made["seats"][game.to_act[0]]["token"]
    return f"/table/{made['game']}#seat={token}"


def given_up(game: hulldown.Game) -> Order:
    """The order by which a seat that owes a decision gives the battle up."""
    seat = game.to_act[0]
    orders = game.ruleset.table.orders(game.observation(seat), seat)
    return game.parse(next(order.text for order in orders if order.group == "concede"), seat)


def campaign(server: Server, name: str) -> str:
    """The address of a campaign before its first battle."""
    order = {"ruleset": name, "name": "Autumn", "missions": ["skirmish"], "sides": SIDES, "options": {}}
    return f"/campaign/{server.call('/api/campaigns', order)['campaign']}"


def switches(page: Page) -> None:
    """Lay open what can be changed, and what is seldom changed."""
    page.locator("[data-key=change]").click()
    page.locator("#q-under .chapter > summary").first.click()
    page.locator(".advanced > summary").click()


def used(page: Page) -> None:
    """Open where a rule is used."""
    page.locator(".used summary").first.click()
    expect(page.locator(".used[open] dd").first).to_be_visible()


def studied(page: Page) -> None:
    """Open the study of a battle that has ended, with all its numbers and the form of a moving picture."""
    page.get_by_role("button", name="Study", exact=True).click()
    expect(page.locator(".study .verdict")).to_be_visible()
    page.locator(".study summary").first.click()
    page.locator(".study .gif summary").click()


def bar(page: Page) -> None:
    """Show the chance to win, which takes long to work out, as it stands before it is known."""
    page.evaluate("document.getElementById('win').hidden = false")
    page.evaluate("document.getElementById('win').classList.remove('awaited')")


def unfold(page: Page) -> None:
    """Choose an order that can be given, so that the slip of odds is there."""
    button = page.locator(".acts .act:not([aria-disabled]):not(.end)").first
    if button.count():
        button.hover()
        rest(page, 200)  # the pointer rests


# ---------------------------------------------------------------- the test


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(server: Server, places: dict[str, Place], open_page: OpenPage, look: str) -> None:
    """All pages of a ruleset in turn, in one browser profile."""
    page = open_page(**LOOKS[look])
    page.context.add_init_script(UNASKED)  # on a phone, too: `bar` shows where the chance to win stands
    found: dict[str, list[str]] = {}
    for name, place in places.items():
        page.goto("about:blank")  # an address that differs only behind its # is no new page
        page.emulate_media(color_scheme="light")
        if look == "phone":
            page.set_viewport_size(PHONE["viewport"])
        page.goto(server.address + place.path)
        expect(page.locator(place.whole).first).to_be_visible()
        place.then(page)
        if look == "phone":
            page.set_viewport_size(TALL)
        page.evaluate(AXE_SCRIPT)
        wrong = judged(page, place, look == "phone")
        if wrong:
            found[name] = wrong
    assert found == {}


def judged(page: Page, place: Place, phone: bool) -> list[str]:
    """What axe finds on a page. Colors take it longest: they are judged by day and in the dark on the desk,
    on a phone only at the table, whose sheets are the phone's own.
    """
    colors = not phone or place.sheets
    wrong: list[str] = page.evaluate(FOUND, [None, ALL, [] if colors else COLORS["values"]])
    if colors:
        page.emulate_media(color_scheme="dark")
        wrong += [f"dark: {one}" for one in page.evaluate(FOUND, [None, COLORS])]
    for sheet in place.sheets if phone else ():
        page.locator(f"[for=tab-{sheet}]").tap()
        wrong += [f"{sheet}: {one}" for one in page.evaluate(FOUND, ["main", ALL])]
    return wrong
