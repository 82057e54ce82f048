"""How many clicks a usual turn takes, counted by a hand over the page: `CLICKS`, as docs/results.md tells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.clicks import UNSURE, Hand
from tests.browser.table import HUMAN, OpenPage, Server, Table, comes_true, rest, shows_number

from hulldown.game import Game

pytestmark = pytest.mark.quick

GOLDEN = Path(__file__).parents[1] / "golden"
PATROL = 7  # the step of First Patrol at which Blue activates its first unit
ALONE = 25  # after a die of Blue, which has one unit left to activate
MOST_CHECKS = 8  # failed, one after the other: once in thousands of runs
# A browser that has seen a check fail before it saw what a unit may do after one that it passed.
FAILED = "localStorage.setItem('hulldown.orders.warstrike', 'activate,back')"
UNDONE = 10  # the same after a move
SIGHTED = 21  # the step of Crossroads at which a vehicle of Cobalt has an enemy in sight
CLICKS = {"tank_commander": 5, "agrav": 5, "close_assault": 13, "warstrike": 5, "chase": 2}


def begin(server: Server, ruleset: str, scenario: str, seed: int) -> Table:
    """A battle between two people, with dice that are always the same."""
    order = {"ruleset": ruleset, "scenario": scenario, "options": {}, "seed": seed, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


def kept(server: Server, battle: str, number: int) -> Table:
    """A kept battle, gone on with from a step of it by two people."""
    replay = Game.load((GOLDEN / f"{battle}.json").read_text(encoding="utf-8")).at(number).save()
    made = server.call("/api/games/load", json.loads(replay))
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


def sit_down(page: Page, table: Table) -> Hand:
    """The hand of Cobalt's player, with all of the table there."""
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[0]}")
    expect(page.locator("svg.board .l-units [data-unit]").first).to_be_visible()
    expect(page.locator(".acts .act").first).to_be_visible()
    return Hand(page, table, 0)


def test_tank_commander_a_tank_shoots_drives_and_ends(duel: Table, page: Page) -> None:
    hand = sit_down(page, duel)
    hand.at(next(card["place"] for card in hand.view["cards"] if card["unit"] == "B1"))
    hand.at(next(place for place, cost in hand.view["reach"].items() if cost == 2))
    hand.order("A1 end")
    assert hand.clicks == CLICKS["tank_commander"]


def test_agrav_a_vehicle_drives_and_shoots(server: Server, page: Page) -> None:
    hand = sit_down(page, kept(server, "agrav/crossroads", SIGHTED))
    hand.order("A1 fire cannon100 B1")
    hand.at(next(place for place, cost in hand.view["reach"].items() if cost == 2))
    hand.order("end")
    assert hand.clicks == CLICKS["agrav"]


ROUND = ("advance", "activate", "go", "defend", "fire")  # what both sides do in a round, in these words


def wanted(view: dict[str, object]) -> list[str]:
    """What a side does next: the whole of an activation where the page offers that."""
    for group in ROUND:
        for one in [*view["orders"], *view.get("usual", [])]:  # type: ignore[misc, attr-defined]
            if one["group"] == group and not one["refusal"]:
                return [str(one["text"])]
    raise AssertionError(view["orders"])


def test_close_assault_a_round_takes_two_clicks_at_most_for_each_decision(server: Server, page: Page) -> None:
    """A decision is what has alternatives: two orders, who moves first and both ways, two times fire."""
    table = begin(server, "close_assault", "drill_square", 7)
    hand = sit_down(page, table)
    decisions = 0
    while (view := table.view())["status"]["turn"] == 1:
        if 0 not in view["to_act"]:
            other = server.call(f"/api/games/{table.game}/view", token=table.tokens[1])
            table.act(1, *wanted(other), number=other["number"])
            expect(page.locator(f'main[data-number="{other["number"] + 1}"]')).to_be_attached()
            continue
        expect(page.locator(".acts .act").first).to_be_visible()
        view = hand.view
        orders = wanted(view)
        decisions += 1
        if orders[0].endswith("activate"):
            unit = orders[0].split()[0]
            go = next((one for one in view.get("usual", []) if one["group"] == "go"), None)
            orders = [go["text"], *go["then"]] if go else [*orders, f"{unit} go 12,12"]
            decisions += 1
        hand.order(*orders)
    assert hand.clicks == CLICKS["close_assault"] <= 2 * decisions


def test_warstrike_a_unit_stays_and_fires(server: Server, page: Page) -> None:
    """To fire has a button of its own, whatever orders the browser saw first."""
    page.add_init_script(FAILED)
    for _ in range(MOST_CHECKS):
        hand = sit_down(page, kept(server, "warstrike/first_patrol", PATROL))
        hand.order("B1 activate")
        if any(one["text"] == "B1 open-fire" for one in hand.may()):
            break  # it passed its Ld check, by dice that are new in a battle that is gone on with
    hand.order("B1 open-fire", "B1 end", "B1 fire R1")
    assert hand.clicks == CLICKS["warstrike"]


def test_chase_a_stage(server: Server, page: Page) -> None:
    hand = sit_down(page, begin(server, "chase", "even_ground", 7))
    hand.order("A1 pursue")
    assert hand.clicks == CLICKS["chase"]


def test_what_is_no_choice_is_not_asked(server: Server, open_page: OpenPage) -> None:
    """After a die only B2 is left to activate, and it is; not where a person wants to be asked everywhere."""
    table = kept(server, "warstrike/first_patrol", ALONE)
    asked = open_page()
    asked.add_init_script("localStorage.setItem('hulldown.ask', 'on')")
    sit_down(asked, table)
    expect(asked.locator('.acts [data-key="act B2 activate"]')).to_be_visible()
    rest(asked, UNSURE)
    assert table.view()["number"] == ALONE and table.view()["alone"] == "B2 activate"
    asked.close()
    page = open_page()
    sit_down(page, table)
    shows_number(page, ALONE + 1)


def test_what_could_be_taken_back_is_not_passed(server: Server, page: Page) -> None:
    """No die was rolled since Blue's last decision: it may want that back, and is asked."""
    table = kept(server, "warstrike/first_patrol", UNDONE)
    sit_down(page, table)
    rest(page, UNSURE)
    view = table.view()
    assert view["number"] == UNDONE and view["alone"] == "B1 activate"
    page.keyboard.press("u")
    comes_true(page, "(past) => Number(document.querySelector('main').dataset.number) > past", UNDONE)
    assert table.view()["log"][-1]["number"] == UNDONE - 1


def test_a_double_click_gives_one_order(server: Server, page: Page) -> None:
    """The first click shows, the second orders; none is left for the button that comes there."""
    table = begin(server, "close_assault", "drill_square", 7)
    hand = sit_down(page, table)
    hand.button("B1 order advance").dblclick()
    shows_number(page, 1)
    rest(page, UNSURE)
    assert hand.view["number"] == 1
    expect(page.locator(".acts .act.on")).to_have_count(0)


def test_a_press_counts_though_the_odds_come_before_its_release(duel: Table, page: Page) -> None:
    """The panel is drawn anew under the pointer: the button that takes its place has the click."""
    hand = sit_down(page, duel)
    held: list[Route] = []
    page.route("**/odds?*", lambda route: held.append(route))
    target = next(card["place"] for card in hand.view["cards"] if card["unit"] == "B1")
    page.locator(f'.l-hit [data-hex="{target}"]').click()
    commit = page.locator('[data-key=commit]:not([aria-disabled="true"])')
    commit.wait_for()
    expect(page.locator(".odds .reckon")).not_to_have_count(0)
    before = hand.view["number"]
    commit.hover()
    page.mouse.down()
    for route in held:
        route.continue_()
    expect(page.locator(".odds .reckon")).to_have_count(0)
    page.mouse.up()
    shows_number(page, before + 1)
