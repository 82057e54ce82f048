#!/usr/bin/env python3
"""The pictures of README.md and docs/: the real pages, at moments of the kept battles in tests/golden.

scripts/pictures.py FOLDER

Each table is opened where its battle is about to have a shot or a fight, with the odds of that order beside
the board; the Odds page, the Garage and Home stand as they open. WebP, under 1 MB in all.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from hulldown import load

ROOT = Path(__file__).resolve().parents[1]
SIZE = {"width": 1360, "height": 850}
MOST = 1_000_000  # bytes of all pictures together
QUALITY = 72
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@dataclass(frozen=True)
class Moment:
    """A battle just before an order whose text matches, after so many orders at least."""

    picture: str
    battle: str
    order: str
    after: int = 0


TABLES = (
    Moment("tank_commander", "tank_commander/urban_warfare", r"fire B", 12),
    Moment("agrav", "agrav/container_yard", r"fire \w+ [AB]\d", 6),
    Moment("close_assault", "close_assault/iron_wedge", r"charge", 12),
    Moment("warstrike", "warstrike/two_roads", r"fire [BR]\d", 4),
    Moment("chase", "chase/even_ground", r"pursue|maneuver", 20),
)


@contextmanager
def server() -> Iterator[str]:
    """A server with a database of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hulldown.cli", "serve", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/games.sqlite"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split(" is at ")[1].split()[0].rstrip("/")
        finally:
            process.terminate()
            process.wait(20)


def begun(address: str, moment: Moment) -> tuple[str, str, str]:
    """The moment as a game of the server: its id, the token of whoever is to act, and the order to come."""
    game = load((ROOT / "tests" / "golden" / f"{moment.battle}.json").read_text(encoding="utf-8"))
    turn = next(t for t in game.history if t.number > moment.after and re.search(moment.order, t.order.text))
    save = game.at(turn.number - 1).save(sealed=True)
    request = urllib.request.Request(
        f"{address}/api/games/load", save.encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        made: dict[str, Any] = json.load(answer)
    return made["game"], made["seats"][turn.order.seat]["token"], turn.order.text


def table(page: Page, address: str, moment: Moment) -> None:
    """The table, with the order taken up and not yet given."""
    game, token, order = begun(address, moment)
    page.goto(f"{address}/table/{game}#seat={token}")
    page.locator("body:not(.waiting) svg.board").first.wait_for()
    page.wait_for_timeout(1500)
    buttons = page.locator(".acts")
    if not buttons.locator(f'[data-key="act {order}"]').count():
        group = buttons.locator(".act:not([aria-disabled=true])").first
        group.click()
    button = buttons.locator(f'[data-key="act {order}"]')
    if button.count():
        button.first.hover()
    page.wait_for_timeout(3000)


def taken(page: Page, file: Path) -> int:
    """The page as it stands, as a picture; its size in bytes."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").save(file, "WEBP", quality=QUALITY, method=6)
    return file.stat().st_size


def pictures(browser: Browser, address: str, folder: Path) -> int:
    """All of them; their size together."""
    page = browser.new_context(viewport=SIZE, reduced_motion="reduce", color_scheme="light").new_page()
    total = 0
    for moment in TABLES:
        table(page, address, moment)
        total += taken(page, folder / f"{moment.picture}.webp")
    for name, path, shown in (
        ("odds", "/odds", ".scene"),
        ("garage", "/garage", "svg"),
        ("home", "/", "main"),
    ):
        page.goto(address + path)
        page.locator(shown).first.wait_for()
        page.wait_for_timeout(2500)
        total += taken(page, folder / f"{name}.webp")
    return total


def main(arguments: list[str]) -> int:
    """Take the pictures; 1 if they are too large together."""
    if len(arguments) != 1:
        print("say the folder for the pictures", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    chromium = subprocess.check_output([ROOT / "scripts" / "chromium", "--find"], text=True).strip()
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        total = pictures(browser, address, folder)
        browser.close()
    print(f"{folder}: {total:,} bytes")
    return int(total > MOST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
