"""How quickly a table answers while the leader of a WarStrike squad is dragged, in a real browser.

    python benchmarks/dragging.py [--browser PATH] [--moves 60]

The aims: what the page itself does within one frame (16 ms), the server's judgement under 20 ms. Three
times are taken for each move of the pointer: until the page has moved what is held, until the next frame
stands on the screen, and until the server has said whether it may go there and shown who follows.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import httpx
from machine import print_machine, print_table
from playwright.sync_api import Page, sync_playwright

from server import row, serving

FINDER = Path(__file__).parents[1] / "scripts" / "chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BATTLE = {"ruleset": "warstrike", "scenario": "first_patrol", "seed": 5}
ORDERS = [  # Red goes to ground, then the first squad of Blue is about to be led
    (1, ["R1 activate", "R1 go-to-ground"]),
    (1, ["R2 activate", "R2 go-to-ground"]),
    (0, ["B1 activate", "B1 advance move first"]),
]
WORDS = {"handled": "what is held follows", "drawn": "the next frame", "judged": "judged by the server"}
MOVES = """async (moves) => {
  const grip = document.querySelector('[data-grip="B1.1"]'), hand = document.querySelector(".hand");
  const box = grip.getBoundingClientRect(), times = { handled: [], drawn: [], judged: [] };
  const judged = () => new Promise((done) => new PerformanceObserver((list, seen) => {
    const call = list.getEntries().find((entry) => entry.name.includes("/why?"));
    if (call) { seen.disconnect(); done(call.duration); }
  }).observe({ type: "resource" }));
  for (let i = 1; i <= moves; i++) {
    const answer = judged(), start = performance.now(), was = hand.getAttribute("transform");
    const to = { clientX: box.x + i % 40, clientY: box.y - 20 - i, pointerId: 1, bubbles: true };
    grip.dispatchEvent(new PointerEvent("pointermove", to));
    times.handled.push(performance.now() - start);
    if (hand.getAttribute("transform") === was) throw new Error("what is held does not follow");
    await new Promise(requestAnimationFrame);
    times.drawn.push(performance.now() - start);
    times.judged.push(await answer);
  }
  return times;
}"""


def seat(address: str) -> str:
    """The address of a table at which the first squad is about to be led."""
    http = httpx.Client(base_url=address, timeout=60)
    made = http.post("/api/games", json=BATTLE | {"seats": [{"kind": "human"}] * 2}).json()
    number = 0
    for side, orders in ORDERS:
        proof = {"Authorization": f"Bearer {made['seats'][side]['token']}"}
        body = {"actions": orders, "number": number}
        answer = http.post(f"/api/games/{made['game']}/act", headers=proof, json=body)
        number = answer.raise_for_status().json()["number"]
    return f"{address}/table/{made['game']}#seat={made['seats'][0]['token']}"


def drag(page: Page, moves: int) -> dict[str, list[float]]:
    """Take the leader and move him: milliseconds of every move."""
    held = page.locator('[data-grip="B1.1"]')
    held.wait_for(state="attached")
    page.locator("#win").wait_for()  # nothing comes any more that would shift the board
    box = held.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 20, steps=3)
    times: dict[str, list[float]] = page.evaluate(MOVES, moves)
    return times


def measure(address: str, browser: str, moves: int) -> None:
    """Print the table of answers."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        page = opened.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        page.goto(seat(address))
        times = drag(page, moves)
        opened.close()
    rows = [row(words, [one / 1000 for one in times[key]]) for key, words in WORDS.items()]
    print_table(["answer", "median ms", "95 % ms", "longest ms"], rows)


def main() -> None:
    """Start a server, measure, stop it."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    ask.add_argument("--browser", help="a Chromium; without it the one that the browser tests use")
    ask.add_argument("--moves", type=int, default=60)
    given = ask.parse_args()
    browser = given.browser or subprocess.check_output([str(FINDER)], text=True).strip()
    print_machine()
    with serving() as address:
        measure(address, browser, given.moves)


if __name__ == "__main__":
    main()
