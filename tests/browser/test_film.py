"""A battle that has ended as a study, at the table's film: by mouse, by keys, by thumb."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import SHOT, OpenPage, Table


@pytest.fixture
def fought(duel: Table) -> Table:
    """Cobalt shoots and then gives up."""
    duel.act(0, SHOT)
    duel.act(0, "concede")
    return duel


def study(page: Page, battle: Table) -> None:
    """Open the film as anybody who has its link, and the study in it."""
    page.goto(f"{battle.server.address}/replay/{battle.game}")
    page.get_by_role("button", name="Study", exact=True).click()
    expect(page.locator(".study .verdict")).to_contain_text("The dice favoured")


@pytest.mark.quick
def test_a_battle_is_studied_step_by_step(fought: Table, page: Page) -> None:
    study(page, fought)
    told = fought.get("film")
    last = told["turning"][-1]["number"]
    turns = page.locator(".turns button")
    expect(turns).to_have_count(len(told["turning"]))
    expect(page.locator("#film .mark")).to_have_count(len(told["turning"]))
    expect(turns.last).to_contain_text("Blue concedes")
    expect(turns.last).to_contain_text(told["turning"][-1]["order"])
    turns.last.click()
    expect(page.locator("#film .count")).to_have_text(f"{last} of {last}")
    page.keyboard.press("[")
    expect(page.locator(".study h2").last).to_have_text(f"Step {last - 1}")
    page.keyboard.press(">")
    expect(page.locator(".study h2").last).to_have_text(f"Step {last}")
    page.get_by_text("Every step in numbers").click()
    expect(page.locator(".study tbody tr")).to_have_count(last + 1)
    page.keyboard.press("s")
    expect(page.locator("#study")).to_be_hidden()
    expect(page.locator("#film .mark")).to_have_count(0)


def test_the_bar_of_chances_follows_the_step(fought: Table, open_page: OpenPage) -> None:
    page = open_page(chances=True)
    study(page, fought)
    last = str(fought.view()["number"])
    page.locator("#film input").fill(last)
    expect(page.locator("#win")).to_contain_text("100 %")
    page.locator("#film input").fill("0")
    expect(page.locator("#win")).not_to_contain_text("100 %")
    expect(page.locator("#win")).not_to_have_class("win pale")


def test_the_strongest_player_says_what_was_better(fought: Table, page: Page) -> None:
    study(page, fought)
    shot = fought.view()["number"] - 1
    expect(page.get_by_text("Nothing was decided yet.")).to_be_visible()
    page.locator("#film input").fill(str(shot))
    page.get_by_role("button", name="What was better here?").click()
    expect(page.locator(".study .better")).to_contain_text("Blue ordered \u201cFire")


def test_a_moment_is_taken_along(fought: Table, page: Page, tmp_path: Path) -> None:
    study(page, fought)
    shot = fought.view()["number"] - 1
    page.locator("#film input").fill(str(shot))
    expect(page.locator(".study h2").last).to_have_text(f"Step {shot}")
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture").click()
    assert picture.value.suggested_filename == f"hulldown-{fought.game}-{shot}.png"
    picture.value.save_as(tmp_path / "moment.png")
    assert Image.open(tmp_path / "moment.png").format == "PNG"
    page.locator(".gif summary").click()
    page.get_by_label("From step").fill(str(shot - 2))
    with page.expect_download() as film:
        page.get_by_role("button", name="Make it").click()
    film.value.save_as(tmp_path / "film.gif")
    moving = Image.open(BytesIO((tmp_path / "film.gif").read_bytes()))
    assert (moving.format, getattr(moving, "n_frames", 1)) == ("GIF", 3)
    with page.expect_download() as file:
        page.get_by_role("button", name="File").click()
    expect(page.locator(".study code")).to_have_text(f"hulldown verify {file.value.suggested_filename}")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link").input_value()
    page.goto(link)
    expect(page.locator("#film .count")).to_contain_text(f"{shot} of")


def test_the_study_fits_a_phone(fought: Table, open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    study(page, fought)
    page.locator(".turns button").last.tap()
    expect(page.locator(".turns [aria-current]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_a_running_battle_has_no_study(duel: Table, page: Page) -> None:
    duel.sit_down(page, "replay")
    expect(page.locator("#film .count")).to_contain_text(" of ")
    expect(page.get_by_role("button", name="Study", exact=True)).to_be_hidden()
    page.keyboard.press("s")
    expect(page.locator("#study")).to_be_hidden()
