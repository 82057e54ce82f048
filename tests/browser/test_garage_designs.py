"""The garage with units that are designed field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, running
from tests.browser.table import Server

WITH_SHOP = "import sys; sys.path.insert(0, '.')\nfrom tests.server import workshop; workshop.install()\n"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("shop")
    with running(folder, WITH_SHOP) as server:
        yield server


def opened(page: Page, shop: Server, sample: str) -> None:
    page.goto(f"{shop.address}/garage?ruleset=workshop")
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_label("Start from").select_option(sample)


def test_a_design_is_changed_field_by_field(shop: Server, page: Page) -> None:
    opened(page, shop, "bastion")
    meter, verdict = page.locator("#verdict .meter"), page.locator("#verdict")
    expect(meter).to_contain_text("60 of 60 points")
    page.get_by_label("Plate: more").click()
    expect(meter).to_contain_text("61 of 60 points")
    page.get_by_label("Plate: less").click()
    page.get_by_label("Shield", exact=True).select_option("none")
    expect(meter).to_contain_text("52 of 60 points")
    expect(verdict).to_contain_text("Legal; 8 points left")


def test_weapons_come_and_go(shop: Server, page: Page) -> None:
    opened(page, shop, "bastion")
    page.get_by_role("button", name="Add: weapon").click()
    expect(page.locator("#verdict .meter")).to_contain_text("64 of 60 points")
    page.get_by_label("Weapon 3, Weapon").select_option(index=7)  # a laser needs no bin, and energy
    expect(page.locator("#verdict .broken")).to_contain_text("3 needed, 2 stored")
    page.get_by_role("button", name="Remove Weapon 3").click()
    expect(page.locator("#verdict")).to_contain_text("Legal")


def test_another_chassis_keeps_what_it_can_have(shop: Server, page: Page) -> None:
    opened(page, shop, "bastion")
    page.get_by_role("radio", name="Light walker").check()
    expect(page.locator("#buy").get_by_label("Weapon 1, Mount")).to_contain_text("on an arm")
    expect(page.locator("#buy .stepper.wrong, #buy select.wrong")).to_have_count(0)
    expect(page.locator("#verdict .broken li")).to_have_count(1)  # the points


def test_it_fits_a_phone(shop: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    opened(page, shop, "anvil")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
