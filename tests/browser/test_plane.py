"""A battle on a table without places: set up, moved and fought by mouse, by keys, by thumb; its film."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, RANDOM, Server, Table, hexagon, order_button, set_up, shows_number
from tests.browser.test_pages import NAMELESS

CONTACT = ["B1.1 drive 12,8", "B1.1 drive 12,15.05", "B1.2 drive 14,15.05"]  # between the men of R1, a row
RUST_FIRST, COBALT_FIRST = 5, 2  # seeds
FIGHTS = "Your Rhino no. 1 fights the enemy Line infantry no. 3"


def begin(server: Server, scenario: str, seed: int, other: dict[str, str] = HUMAN) -> Table:
    """A battle with dice that are always the same."""
    order = {"ruleset": "close_assault", "scenario": scenario, "options": {}, "seed": seed, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, other]})
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


def ordered(server: Server, seed: int, rust: str) -> Table:
    """Drill Square with its orders given."""
    table = begin(server, "drill_square", seed)
    give_orders(table, rust)
    return table


def give_orders(table: Table, rust: str) -> None:
    """The Rhinos of Cobalt charge, whoever is with them stays and fires; all of Rust have one order."""
    for unit in (card["unit"] for card in table.view()["cards"]):
        order = rust if unit.startswith("R") else "charge" if unit == "B1" else "first-fire"
        table.act(int(unit.startswith("R")), f"{unit} order {order}")


@pytest.fixture
def charging(server: Server) -> Table:
    """Two Rhinos are about to charge, the row of infantry before them has moved."""
    table = ordered(server, RUST_FIRST, "advance")
    table.act(1, "R1 activate", "R1 end")
    assert table.view()["to_act"] == [0]
    return table


@pytest.fixture
def shocked(charging: Table) -> Table:
    """They have driven into the row, which stands and fights."""
    charging.act(0, *CONTACT, "B1 shock R1")
    charging.act(1, "R1 stand")
    return charging


def sit_down(page: Page, table: Table, seat: int = 0) -> None:
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[seat]}")
    expect(page.locator("svg.board.tabletop")).to_be_visible()  # its style sheet is there
    expect(page.locator(".top-note")).to_be_attached()  # models can be moved from now on


def grip(page: Page, name: str) -> Locator:
    return page.locator(f'[data-grip="{name}"]')


def drag(page: Page, held: Locator, *ways: tuple[float, float]) -> None:
    """Take what a grip holds so many pixels to the right and down, and keep it held."""
    box = held.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for right, down in ways:
        page.mouse.move(x + right, y + down, steps=6)


@pytest.mark.quick
def test_a_model_is_dragged(charging: Table, page: Page) -> None:
    """CA-4.1, CA-4.2: what is left is told on the way, and the first broken rule."""
    sit_down(page, charging)
    number = charging.view()["number"]
    note = page.locator(".top-note")
    drag(page, grip(page, "B1.1"), (0, -30), (0, -60))
    expect(note).to_contain_text("Your Rhino no. 1 may go there")
    expect(note).to_contain_text("left")
    expect(page.locator(".l-ghost .ghost-of [data-unit='B1.1']")).to_be_attached()
    expect(page.locator(".l-ghost .lbl")).to_contain_text("left")
    page.mouse.move(1050, 400, steps=4)
    expect(note).to_contain_text("18″ left, not there")
    expect(note.locator(".rule")).to_contain_text("CA-")
    assert charging.view()["number"] == number, "nothing is done before the model is put down"
    page.mouse.up()
    expect(page.locator(".l-ghost *")).to_have_count(0)
    assert charging.view()["number"] == number, "a refused place is no order"
    drag(page, grip(page, "B1.1"), (0, -30), (0, -60))
    expect(note).to_contain_text("may go there")
    page.mouse.up()
    expect(page.locator("#log .ev").first).to_contain_text("Your Rhino no. 1 drives")
    expect(page.locator(".l-ways .wp").first).to_be_attached()


@pytest.mark.parametrize("other", ["the ground", "the button"])
def test_a_click_on_the_ground_is_where_the_unit_goes(server: Server, page: Page, other: str) -> None:
    """CA-4.1: any spot will do; the ghost shows how far it gets, and a second press orders it."""
    table = ordered(server, RUST_FIRST, "advance")
    table.act(1, "R1 activate")
    sit_down(page, table, 1)
    board, number = page.locator("svg.board.tabletop"), table.view()["number"]
    frame = board.evaluate("""(svg) => {
      const { left, foot, inch } = svg.dataset;
      const spot = new DOMPoint(+left + 9.3 * inch, foot - 12.6 * inch);
      return spot.matrixTransform(svg.getScreenCTM());
    }""")
    page.mouse.click(frame["x"], frame["y"])
    expect(page.locator(".l-ghost .ghost-way, .l-ghost path").first).to_be_visible()
    expect(page.locator("#odds h2")).to_have_text("Go to 9.3,12.6")
    assert table.view()["number"] == number
    if other == "the ground":
        page.mouse.click(frame["x"], frame["y"])
    else:
        page.locator("#odds .cta").click()
    expect(page.locator(f'main:not([data-number="{number}"])')).to_be_attached()
    assert any("makes for 9.3,12.6" in s["text"] for part in table.view()["log"] for s in part["sentences"])


def test_who_acts_has_its_aids_though_another_was_looked_at(server: Server, page: Page) -> None:
    """CA-3.6: F4 was looked at for its order; then F1 is the only one to move, and can be moved at once."""
    table = begin(server, "the_fortress", RUST_FIRST)
    for unit in range(1, 7):
        table.act(1, f"A{unit} order first-fire")
    for unit in ("F1", "F2", "F3"):
        table.act(0, f"{unit} order {'charge' if unit == 'F1' else 'first-fire'}")
    sit_down(page, table)
    page.locator('.acts [data-key="act F4 order first-fire"]').click()
    page.keyboard.press("Enter")
    expect(grip(page, "F1.1")).to_be_attached()


def test_a_model_is_moved_by_keys(charging: Table, page: Page) -> None:
    """Arrow keys move it by an inch, with Shift by a tenth; Escape leaves it, Enter orders it."""
    sit_down(page, charging)
    grip(page, "B1.1").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowUp")
    note = page.locator(".top-note")
    expect(note).to_contain_text("may go there: 1.1″, 16.9″ left")
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    for _ in range(20):
        page.keyboard.press("ArrowUp")
    expect(note).to_contain_text("not there")
    expect(note.locator(".rule")).to_contain_text("CA-4.1")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#log .ev").first).to_contain_text("Your Rhino no. 1 drives 1")
    expect(grip(page, "B1.1")).to_be_focused()
    page.locator("#turn").click()
    page.keyboard.press("Enter")  # to take a move back is asked for, never the default
    expect(page.locator(".l-ways .wp").first).to_be_attached()
    page.keyboard.press("b")
    expect(page.locator(".l-ways .wp")).to_have_count(0)


def test_reach_arcs_and_bands_are_drawn_and_explained(charging: Table, page: Page) -> None:
    """CA-4.1, CA-5.2, CA-11.3."""
    sit_down(page, charging)
    expect(page.locator(".l-reach .far")).to_be_attached()
    expect(page.locator(".l-range .arc-front")).to_have_count(2)
    expect(page.locator(".l-range .span.band")).to_have_count(3)
    expect(page.locator(".l-tags .span-t").first).to_have_text("charge +1")
    legend = page.locator(".legend li")
    expect(legend.filter(has_text="reached in a straight line")).to_have_count(1)
    expect(legend.filter(has_text="Charge bonus")).to_have_count(1)
    expect(legend.filter(has_text="Fight each other")).to_have_count(0)


def press(page: Page, text: str) -> None:
    """Give an order by its button and by the button beside its odds."""
    order_button(page, text).click()
    page.locator("#odds .cta").click()


def test_a_tank_shock_from_click_to_result(charging: Table, open_page: Callable[..., Page]) -> None:
    """CA-12.4 to CA-12.19: declared, answered, who fights whom, bonuses, morale, and on."""
    charging.act(0, *CONTACT)
    cobalt, rust = open_page(), open_page()
    sit_down(cobalt, charging)
    sit_down(rust, charging, 1)
    press(cobalt, "B1 shock R1")
    for answer in ("stand", "evade"):
        expect(order_button(rust, f"R1 {answer}")).to_be_visible()
    press(rust, "R1 stand")
    hexagon(cobalt, "@R1.3").click()
    expect(cobalt.locator("#odds h2")).to_contain_text(FIGHTS)
    expect(cobalt.locator('.l-aim [data-target="R1.3"]')).to_have_class("aim on")
    assert charging.order("B1.1 fights R1.2")["target"] == "R1.2"
    number = charging.view()["number"]
    hexagon(cobalt, "@R1.3").click()
    shows_number(cobalt, number + 1)
    press(cobalt, "B1.1 fights R1.2")
    expect(cobalt.locator(".fights-now")).to_be_attached()
    cobalt.locator(".acts .act", has_text="Spend").first.click()
    expect(cobalt.locator("#odds h2")).to_contain_text(FIGHTS)
    cobalt.locator("#odds .cta").click()  # to spend all of them is chosen first
    told = cobalt.locator("#log .ev", has_text=FIGHTS)
    expect(told).to_contain_text("spends 4 bonuses")
    expect(told.locator(".roll").first).to_contain_text("weapon bonuses")
    expect(told.locator(".rule", has_text="CA-9").first).to_be_attached()
    while spending := [text for text in charging.may() if "spend" in text]:
        charging.act(0, spending[0])
    expect(cobalt.locator("#log")).to_contain_text("The Tank Shock is over")
    expect(cobalt.locator("#log")).to_contain_text("tests its Morale")
    expect(cobalt.locator(".acts")).to_contain_text("Go")  # CA-12.21: it drives on


def test_models_are_chosen_by_keys_to_fight(shocked: Table, page: Page) -> None:
    sit_down(page, shocked)
    expect(page.locator(".l-tags .doing", has_text="3")).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator("#odds h2")).to_contain_text(FIGHTS)
    page.keyboard.press("Enter")
    expect(page.locator("#log .ev").first).to_contain_text(FIGHTS.replace("fights", "is to fight"))


def test_the_film_shows_the_ways(charging: Table, page: Page) -> None:
    """A way made in one click is seen in the step after it, and as long as the round moves."""
    charging.act(0, "B1 go 12,12")
    number = charging.view()["number"]
    page.goto(f"{charging.server.address}/replay/{charging.game}?at={number - 1}#seat={charging.tokens[0]}")
    ways = page.locator(".l-ways .path")
    expect(page.locator("#film .count")).to_have_text(f"{number - 1} of {number}")
    expect(ways).to_have_count(0)
    page.keyboard.press("]")
    expect(ways).to_have_count(2)


def encircling(server: Server) -> tuple[Table, str, str]:
    """Men in contact with a Rhino are about to move; one of them, and a spot on his way round it."""
    table = ordered(server, COBALT_FIRST, "charge")
    table.act(0, "B1.1 drive 12,15.05", "B1.2 drive 14,15.05", "B1 end")  # few ways need no button first
    table.act(1, "R1 activate")
    seen = table.server.call(f"/api/games/{table.game}/view", token=table.tokens[1])
    order = next(order for order in seen["orders"] if "encircle" in order["text"])
    return table, order["text"].split()[0], order["place"]


@pytest.mark.quick
def test_a_model_slides_round_a_vehicle(server: Server, page: Page) -> None:
    """CA-13.5: wherever the hand is, the model is shown on its way round; let go, it goes there."""
    table, name, place = encircling(server)
    sit_down(page, table, 1)
    spot, held = hexagon(page, place).bounding_box(), grip(page, name).bounding_box()
    assert spot and held
    right = spot["x"] + spot["width"] / 2 - held["x"] - held["width"] / 2
    down = spot["y"] + spot["height"] / 2 - held["y"] - held["height"] / 2
    drag(page, grip(page, name), (right, down))
    note = page.locator(".top-note")
    expect(note).to_contain_text("may go there")
    expect(page.locator(f".l-ghost .ghost-of [data-unit='{name}']")).to_be_attached()
    page.mouse.up()
    expect(page.locator("#log .ev").first).to_contain_text("encircles")


def test_encircle_by_a_click_on_its_place(server: Server, page: Page) -> None:
    """CA-13.1: each way round is a spot beside the vehicle."""
    table, _, place = encircling(server)
    sit_down(page, table, 1)
    spot = hexagon(page, place).bounding_box()
    assert spot
    at = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2  # under the edge of his own base
    page.mouse.click(*at)
    expect(page.locator("#odds")).to_contain_text("CA-5.3")
    page.mouse.click(*at)
    expect(page.locator("#log")).to_contain_text("encircles")


def test_set_up_model_by_model(server: Server, page: Page) -> None:
    """CA-2.13: the next model waits in the own zone, is dragged or moved by keys, and turned."""
    table = begin(server, "free_drill", 7)
    sit_down(page, table)
    drag(page, grip(page, "B1.1"), (40, -10), (60, 5))
    note = page.locator(".top-note")
    expect(note).to_contain_text("may go there: 2 of 2 to place")
    page.mouse.move(700, 200, steps=3)
    expect(note).to_contain_text("not there")
    expect(note.locator(".rule")).to_contain_text("CA-2.")
    page.mouse.up()
    expect(page.locator(".l-ghost *")).to_have_count(0)
    drag(page, grip(page, "B1.1"), (40, -10), (60, 5))
    expect(note).to_contain_text("may go there")
    page.mouse.up()
    expect(page.locator("#log .ev").first).to_contain_text("no. 1 is placed")
    grip(page, "B1.2").focus()
    page.keyboard.press("r")
    page.keyboard.press("Shift+ArrowRight")
    expect(note).to_contain_text("may go there: 1 of 2 to place")
    page.keyboard.press("Enter")
    expect(page.locator("#log .ev").first).to_contain_text("no. 2 is placed")
    assert table.view()["to_act"] == [1]


@pytest.mark.quick
def test_orders_are_secret_on_one_device(server: Server, page: Page) -> None:
    """CA-3.4: the curtain falls between the two, and nothing of an order is shown before all are given."""
    set_up(page, server, "close_assault")
    page.get_by_text("Drill Square", exact=True).first.click()
    page.locator("select[name=other]").select_option(label="a friend at this screen")
    page.get_by_role("button", name="Start this battle").click()
    page.wait_for_url("**/table/*")
    page.get_by_role("button", name="I am Blue, show my side").click()
    order_button(page, "B1 order charge").click()
    if page.locator("#odds .cta").is_visible():
        page.locator("#odds .cta").click()
    shown, next_one = (
        page.get_by_role("button", name="I am Orange, show my side"),
        order_button(page, "B2 order charge"),
    )
    expect(shown.or_(next_one)).to_be_visible()
    if next_one.is_visible():
        next_one.click()
        page.keyboard.press("Enter")
    shown.click()
    expect(page.locator("#unit h2")).to_contain_text("Line infantry")
    expect(page.locator("#log .ev").first).to_have_text(
        re.compile(r"Blue has given the enemy (Rhino|Line infantry) its order\.")
    )
    expect(page.locator(".l-tags .doing").first).to_have_text("has its order")


@pytest.mark.parametrize("scenario", ["iron_wedge", "the_fortress"])
def test_on_a_phone(server: Server, open_page: Callable[..., Page], scenario: str) -> None:
    page = open_page(**PHONE)
    sit_down(page, begin(server, scenario, 7, RANDOM))
    expect(page.locator(".acts .act").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(NAMELESS) == []
