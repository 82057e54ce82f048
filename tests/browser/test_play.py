"""A battle in the browser: by mouse, by keyboard, against the computer, to its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.table import (
    HUMAN,
    SHOT,
    OpenPage,
    Server,
    Table,
    as_suggested,
    hexagon,
    order_button,
    own_turn,
    rest,
    shows_number,
    unfolded,
)

from hulldown.views.voice import place_name

pytestmark = pytest.mark.quick


def said(page: Page) -> list[str]:
    return [page.locator(part).inner_text() for part in ("#log", "#unit", "#turn", ".acts")]


def drawn(page: Page) -> list[str]:
    """The layers of the board, without what belongs to the page: focus and choice."""
    layers = ("l-terrain", "l-arc", "l-reach", "l-units", "l-tags")
    return [page.locator(f"svg.board > .{layer}").inner_html() for layer in layers]


def place_of(table: Table, unit: str) -> str:
    return next(card["place"] for card in table.view()["cards"] if card["unit"] == unit)


def test_one_click_starts_a_battle(server: Server, page: Page) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("svg.board [data-unit]")).to_have_count(2)
    expect(page.locator("#turn")).to_contain_text("Skirmish")
    expect(page.locator(".acts")).to_contain_text("Roll")
    game = page.url.rsplit("/", 1)[1]
    seats = server.call(f"/api/games/{game}/view")["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "computer"]


def test_an_activation_by_mouse(server: Server, page: Page) -> None:
    table = server.begin(HUMAN)
    table.act(0, "roll off")
    if table.view()["to_act"] == [1]:
        table.act(1, "B1 prepare S AT")
    table.sit_down(page)
    as_suggested(page)
    expect(page.locator("#log")).to_contain_text("Your Hunter is ready")
    for order in ("B1 prepare S AT", "B1 end"):
        if table.view()["to_act"] == [1]:
            table.act(1, order)
    own_turn(page)
    place = next(place for place, cost in sorted(table.view()["reach"].items()) if cost == 2)
    hexagon(page, place).click()
    expect(page.locator("#odds")).to_contain_text(f"Go to {place_name(place)}, 2 AP")
    hexagon(page, place).click()
    expect(page.locator("#unit")).to_contain_text(f"at {place_name(place)}")
    assert place_of(table, "A1") == place
    shows_number(page, table.view()["number"])
    page.locator(".acts .end").click()
    expect(page.locator(".acts .note")).to_contain_text("Waiting for Orange")
    assert table.view()["to_act"] == [1]


def test_a_shot_by_mouse_shows_its_odds_first(duel: Table, open_page: OpenPage) -> None:
    """Here things move: the shot flies, the one that is hit shakes."""
    page = open_page(reduced_motion="no-preference")
    duel.sit_down(page)
    target = hexagon(page, place_of(duel, "B1"))
    target.hover()
    expect(page.locator("#odds .big")).to_be_visible()
    number = duel.view()["number"]
    target.click()
    assert duel.view()["number"] == number
    page.locator("#odds .cta").click()
    expect(page.locator("#log .ev").first).to_contain_text("fires AT at the enemy Hunter")
    page.get_by_text("Show the dice").first.click()
    expect(page.locator("#log .ev").first.locator(".dice").first).to_be_visible()
    shows_number(page, number + 1)


def test_an_activation_by_keyboard(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    own_turn(page)
    number = duel.view()["number"]
    page.keyboard.press("f")
    expect(page.locator("#odds .big")).to_be_visible()
    page.keyboard.press("Enter")
    shows_number(page, number + 1)
    page.keyboard.press("l")
    page.keyboard.press("2")
    shows_number(page, number + 2)
    assert next(card["loaded"] for card in duel.view()["cards"] if card["unit"] == "A1") == "HE"
    page.keyboard.press("t")
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    shows_number(page, number + 3)
    page.keyboard.press(" ")
    expect(page.locator(".acts .note")).to_contain_text("Waiting for Orange")


def test_a_click_on_advice_leaves_the_keys_to_the_order_in_hand(duel: Table, page: Page) -> None:
    """It kept the focus: after the arrows had turned a tank, Enter asked for advice again."""
    duel.sit_down(page)
    own_turn(page)
    page.get_by_role("button", name="Advice").click()
    expect(page.locator("#odds .advice")).to_be_visible()
    expect(page.locator(".acts button:focus")).to_have_count(0)


def test_a_hex_is_reached_by_keyboard(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    here = place_of(duel, "A1")
    hexagon(page, here).focus()
    page.keyboard.press("ArrowUp")
    above = f"{here[0]}{int(here[1:]) - 1}"
    expect(hexagon(page, above)).to_be_focused()
    assert above in duel.view()["reach"]
    page.keyboard.press("Enter")
    expect(page.locator("#odds .cta")).to_contain_text(f"Go to {place_name(above)}")
    page.keyboard.press("Enter")
    expect(page.locator("#unit")).to_contain_text(f"at {place_name(above)}")


def test_undo_before_a_die_and_not_after(server: Server, page: Page) -> None:
    table = server.begin()
    table.sit_down(page)
    page.keyboard.press("Enter")  # the roll for the first turn
    expect(page.locator("#log")).to_contain_text("roll for the first turn")
    as_suggested(page)
    own_turn(page)
    start, number = place_of(table, "A1"), table.view()["number"]
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    shows_number(page, number + 1)
    assert place_of(table, "A1") != start
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#unit")).to_contain_text(f"at {place_name(start)}")
    order_button(page, "fire").click()
    page.locator("#odds .cta").click()
    expect(page.locator("#log .ev").first).to_contain_text("fires AT")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)  # it is greyed, and yet it answers
    expect(page.locator("#trouble")).to_contain_text("No undo.")


def test_a_battle_against_the_computer_to_its_end(server: Server, page: Page) -> None:
    table = server.begin(options={"turn_limit": 1})
    table.sit_down(page)
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("roll for the first turn")
    as_suggested(page)
    own_turn(page)
    page.keyboard.press(" ")
    slip = page.locator("#over")
    expect(slip).to_be_visible()
    result = table.view()["result"]
    expect(slip.locator("h2")).to_have_text(["Victory", "Defeat", "A draw"][result["winner"]])
    expect(slip.locator("p").first).to_contain_text(result["text"], ignore_case=True)
    expect(slip.get_by_role("button", name="Play again")).to_be_visible()


def test_a_computer_that_thinks_long_can_be_told_to_move(server: Server, page: Page) -> None:
    seats = [HUMAN, {"kind": "computer", "player": "mcts:59s"}]
    order = {"ruleset": "chase", "scenario": "even_ground", "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": seats})
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    table.act(0, table.may()[0])  # in secret: the computer is still to decide
    table.sit_down(page)
    expect(page.locator(".acts progress")).to_be_visible()
    page.get_by_role("button", name="Move now").click()
    expect(page.locator(".acts progress")).to_be_hidden()
    assert table.view()["yours"]


def test_conceding_asks_first(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede …").click()
    assert duel.view()["result"] is None
    page.get_by_role("button", name="Concede", exact=True).click()
    expect(page.locator("#over h2")).to_have_text("Defeat")
    assert duel.view()["result"]["winner"] == 1


def test_a_reload_goes_on_where_it_was(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    number = duel.view()["number"]
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    shows_number(page, number + 1)
    page.mouse.move(2, 2)
    before = (said(page), drawn(page))
    page.reload()
    shows_number(page, number + 1)
    expect(page.locator("#log")).to_be_visible()
    assert (said(page), drawn(page)) == before
    assert page.url.endswith(duel.game)  # the secret of the seat is out of the address


def test_the_odds_are_those_of_the_server(duel: Table, page: Page) -> None:
    told = duel.get("odds", action=SHOT)
    duel.sit_down(page)
    order_button(page, SHOT).click()
    card = page.locator("#odds")
    card.get_by_text("Why", exact=True).click()
    expect(card.locator(".need b")).to_have_text(f"{told['needed']}+")
    amounts = [f"{m['amount']:+d}".replace("-", "−") for m in told["modifiers"]]
    amounts[0] = amounts[0].lstrip("+")
    shown = card.locator(".mods").inner_text().split("\n")
    assert shown == [
        word for m, n in zip(told["modifiers"], amounts, strict=True) for word in (m["text"], n, m["rule"])
    ]
    results = [line for line in told["lines"] if line["group"] == "result"]
    assert sum(line["value"] for line in results) == pytest.approx(1)
    if (more := card.get_by_text("In detail")).count():
        more.click()
    fractions = [text for text in card.locator(".outs .fr").all_inner_texts() if text]
    assert fractions == [line["chance"] for line in told["lines"] if "/" in line["chance"]]


def test_advice_says_how_far_off_it_may_be(duel: Table, page: Page) -> None:
    """The browser tests have an adviser that tries nothing, so its answer comes with what another says."""
    tried = duel.get("hint") | {"adviser": "", "about": "battle"}
    tried["orders"] = [order | {"value": 0.62, "margin": 0.031} for order in tried["orders"]]
    page.route("**/hint", lambda route: route.fulfill(json=tried))
    duel.sit_down(page)
    page.get_by_role("button", name="Advice").click()
    expect(page.locator("#odds .advice b").first).to_have_text("62\u00a0% \u00b1\u00a03")
    expect(page.locator("#odds .sub")).to_contain_text("how far off")


def test_a_greyed_order_says_why(duel: Table, page: Page) -> None:
    why = next(order["refusal"] for order in duel.view()["orders"] if order["group"] == "extinguish")
    duel.sit_down(page)
    button = unfolded(page, "more", "A1 extinguish")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_contain_text(why["text"])
    number = duel.view()["number"]
    button.click(force=True)  # it is greyed, and yet it answers
    expect(page.locator("#odds .warn")).to_contain_text(why["text"])
    expect(page.locator("#odds .warn a")).to_have_attribute("href", f"/rulebook/tank_commander#{why['rule']}")
    assert duel.view()["number"] == number


def test_every_order_is_found_in_a_list(duel: Table, page: Page) -> None:
    """Possible and not, with the reason why not; what is found is chosen as by its button."""
    duel.sit_down(page)
    own_turn(page)
    page.keyboard.press("/")
    rows = page.locator(".every-order li:visible")
    listed = [order for order in duel.view()["orders"] if order["group"] != "concede"]
    expect(rows).to_have_count(len(listed))
    refused = next(order["refusal"] for order in listed if order["refusal"])
    page.keyboard.type(refused["rule"])
    expect(rows.first).to_contain_text(refused["text"])
    assert rows.count() < len(listed)
    page.get_by_label("Search the orders").fill("fire")
    page.keyboard.press("Enter")
    expect(page.locator("#odds .cta")).to_contain_text("Fire")


def test_a_chance_told_before_the_live_line_stood_is_shown(duel: Table, open_page: OpenPage) -> None:
    """On a slow line it may be worked out after the page has asked, and before the page can be told."""
    page = open_page(chances=True)

    def late(line: WebSocketRoute) -> None:
        while duel.get("chances")[-1] is None:
            rest(page, 50)
        line.connect_to_server()

    page.route("**/chances", lambda route: route.fulfill(json=[None] * (duel.view()["number"] + 1)), times=1)
    page.route_web_socket("**/live", late)
    duel.sit_down(page)
    expect(page.locator("#win")).to_be_visible()
    expect(page.locator("#win")).to_contain_text("Win the battle")
