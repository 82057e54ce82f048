"""Two people at one device, and orders that only their own side may know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, running
from tests.browser.table import HUMAN, Server, Table, order_button, shows_number

COBALT, RUST = 0, 1
SECRETS = "from tests.toy import burrows; burrows.install()"


@pytest.fixture(scope="module")
def secret_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows the little game with secrets."""
    with running(tmp_path_factory.mktemp("secrets"), SECRETS) as started:
        yield started


@pytest.fixture
def field(secret_server: Server) -> Table:
    order = {"ruleset": "burrows", "scenario": "field", "options": {"turns": 2}, "seed": 7, "forces": {}}
    made = secret_server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(secret_server, made["game"], [seat["token"] for seat in made["seats"]])


def share(table: Table, page: Page) -> None:
    """Open the table on a device that holds both sides."""
    kept = {seat: {"token": token, "kind": "human"} for seat, token in enumerate(table.tokens)}
    told = json.dumps(json.dumps(kept))
    page.add_init_script(f"localStorage.setItem('hulldown.seats.{table.game}', {told})")
    page.goto(f"{table.server.address}/table/{table.game}")


def curtain(page: Page, side: str) -> Any:
    box = page.get_by_role("dialog", name=f"{side} decides now")
    expect(box).to_be_visible()
    return box


def lift(page: Page, side: str) -> None:
    curtain(page, side).get_by_role("button", name=f"I am {side}, show my side").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def read_aloud(page: Page) -> str:
    """What assistive technology finds on the page."""
    return page.locator("body").aria_snapshot()


@pytest.mark.quick
def test_a_curtain_falls_before_each_secret_decision(field: Table, page: Page) -> None:
    share(field, page)
    lift(page, "Blue")
    order_button(page, "A1 left").click()
    box = curtain(page, "Orange")
    expect(box.get_by_role("button")).to_be_focused()
    said = read_aloud(page)
    assert "Hand over the device" in said
    assert "left" not in said and "Fox" not in said
    expect(page.locator("main")).to_be_hidden()
    box.get_by_role("button").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#unit")).to_contain_text("Fox")
    assert "left" not in page.locator("#target, #roster").all_inner_texts()
    expect(page.locator("#log .ev")).to_have_count(1)
    order_button(page, "B1 right").click()
    shows_number(page, 2)
    expect(page.locator("#log")).to_contain_text("The hare was left, the fox dug right")
    order_button(page, "B1 stake 2").click()  # in the open: no curtain
    order_button(page, "B1 left").click()  # whoever has the device decides first
    lift(page, "Blue")
    expect(order_button(page, "A1 tight")).to_be_visible()


@pytest.mark.quick
def test_escape_does_not_lift_it_and_nothing_behind_it_is_reached(field: Table, page: Page) -> None:
    share(field, page)
    for key in ("Escape", "Escape", "Escape", "1", "u", "Tab", "Escape"):
        page.keyboard.press(key)
    curtain(page, "Blue")
    page.mouse.click(5, 5)
    curtain(page, "Blue")
    assert field.view()["number"] == 0


def test_a_reload_does_not_show_the_other_side(field: Table, page: Page) -> None:
    """Rust has the device while Cobalt has chosen: the page does not begin with Cobalt's view."""
    field.act(COBALT, "A1 left")
    share(field, page)
    curtain(page, "Orange")
    expect(page.locator("#unit")).to_be_empty()
    assert "Hare" not in page.content()
    lift(page, "Orange")
    expect(order_button(page, "B1 right")).to_be_visible()
    page.reload()
    curtain(page, "Orange")


@pytest.mark.quick
def test_without_the_server_the_curtain_stays(field: Table, page: Page) -> None:
    share(field, page)
    box = curtain(page, "Blue")
    page.context.set_offline(True)
    box.get_by_role("button").click()
    expect(box.get_by_role("alert")).to_contain_text("does not answer")
    page.context.set_offline(False)
    lift(page, "Blue")


def test_each_at_a_device_of_their_own_no_curtain_falls(field: Table, page: Page) -> None:
    field.act(RUST, "B1 left")
    field.sit_down(page)
    order_button(page, "A1 tight").click()
    expect(page.locator("#log")).to_contain_text("The hare was tight")
    field.act(RUST, "B1 stake 1")
    order_button(page, "A1 left").click()
    expect(page.locator(".acts .note")).to_contain_text("Waiting for Orange to decide in secret.")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_other_side_s_order_does_not_disturb_a_choice(field: Table, page: Page) -> None:
    field.sit_down(page)
    page.get_by_role("button", name="Advice").click()
    advice = page.locator("#odds .advice")
    expect(advice).to_be_visible()
    field.act(RUST, "B1 left")
    shows_number(page, 1)
    expect(advice).to_be_visible()
    order_button(page, "A1 left").click()
    shows_number(page, 2)


def test_on_a_phone_the_curtain_covers_everything(field: Table, open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    share(field, page)
    box = curtain(page, "Blue").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    lift(page, "Blue")
