"""How long a player waits at the table: from the press that orders to the next picture, in a real browser.

    python benchmarks/table.py [--ruleset tank_commander [--scenario NAME]] [--orders 40] [--slow 4]

The first seat is played on the page with random orders out of the list of all orders, the second past it.
All motion is off, and so is the chance to win, which other processes work out, uncompiled here: what is left
is the page's own work, the server's and the drawing. `--slow` lets the page compute so many times slower.
Told with it: the elements of the picture, packed bytes of the first load, and the processor time of the page
in ten seconds in which nothing happens.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from typing import Any

import httpx
from dragging import FINDER, FLAGS
from machine import print_machine, print_table
from playwright.sync_api import CDPSession, Page, sync_playwright

from server import row, serving

FIRST = {
    "tank_commander": "skirmish",
    "agrav": "crossroads",
    "close_assault": "drill_square",
    "warstrike": "first_patrol",
    "chase": "long_shot",
}
SEED = 11
WATCH = """() => {
  window.waits = [];
  let from = 0;
  const press = () => { from = performance.now(); };
  document.addEventListener("keydown", (e) => e.key === "Enter" && press(), true);
  document.addEventListener("click", press, true);
  const main = document.querySelector("main");
  const shows = () => {
    const since = from, drawn = new MessageChannel();
    from = 0;
    drawn.port1.onmessage = () => window.waits.push(performance.now() - since);
    if (since) requestAnimationFrame(() => drawn.port2.postMessage(0));
  };
  new MutationObserver(shows).observe(main, { attributeFilter: ["data-shown"] });
}"""
STILL = "localStorage.setItem('hulldown.speed', 'none'); localStorage.setItem('hulldown.chances', 'off')"


class Table:
    """A battle of two people at one device."""

    def __init__(self, address: str, ruleset: str, scenario: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=120)
        body = {
            "ruleset": ruleset,
            "scenario": scenario,
            "seed": SEED,
            "seats": [{"kind": "human"}] * 2,
        }
        made = self.http.post("/api/games", json=body).json()
        self.game = made["game"]
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.page_address = f"{address}/table/{self.game}#seat={self.tokens[0]}"

    def view(self, seat: int) -> Any:
        """The table as a seat sees it."""
        proof = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return self.http.get(f"/api/games/{self.game}/view", headers=proof).json()

    def act(self, seat: int, text: str, number: int) -> None:
        """An order of the other seat, past the page."""
        proof = {"Authorization": f"Bearer {self.tokens[seat]}"}
        body = {"actions": [text], "number": number}
        self.http.post(f"/api/games/{self.game}/act", headers=proof, json=body).raise_for_status()


def give(page: Page, text: str, number: int) -> None:
    """Order what the list of all orders names; the press that gives it is the one that is timed."""
    listed = page.locator(f'.every-order [data-key="{text}"]')
    while not listed.count():  # the list closes where the table is drawn anew just then
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.wait_for_timeout(200)
    listed.click()
    ordered = f'main:not([data-number="{number}"])'
    page.locator(f"{ordered}, #odds .cta").first.wait_for(state="attached")
    if not page.locator(ordered).count():
        page.wait_for_timeout(400)  # what it shows first is there before it is ordered
        page.keyboard.press("Enter")
    page.locator(ordered).wait_for(state="attached")


def play(page: Page, table: Table, orders: int) -> list[float]:
    """Random orders of the first seat on the page, of the second past it; ms from press to picture."""
    chance = random.Random(SEED)
    given = 0
    page.evaluate(WATCH)
    while given < orders:
        view = table.view(0)
        if view["result"]:
            break
        seat = view["to_act"][0]
        own = view if seat == 0 else table.view(1)
        legal = [o for o in own["orders"] if not o["refusal"] and o["group"] != "concede"]
        plain = [o for o in legal if not o["amount"] and o["unit"] in ("", own["unit"])] or legal
        order, number = chance.choice(plain)["text"], view["number"]
        if seat == 1:
            table.act(1, order, number)
        else:
            give(page, order, number)
            given += 1
        page.locator(f'main[data-number="{number + 1}"][data-shown="{number + 1}"]').wait_for(
            state="attached"
        )
    return [ms / 1000 for ms in page.evaluate("window.waits")]


def spent(session: CDPSession) -> float:
    """Seconds of processor time that the page has used."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


def measure(page: Page, address: str, ruleset: str, scenario: str, orders: int, slow: float) -> list[str]:
    """A row of the table."""
    table = Table(address, ruleset, scenario)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("Network.enable")
    packed: list[int] = []
    session.on("Network.loadingFinished", lambda event: packed.append(int(event["encodedDataLength"])))
    if slow > 1:
        session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.goto(table.page_address)
    page.locator('main[data-shown]:not([data-shown=""])').wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    load, elements = sum(packed), page.locator(".board *").count()
    page.wait_for_timeout(4000)  # what is loaded after the first look is there
    before = spent(session)
    page.wait_for_timeout(10_000)
    idle = spent(session) - before
    waits = play(page, table, orders)
    return [
        *row(f"{ruleset} {scenario}", waits),
        str(len(waits)),
        str(elements),
        f"{load / 1024:.0f}",
        f"{100 * idle / 10:.2f}",
    ]


def main() -> None:
    """Measure the first battle of each ruleset, or of one."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    ask.add_argument("--browser", help="the program; else the one that scripts/chromium finds")
    ask.add_argument("--ruleset", choices=FIRST, action="append")
    ask.add_argument("--scenario", help="of the only ruleset; else the first battle of each")
    ask.add_argument("--orders", type=int, default=40)
    ask.add_argument("--slow", type=float, default=1, help="times that the page computes slower")
    given = ask.parse_args()
    program = given.browser or subprocess.run([FINDER], text=True, capture_output=True).stdout.strip()
    print_machine()
    rows = []
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        for ruleset in given.ruleset or FIRST:
            page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
            page.add_init_script(STILL)
            scenario = given.scenario or FIRST[ruleset]
            rows.append(measure(page, address, ruleset, scenario, given.orders, given.slow))
            page.context.close()
    head = [
        "battle",
        "median ms",
        "95 % ms",
        "longest ms",
        "orders",
        "elements",
        "first load KB",
        "idle %",
    ]
    print_table(head, rows)


if __name__ == "__main__":
    main()
