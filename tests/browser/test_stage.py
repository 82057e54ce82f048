"""The rooms of the table are fixed: no order, nobody's turn and no slip moves the board or the orders."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, RANDOM, OpenPage, Server, Table, rest, shows_number

SCENARIOS = {
    "tank_commander": "skirmish",
    "agrav": "crossroads",
    "close_assault": "drill_square",
    "warstrike": "first_patrol",
    "chase": "even_ground",
}
ORDERS = 30
SIZES = {
    "desk": (1440, 900),
    "tablet": (1024, 768),
    "zoomed": (720, 450),
    "phone": (390, 844),
    "small": (360, 740),
}
# The least share of the window that the stage has (LOOK2, section 2).
SHARES = {"desk": 0.62, "tablet": 0.6, "zoomed": 0.59, "phone": 0.55, "small": 0.55}
# No page gives an order by itself: the test gives all.
ASKED = "localStorage.setItem('hulldown.ask', 'on')"
# Where the stage and the picture on it are, to a tenth of a pixel.
RECTANGLES = """() => [".stage", ".stage svg.board"].map((where) => {
  const { x, y, width, height } = document.querySelector(where).getBoundingClientRect();
  return [x, y, width, height].map((at) => at.toFixed(1)).join(" ");
})"""
# What is wrong with the row of orders, and whether anything but a room scrolls.
WRONG = """() => {
  const row = document.querySelector(".acts").getBoundingClientRect();
  const buttons = [...document.querySelectorAll(".acts > .act")];
  const boxes = buttons.map((one) => one.getBoundingClientRect());
  const column = row.height > row.width;
  const line = new Set(boxes.map((box) => Math.round(column ? box.left : box.top)));
  const page = document.documentElement;
  return [
    line.size > 1 && "orders wrap",
    boxes.some((box) => box.right > row.right + 0.5 || box.bottom > row.bottom + 0.5) && "a button is out",
    boxes.some((box) => Math.min(box.width, box.height) < 43.5) && "a button is small",
    ...buttons.map((one) => {
      const [word, box] = [one.querySelector(".l"), one.getBoundingClientRect()];
      const at = word.getBoundingClientRect();
      const cut = word.scrollWidth > word.clientWidth + 1 || word.scrollHeight > word.clientHeight + 4;
      const past = cut || at.right > box.right || at.bottom > box.bottom;
      return past && `past its button: ${word.textContent}`;
    }),
    (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) && "the page scrolls",
  ].filter(Boolean);
}"""
SHARE = """() => {
  const { width, height } = document.querySelector(".stage").getBoundingClientRect();
  return (width * height) / (innerWidth * innerHeight);
}"""
# Whether the choices over the stage cover the acting unit or what it aims at.
COVERED = """([unit, target]) => {
  const pop = document.querySelector(".stage > .pop:not([hidden])")?.getBoundingClientRect();
  return pop && [unit, target].some((name) => {
    const at = name && document.querySelector(`.l-units [data-unit="${name}"]`)?.getBoundingClientRect();
    const [x, y] = at ? [at.x + at.width / 2, at.y + at.height / 2] : [-1, -1];
    return x > pop.left && x < pop.right && y > pop.top && y < pop.bottom;
  });
}"""


def begin(server: Server, ruleset: str) -> Table:
    """A battle against a computer that orders at random; its dice are always the same."""
    order = {"ruleset": ruleset, "scenario": SCENARIOS[ruleset], "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, RANDOM]})
    return Table(server, made["game"], [seat["token"] or "" for seat in made["seats"]])


def sit_down(page: Page, table: Table) -> Page:
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[0]}")
    expect(page.locator("svg.board .l-units [data-unit], svg.board .l-hit [data-hex]").first).to_be_attached()
    expect(page.locator(".acts .act, .acts .note").first).to_be_visible()
    return page


def opened(page: Page, view: Any) -> None:
    """Open the first group of the row that has choices, look at them, and close it again."""
    group = page.locator('.acts > [aria-haspopup="true"]:not([aria-disabled])').first
    if not group.count():
        return
    group.click()
    shown = page.locator("#pop, #odds .cta").and_(page.locator(":visible"))
    expect(shown.first).to_be_visible()
    aimed = page.locator(".l-aim .aim.on").first
    target = aimed.get_attribute("data-target") if aimed.count() else ""
    assert not page.evaluate(COVERED, [view["unit"], target])
    group.click()
    expect(shown).to_have_count(0)


def waited(page: Page, table: Table) -> Any:
    """The position as soon as the person alone is to decide, or the battle is over."""
    while not ((view := table.view())["to_act"] == [0] or view["result"]):
        rest(page, 50)
    return view


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_no_order_moves_the_stage(server: Server, open_page: OpenPage, ruleset: str) -> None:
    """Set-up, thirty orders with the enemy's between them, choices over the stage, and the end."""
    table = begin(server, ruleset)
    pages = [open_page(), open_page(**PHONE, reduced_motion="reduce")]
    for page in pages:
        page.add_init_script(ASKED)
        sit_down(page, table)
    start = [page.evaluate(RECTANGLES) for page in pages]
    dice = random.Random(7)

    def stands(number: int) -> None:
        for page, before in zip(pages, start, strict=True):
            shows_number(page, number)
            assert page.evaluate(RECTANGLES) == before, number
            assert page.evaluate(WRONG) == [], number

    at = 0
    while not (view := waited(pages[0], table))["result"]:
        stands(view["number"])
        if at % 5 == 0:
            for page, before in zip(pages, start, strict=True):
                opened(page, view)
                assert page.evaluate(RECTANGLES) == before
        can = [one for one in view["orders"] if not one["refusal"]]
        gives_up = [one for one in can if one["group"] == "concede"]
        chosen = gives_up if at >= ORDERS and gives_up else [one for one in can if one not in gives_up]
        table.act(0, dice.choice(chosen)["text"], number=view["number"])
        at += 1
    for page in pages:
        expect(page.locator("#over h2")).to_be_visible()
    stands(table.view()["number"])


@pytest.mark.parametrize("size", SIZES)
def test_the_stage_has_its_share_of_the_window(server: Server, open_page: OpenPage, size: str) -> None:
    width, height = SIZES[size]
    page = sit_down(open_page(viewport={"width": width, "height": height}), begin(server, "tank_commander"))
    assert page.evaluate(SHARE) >= SHARES[size]
    assert page.evaluate(WRONG) == []
    opened(page, {"unit": ""})
