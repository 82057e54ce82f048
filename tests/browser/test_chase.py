"""A duel in secret orders, as two people play it: each at a device of their own, or both at one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Response, WebSocket, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, Server, Table, comes_true, order_button, shows_number
from tests.browser.test_curtain import curtain, lift, share

COBALT, RUST = 0, 1
WITHIN_A_PHONE = """() => {
    const all = [...document.querySelectorAll(".acts > .act:not([data-key='act more'])")];
    const boxes = all.map(e => e.getBoundingClientRect());
    return boxes.length === 4 && boxes.every(b => b.left >= 0 && b.right <= 390 && b.height >= 44);
}"""
SECRET = re.compile("pursue", re.IGNORECASE)
OPEN_CARD = "order side-"  # the class of an order's card that shows what it is, up to the side's letter
WHOSE = "(your|the enemy)"


def begin(server: Server, scenario: str = "long_shot", seed: int = 7) -> Table:
    """A battle of two people; its dice are always the same."""
    order = {"ruleset": "chase", "scenario": scenario, "options": {}, "seed": seed, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


@pytest.fixture
def chase(server: Server) -> Table:
    return begin(server)


def sit(table: Table, page: Page, seat: int) -> None:
    """Open the table in a seat, by its link."""
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[seat]}")
    expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_attached()


def give(page: Page, text: str) -> None:
    """Choose an order, read what it means, order it."""
    order_button(page, text).click()
    read(page).click()


def read(page: Page) -> Locator:
    """The button under the odds, once they have come: an answer that is too late would be a complaint."""
    expect(page.locator("#odds .told")).to_be_attached()
    return page.locator("#odds [data-key=commit]")


def told(page: Page) -> Locator:
    return page.locator("#log .ev .say")


def overheard(page: Page) -> list[str]:
    """All that the server sends to a page from now on: answers and live messages."""
    heard: list[str] = []

    def answered(answer: Response) -> None:
        if "/api/games/" in answer.url:
            heard.append(answer.text())

    def opened(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: heard.append(str(frame)))

    page.on("response", answered)
    page.on("websocket", opened)
    return heard


def fight_on(table: Table, turn: int = 0) -> None:
    """Both sides decide, always the first they may, until all or a turn is over. The orders close in."""
    while not (view := table.view())["result"] and turn in (0, view["status"]["turn"]):
        seat = view["to_act"][0]
        path = f"/api/games/{table.game}/view"
        offered = table.server.call(path, token=table.tokens[seat])["orders"]
        order = next(o for o in offered if not o["refusal"] and o["group"] != "concede")
        table.act(seat, order["text"], number=view["number"])


@pytest.mark.quick
def test_a_turn_at_two_devices(chase: Table, open_page: Callable[..., Page]) -> None:
    """Orders in secret, the reveal, a shift, facings by chance, the guns."""
    cobalt, rust = open_page(), open_page()
    sit(chase, cobalt, COBALT)
    sit(chase, rust, RUST)
    order_button(cobalt, "A1 pursue").click()
    odds = cobalt.locator("#odds")
    expect(odds.get_by_role("heading")).to_have_text("Your Marten: Pursue")
    expect(odds.locator("p.head")).to_have_count(4)
    expect(odds.locator(".outs").filter(has_text="If the enemy Lancer goes hull down")).to_contain_text(
        "Your Marten hits at Long"
    )
    cobalt.keyboard.press("Enter")
    expect(cobalt.locator(".acts .note")).to_have_text("Waiting for Orange to decide in secret.")
    expect(cobalt.locator(f'.l-tags [class="{OPEN_CARD}a"]')).to_have_text("Pursue")
    expect(cobalt.locator("#order .now")).to_have_text("Lancer")
    give(rust, "B1 maneuver")
    for page in (cobalt, rust):
        for word in ("pursues", "maneuvers"):
            expect(page.locator(".l-tags")).to_contain_text(word)
        shown = re.compile(
            "The orders are shown: (your|the enemy) Marten pursues; (your|the enemy) Lancer maneuvers"
        )
        expect(told(page).first).to_contain_text(shown)
        expect(page.locator(".l-tags .news")).to_have_count(2)
        expect(page.locator("#log .roll .dice")).to_have_count(4)
    expect(rust.locator(".acts .note")).to_have_text("Waiting for Blue.")
    give(cobalt, "A1 shift -2")
    expect(cobalt.locator(".range-card")).to_contain_text("Short")
    expect(rust.locator("#turn")).to_contain_text("Turn 2 of 12")
    for page in (cobalt, rust):
        expect(told(page).filter(has_text=re.compile(f"Marten fires at {WHOSE} Lancer at"))).to_have_count(1)
        expect(told(page).filter(has_text=re.compile(f"Lancer fires at {WHOSE} Marten at"))).to_have_count(1)


@pytest.mark.quick
def test_the_other_side_gets_nothing_of_an_order(chase: Table, open_page: Callable[..., Page]) -> None:
    """Neither on its page nor in any message, until both have ordered."""
    cobalt, rust = open_page(), open_page()
    sit(chase, rust, RUST)
    expect(order_button(rust, "B1 flee")).to_be_visible()
    heard = overheard(rust)
    rust.reload()
    expect(order_button(rust, "B1 flee")).to_be_visible()
    rust.wait_for_load_state("networkidle")
    offered = sum(len(SECRET.findall(text)) for text in heard)  # Rust's own button to pursue
    shown = len(SECRET.findall(rust.locator("body").inner_text()))
    heard.clear()
    sit(chase, cobalt, COBALT)
    give(cobalt, "A1 pursue")
    shows_number(rust, 1)
    expect(told(rust).first).to_contain_text("The enemy Marten has its order")
    rust.reload()
    expect(rust.locator(".l-tags")).to_contain_text("order given")
    rust.wait_for_load_state("networkidle")
    assert heard and not any("A1 pursue" in text or OPEN_CARD in text for text in heard)
    after = [text for text in heard if '"orders"' in text][-1]
    assert len(SECRET.findall(after)) <= offered
    assert len(SECRET.findall(rust.locator("body").inner_text())) == shown
    assert OPEN_CARD not in rust.content()
    assert OPEN_CARD in cobalt.content()


def test_a_duel_to_its_end(chase: Table, open_page: Callable[..., Page]) -> None:
    cobalt, rust = open_page(), open_page()
    sit(chase, cobalt, COBALT)
    sit(chase, rust, RUST)
    fight_on(chase)
    winner = chase.view()["result"]["winner"]
    heads = {2: ("A draw", "A draw"), COBALT: ("Victory", "Defeat"), RUST: ("Defeat", "Victory")}[winner]
    for page, head in zip((cobalt, rust), heads, strict=True):
        expect(page.locator("#over h2")).to_have_text(head)
    shows_number(cobalt, chase.view()["number"])


@pytest.mark.parametrize("look", [{}, PHONE])
def test_the_end_of_a_duel_stands_on_the_board(
    server: Server, open_page: Callable[..., Page], look: dict[str, object]
) -> None:
    """Who won, why, how the match stands and what comes next; the score stays."""
    table, page = begin(server, "even_ground"), open_page(**look)
    sit(table, page, COBALT)
    between = page.locator("#interval")
    expect(between).to_be_hidden()
    order_button(page, "A1 pursue").click()  # an order in hand does not hide it
    table.act(COBALT, "surrender")
    expect(between.get_by_role("heading")).to_have_text("Orange wins duel 1")
    expect(between).to_contain_text("Your tank is destroyed (+1)")
    expect(between).to_contain_text("Match: you -1, Orange +1")
    shows_number(page, 0)  # the board of the duel that is over
    between.get_by_role("button", name="On to duel 2 of 3").click()
    expect(between).to_be_hidden()
    shows_number(page, 1)
    expect(page.locator("#beside").get_by_text("Duel 2 of 3")).to_be_in_viewport()
    expect(page.locator("#beside .x-score")).to_have_text("Match: you -1, Orange +1")
    expect(page.locator("#beside .x-score" if look else ".tally")).to_be_in_viewport()


def test_two_people_at_one_device(chase: Table, page: Page) -> None:
    """Behind the curtain each orders; what follows is open, and no curtain falls."""
    share(chase, page)
    lift(page, "Blue")
    give(page, "A1 pursue")
    curtain(page, "Orange")
    said = page.locator("body").aria_snapshot()
    assert not SECRET.search(said)
    lift(page, "Orange")
    expect(page.locator("#unit h2")).to_contain_text("Lancer")
    expect(page.locator(".l-tags")).not_to_contain_text("Pursue")
    expect(page.locator("#order .now")).to_have_text("Lancer")
    give(page, "B1 maneuver")
    expect(told(page).first).to_contain_text("The orders are shown")
    give(page, "A1 shift -2")
    expect(page.locator("#turn")).to_contain_text("Turn 2")
    give(page, "A1 flee")  # whoever has the device orders first
    lift(page, "Orange")


def test_a_turn_by_keys_alone(chase: Table, page: Page) -> None:
    sit(chase, page, COBALT)
    expect(order_button(page, "A1 maneuver")).to_be_visible()
    page.keyboard.press("3")
    expect(page.locator("#odds h2")).to_have_text("Your Marten: Maneuver")
    page.keyboard.press("1")
    expect(page.locator("#odds h2")).to_have_text("Your Marten: Pursue")
    read(page)
    page.keyboard.press("Enter")
    expect(page.locator(".acts .note")).to_contain_text("Waiting for Orange")
    chase.act(RUST, "B1 maneuver")
    expect(order_button(page, "A1 shift -2")).to_be_visible()
    page.keyboard.press("1")
    read(page)
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_contain_text("Turn 2")


@pytest.mark.quick
def test_both_facings_are_chosen_in_two_steps(server: Server, page: Page) -> None:
    """The winner of two that maneuver picks for both: first the own side, then the enemy's."""
    table = begin(server, seed=4)
    table.act(COBALT, "A1 maneuver")
    table.act(RUST, "B1 maneuver")
    sit(table, page, COBALT)
    front = order_button(page, "show_front")
    expect(front).to_contain_text("Show front")
    front.click()
    expect(page.locator(".pop .act")).to_have_count(4)
    page.keyboard.press("3")
    expect(page.locator("#odds .sub").first).to_have_text("Your Marten Front, the enemy Lancer Rear")
    read(page)
    page.keyboard.press("Enter")
    expect(page.locator(".l-tags")).to_contain_text("shows Rear")


def test_a_platoon_is_ordered_tank_by_tank(server: Server, page: Page) -> None:
    table = begin(server, "platoon_clash", 3)
    sit(table, page, COBALT)
    for tank, name in (("A1", "Warden"), ("A2", "Marten"), ("A3", "Lancer")):
        expect(page.locator("#unit h2")).to_contain_text(name)
        give(page, f"{tank} hull_down")
    expect(page.locator(".acts .note")).to_contain_text("Waiting for Orange")
    expect(page.locator("#order .done")).to_have_count(3)
    expect(page.locator(".l-tags").get_by_text("order: Hull Down")).to_have_count(3)


@pytest.mark.parametrize("scenario", ["long_shot", "platoon_clash"])
def test_on_a_phone(server: Server, open_page: Callable[..., Page], scenario: str) -> None:
    """Everything within the width: four orders at once, their odds, and after the reveal the log."""
    table = begin(server, scenario, 3)
    page = open_page(**PHONE)
    sit(table, page, COBALT)

    def within() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    expect(order_button(page, "A1 hull_down")).to_be_visible()
    comes_true(page, WITHIN_A_PHONE)
    within()
    while page.locator(".acts [data-key$=hull_down]").count():
        number = table.view()["number"]
        page.locator(".acts [data-key$=hull_down]").tap()
        within()
        expect(page.locator("#odds .told")).to_be_attached()
        expect(page.locator("#odds")).to_contain_text("Press it again")
        expect(page.locator("#odds [data-key=commit]")).to_have_count(0)
        page.locator(".acts [data-key$=hull_down]").tap()
        shows_number(page, number + 1)
    for order in [o["text"] for o in rust_offers(table) if o["text"].endswith("hull_down")]:
        table.act(RUST, order)
    expect(page.locator("#tab-log")).to_be_checked()
    expect(told(page).filter(has_text="The orders are shown")).to_be_visible()
    within()


POSED = """() => {
    window.posed = false;
    const look = () => {
        const enemy = document.querySelector(".l-units [data-unit=B1]");
        const fires = document.querySelector(".effects") && enemy?.querySelector(".armor.struck");
        if (fires && document.querySelectorAll(".l-tags .shown:not(.past)").length === 2) window.posed = true;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""


def test_tanks_show_their_sides_while_they_fire_and_until_the_next_orders_are_shown(
    server: Server, open_page: Callable[..., Page]
) -> None:
    table, page = begin(server), open_page(reduced_motion="no-preference")
    for seat, text in ((COBALT, "A1 pursue"), (RUST, "B1 hull_down")):
        table.act(seat, text)
    sit(table, page, COBALT)
    page.evaluate(POSED)
    fight_on(table, turn=1)
    shows_number(page, table.view()["number"])
    comes_true(page, "() => window.posed")
    past = page.locator(".l-tags .shown.past")
    expect(past).to_have_count(2)
    expect(past.first).to_have_text(re.compile("^showed (Front|Rear|(Left|Right) side)$"))


TRAY_OVER = """(all) => { const a = document.querySelector(".tray").getBoundingClientRect();
    return all.filter(one => { const b = one.getBoundingClientRect();
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }).length; }"""


def test_on_a_phone_the_tray_hides_neither_the_ladder_nor_a_tank(
    server: Server, open_page: Callable[..., Page]
) -> None:
    table, page = begin(server, "even_ground", 3), open_page(**PHONE)
    sit(table, page, COBALT)
    table.act(COBALT, "A1 pursue")
    table.act(RUST, "B1 hull_down")
    expect(page.locator(".tray li:not(.thrown)")).to_have_count(0)
    expect(page.locator(".tray")).to_be_visible()
    kept = page.locator(".band-n, .l-units [data-unit], #beside, .shown")
    assert kept.count() > 10
    assert kept.evaluate_all(TRAY_OVER) == 0


def rust_offers(table: Table) -> list[dict[str, str]]:
    path = f"/api/games/{table.game}/view"
    offered: list[dict[str, str]] = table.server.call(path, token=table.tokens[RUST])["orders"]
    return offered
