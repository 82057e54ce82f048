"""A table as a test deals with it: by messages to the server, and by what the page shows."""

from __future__ import annotations

import json
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Locator, Page, expect
from tests.waiting import PATIENCE

OpenPage = Callable[..., Page]  # see the fixture `open_page`
HUMAN = {"kind": "human", "player": "", "name": ""}
RANDOM = {"kind": "computer", "player": "random:seed=1", "name": ""}

# Both tanks drive out of their corners, until Cobalt's next activation begins with a shot at Rust.
MARCH = [
    ["A1 move", "A1 turn left with", "A1 move", "A1 turn right stay", "A1 turn right stay", "A1 end"],
    ["B1 turn right with", "B1 move", "B1 move", "B1 turn right stay", "B1 move", "B1 end"],
]
SHOT = "A1 fire B1"


@dataclass(frozen=True)
class Server:
    """A running server; `address` has no slash at its end."""

    address: str

    def call(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as refused:
            refused.add_note(refused.read().decode())
            raise

    def begin(self, other: dict[str, str] = RANDOM, options: dict[str, Any] | None = None) -> Table:
        """A skirmish with a person in Cobalt's seat; its dice are always the same."""
        order = {"ruleset": "tank_commander", "scenario": "skirmish", "options": options or {}, "seed": 7}
        made = self.call("/api/games", order | {"forces": {}, "seats": [HUMAN, other]})
        return Table(self, made["game"], [seat["token"] or "" for seat in made["seats"]])


@dataclass(frozen=True)
class Table:
    """One game with the tokens of its seats."""

    server: Server
    game: str
    tokens: list[str]

    def get(self, path: str, **query: Any) -> Any:
        """An answer to Cobalt."""
        asked = urllib.parse.urlencode(query, doseq=True)
        return self.server.call(f"/api/games/{self.game}/{path}?{asked}", token=self.tokens[0])

    def view(self) -> Any:
        return self.get("view")

    def act(self, seat: int, *actions: str, number: int | None = None) -> Any:
        now = self.view()["number"] if number is None else number
        body = {"actions": list(actions), "number": now}
        return self.server.call(f"/api/games/{self.game}/act", body, self.tokens[seat])

    def march(self) -> None:
        """Bring two people's tanks to where Cobalt can shoot. It ends as Cobalt's activation begins."""
        now = self.act(0, "roll off")
        left = [[["A1 prepare N AT"], MARCH[0]], [["B1 prepare S AT"], MARCH[1]]]
        while any(left) or now["to_act"] != [0]:
            seat = now["to_act"][0]
            orders = left[seat].pop(0) if left[seat] else ["B1 end"]
            now = self.act(seat, *orders, number=now["number"])
        assert self.order(SHOT)["refusal"] is None

    def may(self) -> list[str]:
        """The orders that Cobalt may give now."""
        return [order["text"] for order in self.view()["orders"] if not order["refusal"]]

    def order(self, text: str) -> Any:
        """An order that Cobalt is offered or refused."""
        return next(order for order in self.view()["orders"] if order["text"] == text)

    def sit_down(self, page: Page, at: str = "table") -> None:
        """Open the table in Cobalt's seat and wait for the board."""
        page.goto(f"{self.server.address}/{at}/{self.game}#seat={self.tokens[0]}")
        expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_visible()  # its style sheet is there


def set_up(page: Page, server: Server, ruleset: str = "tank_commander") -> None:
    """Choose a game on Home, wait for the form of its battles, and lay open what is behind its rules."""
    page.goto(server.address)
    page.locator(f"[data-game={ruleset}] .play").click()
    expect(page.locator("#setup .about")).to_be_visible()
    expect(page.locator("select[name=ruleset]")).to_have_value(ruleset)
    page.locator(".rules > summary").click()


def hexagon(page: Page, place: str) -> Locator:
    """A hex of the board, as the pointer meets it."""
    return page.locator(f'.l-hit [data-hex="{place}"]')


def order_button(page: Page, text: str) -> Locator:
    """The button of an order or a group of orders, in the row or among the choices over the stage."""
    return page.locator(f':is(.acts, .pop) [data-key="act {text}"]')


def as_suggested(page: Page) -> None:
    """Make the tank ready: the ring has asked by itself which way the turret looks."""
    expect(page.locator(".l-ghost .petal.chosen")).to_be_visible()
    order_button(page, "prepare").click()


def unfolded(page: Page, group: str, text: str) -> Locator:
    """The button of an order that stands among the choices of its group, after that was opened."""
    order_button(page, group).click()
    return order_button(page, text)


def reached(page: Page, group: str, text: str) -> Locator:
    """The button of an order, wherever it is: in the row, in its group, or under More."""
    expect(page.locator(".acts .act").first).to_be_visible()
    button = order_button(page, text)
    for way in ("more", group):
        if not button.is_visible() and not (way == "more" and order_button(page, group).is_visible()):
            order_button(page, way).click()
    return button


def open_mission(page: Page) -> Locator:
    """What the battle is about, with its options and its way to paper."""
    page.locator("#menu").click()
    page.get_by_role("button", name="Mission", exact=True).click()
    return page.locator("#mission")


def shows_number(page: Page, number: int) -> None:
    """Wait until the page shows the last of so many steps."""
    shows_step(page, number, number)


def shows_step(page: Page, step: int, number: int) -> None:
    """Wait until the page shows a step, and knows so many."""
    expect(page.locator(f'main[data-shown="{step}"][data-number="{number}"]')).to_be_attached()


def own_turn(page: Page) -> None:
    """Wait until Cobalt can end its activation: it is on."""
    expect(page.locator(".acts .end")).to_be_visible()


def rest(page: Page, milliseconds: float) -> None:
    """Let time pass by the page's clock: what its timers owed until then is done, on a slow machine too."""
    page.evaluate("ms => new Promise(done => setTimeout(done, ms))", milliseconds)


def comes_true(page: Page, script: str, arg: Any = None) -> None:
    """Wait until a script gives something true.

    `Page.wait_for_function` cannot: the pages' content policy refuses what it does to look a second time.
    """
    end = time.monotonic() + PATIENCE
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, f"never came true: {script}"
        rest(page, 20)
