"""What the rail says: the log with each turn above what happened in it, and what is to be done now."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect
from tests.browser.table import Server, Table
from tests.browser.test_shot import GOLDEN, roll, sit_down
from tests.browser.test_shot import card as card_of

from hulldown.game import Game

ORDER = """() => [...document.querySelectorAll('#log > li')].flatMap(
    line => line.matches('.turn') ? [line.textContent] : line.matches('.ev') ? ['said'] : []
)"""


def test_a_turn_stands_above_what_happened_in_it(server: Server, page: Page) -> None:
    text = (GOLDEN / "warstrike" / "first_patrol.json").read_text(encoding="utf-8")
    replay = Game.load(text).at(len(json.loads(text)["orders"]) - 1).save()
    made = server.call("/api/games/load", json.loads(replay))
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    sit_down(page, table)
    expect(page.locator("#log .turn").first).to_be_visible()
    lines = page.evaluate(ORDER)
    turns = [line for line in lines if line != "said"]
    assert len(turns) > 1
    assert turns == sorted(set(turns), key=lambda turn: -int(turn.split()[1]))
    assert lines[0] == turns[0] == f"Turn {table.view()['status']['turn']}"
    wide = "every => every.every(one => one.offsetWidth === one.parentElement.clientWidth)"
    assert page.locator("#log .turn").evaluate_all(wide)  # each on a line of its own


def test_the_board_calls_an_end_as_the_log_does(server: Server, page: Page) -> None:
    page.goto(server.address)
    text = "{A1|Your Hunter} fires at {B1|the enemy Hunter}: {B1|the Hunter} is disabled."
    hit = roll("Needs 3+, rolled 5: hit.", [5], 3, True)
    said = {"text": text, "shot": True, "heading": False, "rolls": [hit], "rules": []}
    views = [
        {"cards": [card_of("A1"), card_of("B1", state=state)], "to_act": [0], "seat": 0, "number": n}
        | {"status": {"extras": {}}, "log": [{"number": 2, "sentences": [said]}]}
        for n, state in ((1, []), (2, ["wreck"]))
    ]
    script = "async views => (await import('/static/table/cues.js')).storyOf(...views)"
    assert page.evaluate(script, views)["salvos"][0]["losses"] == ["disabled"]


def test_the_room_names_what_is_to_be_done_now(server: Server, page: Page) -> None:
    text = (GOLDEN / "close_assault" / "iron_wedge.json").read_text(encoding="utf-8")
    orders = json.loads(text)["orders"]
    number = next(n for n, one in enumerate(orders) if " spend" in one["order"])
    made = server.call("/api/games/load", json.loads(Game.load(text).at(number).save()))
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    sit_down(page, table, orders[number]["seat"])
    asks = page.locator("#odds .ask-now")
    expect(asks).to_contain_text("Spend weapon bonuses")
    expect(asks).not_to_contain_text("Choose an order")
