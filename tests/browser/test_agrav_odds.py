"""An odds query of AGrav in a browser: a shot, a whole turn, the layers with their rules; on a phone too."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server

TURN = "#target.shield=inactive&shooter.then=autocannon&shooter.onward=2"


def opened(server: Server, page: Page, hash_: str = "") -> Page:
    """The page with its first answer."""
    page.goto(f"{server.address}/odds?rules=agrav{hash_}")
    expect(page.locator(".scene").first).to_be_visible()
    return page


def choose(page: Page, field: str, value: str) -> None:
    page.locator(f'#form [name="{field}"]').select_option(value)


def row(page: Page, statement: str) -> Locator:
    return page.locator("#chances tbody tr", has=page.locator("th", has_text=statement)).first


@pytest.mark.quick
def test_a_shot_through_every_layer(server: Server, page: Page) -> None:
    """AG-9.4: the worked example, every number with its rule."""
    opened(server, page)
    expect(row(page, "Shield cracks").locator(".fr").first).to_have_text("4/5")
    choose(page, "target.what", "bastion")
    choose(page, "target.shield", "inactive")
    expect(row(page, "Penetrates").locator(".fr").first).to_have_text("4/5")
    steps = page.locator(".scene .why p.sub")
    for text, rule in (
        ("thickness 90 x 6/5 = 108 against penetration 130", "AG-10.3"),
        ("70 x 130/108 = 84.3", "AG-10.6"),
        ("70 x 22/130 = 11.85", "AG-10.4"),
        ("spalling 22", "AG-12.1"),
        ("health 390 to 356.2", "AG-9.1"),
        ("33.8 health + 84.3 armour = 118.1", "AG-15.4"),
        ("67.44 armour, 27.04 health", "AG-1.3"),
    ):
        expect(steps.filter(has_text=text)).to_contain_text(rule)
    expect(page.locator("#chances .bar").first).to_be_visible()


def test_what_is_left_after_several_shots_stands_under_its_heading(server: Server, page: Page) -> None:
    """A number alone does not say whether it is health, the charge of the shield, or durability."""
    opened(server, page)
    heads = page.locator("#row .part-name")
    expect(heads.filter(has_text="Shield charge left")).to_have_count(1)
    expect(heads.filter(has_text="Health left")).to_have_count(1)
    charge = page.locator("#row tbody").filter(has_text="Shield charge left")
    assert "150" in charge.locator("tr th[scope=row]").all_inner_texts()


def test_weapons_are_those_of_the_unit(server: Server, page: Page) -> None:
    """A choice that hangs on another one is made anew with it."""
    opened(server, page, "#shooter.weapon=autocannon")
    weapons = page.locator('#form [name="shooter.weapon"] option')
    expect(weapons).to_have_text(["100 mm cannon", "Autocannon"])
    choose(page, "shooter.what", "kestrel")
    expect(weapons).to_have_text(["Guided missile", "Beam laser"])
    expect(page.locator(".scene h2")).to_contain_text("Guided missile")
    assert "autocannon" not in page.url
    choose(page, "shooter.weapon", "laser")
    expect(page.locator(".scene h2")).to_contain_text("Beam laser")


def test_a_whole_turn_and_its_address(server: Server, page: Page) -> None:
    """AG-8.7, AG-8.12."""
    opened(server, page, TURN)
    expect(page.locator(".scene")).to_contain_text("80 base - 30 own movement = 50%")
    parts = [row(page, text).locator(".fr").first for text in ("No harm done", "Does not", "Penetrates")]
    assert sum(Fraction(part.inner_text()) for part in parts) == 1
    expect(parts[0]).to_have_text("1/40")
    page.get_by_role("checkbox", name="Autocannon").first.uncheck()
    expect(row(page, "Miss").locator(".fr").first).to_have_text("1/5")
    assert "then=" not in page.url


def test_what_the_rules_forbid_is_said(server: Server, page: Page) -> None:
    """AG-17.14."""
    opened(server, page)
    choose(page, "shooter.mode", "high")
    expect(page.locator(".scene .warn")).to_contain_text("AG-17.14")


@pytest.mark.parametrize("how", [PHONE, {"color_scheme": "dark"}], ids=["phone", "dark"])
def test_nothing_sticks_out(server: Server, open_page: Callable[..., Page], how: dict[str, object]) -> None:
    page = opened(server, open_page(**how), f"{TURN}/target.what=structure&target.features=hardened")
    expect(page.locator(".scene")).to_have_count(2)
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0
