"""Everything that a table shows or says: "you", names, numbers, and no word that only files should have."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import HUMAN, OpenPage, Server, Table

FORBIDDEN = re.compile(r"Cobalt|Rust\b|\b[AB]\d\b")
GIVES_UP = re.compile(r"concede|surrender")
BATTLES = [
    ("tank_commander", "skirmish"),
    ("agrav", "container_yard"),
    ("close_assault", "iron_wedge"),
    ("warstrike", "first_patrol"),
    ("chase", "even_ground"),
]
# Text as it stands on the page, whether seen or not, and what is said in its place.
WORDS = """() => {
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) words.push(walker.currentNode.textContent);
  for (const name of ["aria-label", "title", "alt", "placeholder"])
    for (const el of document.querySelectorAll(`[${name}]`)) words.push(el.getAttribute(name));
  return words;
}"""


def begin(server: Server, ruleset: str, scenario: str) -> Table:
    order = {"ruleset": ruleset, "scenario": scenario, "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


def seen_by(table: Table, seat: int) -> list[str]:
    """The orders that a seat may give now."""
    view = table.server.call(f"/api/games/{table.game}/view", token=table.tokens[seat])
    return [order["text"] for order in view["orders"] if not order["refusal"]]


def play(table: Table, orders: int, rng: random.Random) -> None:
    """Give some orders by lot, shots first, and go on until the first seat decides."""
    view = table.view()
    while not view["result"] and (orders > 0 or 0 not in view["to_act"]):
        seat, orders = view["to_act"][0], orders - 1
        may = [text for text in seen_by(table, seat) if not GIVES_UP.search(text)]
        shots = [text for text in may if "fire" in text]
        view = table.act(seat, rng.choice(shots or may), number=view["number"])


def give_up(table: Table, rng: random.Random) -> None:
    """Have the first seat give up, as soon as it may."""
    while not table.view()["result"]:
        if ends := [text for text in seen_by(table, 0) if GIVES_UP.search(text)]:
            table.act(0, ends[0])
        else:
            play(table, 1, rng)


def fair(page: Page) -> None:
    wrong = {text for text in page.evaluate(WORDS) if FORBIDDEN.search(text)}
    assert not wrong


@pytest.mark.parametrize(("ruleset", "scenario"), BATTLES)
def test_a_table_speaks_to_who_sits_at_it(
    server: Server, open_page: OpenPage, ruleset: str, scenario: str
) -> None:
    """At its beginning, in its middle with a choice unfolded and dice read, at its end; to a watcher, too."""
    table, rng = begin(server, ruleset, scenario), random.Random(7)
    page, watcher = open_page(), open_page()
    page.goto(f"{server.address}/table/{table.game}#seat={table.tokens[0]}")
    expect(page.locator("#turn b")).not_to_be_empty()
    fair(page)
    play(table, 12, rng)
    page.reload()
    expect(page.locator("#turn b")).to_have_text("Your turn")
    expect(page.locator("#log .ev").first).to_be_attached()
    watcher.goto(f"{server.address}/table/{table.game}")
    expect(watcher.locator("#turn b")).to_have_text(re.compile("^Blue's turn$|^Blue and Orange decide$"))
    for summary in page.locator("#log summary").all()[:8]:
        summary.evaluate("el => el.parentElement.open = true")
    page.locator(".acts .act:not([aria-disabled])").first.click()
    fair(page)
    fair(watcher)
    give_up(table, rng)
    expect(page.locator("#turn b")).to_have_text(re.compile("^(Orange won|You won|A draw|.* turn)$"))
    fair(page)
    fair(watcher)


def test_the_first_line_is_short_and_the_dice_are_behind_it(duel: Table, page: Page) -> None:
    duel.act(0, "A1 fire B1")
    duel.sit_down(page)
    shot = page.locator("#log .ev", has_text="Your Hunter fires AT at the enemy Hunter").first
    first = shot.locator(".say")
    expect(first).to_be_visible()
    assert len(first.inner_text()) <= 140
    expect(first.locator(".rule, .dice")).to_have_count(0)
    expect(shot.locator(".roll").first).to_be_hidden()
    shot.get_by_text("Show the dice").click()
    expect(shot.locator(".roll").first).to_be_visible()
    expect(shot.locator(".rule").first).to_be_visible()
