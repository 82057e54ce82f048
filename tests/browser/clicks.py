"""A hand that gives orders at the table with as few clicks as the page asks of it, and counts them.

It holds a mouse, taps with a thumb, or stays on the keyboard; it plays single orders and whole battles.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Locator, Page, expect
from tests.browser.table import Table, rest
from tests.waiting import PATIENCE

SOON = 1000 * PATIENCE  # ms in which the server answers an order, on whatever machine
UNSURE = 1_500  # ms after which the button beside the odds was not heard
GLANCE = 90  # ms between two looks at the page: the server takes 40 messages a second
LOOKS = int(SOON / GLANCE)
STEPS = 70  # of the focus, to whatever is looked for by keys
SILENT = ("concede", "back")  # groups that are no way on
# Enough to tell where the page is: the step it shows, the last one, whether what is chosen can be ordered.
STANDS = """() => [
  document.querySelector('main').dataset.shown,
  document.querySelector('main').dataset.number,
  Boolean(document.querySelector('#odds :is(.cta:not([aria-disabled]), [data-key=again])')?.offsetParent),
]"""
# Keys that two buttons name: only one of them would be pressed.
DISPUTED = """() => {
  const named = [...document.querySelectorAll('.acts kbd, .pop kbd')].filter((el) => el.offsetParent)
    .map((el) => el.textContent);
  return named.filter((key, at) => key !== 'Enter' && named.indexOf(key) !== at);
}"""
KEYS = {"Esc": "Escape"}  # keys by what buttons call them, where that is another word
FOCUSED = """(el) => el === document.activeElement"""
BARE = """([to]) => {
  const box = document.querySelector(`.l-hit [data-hex="${to}"]`)?.getBoundingClientRect();
  const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top?.closest('[data-hex]')?.dataset.hex === to;
}"""
BEFORE = "(el) => Boolean(document.activeElement.compareDocumentPosition(el) & 2)"
# What the keyboard acts on, what is chosen, and what is offered: for a failure to be understood.
SITUATION = """() => [
  `focus ${document.activeElement.outerHTML.slice(0, 200)}`,
  ...['odds', 'pop', 'acts', 'trouble'].map((id) => `${id}: ${document.getElementById(id)?.innerText}`),
].join("\\n")"""
FOCUS = "() => document.activeElement.dataset.hex ?? document.activeElement.outerHTML.slice(0, 200)"
ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")


@dataclass
class Hand:
    """The hand of a seat's player over an open page.

    `touch` taps where a mouse clicks, `keys` never leaves the keyboard. `given` is what was ordered, in
    chains of orders that were given in one go; `passed` is where the page has last given an order by itself.
    """

    page: Page
    table: Table
    seat: int
    touch: bool = False
    keys: bool = False
    clicks: int = 0
    given: list[list[str]] = field(default_factory=list)
    passed: int = -1

    @property
    def view(self) -> Any:
        """The table as the page has it, with the unit that it looks at, while that is there."""
        try:
            return self._seen(str(self.page.evaluate("() => document.querySelector('main').dataset.unit")))
        except HTTPError as refused:
            if refused.code != HTTPStatus.NOT_FOUND:
                raise
            return self._seen("")  # it has just been destroyed; the page asks without it, too

    def _seen(self, unit: str) -> Any:
        path = f"/api/games/{self.table.game}/view?unit={unit}"
        return self.table.server.call(path, token=self.table.tokens[self.seat])

    def may(self) -> list[Any]:
        """What could be ordered now, without what is refused and without giving up."""
        return orders(self.view)

    def press(self, where: Locator) -> None:
        """One click."""
        self.clicks += 1
        if self.keys:
            self._struck(where)
        elif self.touch:
            where.tap()
        else:
            where.click()

    def button(self, *texts: str) -> Locator:
        return self.page.locator(f':is(.acts, .pop) [data-key="act {"; ".join(texts)}"]')

    def spot(self, place: str) -> Locator:
        return self.page.locator(f'.l-hit [data-hex="{place}"]')

    def order(self, *texts: str) -> None:
        """Give orders one after another, those together that have a button for all of them."""
        left = list(texts)
        while left:
            together = next((n for n in range(len(left), 1, -1) if self._offers(left[:n])), 1)
            self._give(left[:together])
            left = left[together:]

    def _offers(self, texts: list[str]) -> bool:
        return any([one["text"], *one["then"]] == texts for one in self.view.get("usual", []))

    def _give(self, texts: list[str]) -> None:
        view = self.view
        offered = [*view.get("usual", []), *view["orders"]]
        order = next(one for one in offered if [one["text"], *one.get("then", [])] == texts)
        button = self.button("end") if order["group"] == "end" else self.button(*texts)
        group = self.button(order["group"])
        expect(self.page.locator(".acts .act").first).to_be_visible()
        spot = self.spot(order["place"])
        if not button.is_visible() and not (order["place"] and spot.count()):
            self._reach(button, group, spot)
        self.given.append(texts)
        self.press(button if button.is_visible() else spot)
        self._confirmed(view["number"])

    def _reach(self, button: Locator, group: Locator, spot: Locator) -> None:
        """Open the group of a button; without one in the row, what is under More.

        Where the group asks for a place on the board, its spot may come after the row of buttons.
        """
        if not group.is_visible():
            self.press(self.button("more"))
        if not button.is_visible():
            self.press(group)
        expect(button.or_(spot).first).to_be_visible()

    def at(self, place: str) -> None:
        """Click a place of the board until what it means is ordered."""
        view = self.view
        unit = view["unit"]
        way = f"/api/games/{self.table.game}/route?unit={unit}&place={place}"
        if place in view["reach"]:
            self.given.append(self.table.server.call(way, token=self.table.tokens[self.seat])["actions"])
        self.press(self.spot(place))
        self._confirmed(view["number"])

    def _confirmed(self, number: int) -> None:
        """Press the button beside the odds, if that is still asked for, until the game has gone on."""
        waited = 0
        patience = GLANCE
        while True:
            now = self.view["number"]
            shown, known, chosen = self.page.evaluate(STANDS)
            heard = shown == known == str(now)
            # A secret order of the enemy's counts, too, and leaves what is chosen as it is.
            if now != number and not (self.touch and (chosen or not heard)):
                break
            assert waited < SOON, f"ordered at {number}, and nothing came of it: {self._situation()}"
            if waited >= patience and chosen and heard:
                self.clicks += 1
                self._commit()
                patience = waited + UNSURE
            rest(self.page, GLANCE)
            waited += GLANCE
        self.stands()

    def _situation(self) -> str:
        return str(self.page.evaluate(SITUATION))

    def _commit(self) -> None:
        confirm = self.page.locator("#odds .cta")
        if not confirm.count():  # a phone shows an order once: its own button again
            confirm = self.page.locator(".act.on").first
        if self.keys:
            self.page.keyboard.press("Enter")
        else:
            confirm.tap() if self.touch else confirm.click()

    def stands(self) -> Any:
        """The table, as soon as the page shows what the server has."""
        for _ in range(LOOKS):
            view = self.view
            shown, known, _ = self.page.evaluate(STANDS)
            if shown == known == str(view["number"]):
                assert self.page.evaluate(DISPUTED) == [], self._situation()
                return view
            rest(self.page, GLANCE)
        raise AssertionError(f"the page stands at {shown} of {known}, the game at {view['number']}")

    # ------------------------------------------------------------ whole battles

    def play(self, choose: Callable[[Any], None], most: int) -> Any:
        """Play until the battle is over: `choose` orders something wherever there is a choice.

        What is no choice passes by itself; the page is given the time to do it. The view at the end.
        """
        for _ in range(LOOKS):
            view = self.stands()
            if view["result"]:
                return view
            if view["yours"] and self._passes(view):
                self._awaited(view)
            elif view["yours"]:
                choose(view)
            else:
                rest(self.page, GLANCE)
            assert self.clicks < most, f"not over after {most} clicks, at {view['status']['text']}"
        raise AssertionError("the other side does not decide")

    def _passes(self, view: Any) -> bool:
        """Whether the page gives the only order that there is by itself."""
        undo = view["undo"]
        held = undo["possible"] and not undo["why"] and self.passed != view["number"]
        return bool(view["alone"] and view["number"] and not held)

    def _awaited(self, view: Any) -> None:
        for _ in range(LOOKS):
            if self.view["number"] > view["number"]:
                self.passed = self.stands()["number"]
                return
            rest(self.page, GLANCE)
        raise AssertionError(f"{view['alone']} was not given by itself")

    def bare(self, place: str) -> bool:
        """Whether nothing lies over the middle of a place, so that a click there means it."""
        return bool(self.page.evaluate(BARE, [place]))

    # ------------------------------------------------------------ the keyboard

    def _struck(self, where: Locator) -> None:
        """Strike the key that a button names, else bring the focus there and press Enter."""
        named = where.locator("kbd").all_inner_texts()[:1]
        if named and named != ["Enter"]:
            self.page.keyboard.press(KEYS.get(named[0], named[0].lower()))
            return
        self.walk(where)
        self.page.keyboard.press("Enter")

    def walk(self, where: Locator) -> None:
        """Bring the focus somewhere with Tab, onward or back."""
        for _ in range(STEPS):
            if where.evaluate(FOCUSED):
                return
            self.page.keyboard.press("Shift+Tab" if where.evaluate(BEFORE) else "Tab")
        raise AssertionError(f"{where} is not reached with Tab; the focus is on {self._focused()}")

    def wander(self, places: Container[str]) -> str:
        """Walk about the board with the arrow keys until the focus is on one of some places; which."""
        about = Random(STEPS)
        for _ in range(4 * STEPS):
            self.page.keyboard.press(about.choice(ARROWS))
            if self._focused() in places:
                return self._focused()
        raise AssertionError(f"none of {places} is reached with the arrow keys, only {self._focused()}")

    def _focused(self) -> str:
        """The place of the board that has the focus, or what has it elsewhere."""
        return str(self.page.evaluate(FOCUS))


def orders(view: Any) -> list[Any]:
    """What could be ordered, without what is refused and without giving up."""
    return [one for one in view["orders"] if not one["refusal"] and one["group"] not in SILENT]
