"""A hand that gives orders at the table with as few clicks as the page asks of it, and counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.browser.table import Table

READ = 900  # ms that a pointer rests on what it is about to press, as a reader's does
SOON = 6_000  # ms in which the server answers an order, on a busy machine
SILENT = ("concede", "back")  # groups that are no way on


@dataclass
class Hand:
    """The hand of a seat's player over an open page; `touch` taps where a mouse rests and clicks."""

    page: Page
    table: Table
    seat: int
    touch: bool = False
    clicks: int = 0

    @property
    def view(self) -> Any:
        """The table as the page has it, with the unit that it looks at."""
        who = self.page.evaluate("() => document.querySelector('.acts .who b')?.textContent ?? ''")
        unit = who.partition(" ")[0]
        path = f"/api/games/{self.table.game}/view?unit={unit}"
        return self.table.server.call(path, token=self.table.tokens[self.seat])

    def may(self) -> list[Any]:
        """What could be ordered now, without what is refused and without giving up."""
        return [one for one in self.view["orders"] if not one["refusal"] and one["group"] not in SILENT]

    def press(self, where: Locator) -> None:
        """One click, by a person who has read what the pointer rests on."""
        self.clicks += 1
        if self.touch:
            where.tap()
            return
        where.scroll_into_view_if_needed()
        where.hover()
        self.page.wait_for_timeout(READ)
        expect(self.page.locator("#odds .reckon")).to_have_count(0)
        where.click()

    def button(self, *texts: str) -> Locator:
        return self.page.locator(f'.acts [data-key="act {"; ".join(texts)}"]')

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
        expect(button.or_(group).or_(self.page.locator(".acts .note")).first).to_be_visible()
        spot = self.page.locator(f'.l-hit [data-hex="{order["place"]}"]')
        if not button.is_visible() and not (order["place"] and spot.count()):
            self.press(group)
            expect(button).to_be_visible()
        self.press(button if button.is_visible() else spot)
        self._confirmed(view["number"])

    def at(self, place: str) -> None:
        """Click a place of the board until what it means is ordered."""
        number = self.view["number"]
        self.press(self.page.locator(f'.l-hit [data-hex="{place}"]'))
        self._confirmed(number)

    def _confirmed(self, number: int) -> None:
        """Press the button beside the odds, if that is still asked for."""
        if self._given(number):
            return
        self.clicks += 1
        confirm = self.page.locator("#odds .cta")
        expect(confirm).to_be_visible()
        confirm.tap() if self.touch else confirm.click()
        assert self._given(number, SOON)

    def _given(self, number: int, within: int = 1_500) -> bool:
        """Whether the game goes on within so many milliseconds; the page has it then."""
        for _ in range(within // 100):
            now = self.view
            if now["number"] > number:
                expect(self.page.locator("#film .count")).to_have_text(f"{now['number']} of {now['number']}")
                self.page.wait_for_timeout(300)
                return True
            self.page.wait_for_timeout(100)
        return False
