"""Whole battles as strangers play them: set up on Home, fought to the end, read in the result."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.clicks import Hand, orders
from tests.browser.conftest import PHONE
from tests.browser.table import OpenPage, Server, Table

import hulldown
from hulldown.game import Game

SEED = "7"
MOST = 300  # clicks of a battle
DRIVE = "drive"  # in a plan: to the farthest place that is marked on the board
TABS = 60  # of the focus, from one control of the form to another
POINTED = "addEventListener('pointerdown', () => { sessionStorage.pointed = 'yes' }, true)"
HEADS = ("A draw", "Victory", "Defeat")


@dataclass(frozen=True)
class Battle:
    """A battle to set up, in the words of the form, and what a person does in it, the most urgent first.

    A plan says of each group of orders how often a unit does it in a turn.
    """

    rules: str
    mission: str
    plan: dict[str, int]


BATTLES = {
    "tank_commander": Battle("Tank Commander", "Skirmish", {"fire": 2, "load": 1, DRIVE: 1, "end": 9}),
    "agrav": Battle("AGrav", "Crossroads", {"fire": 1, DRIVE: 1, "end": 9}),
    "close_assault": Battle(
        "Close Assault", "Drill Square", {"advance": 9, "activate": 9, "go": 9, "defend": 9, "fire": 9}
    ),
    "warstrike": Battle("WarStrike", "First Patrol", {"fire": 2, "advance": 1, "march": 1, "activate": 9}),
    "chase": Battle("Chase", "Free play: Duel", {}),
}


@dataclass
class Plan:
    """A person with a plan and a hand."""

    hand: Hand
    wants: dict[str, int]
    done: Counter[tuple[int, str, str]] = field(default_factory=Counter)

    def choose(self, view: Any) -> None:
        """Order the first thing of the plan that can be ordered, else whatever is offered first."""
        offered = [*view.get("usual", []), *orders(view)]
        shown = [one for one in offered if one["unit"] in ("", view["unit"]) or one["group"] == "activate"]
        for group, most in self.wants.items():
            wanted = (view["status"]["turn"], view["unit"], group)
            found = [one for one in shown if one["group"] == group]
            if self.done[wanted] >= most or not (found or (group == DRIVE and view["reach"])):
                continue
            self.done[wanted] += 1
            return self.drive(view) if group == DRIVE else self.give(found)
        return self.give(shown or offered)

    def drive(self, view: Any) -> None:
        """Go as far as the board says that the unit gets."""
        self.hand.at(max(view["reach"], key=lambda place: float(view["reach"][place])))

    def give(self, found: list[Any]) -> None:
        """Order the first of some; of places that are chosen on the board one that is seen, or walked to."""
        places = {
            one["place"]: one for one in found if one["place"] and not self.hand.button(one["text"]).count()
        }
        if self.hand.keys and places:
            chosen = places[self.hand.wander(places)]
        else:
            chosen = next((places[place] for place in places if self.hand.bare(place)), found[0])
        self.hand.order(chosen["text"], *chosen["then"])


def sat_down(page: Page, server: Server) -> Table:
    """The table that Home has led to, with the person's own token."""
    page.wait_for_url("**/table/*")
    expect(page.locator("svg.board .l-units [data-unit]").first).to_be_visible()
    game = page.url.rsplit("/", 1)[1]
    seats = json.loads(page.evaluate(f"localStorage.getItem('hulldown.seats.{game}')"))
    return Table(server, game, [seats.get(str(seat), {}).get("token", "") for seat in (0, 1)])


def set_up(page: Page, server: Server, battle: Battle) -> Table:
    """Choose a battle on Home by mouse or thumb, against the weakest computer, and begin it."""
    page.goto(server.address)
    page.locator(".card", has_text=battle.rules).locator("a.play").click()
    page.locator(".mission", has=page.get_by_text(battle.mission, exact=True)).click()
    page.locator("select[name=player]").select_option("Recruit")
    page.get_by_role("radiogroup", name="You are").get_by_role("radio").first.check()
    page.locator(".rules > summary").click()
    page.get_by_label("Seed").fill(SEED)
    page.get_by_role("button", name="Start this battle").click()
    return sat_down(page, server)


def proved(hand: Hand, view: Any) -> None:
    """The page shows how the battle ended, and what was played is what the hand has given."""
    page, result = hand.page, view["result"]
    over = page.locator("#over")
    expect(over).to_be_visible()
    head = HEADS[0 if result["winner"] == 2 else 1 if result["winner"] == hand.seat else 2]
    expect(over.locator("h2")).to_have_text(head)
    text = in_words_of_the_page(hand)
    assert text.lower() in over.inner_text().lower()
    expect(page.locator(".acts .note")).to_contain_text("The battle is over.")  # how is said once, above
    path = f"/api/games/{hand.table.game}/save"
    saved = json.dumps(hand.table.server.call(path, token=hand.table.tokens[hand.seat]))
    assert hulldown.verify(saved) == []
    assert json.loads(saved)["result"] == result["winner"]
    given(hand, Game.load(saved), json.loads(saved)["orders"])


def in_words_of_the_page(hand: Hand) -> str:
    """How the battle ended as the server says it to the player, who knows no Cobalt and no Rust."""
    token = hand.table.tokens[hand.seat]
    headers = {"Authorization": f"Bearer {token}", "Hulldown-Voice": "you"}
    where = f"{hand.table.server.address}/api/games/{hand.table.game}/view"
    text = str(hand.page.request.get(where, headers=headers).json()["result"]["text"])
    assert not re.search(r"Cobalt|Rust|\b[AB]\d", text)
    return text


def given(hand: Hand, played: Game, log: list[Any]) -> None:
    """What the seat has played is what the hand gave, and between that what was no choice.

    A die may stop what was ordered in one go; what is left of it was not played then.
    """
    chains, rest = list(hand.given), list[str]()
    for number, text in [(n, one["order"]) for n, one in enumerate(log) if one["seat"] == hand.seat]:
        if chains and chains[0][0] == text and (not rest or rest[0] != text):
            rest = list(chains.pop(0))
        if rest and rest[0] == text:
            rest.pop(0)
        else:
            may = {str(one) for one in played.at(number).legal(hand.seat)}
            assert may - {played.ruleset.speech.giving_up} == {text}, (rest, chains[:2])
    assert chains == []


@pytest.mark.parametrize("ruleset", BATTLES)
def test_a_whole_battle_by_mouse(server: Server, page: Page, ruleset: str) -> None:
    battle = BATTLES[ruleset]
    hand = Hand(page, set_up(page, server, battle), 0)
    proved(hand, hand.play(Plan(hand, battle.plan).choose, MOST))


@pytest.mark.parametrize("ruleset", ["close_assault", "chase"])
def test_a_whole_battle_by_taps(server: Server, open_page: OpenPage, ruleset: str) -> None:
    battle = BATTLES[ruleset]
    page = open_page(**PHONE, reduced_motion="reduce")
    hand = Hand(page, set_up(page, server, battle), 0, touch=True)
    proved(hand, hand.play(Plan(hand, battle.plan).choose, MOST))


def focus(page: Page, control: Locator) -> None:
    """Go on with Tab until a control has the focus."""
    expect(control).to_be_visible()
    for _ in range(TABS):
        if control.evaluate("(el) => el === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{control} is not reached with Tab")


def set_up_by_keys(page: Page, server: Server, battle: Battle) -> Table:
    """The same by the keyboard alone."""
    page.goto(server.address)
    focus(page, page.locator(".card", has_text=battle.rules).locator("a.play"))
    page.keyboard.press("Enter")
    mission = page.get_by_role("radio", name=battle.mission, exact=True)
    focus(page, page.locator("[name=scenario]:checked"))
    for _ in range(page.locator("[name=scenario]").count()):
        if not mission.is_checked():
            page.keyboard.press("ArrowRight")
    expect(mission).to_be_checked()
    focus(page, page.locator(".rules > summary"))
    page.keyboard.press("Enter")
    focus(page, page.get_by_label("Seed"))
    page.keyboard.type(SEED)
    focus(page, page.locator("[name=side]:checked"))
    side = page.get_by_role("radiogroup", name="You are").get_by_role("radio").first
    if not side.is_checked():
        page.keyboard.press("ArrowUp")
    expect(side).to_be_checked()
    focus(page, page.locator("select[name=player]"))
    page.keyboard.type("Recruit")
    focus(page, page.get_by_role("button", name="Start this battle"))
    page.keyboard.press("Enter")
    return sat_down(page, server)


def test_a_whole_battle_by_keyboard(server: Server, page: Page) -> None:
    """On a table without places, where a squad is sent to spots that the arrow keys go through."""
    page.add_init_script(POINTED)
    battle = BATTLES["warstrike"]
    hand = Hand(page, set_up_by_keys(page, server, battle), 0, keys=True)
    proved(hand, hand.play(Plan(hand, battle.plan).choose, MOST))
    assert page.evaluate("sessionStorage.pointed") is None
