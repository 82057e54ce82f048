"""Squads moved at the table: orderly, disorderly with a straggler, back; by pointer, by keys, by thumb."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, Server, Table, order_button

from hulldown.game import Game

GOLDEN = Path(__file__).parents[1] / "golden" / "warstrike"
BROKEN = 106  # the step of Two Roads at which a squad that cannot pass its check is to be activated
SEED = 5
LEADER = (12, 5)  # where the first leader of Blue begins


def begin(server: Server, scenario: str = "first_patrol", **options: Any) -> Table:
    """A battle between two people, with dice that are always the same."""
    order = {"ruleset": "warstrike", "scenario": scenario, "options": options, "seed": SEED, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


def patrol(server: Server, **options: Any) -> Table:
    """First Patrol when Red has gone to ground and Blue activates its first unit."""
    table = begin(server, **options)
    for unit in ("R1", "R2"):
        table.act(1, f"{unit} activate", f"{unit} go-to-ground")
    assert table.view()["to_act"] == [0]
    table.act(0, "B1 activate")
    return table


def kept(server: Server, battle: str, number: int) -> Table:
    """A kept battle, gone on with from a step of it by two people."""
    replay = Game.load((GOLDEN / f"{battle}.json").read_text(encoding="utf-8")).at(number).save()
    made = server.call("/api/games/load", json.loads(replay))
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


def sit_down(page: Page, table: Table, seat: int = 0) -> None:
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[seat]}")
    expect(page.locator("svg.board.tabletop")).to_be_visible()  # its style sheet is there
    expect(page.locator(".top-note")).to_be_attached()  # models can be moved from now on


def grip(page: Page, name: str) -> Locator:
    return page.locator(f'[data-grip="{name}"]')


def inch(page: Page) -> float:
    """Pixels of an inch of the table."""
    return float(page.evaluate("() => document.querySelector('svg.board').getScreenCTM().a * 30"))


def drag(page: Page, held: Locator, east: float, north: float) -> None:
    """Take what a grip holds so many inches away, and keep it held."""
    box, scale = held.bounding_box(), inch(page)
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + east * scale, y - north * scale, steps=6)


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a spot of the table is on the page, found from where the first leader stands."""
    box, scale = grip(page, "B1.1").bounding_box(), inch(page)
    assert box
    left, low = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return left + (x - LEADER[0]) * scale, low - (y - LEADER[1]) * scale


def note(page: Page) -> Locator:
    """What is said of the place where a model is held."""
    return page.locator(".top-note")


def log(page: Page) -> Locator:
    """The newest line of the log."""
    return page.locator("#log .ev").first


def end(page: Page) -> None:
    """End the move by its button, and by the button beside what is told of it."""
    order_button(page, "end").click()
    page.locator("#odds .cta").click()


@pytest.mark.quick
def test_an_orderly_move_by_pointer(server: Server, page: Page) -> None:
    """WS-7.2, WS-7.3: the leader is dragged, his members are placed round him, one is placed otherwise."""
    table = patrol(server)
    table.act(0, "B1 advance move first")
    sit_down(page, table)
    number = table.view()["number"]
    drag(page, grip(page, "B1.1"), -2, 4.5)
    expect(note(page)).to_contain_text("no. 1 may go there: 4.9″, 1.1″ left")
    expect(page.locator(".l-ghost .ghost-of [data-unit]")).to_have_count(10)
    page.mouse.move(*spot(page, 10, 13), steps=3)
    expect(note(page)).to_contain_text("not there")
    expect(note(page).locator(".rule")).to_have_text("WS-7.8")
    assert table.view()["number"] == number, "nothing is done before the model is put down"
    page.mouse.up()
    expect(page.locator(".l-ghost *")).to_have_count(0)
    drag(page, grip(page, "B1.1"), -2, 4.5)
    expect(note(page)).to_contain_text("may go there")
    page.mouse.up()
    expect(log(page)).to_contain_text("Your Line Squad is led to")
    expect(page.locator(".l-ways .way")).to_have_count(10)
    drag(page, grip(page, "B1.3"), -1, 3)
    expect(note(page)).to_contain_text("no. 3 may go there")
    page.mouse.up()
    expect(log(page)).to_contain_text("no. 3 gets its place")
    drag(page, grip(page, "B1.4"), -1, 10)
    expect(note(page)).to_contain_text("not there")
    expect(note(page).locator(".rule")).to_have_text("WS-7.3")
    page.mouse.up()
    expect(page.locator(".l-ghost *")).to_have_count(0)
    end(page)
    expect(page.locator(".l-grip .grip")).to_have_count(0)
    assert table.view()["number"] == number + 3


def test_an_orderly_move_by_keys(server: Server, page: Page) -> None:
    """Arrow keys move, Enter orders, Delete takes back, Space ends."""
    table = patrol(server)
    table.act(0, "B1 advance move first")
    sit_down(page, table)
    grip(page, "B1.1").focus()
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    expect(note(page)).to_contain_text("no. 1 may go there: 4″, 2″ left")
    page.keyboard.press("Enter")
    expect(log(page)).to_contain_text("Your Line Squad is led to")
    expect(grip(page, "B1.1")).to_be_focused()
    grip(page, "B1.2").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowUp")
    expect(note(page)).to_contain_text("no. 2 may go there")
    page.keyboard.press("Enter")
    expect(log(page)).to_contain_text("no. 2 gets its place")
    grip(page, "B1.2").focus()
    page.keyboard.press("Delete")
    expect(log(page)).to_contain_text("no. 2")
    expect(page.locator(".l-ways .way")).to_have_count(9)
    grip(page, "B1.1").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".l-ways .way")).to_have_count(0)


def test_a_straggler_is_told_before_a_run_ends(server: Server, page: Page) -> None:
    """WS-8.3, WS-8.10: who runs is measured; who stays too far behind is out of command, and that is said."""
    table = patrol(server)
    table.act(0, "B1 double move first")
    sit_down(page, table)
    drag(page, grip(page, "B1.1"), -6, 6)
    expect(note(page)).to_contain_text("no. 1 may go there: 8.5″, 3.5″ left")
    page.mouse.up()
    expect(log(page)).to_contain_text("Your Line Squad is led to")
    grip(page, "B1.10").dblclick()  # back to where it set out
    expect(page.locator(".l-links .chain.bad")).to_have_count(1)
    expect(page.locator(".l-tags .doing", has_text="10")).to_be_visible()
    drag(page, grip(page, "B1.1"), 0, 1)
    expect(note(page)).to_contain_text("may go there")
    page.keyboard.press("Escape")
    page.mouse.up()
    told = page.locator("svg.board desc").first
    expect(told).to_contain_text("no. 10 would be out of command (WS-8.3)")
    expect(page.locator(".legend li", has_text="too far apart")).to_have_count(1)
    end(page)
    expect(log(page)).to_contain_text("9 models walk")


def test_a_unit_falls_back(server: Server, page: Page) -> None:
    """WS-10.3, WS-10.32: half of Mv, every model measured."""
    table = patrol(server, voluntary_fall_back=True)
    table.act(0, "B1 fall-back move")
    sit_down(page, table)
    drag(page, grip(page, "B1"), 0, 2)
    expect(note(page)).to_contain_text("Your Line Squad may go there")
    page.mouse.up()
    expect(page.locator(".l-grip .grip")).to_have_count(0)
    moved = page.locator('.l-units [data-unit="B1.1"]')
    expect(moved).to_be_attached()
    assert table.view()["to_act"] == [0]


def test_a_flight_from_its_cause_to_its_end(server: Server, page: Page) -> None:
    """WS-6.5, WS-10.11, WS-10.30: who cannot pass its check is told so and where to, then runs there."""
    table = kept(server, "two_roads", BROKEN)
    sit_down(page, table, seat=1)
    order_button(page, "R1 activate").click()
    odds = page.locator("#odds")
    expect(odds).to_contain_text("Fails: Fall Back!")
    expect(odds).to_contain_text("it cannot pass")
    expect(odds).to_contain_text("So it flees to cover.")
    odds.locator(".cta").click()
    told = page.locator("#log .ev")
    expect(told.filter(has_text="Your Line Squad makes for cover")).to_be_visible()
    expect(told.filter(has_text="no. 9 4.27")).to_contain_text("flees")
    expect(page.locator('#order li:has-text("Line Squad") .done')).to_be_visible()
    expect(page.locator("#unit")).to_contain_text("Line Squad")
    expect(page.locator("#unit")).to_contain_text("at 34.5,34.3")
    assert table.view()["to_act"] == [1], "nobody could Snap Fire"


@pytest.mark.quick
def test_a_free_set_up_on_a_phone(server: Server, open_page: Callable[..., Page]) -> None:
    """WS-4.8: it begins where units may be placed; a few places have words, any other is dragged to."""
    table = begin(server, "free_two_roads")
    table.act(0, "roll")
    seat = table.view()["to_act"][0]
    page = open_page(**PHONE, reduced_motion="reduce")
    sit_down(page, table, seat)
    page.locator('.acts [aria-haspopup="true"]').first.tap()
    offers = page.locator(":is(.acts, .pop) .act", has_text="forward")
    expect(offers).to_have_count(3)
    expect(page.locator(f'[data-grip="{"BR"[seat]}1"]')).to_be_in_viewport()
    offers.nth(1).click()
    expect(page.locator("#odds [data-key=again]")).to_be_visible()
    page.locator(".act.on").click()
    expect(log(page)).to_contain_text("Line Squad")
    expect(order_button(page, "end")).to_be_visible()


def test_lines_of_sight_are_drawn_and_explained(server: Server, page: Page) -> None:
    """WS-3.15."""
    table = patrol(server)
    table.act(0, "B1 advance move first")
    sit_down(page, table)
    expect(page.locator(".l-ways .eye.open")).to_have_count(1)
    expect(page.locator(".l-ways .eye.hidden")).to_have_count(1)
    expect(page.locator(".l-tags .eye-t", has_text="hidden, wood")).to_be_visible()
    legend = page.locator(".legend li")
    for words in ("Open sight", "Hidden", "Ruin", "Wall or hedge", "Leads the unit"):
        expect(legend.filter(has_text=words)).to_have_count(1)
    expect(legend.filter(has_text="Blocked")).to_have_count(0)


def test_a_model_follows_the_pointer_at_once(server: Server, page: Page) -> None:
    """The page shows where a model is held before it gives the processor back; no answer is awaited."""
    table = patrol(server)
    table.act(0, "B1 double move first")
    sit_down(page, table)
    drag(page, grip(page, "B1.1"), 0, 1)
    page.evaluate(
        """() => {
          const grip = document.querySelector('[data-grip="B1.1"]'), hand = document.querySelector(".hand");
          const box = hand.getBoundingClientRect();
          for (let i = 1; i <= 30; i++) {
            const was = hand.getAttribute("transform");
            const at = { clientX: box.x + 4 * i, clientY: box.y - i, pointerId: 1, bubbles: true };
            grip.dispatchEvent(new PointerEvent("pointermove", at));
            if (hand.getAttribute("transform") === was) throw new Error("it stands still");
          }
        }"""
    )
    page.keyboard.press("Escape")
    page.mouse.up()


def test_a_squad_is_moved_by_thumb(server: Server, open_page: Callable[..., Page]) -> None:
    table = patrol(server)
    table.act(0, "B1 advance move first")
    page = open_page(**PHONE, reduced_motion="reduce")
    sit_down(page, table)
    expect(grip(page, "B1.1")).to_be_attached()
    drag(page, grip(page, "B1.1"), 0, 3)
    expect(note(page)).to_contain_text("may go there")
    page.mouse.up()
    expect(page.locator(".l-ways .way")).to_have_count(10)
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
